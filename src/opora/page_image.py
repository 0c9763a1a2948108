"""Where on the page does it stand? The page drawn with marks over the very words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from opora.domain.place import Box, Span
from opora.errors import UsageError

SCALE = 2.0
"""Pixels a point."""

_MOST_DOTS = 20_000_000
_MARK, _EDGE = (255, 214, 0, 90), (214, 120, 0, 255)
_FONTS = ("DejaVuSans.ttf", "LiberationSans-Regular.ttf", "NotoSans-Regular.ttf", "Arial.ttf", "arial.ttf")
_LINE_CHARS, _LINE_PX, _SIZE_PX, _MARGIN_PX, _AROUND = 100, 26, 18, 30, 1500


def has_pages(media_type: str) -> bool:
    """Whether the original itself can be drawn."""
    return media_type == "application/pdf" or media_type.startswith("image/")


def draw_page(original: Path, media_type: str, boxes: Sequence[Box], target: Path) -> int:
    """Write the page of the first box as a PNG, marks over all boxes on it; returns the page's number.

    Boxes are points from the top-left of the page as it is shown (its rotation applied).
    """
    if media_type == "application/pdf":
        return draw_pdf_page(original, boxes, target)
    from opora.reading.ocr_image import coloured_page

    number = boxes[0].page
    picture, scale = coloured_page(original, number, SCALE)
    _save(_marked(picture, [box for box in boxes if box.page == number], scale), target)
    return number


def draw_pdf_page(pdf: Path, boxes: Sequence[Box], target: Path) -> int:
    """Write the page of the first box as a PNG, marks over all boxes on it; returns the page's number.

    Boxes are points from the top-left of the page as it is shown (its rotation applied).
    """
    number = boxes[0].page
    picture, scale = _pdf_picture(pdf, number)
    _save(_marked(picture, [box for box in boxes if box.page == number], scale), target)
    return number


def page_points(original: Path, media_type: str, number: int) -> tuple[float, float]:
    """Width and height of a page in points, as it is shown. UsageError when there is no such page."""
    if media_type != "application/pdf":
        from opora.reading.ocr_image import frame_sizes

        sizes = frame_sizes(original, number)
        if number > len(sizes):
            raise _no_page(number)
        return sizes[number - 1]
    import pypdfium2

    document = pypdfium2.PdfDocument(original)
    try:
        if number > len(document):
            raise _no_page(number)
        page = document[number - 1]
        size: tuple[float, float] = page.get_size()
        page.close()
    finally:
        document.close()
    return size


def bare_page(original: Path, media_type: str, number: int) -> bytes:
    """The page as a PNG without marks, for a place that draws them itself over ``page_points``."""
    if media_type == "application/pdf":
        picture, _ = _pdf_picture(original, number)
    else:
        from opora.reading.ocr_image import coloured_page

        picture, _ = coloured_page(original, number, SCALE)
    target = BytesIO()
    picture.convert("RGB").save(target, format="PNG")
    return target.getvalue()


def _pdf_picture(pdf: Path, number: int) -> tuple[Any, float]:
    """The picture, and its dots a point: fewer than usual where a page says that it is as large as a wall."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()  # so that the page shows what was typed into its fields
    try:
        if number > len(document):
            raise _no_page(number)
        page = document[number - 1]
        width, height = page.get_size()
        scale = min(SCALE, math.sqrt(_MOST_DOTS / max(1.0, width * height)))
        picture = page.render(scale=scale).to_pil()
        page.close()
    finally:
        document.close()
    return picture, scale


def _no_page(number: int) -> UsageError:
    return UsageError(f"there is no page {number}", "see 'opora report' for the pages")


def _marked(picture: Any, boxes: Sequence[Box], scale: float) -> Any:
    from PIL import Image, ImageDraw

    layer = Image.new("RGBA", picture.size, (0, 0, 0, 0))
    pen = ImageDraw.Draw(layer)
    for box in boxes:
        corners = [box.left * scale - 2, box.top * scale - 2, box.right * scale + 2, box.bottom * scale + 2]
        pen.rectangle(corners, fill=_MARK, outline=_EDGE, width=2)
    return Image.alpha_composite(picture.convert("RGBA"), layer).convert("RGB")


def draw_text(text: str, span: Span, target: Path) -> None:
    """Write the text around the span as a PNG, the span marked: for sources that have no pages."""
    from PIL import Image, ImageDraw

    text = text.replace("\t", " ")  # drawn and measured alike
    start = max(0, text.rfind("\n", 0, max(0, span.start - _AROUND)) + 1)
    lines = _wrapped(text, start, min(len(text), span.end + _AROUND))
    font = _font()
    height = _MARGIN_PX * 2 + _LINE_PX * max(1, len(lines))
    width = _MARGIN_PX * 2 + int(max((font.getlength(piece.of(text)) for piece in lines), default=0)) + 1
    picture = Image.new("RGB", (max(width, 400), height), "white")
    pen = ImageDraw.Draw(picture)
    for row, piece in enumerate(lines):
        top = _MARGIN_PX + row * _LINE_PX
        if piece.overlaps(span):
            left = font.getlength(text[piece.start : max(piece.start, span.start)])
            right = font.getlength(text[piece.start : min(piece.end, span.end)])
            pen.rectangle(
                [_MARGIN_PX + left, top, _MARGIN_PX + right, top + _LINE_PX - 2], fill=_MARK[:3], outline=_EDGE[:3]
            )
        pen.text((_MARGIN_PX, top), piece.of(text), fill="black", font=font)
    _save(picture, target)


def _font() -> Any:
    """A font of this machine that has Cyrillic letters; where there is none, the one inside Pillow, which is Latin only."""
    from PIL import ImageFont

    for name in _FONTS:
        try:
            return ImageFont.truetype(name, _SIZE_PX)
        except OSError:
            continue
    return ImageFont.load_default(size=_SIZE_PX)


def _wrapped(text: str, start: int, end: int) -> list[Span]:
    """Lines of at most 100 characters, broken at spaces."""
    lines: list[Span] = []
    while start < end:
        newline = text.find("\n", start, end)
        stop = newline if newline >= 0 else end
        while stop - start > _LINE_CHARS:
            space = text.rfind(" ", start + 1, start + _LINE_CHARS)
            cut = space if space > start else start + _LINE_CHARS
            lines.append(Span(start, cut))
            start = cut
        lines.append(Span(start, stop))
        start = stop + 1 if newline >= 0 else end
    return lines


def _save(picture: Any, target: Path) -> None:
    try:
        picture.save(target, format="PNG")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot write {str(target)!r}: {reason}", "choose another file") from error
