"""How many altered claims does the grounding check catch, and how many true ones does it refuse?

``python -m bench.altered``: one thing changed in a true sentence (XQuAD, TAT-QA, UA-GEC, FAQ, dates, prices, own
templates); the evidence is the sentence or its paragraph. Held-out half; ``--half tune --misses`` for the other.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.alterations import BESIDE, KINDS
from bench.altered_templates import told
from bench.altered_texts import Statement, statements
from bench.data import data_folder
from bench.figures import ROOT, commit, table, wilson, write_section
from opora.answering.check import check_claim
from opora.canonical import digest

PAGE = ROOT / "docs" / "quality.md"
TRUE = ("whole", "part", "reworded")


@dataclass(frozen=True, slots=True)
class Case:
    """``kind``: one of ``TRUE`` or an alteration."""

    kind: str
    source: str
    language: str
    claim: str
    evidence: str

    @property
    def true(self) -> bool:
        return self.kind in TRUE


def cases(data: Path | None, half: str, limit: int, seed: int = 7) -> Iterator[Case]:
    """True claims and altered ones of one half; the halves share no evidence."""
    for statement in statements(data, limit) if data else ():
        if _half(statement.evidence) == half:
            yield from _of(statement, seed)
    for number, line in enumerate(told(limit, seed if half == "tune" else seed + 1000)):
        evidence = line.text if number % 2 else " ".join([line.beside[0], line.text, *line.beside[1:]])
        yield Case("reworded", "templates", line.language, line.reworded, evidence)
        yield from _of(Statement("templates", line.language, line.text, evidence), seed)


def _half(evidence: str) -> str:
    return "tune" if int(digest(evidence)[:8], 16) % 2 else "report"


def _of(statement: Statement, seed: int) -> Iterator[Case]:
    source, language, text, evidence = statement.source, statement.language, statement.text, statement.evidence
    yield Case("whole", source, language, text, evidence)
    for part in re.split(r"(?<=[^\d]), |; ", text):
        if len(part) >= 25 and part != text and source != "tatqa cells":
            yield Case("part", source, language, part, evidence)
    for kind, alter in KINDS.items():
        chance = random.Random(f"{seed} {kind} {text}")
        changed = alter(text, language, chance)
        if changed and changed != text:
            yield Case(kind, source, language, changed, evidence if chance.random() < 0.5 or "|" in evidence else text)
    for kind, other in BESIDE.items():
        changed = other(text, evidence, random.Random(f"{seed} {kind} {text}"))
        if changed and changed != text and "|" not in evidence:
            yield Case(kind, source, language, changed, evidence)


def refused(case: Case) -> list[str]:
    """Names and notes of the checks that fail, as ``opora check`` gives them without a model."""
    found = check_claim({"claim": case.claim, "evidence": case.evidence})
    checks: list[dict[str, object]] = found["checks"]  # type: ignore[assignment]
    return [f"{check['name']}: {check['note']}" for check in checks if not check["ok"]]


def measure(
    found: list[Case], misses: bool
) -> tuple[Counter[tuple[str, str, str]], Counter[tuple[str, str, str]], float]:
    total: Counter[tuple[str, str, str]] = Counter()
    flagged: Counter[tuple[str, str, str]] = Counter()
    started = time.perf_counter()
    for case in found:
        key = (case.kind, case.source, case.language)
        notes = refused(case)
        total[key] += 1
        flagged[key] += bool(notes)
        if misses and bool(notes) == case.true:
            print(f"{case.kind} {case.source} {case.language} {notes}\n   {case.claim[:300]}\n < {case.evidence[:300]}")
    return total, flagged, 1000 * (time.perf_counter() - started) / max(1, len(found))


def _row(name: str, hits: int, n: int) -> list[str]:
    low, high = wilson(hits, n)
    return [name, str(n), str(hits), f"{100 * hits / n:.2f}", f"{100 * low:.2f}–{100 * high:.2f}"]


def rows(total: Counter[tuple[str, str, str]], flagged: Counter[tuple[str, str, str]]) -> list[list[str]]:
    made: list[list[str]] = []
    for place, names in ((0, [*TRUE, *KINDS, *BESIDE]), (1, None), (2, None)):
        for name in names or sorted({key[place] for key in total}):
            for true in (True, False):
                keys = [key for key in total if key[place] == name and (key[0] in TRUE) == true]
                n, hits = sum(total[key] for key in keys), sum(flagged[key] for key in keys)
                if n:
                    what = "true, refused" if true else "altered, caught"
                    made.append(_row(f"{name}: {what}", hits, n))
    for true in (True, False):
        keys = [key for key in total if (key[0] in TRUE) == true]
        what = "all true, refused" if true else "all altered, caught"
        made.append(_row(what, sum(flagged[key] for key in keys), sum(total[key] for key in keys)))
    return made


HEAD = ("claims", "n", "flagged", "%", "95 %")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--half", choices=("tune", "report"), default="report")
    options.add_argument("--limit", type=int, default=600, help="sentences a set and language")
    options.add_argument("--misses", action="store_true", help="print every error")
    options.add_argument("--no-page", action="store_true", help="print only; leave docs/quality.md as it is")
    chosen = options.parse_args()
    data = data_folder()
    found = list(cases(data, chosen.half, chosen.limit))
    total, flagged, took = measure(found, chosen.misses)
    made = rows(total, flagged)
    text = table(HEAD, made)
    print(f"{len(found)} claims, {took:.2f} ms a claim\n{text}")
    if not chosen.no_page and chosen.half == "report" and data is not None:
        body = (
            f"`python -m bench.altered`, commit {commit()}, held-out half, {len(found)} claims; Wilson intervals.\n\n"
        )
        write_section(PAGE, "Altered claims", body + text)


if __name__ == "__main__":
    main()
