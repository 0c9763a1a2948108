"""Which way of cutting finds most of what answers, within so many tokens? Every strategy beside three libraries.

``python -m bench.ladder --kept FOLDER`` writes docs/ladder.md. ``--only`` takes a part: chunking, speech, policy, variants, speed.
Exit code: 0 when every goal is met, 1 when one is missed, 3 when there is no data.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.data import data_folder
from bench.figures import ROOT, commit, no_data, options, table, write_section
from bench.ladder_cuts import Set, Way, chunking_eval, libraries, opora, policyqa, qmsum
from bench.ladder_marks import Marks, Part, difference, marked, prepared, with_interval
from bench.ladder_speed import speeds
from bench.ladder_variants import KeptTokens, variants
from opora.fragmenting.rules import FragmentRules

PAGE = ROOT / "docs" / "ladder.md"
DEFAULT = "parent_child"
CUTS: tuple[tuple[str, FragmentRules], ...] = (
    ("recursive", FragmentRules("recursive")),
    ("fixed", FragmentRules("fixed")),
    ("sentence", FragmentRules("sentence")),
    ("heading", FragmentRules("heading")),
    ("layout", FragmentRules("layout")),
    ("semantic", FragmentRules("semantic")),
    ("propositions", FragmentRules("propositions")),
    ("parent_child", FragmentRules("parent_child")),
    ("contextual", FragmentRules("contextual")),
    ("late", FragmentRules("late")),
    ("summary_tree", FragmentRules("summary_tree")),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One way on one set: its marks at each budget."""

    name: str
    pieces: int
    by_budget: dict[tuple[str, int], Marks]


def measured(ways: Sequence[Way], found: Set, embedder: Any, limits: Sequence[tuple[str, int]]) -> list[Row]:
    rows: list[Row] = []
    for way in ways:
        began = time.perf_counter()
        cuts = prepared(way, found, embedder)
        marks = {limit: marked(way, found, cuts, embedder, limit) for limit in limits}
        rows.append(Row(way.name, sum(len(cut.pieces) for cut in cuts.values()), marks))
        embedder.keep()
        told = " ".join(f"{n}: {one.recall.mean():.3f}/{one.iou.mean():.3f}" for (_, n), one in marks.items())
        print(
            f"{found.name} {way.name}: {rows[-1].pieces} pieces, {told} ({time.perf_counter() - began:.0f} s)",
            flush=True,
        )
    return rows


def best(rows: Sequence[Row], limit: tuple[str, int], score: str) -> Row:
    return max(rows, key=lambda row: getattr(row.by_budget[limit], score).mean())


def chunking(data: Path, embedder: Any, most: int) -> Part:
    with tempfile.TemporaryDirectory() as folder:
        found = chunking_eval(data, Path(folder))
    limits = [("tokens", 200), ("tokens", 400), ("tokens", 800), ("pieces", 5)]
    own = measured([opora(name, rules, embedder) for name, rules in CUTS], found, embedder, limits)
    theirs = measured(libraries(embedder, (150, 200, 400)), found, embedder, limits)
    head = ["way", "pieces", *(f"{score} at {n} {unit}" for unit, n in limits for score in ("recall", "IoU"))]
    head.append("precision of 5 pieces")
    body = (
        f"`python -m bench.ladder`, commit {commit()}. Chroma's chunking evaluation: {len(found.asked)} questions over"
    )
    body += f" {len(found.texts)} texts, references by characters; mean and 95 % interval (questions resampled). The same texts,"
    body += " the same embedder (multilingual-e5-small) and its token counter for all. At so many tokens the last piece is cut"
    body += (
        " there, so that everybody delivers the same number. Opora's rows rank by the fragment's vector and its best"
    )
    body += " sentence's, which its index keeps; the libraries' chunks have one vector. No words are searched here.\n\n"
    body += table(head, [_chunk_row(row, limits) for row in (*own, *theirs)])
    goals: list[tuple[str, bool]] = []
    ours = next(row for row in own if row.name == DEFAULT)
    lines = ["", f"Opora's default ({DEFAULT}) beside the best of the libraries at each budget:", ""]
    for limit in limits[:3]:
        for score in ("recall", "iou"):
            other = best(theirs, limit, score)
            mine, base = (getattr(row.by_budget[limit], score) for row in (ours, other))
            met = bool(mine.mean() >= base.mean())
            goals.append((f"{score} at {limit[1]} tokens", met))
            lines.append(
                f"- {score} at {limit[1]} tokens: {difference(mine, base)} against {other.name}"
                f" ({mine.mean():.3f} and {base.mean():.3f}): {'met' if met else 'not met'}"
            )
    return Part("Character ranges", body + "\n".join(lines) + "\n", tuple(goals))


def _chunk_row(row: Row, limits: Sequence[tuple[str, int]]) -> list[str]:
    cells = [row.name, str(row.pieces)]
    for limit in limits:
        marks = row.by_budget[limit]
        cells += [with_interval(marks.recall), with_interval(marks.iou)]
    return [*cells, with_interval(row.by_budget[limits[-1]].precision)]


def speech(data: Path, embedder: Any, most: int) -> Part:
    found = qmsum(data, most)
    limits = [("tokens", 1000), ("tokens", 2000), ("tokens", 4000)]
    names: tuple[Any, ...] = ("recursive", "turns", "semantic")
    own = [opora(name, FragmentRules(name), embedder, "passage") for name in names]
    theirs = [way for way in libraries(embedder, (400,)) if way.name == "langchain recursive 400/0"]
    rows = measured([*own, *theirs], found, embedder, limits)
    head = ["way", "pieces", *(f"turn-range recall at {n} tokens" for _, n in limits), "precision at 2000 tokens"]
    cells = [
        [
            row.name,
            str(row.pieces),
            *(with_interval(row.by_budget[limit].recall) for limit in limits),
            with_interval(row.by_budget[limits[1]].precision),
        ]
        for row in rows
    ]
    whole = f" --most {most}" if most < 99 else ""
    body = f"`python -m bench.ladder --only speech{whole}`, commit {commit()}. QMSum: {len(found.asked)} questions to"
    body += f" {len(found.texts)} of its 10 meetings; recall is the share of the relevant turns that are delivered, most of each. Opora"
    body += " matches what one person says and delivers the passage around it; the libraries deliver their chunk.\n\n"
    lines, goals = [""], []
    turns = next(row for row in rows if row.name == "turns")
    for other in (rows[0], *rows[len(own) :]):
        for limit in limits:
            mine, base = turns.by_budget[limit].recall, other.by_budget[limit].recall
            goals.append((f"turns against {other.name} at {limit[1]} tokens", bool(mine.mean() > base.mean())))
            lines.append(f"- turns against {other.name} at {limit[1]} tokens: {difference(mine, base)}")
    return Part("Speech", body + table(head, cells) + "\n".join(lines) + "\n", tuple(goals))


def policy(data: Path, embedder: Any, most: int) -> Part:
    found = policyqa(data)
    limits = [("tokens", 200), ("tokens", 400), ("tokens", 800)]
    names: tuple[Any, ...] = ("parent_child", "heading", "layout", "semantic", "recursive")
    rows = measured([opora(name, FragmentRules(name), embedder) for name in names], found, embedder, limits)
    head = ["way", "pieces", *(f"{score} at {n} tokens" for _, n in limits for score in ("recall", "IoU"))]
    cells = [
        [
            row.name,
            str(row.pieces),
            *(with_interval(getattr(row.by_budget[limit], score)) for limit in limits for score in ("recall", "iou")),
        ]
        for row in rows
    ]
    body = f"`python -m bench.ladder --only policy`, commit {commit()}. PolicyQA: {len(found.asked)} questions to the privacy"
    body += f" policies of {len(found.texts)} sites, answers by characters.\n\n"
    lines, goals = [""], []
    for limit in limits:
        mine, base = rows[0].by_budget[limit].recall, rows[3].by_budget[limit].recall
        goals.append((f"structure against semantic at {limit[1]} tokens", bool(mine.mean() > base.mean())))
        lines.append(
            f"- structure (parent_child) against semantic, recall at {limit[1]} tokens: {difference(mine, base)}"
        )
    return Part("Policies", body + table(head, cells) + "\n".join(lines) + "\n", tuple(goals))


PARTS: dict[str, Callable[[Path, Any, int], Part]] = {
    "chunking": chunking,
    "speech": speech,
    "policy": policy,
    "variants": variants,
    "speed": speeds,
}


def main() -> int:
    found = options(__doc__, PAGE)
    found.add_argument("--kept", type=Path, help="folder for vectors; none: a temporary one")
    found.add_argument("--most", type=int, default=0, help="meetings and sets at most, smallest first; default: all")
    found.add_argument("--only", default="", help=f"one of {', '.join(PARTS)}")
    chosen = found.parse_args()
    data = data_folder()
    if data is None:
        no_data("bench.ladder")
    from opora.inference.embed import E5Embedder

    goals: list[tuple[str, bool]] = []
    with tempfile.TemporaryDirectory(prefix="opora-vectors-") as folder:
        embedder = KeptTokens(E5Embedder.open(), (chosen.kept or Path(folder)) / "vectors.npz")
        for name, measure in PARTS.items():
            if chosen.only not in ("", name):
                continue
            part = measure(data, embedder, chosen.most or 99)
            embedder.keep()
            goals += part.goals
            if not chosen.no_page:
                write_section(PAGE, part.title, part.body)
    missed = [name for name, met in goals if not met]
    if missed:
        print(f"bench.ladder: goal missed: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
