"""How likely does evidence bear out a claim that is put in other words? A regression over figures of words and meaning."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final

from opora.answering.exclusive import class_of
from opora.answering.kindred import roots_of
from opora.answering.lexed import Lexed, Lexeme, lexed
from opora.answering.negation import is_bare_negator
from opora.errors import BackendError
from opora.language.sentences import sentences
from opora.language.words import fold
from opora.ports import Embedder

_START: Final = 4  # letters
_LIMIT: Final = 0.5
_SENTENCES: Final = 12  # of the evidence, compared one by one in meaning
_PERSON: Final = frozenset(
    fold(word)
    for word in [
        "i",
        "me",
        "my",
        "mine",
        "we",
        "us",
        "our",
        "you",
        "your",
        "myself",
        "i'm",
        "i've",
        "i'd",
        "i'll",
        "we're",
        "you're",
        "he",
        "she",
        "him",
        "her",
        "they",
        "them",
        "я",
        "меня",
        "мне",
        "мной",
        "мы",
        "нас",
        "нам",
        "наш",
        "моя",
        "мой",
        "мою",
        "мои",
        "ты",
        "вы",
        "вас",
        "вам",
        "ваш",
        "мене",
        "мені",
        "ми",
        "наш",
        "моя",
        "мій",
        "мої",
        "ти",
        "ви",
        "вам",
        "eu",
        "mie",
        "mine",
        "noi",
        "nostru",
        "noastră",
        "tu",
        "voi",
        "meu",
        "mea",
    ]
)
_OPINION: Final = frozenset(
    fold(word)
    for word in [
        "think",
        "believe",
        "know",
        "sure",
        "guess",
        "love",
        "like",
        "hear",
        "heard",
        "wow",
        "yeah",
        "yes",
        "oh",
        "agree",
        "wonder",
        "interesting",
        "cool",
        "great",
        "haha",
        "lol",
        "well",
        "actually",
        "really",
        "maybe",
        "probably",
        "thanks",
        "hello",
        "hi",
        "okay",
        "думаю",
        "считаю",
        "знаю",
        "наверное",
        "конечно",
        "кажется",
        "думаю",
        "вважаю",
        "знаю",
        "мабуть",
        "звичайно",
        "cred",
        "știu",
        "sigur",
        "poate",
        "desigur",
    ]
)


@dataclass(frozen=True, slots=True)
class Bearing:
    """``chance`` that the evidence bears the claim out; it does from ``limit`` on. ``cosine`` is there with a model."""

    chance: float
    limit: float
    cosine: float | None

    @property
    def enough(self) -> bool:
        return self.chance >= self.limit


def bearing(claim: str, evidence: str, embedder: Embedder | None = None) -> Bearing:
    """Judged by the script of the claim and by whether there is a model; coefficients in ``bearing.toml``."""
    found = figures(claim, evidence)
    near = cosines(claim, evidence, embedder)
    table = _table()[f"{script_of(claim)}_{'meaning' if near else 'words'}"]
    total = table["bias"] + sum(table.get(name, 0.0) * figure for name, figure in {**found, **near}.items())
    chance = 1 / (1 + math.exp(-max(-60.0, min(60.0, total))))
    return Bearing(chance, _LIMIT, near.get("cosine_nearest"))


def cosines(claim: str, evidence: str, embedder: Embedder | None) -> dict[str, float]:
    """Of the claim with the whole evidence and with its nearest sentence; empty without a model or when it fails."""
    if embedder is None or not claim.strip() or not evidence.strip():
        return {}
    parts = [span.of(evidence) for span in sentences(evidence)][:_SENTENCES]
    try:
        vectors = embedder.encode_passages([claim, evidence, *parts])
    except BackendError:
        return {}
    near = [float(vectors[0] @ other) for other in vectors[1:]]
    return {"cosine": near[0], "cosine_nearest": max(near[1:] or near)}


def speaks_up(claim_text: str, evidence_text: str) -> bool:
    """Whether the claim adds a speaker or an opinion, or asks: "I think it is …", "yes, …", "You mean …?"."""
    if claim_text.rstrip().endswith("?") and "?" not in evidence_text:
        return True
    spoken = lexed(evidence_text).folded
    return any(
        w.folded not in spoken and (w.folded in _PERSON or w.folded in _OPINION) for w in lexed(claim_text).words
    )


def script_of(text: str) -> str:
    letters = [letter for letter in text if letter.isalpha()]
    cyrillic = sum("\u0400" <= letter <= "\u052f" for letter in letters)
    return "cyrillic" if cyrillic * 2 > len(letters) else "latin"


@cache
def _table() -> dict[str, dict[str, float]]:
    return tomllib.loads(files("opora.answering").joinpath("bearing.toml").read_text("utf-8"))


def figures(claim_text: str, evidence_text: str) -> dict[str, float]:
    """Figures 0..1 of a claim against its evidence; without content words it says nothing and all shares are 0."""
    claim, whole = lexed(claim_text), lexed(evidence_text)
    content = [word for word in claim.words if word.content and not is_bare_negator(word)]
    numbers = [word for word in claim.words if word.text[0].isdigit()]
    held = [_held(word, whole) for word in content]
    parts = [lexed(span.of(evidence_text)) for span in sentences(evidence_text)] or [whole]
    near = [_share([_held(word, part) for word in content], content) for part in parts]
    size = max(1, len(content))
    spoken = {word.folded for word in whole.words}
    added = [word for word in claim.words if word.folded not in spoken]
    return {
        "held": _share(held, content),
        "exact": sum(word.folded in whole.folded for word in content) / size,
        "all_held": float(all(one > 0.5 for one in held)) if held else 0.0,
        "nearest": max(near, default=0.0),
        "pairs": _pairs(content, whole),
        "run": _longest_run(claim, whole) / max(1, len(claim.words)),
        "missing": 1 - math.exp(-sum(1 - one for one in held) / 2),
        "name_missing": _gone(
            [
                word
                for word, one in zip(content, held, strict=True)
                if word.text[:1].isupper() and not word.opens and one < 0.5
            ]
        ),
        "number_missing": _gone([word for word in numbers if not whole.holds(word)]),
        "person": _gone([word for word in added if word.folded in _PERSON]),
        "opinion": _gone([word for word in added if word.folded in _OPINION]),
        "asks": float(claim_text.rstrip().endswith("?")),
        "denies": float(any(is_bare_negator(word) for word in added)),
        "classed": _gone([word for word in added if class_of(word)]),
        "short": 1 / size,
        "long": 1 - math.exp(-size / 10),
        "evidence": 1 - math.exp(-len(whole.words) / 50),
        "part": min(1.0, size / max(1, sum(word.content for word in whole.words))),
    }


def _held(word: Lexeme, text: Lexed) -> float:
    """1 by a lemma, less by a root or a beginning in common."""
    if text.holds(word):
        return 1.0
    mine = roots_of(word.text)
    if mine and any(not mine.isdisjoint(roots_of(other.text)) for other in text.words if other.content):
        return 0.8
    start = word.folded[:_START]
    return 0.4 if len(start) == _START and any(other.startswith(start) for other in text.folded) else 0.0


def _weight(word: Lexeme) -> float:
    """Long words and names are rarer, and tell more."""
    return min(len(word.folded), 10) / 6 + (0.5 if word.text[:1].isupper() else 0.0)


def _share(held: Sequence[float], content: Sequence[Lexeme]) -> float:
    total = sum(_weight(word) for word in content)
    return sum(one * _weight(word) for one, word in zip(held, content, strict=True)) / total if total else 0.0


def _gone(words: Sequence[Lexeme]) -> float:
    return 1 - math.exp(-len(words))


def _pairs(content: Sequence[Lexeme], whole: Lexed) -> float:
    """Share of neighbouring content words that are neighbours in the evidence too, at most three words apart."""
    if len(content) < 2:
        return 0.0
    places: dict[str, list[int]] = {}
    told = [word for word in whole.words if word.content]
    for place, word in enumerate(told):
        for lemma in word.lemmas:
            places.setdefault(lemma, []).append(place)
    found = 0
    for left, right in pairwise(content):
        ours = {place for lemma in left.lemmas for place in places.get(lemma, ())}
        theirs = {place for lemma in right.lemmas for place in places.get(lemma, ())}
        found += any(abs(a - b) <= 3 for a in ours for b in theirs)
    return found / (len(content) - 1)


def _longest_run(claim: Lexed, whole: Lexed) -> int:
    """The most words of the claim that follow one another in the evidence, by their first lemmas."""
    ours, theirs = [w.folded for w in claim.words], [w.folded for w in whole.words]
    best = 0
    before = [0] * (len(theirs) + 1)
    for word in ours:
        row = [0] * (len(theirs) + 1)
        for place, other in enumerate(theirs, 1):
            if word == other:
                row[place] = before[place - 1] + 1
                best = max(best, row[place])
        before = row
    return best
