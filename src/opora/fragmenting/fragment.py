"""How is a document cut into what is searched and what is delivered?"""

from __future__ import annotations

from opora.domain.document import Block, Parsed
from opora.domain.source import Fragment, Passage
from opora.fragmenting.context import Surroundings
from opora.fragmenting.pack import Run
from opora.fragmenting.rules import FragmentRules
from opora.fragmenting.strategies import STRATEGIES
from opora.fragmenting.units import Count, by_speaker, units_of

__all__ = ["FragmentRules", "fragment"]


def fragment(
    parsed: Parsed, version_id: str, title: str, rules: FragmentRules, count_tokens: Count
) -> tuple[tuple[Passage, ...], tuple[Fragment, ...]]:
    """Passages and fragments, each in order of place.

    Every fragment is ``parsed.text[start:end]``, cut only between units (sentences, rows, list items, lines of code);
    together they hold everything in the blocks but white space. Ids are ``version#start-end~strategy``; ``tokens`` is the
    sum over units, which is at most a few above the count of the whole text.
    """
    units = units_of(parsed, rules, count_tokens)
    around = Surroundings(parsed, title)
    passages: list[Passage] = []
    fragments: list[Fragment] = []
    seen: set[tuple[int, int]] = set()
    for packed in STRATEGIES[rules.strategy](units, parsed.text, rules):
        group = _spoken_apart(packed, seen)
        if not group:
            continue
        passage = _passage(group, version_id, rules.strategy)
        passages.append(passage)
        fragments.extend(_fragment(parsed.text, run, passage, around) for run in group)
    return tuple(passages), tuple(fragments)


def _spoken_apart(group: list[Run], seen: set[tuple[int, int]]) -> list[Run]:
    """No fragment of two speakers; a part that overlapping runs share comes once."""
    if all(unit.block.speaker is None for run in group for unit in run):
        return group
    kept: list[Run] = []
    for run in (part for whole in group for part in by_speaker(whole)):
        place = (run[0].start, run[-1].end)
        if place not in seen:
            seen.add(place)
            kept.append(run)
    return kept


def _passage(group: list[Run], version_id: str, strategy: str) -> Passage:
    first, last = group[0][0], group[-1][-1]
    return Passage(
        passage_id=f"{version_id}#{first.start}-{last.end}~{strategy}.passage",
        version_id=version_id,
        start=first.start,
        end=last.end,
        path=first.block.path,
        headings=_headings(group),
    )


def _headings(group: list[Run]) -> tuple[str, ...]:
    """The titles over the passage's first line of body, its own headings included."""
    blocks: list[Block] = [unit.block for run in group for unit in run]
    return next((block.headings for block in blocks if block.kind != "heading"), blocks[0].headings)


def _fragment(text: str, run: Run, passage: Passage, around: Surroundings) -> Fragment:
    start, end = run[0].start, run[-1].end
    strategy = passage.passage_id.rpartition("~")[2].removesuffix(".passage")
    return Fragment(
        fragment_id=f"{passage.version_id}#{start}-{end}~{strategy}",
        version_id=passage.version_id,
        passage_id=passage.passage_id,
        start=start,
        end=end,
        path=run[0].block.path,
        text=text[start:end],
        context=around.context(run),
        tokens=sum(unit.tokens for unit in run),
        uncertain=any(one.start < end and one.end > start for unit in run for one in unit.block.doubts),
    )
