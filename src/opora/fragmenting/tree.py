"""What is a long part of a document about, in its own sentences? Summaries over summaries, up to the whole document."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from opora.domain.place import Span
from opora.domain.source import Fragment, Passage
from opora.fragmenting.semantic import worded
from opora.fragmenting.units import Unit

_BRANCH = 5  # nodes under one summary
_SENTENCES = 3  # of a summary
_FEWEST = 2  # nodes that are worth a summary
_READ = 80  # sentences that a summary is chosen from, the longest first


def summaries(
    text: str, units: Sequence[Unit], passages: Sequence[Passage], fragments: Sequence[Fragment]
) -> tuple[tuple[Passage, ...], tuple[Fragment, ...]]:
    """Passages and fragments of the levels above; ids end in ``~summary_tree.1``, ``.2`` …

    A summary's fragment is the sentence that says most of what stands below it, its context the other sentences of the
    summary, its passage all that is summed up. All are verbatim. They belong to this version: another text is another
    version, whose tree is built anew with it.
    """
    held: dict[str, list[Fragment]] = {}
    for piece in fragments:
        held.setdefault(piece.passage_id, []).append(piece)
    nodes = [Span(group[0].start, group[-1].end) for group in held.values() if len(group) >= _FEWEST]
    made: list[tuple[Passage, Fragment]] = []
    taken: set[Span] = set()
    level = 1
    while nodes:
        for node in nodes:
            below = next((passage for passage in passages if passage.end > node.start), passages[0])
            one = _node(text, [unit for unit in units if node.start <= unit.start < node.end], (below, level), taken)
            if one is not None:
                taken.add(one[1].span)
                made.append(one)
        if len(nodes) < _FEWEST:
            break
        nodes = [
            Span(part[0].start, part[-1].end)
            for part in (nodes[at : at + _BRANCH] for at in range(0, len(nodes), _BRANCH))
        ]
        level += 1
    return tuple(passage for passage, _ in made), tuple(piece for _, piece in made)


def _node(
    text: str, units: Sequence[Unit], place: tuple[Passage, int], taken: set[Span]
) -> tuple[Passage, Fragment] | None:
    """A summary that begins with a sentence no other summary begins with; ``None`` when all are taken."""
    below, level = place
    ordered = central(text, units)
    chosen = next((unit for unit in ordered if Span(unit.start, unit.end) not in taken), None)
    if chosen is None:
        return None
    start, end = units[0].start, units[-1].end
    mark = f"{below.version_id}#{start}-{end}~summary_tree.{level}"
    passage = Passage(f"{mark}.passage", below.version_id, start, end, units[0].block.path, below.headings)
    others = sorted((one for one in ordered[:_SENTENCES] if one is not chosen), key=lambda unit: unit.start)
    piece = Fragment(
        fragment_id=f"{below.version_id}#{chosen.start}-{chosen.end}~summary_tree.{level}",
        version_id=below.version_id,
        passage_id=passage.passage_id,
        start=chosen.start,
        end=chosen.end,
        path=chosen.block.path,
        text=text[chosen.start : chosen.end],
        context="\n".join(" ".join(text[one.start : one.end].split()) for one in others),
        tokens=chosen.tokens,
        uncertain=any(one.start < chosen.end and one.end > chosen.start for one in chosen.block.doubts),
    )
    return passage, piece


def central(text: str, units: Sequence[Unit]) -> list[Unit]:
    """The statements most like all others, the first of them most (centrality by shared rare words)."""
    spoken = [unit for unit in units if unit.block.kind != "heading"]
    spoken = sorted(sorted(spoken, key=lambda unit: unit.start - unit.end)[:_READ], key=lambda unit: unit.start)
    if not spoken:
        return []
    vectors = worded([text[unit.start : unit.end] for unit in spoken])
    alike = np.clip(vectors @ vectors.T, 0.0, None)
    order = np.argsort(-alike.sum(axis=1), kind="stable")
    return [spoken[number] for number in order]
