"""What does one page give that was read from an image, and how does it travel from the process that read it?"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class OcrWord:
    """A word as the better reading has it. Edges, ``base`` and ``size`` are points on the page made upright.

    ``confidence`` is 0 to 100. ``other`` is what another reading made of a number that is not trusted; ``None``: trusted.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float
    base: float
    size: float
    confidence: float
    other: str | None = None


@dataclass(slots=True)
class OcrPage:
    """``turn`` (quarter turns clockwise, in degrees) and then ``angle`` (degrees anticlockwise) made it upright.

    ``width`` and ``height`` are points of the upright page. ``rules``: drawn lines, as ``pdf_rules.Rule`` has them.
    ``problem`` says why there are no words.
    """

    number: int
    width: float = 0.0
    height: float = 0.0
    turn: int = 0
    angle: float = 0.0
    languages: str = ""
    confidence: float = 0.0
    words: list[OcrWord] = dataclasses.field(default_factory=list)
    rules: list[tuple[float, float, float, float]] = dataclasses.field(default_factory=list)
    problem: str = ""

    @property
    def chars(self) -> int:
        return sum(len(word.text) for word in self.words)

    def on_page(self, x: float, y: float) -> tuple[float, float]:
        """A point of the upright page, on the page as it is stored."""
        turn = math.radians(self.angle)
        cx, cy = self.width / 2, self.height / 2
        dx, dy = x - cx, y - cy
        x, y = cx + dx * math.cos(turn) - dy * math.sin(turn), cy + dx * math.sin(turn) + dy * math.cos(turn)
        # the stored page was turned clockwise to be upright: turn back
        turned = {0: (x, y), 90: (y, self.width - x), 180: (self.width - x, self.height - y), 270: (self.height - y, x)}
        return turned[self.turn]


@dataclass(slots=True)
class Scans:
    """What is known of pages without a text layer. ``look``: which they are is what is asked, no text is no error."""

    look: bool = False
    pages: dict[int, OcrPage] = dataclasses.field(default_factory=dict)


def packed(page: OcrPage) -> dict[str, Any]:
    return dataclasses.asdict(page)


def unpacked(data: Any) -> OcrPage:
    """The page again; ValueError or TypeError when the data is no page."""
    words = [OcrWord(**word) for word in data.pop("words")]
    rules = [(float(a), float(b), float(c), float(d)) for a, b, c, d in data.pop("rules")]
    return OcrPage(**data, words=words, rules=rules)
