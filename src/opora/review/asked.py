"""Which questions did a reply leave open? One gap for each part without an answer, under an id that its wording gives it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from opora.canonical import canonical_json, digest
from opora.domain.gap import Gap, Near
from opora.domain.question import Requirement
from opora.domain.reply import Reply
from opora.domain.trace import Trace

NEAREST: Final = 3
_LONGEST: Final = 2000  # characters of a wording that are kept
_AROUND: Final = " \t?!.…,;:\"'«»“”„’"
_NOT_LOOKED: Final = frozenset(("backend_error", "clarification_required"))

Anchors = Callable[[Sequence[str]], Mapping[str, str]]
"""Where fragments stand, by their ids."""


@dataclass(frozen=True, slots=True)
class Asking:
    """When it was asked (ISO 8601 with the zone), where was looked, and who is responsible for what is missing."""

    now: str
    collections: tuple[str, ...] = ()
    owner: str = ""


def gaps_of(reply: Reply, trace: Trace, asking: Asking, anchors: Anchors) -> tuple[Gap, ...]:
    """What the reply leaves open, in its order; nothing of a question that is only asked back, or that could not be
    looked for at all."""
    if reply.type in _NOT_LOOKED:
        return ()
    found: dict[str, Gap] = {}
    for requirement in _open(reply):
        wording = requirement.text.strip()[:_LONGEST]
        gap_id = gap_id_of(wording, asking.collections)
        at = requirement.at.isoformat() if requirement.at else trace.at
        found[gap_id] = Gap(
            gap_id=gap_id,
            part=wording,
            question=trace.question[:_LONGEST],
            at=at,
            language=reply.language,
            channel=trace.channel,
            assistant=trace.assistant,
            trace_id=trace.trace_id,
            first_asked=asking.now,
            last_asked=asking.now,
            collections=asking.collections,
            nearest=_nearest(trace, requirement.requirement_id, anchors),
            channels=(trace.channel,),
            owner=asking.owner,
        )
    return tuple(found.values())


def gap_id_of(wording: str, collections: Sequence[str]) -> str:
    """The same words, whatever their capitals, spaces and marks around them, asked of the same collections."""
    return "G" + digest(canonical_json([folded(wording), sorted(collections)]))[:12]


def folded(wording: str) -> str:
    return " ".join(wording.casefold().split()).strip(_AROUND)


def _open(reply: Reply) -> Iterator[Requirement]:
    for requirement, status in reply.requirements:
        if folded(requirement.text) and (status == "uncovered" or (status == "partial" and reply.action == "abstain")):
            yield requirement


def _nearest(trace: Trace, requirement_id: str, anchors: Anchors) -> tuple[Near, ...]:
    """The best candidates of the search for it, whether they passed or not."""
    queries = {str(one["query"]) for one in _planned(trace) if requirement_id in one["requirement_ids"]}
    searches: Any = trace.log.get("searches") or ()
    scores: dict[str, float] = {}
    for search in searches:
        if search["query"] in queries:
            for one in search["candidates"]:
                name, score = str(one["fragment_id"]), float(one.get("fused") or 0.0)
                scores[name] = max(score, scores.get(name, 0.0))
    best = sorted(scores, key=lambda name: -scores[name])[:NEAREST]
    where = anchors(best)
    return tuple(Near(where[name], round(scores[name], 4)) for name in best if name in where)


def _planned(trace: Trace) -> list[dict[str, Any]]:
    found: Any = next((step.output for step in trace.steps if step.name == "plan"), ())
    return [one for one in found or () if isinstance(one, dict)]
