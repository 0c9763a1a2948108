"""What does another embedding model cost, and how is it taken into use without a stop? ``opora reindex``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from opora.commands.door import chosen, emit, example, plain, printable, standard
from opora.commands.laddering import cutting_of
from opora.errors import BackendError

if TYPE_CHECKING:
    from opora.domain.source import Version
    from opora.ladder import Recutting
    from opora.settings import Settings
    from opora.store.sqlite import SqliteLibrary
    from opora.wiring import Model


@click.command(epilog=example("opora reindex", "opora reindex --collection policies --yes"))
@click.option("--collection", callback=plain, help="Only this one; default: all.")
@click.option("--yes", is_flag=True, help="Do it; without this only the cost is shown.")
@standard
@click.pass_context
def reindex(context: click.Context, collection: str | None, yes: bool, library: str | None, as_json: bool) -> None:
    """Make the vectors of the model in the settings for everything that has none of them: first the cost, then --yes.

    They wait beside the library, stopped it goes on where it was, and the vectors before serve until all are there; then
    they change places in one transaction. Vectors of two models are never compared.
    """
    place, as_json = chosen(context, library, as_json)
    body = _reindexed(place, collection, yes)
    if as_json:
        emit(body)
        return
    cost = f"{body['texts']} texts, {body['tokens']} tokens"
    if not body["left"] and not body["done"]:
        click.echo(printable(f"every version has vectors of {body['model_id']}"))
    elif yes:
        click.echo(
            printable(
                f"{body['done']} version(s) have vectors of {body['model_id']} now; {body['embedded']} texts embedded"
            )
        )
    else:
        click.echo(
            printable(
                f"{body['left']} version(s) have no vectors of {body['model_id']}: {cost} to embed; --yes does it"
            )
        )


def _reindexed(place: Path, collection: str | None, yes: bool) -> dict[str, Any]:
    from opora.ladder import Cost, Waiting, recut_of, to_embed
    from opora.ports import Recut
    from opora.store.staged import Staged
    from opora.wiring import Model, open_library, open_settings

    settings = open_settings(place)
    model = Model(settings, wanted=True)
    embedder = model()
    if embedder is None:
        raise BackendError(model.warning or "there is no model", "see 'opora doctor'")
    texts = tokens = 0
    cost, cuts = Cost(), list[Recut]()
    store, staged = open_library(place), Staged(place)
    whole = False
    try:
        known = Waiting(staged, store)
        wanted = list(_stale(settings, model, store, collection))
        for how, version in wanted:
            more = to_embed(store, version, how, known)
            texts, tokens = texts + more[0], tokens + more[1]
        for how, version in wanted if yes else ():
            cuts.append(recut_of(store, version, how, known, cost))
        if cuts:
            store.recut("", None, cuts)
        whole = yes
    finally:
        store.close()
        staged.close(drop=whole)
    return {
        "model_id": embedder.model_id,
        "left": len(wanted) - len(cuts),
        "done": len(cuts),
        "texts": texts,
        "tokens": tokens,
        "embedded": cost.embedded,
    }


def _stale(
    settings: Settings, model: Model, store: SqliteLibrary, collection: str | None
) -> Iterator[tuple[Recutting, Version]]:
    """Versions without vectors of the model, and how each is cut; none whose collection may not leave this machine."""
    from opora.ladder import stale
    from opora.ports import Remote

    embedder = model()
    assert embedder is not None
    leaves = isinstance(embedder, Remote) and embedder.is_remote
    for name in _collections(store, collection):
        if not (leaves and name in settings.model.closed_collections):
            how = _how(settings, model, store, name)
            for version in stale(store, name, embedder.model_id):
                yield how, version


def _collections(store: SqliteLibrary, said: str | None) -> list[str]:
    from opora.commands.laddering import known_collection

    if said is not None:
        known_collection(store, said)
        return [said]
    return sorted({source.collection for source in store.sources()})


def _how(settings: Settings, model: Model, store: SqliteLibrary, collection: str) -> Recutting:
    return cutting_of(settings, model, collection, store.strategies().get(collection, "auto"))


COMMANDS = (reindex,)
