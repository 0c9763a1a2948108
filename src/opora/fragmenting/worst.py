"""Which fragments should a person look at before a version goes live, and why?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from opora.domain.document import Block
from opora.domain.source import Fragment
from opora.fragmenting.semantic import likeness_of, worded
from opora.language.sentences import sentences

_SHORT = 5  # words under which a fragment says nothing alone
_LONG = 700  # tokens over which the model does not read it to its end
_MENU = 6  # lines or links of a menu, at least
_MENU_WORDS, _MENU_LINE = 3.0, 5  # words of a line, on average and at most, that no sentence has
_NAMED = 0.8  # share of words with a capital from which a line is a row of names
_EMPTY = 0.5  # share of a table's cells without anything in them
_MIXED = 0.05  # likeness of two halves under which they share no word that matters
_BOUND = 0.5  # share of the sentences of each half that must share a word with another one of it
_MANY = 8  # sentences from which a change of subject can be told
_ALL = 0.8  # share of what is said that must be sentences to their end
_ENDED = re.compile(r"[.!?…][\"'”»)\]]*\s*$")
_ODD = re.compile(r"[^\w\s.,;:!?()«»„“”\"'’%№§/\\+=@&*#€$£₽₴°\[\]<>|…–—-]")
_WESTERN = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_WRONG = re.compile(
    rf"\(cid:\d+\)|(?:[ÂÃÄÅÈÐÑ][\u0080-\u00bf{_WESTERN}])+|â€[\u0080-\u00bf{_WESTERN}]"
    r"|(?:[РС][\u00a0-\u00bbЀ-Џѐ-џґ‘’“”•–—™›‹…†‡€‰№]){3,}"
)
"""Codes of glyphs, and UTF-8 that was read as Windows-1252 or as Windows-1251."""
_LETTER = re.compile(r"[^\W\d_]")
_SEPARATED = re.compile(r"\s*(?:[|•·»›/]|\s{3,})\s*")
_END = re.compile(r"[.!?…:;]")


@dataclass(frozen=True, slots=True)
class Reason:
    """``code`` for programs, ``message`` for people, ``weight`` from 0 to 1: how surely something is wrong."""

    code: str
    message: str
    weight: float


@dataclass(frozen=True, slots=True)
class Looked:
    """A fragment with all that seems wrong with it, and how much that is."""

    fragment: Fragment
    reasons: tuple[Reason, ...]

    @property
    def score(self) -> float:
        return sum(reason.weight for reason in self.reasons)


Look = Callable[[Fragment, Sequence[Block]], Reason | None]


def worst(fragments: Sequence[Fragment], blocks: Sequence[Block], limit: int) -> list[Looked]:
    """At most ``limit`` fragments that have something wrong with them, worst first; of equal ones the first in the text."""
    found: list[Looked] = []
    repeated = Counter(_spelling(piece.text) for piece in fragments)
    at = 0
    for piece in fragments:
        while at < len(blocks) and blocks[at].end <= piece.start:
            at += 1
        own = [block for block in _from(blocks, at, piece) if block.start < piece.end and block.end > piece.start]
        reasons = [reason for look in LOOKS if (reason := look(piece, own)) is not None]
        reasons.extend(_repeats(piece, repeated))
        if reasons:
            found.append(Looked(piece, tuple(reasons)))
    return sorted(found, key=lambda one: (-one.score, one.fragment.start))[:limit]


def _from(blocks: Sequence[Block], at: int, piece: Fragment) -> Sequence[Block]:
    """Blocks from ``at`` on, and the table before that its rows stand in."""
    stop = at
    while stop < len(blocks) and blocks[stop].start < piece.end:
        stop += 1
    return blocks[max(at - 1, 0) : stop]


def _spelling(text: str) -> tuple[str, ...]:
    return tuple(text.casefold().split())


def _repeats(piece: Fragment, repeated: Mapping[tuple[str, ...], int]) -> list[Reason]:
    times = repeated[_spelling(piece.text)]
    return [Reason("repeated", f"the same words stand in {times} fragments", 0.6)] if times > 1 else []


def _too_short(piece: Fragment, own: Sequence[Block]) -> Reason | None:
    words = len(piece.text.split())
    if own and all(block.kind == "heading" for block in own):
        return Reason("heading_alone", "it is a heading with nothing under it", 0.7)
    if any(block.kind in ("table_row", "code", "turn") for block in own) or words >= _SHORT:
        return None
    return Reason(
        "too_short", f"it has {words} word(s): nothing can be answered from it alone", 0.5 + 0.1 * (_SHORT - words)
    )


def _too_long(piece: Fragment, own: Sequence[Block]) -> Reason | None:
    if piece.tokens <= _LONG:
        return None
    return Reason("too_long", f"it has {piece.tokens} tokens: the model reads no more than 512 of them", 0.6)


def _menu(piece: Fragment, own: Sequence[Block]) -> Reason | None:
    """Many short parts in a row without an end mark: navigation, a breadcrumb, links that a reader put on one line."""
    if any(block.kind in ("table_row", "code", "turn") or _is_listed(block) for block in own):
        return None
    lines = [line for line in piece.text.split("\n") if line.strip()]
    parts = _short_run(lines) or _short_run([part for part in _SEPARATED.split(piece.text) if part.strip()])
    if not parts:
        parts = next((named for line in lines if _is_names(named := line.split())), [])
    if not parts:
        return None
    words = sum(len(part.split()) for part in parts) / len(parts)
    return Reason("menu", f"{len(parts)} parts of {words:.1f} words each, none a sentence: it looks like a menu", 0.8)


def _is_listed(block: Block) -> bool:
    """An item of a list that something leads in."""
    return block.kind == "list_item" and block.parent is not None


def _short_run(lines: Sequence[str]) -> list[str]:
    """The longest row of lines that are no sentences, if it is long enough for a menu; a list after its lead-in is none."""
    longest: list[str] = []
    held: list[str] = []
    listed = False
    for line in [*lines, "."]:
        said = line.rstrip()
        short = len(said.split()) <= _MENU_LINE and not _END.search(said[-2:]) and not any(c.isdigit() for c in said)
        if short and not listed:
            held.append(line)
            continue
        listed = said.endswith(":") or (short and listed)
        longest = max(longest, held, key=len)
        held = []
    spoken = sum(len(line.split()) for line in longest)
    return longest if len(longest) >= _MENU and spoken <= _MENU_WORDS * len(longest) else []


def _is_names(words: Sequence[str]) -> bool:
    """Whether a line is a row of names without anything that joins them: "Home Products Prices About us Contact Press"."""
    named = sum(word[:1].isupper() and not (word.isupper() and len(word) > 1) for word in words)
    return len(words) >= _MENU and named >= _NAMED * len(words) and all(word.isalpha() for word in words)


def _wreckage(piece: Fragment, own: Sequence[Block]) -> Reason | None:
    """Rows of which most cells are empty or all but one column is, and numbers without anything that names them."""
    rows = [block for block in own if block.kind == "table_row"]
    cells = [cell for row in rows for cell in row.cells]
    if rows and cells:
        empty = sum(cell.start == cell.end for cell in cells) / len(cells)
        if empty > _EMPTY:
            return Reason("table_wreckage", f"{empty:.0%} of its table cells are empty", 0.8)
        widths = Counter(len(row.cells) for row in rows)
        usual = widths.most_common(1)[0][1] / len(rows)
        if len(rows) >= 4 and usual < 0.5:
            return Reason("table_wreckage", f"its {len(rows)} rows have {len(widths)} different numbers of cells", 0.7)
        return None
    words = piece.text.split()
    numbers = sum(not _LETTER.search(word) for word in words)
    if len(words) >= 12 and numbers > 0.7 * len(words) and not any(block.kind == "code" for block in own):
        return Reason("table_wreckage", f"{numbers} of {len(words)} words are numbers, and nothing names them", 0.9)
    return None


def _garbled(piece: Fragment, own: Sequence[Block]) -> Reason | None:
    rest = _WRONG.sub("", piece.text)
    odd = len(piece.text) - len(rest) + len(_ODD.findall(rest))
    share = odd / max(len(piece.text), 1)
    if share < 0.08 or any(block.kind == "code" for block in own):
        return None
    return Reason("garbled", f"{share:.0%} of its characters belong to no text", 0.8)


def _mixed(piece: Fragment, own: Sequence[Block]) -> Reason | None:
    """Two parts of it, each holding together, that share no word that matters.

    Of sentences that share no words at all, words do not tell whether they are about one thing; lines of a form, of a list
    or of an index are no sentences.
    """
    if any(block.kind in ("table_row", "code") for block in own):
        return None
    spoken = [span.of(piece.text) for span in sentences(piece.text)]
    if sum(_ENDED.search(one) is not None for one in spoken) < max(_MANY, _ALL * len(spoken)):
        return None
    likeness = likeness_of(spoken, None)
    inner = likeness[2:-2]
    at = int(inner.argmin()) + 3
    if inner[at - 3] > _MIXED or min(_bound(spoken[:at]), _bound(spoken[at:])) < _BOUND:
        return None
    return Reason("mixed_topics", f"nothing joins what comes before “{spoken[at][:60]}” with what comes after", 0.5)


def _bound(spoken: Sequence[str]) -> float:
    """The share of sentences that have a word that matters in common with another one of them."""
    vectors = worded(spoken)
    likeness = vectors @ vectors.T
    return float((likeness.max(axis=1, where=~np.eye(len(spoken), dtype=bool), initial=0.0) > _MIXED).mean())


def _no_end(piece: Fragment, own: Sequence[Block]) -> Reason | None:
    last = own[-1] if own else None
    if last is None or last.kind not in ("paragraph", "list_item") or len(piece.text.split()) < _SHORT:
        return None
    if piece.text.rstrip().endswith((",", "-", "–", "—", " и", " and", " та", " și")):
        return Reason("unfinished", "it breaks off: its last words want something after them", 0.4)
    return None


def _unsure(piece: Fragment, own: Sequence[Block]) -> Reason | None:
    return Reason("uncertain_number", "a number in it was not read surely", 0.5) if piece.uncertain else None


LOOKS: tuple[Look, ...] = (_too_short, _too_long, _menu, _wreckage, _garbled, _mixed, _no_end, _unsure)
