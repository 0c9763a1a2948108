"""How is a page read that stands upright: its drawn tables cell by cell, and the rest of it as a page?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from opora.reading.ocr_engine import How, Reader, Seen
from opora.reading.ocr_image import Picture, skew, straightened
from opora.reading.ocr_ruling import without_rulings
from opora.reading.ocr_wire import OcrWord
from opora.reading.pdf_rules import Rule
from opora.reading.pdf_tables import ruled_cells

_PAPER = 12  # dots of paper that the engine wants around a text
_INK = 60  # of 255 shades, darker than paper
_INKED = 6  # dots: fewer are no sign
_PAGELIKE_IN = 2.5  # inches: a cell that is wider and higher is a page of its own
_UNSURE = 80.0  # mean confidence
_OVER = 0.3  # of the font size
_INSIDE = 0.7  # points that a cell lacks at each edge: what is left of its lines

Edges = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Upright:
    """A page without its ruling lines. ``angle``: by how many degrees anticlockwise it is to be turned, or was already.

    It was where lines are drawn. ``rules`` as ``OcrPage`` has them; ``cells``: left, top, right, bottom in points.
    """

    picture: Picture
    angle: float
    rules: tuple[Edges, ...] = ()
    cells: tuple[Edges, ...] = ()

    @property
    def askew(self) -> float:
        """Degrees that are left to turn."""
        return 0.0 if self.rules else self.angle

    def words(self, reader: Reader, picture: Picture, how: How) -> list[OcrWord]:
        """Words of this page in ``picture``, which shows it level and with as many dots as it may."""
        seen = reader.words(picture, how)
        paper = _paper(picture) if self.cells else 255
        for cell in self.cells:
            edges = _dots(cell, picture)
            inside = [one for one in seen if _inside(one, edges)]
            own = _of_cell(reader, picture, edges, paper, how)
            whole = not any(_over_edge(one, edges) for one in inside)
            if not own or (whole and _sure(inside) > _sure(own)):
                continue
            kept = {id(one) for one in inside}
            seen = [one for one in seen if id(one) not in kept] + own
        return _points(seen, picture.dpi)


def made_upright(clean: Picture) -> Upright:
    """Told from its lines of text; turned at once where lines are drawn, since these are found on level pages alone."""
    angle = skew(clean)
    ruled = without_rulings(straightened(clean, angle))
    if not ruled.rulings:
        return Upright(clean, angle)
    rules = tuple(one.in_points(clean.dpi) for one in ruled.rulings)
    cells = ruled_cells([Rule(bool(level), at, low, high) for level, at, low, high in rules])
    return Upright(ruled.picture, angle, rules, tuple(cells))


def _inside(one: Seen, edges: tuple[int, int, int, int]) -> bool:
    x, y = (one.left + one.right) / 2, (one.top + one.bottom) / 2
    return edges[0] <= x <= edges[2] and edges[1] <= y <= edges[3]


def _over_edge(one: Seen, edges: tuple[int, int, int, int]) -> bool:
    """Whether a word of the whole page's reading reaches out of the cell: it was put together from two."""
    reach = _OVER * one.size
    return one.left < edges[0] - reach or one.right > edges[2] + reach


def _sure(words: list[Seen]) -> float:
    """Mean confidence, each word as much as it has letters."""
    total = sum(len(one.text) for one in words)
    return sum(one.confidence * len(one.text) for one in words) / total if total else 0.0


def _of_cell(reader: Reader, picture: Picture, edges: tuple[int, int, int, int], paper: int, how: How) -> list[Seen]:
    """What stands in one cell; half as large where the engine is not sure of it: it knows letters best that are not too high."""
    cut = picture.image.crop(edges)
    if sum(cut.histogram()[: max(1, paper - _INK)]) < _INKED:
        return []
    block = min(cut.width, cut.height) < _PAGELIKE_IN * picture.dpi
    seen = _cut_read(reader, Picture(cut, picture.dpi), 1.0, paper, replace(how, one_block=block))
    if _sure(seen) < _UNSURE:
        smaller = _cut_read(reader, Picture(cut, picture.dpi), 0.5, paper, replace(how, one_block=block))
        seen = max(seen, smaller, key=_sure)
    across, down = edges[0], edges[1]
    return [
        replace(
            one,
            left=one.left + across,
            right=one.right + across,
            top=one.top + down,
            bottom=one.bottom + down,
            base=one.base + down,
        )
        for one in seen
    ]


def _cut_read(reader: Reader, cut: Picture, times: float, paper: int, how: How) -> list[Seen]:
    """Words in dots of ``cut``, which is shown ``times`` as large and with paper around it."""
    from PIL import Image, ImageOps

    image = cut.image
    if times != 1.0:
        size = (max(1, round(image.width * times)), max(1, round(image.height * times)))
        image = image.resize(size, Image.Resampling.LANCZOS)
    framed = Picture(ImageOps.expand(image, _PAPER, paper), cut.dpi * times)

    def own(dots: float) -> float:
        return (dots - _PAPER) / times

    return [
        replace(
            one,
            left=own(one.left),
            right=own(one.right),
            top=own(one.top),
            bottom=own(one.bottom),
            base=own(one.base),
            size=one.size / times,
        )
        for one in reader.words(framed, how)
    ]


def _dots(cell: Edges, picture: Picture) -> tuple[int, int, int, int]:
    by = picture.dpi / 72
    left, top, right, bottom = cell
    return (
        max(0, round((left + _INSIDE) * by)),
        max(0, round((top + _INSIDE) * by)),
        min(picture.image.width, round((right - _INSIDE) * by)),
        min(picture.image.height, round((bottom - _INSIDE) * by)),
    )


def _paper(picture: Picture) -> int:
    """The most common of the light shades."""
    counts: list[int] = picture.image.histogram()
    return max(range(128, 256), key=counts.__getitem__)


def _points(seen: list[Seen], dpi: float) -> list[OcrWord]:
    by = 72 / dpi
    return [
        OcrWord(
            one.text,
            *(round(one.left * by, 2), round(one.top * by, 2), round(one.right * by, 2), round(one.bottom * by, 2)),
            base=round(one.base * by, 2),
            size=round(one.size * by, 2),
            confidence=round(one.confidence, 1),
        )
        for one in seen
    ]
