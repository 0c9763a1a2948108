"""Where does a fragment of so many characters end? Only the text around the border is looked at, not every sentence."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from opora.domain.document import Block, Parsed
from opora.domain.place import Span
from opora.fragmenting.pack import Run
from opora.fragmenting.rules import FragmentRules
from opora.fragmenting.units import WHOLE, Count, Unit, parts_of, sections_in, standing
from opora.language.sentences import surely_ends, surely_goes_on, surely_last

_NEAR = 2  # part of the size (one half) in which a border that needs no closer look is good enough
_SEEN = 8  # characters after a border that tell whether it is one
_BACK = 500  # characters looked through for the border before, then twice as many, and so on


def filled(parsed: Parsed, rules: FragmentRules, count: Count) -> Iterator[Run]:
    """Of ``recursive`` the whole document is filled, of ``sentence`` one section after the other."""
    blocks = [block for block in standing(parsed) if not block.span.of(parsed.text).isspace()]
    for part in sections_in(blocks) if rules.strategy == "sentence" else [blocks]:
        yield from _filled(parsed.text, part, rules, count)


def _filled(text: str, blocks: Sequence[Block], rules: FragmentRules, count: Count) -> Iterator[Run]:
    """Runs of at most ``size`` characters of the text, each beginning with up to ``overlap`` of the run before.

    A unit is what a run holds of one block. Borders are a part of those that ``units_of`` has: a run may be shorter than it
    could be where it would take a closer look to see so. A sentence, row or item over the size and up to the limit is a run.
    """
    found = _Filling(text, blocks, rules)
    at, last = 0, 0
    while at < found.length:
        at = found.place(at)
        stop = found.end_after(at)
        if stop <= last:  # what would be repeated leaves no room for anything new
            at = last
            continue
        yield found.run(at, stop, count)
        again = found.repeated(at, stop) if rules.overlap_or_default and stop < found.length else None
        at, last = (stop if again is None else again), stop


class _Filling:
    """One text with the places of its blocks, and the last stretch of it that was cut into sentences."""

    def __init__(self, text: str, blocks: Sequence[Block], rules: FragmentRules) -> None:
        self._text, self._rules, self._blocks = text, rules, blocks
        self._starts = [block.start for block in self._blocks]
        self._ends = [block.end for block in self._blocks]
        self._near: tuple[Span, list[Span]] = (Span(0, 0), [])
        self.length = self._ends[-1] if self._ends else 0

    def place(self, at: int) -> int:
        """The first place from ``at`` on where something stands."""
        number = bisect_right(self._ends, at)
        at = max(at, self._starts[number])
        while self._text[at].isspace():
            at += 1
        return at

    def end_after(self, at: int) -> int:
        """Where the run ends that begins at ``at``: at a border within the size, else at the first one there is."""
        most = at + self._rules.size_or_default
        number, first = bisect_right(self._ends, most), bisect_right(self._ends, at)
        if number < len(self._blocks) and self._starts[number] < most:
            border = self._last(self._blocks[number], max(at, self._starts[number]), most)
            if border is not None:
                return border
        if number > first:
            return self._ends[number - 1]
        parts = self._parts(self._blocks[first], at, most)
        return parts[bisect_right(parts, at, key=lambda part: part.end)].end

    def repeated(self, at: int, stop: int) -> int | None:
        """Where the next run begins, inside this one: the first border within the overlap."""
        least = max(stop - self._rules.overlap_or_default, at + 1)
        number = bisect_left(self._starts, least)
        block = self._blocks[bisect_right(self._starts, least) - 1]
        if block.start < least < block.end:
            border = self._first(block, least, min(stop, block.end))
            if border is not None:
                return border
        return self._starts[number] if number < len(self._starts) and self._starts[number] < stop else None

    def run(self, start: int, stop: int, count: Count) -> Run:
        text, units = self._text, []
        for block in self._blocks[bisect_right(self._ends, start) : bisect_left(self._starts, stop)]:
            low = start if start > block.start else block.start
            high = stop if stop < block.end else block.end
            units.append(Unit(low, high, block, high - low, 0, count(text[low:high])))
        return tuple(units)

    def _is_whole(self, block: Block) -> bool:
        return block.kind in WHOLE and len(block.span) <= self._rules.limit

    def _last(self, block: Block, low: int, most: int) -> int | None:
        if self._is_whole(block):
            return None
        near = max(low, most - self._rules.size_or_default // _NEAR)
        if block.kind != "code":
            sure = surely_last(self._text, near, min(block.end, most + _SEEN), most)
            if sure is not None:
                return sure
            if near == low and surely_goes_on(self._text, low, min(block.end, most + _SEEN)):
                return None
        for least in dict.fromkeys((near, low)):
            parts = self._parts(block, least, most)
            after = bisect_right(parts, most, key=lambda part: part.end)
            if after and parts[after - 1].end > least:
                return parts[after - 1].end
        return None

    def _first(self, block: Block, least: int, stop: int) -> int | None:
        if self._is_whole(block):
            return None
        if block.kind != "code":
            for end in surely_ends(self._text, least - _SEEN, stop):
                at = self.place(end)
                if at >= least:
                    return at if at < stop else None
            if surely_goes_on(self._text, least - _SEEN, stop):
                return None
        parts = self._parts(block, least, stop)
        found = bisect_left(parts, least, key=lambda part: part.start)
        return parts[found].start if found < len(parts) and parts[found].start < stop else None

    def _parts(self, block: Block, low: int, high: int) -> list[Span]:
        """What of a block stays whole, from a border at or before ``low`` on to one after ``high``."""
        held, parts = self._near
        if not (held.start <= low and high <= held.end):
            held = block.span
            if block.kind != "code" and not self._is_whole(block):
                held = Span(self._border_before(block, low), self._border_after(block, high))
            parts = list(parts_of(self._text, block, held, self._rules, len))
            self._near = held, parts
        return parts

    def _border_before(self, block: Block, at: int) -> int:
        low, back = at, _BACK
        while low > block.start:
            high, low, back = low, max(block.start, low - back), back * 2
            before = surely_last(self._text, low, min(block.end, high + _SEEN), high)
            if before is not None:
                return before
        return block.start

    def _border_after(self, block: Block, at: int) -> int:
        return next((end for end in surely_ends(self._text, at, block.end) if end > at), block.end)
