"""Do the lines that stand under each other in a column belong to sentences, or are they names and values of a table?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from opora.reading.pdf_amounts import broken_at_space, broken_inside
from opora.reading.pdf_lines import Line
from opora.reading.pdf_marks import is_caption, list_marker
from opora.reading.pdf_tables import is_value
from opora.reading.pdf_word import Word

GAP = 0.85  # of the font size: a narrower gap is one between words
_LONE = re.compile(
    r"^([•◦▪●‣∙·○■□➢✓►▶–—*\-\uf000-\uf0ff]|\(?([a-zа-яіїєґ]|[ivx]{1,4}|\d{1,2})[.)]|\d{1,2}(\.\d{1,3})+[.)]?)$", re.I
)
_HANGS = 2.5  # of the font size: what opens a list item stands no farther from its text
_END = re.compile(r"[.!?…]['»\"”’)\]]*[⁰¹²³⁴-⁹]*$")
_SHORT_FORM = re.compile(
    r"(^|[\s(/])(шт|руб|коп|грн|кг|гр?|мм?|см|тыс|тис|млн|млрд|мин|хв|сек|ч|час|год|мес|міс|дн?|р|чел|ос|ул|вул|кв|ед|од|buc|pcs?"
    r"|max|min|etc|inc|ltd|no|approx|nr|str|lei|mil|mld|vs|ca|др|пр|т|і|и)\.$",
    re.I,
)
# Units that are whole words too: short only after a number, a comma, a slash or another short form ("2 час.", "Срок,
# час."), whole after a word ("в час.", "один год."); in Ukrainian "год." is always short for an hour.
_WHOLE = re.compile(r"[^\W\d_]\s+час\.$|^[^іїєґ]*[^\W\d_іїєґ]\s+год\.$", re.I)
_BULLETS = "•◦▪●‣∙·○■□➢✓►▶"
_SPOKEN = re.compile(r"[^\W\d_]{2}")
_SENTENCE_WORDS = 3
_MANY = 7  # lines that follow each other in a column of text whose lines stand far apart
_LOOSEST = 2.3  # of the font size
_SHORT = 10
_LONG = 18  # characters in the usual line of a column of text


@dataclass(slots=True)
class Run:
    """Words of one printed line without a wide gap; edges and baseline in points."""

    words: list[Word]
    left: float
    right: float
    base: float
    size: float

    @property
    def reach(self) -> float:
        """What starts left of this is not parted from the run by a strip."""
        return self.right + GAP * self.size

    @property
    def text(self) -> str:
        return " ".join([word.text for word in self.words])

    @property
    def bold(self) -> bool:
        return self.words[0].bold and self.words[-1].bold


def runs_of(line: Line) -> list[Run]:
    """The line cut where a wide gap parts its words; what opens a list item stays with it."""
    words = line.words
    limit = GAP * line.size
    cuts = [n for n in range(1, len(words)) if words[n].box.left - words[n - 1].box.right >= limit]
    ends = [0, *(n for n in cuts if not _opens_item(words, n, cuts)), len(words)]
    return [
        Run(words[a:b], words[a].box.left, max(word.box.right for word in words[a:b]), words[a].base, words[a].size)
        for a, b in pairwise(ends)
    ]


def _opens_item(words: Sequence[Word], at: int, cuts: Sequence[int]) -> bool:
    mark = words[at - 1]
    near = words[at].box.left - mark.box.right < _HANGS * mark.size
    if near and (at == 1 or at - 1 in cuts) and _LONE.match(mark.text) is not None:
        return True
    return (
        at <= 3 and is_caption(" ".join([word.text for word in words[: at + 1]])) and not words[at - 1].text.isalpha()
    )


@dataclass(slots=True)
class Item:
    """Lines that belong together: a sentence or several, or what stands in one cell."""

    runs: list[Run]
    prose: bool = False

    @property
    def text(self) -> str:
        return " ".join([run.text for run in self.runs])

    @property
    def middle(self) -> float:
        return (self.runs[0].base + self.runs[-1].base) / 2


@dataclass
class Text:
    """What stands in one column of a band, top to bottom."""

    runs: list[Run]

    @cached_property
    def right(self) -> float:
        return max(run.right for run in self.runs)

    @cached_property
    def loose(self) -> float:
        """A step between lines that is wide and yet the usual one of a column of full lines; 0 where none is."""
        steps = sorted(b.base - a.base for a, b in pairwise(self.runs))
        full = sum(1 for run in self.runs if len(run.text) >= _LONG and len(run.words) >= _SENTENCE_WORDS)
        if len(steps) < _MANY or full < 0.8 * len(self.runs):
            return 0.0
        usual, size = steps[len(steps) // 2], self.runs[0].size
        even = sum(1 for step in steps if abs(step - usual) < 0.05 * size)
        return 1.05 * usual if usual < _LOOSEST * size and even >= 0.7 * len(steps) else 0.0

    @cached_property
    def items(self) -> list[Item]:
        out: list[Item] = []
        for at, run in enumerate(self.runs):
            if at and self.goes_on(at):
                out[-1].runs.append(run)
            else:
                out.append(Item([run]))
        for item in out:
            item.prose = self._is_prose(item)
        return out

    @cached_property
    def share(self) -> float:
        """Share of the letters that stand in sentences; headings count for neither side."""
        prose = other = 0
        for item, after in zip(self.items, [*self.items[1:], None], strict=True):
            if item.prose:
                prose += len(item.text)
            elif not self._heads(item, after):
                other += len(item.text)
        return prose / (prose + other) if prose + other else 0.0

    @cached_property
    def valued(self) -> float:
        """Share of the items that are amounts, shares, dates or counts."""
        return sum(1 for item in self.items if is_value(item.text)) / len(self.items)

    @cached_property
    def opens_valued(self) -> float:
        """Share of the lines that begin with a value, where the column holds several on a line."""
        starts = [self.runs[0], *(b for a, b in pairwise(self.runs) if b.base - a.base > 0.25 * b.size)]
        return sum(1 for run in starts if is_value(run.text)) / len(starts)

    @property
    def is_prose(self) -> bool:
        return self.share >= 0.5

    @property
    def is_cells(self) -> bool:
        return self.share <= 0.25

    def goes_on(self, at: int) -> bool:
        """Whether a line belongs to the same sentence, or the same cell, as the one over it."""
        before, run = self.runs[at - 1], self.runs[at]
        if not self.near(at):
            return False
        end, start = before.words[-1], run.words[0]
        if end.soft or end.text.endswith(("-", "‐")):
            return True
        left, right = [word.text for word in before.words[-2:]], [word.text for word in run.words[:2]]
        if broken_inside(left, right, False) or broken_at_space(left, right, False):
            return True
        if ends_sentence(before.text) or list_marker(run.text) or is_value(before.text):
            return False
        if not start.text[0].islower():
            return len(before.text) >= _LONG and not self.fits(at)
        if len(before.words) >= _SENTENCE_WORDS:
            return True
        return not self.fits(at) and (len(before.text) >= _SHORT or before.text[0].isupper())

    def near(self, at: int) -> bool:
        """Whether a line follows closely, in the same type."""
        before, run = self.runs[at - 1], self.runs[at]
        step, size = run.base - before.base, max(before.size, run.size)
        return (
            step < max(1.75 * size, self.loose)
            and abs(before.size - run.size) < 0.12 * size
            and before.bold == run.bold
        )

    def fits(self, at: int) -> bool:
        """Whether the first word of a line would have had room in the line over it: then the break is meant."""
        before, word = self.runs[at - 1], self.runs[at].words[0]
        return before.right + 0.25 * before.size + word.box.right - word.box.left < self.right - 0.5

    def _is_prose(self, item: Item) -> bool:
        text = item.text
        words = sum(len(run.words) for run in item.runs)
        spoken = sum(1 for run in item.runs for word in run.words if _SPOKEN.search(word.text))
        if list_marker(text):
            return spoken > 0 or text[0] in _BULLETS
        if spoken < 2:
            return False
        if ends_sentence(text):
            return words >= _SENTENCE_WORDS
        capitals = sum(1 for letter in text if letter.isupper())
        if capitals > 0.4 * sum(1 for letter in text if letter.isalpha()):
            return False
        return (
            len(item.runs) > 1 and words > 2 * len(item.runs) and all(len(run.text) >= _LONG for run in item.runs[:-1])
        )

    def _heads(self, item: Item, after: Item | None) -> bool:
        """A short line over sentences that stands out, or is the first of the column."""
        if after is None or not after.prose or is_value(item.text) or len(item.text) > 60:
            return False
        first = item.runs[0]
        stands_out = first.bold != after.runs[0].bold or first.size > 1.05 * after.runs[0].size
        return stands_out or item is self.items[0]


def ends_sentence(text: str) -> bool:
    """The text ends as a sentence does; not with a unit or another short form."""
    return _END.search(text) is not None and (_SHORT_FORM.search(text) is None or _WHOLE.search(text) is not None)


def in_rows(names: Text, other: Text) -> str:
    """How the lines of ``other`` keep to the items of ``names``: "begun" where these begin, "centred" on them, or ""."""
    if len(names.items) < 2:
        return ""
    begun = centred = 0
    for item in names.items:
        base = item.runs[0].base
        at = next((n for n, run in enumerate(other.runs) if abs(run.base - base) < 0.25 * run.size), None)
        begun += at is not None and (at == 0 or not other.goes_on(at))
        centred += any(abs(one.middle - item.middle) < 0.3 * one.runs[0].size for one in other.items)
    needed = max(2, 0.85 * len(names.items))
    return "begun" if begun >= needed else "centred" if centred >= needed else ""


def shared(values: Text, other: Text) -> float:
    """Share of the lines of ``values`` that stand on a baseline of ``other``."""
    bases = [run.base for run in other.runs]
    return sum(1 for run in values.runs if any(abs(run.base - base) < 0.25 * run.size for base in bases)) / len(
        values.runs
    )


def beside(texts: Sequence[Text]) -> list[Text]:
    """What of each column stands beside another, in whole sentences: a note under a table is in none of its columns."""
    if len(texts) < 2:
        return list(texts)
    firsts = sorted(text.runs[0].base for text in texts)
    lasts = sorted((text.runs[-1].base for text in texts), reverse=True)
    top, bottom = firsts[1], lasts[1]
    out = []
    for text in texts:
        first = next((n for n, run in enumerate(text.runs) if run.base >= top - 0.6 * run.size), len(text.runs) - 1)
        last = max((n for n, run in enumerate(text.runs) if run.base <= bottom + 0.6 * run.size), default=0)
        last = max(first, last)
        while first and text.goes_on(first):
            first -= 1
        while last + 1 < len(text.runs) and text.goes_on(last + 1):
            last += 1
        out.append(Text(text.runs[first : last + 1]))
    return out
