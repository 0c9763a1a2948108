"""What exactly stands there? Reports, fragments, anchors and traces, as they are stored."""

from __future__ import annotations

import dataclasses
import json
import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from opora.commands.admitting import inventory
from opora.commands.door import chosen, emit, example, plain, printable, standard
from opora.errors import UsageError

if TYPE_CHECKING:
    from opora.domain.document import Block
    from opora.domain.place import Span
    from opora.domain.source import Version

_CELL = re.compile(r":col(\d+)$")


@click.command(epilog=example("opora report price@2026-10"))
@click.argument("version_id", callback=plain, metavar="VERSION")
@standard
@click.pass_context
def report(context: click.Context, version_id: str, library: str | None, as_json: bool) -> None:
    """The parse report of a version: pages, blocks by kind, what could not be read and why."""
    from opora.wiring import open_library

    place, as_json = chosen(context, library, as_json)
    store = open_library(place)
    try:
        version = known_version(store, version_id)
    finally:
        store.close()
    body = {
        "version_id": version.version_id,
        "source_id": version.source_id,
        "language": version.language,
    } | version.report
    if as_json:
        emit(body)
        return
    for key, value in body.items():
        if key != "pages" and value not in ([], {}, None, ""):
            click.echo(
                printable(
                    f"{key:20} {value if isinstance(value, str | int) else json.dumps(value, ensure_ascii=False)}"
                )
            )
    for page in version.report.get("pages", []):  # type: ignore[attr-defined]
        ocr = "  needs OCR" if page["needs_ocr"] else ""
        click.echo(printable(f"page {page['label'] or page['number']}: {page['chars']} characters{ocr}"))


def known_version(store: Any, version_id: str) -> Version:
    """The version (a source id alone: its latest), or a UsageError that names the nearest."""
    from opora.settings import nearest

    version: Version | None = store.version(version_id)
    if version is None:
        of_source = store.versions(version_id.partition("@")[0])
        if of_source and "@" not in version_id:
            latest: Version = of_source[-1]
            return latest
        known = [one.version_id for one in of_source] or [one.source_id for one in store.sources()][:50]
        raise UsageError(
            f"there is no version {version_id!r}", nearest(version_id, known) if known else "the library is empty"
        )
    return version


@click.command(epilog=example("opora fragments price@2026-10 --sample 5", "opora fragments price@2026-10 --worst 20"))
@click.argument("version_id", callback=plain, metavar="VERSION")
@click.option("--sample", type=click.IntRange(min=1), help="Only so many, the same ones every time.")
@click.option("--worst", type=click.IntRange(min=1), help="Only those a person should look at, worst first, with why.")
@standard
@click.pass_context
def fragments(
    context: click.Context, version_id: str, sample: int | None, worst: int | None, library: str | None, as_json: bool
) -> None:
    """The fragments of a version as they are."""
    if worst is not None:
        from opora.commands.looking import look

        look(context, version_id, worst, library, as_json)
        return
    from opora.wiring import open_library

    place, as_json = chosen(context, library, as_json)
    store = open_library(place)
    try:
        version = known_version(store, version_id)
        pieces = store.fragments(version.version_id)
    finally:
        store.close()
    if sample is not None and sample < len(pieces):
        pieces = [pieces[n] for n in sorted(random.Random(version.version_id).sample(range(len(pieces)), sample))]
    rows = [dataclasses.asdict(piece) | {"anchor": f"{piece.version_id}:{piece.path}"} for piece in pieces]
    if as_json:
        emit(rows)
        return
    for row in rows:
        click.echo(printable(f"— {row['anchor']}  [{row['start']}:{row['end']}]  {row['tokens']} tokens"))
        if row["context"]:
            click.echo(printable(f"  ({row['context']})"))
        click.echo(printable(f"  {row['text']}\n"))


@click.command(
    epilog=example("opora show price@2026-10:para3", "opora show 'ho3@2024:p2:t1:row3:col2' --page-image place.png")
)
@click.argument("anchor", callback=plain, metavar="ANCHOR")
@click.option("--page-image", metavar="FILE.png", help="Draw the page with the place marked.")
@standard
@click.pass_context
def show(context: click.Context, anchor: str, page_image: str | None, library: str | None, as_json: bool) -> None:
    """The quote at an anchor, its place, neighbours, parent and version."""
    from opora.wiring import open_library

    place, as_json = chosen(context, library, as_json)
    store = open_library(place)
    try:
        body = shown(store, anchor)
        if page_image:
            body["page_image"] = draw(store, body, Path(page_image))
    finally:
        store.close()
    emit(body) if as_json else _print_block(body)


def shown(store: Any, anchor: str) -> dict[str, Any]:
    """Everything about one place; ``text[start:end] == quote`` in the version's text."""
    from opora.domain.anchor import Anchor
    from opora.domain.place import line_boxes

    try:
        address = Anchor.parse(anchor)
    except ValueError as error:
        raise UsageError(str(error), "copy it from a citation or from 'opora search --json'") from error
    version = known_version(store, address.version_id)
    text: str = store.text(version.version_id)
    block, cell, span = _place(store, version, address)
    whole = store.blocks(version.version_id)
    pieces = [piece for one in whole if one.start < span.end and one.end > span.start for piece in one.pieces]
    before, after = _neighbours(whole, block)
    start, end = version.validity.start, version.validity.end
    return {
        "anchor": anchor,
        "quote": text[span.start : span.end],
        "start": span.start,
        "end": span.end,
        "source_id": version.source_id,
        "version_id": version.version_id,
        "label": version.label,
        "valid_from": start.isoformat() if start else None,
        "valid_until": end.isoformat() if end else None,
        "title": version.title,
        "media_type": version.media_type,
        "fingerprint": version.bytes_digest,
        "text_digest": version.text_digest,
        "kind": block.kind if block else "version",
        "page": block.page if block else None,
        "page_label": block.page_label if block else None,
        "sheet": block.sheet if block else None,
        "section": block.section if block else None,
        "headings": list(block.headings) if block else [],
        "row": block.row if block else None,
        "row_header": block.row_header if block else "",
        "speaker": block.speaker if block else None,
        "time": block.time if block else None,
        "column": cell.column if cell else None,
        "column_header": cell.header if cell else None,
        "parent": _neighbour(version, text, next((one for one in whole if block and one.path == block.parent), None)),
        "before": _neighbour(version, text, before),
        "after": _neighbour(version, text, after),
        "boxes": [dataclasses.asdict(box) for box in line_boxes(pieces, span)],
    }


def _place(store: Any, version: Version, address: Any) -> tuple[Block | None, Any, Span]:
    """The block, the cell if one is named, and the span in the version's text."""
    from opora.domain.place import Span

    path, match = address.path, _CELL.search(address.path)
    block: Block | None = store.block(version.version_id, path) if path else None
    cell = None
    if block is None and match:
        block = store.block(version.version_id, path[: match.start()])
        cell = next((one for one in block.cells if one.column == int(match[1])), None) if block else None
    if path and (block is None or (match and cell is None and block.path != path)):
        raise UsageError(f"there is no place {str(address)!r}", f"see 'opora fragments {version.version_id}'")
    area = Span(0, len(store.text(version.version_id)))
    if block is not None:
        area = Span(cell.start, cell.end) if cell else block.span
    if address.span is None:
        return block, cell, area
    span = address.span.moved(area.start)
    if span.end > area.end:
        raise UsageError(f"{str(address)!r} ends after the place it is in", f"that place has {len(area)} characters")
    return block, cell, span


def _neighbours(whole: list[Block], block: Block | None) -> tuple[Block | None, Block | None]:
    if block is None:
        return None, None
    before = [one for one in whole if one.end <= block.start and one.kind != "table"]
    after = [one for one in whole if one.start >= block.end and one.kind != "table"]
    return (before[-1] if before else None), (after[0] if after else None)


def _neighbour(version: Version, text: str, block: Block | None) -> dict[str, Any] | None:
    if block is None:
        return None
    return {"anchor": f"{version.version_id}:{block.path}", "kind": block.kind, "text": text[block.start : block.end]}


def draw(store: Any, body: dict[str, Any], target: Path) -> dict[str, Any]:
    """The page (of a source without pages, its text) as a PNG, what ``shown`` gave marked on it."""
    from opora.domain.place import Box, Span
    from opora.page_image import draw_page, draw_text, has_pages

    original = store.original(body["fingerprint"]) if has_pages(body["media_type"]) else None
    if original is not None and body["boxes"]:
        page = draw_page(original, body["media_type"], [Box(**box) for box in body["boxes"]], target)
        return {"file": str(target), "page": page, "of": "page"}
    draw_text(store.text(body["version_id"]), Span(body["start"], body["end"]), target)
    return {"file": str(target), "page": None, "of": "text"}


def _print_block(body: dict[str, Any]) -> None:
    click.echo(printable(f"“{body['quote']}”\n"))
    for key in (
        "anchor",
        "version_id",
        "label",
        "title",
        "kind",
        "page",
        "sheet",
        "section",
        "row_header",
        "column_header",
        "speaker",
        "time",
    ):
        if body[key] not in (None, ""):
            click.echo(printable(f"{key:14} {body[key]}"))
    click.echo(f"{'in force':14} {body['valid_from'] or '…'} to {body['valid_until'] or '…'}")
    if body["headings"]:
        click.echo(printable(f"{'headings':14} {' › '.join(body['headings'])}"))
    for key in ("parent", "before", "after"):
        if body[key]:
            click.echo(printable(f"{key:14} {body[key]['text'][:160]}  ({body[key]['anchor']})"))
    image = body.get("page_image")
    if image:
        what = f"page {image['page']}" if image["page"] else "the text (this source has no pages)"
        click.echo(f"{'drawn':14} {what} in {image['file']}")


@click.command(epilog=example("opora trace 0192f3c4 --json"))
@click.argument("trace_id", callback=plain, metavar="ID")
@standard
@click.pass_context
def trace(context: click.Context, trace_id: str, library: str | None, as_json: bool) -> None:
    """The whole chain of one reply: what came in and out of every stage."""
    from opora.wiring import open_library

    place, as_json = chosen(context, library, as_json)
    store = open_library(place)
    try:
        kept = store.trace(trace_id)
    finally:
        store.close()
    if kept is None:
        raise UsageError(f"there is no trace {trace_id!r}", "copy the id from a reply")
    body: Any = dataclasses.asdict(kept)
    if as_json:
        emit(body)
        return
    click.echo(printable(f"{kept.question}\nasked for {kept.at}, assistant {kept.assistant}, channel {kept.channel}"))
    for number, step in enumerate(kept.steps, start=1):
        click.echo(printable(f"\n{number}. {step.name}  ({step.took_ms:.1f} ms)"))
        click.echo(printable(f"   in   {_short(step.input)}\n   out  {_short(step.output)}"))
    click.echo(
        printable(f"\nreply: {kept.reply.get('text', '')}\ndigest {kept.digest}\nprevious {kept.previous or '-'}")
    )


def _short(thing: object) -> str:
    text = json.dumps(thing, ensure_ascii=False, default=str)
    return text if len(text) <= 600 else f"{text[:600]}… ({len(text)} characters; --json shows all)"


COMMANDS = (report, fragments, show, trace, inventory)
