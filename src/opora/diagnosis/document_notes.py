"""What is wrong with the documents of a case? Gaps, outdated sources, conflicts that no rank settles, open terms."""

from __future__ import annotations

import re
from itertools import combinations

from opora.diagnosis.look import Look, says, stated_in
from opora.diagnosis.stating import content_lemmas, words_shared
from opora.diagnosis.typed import normal, same_value, typed
from opora.domain.case import GivenDocument
from opora.domain.source import Fact
from opora.language.sentences import sentences

_NOT_DEFINED = re.compile(
    r"(?:не|ещё не|пока не)\s+(?:определ|установлен|указан|регламентир|утвержд|оговар|оговорен|уточн|задан|описан)"
    r"|не\s+(?:визначен|встановлен|вказан|зазначен|затверджен)"
    r"|nu\s+(?:este|sunt|e|s-a|a fost)\s+(?:încă\s+)?(?:definit|stabilit|precizat|specificat|aprobat)"
    r"|(?:not|never)\s+(?:yet\s+)?(?:been\s+)?(?:defined|specified|set|stated|determined|established|settled)"
)


def document_notes(look: Look) -> tuple[tuple[str, ...], bool]:
    """Notes as ``kind: what``, and whether what they say would keep a right bot from the expected answer."""
    broken = [*_sources(look), *_facts(look)]
    conflicts, misleading = _conflicts(look)
    notes = [*broken, *conflicts]
    if look.case.expected_action == "abstain":
        notes.extend(_open_terms(look) or ["gap: the golden set knows no document in force that settles this"])
    blocks = bool(broken) and look.case.expected_action != "abstain"
    return tuple(dict.fromkeys(notes)), blocks or misleading


def _sources(look: Look) -> list[str]:
    """Expected sources that are not there, or not in force on the day of the question."""
    notes = []
    for reference in look.expected_sources:
        if look.shelf.is_in_force(reference, look.case.at) is not False:
            continue
        editions = look.shelf.editions(reference)
        if not editions:
            notes.append(f"gap: source {reference!r} is not among the documents")
        elif not any(one.enabled for one in editions):
            notes.append(f"gap: source {reference!r} is switched off")
        else:
            notes.append(f"outdated: {_periods(reference, editions)}, not on {look.case.at}")
    return notes


def _periods(reference: str, editions: list[GivenDocument]) -> str:
    told = [f"{one.validity.start or '…'} to {one.validity.end or '…'}" for one in editions]
    return f"source {reference!r} is in force {', '.join(told)}"


def _facts(look: Look) -> list[str]:
    """Expected facts that the text in force does not hold."""
    notes = []
    for fact in look.expected_facts:
        text = look.shelf.text(fact.source_id, look.case.at)
        if text and _surely_absent(text, fact):
            others = [one for one in look.shelf.editions(fact.source_id) if stated_in(one.text, fact)]
            kind = "outdated" if others else "gap"
            notes.append(f"{kind}: the text of {fact.source_id!r} in force does not say {fact.field} = {fact.value}")
    return notes


def _surely_absent(text: str, fact: Fact) -> bool:
    """Not said; of plain words more than half must be absent, for a text may put them in its own way."""
    if stated_in(text, fact) is not False:
        return False
    if fact.quote or typed(fact.value, fact.type).type != "text" or any(char.isdigit() for char in fact.value):
        return True
    wanted = content_lemmas(fact.value)
    return len(wanted & content_lemmas(text)) * 2 < len(wanted)


def _conflicts(look: Look) -> tuple[list[str], bool]:
    """Facts in force that say different things; misleading when one was expected and the answer took the other."""
    expected = look.expected_facts
    notes = [note for one, other in combinations(expected, 2) if (note := _conflict(look, one, other))]
    misleading = False
    for fact, used in _rivals(look, expected):
        note = _conflict(look, fact, used)
        if note:
            notes.append(note)
            misleading = misleading or (
                look.case.expected_action == "answer" and not note.startswith("conflict settled")
            )
    return notes, misleading


def _rivals(look: Look, expected: list[Fact]) -> list[tuple[Fact, Fact]]:
    """Pairs of an expected fact and what the answer said in its place, with the document that bears it out."""
    pairs = []
    for claim in look.answer.claims:
        used = look.fact_of(claim)
        for fact in expected:
            if used is not None and used not in expected and used.field == fact.field:
                pairs.append((fact, used))
            elif used is fact and claim.source_id and claim.value is not None and not same_value(fact, claim.value):
                other = Fact(fact.fact_id, claim.source_id, fact.field, str(claim.value), fact.type, fact.unit)
                if _is_readable(other) and stated_in(look.shelf.text(claim.source_id, look.case.at), other):
                    pairs.append((fact, other))
    return pairs + [(fact, other) for fact in expected for other in _said_instead(look, fact)]


def _said_instead(look: Look, fact: Fact) -> list[Fact]:
    """Registered facts of the same field from other sources that the answer says in place of an expected one, without their ids."""
    if look.answer.action != "answer" or says(look, fact):
        return []
    registered = [one for one in (look.facts or {}).values() if one.field == fact.field]
    return [one for one in registered if one.source_id != fact.source_id and says(look, one)]


def _is_readable(fact: Fact) -> bool:
    try:
        typed(fact.value, fact.type)
    except ValueError:
        return False
    return True


def _conflict(look: Look, one: Fact, other: Fact) -> str | None:
    at = look.case.at
    if one.field != other.field or one.source_id == other.source_id or same_value(one, other.value):
        return None
    if not (look.shelf.in_force(one.source_id, at) and look.shelf.in_force(other.source_id, at)):
        return None
    if not (_asked_for_both(look, one, other) or _of_one_thing(look, one, other)):
        return None
    ranks = [(look.shelf.authority(fact.source_id, at), fact.source_id) for fact in (one, other)]
    told = f"{one.source_id!r} says {one.field} = {one.value}, {other.source_id!r} says {other.value}"
    known = [(rank, source) for rank, source in ranks if rank is not None]
    if len({rank for rank, _ in known}) == 2:
        return f"conflict settled by rank: {told}; {max(known)[1]!r} goes before"
    return f"conflict without rank: {told}"


def _asked_for_both(look: Look, one: Fact, other: Fact) -> bool:
    """Whether the case itself says that the two disagree."""
    return look.case.expected_action != "answer" and {one.fact_id, other.fact_id} <= {*look.case.fact_ids}


def _of_one_thing(look: Look, expected: Fact, other: Fact) -> bool:
    """Whether the other document speaks of what was asked: a field like "price" may be that of many things.

    It holds each word that the question shares with the sentence of the expected fact.
    """
    question, text = look.case.question, look.shelf.text(expected.source_id, look.case.at)
    told = "\n".join(one for one in _sentences(text) if stated_in(one, expected)) or text
    return words_shared(question, told) <= words_shared(question, look.shelf.text(other.source_id, look.case.at))


def _open_terms(look: Look) -> list[str]:
    """Sources that say themselves that what is asked is not settled."""
    asked = content_lemmas(look.case.question)
    told: list[str] = []
    for reference in dict.fromkeys([*look.expected_sources, *(one.source_id for one in look.found or ())]):
        told.extend(
            f"not defined: source {reference!r} says itself that this is not settled: “{sentence}”"
            for sentence in _sentences(look.shelf.text(reference, look.case.at))
            if _NOT_DEFINED.search(normal(sentence)) and asked & content_lemmas(sentence)
        )
    return told


def _sentences(text: str) -> list[str]:
    return [sentence for span in sentences(text) if (sentence := text[span.start : span.end].strip())]
