"""What may enter a library, and what may never?"""

from __future__ import annotations

import fnmatch
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from opora.errors import NotAdmittedError
from opora.language.personal import find_personal

Personal = Literal["refuse", "warn", "off"]

# Lists of what the firm itself pays: they would tell customers its margin.
PURCHASE_LISTS = (
    "*закупочн*цен*", "*цен*закупочн*", "*цен*закупк*", "*прайс*закуп*", "*закуп*прайс*", "*себестоимост*",
    "*закупівельн*цін*", "*цін*закупівельн*", "*цін*закупівл*", "*собівартіст*", "*pret*achizit*", "*achizit*pret*",
    "*purchase[-_ ]price*", "*purchasing[-_ ]price*", "*purchase[-_ ]cost*", "*supplier[-_ ]price*", "*cost[-_ ]price*",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class AdmissionRules:
    """``names``: patterns of file names (``*``, ``?`` and ``[-_ ]``, case and diacritics do not count) that are refused unread.

    ``texts``: words that no admitted text may hold. ``personal``: what to do with a text that holds the identity numbers
    of at least ``personal_from`` people (cards, passports, national and tax numbers); fewer are warned of.
    """

    names: tuple[str, ...] = PURCHASE_LISTS
    texts: tuple[str, ...] = ()
    personal: Personal = "refuse"
    personal_from: int = 3


_DEFAULT = AdmissionRules()


def check_name(name: str, rules: AdmissionRules = _DEFAULT) -> None:
    """NotAdmittedError when the name, or a folder in it, is one of those that are never read."""
    parts = [_folded(part) for part in name.split("/")]
    for pattern in rules.names:
        if any(fnmatch.fnmatchcase(part, _folded(pattern)) for part in parts):
            raise NotAdmittedError(
                f"not admitted: names like {pattern!r} may not enter", "leave it out, or change [admission] names"
            )


def check_text(text: str, rules: AdmissionRules = _DEFAULT) -> list[str]:
    """Warnings for what is borne; NotAdmittedError for what is not. No number that was found is ever repeated."""
    spoken = _folded(text) if rules.texts else ""
    for phrase in rules.texts:
        if phrase.strip() and _folded(phrase) in spoken:
            raise NotAdmittedError(
                f"not admitted: it says {phrase!r}, which may not enter", "leave it out, or change [admission] texts"
            )
    if rules.personal == "off":
        return []
    counts = personal_counts(text)
    if not counts:
        return []
    said = ", ".join(f"{count} × {kind}" for kind, count in counts.items())
    if rules.personal == "refuse" and sum(counts.values()) >= rules.personal_from:
        raise NotAdmittedError(
            f"not admitted: it holds personal data ({said})", "take the numbers out, or change [admission] personal"
        )
    return [f"it holds personal data ({said})"]


def personal_counts(text: str) -> dict[str, int]:
    """How many different identity numbers of each kind the text holds."""
    seen: dict[str, set[str]] = defaultdict(set)
    for one in find_personal(text):
        if one.is_identity:
            seen[one.kind].add("".join(char for char in one.span.of(text) if char.isalnum()))
    return {kind: len(numbers) for kind, numbers in seen.items()}


def _folded(text: str) -> str:
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in spread if not unicodedata.combining(char))
