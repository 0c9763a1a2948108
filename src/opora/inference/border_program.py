"""Where does a topic change, in the eyes of a model? A program of the owner's asks it; this asks the program."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Sequence

from opora.errors import BackendError

_SECONDS = 120
_MOST = 1_000_000  # characters of an answer


class BorderProgram:
    """Implements ``fragmenting.material.BorderChooser``. One run of the program is one call of its model.

    It is given ``{"pieces": ["…", …]}`` on its standard input and prints ``{"opens": [3, 7]}``: the numbers, from 0, of the
    pieces that open a new topic. It is run without a shell.
    """

    def __init__(self, command: str) -> None:
        self._command = shlex.split(command)

    @property
    def name(self) -> str:
        return self._command[0].replace("\\", "/").rpartition("/")[2]

    def choose(self, numbered: Sequence[str]) -> list[int]:
        """BackendError when the program cannot be run, takes too long, fails, or prints something else."""
        asked = json.dumps({"pieces": list(numbered)}, ensure_ascii=False)
        try:
            done = subprocess.run(
                self._command, input=asked, capture_output=True, encoding="utf-8", timeout=_SECONDS, check=False
            )
        except (OSError, subprocess.TimeoutExpired, UnicodeError) as error:
            raise self._problem(str(error)) from error
        if done.returncode:
            raise self._problem(f"it ended with code {done.returncode}: {done.stderr.strip()[-200:]}")
        return self._numbers(done.stdout)

    def _numbers(self, printed: str) -> list[int]:
        try:
            told = json.loads(printed[:_MOST])
        except (ValueError, RecursionError) as error:
            raise self._problem("it printed no JSON") from error
        opens = told.get("opens") if isinstance(told, dict) else None
        if not isinstance(opens, list) or not all(type(one) is int for one in opens):
            raise self._problem('it printed no {"opens": [numbers]}')
        return opens

    def _problem(self, reason: str) -> BackendError:
        return BackendError(f"{self.name} chose no borders: {reason}", "see docs/ladder.md for what it must print")
