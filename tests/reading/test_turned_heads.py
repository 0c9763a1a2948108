"""Do the heads of columns that are written upwards stand over their columns?"""

from __future__ import annotations

from pathlib import Path

from pdf_drawings import canvas, ruled

from opora.reading.assemble import assemble
from opora.reading.clean import clean
from opora.reading.html import read_html
from opora.reading.pdf import read_pdf


def test_a_head_that_is_written_upwards_is_the_head_of_its_column(tmp_path: Path) -> None:
    path = tmp_path / "turned.pdf"
    page = canvas(path)
    under = ruled(page, 60, 700, [140, 40, 40], [["User action\n\n\n\n\n", "", ""]])
    for at, name in enumerate(("No authority", "JOBCTL")):
        page.saveState()
        page.translate(225 + 40 * at, under + 6)
        page.rotate(90)
        page.setFont("Helvetica-Bold", 9)
        page.drawString(0, 0, name)
        page.restoreState()
    ruled(page, 60, under, [140, 40, 40], [["Read the plan", "X", ""], ["Change the plan", "", "X"]], bold=False)
    page.save()
    result = assemble(read_pdf(path))
    rows = [block for block in result.blocks if block.kind == "table_row"]
    read = [[(cell.header, result.text[cell.start : cell.end]) for cell in row.cells] for row in rows[1:]]
    assert read == [
        [("User action", "Read the plan"), ("No authority", "X")],
        [("User action", "Change the plan"), ("JOBCTL", "X")],
    ]
    assert result.text.count("JOBCTL") == 1


def test_a_numbered_list_in_a_cell_keeps_its_numbers() -> None:
    page = b"<table><tr><th>Bird</th><th>Does</th></tr><tr><td>Teal</td><td><ol><li>Fly</li><li>Nest</li></ol></td></tr></table>"
    assert assemble(clean(read_html(page))).text == "Bird\tDoes\nTeal\t1. Fly 2. Nest"
