"""Which neighbouring sentences may stay together, so that most ends of sentences need not be looked for?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from opora.domain.place import Span
from opora.language.sentences import BREAK, sentences, surely_ends, surely_last

_LISTED = re.compile(r"\s*(?:[•▪◦]|(?:\d{1,2}|[a-zа-я])(?:\.\)|\)|\.)\s)")
_SEEN = 8  # characters behind an end that tell whether it is one


def sentence_groups(text: str, most: int) -> list[Span]:
    """Sentences, or neighbouring ones together, up to ``most`` characters or twice that where it spares a closer look.

    Every border is one that ``sentences`` has too.
    """
    found: list[Span] = []
    start = 0
    for gap in BREAK.finditer(text):
        found.extend(_of_part(text, start, gap.start(), most))
        start = gap.end()
    found.extend(_of_part(text, start, len(text), most))
    return found


def _of_part(text: str, at: int, end: int, most: int) -> Iterator[Span]:
    if _LISTED.match(text, at, end):
        yield from _closely(text, at, end)
        return
    while end - at > most:
        middle, stop, seen = at + most // 2, at + most, min(end, at + most + _SEEN)
        cut = surely_last(text, middle, seen, stop) or surely_last(text, at, min(end, middle + _SEEN), middle)
        cut = cut or next(surely_ends(text, stop, end), end)
        if cut - at > 2 * most and not _LISTED.match(text, at, cut):
            yield from _closely(text, at, cut)
        else:
            yield from _trimmed(text, at, cut)
        at = cut
    yield from _trimmed(text, at, end)


def _closely(text: str, start: int, end: int) -> Iterator[Span]:
    return (span.moved(start) for span in sentences(text[start:end]))


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield Span(start, end)
