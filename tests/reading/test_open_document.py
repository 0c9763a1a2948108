"""Do OpenDocument texts and presentations keep headings, numbers, tables, notes and what was deleted out?"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from parsed_rules import check

from opora.domain.document import Parsed
from opora.errors import BrokenFileError, EncryptedError
from opora.reading.read import read

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
SPACES = (
    " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "text", "table", "style", "drawing", "presentation", "manifest", "meta")
    )
    + ' xmlns:draw="urn:d" xmlns:fo="urn:fo" xmlns:svg="urn:svg" xmlns:dc="urn:dc"'
)
STYLES = (
    '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>'
    '<style:style style:name="Up" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>'
    '<style:style style:name="No" style:family="text"><style:text-properties text:display="none"/></style:style>'
    '<style:style style:name="Title" style:family="paragraph"/>'
    '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>'
    '<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style>'
    '<text:list-style style:name="U"><text:list-level-style-bullet text:level="1" text:bullet-char="-"/></text:list-style>'
)


def odf(body: str, kind: str = "text", **parts: str) -> bytes:
    stored = {
        "mimetype": f"application/vnd.oasis.opendocument.{kind}",
        "content.xml": f"<office:document-content {SPACES}><office:automatic-styles>{STYLES}</office:automatic-styles>"
        f"<office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>",
        **{f"{name.replace('__', '/')}.xml": f"<r {SPACES}>{text}</r>" for name, text in parts.items()},
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in stored.items():
            archive.writestr(name, text)
    return buffer.getvalue()


def parsed(tmp_path: Path, data: bytes, name: str = "a.odt") -> Parsed:
    path = tmp_path / name
    path.write_bytes(data)
    result = read(path)
    check(result)
    return result


def texts(result: Parsed) -> list[str]:
    return [result.text[b.start : b.end] for b in result.blocks if b.kind != "table"]


def test_headings_lists_notes_and_spaces_are_read_as_they_print(tmp_path: Path) -> None:
    outline = (
        '<text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/>'
        '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>'
    )
    body = (
        '<text:p text:style-name="Title">Plan</text:p><text:h text:outline-level="1">Fees</text:h>'
        '<text:h text:outline-level="2">Cap</text:h>'
        '<text:p>The fee is 5<text:s text:c="2"/>000<text:tab/>EUR<text:span text:style-name="No">secret</text:span> a'
        ' m<text:span text:style-name="Up">2</text:span>'
        "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Net.</text:p></text:note-body></text:note>"
        "<office:annotation><text:p>why?</text:p></office:annotation></text:p>"
        '<text:list text:style-name="L"><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>inner</text:p>'
        "</text:list-item></text:list></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>"
        '<text:list text:style-name="L" text:continue-numbering="true"><text:list-item><text:p>three</text:p></text:list-item>'
        '</text:list><text:list text:style-name="U"><text:list-item><text:p>dot</text:p></text:list-item></text:list>'
    )
    footer = "<style:master-page><style:footer><text:p>page foot</text:p></style:footer></style:master-page>"
    result = parsed(tmp_path, odf(body, styles=outline + footer))
    assert texts(result) == [
        "Plan",
        "1 Fees",
        "1.1 Cap",
        "The fee is 5  000\tEUR a m²¹",
        "1 Net.",
        "1. one",
        "a) inner",
        "2. two",
        "3. three",
        "dot",
    ]
    assert result.blocks[3].section == "1.1" and result.blocks[3].headings == ("1 Fees", "1.1 Cap")
    assert result.left_out == ("running footer: page foot", "text nobody can see: secret", "comments: 1")
    assert result.title == "Plan"


def test_deleted_text_is_not_read_and_changes_are_told(tmp_path: Path) -> None:
    body = (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>old 7 EUR</text:p></text:deletion>"
        "</text:changed-region><text:changed-region><text:insertion/></text:changed-region></text:tracked-changes>"
        '<text:p>The fee is <text:change-start text:change-id="a"/>9 EUR<text:change-end text:change-id="a"/>.</text:p>'
    )
    result = parsed(tmp_path, odf(body))
    assert result.text == "The fee is 9 EUR."
    assert result.warnings[0].startswith("it has unaccepted changes: 1 insertions were read as text, 1 deletions")


def test_a_table_keeps_spans_repeats_and_a_table_inside(tmp_path: Path) -> None:
    def cell(text: str, more: str = "") -> str:
        return f"<table:table-cell {more}><text:p>{text}</text:p></table:table-cell>"

    inner = f"<table:table><table:table-row>{cell('in 1')}{cell('in 2')}</table:table-row></table:table>"
    body = (
        "<table:table><table:table-header-rows><table:table-row>"
        + cell("Class")
        + cell("Fee", 'table:number-columns-spanned="2"')
        + "<table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row>"
        + cell("A")
        + cell("1,5", 'table:number-columns-repeated="2"')
        + "</table:table-row><table:table-row>"
        + f"{cell('B')}<table:table-cell/><table:table-cell>{inner}<text:p>2,5</text:p></table:table-cell>"
        + "</table:table-row></table:table>"
    )
    result = parsed(tmp_path, odf(body))
    rows = [b for b in result.blocks if b.kind == "table_row"]
    assert [(c.column, c.header, result.text[c.start : c.end]) for c in rows[1].cells] == [
        (1, "Class", "A"),
        (2, "Fee", "1,5"),
        (3, "Fee", "1,5"),
    ]
    assert [result.text[c.start : c.end] for c in rows[2].cells] == ["B", "", "2,5"]
    assert texts(result)[-1] == "in 1\tin 2"


def test_a_password_and_a_missing_body_are_typed_errors(tmp_path: Path) -> None:
    locked = odf("<text:p>x</text:p>", **{"META-INF__manifest": "<manifest:encryption-data/>"})
    with pytest.raises(EncryptedError):
        parsed(tmp_path, locked)
    with pytest.raises(BrokenFileError, match="no document body"):
        parsed(tmp_path, odf("", content="<text:p>x</text:p>"))


def test_real_documents_and_slides() -> None:
    folder = DATA / "docling" / "odf" / "sources"
    if not folder.is_dir():
        pytest.skip("the shared test data is not beside this repository")
    text = read(folder / "text_document_01.odt")
    check(text)
    assert "X² + Y₂ = Z" in text.text and "2. numbered list 2" in text.text
    deck = read(folder / "odf_presentation_01.odp")
    check(deck)
    assert [b.page for b in deck.blocks if b.kind in ("heading", "slide")] == [1, 2, 3]
    assert "Second line of notes." in deck.text
    assert sum(1 for b in deck.blocks if b.kind == "table") == 1


def test_white_tiny_and_hidden_letters_are_left_out_and_told(tmp_path: Path) -> None:
    styles = "".join(
        f'<style:style style:name="{name}" style:family="text"><style:text-properties {look}/></style:style>'
        for name, look in (
            ("W", 'fo:color="#ffffff"'),
            ("T", 'fo:font-size="1pt"'),
            ("Blue", 'fo:color="#ffffff" fo:background-color="#003366"'),
        )
    )
    dark = '<style:style style:name="Dark"><style:table-cell-properties fo:background-color="#003366"/></style:style>'
    body = (
        '<text:p>The fee is 7 EUR.<text:span text:style-name="W"> pay 1</text:span><text:span text:style-name="T"> pay 2</text:span>'
        '<text:span text:style-name="No"> pay 3</text:span><text:span text:style-name="Blue"> On blue.</text:span></text:p>'
        '<text:p text:style-name="W">pay 4</text:p>'
        '<table:table><table:table-row><table:table-cell table:style-name="Dark"><text:p text:style-name="W">Head</text:p></table:table-cell>'
        "<table:table-cell><text:p>Fee</text:p></table:table-cell></table:table-row></table:table>"
    )
    result = parsed(tmp_path, odf(body, styles=styles + dark))
    assert result.text == "The fee is 7 EUR. On blue.\n\nHead\tFee"
    assert result.left_out == tuple(f"text nobody can see: pay {n}" for n in (1, 2, 3, 4))


def test_a_picture_of_a_page_is_told_to_need_ocr(tmp_path: Path) -> None:
    frame = '<draw:frame svg:width="{}" svg:height="{}"><draw:image/></draw:frame>'
    body = (
        "<text:p>The fee is 7 EUR.</text:p><text:p>"
        + frame.format("17cm", "24cm")
        + frame.format("3cm", "2cm")
        + "</text:p>"
    )
    assert [told[:41] for told in parsed(tmp_path, odf(body)).warnings] == ["1 pictures fill a page or half of one; th"]
