"""What was asked and not answered, and what do people say to it? ``opora gaps``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from opora.commands.door import chosen, emit, example, own_deed, plain, printable, standard
from opora.errors import UsageError

if TYPE_CHECKING:
    from opora.commands.gap_desk import GapDesk
    from opora.domain.gap import Gap

STATES = ("pending", "approved", "ignored", "duplicate")
BY = click.option("--by", callback=plain, metavar="NAME", required=True, help="Who says so.")
ID = click.argument("gap_id", callback=plain, metavar="GAP")


@click.group(
    invoke_without_command=True,
    epilog=example("opora gaps", "opora gaps answer G0123456789ab --by 'M. Ivanova' --text 'Yes, on Fridays.'"),
)
@standard
@click.pass_context
def gaps(context: click.Context, library: str | None, as_json: bool) -> None:
    """The questions that the documents do not answer, and the answers of people."""
    context.obj = _before(context, library, as_json)
    if context.invoked_subcommand is None:
        context.invoke(listed, states=("pending",), library=None, as_json=False)


def _before(context: click.Context, library: str | None, as_json: bool) -> Any:
    from opora.commands.door import Choice

    known = context.find_object(Choice) or Choice()
    return Choice(library or known.library, as_json or known.json)


@gaps.command("list", epilog=example("opora gaps list --state approved --json"))
@click.option("--state", "states", type=click.Choice([*STATES, "all"]), multiple=True, default=("pending",))
@standard
@click.pass_context
def listed(context: click.Context, states: Any, library: str | None, as_json: bool) -> None:
    """Those that wait for an answer, the latest first, with age, count and who is responsible."""
    wanted: Any = () if "all" in states else states
    with _open(context, library, as_json) as (desk, _):
        _show(context, desk.rows(desk.listed(wanted)), as_json, library)


@gaps.command("show", epilog=example("opora gaps show G0123456789ab"))
@ID
@standard
@click.pass_context
def show(context: click.Context, gap_id: str, library: str | None, as_json: bool) -> None:
    """One of them, with what came nearest and what may be the same question."""
    with _open(context, library, as_json) as (desk, _):
        _show(context, desk.rows([desk.known(gap_id)]), as_json, library)


@gaps.command("answer", epilog=example("opora gaps answer G0123456789ab --by 'M. Ivanova' --text 'Yes, on Fridays.'"))
@ID
@BY
@click.option("--text", callback=plain, help="The answer, as it will be cited.")
@click.option("--text-file", type=click.Path(path_type=Path), help="The answer, from a file.")
@click.option("--question", callback=plain, default="", help="The heading it stands under, in your words.")
@click.option("--use-wording", is_flag=True, help="The heading is what the customer wrote.")
@click.option("--alias", "aliases", callback=plain, multiple=True, help="A real wording that shall lead here.")
@click.option("--all-aliases", is_flag=True, help="Every real wording shall lead here.")
@click.option("--valid-from", callback=plain, metavar="DATE", help="Default: the day that was asked about.")
@click.option("--valid-until", callback=plain, metavar="DATE")
@click.option("--collection", callback=plain, default="", help="Where it goes; default: where was looked.")
@click.option("--mends", callback=plain, default="", help="The document that should say it.")
@click.option("--confirm", "confirmed", callback=plain, multiple=True, help="Words that look personal and are meant.")
@click.option("--preview", is_flag=True, help="Only show how it will be cited.")
@standard
@click.pass_context
def answer(context: click.Context, /, gap_id: str, library: str | None, as_json: bool, **said: Any) -> None:
    """Answer it: the text becomes a source of its own that replies cite under your name."""
    from opora.commands.gap_desk import now
    from opora.review.approve import Said

    with _open(context, library, as_json, said["by"]) as (desk, _):
        if said["all_aliases"]:
            said["aliases"] = tuple(desk.rows([desk.known(gap_id)], proposals=False)[0]["wordings"])
        names = ("question", "use_wording", "aliases", "valid_from", "valid_until", "collection", "mends", "confirmed")
        told = Said(_text(said), said["by"], now(), **{name: said[name] for name in names})
        shown = desk.preview(gap_id, told)
        changed = False
        if not said["preview"]:
            _, changed = desk.approve(gap_id, told)
        more = {"preview": shown} | ({} if said["preview"] else {"changed": changed})
        _show(context, desk.rows([desk.known(gap_id)], False), as_json, library, more)


def _text(said: dict[str, Any]) -> str:
    if (said["text"] is None) == (said["text_file"] is None):
        raise UsageError("there is no answer, or there are two", "give --text or --text-file")
    if said["text"] is not None:
        return str(said["text"])
    try:
        found: str = said["text_file"].read_text("utf-8")
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {str(said['text_file'])!r}: {error}", "give a text file in UTF-8") from error
    return found


@gaps.command("ignore", epilog=example("opora gaps ignore G0123456789ab --by 'M. Ivanova' --note 'not our business'"))
@ID
@BY
@click.option("--note", callback=plain, default="")
@standard
@click.pass_context
def ignore(context: click.Context, gap_id: str, by: str, note: str, library: str | None, as_json: bool) -> None:
    """It needs no answer."""
    _moved(context, (gap_id, by), lambda desk: desk.move(gap_id, "ignore", by, note), as_json, library)


@gaps.command("duplicate", epilog=example("opora gaps duplicate G0123456789ab --of Gba9876543210 --by 'M. Ivanova'"))
@ID
@BY
@click.option("--of", "first", callback=plain, metavar="GAP", required=True, help="The one that was there first.")
@standard
@click.pass_context
def duplicate(context: click.Context, gap_id: str, by: str, first: str, library: str | None, as_json: bool) -> None:
    """It is another one in other words; that one's answer is its answer."""
    _moved(context, (gap_id, by), lambda desk: desk.move(gap_id, "link", by, first=first), as_json, library)


@gaps.command("reopen", epilog=example("opora gaps reopen G0123456789ab --by 'M. Ivanova'"))
@ID
@BY
@standard
@click.pass_context
def reopen(context: click.Context, gap_id: str, by: str, library: str | None, as_json: bool) -> None:
    """It waits for an answer after all."""
    _moved(context, (gap_id, by), lambda desk: desk.move(gap_id, "reopen", by), as_json, library)


@gaps.command("withdraw", epilog=example("opora gaps withdraw G0123456789ab --by 'M. Ivanova' --note 'rule changed'"))
@ID
@BY
@click.option("--note", callback=plain, default="")
@standard
@click.pass_context
def withdraw(context: click.Context, gap_id: str, by: str, note: str, library: str | None, as_json: bool) -> None:
    """Take its answer out of all replies from now on; it waits again."""
    _moved(context, (gap_id, by), lambda desk: desk.move(gap_id, "withdraw", by, note), as_json, library)


@gaps.command("assign", epilog=example("opora gaps assign G0123456789ab --owner 'Front office'"))
@ID
@click.option("--owner", callback=plain, required=True, help="Who is responsible for it.")
@standard
@click.pass_context
def assign(context: click.Context, gap_id: str, owner: str, library: str | None, as_json: bool) -> None:
    """Say who is responsible."""
    _moved(context, (gap_id, owner), lambda desk: desk.assign(gap_id, owner), as_json, library)


@gaps.command("alias", epilog=example("opora gaps alias G0123456789ab --to 'rules@2026-01:para4' --by 'M. Ivanova'"))
@ID
@BY
@click.option(
    "--to", "target", callback=plain, required=True, metavar="ANCHOR", help="A place or a source that says it."
)
@standard
@click.pass_context
def alias(context: click.Context, gap_id: str, by: str, target: str, library: str | None, as_json: bool) -> None:
    """A document does say it: let these words lead there. They are searched and never quoted."""
    with _open(context, library, as_json, by) as (desk, _):
        told = desk.lead(gap_id, target, by)
        _show(context, desk.rows([desk.known(gap_id)], False), as_json, library, {"alias": told})


@gaps.command(
    "erase",
    epilog=example(
        "opora gaps erase G0123456789ab --by 'M. Ivanova'", "opora gaps erase --naming 'Olga Petrova' --by 'M. Ivanova'"
    ),
)
@click.argument("gap_id", metavar="GAP", callback=plain, required=False)
@BY
@click.option("--naming", callback=plain, multiple=True, help="Everything that holds these words.")
@standard
@click.pass_context
def erase(
    context: click.Context, /, gap_id: str | None, by: str, naming: tuple[str, ...], library: str | None, as_json: bool
) -> None:
    """Take the words of whoever asked out of gaps, wordings, traces and logged searches. For good."""
    from opora.commands.door import note_deed

    if not gap_id and not any(len(one.strip()) > 2 for one in naming):
        raise UsageError("nothing is named that could be erased", "give a GAP, or --naming with three letters or more")
    with _open(context, library, as_json, by) as (queue, desk):
        told = queue.erase(gap_id or "", naming, by)
        note_deed(desk.place, "erase", gap_id or "gaps")
        _show(context, queue.rows([queue.known(gap_id)] if gap_id else [], False), as_json, library, told)
        for line in told["left"]:
            click.echo(printable(f"not erased: {line}"), err=True)


@gaps.command("digest", epilog=example("opora gaps digest"))
@click.option("--send", is_flag=True, help="Tell whom the settings name.")
@standard
@click.pass_context
def digest(context: click.Context, send: bool, library: str | None, as_json: bool) -> None:
    """How much waits, since when and for whom. For a schedule: --send."""
    import datetime as dt
    import time
    import uuid

    from opora.commands.gap_desk import ways_of
    from opora.review.notify import digest_of, tell_digest

    with _open(context, library, as_json) as (queue, desk):
        waiting = queue.listed(("pending",))
        text = digest_of(waiting, dt.datetime.now().astimezone())
        ways = ways_of(desk.settings)
        if send and not ways.any:
            raise UsageError("nobody is named who could be told", "set [gaps] notify_url or apprise_env")
        if send:
            tell_digest(text, waiting, ways, int(time.time()), uuid.uuid4().hex)
        _, as_json = chosen(context, library, as_json)
        told = {"items": queue.rows(waiting, False), "digest": text, "told": int(send)}
        emit(told) if as_json else click.echo(printable(text))


@gaps.command("notify", epilog=example("opora gaps notify"))
@standard
@click.pass_context
def notify(context: click.Context, library: str | None, as_json: bool) -> None:
    """Tell whom the settings name of new questions; each is told once. 'opora serve' does it by itself."""
    from opora.commands.gap_desk import tell_of_new

    with _open(context, library, as_json) as (_, desk):
        told = tell_of_new(desk)
        _, as_json = chosen(context, library, as_json)
        emit({"items": [], "told": told}) if as_json else click.echo(f"told of {told}")


def _moved(context: click.Context, who: tuple[str, str], work: Any, as_json: bool, library: str | None) -> None:
    with _open(context, library, as_json, who[1]) as (desk, _):
        gap: Gap = work(desk)
        _show(context, desk.rows([gap], False), as_json, library)


class _open:
    """The library's queue, for one command."""

    def __init__(self, context: click.Context, library: str | None, as_json: bool, by: str = "") -> None:
        self._place, _ = chosen(context, library, as_json)

    def __enter__(self) -> tuple[GapDesk, Any]:
        from opora.commands.gap_desk import GapDesk
        from opora.commands.library_desk import LibraryDesk

        self._desk = LibraryDesk(self._place)
        return GapDesk(self._desk, own_deed), self._desk

    def __exit__(self, *_: object) -> None:
        self._desk.store.close()


def _show(
    context: click.Context,
    rows: list[dict[str, Any]],
    as_json: bool,
    library: str | None,
    more: dict[str, Any] | None = None,
) -> None:
    _, as_json = chosen(context, library, as_json)
    if as_json:
        emit({"items": rows} | (more or {}))
        return
    for row in rows:
        click.echo(printable(_line(row)))
    if not rows:
        click.echo("nothing waits for an answer")
    preview = (more or {}).get("preview")
    if preview:
        click.echo(printable(f"\n{preview['text']}\n— {preview['label']}"))
        for flag in preview["personal"]:
            click.echo(printable(f"may tell of a person: {flag['text']} ({flag['kind']})"))


def _line(row: dict[str, Any]) -> str:
    owner = row["owner"] or "nobody"
    told = f"{row['gap_id']}  {row['state']}  asked {row['asked_in_all']}×, {row['age_days']} days old, {owner}: {row['part'] or '(erased)'}"
    if row["first"]:
        told += f"\n    the same as {row['first']}"
    if row["answer"] and row["state"] == "approved":
        told += (
            f"\n    answered by {row['answer']['author']}, {row['answer']['at'][:10]}: {row['answer']['text'][:200]}"
        )
    for one in row["proposed"]:
        told += f"\n    the same as {one['gap_id']}? {one['part']} ({one['why']}, {one['likeness']})"
    return told


COMMANDS = (gaps,)
