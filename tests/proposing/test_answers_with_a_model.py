"""Do the tests of answers pass with a model that is good, that fails half-way, and that is hostile?"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from with_a_model import MODES

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("tests/answering",)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("mode", MODES)
def test_answers_are_right_whatever_the_model_does(mode: str) -> None:
    paths = [str(ROOT / "tests" / "proposing"), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    env = {**os.environ, "OPORA_TEST_MODEL": mode, "PYTHONPATH": os.pathsep.join(paths)}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-m",
        "not slow",
        "-p",
        "with_a_model",
        "-p",
        "no:cacheprovider",
    ]
    done = subprocess.run([*command, *ROOMS], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
