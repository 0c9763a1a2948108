"""What did another bot do? Reads the logs and exports of other systems as answers to be judged; nothing in them is changed.

Three shapes are known, told apart by their keys: rows of an evaluation set (``user_input``, ``response``,
``retrieved_contexts``; also ``question``, ``answer``, ``contexts``), runs of a tracing system (``run_type``, ``inputs``,
``outputs``, retriever runs beside or inside them), and messages of a chat platform (``query``, ``answer``,
``retriever_resources``). A file is one JSON a line, a JSON array, or an object whose ``data`` is the array.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from opora.diagnosis.bot_action import action_of
from opora.diagnosis.known_names import Names
from opora.diagnosis.tables import read_text
from opora.domain.case import Case, GivenAnswer, Retrieved
from opora.errors import UsageError

Shape = Literal["evaluation", "runs", "messages"]
Speaker = Literal["person", "bot"]
_SPEAKERS = {"person": ("human", "user"), "bot": ("ai", "assistant")}
_MARK = re.compile(r"\[(\d{1,2})\]")
_NAMES = (
    "source_id",
    "source",
    "document_name",
    "file_name",
    "file_path",
    "filename",
    "title",
    "document_id",
    "id",
    "url",
)


@dataclass(frozen=True, slots=True)
class Said:
    """One exchange of a log: the question, the answer, what was found, and what it cites, as the log names them.

    ``when`` is ISO 8601 where the log tells it.
    """

    row: int
    question: str
    answer: str
    question_id: str | None = None
    retrieved: tuple[tuple[str, str], ...] | None = None
    cited: tuple[tuple[str, str], ...] = ()
    when: str = ""


@dataclass(frozen=True, slots=True)
class Log:
    """``answers``: the latest one to each case. ``strangers``: rows whose question is no case."""

    shape: Shape
    answers: tuple[GivenAnswer, ...]
    strangers: int


def read_log(path: Path, cases: tuple[Case, ...], names: Names) -> Log:
    """UsageError when the file is of no known shape."""
    shape, exchanges = read_said(path)
    found: dict[str, GivenAnswer] = {}
    strangers = 0
    for said in exchanges:
        case = _case_of(said, cases)
        if case is None:
            strangers += 1
        else:
            found[case.case_id] = _answer(said, case, names)
    return Log(shape, tuple(found.values()), strangers)


def read_said(path: Path) -> tuple[Shape, list[Said]]:
    """Everything that was asked and answered, oldest first. UsageError when the file is of no known shape."""
    rows = _rows(path)
    shape = _shape([row for _, row in rows])
    if shape is None:
        raise UsageError(
            f"log {str(path)!r} is of no known shape",
            "known are rows with user_input/response, runs with run_type/inputs/outputs, messages with query/answer",
        )
    reader = {"evaluation": _evaluation, "runs": _runs, "messages": _messages}[shape]
    return shape, sorted(reader(rows), key=lambda one: one.when)


def _moment(told: object) -> str:
    """A moment as ISO 8601; seconds since 1970 are counted in UTC."""
    if isinstance(told, int | Decimal) and not isinstance(told, bool) and 0 <= told < 10**11:
        return dt.datetime.fromtimestamp(int(told), dt.UTC).isoformat()
    return told if isinstance(told, str) else ""


def _rows(path: Path) -> list[tuple[int, dict[str, Any]]]:
    text = read_text(path, "log")
    try:
        whole = json.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, dict) and isinstance(whole.get("data"), list):
        whole = whole["data"]
    if isinstance(whole, list):
        return [(number, row) for number, row in enumerate(whole, start=1) if isinstance(row, dict)]
    if isinstance(whole, dict):
        return [(1, whole)]
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            row = json.loads(line, parse_float=Decimal) if line.strip() else None
        except (ValueError, RecursionError) as error:
            raise UsageError(f"log {str(path)!r} line {number} is not JSON: {error}", "one object a line") from error
        if isinstance(row, dict):
            found.append((number, row))
    return found


def _shape(rows: list[dict[str, Any]]) -> Shape | None:
    for row in rows:
        if "run_type" in row and "inputs" in row:
            return "runs"
        if "query" in row and "answer" in row:
            return "messages"
        if ("user_input" in row and "response" in row) or ("question" in row and "answer" in row):
            return "evaluation"
    return None


def _evaluation(rows: list[tuple[int, dict[str, Any]]]) -> Iterator[Said]:
    for number, row in rows:
        question, answer = _first(row, "user_input", "question", by="person"), _first(row, "response", "answer")
        texts = next((row[key] for key in ("retrieved_contexts", "contexts") if isinstance(row.get(key), list)), None)
        ids = row.get("retrieved_context_ids")
        labels = [str(one) for one in ids] if isinstance(ids, list) else []
        found = None
        if texts is not None:
            found = tuple((labels[n] if n < len(labels) else "", str(text)) for n, text in enumerate(texts))
        yield Said(number, question, answer, _id_in(row), found, _marked(answer, found))


def _messages(rows: list[tuple[int, dict[str, Any]]]) -> Iterator[Said]:
    for number, row in rows:
        resources = row.get("retriever_resources")
        if not isinstance(resources, list):
            resources = _object(row.get("metadata")).get("retriever_resources")
        found = None
        if isinstance(resources, list):
            found = tuple((_name(one), str(one.get("content") or "")) for one in resources if isinstance(one, dict))
        answer = _first(row, "answer")
        name = _id_in(row) or _id_in(_object(row.get("inputs")))
        when = _moment(row.get("created_at"))
        yield Said(number, _first(row, "query", by="person"), answer, name, found, _marked(answer, found), when)


def _runs(rows: list[tuple[int, dict[str, Any]]]) -> Iterator[Said]:
    """Root runs with what the retriever runs of their trace brought."""
    beside: dict[str, list[dict[str, Any]]] = {}
    for _, row in rows:
        if row.get("parent_run_id"):
            beside.setdefault(str(row.get("trace_id") or row["parent_run_id"]), []).append(row)
    for number, row in rows:
        if row.get("parent_run_id"):
            continue
        inputs, outputs = _object(row.get("inputs")), _object(row.get("outputs"))
        children = [*_inside(row), *beside.get(str(row.get("trace_id") or row.get("id")), ())]
        found = _documents(outputs, children)
        answer = _first(outputs, "answer", "output", "result", "response", "text", "messages")
        cited = outputs.get("sources")
        given = [str(one) for one in cited] if isinstance(cited, list) else re.split(r"[,;]\s*", str(cited or ""))
        yield Said(
            number,
            _first(inputs, "question", "input", "query", "messages", by="person"),
            answer,
            _id_in(row) or _id_in(inputs) or _id_in(_object(_object(row.get("extra")).get("metadata"))),
            found,
            tuple((one, "") for one in given if one) or _marked(answer, found),
            _moment(row.get("start_time")),
        )


def _inside(run: dict[str, Any]) -> Iterator[dict[str, Any]]:
    children = run.get("child_runs")
    for child in children if isinstance(children, list) else ():
        if isinstance(child, dict):
            yield child
            yield from _inside(child)


def _documents(outputs: dict[str, Any], children: list[dict[str, Any]]) -> tuple[tuple[str, str], ...] | None:
    retrievers = [child for child in children if child.get("run_type") == "retriever"]
    lists = [
        _object(child.get("outputs")).get("documents") or _object(child.get("outputs")).get("output")
        for child in retrievers
    ]
    lists += (
        [outputs[key] for key in ("source_documents", "context", "documents") if key in outputs] if not lists else []
    )
    documents = [one for given in lists if isinstance(given, list) for one in given if isinstance(one, dict)]
    if not lists:
        return None
    return tuple((_name(_object(one.get("metadata"))), str(one.get("page_content") or "")) for one in documents)


def _object(thing: Any) -> dict[str, Any]:
    return thing if isinstance(thing, dict) else {}


def _first(row: dict[str, Any], *keys: str, by: Speaker = "bot") -> str:
    """The first of these that is a text, or the last message of a conversation that the person or the bot said."""
    for key in keys:
        told = row.get(key)
        if isinstance(told, str):
            return told
        if isinstance(told, list) and told and isinstance(told[-1], dict):
            return _spoken(told, by)
        if isinstance(told, dict):
            return str(told.get("content") or told.get("text") or "")
    return ""


def _spoken(messages: list[Any], by: Speaker) -> str:
    """The text of the last message of the person or the bot; the last of all when none says whose it is."""
    known = [_object(_object(one).get("kwargs")) or _object(one) for one in messages]
    own = [one for one in known if str(one.get("role") or one.get("type") or "").lower() in _SPEAKERS[by]]
    texts = [_text_of(one.get("content")) for one in own or known]
    return next((text for text in reversed(texts) if text), "")


def _text_of(content: Any) -> str:
    """A text, or the texts of its parts."""
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, dict))
    return str(content or "")


def _name(holder: dict[str, Any]) -> str:
    return next((str(holder[key]) for key in _NAMES if holder.get(key)), "")


def _id_in(holder: dict[str, Any]) -> str | None:
    for place in (holder, _object(holder.get("metadata"))):
        for key in ("question_id", "case_id"):
            if isinstance(place.get(key), str):
                return str(place[key])
    return None


def _marked(answer: str, found: tuple[tuple[str, str], ...] | None) -> tuple[tuple[str, str], ...]:
    """What marks like [2] point to: fragments by their place, from 1."""
    places = [int(mark[1]) for mark in _MARK.finditer(answer)]
    return tuple(found[place - 1] for place in places if found and 1 <= place <= len(found))


def _case_of(said: Said, cases: tuple[Case, ...]) -> Case | None:
    """By its id, else by the words of the question; of several dates the day of the log decides, else the first."""
    if said.question_id is not None:
        return next((case for case in cases if case.case_id == said.question_id), None)
    asked = _words(said.question)
    fitting = [case for case in cases if _words(case.question) == asked]
    on_day = [case for case in fitting if case.at.isoformat() == said.when[:10]]
    return next(iter(on_day or fitting), None)


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _answer(said: Said, case: Case, names: Names) -> GivenAnswer:
    retrieved = None
    if said.retrieved is not None:
        retrieved = tuple(_fragment(name, text, names) for name, text in said.retrieved)
    cited = tuple(dict.fromkeys(names.source(name, text) for name, text in said.cited))
    action = action_of(_MARK.sub("", said.answer), said.question)
    return GivenAnswer(case.case_id, action, said.answer, (), cited, retrieved, None, said.row, claims_given=False)


def _fragment(name: str, text: str, names: Names) -> Retrieved:
    return Retrieved(names.source(name, text), text, names.version(name, text))
