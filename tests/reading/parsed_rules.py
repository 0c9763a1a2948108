"""What must hold for everything that was read, whatever the format?"""

from __future__ import annotations

from opora.domain.anchor import Anchor
from opora.domain.document import Parsed


def check(parsed: Parsed) -> None:
    text = parsed.text
    assert text.strip()
    text.encode("utf-8")
    assert "\x00" not in text
    paths = [block.path for block in parsed.blocks]
    assert len(paths) == len(set(paths))
    for path in paths:
        assert Anchor.parse(f"s@v:{path}").path == path
    _check_order(parsed)
    _check_rows(parsed)
    for block in parsed.blocks:
        assert block.parent is None or block.parent in paths
        assert all(link.path in paths and link.path != block.path for link in block.links)
        assert all(block.start <= piece.start < piece.end <= block.end for piece in block.pieces)


def _check_order(parsed: Parsed) -> None:
    """Top-level blocks in order, apart, and holding everything but white space."""
    at = 0
    for block in parsed.blocks:
        if block.kind == "table_row":
            continue
        assert at <= block.start < block.end <= len(parsed.text)
        assert not parsed.text[at : block.start].strip()
        assert parsed.text[block.start : block.end].strip()
        at = block.end
    assert not parsed.text[at:].strip()


def _check_rows(parsed: Parsed) -> None:
    tables = {block.path: block for block in parsed.blocks if block.kind == "table"}
    at: dict[str, int] = {}
    for row in (block for block in parsed.blocks if block.kind == "table_row"):
        assert row.parent is not None
        table = tables[row.parent]
        assert max(table.start, at.get(row.parent, 0)) <= row.start <= row.end <= table.end
        at[row.parent] = row.end
        assert "\n" not in parsed.text[row.start : row.end]
        edge = row.start
        for cell in row.cells:
            assert edge <= cell.start <= cell.end <= row.end
            assert "\t" not in parsed.text[cell.start : cell.end]
            edge = cell.end
        columns = [cell.column for cell in row.cells]
        assert columns == sorted(set(columns))
