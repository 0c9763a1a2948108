"""How does a page become a grey picture that stands upright and has no specks?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from opora.errors import BrokenFileError, LimitError

WANTED_DPI, LEAST_DPI, MOST_PIXELS = 300, 200, 60_000_000
_FILE_PIXELS = 200_000_000
_PAPER_IN = 8.27  # the width of a page that does not say its resolution
_SKEW_WIDTH = 900
_TILE = 16  # dots
_GRAIN = 3.0  # of 255 shades: by how much plain paper varies on a page that is not smooth
_SOFTENED = 0.8  # dots
_SPECK = 60  # of 255 shades, by which a speck differs from what is around it
_BLEACHED = 3.5  # times the grain: darker dots are ink
_STEPS = ((3.0, 0.5), (0.4, 0.1))


@dataclass(frozen=True, slots=True)
class Picture:
    """Grey pixels (a Pillow image of mode L) and their resolution in dots an inch."""

    image: Any
    dpi: float

    @property
    def points(self) -> tuple[float, float]:
        return self.image.width * 72 / self.dpi, self.image.height * 72 / self.dpi


def page_picture(path: Path, media_type: str, number: int) -> Picture:
    """Page ``number`` (from 1) of a PDF or an image file. BrokenFileError or LimitError when it cannot be drawn."""
    return _pdf_page(path, number) if media_type == "application/pdf" else _frame(path, number)


def frame_sizes(path: Path, most: int) -> list[tuple[float, float]]:
    """Width and height in points of each picture in an image file, at most ``most`` + 1 of them."""
    from PIL import Image

    _guard()
    try:
        with Image.open(path) as file:
            found: list[tuple[float, float]] = []
            for number in range(min(getattr(file, "n_frames", 1), most + 1)):
                file.seek(number)
                _check(file.width, file.height)
                dpi = _dpi(file)
                width, height = file.width * 72 / dpi, file.height * 72 / dpi
                found.append((height, width) if _lies(file) else (width, height))
            return found
    except _failures() as error:
        raise _broken(error) from error


def _frame(path: Path, number: int) -> Picture:
    from PIL import Image, ImageOps

    _guard()
    try:
        with Image.open(path) as file:
            file.seek(number - 1)
            _check(file.width, file.height)
            dpi = _dpi(file)
            return Picture(_grey(ImageOps.exif_transpose(file)), dpi)
    except _failures() as error:
        raise _broken(error) from error


def coloured_page(path: Path, number: int, scale: float) -> tuple[Any, float]:
    """A picture of an image file's page in its colours, at most ``scale`` dots a point, and how many it has."""
    from PIL import Image, ImageOps

    _guard()
    try:
        with Image.open(path) as file:
            file.seek(number - 1)
            _check(file.width, file.height)
            own = _dpi(file) / 72
            picture = ImageOps.exif_transpose(file)
            picture = picture.convert("RGBA" if "A" in picture.mode else "RGB")
    except _failures() as error:
        raise _broken(error) from error
    by = min(1.0, scale / own)
    if by < 1.0:
        picture = picture.resize((round(picture.width * by), round(picture.height * by)), Image.Resampling.LANCZOS)
    return picture, own * by


def _guard() -> None:
    """Sizes are checked here, with a message of our own."""
    from PIL import Image

    Image.MAX_IMAGE_PIXELS = None


def _check(width: int, height: int) -> None:
    if width * height > _FILE_PIXELS:
        raise LimitError(f"a picture of {width} by {height} dots is too large", "save it with fewer dots an inch")


def _failures() -> tuple[type[Exception], ...]:
    return (OSError, SyntaxError, ValueError, EOFError, TypeError, KeyError, IndexError, OverflowError)


def _broken(error: Exception) -> BrokenFileError:
    return BrokenFileError(f"the image is damaged ({type(error).__name__})", "ask for a new copy or scan it again")


def _lies(file: Any) -> bool:
    return file.getexif().get(0x0112) in (5, 6, 7, 8)


def _dpi(file: Any) -> float:
    """What the file says when it can be true, else as if it were a page as wide as A4."""
    told = file.info.get("dpi", (0, 0))
    dpi = float(told[0] or 0) if isinstance(told, tuple) else 0.0
    guessed = float(min(file.width, file.height)) / _PAPER_IN
    if 90 <= dpi <= 1200 and 0.2 <= guessed / dpi <= 4:
        return dpi
    return float(max(96.0, min(600.0, guessed)))


def _grey(image: Any) -> Any:
    from PIL import Image

    if image.mode.startswith("I;16") or image.mode in ("I", "F"):
        import numpy as np

        pixels = np.asarray(image, np.float64)
        top = float(pixels.max(initial=1.0)) or 1.0
        return Image.fromarray((pixels / top * 255).clip(0, 255).astype(np.uint8))
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        whole = image.convert("RGBA")
        paper = Image.new("RGBA", whole.size, "white")
        return Image.alpha_composite(paper, whole).convert("L")
    return image.convert("L")


def _pdf_page(path: Path, number: int) -> Picture:
    import pypdfium2 as pdfium

    try:
        document = pdfium.PdfDocument(path)
        document.init_forms()
        try:
            page = document[number - 1]
            width, height = page.get_size()
            dpi = min(_scan_dpi(page), (MOST_PIXELS / max(1.0, width * height)) ** 0.5 * 72)
            return Picture(page.render(scale=dpi / 72, grayscale=True).to_pil().convert("L"), dpi)
        finally:
            document.close()
    except pdfium.PdfiumError as error:
        raise BrokenFileError("the page cannot be drawn", "ask for a new copy of the file") from error


def _scan_dpi(page: Any) -> float:
    """That of the picture which covers the page, so that its dots stay dots; else the usual one."""
    import pypdfium2.raw as raw

    width, height = page.get_size()
    for thing in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, low, right, high = thing.get_bounds()
        if (right - left) * (high - low) >= 0.5 * width * height:
            across = max(thing.get_px_size()) / max(1.0, right - left, high - low) * 72
            if 100 <= across <= 400:
                return float(across)
    return float(WANTED_DPI)


def enlarged(picture: Picture) -> Picture:
    """Letters as high as the engine wants them."""
    from PIL import Image

    times = 1.0
    if picture.dpi < LEAST_DPI:
        times = min(4.0, WANTED_DPI / picture.dpi)
    elif picture.dpi > 1.5 * WANTED_DPI:
        times = WANTED_DPI / picture.dpi
    if times == 1.0 or picture.image.width * picture.image.height * times * times > 2 * MOST_PIXELS:
        return picture
    size = (round(picture.image.width * times), round(picture.image.height * times))
    return Picture(picture.image.resize(size, Image.Resampling.LANCZOS), picture.dpi * times)


def without_specks(picture: Picture) -> Picture:
    """Dots that stand out from all but one of the eight around them become like these; strokes stay as thin as they are."""
    from PIL import ImageChops, ImageFilter

    image = picture.image
    dark = ImageChops.subtract(image.filter(ImageFilter.RankFilter(3, 2)), image)
    light = ImageChops.subtract(image, image.filter(ImageFilter.RankFilter(3, 6)))
    specks = ImageChops.lighter(dark, light).point([255 * (step > _SPECK) for step in range(256)])
    if specks.getbbox() is None:
        return picture
    out = image.copy()
    out.paste(image.filter(ImageFilter.MedianFilter(3)), mask=specks)
    return Picture(out, picture.dpi)


def bleached(picture: Picture) -> Picture:
    """Grainy paper made one shade where there is so little ink that one threshold for the page would part the paper itself."""
    import numpy as np

    counts = np.array(picture.image.histogram(), np.float64)
    below, sums = np.cumsum(counts), np.cumsum(counts * np.arange(256))
    with np.errstate(divide="ignore", invalid="ignore"):
        between = (sums[-1] * below / below[-1] - sums) ** 2 / (below * (below[-1] - below))
    threshold = int(np.nanargmax(between[:-1])) if counts.max() < below[-1] else 0
    paper, low = (int(np.searchsorted(below, share * below[-1])) for share in (0.5, 0.16))
    grain = paper - low
    if not grain or threshold < paper - 3 * grain:
        return picture
    floor = max(0, paper - round(_BLEACHED * grain))
    return Picture(picture.image.point([shade if shade < floor else paper for shade in range(256)]), picture.dpi)


def smoothed(picture: Picture) -> Picture:
    """Each dot the middle one of the nine around it. Strokes of fewer than three dots suffer."""
    from PIL import ImageFilter

    return Picture(picture.image.filter(ImageFilter.MedianFilter(3)), picture.dpi)


def is_grainy(picture: Picture) -> bool:
    """Whether the paper itself is of many shades: how they vary inside small squares, of which a fifth are without ink."""
    import numpy as np

    shades = np.asarray(picture.image, np.float32)
    high, wide = (side // _TILE for side in shades.shape)
    if not high or not wide:
        return False
    tiles = shades[: high * _TILE, : wide * _TILE].reshape(high, _TILE, wide, _TILE)
    return bool(np.percentile(tiles.std(axis=(1, 3)), 20) > _GRAIN)


def softened(picture: Picture) -> Picture:
    """Grain is blurred away, and with it the false edges that make a 3 a 5."""
    from PIL import ImageFilter

    return Picture(picture.image.filter(ImageFilter.GaussianBlur(_SOFTENED)), picture.dpi)


def turned(picture: Picture, quarter: int) -> Picture:
    """Turned clockwise by 0, 90, 180 or 270 degrees."""
    from PIL import Image

    ways = {
        90: Image.Transpose.ROTATE_270,
        180: Image.Transpose.ROTATE_180,
        270: Image.Transpose.ROTATE_90,
    }
    return Picture(picture.image.transpose(ways[quarter]), picture.dpi) if quarter else picture


def straightened(picture: Picture, angle: float) -> Picture:
    """Turned anticlockwise by ``angle`` degrees about the middle; what comes in at the corners is paper."""
    from PIL import Image

    if not angle:
        return picture
    paper = picture.image.resize((64, 64), Image.Resampling.BOX)
    fill = sorted(paper.tobytes())[int(64 * 64 * 0.75)]
    return Picture(picture.image.rotate(angle, Image.Resampling.BICUBIC, fillcolor=fill), picture.dpi)


def skew(picture: Picture) -> float:
    """By how many degrees to turn it anticlockwise so that its lines are level, up to about three; 0 when it is unclear."""
    import numpy as np
    from PIL import Image, ImageFilter

    width = min(_SKEW_WIDTH, picture.image.width)
    height = max(1, round(picture.image.height * width / picture.image.width))
    small = picture.image.resize((width, height), Image.Resampling.BOX)
    paper = np.asarray(small.filter(ImageFilter.GaussianBlur(20)), np.float32)
    ink = Image.fromarray(np.clip(paper - np.asarray(small, np.float32) - 20, 0, 255).astype(np.uint8))

    def sharpness(angle: float) -> float:
        rows = np.asarray(ink.rotate(angle, Image.Resampling.BILINEAR), np.float32).sum(axis=1)
        return float(((rows[1:] - rows[:-1]) ** 2).sum())

    level = sharpness(0.0)
    best = 0.0
    for reach, step in _STEPS:
        count = round(reach / step)
        angles = [best + step * n for n in range(-count, count + 1)]
        best = max(angles, key=sharpness)
    sharp = sharpness(best)
    return round(best, 2) if sharp > 1.02 * level and abs(best) >= 0.1 else 0.0
