"""How often is the right source first? The whole public road: a manifest, `opora add`, `opora search`.

Exit code: 0 when every goal is met, 1 when one is missed, 2 for wrong usage or a set that is not there, 3 when there is no data.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.bm25 import hit_at_1
from bench.data import Task, data_folder, tasks
from bench.figures import ROOT, commit, no_data, table, wilson, write_section

PAGE = ROOT / "docs" / "quality.md"
OPORA = (str(Path(sys.executable).with_name("opora")),)


def run(library: Path, *words: str) -> str:
    """One `opora` command on a library; its standard output. A failed command is shown and ends the measurement."""
    done = subprocess.run(
        [*OPORA, *words], env={**os.environ, "OPORA_LIBRARY": str(library)}, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(
            f"bench: opora {' '.join(words[:2])} ended with {done.returncode}: {done.stdout[-600:]}{done.stderr[-600:]}"
        )
    return done.stdout


def build(task: Task, folder: Path) -> Path:
    """A library with one source for each document; its folder."""
    manifest = folder / "manifest.csv"
    with manifest.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines)
        writer.writerow(["source_id", "path"])
        for document in task.documents:
            name = document.source_id + document.suffix
            (folder / name).write_text(document.text, "utf-8")
            writer.writerow([document.source_id, name])
    library = folder / "library"
    run(library, "init", str(library))
    run(library, "add", "--manifest", str(manifest), "--json")
    return library


def first_hits(library: Path, task: Task, mode: str) -> list[list[str]]:
    """For each question the source ids found, best first, each once."""
    asked = library.parent / "questions.jsonl"
    lines = [json.dumps({"id": str(n), "question": text}) for n, (text, _) in enumerate(task.questions)]
    asked.write_text("\n".join(lines) + "\n", "utf-8")
    answers = run(library, "search", "--file", str(asked), "--json", "--mode", mode, "--limit", "10").splitlines()
    found = [[hit["source_id"] for hit in json.loads(line)["hits"]] for line in answers if line.strip()]
    if len(found) != len(task.questions):
        raise SystemExit(f"bench: {len(task.questions)} questions, {len(found)} answers")
    return [list(dict.fromkeys(ids)) for ids in found]


def measure(task: Task, mode: str) -> list[str]:
    """One row of the table."""
    with tempfile.TemporaryDirectory(prefix="opora-bench-") as folder:
        found = first_hits(build(task, Path(folder)), task, mode)
    wanted = [source_id for _, source_id in task.questions]
    n = len(wanted)
    hits = sum(ids[:1] == [right] for ids, right in zip(found, wanted, strict=True))
    in_five = sum(right in ids[:5] for ids, right in zip(found, wanted, strict=True))
    low, high = wilson(hits, n)
    ids = [document.source_id for document in task.documents]
    beside = hit_at_1([document.text for document in task.documents], ids, task.questions)
    goal = f"{task.goal:.2f}" if task.goal is not None else "—"
    met = "—" if task.goal is None else ("yes" if round(hits / n, 3) >= task.goal else "no")
    return [
        task.name,
        str(n),
        f"{hits / n:.3f}",
        f"{low:.3f}–{high:.3f}",
        f"{in_five / n:.3f}",
        f"{beside:.3f}",
        goal,
        met,
    ]


HEAD = ("set", "n", "hit@1", "95 % interval", "hit@5", "BM25 beside", "goal", "met")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", default="", help="only the sets whose name holds this")
    options.add_argument("--mode", default="hybrid", choices=("hybrid", "semantic", "lexical"))
    options.add_argument("--no-page", action="store_true", help="print only; leave docs/quality.md as it is")
    chosen = options.parse_args()
    data = data_folder()
    if data is None:
        no_data("bench.retrieval")
    rows, stated = [], {}
    for name, load in tasks(data):
        if chosen.only not in name:
            continue
        task = load()
        rows.append(measure(task, chosen.mode))
        stated[name.split()[0] + name[name.find(",") :] * ("," in name)] = task.stated
        print(" | ".join(rows[-1]), flush=True)
    if not chosen.no_page and not chosen.only:
        method = "\n".join(f"- {name}: {what}." for name, what in stated.items())
        command = f"python -m bench.retrieval --mode {chosen.mode}"
        body = f"`{command}`, commit {commit()}, mode {chosen.mode}, default settings. Interval: Wilson.\n"
        body += "BM25 beside: k1 = 1.2, b = 0.75 on the same documents, the better of whole words and five-letter prefixes.\n\n"
        write_section(PAGE, f"Retrieval ({chosen.mode})", body + table(HEAD, rows) + "\n" + method)
    if not rows:
        print(f"bench.retrieval: no set's name holds {chosen.only!r}", file=sys.stderr)
        return 2
    missed = [row[0] for row in rows if row[-1] == "no"]
    if missed:
        print(f"bench.retrieval: goal missed: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
