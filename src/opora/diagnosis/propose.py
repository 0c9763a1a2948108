"""Which golden cases does the log propose? New wordings, asked again without sight of any expected answer, and sorted by rule."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from opora.diagnosis.clusters import clusters, likeness, middle
from opora.diagnosis.growing import Grown, folded, grow
from opora.diagnosis.other_bots import Said
from opora.diagnosis.own_replies import retrieved_in
from opora.domain.case import Case, Retrieved
from opora.domain.trace import Trace
from opora.ports import Vector
from opora.seal import is_erased

State = Literal["checked", "missing_fact", "open_conflict", "unstable"]
OWN_CHANNELS = frozenset(("diagnosis", "gate", "replay"))
"""Questions that the golden set itself asked, or that were only asked again."""
LIKE = 0.3
"""From this likeness a new wording is called a variant of a question the set has."""

_LIGHT = ("trace_id", "question", "at", "assistant", "channel", "reply")

Asker = Callable[[str, dt.date, tuple[str, ...]], Trace]
"""Question, day and collections → a fresh trace. It is given nothing else: no expected answer can reach it."""


@dataclass(frozen=True, slots=True)
class Wording:
    """One question as people asked it: the latest spelling, how often, and the traces, oldest first.

    ``traces`` is empty when another bot was asked.
    """

    question: str
    at: dt.date
    collections: tuple[str, ...]
    traces: tuple[Trace, ...]
    asked: int


@dataclass(frozen=True, slots=True)
class Near:
    """The golden question that is most like a new wording."""

    case_id: str
    question: str
    likeness: float


@dataclass(frozen=True, slots=True)
class Proposal:
    """A wording with its whole context. ``state``: what the rule found; only ``checked`` ones may be taken unseen.

    ``missing``: what was asked for and not answered. ``conflicts``: values in force that disagree.
    """

    wording: Wording
    state: State
    why: str
    grown: Grown
    nearest: Near | None
    missing: tuple[str, ...]
    conflicts: tuple[tuple[str, ...], ...]
    context: tuple[Retrieved, ...]
    trace: Trace


def light(data: str) -> Trace | None:
    """A kept record without its steps and all but the rules of its context; ``None`` when it cannot be read."""
    try:
        record: Any = json.loads(data)
        trace_id, question, at, assistant, channel, reply = (record[name] for name in _LIGHT)
        dt.date.fromisoformat(at)
        context = record.get("context") or {}
        rules = {"rules": context["rules"]} if isinstance(context, dict) and "rules" in context else {}
        return Trace(trace_id, str(question), at, assistant, channel, (), dict(reply), {}, context=rules)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def wordings(traces: Iterable[Trace], known: Sequence[Case]) -> list[Wording]:
    """Questions of people that the golden set does not have in these words, the most asked first.

    Questions that the set asked itself and erased ones are left out.
    """
    have = {folded(case.question) for case in known}
    grouped: dict[str, list[Trace]] = {}
    for trace in traces:
        if trace.channel in OWN_CHANNELS or not trace.question.strip() or is_erased(trace.reply):
            continue
        if folded(trace.question) not in have:
            grouped.setdefault(folded(trace.question), []).append(trace)
    return by_count(_wording(group) for group in grouped.values())


def heard(said: Iterable[Said], known: Sequence[Case], today: dt.date) -> list[Wording]:
    """The same from the log of another bot; a question without a date is about ``today``."""
    have = {folded(case.question) for case in known}
    grouped: dict[str, list[Said]] = {}
    for one in said:
        if one.question.strip() and folded(one.question) not in have:
            grouped.setdefault(folded(one.question), []).append(one)
    return by_count(
        Wording(group[-1].question, _day(group[-1].when, today), (), (), len(group)) for group in grouped.values()
    )


def by_count(found: Iterable[Wording]) -> list[Wording]:
    """The most asked first; of equals in the order of the alphabet."""
    return sorted(found, key=lambda one: (-one.asked, folded(one.question)))


def _day(when: str, today: dt.date) -> dt.date:
    try:
        return dt.date.fromisoformat(when[:10])
    except ValueError:
        return today


def _wording(group: Sequence[Trace]) -> Wording:
    last = group[-1]
    return Wording(last.question, dt.date.fromisoformat(last.at), _collections(last), tuple(group), len(group))


def _collections(trace: Trace) -> tuple[str, ...]:
    rules: Any = None if is_erased(trace.context) else trace.context.get("rules")
    return tuple(rules.get("collections") or ()) if isinstance(rules, dict) else ()


def propose(
    found: Sequence[Wording],
    known: Sequence[Case],
    asker: Asker,
    embed: Callable[[Sequence[str]], Vector] | None = None,
) -> list[Proposal]:
    """Ask each wording anew and judge it by rule."""
    near = nearest([one.question for one in found], known, embed)
    return [
        _proposal(one, asker(one.question, one.at, one.collections), near[place]) for place, one in enumerate(found)
    ]


def nearest(
    questions: Sequence[str], known: Sequence[Case], embed: Callable[[Sequence[str]], Vector] | None
) -> list[Near | None]:
    """For each question the golden one that is most like it; ``None`` when nothing is shared."""
    if not questions or not known:
        return [None] * len(questions)
    texts = [*questions, *(case.question for case in known)]
    like = likeness(texts, embed(texts) if embed else None)[: len(questions), len(questions) :]
    found: list[Near | None] = []
    for row in like:
        best = int(row.argmax())
        case = known[best]
        found.append(Near(case.case_id, case.question, round(float(row[best]), 3)) if row[best] > 0 else None)
    return found


def _proposal(wording: Wording, trace: Trace, near: Near | None) -> Proposal:
    reply: Mapping[str, Any] = trace.reply
    missing = tuple(
        str(row["text"]) for row in reply.get("requirements") or () if row["status"] not in ("covered", "conflict")
    )
    conflicts = tuple(
        tuple(str(one["value"]) for one in conflict["values"])
        for conflict in reply.get("conflicts") or ()
        if conflict.get("settled_by") is None
    )
    state, why = judged(wording, trace, missing, conflicts)
    return Proposal(wording, state, why, grow(trace), near, missing, conflicts, retrieved_in(trace) or (), trace)


def judged(
    wording: Wording, trace: Trace, missing: Sequence[str], conflicts: Sequence[Sequence[str]]
) -> tuple[State, str]:
    """The rule. A typical case is answered whole, its checks passed, and every asking for that day got the same."""
    reply: Mapping[str, Any] = trace.reply
    if conflicts:
        return "open_conflict", "sources in force disagree and no rule settles it"
    if reply.get("action") == "clarify":
        return "open_conflict", "the question must be asked back before it can be answered"
    if reply.get("action") != "answer" or missing:
        return "missing_fact", "the documents in force do not say all that was asked for"
    if (reply.get("grounding") or {}).get("status") != "passed":
        return "unstable", "not every check of the reply passed"
    same_day = [one for one in wording.traces if one.at == trace.at]
    if any(_said(one) != _said(trace) for one in same_day):
        return "unstable", "it was answered otherwise before, for the same day"
    if not wording.traces:
        return "checked", "answered whole and every check passed; it was asked of another bot"
    return "checked", "answered whole, every check passed, and the same each time it was asked"


def _said(trace: Trace) -> tuple[object, frozenset[tuple[str, str]]]:
    claims: Any = trace.reply.get("claims") or ()
    return trace.reply.get("action"), frozenset(
        (one["citation"]["version_id"], one["citation"]["quote"]) for one in claims
    )


@dataclass(frozen=True, slots=True)
class Group:
    """Questions about one thing that all wait for a fact: the middle one, all of them, and how often they were asked."""

    question: str
    members: tuple[str, ...]
    asked: int


def failing(proposals: Sequence[Proposal], embed: Callable[[Sequence[str]], Vector] | None = None) -> list[Group]:
    """Unanswered wordings by likeness, the most asked first."""
    waiting = [one for one in proposals if one.state == "missing_fact"]
    questions = [one.wording.question for one in waiting]
    if not questions:
        return []
    vectors = embed(questions) if embed else None
    like = likeness(questions, vectors)
    groups = [
        Group(
            questions[middle(group, like)],
            tuple(questions[place] for place in group),
            sum(waiting[place].wording.asked for place in group),
        )
        for group in clusters(questions, vectors)
    ]
    return sorted(groups, key=lambda group: (-group.asked, group.question))
