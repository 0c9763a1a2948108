"""How much is asked, how long does it take, and what comes of it? Counters for Prometheus; no text of anybody's in them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from starlette.types import Scope

_SECONDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SHARED: Final = "PROMETHEUS_MULTIPROC_DIR"


class Figures:
    """The counters of one application; of several worker processes, when the folder ``SHARED`` names is theirs."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Histogram

        self._registry = CollectorRegistry()
        rules: dict[str, Any] = {"registry": self._registry}
        self._requests = Counter("opora_http_requests", "Requests", ["route", "method", "status"], **rules)
        self._seconds = Histogram("opora_http_seconds", "Duration of requests", ["route"], buckets=_SECONDS, **rules)
        self._replies = Counter("opora_replies", "Replies by what they do", ["action", "type", "door"], **rules)
        self._stages = Histogram("opora_stage_seconds", "Duration of a stage", ["stage"], buckets=_SECONDS, **rules)

    def request(self, scope: Scope, status: int, seconds: float) -> None:
        """The route as it is written in the code: addresses of things would be a counter each."""
        route = getattr(scope.get("route"), "path", None) or "other"
        self._requests.labels(route, scope["method"], str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def reply(self, body: dict[str, Any], steps: Any, door: str) -> None:
        self._replies.labels(body["action"], body["type"], door).inc()
        for step in steps:
            self._stages.labels(step.name).observe(step.took_ms / 1000)

    def text(self) -> tuple[bytes, str]:
        """The exposition, and its content type."""
        from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest, multiprocess

        registry = self._registry
        if os.environ.get(SHARED):
            registry = CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE_LATEST
