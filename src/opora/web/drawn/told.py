"""Which parts of a reply does a person see, in which order? From the JSON of ``ask`` to blocks that a template draws.

Every line of the reply's text is shown once, as it was checked; nothing is written anew here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

Json = Mapping[str, Any]

Kind = Literal["said", "lead", "note", "sides", "choices", "missing"]

_CHIP = re.compile(r"\[(\d+)\]")
_UNSETTLED = ("conflict", "needs_clarification")
_LABEL_CHARS = 90


@dataclass(frozen=True, slots=True)
class Chip:
    """The number after a claim; ``place`` says in words where it leads. ``url``: the shop it was read from, if it was."""

    number: int
    anchor: str
    quote: str
    place: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """Words of the reply, and the chip that follows them, if any."""

    text: str
    chip: Chip | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """One of several values or things: what it says, who says it, and what to ask to mean this one."""

    parts: tuple[Part, ...]
    title: str
    citation: Json
    owner_label: str = ""
    ask: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Lines that belong together: statements (``said``), a ``lead`` to what follows, a ``note``, the ``sides`` of a
    conflict, ``choices``, or what is ``missing``, with why (``limits``)."""

    kind: Kind
    lines: tuple[tuple[Part, ...], ...] = ()
    sides: tuple[Side, ...] = ()
    limits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A reply as it is drawn. ``basis`` is why this is here; ``limits`` what is not covered and why."""

    body: Json
    groups: tuple[Group, ...]
    citations: tuple[Json, ...]
    basis: str = ""
    meaning: str = ""
    limits: str = ""
    next_step: str = ""
    copied: str = ""


def told(body: Json, place_of: Callable[[Json], str], address_of: Callable[[str], str]) -> Told:
    """Draw a reply. ``place_of(citation)`` says a place in words, ``address_of(anchor)`` is where it opens."""
    claims = {claim["citation"]["number"]: claim for claim in body["claims"]}
    places = {number: place_of(claim["citation"]) for number, claim in claims.items()}
    own = body["sections"]
    text = " ".join(body["text"].split())
    kept = {name: own.get(name) or "" for name in ("basis", "meaning", "limitations", "next_step")}
    said = [line.strip() for line in body["text"].split("\n") if line.strip()]
    shown = {name: _unsaid(value, said) for name, value in kept.items() if " ".join(value.split()) not in text}
    groups = _groups(body, claims, places)
    limits = tuple(line for name in ("limitations", "next_step") for line in [shown.get(name, "")] if line.strip())
    in_box = any(group.kind == "missing" for group in groups)
    return Told(
        body=body,
        groups=_with_limits(groups, limits),
        citations=tuple(claim["citation"] for claim in body["claims"]),
        basis=kept["basis"],
        meaning=shown.get("meaning", ""),
        limits="" if in_box else shown.get("limitations", ""),
        next_step="" if in_box else shown.get("next_step", ""),
        copied=_copied(body, places, address_of),
    )


def _groups(body: Json, claims: Mapping[int, Json], places: Mapping[int, str]) -> list[Group]:
    status = {row["id"]: row["status"] for row in body["requirements"]}
    missing = [row["text"] for row in body["requirements"] if row["status"] not in ("covered", *_UNSETTLED)]
    groups: list[Group] = []
    for line in body["text"].split("\n"):
        if not line.strip():
            continue
        parts = _parts(line, claims, places)
        own = [claims[part.chip.number] for part in parts if part.chip]
        open_kind = _open_kind(own[0], status) if len(own) == 1 and len(parts) == 1 else ""
        if open_kind:
            side = _side(body, own[0], parts, places)
            _join(groups, Group("sides" if open_kind == "conflict" else "choices", (), (side,)))
        elif not own and any(text and text in line for text in missing):
            _join(groups, Group("missing", (parts,)))
        else:
            _join(groups, Group("said" if own else "note" if groups else "lead", (parts,)))
    return groups


def _unsaid(text: str, said: Sequence[str]) -> str:
    """Without the sentences that stand in the reply as lines of their own."""
    for line in said:
        text = text.replace(line, "")
    return " ".join(text.split())


def _with_limits(groups: Sequence[Group], limits: tuple[str, ...]) -> tuple[Group, ...]:
    """Why it is missing stands where it is said to be missing, once."""
    last = max((n for n, group in enumerate(groups) if group.kind == "missing"), default=-1)
    return tuple(replace(group, limits=limits) if n == last else group for n, group in enumerate(groups))


def _open_kind(claim: Json, status: Mapping[str, str]) -> str:
    states = [status.get(key, "") for key in claim["requirement_ids"]]
    return next((state for state in states if state in _UNSETTLED), "")


def _join(groups: list[Group], group: Group) -> None:
    if groups and groups[-1].kind == group.kind:
        last = groups[-1]
        groups[-1] = Group(last.kind, last.lines + group.lines, last.sides + group.sides)
    else:
        groups.append(group)


def _parts(line: str, claims: Mapping[int, Json], places: Mapping[int, str]) -> tuple[Part, ...]:
    """The line cut after each number that is a claim's; other brackets are words like any."""
    found: list[Part] = []
    start = 0
    for match in _CHIP.finditer(line):
        number = int(match[1])
        claim = claims.get(number)
        if claim is None:
            continue
        cited = claim["citation"]
        chip = Chip(number, cited["anchor"], cited["quote"], places[number], cited.get("url", ""))
        found.append(Part(line[start : match.start()].strip(), chip))
        start = match.end()
    rest = line[start:].strip()
    return (*found, Part(rest)) if rest else tuple(found)


def _side(body: Json, claim: Json, parts: tuple[Part, ...], places: Mapping[int, str]) -> Side:
    cited = claim["citation"]
    cell = cited.get("table")
    named = [cell["row_header"], cell["column_header"]] if cell else []
    label = ", ".join(name for name in named if name)
    if not label:
        label = (cited.get("headings") or [claim["text"]])[-1]
    label = " ".join(label.split())[:_LABEL_CHARS]
    return Side(
        parts=parts,
        title=(cited.get("headings") or [cited["source_id"]])[0],
        citation=cited,
        ask=f"{body['question'].rstrip()} {label}",
        label=label,
    )


def _copied(body: Json, places: Mapping[int, str], address_of: Callable[[str], str]) -> str:
    """The reply with its citations as plain text, for another program."""
    lines = [body["question"], "", body["text"], ""]
    for claim in body["claims"]:
        cited = claim["citation"]
        quote = " ".join(cited["quote"].split())
        lines.append(f"[{cited['number']}] “{quote}” — {places[cited['number']]}")
        lines.append(f"    {cited.get('url') or address_of(cited['anchor'])}")
    return "\n".join(lines).strip() + "\n"
