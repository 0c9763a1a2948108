"""How large may a fragment be, and cut by which strategy?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Strategy = Literal["recursive", "sentence", "heading", "parent_child"]
Measure = Literal["tokens", "chars"]


@dataclass(frozen=True, slots=True)
class FragmentRules:
    """Sizes in ``measure``. ``size``: what a fragment aims not to exceed; ``None`` takes the strategy's own.

    ``overlap`` is repeated from the fragment before (recursive and sentence only). ``limit``: a single sentence, row or
    list item up to this size stays whole even when larger than ``size``. ``passage``: size of a delivered unit.
    """

    strategy: Strategy = "parent_child"
    size: int | None = None
    overlap: int | None = None
    limit: int = 480
    passage: int = 1500
    measure: Measure = "tokens"

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
    def size_or_default(self) -> int:
        return _SIZE[self.strategy][0] if self.size is None else self.size

    @property
    def overlap_or_default(self) -> int:
        own = _SIZE[self.strategy][1]
        return min(own, self.size_or_default // 2) if self.overlap is None else self.overlap


_SIZE: dict[str, tuple[int, int]] = {
    "recursive": (500, 50),
    "sentence": (200, 0),
    "heading": (480, 0),
    "parent_child": (180, 0),
}

RECURSIVE_500_50 = FragmentRules("recursive", 500, 50)
RECURSIVE_500_100 = FragmentRules("recursive", 500, 100)
RECURSIVE_1200_CHARS = FragmentRules("recursive", 1200, 150, limit=1200, passage=1200, measure="chars")
