"""How is a document cut into what is searched and what is delivered?"""

from __future__ import annotations

from collections.abc import Iterable

from opora.domain.document import Block, Parsed
from opora.domain.place import Span
from opora.domain.source import Fragment, Passage
from opora.fragmenting.context import Surroundings
from opora.fragmenting.filled import filled
from opora.fragmenting.material import Group, Help, Material
from opora.fragmenting.pack import Run
from opora.fragmenting.rules import FragmentRules
from opora.fragmenting.strategies import STRATEGIES
from opora.fragmenting.tree import summaries
from opora.fragmenting.units import Count, Unit, by_speaker, units_of, words_of

__all__ = ["FragmentRules", "Help", "fragment"]


def fragment(
    parsed: Parsed, version_id: str, title: str, rules: FragmentRules, count_tokens: Count, help: Help | None = None
) -> tuple[tuple[Passage, ...], tuple[Fragment, ...]]:
    """Passages and fragments, each in order of place; summaries of a tree come after what they sum up.

    Every fragment is ``parsed.text[start:end]``, cut only between units (sentences, rows, list items, lines of code; with
    ``fixed`` between words); together they hold everything in the blocks but white space. Ids are
    ``version#start-end~strategy``; ``tokens`` is the sum over units, which is at most a few above the count of the whole
    text. UsageError when a strategy needs a model that ``help`` does not give.
    """
    units, groups = _cut(parsed, rules, count_tokens, help or Help())
    around = Surroundings(parsed, title, rules.strategy)
    passages: list[Passage] = []
    fragments: list[Fragment] = []
    last = Span(0, 0)
    for packed in groups:
        group = _spoken_apart(packed, last)
        if not group:
            continue
        last = Span(group[-1][0].start, group[-1][-1].end)
        passage = _passage(group, version_id, rules.strategy)
        passages.append(passage)
        fragments.extend(_fragment(parsed.text, run, passage, around.context(run, group)) for run in group)
    if rules.strategy == "summary_tree":
        more = summaries(parsed.text, units, passages, fragments)
        # a summary stands before what begins where it does: the largest place first
        passages = sorted((*passages, *more[0]), key=lambda one: (one.start, -one.end))
        fragments = sorted((*fragments, *more[1]), key=lambda one: (one.start, -one.end))
    return tuple(passages), tuple(fragments)


def _cut(parsed: Parsed, rules: FragmentRules, count: Count, help: Help) -> tuple[list[Unit], Iterable[Group]]:
    """The units and the fragments made of them, passage by passage. What is filled up in characters needs no units.

    What is said by several people is cut unit by unit, so that what overlaps can be taken out again.
    """
    spoken = any(block.speaker is not None for block in parsed.blocks)
    in_order = rules.strategy == "recursive" or (rules.strategy == "sentence" and rules.overlap_or_default > 0)
    if in_order and rules.measure == "chars" and not spoken:
        return [], ([run] for run in filled(parsed, rules, count))
    units = (words_of if rules.strategy == "fixed" else units_of)(parsed, rules, count)
    return units, STRATEGIES[rules.strategy](Material(parsed, units, rules, help))


def _spoken_apart(group: Group, last: Span) -> list[Run]:
    """No fragment of two speakers; of what overlapping runs share nothing comes twice. ``last``: the fragment before."""
    if group[0][0].start > last.start and not [unit for run in group for unit in run if unit.block.speaker is not None]:
        return group
    kept: list[Run] = []
    for run in (part for whole in group for part in by_speaker(whole)):
        if run[-1].end <= last.end:
            continue
        if run[0].start <= last.start:
            run = tuple(unit for unit in run if unit.end > last.end)
        kept.append(run)
        last = Span(run[0].start, run[-1].end)
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
    for run in group:
        for unit in run:
            if unit.block.kind != "heading":
                return unit.block.headings
    return group[0][0].block.headings


def _fragment(text: str, run: Run, passage: Passage, context: str) -> Fragment:
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
        context=context,
        tokens=sum(unit.tokens for unit in run),
        uncertain=any(_is_doubted(unit.block, start, end) for unit in run if unit.block.doubts),
    )


def _is_doubted(block: Block, start: int, end: int) -> bool:
    return any(one.start < end and one.end > start for one in block.doubts)
