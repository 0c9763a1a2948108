"""What do the first words of a line tell: a list item, a clause number, a caption, a note, an exception?"""

from __future__ import annotations

import re

_CAPTION = re.compile(
    r"^(?:table|tab\.|figure|fig\.|exhibit|chart|таблица|таблиця|табл\.|рисунок|рис\.|схема|tabelul|tabel|figura)\s*№?\s*"
    r"(?:[A-ZА-Я]\.?)?(?:\d+(?:[.\-–]\d+)*|[IVX]+)(?P<close>\s*[.:\-–—)|]|\s|$)\s*(?P<first>\S?)",
    re.I,
)
NOTE = re.compile(r"^(\*+|†|‡|[⁰¹²³⁴-⁹]+\s?|\d\)\s|notes?\b|примечани[ея]|примітк[аи]|not[aăe]\b|notă)\s*\S?", re.I)
EXCEPTION = re.compile(
    r"^(\(?[\wа-яіїєґ]{1,3}[.)]\s+)?(except\b|exceptions?\b|excluding\b|unless\b|provided\s+that\b|notwithstanding\b|however,"
    r"|за\s+исключением|исключени[ея]|кроме\b|если\s+иное|за\s+винятком|крім\b|винят(ок|ки)|якщо\s+інше"
    r"|cu\s+except|excep[țţt]i|cu\s+condi[țţt]ia|dac[aă]\s+nu\b)",
    re.I,
)
_MARKER = re.compile(
    r"^([•◦▪●‣∙·○■□☐☑☒➢✓►▶\uf000-\uf0ff]|[–—*\-](?=\s)|\(?([a-zа-яіїєґ]|[ivx]{1,4}|\d{1,2})\)|\d{1,2}\.(?=\s))\s*\S",
    re.I,
)
_NUMBER = re.compile(r"^§?\s*(\d{1,3}(?:\.\d{1,3}){1,5})\.?\)?\s+[^\W\d_«\"“(]*[«\"“(]?[^\W\d_]")
_SINGLE = re.compile(r"^(\d{1,3})\.?\s+[«\"“]?[^\W\d_]")
_TITLED = re.compile(
    r"^((?:статья|стаття|глава|раздел|розділ|параграф|пункт|п\.|ст\.|section|article|clause|chapter|part|art\.|articolul|capitolul|sec[țţt]iunea"
    r"|appendix|annex|schedule|приложение|додаток|anexa|§)\s*№?\s*(?:\d+(?:[.\-]\d+)*|[IVXLC]+|[A-ZА-Я])\b)",
    re.I,
)
_INSIDE = re.compile(r"^([–—-]\s+\S|\d[\d.,]*\s+[a-zа-яіїєґăâîșțşţ%$€£₽₴])")
_END = (".", "!", "?", ":", ";", "…")


def is_caption(text: str) -> bool:
    """``Table 3-1 Special registers``, ``Рис. 2. Схема``; not the sentence ``Table 3-1 shows …``."""
    found = _CAPTION.match(text)
    return found is not None and (bool(found["close"].strip()) or not found["first"].islower())


def list_marker(text: str, lettered: frozenset[str] = frozenset()) -> bool:
    """A bullet, ``a)``, ``(ii)``, ``1.``, or a letter and a dot in sequence: the line opens a list item."""
    return bool(_MARKER.match(text)) or text in lettered


def goes_on_at_mark(text: str) -> bool:
    """A dash, or a number with small letters behind it: what a sentence may go on with as well."""
    return _INSIDE.match(text) is not None


def titled(text: str) -> bool:
    """``Статья 5. Платежи``, ``Section 3``, ``art. 5``: a named and numbered part opens here."""
    found = _TITLED.match(text)
    if not found or (not text[:1].isupper() and not text.startswith(("art.", "ст.", "п.", "§"))):
        return False
    rest = text[found.end() :].lstrip(" .:-–—")
    return not rest or rest[:1].isupper() or rest[:1] in '«"“('


def section_number(text: str, loose: bool = False) -> str | None:
    """The clause number as printed at the start; ``loose`` also takes ``3`` and ``3.``, as headings have."""
    if titled(text):
        found = _TITLED.match(text)
        return found.group(1) if found else None
    found = _NUMBER.match(text) or (_SINGLE.match(text) if loose else None)
    return found.group(1) if found else None


def looks_unfinished(end: str, start: str, soft: bool, full: bool) -> bool:
    """Does a paragraph that ends in ``end`` go on with ``start`` on the next page or column?"""
    if soft or end.endswith(("-", "‐", ",")):
        return True
    if end.rstrip('»"”’)').endswith(_END):
        return False
    return start[:1].islower() or (full and not list_marker(start))
