"""Where did it break? One case as the chain question → source → fragment → answer, with the first broken link named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from opora.diagnosis.shelf import Shelf, same_source
from opora.domain.case import Case, GivenAnswer, GoldenSet, Retrieved, Verdict

Name = Literal["question", "source", "fragment", "answer"]
BROKEN: dict[str | None, Name] = {"document": "source", "retrieval": "fragment", "answer": "answer"}
_SHORT = 240  # characters of a fragment


@dataclass(frozen=True, slots=True)
class Part:
    """One link: whether it held (``None``: it stands after the broken one, or nobody recorded it), and what is there."""

    link: Name
    held: bool | None
    lines: tuple[str, ...]


def chain(
    golden: GoldenSet, case: Case, answer: GivenAnswer | None, verdict: Verdict, found: tuple[Retrieved, ...] | None
) -> tuple[Part, ...]:
    """The four links in order; every one before the broken one held."""
    shelf = Shelf(golden.documents)
    facts = {fact.fact_id: fact for fact in golden.facts}
    wanted = case.source_ids or tuple(dict.fromkeys(facts[name].source_id for name in case.fact_ids if name in facts))
    parts = (
        Part("question", True, _question(golden, case)),
        Part("source", True if shelf.given else None, _sources(shelf, case, wanted, verdict)),
        Part("fragment", True if found is not None else None, _fragments(found, wanted, verdict)),
        Part("answer", True, _answer(answer, verdict)),
    )
    broken = BROKEN.get(verdict.lost_at)
    if broken is None:
        return parts
    places = [part.link for part in parts].index(broken)
    return tuple(
        Part(part.link, part.held if place < places else False if place == places else None, part.lines)
        for place, part in enumerate(parts)
    )


def _question(golden: GoldenSet, case: Case) -> tuple[str, ...]:
    facts = [fact for fact in golden.facts if fact.fact_id in case.fact_ids]
    told = [f"expected fact {fact.fact_id}: {fact.field} = {fact.value} ({fact.source_id})" for fact in facts]
    return (f"on {case.at}: {case.question}", f"expected: {case.expected_action}", *told)


def _sources(shelf: Shelf, case: Case, wanted: tuple[str, ...], verdict: Verdict) -> tuple[str, ...]:
    lines = []
    for name in wanted:
        for edition in shelf.editions(name):
            period = f"{edition.validity.start or '…'} to {edition.validity.end or '…'}"
            force = "in force" if edition in shelf.in_force(name, case.at) else "not in force"
            lines.append(f"{edition.version_id}  {force} ({period})")
        if shelf.given and not shelf.editions(name):
            lines.append(f"{name}  is not there")
    notes = [note for note in verdict.document_notes if not note.startswith("fragment:")]
    return (*lines, *notes) or ("no source is expected",)


def _fragments(found: tuple[Retrieved, ...] | None, wanted: tuple[str, ...], verdict: Verdict) -> tuple[str, ...]:
    if found is None:
        return ("nobody recorded what was found",)
    lines = []
    for one in sorted(found, key=lambda hit: not _is_wanted(hit, wanted))[:5]:
        text = " ".join(one.text.split())
        short = text if len(text) <= _SHORT else f"{text[:_SHORT]}…"
        lines.append(
            f"{'expected' if _is_wanted(one, wanted) else 'other'}  {one.version_id or one.source_id}  “{short}”"
        )
    if len(found) > 5:
        lines.append(f"and {len(found) - 5} more")
    lines.extend(f"{name} was not found" for name in verdict.retrieval_missing_source_ids)
    lines.extend(note for note in verdict.document_notes if note.startswith("fragment:"))
    return tuple(lines) or ("nothing was found",)


def _is_wanted(one: Retrieved, wanted: tuple[str, ...]) -> bool:
    return any(same_source(one.version_id or one.source_id, name) for name in wanted)


def _answer(answer: GivenAnswer | None, verdict: Verdict) -> tuple[str, ...]:
    if answer is None:
        return ("there is no answer",)
    claims = [
        "claim "
        + "  ".join(
            str(part)
            for part in (claim.fact_id, claim.value, claim.text, claim.anchor or claim.source_id)
            if part not in (None, "")
        )
        for claim in answer.claims
    ]
    return (f"{answer.action}: {' '.join(answer.text.split())}", *claims, *verdict.errors)
