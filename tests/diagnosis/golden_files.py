"""How do the tests of diagnosis write golden sets, registers, documents and answers, and run the public command on them?"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from opora.cli import main

GOLDEN = ("id", "at", "question", "expected_action", "fact_ids", "source_ids", "expected_response")
FACTS = ("fact_id", "source_id", "field", "value", "type", "unit", "quote")
DOCUMENTS = ("source_id", "label", "text", "valid_from", "valid_until", "authority", "enabled")


def write_csv(path: Path, columns: Iterable[str], rows: Iterable[Mapping[str, object]]) -> Path:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(columns), lineterminator="\n", extrasaction="raise")
    writer.writeheader()
    writer.writerows(rows)
    path.write_text(out.getvalue(), encoding="utf-8")
    return path


def write_lines(path: Path, rows: Iterable[object]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def call(*args: str) -> tuple[int, str]:
    """Exit code and stdout of ``opora diagnose``; a traceback fails the test."""
    done = CliRunner().invoke(main, ["diagnose", "--library", "no-such-library", *args])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert "Traceback" not in done.output
    return done.exit_code, done.stdout


class Files:
    """One folder with the files of one diagnosis; every part may be left out."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def run(
        self,
        golden: Iterable[Mapping[str, object]],
        facts: Iterable[Mapping[str, object]] | None = None,
        documents: Iterable[Mapping[str, object]] | None = None,
        answers: Iterable[object] = (),
        more: Iterable[str] = (),
    ) -> tuple[int, Any]:
        """Exit code and the parsed output of ``opora diagnose --json``."""
        args = [str(write_csv(self.folder / "golden.csv", GOLDEN, golden))]
        if facts is not None:
            args += ["--facts", str(write_csv(self.folder / "facts.csv", FACTS, facts))]
        if documents is not None:
            args += ["--documents", str(write_csv(self.folder / "documents.csv", DOCUMENTS, documents))]
        more = list(more)
        if "--log" not in more and "--live" not in more:
            args += ["--answers", str(write_lines(self.folder / "answers.jsonl", answers))]
        code, out = call(*args, *more, "--json")
        return code, json.loads(out)


def question(name: str, action: str = "answer", facts: str = "", sources: str = "", **more: str) -> dict[str, object]:
    return {
        "id": name,
        "at": more.get("at", "2026-10-23"),
        "question": more.get("text", f"Question {name}?"),
        "expected_action": action,
        "fact_ids": facts,
        "source_ids": sources,
        "expected_response": more.get("response", ""),
    }


def fact(name: str, source: str, value: str, **more: str) -> dict[str, object]:
    return {"fact_id": name, "source_id": source, "field": more.pop("field", "term"), "value": value, **more}


def document(source: str, text: str, **more: str) -> dict[str, object]:
    return {"source_id": source, "text": text, **more}


def answer(
    name: str, action: str = "answer", claims: Iterable[tuple[Any, Any, Any]] | None = (), **more: Any
) -> dict[str, Any]:
    """An answer; claims are (fact_id, value, source_id); ``found`` holds source ids or (source_id, text)."""
    row: dict[str, Any] = {"question_id": name, "action": action, "text": more.get("text", "")}
    if claims is not None:
        row["claims"] = [dict(zip(("fact_id", "value", "source_id"), claim, strict=True)) for claim in claims]
        row["source_ids"] = more.get("cites", sorted({claim[2] for claim in claims if claim[2]}))
    if "cites" in more:
        row["source_ids"] = more["cites"]
    if "found" in more:
        pairs = [(one, "") if isinstance(one, str) else one for one in more["found"]]
        row["retrieved"] = [{"source_id": source, "text": text} for source, text in pairs]
    return row
