"""Do slides keep their borders, order, tables and notes?"""

from __future__ import annotations

from pathlib import Path

import pytest
from parsed_rules import check
from small_slides import line, pptx, shape, table

from opora.domain.document import Block, Parsed
from opora.errors import BrokenFileError, EmptySourceError
from opora.fragmenting.fragment import fragment
from opora.fragmenting.rules import FragmentRules
from opora.reading.read import read

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"


def parsed(tmp_path: Path, data: bytes) -> Parsed:
    path = tmp_path / "deck.pptx"
    path.write_bytes(data)
    result = read(path)
    check(result)
    return result


def texts(result: Parsed) -> list[str]:
    return [result.text[b.start : b.end] for b in result.blocks if b.kind not in ("table", "table_row")]


def block(result: Parsed, text: str) -> Block:
    return next(b for b in result.blocks if b.kind != "table" and result.text[b.start : b.end].startswith(text))


def test_a_slide_is_a_section_of_its_own_with_or_without_a_title(tmp_path: Path) -> None:
    deck = pptx(
        shape("Pension plan 2026", role="ctrTitle"),
        shape("Fees", role="title") + shape("The fee is 1,5 %.", role="body"),
        shape("Paid each quarter.", at=(10, 10, 300, 40)) + shape("Never in advance.", at=(10, 90, 300, 40)),
    )
    result = parsed(tmp_path, deck)
    assert [(b.page, b.kind) for b in result.blocks] == [
        (1, "heading"),
        (2, "heading"),
        (2, "list_item"),
        (3, "slide"),
        (3, "paragraph"),
    ]
    assert block(result, "The fee").headings == ("Pension plan 2026", "Fees")
    assert block(result, "Never").headings == ("Pension plan 2026",)
    assert result.title == "Pension plan 2026"
    _, fragments = fragment(result, "v@1", "", FragmentRules(), len)
    assert not [piece for piece in fragments if "1,5 %" in piece.text and "quarter" in piece.text]


def test_shapes_are_read_by_where_they_stand_not_by_when_they_were_drawn(tmp_path: Path) -> None:
    drawn = (
        shape("right 2", at=(400, 220, 250, 40))
        + shape("left 2", at=(20, 210, 250, 60))
        + shape("right 1", at=(400, 120, 250, 80))
        + shape("foot note of the slide", at=(20, 460, 600, 30))
        + shape("left 1", at=(20, 118, 250, 80))
        + shape("Two plans", role="title", at=(20, 20, 600, 60))
    )
    assert texts(parsed(tmp_path, pptx(drawn))) == [
        "Two plans",
        "left 1",
        "left 2",
        "right 1",
        "right 2",
        "foot note of the slide",
    ]


def test_a_group_moves_and_scales_what_is_in_it(tmp_path: Path) -> None:
    group = (
        '<p:grpSp><p:grpSpPr><a:xfrm><a:off x="0" y="5080000"/><a:ext cx="1270000" cy="508000"/>'
        '<a:chOff x="0" y="0"/><a:chExt cx="12700000" cy="5080000"/></a:xfrm></p:grpSpPr>'
        + shape("below", at=(0, 0, 300, 100))
        + "</p:grpSp>"
    )
    assert texts(parsed(tmp_path, pptx(group + shape("above", at=(0, 100, 300, 100))))) == ["above", "below"]


def test_bullets_and_numbers_come_from_the_paragraph_or_its_master(tmp_path: Path) -> None:
    number = '<a:pPr><a:buAutoNum type="arabicPeriod" startAt="4"/></a:pPr>'
    body = shape(
        "first",
        line("inner", '<a:pPr lvl="1"/>'),
        line("inner two", '<a:pPr lvl="1"/>'),
        line("plain", "<a:pPr><a:buNone/></a:pPr>"),
        line("four", number),
        line("five", number),
        role="body",
    )
    result = parsed(tmp_path, pptx(shape("T", role="title") + body))
    assert texts(result) == ["T", "first", "a) inner", "b) inner two", "plain", "4. four", "5. five"]
    assert block(result, "plain").kind == "paragraph"
    assert block(result, "4. four").kind == "list_item"


def test_a_table_keeps_merged_headers_over_its_values(tmp_path: Path) -> None:
    deck = pptx(
        shape("Rates", role="title")
        + table(
            ("rowSpan='2'|Class", "gridSpan='2'|Premium", "hMerge='1'|"),
            ("vMerge='1'|", "2025", "2026"),
            ("A", "1 250,00", "1 300,50"),
            ("B", "990,00", "1 010,00"),
        )
    )
    result = parsed(tmp_path, deck)
    row = block(result, "A\t")
    assert [(c.header, result.text[c.start : c.end]) for c in row.cells] == [
        ("Class", "A"),
        ("Premium / 2025", "1 250,00"),
        ("Premium / 2026", "1 300,50"),
    ]
    assert row.page == 1 and row.row_header == "A" and row.path == "p1:t1:row3"


def test_notes_follow_their_slide_and_furniture_is_left_out_by_name(tmp_path: Path) -> None:
    deck = pptx(
        shape("Plan", role="title") + shape("Confidential", role="ftr") + shape("7", role="sldNum"),
        shape("Secret", role="title"),
        shape("End", role="title") + shape("under the picture", at=(0, 0, 9, 9), hidden=True),
        notes={1: "Say that the fee is capped."},
        hidden=(2,),
    )
    result = parsed(tmp_path, deck)
    assert [(b.kind, b.page) for b in result.blocks] == [("heading", 1), ("note", 1), ("heading", 3)]
    assert result.left_out == ("footer: Confidential", "hidden slide: 2", "hidden shape: under the picture")
    assert [page.number for page in result.pages] == [1, 2, 3]
    assert (result.pages[0].width, result.pages[0].height) == (720.0, 540.0)


def test_a_deck_without_words_or_without_its_list_is_a_typed_error(tmp_path: Path) -> None:
    with pytest.raises(EmptySourceError):
        parsed(tmp_path, pptx("<p:pic/>"))
    with pytest.raises(EmptySourceError):
        parsed(tmp_path, pptx())
    with pytest.raises(BrokenFileError, match="is damaged"):
        parsed(tmp_path, pptx("<p:sp>"))


def test_real_decks_are_read_whole() -> None:
    folder = DATA / "docling" / "pptx" / "sources"
    if not folder.is_dir():
        pytest.skip("the shared test data is not beside this repository")
    sample = read(folder / "powerpoint_sample.pptx")
    check(sample)
    assert block(sample, "2. List item5").page == 3
    assert block(sample, "Some notes on").kind == "note"
    assert block(sample, "R4\t").cells[3].header == "Class1 / C"
    chart = read(folder / "pptx_chart.pptx")
    check(chart)
    row = block(chart, "2021\t")
    assert [(c.header, chart.text[c.start : c.end]) for c in row.cells[1:]] == [
        ("Freshwater Ducks", "150"),
        ("Saltwater Ducks", "110"),
    ]


def test_a_slide_that_is_a_picture_needs_ocr_and_one_with_an_illustration_does_not(tmp_path: Path) -> None:
    def picture(width: int, height: int) -> str:
        frame = f'<a:xfrm><a:off x="0" y="0"/><a:ext cx="{width * 12_700}" cy="{height * 12_700}"/></a:xfrm>'
        return f'<p:pic><p:nvPicPr><p:cNvPr id="3" name="p"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:spPr>{frame}</p:spPr></p:pic>'

    told = parsed(tmp_path, pptx(picture(720, 540), shape("The fee is 7 EUR.") + picture(90, 90)))
    assert [page.needs_ocr for page in told.pages] == [True, False]
    assert [warning[:34] for warning in told.warnings] == ["slide 1 is a picture and needs OCR"]
    path = tmp_path / "b.pptx"
    path.write_bytes(pptx(picture(720, 540)))
    with pytest.raises(EmptySourceError, match="its pages are pictures"):
        read(path)
