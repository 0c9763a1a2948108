"""Which full stops are settled by the letters around them, so that nobody has to look closer?"""

from __future__ import annotations

import re
from collections.abc import Iterator

UPPER = "A-ZА-ЯЁІЇЄҐĂÂÎȘȚŞŢ"
LOWER = "a-zа-яёіїєґăâîșțşţ"
_LETTERS = f"[{UPPER}{LOWER}]{{2}}"
# What stands before such a stop, and the closing mark after it; then white space and a capital.
_ENDS_ONE = re.compile(
    rf"[.!?;…](?:(?<={_LETTERS}[.!?;])\)?|(?<={_LETTERS}[ \u00a0][.!?;])|(?<={_LETTERS}[)”»\"][.!?])"
    rf"|(?<=[.!?…])[»”\"]|(?<=[{LOWER}]{{2}}[ \u00a0]\d{{4}}[.!?;])|(?<=[{LOWER}]{{2}}[ \u00a0]\d{{4}}[ \u00a0][.!?])"
    rf"|(?<=\(\d{{4}}\)\.)|(?<=[”»\"]\)\.))(?<!;\))(?=\s{{1,4}}[«“„\"]?[{UPPER}])"
)
# A stop before white space, no small word behind it; or a smile, which ends a sentence as a stop does.
_MAY_END_ONE = re.compile(
    rf"[.!?…;:=](?:(?<![:=])[\"„'»”’)\]}}]*+\s++(?![{LOWER}]++(?!\w))\S|(?<=[:;=])-?[()]{{1,3}}\s)"
)
# A surname with its initials, or the ending of a firm's name: what stands before may be shortened ("insp. Rusu P.").
_NAME_NEXT = re.compile(
    rf"\s{{1,4}}(?:[{UPPER}][{LOWER}]+[ \u00a0][{UPPER}]\.|[{UPPER}]\.[ \u00a0]?[{UPPER}]|(?:Cos?|Corp|Inc|Ltd|Bros|Assn|LL[CP])\b)"
)
_WORD = re.compile(r"[^\W\d_]+$")
_SPELLED = re.compile(rf"([{LOWER}]{{2,}})(\??)")
_ESCAPED = re.compile(r"\\.")
_CLOSED, _QUOTED = frozenset(')”»"'), frozenset('”»"')
_LONGEST = 9  # letters: no short word has as many


def sure_ends(text: str, start: int, end: int, short: frozenset[str]) -> Iterator[int]:
    """Where sentences of ``text[start:end]`` end whatever stands around them, in order; never its own end.

    ``short``: words that a full stop may follow without ending anything.
    """
    return (found.end() for found in _ENDS_ONE.finditer(text, start, end) if _is_sure(text, found, short))


def last_sure_end(text: str, start: int, end: int, short: frozenset[str], most: int) -> int | None:
    """The last of ``sure_ends`` at or before ``most``."""
    found = reversed([found for found in _ENDS_ONE.finditer(text, start, end) if found.end() <= most])
    return next((one.end() for one in found if _is_sure(text, one, short)), None)


def _is_sure(text: str, found: re.Match[str], short: frozenset[str]) -> bool:
    at, end = found.span()
    closed = text[at] != "." or text[at - 1] in _CLOSED or text[end - 1] in _QUOTED
    return closed or not (_NAME_NEXT.match(text, end) or _is_short(text, at, short))


def _is_short(text: str, stop: int, short: frozenset[str]) -> bool:
    """Whether the word before the stop, or before the year before it, may be none that ends there; so may a Roman number."""
    before = text[max(stop - _LONGEST - 6, 0) : stop].rstrip()
    if before[-1:].isdigit():
        before = before[:-5]
    earlier, _, word = before[-_LONGEST:].rpartition(" ")
    if earlier.endswith(".") and word.islower():  # "гл. бух.": one short word may go with another
        return True
    if not word.isalpha():
        found = _WORD.search(word)
        word = found.group() if found else ""
    word = word.lower()
    return len(word) < _LONGEST and (word in short or not word.strip("ivxlcm"))


def may_end(text: str, start: int, end: int) -> bool:
    """Whether a sentence may end inside ``text[start:end]``; what ends with it does not count."""
    return _MAY_END_ONE.search(text, start, end) is not None


def short_words(*patterns: str) -> frozenset[str]:
    """Every word spelled out in the patterns, or known to razdel before a stop; too many rather than too few."""
    from razdel.segmenters.sokr import HEAD_SOKRS, INITIALS, PAIR_SOKRS

    bare = [_ESCAPED.sub(" ", pattern).lower() for pattern in patterns]
    found = {word for pattern in bare for spelled in _SPELLED.finditer(pattern) for word in _spellings(spelled)}
    return frozenset(found | HEAD_SOKRS | INITIALS | {pair[0] for pair in PAIR_SOKRS})


def _spellings(spelled: re.Match[str]) -> tuple[str, ...]:
    return (spelled[1], spelled[1][:-1]) if spelled[2] else (spelled[1],)
