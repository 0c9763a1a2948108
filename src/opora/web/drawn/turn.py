"""What does one turn of the talk show? The question, how the reply stands, its parts, and why it is here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from opora.web.drawn.look import address, place_words
from opora.web.drawn.told import Told, told
from opora.web.drawn.words import Catalogue, Tongue, catalogue

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Turn:
    """``sign`` is the icon before ``status``, ``state`` its colour; ``why`` are the named parts below the reply."""

    body: Json
    told: Told
    status: str
    sign: str
    state: str
    why: tuple[tuple[str, str], ...]
    assistant: str = ""
    collection: str = ""


def turn(body: Json, tongue: Tongue, base: str = "", assistant: str = "", collection: str = "") -> Turn:
    """From the JSON of ``ask``. ``base`` is the address of this server, for citations that are copied elsewhere."""
    words = catalogue(tongue)
    parts = told(body, lambda cited: place_words(cited, tongue), lambda anchor: base + address(anchor, body["at"]))
    sign, state, status = _status(body, words)
    named = (
        (words.gettext("Why this is here"), parts.basis),
        (words.gettext("What it means"), parts.meaning),
        (words.gettext("What is missing"), parts.limits),
        (words.gettext("What next"), parts.next_step),
    )
    why = tuple((name, value) for name, value in named if value)
    return Turn(body, parts, status, sign, state, why, assistant, collection)


def _status(body: Json, words: Catalogue) -> tuple[str, str, str]:
    _ = words.gettext
    kind = body["type"]
    if kind == "partial_coverage":
        return "partly", "partly", _("Part of the question is not answered")
    if body["action"] == "answer":
        count = len(body["claims"])
        said = words.ngettext(
            "%(num)s statement, checked word for word", "%(num)s statements, checked word for word", count
        )
        return "answer", "answer", said % {"num": count}
    if body["unverified"]:
        return "failed", "failed", _("This cannot be verified from the form on file")
    if kind == "clarification_required":
        conflict = any(not one["settled_by"] for one in body["conflicts"])
        return ("fork", "back", _("The documents disagree")) if conflict else ("back", "back", _("A question back"))
    if kind == "backend_error":
        return "failed", "failed", _("The search failed")
    if kind == "route_mismatch_blocked":
        return "none", "none", _("What was found speaks of something else")
    if kind == "empty_but_valid":
        return "none", "none", _("The documents do not settle this")
    return "none", "none", _("No answer in the documents")
