"""Where may a sentence that is too long be cut? At clauses, else between words; never inside a word, value or reference."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable

from opora.domain.place import Span
from opora.language.atoms import reference_atoms, value_atoms
from opora.language.values import find_values

_CLAUSE = re.compile(r"(?<=[;:,)])\s+|\s+(?=[—–(])|\n+")
_GAP = re.compile(r"\s+")
_DIGIT = re.compile(r"\d")
# What holds on to the word after it: a number, the full stop of an abbreviation or initial, a sign, a negation.
_HOLDS = re.compile(
    r"(?:\d[\w.%‰°′″²³]*[)\]»”\"']*|(?<!\w)[^\W\d_]{1,6}(?:\.[^\W\d_]{1,6})*\.|[№§#$€£₴₽¥+±~≈<>≤≥=×/*]"
    r"|(?<!\w)(?:не|ни|ні|нет|без|nu|fără|not?|never|without))\Z",
    re.IGNORECASE,
)
# What holds on to the word before it: a number or what is measured, in brackets or not.
_HELD = re.compile(r"[(\[«„“\"']*(?:[№§#$€£₴₽¥+±~≈<>≤≥=×/*−-]\s?)?\d|[%‰°₽₴€$£¥=×/*<>≤≥]")
_NAMES = re.compile(r"\.\Z|\d[\w]*[)\]»”\"']*\Z|[×+=±-]\Z")
_SEEN, _AROUND = (
    24,
    120,
)  # characters on either side of a gap that tell whether words belong together, and of what value
_LONGEST_TOKEN = 40
"""Characters: text longer than the limit in such tokens is too long without counting it."""


def cut_long(text: str, span: Span, limit: int, count: Callable[[str], int]) -> list[Span]:
    """``span`` in parts of at most ``limit`` by ``count``, in order; a single word over the limit stays whole."""
    if _fits(text, span, limit, count):
        return [span]
    borders = _Borders(text, span)
    done: list[Span] = []
    todo = [span]
    while todo:
        part = todo.pop()
        border = None if _fits(text, part, limit, count) else borders.middle(part)
        if border is None:
            done.append(part)
        else:
            todo += [Span(border.end, part.end), Span(part.start, border.start)]
    return done


def _fits(text: str, span: Span, limit: int, count: Callable[[str], int]) -> bool:
    return len(span) <= _LONGEST_TOKEN * limit and count(span.of(text)) <= limit


class _Borders:
    """White space that may become a border, the best kind first: a clause's end, a gap between words, and at last any gap
    outside of values ("12 15 9 40 …")."""

    def __init__(self, text: str, span: Span) -> None:
        self._text = text
        self._inside: dict[Span, bool] = {}
        gaps = _outside(text, span, _GAP)
        loose = [gap for gap in gaps if not _is_bound(text, gap)]
        apart = [gap for gap in gaps if not _is_reference(text, gap)]
        clauses = [one for one in _outside(text, span, _CLAUSE) if not _is_bound(text, one)]
        self._kinds = ((clauses, 4), (loose, 0), (apart, 0), (gaps, 0))

    def middle(self, part: Span) -> Span | None:
        """The border nearest to the middle of a part: a clause's if it leaves a fair share on both sides, else a gap."""
        middle = (part.start + part.end) // 2
        for kind, share in self._kinds:
            room = len(part) // share if share else 0
            first = bisect_right(kind, part.start + room, key=lambda b: b.start)
            last = bisect_left(kind, part.end - room, key=lambda b: b.end)
            high = bisect_left(kind, middle, first, max(first, last), key=lambda b: b.start)
            low = high - 1
            while low >= first or high < last:
                below = middle - kind[low].start if low >= first else None
                if below is not None and (high >= last or below <= kind[high].start - middle):
                    one, low = kind[low], low - 1
                else:
                    one, high = kind[high], high + 1
                if not self._is_inside(one):
                    return one
        return None

    def _is_inside(self, border: Span) -> bool:
        """Whether a value goes on behind the border, one said in words too; only the text close to it is read."""
        if border not in self._inside:
            low, high = max(0, border.start - _AROUND), min(len(self._text), border.end + _AROUND)
            found = find_values(self._text[low:high])
            self._inside[border] = any(
                one.span.start + low < border.start and one.span.end + low > border.end for one in found
            )
        return self._inside[border]


def _outside(text: str, span: Span, border: re.Pattern[str]) -> list[Span]:
    """White space outside of all that is written in digits: amounts, dates, terms, numbers of clauses and of telephones."""
    said = span.of(text)
    whole = sorted([*value_atoms(said), *reference_atoms(said)]) if _DIGIT.search(said) else []
    found: list[Span] = []
    at = reached = 0
    for match in border.finditer(said):
        while at < len(whole) and whole[at].start < match.end():
            reached = max(reached, whole[at].end)
            at += 1
        if reached <= match.start():
            found.append(Span(match.start() + span.start, match.end() + span.start))
    return found


def _is_bound(text: str, gap: Span) -> bool:
    """Whether the words around a gap belong together though they are no value: "art. 5 alin. (2)", "кв. м", "not paid"."""
    if "\n\n" in gap.of(text):
        return False
    return bool(_HELD.match(text, gap.end)) or bool(_HOLDS.search(text[max(0, gap.start - _SEEN) : gap.start]))


def _is_reference(text: str, gap: Span) -> bool:
    """Whether a word or number names the number behind it: "стр. 5", "приложение № 2", "AG00 0225"."""
    if not _HELD.match(text, gap.end):
        return False
    return _NAMES.search(text[max(0, gap.start - _SEEN) : gap.start]) is not None or not text[gap.end].isdigit()
