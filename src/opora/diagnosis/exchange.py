"""How do other programs read what was measured? TREC runs and judgements, and RAGAS rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from opora.diagnosis.retrieval_eval import Ranked

TAG = "opora"


def trec_run(runs: Mapping[str, Ranked], tag: str = TAG) -> Iterator[str]:
    """Lines ``query Q0 document rank score tag``; ranks from 1, scores fall strictly."""
    for query, ranked in runs.items():
        for rank, (document, score) in enumerate(ranked, start=1):
            yield f"{query} Q0 {document} {rank} {score:.6f} {tag}"


def trec_qrels(judged: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """Lines ``query 0 document grade``."""
    for query, grades in judged.items():
        for document, grade in grades.items():
            yield f"{query} 0 {document} {grade}"


def one_word(text: str) -> str:
    """An id as one word of a TREC line: white space becomes ``_``."""
    return "_".join(text.split()) or "_"
