"""What is a paragraph whose number, mark or look was typed by hand?"""

from __future__ import annotations

from opora.reading.assemble import Draft
from opora.reading.numbering import is_all_caps, is_bullet, list_mark, looks_like_title, opening


def by_hand(text: str, bold: bool, styled: bool) -> Draft:
    """A heading, list item or paragraph; ``styled``: the document marks its headings, so nothing else is one."""
    found, mark = opening(text), list_mark(text)
    if not styled and looks_like_title(found.rest if found else text) and (bold or (found and found.named)):
        return titled(text, (found.depth if found.named else found.depth + 1) if found else 2)
    if not styled and is_all_caps(text) and looks_like_title(text.rstrip(" .:"), 120):
        return titled(text, found.depth + 1 if found else 1)
    if mark and not (found and found.depth > 1):
        return Draft("list_item", mark[1] if is_bullet(mark[0]) else text)
    return Draft("paragraph", text, section=found.number if found and not found.scope else None)


def titled(text: str, level: int, number: str | None = None) -> Draft:
    """A heading with the number that was counted for it, else the one it opens with; an appendix opens a part."""
    found = opening(text)
    if found and found.scope:
        return Draft("heading", text, level=level, scope=found.scope)
    return Draft("heading", text, level=level, section=number or (found.number if found else None) or None)
