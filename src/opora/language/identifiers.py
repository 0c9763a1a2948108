"""Which clause numbers, document numbers and codes stand in this text?"""

from __future__ import annotations

import re
from typing import Final

from opora.domain.place import Span
from opora.domain.value import Value
from opora.language.units import CODES_IN_CAPITALS, CURRENCIES, plain

_CODE = r"[^\W_]*\d[\w]*(?:[-/.–][\w]+)*(?:\([^\W_]{1,3}\))*"
_CLAUSE_WORDS: Final = (
    r"пункт\w{0,3}|подпункт\w{0,3}|підпункт\w{0,3}|пп?\.|ст\.|стать\w{1,3}|статт\w{1,3}|раздел\w{0,3}|розділ\w{0,3}|глав\w{1,2}|"
    r"част\w{1,2}|приложени\w{1,3}|додат\w{2,3}|clauses?|sections?|articles?|art\.|articolul\w*|articol\w*|alin\.|pct\.|punctul\w*|"
    r"capitolul\w*|secțiunea|anexa|annex|appendix|exhibit|schedule|chapter|paragraph|§+"
)
_KEYED = re.compile(
    rf"(?<!\w)(?:(?P<clause>{_CLAUSE_WORDS})|№\s?№?|No\.|Nr\.|nr\.|N°|#)\s?(?P<code>{_CODE})(?![\w%])", re.IGNORECASE
)
_BARE = re.compile(
    r"(?<![\w.,$€£-])(?:(?P<path>\d{1,3}(?:\.\d{1,3}){2,4})(?![\d,]|\.\d)"
    r"|(?P<mixed>[^\W\d_]{1,12}(?:[-/]?\d[\w]*)(?:[-/.][^\W_]+)*)"
    r"|(?P<long>0\d{3,}|\d{11,}|\d{2,}(?:[-/]\d{2,}){2,}|\d+[-/][^\W\d_]+[-/]\d+|\d{3,}-0\d*)(?![\w.,]\d))"
)
_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3}){2,}")


def find_identifiers(text: str) -> list[Value]:
    """Clause numbers ("п. 3.2", "Section 5(a)"; unit "clause"), numbers after №/No./nr., and codes ("HO-3")."""
    found: list[Value] = []
    for match in _KEYED.finditer(text):
        unit = "clause" if match["clause"] else None
        found.append(_value(text, match.start(), match.end(), unit))
    for match in _BARE.finditer(text):
        span = Span(match.start(), match.end())
        if any(span.overlaps(other.span) for other in found) or _is_number(match):
            continue
        found.append(_value(text, match.start(), match.end(), "clause" if match["path"] else None))
    return found


def code_of(value: Value) -> str:
    """The identifier itself, folded, without the word before it: "п. 3.2" → "3.2"."""
    match = _KEYED.match(value.text)
    return plain(match["code"] if match else value.text).replace("–", "-")


def _is_number(match: re.Match[str]) -> bool:
    if match["path"]:
        return bool(_GROUPED.fullmatch(match["path"]))
    if match["mixed"]:
        letters = re.match(r"[^\W\d_]+", match["mixed"])
        return bool(letters and (plain(letters.group()) in CURRENCIES or letters.group() in CODES_IN_CAPITALS))
    return False


def _value(text: str, start: int, end: int, unit: str | None) -> Value:
    return Value("identifier", text[start:end], Span(start, end), unit=unit)
