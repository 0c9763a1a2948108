"""Which words of a form belong together: the name printed beside a field and what was typed into it?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from opora.domain.document import BlockKind
from opora.domain.place import Box
from opora.reading.options import NOT_TICKED, TICKED
from opora.reading.pdf_annots import Annotations, FormField, as_comment, inside
from opora.reading.pdf_lines import Line, rows
from opora.reading.pdf_word import Word

_NEAR = 2.0  # of the size: words farther apart are not one label
_OVER = 1.7  # of the size: how far above or under its field a label stands
_LONGEST = 90  # characters of a label


@dataclass(slots=True)
class Fixed:
    """Lines that are one block whatever stands around them, and the titles over that block alone."""

    kind: BlockKind
    lines: list[Line]
    top: float
    left: float
    right: float
    under: tuple[str, ...] = ()


def part_form(
    words: list[Word], found: Annotations, in_table: Callable[[Word], bool]
) -> tuple[list[Word], list[Fixed]]:
    """The words that go on as running text, and the blocks of the form and of notes written over the page.

    A note whose look is not in the file joins the comments. A value in a drawn table, inside a sentence or in a column of values stays where it is. A box to tick becomes the word
    ☒ or ☐ on the line it stands in; the captions of buttons are dropped.
    """
    form = _Form(words, found, in_table)
    notes = form.notes()
    fixed = [*notes, *form.pairs({id(word) for one in notes for line in one.lines for word in line.words})]
    _even_tops(fixed)
    taken = {id(word) for one in fixed for line in one.lines for word in line.words}
    return [word for word in form.words if id(word) not in taken], fixed


class _Form:
    """The words of one page, each with the field it stands in."""

    def __init__(self, words: list[Word], found: Annotations, in_table: Callable[[Word], bool]) -> None:
        self.found, self.in_table = found, in_table
        self.typed: dict[int, list[Word]] = {at: [] for at in range(len(found.fields))}
        self.printed: list[Word] = []
        smallest = sorted(range(len(found.fields)), key=lambda at: _area(found.fields[at].box))
        for word in words:
            home = next((at for at in smallest if inside(word, found.fields[at].box)), None)
            (self.printed if home is None else self.typed[home]).append(word)
        kept = [
            word for at, those in self.typed.items() if found.fields[at].kind in ("text", "signature") for word in those
        ]
        self.words = [*self.printed, *kept, *(self._tick(one) for one in found.fields if one.kind == "tick")]
        self.filled = [one for at, one in enumerate(found.fields) if one.kind == "text" and self.typed[at]]

    def notes(self) -> list[Fixed]:
        out: list[Fixed] = []
        for one in self.found.written:
            those = [word for word in self.printed if inside(word, one.box)]
            if those:
                who = f"written on the page by {one.by}" if one.by else "written on the page"
                out.append(Fixed("note", rows(those), *_ends(those), under=(who,)))
            elif one.said:  # the file does not say how it looks: some programs show it, others do not
                self.found.comments.append(as_comment(one.by, one.said, one.box.page))
        return out

    def pairs(self, taken: set[int]) -> list[Fixed]:
        out: list[Fixed] = []
        for at, one in enumerate(self.found.fields):
            if one.kind != "text" or not self.typed[at] or self._stays(one, self.typed[at]):
                continue
            value = rows(self.typed[at])
            label, beside = self._label(one, value, taken)
            taken.update(id(word) for word in label)
            lines = [Line([*label, *value[0].words]), *value[1:]] if beside else [*rows(label), *value]
            said = " ".join(word.text for word in label)
            under = (one.told,) if one.told and one.told.casefold() not in said.casefold() else ()
            out.append(Fixed("paragraph", lines, *_ends([*label, *self.typed[at]]), under=under))
        return out

    def _stays(self, one: FormField, value: list[Word]) -> bool:
        if self.in_table(value[0]):
            return True
        column = [other for other in self.filled if other is not one and _stacked(one.box, other.box)]
        if column and not self._left_of(one, value[0]):
            return True
        after = [word for word in self.printed if _level(word, value[-1]) and word.box.left >= one.box.right - 1]
        near = min(after, key=lambda word: word.box.left, default=None)
        if near is None or near.box.left - one.box.right > _NEAR * near.size:
            return False
        next_field = min(
            (f.box.left for f in self.found.fields if _same_row(f.box, one.box) and f.box.left > one.box.right - 1),
            default=None,
        )
        return next_field is None or near.box.left > next_field

    def _label(self, one: FormField, value: Sequence[Line], taken: set[int]) -> tuple[list[Word], bool]:
        """The words of the label, left to right, and whether they stand on the line of the value."""
        first = value[0].words[0]
        left = [word for word in self._left_of(one, first) if id(word) not in taken]
        if left:
            return left, True
        for under in (False, True):
            near = [word for word in self.printed if id(word) not in taken and _over(word, one.box, under)]
            line = max(rows(near), key=lambda line: line.base * (-1 if under else 1), default=None)
            run = _run(line.words, one.box) if line else []
            if run and len(" ".join(word.text for word in run)) <= _LONGEST:
                return run, False
        return [], False

    def _left_of(self, one: FormField, first: Word) -> list[Word]:
        """Printed words on the line of the value up to its field, none farther from the next than words of one label."""
        start = max(
            (
                f.box.right
                for f in self.found.fields
                if f is not one and _same_row(f.box, one.box) and f.box.right <= one.box.left + 1
            ),
            default=0.0,
        )
        line = [
            w for w in self.printed if _level(w, first) and w.box.right <= one.box.left + 2 and w.box.left >= start - 1
        ]
        line.sort(key=lambda word: word.box.left)
        run: list[Word] = []
        for word in reversed(line):
            if run and run[-1].box.left - word.box.right > _NEAR * word.size:
                break
            run.append(word)
        run.reverse()
        return run if len(" ".join(word.text for word in run)) <= _LONGEST else []

    def _tick(self, one: FormField) -> Word:
        box = one.box
        near = [
            w for w in self.printed if w.box.top < box.bottom and w.box.bottom > box.top and w.box.left >= box.right - 1
        ]
        label = min(near, key=lambda word: word.box.left, default=None)
        size, base = (label.size, label.base) if label else (box.bottom - box.top, box.bottom)
        return Word(TICKED if one.ticked else NOT_TICKED, box, size, base)


def _run(line: Sequence[Word], box: Box) -> list[Word]:
    """Of one line the words that go together and reach over or under the field."""
    runs: list[list[Word]] = []
    for word in line:
        if runs and word.box.left - runs[-1][-1].box.right <= _NEAR * word.size:
            runs[-1].append(word)
        else:
            runs.append([word])
    return next((run for run in runs if run[0].box.left < box.right and run[-1].box.right > box.left), [])


def _over(word: Word, box: Box, under: bool) -> bool:
    gap = word.box.top - box.bottom if under else box.top - word.box.bottom
    return -3 <= gap <= _OVER * word.size and word.box.left < box.right and word.box.right > box.left - 3 * word.size


def _even_tops(fixed: list[Fixed]) -> None:
    """Pairs on one printed line are read from left to right, however little one stands higher."""
    fixed.sort(key=lambda one: one.top)
    row: list[Fixed] = []
    ordered: list[Fixed] = []
    for one in fixed:
        if row and one.top - row[0].top > 0.6 * one.lines[0].size:
            ordered.extend(sorted(row, key=lambda each: each.left))
            row = []
        row.append(one)
        one.top = row[0].top
    ordered.extend(sorted(row, key=lambda each: each.left))
    fixed[:] = ordered


def _level(word: Word, other: Word) -> bool:
    shared = min(word.box.bottom, other.box.bottom) - max(word.box.top, other.box.top)
    return abs(word.base - other.base) < 0.5 * max(word.size, other.size) or shared > 0.5 * min(word.size, other.size)


def _same_row(first: Box, second: Box) -> bool:
    return min(first.bottom, second.bottom) - max(first.top, second.top) > 0.5 * min(
        first.bottom - first.top, second.bottom - second.top
    )


def _stacked(first: Box, second: Box) -> bool:
    gap = max(first.top, second.top) - min(first.bottom, second.bottom)
    return (
        abs(first.left - second.left) < 4
        and abs(first.right - second.right) < 4
        and gap < 0.6 * (first.bottom - first.top)
    )


def _area(box: Box) -> float:
    return (box.right - box.left) * (box.bottom - box.top)


def _ends(words: Sequence[Word]) -> tuple[float, float, float]:
    """Top, left and right."""
    return min(w.box.top for w in words), min(w.box.left for w in words), max(w.box.right for w in words)
