"""How good is the search on what people judged? ``opora eval``, and the other commands that measure."""

from __future__ import annotations

import dataclasses
import datetime as dt
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import opora.commands.gating as gating
import opora.commands.growing as growing
from opora.commands.door import chosen, emit, example, plain, printable, standard
from opora.commands.reporting import lines, write_text
from opora.domain.place import calendar_day
from opora.errors import UsageError

if TYPE_CHECKING:
    from opora.diagnosis.dataset import Dataset
    from opora.diagnosis.retrieval_eval import EvalRules, Searched
    from opora.ingest import Item
    from opora.settings import Settings

MODES = ("hybrid", "semantic", "lexical")


@click.command(
    "eval", epilog=example("opora eval scifact/ --run scifact.run", "opora eval scifact/ --keep scifact-lib --json")
)
@click.argument("dataset", metavar="DATASET")
@click.option("--split", callback=plain, help="A file in qrels/; default: test, else all of them.")
@click.option("--assistant", callback=plain, default="default", help="Whose way of searching is measured.")
@click.option("--mode", type=click.Choice(MODES))
@click.option("--depth", type=click.IntRange(1, 1000), default=100, help="Documents a query.")
@click.option("--at", callback=plain, metavar="DATE", help="The day that is asked about; default: today.")
@click.option("--keep", metavar="DIR", help="A library to ingest into and keep; default: a temporary one.")
@click.option("--run", "run_file", metavar="FILE", help="Write the rankings as a TREC run.")
@click.option("--qrels", "qrels_file", metavar="FILE", help="Write the judgements in the TREC layout.")
@standard
@click.pass_context
def eval_(context: click.Context, /, dataset: str, library: str | None, as_json: bool, **said: Any) -> None:
    """Measure the search on corpus.jsonl, queries.jsonl and qrels/*.tsv (the BEIR layout)."""
    from opora.diagnosis.dataset import read_dataset
    from opora.wiring import Model, open_settings

    place, as_json = chosen(context, library, as_json)
    settings = open_settings(place)
    day = day_of(said["at"])
    found = read_dataset(Path(dataset), said["split"])
    if not found.judged:
        raise UsageError(f"no query of {dataset!r} has a relevant document", "check the files in qrels/")
    model = Model(settings)
    rules = _eval_rules(settings, said, day)
    with _library(said["keep"]) as folder:
        items, searched = _evaluated(found, folder, settings, model, rules)
    written = {"run": said["run_file"], "qrels": said["qrels_file"]}
    _write_trec(found, searched, written)
    body = _eval_body(found, rules, items, searched) | written
    embedder = model() if rules.search.mode != "lexical" else None
    body |= {"assistant": said["assistant"], "model_id": embedder.model_id if embedder else None}
    body["warnings"] = list(dict.fromkeys([*searched.warnings, *([model.warning] if model.warning else [])]))
    emit(body) if as_json else _print_eval(body)
    if found.problems:
        context.exit(1)


def day_of(written: str | None) -> dt.date:
    """The day that was typed; without one, today. UsageError when it is no date."""
    if not written:
        return dt.date.today()
    try:
        return calendar_day(written)
    except ValueError:
        raise UsageError(f"{written!r} is not a date", "write YYYY-MM-DD") from None


def _eval_rules(settings: Settings, said: dict[str, Any], day: dt.date) -> EvalRules:
    from opora.diagnosis.retrieval_eval import EvalRules
    from opora.wiring import search_rules

    return EvalRules(day, said["depth"], search_rules(settings.assistant(said["assistant"]), said["mode"]))


@contextmanager
def _library(keep: str | None) -> Iterator[Path]:
    if keep is not None:
        yield Path(keep)
        return
    with tempfile.TemporaryDirectory(prefix="opora-eval-") as folder:
        yield Path(folder)


def _evaluated(
    dataset: Dataset, folder: Path, settings: Settings, model: Any, rules: EvalRules
) -> tuple[list[Item], Searched]:
    from opora.commands.progress import Bar
    from opora.diagnosis.retrieval_eval import ingest, search_all, source_names
    from opora.wiring import DATABASE, add_rules, create_library, open_library

    if not (folder / DATABASE).is_file():
        create_library(folder)
    embedder = model() if rules.search.mode != "lexical" else None
    store = open_library(folder)
    try:
        names = source_names(dataset.documents)
        with Bar() as bar:
            how = dataclasses.replace(add_rules(settings, model), tell=bar.tell, open_embedder=lambda: embedder)
            items = ingest(dataset, names, store, how)
        return items, search_all(dataset, names, store, embedder, rules)
    finally:
        store.close()


def _write_trec(dataset: Dataset, searched: Searched, files: dict[str, str | None]) -> None:
    from opora.diagnosis.exchange import trec_qrels, trec_run

    if files["run"]:
        write_text(files["run"], lines(trec_run(searched.runs)))
    if files["qrels"]:
        write_text(files["qrels"], lines(trec_qrels(dataset.judged)))


def _eval_body(dataset: Dataset, rules: EvalRules, items: list[Item], searched: Searched) -> dict[str, Any]:
    from opora.diagnosis.ranking import measures

    ranked = {query: [name for name, _ in found] for query, found in searched.runs.items()}
    took = sorted(searched.took_ms)
    return {
        "dataset": dataset.name,
        "split": dataset.split,
        "at": rules.at.isoformat(),
        "mode": searched.mode,
        "depth": rules.depth,
        "corpus": {
            "documents": len(items),
            "ready": sum(1 for item in items if item.error is None),
            "unchanged": sum(1 for item in items if item.unchanged),
            "failed": sum(1 for item in items if item.error is not None),
            "fragments": sum(item.fragments for item in items),
        },
        "queries": len(dataset.queries),
        "judged": len(dataset.judged),
        "unjudged": dataset.unjudged,
        "measures": {
            name: dataclasses.asdict(figure) for name, figure in measures(ranked, dataset.judged, rules.depth).items()
        },
        "took_ms": {"p50": _at(took, 0.5), "p95": _at(took, 0.95)},
        "problems": [dataclasses.asdict(problem) for problem in dataset.problems],
    }


def _at(ordered: list[float], share: float) -> float | None:
    return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2) if ordered else None


def _print_eval(body: dict[str, Any]) -> None:
    corpus = body["corpus"]
    click.echo(
        printable(
            f"{body['dataset']} ({body['split']}): {corpus['ready']} of {corpus['documents']} documents,"
            f" {body['judged']} of {body['queries']} queries judged, {body['mode']}, on {body['at']}"
        )
    )
    for name, figure in body["measures"].items():
        click.echo(f"{name:12} {figure_line(figure)}")
    click.echo(f"a search took {body['took_ms']['p50']} ms (half of them), {body['took_ms']['p95']} ms (19 of 20)")
    for problem in body["problems"]:
        line = f" line {problem['line']}" if problem["line"] else ""
        where = f" {problem['field']}" if problem["field"] else ""
        click.echo(printable(f"problem: {problem['file']}{line}{where}: {problem['message']}"))
    for warning in body["warnings"]:
        click.echo(printable(f"warning: {warning}"), err=True)


def figure_line(figure: dict[str, Any]) -> str:
    """``0.833  95 % 0.552–0.953  n 12`` or a dash over nothing."""
    if figure["value"] is None:
        return f"—      n {figure['n']}"
    return f"{figure['value']:.3f}  95 % {figure['low']:.3f}–{figure['high']:.3f}  n {figure['n']}"


COMMANDS = (eval_, *gating.COMMANDS, *growing.COMMANDS)
