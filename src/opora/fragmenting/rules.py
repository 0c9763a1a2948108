"""How large may a fragment be, and cut by which strategy?"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

Strategy = Literal[
    "fixed",
    "sentence",
    "recursive",
    "heading",
    "layout",
    "code",
    "rows",
    "turns",
    "semantic",
    "propositions",
    "model_borders",
    "parent_child",
    "contextual",
    "late",
    "summary_tree",
]
Measure = Literal["tokens", "chars"]


@dataclass(frozen=True, slots=True)
class FragmentRules:
    """Sizes in ``measure``. ``size``: what a fragment aims not to exceed; ``None`` takes the strategy's own.

    ``overlap`` is repeated from the fragment before (fixed, recursive and sentence only). ``limit``: a single sentence,
    row or list item up to this size stays whole even when larger than ``size``. ``passage``: size of a delivered unit.
    ``threshold``: cosine of neighbouring text below which semantic strategies always cut; ``None``: where this document
    itself changes most. ``preset``: the name under which these sizes were chosen; it changes no cut.
    """

    strategy: Strategy = "parent_child"
    size: int | None = None
    overlap: int | None = None
    limit: int = 480
    passage: int = 1500
    measure: Measure = "tokens"
    threshold: float | None = None
    preset: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if self.strategy not in _SIZE:
            raise ValueError(f"strategy {self.strategy!r} is none of {', '.join(_SIZE)}")
        if self.size_or_default < 1 or not 0 <= self.overlap_or_default < self.size_or_default:
            raise ValueError(
                f"size {self.size_or_default} must be above overlap {self.overlap_or_default}, both from 0"
            )
        if self.limit < 1 or self.passage < 1:
            raise ValueError(f"limit {self.limit} and passage {self.passage} must be above 0")

    @property
    def chosen(self) -> str:
        """The preset or strategy as a person names it."""
        return self.preset or self.strategy

    @property
    def size_or_default(self) -> int:
        return _SIZE[self.strategy][0] if self.size is None else self.size

    @property
    def overlap_or_default(self) -> int:
        own = _SIZE[self.strategy][1]
        return min(own, self.size_or_default // 2) if self.overlap is None else self.overlap


_SIZE: dict[str, tuple[int, int]] = {
    "fixed": (500, 50),
    "sentence": (200, 0),
    "recursive": (500, 50),
    "heading": (480, 0),
    "layout": (480, 0),
    "code": (480, 0),
    "rows": (120, 0),
    "turns": (600, 0),
    "semantic": (300, 0),
    "propositions": (480, 0),
    "model_borders": (480, 0),
    "parent_child": (150, 0),
    "contextual": (150, 0),
    "late": (150, 0),
    "summary_tree": (150, 0),
}
PROTOTYPES = frozenset(("fixed",))
"""Strategies that cut anywhere: for trials; a library that serves refuses them unless it is told to."""

RECURSIVE_500_50 = FragmentRules("recursive", 500, 50)
RECURSIVE_500_100 = FragmentRules("recursive", 500, 100)
RECURSIVE_1200_CHARS = FragmentRules("recursive", 1200, 150, limit=1200, passage=1200, measure="chars")
PRESETS: dict[str, FragmentRules] = {
    "recursive": RECURSIVE_500_50,
    "recursive-500-50": RECURSIVE_500_50,
    "recursive-500-100": RECURSIVE_500_100,
    "recursive-1200c-150": RECURSIVE_1200_CHARS,
}
"""Cuts that have a name of their own: size and overlap are fixed."""
AFTER_A_MODEL: Strategy = "semantic"
"""What comes later into a collection whose borders a model chose is cut by this: a model is not asked without a yes."""


def rules_named(name: str) -> FragmentRules:
    """The rules of a strategy or preset, with its own sizes; ValueError when there is none of this name."""
    if name in PRESETS:
        return replace(PRESETS[name], preset=name)
    return FragmentRules(name)  # type: ignore[arg-type]
