"""How does a question become a reply? Seven stages in order, each recorded."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Any

from opora.answering.borrow import names_nothing
from opora.answering.cells import met_in_one_cell
from opora.answering.compose import compose
from opora.answering.explain import explain
from opora.answering.finding import Finding
from opora.answering.follow_up import read
from opora.answering.linked import blocks_around
from opora.answering.plan import plan
from opora.answering.registered import with_facts
from opora.answering.require import require
from opora.answering.result import canonical_result, log_fields, route_result
from opora.answering.unnamed import points_at_unnamed
from opora.answering.verify import verify
from opora.answering.which_one import is_one_of_several
from opora.canonical import canonical_json, digest, plain
from opora.domain.question import LONGEST, ExecutionFragment, Language, Message, Question, Requirement
from opora.domain.reply import Claim, Reply, Unverified
from opora.domain.result import Hit, RouteResult, SearchLog
from opora.domain.source import Filter, Registered
from opora.domain.trace import Trace
from opora.errors import BackendError, UsageError
from opora.ports import Embedder, Library
from opora.recording import Recording
from opora.routes.canonical import registered_for
from opora.routes.documents import SearchRules, search
from opora.tape import Tape


@dataclass(frozen=True, slots=True)
class AskRules:
    """How to search, what may be seen, and the language of the reply (``None``: the question's).

    ``answer_threshold``: the probability from which a place is taken for an answer; ``None``: as it was trained.
    ``previous`` is the digest or number of the trace before; it keeps ids of equal questions apart.
    """

    search: SearchRules = field(default_factory=SearchRules)
    lang: Language | None = None
    collections: tuple[str, ...] = ()
    jurisdiction: str | None = None
    purposes: tuple[str, ...] = ()
    source_ids: tuple[str, ...] = ()
    answer_threshold: float | None = None
    previous: str = ""


@dataclass(frozen=True, slots=True)
class _Found:
    """What one search gave; ``failed`` is the honest reason when it could not be run."""

    fragment: ExecutionFragment
    hits: tuple[Hit, ...]
    log: SearchLog | None
    failed: str = ""
    facts: tuple[Registered, ...] = ()


def ask(
    question: Question, library: Library, embedder: Embedder | None, rules: AskRules, tape: Tape | None = None
) -> tuple[Reply, Trace]:
    """Answer from one state of the library as of the question's date. ``tape``: one that tells of the stages.

    A refusal is a Reply; what raises is a broken library, and a question that is too long (UsageError).
    """
    if len(question.text) > LONGEST:
        length = len(question.text)
        raise UsageError(
            f"the question has {length:,} characters, and at most {LONGEST:,} are read",
            "ask in fewer words, or one thing at a time",
        )
    with library.one_state():
        return _answered(question, library, embedder, rules, tape or Tape())


def _answered(
    question: Question, library: Library, embedder: Embedder | None, rules: AskRules, tape: Tape
) -> tuple[Reply, Trace]:
    started, recording = time.perf_counter(), Recording(library, embedder)
    library, embedder = recording.library, recording.embedder
    message = tape.run("normalise", question, read, question)
    requirements, dropped = tape.run("require", message.text, require, message)
    fragments = tape.run("plan", requirements, plan, message, requirements)
    found = tape.run("retrieve", fragments, _retrieve, fragments, library, embedder, rules)
    findings = tape.run(
        "explain",
        [f.fragment.fragment_id for f in found],
        _explain,
        message,
        requirements,
        found,
        library,
        embedder,
        rules,
    )
    checked = tape.run("ground", [len(f.drafts) for f in findings], verify, message, findings, library)
    language = rules.lang or message.language
    reply = tape.run("compose", [f.outcome for f in checked], compose, message, checked, dropped, language)
    log = _log(found, checked, (time.perf_counter() - started) * 1000)
    log |= log_fields(reply, [result for result, _ in _results(found, checked)])
    log["addresses"] = _addresses(found, reply)
    _look_around(found, recording, 0 if reply.action == "answer" else rules.search.limit)
    tape.keep("retrieve", [replace(one, log=None) for one in found])  # the searches stand in the log
    return reply, _trace(question, reply, (tape, recording, log), rules)


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
        told.append((replace(route_result(one.fragment, own, one.hits), items=()), hits))
        if one.facts:
            told.append((canonical_result(one.fragment, own, one.facts), []))
    return told


def _log(found: tuple[_Found, ...], findings: tuple[Finding, ...], took_ms: float) -> dict[str, object]:
    searches = [plain(one.log) for one in found if one.log]
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
        "rules": plain(replace(rules, previous="")),
    }
    head = (trace_id, question.text, at, question.assistant, question.channel)
    return Trace(*head, tape.steps, reply_record(reply), log, rules.previous, context=context)


def _logged(log: dict[str, object]) -> frozenset[str]:
    """Fragments whose text stands among the candidates of a search."""
    searches: Any = log["searches"]
    return frozenset(str(one["fragment_id"]) for search in searches for one in search["candidates"])


def reply_record(reply: Reply) -> dict[str, object]:
    """The reply as plain JSON, without what belongs to the asking (ids, date, duration)."""
    coverage = plain(reply.coverage)
    return {
        "language": reply.language,
        "type": reply.type,
        "action": reply.action,
        "text": reply.text,
        "sections": plain(reply.sections),
        "claims": [_claim(claim) for claim in reply.claims],
        "requirements": [
            {
                "id": r.requirement_id,
                "text": r.text,
                "kind": r.kind,
                "subject": r.subject,
                "status": status,
                "at": plain(r.at),
            }
            for r, status in reply.requirements
        ],
        "coverage": coverage,
        "conflicts": plain(reply.conflicts),
        "grounding": plain(reply.grounding),
        "gap_id": reply.gap_id,
        "understood": reply.understood,
        "unverified": [_unverified(one) for one in reply.unverified],
    }


def reply_json(reply: Reply, trace: Trace) -> dict[str, object]:
    """The shape of ``opora ask --json``."""
    head = {"trace_id": trace.trace_id, "question": trace.question, "at": trace.at}
    return {**head, **reply_record(reply), "took_ms": trace.log.get("took_ms", 0.0)}


def _unverified(one: Unverified) -> dict[str, object]:
    evidence = one.evidence
    names = ("anchor", "quote", "source_id", "version_id", "label", "page", "page_label", "start", "end")
    told = {name: getattr(evidence, name) for name in names}
    return {
        "requirement_id": one.requirement_id,
        **told,
        "boxes": plain(evidence.boxes),
        "numbers": [
            {name: getattr(n, name) for name in ("item_id", "text", "other", "confidence", "start", "end", "state")}
            for n in one.numbers
        ],
    }


def _claim(claim: Claim) -> dict[str, object]:
    evidence = claim.evidence
    return {
        "id": claim.claim_id,
        "requirement_ids": list(claim.requirement_ids),
        "text": claim.text,
        "fact_ids": list(claim.fact_ids),
        "value": claim.value,
        "citation": {
            "number": claim.number,
            "anchor": evidence.anchor,
            "quote": evidence.quote,
            "source_id": evidence.source_id,
            "version_id": evidence.version_id,
            "label": evidence.label,
            "valid_from": plain(evidence.validity.start),
            "valid_until": plain(evidence.validity.end),
            "page": evidence.page,
            "page_label": evidence.page_label,
            "section": evidence.section,
            "headings": list(evidence.headings),
            "passage_id": evidence.passage_id,
            "table": plain(evidence.table),
            "start": evidence.start,
            "end": evidence.end,
            "boxes": plain(evidence.boxes),
        },
        "confidence": claim.confidence,
        "checks": plain(claim.checks),
    }
