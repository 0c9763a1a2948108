"""How is a page drawn? Jinja2 with escaping always on, one environment a language, and the filters templates use."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from opora.web.drawn.words import Tongue, catalogue

WEB = Path(__file__).resolve().parents[1]
_DIGEST = re.compile(r"d-[0-9a-f]{8}(~[0-9]+)?")
_LOCAL: dict[Tongue, str] = {"ru": "%d.%m.%Y", "uk": "%d.%m.%Y", "ro": "%d.%m.%Y", "en": "%Y-%m-%d"}


@cache
def environment(tongue: Tongue) -> Environment:
    """The templates in one language. Text is escaped wherever it comes from; an unknown name is an error."""
    made = Environment(
        loader=FileSystemLoader(WEB / "templates"),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    words = catalogue(tongue)
    made.install_gettext_translations(words, newstyle=True)  # type: ignore[attr-defined]
    made.filters["day"] = lambda text: day(text, tongue)
    made.filters["moment"] = lambda text: day(str(text)[:10], tongue) + f" {str(text)[11:16]}" if text else ""
    made.filters["place_of"] = address
    made.filters["place_words"] = lambda cited: place_words(cited, tongue)
    made.filters["own_label"] = label
    made.filters["named"] = lambda one: label(one) or words.gettext("version %(number)s") % {"number": one.number}
    return made


def draw(tongue: Tongue, template: str, told: Mapping[str, Any]) -> str:
    return environment(tongue).get_template(template).render(told)


@cache
def stamp() -> str:
    """Changes when a style sheet or a script does, so that browsers may keep them."""
    digest = hashlib.sha256()
    for file in sorted((WEB / "static").iterdir()):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]


def day(text: str | None, tongue: Tongue) -> str:
    """A day as it is written in the language; what is no day stays as it is."""
    try:
        return dt.date.fromisoformat(text or "").strftime(_LOCAL[tongue])
    except ValueError:
        return text or ""


def address(anchor: str, at: str = "") -> str:
    """Where a place opens. ``at`` is the day of the question, so that the page can say whether it was in force then."""
    path = f"/open/{quote(anchor, safe='@:~')}"
    return f"{path}?{urlencode({'at': at})}" if at else path


def place_words(cited: Mapping[str, Any], tongue: Tongue) -> str:
    """A citation's place as a person says it: document, version, page, section, cell, period."""
    words = catalogue(tongue)
    _ = words.gettext
    headings = cited.get("headings") or []
    title = cited.get("title") or (headings[0] if headings else cited["source_id"])
    told = [title, label(cited)]
    page = cited.get("page_label") or cited.get("page")
    if page:
        told.append(_("page %(page)s") % {"page": page})
    if cited.get("sheet"):
        told.append(_("sheet %(name)s") % {"name": cited["sheet"]})
    if cited.get("section"):
        told.append(_("section %(number)s") % {"number": cited["section"]})
    told.append(cell_words(cited.get("table") or {}, tongue))
    told.append(period(cited.get("valid_from"), cited.get("valid_until"), tongue))
    return " · ".join(part for part in told if part)


def cell_words(table: Mapping[str, Any], tongue: Tongue) -> str:
    """Row and column of a table cell by their headers."""
    _ = catalogue(tongue).gettext
    row, column = table.get("row_header"), table.get("column_header")
    told = [_("row “%(name)s”") % {"name": row}] if row else []
    told += [_("column “%(name)s”") % {"name": column}] if column else []
    return ", ".join(told)


def period(start: str | None, end: str | None, tongue: Tongue) -> str:
    _ = catalogue(tongue).gettext
    if start and end:
        return _("in force %(start)s – %(end)s") % {"start": day(start, tongue), "end": day(end, tongue)}
    if start:
        return _("in force from %(day)s") % {"day": day(start, tongue)}
    return _("in force until %(day)s") % {"day": day(end, tongue)} if end else ""


def label(version: Any) -> str:
    """The label a person gave a version, of a mapping or an object; nothing where only its digest stands for one."""
    found = version.get("label") if isinstance(version, Mapping) else version.label
    return "" if not found or _DIGEST.fullmatch(found) else found
