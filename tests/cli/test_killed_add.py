"""Does a killed `opora add` leave the library whole, and does the next run complete it?"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from desk import run, run_json, words_library

from opora.store.sqlite import SqliteLibrary

DOCUMENTS, KILLS = 20, 12
OPORA = Path(sys.executable).with_name("opora")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("files")
    for number in range(DOCUMENTS):
        sentences = "".join(f"The berth fee at pier {number * 10 + n} is {n + 7} euros.\n\n" for n in range(6))
        (folder / f"pier{number:02}.txt").write_text(sentences, "utf-8")
    return folder


def start(library: Path, files: Path) -> subprocess.Popen[str]:
    words = [str(OPORA), "--library", str(library), "add", str(files), "--json"]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def complete(library: Path, files: Path) -> None:
    """A run that nobody disturbs."""
    with start(library, files) as adding:
        _, errors = adding.communicate(timeout=120)
    assert (adding.returncode, "Traceback" in errors) == (0, False), errors


def check(library: Path) -> int:
    """Nothing is damaged or half there, by the library's own word and by its parts; how many documents are ready."""
    assert run(library, "verify")[0] == 0
    code, told = run_json(library, "doctor")
    assert code == 0, told
    sources: list[dict[str, Any]] = run_json(library, "sources")[1]
    ready = [source for source in sources if source["state"] == "ready"]
    assert {source["state"] for source in sources} <= {"ready", "processing", "pending"}, sources
    for source in ready:
        fragments = run_json(library, "fragments", source["source_id"])[1]
        text = "".join(fragment["text"] for fragment in fragments)
        assert text.count("The berth fee") == 6
    return len(ready)


def begun(library: Path, adding: subprocess.Popen[str]) -> float:
    """Wait until the first document is known to the library, or the run has ended; the moment."""
    while adding.poll() is None:
        store = SqliteLibrary.open(library, read_only=True)
        known = bool(store.sources())
        store.close()
        if known:
            break
        time.sleep(0.005)
    return time.perf_counter()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_killed_add_leaves_no_half_document_and_the_next_one_completes_it(tmp_path: Path, files: Path) -> None:
    chance = random.Random(11)
    undisturbed = words_library(tmp_path / "undisturbed")
    with start(undisturbed, files) as adding:
        first = begun(undisturbed, adding)
        adding.communicate(timeout=120)
        publishing = time.perf_counter() - first
    assert check(undisturbed) == DOCUMENTS
    found: list[int] = []
    for number in range(KILLS):
        library = words_library(tmp_path / f"library{number}")
        with start(library, files) as adding:
            begun(library, adding)
            time.sleep(chance.uniform(0.0, publishing * 0.8))
            adding.kill()
        found.append(check(library))
        complete(library, files)
        assert check(library) == DOCUMENTS
    print("documents after each kill:", *found)
    assert any(0 < there < DOCUMENTS for there in found), "no kill landed while documents were published"
