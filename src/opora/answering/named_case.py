"""Does a line beside a rule tell of the very case that the question names: its day or season, its people, its kind of thing?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from opora.answering.asked_value import asked_for, value_for
from opora.answering.contrast import stands
from opora.answering.finding import Draft
from opora.answering.heads import asks_of_nothing, is_asked_about
from opora.answering.lexed import Lexed, Lexeme, lexed
from opora.answering.limiting import FREE, PERSONS, RELEASED
from opora.answering.linked import block_path, blocks_around, part_stated
from opora.answering.meaning import sentences_of
from opora.answering.negation import is_negator
from opora.answering.weights import Wanted
from opora.answering.yearly import Yearly, holds_all, parts_of_every_year
from opora.domain.document import Block
from opora.domain.place import Span
from opora.domain.question import Requirement
from opora.language.agreement import agree
from opora.language.values import find_values
from opora.ports import Library

_BLOCKS: Final = 4  # on each side of the statement's own
_LONGEST: Final = 320  # characters of a line that may be shown beside a statement
_FIRST_WORDS: Final = 4  # content words among which a line says for whom it holds
_VALUES: Final = ("amount", "rate", "term", "count")
_IT: Final = re.compile(
    r"\b(?:it|they|he|she|он[аои]?|він|вона|воно|вони|ea|el|ele|ei|acesta|aceasta|acestea|aceștia)\b", re.IGNORECASE
)
Case = Literal["leads", "limits"]


@dataclass(frozen=True)
class _Asked:
    """What the question names, and the statement that was found for it."""

    rule: Draft
    requirement: Requirement
    want: Wanted

    @cached_property
    def words(self) -> Lexed:
        return lexed(self.rule.text)

    @cached_property
    def above(self) -> Lexed:
        return lexed(f"{self.rule.context}\n{self.rule.text}")

    @cached_property
    def named(self) -> list[Lexeme]:
        """Words of the question that say something of their own."""
        told = {
            w.text for w in self.want.words if not (is_asked_about(w) or asks_of_nothing(w)) and w.text[0].isalpha()
        }
        return [word for word in lexed(self.requirement.text).words if word.content and word.text in told]

    @cached_property
    def people(self) -> list[Lexeme]:
        """People whom the question names and the statement does not."""
        words = [word for word in lexed(self.requirement.text).words if not word.lemmas.isdisjoint(PERSONS)]
        return [word for word in words if not stands(word, self.words)]

    @cached_property
    def time(self) -> tuple[Yearly, ...]:
        if (told := parts_of_every_year(self.requirement.text)) or self.requirement.at is None:
            return told
        day = (self.requirement.at.month, self.requirement.at.day)
        return (Yearly(day, day),)


def led_by_case(
    chosen: list[Draft], limits: list[Draft], requirement: Requirement, want: Wanted, library: Library
) -> tuple[list[Draft], list[Draft]]:
    """The answer and what is shown beside it, with the line that tells of the case which the question names.

    Where that line gives the answer for the case, it leads and the general statement stands beside it; else it is a limit.
    """
    rules = [draft for draft in chosen if draft.role == "answer"]
    if len(rules) != 1:
        return chosen, limits
    asked = _Asked(rules[0], requirement, want)
    case, told = _of_the_case(asked, library)
    if told is None:
        return chosen, limits
    place = Span(told.evidence.start, told.evidence.end)
    others = [
        one
        for one in limits
        if not (
            one.evidence.version_id == told.evidence.version_id
            and Span(one.evidence.start, one.evidence.end).overlaps(place)
        )
    ]
    if case == "limits":
        return chosen, [told, *others]
    rest = [one for one in chosen if one is not rules[0] and not _same_place(one, told)]
    kept = [one for one in rest if one.role != "note" or one.evidence.version_id == told.evidence.version_id]
    found = asked_for(requirement.text, requirement.kind)
    lead = replace(told, role="answer", value=value_for(found, told.text, find_values(told.text)))
    return [lead, *kept], [*others, replace(rules[0], role="note")]


def _same_place(one: Draft, other: Draft) -> bool:
    same = one.evidence.version_id == other.evidence.version_id
    return same and one.evidence.start < other.evidence.end and other.evidence.start < one.evidence.end


def _of_the_case(asked: _Asked, library: Library) -> tuple[Case, Draft | None]:
    if not (asked.time or asked.people or asked.named):
        return "limits", None
    beside: Draft | None = None
    for block, span, text, own in _lines(asked.rule, library):
        if len(text) > _LONGEST or text.rstrip().endswith(("?", ":")):
            continue
        case = _case(asked, text, own)
        if case == "leads":
            return case, part_stated(asked.rule, block, span, library)
        if case and beside is None:
            beside = part_stated(asked.rule, block, span, library)
    return "limits", beside


def _lines(rule: Draft, library: Library) -> Iterator[tuple[Block, Span, str, bool]]:
    """Sentences of the statement's own block, then those of the blocks around it under the same heading, nearest first."""
    evidence = rule.evidence
    place = Span(evidence.start, evidence.end)
    blocks = blocks_around(evidence.version_id, evidence.passage_id, place, library)
    own = next((n for n, block in enumerate(blocks) if block.path == block_path(rule)), None)
    if own is None:
        return
    prose = [b for b in blocks if b.headings == blocks[own].headings and b.kind in ("paragraph", "list_item")]
    near = sorted(prose, key=lambda b: (b.path != blocks[own].path, abs(b.start - evidence.start)))
    for block in near[: 1 + 2 * _BLOCKS]:
        text = library.quote(evidence.version_id, block.start, block.end)
        for part in sentences_of(text):
            span = part.moved(block.start)
            if not span.overlaps(place):
                yield block, span, part.of(text), block.path == blocks[own].path


def _case(asked: _Asked, text: str, own: bool) -> Case | None:
    """How a line stands to the case that the question names; None where it tells of no such case."""
    words = lexed(text)
    shared = [word for word in words.words if word.content and stands(word, asked.above)]
    points_back = own and bool(_IT.search(text))
    if asked.time and holds_all(parts_of_every_year(text), asked.time):
        if not parts_of_every_year(asked.rule.text) and (shared or points_back) and not asked.rule.evidence.table:
            return "leads"
        return None
    if _of_the_people(asked, text, words):
        plain = asked.requirement.kind == "yes_no" and asked.rule.evidence.table is None and own
        return "leads" if plain else "limits"
    return "leads" if own and _of_the_thing(asked, text, words) else None


def _of_the_people(asked: _Asked, text: str, words: Lexed) -> bool:
    """Whether a line begins with the people whom the question names, and frees them, denies it or gives another value."""
    first = _opening(words)
    if not any(stands(word, first) for word in asked.people):
        return False
    things = [w for w in lexed(asked.requirement.text).words if w.content and w.lemmas.isdisjoint(PERSONS)]
    if not any(stands(word, words) for word in things):
        return False
    return bool(FREE.search(text) or RELEASED.search(text)) or _denies(words) or _another_value(asked, text)


def _of_the_thing(asked: _Asked, text: str, words: Lexed) -> bool:
    """Whether a line gives another value of all that the statement is asked for, and of a thing that only it names."""
    missing = [word for word in asked.named if not stands(word, asked.above)]
    if not any(stands(word, words) for word in missing) or asked.rule.evidence.table is not None:
        return False
    around = lexed(f"{asked.rule.context}\n{text}")
    held = [word for word in asked.named if stands(word, asked.words)]
    said = [word for word in held if stands(word, words)]
    return bool(said) and all(stands(word, around) for word in held) and _another_value(asked, text)


def _another_value(asked: _Asked, text: str) -> bool:
    own = [value for value in find_values(asked.rule.text) if value.kind in _VALUES]
    told = [value for value in find_values(text) if value.kind in {one.kind for one in own}]
    return bool(told) and not any(agree(value, one) for value in told for one in own)


def _denies(words: Lexed) -> bool:
    return any(is_negator(words.words, n) for n in range(len(words.words)))


def _opening(words: Lexed) -> Lexed:
    """The first content words of a line."""
    return lexed(" ".join([word.text for word in words.words if word.content][:_FIRST_WORDS]))
