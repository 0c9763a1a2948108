"""What does the library say? Search and ask, one question or a file of them."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from opora.commands.door import chosen, clean, emit, example, plain, printable, standard
from opora.commands.library_desk import Call, LibraryDesk, checked_question
from opora.commands.printed import print_reply
from opora.errors import OporaError, UsageError

MODES = ("hybrid", "semantic", "lexical")
LANGUAGES = ("ru", "uk", "ro", "en")
PURPOSES = ("products", "documentation", "faq", "other")


@click.command(
    epilog=example("opora search 'deductible for flood' --at 2026-10-23 --json", "opora search --file questions.jsonl")
)
@click.argument("query", required=False)
@click.option("--at", callback=plain, metavar="DATE", help="The day that is asked about; default: today.")
@click.option("--limit", type=click.IntRange(1, 20), help="At most this many hits.")
@click.option("--mode", type=click.Choice(MODES))
@click.option("--collection", "collections", callback=plain, multiple=True, help="Only these collections.")
@click.option("--jurisdiction", callback=plain, help="Only what holds there, or everywhere.")
@click.option("--purpose", "purposes", type=click.Choice(PURPOSES), multiple=True, help="Only sources of this purpose.")
@click.option("--assistant", callback=plain, default="default")
@click.option(
    "--file", "file", metavar="F.jsonl", help="One JSON a line: id, question, at, collection, jurisdiction, purpose."
)
@standard
@click.pass_context
def search(context: click.Context, /, query: str | None, library: str | None, as_json: bool, **said: Any) -> None:
    """Find the fragments in force that match a query."""
    place, as_json = chosen(context, library, as_json)
    with LibraryDesk(place) as desk:
        _answer(context, query, said, as_json, desk.search, _print_hits)


@click.command(
    epilog=example(
        "opora ask 'What does the Basic plan cost?' --at 2026-09-15", "opora ask --file questions.jsonl > answers.jsonl"
    )
)
@click.argument("question", required=False)
@click.option("--at", callback=plain, metavar="DATE", help="The day that is asked about; default: today.")
@click.option("--assistant", callback=plain, default="default", help="A name under [assistants] in opora.toml.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="The language of the reply; default: that of the question.")
@click.option("--collection", "collections", callback=plain, multiple=True, help="Only these collections.")
@click.option("--jurisdiction", callback=plain, help="Only what holds there, or everywhere.")
@click.option("--purpose", "purposes", type=click.Choice(PURPOSES), multiple=True, help="Only sources of this purpose.")
@click.option(
    "--file",
    "file",
    metavar="F.jsonl",
    help="One JSON a line: id, question, at, assistant, collection, jurisdiction, purpose, history.",
)
@click.option("--after", callback=plain, metavar="TRACE_ID", help="A follow-up: what was asked there may be left out.")
@standard
@click.pass_context
def ask(context: click.Context, /, question: str | None, library: str | None, as_json: bool, **said: Any) -> None:
    """Answer a question with a proof for every statement, or say what is missing."""
    place, as_json = chosen(context, library, as_json)
    with LibraryDesk(place) as desk:
        _answer(context, question, said, as_json, desk.ask, print_reply)


def _answer(
    context: click.Context,
    text: str | None,
    said: dict[str, Any],
    as_json: bool,
    road: Callable[[Call], dict[str, Any]],
    show: Callable[[dict[str, Any]], None],
) -> None:
    if said["file"] is None:
        if text is None:
            raise UsageError("there is no question", "give it in quotes, or --file F.jsonl")
        body = road(_call(clean(text), said))
        emit(body) if as_json else show(body)
        return
    if text is not None:
        raise UsageError("give either a question or --file, not both", "leave one out")
    failed = False
    for line_id, reply in _many(Path(said["file"]), said, road):
        failed = failed or "error" in reply
        emit({"id": line_id} | reply)
    if failed:
        context.exit(1)


def _call(text: str, said: dict[str, Any]) -> Call:
    from opora.domain.place import calendar_day

    at = said.get("at")
    try:
        day = dt.date.today() if at is None else calendar_day(str(at).strip())
    except ValueError:
        raise UsageError(f"{at!r} is not a date", "write YYYY-MM-DD") from None
    return Call(
        text=checked_question(text),
        at=day,
        at_given=at is not None,
        assistant=said.get("assistant") or "default",
        collections=tuple(said.get("collections") or ()),
        lang=said.get("lang"),
        mode=said.get("mode"),
        limit=said.get("limit"),
        jurisdiction=said.get("jurisdiction"),
        purposes=tuple(said.get("purposes") or ()),
        history=tuple(clean(turn) for turn in said.get("history") or ()),
        after=said.get("after"),
    )


def _many(
    file: Path, said: dict[str, Any], road: Callable[[Call], dict[str, Any]]
) -> Iterator[tuple[object, dict[str, Any]]]:
    """A reply for each line, in order; a bad line is an error object and the rest go on."""
    try:
        lines = file.read_bytes().decode("utf-8-sig", "replace").split("\n")
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {str(file)!r}: {getattr(error, 'strerror', error)}", "check the path") from error
    from opora.wiring import settled

    answered = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        line_id: object = None
        try:
            row = _row(line, number)
            line_id = row.get("id")
            call = _call(clean(str(row["question"])), said | _row_said(row, number))
            if answered == 1:  # all that is needed is loaded now, and more is asked
                settled()
            reply = road(call)
            answered += 1
            yield line_id, reply
        except OporaError as error:
            yield line_id, {"error": error.as_json()}


def _row(line: str, number: int) -> dict[str, Any]:
    try:
        row = json.loads(line)
        json.dumps(row, allow_nan=False)  # NaN and 1e999 would come out again as something that is not JSON
    except (ValueError, RecursionError) as error:
        raise UsageError(f"line {number} is not JSON: {error}", 'write {"id": "1", "question": "…"}') from error
    if not isinstance(row, dict):
        raise UsageError(f"line {number} is not a JSON object", 'write {"id": "1", "question": "…"}')
    row.setdefault("question", row.get("query"))
    return row


def _row_said(row: dict[str, Any], number: int) -> dict[str, Any]:
    """The row's own settings; UsageError names the line and the field."""
    history = row.get("history") or []
    if not isinstance(history, list) or not all(isinstance(turn, str) for turn in history):
        raise UsageError(f"line {number}: history must be a list of strings", "earlier questions, oldest first")
    for name in ("question", "at", "assistant", "collection", "lang", "mode", "jurisdiction", "purpose", "after"):
        if row.get(name) is not None and not isinstance(row[name], str):
            raise UsageError(f"line {number}: {name} must be a string", "put it in quotes")
    if row["question"] is None:
        raise UsageError(f"line {number} has no question", "add it")
    if row.get("mode") not in (None, *MODES):
        raise UsageError(f"line {number}: mode {row['mode']!r} is not known", f"one of {', '.join(MODES)}")
    if row.get("lang") not in (None, *LANGUAGES):
        raise UsageError(f"line {number}: lang {row['lang']!r} is not known", f"one of {', '.join(LANGUAGES)}")
    if row.get("purpose") not in (None, "", *PURPOSES):
        raise UsageError(f"line {number}: purpose {row['purpose']!r} is not known", f"one of {', '.join(PURPOSES)}")
    limit = row.get("limit")
    if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= 20):
        raise UsageError(f"line {number}: limit {limit!r} is out of bounds", "give 1 to 20")
    names = ("at", "assistant", "lang", "mode", "limit", "jurisdiction", "history", "after")
    own = {name: row[name] for name in names if row.get(name) not in (None, "")}
    many = {"collection": "collections", "purpose": "purposes"}
    return own | {plural: (row[name],) for name, plural in many.items() if row.get(name)}


def _print_hits(body: dict[str, Any]) -> None:
    given = "" if body["at_given"] else " (today)"
    click.echo(f"{len(body['hits'])} hit(s) on {body['at']}{given}, {body['mode']}, {body['took_ms']} ms")
    for hit in body["hits"]:
        place = " › ".join([*hit["headings"], *([f"p. {hit['page']}"] if hit["page"] else [])])
        click.echo(printable(f"\n{hit['rank']}. {hit['score']:.3f}  {hit['anchor']}  {hit['label']}  {place}"))
        click.echo(printable("   " + hit["text"].strip().replace("\n", "\n   ")))
        if hit["merged_why"]:
            click.echo(printable(f"   ({hit['merged_why']})"))
        if hit["same_as"]:
            click.echo(printable(f"   (the same stands in {', '.join(hit['same_as'])})"))
    for warning in body["warnings"]:
        click.echo(printable(f"warning: {warning}"), err=True)


COMMANDS = (search, ask)
