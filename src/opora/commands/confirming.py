"""Which numbers must a person look at, and what does the person say? ``opora uncertain``, ``opora confirm``."""

from __future__ import annotations

import dataclasses
import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from opora.commands.door import chosen, emit, example, plain, printable, standard
from opora.errors import UsageError

if TYPE_CHECKING:
    from opora.domain.doubt import UncertainNumber


@click.command(epilog=example("opora uncertain", "opora uncertain price@2026-10 --all"))
@click.argument("version_id", required=False, callback=plain, metavar="[VERSION]")
@click.option("--all", "settled_too", is_flag=True, help="Those that a person has settled as well.")
@standard
@click.pass_context
def uncertain(
    context: click.Context, version_id: str | None, settled_too: bool, library: str | None, as_json: bool
) -> None:
    """Numbers that were not read surely and that wait for a person; no answer uses them until then."""
    from opora.commands.inspecting import known_version
    from opora.wiring import open_library

    place, as_json = chosen(context, library, as_json)
    store = open_library(place)
    try:
        found = store.doubts(known_version(store, version_id).version_id) if version_id else _in_use(store)
    finally:
        store.close()
    found = [one for one in found if settled_too or one.state == "open"]
    if as_json:
        emit([shown_number(one) for one in found])
        return
    for one in found:
        click.echo(printable(_line(one)))
    if not found:
        click.echo("no number waits for a person")


def _in_use(store: Any) -> list[UncertainNumber]:
    """Those of versions that may answer; an archived version has been replaced."""
    found: list[UncertainNumber] = store.uncertain_numbers()
    current = {
        name for name in {one.version_id for one in found} if (kept := store.version(name)) and kept.status == "current"
    }
    return [one for one in found if one.version_id in current]


@click.command(
    epilog=example(
        "opora confirm N0123456789 --page-image page.png --by 'M. Ivanova'",
        "opora confirm N0123456789 --by 'M. Ivanova' --reads '1 250,00'",
    )
)
@click.argument("item_id", callback=plain, metavar="ITEM")
@click.option("--by", callback=plain, metavar="NAME", help="Who has looked at the page.")
@click.option("--reads", callback=plain, metavar="NUMBER", help="What stands there, when it is something else.")
@click.option("--page-image", metavar="FILE.png", help="Draw the page with the number marked; alone: only look.")
@standard
@click.pass_context
def confirm(context: click.Context, /, item_id: str, library: str | None, as_json: bool, **said: Any) -> None:
    """Say that a number was read rightly: from then on answers may use it, and their traces name you and the time.

    With --reads another number, the version is published anew with that number in its place.
    """
    from opora.domain.doubt import UNREAD
    from opora.wiring import open_library

    place, as_json = chosen(context, library, as_json)
    by = (said["by"] or "").strip()
    if not by and not said["page_image"]:
        raise UsageError("nobody is named who has looked at the page", "give --by NAME, or --page-image FILE to look")
    store = open_library(place)
    try:
        number = _number(store, item_id)
        if by and UNREAD in number.text and not said["reads"]:
            raise UsageError(
                f"nothing could be read at the place of {number.item_id}", "say with --reads NUMBER what stands there"
            )
        if by:
            number = store.settle_number(number.item_id, by, _now(), _differing(number, said["reads"]))
        body = shown_number(number)
        if by and number.reads:
            body["corrected_version"] = _corrected(place, store, number)
        if said["page_image"]:
            body["page_image"] = _drawn(store, number, Path(said["page_image"]))
    finally:
        store.close()
    if as_json:
        emit(body)
        return
    click.echo(printable(_line(number)))
    if body.get("corrected_version"):
        click.echo(printable(f"published as {body['corrected_version']}"))
    if said["page_image"]:
        click.echo(printable(f"the page is drawn in {said['page_image']}"))


def _corrected(place: Path, store: Any, number: UncertainNumber) -> str:
    from opora.ingest_corrected import correct
    from opora.wiring import Model, add_rules, open_settings

    settings = open_settings(place)
    return correct(store, number, add_rules(settings, Model(settings), store.strategies()))


def _number(store: Any, item_id: str) -> UncertainNumber:
    """The number of this id; UsageError that says where the ids are."""
    found = next((one for one in store.uncertain_numbers() if one.item_id == item_id), None)
    if found is None:
        raise UsageError(f"there is no number {item_id!r} to confirm", "see 'opora uncertain'")
    number: UncertainNumber = found
    return number


def _differing(number: UncertainNumber, reads: str | None) -> str:
    """What stands there, when it is not what was read; spaces and a sign at the end do not count."""
    return reads.strip() if reads and _bare(reads) != _bare(number.text) else ""


def _bare(text: str) -> str:
    return "".join(text.split()).strip(".,;:()")


def _now() -> str:
    return dt.datetime.now().astimezone().isoformat(timespec="seconds")


def shown_number(number: UncertainNumber) -> dict[str, Any]:
    """As JSON, with the anchor that opens the place."""
    return {"anchor": f"{number.version_id}:{number.path}", **dataclasses.asdict(number)}


def _drawn(store: Any, number: UncertainNumber, target: Path) -> dict[str, Any]:
    from opora.commands.inspecting import draw, shown

    block = store.block(number.version_id, number.path)
    start = number.start - block.start
    anchor = f"{number.version_id}:{number.path}#{start}-{start + number.end - number.start}"
    return draw(store, shown(store, anchor), target)


def _line(number: UncertainNumber) -> str:
    where = f"page {number.page_label or number.page} of " if number.page else ""
    told = f"{number.item_id}  {where}{number.version_id}: read “{number.text}”"
    if number.state == "confirmed":
        return f"{told}; confirmed by {number.by}, {number.at}"
    if number.state == "rejected":
        return f"{told}; it is “{number.reads}”, says {number.by}, {number.at}"
    return f"{told}, {'not surely' if number.other == number.text else f'another reading “{number.other}”'}"


COMMANDS = (uncertain, confirm)
