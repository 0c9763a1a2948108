"""Does another answer hold on the context that was recorded? Every claim of it is checked against the recorded fragments."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from opora.answering.ground import Verdict, coverage, ground, verdict
from opora.canonical import canonical_json, digest, plain
from opora.diagnosis.recorded import RecordedLibrary
from opora.diagnosis.replay import Replay, compared, hits_of
from opora.domain.reply import Check
from opora.domain.trace import Step, Trace
from opora.errors import UsageError
from opora.language.sentences import sentences

ACTIONS: Final = ("answer", "clarify", "abstain")
_MARK = re.compile(r"\s*\[\d+\]")
_WORD = re.compile(r"[^\W_]")


@dataclass(frozen=True, slots=True)
class Said:
    """One statement of the answer, with the place it names, if it does."""

    text: str
    source_id: str | None = None
    version_id: str | None = None
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to be judged, as interfaces.md or ``opora ask --json`` write it, or a plain text."""

    action: str
    text: str
    said: tuple[Said, ...]
    source_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """A statement with the recorded fragment that fits it best. ``checks`` say what holds and what does not."""

    text: str
    verdict: Verdict
    checks: tuple[Check, ...]
    source_id: str | None
    version_id: str | None
    fragment_id: str | None


def read_answer(path: Path, trace_id: str = "") -> Answer:
    """A JSON object, the line of a JSONL file that names the trace (or its only one), or plain text. UsageError otherwise."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, ValueError) as problem:
        raise UsageError(f"cannot read {str(path)!r}: {problem}", "give a JSON or text file in UTF-8") from problem
    if not text.lstrip().startswith("{"):
        if not text.strip():
            raise UsageError(f"{str(path)!r} is empty", "write the answer into it")
        return of_text(text.strip())
    try:
        rows = [json.loads(text)]
    except ValueError:
        rows = _lines(text, path)
    named = [
        row for row in rows if trace_id and trace_id in (row.get("trace_id"), row.get("id"), row.get("question_id"))
    ]
    if len(rows) > 1 and len(named) != 1:
        raise UsageError(f"{str(path)!r} holds {len(rows)} answers", f'name one of them: "trace_id": "{trace_id}"')
    return _of_row((named or rows)[0], path)


def judge(trace: Trace, answer: Answer, previous: str = "", model: str | None = None, host: str = "") -> Replay:
    """Keeps every stage before the answer as it was recorded; the new trace holds the answer and what the checks said.

    ``model`` gave the answer, at ``host``: the new trace is the model's and not the assistant's that searched.
    """
    held = RecordedLibrary(trace)
    hits = hits_of(trace)
    judged = tuple(_judged(said, trace, hits, held) for said in answer.said)
    unknown = sorted(set(answer.source_ids) - {hit["source_id"] for hit in hits})
    passed = all(one.verdict == "supported" for one in judged) and not unknown
    told: dict[str, object] = {
        "action": answer.action,
        "text": answer.text,
        "claims": [{"id": f"C{number}", **_plain(one)} for number, one in enumerate(judged, 1)],
        "source_ids": list(answer.source_ids),
        "sources_not_retrieved": unknown,
        "grounding": {"status": ("passed" if passed else "failed") if judged or unknown else "empty"},
    }
    ground_step = Step("ground", plain(answer), told["claims"])
    after = replace(
        trace,
        trace_id="T" + digest(canonical_json([trace.question, trace.at, trace.assistant, previous]))[:16],
        assistant=model or trace.assistant,
        channel="replay",
        steps=(ground_step, Step("compose", told["grounding"], told)),
        reply=told,
        log={"searches": "as in the replayed trace"},
        context={"of": trace.trace_id},
        seals={},
        digest="",
    )
    by = {"model": model, "host": host} if model else {}
    return _compared(trace, after, judged, by)


def _compared(trace: Trace, after: Trace, judged: tuple[Judged, ...], by: dict[str, str]) -> Replay:
    """Only the answer can differ: the stages before it are those of the trace."""
    found = compared("model" if by else "answer", trace, after)
    claims: Any = trace.reply.get("claims") or []
    was = {(claim.get("citation") or {}).get("version_id") for claim in claims}
    same_claims = [claim.get("text") for claim in claims] == [one.text for one in judged]
    same_ground = same_claims and all(one.verdict == "supported" and one.version_id in was for one in judged)
    same_reply = all(trace.reply.get(name) == after.reply.get(name) for name in ("action", "text"))
    differs = {"ground": () if same_ground else ("claims",), "compose": () if same_reply else ("action or text",)}
    stages = tuple(replace(stage, differs=differs.get(stage.name, ())) for stage in found.stages)
    found = replace(found, stages=stages, retrieval=(), notes=_notes(trace, after, judged))
    told: Any = {**after.log, "replay": {"of": trace.trace_id, "digest": trace.digest, "kind": found.kind, **by}}
    told["replay"]["first_difference"] = found.first_difference
    return replace(found, after=replace(after, log=told))


def _notes(trace: Trace, after: Trace, judged: tuple[Judged, ...]) -> tuple[str, ...]:
    was, now = trace.reply.get("action"), after.reply.get("action")
    holds = after.reply["grounding"] == {"status": "passed"}
    if was == "abstain" and now == "answer" and holds:
        return ("the recorded context bears this answer out: the recorded refusal was a false one",)
    if was == "answer" and now == "abstain":
        return ("the recorded context bore an answer out: this refusal is a false one",)
    lost: Any = after.reply["sources_not_retrieved"]
    told = [f"{one.verdict}: {one.text}" for one in judged if one.verdict != "supported"]
    return (*told, *(f"cited and not retrieved: {source}" for source in lost))


def _judged(said: Said, trace: Trace, hits: list[dict[str, Any]], held: RecordedLibrary) -> Judged:
    at = dt.date.fromisoformat(trace.at)
    own = [hit for hit in hits if _named(said, hit)]
    best: tuple[float, Judged] | None = None
    for hit in own:
        piece = hit["fragment"]
        for evidence in _evidences(said, piece["text"]):
            above = " ".join(dict.fromkeys([*hit["headings"], hit["title"], piece["context"]]))
            checks = ground(said.text, evidence, context=above)
            checks += _of_place(said, piece["version_id"], evidence, at, held)
            found = verdict(checks)
            rank = (2.0 if found == "supported" else 0.0) + coverage(said.text, evidence)
            if best is None or rank > best[0]:
                judged = Judged(said.text, found, checks, hit["source_id"], piece["version_id"], piece["fragment_id"])
                best = rank, judged
    if best is not None:
        return best[1]
    note = f"{said.source_id or 'no source'} was not retrieved"
    return Judged(said.text, "unsupported", (Check("retrieved", False, note),), said.source_id, said.version_id, None)


def _named(said: Said, hit: Mapping[str, Any]) -> bool:
    if said.version_id and said.version_id != hit["fragment"]["version_id"]:
        return False
    return not said.source_id or said.source_id == hit["source_id"]


def _evidences(said: Said, text: str) -> list[str]:
    """What the statement is held against: the quote it gives, else each sentence of the fragment and then the whole."""
    if said.quote:
        return [said.quote] if said.quote in text else [text]
    parts = [text[span.start : span.end] for span in sentences(text)]
    return [*(part for part in parts if part.strip()), text] if len(parts) > 1 else [text]


def _of_place(said: Said, version_id: str, evidence: str, at: dt.date, held: RecordedLibrary) -> tuple[Check, ...]:
    version = held.version(version_id)
    in_force = version is not None and version.validity.includes(at) and version.status != "draft"
    checks = [Check("version", in_force, None if in_force else f"not in force on {at.isoformat()}")]
    if said.quote:
        stands = evidence == said.quote
        checks.append(Check("place", stands, None if stands else "the quote does not stand in the recorded fragment"))
    return tuple(checks)


def _plain(one: Judged) -> dict[str, Any]:
    told: Any = plain(one)
    return dict(told)


def _lines(text: str, path: Path) -> list[dict[str, Any]]:
    try:
        rows = [json.loads(line) for line in text.splitlines() if line.strip()]
    except ValueError as problem:
        raise UsageError(f"{str(path)!r} is not JSON: {problem}", "one object, or one object a line") from problem
    if not all(isinstance(row, dict) for row in rows):
        raise UsageError(f"{str(path)!r} holds something that is not an object", "one object a line")
    return rows


def of_text(text: str) -> Answer:
    """A plain text as an answer: each sentence of it is a statement that names no place."""
    bare = _MARK.sub("", text)
    parts = [bare[span.start : span.end].strip() for span in sentences(bare)]
    return Answer("answer", text, tuple(Said(part) for part in parts if _WORD.search(part)))


def _of_row(row: Mapping[str, Any], path: Path) -> Answer:
    claims, text = row.get("claims"), row.get("text") or ""
    if not isinstance(text, str) or not isinstance(claims, list | None):
        raise UsageError(f"{str(path)!r}: text must be a string and claims a list", "see docs/proof.md")
    said = tuple(_said(claim, number, path) for number, claim in enumerate(claims or (), 1))
    action = row.get("action") or ("answer" if said or text else "abstain")
    if action not in ACTIONS:
        raise UsageError(f"{str(path)!r}: action {action!r} is not known", f"one of {', '.join(ACTIONS)}")
    if claims is None and action == "answer":
        return replace(of_text(text), action=action)
    sources = row.get("source_ids") or ()
    if not isinstance(sources, list | tuple) or not all(isinstance(one, str) for one in sources):
        raise UsageError(f"{str(path)!r}: source_ids must be a list of strings", "see docs/proof.md")
    return Answer(action, text, said, tuple(sources))


def _said(claim: object, number: int, path: Path) -> Said:
    if not isinstance(claim, dict):
        raise UsageError(f"{str(path)!r}: claim {number} is not an object", "see docs/proof.md")
    cite: Any = claim.get("citation")
    told = {
        **(cite if isinstance(cite, dict) else {}),
        **{key: value for key, value in claim.items() if value is not None},
    }
    text = told.get("text") or told.get("value") or told.get("quote")
    if not isinstance(text, str | int | float) or not str(text).strip():
        raise UsageError(f"{str(path)!r}: claim {number} has neither text nor value", "see docs/proof.md")
    source, version, quote = (told.get(name) for name in ("source_id", "version_id", "quote"))
    return Said(str(text), *(str(one) if one else None for one in (source, version, quote)))
