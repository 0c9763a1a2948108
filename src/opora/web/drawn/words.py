"""How do the pages speak ru, uk, ro and en? gettext catalogues, read from their ``.po`` files when first needed."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Literal, get_args

Tongue = Literal["ru", "uk", "ro", "en"]
TONGUES: tuple[Tongue, ...] = get_args(Tongue)
NAMES: dict[Tongue, str] = {"en": "English", "ru": "Русский", "uk": "Українська", "ro": "Română"}
FOLDER = Path(__file__).resolve().parents[1] / "locale"

_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr(?:\[(\d+)\])?)\s+)?("(?:[^"\\]|\\.)*")\s*')
_PLURALS = re.compile(r"plural=([^;\n]+)")


class Catalogue(gettext.NullTranslations):
    """One language. What stands in English in the templates is the key; a missing one is shown in English."""

    def __init__(self, one: dict[str, str], many: dict[str, tuple[str, ...]], form: Callable[[int], int]) -> None:
        super().__init__()
        self.one, self.many, self._form = one, many, form

    def gettext(self, message: str) -> str:
        return self.one.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = self.many.get(msgid1)
        if forms:
            return forms[self._form(n)]
        return msgid1 if n == 1 else msgid2


@cache
def catalogue(tongue: Tongue) -> Catalogue:
    """The catalogue of a language; English has none and needs none."""
    file = FOLDER / f"{tongue}.po"
    if not file.is_file():
        return Catalogue({}, {}, lambda n: 0 if n == 1 else 1)
    return read_po(file.read_text(encoding="utf-8"))


def read_po(text: str) -> Catalogue:
    """A catalogue from the text of a ``.po`` file; ValueError names a line that is none."""
    one: dict[str, str] = {}
    many: dict[str, tuple[str, ...]] = {}
    head = ""
    for entry in _entries(text):
        key = entry.get("msgid", "")
        if not key:
            head = entry.get("msgstr", "")
        elif "msgid_plural" in entry:
            forms = sorted(name for name in entry if name.startswith("msgstr["))
            many[key] = tuple(entry[name] for name in forms)
            one[key] = many[key][0]
        else:
            one[key] = entry.get("msgstr", "")
    rule = _PLURALS.search(head)
    form: Callable[[int], int] = gettext.c2py(rule[1]) if rule else lambda n: 0 if n == 1 else 1
    return Catalogue(one, many, form)


def _entries(text: str) -> Iterator[dict[str, str]]:
    entry: dict[str, str] = {}
    name = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise ValueError(f"line {number} is not of a .po file: {line!r}")
        if match[1]:
            if match[1] == "msgid" and entry:
                yield entry
                entry = {}
            name = match[1]
            entry[name] = ""
        entry[name] = entry.get(name, "") + str(ast.literal_eval(match[3]))
    if entry:
        yield entry


def wanted(asked: str | None, kept: str | None, accepted: str | None) -> Tongue:
    """The language of a page: asked for in the address, kept from before, the browser's, or English.

    ``accepted`` is an ``Accept-Language`` header.
    """
    for one in (asked, kept):
        if one in TONGUES:
            return one
    ranked: list[tuple[float, int, Tongue]] = []
    for place, part in enumerate((accepted or "")[:400].split(",")):
        name, _, weight = part.partition(";q=")
        tongue = name.strip().lower()[:2]
        if tongue in TONGUES:
            ranked.append((-_weight(weight), place, tongue))
    return min(ranked)[2] if ranked else "en"


def _weight(text: str) -> float:
    try:
        return min(1.0, max(0.0, float(text))) if text else 1.0
    except ValueError:
        return 0.0
