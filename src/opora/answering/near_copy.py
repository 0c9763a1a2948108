"""Is the claim a sentence of the quote with one thing changed?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import Match, SequenceMatcher
from itertools import pairwise
from typing import Final, Literal

from opora.answering.exclusive import exclude
from opora.answering.lexed import Lexed, Lexeme, part_of
from opora.answering.negation import is_bare_negator
from opora.domain.value import Value
from opora.language.agreement import closest_disagreement, within
from opora.language.lemmas import lemmas_of

CheckName = Literal["values", "negation", "names", "antonyms", "words"]
_ALIKE: Final = 0.7  # share of the claim's parts that stand in the quote in the same order
_FEWEST: Final = 3  # parts that must stand there
_SIGN: Final = re.compile(r"[$€£₴₽¥%‰]")
_TAIL: Final = 40  # characters after the last equal part in which its replacement may stand
_TIGHT: Final = 3  # parts that one change may put in place of others


@dataclass(frozen=True, slots=True)
class Part:
    """A value, or a word or sign outside all values; equal ``key`` means that both say the same."""

    key: str
    word: Lexeme | None
    value: Value | None
    start: int
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """Parts of the claim and the parts of the quote they stand in place of; either may be empty."""

    ours: tuple[Part, ...]
    theirs: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Copy:
    """``changes`` in the order of the claim; ``start`` and ``end`` are where its first and last equal part begin in the quote."""

    changes: tuple[Change, ...]
    start: int
    end: int

    def window(self, quote: Lexed) -> Lexed:
        """The words of the quote that the claim follows, from the beginning of their clause on."""
        clause = next((word.clause for word in quote.words if word.start >= self.start), 0)
        kept = tuple(
            w for w in quote.words if (w.start >= self.start or w.clause == clause) and w.start <= self.end + _TAIL
        )
        return part_of(kept)


def parts_of(words: Lexed, values: Sequence[Value], text: str) -> tuple[Part, ...]:
    """Words, values and lone signs ("per $ million") of a text in order."""
    spoken = {word.start: word for word in words.words}
    found = [Part(_value_key(v), _alone(v, spoken), v, v.span.start, _opens(v, spoken)) for v in values]
    ends = [(v.span.start, v.span.end) for v in values]
    found += [Part(lemmas_of(word.folded)[0], word, None, word.start, word.opens) for word in words.words]
    found += [Part(m.group(), None, None, m.start()) for m in _SIGN.finditer(text)]
    kept = [p for p in found if p.value or not any(start <= p.start < end for start, end in ends)]
    return tuple(sorted(kept, key=lambda part: part.start))


def _opens(value: Value, spoken: dict[int, Lexeme]) -> bool:
    word = spoken.get(value.span.start)
    return bool(word and word.opens)


def _alone(value: Value, spoken: dict[int, Lexeme]) -> Lexeme | None:
    """A number written as one word is also that word: "a doua" is no "două"."""
    word = spoken.get(value.span.start)
    return word if word and word.text == value.text and not word.text[0].isdigit() else None


def copy_of(ours: Sequence[Part], theirs: Sequence[Part]) -> Copy | None:
    """The place of the quote that the claim follows, and where it leaves it; None when it follows none."""
    if len(ours) < _FEWEST or len(theirs) < _FEWEST:
        return None
    matcher = SequenceMatcher(None, [p.key for p in theirs], [p.key for p in ours], autojunk=False)
    blocks = _together([b for b in matcher.get_matching_blocks() if b.size], ours, theirs)
    same = sum(block.size for block in blocks)
    if same < _FEWEST or same < _ALIKE * len(ours):
        return None
    first, last = blocks[0].a, blocks[-1].a + blocks[-1].size
    return Copy(tuple(_between(blocks, ours, theirs)), theirs[first].start, theirs[last - 1].start)


def _together(blocks: list[Match], ours: Sequence[Part], theirs: Sequence[Part]) -> list[Match]:
    """Blocks around the longest one; a word found in another sentence of the quote is not the claim's word."""
    if not blocks:
        return []
    longest = max(range(len(blocks)), key=lambda n: blocks[n].size)
    kept = [blocks[longest]]
    for block in blocks[longest + 1 :]:
        if _apart(kept[-1], block, ours, theirs):
            break
        kept.append(block)
    for block in reversed(blocks[:longest]):
        if _apart(block, kept[0], ours, theirs):
            break
        kept.insert(0, block)
    return kept


def _apart(left: Match, right: Match, ours: Sequence[Part], theirs: Sequence[Part]) -> bool:
    skipped = theirs[left.a + left.size : right.a + 1]
    mine = ours[left.b + left.size : right.b + 1]
    return len(skipped) > len(ours) or (any(p.opens for p in skipped) and not any(p.opens for p in mine))


def _between(blocks: list[Match], ours: Sequence[Part], theirs: Sequence[Part]) -> Iterator[Change]:
    first, last = blocks[0], blocks[-1]
    head = first.b
    if 0 < head <= _TIGHT:
        yield Change(tuple(ours[:head]), tuple(theirs[max(0, first.a - head) : first.a]))
    for left, right in pairwise(blocks):
        mine = tuple(ours[left.b + left.size : right.b])
        said = tuple(theirs[left.a + left.size : right.a])
        if len(mine) <= _TIGHT and len(said) <= _TIGHT:
            yield Change(mine, said)
    done, end = last.b + last.size, last.a + last.size
    tail = len(ours) - done
    if 0 < tail <= _TIGHT:
        yield Change(tuple(ours[done:]), tuple(theirs[end : end + tail]))


def altered(change: Change) -> tuple[CheckName, str] | None:
    """What the change makes false, as the check that fails and its note; None for other words of the same meaning."""
    return _value(change) or _negator(change) or _word(change)


def _value(change: Change) -> tuple[CheckName, str] | None:
    mine = [part.value for part in change.ours if part.value]
    said = [part.value for part in change.theirs if part.value]
    for value in mine:
        if not said:
            break
        if any(within(value, other) for other in said):
            continue
        note = closest_disagreement(value, said)
        if note:
            return "values", f"number: {value.text} / {said[0].text}" if note == "not found" else note
    ours, theirs = ([p.key for p in side if not p.word and not p.value] for side in (change.ours, change.theirs))
    return ("values", f"sign: {ours[0]} / {theirs[0]}") if ours and theirs and ours != theirs else None


def _negator(change: Change) -> tuple[CheckName, str] | None:
    mine, said = _negators(change.ours), _negators(change.theirs)
    if mine % 2 == said % 2 or len(change.ours) - mine != len(change.theirs) - said:
        return None
    return "negation", f"{'denied' if mine > said else 'affirmed'} here, not in the quote"


def _negators(parts: Sequence[Part]) -> int:
    return sum(part.word is not None and is_bare_negator(part.word) for part in parts)


def _word(change: Change) -> tuple[CheckName, str] | None:
    mine = [part.word for part in change.ours if part.word]
    said = [part.word for part in change.theirs if part.word]
    for word in mine:
        if any(word.folded == other.folded for other in said):
            continue
        for other in said:
            if any(other.folded == one.folded for one in mine):
                continue
            note = f"{word.text!r} stands where the quote has {other.text!r}"
            if exclude(word, other):
                return "antonyms", note
            if _alike(word, other):
                continue
            if _is_name(word) and _is_name(other):
                return "names", note
    return None


def _alike(one: Lexeme, other: Lexeme) -> bool:
    return one.folded == other.folded or not one.lemmas.isdisjoint(other.lemmas)


def _is_name(word: Lexeme) -> bool:
    return word.text[0].isupper() and not word.opens and len(word.text) > 2


def _value_key(value: Value) -> str:
    if value.kind == "identifier" or not value.readable:
        return f"# {value.text.casefold()}"
    qualifier = {"exactly": None, "from": "at_least"}.get(value.qualifier or "", value.qualifier)
    return f"# {value.low} {value.high} {value.date} {value.number} {value.unit} {value.currency} {value.basis} {qualifier}"
