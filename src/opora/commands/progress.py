"""How far is the work? A bar on stderr, only where a person watches."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from opora.ingest import Progress


class Bar:
    """Use as a context; ``tell`` takes every Progress. Silent when stderr is not a terminal."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Bar:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress as Shown

            self._bar = Shown(console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task("adding", total=None)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def tell(self, progress: Progress) -> None:
        if self._bar is not None:
            from rich.markup import escape

            label = escape(f"{progress.name[-40:]}: {progress.stage}")
            self._bar.update(self._task, completed=progress.done, total=progress.total, description=label)
