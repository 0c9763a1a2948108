"""Which number does a browser draw before an item of a list?"""

from __future__ import annotations

import re


class Numbers:
    """Counts an ordered list's items as a browser does."""

    def __init__(self, tag: str, attributes: dict[str, str | None]) -> None:
        self.ordered = tag == "ol"
        self.style = (attributes.get("type") or "1")[:1]
        self.next = _whole(attributes.get("start"), 1)

    def mark(self, attributes: dict[str, str | None]) -> str:
        if not self.ordered:
            return ""
        number = _whole(attributes.get("value"), self.next)
        self.next = number + 1
        from opora.reading.numerals import written

        shape = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}.get(
            self.style, "decimal"
        )
        return f"{written(number, shape)}. "


def _whole(text: str | None, default: int) -> int:
    value = (text or "").strip()
    return int(value) if re.fullmatch(r"-?\d{1,9}", value) else default
