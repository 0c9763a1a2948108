"""How much of what answers a question is delivered within so many tokens, and how much else? With intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bench.ladder_cuts import Asked, Piece, Set, Text, Way, by_text
from opora.ports import Embedder, Vector
from opora.routes.fusion import dense_part

_RESAMPLES = 2000
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the page, and which of its goals were met."""

    title: str
    body: str
    goals: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class Marks:
    """For one way and one budget: a value for each question, in the order of ``Set.asked`` by text."""

    recall: Floats
    precision: Floats
    iou: Floats
    tokens: Floats


@dataclass(frozen=True, slots=True)
class Cut:
    """The pieces of one text with their vectors, and what each delivers in tokens."""

    text: Text
    pieces: list[Piece]
    whole: Vector
    sentences: list[Vector | None]
    tokens: list[int]


def prepared(way: Way, found: Set, embedder: Embedder) -> dict[str, Cut]:
    cuts: dict[str, Cut] = {}
    for name, text in found.texts.items():
        pieces = way.cut(text)
        source = text.plain if way.plain else text.parsed.text
        own = [piece.vector for piece in pieces]
        whole = (
            np.array(own) if all(v is not None for v in own) else embedder.encode_passages([p.embedded for p in pieces])
        )
        parts = [embedder.encode_passages(list(p.sentences)) if p.sentences else None for p in pieces]
        tokens = [embedder.count_tokens(piece.delivered.of(source)) for piece in pieces]
        cuts[name] = Cut(text, pieces, whole, parts, tokens)
    return cuts


def marked(way: Way, found: Set, cuts: dict[str, Cut], embedder: Embedder, limit: tuple[str, int]) -> Marks:
    """``limit``: ``("tokens", n)``, the last piece cut so that exactly n are delivered, or ``("pieces", n)``."""
    rows: list[tuple[float, float, float, float]] = []
    for name, group in by_text(found.asked):
        cut = cuts[name]
        for one in group:
            got, tokens = _delivered(way, cut, _order(cut, embedder.encode_query(one.question)), limit)
            rows.append((*_scores(way, cut, one, got, found.name == "qmsum"), tokens))
    columns = np.array(rows, np.float64).T
    return Marks(*columns)


def _order(cut: Cut, query: Vector) -> list[int]:
    scores = []
    for row, part in zip(cut.whole @ query, cut.sentences, strict=True):
        scores.append(dense_part(float(row), None if part is None else float((part @ query).max())))
    return sorted(range(len(scores)), key=lambda n: (-scores[n], n))


def _delivered(way: Way, cut: Cut, order: Sequence[int], limit: tuple[str, int]) -> tuple[npt.NDArray[np.bool_], float]:
    got = np.zeros(len(cut.text.plain if way.plain else cut.text.parsed.text), np.bool_)
    left = float(limit[1]) if limit[0] == "tokens" else float("inf")
    most = limit[1] if limit[0] == "pieces" else len(order)
    used = 0.0
    seen: set[tuple[int, int]] = set()
    for number in order:
        span = cut.pieces[number].delivered
        if (span.start, span.end) in seen:
            continue
        if len(seen) == most or left <= 0:
            break
        seen.add((span.start, span.end))
        share = min(1.0, left / max(cut.tokens[number], 1))
        got[span.start : span.start + round(share * len(span))] = True
        left -= share * cut.tokens[number]
        used += share * cut.tokens[number]
    return got, used


def _scores(way: Way, cut: Cut, one: Asked, got: npt.NDArray[np.bool_], turns: bool) -> tuple[float, float, float]:
    """By characters; of meetings recall by turns, one counting when most of it is delivered."""
    wanted = np.zeros(len(got), np.bool_)
    spans = [cut.text.places[number][int(way.plain)] for number in one.wanted]
    for span in spans:
        wanted[span.start : span.end] = True
    both = float((wanted & got).sum())
    recall = both / max(float(wanted.sum()), 1.0)
    if turns:
        recall = float(np.mean([got[span.start : span.end].mean() > 0.5 for span in spans]))
    return recall, both / max(float(got.sum()), 1.0), both / max(float((wanted | got).sum()), 1.0)


def with_interval(values: Floats) -> str:
    low, high = _interval(values)
    return f"{values.mean():.3f} ({low:.3f}–{high:.3f})"


def difference(one: Floats, other: Floats) -> str:
    """The mean of one minus the other, question by question, with its interval."""
    low, high = _interval(one - other)
    return f"{(one - other).mean():+.3f} ({low:+.3f} to {high:+.3f})"


def _interval(values: Floats) -> tuple[float, float]:
    draw = np.random.default_rng(7)
    means = values[draw.integers(0, len(values), (_RESAMPLES, len(values)))].mean(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return float(low), float(high)
