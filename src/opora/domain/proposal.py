"""What is a language model asked for an answer, and what did it give? Proposals: nothing here is shown unchecked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Use = Literal["split", "variants", "phrase"]


@dataclass(frozen=True, slots=True)
class Asked:
    """One request. ``prompt``: name and version of the prompt's file, ``prompt_digest`` its SHA-256.

    ``given``: the data, as JSON text. ``shape``: what the answer must look like, a type that pydantic checks.
    """

    use: Use
    prompt: str
    prompt_digest: str
    task: str
    given: str
    shape: Any
    most_tokens: int = 1000


@dataclass(frozen=True, slots=True)
class Proposed:
    """JSON of the shape that was asked for, and what it took. ``repaired``: the first output was of no use."""

    data: Any
    tokens_in: int = 0
    tokens_out: int = 0
    calls: int = 1
    took_ms: float = 0.0
    repaired: bool = False


@dataclass(frozen=True, slots=True)
class ModelRules:
    """What a model may do for a reply. ``closed``: collections of which nothing leaves this machine."""

    phrase: bool = True
    split: bool = True
    variants: bool = True
    closed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """How one use of a model went. ``fallback``: why it was done without; ``dropped``: what failed a check, with the reason."""

    use: Use
    prompt: str
    prompt_digest: str
    accepted: int = 0
    dropped: tuple[str, ...] = ()
    fallback: str | None = None
    code: str | None = None
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    took_ms: float = 0.0
    repaired: bool = False


@dataclass(slots=True)
class Uses:
    """All uses of a model in one reply, in order."""

    told: list[Told] = field(default_factory=list)
