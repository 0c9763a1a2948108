"""How does a question become a reply? Seven stages in order, each recorded."""

from __future__ import annotations

import datetime as dt
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from opora.answering.asked_day import asks_former
from opora.answering.borrow import names_nothing
from opora.answering.cells import met_in_one_cell
from opora.answering.compose import compose
from opora.answering.explain import explain
from opora.answering.finding import Finding
from opora.answering.follow_up import read
from opora.answering.linked import blocks_around
from opora.answering.live import Shopping
from opora.answering.plan import plan
from opora.answering.registered import with_facts
from opora.answering.require import require
from opora.answering.result import canonical_result, live_result, log_fields, route_result
from opora.answering.unnamed import points_at_unnamed
from opora.answering.verify import verify
from opora.answering.which_one import is_one_of_several
from opora.canonical import canonical_json, digest, plain
from opora.domain.proposal import ModelRules
from opora.domain.question import LONGEST, ExecutionFragment, Language, Message, Question, Requirement
from opora.domain.reply import Reply
from opora.domain.result import Hit, RouteResult, SearchLog
from opora.domain.source import Filter, Registered
from opora.domain.trace import Trace
from opora.errors import BackendError, UsageError
from opora.ports import Catalogues, Embedder, LanguageModel, Library
from opora.recording import Recording, with_readings
from opora.reply_record import reply_record
from opora.routes.canonical import registered_for
from opora.routes.documents import SearchRules, search
from opora.tape import Tape

if TYPE_CHECKING:
    from opora.proposing.aid import Aid

_OPEN: Final = frozenset(("none", "weak", "mismatch"))
"""Outcomes that other words may change."""


@dataclass(frozen=True, slots=True)
class AskRules:
    """How to search, what may be seen, and the language of the reply (``None``: the question's).

    ``answer_threshold``: the probability from which a place is taken for an answer; ``None``: as it was trained.
    ``previous`` is the digest or number of the trace before; it keeps ids of equal questions apart. ``model``: what a
    language model may do; ``None``: nothing.
    """

    search: SearchRules = field(default_factory=SearchRules)
    lang: Language | None = None
    collections: tuple[str, ...] = ()
    jurisdiction: str | None = None
    purposes: tuple[str, ...] = ()
    source_ids: tuple[str, ...] = ()
    answer_threshold: float | None = None
    previous: str = ""
    model: ModelRules | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    """What one search gave; ``failed`` is the honest reason when it could not be run."""

    fragment: ExecutionFragment
    hits: tuple[Hit, ...]
    log: SearchLog | None
    failed: str = ""
    facts: tuple[Registered, ...] = ()


@dataclass(frozen=True, slots=True)
class _Widened(_Found):
    """What was found by more than one search; ``others``: those beside the first, in other words or of another day."""

    others: tuple[SearchLog, ...] = ()


def ask(
    question: Question,
    library: Library,
    embedder: Embedder | None,
    rules: AskRules,
    tape: Tape | None = None,
    model: LanguageModel | None = None,
    catalogues: Catalogues | None = None,
) -> tuple[Reply, Trace]:
    """Answer from one state of the library as of the question's date. ``tape``: one that tells of the stages.

    ``model``: proposes what ``rules.model`` lets it; without it, or when it fails, the reply is made without, and says so.
    ``catalogues``: shops that are asked for what a product costs now.

    A refusal is a Reply; what raises is a broken library, and a question that is too long (UsageError).
    """
    if len(question.text) > LONGEST:
        length = len(question.text)
        raise UsageError(
            f"the question has {length:,} characters, and at most {LONGEST:,} are read",
            "ask in fewer words, or one thing at a time",
        )
    with library.one_state():
        recording = Recording(library, embedder, model if rules.model else None, catalogues)
        return _answered(question, recording, rules, tape or Tape())


def _answered(question: Question, recording: Recording, rules: AskRules, tape: Tape) -> tuple[Reply, Trace]:
    started, aid = time.perf_counter(), _aid(recording, rules)
    library, embedder = recording.library, recording.embedder
    message = tape.run("normalise", question, read, question)
    requirements, dropped = tape.run("require", message.text, _required, message, rules, aid)
    fragments = tape.run("plan", requirements, plan, message, requirements)
    found = tape.run("retrieve", fragments, _retrieve, fragments, library, embedder, rules)
    explained = (message, requirements, found, library, embedder, rules)
    findings = tape.run("explain", [f.fragment.fragment_id for f in found], _explain, *explained)
    if aid is not None and (wider := _widened(findings, found, recording, rules, aid)):
        found = tape.again("retrieve", lambda: wider)
        first = findings
        findings = tape.again("explain", lambda: _better(first, _explain(message, requirements, wider, *explained[3:])))
    if any(asks_former(one.text) for one in requirements):
        found, findings = tape.again("explain", _earlier, message, findings, found, recording, rules)
    shopping = _shopping(message, recording, rules)
    if shopping is not None:
        findings = tape.again("explain", shopping.findings, findings)
    checked = tape.run("ground", [len(f.drafts) for f in findings], verify, message, findings, library)
    if aid is not None:
        checked = tape.run("phrase", [f.outcome for f in checked], _phrased, message, checked, found, aid)
    language = rules.lang or message.language
    reply = tape.run("compose", [f.outcome for f in checked], compose, message, checked, dropped, language)
    log = _log(found, checked, (time.perf_counter() - started) * 1000)
    log |= log_fields(reply, [result for result, _ in _results(found, checked)])
    log["addresses"] = _addresses(found, reply)
    _look_around(found, recording, 0 if reply.action == "answer" else rules.search.limit)
    tape.keep("retrieve", [_without_logs(one) for one in found])  # the searches stand in the log
    log |= {"model": aid.log()} if aid is not None else {}
    trace = _trace(question, reply, (tape, recording, log), rules)
    return reply, trace if shopping is None or not shopping.read else with_readings(trace, shopping.read)


def _shopping(message: Message, recording: Recording, rules: AskRules) -> Shopping | None:
    """The route to the shops, where there are any that may be asked."""
    narrowed = rules.source_ids or (rules.purposes and "products" not in rules.purposes)
    if recording.catalogues is None or narrowed:
        return None
    return Shopping(message, recording.catalogues, rules.collections, rules.lang or message.language)


def _aid(recording: Recording, rules: AskRules) -> Aid | None:
    if rules.model is None:
        return None
    from opora.proposing.aid import Aid

    return Aid(recording.model, rules.model)


def _required(message: Message, rules: AskRules, aid: Aid | None) -> tuple[tuple[Requirement, ...], tuple[str, ...]]:
    if aid is None:
        return require(message)
    from opora.proposing.split import split

    return split(message, aid, rules.collections)


def _widened(
    findings: tuple[Finding, ...], found: tuple[_Found, ...], recording: Recording, rules: AskRules, aid: Aid
) -> tuple[_Found, ...]:
    """What was found, and more in other words where no place was found at all; nothing when there is no more.

    Where places were found that do not answer, more of them would only offer another thing of the kind.
    """
    from opora.proposing.variants import variants

    empty = {name for one in found if not one.hits and not one.failed for name in one.fragment.requirement_ids}
    open_ = [f.requirement for f in findings if f.outcome in _OPEN and f.requirement.requirement_id in empty]
    said = variants(open_, aid, rules.collections)
    wider = tuple(_wider(one, said, recording, rules) for one in found)
    return wider if any(len(now.hits) > len(was.hits) for now, was in zip(wider, found, strict=True)) else ()


def _wider(one: _Found, said: dict[str, tuple[str, ...]], recording: Recording, rules: AskRules) -> _Found:
    queries = [query for name in one.fragment.requirement_ids for query in said.get(name, ())]
    found = (
        _retrieve((replace(one.fragment, query=q),), recording.library, recording.embedder, rules)[0] for q in queries
    )
    others = [more for more in found if not more.failed]
    known = {hit.fragment.fragment_id: hit for more in (one, *others) for hit in reversed(more.hits)}
    more = tuple(hit for name, hit in known.items() if name not in {own.fragment.fragment_id for own in one.hits})
    if not more:
        return one
    hits = (*one.hits, *more[: rules.search.limit])
    facts = registered_for(hits, recording.library)
    return _Widened(one.fragment, hits, one.log, one.failed, facts, tuple(m.log for m in others if m.log))


def _better(first: tuple[Finding, ...], second: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """What the wider search settles; everything else as it was."""
    return tuple(
        now if was.outcome in _OPEN and now.outcome not in _OPEN else was
        for was, now in zip(first, second, strict=True)
    )


def _earlier(
    message: Message, findings: tuple[Finding, ...], found: tuple[_Found, ...], recording: Recording, rules: AskRules
) -> tuple[tuple[_Found, ...], tuple[Finding, ...]]:
    """Where the former price is asked for: what held on the day before that which answers now, and holds no more."""
    searches, told = list(found), []
    for finding in findings:
        start = _since(finding)
        if start is None or finding.requirement.at or not asks_former(finding.requirement.text):
            told.append(finding)
            continue
        day = start - dt.timedelta(days=1)
        requirement = replace(finding.requirement, at=day)
        own = (requirement.requirement_id,)
        place = next(n for n, one in enumerate(searches) if own[0] in one.fragment.requirement_ids)
        now = searches[place]
        fragment = replace(now.fragment, fragment_id=f"{now.fragment.fragment_id}-former", requirement_ids=own, at=day)
        past = _retrieve((fragment,), recording.library, recording.embedder, rules)[0]
        (then,) = _explain(message, (requirement,), (past,), recording.library, recording.embedder, rules)
        told.append(replace(then, outcome="none", drafts=()) if then.holds_on(now.fragment.at) else then)
        others = tuple(name for name in now.fragment.requirement_ids if name not in own)
        searches[place : place + 1] = [
            *([replace(now, fragment=replace(now.fragment, requirement_ids=others))] if others else []),
            _Widened(fragment, past.hits, past.log, past.failed, past.facts, _searches(now)),
        ]
    return tuple(searches), tuple(told)


def _searches(one: _Found) -> tuple[SearchLog, ...]:
    """All that was searched for it, and could be."""
    return tuple(log for log in (one.log, *(one.others if isinstance(one, _Widened) else ())) if log)


def _since(finding: Finding) -> dt.date | None:
    """From when that holds which answers; None when nothing does, or when it speaks of the former itself."""
    best = finding.drafts[0] if finding.outcome == "answer" else None
    return None if best is None or asks_former(best.text) else best.evidence.validity.start


def _phrased(
    message: Message, findings: tuple[Finding, ...], found: tuple[_Found, ...], aid: Aid
) -> tuple[Finding, ...]:
    from opora.proposing.phrase import phrase

    collections = {hit.source_id: hit.collection for one in found for hit in one.hits}
    return phrase(message, findings, aid, collections)


def _without_logs(one: _Found) -> _Found:
    return replace(one, log=None, others=()) if isinstance(one, _Widened) else replace(one, log=None)


def _retrieve(
    fragments: tuple[ExecutionFragment, ...], library: Library, embedder: Embedder | None, rules: AskRules
) -> tuple[_Found, ...]:
    found: list[_Found] = []
    for fragment in fragments:
        try:
            hits, log = search(fragment.query, _allowed(fragment, rules), library, embedder, rules.search)
        except BackendError as error:
            found.append(_Found(fragment, (), None, error.message))
        else:
            found.append(_Found(fragment, tuple(hits), log, facts=registered_for(hits, library)))
    return tuple(found)


def _explain(
    message: Message,
    requirements: tuple[Requirement, ...],
    found: tuple[_Found, ...],
    library: Library,
    embedder: Embedder | None,
    rules: AskRules,
) -> tuple[Finding, ...]:
    by_id = {key: one for one in found for key in one.fragment.requirement_ids}
    findings: list[Finding] = []
    for requirement in requirements:
        one = by_id[requirement.requirement_id]
        if one.failed:
            findings.append(Finding(requirement, "error", note=one.failed))
        elif not one.hits and not library.any_in_force(_allowed(one.fragment, rules)):
            findings.append(Finding(requirement, "nothing_in_force"))
        elif len({hit.source_id for hit in one.hits}) != 1 and names_nothing(message, requirement.spans):
            findings.append(Finding(requirement, "choose", note="no_subject"))
        else:
            at_least = rules.answer_threshold
            finding = explain(message, requirement, list(one.hits), library, embedder, at_least)
            finding = with_facts(finding, one.facts, one.hits, library)
            several = len({hit.source_id for hit in one.hits}) > 1
            if several and _unnamed(message, finding, one.hits):
                finding = replace(finding, outcome="choose", note="unnamed")
            findings.append(replace(finding, searched=len({hit.source_id for hit in one.hits})))
    return met_in_one_cell(message, findings)


def _unnamed(message: Message, finding: Finding, hits: tuple[Hit, ...]) -> bool:
    """Whether the person must say which thing is meant, whatever was found."""
    if finding.outcome == "answer" and points_at_unnamed(message, finding.requirement):
        return True
    answered = finding.outcome == "answer"
    told = answered or finding.outcome == "weak"
    return told and is_one_of_several(message, finding.requirement, hits, answered)


def _look_around(found: tuple[_Found, ...], recording: Recording, more: int) -> None:
    """Have it recorded what belongs to each hit, so that a replay with other rules can cite any of them.

    ``more``: so many of the best candidates too; a refusal may be a false one.
    """
    library, stored = recording.library, recording.fragments()
    pieces = {hit.fragment.fragment_id: hit.fragment for one in found for hit in one.hits}
    for log in (one.log for one in found if one.log):
        names = [str(candidate["fragment_id"]) for candidate in log.candidates[:more]]
        pieces |= {name: stored[name] for name in names}
    for version_id in {piece.version_id for piece in pieces.values()}:
        if not recording.has_read("doubts", version_id):
            library.doubts(version_id)
    for piece in pieces.values():
        blocks_around(piece.version_id, piece.passage_id, piece.span, library)
        if not recording.has_read("blocks_between", piece.version_id, piece.start, piece.end):
            library.blocks_between(piece.version_id, piece.start, piece.end)


def _allowed(fragment: ExecutionFragment, rules: AskRules) -> Filter:
    return Filter(fragment.at, rules.collections, rules.jurisdiction, rules.purposes, (), rules.source_ids)


def _results(found: tuple[_Found, ...], findings: tuple[Finding, ...]) -> list[tuple[RouteResult, list[str]]]:
    """Each search as the unified result, and the ids of its hits, which stand whole in the trace's step "retrieve"."""
    told: list[tuple[RouteResult, list[str]]] = []
    for one in found:
        own = [f for f in findings if f.requirement.requirement_id in one.fragment.requirement_ids]
        hits = [hit.fragment.fragment_id for hit in one.hits]
        live = [f for f in own if f.live]
        told.append((replace(route_result(one.fragment, [f for f in own if not f.live], one.hits), items=()), hits))
        if live:
            told.append((live_result(one.fragment, live), []))
        if one.facts:
            told.append((canonical_result(one.fragment, own, one.facts), []))
    return told


def _log(found: tuple[_Found, ...], findings: tuple[Finding, ...], took_ms: float) -> dict[str, object]:
    searches = [plain(log) for one in found for log in _searches(one)]
    results: list[object] = []
    for result, hits in _results(found, findings):
        record = plain(result)
        assert isinstance(record, dict)
        results.append({**record, "items": hits})
    return {"searches": searches, "results": results, "took_ms": round(took_ms, 1)}


def _addresses(found: tuple[_Found, ...], reply: Reply) -> list[object]:
    """Where everything that was found and said stands, and its digest: what is left when the text must be erased."""
    hits = {hit.fragment.fragment_id: hit.fragment for one in found for hit in one.hits}
    cited = [claim.evidence for claim in reply.claims]
    return [
        *([name, piece.version_id, piece.start, piece.end, digest(piece.text)] for name, piece in hits.items()),
        *([one.anchor, one.version_id, one.start, one.end, digest(one.quote)] for one in cited),
    ]


def _trace(question: Question, reply: Reply, made: tuple[Tape, Recording, dict[str, object]], rules: AskRules) -> Trace:
    tape, recording, log = made
    at = question.at.isoformat()
    trace_id = "T" + digest(canonical_json([question.text, at, question.assistant, rules.previous]))[:16]
    context = {
        **recording.context(_logged(log)),
        "question": {
            "at_given": question.at_given,
            "language": question.language,
            **({"history": list(question.history)} if question.history else {}),
        },
        "rules": _told_rules(rules),
    }
    head = (trace_id, question.text, at, question.assistant, question.channel)
    return Trace(*head, tape.steps, reply_record(reply), log, rules.previous, context=context)


def _told_rules(rules: AskRules) -> dict[str, object]:
    """Without what belongs to one asking, and without a model where there is none."""
    told: Any = plain(replace(rules, previous=""))
    return {name: value for name, value in told.items() if name != "model" or value is not None}


def _logged(log: dict[str, object]) -> frozenset[str]:
    """Fragments whose text stands among the candidates of a search."""
    searches: Any = log["searches"]
    return frozenset(str(one["fragment_id"]) for search in searches for one in search["candidates"])
