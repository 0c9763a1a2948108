"""How is a PDF of thousands of pages read in bounded memory, and gone on with after a crash? Part by part, each kept."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from opora.domain.document import Block, Parsed
from opora.reading.wire import pack, unpack

Told = Callable[[int, int], None]
"""Called after each part with how many of how many pages are read."""


@dataclass(frozen=True, slots=True)
class Window:
    """Pages ``first`` to ``stop`` (from 0, the last not in it), and how many characters of text stand before them."""

    first: int
    stop: int
    before: int = 0


class LongFileError(Exception):
    """A file of so many pages that it is to be read in parts."""

    def __init__(self, pages: int) -> None:
        super().__init__(pages)
        self.pages = pages


@dataclass(frozen=True, slots=True)
class Parts:
    """Where parts that are read are kept until the file is published; its name holds all that decides what they say.

    ``mark``: an empty file that says who is reading, made before the first part is kept; ``""``: nobody is told.
    """

    folder: Path
    mark: str = ""

    def found(self, window: Window) -> Parsed | None:
        """The part as it was read before a crash; ``None`` when it is not there or not whole."""
        try:
            data = self._file(window).read_bytes()
            self._say()
            kept = unpack(data, packed=True)
        except (OSError, ValueError, TypeError, EOFError, pickle.UnpicklingError):
            return None
        return kept[1] if kept[0] == "parsed" else None

    def keep(self, window: Window, part: Parsed) -> None:
        """Write it whole or not at all; a full disk only costs that it is read again."""
        file = self._file(window)
        half = file.with_suffix(f".{os.getpid()}")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._say()
            half.write_bytes(pack(("parsed", part)))
            half.replace(file)
        except OSError:
            half.unlink(missing_ok=True)

    def _say(self) -> None:
        if self.mark:
            (self.folder / self.mark).touch()

    def _file(self, window: Window) -> Path:
        return self.folder / f"{window.first}-{window.stop}-{window.before}.part"


_GAP = "\n\n"


def read_parts(
    pages: int, size: int, one: Callable[[Window], Parsed], parts: Parts | None = None, told: Told | None = None
) -> Parsed:
    """The whole file: ``size`` pages at once, those kept by ``parts`` not read again."""
    read: list[Parsed] = []
    before = 0
    for first in range(0, pages, size):
        window = Window(first, min(first + size, pages), before)
        part = parts.found(window) if parts else None
        if part is None:
            part = one(window)
            if parts:
                parts.keep(window, part)
        if part.text:
            before += len(part.text) + len(_GAP)
        read.append(part)
        if told is not None:
            told(window.stop, pages)
    return _joined(read)


def _joined(read: list[Parsed]) -> Parsed:
    """One document; headings that are open at the end of a part go on over the next one."""
    blocks: list[Block] = []
    above: list[_Heading] = []
    before = 0
    for part in read:
        above = _carry(part, before, above, blocks)
        before += len(part.text) + len(_GAP) if part.text else 0
    return replace(
        read[0],
        text=_GAP.join(part.text for part in read if part.text),
        blocks=tuple(blocks),
        pages=tuple(chain.from_iterable(part.pages for part in read)),
        left_out=tuple(chain.from_iterable(part.left_out for part in read)),
        warnings=(*dict.fromkeys(chain.from_iterable(part.warnings for part in read)), _told(read)),
    )


def _told(read: list[Parsed]) -> str:
    return (
        f"a long file: read in {len(read)} parts of {len(read[0].pages)} pages; what crosses from one part to the next "
        "is two blocks there, and the ranks of headings are judged in each part by itself"
    )


_Heading = tuple[int, str, str | None]  # level, title, printed number


def _carry(part: Parsed, before: int, above: list[_Heading], out: list[Block]) -> list[_Heading]:
    """Add the blocks of a part, those that stand under ``above`` with its titles; what is open at the part's end."""
    inside: list[_Heading] = []
    for block in part.blocks:
        if block.kind == "heading":
            level = block.level or 1
            above = [one for one in above if one[0] < level]
            inside = [one for one in inside if one[0] < level]
        if above:
            number = next((number for _, _, number in reversed(above) if number), None)
            titles = tuple(title for _, title, _ in above)
            out.append(replace(block, headings=(*titles, *block.headings), section=block.section or number))
        else:
            out.append(block)
        if block.kind == "heading":
            inside.append((block.level or 1, part.text[block.start - before : block.end - before], block.section))
    return [*above, *inside]


def placed(part: Parsed, by: int) -> Parsed:
    """The same part, its places counted from ``by`` characters on."""
    return replace(part, blocks=tuple(_moved(block, by) for block in part.blocks))


def _moved(block: Block, by: int) -> Block:
    return replace(
        block,
        start=block.start + by,
        end=block.end + by,
        cells=tuple(replace(cell, start=cell.start + by, end=cell.end + by) for cell in block.cells),
        pieces=tuple(replace(piece, start=piece.start + by, end=piece.end + by) for piece in block.pieces),
        doubts=tuple(replace(doubt, start=doubt.start + by, end=doubt.end + by) for doubt in block.doubts),
    )
