"""Which questions are about one thing? Grouped by shared rare words, and by meaning where there is a model."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from opora.language.lemmas import is_stopword, lemmas_of
from opora.language.words import words
from opora.ports import Vector

LEAST = 0.15
"""Least mean likeness inside a group."""
OF_WORDS, OF_MEANING = 0.4, 0.6
FLOOR, CEILING = 0.84, 0.92
"""Cosines under the small model; below the first says nothing, above the second all. On 91 questions about 40 things, three
sets (tests/diagnosis/test_measured_with_model.py): pairs about one thing 0.78 to 0.96, about two things 0.74 to 0.89, so some cannot be told apart.
Of 75 pairs about one thing 57 were put together, and 10 others with them; by words alone 21, and 3 others.
"""

Matrix = npt.NDArray[np.float64]


def clusters(questions: Sequence[str], vectors: Vector | None = None) -> list[tuple[int, ...]]:
    """Groups of places in the list, largest first; every question is in exactly one, alone if nothing is like it.

    Average linkage: two groups become one while the mean likeness between their members is high enough. ``vectors``: unit
    rows, one a question; without them words alone decide.
    """
    if not questions:
        return []
    like = likeness(questions, vectors)
    found = _joined(like, LEAST)
    return sorted(found, key=lambda group: (-len(group), group))


def middle(group: Sequence[int], like: Matrix) -> int:
    """The member that is most like all the others; of equals the first."""
    own = like[np.ix_(group, group)].sum(axis=1)
    return int(group[int(np.argmax(own))])


def likeness(questions: Sequence[str], vectors: Vector | None = None) -> Matrix:
    """From 0 to 1 for each pair: shared words weighed by rarity, and the cosine of their vectors where there are some."""
    shared = _shared_words([content(question) for question in questions])
    if vectors is None:
        return shared
    cosine = np.clip((vectors @ vectors.T - FLOOR) / (CEILING - FLOOR), 0, 1)
    return np.asarray(OF_WORDS * shared + OF_MEANING * cosine, np.float64)


def content(question: str) -> frozenset[str]:
    """One dictionary form of each word that carries content: the first of its forms in the alphabet."""
    return frozenset(form for word in words(question) if (form := _form(word.text)))


@lru_cache(maxsize=65536)
def _form(word: str) -> str:
    return "" if is_stopword(word) else min(lemmas_of(word), default="")


def _shared_words(sets: Sequence[frozenset[str]]) -> Matrix:
    """The weight of the words both have over that of all words either has; a word in fewer questions weighs more."""
    count = Counter(word for one in sets for word in one)
    names = {word: place for place, word in enumerate(count)}
    weight = np.array([math.log(1 + len(sets) / number) for number in count.values()])
    table = np.zeros((len(sets), len(names)))
    for row, one in enumerate(sets):
        table[row, [names[word] for word in one]] = 1
    both = (table * weight) @ table.T
    own = np.diag(both)
    either = own[:, None] + own[None, :] - both
    return np.asarray(np.divide(both, either, out=np.zeros_like(both), where=either > 0), np.float64)


def _joined(like: Matrix, least: float) -> list[tuple[int, ...]]:
    """Average linkage by chains of nearest neighbours (Benzécri 1982): each group is joined with the one that is its
    nearest and whose nearest it is; quadratic in the number of questions.
    """
    mean = like.copy()
    np.fill_diagonal(mean, -1.0)
    groups: dict[int, tuple[int, ...]] = {place: (place,) for place in range(len(like))}
    chain: list[int] = []
    done: list[tuple[int, ...]] = []
    while groups:
        if not chain:
            chain.append(next(iter(groups)))
        here = chain[-1]
        before = chain[-2] if len(chain) > 1 else None
        near = int(np.argmax(mean[here]))
        if before is not None and mean[here, before] >= mean[here, near]:
            near = before
        if mean[here, near] < least:
            done.append(groups.pop(here))
            _retire(mean, here)
            chain.pop()
        elif near == before:
            chain = chain[:-2]
            _join(mean, groups, here, near)
        else:
            chain.append(near)
    return [tuple(sorted(group)) for group in done]


def _join(mean: Matrix, groups: dict[int, tuple[int, ...]], one: int, other: int) -> None:
    sizes = len(groups[one]), len(groups[other])
    row = (sizes[0] * mean[one] + sizes[1] * mean[other]) / sum(sizes)
    gone = mean[one] < 0
    row[gone | (mean[other] < 0)] = -1.0
    groups[one] += groups.pop(other)
    mean[one], mean[:, one] = row, row
    mean[one, one] = -1.0
    _retire(mean, other)


def _retire(mean: Matrix, place: int) -> None:
    mean[place], mean[:, place] = -1.0, -1.0
