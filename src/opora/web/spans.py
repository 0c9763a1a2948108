"""What does a tracing system see of a question? Spans by OpenTelemetry, named as its conventions for generative AI name them.

One for the request, in it one for the assistant that answers, in it one for each stage. Off unless the settings say
``telemetry = true``; nobody's words are in any of them.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from opora.errors import OporaError, UsageError
from opora.web.lines import reply_fields

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer, TracerProvider
    from starlette.types import Scope

    from opora.commands.library_desk import Answered, Call

NAME: Final = "opora"
_SAID: Final = (
    *("coverage_status", "answer_grounding_status", "reply_semantic_type", "route_subject_match"),
    *("requirements_total", "requirements_covered"),
)


def exporting() -> Any:
    """A provider that sends spans where ``OTEL_EXPORTER_OTLP_ENDPOINT`` says. UsageError without the packages."""
    needs_packages()
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    told = {"service.name": NAME, "service.version": importlib.metadata.version(NAME)}
    provider = TracerProvider(resource=Resource.create(told))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider


def needs_packages() -> None:
    """UsageError when what sends spans is not installed."""
    try:
        found = importlib.util.find_spec("opentelemetry.exporter.otlp.proto.http.trace_exporter")
    except ModuleNotFoundError:
        found = None
    if found is None:
        hint = "install 'opora[otel]', or take 'telemetry' out of opora.toml"
        raise UsageError("telemetry is wanted, and OpenTelemetry is not installed", hint)


class Spans:
    """The spans of one application; without a provider there are none."""

    def __init__(self, provider: TracerProvider | None = None) -> None:
        self._tracer: Tracer | None = provider.get_tracer(NAME) if provider is not None else None

    @contextlib.contextmanager
    def request(self, scope: Scope) -> Iterator[Callable[[int], None]]:
        """Around a request; call what it gives with the status. The caller's own trace goes on when it says which."""
        if self._tracer is None:
            yield lambda _: None
            return
        from opentelemetry.propagate import extract
        from opentelemetry.trace import SpanKind, StatusCode

        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        method = scope["method"]
        with self._open(method, kind=SpanKind.SERVER, context=extract(headers)) as span:

            def ended(status: int) -> None:
                route = getattr(scope.get("route"), "path", None)
                span.set_attribute("http.request.method", method)
                span.set_attribute("http.response.status_code", status)
                if route:
                    span.update_name(f"{method} {route}")
                    span.set_attribute("http.route", route)
                if status >= 500:
                    span.set_status(StatusCode.ERROR)

            yield ended

    def answer(
        self, call: Call, tell: Callable[[str], None] | None, work: Callable[[Callable[[str], None]], Answered]
    ) -> Answered:
        """Around an answer. ``work`` says the name of each stage as it begins; ``tell`` hears it too."""
        if self._tracer is None:
            return work(tell or (lambda _: None))
        with self._open(f"invoke_agent {call.assistant}", attributes=_asked(call)) as span:
            stages = _Stages(self._open, tell)
            try:
                found = work(stages.begin)
            except OporaError as error:
                from opentelemetry.trace import StatusCode

                span.set_attribute("error.type", error.code)
                span.set_status(StatusCode.ERROR)
                raise
            finally:
                stages.end()
            span.set_attributes(_answered(found))
            return found

    def _open(self, name: str, **more: Any) -> contextlib.AbstractContextManager[Span]:
        """Without what an exception says: it may quote somebody."""
        assert self._tracer is not None
        return self._tracer.start_as_current_span(name, record_exception=False, **more)


class _Stages:
    """One span a stage: each begins where the one before ends."""

    def __init__(
        self, opens: Callable[..., contextlib.AbstractContextManager[Span]], tell: Callable[[str], None] | None
    ):
        self._opens, self._tell = opens, tell
        self._open = contextlib.ExitStack()

    def begin(self, stage: str) -> None:
        self.end()
        name, attributes = f"opora.{stage}", {"opora.stage": stage}
        if stage == "retrieve":
            name, attributes = "retrieval opora", attributes | {"gen_ai.operation.name": "retrieval"}
        self._open.enter_context(self._opens(name, attributes=attributes))
        if self._tell is not None:
            self._tell(stage)

    def end(self) -> None:
        self._open.close()


def _asked(call: Call) -> dict[str, Any]:
    told = {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.provider.name": NAME,
        "gen_ai.agent.name": call.assistant,
        "gen_ai.output.type": "text",
        "opora.channel": call.channel,
    }
    return told | ({"gen_ai.conversation.id": call.after} if call.after else {})


def _answered(found: Answered) -> dict[str, Any]:
    fields = reply_fields(found.trace.log, full=False)
    told = {f"opora.{name}": fields[name] for name in _SAID if fields[name] is not None}
    told |= {"gen_ai.response.id": found.trace.trace_id, "gen_ai.response.finish_reasons": ("stop",)}
    return told | {"opora.action": found.body["action"], "opora.claims": len(found.body["claims"])}
