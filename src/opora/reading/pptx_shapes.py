"""Where does each shape of a slide stand, what is it there for, and in which order would a person read them?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from opora.reading.ooxml import attribute, child, children, local

_FURNITURE = {"dt": "date", "ftr": "footer", "hdr": "header", "sldNum": "slide number"}
_TITLES = frozenset(("title", "ctrTitle"))
_MAX_DEPTH = 40
_OVERLAP = 0.15  # of the smaller side: shapes are drawn a little larger than what they show


@dataclass(slots=True)
class Shape:
    """A shape that may speak: its element, its role on the slide, and where it stands (EMU; ``None``: nowhere said)."""

    node: etree._Element
    kind: str
    role: str = ""
    key: str = ""
    box: tuple[float, float, float, float] | None = None
    parents: tuple[etree._Element, ...] = ()

    @property
    def is_title(self) -> bool:
        return self.role in _TITLES

    @property
    def furniture(self) -> str | None:
        return _FURNITURE.get(self.role)

    @property
    def is_body(self) -> bool:
        """A placeholder for content: its paragraphs have bullets unless someone took them away."""
        return self.role in ("body", "obj", "content")


class Layouts:
    """Placeholders of a slide's layout and master: a slide says only what differs from them."""

    def __init__(self, layout: etree._Element | None, master: etree._Element | None) -> None:
        self.master = master
        self.of_layout = list(_placeholders(layout))
        self.of_master = list(_placeholders(master))

    def parents(self, role: str, key: str) -> tuple[etree._Element, ...]:
        """The placeholders this one stands in for, nearest first."""
        found: list[etree._Element] = []
        near = next((node for r, k, node in self.of_layout if key and k == key), None)
        near = near if near is not None else next((node for r, _, node in self.of_layout if r == role), None)
        if near is not None:
            found.append(near)
            role = _role(near)[0] or role
        wanted = "title" if role in _TITLES else "body" if role in ("body", "obj", "content", "subTitle") else role
        far = next((node for r, _, node in self.of_master if r == wanted), None)
        return (*found, far) if far is not None else tuple(found)


def shapes_of(tree: etree._Element, layouts: Layouts) -> Iterator[Shape]:
    """Every shape, group members too, in the order they are drawn."""
    yield from _walk(tree, layouts, (1.0, 0.0, 1.0, 0.0), 0)


def _walk(
    tree: etree._Element, layouts: Layouts, scale: tuple[float, float, float, float], depth: int
) -> Iterator[Shape]:
    if depth > _MAX_DEPTH:
        return
    for node in tree:
        name = local(node)
        if name == "AlternateContent":
            side = child(node, "Choice")
            side = side if side is not None else child(node, "Fallback")
            if side is not None:
                yield from _walk(side, layouts, scale, depth + 1)
        elif name == "grpSp":
            yield from _walk(node, layouts, _inner_scale(node, scale), depth + 1)
        elif name in ("sp", "graphicFrame", "cxnSp", "pic"):
            role, key = _role(node)
            parents = layouts.parents(role, key) if role else ()
            box = next((found for one in (node, *parents) if (found := _box(one))), None)
            yield Shape(node, name, role, key, _scaled(box, scale), parents)


def _placeholders(root: etree._Element | None) -> Iterator[tuple[str, str, etree._Element]]:
    tree = child(child(root, "cSld"), "spTree")
    for node in children(tree, "sp") if tree is not None else ():
        role, key = _role(node)
        if role:
            yield role, key, node


def _role(node: etree._Element) -> tuple[str, str]:
    """What a placeholder is for and its number; an unnamed one takes any content."""
    for item in node:
        if local(item).startswith("nv"):
            place = child(child(item, "nvPr"), "ph")
            if place is not None:
                return attribute(place, "type") or "content", attribute(place, "idx") or ""
    return "", ""


def is_hidden(node: etree._Element) -> bool:
    return any(
        attribute(named, "hidden") in ("1", "true")
        for item in node
        if local(item).startswith("nv")
        for named in children(item, "cNvPr")
    )


def _box(node: etree._Element) -> tuple[float, float, float, float] | None:
    place = child(child(node, "spPr"), "xfrm")
    place = place if place is not None else child(node, "xfrm")
    return _rectangle(place, "off", "ext")


def _rectangle(place: etree._Element | None, corner: str, size: str) -> tuple[float, float, float, float] | None:
    at, of = child(place, corner), child(place, size)
    if at is None or of is None:
        return None
    left, top = _number(attribute(at, "x")), _number(attribute(at, "y"))
    return left, top, left + _number(attribute(of, "cx")), top + _number(attribute(of, "cy"))


def _inner_scale(group: etree._Element, scale: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    """How the coordinates inside a group become those of the slide: x·a + b, y·c + d."""
    place = child(child(group, "grpSpPr"), "xfrm")
    outer, inner = _rectangle(place, "off", "ext"), _rectangle(place, "chOff", "chExt")
    if outer is None or inner is None:
        return scale
    wide = (outer[2] - outer[0]) / (inner[2] - inner[0]) if inner[2] > inner[0] else 1.0
    high = (outer[3] - outer[1]) / (inner[3] - inner[1]) if inner[3] > inner[1] else 1.0
    a, b, c, d = scale
    return a * wide, a * (outer[0] - inner[0] * wide) + b, c * high, c * (outer[1] - inner[1] * high) + d


def _scaled(
    box: tuple[float, float, float, float] | None, scale: tuple[float, float, float, float]
) -> tuple[float, float, float, float] | None:
    if box is None:
        return None
    a, b, c, d = scale
    return box[0] * a + b, box[1] * c + d, box[2] * a + b, box[3] * c + d


def _number(text: str | None) -> float:
    try:
        value = float(text or 0)
    except ValueError:
        return 0.0
    return value if abs(value) < 1e12 else 0.0


def in_reading_order(shapes: Sequence[Shape]) -> list[Shape]:
    """The title first, then by where they stand: cut at the widest gap between rows or columns, again and again.

    Shapes that nobody placed keep their drawing order at the end; where nothing can be cut, from top to bottom.
    """
    titles = [shape for shape in shapes if shape.is_title]
    placed = [shape for shape in shapes if not shape.is_title and shape.box is not None]
    rest = [shape for shape in shapes if not shape.is_title and shape.box is None]
    return [*titles, *_cut(placed), *rest]


def _cut(shapes: list[Shape]) -> list[Shape]:
    if len(shapes) < 2:
        return shapes
    best: tuple[float, list[Shape], list[Shape]] | None = None
    for low, high in ((1, 3), (0, 2)):  # rows win over columns when the gaps are equally wide
        found = _gap(shapes, low, high)
        if found and (best is None or found[0] > best[0] * 1.0001):
            best = found
    if best is None:
        return sorted(shapes, key=lambda shape: (_side(shape, 1), _side(shape, 0)))
    return [*_cut(best[1]), *_cut(best[2])]


def _gap(shapes: list[Shape], low: int, high: int) -> tuple[float, list[Shape], list[Shape]] | None:
    """The widest gap along one axis and the shapes on either side; a small overlap still counts as a narrow gap."""
    ordered = sorted(shapes, key=lambda shape: (_side(shape, low), _side(shape, high)))
    best: tuple[float, int] | None = None
    end = _side(ordered[0], high)
    for at in range(1, len(ordered)):
        start, size = _side(ordered[at], low), _side(ordered[at], high) - _side(ordered[at], low)
        smaller = min([size, *(_side(shape, high) - _side(shape, low) for shape in ordered[:at])])
        gap = start - end
        if gap >= -_OVERLAP * max(smaller, 0.0) and (best is None or gap > best[0]):
            best = (gap, at)
        end = max(end, _side(ordered[at], high))
    return (best[0], ordered[: best[1]], ordered[best[1] :]) if best else None


def _side(shape: Shape, at: int) -> float:
    return shape.box[at] if shape.box else 0.0
