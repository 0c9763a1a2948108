"""Which elements of a web page do its own styles keep from being seen?"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

# Not drawn, drawn without size or colour, or drawn beside the page: all of it is shown to machines alone.
_HIDDEN = re.compile(
    r"(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0?(?:\.0+)?(?![\d.])|"
    r"font-size\s*:\s*(?:0|0?\.\d+|1(?:\.0+)?(?=p))(?:px|pt)?(?![\d.a-z%])|font-size\s*:\s*0(?:\.0+)?(?:em|rem|%)|"
    r"(?:left|top|right|text-indent|margin-left|margin-top)\s*:\s*-\d{4,}|color\s*:\s*(?:transparent|(?:rgb|hsl)a\([^)]*,\s*0(?:\.0+)?\s*\))|"
    r"clip\s*:\s*rect\(\s*[01](?:px)?[,\s]|clip-path\s*:\s*inset\(\s*(?:50|100)%|transform\s*:\s*scale\(\s*0\s*\))",
    re.I,
)
_NO_HEIGHT = re.compile(r"(?:^|[;{\s])(?:max-)?(?:height|width)\s*:\s*[01](?:px)?\s*(?:;|!|$)", re.I)
_CUT_OFF = re.compile(r"overflow\s*:\s*hidden", re.I)
_SHOWN = re.compile(r"display\s*:\s*(?!none)[a-z]|visibility\s*:\s*visible|opacity\s*:\s*(?:1|0?\.[1-9])", re.I)
_WHITE = re.compile(
    r"(?:^|[;{\s])color\s*:\s*(?:white|#f{3}(?:f)?|#(?:f[89a-f]){3}(?:ff)?|rgba?\(\s*(?:2(?:4[89]|5\d)\s*[, ]\s*){2}2(?:4[89]|5\d)\s*(?:[,/]\s*(?:1|0?\.\d+|100%)\s*)?\))"
    r"\s*(?:;|!|$)",
    re.I,
)
_COLOUR = re.compile(r"(?:^|[;{\s])color\s*:", re.I)
_BEHIND = re.compile(r"background(?:-color|-image)?\s*:\s*([^;]+)", re.I)
_NOTHING_BEHIND = re.compile(
    r"\s*(?:white|#f{3,4}|#f{6}(?:ff)?|none|transparent|inherit|initial|unset)\s*(?:!\s*important)?\s*", re.I
)
_COMMENT = re.compile(r"/\*.*?\*/", re.S)
_RULE = re.compile(r"([^{}@;]+)\{([^{}]*)\}")
_AT = re.compile(r"@(?P<name>[\w-]+)(?P<what>[^{};]*)(?:;|\{(?P<inside>(?:[^{}]*\{[^{}]*\})*[^{}]*)\})")
_ON_SCREEN = re.compile(r"^\s*(?:only\s+)?(?:screen|all)?\s*$", re.I)
_MOST_RULES = 4_000
_MOST_CHARS = 2_000_000


def hides(style: str) -> bool:
    """Whether these declarations keep an element from being seen."""
    return bool(_HIDDEN.search(style)) or bool(_NO_HEIGHT.search(style) and _CUT_OFF.search(style))


class Hidden:
    """What the style sheets inside the page hide, and letters in white with nothing behind them.

    Of two rules for one element the later one holds; sheets outside the page are not known.
    """

    def __init__(self, tree: LexborHTMLParser) -> None:
        self.hidden: set[int] = set()
        self.white: set[int] = set()
        self.backed: set[int] = set()
        rules = list(_rules("\n".join(node.text() for node in tree.css("style"))[:_MOST_CHARS]))[:_MOST_RULES]
        for selector, told in rules:
            self._apply(tree, selector, told)
        self._inline(tree)

    def _apply(self, tree: LexborHTMLParser, selector: str, told: str) -> None:
        hidden, behind = hides(told), _lies_behind(told)
        if not (hidden or behind is not None or _COLOUR.search(told) or (self.hidden and _SHOWN.search(told))):
            return
        for node in _matching(tree, selector):
            if hidden and not _is_opened(tree, node):
                self.hidden.add(node.mem_id)
            elif not hidden and _SHOWN.search(told):
                self.hidden.discard(node.mem_id)
            self._colours(node, told, behind)

    def _inline(self, tree: LexborHTMLParser) -> None:
        for node in tree.css("[style], [bgcolor], [background], font[color]"):
            attributes = node.attributes
            told = attributes.get("style") or ""
            if node.tag == "font" and attributes.get("color"):
                told = f"color:{attributes.get('color')};{told}"
            behind = _lies_behind(told)
            if attributes.get("background") or attributes.get("bgcolor"):
                behind = bool(attributes.get("background")) or not _NOTHING_BEHIND.fullmatch(
                    attributes.get("bgcolor") or ""
                )
            if _SHOWN.search(told) and not hides(told):
                self.hidden.discard(node.mem_id)
            self._colours(node, told, behind)

    def _colours(self, node: LexborNode, told: str, behind: bool | None) -> None:
        if _COLOUR.search(told):
            (self.white.add if _WHITE.search(told) else self.white.discard)(node.mem_id)
        if behind is not None:
            (self.backed.add if behind else self.backed.discard)(node.mem_id)

    def holds(self, node: LexborNode) -> bool:
        """Whether this element is not seen, its own elements judged apart."""
        if node.mem_id in self.hidden:
            return True
        return node.mem_id in self.white and not self._is_backed(node)

    def _is_backed(self, node: LexborNode) -> bool:
        above: LexborNode | None = node
        while above is not None:
            if above.mem_id in self.backed:
                return True
            above = above.parent
        return False


def _rules(sheet: str) -> list[tuple[str, str]]:
    """Selectors and declarations, in order; of the parts for other media (print, small screens) none."""
    sheet = _COMMENT.sub(" ", sheet)

    def opened(match: re.Match[str]) -> str:
        screen = match["name"].lower() == "media" and _ON_SCREEN.match(match["what"])
        return (match["inside"] or "") if screen else " "

    return [(match[1].strip(), match[2].strip()) for match in _RULE.finditer(_AT.sub(opened, sheet))]


def _matching(tree: LexborHTMLParser, selector: str) -> list[LexborNode]:
    """Elements a selector names; none for one that speaks of states (``:hover``) or that nobody understands."""
    from selectolax.lexbor import SelectolaxError

    found: list[LexborNode] = []
    for one in selector.split(","):
        if not one.strip() or re.search(r":(?!not\(|first-child|last-child|nth-child\(|root)", one):
            continue
        try:
            found.extend(tree.css(one.strip()))
        except SelectolaxError:
            continue
    return found


def _is_opened(tree: LexborHTMLParser, node: LexborNode) -> bool:
    """Whether a control of the page opens it: the answer under a question, the sheet behind a tab."""
    name = node.attributes.get("id") or ""
    if not name or not re.fullmatch(r"[\w-]{1,80}", name):
        return False
    asked = f"[aria-controls='{name}'], [data-target='#{name}'], [data-bs-target='#{name}'], a[href='#{name}'], label[for='{name}']"
    return tree.css_first(asked) is not None


def _lies_behind(told: str) -> bool | None:
    """Whether a colour or picture lies behind; ``None`` where nothing is said of it."""
    found = _BEHIND.findall(told)
    return not _NOTHING_BEHIND.fullmatch(found[-1]) if found else None
