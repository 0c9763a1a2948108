"""Do plain text, Markdown, HTML and XML read as a person sees them?"""

from __future__ import annotations

import pytest

from opora.domain.document import Block, Parsed
from opora.errors import BrokenFileError
from opora.reading.assemble import Reading, assemble
from opora.reading.belongs import carry_sections, tie
from opora.reading.clean import clean
from opora.reading.decode import decode
from opora.reading.html import read_html
from opora.reading.markdown import read_markdown
from opora.reading.plain import read_plain
from opora.reading.xml import read_xml


def parsed(reading: Reading) -> Parsed:
    drafts = tuple(tie(carry_sections(list(reading.drafts))))
    return assemble(
        clean(Reading(drafts, reading.media_type, reading.reader, reading.title, left_out=reading.left_out))
    )


def texts(result: Parsed, kind: str) -> list[str]:
    return [result.text[b.start : b.end] for b in result.blocks if b.kind == kind]


def block(result: Parsed, start: str) -> Block:
    return next(b for b in result.blocks if b.kind != "table" and result.text[b.start : b.end].startswith(start))


CONTRACT = """ДОГОВОР ПОСТАВКИ № 7

1. Предмет договора

1.1. Поставщик передаёт товар в течение 14 дней.

За исключением случаев форс-мажора.

4.2 За просрочку начисляется:
а) пеня 0,1 % за день;
б) штраф.

Статья 5. Ответственность

Текст статьи.

Приложение 1

Цены.
"""


def test_clauses_of_a_contract_keep_their_printed_numbers() -> None:
    result = parsed(read_plain(CONTRACT.encode()))
    assert texts(result, "heading") == [
        "ДОГОВОР ПОСТАВКИ № 7",
        "1. Предмет договора",
        "Статья 5. Ответственность",
        "Приложение 1",
    ]
    assert block(result, "1.1.").section == "1.1"
    assert block(result, "1.1.").headings == ("ДОГОВОР ПОСТАВКИ № 7", "1. Предмет договора")
    assert block(result, "4.2").section == "4.2"
    assert block(result, "Текст").section == "5"
    assert block(result, "Цены").path == "app1:para1"


def test_list_items_name_their_lead_in_and_keep_their_letters() -> None:
    result = parsed(read_plain(CONTRACT.encode()))
    assert texts(result, "list_item") == ["а) пеня 0,1 % за день;", "б) штраф."]
    assert block(result, "а)").parent == block(result, "4.2").path
    assert block(result, "а)").section == "4.2"


def test_an_exception_is_tied_to_the_clause_above_it() -> None:
    result = parsed(read_plain(CONTRACT.encode()))
    assert [(link.kind, link.path) for link in block(result, "За исключением").links] == [
        ("exception_of", block(result, "1.1.").path)
    ]


@pytest.mark.parametrize("text", ["Цена 5 руб.\nОднако скидок нет.", "Nota bene is a phrase.", "Except is a word."])
def test_a_first_paragraph_is_tied_to_nothing(text: str) -> None:
    assert not [link for b in parsed(read_plain(text.encode())).blocks for link in b.links]


@pytest.mark.parametrize(
    "text",
    ["01.02.2024 Поставка", "2024 report of the year", "3.5 mm of rain", "Article 5 of the law says no.", "12 items"],
)
def test_a_date_a_measure_or_a_mention_is_no_clause_number(text: str) -> None:
    result = parsed(read_plain(f"Intro line with a full stop.\n\n{text}\n".encode()))
    assert result.blocks[-1].section is None
    assert result.blocks[-1].kind == "paragraph"


def test_wrapped_lines_are_joined_and_other_breaks_stay() -> None:
    wrapped = (
        "The quick brown fox jumps over the lazy dog and runs far away into\n"
        "the forest where nobody has ever seen a fox or a dog before it all\n"
        "began.\n\nName: Smith\nCity: Kyiv\n"
    )
    result = parsed(read_plain(wrapped.encode()))
    assert texts(result, "paragraph")[0].endswith(
        "away into the forest where nobody has ever seen a fox or a dog before it all began."
    )
    assert texts(result, "paragraph")[1] == "Name: Smith\nCity: Kyiv"


@pytest.mark.parametrize("text", ["г. Кишинёв, 26 января", "с. 5 договора", "A. Smith wrote it", "т. 3 дела"])
def test_an_abbreviation_is_no_list_letter(text: str) -> None:
    result = parsed(read_plain(f"Intro line with a full stop.\n\n{text}\n".encode()))
    assert result.blocks[-1].kind == "paragraph"


def test_a_number_at_a_wrapped_line_start_opens_nothing() -> None:
    text = (
        "The parties agree that the payment is due in the month and that\n"
        "the rate is set by clause no. and by the table of the appendix no.\n"
        "the term of the notice is named in the letter and is never under\n"
        "14. Days are counted from the day after the notice was received\n"
        "by the other side.\n"
    )
    assert len(parsed(read_plain(text.encode())).blocks) == 1


def test_note_boxes_of_markdown_are_notes_without_their_marks() -> None:
    result = parsed(read_markdown(b":::note\nMind it.\n:::\n\n> [!TIP]\n> Try it.\n\nText.\n"))
    assert texts(result, "note") == ["Mind it.", "Try it."]
    assert texts(result, "paragraph") == ["Text."]


def test_log_lines_are_citable_one_by_one() -> None:
    lines = [f"2024-01-0{n} 10:00:00 INFO started {n}" for n in range(1, 5)]
    assert texts(parsed(read_plain("\n".join(lines).encode())), "paragraph") == lines


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1251", "koi8-u", "cp866"])
def test_cyrillic_is_read_in_any_of_its_encodings(encoding: str) -> None:
    text = "Срок поставки составляет 14 календарных дней.\r\nДоговор действует до 31 декабря."
    assert decode(text.encode(encoding))[0] == text.replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Préavis de trois mois – après le délai, 5 € par jour.", "cp1252"),
        ("Termenul de livrare este de şapte zile şi începe mâine.", "cp1250"),
        ("Термін поставки – її початок і кінець, ґрунт.", "cp1251"),
        ("Price £5", "cp1252"),
    ],
)
def test_one_byte_encodings_are_guessed_from_short_texts(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding))[0] == text


def test_markdown_reads_as_its_page_shows_it() -> None:
    source = (
        "---\ntitle: Price list\ndate: 2024-01-01\n---\n# Prices &amp; terms\n\n"
        "The [price](http://example.com/x) is **\\$5** `net`<br>or ![a picture](p.png).\n\n"
        "Steps:\n\n1. one\n2. two\n   - sub\n\n```python\nx = 1\n```\n\n| Item | Price |\n|---|--:|\n| Bolt | 007 |\n"
    )
    reading = read_markdown(source.encode())
    result = parsed(reading)
    assert reading.title == "Price list"
    assert ("date", "2024-01-01") in reading.meta
    assert texts(result, "heading") == ["Prices & terms"]
    assert texts(result, "paragraph")[0] == "The price is $5 net\nor a picture."
    assert texts(result, "list_item") == ["1. one", "2. two", "sub"]
    assert block(result, "1. one").parent == block(result, "Steps:").path
    assert texts(result, "code") == ["x = 1"]
    row = block(result, "Bolt")
    assert row.row_header == "Bolt"
    assert [(cell.header, result.text[cell.start : cell.end]) for cell in row.cells] == [
        ("Item", "Bolt"),
        ("Price", "007"),
    ]


PAGE = """<!doctype html><html><head><title>Insurance</title><script>var x = "SCRIPT"</script></head><body>
<nav><a href=/>Home</a></nav><div class="cookie-banner">We use cookies</div>
<ul><li><a href=1>News</a><li><a href=2>Shop</a><li><a href=3>Jobs</a><li><a href=4>Help</a></ul>
<main><h1>Deductibles</h1><p>The amount<sup>1</sup> is <b>$5</b>,000<br>per claim.<span hidden>HIDDEN</span></p>
<p style="display: none">UNSEEN</p>
<table><caption>Table 1</caption><thead><tr><th rowspan=2>Peril</th><th colspan=2>Zone</th></tr><tr><th>A</th><th>B</th></tr></thead>
<tbody><tr><th>Flood</th><td>$5,000</td><td>$1,000</td></tr><tr><th rowspan=2>Wind</th><td>1</td><td>2</td></tr>
<tr><td>3</td><td>4</td></tr></tbody></table><p>Note: amounts are a year.</p>
<ol start=3><li>one</li><li>two</li></ol><pre>x = 1
  y</pre><div class="note"><p>Mind the gap.</p></div></main>
<aside>Read more</aside><footer>Imprint</footer></body></html>"""


def test_a_page_is_read_without_its_furniture() -> None:
    result = parsed(read_html(PAGE.encode()))
    for word in ("Home", "cookies", "News", "HIDDEN", "UNSEEN", "SCRIPT", "Read more", "Imprint"):
        assert word not in result.text
    assert texts(result, "heading") == ["Deductibles"]
    assert texts(result, "paragraph") == ["The amount¹ is $5,000\nper claim."]
    assert texts(result, "list_item") == ["3. one", "4. two"]
    assert texts(result, "code") == ["x = 1\n  y"]
    assert texts(result, "note") == ["Note: amounts are a year.", "Mind the gap."]


def test_a_header_over_two_columns_stands_over_both_and_a_tall_row_header_over_all_its_rows() -> None:
    result = parsed(read_html(PAGE.encode()))
    flood = block(result, "Flood")
    assert [(c.header, result.text[c.start : c.end]) for c in flood.cells][1:] == [
        ("Zone / A", "$5,000"),
        ("Zone / B", "$1,000"),
    ]
    last = block(result, "3\t4")
    assert last.row_header == "Wind"
    assert [(c.column, c.header) for c in last.cells] == [(2, "Zone / A"), (3, "Zone / B")]


def test_a_note_under_a_table_is_tied_to_it() -> None:
    result = parsed(read_html(PAGE.encode()))
    table = next(b for b in result.blocks if b.kind == "table")
    assert [(link.kind, link.path) for link in block(result, "Note:").links] == [("note_of", table.path)]


def test_what_was_left_out_is_named() -> None:
    page = "<body><nav>Home</nav><header>Acme</header><p>Text of the page.</p><footer>Imprint</footer></body>"
    assert read_html(page.encode()).left_out == ("navigation: Home", "page header: Acme", "footer: Imprint")


def test_a_page_that_is_nothing_but_links_is_kept() -> None:
    page = "<ul>" + "".join(f"<li><a href={n}>Chapter {n}</a></li>" for n in range(6)) + "</ul>"
    assert "Chapter 5" in parsed(read_html(page.encode())).text


def test_the_declared_encoding_of_a_page_counts() -> None:
    page = '<html><head><meta charset="windows-1251"></head><body><p>Цена: 5 руб.</p></body></html>'
    assert parsed(read_html(page.encode("cp1251"))).text == "Цена: 5 руб."


def test_an_outline_of_xml_help_is_kept() -> None:
    page = (
        '<page xmlns="http://projectmallard.org/1.0/"><info><desc>About.</desc></info><title>Sound</title><p>Turn <gui>it</gui> on.</p>'
        "<steps><item><p>Open.</p></item></steps><section><title>More</title><p>Press <keyseq><key>Ctrl</key><key>A</key></keyseq>"
        "</p></section></page>"
    )
    reading = read_xml(page.encode())
    result = parsed(reading)
    assert [(b.level, result.text[b.start : b.end]) for b in result.blocks if b.kind == "heading"] == [
        (1, "Sound"),
        (2, "More"),
    ]
    assert texts(result, "paragraph") == ["Turn it on.", "Press Ctrl+A"]
    assert texts(result, "list_item") == ["Open."]
    assert ("description", "About.") in reading.meta


def test_records_in_xml_keep_the_names_of_their_values() -> None:
    result = parsed(read_xml(b"<list><entry><name>Bolt</name><price>12.50</price></entry></list>"))
    assert result.text == "name: Bolt\nprice: 12.50"


def test_broken_xml_names_the_line() -> None:
    with pytest.raises(BrokenFileError, match="line 2"):
        read_xml(b"<a>\n<b></a>")


def test_text_that_a_page_does_not_draw_is_left_out() -> None:
    hidden = (
        "font-size:0",
        "opacity: 0;color:red",
        "position:absolute;left:-9999px",
        "color:transparent",
        "font-size:0px",
    )
    shown = ("font-size:0.9em", "opacity:0.5", "margin-left:-10px", "color:#000", "top:-100px")
    page = "".join(f'<p style="{style}">secret {n}</p>' for n, style in enumerate(hidden))
    page += "".join(f'<p style="{style}">shown {n}</p>' for n, style in enumerate(shown))
    page += (
        '<span class="sr-only">aside</span><div class="related-posts"><h3>Related</h3><a href="x">Old fees</a></div>'
    )
    result = assemble(read_html(f"<html><body><h1>Fees</h1>{page}</body></html>".encode()))
    assert result.text.split("\n\n") == ["Fees", *(f"shown {n}" for n in range(len(shown)))]
    assert len(result.left_out) == len(hidden) + 2


def test_a_grid_with_a_heading_or_a_table_in_a_cell_is_still_a_table() -> None:
    inner = "<table><tr><td>Type</td><td>Sound</td></tr><tr><td>Long</td><td>Quak</td></tr></table>"
    page = f"<html><body><table><tr><td><h1>A</h1></td><td>B</td></tr><tr><td>{inner}</td><td>2</td></tr></table></body></html>"
    result = assemble(read_html(page.encode()))
    assert [b.kind for b in result.blocks] == ["table", "table_row", "table_row"]
    assert result.text == "A\tB\nType Sound\nLong Quak\t2"
    long = "word " * 100
    laid_out = f"<html><body><table><tr><td>{inner}</td><td>{long}</td></tr></table></body></html>"
    assert [b.kind for b in assemble(read_html(laid_out.encode())).blocks] == [
        "table",
        "table_row",
        "table_row",
        "paragraph",
    ]


def test_what_a_page_hides_by_its_own_styles_is_left_out_and_told() -> None:
    sheet = (
        ".gone{display:none} .w{color:#fff} .dark{background:#123} #off{position:absolute;left:-9999px} .tiny{font-size:1px}"
        ".tab{display:none} .tab.open{display:block} @media print{.fax{display:none}} #a1{display:none} /* .x{ */"
    )
    page = (
        f"<html><head><style>{sheet}</style></head><body><h1>Fees<span class=gone> pay 1</span></h1><p>The fee is 44 EUR.</p>"
        "<p class=gone>pay 2</p><p class=w>pay 3</p><p id=off>pay 4</p><p class=tiny>pay 5</p><p style='color:white'>pay 6</p>"
        "<p style='font-size:1px'>pay 7</p><p style='height:0;overflow:hidden'>pay 8</p><p style='color:rgba(0,0,0,0)'>pay 9</p>"
        "<div class=dark><p class=w>On dark.</p></div><p class=fax>On screen.</p><p class='tab open'>Open tab.</p>"
        "<a href='#a1'>Question</a><p id=a1>Answer behind a link.</p><p style='opacity:0.9;color:#333'>Grey.</p>"
        "<table><tr><th>Item</th><th>Fee</th></tr><tr><td>Wash<b class=gone>pay 10</b></td><td>5 EUR</td></tr>"
        "<tr class=gone><td>pay</td><td>11</td></tr></table></body></html>"
    )
    result = parsed(read_html(page.encode()))
    assert result.text.split("\n\n")[:2] == ["Fees", "The fee is 44 EUR."]
    assert "pay" not in result.text and "Wash\t5 EUR" in result.text
    for seen in ("On dark.", "On screen.", "Open tab.", "Grey.", "Answer behind a link."):
        assert seen in result.text
    assert sum("pay" in told for told in result.left_out) == 11
