"""What does each found passage hold of the question, in its words, in meaning, and of the sort that is awaited?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from opora.answering.awaited import Awaited
from opora.answering.closely import Bench
from opora.answering.holding import Strengths, strongest
from opora.domain.place import Span
from opora.domain.result import Hit

USUAL: Final = 0.85  # an ordinary cosine of a passage that is found
_NEARNESS: Final = 8.0  # what a cosine counts beside a share of the words held: 0.05 nearer is worth 0.4 of them
_OF_PASSAGE: Final = 4.0
_SILENT: Final = 0.3  # what is lost where a sentence gives nothing of the sort awaited
_HERE, _BEFORE, _WHOLE = 0.6, 0.2, 0.2  # words held with both neighbours, with the one before, in the whole passage


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence: its cosine, and the words that it holds itself, with the one before, and with both neighbours."""

    text: str
    cosine: float
    own: Strengths
    after: Strengths
    within: Strengths


@dataclass(frozen=True, slots=True)
class Passage:
    """One hit. ``held`` is what it and its headings hold of each word, ``coverage`` the share of all that makes."""

    hit: Hit
    held: Strengths
    coverage: float
    told: tuple[Told, ...]

    @property
    def cosine(self) -> float:
        return self.hit.scores.dense or 0.0

    @property
    def fused(self) -> float:
        return self.hit.scores.fused

    @property
    def nearest(self) -> float:
        return max(one.cosine for one in self.told)

    def joint(self, share: Callable[[Sequence[float]], float], gives: Callable[[str], bool]) -> float:
        """The most that one sentence tells by its nearness, the words held around it and the sort of what it gives."""
        whole = _WHOLE * share(self.held)
        told = [
            (
                _NEARNESS * (one.cosine - USUAL) + _HERE * share(one.within) + _BEFORE * share(one.after) + whole,
                one.text,
            )
            for one in self.told
        ]
        best = -float("inf")
        for score, text in sorted(told, key=lambda one: -one[0]):
            if score <= best:
                break
            best = max(best, score if gives(text) else score - _SILENT)
        return best + _OF_PASSAGE * (self.cosine - USUAL)


def passage(bench: Bench, hit: Hit) -> Passage:
    piece, language = hit.fragment, hit.language
    above = bench.holding.of(f"{' '.join(dict.fromkeys((*hit.headings, hit.title)))} {piece.stands_under}", language)
    held = strongest(above, bench.holding.of(piece.text, language))
    known = bench.meaning.cosines.get(piece.fragment_id, ())
    texts = [(_words(hit, span), cosine) for span, cosine in known] or [(piece.text, hit.scores.dense or 0.0)]
    own = [bench.holding.of(text, language) for text, _ in texts]
    told: list[Told] = []
    for n, (text, cosine) in enumerate(texts):
        after = strongest(own[n], above, *own[max(n - 1, 0) : n])
        told.append(Told(text, cosine, own[n], after, strongest(after, *own[n + 1 : n + 2])))
    return Passage(hit, held, bench.want.share(held), tuple(told))


def _words(hit: Hit, span: Span) -> str:
    start = hit.fragment.start
    return hit.fragment.text[span.start - start : span.end - start]


class Given:
    """Whether a sentence gives the sort awaited; each is looked at once."""

    def __init__(self, asked: Awaited) -> None:
        self._asked = asked
        self.sort = asked.sort
        self._known: dict[str, bool] = {}

    def __call__(self, text: str) -> bool:
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._asked.given_by(text)
        return found
