"""Which ink of a page has no reading owned, and which numbers are printed worse than the rest of it?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from opora.reading.ocr_image import Picture
from opora.reading.ocr_wire import OcrWord

_DPI = 150.0  # of the grid on which ink is measured
_TILE = 24  # cells, of which a fifth show the paper
_LEAST, _NOISE = 12.0, 3.0  # shades; times the noise: less is no ink
_WIDE = 0.52  # of the font size: a digit
_AROUND = 0.1  # of the font size: what a box lacks of its word's ink
_HIGH, _LOW = 0.35, 1.25  # of the font size: how high a digit's ink at least is, and at most
_INKED = 0.03  # of the square of the font size: how many cells are inked
_SMALLEST = 0.14  # of the font size: the width of a worn "1"


@dataclass(frozen=True, slots=True)
class Place:
    """Ink without a word on a printed line: edges, baseline and font size in points."""

    left: float
    top: float
    right: float
    bottom: float
    base: float
    size: float


@dataclass(frozen=True, slots=True)
class Print:
    """How dark and how sharp the palest part of some ink is that is about as wide as half a digit; 1.0 is the page's usual."""

    dark: float
    sharp: float


class Ink:
    """By how many shades each cell of a page is darker than the paper around it."""

    def __init__(self, picture: Picture) -> None:
        import numpy as np
        from PIL import Image, ImageFilter

        times = min(1.0, _DPI / picture.dpi)
        size = (max(1, round(picture.image.width * times)), max(1, round(picture.image.height * times)))
        small = picture.image.resize(size, Image.Resampling.BOX) if times < 1.0 else picture.image
        small = small.filter(ImageFilter.GaussianBlur(0.6))
        shades = np.asarray(small, np.float32)
        over = _paper(shades) - shades
        over -= np.median(over)
        self.by = picture.dpi * times / 72
        self.least = max(_LEAST, _NOISE * 1.4826 * float(np.median(np.abs(over))))
        self.dark = np.clip(over, 0.0, None)
        down, across = np.gradient(self.dark)
        self.edge = np.hypot(down, across)

    def unread(self, words: Sequence[OcrWord]) -> list[Place]:
        """Places of at least a digit's height that stand on a line of ``words`` and that none of them covers."""
        left = self.dark > self.least
        for word in words:
            around = _AROUND * word.size
            left[
                self._cells(
                    word.left - around,
                    min(word.top, word.base - 0.8 * word.size),
                    word.right + around,
                    max(word.bottom, word.base + 0.3 * word.size),
                )
            ] = False
        found: list[Place] = []
        for line in _lines(words):
            found += self._on_line(left, line)
        return found

    def edges(self, left: float, right: float, base: float, size: float) -> tuple[float, float]:
        """Where the ink of a line between two points begins and ends."""
        import numpy as np

        rows, columns = self._cells(left, base - 0.8 * size, right, base)
        inked = np.flatnonzero((self.dark[rows, columns] > self.least).any(axis=0))
        return (left + inked[0] / self.by, left + (inked[-1] + 1) / self.by) if inked.size else (left, right)

    def prints(self, words: Sequence[OcrWord]) -> list[Print | None]:
        """Of each word; ``None`` for one without ink."""
        import numpy as np

        raw = [self._print(word) for word in words]
        known = np.array(
            [one for one, word in zip(raw, words, strict=True) if one and word.text.isalnum()] or [(1.0, 1.0)]
        )
        usual = np.median(known, axis=0)
        return [one and Print(one[0] / usual[0], one[1] / usual[1]) for one in raw]

    def _print(self, word: OcrWord) -> tuple[float, float] | None:
        """The darkest cell and the steepest edge of the palest stretch of the word's ink that is as wide as half a digit."""
        import numpy as np

        area = self._cells(
            word.left, min(word.top, word.base - 0.8 * word.size), word.right, word.base + 0.1 * word.size
        )
        dark, edge = self.dark[area], self.edge[area]
        if not dark.size:
            return None
        half = max(1, round(0.3 * _WIDE * word.size * self.by))
        dips, steeps = [], []
        for first, last in _runs((dark > self.least).any(axis=0)):
            tall = np.flatnonzero((dark[:, first:last] > self.least).any(axis=1))
            if tall[-1] - tall[0] + 1 < 0.45 * word.size * self.by:
                continue  # a comma, a full stop, a dash
            d, e = dark[:, first:last].max(axis=0), edge[:, first:last].max(axis=0)
            if last - first > 2 * half:
                d, e = _spread(d, half), _spread(e, half)
            else:
                d, e = d.max(keepdims=True), e.max(keepdims=True)
            dips.append(float(d.min()))
            steeps.append(float(e.min()))
        return (min(dips), min(steeps)) if dips else None

    def _on_line(self, left: Any, line: Sequence[OcrWord]) -> list[Place]:
        import numpy as np

        size = sorted(word.size for word in line)[len(line) // 2]
        found: list[Place] = []
        base = sum(word.base for word in line) / len(line)
        rows, columns = self._cells(0.0, base - _LOW * size, left.shape[1] / self.by, base + 0.5 * size)
        band = left[rows, columns]
        if not band.size:
            return []
        inside = band[round(0.3 * size * self.by) : band.shape[0] - round(0.45 * size * self.by)]
        for first, last in _runs(inside.any(axis=0)):
            high = band[:, first:last].any(axis=1)
            if high[0] and high[-1]:
                continue  # a drawn line or a picture
            tall = np.flatnonzero(inside[:, first:last].any(axis=1))
            if (tall[-1] - tall[0] + 1) < _HIGH * size * self.by:
                continue
            if inside[:, first:last].sum() < _INKED * (size * self.by) ** 2:
                continue
            found.append(Place(first / self.by, base - 0.75 * size, last / self.by, base, base, size))
        return [one for one in _merged(found) if one.right - one.left >= _SMALLEST * size]

    def _cells(self, left: float, top: float, right: float, bottom: float) -> tuple[slice, slice]:
        by = self.by
        return slice(max(0, round(top * by)), max(0, round(bottom * by))), slice(
            max(0, round(left * by)), max(0, round(right * by))
        )


def _paper(shades: Any) -> Any:
    """The shade of the paper at each cell, told from the light part of the tiles around it."""
    import numpy as np
    from PIL import Image

    high, wide = (max(1, -(-side // _TILE)) for side in shades.shape)
    padded = np.pad(shades, ((0, high * _TILE - shades.shape[0]), (0, wide * _TILE - shades.shape[1])), mode="edge")
    tiles = padded.reshape(high, _TILE, wide, _TILE).transpose(0, 2, 1, 3).reshape(high, wide, -1)
    light = np.median(np.sort(tiles, axis=2)[:, :, tiles.shape[2] // 2 :], axis=2)
    image = Image.fromarray(light.astype(np.float32))
    return np.asarray(image.resize((wide * _TILE, high * _TILE), Image.Resampling.BILINEAR))[
        : shades.shape[0], : shades.shape[1]
    ]


def _spread(line: Any, half: int) -> Any:
    """The greatest value within ``half`` cells, of each cell that has as many on both sides."""
    import numpy as np

    return np.lib.stride_tricks.sliding_window_view(line, 2 * half + 1).max(axis=1)


def _runs(flags: Any) -> list[tuple[int, int]]:
    """First and one after the last of each stretch that is set."""
    import numpy as np

    edges = np.flatnonzero(np.diff(np.concatenate(([0], flags.astype(np.int8), [0]))))
    return [(int(first), int(last)) for first, last in zip(edges[::2], edges[1::2], strict=True)]


def _lines(words: Sequence[OcrWord]) -> list[list[OcrWord]]:
    """Words by their baselines."""
    found: list[list[OcrWord]] = []
    for word in sorted(words, key=lambda one: one.base):
        if found and abs(found[-1][-1].base - word.base) < 0.4 * max(word.size, found[-1][-1].size):
            found[-1].append(word)
        else:
            found.append([word])
    return found


def _merged(places: Sequence[Place]) -> list[Place]:
    found: list[Place] = []
    for place in places:
        if found and place.left - found[-1].right < 0.6 * place.size:
            found[-1] = Place(found[-1].left, place.top, place.right, place.bottom, place.base, place.size)
        else:
            found.append(place)
    return found
