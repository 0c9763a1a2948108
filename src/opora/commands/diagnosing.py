"""Which link broke? ``diagnose``: a golden set against Opora, another bot, its log, or answers in a file."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from opora.commands.door import chosen, emit, example, plain, printable, standard
from opora.commands.reporting import Diagnosed, report_options, write_reports
from opora.errors import UsageError

if TYPE_CHECKING:
    from opora.commands.diagnosis_desk import Gathered, Sources
    from opora.domain.case import InputError, Verdict


@click.command(
    epilog=example(
        "opora diagnose golden.csv --facts facts.csv",
        "opora diagnose golden.csv --facts facts.csv --documents documents.csv --answers answers.jsonl",
        "opora diagnose golden.csv --log export.jsonl",
        "opora diagnose golden.csv --case Q7",
        "opora diagnose --kit",
    )
)
@click.argument("golden", required=False, metavar="[GOLDEN.csv]")
@click.option("--facts", metavar="F.csv", help="The register of facts; default: that of the library.")
@click.option("--documents", metavar="M.csv", help="A manifest with text or path; default: the library.")
@click.option("--answers", metavar="A.jsonl", help="Answers to judge, one JSON a line; default: Opora is asked.")
@click.option("--log", metavar="FILE", help="The log or export of another bot.")
@click.option("--live", metavar="URL", help="The base URL of an OpenAI-compatible bot that is asked now.")
@click.option("--model", callback=plain, default="", help="The model's name, with --live.")
@click.option("--key-env", default="OPENAI_API_KEY", metavar="NAME", help="The variable that holds its key.")
@click.option("--expressions", metavar="E.csv", help="Full-text expressions by question, run as they stand.")
@click.option("--assistant", callback=plain, default="default", help="A name under [assistants] in opora.toml.")
@click.option(
    "--at-override",
    callback=plain,
    is_flag=False,
    flag_value="today",
    metavar="[DATE]",
    help="Judge every question as of this day; without a day: today.",
)
@click.option("--case", callback=plain, metavar="ID", help="One case as the chain question, source, fragment, answer.")
@click.option("--kit", is_flag=True, help="The teaching kit: eight questions, five documents, right and wrong answers.")
@click.option("--kit-to", metavar="DIR", help="Write the files of the kit into a folder.")
@report_options
@standard
@click.pass_context
def diagnose(context: click.Context, /, golden: str | None, library: str | None, as_json: bool, **said: Any) -> None:
    """Find the broken link of question, source, fragment and answer for each golden case."""
    place, as_json = chosen(context, library, as_json)
    if said["kit_to"]:
        written = _write_kit(Path(said["kit_to"]))
        emit({"written": written}) if as_json else click.echo(printable("\n".join(written)))
        return
    given = _sources(golden, place, said)
    both = said["kit"] and given.answers == _kit_file("right.jsonl")
    body, red = _diagnosed(given, said)
    if both:
        answers, expressions = _kit_file("wrong.jsonl"), _kit_file("expressions_wrong.csv")
        wrong, _ = _diagnosed(dataclasses.replace(given, answers=answers, expressions=expressions))
        body["wrong"] = {"cases": wrong["cases"], "summary": wrong["summary"]}
    if as_json:
        emit(body)
    elif given.case is not None:
        _print_chain(body)
    else:
        _print(body, "the right answers" if both else "")
        if both:
            _print(body["wrong"], "the wrong answers")
    if red:
        context.exit(1)


def _sources(golden: str | None, place: Path, said: dict[str, Any]) -> Sources:
    """What was said on the command line as paths; with ``--kit`` its files stand in for what was not said."""
    from opora.commands.diagnosis_desk import Sources
    from opora.diagnosis.typed import as_day

    names = ("facts", "documents", "answers", "log", "expressions")
    files: dict[str, Any] = {name: Path(said[name]) if said[name] else None for name in names}
    if sum(bool(said[name]) for name in ("answers", "log", "live")) > 1:
        raise UsageError("give one of --answers, --log and --live", "leave the others out")
    if said["live"] and not said["model"]:
        raise UsageError("--live needs --model", "name the model the bot serves")
    if said["kit"]:
        if golden is not None:
            raise UsageError("give either a golden set or --kit, not both", "leave one out")
        own = {"facts": "facts.csv", "documents": "documents.csv", "expressions": "expressions.csv"}
        files |= {name: files[name] or _kit_file(file) for name, file in own.items()}
        if not (said["answers"] or said["log"] or said["live"]):
            files["answers"] = _kit_file("right.jsonl")
    elif golden is None:
        raise UsageError("there is no golden set", "give GOLDEN.csv, or --kit to see one")
    wanted = said["at_override"]
    try:
        at = dt.date.today() if wanted == "today" else as_day(wanted) if wanted else None
    except ValueError as error:
        raise UsageError(f"--at-override {error}", "write YYYY-MM-DD") from None
    rest = {name: said[name] for name in ("live", "model", "key_env", "assistant", "case")}
    chosen_golden = _kit_file("golden.csv") if said["kit"] else Path(str(golden))
    return Sources(chosen_golden, place, at=at, **files, **rest)


def _kit_file(name: str) -> Path:
    return Path(str(resources.files("opora.kit") / name))


def _write_kit(folder: Path) -> list[str]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written = []
        for file in sorted(_kit_file("golden.csv").parent.iterdir()):
            if file.suffix in (".csv", ".jsonl"):
                (folder / file.name).write_bytes(file.read_bytes())
                written.append(str(folder / file.name))
    except OSError as error:
        raise UsageError(f"cannot write to {str(folder)!r}: {error.strerror}", "choose another folder") from error
    return written


def _diagnosed(given: Sources, said: Mapping[str, Any] = MappingProxyType({})) -> tuple[dict[str, Any], bool]:
    """The body of the output, and whether anything in it is red; ``said`` names the files to write beside it."""
    from opora.commands.diagnosis_desk import gather
    from opora.diagnosis.diagnose import diagnose as judge
    from opora.diagnosis.scores import summary

    gathered = gather(given)
    verdicts = judge(gathered.golden, gathered.answers, gathered.found)
    scored = summary(gathered.golden.cases, verdicts, gathered.answers)
    body: dict[str, Any] = {
        "cases": [_case(verdict, gathered, given.case is not None) for verdict in verdicts],
        "summary": scored,
        "input_errors": [input_error(error) for error in gathered.golden.input_errors],
        "warnings": list(gathered.warnings),
    }
    written = write_reports(said, Diagnosed(given, gathered, verdicts, scored))
    if written:
        body["written"] = written
    red = bool(gathered.golden.input_errors) or not all(verdict.passed for verdict in verdicts)
    return body, red


def _case(verdict: Verdict, gathered: Gathered, with_chain: bool) -> dict[str, Any]:
    from opora.diagnosis.expressions import compared

    runs = gathered.runs.get(verdict.case_id)
    body = {
        "id": verdict.case_id,
        "pass": verdict.passed,
        "lost_at": verdict.lost_at,
        "errors": list(verdict.errors),
        "input_errors": [input_error(error) for error in verdict.input_errors],
        "retrieval_missing_source_ids": list(verdict.retrieval_missing_source_ids),
        "document_notes": list(verdict.document_notes),
        "annotation_source": verdict.annotation_source,
        "expected": verdict.expected,
        "actual": verdict.actual,
        "trace_id": verdict.trace_id,
        "expressions": compared(runs) if runs else None,
    }
    return body | ({"chain": _chain(verdict, gathered)} if with_chain else {})


def _chain(verdict: Verdict, gathered: Gathered) -> list[dict[str, Any]]:
    from opora.diagnosis.chain import chain

    case = next((one for one in gathered.golden.cases if one.case_id == verdict.case_id), None)
    if case is None or verdict.input_errors:
        return []
    answer = next((one for one in gathered.answers if one.question_id == case.case_id), None)
    found = gathered.found.get(case.case_id, answer.retrieved if answer else None)
    parts = chain(gathered.golden, case, answer, verdict, found)
    return [{"link": part.link, "held": part.held, "lines": list(part.lines)} for part in parts]


def input_error(error: InputError) -> dict[str, Any]:
    """What is wrong with a row, as JSON."""
    return {"file": error.file, "row": error.row, "field": error.field, "message": error.message}


def _print(body: dict[str, Any], title: str) -> None:
    if title:
        click.echo(f"\n{title}")
    for case in body["cases"]:
        lost = f"  lost at {case['lost_at']}" if case["lost_at"] else ""
        told = ", ".join(case["errors"])
        click.echo(printable(f"{'✓' if case['pass'] else '✗'} {case['id']}{lost}{'  ' + told if told else ''}"))
        for error in case["input_errors"]:
            click.echo(printable(f"    not run: {where(error)}"))
        if case["retrieval_missing_source_ids"]:
            click.echo(printable(f"    not found: {', '.join(case['retrieval_missing_source_ids'])}"))
        for run in (case["expressions"] or {}).get("runs", []):
            click.echo(printable(f"    {run['name']}: {run['expression']} → {', '.join(run['found']) or 'nothing'}"))
        for note in case["document_notes"]:
            click.echo(printable(f"    {note}"))
    whole = body["summary"]
    in_cases = [error for case in body["cases"] for error in case["input_errors"]]
    for error in body.get("input_errors", []):
        if error not in in_cases:
            click.echo(printable(f"input error: {where(error)}"))
    for warning in body.get("warnings", []):
        click.echo(printable(f"warning: {warning}"), err=True)
    click.echo(
        f"{whole['passed']} of {whole['total']} passed · answers right {_share(whole['answer_correctness'])}"
        f" · citations right {_share(whole['citation_accuracy'])} · false refusals {whole['false_refusals']}"
        f" · inventions {whole['inventions']}"
    )


def where(error: dict[str, Any]) -> str:
    """The same for people: file, row, field and message."""
    row = f" row {error['row']}" if error["row"] else ""
    field = f", {error['field']}" if error["field"] else ""
    return f"{error['file']}{row}{field}: {error['message']}"


def _share(value: float | None) -> str:
    return "—" if value is None else f"{value:.0%}"


_MARKS = {True: "✓", False: "✗", None: "·"}


def _print_chain(body: dict[str, Any]) -> None:
    for case in body["cases"]:
        broken = next((part["link"] for part in case["chain"] if part["held"] is False), None)
        state = "passed" if case["pass"] else f"broken at: {broken}" if broken else "not run"
        click.echo(printable(f"{case['id']}  {state}"))
        for error in case["input_errors"]:
            click.echo(printable(f"  {where(error)}"))
        for part in case["chain"]:
            click.echo(printable(f"{_MARKS[part['held']]} {part['link']:9} {part['lines'][0]}"))
            for line in part["lines"][1:]:
                click.echo(printable(f"  {'':9} {line}"))
        if case["trace_id"]:
            click.echo(printable(f"trace {case['trace_id']}"))
    for warning in body["warnings"]:
        click.echo(printable(f"warning: {warning}"), err=True)


COMMANDS = (diagnose,)
