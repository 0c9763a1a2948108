"""How is a formula of Office Math written on one line?"""

from __future__ import annotations

from lxml import etree

from opora.reading.inline import raised
from opora.reading.ooxml import child, children, local, value_of

_SILENT = frozenset(
    ("rPr", "ctrlPr", "fPr", "dPr", "naryPr", "radPr", "funcPr", "sSupPr", "sSubPr", "sSubSupPr", "argPr")
)
_MAX_DEPTH = 80


def math_text(node: etree._Element, depth: int = 0) -> str:
    """The formula from left to right: ``∑_(n=1)^∞ (aₙ cos(nπx/L))``; brackets only where one line needs them."""
    if depth > _MAX_DEPTH:
        return "".join(str(text) for text in node.itertext())
    name = local(node)
    if name == "t":
        return node.text or ""
    if name == "f":
        return f"{_grouped(node, 'num', depth)}/{_grouped(node, 'den', depth)}"
    if name == "d":
        return _delimited(node, depth)
    if name == "nary":
        sign = value_of(child(node, "naryPr"), "chr") or "∫"
        return sign + _script(node, "sub", depth) + _script(node, "sup", depth) + _grouped(node, "e", depth)
    if name == "rad":
        degree = _part(node, "deg", depth)
        return f"{raised(degree, True) if degree else ''}√{_grouped(node, 'e', depth)}"
    if name == "func":
        inner = _grouped(node, "e", depth)
        return _part(node, "fName", depth).strip() + (inner if inner.startswith("(") else f" {inner}")
    if name in ("sSup", "sSub", "sSubSup"):
        return _part(node, "e", depth) + _script(node, "sub", depth) + _script(node, "sup", depth)
    if name in ("limLow", "limUpp"):
        return f"{_part(node, 'e', depth)}_{_grouped(node, 'lim', depth)}"
    if name == "m":
        rows = ["  ".join(math_text(cell, depth + 1) for cell in children(row, "e")) for row in children(node, "mr")]
        return "; ".join(rows)
    return "".join(math_text(item, depth + 1) for item in node if local(item) not in _SILENT)


def _part(node: etree._Element, name: str, depth: int) -> str:
    found = child(node, name)
    return math_text(found, depth + 1) if found is not None else ""


def _grouped(node: etree._Element, name: str, depth: int) -> str:
    text = _part(node, name, depth)
    plain = all(char.isalnum() or char in ".,°%∞" for char in text)
    return text if plain or (text.startswith("(") and text.endswith(")") and text.count("(") == 1) else f"({text})"


def _script(node: etree._Element, name: str, depth: int) -> str:
    """A raised or lowered part: as small digits where there are such, else behind ``^`` or ``_``."""
    text = _part(node, name, depth)
    if not text:
        return ""
    small = raised(text, name == "sup")
    if small != text:
        return small
    return ("^" if name == "sup" else "_") + (text if text in ("∞", "′", "*") else f"({text})")


def _delimited(node: etree._Element, depth: int) -> str:
    properties = child(node, "dPr")
    begin, end, between = (value_of(properties, key) for key in ("begChr", "endChr", "sepChr"))
    inner = (between if between is not None else "|").join(math_text(e, depth + 1) for e in children(node, "e"))
    return (begin if begin is not None else "(") + inner + (end if end is not None else ")")
