"""Does the gate keep to its rule, and is its history what was written?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opora.diagnosis.gate import DECIDING, Run, decide
from opora.diagnosis.journal import append, chained, read
from opora.diagnosis.scores import Mark
from opora.errors import LibraryError


def run(text: str) -> Run:
    """One mark a word: answer, then citation, as ``+``, ``-`` or ``.``; ``!`` behind them is an invention, ``?`` not run."""
    said = {"+": True, "-": False, ".": None}
    words = text.split()
    marks = tuple(
        Mark(f"Q{number}", False, said[word[0]], said[word[1]], invented="!" in word)
        for number, word in enumerate(words, start=1)
    )
    return Run(marks, frozenset(mark.case_id for mark, word in zip(marks, words, strict=True) if "?" not in word))


@pytest.mark.parametrize(
    ("champion", "challenger", "reasons"),
    [
        ("++ -- --", "++ ++ --", ()),
        ("++ +- --", "++ ++ --", ()),
        ("++ -+ --", "++ ++ --", ()),
        ("++ ++ --", "++ ++ --", ("better_on_neither",)),
        ("++ -+ -+ -+", "++ ++ ++ +-", ("worse_on_citations",)),
        ("+- +- +-", "++ ++ -+", ("worse_on_answers",)),
        ("++ ++", "+- -+", ("worse_on_answers", "worse_on_citations", "better_on_neither")),
        ("++ -- --", "++ ++ --!", ("new_invention",)),
        ("++ -- --!", "++ ++ --!", ()),
        ("++ -- --!", "++ ++! --", ("new_invention",)),
        ("++ -- --", "++ ++ --?", ("not_judged",)),
        ("++ --? --", "++ ++ --", ("better_on_neither",)),
        ("++?", "++", ("nothing_to_compare",)),
        ("++ +.", "++ ++", ("better_on_neither",)),
        ("++ " * 19 + "-+", "++ " * 19 + "+-", ("worse_on_citations",)),
        ("++ " * 19 + "+-", "++ " * 19 + "-+", ("worse_on_answers",)),
        ("++ ++", "+. +.", ("worse_on_citations", "better_on_neither")),
    ],
)
def test_the_rule(champion: str, challenger: str, reasons: tuple[str, ...]) -> None:
    found = decide(run(champion), run(challenger))
    assert found.reasons == reasons
    assert found.passed == (not reasons)


WORDS = st.lists(st.sampled_from(["++", "+-", "-+", "--", "-.", "+.", "-+!"]), min_size=1, max_size=12).map(" ".join)


@settings(max_examples=40)
@given(WORDS)
def test_no_run_passes_against_itself(text: str) -> None:
    found = decide(run(text), run(text))
    assert found.reasons == ("better_on_neither",)
    assert all(not (found.scores[name].better or found.scores[name].worse) for name in DECIDING)


@given(
    st.lists(
        st.tuples(st.sampled_from(["++", "+-", "-+", "--"]), st.sampled_from(["++", "+-", "-+", "--"])), min_size=1
    )
)
def test_of_two_runs_at_most_one_passes_against_the_other(pairs: list[tuple[str, str]]) -> None:
    a, b = run(" ".join(left for left, _ in pairs)), run(" ".join(right for _, right in pairs))
    assert not (decide(a, b).passed and decide(b, a).passed)


def test_the_cases_that_moved_are_named() -> None:
    found = decide(run("++ -+ +- --"), run("-+ ++ ++ --"))
    assert found.scores["answer_correctness"].better == ("Q2",)
    assert found.scores["answer_correctness"].worse == ("Q1",)
    assert found.scores["citation_accuracy"].better == ("Q3",)
    assert found.cases == 4


# the history


def test_a_history_grows_line_by_line_and_each_names_the_one_before(tmp_path: Path) -> None:
    file = tmp_path / "history" / "runs.jsonl"
    assert read(file).records == ()
    first = append(file, {"verdict": "passed", "date": "2026-10-23"})
    second = append(file, {"verdict": "refused", "who": "Ана"})
    found = read(file)
    assert found.records == (first, second)
    assert (found.broken, first["previous"], second["previous"]) == ("", "", first["digest"])
    assert chained({"verdict": "passed", "date": "2026-10-23"}, "") == first


@settings(max_examples=40)
@given(st.integers(0, 2**20))
def test_any_changed_byte_of_a_history_is_noticed(place: int) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "runs.jsonl"
        for number in range(3):
            append(file, {"run": number, "scores": {"answer_correctness": 0.5}})
        data = bytearray(file.read_bytes())
        place %= len(data) - 1  # the last newline cannot be told from a program that was stopped
        data[place] ^= 1
        file.write_bytes(data)
        assert read(file).broken
        with pytest.raises(LibraryError, match="altered"):
            append(file, {"run": 4})


def test_a_line_that_was_lost_from_the_middle_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    for number in range(3):
        append(file, {"run": number})
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(lines[0] + lines[2])
    assert read(file).broken == "line 2 is not what was written"
    file.write_bytes(lines[1] + lines[2])
    assert read(file).broken == "line 1 is not what was written"


def test_a_line_that_was_cut_by_a_stopped_program_is_written_over(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    append(file, {"run": 0})
    whole = file.read_bytes()
    file.write_bytes(whole + json.dumps({"run": 1})[:7].encode())
    assert read(file).torn == 7
    append(file, {"run": 2})
    assert [record["run"] for record in read(file).records] == [0, 2]
    assert file.read_bytes().startswith(whole)
