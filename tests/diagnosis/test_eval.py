"""Does ``opora eval`` measure what trec_eval measures, and does it name every line it cannot use?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from opora.cli import main
from opora.commands.shapes import SHAPES
from opora.diagnosis.dataset import Document, read_dataset
from opora.diagnosis.exchange import trec_qrels, trec_run
from opora.diagnosis.ranking import measures, ndcg, recall, reciprocal_rank
from opora.diagnosis.retrieval_eval import source_names, strictly_falling

CORPUS = [
    {"_id": "d1", "title": "Delivery", "text": "Delivery within the city takes two days."},
    {"_id": "d2", "title": "Returns", "text": "Goods may be returned within 14 days of purchase."},
    {"_id": "d3", "title": "", "text": "The warranty covers the motor for five years."},
    {"_id": "d:4", "title": "Refund", "text": "A refund is paid to the card within ten days."},
]
QUERIES = [
    {"_id": "q1", "text": "how long does delivery take"},
    {"_id": "q2", "text": "return goods"},
    {"_id": "q3", "text": "refund to the card"},
    {"_id": "q4", "text": "nothing is judged here"},
]
JUDGED = ["query-id\tcorpus-id\tscore", "q1\td1\t1", "q2\td2\t2", "q2\td:4\t1", "q3\td:4\t1", "q3\td1\t0"]


def folder(
    place: Path, corpus: Sequence[object] = CORPUS, queries: Sequence[object] = QUERIES, judged: Sequence[str] = JUDGED
) -> Path:
    (place / "qrels").mkdir(parents=True)
    for name, rows in (("corpus", corpus), ("queries", queries)):
        lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
        (place / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (place / "qrels" / "test.tsv").write_text("\n".join(judged) + "\n", encoding="utf-8")
    return place


def evaluate(place: Path, *words: str) -> tuple[int, Any]:
    """``opora eval`` by words alone, settings of a library that is not there."""
    library = place.parent / "none"
    done = CliRunner().invoke(
        main,
        ["--library", str(library), "eval", str(place), "--mode", "lexical", "--at", "2026-10-23", *words, "--json"],
    )
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, json.loads(done.stdout)


# measures


GRADES = {
    "q0": {"d10": 1, "d12": 0, "d2": 0, "d11": 0, "d29": 1, "d1": 0},
    "q1": {"d13": 3, "d2": 3, "d1": 0, "d7": 0, "d18": 3},
    "q2": {"d1": 1, "d9": 3, "d4": 0, "d18": 2, "d17": 1},
    "q3": {"d3": 1, "d11": 0, "d17": 0, "d18": 0, "d19": 1, "d15": 3},
    "q4": {"d24": 2, "d14": 3, "d11": 2, "d7": 1, "d22": 1, "d2": 2},
}
RANKS = {
    "q0": "16 15 10 23 14 9 19 2 3 29 13 5 27 4 28 6 0 17 1 8",
    "q1": "18 25 26 10 27 22 11 19 15 29 14 2 20 8 21 23 28 1 0 4",
    "q2": "20 18 21 26 14 9 22 12 27 11 0 25 29 5 3 7 19 15 4 2",
    "q3": "23 7 12 27 15 2 5 14 26 17 8 4 13 19 20 29 10 6 3 24",
    "q4": "2 5 4 7 21 26 0 15 18 28 8 9 23 27 13 19 20 25 12 22",
}


def test_the_measures_are_those_of_trec_eval() -> None:
    """The expected figures come from ir-measures 0.4.3 over pytrec_eval on the same rankings and grades."""
    runs = {query: [f"d{number}" for number in text.split()] for query, text in RANKS.items()}
    found = {name: figure.value for name, figure in measures(runs, GRADES, 20).items()}
    assert found["nDCG@10"] == pytest.approx(0.4073702465860407)
    assert found["MRR"] == found["MRR@10"] == pytest.approx(0.6066666666666667)
    assert (found["recall@5"], found["recall@10"]) == (pytest.approx(0.35), pytest.approx(0.5))
    assert found["recall@20"] == pytest.approx(0.7333333333333333)
    assert found["hit@1"] == pytest.approx(0.4)
    assert "recall@100" not in found


@given(st.permutations(list("abcdefgh")), st.dictionaries(st.sampled_from("abcdxyz"), st.integers(0, 3), min_size=1))
def test_a_ranking_by_grade_is_the_best_there_is(ranked: list[str], grades: dict[str, int]) -> None:
    best = sorted([*ranked, "x", "y", "z"], key=lambda name: -grades.get(name, 0))
    assert 0 <= ndcg(ranked, grades) <= ndcg(best, grades) <= 1 + 1e-9
    assert reciprocal_rank(ranked, grades) <= reciprocal_rank(best, grades)
    assert recall(ranked, grades, 3) <= recall(ranked, grades, 8)


def test_a_query_without_a_ranking_counts_as_nothing_found() -> None:
    found = measures({"q1": ["a"]}, {"q1": {"a": 1}, "q2": {"b": 1}}, 10)
    assert found["hit@1"].value == found["MRR"].value == 0.5


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.floats(0, 1))))
def test_sorting_a_run_by_score_gives_its_ranks_back(hits: list[tuple[str, float]]) -> None:
    lines = [line.split() for line in trec_run({"q": strictly_falling(hits)})]
    assert [line[2] for line in sorted(lines, key=lambda line: -float(line[4]))] == [line[2] for line in lines]
    assert [line[2] for line in lines] == list(dict.fromkeys(name for name, _ in hits))
    assert [int(line[3]) for line in lines] == list(range(1, len(lines) + 1))


def test_the_lines_of_a_run_and_of_judgements() -> None:
    assert list(trec_run({"q1": strictly_falling([("d1", 0.5), ("d2", 0.5)])})) == [
        "q1 Q0 d1 1 0.500000 opora",
        "q1 Q0 d2 2 0.499999 opora",
    ]
    assert list(trec_qrels({"q1": {"d1": 2, "d2": 0}})) == ["q1 0 d1 2", "q1 0 d2 0"]


# the dataset


def test_every_bad_line_is_named_by_file_line_and_field(tmp_path: Path) -> None:
    corpus = [
        *CORPUS,
        "nope",
        {"_id": "d1", "text": "again"},
        {"_id": "d6", "text": 5},
        {"_id": "a b", "text": "x"},
        "[1]",
    ]
    queries = [*QUERIES, {"_id": "", "text": "x"}, {"_id": "q6", "text": "  "}, {"_id": "q7"}]
    judged = [*JUDGED, "q9\td1\t1", "q1\td2\tmany", "q1\td2", "q1\td1\t3", "q1\td99\t1"]
    found = read_dataset(folder(tmp_path / "set", corpus, queries, judged))
    assert [(problem.file, problem.line, problem.field) for problem in found.problems] == [
        ("corpus.jsonl", 5, ""),
        ("corpus.jsonl", 6, "_id"),
        ("corpus.jsonl", 7, "text"),
        ("corpus.jsonl", 8, "_id"),
        ("corpus.jsonl", 9, ""),
        ("queries.jsonl", 5, "_id"),
        ("queries.jsonl", 6, "text"),
        ("queries.jsonl", 7, "text"),
        ("qrels/test.tsv", 7, "query-id"),
        ("qrels/test.tsv", 8, "score"),
        ("qrels/test.tsv", 9, ""),
        ("qrels/test.tsv", 10, "score"),
        ("qrels/test.tsv", 11, "corpus-id"),
    ]
    assert set(found.documents) == {"d1", "d2", "d3", "d:4"}
    assert found.judged == {"q1": {"d1": 1, "d99": 1}, "q2": {"d2": 2, "d:4": 1}, "q3": {"d:4": 1, "d1": 0}}
    assert found.unjudged == 1


def test_bytes_that_are_no_text_are_a_bad_line_like_any_other(tmp_path: Path) -> None:
    place = folder(tmp_path / "set")
    with (place / "corpus.jsonl").open("ab") as file:
        file.write(b'{"_id": "d9", "text": "\xff"}\n')
    [problem] = read_dataset(place).problems
    assert (problem.line, problem.message) == (5, "is not UTF-8 at byte 24")


def test_a_dataset_without_a_header_with_four_columns_or_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    place = folder(tmp_path / "set", judged=["q1\t0\td1\t1", "q2\td2\t1.0"])
    text = (place / "corpus.jsonl").read_bytes()
    (place / "corpus.jsonl").write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    found = read_dataset(place)
    assert found.problems == []
    assert found.judged == {"q1": {"d1": 1}, "q2": {"d2": 1}}


def test_a_split_is_chosen_by_name_and_test_goes_first(tmp_path: Path) -> None:
    place = folder(tmp_path / "set")
    (place / "qrels" / "dev.tsv").write_text("q1\td2\t1\n", encoding="utf-8")
    assert read_dataset(place).split == "test"
    assert read_dataset(place, "dev").judged == {"q1": {"d2": 1}}
    (place / "qrels" / "test.tsv").rename(place / "qrels" / "train.tsv")
    assert read_dataset(place).split == "dev+train"


@pytest.mark.parametrize("missing", ["corpus.jsonl", "queries.jsonl", "qrels/test.tsv"])
def test_a_missing_file_is_a_wrong_call(tmp_path: Path, missing: str) -> None:
    place = folder(tmp_path / "set")
    (place / missing).unlink()
    code, body = evaluate(place)
    assert (code, body["error"]["code"]) == (2, "usage")
    assert missing.split("/")[0] in body["error"]["message"]


def test_document_ids_that_cannot_be_source_ids_get_one_of_their_own() -> None:
    names = source_names({name: Document(name, "", "x") for name in ("a", "a:b", "a-b", "a#b", "x" * 300)})
    assert names["a"] == "a"
    assert len(set(names.values())) == 5


# the command


def test_the_command_measures_and_writes_a_run(tmp_path: Path) -> None:
    place = folder(tmp_path / "set")
    run, qrels = tmp_path / "r.run", tmp_path / "r.qrels"
    code, body = evaluate(place, "--run", str(run), "--qrels", str(qrels), "--keep", str(tmp_path / "kept"))
    assert code == 0
    TypeAdapter(SHAPES["eval"]).validate_python(body, strict=True)
    assert (body["judged"], body["unjudged"], body["mode"], body["at"]) == (3, 1, "lexical", "2026-10-23")
    assert body["corpus"] == {"documents": 4, "ready": 4, "unchanged": 0, "failed": 0, "fragments": 4}
    assert body["measures"]["hit@1"] | {"low": 0, "high": 0} == {"value": 1.0, "n": 3, "hits": 3, "low": 0, "high": 0}
    first = [line.split() for line in run.read_text("utf-8").splitlines() if line.split()[3] == "1"]
    assert [(line[0], line[2]) for line in first] == [("q1", "d1"), ("q2", "d2"), ("q3", "d:4")]
    assert qrels.read_text("utf-8").splitlines()[0] == "q1 0 d1 1"
    again = evaluate(place, "--keep", str(tmp_path / "kept"))[1]
    assert again["corpus"]["unchanged"] == 4
    assert again["measures"] == body["measures"]


def test_a_bad_line_makes_the_exit_code_1_and_the_rest_is_measured(tmp_path: Path) -> None:
    place = folder(tmp_path / "set", corpus=[*CORPUS, "{"])
    code, body = evaluate(place)
    assert code == 1
    assert [(problem["file"], problem["line"]) for problem in body["problems"]] == [("corpus.jsonl", 5)]
    assert body["measures"]["MRR"]["value"] == 1.0


def test_a_document_that_cannot_be_read_counts_as_not_found(tmp_path: Path) -> None:
    place = folder(tmp_path / "set", corpus=[*CORPUS, {"_id": "d5", "text": "---"}], judged=[*JUDGED, "q4\td5\t1"])
    code, body = evaluate(place)
    assert code == 1
    assert body["corpus"]["failed"] == 1
    assert [(problem["file"], problem["line"]) for problem in body["problems"]] == [("corpus.jsonl", 5)]
    assert body["measures"]["hit@1"]["n"] == 4
    assert body["measures"]["hit@1"]["hits"] == 3


def test_a_library_with_other_sources_of_the_same_ids_is_left_alone(tmp_path: Path) -> None:
    place = folder(tmp_path / "set")
    kept = tmp_path / "kept"
    (tmp_path / "d1.txt").write_text("Ours.", encoding="utf-8")
    runner = CliRunner()
    assert runner.invoke(main, ["init", str(kept)]).exit_code == 0
    (kept / "opora.toml").write_text("[model]\nenabled = false\n", encoding="utf-8")
    assert runner.invoke(main, ["--library", str(kept), "add", str(tmp_path / "d1.txt")]).exit_code == 0
    code, body = evaluate(place, "--keep", str(kept))
    assert (code, body["error"]["code"]) == (2, "usage")
    assert "d1" in body["error"]["message"]


def test_judgements_of_nothing_relevant_are_a_wrong_call(tmp_path: Path) -> None:
    code, body = evaluate(folder(tmp_path / "set", judged=["q1\td1\t0"]))
    assert (code, body["error"]["code"]) == (2, "usage")
