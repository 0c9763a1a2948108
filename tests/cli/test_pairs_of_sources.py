"""Sixty pairs of sources that disagree and sixty that do not, in four languages: is one side told alone, a conflict made up?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from desk import asked_of, paired

pytestmark = pytest.mark.slow

_PAIRS: dict[str, list[list[str]]] = json.loads(Path(__file__).with_name("pairs_of_sources.json").read_text("utf-8"))
_TOGETHER = 10  # pairs of one library


def _replies(kind: str, folder: Path) -> list[tuple[list[str], dict[str, Any]]]:
    """Each pair (what it is about, two sources, a question) with the reply."""
    rows = _PAIRS[kind]
    found: list[tuple[list[str], dict[str, Any]]] = []
    for start in range(0, len(rows), _TOGETHER):
        some = rows[start : start + _TOGETHER]
        place = folder / str(start)
        place.mkdir()
        pairs = [(row[1], row[2], row[3]) for row in some]
        found += zip(some, asked_of(place, paired(pairs), [row[3] for row in some]), strict=True)
    return found


def test_of_sources_that_disagree_never_one_is_told_alone(tmp_path: Path) -> None:
    told = _replies("disagree", tmp_path)
    sides = [{claim["citation"]["source_id"][-1] for claim in reply["claims"]} for _, reply in told]
    alone = [
        row[3]
        for (row, reply), shown in zip(told, sides, strict=True)
        if reply["action"] == "answer" and shown != {"a", "b"}
    ]
    assert alone == []
    assert sum(bool(reply["conflicts"]) for _, reply in told) >= 38


def test_sources_that_agree_or_speak_of_another_case_are_no_conflict(tmp_path: Path) -> None:
    told = _replies("agree", tmp_path)
    assert [row[3] for row, reply in told if reply["conflicts"]] == []
    right = [
        any(part in reply["claims"][0]["text"] for part in row[4].split("|"))
        for row, reply in told
        if reply["action"] == "answer"
    ]
    assert all(right)
    assert len(right) >= 56
