"""What is the stable address of a place? ``source@version:path#start-end``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from opora.domain.place import Span

_SHAPE = re.compile(
    r"(?P<source>[^@:#\s]+)@(?P<version>[^@:#\s]+)(?::(?P<path>[^#\s]+))?(?:#(?P<start>\d+)-(?P<end>\d+))?"
)
_NOT_SLUG = re.compile(r"[^\w.~-]+")


@dataclass(frozen=True, slots=True)
class Anchor:
    """Names a version, a block of it by its structural path, and optionally a span in that block.

    >>> str(Anchor.parse("ho3@2024-01:app1:t3:row5"))
    'ho3@2024-01:app1:t3:row5'
    """

    source_id: str
    version: str
    path: str = ""
    span: Span | None = None

    @property
    def version_id(self) -> str:
        return f"{self.source_id}@{self.version}"

    def __str__(self) -> str:
        path = f":{self.path}" if self.path else ""
        span = f"#{self.span.start}-{self.span.end}" if self.span else ""
        return f"{self.version_id}{path}{span}"

    @classmethod
    def parse(cls, text: str) -> Anchor:
        """Read an address; ValueError names the text and shows the shape."""
        match = _SHAPE.fullmatch(text.strip())
        if not match:
            raise ValueError(f"{text!r} is not an anchor; anchors look like 'source@version:p12:para2'")
        span = Span(int(match["start"]), int(match["end"])) if match["start"] else None
        return cls(match["source"], match["version"], match["path"] or "", span)


def slug(label: str) -> str:
    """A label or file name as one anchor step: letters, digits, ``_ . ~ -``; case kept.

    >>> slug("Price list (Oct)")
    'Price-list-Oct'
    """
    return _NOT_SLUG.sub("-", label.strip()).strip("-.") or "x"
