"""How does the golden set grow? ``opora golden add`` from a trace, ``opora golden propose`` from the log."""

from __future__ import annotations

import dataclasses
import datetime as dt
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from opora.commands.door import chosen, emit, example, plain, printable, standard
from opora.commands.reporting import as_file
from opora.errors import UsageError

if TYPE_CHECKING:
    from opora.diagnosis.propose import Proposal, Wording
    from opora.domain.case import Case
    from opora.domain.trace import Trace
    from opora.ports import Embedder
    from opora.settings import Settings
    from opora.store.sqlite import SqliteLibrary


@click.group(epilog=example("opora golden add TRACE_ID", "opora golden propose"))
def golden() -> None:
    """Golden cases from work: from one trace, or proposed from all of them."""


@golden.command(epilog=example("opora golden add TRACE_ID", "opora golden add TRACE_ID --golden golden.csv"))
@click.argument("trace_id", metavar="TRACE", callback=plain)
@click.option("--golden", "file", metavar="FILE", help="The golden set; default: golden.csv in the library.")
@click.option("--facts", metavar="F.csv", help="The register of facts; default: facts.csv beside the golden set.")
@standard
@click.pass_context
def add(context: click.Context, /, trace_id: str, library: str | None, as_json: bool, **said: Any) -> None:
    """Make a golden case of a kept trace: what was answered is what is expected from now on."""
    from opora.diagnosis.growing import add_case, case_cells, fact_cells, grow
    from opora.wiring import open_library

    place, as_json = chosen(context, library, as_json)
    file, facts_file = _files(place, said)
    store = open_library(place)
    try:
        trace = store.trace(trace_id)
        registered = store.facts()
    finally:
        store.close()
    if trace is None:
        raise UsageError(f"there is no trace {trace_id!r}", "see the trace_id of an answer")
    grown = grow(trace, registered)
    fresh = add_case(grown, file, facts_file)
    body = {
        "case": case_cells(grown.case),
        "facts": [fact_cells(fact) for fact in fresh],
        "golden": str(file),
        "register": str(facts_file) if grown.facts else None,
    }
    if as_json:
        emit(body)
        return
    case = grown.case
    click.echo(printable(f"{case.case_id}  {case.at}  {case.expected_action}  {case.question}"))
    for fact in fresh:
        click.echo(printable(f"  fact {fact.fact_id}  {fact.source_id}  {fact.field} = {fact.value}"))
    click.echo(printable(f"added to {file}"))


@golden.command(epilog=example("opora golden propose", "opora golden propose --log export.jsonl --write proposed.csv"))
@click.option(
    "--golden", "file", metavar="FILE", help="The golden set that is known; default: golden.csv in the library."
)
@click.option("--facts", metavar="F.csv", help="The register --write adds to; default: facts.csv beside its file.")
@click.option(
    "--log", metavar="FILE", help="Take the questions from the log of another bot; default: the library's own."
)
@click.option("--since", callback=plain, metavar="DATE", help="Only questions about this day or later.")
@click.option(
    "--limit", type=click.IntRange(1, 1000), default=50, help="At most this many wordings, the most asked first."
)
@click.option("--assistant", callback=plain, default="default", help="Who is asked again.")
@click.option("--write", metavar="OUT.csv", help="Append the cases that passed the rule to this golden set.")
@standard
@click.pass_context
def propose(context: click.Context, /, library: str | None, as_json: bool, **said: Any) -> None:
    """Pick new wordings out of the log, ask them again, and say which are typical and which wait for a person."""
    place, as_json = chosen(context, library, as_json)
    file, _ = _files(place, said)
    target = {"file": said["write"], "facts": said["facts"]} if said["write"] is not None else None
    if target is not None:
        _files(place, target)
    with _open(place) as (store, settings):
        body, proposals = _proposed(store, settings, file, said)
    body["written"] = _write(proposals, target, place) if target is not None else None
    emit(body) if as_json else _print(body)


def _files(place: Path, said: dict[str, Any]) -> tuple[Path, Path]:
    file = as_file(said["file"]) if said.get("file") is not None else place / "golden.csv"
    return file, as_file(said["facts"]) if said.get("facts") is not None else file.with_name("facts.csv")


@contextmanager
def _open(place: Path) -> Iterator[tuple[SqliteLibrary, Settings]]:
    from opora.wiring import open_library, open_settings

    settings = open_settings(place)
    store = open_library(place)
    try:
        yield store, settings
    finally:
        store.close()


def _proposed(
    store: SqliteLibrary, settings: Settings, file: Path, said: dict[str, Any]
) -> tuple[dict[str, Any], list[Proposal]]:
    from opora.commands.measuring import day_of
    from opora.diagnosis.golden import read_golden
    from opora.diagnosis.growing import grow
    from opora.diagnosis.propose import failing, propose
    from opora.wiring import Model

    model = Model(settings)
    since = day_of(said["since"]) if said["since"] else None
    known = read_golden(file)[0] if file.exists() else ()
    asked, found = _wordings(store, known, since, said["log"])
    asker = _Asker(store, settings, model, said["assistant"])
    registered = store.facts()
    proposals = [
        dataclasses.replace(one, grown=grow(one.trace, registered))
        for one in propose(found[: said["limit"]], known, asker, asker.embed)
    ]
    body = {
        "golden": str(file),
        "known": len(known),
        "asked": asked,
        "wordings": len(found),
        "proposals": [_told(one) for one in proposals],
        "missing_facts": [_for_person(one) for one in proposals if one.state == "missing_fact"],
        "open_conflicts": [_for_person(one) for one in proposals if one.state == "open_conflict"],
        "clusters": [
            dataclasses.asdict(group) | {"members": list(group.members)} for group in failing(proposals, asker.embed)
        ],
        "warnings": [model.warning] if model.warning else [],
    }
    return body, proposals


def _wordings(
    store: SqliteLibrary, known: Sequence[Case], since: dt.date | None, log: str | None
) -> tuple[int, list[Wording]]:
    """How many questions were looked through, and the new wordings among them."""
    from opora.diagnosis.other_bots import read_said
    from opora.diagnosis.propose import heard, light, wordings

    if log is not None:
        said = read_said(Path(log))[1]
        found = heard(said, known, dt.date.today())
        return len(said), [one for one in found if since is None or one.at >= since]
    kept = (light(row.data) for row in store.ledger().traces.rows)
    traces = [trace for trace in kept if trace is not None and (since is None or trace.at >= since.isoformat())]
    return len(traces), wordings(traces, known)


class _Asker:
    """Asks the library anew. It is told the question, its day and the collections, and nothing of the golden set."""

    def __init__(self, store: SqliteLibrary, settings: Settings, model: Any, assistant: str) -> None:
        self.store, self.settings, self.model, self.assistant = store, settings, model, assistant
        self.chosen = settings.assistant(assistant)
        self.embedder: Embedder | None = None if self.chosen.mode == "lexical" else model()
        self.embed = self._embed if self.embedder is not None else None

    def __call__(self, question: str, at: dt.date, collections: tuple[str, ...]) -> Trace:
        from opora.ask import ask
        from opora.domain.question import Question
        from opora.wiring import ask_rules

        rules = dataclasses.replace(
            ask_rules(self.chosen, collections), lang=self.chosen.lang, previous=uuid.uuid4().hex
        )
        asked = Question(question, at, True, self.assistant, "diagnosis", self.chosen.lang)
        return ask(asked, self.store, self.embedder, rules)[1]

    def _embed(self, texts: Sequence[str]) -> Any:
        import numpy as np

        assert self.embedder is not None
        return np.stack([self.embedder.encode_query(text) for text in texts])


def _told(one: Proposal) -> dict[str, Any]:
    from opora.diagnosis.growing import case_cells, fact_cells
    from opora.diagnosis.propose import LIKE

    near = one.nearest
    return {
        "state": one.state,
        "why": one.why,
        "question": one.wording.question,
        "at": one.wording.at.isoformat(),
        "asked": one.wording.asked,
        "trace_ids": [trace.trace_id for trace in one.wording.traces],
        "wording": "variant" if near is not None and near.likeness >= LIKE else "new",
        "nearest": dataclasses.asdict(near) if near is not None else None,
        "case": case_cells(one.grown.case),
        "facts": [fact_cells(fact) for fact in one.grown.facts],
        "missing": list(one.missing),
        "conflicts": [list(values) for values in one.conflicts],
        "context": [dataclasses.asdict(found) | {"rank": rank} for rank, found in enumerate(one.context, start=1)],
        "searches": one.trace.log.get("searches", []),
    }


def _for_person(one: Proposal) -> dict[str, Any]:
    return {
        "question": one.wording.question,
        "at": one.wording.at.isoformat(),
        "asked": one.wording.asked,
        "missing": list(one.missing),
        "conflicts": [list(values) for values in one.conflicts],
        "why": one.why,
    }


def _write(proposals: Sequence[Proposal], target: dict[str, Any], place: Path) -> dict[str, Any]:
    """The cases the rule passed, appended; one that is there already is left out."""
    from opora.diagnosis.growing import KnownCaseError, add_case

    file, facts_file = _files(place, target)
    added: list[Case] = []
    for one in proposals:
        if one.state != "checked":
            continue
        try:
            add_case(one.grown, file, facts_file)
        except KnownCaseError:
            continue
        added.append(one.grown.case)
    return {"golden": str(file), "register": str(facts_file), "cases": [case.case_id for case in added]}


def _print(body: dict[str, Any]) -> None:
    click.echo(f"{body['asked']} questions, {body['wordings']} wordings that the golden set does not have")
    for one in body["proposals"]:
        near = f"  like {one['nearest']['case_id']}" if one["wording"] == "variant" else ""
        click.echo(printable(f"{one['state']:14} {one['asked']:3}×  {one['at']}  {one['question']}{near}"))
    for title, rows in (("a fact is missing", body["missing_facts"]), ("an open conflict", body["open_conflicts"])):
        for row in rows:
            told = "; ".join([*row["missing"], *(" ≠ ".join(values) for values in row["conflicts"])])
            click.echo(printable(f"for a person, {title}: {row['question']}{' — ' + told if told else ''}"))
    for group in body["clusters"]:
        if len(group["members"]) > 1:
            click.echo(printable(f"unanswered together, asked {group['asked']}×: {'; '.join(group['members'])}"))
    if body["written"] is not None:
        click.echo(printable(f"{len(body['written']['cases'])} case(s) added to {body['written']['golden']}"))
    for warning in body["warnings"]:
        click.echo(printable(f"warning: {warning}"), err=True)


COMMANDS = (golden,)
