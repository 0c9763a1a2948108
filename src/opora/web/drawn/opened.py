"""What does the panel beside a reply show of one place? The same as the page ``/open/{anchor}``."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote

from opora.domain.place import Box
from opora.web.drawn.look import cell_words, label
from opora.web.drawn.place import Around, Mark, marks
from opora.web.drawn.words import Tongue, catalogue

Json = Mapping[str, Any]
Force = Literal["in_force", "ended", "later", "draft", "replaced"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of the original: where its picture is, its size in points, and what is marked on it."""

    image: str
    label: str
    width: float
    height: float
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Edition:
    """A version of the source, with how it stands on the day; ``number`` counts them from the oldest, 1."""

    version_id: str
    label: str
    valid_from: str | None
    valid_until: str | None
    force: Force
    number: int = 0


@dataclass(frozen=True, slots=True)
class View:
    """``trail``: the titles above the place; ``facts``: where it stands, in words; ``sheet`` or else ``around``."""

    body: Json
    title: str
    trail: tuple[str, ...]
    facts: tuple[str, ...]
    force: Force
    versions: tuple[Edition, ...]
    at: str
    language: str | None
    sheet: Sheet | None = None
    around: Around | None = None
    original: str = ""
    alone: bool = False

    @property
    def edition(self) -> Edition | None:
        """The version, when it is worth naming: it has a label, or there are others beside it."""
        worth = bool(label(self.body)) or len(self.versions) > 1
        own = (one for one in self.versions if one.version_id == self.body["version_id"])
        return next(own, None) if worth else None


def force_on(day: dt.date, start: str | None, end: str | None, status: str = "current") -> Force:
    """How a period stands on a day; both ends are included. What was archived answers on no day any more."""
    if status == "draft":
        return "draft"
    if status == "archived":
        return "replaced"
    if start and day < dt.date.fromisoformat(start):
        return "later"
    return "ended" if end and day > dt.date.fromisoformat(end) else "in_force"


def editions(versions: Sequence[Json], day: dt.date) -> tuple[Edition, ...]:
    """Newest first: by the day they begin; of one day, or of none, the one that was read last; what was replaced stands
    below what still answers, each below what took its place. ``versions``: as they were read."""
    known = {one["version_id"]: one for one in versions}
    after = {one["supersedes"]: one["version_id"] for one in versions if one.get("supersedes") in known}

    def age(number: int, one: Json) -> tuple[int, str, int]:
        steps, at = 0, one["version_id"]
        while one["status"] == "archived" and at in after and steps < len(versions):
            steps, at = steps + 1, after[at]
        return -max(steps, one["status"] == "archived"), one["valid_from"] or "", number

    ranked = sorted(enumerate(versions), key=lambda pair: age(*pair))
    made = [
        Edition(
            one["version_id"],
            one["label"],
            one["valid_from"],
            one["valid_until"],
            force_on(day, one["valid_from"], one["valid_until"], one["status"]),
            number,
        )
        for number, (_, one) in enumerate(ranked, start=1)
    ]
    return tuple(made[::-1])


def facts_of(body: Json, tongue: Tongue) -> tuple[str, ...]:
    """Page, sheet, section, cell, speaker: whatever says where it stands."""
    _ = catalogue(tongue).gettext
    page = body["page_label"] or body["page"]
    told = [_("Page %(page)s") % {"page": page}] if page else []
    told += [_("Sheet %(name)s") % {"name": body["sheet"]}] if body["sheet"] else []
    told += [_("Section %(number)s") % {"number": body["section"]}] if body["section"] else []
    cell = {"row_header": body["row_header"], "column_header": body["column_header"]}
    told += [cell_words(cell, tongue)] if body["row"] else []
    told += [part for part in (body["speaker"], body["time"]) if part]
    return tuple(part for part in told if part)


def sheet_of(body: Json, size: tuple[float, float], tongue: Tongue) -> Sheet:
    """The page of the first box."""
    _ = catalogue(tongue).gettext
    boxes = [Box(**box) for box in body["boxes"]]
    number = boxes[0].page
    shown = body["page_label"] if body["page"] == number and body["page_label"] else number
    image = f"/page/{number}/{quote(body['version_id'], safe='@~')}"
    width, height = size
    return Sheet(image, _("Page %(page)s") % {"page": shown}, round(width, 2), round(height, 2), marks(boxes, number))
