"""Does this line open a clause, and what number is printed on it?"""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORDS_TOP = "раздел|глава|часть|розділ|частина|capitolul|titlul|partea|chapter|part|title"
_WORDS_ARTICLE = "статья|стаття|articolul|article|section|secțiunea|secţiunea|clause|clauza|пункт|параграф"
_WORDS_APPENDIX = "приложение|додаток|anexa|appendix|annex|schedule|exhibit"
_LABEL = r"(?P<number>(?:[A-Z]-?)?\d+(?:[.-]\d+)*|[IVXLC]+|[A-ZА-ЯІЇЄҐ])(?![\w])"
_NAMED = re.compile(
    rf"(?P<word>{_WORDS_TOP}|{_WORDS_ARTICLE}|{_WORDS_APPENDIX})\s+(?:№|no\.?|nr\.?)?\s*{_LABEL}[.:)]?(?P<rest>.*)",
    re.I | re.S,
)
_SIGN = re.compile(r"§\s*(?P<number>\d+(?:\.\d+)*)[.)]?\s+(?P<rest>\S.*)", re.S)
_DOTTED = re.compile(
    r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,5})(?P<close>[.)]?)[ \t\u00a0]+(?P<rest>[^\W_].*|[\"«„“(].*)", re.S
)
_ROMAN = re.compile(
    r"(?P<number>(?=[IVXLC])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3}))\.[ \t\u00a0]+(?P<rest>[^\W\d_a-zа-я].*)", re.S
)
_BULLET = re.compile(r"(?P<mark>[-*+•‣◦▪●○·–—])[ \t\u00a0]+(?P<rest>\S.*)", re.S)
# A letter and a dot alone is no mark: "г. Москва", "с. 5" and "A. Smith" are words. See ``lettered_lines``.
_LETTERED = re.compile(
    r"(?P<mark>\(?(?:[A-Za-zА-Яа-яІіЇїЄєҐґ]|[ivx]{1,4}|\d{1,3})\)|lit\.\s?[a-z]\))[ \t\u00a0]+(?P<rest>\S.*)",
    re.S,
)
LETTER_AND_DOT = re.compile(r"(?P<mark>[^\W\d_]|[ivx]{1,5}|[IVX]{1,5})\.[ \t\u00a0]+(?P<rest>\S.*)", re.S)
_ENDS = ".!?;:,…"


@dataclass(frozen=True, slots=True)
class Opening:
    """How a line begins: ``number`` as printed without closing signs, depth from 1, what follows it.

    ``scope`` is set for an appendix: it opens a named part (``app1``).
    """

    number: str
    depth: int
    rest: str
    named: bool = False
    scope: str | None = None


def opening(line: str) -> Opening | None:
    """The clause number a line opens with, or ``None``.

    >>> opening("4.2 Penalty is 0.1 %").number
    '4.2'
    """
    text = line.strip()
    named = _NAMED.match(text)
    if named and _is_named_heading(named):
        word = named["word"].lower()
        appendix = re.fullmatch(_WORDS_APPENDIX, word) is not None
        top = re.fullmatch(_WORDS_TOP, word) is not None
        return Opening(
            named["number"],
            1 if top or appendix else 2,
            named["rest"].strip(" .:-–—\t"),
            named=True,
            scope=f"app{named['number']}" if appendix else None,
        )
    sign = _SIGN.match(text)
    if sign:
        return Opening(sign["number"], sign["number"].count(".") + 2, sign["rest"], named=True)
    dotted = _DOTTED.match(text)
    if dotted and _is_clause_number(dotted):
        return Opening(dotted["number"], dotted["number"].count(".") + 1, dotted["rest"])
    roman = _ROMAN.match(text)
    if roman and roman["number"]:
        return Opening(roman["number"], 1, roman["rest"])
    return None


def _is_named_heading(match: re.Match[str]) -> bool:
    """'Article 5. Payment' opens a clause; 'Article 5 of the law says …' is a sentence; 'Part A' needs a capital letter."""
    if not match["word"][0].isupper():
        return False
    number, rest = match["number"], match["rest"]
    if number.isalpha() and not number.isupper():
        return False
    after = rest.lstrip(" \t.:-–—")
    return not after or after[0].isupper() or after[0] in '"«„“(\n'


def _is_clause_number(match: re.Match[str]) -> bool:
    """A bare '2024 report', '12 items' or '3.5 mm' is no clause; one number needs its dot or bracket and a capital letter."""
    number, rest = match["number"], match["rest"]
    first = rest.lstrip('"«„“(')[:1]
    if any(part.startswith("0") and len(part) > 1 for part in number.split(".")):
        return False  # 01.02.2024 is a date
    if re.fullmatch(r"\d{1,2}\.\d{1,2}\.\d{2,4}", number):
        return False
    if "." not in number:
        return bool(match["close"]) and (first.isupper() or match["close"] == ")")
    return bool(first) and (first.isupper() or bool(match["close"]))


def list_mark(line: str, lettered: frozenset[str] = frozenset()) -> tuple[str, str] | None:
    """Mark and rest of a list line: a bullet, a letter or number in brackets, a letter and a dot if it is ``lettered``."""
    text = line.strip()
    match = _BULLET.match(text) or _LETTERED.match(text)
    if match is None and text in lettered:
        match = LETTER_AND_DOT.match(text)
    return (match["mark"], match["rest"]) if match else None


def is_bullet(mark: str) -> bool:
    return not any(char.isalnum() for char in mark)


def looks_like_title(text: str, max_chars: int = 90) -> bool:
    """Short, one line, begins with a capital or a digit, and does not end as a sentence does."""
    line = text.strip()
    if not line or "\n" in line or len(line) > max_chars or line[-1] in _ENDS:
        return False
    first = next((char for char in line if char.isalnum()), "")
    return bool(first) and not first.islower() and len(line.split()) <= 14


def is_all_caps(text: str) -> bool:
    """A line shouted from end to end, with at least two words or one of six letters."""
    if not text.isupper():
        return False
    letters = [char for char in text if char.isalpha()]
    if len(letters) < 4 or not all(char.isupper() for char in letters):
        return False
    return len(text.split()) > 1 or len(letters) >= 6
