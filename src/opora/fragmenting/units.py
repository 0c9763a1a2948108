"""Which parts of a document are never divided, and where does a section begin?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from opora.domain.document import Block, Parsed
from opora.domain.place import Span
from opora.fragmenting.cut import cut_long
from opora.fragmenting.rules import FragmentRules
from opora.language.groups import sentence_groups
from opora.language.sentences import sentences

Count = Callable[[str], int]
WHOLE = frozenset(("heading", "list_item", "table_row", "code"))
"""Kinds of blocks that are not cut as long as they fit."""

IN_GROUPS = frozenset(("sentence", "heading", "layout", "parent_child", "contextual", "late"))
"""Strategies that fill a fragment and ask for no single sentence. In characters, where the search for borders takes most of the
time, their units may be neighbouring sentences together: every border is still the end of a sentence."""
_GROUPED = 4  # part of the size (a quarter) that such a unit aims at
_SHORT_QUESTION = 300  # characters
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, row, list item, heading or line of code. ``bond``: how badly it wants to stay with the unit before.

    0 a new block, 1 inside a block, 2 an item after its lead-in or an answer after its question, 3 after a heading.
    """

    start: int
    end: int
    block: Block
    size: int
    bond: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Section:
    """Units from one heading to the next; a document without headings is one section."""

    units: tuple[Unit, ...]

    @property
    def size(self) -> int:
        return sum(unit.size for unit in self.units)


def standing(parsed: Parsed) -> list[Block]:
    """The blocks in order, each place in one of them: of a table its rows, where it has any."""
    tables_with_rows = {block.parent for block in parsed.blocks if block.kind == "table_row"}
    return [block for block in parsed.blocks if block.kind != "table" or block.path not in tables_with_rows]


def units_of(parsed: Parsed, rules: FragmentRules, count: Count) -> list[Unit]:
    """All units in order; together they hold everything in the blocks but white space."""
    count = cache(count)  # whether a sentence fits and how long it is are asked one after the other
    measure: Count = len if rules.measure == "chars" else count
    found: list[Unit] = []
    before: Block | None = None
    for block in standing(parsed):
        bond = _bond(parsed.text, before, block)
        for span in parts_of(parsed.text, block, block.span, rules, measure):
            held = span.of(parsed.text)
            tokens = count(held)
            size = tokens if measure is count else measure(held)
            found.append(Unit(span.start, span.end, block, size, bond, tokens))
            bond = 1
        before = block
    return found


def words_of(parsed: Parsed, rules: FragmentRules, count: Count) -> list[Unit]:
    """Every word a unit of its own: what cuts at a fixed size have to go by. Borders may be inside anything but a word."""
    measure: Count = (lambda word: len(word) + 1) if rules.measure == "chars" else cache(count)
    found: list[Unit] = []
    for block in standing(parsed):
        for word in _WORD.finditer(parsed.text, block.start, block.end):
            size = measure(word.group())
            found.append(Unit(word.start(), word.end(), block, size, 0, size if rules.measure == "tokens" else 1))
    return found


def _bond(text: str, before: Block | None, block: Block) -> int:
    if before is None or block.kind == "heading":
        return 3 if before is not None and _is_deeper(before, block) else 0
    if before.kind == "heading":
        return 3
    if block.kind == "list_item" and block.parent == before.path:
        return 2
    if before.kind == "table_row" and any(cell.is_header for cell in before.cells) and block.parent == before.parent:
        return 2
    ends = text[before.end - 1 : before.end]
    question = ends == "?" and before.end - before.start <= _SHORT_QUESTION and before.kind == "paragraph"
    return 2 if question and block.kind != "table_row" else 0


def _is_deeper(before: Block, block: Block) -> bool:
    return before.kind == "heading" and (block.level or 1) > (before.level or 1)


def parts_of(text: str, block: Block, within: Span, rules: FragmentRules, measure: Count) -> Iterator[Span]:
    """What of a block stays whole: an item, row or piece of code that fits; else its sentences or lines, else their clauses.

    ``within``: the block, or of running text a stretch of it between two sentences.
    """
    if block.kind in WHOLE and measure(block.span.of(text)) <= rules.limit:
        yield block.span
        return
    if block.kind == "code":
        parts = _lines(text, block.span)
    elif rules.measure == "chars" and rules.strategy in IN_GROUPS and not rules.overlap_or_default:
        parts = sentence_groups(within.of(text), max(rules.size_or_default // _GROUPED, 1))
    else:
        parts = sentences(within.of(text))
    for part in parts:
        if measure is len and len(part) <= rules.limit:
            yield part.moved(within.start)
        else:
            yield from cut_long(text, part.moved(within.start), rules.limit, measure)


def _lines(text: str, span: Span) -> list[Span]:
    """Lines of code, relative to the block; their indentation stays, blank lines do not count."""
    found: list[Span] = []
    at = 0
    for line in span.of(text).split("\n"):
        if line.strip():
            found.append(Span(at, at + len(line.rstrip())))
        at += len(line) + 1
    return found


def sections_of(units: list[Unit]) -> list[Section]:
    """Cut before every heading and slide; a heading directly under a higher one stays with it."""
    found: list[Section] = []
    held: list[Unit] = []
    for unit in units:
        if held and _opens_section(unit) and unit.block is not held[-1].block:
            found.append(Section(tuple(held)))
            held = []
        held.append(unit)
    if held:
        found.append(Section(tuple(held)))
    return found


def sections_in(blocks: Sequence[Block]) -> list[list[Block]]:
    """The blocks of each of the sections that ``sections_of`` makes of their units."""
    found: list[list[Block]] = []
    for block in blocks:
        before = found[-1][-1] if found else None
        opens = block.kind == "slide" or (block.kind == "heading" and not (before and _is_deeper(before, block)))
        if before is None or opens:
            found.append([])
        found[-1].append(block)
    return found


def _opens_section(unit: Unit) -> bool:
    return unit.block.kind == "slide" or (unit.block.kind == "heading" and unit.bond == 0)


def by_speaker(run: Sequence[Unit]) -> list[tuple[Unit, ...]]:
    """The run cut wherever another person begins to speak: a quote must never join what two people said."""
    return [tuple(units) for _, units in groupby(run, key=_voice)]


def _voice(unit: Unit) -> str | None:
    """Who speaks; of voices that are told apart but not named each turn is one of its own."""
    return unit.block.path if unit.block.speaker == "" else unit.block.speaker
