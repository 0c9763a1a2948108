"""Are the cells of drawn tables read right, with every amount whole?"""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.table_pages import draw_all
from bench.tables import body, opora_cells, scores


def test_every_cell_of_the_drawn_tables_is_read(tmp_path: Path) -> None:
    try:
        drawings = draw_all(tmp_path, seed=11)
    except OSError as error:
        pytest.skip(str(error))
    assert len(drawings) == 20
    for drawing in drawings:
        if drawing.path.stem.startswith("over_break"):  # three pages each: the measurement reads them
            continue
        right, drawn, read, amounts = scores(drawing, body(opora_cells(drawing.path), drawing))
        assert (right, read, amounts) == (drawn, drawn, len(drawing.amounts)), drawing.path.name
