"""What does a page cost that says it is as large as a wall?"""

from __future__ import annotations

from pathlib import Path

from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from opora.domain.place import Box
from opora.page_image import draw_pdf_page


def test_a_page_of_five_metres_is_drawn_small_with_its_mark_in_place(tmp_path: Path) -> None:
    side = 14_000.0
    canvas = Canvas(str(tmp_path / "wall.pdf"), pagesize=(side, side))
    canvas.drawString(10, 10, "wall")
    canvas.save()
    box = Box(1, side / 2, side / 2, side / 2 + 400, side / 2 + 400)
    assert draw_pdf_page(tmp_path / "wall.pdf", [box], tmp_path / "wall.png") == 1
    with Image.open(tmp_path / "wall.png") as picture:
        assert picture.width * picture.height < 21_000_000
        scale = picture.width / side
        middle = round((side / 2 + 200) * scale)
        assert picture.getpixel((middle, middle)) != (255, 255, 255)
        assert picture.getpixel((middle // 2, middle)) == (255, 255, 255)
