"""What happens when a person sees that a number was read wrongly? The version is published anew, with what stands there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from opora.domain.document import Block, Cell, Doubt, PageNote, Parsed
from opora.domain.doubt import UncertainNumber
from opora.domain.place import Piece, Span
from opora.domain.source import Source, Version
from opora.errors import LibraryError
from opora.ingest import AddRules, Road, Shelf
from opora.ingest_manifest import Entry, Given

_AROUND = ".,;:()[]"


def correct(library: Shelf, number: UncertainNumber, rules: AddRules) -> str:
    """Publish the number's version with what the person read in its place; the id of the new version, which takes over.

    The old one stays as it was, archived, for the traces that name it. What persons have settled goes over. A re-reading
    of the file, should it ever be needed, starts from the scan again.
    """
    version = library.version(number.version_id)
    original = library.original(version.bytes_digest) if version else None
    if version is None or original is None:
        raise LibraryError(f"{number.version_id} or its file is not there any more", "add the file again")
    core = number.text.strip(_AROUND)
    start = number.start + number.text.index(core) if core else number.start
    place, reads = Span(start, start + len(core)), number.reads
    road = _Corrected(version, library, rules)
    road.parsed = corrected(_parsed(library, version), place, reads)
    moved = _Moved(place, len(reads))
    text = road.parsed.text
    road.settled = tuple(
        replace(one, start=at.start, end=at.end, text=at.of(text))
        for one in library.doubts(version.version_id)
        if one.state == "confirmed" and (at := moved.span(one.start, one.end))
    )
    own = moved.span(number.start, number.end)
    confirmed = replace(number, state="confirmed", reads="", start=own.start, end=own.end, text=own.of(text))
    road.settled = (*road.settled, confirmed)
    return road.publish(original.read_bytes())


def corrected(parsed: Parsed, place: Span, reads: str) -> Parsed:
    """The same document with ``reads`` at the place; everything behind it moves."""
    moved = _Moved(place, len(reads))
    text = parsed.text[: place.start] + reads + parsed.text[place.end :]
    return replace(parsed, text=text, blocks=tuple(moved.block(block) for block in parsed.blocks))


class _Moved:
    """Where places of the text before are in the text after."""

    def __init__(self, place: Span, size: int) -> None:
        self.place, self.by = place, size - len(place)

    def at(self, where: int) -> int:
        if where <= self.place.start:
            return where
        return where + self.by if where >= self.place.end else min(where, self.place.end + self.by)

    def span(self, start: int, end: int) -> Span:
        return Span(self.at(start), self.at(end))

    def block(self, block: Block) -> Block:
        def piece(one: Piece) -> Piece:
            return replace(one, start=self.at(one.start), end=self.at(one.end))

        def cell(one: Cell) -> Cell:
            return replace(one, start=self.at(one.start), end=self.at(one.end))

        def doubt(one: Doubt) -> Doubt:
            return replace(one, start=self.at(one.start), end=self.at(one.end))

        return replace(
            block,
            start=self.at(block.start),
            end=self.at(block.end),
            cells=tuple(map(cell, block.cells)),
            pieces=tuple(found for found in map(piece, block.pieces) if found.start < found.end),
            doubts=tuple(map(doubt, block.doubts)),
        )


def _parsed(library: Shelf, version: Version) -> Parsed:
    """The version as it was read, from what the library holds of it."""
    report: dict[str, Any] = version.report
    pages = tuple(
        PageNote(
            *(page["number"], page["label"], 0.0, 0.0, page["chars"], page["needs_ocr"]),
            *(page.get("ocr_confidence"), page.get("ocr_languages") or ""),
        )
        for page in report.get("pages", ())
    )
    return Parsed(
        text=library.text(version.version_id),
        blocks=tuple(library.blocks(version.version_id)),
        media_type=version.media_type,
        reader=version.reader,
        title=version.title,
        pages=pages,
        left_out=tuple(report.get("left_out", ())),
        warnings=tuple(report.get("warnings", ())),
        meta=dict(report.get("meta", {})),
    )


class _Corrected(Road):
    """The road of a document whose reading is known."""

    parsed: Parsed

    def __init__(self, version: Version, library: Shelf, rules: AddRules) -> None:
        made_up = version.label == f"d-{version.text_digest[:8]}"
        period, label = version.validity, None if made_up else version.label
        given = Given(None, label, period.start, period.end, version.jurisdiction)
        super().__init__(Entry(version.source_id, version.title, given=given), library, rules)
        self.item.fingerprint = version.bytes_digest

    def publish(self, data: bytes) -> str:
        self._publish(data)
        return str(self.item.version_id)

    def _read(self, data: bytes) -> Parsed:
        return self.parsed

    def _source(self, known: Source | None) -> Source:
        if known is None:
            raise LibraryError(f"there is no source {self.entry.source_id!r}", "add the file again")
        return known
