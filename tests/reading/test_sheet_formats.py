"""Workbooks as they are drawn: numbers, dates and spans by their format codes, and text that the drawing hides."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_files import row, xlsx
from test_office_formats import parsed

from opora.reading.date_format import shown_date, shown_time
from opora.reading.number_format import shown, shown_text


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (1250.5, "# ##0.00", "1 250.50"),
        (1250.5, "# ##0,00", "1 250,50"),
        (75, "# ##0.00", "75.00"),
        (-75, "# ##0.00", "-75.00"),
        (1234567.5, "# ### ##0.00", "1 234 567.50"),
        (1250.5, '#,##0.00 "руб."', "1,250.50 руб."),
        (1250.5, "#,##0.00\\ [$₽-419]", "1,250.50 ₽"),
        (0.125, "0.00%", "12.50%"),
        (-1234.5, "#,##0.00_);[Red]\\(#,##0.00\\)", "(1,234.50)"),
        (42, "000000", "000042"),
        (1234567, "0,,", "1"),
        (1234567, "#,##0,", "1,235"),
        (2.25, "# ?/?", "2 1/4"),
        (0.3333333, "# ??/??", "1/3"),
        (2.5, "# ?/8", "2 4/8"),
        (0.00012345, "0.00E+00", "1.23E-04"),
        (12345, "##0.0E+0", "12.3E+3"),
        (1500, '[>=1000]#,##0.0,"k";0', "1.5k"),
        (1e30, "0.00", "1" + "0" * 30 + ".00"),
        (1e300, "0%", "1" + "0" * 302 + "%"),
        (500, '[>=1000]#,##0.0,"k";0', "500"),
        (7, 'General" шт."', "7 шт."),
        (5551234567, "(###) ###\\-####", "(555) 123-4567"),
        (0, '0;-0;"нет"', "нет"),
        (5, ";;;", ""),
        (1250.5, "@", "1250.5"),
        (1250.5, '_-* #,##0.00\\ "₽"_-;\\-* #,##0.00\\ "₽"_-;_-* "-"??\\ "₽"_-;_-@_-', "1,250.50 ₽"),
    ],
)
def test_a_number_is_drawn_by_every_kind_of_code(value: float, code: str, text: str) -> None:
    assert shown(value, code) == text


@given(st.floats(allow_nan=False, width=32) | st.integers(), st.text('#0?,.;%/@E+-[]<>=_*\\"$ dmyhsGral1', max_size=14))
def test_no_code_stops_the_reading(value: float, code: str) -> None:
    assert shown(value, code) is None or isinstance(shown(value, code), str)
    assert isinstance(shown_text("text", code), str)
    assert isinstance(shown_date(dt.datetime(2026, 3, 5, 14, 30), code), str)
    assert isinstance(shown_time(dt.timedelta(hours=26), code), str)


def test_a_text_is_drawn_with_what_its_format_adds() -> None:
    assert shown_text("15-А", '"№ "@') == "№ 15-А"
    assert shown_text("15-А", "#,##0.00") == "15-А"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("dd.mm.yyyy", "05.03.2026"),
        ("dd.mm.yyyy hh:mm", "05.03.2026 14:30"),
        ("[$-419]d mmmm yyyy;@", "5 марта 2026"),
        ("[$-FC19]dd mmmm yyyy г\\.;@", "05 марта 2026 г."),
        ('[$-422]d mmmm yyyy" р."', "5 березня 2026 р."),
        ("[$-418]d mmm yyyy", "5 mar 2026"),
        ("[$-419]mmmm yyyy", "март 2026"),
        ("mmmm d, yyyy", "March 5, 2026"),
        ("mm/dd/yyyy", "2026-03-05 14:30"),
        ("mmm\\-yy", "2026-03-05 14:30"),
        ("yyyy\\-mm\\-dd", "2026-03-05"),
    ],
)
def test_a_date_is_drawn_where_it_says_the_same_date_and_else_as_iso(code: str, text: str) -> None:
    assert shown_date(dt.datetime(2026, 3, 5, 14, 30), code) == text


@given(
    st.dates(dt.date(1900, 3, 1), dt.date(2199, 12, 31)),
    st.sampled_from(["dd.mm.yyyy", "d/m/yyyy", "m/d/yy", "[$-419]d mmmm yyyy"]),
)
def test_no_date_is_drawn_as_another(day: dt.date, code: str) -> None:
    from opora.language.dates import find_dates

    assert [found.date for found in find_dates(shown_date(day, code))] == [day]


def test_month_names_nobody_chose_a_language_for_are_not_guessed() -> None:
    assert shown_date(dt.date(2026, 3, 5), "d mmmm yyyy", None) == "2026-03-05"


@pytest.mark.parametrize(
    ("hours", "code", "text"),
    [(26.5, "[h]:mm", "26:30"), (1.5, "[mm]:ss", "90:00"), (36, "[h]:mm:ss", "36:00:00"), (26.5, "", "26:30")],
)
def test_a_span_counts_on_after_a_day(hours: float, code: str, text: str) -> None:
    assert shown_time(dt.timedelta(hours=hours), code) == text


def test_a_time_of_day_is_drawn_by_its_code() -> None:
    assert [shown_time(dt.time(21, 5), code) for code in ("h:mm", "h:mm AM/PM", "")] == ["21:05", "9:05 PM", "21:05:00"]


def _styled(sheet: str, fonts: str, fills: str, xfs: str) -> bytes:
    """A workbook of one sheet whose styles are these."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(xlsx({"Лист1": sheet}))) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "xl/styles.xml":
                space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
                data = f"<styleSheet {space}><fonts>{fonts}</fonts><fills>{fills}</fills><cellXfs>{xfs}</cellXfs></styleSheet>".encode()
            new.writestr(name, data)
    return out.getvalue()


def test_white_letters_on_white_are_no_evidence_and_are_told(tmp_path: Path) -> None:
    fonts = '<font/><font><color rgb="FFFFFFFF"/></font><font><color theme="0"/></font><font><sz val="1"/></font>'
    fills = '<fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF1F4E78"/></patternFill></fill>'
    xfs = "".join(f'<xf fontId="{font}" fillId="{fill}"/>' for font, fill in ((0, 0), (1, 0), (1, 1), (2, 0), (3, 0)))
    cells = "".join(
        f'<c r="B{n}" s="{style}" t="inlineStr"><is><t>text {style}</t></is></c>'
        for n, style in ((2, 1), (3, 2), (4, 3), (5, 4))
    )
    sheet = row(1, "Item", "Price") + "".join(
        f'<row r="{n}"><c r="A{n}" t="inlineStr"><is><t>item {n}</t></is></c>{cell}</c></row>'
        for n, cell in zip(range(2, 6), cells.split("</c>")[:4], strict=True)
    )
    result = parsed(tmp_path, "a.xlsx", _styled(sheet, fonts, fills, xfs))
    assert result.text.split("\n") == ["Item\tPrice", "item 2", "item 3\ttext 2", "item 4", "item 5"]
    assert [told for told in result.left_out if "nobody can see" in told] == [
        "text nobody can see in Лист1, B2: text 1",
        "text nobody can see in Лист1, B4: text 3",
        "text nobody can see in Лист1, B5: text 4",
    ]


def test_a_format_that_shows_nothing_hides_and_one_of_millions_is_warned_of(tmp_path: Path) -> None:
    sheet = row(1, "Год", "Сумма") + row(2, "2025", (7, 1)) + row(3, "2026", (1234567, 2))
    result = parsed(tmp_path, "a.xlsx", xlsx({"Итоги": sheet}, formats=(";;;", "0.0,,")))
    assert result.text.split("\n")[-3:] == ["Год\tСумма", "2025", "2026\t1.2"]
    assert "text nobody can see in Итоги, B2: 7" in " ".join(result.left_out)
    assert "B3 holds 1234567" in " ".join(result.warnings)


def test_tables_side_by_side_under_a_title_are_two(tmp_path: Path) -> None:
    rows = row(1, "Camping prices")
    rows += row(2, "Place", "Night", "", "", "Day", "Arrivals") + row(3, "Tent", 45, "", "", "Monday", 48)
    rows += row(4, "Caravan", 120, "", "", "Tuesday", 17) + row(5, "Hut", 300)
    result = parsed(tmp_path, "a.xlsx", xlsx({"Camp": rows}))
    texts = result.text.splitlines()
    assert any("Tent" in text and "45" in text for text in texts)
    assert any("Monday" in text and "48" in text for text in texts)
    assert not any("Tent" in text and "Monday" in text for text in texts)
