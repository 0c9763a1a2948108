"""What is in the library, and how does it get in, change and leave?"""

from __future__ import annotations

import dataclasses
import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from opora.commands.door import chosen, emit, example, note_deed, own_deed, plain, printable, standard
from opora.commands.source_rows import (
    change_source,
    changed_words,
    changes_from,
    known_source,
    remove_source,
    source_row,
    version_row,
)
from opora.errors import UsageError

if TYPE_CHECKING:
    from opora.ingest import Item
    from opora.ingest_manifest import Entry


@click.command(epilog=example("opora init", "opora init /srv/answers --json"))
@click.argument("folder", required=False, metavar="[DIR]")
@standard
@click.pass_context
def init(context: click.Context, folder: str | None, library: str | None, as_json: bool) -> None:
    """Make a library: its settings file and an empty store."""
    from opora.wiring import create_library

    place, as_json = chosen(context, folder or library, as_json)
    settings = create_library(place)
    if as_json:
        emit({"library": str(place), "settings": {entry.path: entry.value for entry in settings.entries()}})
    else:
        click.echo(f"library made in {place}; next: opora --library {place} add PATH")


@click.command(
    epilog=example("opora add docs/", "opora add price.pdf --source-id price --label 2026-10 --valid-from 2026-10-01")
)
@click.argument("paths", nargs=-1, metavar="PATH...")
@click.option("--manifest", metavar="FILE", help="CSV or YAML with settings for each source.")
@click.option("--source-id", callback=plain, help="The source's id (one file only).")
@click.option("--label", callback=plain, help="The version's name, e.g. 2026-10.")
@click.option("--valid-from", callback=plain, metavar="DATE", help="First day in force.")
@click.option("--valid-until", callback=plain, metavar="DATE", help="Last day in force.")
@click.option("--collection", callback=plain)
@click.option("--jurisdiction", callback=plain)
@click.option("--purpose", callback=plain, help="products, documentation, faq or other.")
@click.option("--authority", callback=plain, help="A whole number; the higher one settles conflicts.")
@click.option("--owner", callback=plain)
@standard
@click.pass_context
def add(
    context: click.Context,
    /,
    paths: tuple[str, ...],
    manifest: str | None,
    library: str | None,
    as_json: bool,
    **said: Any,
) -> None:
    """Read, fragment, embed and publish files, folders or a manifest."""
    from opora.commands.progress import Bar
    from opora.ingest import add as add_entries
    from opora.wiring import Model, add_rules, open_library, open_settings

    place, as_json = chosen(context, library, as_json)
    entries, skipped = _wanted(paths, manifest, said)
    settings = open_settings(place)
    store = open_library(place)
    model = Model(settings)
    try:
        with Bar() as bar:
            items = add_entries(
                entries, store, dataclasses.replace(add_rules(settings, model, store.strategies()), tell=bar.tell)
            )
    finally:
        store.close()
    warnings = [model.warning] if model.warning else []
    if as_json:
        emit({"items": [dataclasses.asdict(item) for item in items], "skipped": skipped, "warnings": warnings})
    else:
        for line in [*(_item_line(item) for item in items), *(f"skipped  {line}" for line in skipped), *warnings]:
            click.echo(printable(line))
    if any(item.error for item in items):
        context.exit(1)


def _wanted(paths: tuple[str, ...], manifest: str | None, said: dict[str, Any]) -> tuple[list[Entry], list[str]]:
    from opora.ingest_collect import collect
    from opora.ingest_manifest import FieldError, as_source_id, given_from, read_manifest

    if not paths and not manifest:
        raise UsageError("nothing to add", "name a file, a folder or --manifest FILE")
    try:
        given = given_from({name: value for name, value in said.items() if name != "source_id"})
        source_id = as_source_id(said["source_id"]) if said["source_id"] else ""
    except FieldError as error:
        raise UsageError(str(error), "see 'opora add --help'") from error
    entries: list[Entry] = read_manifest(Path(manifest)) if manifest else []
    without = {entry.path.resolve() for entry in entries if entry.path is not None and "\x00" not in str(entry.path)}
    if manifest:
        without.add(Path(manifest).resolve())
    skipped: list[str] = []
    for path in paths:
        if not path.strip():
            raise UsageError("a path is empty", "name a file or a folder; '.' is this folder")
        if "://" in path[:12]:
            raise UsageError(f"collecting web sites is not built yet: {path!r}", "save the page and add the file")
        found, passed = collect(Path(path), given, frozenset(without))
        entries.extend(found)
        skipped.extend(passed)
    if source_id:
        if len(entries) != 1:
            raise UsageError(f"--source-id names one file, not {len(entries)}", "use a manifest for many")
        entries = [dataclasses.replace(entries[0], source_id=source_id)]
    return entries, skipped


def _item_line(item: Item) -> str:
    if item.error:
        return f"error    {item.name}: {item.error['message']}" + (
            f"; {item.error['hint']}" if item.error["hint"] else ""
        )
    how = "unchanged" if item.unchanged else f"{item.embedded} embedded, {item.reused_vectors} reused"
    return f"{item.state:8} {item.version_id}: {item.blocks} blocks, {item.fragments} fragments ({how})"


@click.command(epilog=example("opora sources", "opora sources --json"))
@standard
@click.pass_context
def sources(context: click.Context, library: str | None, as_json: bool) -> None:
    """List the sources with states and switches."""
    from opora.wiring import open_library

    place, as_json = chosen(context, library, as_json)
    store = open_library(place)
    try:
        rows = [source_row(source, store.versions(source.source_id)) for source in store.sources()]
    finally:
        store.close()
    if as_json:
        emit(rows)
        return
    for row in rows:
        switch = "on " if row["enabled"] else "off"
        error = f"  error: {row['error']}" if row["error"] else ""
        click.echo(
            printable(
                f"{row['state']:12} {switch} {row['source_id']}  [{row['collection']}]  {len(row['versions'])} version(s){error}"
            )
        )


@click.command(epilog=example("opora versions price"))
@click.argument("source_id", callback=plain, metavar="SOURCE")
@standard
@click.pass_context
def versions(context: click.Context, source_id: str, library: str | None, as_json: bool) -> None:
    """List the versions of a source with their validity."""
    from opora.wiring import open_library

    place, as_json = chosen(context, library, as_json)
    store = open_library(place)
    try:
        known_source(store, source_id)
        rows = [version_row(version) for version in store.versions(source_id)]
    finally:
        store.close()
    if as_json:
        emit(rows)
        return
    for row in rows:
        period = f"{row['valid_from'] or '…'} to {row['valid_until'] or '…'}"
        click.echo(printable(f"{row['status']:8} {row['version_id']}  {row['label']}  {period}  {row['media_type']}"))


@click.command(
    "set",
    epilog=example("opora set price enabled=false", "opora set price valid_until=2026-12-31 --version price@2026-10"),
)
@click.argument("source_id", callback=plain, metavar="SOURCE")
@click.argument("pairs", callback=plain, nargs=-1, required=True, metavar="KEY=VALUE...")
@click.option("--version", "version_id", callback=plain, help="Whose period to change; default: the current version.")
@standard
@click.pass_context
def set_(
    context: click.Context,
    source_id: str,
    pairs: tuple[str, ...],
    version_id: str | None,
    library: str | None,
    as_json: bool,
) -> None:
    """Change what is known about a source: enabled, authority, purpose, jurisdiction, owner, schedule, collection, valid_from, valid_until."""
    from opora.wiring import open_library

    place, as_json = chosen(context, library, as_json)
    changes = changes_from(pairs)
    store = open_library(place)
    try:
        row = change_source(store, source_id, changes, version_id)
        store.append_deed(own_deed("change source", changed_words(source_id, pairs)))
    finally:
        store.close()
    if as_json:
        emit(row)
    else:
        click.echo(printable(f"{source_id}: " + ", ".join(f"{key} = {value}" for key, value in changes.items())))


@click.command(epilog=example("opora remove old-price", "opora remove staff-list --erase"))
@click.argument("source_id", callback=plain, metavar="SOURCE")
@click.option("--erase", is_flag=True, help="Take its text out of traces and logged searches too, for good.")
@standard
@click.pass_context
def remove(context: click.Context, source_id: str, erase: bool, library: str | None, as_json: bool) -> None:
    """Delete a source with its text, fragments, vectors and facts."""
    place, as_json = chosen(context, library, as_json)
    body = remove_source(place, source_id, erase, dt.date.today().isoformat())
    note_deed(place, "erase" if erase else "remove", source_id)
    if as_json:
        emit(body)
        return
    gone = ", ".join(f"{count} {what}" for what, count in body["removed"].items())
    click.echo(printable(f"{source_id} removed: {gone}"))
    for line in body["left"]:
        click.echo(printable(f"not erased: {line}"), err=True)


COMMANDS = (init, add, sources, versions, set_, remove)
