"""What may a rule look at? One case with its facts, its answer, what was found, and the documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from opora.diagnosis.shelf import Shelf, base, same_source
from opora.diagnosis.stating import as_registered, numbers_in, states, values_of
from opora.diagnosis.typed import normal, same_value
from opora.domain.anchor import Anchor
from opora.domain.case import Case, GivenAnswer, GivenClaim, GivenDocument, Retrieved
from opora.domain.source import Fact

_MARK = re.compile(r"\s*\[\d{1,3}(?:\s*,\s*\d{1,3})*\]")


@dataclass(frozen=True, slots=True)
class Look:
    """``found`` is the retrieval that is judged, ``before_bot`` what the bot itself had; ``None``: nobody recorded it.

    ``facts`` is the whole register by id, ``None`` when there is none.
    """

    case: Case
    answer: GivenAnswer
    facts: Mapping[str, Fact] | None
    shelf: Shelf
    found: tuple[Retrieved, ...] | None
    before_bot: tuple[Retrieved, ...] | None

    @property
    def text(self) -> str:
        """The words of the answer without its citation marks, which are no numbers of its own."""
        return _MARK.sub("", self.answer.text)

    @property
    def expected_facts(self) -> list[Fact]:
        return [self.facts[one] for one in self.case.fact_ids if one in self.facts] if self.facts else []

    @property
    def expected_sources(self) -> tuple[str, ...]:
        """Those of the case; without any, those of its facts."""
        return self.case.source_ids or tuple(dict.fromkeys(fact.source_id for fact in self.expected_facts))

    def fact_of(self, claim: GivenClaim) -> Fact | None:
        return self.facts.get(claim.fact_id) if self.facts and claim.fact_id else None

    def is_expected(self, reference: str) -> bool:
        return any(same_source(reference, one) for one in self.expected_sources)

    def cited(self) -> list[str]:
        """Everything the answer rests on, as exactly as it says it: version ids where it names them."""
        claims = [self.version_of(claim) for claim in self.answer.claims]
        exact = {base(one) for one in claims if one and "@" in one}
        loose = [one for one in self.answer.source_ids if one not in exact]
        return list(dict.fromkeys([*(one for one in claims if one), *loose]))

    def version_of(self, claim: GivenClaim) -> str | None:
        """The version a claim cites: as it says, or by the anchor of its place or fact; else the source."""
        if claim.version_id:
            return self.shelf.nearest(claim.version_id)
        for anchor in (claim.anchor, fact.anchor if (fact := self.fact_of(claim)) else None):
            version = version_in(anchor)
            if version and claim.source_id and same_source(version, claim.source_id):
                return self.shelf.nearest(version)
        return self._by_words(claim)

    def _by_words(self, claim: GivenClaim) -> str | None:
        """The version that alone holds what is claimed, when the one in force does not; else the source as it is named."""
        if claim.source_id is None or "@" in claim.source_id:
            return claim.source_id
        fact = self.fact_of(claim)
        if fact is not None and not same_source(claim.source_id, fact.source_id):
            return claim.source_id
        editions = self.shelf.editions(claim.source_id)
        if fact is None and not claim.quote and len(editions) < 2:
            return claim.source_id
        held = [one for one in editions if _holds(one.text, claim, fact)]
        return self._only_out_of_force(claim.source_id, held)

    def texts_found(self, reference: str) -> list[str]:
        """What was found of a source, as text."""
        return [one.text for one in self.found or () if one.text and same_source(self.exact(one), reference)]

    def exact(self, one: Retrieved) -> str:
        """The version of a fragment, as it is named or as its text tells; else its source."""
        if one.version_id:
            return self.shelf.nearest(one.version_id)
        editions = self.shelf.editions(one.source_id)
        if not one.text or len(editions) < 2:
            return one.source_id
        return self._only_out_of_force(one.source_id, [ed for ed in editions if normal(one.text) in normal(ed.text)])

    def _only_out_of_force(self, source_id: str, held: list[GivenDocument]) -> str:
        """The version out of force that these words come from, when no version in force holds them."""
        force = self.shelf.in_force(source_id, self.case.at)
        return source_id if not held or not force or any(one in force for one in held) else held[-1].version_id


def _holds(text: str, claim: GivenClaim, fact: Fact | None) -> bool:
    """Whether a text says what is claimed: the fact, the quote, or else each number of the claim."""
    if fact is not None:
        return bool(stated_in(text, fact))
    if claim.quote:
        return normal(claim.quote) in normal(text)
    said = numbers_in(claim.text if claim.value is None else str(claim.value))
    return bool(said) and all(any(as_registered(value, one) for one in values_of(text)) for value in said)


def version_in(anchor: str | None) -> str | None:
    try:
        return Anchor.parse(anchor).version_id if anchor else None
    except ValueError:
        return None


def stated_in(text: str, fact: Fact) -> bool | None:
    """Whether a document's text holds a fact: its quote when it has one, else its value."""
    if fact.quote:
        return normal(fact.quote) in normal(text)
    return states(text, fact)


def is_of_the_past(look: Look, fact: Fact) -> bool:
    """Whether only a text out of force says a fact: that of an older version, or of a source that is not in force."""
    force = look.shelf.text(fact.source_id, look.case.at)
    if stated_in(force, fact):
        return False
    return any(stated_in(one.text, fact) for one in look.shelf.editions(fact.source_id))


def is_missing(look: Look, reference: str) -> bool:
    """Whether retrieval did not bring an expected source in a version in force."""
    for one in look.found or ():
        if same_source(look.exact(one), reference):
            force = look.shelf.is_in_force(look.exact(one), look.case.at)
            if force is not False:
                return False
    return True


def missing_sources(look: Look) -> tuple[str, ...]:
    """Expected sources that are in force and were not found; nothing when nobody recorded what was found."""
    if look.found is None:
        return ()
    return tuple(
        one
        for one in look.expected_sources
        if look.shelf.is_in_force(one, look.case.at) is not False and is_missing(look, one)
    )


def facts_without_fragment(look: Look) -> Iterator[Fact]:
    """Expected facts whose source was found, but in fragments that do not hold them, though the document does."""
    for fact in look.expected_facts:
        texts = look.texts_found(fact.source_id)
        whole = look.shelf.text(fact.source_id, look.case.at)
        if texts and stated_in(whole, fact) and stated_in("\n".join(texts), fact) is False:
            yield fact


def says(look: Look, fact: Fact) -> bool:
    """Whether the answer says a fact without its id: a claim on its source or on none, or the text when there are no claims.

    Where it is known what the bot had and cited, the fact's source must be among it.
    """
    loose = [claim for claim in look.answer.claims if claim.fact_id is None]
    for claim in loose:
        there = claim.source_id is None or same_source(claim.source_id, fact.source_id)
        said = " ".join(part for part in (str(claim.value or ""), claim.text) if part)
        if there and (states(said, fact) or (claim.value is not None and same_value(fact, claim.value))):
            return True
    if look.answer.claims_given or not states(look.text, fact):
        return False
    had = [*look.answer.source_ids, *(one.source_id for one in look.before_bot or ())]
    return not had or any(same_source(one, fact.source_id) for one in had)
