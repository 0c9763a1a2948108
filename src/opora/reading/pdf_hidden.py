"""Which words of a PDF page can nobody see? Text that people cannot read is how orders are smuggled to programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from opora.domain.place import Box
from opora.reading.pdf_rules import Fill

_PALE = 225  # of 255, in each colour: on white paper such text may vanish
_SHEER = 40  # of 255: less opaque than this is close to nothing
_ALIKE = 30  # of 255: text and the area under it in nearly one colour
_TINY = 2.0  # points
_CONTRAST = 24  # of 255: what differs less from its surroundings is not read by a person
_SCALE = 2.0  # pixels a point

_AT_ONCE = 500  # words
_LAST = 1_000_000_000  # painted after everything that is known

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Paint:
    """How text is painted: its colour (red, green, blue) and place in the order; ``faint``: it may be invisible anywhere."""

    colour: Colour | None = None
    order: int = _LAST
    faint: bool = False


PLAIN = Paint()
"""Of text whose paint is not known."""


class Painted(Protocol):
    """A word with its place, size and paint."""

    box: Box
    size: float
    paint: Paint

    @property
    def middle(self) -> tuple[float, float]: ...


def paint_of(colour: tuple[int, int, int, int] | None, drawn: bool, order: int | None, size: float) -> Paint:
    """``colour``: red, green, blue, opacity; ``drawn``: whether ink is put on the page; ``size`` in points."""
    pale = colour is not None and (min(colour[:3]) >= _PALE or colour[3] < _SHEER)
    return Paint(colour and colour[:3], _LAST if order is None else order, pale or not drawn or size < _TINY)


def doubted(words: Sequence[Painted], fills: Sequence[Fill]) -> list[bool]:
    """Which words may be invisible: by their paint, or in an area painted over them or under them in their own colour."""
    found = [word.paint.faint for word in words]
    if not fills or not words:
        return found
    areas = np.array([(fill.left, fill.top, fill.right, fill.bottom) for fill in fills])
    middles = np.array([word.middle for word in words])
    for start in range(0, len(words), _AT_ONCE):
        x, y = middles[start : start + _AT_ONCE, :1], middles[start : start + _AT_ONCE, 1:]
        inside = (areas[:, 0] <= x) & (x <= areas[:, 2]) & (areas[:, 1] <= y) & (y <= areas[:, 3])
        for row, number in np.argwhere(inside):
            found[start + row] |= _hides(fills[number], words[start + row].paint)
    return found


def _hides(fill: Fill, paint: Paint) -> bool:
    if fill.order > paint.order:
        return True
    return paint.colour is not None and all(abs(a - b) < _ALIKE for a, b in zip(fill.colour, paint.colour, strict=True))


def seen(page: Any, words: Sequence[Painted], shown: Callable[[Box], Box]) -> list[bool]:
    """For each word: does the drawn page show anything where it stands, in letters that a person can read?

    ``shown``: where a box lies on the page as displayed.
    """
    if not words:
        return []
    pixels = page.render(scale=_SCALE, grayscale=True).to_numpy()
    grey = pixels if pixels.ndim == 2 else pixels[:, :, 0]
    return [word.size >= _TINY and _contrast(grey, shown(word.box)) >= _CONTRAST for word in words]


def _contrast(grey: Any, box: Box) -> int:
    """Inside the box alone: the ink of a neighbour shows nothing of this word."""
    top, bottom = max(0, round(box.top * _SCALE)), round(box.bottom * _SCALE)
    left, right = max(0, round(box.left * _SCALE)), round(box.right * _SCALE)
    part = grey[top : max(bottom, top + 1), left : max(right, left + 1)]
    return int(part.max()) - int(part.min()) if part.size else 0
