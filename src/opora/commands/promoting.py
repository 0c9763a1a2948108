"""May a way of cutting serve a collection? ``opora promote``."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from opora.commands.door import chosen, emit, example, plain, printable, standard
from opora.commands.laddering import HISTORY, agreed, cell_of, closing, cutting_of, known_collection, names_of
from opora.commands.reporting import noting, user_of
from opora.errors import LibraryError, UsageError


@click.command(
    epilog=example(
        "opora promote heading --collection policies", "opora promote recursive-1200c-150 --force --who Anna"
    )
)
@click.argument("strategy", callback=plain, metavar="STRATEGY")
@click.option("--collection", callback=plain, default="default")
@click.option("--force", is_flag=True, help="Though it was not measured, or does not beat the baseline.")
@click.option("--yes", is_flag=True, help="Let a model be called, where the strategy needs one and its cost was shown.")
@click.option("--who", callback=plain, help="Who says so; default: the user of this machine.")
@standard
@click.pass_context
def promote(context: click.Context, /, strategy: str, library: str | None, as_json: bool, **said: Any) -> None:
    """Let a strategy serve a collection: everything is cut anew in one transaction, and every citation stays where it is.

    STRATEGY is one that `opora ladder` showed to beat the baseline; `auto` gives the choice back to the settings.
    """
    place, as_json = chosen(context, library, as_json)
    body = _promoted(place, strategy, said)
    if as_json:
        emit(body)
        return
    cut = ", ".join(f"{name} {count}" for name, count in sorted(body["strategies"].items()))
    click.echo(
        printable(
            f"{strategy} serves collection {body['collection']}: {body['versions']} version(s), {body['fragments']} fragments"
            f" ({cut}), {body['embedded']} texts embedded, {body['reused_vectors']} vectors known already"
        )
    )
    for warning in body["warnings"]:
        click.echo(printable(f"warning: {warning}"), err=True)


def _promoted(place: Path, strategy: str, said: dict[str, Any]) -> dict[str, Any]:
    from opora.diagnosis.journal import append
    from opora.ladder import Chained, recuts, state_of
    from opora.wiring import Model, open_library, open_settings, open_trial, trial_is_there

    if strategy != "auto":
        names_of(strategy)
    settings, collection = open_settings(place), said["collection"]
    model = Model(settings)
    with ExitStack() as stack:
        store = stack.enter_context(closing(open_library(place)))
        known_collection(store, collection)
        measured = strategy == "auto" or _may_serve(place, strategy, collection, state_of(store, collection), said)
        known: list[Any] = [store]
        if trial_is_there(place, collection, strategy):
            known.append(stack.enter_context(closing(open_trial(place, collection, strategy))))
        how = agreed(cutting_of(settings, model, collection, strategy), strategy, store, collection, said["yes"])
        cuts, cost = recuts(store, collection, how, Chained(known))
        store.recut(collection, "" if strategy == "auto" else strategy, cuts)
    body = {
        "kind": "promote",
        "collection": collection,
        "strategy": strategy,
        "measured": measured,
        "versions": cost.versions,
        "fragments": cost.fragments,
        "strategies": cost.strategies,
        "embedded": cost.embedded,
        "reused_vectors": cost.reused,
        "date": dt.datetime.now().astimezone().isoformat(timespec="seconds"),
        "who": user_of(said["who"]),
    }
    file = place / HISTORY
    append(file, body, noting(place, file))
    return body | {"history": str(file), "warnings": [model.warning] if model.warning else []}


def _may_serve(place: Path, strategy: str, collection: str, state: str, said: dict[str, Any]) -> bool:
    """Whether the newest ladder of these very texts shows that it beats the baseline on answers and on citations."""
    from opora.fragmenting.rules import PROTOTYPES

    problem = _problem(place, strategy, collection, state)
    if strategy in PROTOTYPES:
        problem = f"{strategy} is a prototype that cuts inside sentences and amounts"
    if problem and not said["force"]:
        raise UsageError(problem, "measure it with 'opora ladder', choose another one, or say --force")
    return not problem


def _problem(place: Path, strategy: str, collection: str, state: str) -> str:
    row = _newest(place, strategy, collection)
    if row is None:
        return f"{strategy} was not measured on collection {collection!r}"
    run, found = row
    if run["state"] != state:
        return f"collection {collection!r} has changed since {strategy} was measured on {run['date']}"
    if not found["beats_baseline"]:
        return (
            f"{strategy} does not beat {run['baseline']} on answers and on citations"
            f" ({_pair(found, run, 'answer_correctness')}; {_pair(found, run, 'citation_accuracy')})"
        )
    return ""


def _newest(place: Path, strategy: str, collection: str) -> tuple[dict[str, Any], dict[str, Any]] | None:
    from opora.diagnosis.journal import read

    found = read(place / HISTORY)
    if found.broken:
        raise LibraryError(
            f"the history {str(place / HISTORY)!r} was altered: {found.broken}", "run 'opora ladder' anew"
        )
    for run in reversed(found.records):
        if run.get("kind") == "ladder" and run["collection"] == collection:
            for row in run["strategies"]:
                if row["strategy"] == strategy:
                    return run, row
    return None


def _pair(row: dict[str, Any], run: dict[str, Any], name: str) -> str:
    base = next(one for one in run["strategies"] if one["strategy"] == run["baseline"])
    return f"{name} {cell_of(base[name]['value'])} → {cell_of(row[name]['value'])}"


COMMANDS: Sequence[click.Command] = (promote,)
