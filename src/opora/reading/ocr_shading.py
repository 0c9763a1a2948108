"""Which areas of a page are shaded, and what does the page look like on plain paper?

An engine that parts ink from paper by one threshold takes a grey table head for ink, and loses the words in it.
"""

from __future__ import annotations

from typing import Any

from opora.reading.ocr_image import Picture

_GRID_DPI = 75.0  # of the grid on which paper is told from ink
_STROKE_IN = 0.12  # inches: half of the widest stroke of a letter, and of the widest line
_SHADED, _DARK = 0.94, 0.35  # of the paper's shade: lighter is paper, darker is a picture or white on black
_LEAST = 0.004  # share of the page that must be shaded
_STEP, _EDGE_IN = (
    20,
    0.5,
)  # shades, and inches of an edge: what is laid under a text begins at once, a copier's shadow does not


def unshaded(picture: Picture) -> Picture:
    """The same page with shaded areas made as light as its paper; the same picture when it has none."""
    import numpy as np
    from PIL import Image

    times = max(1, round(picture.dpi / _GRID_DPI))
    small = picture.image.reduce(times)
    ground = _ground(small, max(1, round(_STROKE_IN * picture.dpi / times)))
    paper = float(np.percentile(ground, 95))
    shaded = (ground < _SHADED * paper) & (ground > _DARK * paper)
    if shaded.mean() < _LEAST or not _has_edges(ground, _EDGE_IN * picture.dpi / times):
        return picture
    by = np.where(shaded, paper / np.maximum(ground, 1.0), 1.0).astype(np.float32)
    whole = by.repeat(times, axis=0).repeat(times, axis=1)[: picture.image.height, : picture.image.width]
    lightened = np.clip(np.asarray(picture.image, np.float32) * whole, 0, 255).astype(np.uint8)
    return Picture(Image.fromarray(lightened), picture.dpi)


def _has_edges(ground: Any, long: float) -> bool:
    import numpy as np

    steps = max(
        int((np.abs(ground[2:] - ground[:-2]) >= _STEP).sum()),
        int((np.abs(ground[:, 2:] - ground[:, :-2]) >= _STEP).sum()),
    )
    return steps >= long


def _ground(small: Any, reach: int) -> Any:
    """What lies under the ink: dark strokes narrower than twice ``reach`` are closed, edges of areas stay where they are."""
    import numpy as np
    from PIL import ImageFilter, ImageOps

    wide = ImageOps.expand(small.filter(ImageFilter.GaussianBlur(1)), reach, fill=0)
    for _ in range(reach):
        wide = wide.filter(ImageFilter.MaxFilter(3))
    for _ in range(reach):
        wide = wide.filter(ImageFilter.MinFilter(3))
    return np.asarray(wide.crop((reach, reach, reach + small.width, reach + small.height)), np.float32)
