"""Which words stand on a PDF page, and exactly where, as the page is displayed?"""

from __future__ import annotations

import ctypes
import itertools
import math
import re
from dataclasses import dataclass, field
from typing import Any

from opora.domain.place import Box
from opora.reading.pdf_chars import Bounds, Measures, bare, page_chars, page_turn, things_at
from opora.reading.pdf_hidden import PLAIN, Paint, doubted, paint_of, seen
from opora.reading.pdf_raised import beside, settle, stands_off
from opora.reading.pdf_rules import Drawn
from opora.reading.pdf_word import Word, join_letterspaced, join_touching, merged, turned_box

_RUN = re.compile(r"[^\s\0\u200b\u00ad\ufffe\x02]+")
_SPACES = " \u00a0\t"
_MONO = re.compile(rb"mono(?!type)|courier|consolas|typewriter|cmtt|letter ?gothic|ocrb|fixed")
_UNDRAWN = (3, 7)  # modes of drawing text that put no ink on the page
_JOINERS = ("\ufffe", "\u00ad", "\x02")
_ASKEW = 0.287  # of a quarter turn: how far text may lean
_APART = 0.22  # without any space character, a gap wider than this starts a new word


@dataclass(slots=True)
class PageWords:
    """The words of a page, and those nobody can see; how many characters have no known letter, were dropped for it, are
    drawn invisibly. ``sides``: the other quarter turns in which text runs.
    """

    words: list[Word] = field(default_factory=list)
    unseen: list[Word] = field(default_factory=list)
    unmapped: int = 0
    dropped: int = 0
    invisible: int = 0
    sides: set[int] = field(default_factory=set)


def page_words(page: Any, number: int, drawn: Drawn, quarter: int = 0) -> PageWords:
    """Words in the order of the page's content stream; boxes are tight around the glyphs.

    Those that run ``quarter`` turns clockwise alone, in the frame of ``page_turn``; 0: those that run in no quarter, too.
    """
    textpage = page.get_textpage()
    try:
        scan = _Scan(page, textpage.raw, number, drawn, quarter)
        scan.run(textpage.count_chars())
        shown, unseen = _parted(page, scan)
        words = settle(join_letterspaced(join_touching(shown)), merged)
        dropped = scan.chars.text.count("\0")
        return PageWords(words, unseen, scan.unmapped + dropped, dropped, scan.invisible, scan.sides)
    finally:
        textpage.close()


def _parted(page: Any, scan: _Scan) -> tuple[list[Word], list[Word]]:
    """Words that can be seen and words that cannot; before any are joined, so that no hidden digit ends up in a number."""
    in_doubt = [word for word, doubt in zip(scan.out, doubted(scan.out, scan.drawn.fills), strict=True) if doubt]
    unseen = [word for word, shows in zip(in_doubt, seen(page, in_doubt, scan.shown), strict=True) if not shows]
    gone = {id(word) for word in unseen}
    return [word for word in scan.out if id(word) not in gone], [*unseen, *scan.outside]


@dataclass(frozen=True, slots=True)
class _Style:
    """What is the same for all characters of one text object."""

    size: float
    shown: float  # the size to a hundredth of a point
    bold: bool
    base: float
    quarter: int  # clockwise turns in which the text runs; -1: it stands askew
    mono: bool = False
    unmapped: bool = False
    invisible: bool = False
    paint: Paint = PLAIN

    @property
    def upright(self) -> bool:
        return not self.quarter

    @property
    def written(self) -> tuple[object, ...]:
        """All that makes letters of two text objects look alike."""
        faint = self.paint.faint
        return self.size, self.bold, self.base, self.quarter, self.mono, self.unmapped, self.invisible, faint


class _Scan:
    """One pass over the words of a page: most are one text object without jumps and are taken whole."""

    def __init__(self, page: Any, raw_text: Any, number: int, drawn: Drawn, quarter: int) -> None:
        import pypdfium2.raw as raw

        self.raw, self.text, self.number, self.drawn = raw, raw_text, number, drawn
        self.quarter, (self.turn, self.width, self.height) = quarter, page_turn(page, quarter)
        self.rotation = math.radians(page.get_rotation() - 90 * quarter)
        self.uprights = [rule for rule in drawn.rules if not rule.level]
        self.out: list[Word] = []
        self.outside: list[Word] = []
        self.sides: set[int] = set()
        self.parts = (ctypes.c_uint * 4)()
        self.places = [ctypes.addressof(self.parts) + 4 * n for n in range(4)]
        self.styles: dict[int, _Style] = {}
        self.fonts: dict[int, tuple[bool, bool]] = {}
        self.handle = ctypes.cast(raw_text, ctypes.c_void_p).value
        self.numbers, self.spot = (ctypes.c_float * 6)(), (ctypes.c_double * 2)()
        self.matrix = ctypes.addressof(self.numbers)
        self.point = ctypes.addressof(self.spot), ctypes.addressof(self.spot) + ctypes.sizeof(ctypes.c_double)
        self.matrix_at = bare("FPDFText_GetMatrix", ctypes.c_int, 1, 1)
        self.size_at = bare("FPDFText_GetFontSize", ctypes.c_double, 1)
        self.origin_at = bare("FPDFText_GetCharOrigin", ctypes.c_int, 1, 2)
        self.angle_at = bare("FPDFText_GetCharAngle", ctypes.c_float, 1)
        self.unmapped_at = bare("FPDFText_HasUnicodeMapError", ctypes.c_int, 1)
        self.things: dict[int, int] = {}
        self.unmapped = self.invisible = 0

    def run(self, count: int) -> None:
        chars = self.chars = page_chars(self.text, count, self.turn)
        text, end, spaced = chars.text, 0, True
        runs = [found.span() for found in _RUN.finditer(text)]
        firsts = things_at(self.text, [start for start, _ in runs])
        lasts = things_at(self.text, [stop - 1 for _, stop in runs])  # characters come object by object
        generated = bare("FPDFText_IsGenerated", ctypes.c_int, 1)
        for (start, stop), thing, last, measures in zip(runs, firsts, lasts, chars.measured(runs), strict=True):
            if start > end and not spaced:
                spaced = any(text[at] in _SPACES and generated(self.handle, at) != 1 for at in range(end, start))
            seen, end = len(self.out), stop
            style = self._style(start, thing)
            if thing != last and self._style(stop - 1, last).quarter != style.quarter:
                spaced = self._ways(start, stop) or spaced
                continue
            if style.quarter and not self._mine(style):
                spaced = True
                continue
            soft = text[stop : stop + 1] in _JOINERS and stop < len(text)
            mixed = thing != last and (
                not self._alike(start, stop) or any(self._over_rule(start, at) for at in range(start + 1, stop))
            )
            if mixed or not self._whole(text[start:stop], measures, style, (spaced, soft)):
                self._piecewise(start, stop, (spaced, soft), mixed)
            if len(self.out) > seen:
                spaced = False

    def _mine(self, style: _Style) -> bool:
        """Whether text of this style is read in this frame; if not, notes in which it is."""
        if style.quarter > 0:
            self.sides.add((style.quarter + self.quarter) % 4)
        return not style.quarter or (style.quarter < 0 and not self.quarter)

    def _ways(self, start: int, stop: int) -> bool:
        """Letters that run in several directions with no space between: those of each are words of their own."""
        places = range(start, stop)
        ways = [self._style(at, thing).quarter for at, thing in zip(places, things_at(self.text, places), strict=True)]
        for _, run in itertools.groupby(places, key=lambda at: ways[at - start]):
            part = list(run)
            if self._mine(self._style(part[0])):
                self._piecewise(part[0], part[-1] + 1, (True, False), True)
        return True

    def shown(self, box: Box) -> Box:
        """The place on the page as displayed."""
        width, height = (self.height, self.width) if self.quarter % 2 else (self.width, self.height)
        return turned_box(box, self.quarter, width, height)

    def _alike(self, start: int, stop: int) -> bool:
        """Whether all text objects that hold these letters are written in one style on one line."""
        firsts: dict[int, int] = {}
        for at, thing in enumerate(things_at(self.text, range(start, stop)), start):
            firsts.setdefault(thing, at)
        return 0 not in firsts and len({self._style(at, thing).written for thing, at in firsts.items()}) == 1

    def _whole(self, text: str, measures: Measures, style: _Style, ends: tuple[bool, bool]) -> bool:
        """Take a word of one text object with even gaps; False when it has to be looked at letter by letter."""
        bounds, step, widest, narrowest = measures
        if style.quarter:
            return False
        if len(text) > 1:
            if widest > _APART * style.size or narrowest < -0.5 * style.size:
                return False
            if step > 0.3 * style.size or not text.isprintable():
                return False
        word = self._word(text, bounds, style, ends)
        if word is not None:
            self.out.append(word)
        return True

    def _piecewise(self, start: int, stop: int, ends: tuple[bool, bool], mixed: bool) -> None:
        """Cut where a letter jumps away; digits off the line stay with their word, as raised or lowered characters.

        ``mixed``: the letters belong to several text objects, whose styles may differ.
        """
        first, (spaced, soft) = start, ends
        words: list[Word] = []
        for at in range(start + 1, stop + 1):
            parted = mixed and at < stop and self._over_rule(first, at)
            jumps = at < stop and (parted or self._jumps(first, at) or (mixed and self._fades(at)))
            if at < stop and not jumps and not (mixed and self._off_line(at)):
                continue
            word = self._part(first, at, spaced, soft and at == stop)
            if word is not None:
                words.append(word)
            first = at
            if jumps or at == stop:
                self._join(words)
                words, spaced = [], parted

    def _join(self, parts: list[Word]) -> None:
        if parts:
            word = parts[0]
            for part in parts[1:]:
                word = merged(*beside(word, part))
            self.out.append(word)

    def _part(self, start: int, stop: int, spaced: bool, soft: bool) -> Word | None:
        chars, style = self.chars, self._style(start)
        text = chars.text[start:stop]
        if stop - start > 1 and text[0].isalpha() != text[-1].isalpha():
            last = self._style(stop - 1)  # a raised mark at one end is not the word's style
            style = last if last.size > style.size else style
        bounds = (
            round(min(chars.lefts[start:stop]), 2),
            round(min(chars.tops[start:stop]), 2),
            round(max(chars.rights[start:stop]), 2),
            round(max(chars.bottoms[start:stop]), 2),
        )
        text = "".join(letter for letter in text if not "\ud800" <= letter <= "\udfff")
        return self._word(text, bounds, style, (spaced, soft)) if text else None

    def _word(self, text: str, bounds: Bounds, style: _Style, ends: tuple[bool, bool]) -> Word | None:
        """The word, or None when it lies outside the page; counts what cannot be seen or understood."""
        left, top, right, bottom = bounds
        box = Box(self.number, left, top, right, bottom)
        if right <= 0 or left >= self.width or bottom <= 0 or top >= self.height:
            self.outside.append(Word(text, box, style.size, style.base))
            return None
        if len(text) == 1 and "\ue000" <= text <= "\uf8ff":
            text = "•"  # a lone glyph of a symbol font
        self.unmapped += len(text) if style.unmapped and text != "•" else text.count("\ufffd")
        self.invisible += len(text) if style.invisible else 0
        spaced, soft = ends
        return Word(
            text, box, style.shown, style.base, style.bold, spaced, soft, not style.quarter, style.mono, style.paint
        )

    def _jumps(self, first: int, at: int) -> bool:
        chars, style = self.chars, self._style(first)
        size = max(style.size, 1.0)
        top, bottom = min(chars.tops[first:at]), max(chars.bottoms[first:at])
        if not style.upright:
            return chars.tops[at] - bottom > size or top - chars.bottoms[at] > size
        gap = chars.lefts[at] - max(chars.rights[first:at])
        off = chars.tops[at] > bottom + 0.3 * size or chars.bottoms[at] < top - 0.3 * size
        if gap > _APART * size and not off:
            gap = self._loose(at)[0] - self._loose(at - 1)[1]  # side bearings of narrow glyphs are no space
        return gap > _APART * size or gap < -2.5 * size or off

    def _off_line(self, at: int) -> bool:
        """A digit of another size or on another baseline than the letter before it."""
        here, before = self.chars.text[at], self.chars.text[at - 1]
        if not (here.isdigit() or before.isdigit()):
            return False
        style, other = self._style(at - 1), self._style(at)
        return style.upright and stands_off((style.size, style.base), (other.size, other.base))

    def _over_rule(self, first: int, at: int) -> bool:
        """Whether a digit opens a cell right after an upright rule, over which the letters from ``first`` on are drawn."""
        chars = self.chars
        if not (self.uprights and chars.text[at].isdigit() and chars.text[at - 1].isalpha()):
            return False
        before, here = things_at(self.text, [at - 1, at])
        left, right, middle = chars.lefts[first], chars.lefts[at], (chars.tops[at] + chars.bottoms[at]) / 2
        low = max(left, right - self._style(at).size)
        return before != here and any(low < r.at < right and r.low <= middle <= r.high for r in self.uprights)

    def _fades(self, at: int) -> bool:
        """Of two letters side by side one may be invisible and the other not."""
        return self._style(at - 1).paint.faint != self._style(at).paint.faint

    def _loose(self, index: int) -> tuple[float, float]:
        rect = self.raw.FS_RECTF()
        self.raw.FPDFText_GetLooseCharBox(self.text, index, ctypes.byref(rect))
        ends = self.turn(rect.left, rect.bottom)[0], self.turn(rect.right, rect.top)[0]
        return min(ends), max(ends)

    def _style(self, index: int, thing: int | None = None) -> _Style:
        if thing is None:
            thing = self.things.get(index)
        if thing is None:
            (thing,) = things_at(self.text, [index])
            self.things[index] = thing
        if not thing:
            return self._look(index, thing)
        if thing not in self.styles:
            self.styles[thing] = self._look(index, thing)
        return self.styles[thing]

    def _look(self, index: int, thing: int) -> _Style:
        text, numbers = self.handle, self.numbers
        scale = 1.0
        if self.matrix_at(text, index, self.matrix):
            scale = math.hypot(numbers[2], numbers[3]) or 1.0
        size = max(self.size_at(text, index) * scale, 0.1)
        self.origin_at(text, index, *self.point)
        base = self.turn(self.spot[0], self.spot[1])[1]
        angle = self.angle_at(text, index)
        turns = (angle + self.rotation) / (math.pi / 2)
        quarter = round(turns) % 4 if abs(turns - round(turns)) < _ASKEW else -1
        unmapped = self.unmapped_at(text, index) == 1
        bold, mono = self._font(index, thing)
        drawn, paint = self._paint(thing, size)
        return _Style(size, round(size, 2), bold, base, quarter, mono, unmapped, not drawn, paint)

    def _paint(self, thing: int, size: float) -> tuple[bool, Paint]:
        """Whether the text puts ink on the page at all, and how."""
        if not thing:
            return True, PLAIN
        drawn = bare("FPDFTextObj_GetTextRenderMode", ctypes.c_int, 0)(thing) not in _UNDRAWN
        known = bare("FPDFPageObj_GetFillColor", ctypes.c_int, 0, 4)(thing, *self.places)
        red, green, blue, opacity = self.parts
        colour = (red, green, blue, opacity) if known else None
        return drawn, paint_of(colour, drawn, self.drawn.order.get(thing), size)

    def _font(self, index: int, thing: int) -> tuple[bool, bool]:
        """Is the font bold, is it one of fixed width? Asked once a font."""
        font = bare("FPDFTextObj_GetFont", ctypes.c_void_p, 0)(thing) if thing else None
        if font is not None and font in self.fonts:
            return self.fonts[font]
        buffer, flags = ctypes.create_string_buffer(96), ctypes.c_int()
        self.raw.FPDFText_GetFontInfo(self.text, index, buffer, 96, ctypes.byref(flags))
        name = buffer.value.lower()
        heavy = b"bold" in name or b"black" in name or b"semibd" in name
        mono = bool(flags.value & 1) or _MONO.search(name) is not None
        found = heavy or self.raw.FPDFText_GetFontWeight(self.text, index) >= 600, mono
        if font is not None:
            self.fonts[font] = found
        return found
