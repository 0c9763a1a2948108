"""What tells that the found passages answer the question? Figures for the decision, none of them enough alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from opora.answering.awaited import Awaited, awaited
from opora.answering.closely import Bench
from opora.answering.finding import Draft
from opora.answering.holding import strongest
from opora.domain.place import Span
from opora.domain.result import Hit

_NOT_GIVEN: Final = 0.06  # how far below the nearest sentence one stands that gives what is awaited when there is none
_MIDDLE: Final = 0.85  # an ordinary cosine of a passage that is found; products are taken around it
_YEAR = re.compile(r"1\d{3}|20\d\d")


@dataclass(frozen=True, slots=True)
class Passage:
    """One hit: the share of the question it holds, its cosine, and that of its nearest sentence."""

    coverage: float
    cosine: float
    nearest: float


def signals(bench: Bench, hits: list[Hit], best: Draft | None) -> dict[str, float]:
    """Figures about 0..1 by name, all of them zero without a statement."""
    if best is None or not hits:
        return {}
    return {**_words(bench, best), **_beside_others(bench, hits, best), **_sort(bench, hits, best)}


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


def _beside_others(bench: Bench, hits: list[Hit], best: Draft) -> dict[str, float]:
    """The best passage beside the others: where much is told of the topic, holding the words or being near tells less."""
    seen = [(hit.fragment.text == best.around, _passage(bench, hit)) for hit in hits]
    first = next((passage for is_best, passage in seen if is_best), seen[0][1])
    rest = [passage for is_best, passage in seen if not is_best]
    around = sum(p.coverage for p in rest) / len(rest) if rest else 0.0
    cosine = max(p.cosine for _, p in seen)
    gain = first.cosine - sum(p.cosine for p in rest) / len(rest) if rest else 0.0
    return {
        "cosine": cosine,
        "nearest": max(p.nearest for _, p in seen),
        "near": best.cosine or 0.0,
        "others": float(bool(rest)),
        "gain_words": best.coverage - around if rest else 0.0,
        "gain_cosine": gain,
        "gain_nearest": first.nearest - max(p.nearest for p in rest) if rest else 0.0,
        "told_cosine": around * (cosine - _MIDDLE),
        "told_gain": around * gain,
        "told": around,
        "told_coverage": around * best.coverage,
        "told_asked": around * sum(bench.want.weights) / 10,
    }


def _passage(bench: Bench, hit: Hit) -> Passage:
    above = f"{' '.join(dict.fromkeys((*hit.headings, hit.title)))} {hit.fragment.context}"
    held = strongest(bench.holding.of(above, hit.language), bench.holding.of(hit.fragment.text, hit.language))
    cosine = hit.scores.dense or 0.0
    near = max((c for _, c in bench.meaning.cosines.get(hit.fragment.fragment_id, ())), default=cosine)
    return Passage(bench.want.share(held), cosine, near)


def _sort(bench: Bench, hits: list[Hit], best: Draft) -> dict[str, float]:
    """Whether the nearest sentences give what the question awaits: a person, a place, a moment, a number, a reason."""
    asked = awaited(bench.requirement.text)
    told = [(c, hit, span) for hit in hits for span, c in bench.meaning.cosines.get(hit.fragment.fragment_id, ())]
    told.sort(key=lambda one: -one[0])
    texts = [(c, _text(hit, span)) for c, hit, span in told]
    texts = texts or [(best.cosine or 0.0, best.text)]
    given = next((c for c, text in texts if asked.given_by(text)), texts[0][0] - _NOT_GIVEN)
    first = any(asked.given_by(text) for _, text in [*texts[:3], (0.0, best.text)])
    return {"given": given, **_number(asked, first)}


def _text(hit: Hit, span: Span) -> str:
    return hit.fragment.text[span.start - hit.fragment.start : span.end - hit.fragment.start]


def _number(asked: Awaited, given: bool) -> dict[str, float]:
    wants = asked.sort == "number"
    return {"asks_number": float(wants), "number_not_given": float(wants and not given)}
