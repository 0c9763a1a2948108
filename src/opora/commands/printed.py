"""How does a person in a terminal see a reply: what is said, where it stands, and on which day it holds?"""

from __future__ import annotations

import datetime as dt
from typing import Any

import click

from opora.commands.door import printable


def print_reply(body: dict[str, Any]) -> None:
    """The body of ``opora ask``, with a frame in the language of the reply."""
    click.echo(printable(body["text"]))
    for claim in body["claims"]:
        cite = claim["citation"]
        click.echo(printable(f"\n[{cite['number']}] {_quoted(cite)}"))
        click.echo(printable(f"    {_place_line(cite, body['language'])}"))
        click.echo(printable(f"    {cite.get('url') or cite['anchor']}"))
    for one in body["unverified"]:
        for number in one["numbers"]:
            click.echo(printable(f"\nlook at the page: opora confirm {number['item_id']} --page-image page.png"))
            click.echo(printable(f"then confirm it: opora confirm {number['item_id']} --by NAME"))
    click.echo(printable(f"\n{_last_line(body)}"))
    for warning in body.get("warnings", []):
        click.echo(printable(f"warning: {warning}"), err=True)


def _quoted(cite: dict[str, Any]) -> str:
    """The quote; a cell's with what stands left of it and above it, for a bare number tells nothing."""
    quote, table = f"“{cite['quote']}”", cite.get("table")
    named = [part for part in (table["row_header"], table["column_header"]) if part] if table else []
    return f"{', '.join(named)}: {quote}" if named else quote


def _place_line(cite: dict[str, Any], language: str) -> str:
    from opora.answering.phrases import say

    parts = [cite["source_id"], cite["label"]]
    if cite.get("page"):
        parts.append(say(language, "on_page", page=str(cite.get("page_label") or cite["page"])))
    if cite.get("section"):
        parts.append(say(language, "source_section", name=cite["section"]))
    table = cite.get("table")
    if table:
        row, column = table["row_header"], table["column_header"]
        parts.append(say(language, "source_row_named", name=row) if row else "")
        parts.append("" if row else say(language, "source_row", number=str(table["row"])))
        parts.append(say(language, "source_column", name=column) if column else "")
    parts.append(_in_force(cite, language))
    return " · ".join(str(part) for part in parts if part)


def _in_force(cite: dict[str, Any], language: str) -> str:
    from opora.answering.phrases import say
    from opora.answering.sections import day_in

    start, end = (cite.get(name) and dt.date.fromisoformat(cite[name]) for name in ("valid_from", "valid_until"))
    days = {name: day_in(day, language) for name, day in (("start", start), ("end", end)) if day}
    key = {(True, True): "valid", (True, False): "valid_from", (False, True): "valid_until"}.get(
        (bool(start), bool(end))
    )
    return say(language, key, label="", **days).strip(" ()") if key else ""


def _last_line(body: dict[str, Any]) -> str:
    """What was done with the question, the day it was asked for, and the number of its record."""
    from opora.answering.phrases import say
    from opora.answering.sections import day_in

    language = body["language"]
    day = say(language, "acted_on", date=day_in(dt.date.fromisoformat(body["at"]), language))
    given = "" if body["at_given"] else f" ({say(language, 'today')})"
    record = say(language, "record", trace=body["trace_id"])
    return f"{say(language, 'acted_' + body['action'])} · {day}{given} · {record}"
