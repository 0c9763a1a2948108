"""How did a reply come about? The seven stages of its trace as tabs: tables for people, and the raw payloads."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from opora.web.drawn.words import Tongue, catalogue

Json = Mapping[str, Any]
Say = Callable[[str], str]
STAGES = ("normalise", "require", "plan", "retrieve", "explain", "ground", "compose")
MOST_RAW, MOST_ROWS, MOST_CELL = 40_000, 40, 260


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Tab:
    """One stage. ``given`` and ``made`` are its payloads as JSON text, cut when they are very long."""

    name: str
    took_ms: float
    pairs: tuple[tuple[str, str], ...]
    tables: tuple[Table, ...]
    given: str
    made: str


@dataclass(frozen=True, slots=True)
class Drawer:
    """``head``: coverage report, grounding result and what else holds for the whole reply."""

    trace: Json
    head: tuple[tuple[str, str], ...]
    tabs: tuple[Tab, ...]


def drawer(trace: Json, tongue: Tongue) -> Drawer:
    """From a trace as ``opora trace --json`` prints it."""
    _ = catalogue(tongue).gettext
    steps = {step["name"]: step for step in trace["steps"]}
    tabs = tuple(_tab(steps[name], trace, _) for name in STAGES if name in steps)
    return Drawer(trace, _head(trace, _), tabs)


def _head(trace: Json, _: Say) -> tuple[tuple[str, str], ...]:
    reply, log = trace["reply"], trace["log"]
    coverage = reply.get("coverage") or {}
    told = [
        (_("Reply"), f"{reply.get('type', '')} → {reply.get('action', '')}"),
        (_("Coverage"), _coverage(coverage, _)),
        (_("Grounding"), str((reply.get("grounding") or {}).get("status", ""))),
        (_("Time"), f"{log.get('took_ms', 0)} ms"),
        (_("Trace"), str(trace["trace_id"])),
        (_("Seal"), f"{trace['digest'][:16]}… ← {trace['previous'][:16] or '–'}"),
    ]
    return tuple((name, value) for name, value in told if value)


def _coverage(coverage: Json, _: Say) -> str:
    if not coverage:
        return ""
    total, covered = coverage["requirements_total"], coverage["requirements_covered"]
    told = [_("%(covered)s of %(total)s requirements covered") % {"covered": covered, "total": total}]
    names = {
        "requirements_uncovered": _("not covered"),
        "requirements_partially_covered": _("in part"),
        "clarification_needed_for": _("to be clarified"),
        "out_of_scope_requirements": _("out of scope"),
        "dropped_intent_segments": _("dropped words"),
    }
    told += [f"{label}: {', '.join(map(str, coverage[name]))}" for name, label in names.items() if coverage.get(name)]
    return "; ".join(told)


def _tab(step: Json, trace: Json, _: Say) -> Tab:
    name = step["name"]
    erased = any(isinstance(one, dict) and "erased" in one for one in (trace["reply"], trace["log"], step["output"]))
    pairs, tables = ([], []) if erased else _SHOWN[name](step, trace, _)
    return Tab(name, step["took_ms"], tuple(pairs), tuple(tables), _raw(step["input"]), _raw(step["output"]))


Shown = tuple[list[tuple[str, str]], list[Table]]


def _normalise(step: Json, _trace: Json, _: Say) -> Shown:
    out = step["output"]
    pairs = [(_("Language"), _text(out.get("language"))), (_("Understood as"), _text(out.get("understood")))]
    words = [(w["text"], ", ".join(w["lemmas"]), "•" if w["is_content"] else "") for w in out.get("words", [])]
    return _full(pairs), [_table(_("Words"), (_("word"), _("base forms"), _("carries meaning")), words)]


def _require(step: Json, trace: Json, _: Say) -> Shown:
    rows = [
        (r["id"], r["text"], r["kind"], r["subject"], r["status"]) for r in trace["reply"].get("requirements") or []
    ]
    head = ("", _("what is asked"), _("kind"), _("subject"), _("status"))
    dropped = step["output"][1] if isinstance(step["output"], list) and len(step["output"]) == 2 else []
    return _full([(_("Dropped words"), ", ".join(map(_text, dropped)))]), [_table(_("Requirements"), head, rows)]


def _plan(step: Json, _trace: Json, _: Say) -> Shown:
    rows = [
        (f["fragment_id"], f["route"], f["query"], f["at"], ", ".join(f["requirement_ids"])) for f in step["output"]
    ]
    head = ("", _("route"), _("query"), _("as of"), _("for"))
    return [], [_table(_("Execution fragments"), head, rows)]


def _retrieve(_step: Json, trace: Json, _: Say) -> Shown:
    pairs: list[tuple[str, str]] = []
    tables: list[Table] = []
    for search in trace["log"].get("searches") or []:
        pairs += [
            (_("Query"), _text(search["query"])),
            (_("Expression"), _text(search["expression"])),
            (_("Mode"), _text(search["mode"])),
            (_("Parameters"), json.dumps(search["parameters"], ensure_ascii=False)),
            (_("Warnings"), "; ".join(map(_text, search["warnings"]))),
            (_("Dropped"), "; ".join(map(_text, search["dropped"]))),
        ]
        rows = [
            (
                str(rank),
                one["fragment_id"],
                _number(one.get("lexical")),
                _number(one.get("dense")),
                _number(one.get("fused")),
                "•" if one.get("passes") else "",
                one.get("text", ""),
            )
            for rank, one in enumerate(search["candidates"], start=1)
        ]
        head = ("", _("fragment"), _("words"), _("meaning"), _("fused"), _("passes"), _("text"))
        tables.append(_table(_("Candidates"), head, rows))
    return _full(pairs), tables


def _explain(step: Json, trace: Json, _: Say) -> Shown:
    found = [
        (f["requirement"]["requirement_id"], f["outcome"], f["note"], str(len(f["drafts"])), str(f["searched"]))
        for f in step["output"]
    ]
    head = ("", _("outcome"), _("note"), _("drafts"), _("documents looked through"))
    signals = [(str(name), _number(value)) for f in step["output"] for name, value in f["signals"]]
    results = [
        (r["route"], r["status"], r["summary"], r["why_included"], r["selection_reason"])
        for r in trace["log"].get("results") or []
    ]
    result_head = (_("route"), _("status"), _("summary"), _("why included"), _("selection"))
    return [], [
        _table(_("Findings"), head, found),
        _table(_("Results of the routes"), result_head, results),
        _table(_("Signals"), (_("signal"), _("score")), signals),
    ]


def _ground(_step: Json, trace: Json, _: Say) -> Shown:
    rows = [
        (claim["id"], check["name"], "✓" if check["ok"] else "✗", check["note"] or "", claim["text"])
        for claim in trace["reply"].get("claims") or []
        for check in claim["checks"]
    ]
    head = (_("claim"), _("check"), "", _("note"), _("text"))
    status = str((trace["reply"].get("grounding") or {}).get("status", ""))
    return _full([(_("Grounding"), status)]), [_table(_("Checks"), head, rows)]


def _compose(_step: Json, trace: Json, _: Say) -> Shown:
    reply = trace["reply"]
    pairs = [(name, _text(value)) for name, value in (reply.get("sections") or {}).items()]
    rows = [(c["id"], c["text"], c["confidence"], c["citation"]["anchor"]) for c in reply.get("claims") or []]
    return _full(pairs), [_table(_("Claims"), ("", _("text"), _("confidence"), _("anchor")), rows)]


_SHOWN: dict[str, Callable[[Json, Json, Say], Shown]] = {
    "normalise": _normalise,
    "require": _require,
    "plan": _plan,
    "retrieve": _retrieve,
    "explain": _explain,
    "ground": _ground,
    "compose": _compose,
}


def _table(title: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Table:
    cut = tuple(tuple(_cell(cell) for cell in row) for row in rows[:MOST_ROWS])
    return Table(title, head, cut, max(0, len(rows) - MOST_ROWS))


def _cell(value: object) -> str:
    text = " ".join(_text(value).split())
    return text if len(text) <= MOST_CELL else f"{text[:MOST_CELL]}…"


def _full(pairs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name, value) for name, value in pairs if value and value not in ("null", "[]")]


def _text(value: object) -> str:
    return "" if value is None else value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _number(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, int | float) else "" if value is None else str(value)


def _raw(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=1, default=str)
    return text if len(text) <= MOST_RAW else f"{text[:MOST_RAW]}\n… ({len(text):,})"
