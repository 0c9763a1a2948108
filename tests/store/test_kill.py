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


@pytest.mark.slow
def test_two_hundred_kills_leave_no_half_version(tmp_path: Path) -> None:
    chance = random.Random(7)
    complete, partial = 0, 0
    folder = tmp_path / "library"
    for number in range(ROUNDS):
        if complete > partial // 4 or number % 8 == 0:
            folder, complete = tmp_path / f"library{number}", 0
        with start(folder) as writer:
            assert writer.stdout is not None and writer.stdout.readline() == "ready\n"
            time.sleep(chance.uniform(0, 0.5))
            writer.kill()
        count = check(folder)
        partial += 0 < count < 50
        complete += count == 50
    assert partial > ROUNDS // 4
    with start(folder) as writer:
        assert writer.wait(60) == 0
    assert check(folder) == 50
