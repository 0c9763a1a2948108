"""How do many people ask one synchronous library at once? A few threads, a queue, and stages told as they begin."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TypeVar

import anyio
import anyio.to_thread

from opora.web.refusals import BusyError

T = TypeVar("T")


class Lanes:
    """``width`` questions are worked on at once and ``queue`` more wait; who comes then is told to come again.

    Threads of Python share one processor for all but the model, so more lanes than processors only slow each other.
    """

    def __init__(self, width: int = 2, queue: int = 200) -> None:
        self._limiter: anyio.CapacityLimiter | None = None
        self._width, self._most = width, width + queue
        self._inside = 0

    async def run(self, work: Callable[[], T]) -> T:
        """The result of the work, done in a thread. BusyError when too many wait."""
        if self._inside >= self._most:
            raise BusyError("too many questions wait already", "ask again in a moment")
        if self._limiter is None:
            self._limiter = anyio.CapacityLimiter(self._width)
        self._inside += 1
        try:
            return await anyio.to_thread.run_sync(work, limiter=self._limiter)
        finally:
            self._inside -= 1

    async def told(self, work: Callable[[Callable[[str], None]], T]) -> AsyncIterator[str | T]:
        """What the work tells while it runs, each a text, and its result as the last."""
        loop, heard = asyncio.get_running_loop(), asyncio.Queue[str | None]()

        def tell(what: str) -> None:
            loop.call_soon_threadsafe(heard.put_nowait, what)

        task = asyncio.create_task(self.run(lambda: work(tell)))
        task.add_done_callback(lambda _: heard.put_nowait(None))
        try:
            while (what := await heard.get()) is not None:
                yield what
            yield await task
        finally:
            task.cancel()
