"""How is one question put to a library that stays open, and in what shape does the reply leave it?

The command line and the web both ask here, so that a question has the same reply at every door.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from opora.errors import BackendError, LibraryBusyError, UsageError

if TYPE_CHECKING:
    from opora.domain.reply import Reply
    from opora.domain.source import Filter
    from opora.domain.trace import Trace
    from opora.ports import Embedder, Library
    from opora.routes.merge import Shown
    from opora.settings import AssistantSettings
    from opora.tape import Tape

LONGEST = 100_000
"""Characters of one question; a longer one is a document, and would keep the machine busy for minutes."""
WARM = "warm"
"""The channel of questions that are asked so that all is loaded; no model far away hears of them."""
NOWHERE = "\x00"
"""A collection that no source is in: what is seen by someone who may see none of the collections that are asked for."""


@dataclasses.dataclass(frozen=True, slots=True)
class Call:
    """One question with everything that was said about it.

    ``within``: the collections that whoever asks may see, whatever is asked for; ``None``: all of them.
    """

    text: str
    at: dt.date
    at_given: bool
    assistant: str = "default"
    collections: tuple[str, ...] = ()
    lang: str | None = None
    mode: str | None = None
    limit: int | None = None
    jurisdiction: str | None = None
    purposes: tuple[str, ...] = ()
    history: tuple[str, ...] = ()
    after: str | None = None
    channel: str = "cli"
    within: tuple[str, ...] | None = None

    def seen(self, assistant: AssistantSettings) -> tuple[str, ...]:
        """The collections to look into; none named means all."""
        wanted = self.collections or assistant.collections
        if self.within is None:
            return wanted
        return tuple(name for name in wanted or self.within if name in self.within) or (NOWHERE,)


def checked_question(text: str) -> str:
    """The text itself; UsageError when there is nothing in it or far too much."""
    if not text.strip():
        raise UsageError("the question is empty", "write what you want to know")
    if len(text) > LONGEST:
        raise UsageError(
            f"the question has {len(text)} characters", f"ask in at most {LONGEST}; add a document instead"
        )
    return text


@dataclasses.dataclass(frozen=True, slots=True)
class Answered:
    """A reply, its trace, and both as ``opora ask --json`` prints them."""

    reply: Reply
    trace: Trace
    body: dict[str, Any]


class LibraryDesk:
    """An open library and its model, for as many calls as come, from any number of threads."""

    def __init__(self, place: Path) -> None:
        from opora.gateways import Gateways
        from opora.wiring import Model, open_library, open_settings, open_shops

        self.place = place
        self.settings = open_settings(place)
        self.store = open_library(place)
        self.model = Model(self.settings)
        self.shops = open_shops(self.settings, self.store)
        self.language = Gateways(self.settings, lambda: dt.date.today().isoformat())

    def __enter__(self) -> LibraryDesk:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()

    def _embedder(self, mode: str) -> Embedder | None:
        """The model, or ``None`` where words alone will do. BackendError when the search is by meaning alone."""
        embedder = None if mode == "lexical" else self.model()
        if mode == "semantic" and embedder is None:
            reason = (self.model.warning or "there is no model").removeprefix("lexical-only: ")
            raise BackendError(f"cannot search by meaning: {reason}", "see 'opora doctor', or use --mode lexical")
        return embedder

    def _library(self, call: Call, allowed: Filter) -> Library:
        from opora.commands.confined import Confined

        return self.store if call.within is None else cast("Library", Confined(self.store, allowed))

    def search(self, call: Call) -> dict[str, Any]:
        """The shape of ``opora search --json``; the search is logged."""
        from opora.domain.source import Filter
        from opora.routes.choose import repeats_of
        from opora.routes.documents import search as search_documents
        from opora.routes.merge import WIDER, Shown, merged
        from opora.wiring import search_rules

        assistant = self.settings.assistant(call.assistant)
        rules = search_rules(assistant, call.mode, call.limit)
        embedder = self._embedder(rules.mode)
        allowed = Filter(
            at=call.at,
            collections=call.seen(assistant),
            jurisdiction=call.jurisdiction or assistant.jurisdiction,
            purposes=call.purposes or assistant.purposes,
        )
        library = self._library(call, allowed)
        wider = rules.limit * WIDER if assistant.merge else rules.limit
        hits, log = search_documents(call.text, allowed, library, embedder, dataclasses.replace(rules, limit=wider))
        shown = merged(hits, library, rules.limit, rules.per_source) if assistant.merge else list(map(Shown, hits))
        try:
            self.store.log_search(log)
        except LibraryBusyError as error:
            log = dataclasses.replace(log, warnings=(*log.warnings, f"the search was not logged: {error.message}"))
        warnings = [*log.warnings, *([self.model.warning] if self.model.warning else [])]
        repeats = repeats_of(log.dropped)
        return {
            "query": call.text,
            "at": call.at.isoformat(),
            "at_given": call.at_given,
            "mode": "lexical" if rules.mode == "lexical" else log.mode,
            "weights": {"dense": rules.dense_weight, "lexical": rules.lexical_weight},
            "reranker": log.parameters.get("rerank"),
            "took_ms": round(log.took_ms, 2),
            "hits": [hit_json(rank, one, repeats) for rank, one in enumerate(shown, start=1)],
            "warnings": warnings,
        }

    def ask(self, call: Call) -> dict[str, Any]:
        """The shape of ``opora ask --json``; the trace is kept."""
        return self.answer(call).body

    def answer(self, call: Call, tape: Tape | None = None) -> Answered:
        """Ask, keep the trace, and give all of it. ``tape`` hears of each stage when it begins."""
        reply, trace = self.unkept(call, tape)
        warnings = [self.model.warning] if self.model.warning else []
        gap_ids: list[str] = []
        try:
            trace = self.store.append_trace(trace)
            gap_ids = self._missing(reply, trace, call)
        except LibraryBusyError as error:
            warnings.append(f"the trace, or what is missing, was not kept: {error.message}")
        reply = dataclasses.replace(reply, gap_id=next(iter(gap_ids), None))
        body = _ask_body(reply, trace, call, warnings)
        return Answered(reply, trace, body | ({"gap_ids": gap_ids} if gap_ids else {}))

    def _missing(self, reply: Reply, trace: Trace, call: Call) -> list[str]:
        """Keep what the reply leaves open for a person to answer; the ids of these gaps."""
        from opora.review.asked import Asking, gaps_of

        said, seen = self.settings.gaps, call.seen(self.settings.assistant(call.assistant))
        if not said.record or self.store.read_only or seen == (NOWHERE,):
            return []
        now = dt.datetime.now().astimezone().isoformat(timespec="seconds")
        found = gaps_of(reply, trace, Asking(now, seen, said.owner), self.store.anchors_of)
        return [self.store.record_gap(gap).gap_id for gap in found]

    def unkept(self, call: Call, tape: Tape | None = None) -> tuple[Reply, Trace]:
        """Ask, and keep nothing of it."""
        from opora.ask import ask as ask_library
        from opora.domain.question import Question
        from opora.domain.source import Filter
        from opora.gateways import model_rules
        from opora.wiring import ask_rules

        assistant = self.settings.assistant(call.assistant)
        rules = ask_rules(assistant, call.seen(assistant))
        narrower: dict[str, Any] = {"jurisdiction": call.jurisdiction, "purposes": call.purposes}
        rules = dataclasses.replace(rules, **{name: value for name, value in narrower.items() if value})
        embedder = self._embedder(rules.search.mode)
        language: Any = call.lang or assistant.lang
        history = (*self._asked_before(call.after), *call.history)
        question = Question(call.text, call.at, call.at_given, call.assistant, call.channel, language, history)
        rules = dataclasses.replace(rules, previous=uuid.uuid4().hex)
        allowed = Filter(call.at, rules.collections, rules.jurisdiction, rules.purposes)
        rules = dataclasses.replace(
            rules, model=None if call.channel == WARM else model_rules(self.settings, assistant)
        )
        model = self.language.for_answer() if rules.model else None
        shops = None if call.channel == WARM else self.shops
        return ask_library(question, self._library(call, allowed), embedder, rules, tape, model, shops)

    def _asked_before(self, trace_id: str | None) -> tuple[str, ...]:
        """The questions of the conversation that ends with the trace, oldest first."""
        if trace_id is None:
            return ()
        trace = self.store.trace(trace_id)
        if trace is None:
            raise UsageError(f"there is no trace {trace_id!r}", "use the trace id of the reply that you ask after")
        told: Any = trace.context.get("question") or {}
        earlier = told.get("history", ()) if isinstance(told, dict) else ()
        return (*earlier, trace.question)


def _ask_body(reply: Reply, trace: Trace, call: Call, warnings: list[str]) -> dict[str, Any]:
    from opora.reply_record import reply_json

    body: dict[str, Any] = reply_json(reply, trace)
    body["at_given"] = call.at_given
    if told := modes_of(trace):
        body["debug"] = told
        failed = [one for one in _failed(trace) if one not in warnings]
        warnings = [*warnings, *failed]
    if warnings:
        body["warnings"] = [*body.get("warnings", []), *warnings]
    return body


def modes_of(trace: Trace) -> dict[str, Any] | None:
    """How a reply was made where a language model might have helped: by meaning or by words alone, with the model or not."""
    told: Any = trace.log.get("model")
    failed = _failed(trace)
    if not told and not failed:
        return None
    searches: Any = trace.log.get("searches") or []
    mode = next((str(one["mode"]) for one in searches), "none")
    known = told or {"mode": "model-free", "model_id": None, "reasons": []}
    return {
        "search": mode,
        "model": known["mode"],
        "model_id": known["model_id"],
        "reasons": [*known["reasons"], *failed],
    }


def _failed(trace: Trace) -> list[str]:
    """Why vectors were done without in this reply, though there is a model for them."""
    searches: Any = trace.log.get("searches") or []
    told = [str(one) for search in searches for one in search["warnings"] if str(one).startswith("embedding failed")]
    return list(dict.fromkeys(told))


def hit_json(rank: int, shown: Shown, repeats: dict[str, list[str]]) -> dict[str, Any]:
    """One hit in the shape of the interface. ``repeats``: fragments left out because they say the same, by the one shown."""
    hit = shown.hit
    piece, start, end = hit.fragment, hit.validity.start, hit.validity.end
    return {
        "rank": rank,
        "score": hit.scores.fused,
        "scores": {"lexical": hit.scores.lexical, "dense": hit.scores.dense, "rerank": hit.scores.rerank},
        "anchor": f"{piece.version_id}:{piece.path}",
        "source_id": hit.source_id,
        "version_id": piece.version_id,
        "label": hit.label,
        "valid_from": start.isoformat() if start else None,
        "valid_until": end.isoformat() if end else None,
        "headings": list(hit.headings),
        "section": hit.section,
        "page": hit.page,
        "text": piece.text,
        "passage_id": piece.passage_id,
        "fragment_id": piece.fragment_id,
        "start": piece.start,
        "end": piece.end,
        "title": hit.title,
        "neighbour_of": hit.neighbour_of,
        "merged": list(shown.merged),
        "merged_why": shown.reason or None,
        "same_as": [one for name in (piece.fragment_id, *shown.merged) for one in repeats.get(name, ())],
    }
