"""Which way of cutting answers this collection's own questions best, and may it serve? ``opora ladder``, ``opora promote``."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from opora.commands.door import chosen, emit, example, plain, printable, standard
from opora.commands.reporting import file_digest, noting, user_of
from opora.errors import LibraryError, UsageError

if TYPE_CHECKING:
    from opora.fragmenting.rules import FragmentRules
    from opora.ingest import AddRules
    from opora.ladder import Cost, Recutting
    from opora.settings import Settings
    from opora.store.sqlite import SqliteLibrary
    from opora.wiring import Model

HISTORY = Path("history") / "ladder.jsonl"
SERVING = "serving"


@click.command(
    epilog=example(
        "opora ladder default --questions golden.csv",
        "opora ladder policies --questions golden.csv --strategies heading,contextual,late --json",
    )
)
@click.argument("collection", callback=plain, metavar="COLLECTION")
@click.option("--questions", metavar="GOLDEN.csv", required=True, help="The golden set to be answered.")
@click.option("--strategies", callback=plain, metavar="A,B", help="Which to try beside the baseline; default: all.")
@click.option("--facts", metavar="F.csv", help="The register of facts; default: the facts of the library.")
@click.option("--k", type=click.IntRange(1, 20), default=5, help="How many fragments are looked at.")
@click.option("--assistant", callback=plain, default="default", help="Whose way of searching and answering.")
@click.option("--who", callback=plain, help="Who runs it; default: the user of this machine.")
@standard
@click.pass_context
def ladder(context: click.Context, /, collection: str, library: str | None, as_json: bool, **said: Any) -> None:
    """Cut a collection by several strategies side by side and measure each on your questions. What serves is not touched."""
    place, as_json = chosen(context, library, as_json)
    body = _run(place, collection, said)
    emit(body) if as_json else _print(body)


def _run(place: Path, collection: str, said: dict[str, Any]) -> dict[str, Any]:
    from opora.commands.ladder_rows import Measured, measured
    from opora.diagnosis.golden import read_golden_set
    from opora.diagnosis.journal import append
    from opora.ladder import BASELINE, Chained, fill, state_of
    from opora.wiring import Model, open_library, open_settings, open_trial

    settings = open_settings(place)
    settings.assistant(said["assistant"])
    read = read_golden_set(Path(said["questions"]))
    cases = tuple(case for case in read.cases if case.collection in (None, collection))
    names = _names(said["strategies"])
    model = Model(settings)
    rows: list[dict[str, Any]] = []
    with ExitStack() as stack:
        serving = stack.enter_context(_closing(open_library(place)))
        known_collection(serving, collection)
        asked = Measured(place, settings, model, Path(said["questions"]), read, cases, collection, said)
        known: list[Any] = [serving]
        for name in (BASELINE, *(one for one in names if one != BASELINE)):
            trial = stack.enter_context(_closing(open_trial(place, collection, name)))
            known.append(trial)
            how = cutting_of(settings, model, collection, name)
            cost = fill(trial, serving, collection, how, Chained(known))
            rows.append(_row(name, cost, _bytes(trial)) | measured(asked, trial))
        state = state_of(serving, collection)
        serves = _serves(serving, collection)
        rows.append(_serving_row(serving, collection) | measured(asked, serving))
    baseline = rows[0]
    for row in rows:
        row |= _beside(row, baseline)
    file = place / HISTORY
    body = {
        "kind": "ladder",
        "collection": collection,
        "questions": file_digest(Path(said["questions"])) | {"cases": len(cases)},
        "k": said["k"],
        "assistant": said["assistant"],
        "baseline": BASELINE,
        "serving": serves,
        "state": state,
        "strategies": rows,
        "date": dt.datetime.now().astimezone().isoformat(timespec="seconds"),
        "who": user_of(said["who"]),
    }
    kept = append(file, body, noting(place, file))
    return kept | {"history": str(file), "warnings": [model.warning] if model.warning else []}


@contextmanager
def _closing(store: SqliteLibrary) -> Iterator[SqliteLibrary]:
    try:
        yield store
    finally:
        store.close()


def _names(said: str | None) -> list[str]:
    """The strategies to be tried; a model is not asked for borders here, for that is agreed to document by document."""
    from opora.fragmenting.strategies import STRATEGIES
    from opora.settings import nearest

    known = [name for name in STRATEGIES if name != "model_borders"]
    if said is None:
        return known
    wanted = list(dict.fromkeys(name.strip() for name in said.split(",") if name.strip()))
    for name in wanted:
        if name not in known:
            raise UsageError(f"there is no strategy {name!r}", nearest(name, known))
    return wanted


def known_collection(store: SqliteLibrary, collection: str) -> None:
    """UsageError that names the nearest when no source is in the collection."""
    from opora.settings import nearest

    known = sorted({source.collection for source in store.sources()})
    if collection not in known:
        hint = nearest(collection, known) if known else "the library is empty"
        raise UsageError(f"there is no collection {collection!r}", hint)


def cutting_of(settings: Settings, model: Model, collection: str, strategy: str) -> Recutting:
    """As ``opora add`` would cut the collection once the strategy is promoted."""
    from opora.fragmenting.router import way_of
    from opora.ladder import Recutting
    from opora.wiring import add_rules

    promoted = {} if strategy == "auto" else {collection: strategy}
    rules: AddRules = dataclasses.replace(add_rules(settings, model), promoted=promoted)
    cutting: FragmentRules
    cutting, route = rules.cutting(collection)
    named = collection if promoted else None
    return Recutting(lambda parsed: way_of(parsed, cutting, named, route), model(), rules.digest(collection))


def _row(name: str, cost: Cost, size: int) -> dict[str, Any]:
    from opora.fragmenting.rules import PROTOTYPES

    return {
        "strategy": name,
        "serving": False,
        "prototype": name in PROTOTYPES,
        "fragments": cost.fragments,
        "vectors": cost.vectors,
        "seconds": round(cost.seconds, 3),
        "bytes": size,
        "model_calls": cost.embedded,
        "reused_vectors": cost.reused,
        "unchanged": cost.unchanged,
    }


def _bytes(store: SqliteLibrary) -> int:
    return sum(file.stat().st_size for file in store.folder.glob("opora.db*") if file.is_file())


def _serves(store: SqliteLibrary, collection: str) -> list[str]:
    from opora.ladder import versions_of

    return sorted({version.strategy for _, version in versions_of(store, collection)})


def _serving_row(store: SqliteLibrary, collection: str) -> dict[str, Any]:
    from opora.ladder import versions_of

    count = sum(len(store.fragments(version.version_id)) for _, version in versions_of(store, collection))
    empty = dict.fromkeys(("vectors", "seconds", "bytes", "model_calls", "reused_vectors"))
    return {"strategy": SERVING, "serving": True, "prototype": False, "fragments": count, "unchanged": 0} | empty


def _beside(row: dict[str, Any], baseline: dict[str, Any]) -> dict[str, Any]:
    """Whether it beats the baseline on answers, on citations, and on both apart."""
    answers, citations = (_sign(row[name], baseline[name]) for name in ("answer_correctness", "citation_accuracy"))
    won = row is not baseline and min(answers, citations) >= 0 and max(answers, citations) > 0
    full = all(
        sign > 0 or row[name]["value"] == 1.0
        for sign, name in ((answers, "answer_correctness"), (citations, "citation_accuracy"))
    )
    return {
        "beats_on_answers": answers > 0 and row is not baseline,
        "beats_on_citations": citations > 0 and row is not baseline,
        "beats_baseline": won and full,
    }


def _sign(one: dict[str, Any], other: dict[str, Any]) -> int:
    mine, base = one["value"], other["value"]
    if mine is None or base is None:
        return -1
    return int(mine > base) - int(mine < base)


_COLUMNS = (
    ("strategy", 14),
    ("fragments", 9),
    ("vectors", 8),
    ("seconds", 8),
    ("KB", 8),
    ("model calls", 11),
    ("recall@k", 8),
    ("IoU", 6),
    ("answers", 8),
    ("citations", 9),
    ("ms/question", 11),
    ("beats baseline", 14),
)


def _print(body: dict[str, Any]) -> None:
    click.echo(
        printable(
            f"collection {body['collection']}, {body['questions']['cases']} question(s) of {body['questions']['file']},"
            f" k {body['k']}; baseline: {body['baseline']} 500/50; serving: {', '.join(body['serving'])}"
        )
    )
    click.echo("  ".join(name.ljust(width) for name, width in _COLUMNS))
    for row in body["strategies"]:
        size = None if row["bytes"] is None else row["bytes"] // 1024
        scores = [row[name]["value"] for name in ("recall", "iou", "answer_correctness", "citation_accuracy")]
        cells = [row["strategy"], row["fragments"], row["vectors"], row["seconds"], size, row["model_calls"]]
        cells += [*scores, row["took_ms"], _won(row, body["baseline"])]
        click.echo("  ".join(_cell(cell).ljust(width) for cell, (_, width) in zip(cells, _COLUMNS, strict=True)))
    click.echo(
        printable(
            f"seconds and calls are what this run took: vectors that were known are not made again; kept in {body['history']}"
        )
    )
    for warning in body["warnings"]:
        click.echo(printable(f"warning: {warning}"), err=True)


def _won(row: dict[str, Any], baseline: str) -> str:
    if row["strategy"] == baseline:
        return "baseline"
    won = [name for name in ("answers", "citations") if row[f"beats_on_{name}"]]
    return "both" if row["beats_baseline"] else ", ".join(won) or "no"


def _cell(value: object) -> str:
    if value is None:
        return "—"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


@click.command(
    epilog=example("opora promote heading --collection policies", "opora promote parent_child --force --who Anna")
)
@click.argument("strategy", callback=plain, metavar="STRATEGY")
@click.option("--collection", callback=plain, default="default")
@click.option("--force", is_flag=True, help="Though it was not measured, or does not beat the baseline.")
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
        _names(strategy)
    settings, collection = open_settings(place), said["collection"]
    model = Model(settings)
    with ExitStack() as stack:
        store = stack.enter_context(_closing(open_library(place)))
        known_collection(store, collection)
        measured = strategy == "auto" or _may_serve(place, strategy, collection, state_of(store, collection), said)
        known: list[Any] = [store]
        if trial_is_there(place, collection, strategy):
            known.append(stack.enter_context(_closing(open_trial(place, collection, strategy))))
        how = cutting_of(settings, model, collection, strategy)
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
    return f"{name} {_cell(base[name]['value'])} → {_cell(row[name]['value'])}"


COMMANDS: Sequence[click.Command] = (ladder, promote)
