"""Which fragments of a version should a person look at? ``opora fragments VERSION --worst N``."""

from __future__ import annotations

import dataclasses

import click

from opora.commands.door import chosen, emit, printable


def look(context: click.Context, version_id: str, limit: int, library: str | None, as_json: bool) -> None:
    """Print at most ``limit`` fragments with what seems wrong with each, worst first."""
    from opora.commands.inspecting import known_version
    from opora.fragmenting.worst import worst
    from opora.wiring import open_library

    place, as_json = chosen(context, library, as_json)
    store = open_library(place)
    try:
        version = known_version(store, version_id)
        pieces, blocks = store.fragments(version.version_id), store.blocks(version.version_id)
    finally:
        store.close()
    found = worst(pieces, blocks, limit)
    if as_json:
        emit(
            [
                dataclasses.asdict(one.fragment)
                | {
                    "anchor": f"{one.fragment.version_id}:{one.fragment.path}",
                    "score": round(one.score, 3),
                    "reasons": [dataclasses.asdict(reason) for reason in one.reasons],
                }
                for one in found
            ]
        )
        return
    click.echo(f"{len(found)} of {len(pieces)} fragments should be looked at" if found else "nothing strange was found")
    for one in found:
        piece = one.fragment
        click.echo(printable(f"— {piece.version_id}:{piece.path}  [{piece.start}:{piece.end}]  {piece.tokens} tokens"))
        for reason in one.reasons:
            click.echo(printable(f"  {reason.code}: {reason.message}"))
        click.echo(printable(f"  {piece.text[:400]}\n"))
