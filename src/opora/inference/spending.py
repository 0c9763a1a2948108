"""How many calls and tokens may still be spent, for this answer and on this day?

The day's sum stands in one small file beside the library, changed under a lock, so that several processes share it.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from opora.errors import ModelBudgetError

FILE: Final = "model-usage.json"


@dataclass(frozen=True, slots=True)
class Budget:
    """0: any number."""

    calls: int = 0
    tokens: int = 0


class Spent:
    """Calls and tokens of one answer."""

    def __init__(self, budget: Budget, day: Day | None = None) -> None:
        self._budget, self._day = budget, day
        self.calls = self.tokens = 0

    def reserve(self, tokens: int) -> None:
        """ModelBudgetError, which names the budget, when one more call of about so many tokens is too much."""
        _within(self._budget, self.calls, self.tokens, tokens, "this answer")
        if self._day is not None:
            self._day.reserve(tokens)

    def add(self, tokens: int) -> None:
        """A call was made and took so many."""
        self.calls, self.tokens = self.calls + 1, self.tokens + tokens
        if self._day is not None:
            self._day.add(tokens)


class Day:
    """Calls and tokens of one day. ``today`` gives its date as text; a new one begins at nothing."""

    def __init__(self, folder: Path, budget: Budget, today: Callable[[], str]) -> None:
        self._file, self._budget, self._today = folder / FILE, budget, today

    def reserve(self, tokens: int) -> None:
        calls, spent = self.spent()
        _within(self._budget, calls, spent, tokens, "this day")

    def spent(self) -> tuple[int, int]:
        """Calls and tokens so far."""
        return self._of(self._read())

    def add(self, tokens: int) -> None:
        """Noted if the folder can be written; a library that is only read has no budget of a day."""
        with contextlib.suppress(OSError), self._file.open("a+", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            calls, spent = self._of(_parsed(file.read(10_000)))
            file.seek(0)
            file.truncate()
            json.dump({"day": self._today(), "calls": calls + 1, "tokens": spent + tokens}, file)

    def _read(self) -> dict[str, Any]:
        try:
            with self._file.open(encoding="utf-8", errors="replace") as file:
                fcntl.flock(file, fcntl.LOCK_SH)
                return _parsed(file.read(10_000))
        except OSError:
            return {}

    def _of(self, kept: dict[str, Any]) -> tuple[int, int]:
        calls, tokens = kept.get("calls"), kept.get("tokens")
        if kept.get("day") != self._today() or not isinstance(calls, int) or not isinstance(tokens, int):
            return 0, 0
        return calls, tokens


def _parsed(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _within(budget: Budget, calls: int, spent: int, more: int, whose: str) -> None:
    if budget.calls and calls + 1 > budget.calls:
        raise ModelBudgetError(f"the {budget.calls} calls of {whose} are used up", "raise the budget under [model]")
    if budget.tokens and spent + more > budget.tokens:
        raise ModelBudgetError(
            f"{spent} of the {budget.tokens} tokens of {whose} are used, and about {more} more are needed",
            "raise the budget under [model]",
        )
