"""How does running text look once its white space is drawn as a page draws it?"""

from __future__ import annotations

import re

_SPACE = re.compile(r"[ \t\n\r\f]+")
_UP = str.maketrans("0123456789+-=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ")
_DOWN = str.maketrans("0123456789+-=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎")


class Inline:
    """Gathers text; white space collapses to one space, line breaks stay."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def add(self, text: str) -> None:
        if text:
            self.parts.append(_SPACE.sub(" ", text))

    def line_break(self) -> None:
        self.parts.append("\n")

    def raised(self, text: str, up: bool) -> None:
        self.add(raised(_SPACE.sub(" ", text).strip(), up))

    def take(self) -> str:
        """The text so far, trimmed line by line; starts anew."""
        text = "".join(self.parts)
        self.parts = []
        lines = (_SPACE.sub(" ", line).strip() for line in text.split("\n"))
        return re.sub(r"\n{2,}", "\n", "\n".join(lines)).strip()


def raised(text: str, up: bool) -> str:
    """Raised or lowered digits as the characters that look so: a footnote mark must not become a digit of an amount."""
    table, allowed = (_UP, "0123456789+-=()n") if up else (_DOWN, "0123456789+-=()")
    return text.translate(table) if text and all(char in allowed for char in text) else text
