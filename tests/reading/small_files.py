"""Small valid files of every format, made from nothing, to be read as they are or damaged first."""

from __future__ import annotations

import io
import zipfile

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_TYPES = '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
_RELS = '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
_TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"


def relations(**targets: str) -> str:
    """``_rels`` part: relation name to target; names end in a digit when one is used twice."""
    lines = (
        f'<Relationship Id="r{n}" Type="{_TYPE}{name.rstrip("0123456789")}" Target="{target}"/>'
        for n, (name, target) in enumerate(targets.items())
    )
    return _RELS.format("".join(lines))


def package(parts: dict[str, str | bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _TYPES)
        for name, content in parts.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def paragraph(text: str, style: str = "", number: str = "", level: int = 0) -> str:
    styled = f'<w:pStyle w:val="{style}"/>' if style else ""
    numbered = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>' if number else ""
    return f"<w:p><w:pPr>{styled}{numbered}</w:pPr><w:r><w:t xml:space='preserve'>{text}</w:t></w:r></w:p>"


def docx(body: str, **parts: str) -> bytes:
    """A Word file with this body; ``styles``, ``numbering``, ``footnotes``, ``header`` … are the inside of those parts."""
    roots = {"header": "hdr", "footer": "ftr"}
    stored: dict[str, str | bytes] = {
        "_rels/.rels": relations(officeDocument="word/document.xml"),
        "word/document.xml": f"<?xml version='1.0'?><w:document {W}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": relations(**{name: f"{name}.xml" for name in parts}),
    }
    for name, inside in parts.items():
        root = roots.get(name, name)
        stored[f"word/{name}.xml"] = f"<?xml version='1.0'?><w:{root} {W}>{inside}</w:{root}>"
    return package(stored)


def xlsx(sheets: dict[str, str], formats: tuple[str, ...] = (), merged: dict[str, str] | None = None) -> bytes:
    """A workbook: sheet name to ``<row>…`` XML; style 1, 2 … carry the given number formats."""
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    link = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    listed = "".join(f'<sheet name="{name}" sheetId="{n + 1}" r:id="r{n}"/>' for n, name in enumerate(sheets))
    fmts = "".join(f'<numFmt numFmtId="{164 + n}" formatCode="{code}"/>' for n, code in enumerate(formats))
    xfs = '<xf numFmtId="0"/>' + "".join(f'<xf numFmtId="{164 + n}"/>' for n in range(len(formats)))
    targets = {f"worksheet{n}": f"worksheets/sheet{n + 1}.xml" for n in range(len(sheets))}
    parts: dict[str, str | bytes] = {
        "_rels/.rels": relations(officeDocument="xl/workbook.xml"),
        "xl/workbook.xml": f"<workbook {space} {link}><sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relations(**targets, styles="styles.xml"),
        "xl/styles.xml": f"<styleSheet {space}><numFmts>{fmts}</numFmts><cellXfs>{xfs}</cellXfs></styleSheet>",
    }
    for n, (name, rows) in enumerate(sheets.items()):
        merges = (merged or {}).get(name, "")
        parts[f"xl/worksheets/sheet{n + 1}.xml"] = (
            f"<worksheet {space}><sheetData>{rows}</sheetData>"
            + (f'<mergeCells><mergeCell ref="{merges}"/></mergeCells>' if merges else "")
            + "</worksheet>"
        )
    return package(parts)


def row(number: int, *cells: str | float | tuple[float, int], first: int = 0) -> str:
    """One sheet row: texts, numbers, or (number, style)."""
    out = []
    for at, cell in enumerate(cells, start=first):
        place = f"{chr(65 + at)}{number}"
        if isinstance(cell, str):
            out.append(f'<c r="{place}" t="inlineStr"><is><t>{cell}</t></is></c>' if cell else "")
        elif isinstance(cell, tuple):
            out.append(f'<c r="{place}" s="{cell[1]}"><v>{cell[0]}</v></c>')
        else:
            out.append(f'<c r="{place}"><v>{cell}</v></c>')
    return f'<row r="{number}">{"".join(out)}</row>'


def pdf() -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1)
    for line in range(5):
        canvas.drawString(72, 700 - 14 * line, f"Line {line}: the premium is $1,250.00 a year.")
    canvas.save()
    return buffer.getvalue()


SAMPLES: dict[str, bytes] = {
    "a.txt": "1. Предмет\n\n1.1. Срок 14 дней.\n- один\n- два\n\nArticle 5. Payment\n".encode(),
    "a.md": b"# Title\n\ntext [link](u) **b**\n\n| A | B |\n|---|---|\n| x | 1 |\n\n- i\n",
    "a.html": b"<html><body><h1>T</h1><p>Text &amp; more</p><table><tr><th>A<td>1</table><ul><li>x</ul></body></html>",
    "a.csv": "Код;Цена\n007;12,50\n008;3,10\n".encode("cp1251"),
    "a.json": b'[{"question": "Q?", "answer": "A."}, {"question": "R?", "answer": [1.50, {"k": null}]}]',
    "a.jsonl": b'{"a": 1, "b": "x"}\n{"a": 2, "b": "y"}\n',
    "a.page": b"<page><title>T</title><p>one</p><steps><item><p>two</p></item></steps></page>",
    "a.docx": docx(paragraph("Contract") + "<w:tbl><w:tr><w:tc>" + paragraph("x") + "</w:tc></w:tr></w:tbl>"),
    "a.xlsx": xlsx({"Prices": row(1, "Item", "Price") + row(2, "Bolt", (0.125, 1))}, ("0.0%",)),
    "a.pdf": pdf(),
}
