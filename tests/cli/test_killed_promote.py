"""Does a killed `opora promote` leave the collection cut one way throughout, and every citation where it was?"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from desk import run, run_json, words_library

DOCUMENTS, KILLS = 6, 6
OPORA = Path(sys.executable).with_name("opora")
WAYS = ("heading", "sentence", "propositions")


def start(library: Path, strategy: str) -> subprocess.Popen[bytes]:
    words = [str(OPORA), "--library", str(library), "promote", strategy, "--collection", "port", "--force"]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def ways(library: Path) -> set[str]:
    """Strategies that fragments of the collection were cut by."""
    found: set[str] = set()
    for number in range(DOCUMENTS):
        code, pieces = run_json(library, "fragments", f"pier{number:02}")
        assert code == 0 and pieces
        found |= {piece["fragment_id"].rpartition("~")[2] for piece in pieces}
    return found


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_killed_promote_leaves_one_strategy_and_all_citations(tmp_path: Path) -> None:
    library = words_library(tmp_path / "library")
    rows = ["source_id,path,collection,label,valid_from"]
    for number in range(DOCUMENTS):
        text = "".join(
            f"# Pier {n}\n\nThe berth fee at pier {number * 100 + n} is {n + 7} euros.\n\n" for n in range(60)
        )
        (tmp_path / f"pier{number:02}.md").write_text(text, "utf-8")
        rows.append(f"pier{number:02},pier{number:02}.md,port,2026,2026-01-01")
    (tmp_path / "m.csv").write_text("\n".join(rows), "utf-8")
    assert run(library, "add", "--manifest", str(tmp_path / "m.csv"))[0] == 0
    reply = run_json(library, "ask", "What is the berth fee at pier 512?", "--at", "2026-10-23")[1]
    cited = [claim["citation"] for claim in reply["claims"]]
    assert cited and "512" in cited[0]["quote"]
    began = time.perf_counter()
    assert start(library, WAYS[-1]).wait(120) == 0
    undisturbed = time.perf_counter() - began
    assert ways(library) == {WAYS[-1]}
    chance = random.Random(5)
    before, running = WAYS[-1], 0
    for number in range(KILLS):
        strategy = WAYS[number % len(WAYS)]
        promoting = start(library, strategy)
        time.sleep(undisturbed * chance.uniform(0.4, 1.0))
        running += promoting.poll() is None
        promoting.kill()
        promoting.wait(60)
        now = ways(library)
        assert now in ({before}, {strategy}), (before, strategy, now)
        (before,) = now
        assert run(library, "verify")[0] == 0
        for one in cited:
            code, told = run_json(library, "show", one["anchor"])
            assert code == 0 and one["quote"] in str(told), told
    assert running, "every promote had ended before it was killed"
    assert start(library, "heading").wait(120) == 0
    assert ways(library) == {"heading"}
