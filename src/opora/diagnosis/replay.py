"""What comes out when the same recorded context is answered again, and which stage is the first to differ?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from opora.ask import AskRules, ask
from opora.canonical import plain, revived
from opora.diagnosis.recorded import RecordedCatalogues, UnrecordedError, recorded, recorded_model
from opora.domain.question import Question
from opora.domain.trace import Trace
from opora.ports import Catalogues, Embedder, LanguageModel, Library
from opora.seal import is_erased

STAGES: Final = ("normalise", "require", "plan", "retrieve", "explain", "ground", "compose")
PHRASED: Final = "phrase"  # between "ground" and "compose", where a language model was asked
Kind = Literal["recorded", "assistant", "answer", "model", "today"]
_MOST = 20
_NOT_COMPARED: Final = frozenset(("took_ms",))


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage in both runs. ``differs``: where their outputs are not the same, at most twenty places."""

    name: str
    differs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is not what it was: of a document, a hit or the answer."""

    what: str
    was: object
    now: object


@dataclass(frozen=True, slots=True)
class Replay:
    """The recorded trace and the new one, compared. ``filled``: places that had to be read from the library beside it."""

    kind: Kind
    before: Trace
    after: Trace
    stages: tuple[Stage, ...]
    documents: tuple[Change, ...] = ()
    retrieval: tuple[Change, ...] = ()
    answer: tuple[Change, ...] = ()
    filled: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def first_difference(self) -> str | None:
        """The name of the first stage whose output differs."""
        return next((stage.name for stage in self.stages if stage.differs), None)


@dataclass(frozen=True, slots=True)
class Anew:
    """How a trace is answered again. ``rules`` None: those of the trace. ``previous`` keeps the new trace's id apart.

    ``model``: a language model to ask instead of the recorded one. ``catalogues``: shops to ask, for the library of today.
    """

    rules: AskRules | None = None
    assistant: str | None = None
    previous: str = ""
    beside: Library | None = None
    model: LanguageModel | None = None
    catalogues: Catalogues | None = None


def replay(trace: Trace, anew: Anew) -> Replay:
    """Answer from the trace alone. UnrecordedError when it holds no context, or not what the new rules would read."""
    library, embedder, read = recorded(trace, anew.beside)
    anew = replace(anew, catalogues=RecordedCatalogues(trace) if "live" in trace.context else None)
    after = _asked(trace, library, embedder, anew, anew.model or recorded_model(trace))
    after = replace(after, context={"of": trace.trace_id})
    kind: Kind = "assistant" if anew.rules else "recorded"
    found = compared(kind, trace, after, filled=tuple(dict.fromkeys(read.filled)))
    around = "what stands around {} was not recorded: exceptions and notes beside it may be missing"
    return replace(found, notes=tuple(around.format(place) for place in dict.fromkeys(read.partial)))


def on_today(trace: Trace, library: Library, embedder: Embedder | None, anew: Anew) -> Replay:
    """Answer the same question, for the same date, from the library as it is now."""
    after = _asked(trace, library, embedder, anew, anew.model)
    return compared("today", trace, after, documents=tuple(_documents(trace, after, library)))


def compared(
    kind: Kind, before: Trace, after: Trace, documents: tuple[Change, ...] = (), filled: tuple[str, ...] = ()
) -> Replay:
    """Both traces stage by stage; the new one names the old one in its log."""
    stages = tuple(_stages(before, after))
    found = Replay(
        kind, before, after, stages, documents, tuple(_hits(before, after)), tuple(_answers(before, after)), filled
    )
    told = {"of": before.trace_id, "digest": before.digest, "kind": kind, "first_difference": found.first_difference}
    return replace(found, after=replace(after, log={**after.log, "replay": told}))


def recorded_rules(trace: Trace) -> AskRules:
    """The rules the trace was answered with."""
    rules = trace.context.get("rules")
    if not isinstance(rules, dict) or is_erased(rules):
        raise UnrecordedError(f"{trace.trace_id} does not hold the rules it was answered with", "ask again")
    found: AskRules = revived(AskRules, rules)
    return found


def _asked(trace: Trace, library: Library, embedder: Embedder | None, anew: Anew, model: LanguageModel | None) -> Trace:
    rules = anew.rules or recorded_rules(trace)
    told: Any = trace.context.get("question", {})
    question = Question(
        trace.question,
        dt.date.fromisoformat(trace.at),
        bool(told.get("at_given", True)),
        anew.assistant or trace.assistant,
        "replay",
        told.get("language"),
        tuple(told.get("history", ())),
    )
    _, after = ask(question, library, embedder, replace(rules, previous=anew.previous), None, model, anew.catalogues)
    return after


def _stages(before: Trace, after: Trace) -> Iterator[Stage]:
    was, now = _outputs(before), _outputs(after)
    phrased = (PHRASED,) if PHRASED in was or PHRASED in now else ()
    for name in (*STAGES[:-1], *phrased, STAGES[-1]):
        yield Stage(name, tuple(differences(was.get(name), now.get(name)))[:_MOST])


def _outputs(trace: Trace) -> dict[str, object]:
    """Output by stage; how the question came in (channel, assistant) is no output, and searches belong to "retrieve"."""
    found: dict[str, object] = {step.name: step.output for step in trace.steps}
    if isinstance(found.get("normalise"), dict):
        found["normalise"] = {k: v for k, v in found["normalise"].items() if k != "question"}  # type: ignore[attr-defined]
    found["retrieve"] = {"found": found.get("retrieve"), "searches": trace.log.get("searches")}
    return found


def differences(was: object, now: object, path: str = "") -> Iterator[str]:
    """Paths at which two JSON values differ, durations left aside."""
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        for key in sorted({*was, *now} - _NOT_COMPARED):
            yield from differences(was.get(key), now.get(key), f"{path}.{key}" if path else str(key))
    elif isinstance(was, list | tuple) and isinstance(now, list | tuple):
        if len(was) != len(now):
            yield f"{path} (length)"
        for number, (one, other) in enumerate(zip(was, now, strict=False)):
            yield from differences(one, other, f"{path}[{number}]")
    elif was != now:
        yield path or "."


def hits_of(trace: Trace) -> list[dict[str, Any]]:
    """The hits of all searches, best first within each."""
    output: Any = next((step.output for step in trace.steps if step.name == "retrieve"), None) or []
    if is_erased(output):
        return []
    return [hit for found in output for hit in found["hits"]]


def _hits(before: Trace, after: Trace) -> Iterator[Change]:
    was = {hit["fragment"]["fragment_id"]: rank for rank, hit in enumerate(hits_of(before), 1)}
    now = {hit["fragment"]["fragment_id"]: rank for rank, hit in enumerate(hits_of(after), 1)}
    for name in dict.fromkeys([*was, *now]):
        if was.get(name) != now.get(name):
            yield Change(name, was.get(name), now.get(name))


def _answers(before: Trace, after: Trace) -> Iterator[Change]:
    was, now = before.reply, after.reply
    for name in ("action", "type", "language", "text"):
        if name in now and was.get(name) != now.get(name):
            yield Change(name, was.get(name), now.get(name))
    cited, cites = _cited(was), _cited(now)
    if "type" not in now:  # an answer that was given, whose statements need not name their places
        cited, cites = ({text: text for text in places.values()} for places in (cited, cites))
    for place in dict.fromkeys([*cited, *cites]):
        if cited.get(place) != cites.get(place):
            yield Change(place, cited.get(place), cites.get(place))


def _cited(reply: Mapping[str, Any]) -> dict[str, str]:
    claims = reply.get("claims") or []
    if is_erased(claims):
        return {}
    return {str((one.get("citation") or {}).get("anchor") or one.get("id")): str(one.get("text")) for one in claims}


def _documents(before: Trace, after: Trace, library: Library) -> Iterator[Change]:
    """Versions the recorded reply could have used, as they are today, and versions that are new to it."""
    rows: Any = before.context.get("versions", [])
    known = {row[0]: row[1] for row in rows if row[1]} if not is_erased(rows) else {}
    for version_id, then in sorted(known.items()):
        version = library.version(version_id)
        if version is None:
            yield Change(version_id, "held", "gone")
            continue
        now: Any = plain(replace(version, report={}))
        for name in ("text_digest", "status", "validity"):
            if then[name] != now[name]:
                yield Change(f"{version_id} {name}", then[name], now[name])
        if library.kept_digest(version_id) != version.text_digest:
            yield Change(f"{version_id} text", version.text_digest, library.kept_digest(version_id))
    yield from _switched(before, library)
    fresh: Any = after.context.get("versions", [])
    for row in fresh:
        if row[1] and row[0] not in known:
            yield Change(row[0], None, "found now")


def _switched(before: Trace, library: Library) -> Iterator[Change]:
    rows: Any = before.context.get("sources", [])
    for source_id, then in rows if not is_erased(rows) else []:
        source = library.source(source_id)
        for name in ("enabled", "collection", "authority", "purpose", "jurisdiction", "owner"):
            now = getattr(source, name) if source else None
            if source and then.get(name) != now:
                yield Change(f"{source_id} {name}", then.get(name), now)
