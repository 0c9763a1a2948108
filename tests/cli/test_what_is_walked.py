"""Does a folder give its documents, and never what a library keeps for itself?"""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import run, run_json, words_library

TEXT = "The Harbour plan costs 24 euros a month."


def named(folder: Path) -> list[str]:
    return [row["source_id"] for row in run_json(folder, "sources")[1]]


@pytest.mark.parametrize("inside", ["lib", "."])
def test_a_library_among_the_documents_is_passed_over(tmp_path: Path, inside: str) -> None:
    """``opora init && opora add .``: a source that was switched off must not come back as a copy of its original."""
    folder = words_library(tmp_path / inside)
    (tmp_path / "plan.txt").write_text(TEXT, encoding="utf-8")
    for _ in range(2):
        code, body = run_json(folder, "add", str(tmp_path))
        assert code == 0, body
        assert [item["source_id"] for item in body["items"]] == ["plan"]
        assert sum("part of a library" in line for line in body["skipped"]) >= 3
        run(folder, "set", "plan", "enabled=false")
    assert named(folder) == ["plan"]
    assert run_json(folder, "search", "Harbour plan")[1]["hits"] == []


def test_settings_and_originals_that_are_no_library_are_documents(tmp_path: Path) -> None:
    folder = words_library(tmp_path / "lib")
    docs = tmp_path / "docs" / "originals"
    docs.mkdir(parents=True)
    (docs / "plan.txt").write_text(TEXT, encoding="utf-8")
    assert run(folder, "add", str(tmp_path / "docs"))[0] == 0
    assert named(folder) == ["plan"]


@pytest.mark.parametrize("path", ["", "  "])
def test_an_empty_path_is_not_this_folder(tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = words_library(tmp_path / "lib")
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "plan.txt").write_text(TEXT, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "here")
    code, body = run_json(folder, "add", path)
    assert (code, body["error"]["code"]) == (2, "usage")
    assert named(folder) == []
