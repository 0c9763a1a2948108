"""Is the grain of a scan told from what is printed on it?"""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from opora.reading.ocr_image import Picture, is_grainy, softened


def page(grain: float) -> Picture:
    """Lines of text, the paper between them of shades that vary by ``grain``."""
    image = Image.new("L", (640, 480), 235)
    pen = ImageDraw.Draw(image)
    for at in range(8):
        pen.text((40, 30 + 50 * at), "The premium is 3 433.99 and is paid by 13.04.2028 " * 2, fill=20)
    noise = np.random.default_rng(5).normal(0, grain, (480, 640))
    return Picture(Image.fromarray((np.asarray(image) + noise).clip(0, 255).astype(np.uint8)), 300)


def test_print_on_plain_paper_is_no_grain() -> None:
    assert not is_grainy(page(0))
    assert not is_grainy(page(1.5)), "as pictures are that were packed a little"


def test_grain_is_seen_and_blurred_away() -> None:
    grainy = page(12)
    assert is_grainy(grainy)
    corner = (0, 0, 640, 25)
    before, after = (np.asarray(one.image.crop(corner), np.float32).std() for one in (grainy, softened(grainy)))
    assert after < 0.5 * before


def test_a_picture_smaller_than_a_square_has_no_grain() -> None:
    assert not is_grainy(Picture(Image.new("L", (9, 9), 255), 300))
