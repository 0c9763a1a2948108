"""Does the day of the question decide: at the borders of versions, and among dated statements?

``python -m bench.dated``: 200 questions on, before and after the borders of generated versions, asked through
``opora ask --file``.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections import Counter
from pathlib import Path

from click.testing import CliRunner

from bench.figures import ROOT, commit, table, wilson, write_section
from bench.versioned import Dated, write

PAGE = ROOT / "docs" / "quality.md"


def answers(folder: Path, manifest: Path, asked: list[Dated], words: bool) -> list[dict]:  # type: ignore[type-arg]
    """Replies of the command line, in the order of the questions."""
    library = folder / "library"
    _run(library, "init")
    if words:
        (library / "opora.toml").write_text("[model]\nenabled = false\n", "utf-8")
    _run(library, "add", "--manifest", str(manifest))
    file = folder / "questions.jsonl"
    lines = [json.dumps(one.as_row(n), ensure_ascii=False) for n, one in enumerate(asked)]
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return [json.loads(line) for line in _run(library, "ask", "--file", str(file), "--json").splitlines()]


def _run(library: Path, *words: str) -> str:
    from opora.cli import main as opora

    result = CliRunner().invoke(opora, ["--library", str(library), *words])
    if result.exit_code:
        raise SystemExit(f"opora {words[0]}: {result.output}")
    return result.stdout


def wrong(one: Dated, reply: dict) -> str | None:  # type: ignore[type-arg]
    """What is wrong with the reply, or None: the day's value in the first quote, no other version's value anywhere."""
    said = [*(claim["citation"]["quote"] for claim in reply["claims"]), reply["text"]]
    strange = [value for value in one.others if any(_holds(text, value) for text in said)]
    if strange and one.value not in strange:
        return f"says {strange[0]} of another version"
    if one.value is None:
        return None if reply["action"] == "abstain" else "answers before anything is in force"
    if reply["action"] != "answer" or not reply["claims"]:
        return f"{reply['action']}: {reply['type']}"
    return None if _holds(said[0], one.value) else f"quotes {said[0]!r}"


def _holds(text: str, value: str) -> bool:
    return re.search(rf"(?<!\d){value}(?!\d)", re.sub(r"(?<=\d)[ \u00a0](?=\d{3})", "", text)) is not None


def rows_of(asked: list[Dated], replies: list[dict], show: bool) -> list[list[str]]:  # type: ignore[type-arg]
    total: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for one, reply in zip(asked, replies, strict=True):
        note = wrong(one, reply)
        for key in (one.place, one.language, "all"):
            total[key] += 1
            right[key] += note is None
        if note and show:
            print(f"  {one.at} {one.question} wants {one.value}: {note}")
    made = []
    for key in ("day before", "border day", "day after", "day named in the question", "en", "ru", "uk", "ro", "all"):
        low, high = wilson(right[key], total[key])
        made.append([key, str(total[key]), str(right[key]), f"{low:.3f}–{high:.3f}"])
    return made


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--seed", type=int, default=3)
    options.add_argument("--words", action="store_true", help="by words alone, without the model")
    options.add_argument("--no-page", action="store_true", help="print only; leave docs/quality.md as it is")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="opora-bench-") as name:
        folder = Path(name)
        manifest, asked = write(folder, chosen.count, chosen.seed)
        replies = answers(folder, manifest, asked, chosen.words)
    text = table(("where", "n", "right", "95 %"), rows_of(asked, replies, show=True))
    print(text)
    if not chosen.no_page:
        body = (
            f"`python -m bench.dated`, commit {commit()}. Price lists and policies in 3 to 6 versions, four languages; "
        )
        body += "right: the first quote holds the value of the day, and no other version's is said.\n\n"
        write_section(PAGE, "Versions on the day of the question", body + text)


if __name__ == "__main__":
    main()
