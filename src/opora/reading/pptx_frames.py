"""What do the tables, charts and diagrams of a slide hold?"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from opora.reading.assemble import Draft
from opora.reading.grid import GridCell, GridRules, from_texts, table_drafts
from opora.reading.number_format import general, shown
from opora.reading.ooxml import Package, attribute, child, children, local
from opora.reading.pptx_text import body_text, paragraph_text

_MAX_SPAN = 500
_MAX_POINTS = 20_000


def frame_drafts(frame: etree._Element, package: Package, targets: dict[str, tuple[str, str]]) -> Iterator[Draft]:
    """A table as it is drawn, a chart as a table of its cached values, a diagram as one list item a node."""
    table = next((node for node in frame.iter() if local(node) == "tbl"), None)
    if table is not None:
        yield from _table(table)
    else:
        yield from drawing_drafts(frame, package, targets)


def drawing_drafts(drawn: etree._Element, package: Package, targets: dict[str, tuple[str, str]]) -> Iterator[Draft]:
    """The charts and diagrams that a drawing refers to; ``targets`` are the relations of the part it stands in."""
    for node in drawn.iter():
        name = local(node)
        key = attribute(node, "id" if name == "chart" else "dm") if name in ("chart", "relIds") else None
        root = package.xml(targets.get(key, ("", ""))[1]) if key else None
        if root is not None:
            yield from _chart(root) if name == "chart" else _diagram(root)


def _table(node: etree._Element) -> Iterator[Draft]:
    properties = child(node, "tblPr")
    rows: list[list[GridCell]] = []
    for row in children(node, "tr"):
        cells: list[GridCell] = []
        for column, cell in enumerate(children(row, "tc"), start=1):
            if attribute(cell, "hMerge") in ("1", "true") or attribute(cell, "vMerge") in ("1", "true"):
                continue
            text = body_text(child(cell, "txBody"))
            cells.append(
                GridCell(text, column, _count(attribute(cell, "gridSpan")), _count(attribute(cell, "rowSpan")))
            )
        rows.append(cells)
    has_head = properties is not None and attribute(properties, "firstRow") in ("1", "true") and len(rows) > 1
    yield from table_drafts(rows, GridRules(head_rows=_head_rows(rows) if has_head else None))


def _head_rows(rows: list[list[GridCell]]) -> int:
    """A marked first row whose cells span rows or columns brings the rows below that name its parts."""
    deep = max((cell.rows for cell in rows[0]), default=1)
    if (
        any(cell.columns > 1 for cell in rows[0])
        and len(rows) > 2
        and not any(_is_value(cell.text) for cell in rows[1])
    ):
        deep = max(deep, 2)
    return min(deep, len(rows) - 1)


def _is_value(text: str) -> bool:
    return any(char.isdigit() for char in text)


def _count(text: str | None) -> int:
    return max(1, min(int(text), _MAX_SPAN)) if text and text.isascii() and text.isdigit() and len(text) < 6 else 1


def _chart(root: etree._Element) -> Iterator[Draft]:
    chart = child(root, "chart")
    title = _chart_title(chart)
    if title:
        yield Draft("caption", title)
    for names, series in _plots(chart):
        labels = [name or f"{n}" for n, name in enumerate((one[0] for one in series), start=1)]
        places = sorted(set(names).union(*(values for _, values in series)))
        rows = [[names.get(at, ""), *(values.get(at, "") for _, values in series)] for at in places]
        yield from from_texts([["", *labels], *rows], GridRules(head_rows=1))


def _chart_title(chart: etree._Element | None) -> str:
    title = child(chart, "title")
    if title is None:
        return ""
    return " ".join(" ".join(paragraph_text(node) for node in title.iter() if local(node) == "p").split())


def _plots(chart: etree._Element | None) -> Iterator[tuple[dict[int, str], list[tuple[str, dict[int, str]]]]]:
    """Each plot's category names by number, and its series: name and values by number."""
    area = child(chart, "plotArea")
    for plot in area if area is not None else ():
        series = list(children(plot, "ser"))
        if not series:
            continue
        names: dict[int, str] = {}
        found: list[tuple[str, dict[int, str]]] = []
        for one in series:
            names = names or _points(child(one, "cat")) or _points(child(one, "xVal"))
            values = _points(child(one, "val")) or _points(child(one, "yVal"))
            name = " ".join(_points(child(one, "tx")).values()) or _plain(child(one, "tx"))
            found.append((name, values))
        yield names, found


def _plain(node: etree._Element | None) -> str:
    value = child(node, "v")
    return (value.text or "").strip() if value is not None else ""


def _points(node: etree._Element | None) -> dict[int, str]:
    """Cached points by number, numbers as their format draws them; levels of a category joined from the outermost."""
    found: dict[int, str] = {}
    if node is None:
        return found
    for cache in node.iter():
        if local(cache) not in ("numCache", "strCache", "lvl", "numLit", "strLit"):
            continue
        code = child(cache, "formatCode")
        for point in children(cache, "pt"):
            index, value = attribute(point, "idx") or "", child(point, "v")
            if index.isdecimal() and len(index) < 7 and len(found) < _MAX_POINTS and value is not None:
                text = _drawn((value.text or "").strip(), code.text if code is not None else None, local(cache))
                found[int(index)] = f"{text} {found[int(index)]}" if int(index) in found else text
    return found


def _drawn(text: str, code: str | None, cache: str) -> str:
    if not cache.startswith("num"):
        return text
    try:
        number = float(text)
    except ValueError:
        return text
    drawn = shown(number, code) if code and code.lower() != "general" else None
    return drawn or general(int(number) if number.is_integer() and abs(number) < 1e15 else number)


def _diagram(root: etree._Element) -> Iterator[Draft]:
    """Nodes of the diagram's data in the order they were typed; transitions and layout points say nothing."""
    points = child(root, "ptLst")
    for point in children(points, "pt") if points is not None else ():
        if attribute(point, "type") in (None, "node", "asst"):
            text = body_text(child(point, "t"))
            if text:
                yield Draft("list_item", text)
