"""Does a measurement tell before it runs, and does its exit code say what came out?"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import bench.retrieval
from bench.data import Task
from bench.figures import ROOT

RUN = [path for path in sorted((ROOT / "bench").glob("*.py")) if '__name__ == "__main__"' in path.read_text("utf-8")]


@pytest.mark.parametrize("path", [path for path in RUN if path.stem != "__main__"], ids=lambda path: path.stem)
def test_every_measurement_takes_help_and_can_leave_its_page_alone(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "parse_args(" in text
    if "write_section(" in text:
        assert "options(__doc__, PAGE)" in text or '"--no-page"' in text
        assert ".no_page" in text


def retrieval(monkeypatch: pytest.MonkeyPatch, hits: list[str], *words: str) -> int:
    """The exit code of a measurement of one made-up set with these first hits, all of which should be "a"."""
    task = Task("made up", "made up", (), tuple((f"question {n}", "a") for n in range(len(hits))), None, 0.75)
    monkeypatch.setattr(sys, "argv", ["retrieval", "--no-page", *words])
    monkeypatch.setattr(bench.retrieval, "data_folder", lambda: ROOT)
    monkeypatch.setattr(bench.retrieval, "tasks", lambda data: [("made up", lambda: task)])
    monkeypatch.setattr(bench.retrieval, "build", lambda task, folder: folder)
    monkeypatch.setattr(bench.retrieval, "first_hits", lambda *_: [[hit] for hit in hits])
    monkeypatch.setattr(bench.retrieval, "hit_at_1", lambda *_: 0.0)
    return bench.retrieval.main()


def test_a_goal_that_is_met_ends_well(monkeypatch: pytest.MonkeyPatch) -> None:
    assert retrieval(monkeypatch, ["a", "a", "a", "b"]) == 0


def test_a_missed_goal_is_in_the_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert retrieval(monkeypatch, ["a", "b"]) == 1
    assert "goal missed: made up" in capsys.readouterr().err


def test_a_set_that_is_not_there_is_wrong_usage(monkeypatch: pytest.MonkeyPatch) -> None:
    assert retrieval(monkeypatch, ["a"], "--only", "no such set") == 2


def test_without_data_nothing_is_called_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["retrieval"])
    monkeypatch.setattr(bench.retrieval, "data_folder", lambda: None)
    with pytest.raises(SystemExit) as ended:
        bench.retrieval.main()
    assert ended.value.code == 3
