"""How good is a ranking? nDCG, reciprocal rank, recall and the first hit, as trec_eval defines them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from opora.diagnosis.intervals import Figure, mean, share

DEPTHS = (1, 3, 5, 10, 20, 100)
"""Where recall may be cut; depths beyond the run's own are left out."""


def ndcg(ranked: Sequence[str], grades: Mapping[str, int], depth: int = 10) -> float:
    """Normalised discounted cumulative gain: the gain is the grade, the discount log2(rank + 1).

    Source: Järvelin & Kekäläinen, TOIS 2002, in the form of trec_eval's ``ndcg_cut``; grades below 1 gain nothing.

    >>> round(ndcg(["b", "a"], {"a": 1}), 3)
    0.631
    """
    gained = _discounted([grades.get(name, 0) for name in ranked[:depth]])
    best = _discounted(sorted(grades.values(), reverse=True)[:depth])
    return gained / best if best else 0.0


def _discounted(grades: Sequence[int]) -> float:
    return sum(max(grade, 0) / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1))


def reciprocal_rank(ranked: Sequence[str], grades: Mapping[str, int], depth: int | None = None) -> float:
    """One divided by the rank of the first relevant document; 0 when there is none."""
    for rank, name in enumerate(ranked[:depth], start=1):
        if grades.get(name, 0) > 0:
            return 1 / rank
    return 0.0


def recall(ranked: Sequence[str], grades: Mapping[str, int], depth: int) -> float:
    """The share of the relevant documents that stand among the first ``depth``."""
    wanted = {name for name, grade in grades.items() if grade > 0}
    return len(wanted.intersection(ranked[:depth])) / len(wanted) if wanted else 0.0


def measures(
    runs: Mapping[str, Sequence[str]], judged: Mapping[str, Mapping[str, int]], depth: int
) -> dict[str, Figure]:
    """Means over the judged queries. A query without a ranking counts as nothing found.

    ``runs``: query → document ids, best first, each once. ``judged``: query → document → grade; every query has a relevant
    document. Keys are ``nDCG@10``, ``MRR``, ``MRR@10``, ``recall@k`` and ``hit@1``.
    """
    pairs = [(runs.get(query, ()), grades) for query, grades in judged.items()]
    found = {
        "nDCG@10": mean([ndcg(ranked, grades) for ranked, grades in pairs]),
        "MRR": mean([reciprocal_rank(ranked, grades) for ranked, grades in pairs]),
        "MRR@10": mean([reciprocal_rank(ranked, grades, 10) for ranked, grades in pairs]),
        "hit@1": share(sum(1 for ranked, grades in pairs if reciprocal_rank(ranked, grades, 1)), len(pairs)),
    }
    for cut in (one for one in DEPTHS if one <= depth):
        found[f"recall@{cut}"] = mean([recall(ranked, grades, cut) for ranked, grades in pairs])
    return found
