"""Does a killed writer leave the library whole?"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from opora.store.sqlite import SqliteLibrary

WRITER = Path(__file__).with_name("kill_writer.py")
ROUNDS = 200


def start(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, str(WRITER), str(folder)], stdout=subprocess.PIPE, text=True)


def check(folder: Path) -> int:
    """Open, and look for damage, half versions and orphans; how many documents are there."""
    library = SqliteLibrary.open(folder)
    assert library.problems() == []
    sources = library.sources()
    for source in sources:
        (version,) = library.versions(source.source_id)
        assert version.status == "current"
        assert len(library.fragments(version.version_id)) == len(library.blocks(version.version_id)) == 6
    library.close()
    return len(sources)


def kill_after(folder: Path, seconds: float) -> None:
    with start(folder) as writer:
        assert writer.stdout is not None and writer.stdout.readline() == "ready\n"
        time.sleep(seconds)
        writer.kill()


def complete_run(folder: Path) -> float:
    """Publish all documents undisturbed; the seconds it took after the start."""
    with start(folder) as writer:
        assert writer.stdout is not None and writer.stdout.readline() == "ready\n"
        began = time.perf_counter()
        assert writer.wait(60) == 0
    return time.perf_counter() - began


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_two_hundred_kills_leave_no_half_version(tmp_path: Path) -> None:
    chance = random.Random(7)
    whole = complete_run(tmp_path / "undisturbed")
    assert check(tmp_path / "undisturbed") == 50
    partial = 0
    for number in range(ROUNDS):
        folder = tmp_path / f"library{number}"
        kill_after(folder, chance.uniform(0, whole))
        partial += 0 < check(folder) < 50
        if number % 10 == 0:
            complete_run(folder)
            assert check(folder) == 50
    assert partial > ROUNDS // 2  # else the kills did not land while it was publishing
