"""What did each stage take and give? Recorded from outside; stages know nothing of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from opora.canonical import plain
from opora.domain.trace import Step

P = ParamSpec("P")
T = TypeVar("T")


class Tape:
    """Collects steps in order. ``run`` calls a stage and keeps the given input and the stage's output as plain JSON.

    ``tell`` hears the name of each stage when it begins, and nothing of what the stage makes.
    """

    def __init__(self, tell: Callable[[str], None] | None = None) -> None:
        self._steps: list[tuple[str, object, object, float]] = []
        self._tell = tell

    def run(self, name: str, given: object, stage: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if self._tell is not None:
            self._tell(name)
        started = time.perf_counter()
        result = stage(*args, **kwargs)
        self._steps.append((name, given, result, (time.perf_counter() - started) * 1000))
        return result

    def again(self, name: str, stage: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a stage that has run once more; its output takes the place of the first, and the time is that of both."""
        started = time.perf_counter()
        result = stage(*args, **kwargs)
        more = (time.perf_counter() - started) * 1000
        self._steps = [
            (n, given, result, took + more) if n == name else (n, given, out, took)
            for n, given, out, took in self._steps
        ]
        return result

    def keep(self, name: str, instead: object) -> None:
        """Keep this as the output of a stage that has run."""
        self._steps = [(n, given, instead if n == name else out, took) for n, given, out, took in self._steps]

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(
            Step(name, plain(given), plain(result), round(took, 3)) for name, given, result, took in self._steps
        )
