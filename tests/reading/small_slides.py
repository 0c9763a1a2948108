"""Small presentations made from nothing: shapes with places, titles, notes, tables and charts."""

from __future__ import annotations

from small_files import package, relations

A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
MASTER = (
    "<p:cSld><p:spTree/></p:cSld><p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char='•'/></a:lvl1pPr>"
    "<a:lvl2pPr><a:buAutoNum type='alphaLcParenR'/></a:lvl2pPr></p:bodyStyle></p:txStyles>"
)


def line(text: str, properties: str = "") -> str:
    return f"<a:p>{properties}<a:r><a:t>{text}</a:t></a:r></a:p>"


def shape(*paragraphs: str, role: str = "", at: tuple[int, int, int, int] | None = None, hidden: bool = False) -> str:
    """A text box or placeholder; ``at`` is left, top, width, height in points."""
    place = f'<p:ph type="{role}"/>' if role else ""
    frame = ""
    if at:
        x, y, w, h = (n * 12_700 for n in at)
        frame = f'<a:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="{w}" cy="{h}"/></a:xfrm>'
    off = ' hidden="1"' if hidden else ""
    body = "".join(text if text.startswith("<") else line(text) for text in paragraphs)
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"{off}/><p:cNvSpPr/><p:nvPr>{place}</p:nvPr></p:nvSpPr>'
        f"<p:spPr>{frame}</p:spPr><p:txBody><a:bodyPr/>{body}</p:txBody></p:sp>"
    )


def table(*rows: tuple[str, ...], first_row: bool = True) -> str:
    """A table; a cell text may carry span attributes before a bar: ``gridSpan="2"|Both``."""
    out = []
    for row in rows:
        cells = ""
        for cell in row:
            spans, text = cell.split("|", 1) if "|" in cell else ("", cell)
            cells += f"<a:tc {spans}><a:txBody>{line(text) if text else '<a:p/>'}</a:txBody></a:tc>"
        out.append(f"<a:tr>{cells}</a:tr>")
    head = ' firstRow="1"' if first_row else ""
    return (
        "<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id='3' name='t'/><p:nvPr/></p:nvGraphicFramePr>"
        f"<a:graphic><a:graphicData><a:tbl><a:tblPr{head}/>{''.join(out)}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>"
    )


def pptx(*slides: str, notes: dict[int, str] | None = None, hidden: tuple[int, ...] = ()) -> bytes:
    """A presentation of these slides (numbered from 1), each the inside of its shape tree."""
    space = f"{A} {P} {R}"
    listed = "".join(f'<p:sldId id="{256 + n}" r:id="r{n}"/>' for n in range(len(slides)))
    targets = {f"slide{n}": f"slides/slide{n + 1}.xml" for n in range(len(slides))}
    parts: dict[str, str | bytes] = {
        "_rels/.rels": relations(officeDocument="ppt/presentation.xml"),
        "ppt/presentation.xml": f"<p:presentation {space}><p:sldIdLst>{listed}</p:sldIdLst>"
        '<p:sldSz cx="9144000" cy="6858000"/></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relations(**targets),
        "ppt/slideLayouts/l.xml": f"<p:sldLayout {space}><p:cSld><p:spTree/></p:cSld></p:sldLayout>",
        "ppt/slideLayouts/_rels/l.xml.rels": relations(slideMaster="../slideMasters/m.xml"),
        "ppt/slideMasters/m.xml": f"<p:sldMaster {space}>{MASTER}</p:sldMaster>",
    }
    for number, inside in enumerate(slides, start=1):
        show = ' show="0"' if number in hidden else ""
        name = f"ppt/slides/slide{number}.xml"
        parts[name] = f"<p:sld {space}{show}><p:cSld><p:spTree>{inside}</p:spTree></p:cSld></p:sld>"
        linked = {"slideLayout": "../slideLayouts/l.xml"}
        if notes and number in notes:
            linked["notesSlide"] = f"../notesSlides/n{number}.xml"
            parts[f"ppt/notesSlides/n{number}.xml"] = (
                f"<p:notes {space}><p:cSld><p:spTree>{shape(notes[number], role='body')}"
                f"{shape(str(number), role='sldNum')}</p:spTree></p:cSld></p:notes>"
            )
        parts[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations(**linked)
    return package(parts)
