"""Where do the PDF and DOCX files of the sample library come from? They are drawn here, the same bytes every time."""

from __future__ import annotations

import datetime as dt
import zipfile
from pathlib import Path
from typing import Any

from docx import Document
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt
from reportlab.lib import colors
from reportlab.lib.pagesizes import LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph, Spacer, Table, TableStyle
from reportlab.platypus.flowables import PageBreak

HERE = Path(__file__).parent
WRITTEN = dt.datetime(2026, 1, 12, 9, 0, 0)
BODY = ParagraphStyle("body", fontName="Helvetica", fontSize=10, leading=13, spaceAfter=6)
SMALL = ParagraphStyle("small", parent=BODY, fontSize=8.5, leading=11)
CELL = ParagraphStyle("cell", parent=BODY, fontSize=9.5, leading=12, spaceAfter=0)
CELL_HEAD = ParagraphStyle("cellhead", parent=CELL, fontName="Helvetica-Bold")
TITLE = ParagraphStyle("title", fontName="Helvetica-Bold", fontSize=18, leading=22, spaceAfter=10)
HEADING = ParagraphStyle("heading", fontName="Helvetica-Bold", fontSize=13, leading=17, spaceBefore=10, spaceAfter=5)
HEADER = "Northgate Mutual Insurance Company"
FORM = "Form NG-HO 03 26"

FORM_PAGES: list[list[tuple[ParagraphStyle, str]]] = [
    [
        (TITLE, "Homeowners Policy Form"),
        (
            BODY,
            "This form is part of your policy. It tells you what we cover, what we do not cover, and what you must do after "
            "a loss. Please read it together with the Declarations page.",
        ),
        (HEADING, "1. Definitions"),
        (BODY, "1.1 “Deductible” means the part of a covered loss that you pay before we pay anything."),
        (
            BODY,
            "1.2 “Flood” means a general and temporary condition of partial or complete inundation of normally dry land "
            "by the overflow of inland or tidal waters, or by the unusual and rapid accumulation of surface water.",
        ),
        (BODY, "1.3 “Zone” means the risk zone shown for the insured location on the Declarations page."),
        (
            BODY,
            "1.4 “Residence premises” means the one-family dwelling where you reside and that is shown on the Declarations "
            "page, and the other structures on its grounds.",
        ),
        (HEADING, "2. Coverages"),
        (BODY, "2.1 We insure the dwelling on the residence premises against direct physical loss."),
        (
            BODY,
            "2.2 We cover personal property owned or used by you anywhere in the world. Our limit for property usually "
            "kept at another residence is 10% of the limit for Coverage C.",
        ),
        (
            BODY,
            "2.3 If a covered loss makes the residence premises unfit to live in, we pay the necessary increase in living "
            "expenses for up to 24 months.",
        ),
        (HEADING, "3. Exclusions"),
        (BODY, "3.1 We do not insure loss caused by earth movement, war, or nuclear hazard."),
        (
            BODY,
            "3.2 We do not insure loss caused by water that backs up through sewers or drains, unless the Sewer Backup "
            "Endorsement is shown on the Declarations page.",
        ),
        (BODY, "3.3 We do not insure theft from a dwelling under construction."),
    ],
    [
        (HEADING, "4. Deductibles"),
        (
            BODY,
            "4.1 The deductible for each loss depends on the cause of the loss and on the zone of the insured location. It "
            "is shown in the table below.",
        ),
    ],
    [
        (
            SMALL,
            "Note: In Zone C the wind deductible applies only to losses between 1 June and 30 November; outside this "
            "period the deductible of Zone B applies.",
        ),
        (BODY, "4.2 Only one deductible applies to one loss. If two or more apply, we use the highest."),
        (HEADING, "5. Your duties after a loss"),
        (BODY, "5.1 You must give us prompt notice of the loss, and in case of theft also notify the police."),
        (BODY, "5.2 You must send us a signed, sworn proof of loss within 60 days after our request."),
        (BODY, "5.3 You must keep the damaged property for inspection and make reasonable repairs to protect it."),
        (HEADING, "6. Loss payment"),
        (BODY, "6.1 We pay within 30 days after we receive your proof of loss and reach an agreement with you."),
        (BODY, "6.2 No action can be brought against us unless it is started within two years after the date of loss."),
        (HEADING, "7. Cancellation"),
        (
            BODY,
            "7.1 You may cancel this policy at any time by returning it to us or by telling us the date in writing.",
        ),
        (
            BODY,
            "7.2 We may cancel this policy by giving you at least 10 days’ notice when the premium has not been paid, and at "
            "least 30 days’ notice in any other case.",
        ),
    ],
]
DEDUCTIBLES = [
    ["Cause of loss", "Zone A", "Zone B", "Zone C"],
    ["Flood", "$5,000", "$10,000 per building", "$25,000"],
    ["Wind", "$1,000", "$2,500", "2% of Coverage A"],
    ["Theft", "$500", "$500", "$750"],
]


def write_insurance_form(path: Path) -> None:
    """Three headings' worth of clauses on page 1, the table with its broken amount on page 2."""
    document = BaseDocTemplate(
        str(path), pagesize=LETTER, leftMargin=72, rightMargin=72, topMargin=90, bottomMargin=80, invariant=1,
        title="Homeowners Policy Form", author=HEADER,
    )  # fmt: skip
    frame = Frame(72, 80, LETTER[0] - 144, LETTER[1] - 170, id="page")
    document.addPageTemplates([PageTemplate(id="form", frames=[frame], onPage=_running_lines)])
    first, before, after = FORM_PAGES
    story: list[Any] = [Paragraph(text, style) for style, text in first]
    story.append(PageBreak())
    story += [Paragraph(text, style) for style, text in before]
    story += [_deductibles_table(), Spacer(1, 6)]
    story += [Paragraph(text, style) for style, text in after]
    document.build(story)


def _running_lines(canvas: Any, document: Any) -> None:
    canvas.setFont("Helvetica", 8)
    canvas.drawString(72, LETTER[1] - 50, HEADER)
    canvas.drawRightString(LETTER[0] - 72, LETTER[1] - 50, FORM)
    canvas.drawString(72, 45, "Includes copyrighted material of Northgate Mutual, used with its permission.")
    canvas.drawRightString(LETTER[0] - 72, 45, f"Page {document.page} of 2")


def _deductibles_table() -> Table:
    """Column widths are narrow on purpose: "$10,000 per building" does not fit on one line, and "$5,000" breaks inside."""
    rows: list[list[Any]] = [
        [Paragraph(text, CELL_HEAD if row == 0 or column == 0 else CELL) for column, text in enumerate(cells)]
        for row, cells in enumerate(DEDUCTIBLES)
    ]
    rows[1][1] = Paragraph("$5,<br/>000", CELL)
    table = Table(rows, colWidths=[96, 44, 72, 84], hAlign="LEFT")
    lines = [("GRID", (0, 0), (-1, -1), 0.6, colors.black), ("VALIGN", (0, 0), (-1, -1), "TOP")]
    table.setStyle(TableStyle(lines))
    return table


CONTRACT_TITLE = "Договор поставки № 47/2026"
CONTRACT: list[tuple[str, list[str]]] = [
    (
        "Предмет договора",
        [
            "Поставщик обязуется передать в собственность Покупателя упаковочные материалы, а Покупатель обязуется принять их и оплатить.",
            "Наименование, количество и цена товара указаны в Спецификации (Приложение № 1).",
        ],
    ),
    (
        "Цена и порядок расчётов",
        [
            "Общая цена договора составляет 1 250 000 рублей, включая НДС 20 %.",
            "Покупатель оплачивает товар в течение 10 рабочих дней со дня подписания товарной накладной.",
            "Обязанность по оплате считается исполненной в день поступления денег на счёт Поставщика.",
        ],
    ),
    (
        "Поставка",
        [
            "Поставщик отгружает товар в течение 15 календарных дней со дня получения заявки.",
            "Доставка до склада Покупателя входит в цену, если сумма заявки не менее 100 000 рублей.",
            "Претензии по количеству принимаются в течение 5 рабочих дней со дня приёмки.",
        ],
    ),
    (
        "Ответственность сторон",
        [
            "За просрочку оплаты Покупатель уплачивает пеню в размере 0,1 % от неоплаченной суммы за каждый день просрочки, "
            "но не более 10 % от этой суммы.",
            "За просрочку поставки Поставщик уплачивает пеню в размере 0,2 % от стоимости непоставленного товара за каждый день "
            "просрочки, но не более 15 % от этой стоимости.",
            "Уплата пени не освобождает стороны от исполнения обязательств.",
        ],
    ),
    (
        "Срок действия",
        [
            "Договор вступает в силу с 1 февраля 2026 года и действует до 31 декабря 2026 года.",
            "Каждая сторона вправе отказаться от договора, письменно уведомив другую сторону не позднее чем за 30 календарных дней.",
        ],
    ),
]
SPECIFICATION = [
    ["Товар", "Единица", "Количество", "Цена за единицу, руб."],
    ["Короб картонный 400×300×250", "шт.", "12 000", "48,50"],
    ["Плёнка стретч 500 мм", "рулон", "900", "610,00"],
    ["Лента клейкая 48 мм", "шт.", "1 400", "85,00"],
]
FOOTNOTE = "Рабочими считаются дни с понедельника по пятницу, кроме нерабочих праздничных дней."


def write_contract(path: Path) -> None:
    """Clause numbers are Word's own automatic numbers: they stand in numbering.xml, not in the text."""
    document = Document()
    document.styles["Normal"].font.name = "Times New Roman"
    document.styles["Normal"].font.size = Pt(11)
    number_id = _two_level_numbering(document)
    document.add_heading(CONTRACT_TITLE, level=0)
    document.add_paragraph(
        "г. Кишинёв, 26 января 2026 года. ООО «Северный склад», далее «Поставщик», и ООО «Линия упаковки», далее «Покупатель», "
        "заключили настоящий договор."
    )
    for title, clauses in CONTRACT:
        _number(document.add_heading(title, level=1), number_id, level=0)
        for clause in clauses:
            paragraph = document.add_paragraph(clause)
            _number(paragraph, number_id, level=1)
            if "10 рабочих дней" in clause:
                _footnote_reference(paragraph)
    document.add_heading("Приложение № 1. Спецификация", level=1)
    table = document.add_table(rows=0, cols=len(SPECIFICATION[0]), style="Table Grid")
    for cells in SPECIFICATION:
        for cell, text in zip(table.add_row().cells, cells, strict=True):
            cell.text = text
    properties = document.core_properties
    properties.title, properties.author = CONTRACT_TITLE, "ООО «Северный склад»"
    properties.created = properties.modified = WRITTEN
    document.save(str(path))
    _add_footnotes_part(path)


def _two_level_numbering(document: Any) -> int:
    """An abstract list "1." / "1.1." in numbering.xml; returns its numId."""
    numbering = document.part.numbering_part.element
    abstract = OxmlElement("w:abstractNum")
    abstract.set(qn("w:abstractNumId"), "90")
    for level, pattern in enumerate(("%1.", "%1.%2.")):
        entry = OxmlElement("w:lvl")
        entry.set(qn("w:ilvl"), str(level))
        for tag, value in (("w:start", "1"), ("w:numFmt", "decimal"), ("w:lvlText", pattern)):
            child = OxmlElement(tag)
            child.set(qn("w:val"), value)
            entry.append(child)
        abstract.append(entry)
    numbering.insert(0, abstract)
    instance = OxmlElement("w:num")
    instance.set(qn("w:numId"), "90")
    reference = OxmlElement("w:abstractNumId")
    reference.set(qn("w:val"), "90")
    instance.append(reference)
    numbering.append(instance)
    return 90


def _number(paragraph: Any, number_id: int, level: int) -> None:
    properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()
    properties.get_or_add_ilvl().val = level
    properties.get_or_add_numId().val = number_id


def _footnote_reference(paragraph: Any) -> None:
    reference = OxmlElement("w:footnoteReference")
    reference.set(qn("w:id"), "2")
    run = paragraph.add_run()
    run.font.superscript = True
    run._r.append(reference)


FOOTNOTES_XML = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    '<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
    '<w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
    '<w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> {text}</w:t></w:r></w:p></w:footnote>'
    "</w:footnotes>"
)
FOOTNOTES_TYPE = (
    '<Override PartName="/word/footnotes.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"/></Types>'
)
FOOTNOTES_RELATION = (
    '<Relationship Id="rIdFootnotes" Target="footnotes.xml" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"/></Relationships>'
)


def _add_footnotes_part(path: Path) -> None:
    """Rewrite the archive with a footnotes part, every entry dated alike so that the bytes repeat."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["word/footnotes.xml"] = FOOTNOTES_XML.format(text=FOOTNOTE).encode()
    _append(parts, "[Content_Types].xml", "</Types>", FOOTNOTES_TYPE)
    _append(parts, "word/_rels/document.xml.rels", "</Relationships>", FOOTNOTES_RELATION)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(zipfile.ZipInfo(name, WRITTEN.timetuple()[:6]), data, zipfile.ZIP_DEFLATED)


def _append(parts: dict[str, bytes], name: str, closing: str, addition: str) -> None:
    parts[name] = parts[name].decode().replace(closing, addition).encode()


def main(folder: Path = HERE) -> None:
    write_insurance_form(folder / "homeowners-form.pdf")
    write_contract(folder / "supply-contract.docx")


if __name__ == "__main__":
    main()
