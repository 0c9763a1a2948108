"""Which documents do the tests of the command line make for themselves?"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

import docx
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FONTS = [
    Path(folder) / name
    for folder in ("/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/TTF", "/usr/share/fonts/dejavu")
    for name in ("DejaVuSans.ttf",)
]
WIDTH, HEIGHT = A4


FONT = next((path for path in FONTS if path.is_file()), None)
"""A font with Cyrillic letters; without one the Russian PDF is left out."""


def cyrillic() -> str:
    """The name of the font, registered."""
    if "Letters" not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont("Letters", str(FONT)))
    return "Letters"


def _lines(page: Canvas, x: float, top: float, lines: Sequence[str], font: str, size: float = 10) -> float:
    page.setFont(font, size)
    for number, line in enumerate(lines):
        page.drawString(x, top - number * size * 1.35, line)
    return top - len(lines) * size * 1.35


LEASE = (
    "Арендатор вносит арендную плату не позднее пятого числа каждого месяца, и при про-",
    "срочке платежа начисляется неустойка в размере 0,2 % за каждый день задержки.",
    "Размер арендной платы составляет 84 500 рублей в месяц и не меняется в течение",
    "одиннадцати месяцев с даты подписания договора.",
)


def lease_pdf(path: Path) -> None:
    """One column of Russian, a word cut at a line end, a heading, a running footer."""
    font = cyrillic()
    page = Canvas(str(path), pagesize=A4)
    for number in (1, 2):
        y = _lines(page, 72, 770, [f"{number}. " + ("Арендная плата", "Страхование помещения")[number - 1]], font, 15)
        body = (
            LEASE
            if number == 1
            else (
                "Страховая сумма по договору составляет 3 200 000 рублей, и арендодатель",
                "страхует помещение от пожара, а вещи арендатора страхует сам арендатор.",
            )
        )
        _lines(page, 72, y - 14, body, font)
        _lines(page, 72, 40, [f"Договор аренды № 15 — страница {number}"], font, 8)
        page.showPage()
    page.save()


LEFT = (
    "The workshop repairs pumps within six",
    "working days of receipt. Urgent repairs",
    "take two working days and cost 140 euros",
    "more than the ordinary repair does.",
)
RIGHT = (
    "The customer collects the pump within",
    "thirty days. After that the workshop",
    "charges a storage fee of 3 euros for",
    "each day until the pump is collected.",
)


def columns_pdf(path: Path) -> None:
    """Two columns that must be read one after the other."""
    page = Canvas(str(path), pagesize=A4)
    _lines(page, 72, 770, ["Workshop conditions"], "Helvetica-Bold", 16)
    _lines(page, 72, 735, LEFT, "Helvetica")
    _lines(page, 320, 735, RIGHT, "Helvetica")
    page.showPage()
    page.save()


CITIES = [("Alba", 11), ("Brad", 13), ("Cluj", 17), ("Deva", 19), ("Eforie", 23), ("Gherla", 29), ("Huedin", 31),
          ("Iernut", 37), ("Jibou", 41), ("Lugoj", 43), ("Medgidia", 47), ("Negrești", 53)]  # fmt: skip


def broken_table_pdf(path: Path) -> None:
    """A ruled table that starts at the foot of page 1 and goes on, with its head again, on page 2."""
    page = Canvas(str(path), pagesize=A4)
    rows = [(city.replace("ș", "s"), f"{fee} lei", f"{fee * 3} lei") for city, fee in CITIES]
    for number, part in enumerate((rows[:5], rows[5:])):
        top = 220.0 if number == 0 else 780.0
        if number == 0:
            _lines(page, 72, 770, ["Delivery fees by town"], "Helvetica-Bold", 16)
            _lines(page, 72, 740, ["The fees below apply to one parcel and to one pallet."], "Helvetica")
        _grid(page, top, [("Town", "Parcel fee", "Pallet fee"), *part])
        page.showPage()
    page.save()


def _grid(page: Canvas, top: float, rows: Sequence[Sequence[str]]) -> None:
    lefts, height = (72.0, 222.0, 372.0, 522.0), 24.0
    for number, row in enumerate(rows):
        y = top - number * height
        page.setFont("Helvetica-Bold" if number == 0 else "Helvetica", 10)
        for x, cell in zip(lefts, row, strict=False):
            page.drawString(x + 6, y - 16, cell)
    bottom = top - len(rows) * height
    for number in range(len(rows) + 1):
        page.line(lefts[0], top - number * height, lefts[-1], top - number * height)
    for x in lefts:
        page.line(x, top, x, bottom)


def contract_docx(path: Path) -> None:
    document = docx.Document()
    document.add_heading("Договор на обслуживание лифтов", 1)
    document.add_paragraph("Исполнитель устраняет аварию лифта в течение 90 минут с момента вызова.")
    document.add_paragraph("Стоимость обслуживания одного лифта составляет 7 300 рублей в месяц.")
    table = document.add_table(rows=1, cols=3)
    for cell, text in zip(table.rows[0].cells, ("Работа", "Срок", "Цена"), strict=True):
        cell.text = text
    for row in (("Замена троса", "5 дней", "41 000 рублей"), ("Смазка направляющих", "1 день", "2 600 рублей")):
        for cell, text in zip(table.add_row().cells, row, strict=True):
            cell.text = text
    document.save(str(path))


PAGE = """<html><head><title>Library rules</title></head><body><nav><a href="/">Home</a></nav>
<h1>Library rules</h1><h2>Borrowing</h2><p>Readers may borrow a book for 28&nbsp;days and renew it twice.</p>
<h2>Fines</h2><p>A late book costs 15 cents a day. Lost books are charged at <b>twice</b> the shop price.</p>
<table><tr><th>Card</th><th>Books at once</th></tr><tr><td>Child card</td><td>4 books</td></tr>
<tr><td>Adult card</td><td>9 books</td></tr></table></body></html>"""

PRICES = "Товар;Цена;Срок поставки\nКомпрессор К-12;38 900 руб.;9 дней\nФильтр масляный;1 150 руб.;2 дня\n"


def workbook(path: Path) -> None:
    """The smallest XLSX with one sheet of words and numbers."""
    rows = [("Service", "Hourly rate", "Travel fee"), ("Welding", "62 EUR", "18 EUR"), ("Painting", "44 EUR", "12 EUR")]
    cells = "".join(
        f'<row r="{r}">'
        + "".join(f'<c r="{chr(65 + c)}{r}" t="inlineStr"><is><t>{text}</t></is></c>' for c, text in enumerate(row))
        + "</row>"
        for r, row in enumerate(rows, start=1)
    )
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kind}.worksheet+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
        f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
        '<sheet name="Rates" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="r1" '
        f'Type="{office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData></worksheet>',
    }
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, body in parts.items():
            archive.writestr(name, f'<?xml version="1.0" encoding="UTF-8"?>{body}')
    path.write_bytes(data.getvalue())


def write_all(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if FONT is not None:
        lease_pdf(folder / "lease.pdf")
    columns_pdf(folder / "workshop.pdf")
    broken_table_pdf(folder / "fees.pdf")
    contract_docx(folder / "lifts.docx")
    (folder / "library.html").write_text(PAGE, encoding="utf-8")
    (folder / "compressors.csv").write_text(PRICES, encoding="utf-8")
    workbook(folder / "rates.xlsx")


LEASE_QUESTIONS = [
    "Какова неустойка за просрочку арендной платы?",
    "Какой размер арендной платы в месяц?",
    "Какая страховая сумма по договору аренды?",
]
QUESTIONS = [
    *(LEASE_QUESTIONS if FONT is not None else []),
    "How long does an urgent repair of a pump take?",
    "What is the storage fee for a pump?",
    "What is the parcel fee for Cluj?",
    "What is the pallet fee for Lugoj?",
    "What is the parcel fee for Medgidia?",
    "За сколько минут устраняют аварию лифта?",
    "Сколько стоит обслуживание одного лифта в месяц?",
    "Сколько стоит замена троса?",
    "For how many days may readers borrow a book?",
    "How much does a late book cost a day?",
    "How many books at once with an adult card?",
    "Сколько стоит Компрессор К-12?",
    "What is the hourly rate for welding?",
    "What is the travel fee for painting?",
]
