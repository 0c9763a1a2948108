"""What does another embedding model cost, and how is it taken into use without a stop? ``opora reindex``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from opora.commands.door import chosen, emit, example, plain, printable, standard
from opora.commands.laddering import cutting_of
from opora.errors import BackendError

if TYPE_CHECKING:
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

    One version after the other, each in a transaction: stopped, it goes on where it was. What is not done yet is found by
    words alone; vectors of two models are never compared.
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
    from opora.ladder import Cost, recut_of, stale, to_embed
    from opora.wiring import Model, open_library, open_settings

    settings = open_settings(place)
    model = Model(settings)
    embedder = model()
    if embedder is None:
        raise BackendError(model.warning or "there is no model", "see 'opora doctor'")
    texts = tokens = left = done = 0
    cost = Cost()
    store = open_library(place)
    try:
        for name in _collections(store, collection):
            how = _how(settings, model, store, name)
            for version in stale(store, name, embedder.model_id):
                more = to_embed(store, version, how, store)
                texts, tokens = texts + more[0], tokens + more[1]
                if yes:
                    store.recut(name, None, [recut_of(store, version, how, store, cost)])
                    done += 1
                else:
                    left += 1
    finally:
        store.close()
    return {
        "model_id": embedder.model_id,
        "left": left,
        "done": done,
        "texts": texts,
        "tokens": tokens,
        "embedded": cost.embedded,
    }


def _collections(store: SqliteLibrary, said: str | None) -> list[str]:
    from opora.commands.laddering import known_collection

    if said is not None:
        known_collection(store, said)
        return [said]
    return sorted({source.collection for source in store.sources()})


def _how(settings: Settings, model: Model, store: SqliteLibrary, collection: str) -> Recutting:
    return cutting_of(settings, model, collection, store.strategies().get(collection, "auto"))


COMMANDS = (reindex,)
