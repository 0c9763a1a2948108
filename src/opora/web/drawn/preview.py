"""What does a change of an assistant's settings do to one question? Both replies and both lists of places, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from opora.domain.reply import Reply
from opora.domain.trace import Trace
from opora.errors import UsageError
from opora.reply_record import reply_json
from opora.settings import SearchMode
from opora.web.drawn.words import Tongue, catalogue

MODES: Final = get_args(SearchMode)
_SHARES: Final = ("dense_weight", "lexical_weight", "threshold")
_MOST_PLACES: Final = 20
_MOST_CHARS: Final = 220


@dataclass(frozen=True, slots=True)
class Place:
    """A place that was found: its rank, fused score, address and words. ``was``: its rank on the other side, if any."""

    rank: int
    score: float
    anchor: str
    text: str
    was: int | None = None


@dataclass(frozen=True, slots=True)
class Half:
    body: Mapping[str, Any]
    places: tuple[Place, ...]


def mode_names(tongue: Tongue) -> dict[str, str]:
    """The ways to search, as a person says them."""
    _ = catalogue(tongue).gettext
    return {"hybrid": _("by meaning and words"), "semantic": _("by meaning alone"), "lexical": _("by words alone")}


def differences(record: Mapping[str, Any], tongue: Tongue) -> list[str]:
    """What a recorded change of settings changed, a line each."""
    _ = catalogue(tongue).gettext
    names = {
        "mode": _("Search"),
        "dense_weight": _("Weight of meaning"),
        "lexical_weight": _("Weight of words"),
        "threshold": _("Threshold"),
        "limit": _("Passages"),
    }
    said = mode_names(tongue)
    return [
        f"{label}: {said.get(str(record['before'][name]), record['before'][name])} → {said.get(str(value), value)}"
        for name, label in names.items()
        if name in record["after"]
        for value in (record["after"][name],)
    ]


def changes_from(said: Mapping[str, str]) -> dict[str, Any]:
    """Settings as they come from the form. UsageError names one that is out of bounds."""
    made: dict[str, Any] = {}
    if said.get("mode"):
        if said["mode"] not in MODES:
            raise UsageError(f"mode {said['mode']!r} is not known", f"one of {', '.join(MODES)}")
        made["mode"] = said["mode"]
    for name in _SHARES:
        if said.get(name):
            made[name] = _bounded(name, said[name], 0, 1)
    if said.get("limit"):
        made["limit"] = int(_bounded("limit", said["limit"], 1, 20))
    return made


def _bounded(name: str, text: str, low: float, high: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise UsageError(f"{name} is {text!r}", f"give a number from {low:g} to {high:g}")
    return value


def halves(now: tuple[Reply, Trace], then: tuple[Reply, Trace]) -> tuple[Half, Half]:
    """As it is, and as it would be; places that moved know where they were."""
    left, right = _places(now[1]), _places(then[1])
    ranks = {place.anchor: place.rank for place in left}
    moved = tuple(Place(p.rank, p.score, p.anchor, p.text, ranks.get(p.anchor)) for p in right)
    return Half(reply_json(*now), left), Half(reply_json(*then), moved)


def _places(trace: Trace) -> tuple[Place, ...]:
    step = next((one for one in trace.steps if one.name == "retrieve"), None)
    found: dict[str, tuple[float, str]] = {}
    output: Any = step.output if step else []
    for search in output:
        for hit in search["hits"]:
            piece = hit["fragment"]
            found.setdefault(
                f"{piece['version_id']}:{piece['path']}",
                (float(hit["scores"]["fused"] or 0), _cut(" ".join(piece["text"].split()))),
            )
    rows = list(found.items())[:_MOST_PLACES]
    return tuple(Place(rank, score, anchor, text) for rank, (anchor, (score, text)) in enumerate(rows, start=1))


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_CHARS else f"{text[:_MOST_CHARS].rsplit(' ', 1)[0]} …"
