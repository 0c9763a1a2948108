"""Does rich text keep its letters, headings, tables and notes?"""

from __future__ import annotations

from pathlib import Path

import pytest
from parsed_rules import check

from opora.domain.document import Parsed
from opora.errors import LimitError
from opora.reading.read import read
from opora.reading.rtf import inflated, rtf_text

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"


def parsed(tmp_path: Path, body: str, head: str = r"\ansi\ansicpg1251") -> Parsed:
    path = tmp_path / "a.rtf"
    path.write_bytes(f"{{\\rtf1{head} {body}}}".encode("latin-1"))
    result = read(path)
    check(result)
    return result


def texts(result: Parsed) -> list[str]:
    return [result.text[b.start : b.end] for b in result.blocks if b.kind not in ("table", "table_row")]


def test_letters_come_from_the_code_page_the_font_or_their_number(tmp_path: Path) -> None:
    fonts = r"{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset238 B;}}"
    body = fonts + r"\'d6\'e5\'ed\'e0 5\~000\par \f1 \'e3\f0\par \uc1\u537?i\u8212\'97x\par \u-10179?\u-8704?"
    assert texts(parsed(tmp_path, body)) == ["Цена 5\u00a0000", "ă", "și—x", "😀"]


def test_headings_marks_notes_and_what_no_page_shows(tmp_path: Path) -> None:
    body = (
        r"{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}}{\info{\title Terms 2026}{\author X}}"
        r"{\header Draft}\pard\s1 Fees\par\pard The fee{\footnote \pard Net of tax.} is {\v secret }{\deleted 9}7 EUR.\par"
        r"\pard{\listtext 1.\tab}First\par{\*\generator Msftedit}{\field{\*\fldinst HYPERLINK x}{\fldrslt shown}}\par"
        r"{\pict\wmetafile8 0102}"
    )
    result = parsed(tmp_path, body)
    assert texts(result) == ["Fees", "The fee is 7 EUR.", "Net of tax.", "1. First", "shown"]
    assert [b.kind for b in result.blocks] == ["heading", "paragraph", "footnote", "paragraph", "paragraph"]
    assert result.blocks[1].headings == ("Fees",) and result.blocks[2].links[0].path == result.blocks[1].path
    assert result.title == "Terms 2026"
    assert result.left_out == ("running header or footer: Draft", "text nobody can see: secret")
    assert "unaccepted changes" in result.warnings[0]


def test_a_table_keeps_cells_merged_to_the_right(tmp_path: Path) -> None:
    def line(*cells: tuple[str, int], merged: str = "") -> str:
        edges = "".join(rf"{merged if n else ''}\cellx{edge}" for n, (_, edge) in enumerate(cells))
        return rf"\trowd{edges}\pard\intbl " + "".join(rf"{text}\cell " for text, _ in cells) + r"\row "

    body = (
        line(("Class", 1000), ("Fee", 3000))
        + line(("", 1000), ("2025", 2000), ("2026", 3000))
        + line(("A", 1010), ("1,50", 2000), ("1,75", 3000))
        + r"\pard After\par"
    )
    result = parsed(tmp_path, body)
    row = next(b for b in result.blocks if b.row == 3)
    assert [(c.column, c.header, result.text[c.start : c.end]) for c in row.cells] == [
        (1, "Class", "A"),
        (2, "Fee / 2025", "1,50"),
        (3, "Fee / 2026", "1,75"),
    ]
    assert texts(result) == ["After"]


def test_groups_without_end_and_depth_without_end(tmp_path: Path) -> None:
    assert texts(parsed(tmp_path, r"open {\b bold")) == ["open bold"]
    with pytest.raises(LimitError, match="nested deeper"):
        parsed(tmp_path, "{" * 5000)


def test_rich_text_in_a_message_is_inflated() -> None:
    # The worked example of [MS-OXRTFCP] 4.1.1.
    packed = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
    )
    assert inflated(packed) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    assert rtf_text(inflated(packed)) == "hello world"
    assert inflated(packed[:20]) is not None and inflated(b"short") == b""


def test_a_real_contract_in_russian() -> None:
    path = DATA / "cicero_contracts_en" / "sales-contract-ru" / "SalesContract_RU.rtf"
    if not path.is_file():
        pytest.skip("the shared test data is not beside this repository")
    result = read(path)
    check(result)
    clause = next(b for b in result.blocks if b.section == "1.1")
    assert "Продавец обязуется передать товар" in result.text[clause.start : clause.end]


def test_white_and_tiny_letters_are_left_out_unless_a_colour_lies_behind(tmp_path: Path) -> None:
    body = (
        r"{\colortbl;\red255\green255\blue255;\red20\green40\blue90;}\pard The fee is 7 EUR. {\cf1 Pay 1 EUR.}\par"
        r"\pard{\fs2 Pay 2 EUR.}\par\pard{\cf1\chcbpat2 On blue.}\par\pard\cbpat2{\cf1 On a blue line.}\par\pard{\cf1 Pay 3 EUR.}\par"
    )
    result = parsed(tmp_path, body)
    assert texts(result) == ["The fee is 7 EUR.", "On blue.", "On a blue line."]
    assert result.left_out == tuple(f"text nobody can see: Pay {n} EUR." for n in (1, 2, 3))
