"""Who asks the model for a reply, and who keeps account of what came of it?"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from opora.domain.proposal import Asked, ModelRules, Proposed, Told, Use
from opora.errors import ModelAbsentError, ModelError, ModelOutputError
from opora.ports import LanguageModel
from opora.proposing.prompts import prompt

_DROPPED = 20  # reasons that are kept of one use
_REASON = 200  # characters of one


@dataclass(slots=True)
class Aid:
    """The model of one reply, what it may do, and how each use went. ``model`` None: every use falls back."""

    model: LanguageModel | None
    rules: ModelRules
    told: list[Told] = field(default_factory=list)

    def propose(self, use: Use, given: object, shape: Any, usable: Callable[[Any, Told], Told]) -> None:
        """Ask, let ``usable`` take what holds, and note how it went; a ModelError is a named fall-back."""
        words = prompt(use)
        told = Told(use, words.name, words.digest)
        try:
            found = self._asked(Asked(use, words.name, words.digest, words.text, _written(given), shape))
            told = replace(
                told,
                calls=found.calls,
                tokens_in=found.tokens_in,
                tokens_out=found.tokens_out,
                took_ms=found.took_ms,
                repaired=found.repaired,
            )
            told = usable(_checked(found.data, shape), told)
        except ModelError as problem:
            calls, tokens_in, tokens_out, took = problem.spent if not told.calls else _spent(told)
            told = replace(told, calls=calls, tokens_in=tokens_in, tokens_out=tokens_out, took_ms=took)
            told = replace(told, fallback=problem.message, code=problem.code)
        self.told.append(told)

    def _asked(self, asked: Asked) -> Proposed:
        if self.model is None:
            raise ModelAbsentError("no language model is configured")
        return self.model.propose(asked)

    def without(self, use: Use, why: str) -> None:
        """Note that the model was not asked, and why."""
        words = prompt(use)
        self.told.append(Told(use, words.name, words.digest, fallback=why, code="not_asked"))

    def may_hold(self, collections: Iterable[str]) -> bool:
        """Whether all of these collections may be told to this model."""
        if self.model is None or not self.model.is_remote:
            return True
        return set(collections).isdisjoint(self.rules.closed)

    def may_be_asked(self, collections: Sequence[str]) -> bool:
        """Whether the question itself may go: not when nothing but closed collections is asked about."""
        return not collections or any(self.may_hold([one]) for one in collections)

    def log(self) -> dict[str, object]:
        """What the trace says: the model, whether it helped, and every use with its tokens and time."""
        from opora.canonical import plain

        helped = any(one.accepted for one in self.told)
        reasons = list(dict.fromkeys(one.fallback for one in self.told if one.fallback))
        return {
            "model_id": self.model.model_id if self.model is not None else None,
            "mode": "assisted" if helped else "model-free",
            "reasons": reasons,
            "uses": plain(self.told),
        }


def fell_back(told: Told, reasons: Sequence[str], why: str) -> Told:
    """Nothing of what was proposed holds, or nothing was gained by it."""
    return replace(told, dropped=shortened(reasons), fallback=why, code="checks")


def shortened(reasons: Sequence[str]) -> tuple[str, ...]:
    return tuple(one[:_REASON] for one in reasons[:_DROPPED])


def _checked(data: Any, shape: Any) -> Any:
    """A recorded answer is no surer than one that just came."""
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(shape).validate_python(data, strict=True)
    except (ValidationError, RecursionError):
        raise ModelOutputError("no JSON of the shape that was asked for") from None


def _spent(told: Told) -> tuple[int, int, int, float]:
    return told.calls, told.tokens_in, told.tokens_out, told.took_ms


def _written(given: object) -> str:
    return json.dumps(given, ensure_ascii=False)
