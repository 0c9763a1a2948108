"""Which ruling lines stand on a page that stands upright, and what is the page without them?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from opora.reading.ocr_image import Picture

_LONG_IN, _ALONE_IN = 0.45, 1.2  # inches: no stroke of a letter is as long; a line that meets no other is longer
_THICK_IN = 0.035  # inches: a thicker bar is no ruling line
_DARKER = 30  # of 255 shades, than what is on both sides of it
_SOLID = 0.92  # share of a stretch that is inked: lines of dots and of letters have gaps
_FINE_DPI = 200.0
_BEND_IN = 0.02  # inches, by which the ends of two stretches of one line may stand apart


@dataclass(frozen=True, slots=True)
class Ruling:
    """A line along an axis, in dots: ``at`` is y of a level one and x of an upright one, ``thick`` across."""

    level: bool
    at: float
    low: float
    high: float
    thick: float

    def in_points(self, dpi: float) -> tuple[float, float, float, float]:
        """As ``OcrPage.rules`` has them."""
        by = 72 / dpi
        return float(self.level), round(self.at * by, 2), round(self.low * by, 2), round(self.high * by, 2)


@dataclass(frozen=True, slots=True)
class Ruled:
    """The picture with paper where its ruling lines stood; strokes that cross a line stay."""

    picture: Picture
    rulings: tuple[Ruling, ...]


def without_rulings(picture: Picture) -> Ruled:
    """Find long thin straight lines along both axes and take them out. The same picture when there are none."""
    import numpy as np

    shades = np.asarray(picture.image, np.int16)
    thick = max(2, round(_THICK_IN * picture.dpi))
    masks = {level: _thin(shades if level else shades.T, thick) for level in (True, False)}
    lines = [line for level, mask in masks.items() for line in _lines(mask, picture.dpi, level)]
    found = [line for line in lines if line.high - line.low >= _ALONE_IN * picture.dpi or _met(line, lines, thick)]
    if not found:
        return Ruled(picture, ())
    from PIL import Image

    out = _cleared(shades, masks[True], [line for line in found if line.level])
    out = _cleared(out.T, masks[False], [line for line in found if not line.level]).T
    return Ruled(Picture(Image.fromarray(out.astype(np.uint8)), picture.dpi), tuple(found))


def _met(line: Ruling, lines: list[Ruling], reach: int) -> bool:
    """Whether two lines of the other direction touch it: a cell has two sides."""
    return (
        sum(
            other.low - reach <= line.at <= other.high + reach and line.low - reach <= other.at <= line.high + reach
            for other in lines
            if other.level != line.level
        )
        > 1
    )


def _thin(shades: Any, thick: int) -> Any:
    """Where a dot is darker than what lies ``thick`` dots over and under it; shape as ``shades``."""
    import numpy as np

    reach = thick + 1
    padded = np.pad(shades, ((reach, reach), (0, 0)), mode="edge")
    over, under = padded[: -2 * reach], padded[2 * reach :]
    return np.minimum(over, under) - shades >= _DARKER


def _lines(mask: Any, dpi: float, level: bool) -> list[Ruling]:
    """Stretches of one row that are long and solid, put together where they lie side by side or go on."""
    import numpy as np

    long = max(20, round(_LONG_IN * dpi))
    if mask.shape[1] < long:
        return []
    near = mask
    if dpi >= _FINE_DPI:  # a line that is a little askew steps from row to row: look at three rows as one
        near = mask.copy()
        near[1:] |= mask[:-1]
        near[:-1] |= mask[1:]
    sums = np.cumsum(np.pad(near, ((0, 0), (1, 0))), axis=1, dtype=np.int32)
    solid = sums[:, long:] - sums[:, :-long] >= _SOLID * long
    stretches: list[tuple[int, int, int]] = []
    for row in np.flatnonzero(solid.any(axis=1)):
        edges = np.diff(np.pad(solid[row].astype(np.int8), 1))
        starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
        stretches += [(int(row), int(low), int(high) + long - 1) for low, high in zip(starts, ends, strict=True)]
    return [one for group in _groups(stretches, round(_BEND_IN * dpi) + 2) if (one := _one(group, mask, dpi, level))]


def _groups(stretches: list[tuple[int, int, int]], apart: int) -> list[list[tuple[int, int, int]]]:
    """Stretches that touch: rows at most ``apart`` from each other, and an overlap or a gap as small along them."""
    groups: list[list[tuple[int, int, int]]] = []
    for one in stretches:  # row by row
        row, low, high = one
        touching = [
            group
            for group in groups
            if row - group[-1][0] <= apart
            and any(
                row - other <= apart and low - apart <= end and start <= high + apart
                for other, start, end in group[-8:]
            )
        ]
        joined = [stretch for group in touching for stretch in group] + [one]
        joined.sort()
        groups = [group for group in groups if group not in touching]
        groups.append(joined)
    return groups


def _one(group: list[tuple[int, int, int]], mask: Any, dpi: float, level: bool) -> Ruling | None:
    import numpy as np

    first, last = group[0][0], group[-1][0]
    low, high = min(one[1] for one in group), max(one[2] for one in group)
    whole = np.flatnonzero(mask[first : last + 1, low:high].any(axis=0))
    ends = whole[1:-1][
        (np.diff(whole)[1:] == 1) & (np.diff(whole)[:-1] == 1)
    ]  # within three dots: what is inked and no grain
    if not len(ends):
        return None
    low, high = low + int(ends[0]) - 1, low + int(ends[-1]) + 2
    if high - low < 0.9 * _LONG_IN * dpi:
        return None
    inked = mask[first : last + 1, low:high]
    thick = float(inked.sum()) / max(1, high - low)
    if thick > 1.5 * _THICK_IN * dpi:
        return None
    rows = inked.sum(axis=1)
    at = first + float((rows * range(len(rows))).sum() / max(1, rows.sum()))
    return Ruling(level, at, float(low), float(high), thick)


def _cleared(shades: Any, mask: Any, lines: list[Ruling]) -> Any:
    """Dots of the lines as light as what lies beyond them on the darker side: a stroke that crosses is dark on both."""
    import numpy as np

    out = shades.copy()
    high = shades.shape[0]
    for line in lines:
        half = max(2, round(line.thick))
        first, last = max(0, round(line.at) - half - 2), min(high, round(line.at) + half + 3)
        low, end = max(0, round(line.low) - 2), round(line.high) + 3
        over = shades[max(0, first - 2), low:end]
        under = shades[min(high - 1, last + 1), low:end]
        paper = np.maximum(over, under)
        area = out[first:last, low:end]
        struck = mask[first:last, low:end] | (area < np.minimum(over, under) - _DARKER // 2)
        out[first:last, low:end] = np.where(struck, np.maximum(area, paper), area)
    return out
