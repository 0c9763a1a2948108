"""What tells that the found passages answer the question? Figures for the decision, none of them enough alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from opora.answering.awaited import awaited
from opora.answering.closely import Bench
from opora.answering.finding import Draft
from opora.answering.passages import USUAL, Given, Passage, passage
from opora.answering.weights import Wanted
from opora.domain.result import Hit

_NOT_GIVEN: Final = 0.06  # how far below the nearest sentence one stands that gives what is awaited when there is none
_HELD: Final = 0.5
_TOLD: Final = 0.8  # how much less a word tells that all other passages hold too
_ASKED: Final = ("moment", "number", "person", "place", "name", "reason")
_YEAR = re.compile(r"1\d{3}|20\d\d")


@dataclass(frozen=True, slots=True)
class Beside:
    """The best passage and those of other sources, each with what it tells jointly."""

    best: Passage
    joint: float
    others: tuple[Passage, ...]
    joints: tuple[float, ...]

    def more(self, of: Callable[[Passage], float]) -> float:
        """By how much the best passage has more of a figure than the others in the mean; nothing without others."""
        return of(self.best) - sum(map(of, self.others)) / len(self.others) if self.others else 0.0

    def told(self) -> tuple[float, ...]:
        """How well the others hold each word, in the mean."""
        held = [one.held for one in self.others]
        return tuple(sum(column) / len(held) for column in zip(*held, strict=True)) if held else ()


def signals(bench: Bench, hits: list[Hit], best: Draft | None) -> dict[str, float]:
    """Figures about 0..1 by name, all of them zero without a statement."""
    if best is None or not hits:
        return {}
    gives = Given(awaited(bench.requirement.text))
    found = [passage(bench, hit) for hit in hits]
    joints = [one.joint(bench.want.share, gives) for one in found]
    top = max(range(len(found)), key=lambda n: joints[n])
    rest = [n for n, one in enumerate(found) if one.hit.source_id != found[top].hit.source_id]
    beside = Beside(found[top], joints[top], tuple(found[n] for n in rest), tuple(joints[n] for n in rest))
    return {
        **_words(bench, best),
        **_around(bench, found, best),
        **_nearest(bench.want, found),
        **_beside(bench.want, beside, gives),
        **_sort(found, best, gives),
    }


def _words(bench: Bench, best: Draft) -> dict[str, float]:
    """What of the question the best statement, its headings and its fragment hold."""
    want = bench.want
    named = want.share([float(i in want.named) for i in range(len(want.words))])
    held = want.share([s if i in want.named else 0.0 for i, s in enumerate(best.beside)])
    missing = [w * (1 - s) for w, s in zip(want.weights, best.beside, strict=True)]
    years = [i for i, word in enumerate(want.words) if _YEAR.fullmatch(word.text)]
    return {
        "coverage": best.coverage,
        "sentence": want.share(best.matched),
        "own": want.share(best.own),
        "asked": sum(want.weights) / 10,
        "unheld": sum(missing) / 10,
        "named_missing": (named - held) / named if named else 0.0,
        "heaviest_missing": max(missing, default=0.0) / (max(want.weights, default=0.0) or 1.0),
        "year_missing": float(any(best.beside[i] < 1 for i in years)),
        "value_missing": 0.0 if best.says else 1.0,
        "against": 1.0 if best.against else 0.0,
    }


def _around(bench: Bench, found: list[Passage], best: Draft) -> dict[str, float]:
    """What the passages that the best statement is not from hold: by words alone this tells how much the topic is told of."""
    rest = [one for one in found if one.hit.fragment.text != best.around]
    around = sum(one.coverage for one in rest) / len(rest) if rest else 0.0
    return {
        "others": float(bool(rest)),
        "gain_words": best.coverage - around if rest else 0.0,
        "told": around,
        "told_coverage": around * best.coverage,
        "told_asked": around * sum(bench.want.weights) / 10,
    }


def _nearest(want: Wanted, found: list[Passage]) -> dict[str, float]:
    """What is nearest in meaning, and how much of the question stands in it and around it."""
    near = max((one for each in found for one in each.told), key=lambda one: one.cosine)
    return {
        "cosine": max(one.cosine for one in found),
        "cosine_held": max(found, key=lambda one: one.coverage).cosine,
        "near_words": want.share(near.within),
        "near_own": want.share(near.own),
        "near_unheld": sum(w * (1 - s) for w, s in zip(want.weights, near.within, strict=True)) / 10,
        "near_unnamed": sum(1 - near.within[n] for n in want.named) / 10,
    }


def _beside(want: Wanted, beside: Beside, gives: Given) -> dict[str, float]:
    """The best passage beside those of other sources: what all of them hold tells little."""
    best = beside.best
    return {
        "joint_rare": best.joint(_rarer(want, beside.told()), gives),
        "gain_joint": beside.joint - max(beside.joints) if beside.joints else 0.0,
        "more_fused": beside.more(lambda one: one.fused),
        "more_words": beside.more(lambda one: one.coverage),
        "more_lexical": beside.more(lambda one: one.hit.scores.lexical or 0.0) / 10,
        "more_near": beside.more(lambda one: one.nearest),
        "alone": float(not beside.others),
        "alone_cosine": 0.0 if beside.others else best.cosine - USUAL,
        "missing": sum(held < _HELD for held in best.held) / 10,
    }


def _rarer(want: Wanted, told: tuple[float, ...]) -> Callable[[Sequence[float]], float]:
    """A share of the question in which the words that others hold too count less."""
    weights = [w * (1 - _TOLD * s) for w, s in zip(want.weights, told or (0.0,) * len(want.words), strict=True)]
    total = sum(weights) or 1.0
    return lambda held: sum(w * s for w, s in zip(weights, held, strict=True)) / total


def _sort(found: list[Passage], best: Draft, gives: Given) -> dict[str, float]:
    """Whether the nearest sentences give what the question awaits: a person, a place, a moment, a number, a reason."""
    told = sorted((one for each in found for one in each.told), key=lambda one: -one.cosine)
    given = next((one.cosine for one in told if gives(one.text)), told[0].cosine - _NOT_GIVEN)
    first = any(gives(text) for text in [*(one.text for one in told[:3]), best.text])
    asks = {f"asks_{sort}": float(gives.sort == sort) for sort in _ASKED}
    return {"given": given, **asks, "number_not_given": float(gives.sort == "number" and not first)}
