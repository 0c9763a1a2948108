"""What does a strategy cut? The units of one document, its text, the rules, and what can be asked of a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from opora.domain.document import Parsed
from opora.fragmenting.pack import Run
from opora.fragmenting.rules import FragmentRules
from opora.fragmenting.units import Unit
from opora.ports import Vector

Group = list[Run]
"""The fragments of one passage."""
Encode = Callable[[Sequence[str]], Vector]
"""Texts to unit rows, shape (texts, dim)."""


class BorderChooser(Protocol):
    """A model that says where topics change. Only what it is given is sent to it."""

    @property
    def name(self) -> str: ...
    def choose(self, numbered: Sequence[str]) -> Sequence[int]:
        """Numbers (from 0) of the pieces that open a new topic; one call of the model."""
        ...


@dataclass(frozen=True, slots=True)
class Help:
    """What a strategy may ask for beside the text. Everything absent is done by rule.

    ``agreed``: the calls of the model that a person said yes to, as ``model_borders.cost_of`` estimated them.
    """

    encode: Encode | None = None
    chooser: BorderChooser | None = None
    agreed: int = 0


@dataclass(frozen=True, slots=True)
class Material:
    """One document, ready to be cut."""

    parsed: Parsed
    units: list[Unit]
    rules: FragmentRules
    help: Help = field(default_factory=Help)

    @property
    def text(self) -> str:
        return self.parsed.text
