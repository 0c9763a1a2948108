"""Are Word 97-2003 documents read with their headings, lists and tables?"""

from __future__ import annotations

from pathlib import Path

import pytest
from parsed_rules import check

from opora.errors import BrokenFileError, EncryptedError
from opora.reading.doc import shown
from opora.reading.read import read

FOLDER = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "docling" / "doc" / "sources"
needs_data = pytest.mark.skipif(not FOLDER.is_dir(), reason="the shared test data is not beside this repository")


def test_fields_show_their_result_and_marks_of_objects_nothing() -> None:
    assert shown("Figure \x13 SEQ Figure \x141\x15: a\x02 duck\x1fling\x1e2") == "Figure 1: a duckling-2"
    assert shown("\x13 REF x \x14see \x13 PAGE \x147\x15\x15 \x01") == "see 7"


@needs_data
def test_headings_lists_captions_and_tables_of_a_real_document() -> None:
    result = read(FOLDER / "legacy_sample.doc")
    check(result)
    kinds = {result.text[b.start : b.end]: (b.kind, b.level) for b in result.blocks}
    assert kinds["Let’s swim!"][0] == "heading" and kinds["Paddle about"][0] == "list_item"
    assert kinds["Figure 1: This is a cute duckling"][0] == "caption"
    row = next(b for b in result.blocks if b.row == 3)
    assert [(c.header, result.text[c.start : c.end]) for c in row.cells] == [
        ("", "Berries"),
        ("Food", "Blueberry, Strawberry, Cranberry"),
        ("Calories per portion", "150"),
    ]
    assert "Word counts itself are not read" in result.warnings[0]
    german = read(FOLDER / "greek_heading_styles.doc")
    check(german)
    assert sum(1 for b in german.blocks if b.kind == "heading") == 4 and "Überschriften" in german.title


@needs_data
def test_a_password_or_a_damaged_table_of_pieces_is_a_typed_error(tmp_path: Path) -> None:
    data = bytearray((FOLDER / "greek_heading_styles.doc").read_bytes())
    at = data.index(b"\xec\xa5")
    locked = tmp_path / "locked.doc"
    data[at + 11] |= 1
    locked.write_bytes(data)
    with pytest.raises(EncryptedError):
        read(locked)
    data[at + 11] &= 0xFE
    data[at + 0x1A2 : at + 0x1AA] = b"\xff" * 8
    broken = tmp_path / "broken.doc"
    broken.write_bytes(data)
    with pytest.raises(BrokenFileError):
        read(broken)
