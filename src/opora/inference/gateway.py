"""What does a language model propose? One request at a time through one address, as JSON of the shape that was asked for."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal

from typing_extensions import TypedDict

from opora.domain.proposal import Asked, Proposed
from opora.errors import ModelError, ModelOutputError, ModelRejectedError
from opora.inference.masking import Mask, Masking
from opora.inference.spending import Budget, Day, Spent
from opora.inference.wire import Wire, WireRules

_SHOWN: Final = 2000  # characters of a faulty output that are sent back to be corrected
_FENCE: Final = "```"


@dataclass(frozen=True, slots=True)
class GatewayRules:
    """``wire``: how it is reached; ``answer``: what one answer may spend. ``schema``: send the shape as a JSON schema."""

    wire: WireRules
    name: str
    answer: Budget = field(default_factory=Budget)
    most_tokens: int = 1000
    masking: Masking = "all"
    schema: bool = True


class Probe(TypedDict):
    """What the probe must give."""

    opora: Literal["seventeen"]


class Gateway:
    """One for a process, thread-safe; ``for_answer`` gives what stands for one answer."""

    def __init__(self, rules: GatewayRules, day: Day | None = None) -> None:
        self.rules, self._day = rules, day
        self.wire = Wire(rules.wire)
        self.takes_schema = rules.schema

    @property
    def model_id(self) -> str:
        return f"{self.rules.name}@{self.rules.wire.host}"

    def for_answer(self) -> AnswerModel:
        return AnswerModel(self, Spent(self.rules.answer, self._day))

    def keeps_schema(self) -> bool:
        """Whether the server holds a model to a JSON schema: asked for a greeting, it can only give what the schema has.

        ModelError when it does not answer at all.
        """
        messages = [{"role": "user", "content": "Say hello."}]
        asked = Asked("split", "probe", "", "", "", Probe, 40)
        try:
            parsed(content_of(self.said(messages, asked, schema_of(Probe))), Probe)
        except ModelOutputError:
            return False
        return self.takes_schema

    def said(self, messages: list[dict[str, str]], asked: Asked, schema: dict[str, Any]) -> dict[str, Any]:
        """The raw answer. A server that knows no JSON schema is asked once more without, and from then on."""
        body: dict[str, Any] = {
            "model": self.rules.name,
            "messages": messages,
            "max_tokens": min(asked.most_tokens, self.rules.most_tokens),
            "temperature": 0,
        }
        if self.takes_schema:
            shape = {"name": asked.use, "schema": schema, "strict": True}
            try:
                return self.wire.fetch(
                    "chat", {**body, "response_format": {"type": "json_schema", "json_schema": shape}}
                )
            except ModelRejectedError:
                found = self.wire.fetch("chat", body)
                self.takes_schema = False
                return found
        return self.wire.fetch("chat", body)


class AnswerModel:
    """Implements ``ports.LanguageModel`` for one answer: its budget, and the masks of what is private in it."""

    def __init__(self, gateway: Gateway, spent: Spent) -> None:
        self._gateway, self._spent = gateway, spent
        self._mask = Mask(gateway.rules.masking)

    @property
    def model_id(self) -> str:
        return self._gateway.model_id

    @property
    def is_remote(self) -> bool:
        return self._gateway.rules.wire.is_remote

    def propose(self, asked: Asked) -> Proposed:
        """See ``ports.LanguageModel``. One faulty output is sent back once, with what is wrong with it."""
        started, figures = time.perf_counter(), [0, 0, 0]
        try:
            data, repaired = self._proposed(asked, figures)
        except ModelError as problem:
            problem.spent = (*figures, _since(started))  # type: ignore[assignment]
            raise
        return Proposed(self._mask.show_in(data), figures[1], figures[2], figures[0], _since(started), repaired)

    def _proposed(self, asked: Asked, figures: list[int]) -> tuple[Any, bool]:
        schema = schema_of(asked.shape)
        hidden = json.dumps(self._mask.hide_in(json.loads(asked.given)), ensure_ascii=False)
        told = f"{asked.task}\n\nJSON schema of your answer:\n{json.dumps(schema, ensure_ascii=False)}"
        messages = [{"role": "system", "content": told}, {"role": "user", "content": hidden}]
        first = self._text(messages, asked, schema, figures)
        try:
            return parsed(first, asked.shape), False
        except ModelOutputError as fault:
            again = f"That was not usable: {fault.message}. Answer once more, with nothing but the JSON object."
            messages += [{"role": "assistant", "content": first[:_SHOWN]}, {"role": "user", "content": again}]
            return parsed(self._text(messages, asked, schema, figures), asked.shape), True

    def _text(self, messages: list[dict[str, str]], asked: Asked, schema: dict[str, Any], figures: list[int]) -> str:
        sent = _tokens("".join(one["content"] for one in messages))
        self._spent.reserve(sent + min(asked.most_tokens, self._gateway.rules.most_tokens))
        used = (sent, 0)
        try:
            body = self._gateway.said(messages, asked, schema)
            used = _usage(body, sent)
            return content_of(body)
        finally:
            figures[:] = (figures[0] + 1, figures[1] + used[0], figures[2] + used[1])
            self._spent.add(sum(used))


def _since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 1)


def content_of(body: dict[str, Any]) -> str:
    """The text of the answer. ModelOutputError for a refusal, a tool call, an answer that was cut, or none at all."""
    try:
        choice = body["choices"][0]
        message = choice["message"]
        text, refusal, calls = message.get("content"), message.get("refusal"), message.get("tool_calls")
        ended = choice.get("finish_reason")
    except (KeyError, IndexError, TypeError, AttributeError):
        raise ModelOutputError("the model answered without choices[0].message", "check the address") from None
    if refusal:
        raise ModelOutputError("the model refused")
    if calls or message.get("function_call"):
        raise ModelOutputError("the model called a tool that it was not given")
    if ended not in (None, "stop"):
        raise ModelOutputError(f"the model's answer ended with {str(ended)[:20]!r}", "allow more output_tokens")
    if not isinstance(text, str) or not text.strip():
        raise ModelOutputError("the model gave an empty answer")
    return text


def parsed(text: str, shape: Any) -> Any:
    """JSON's own types, checked. ModelOutputError when it is no JSON or of another shape; what it said is not repeated."""
    from pydantic import ValidationError

    bare = text.strip()
    if bare.startswith(_FENCE) and bare.endswith(_FENCE) and "\n" in bare:
        bare = bare[bare.index("\n") + 1 : -len(_FENCE)]
    adapter = _adapter(shape)
    try:
        return adapter.dump_python(adapter.validate_json(bare, strict=True), mode="json")
    except (ValidationError, ValueError, RecursionError) as problem:
        raise ModelOutputError(f"no JSON of the shape that was asked for ({_kinds(problem)})") from None


def schema_of(shape: Any) -> dict[str, Any]:
    """The JSON schema of a shape."""
    found: dict[str, Any] = _adapter(shape).json_schema()
    return found


@cache
def _adapter(shape: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(shape)


def _kinds(problem: Exception) -> str:
    told = getattr(problem, "errors", None)
    return ", ".join(sorted({str(one["type"]) for one in told()})[:5]) if told else "invalid"


def _usage(body: dict[str, Any], sent: int) -> tuple[int, int]:
    """Tokens in and out as the server counts them; where it does not, or not believably, by the length of the texts."""
    usage = body.get("usage")
    told = usage if isinstance(usage, dict) else {}
    counts = [told.get("prompt_tokens"), told.get("completion_tokens")]
    guess = (sent, _tokens(json.dumps(body.get("choices"), ensure_ascii=False)))
    found = [
        count if isinstance(count, int) and not isinstance(count, bool) and 0 <= count < 10_000_000 else other
        for count, other in zip(counts, guess, strict=True)
    ]
    return found[0], found[1]


def _tokens(text: str) -> int:
    """About: three bytes and a half of text a token."""
    return len(text.encode("utf-8", "replace")) * 2 // 7 + 1
