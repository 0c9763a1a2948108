"""Where in a text does a registered fact stand? At its quote, in the block of its anchor, or where its value is written."""

from __future__ import annotations

import re

from opora.domain.anchor import Anchor
from opora.domain.place import Span
from opora.domain.source import Fact

_MOST = 20  # places of a bare value


def places_of(fact: Fact, text: str, version_id: str, block: Span | None) -> tuple[Span, ...]:
    """Spans of ``text``; none when the text does not say it. ``block``: the span of the block its anchor names.

    White space may differ between a quote and the text; nothing else.
    """
    if fact.anchor and path_of(fact.anchor, version_id) is None:
        return ()
    if fact.quote and fact.quote.strip():
        found = _found(fact.quote, text)
        inside = [span for span in found if block and block.covers(span)]
        return tuple(inside or found)[:_MOST]
    value = _found(fact.value, text)
    if block:
        return (block,) if any(block.covers(span) for span in value) else ()
    return tuple(value)[:_MOST]


def path_of(anchor: str | None, version_id: str) -> str | None:
    """The path of the block an anchor names; ``None`` when it names another version, or is no anchor."""
    try:
        read = Anchor.parse(anchor or "")
    except ValueError:
        return None
    return read.path if read.version_id == version_id else None


def _found(said: str, text: str) -> list[Span]:
    words = said.split()
    if not words:
        return []
    pattern = r"\s+".join(re.escape(word) for word in words)
    return [Span(*m.span()) for m in re.finditer(rf"(?<!\w)(?<!\d[.,]){pattern}(?!\w)(?![.,]\d)", text)]
