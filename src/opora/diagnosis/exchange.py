"""How do other programs read what was measured? TREC runs and judgements, and rows for RAGAS."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from opora.diagnosis.retrieval_eval import Ranked, strictly_falling
from opora.domain.case import Case, GivenAnswer
from opora.domain.source import Fact

TAG = "opora"


def trec_run(runs: Mapping[str, Ranked], tag: str = TAG) -> Iterator[str]:
    """Lines ``query Q0 document rank score tag``; ranks from 1, scores fall strictly."""
    for query, ranked in runs.items():
        for rank, (document, score) in enumerate(ranked, start=1):
            yield f"{one_word(query)} Q0 {one_word(document)} {rank} {score:.6f} {tag}"


def trec_qrels(judged: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    """Lines ``query 0 document grade``."""
    for query, grades in judged.items():
        for document, grade in grades.items():
            yield f"{one_word(query)} 0 {one_word(document)} {grade}"


def one_word(text: str) -> str:
    """An id as one word of a TREC line: white space becomes ``_``."""
    return "_".join(text.split()) or "_"


def runs_of(answers: Sequence[GivenAnswer]) -> dict[str, Ranked]:
    """What stood before each answer, as a ranking of sources: the first fragment of a source gives its rank."""
    runs: dict[str, Ranked] = {}
    for answer in answers:
        if answer.retrieved is not None:
            sources = list(dict.fromkeys(found.source_id for found in answer.retrieved))
            runs[answer.question_id] = strictly_falling([(name, 1 / rank) for rank, name in enumerate(sources, 1)])
    return runs


def judgements_of(cases: Sequence[Case]) -> dict[str, dict[str, int]]:
    """The expected sources of each case that has some, each of grade 1; a version stands for its source."""
    return {
        case.case_id: dict.fromkeys((name.partition("@")[0] for name in case.source_ids), 1)
        for case in cases
        if case.source_ids
    }


def ragas_rows(
    cases: Sequence[Case], answers: Sequence[GivenAnswer], facts: Sequence[Fact] = ()
) -> Iterator[dict[str, object]]:
    """One row an answered case, with the columns of a RAGAS single-turn sample.

    ``user_input``, ``response``, ``reference`` and ``retrieved_contexts`` (texts) are always there; the ids beside them and
    ``reference_contexts`` (quotes of the expected facts) where they are known. An empty column is left out.
    """
    given = {answer.question_id: answer for answer in answers}
    quotes = {fact.fact_id: fact.quote for fact in facts if fact.quote}
    for case in cases:
        answer = given.get(case.case_id)
        if answer is None:
            continue
        found = [one for one in answer.retrieved or () if one.text]
        row: dict[str, object] = {
            "user_input": case.question,
            "response": answer.text,
            "reference": case.expected_response,
            "retrieved_contexts": [one.text for one in found],
        }
        beside = {
            "retrieved_context_ids": [one.version_id or one.source_id for one in found],
            "reference_contexts": [quotes[name] for name in case.fact_ids if name in quotes],
            "reference_context_ids": list(case.source_ids),
        }
        yield row | {name: value for name, value in beside.items() if value}
