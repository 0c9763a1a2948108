"""How does a person's answer become a source, once? Shown as it will be cited, checked, then published in one transaction."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from opora.canonical import digest
from opora.domain.deed import Deed
from opora.domain.document import Parsed
from opora.domain.gap import Approved, Gap, Moved, refusal
from opora.domain.place import calendar_day
from opora.domain.source import Source
from opora.errors import GapMoveError, UsageError
from opora.ingest import AddRules, Road, Shelf
from opora.ingest_ending import Ending
from opora.ingest_manifest import Entry, Given
from opora.ports import Publication
from opora.reading.assemble import Draft as Block
from opora.reading.assemble import Reading, assemble
from opora.review.asked import folded
from opora.review.personal_data import Flag, flags_in, need_confirmed

LONGEST_ANSWER: Final = 20_000
_LONGEST_LINE: Final = 500
_NAME: Final = "approved answer"


class ReviewShelf(Shelf, Protocol):
    """A library with its queue of open questions."""

    def gap(self, gap_id: str) -> Gap | None: ...
    def gaps(self) -> list[Gap]: ...
    def publish_answer(
        self, gap_id: str, publication: Publication, answer: Approved, moved: Moved, deed: Deed
    ) -> tuple[Gap, bool]: ...
    def withdraw_answer(self, gap_id: str, moved: Moved, deed: Deed) -> Gap: ...


@dataclass(frozen=True, slots=True)
class Said:
    """What a person says. ``question``: a heading in words of their own; ``use_wording``: the heading is the customer's
    wording; ``aliases``: wordings of customers that shall lead here; ``confirmed``: flagged words that may be published.
    """

    text: str
    author: str
    now: str
    question: str = ""
    use_wording: bool = False
    aliases: tuple[str, ...] = ()
    valid_from: str | None = None
    valid_until: str | None = None
    collection: str = ""
    mends: str = ""
    confirmed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """``text``: as it will stand in the library and be cited; ``label``: how it will be named there."""

    text: str
    label: str
    flags: tuple[Flag, ...]
    wordings: tuple[str, ...]


def previewed(gap: Gap, said: Said, linked: Sequence[Gap]) -> Preview:
    """What would be published, and what of it may tell of a person."""
    answer = answer_of(gap, said, linked)
    flags = [flag for text in _published(answer) for flag in flags_in(text)]
    return Preview(_parsed(answer).text, label_of(answer), tuple(flags), wordings_of(gap, linked))


def wordings_of(gap: Gap, linked: Sequence[Gap]) -> tuple[str, ...]:
    """What customers really said: of the gap and of those that were linked to it."""
    found: dict[str, str] = {}
    for one in (each for each in (gap, *linked) if each.part):
        found.setdefault(folded(one.part), one.part)
    return tuple(found.values())


def label_of(answer: Approved) -> str:
    return f"approved answer of {answer.author}, {answer.at[:10]}"


def approve(
    gap: Gap, said: Said, library: ReviewShelf, rules: AddRules, deed: Callable[[Gap], Deed]
) -> tuple[Gap, bool]:
    """Publish it; the gap as it is now, and whether anything was done (the same once more does nothing).

    GapMoveError when the gap cannot be approved (any more), PersonalDataError, UsageError for what is missing.
    """
    linked = [one for one in library.gaps() if one.first == gap.gap_id]
    answer = answer_of(gap, said, linked)
    if gap.state == "approved" and gap.answer is not None and gap.answer.same_as(answer):
        return gap, False
    refused = refusal(gap, "approve")
    if refused is not None:
        raise GapMoveError(*refused)
    answer = replace(answer, confirmed=need_confirmed(_published(answer), said.confirmed))
    return _Approving(gap, answer, library, rules, deed(gap)).publish()


def answer_of(gap: Gap, said: Said, linked: Sequence[Gap]) -> Approved:
    """Checked and cleaned. UsageError says what is wrong."""
    text, author = said.text.strip(), " ".join(said.author.split())
    if not text or len(text) > LONGEST_ANSWER:
        raise UsageError(
            "there is no answer" if not text else "the answer is too long", f"up to {LONGEST_ANSWER:,} characters"
        )
    if not author:
        raise UsageError("nobody is named who answers", "give --by NAME")
    heading = " ".join((gap.part if said.use_wording else said.question).split())
    if len(heading) > _LONGEST_LINE or len(author) > 120:
        raise UsageError("the question or the name is too long", f"write at most {_LONGEST_LINE} characters")
    start, end = (_day(one) for one in (said.valid_from or gap.at, said.valid_until))
    if start and end and end < start:
        raise UsageError(f"the answer would end on {end}, before it begins on {start}", "correct the days")
    wordings = {folded(one): one for one in wordings_of(gap, linked)}
    return Approved(
        text=text,
        author=author,
        at=said.now,
        source_id=source_id_of(gap),
        version_id="",
        collection=said.collection or next(iter(gap.collections), "default"),
        question=heading,
        valid_from=start,
        valid_until=end,
        mends=" ".join(said.mends.split())[:_LONGEST_LINE],
        aliases=tuple(_alias(one, wordings) for one in dict.fromkeys(said.aliases)),
    )


def source_id_of(gap: Gap) -> str:
    return f"qa-{gap.gap_id.lower()}"


def _alias(wording: str, known: dict[str, str]) -> str:
    """A wording somebody used; others would be made up."""
    found = known.get(folded(wording))
    if found is None:
        raise UsageError(
            f"nobody asked in the words {wording!r}", "choose from the wordings of the gap and its duplicates"
        )
    return found


def _day(text: str | None) -> str | None:
    try:
        return calendar_day(text.strip()).isoformat() if text and text.strip() else None
    except ValueError:
        raise UsageError(f"{text!r} is not a date", "write YYYY-MM-DD") from None


def _published(answer: Approved) -> tuple[str, ...]:
    """All that goes into the library; wordings are not quoted, but they are kept."""
    return (answer.question, answer.text, *answer.aliases)


def _parsed(answer: Approved) -> Parsed:
    """The answer as a document: its paragraphs, under its question if it has one."""
    heading = (Block("heading", answer.question, level=1),) if answer.question else ()
    parts = ("\n".join(line.rstrip() for line in part.splitlines()).strip() for part in answer.text.split("\n\n"))
    drafts = (*heading, *(Block("paragraph", part) for part in parts if part))
    return assemble(Reading(drafts, "text/plain", _NAME, answer.question))


class _Approving(Road):
    """The road of an answer: it is known what it says, and it ends in the transaction that settles the gap."""

    def __init__(self, gap: Gap, answer: Approved, library: ReviewShelf, rules: AddRules, deed: Deed) -> None:
        start, end = (dt.date.fromisoformat(one) if one else None for one in (answer.valid_from, answer.valid_until))
        given = Given(answer.collection, label_of(answer), start, end, owner=answer.author)
        entry = Entry(answer.source_id, _NAME, text=answer.text, given=given)
        ending = Ending(self._settle, lambda _: [("", wording) for wording in answer.aliases])
        super().__init__(entry, library, rules, ending=ending)
        self.gap, self.answer, self.deed, self.shelf = gap, answer, deed, library
        self.settled_as: tuple[Gap, bool] | None = None

    def publish(self) -> tuple[Gap, bool]:
        data = _parsed(self.answer).text.encode("utf-8", "surrogatepass")
        self.item.fingerprint = digest(data)
        self._publish(data)
        assert self.settled_as is not None
        return self.settled_as

    def _settle(self, publication: Publication) -> None:
        answer = replace(self.answer, version_id=publication.version.version_id)
        moved = Moved(answer.at, answer.author, "approve")
        self.settled_as = self.shelf.publish_answer(self.gap.gap_id, publication, answer, moved, self.deed)

    def _read(self, data: bytes) -> Parsed:
        return _parsed(self.answer)

    def _source(self, known: Source | None) -> Source:
        found = super()._source(known)
        origin = f"{_NAME} to {self.gap.gap_id}" + (f", to be said in {self.answer.mends}" if self.answer.mends else "")
        return replace(found, type="qa", purpose="faq", enabled=True, origin=origin)
