"""Which way of cutting answers this collection's own questions best? ``opora ladder``."""

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
from opora.errors import UsageError

if TYPE_CHECKING:
    from opora.commands.ladder_rows import Measured
    from opora.domain.source import Version
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
        "opora ladder policies --questions golden.csv --strategies heading,late,recursive-1200c-150 --json",
    )
)
@click.argument("collection", callback=plain, metavar="COLLECTION")
@click.option("--questions", metavar="GOLDEN.csv", required=True, help="The golden set to be answered.")
@click.option("--strategies", callback=plain, metavar="A,B", help="Which to try beside the baseline; default: all.")
@click.option("--facts", metavar="F.csv", help="The register of facts; default: the facts of the library.")
@click.option("--k", type=click.IntRange(1, 20), default=5, help="How many fragments are looked at.")
@click.option("--assistant", callback=plain, default="default", help="Whose way of searching and answering.")
@click.option("--yes", is_flag=True, help="Let a model be called, where a strategy needs one and its cost was shown.")
@click.option("--who", callback=plain, help="Who runs it; default: the user of this machine.")
@standard
@click.pass_context
def ladder(context: click.Context, /, collection: str, library: str | None, as_json: bool, **said: Any) -> None:
    """Cut a collection by several strategies side by side and measure each on your questions. What serves is not touched."""
    place, as_json = chosen(context, library, as_json)
    body = _run(place, collection, said)
    emit(body) if as_json else _print(body)
    if not body["questions"]["cases"]:
        context.exit(1)


def _run(place: Path, collection: str, said: dict[str, Any]) -> dict[str, Any]:
    """What was measured, and kept in the history; where no question can be asked nothing is cut, measured or kept."""
    from opora.commands.diagnosing import input_error
    from opora.commands.ladder_rows import Measured, runnable
    from opora.diagnosis.golden import read_golden_set
    from opora.diagnosis.journal import append
    from opora.ladder import BASELINE, state_of
    from opora.wiring import Model, open_library, open_settings

    settings, golden = open_settings(place), Path(said["questions"])
    settings.assistant(said["assistant"])
    read = read_golden_set(golden)
    cases = tuple(case for case in read.cases if case.collection in (None, collection))
    lines = len(cases) + len({error.case_row for error in read.errors})
    if not lines:
        raise UsageError(f"no question of {golden.name!r} is for collection {collection!r}", "name the one it is for")
    names = (BASELINE, *names_of(said["strategies"]))
    model = Model(settings)
    with closing(open_library(place)) as serving:
        known_collection(serving, collection)
        asked = Measured(place, settings, model, golden, read, cases, collection, said)
        asked, errors = runnable(asked, serving)
        rows, embed_ms = _climbed(asked, serving, names) if asked.cases else ([], None)
        serves, state = _serves(serving, collection), state_of(serving, collection)
    file = place / HISTORY
    body = {
        "kind": "ladder",
        "collection": collection,
        "questions": file_digest(golden) | {"cases": len(asked.cases), "rows": lines},
        "k": said["k"],
        "assistant": said["assistant"],
        "baseline": BASELINE,
        "embed_ms": embed_ms,
        "serving": serves,
        "state": state,
        "strategies": rows,
        "date": dt.datetime.now().astimezone().isoformat(timespec="seconds"),
        "who": user_of(said["who"]),
    }
    kept = append(file, body, noting(place, file)) if rows else body
    return kept | {
        "history": str(file) if rows else None,
        "input_errors": [input_error(error) for error in errors],
        "warnings": [model.warning] if model.warning else [],
    }


def _climbed(
    asked: Measured, serving: SqliteLibrary, names: Sequence[str]
) -> tuple[list[dict[str, Any]], float | None]:
    """A row for each strategy and one for what serves, and how long the vector of a question takes (milliseconds)."""
    from opora.commands.ladder_rows import measured, timed, warmed
    from opora.ladder import Chained, fill
    from opora.wiring import open_trial

    place, collection = asked.place, asked.collection
    rows: list[dict[str, Any]] = []
    with ExitStack() as stack:
        hows = {
            name: agreed(
                cutting_of(asked.settings, asked.model, collection, name), name, serving, collection, asked.said["yes"]
            )
            for name in names
        }
        warm = warmed(asked, serving)
        known: list[Any] = [serving]
        for name, how in hows.items():
            trial = stack.enter_context(closing(open_trial(place, collection, name)))
            known.append(trial)
            cost = fill(trial, serving, collection, how, Chained(known))
            rows.append(_row(name, cost, _bytes(trial), warm.token_s) | measured(asked, trial))
        rows.append(_serving_row(serving, collection) | measured(asked, serving))
        for row, took in zip(rows, timed(asked, [*known[1:], serving]), strict=True):
            row["took_ms"] = took
    baseline = rows[0]
    for row in rows:
        row |= _beside(row, baseline)
    return rows, warm.embed_ms


@contextmanager
def closing(store: SqliteLibrary) -> Iterator[SqliteLibrary]:
    try:
        yield store
    finally:
        store.close()


def names_of(said: str | None) -> list[str]:
    """The strategies and presets to be tried; what needs a model is tried only when it is named."""
    from opora.fragmenting.rules import PRESETS
    from opora.fragmenting.strategies import STRATEGIES
    from opora.settings import nearest

    known = list(dict.fromkeys([*STRATEGIES, *PRESETS]))
    if said is None:
        return [name for name in known if name not in ("model_borders", "recursive-500-50")]
    wanted = list(dict.fromkeys(name.strip() for name in said.split(",") if name.strip()))
    if not wanted:
        raise UsageError(f"{said!r} names no strategy", f"name one or more of {', '.join(known)}")
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
    from opora.fragmenting.rules import FragmentRules
    from opora.ladder import Recutting
    from opora.wiring import add_rules, border_program

    promoted = {} if strategy == "auto" else {collection: strategy}
    rules: AddRules = dataclasses.replace(add_rules(settings, model), promoted=promoted)
    cutting, route = rules.cutting(collection)
    named = collection if promoted else None
    chooser = None
    if strategy == "model_borders":
        cutting, chooser = FragmentRules("model_borders"), border_program()
    way = lambda parsed: way_of(parsed, cutting, named, route)  # noqa: E731
    return Recutting(way, model(), rules.digest(collection), chooser=chooser)


def agreed(how: Recutting, strategy: str, serving: SqliteLibrary, collection: str, yes: bool) -> Recutting:
    """With the calls of a model that were said yes to. UsageError with the cost when they were not, or there is no model."""
    from opora.ladder import calls_of
    from opora.wiring import BORDER_PROGRAM

    if strategy != "model_borders":
        return how
    cost = calls_of(serving, collection, how)
    told = (
        f"{cost.calls} call(s) of a model with {cost.tokens_in} tokens, and at most {cost.tokens_out} tokens of answer"
    )
    if how.chooser is None:
        raise UsageError(
            f"model_borders needs a model, and none is configured; collection {collection!r} would take {told}",
            f"name a program that asks one in {BORDER_PROGRAM} (see docs/ladder.md), or choose 'semantic'",
        )
    if not yes:
        raise UsageError(f"model_borders on collection {collection!r} takes {told}", "say --yes to let them be made")
    return dataclasses.replace(how, agreed=cost.calls)


def _row(name: str, cost: Cost, size: int, token_s: float | None) -> dict[str, Any]:
    from opora.fragmenting.rules import PROTOTYPES

    return {
        "strategy": name,
        "serving": False,
        "prototype": name in PROTOTYPES,
        "fragments": cost.fragments,
        "vectors": cost.vectors,
        "seconds": round(cost.seconds, 3),
        "seconds_from_nothing": round(cost.made_seconds + (token_s or 0.0) * cost.spared_tokens, 3),
        "bytes": size,
        "model_calls": cost.embedded,
        "reused_vectors": cost.reused,
        "unchanged": cost.unchanged,
    }


def _bytes(store: SqliteLibrary) -> int:
    return sum(file.stat().st_size for file in store.folder.glob("opora.db*") if file.is_file())


def _serves(store: SqliteLibrary, collection: str) -> list[str]:
    from opora.ladder import versions_of

    return sorted({_chosen(version) for _, version in versions_of(store, collection)})


def _chosen(version: Version) -> str:
    """The strategy or preset under the name by which it was chosen."""
    told = version.report.get("fragmenting")
    return str(told.get("strategy", version.strategy)) if isinstance(told, dict) else version.strategy


def _serving_row(store: SqliteLibrary, collection: str) -> dict[str, Any]:
    from opora.ladder import versions_of

    count = sum(len(store.fragments(version.version_id)) for _, version in versions_of(store, collection))
    empty = dict.fromkeys(("vectors", "seconds", "seconds_from_nothing", "bytes", "model_calls", "reused_vectors"))
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
    ("strategy", 19),
    ("fragments", 9),
    ("vectors", 8),
    ("seconds", 8),
    ("from nothing", 12),
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
    from opora.commands.diagnosing import where

    asked = body["questions"]
    click.echo(
        printable(
            f"collection {body['collection']}, {asked['cases']} of {asked['rows']} question(s) of {asked['file']} asked,"
            f" k {body['k']}; baseline: {body['baseline']} 500/50; serving: {', '.join(body['serving'])}"
        )
    )
    for error in body["input_errors"]:
        click.echo(printable(f"input error: {where(error)}"))
    if body["strategies"]:
        _print_rows(body)
    else:
        click.echo("no question can be asked: nothing was cut or measured")
    for warning in body["warnings"]:
        click.echo(printable(f"warning: {warning}"), err=True)


def _print_rows(body: dict[str, Any]) -> None:
    click.echo("  ".join(name.ljust(width) for name, width in _COLUMNS))
    for row in body["strategies"]:
        size = None if row["bytes"] is None else row["bytes"] // 1024
        scores = [row[name]["value"] for name in ("recall", "iou", "answer_correctness", "citation_accuracy")]
        cells = [
            row["strategy"],
            row["fragments"],
            row["vectors"],
            row["seconds"],
            row["seconds_from_nothing"],
            size,
            row["model_calls"],
        ]
        cells += [*scores, row["took_ms"], _won(row, body["baseline"])]
        click.echo("  ".join(cell_of(cell).ljust(width) for cell, (_, width) in zip(cells, _COLUMNS, strict=True)))
    click.echo(
        printable(
            f"seconds and calls are what this run took: vectors that were known are not made again; “from nothing” adds what they"
            f" would take; kept in {body['history']}"
        )
    )
    embedded = "" if body["embed_ms"] is None else f"; making its vector takes {body['embed_ms']} ms more"
    click.echo(
        "ms/question: every question was asked before and its vector is known, the ways take turns, median"
        f" of {min(body['questions']['cases'], 30)} question(s){embedded}"
    )


def _won(row: dict[str, Any], baseline: str) -> str:
    if row["strategy"] == baseline:
        return "baseline"
    won = [name for name in ("answers", "citations") if row[f"beats_on_{name}"]]
    return "both" if row["beats_baseline"] else ", ".join(won) or "no"


def cell_of(value: object) -> str:
    if value is None:
        return "—"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


COMMANDS: Sequence[click.Command] = (ladder,)
