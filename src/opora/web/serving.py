"""How is the library served, and who may come in? ``opora serve``, ``opora keys``."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import re
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from opora.commands.door import chosen, emit, example, note_deed, plain, printable, standard
from opora.errors import BackendError, UsageError

_LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
_GRACE_S: Final = 10


@click.command(epilog=example("opora serve", "opora serve --host 0.0.0.0 --port 8080 --workers 2"))
@click.option("--host", default="127.0.0.1", callback=plain, help="The address to listen on; others need keys.")
@click.option("--port", type=click.IntRange(0, 65535), default=8321, help="0: any that is free.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, help="Processes; each loads the model.")
@standard
@click.pass_context
def serve(context: click.Context, /, library: str | None, as_json: bool, host: str, port: int, workers: int) -> None:
    """Serve the pages, the REST API, the chat endpoint and the tools of a library until it is stopped."""
    place, as_json = _library(context, library, as_json)
    _serve(Served(place, host, port, workers), as_json)


@dataclass(frozen=True, slots=True)
class Served:
    """What is served where. ``write``: tools may change sources."""

    place: Path
    host: str
    port: int
    workers: int = 1
    write: bool = False


def _serve(what: Served, as_json: bool) -> None:
    if what.host not in _LOOPBACK and not _ring(what.place).wanted:
        raise UsageError(
            f"{what.host} can be reached from other machines, and no key is asked for",
            "make one with 'opora keys add NAME --role admin', or listen on 127.0.0.1",
        )
    _needs(what.place)
    door = _door(what.host, what.port)
    address = f"http://{f'[{what.host}]' if ':' in what.host else what.host}:{door.getsockname()[1]}"
    if as_json:
        emit({"address": address, "library": str(what.place), "workers": what.workers})
    else:
        click.echo(f"Opora serves {what.place} at {address} (stop it with Ctrl-C)")
    sys.stdout.flush()
    with _told(what), door:
        _run(door, what.workers)


def _needs(place: Path) -> None:
    """UsageError when the settings want what is not installed: told here, and not by a worker that does not start."""
    from opora.web.spans import needs_packages
    from opora.wiring import open_settings

    if open_settings(place).serving.telemetry:
        needs_packages()


def _door(host: str, port: int) -> socket.socket:
    """A socket that is bound already, so that a port that is taken is told before anything is loaded."""
    try:
        kind = socket.AF_INET6 if ":" in host else socket.AF_INET
        door = socket.socket(kind, socket.SOCK_STREAM)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((host, port))
        door.listen()  # who opens the address at once waits for the library to load, and is not turned away
        door.set_inheritable(True)
    except OSError as error:
        door.close()
        raise BackendError(
            f"cannot listen on {host}:{port}: {error.strerror}", "choose another --port, or stop what holds it"
        ) from error
    return door


@contextlib.contextmanager
def _told(what: Served) -> Iterator[None]:
    """What the workers must know stands in the environment; figures of several of them in a folder that goes with us."""
    from opora.web.figures import SHARED
    from opora.web.served import FOLDER, OPEN_TO_ALL, WRITES

    with tempfile.TemporaryDirectory(prefix="opora-figures-") as figures:
        told = {FOLDER: str(what.place.resolve()), SHARED: figures}
        told[OPEN_TO_ALL] = "" if what.host in _LOOPBACK else "1"
        told[WRITES] = "1" if what.write else ""
        os.environ.update(told)
        yield


def _run(door: socket.socket, workers: int) -> None:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    config = uvicorn.Config(
        "opora.web.served:app",
        factory=True,
        workers=workers,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=_GRACE_S,
    )
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, _nothing)  # uvicorn stops by itself, and then raises the signal once more
    if workers == 1:
        uvicorn.Server(config).run(sockets=[door])
    else:
        Multiprocess(config, sockets=[door]).run()


def _nothing(*_: object) -> None:
    return None


@click.command(epilog=example("opora mcp", "opora mcp --http --port 8322", "OPORA_KEY=opora_… opora mcp"))
@click.option("--http", is_flag=True, help="Over HTTP at /mcp, as 'opora serve' does too; default: stdio.")
@click.option("--host", default="127.0.0.1", callback=plain, help="With --http: the address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8322, help="With --http: 0 takes any that is free.")
@click.option("--allow-writes", is_flag=True, help="Offer the tools that switch and add sources too.")
@standard
@click.pass_context
def mcp(context: click.Context, /, library: str | None, as_json: bool, **said: Any) -> None:
    """Offer search, ask, open and list to a program that speaks MCP. Over stdio OPORA_KEY says whose rights it has."""
    place, as_json = _library(context, library, as_json)
    if said["http"]:
        _serve(Served(place, said["host"], said["port"], 1, said["allow_writes"]), as_json)
        return
    import anyio

    from opora.web.desk import Desk
    from opora.web.lanes import Lanes
    from opora.web.readers import LOCAL_OWNER
    from opora.web.tools import tools_over

    key = os.environ.get("OPORA_KEY")
    reader = _ring(place).reader_of(key) if key else LOCAL_OWNER
    if reader is None:
        raise UsageError("the key in OPORA_KEY does not open anything", "see 'opora keys list'")
    desk = Desk(place)
    try:
        anyio.run(tools_over(desk, Lanes(), lambda _: reader, said["allow_writes"]).run_stdio_async)
    finally:
        desk.close()


@click.group(epilog=example("opora keys add 'Maria' --role editor --collection prices", "opora keys list"))
def keys() -> None:
    """Who may come in over the wire. Without any key only this machine is served, and its person owns everything."""


@keys.command(
    "add",
    epilog=example("opora keys add 'help desk' --role reader --collection faq", "opora keys add shop --widget counter"),
)
@click.argument("name", callback=plain)
@click.option(
    "--role", "roles", multiple=True, type=click.Choice(["reader", "approver", "editor", "debugger", "admin"])
)
@click.option("--collection", "collections", callback=plain, multiple=True, help="Only these; default: all.")
@click.option("--widget", callback=plain, help="A public key, for the widget of this assistant alone.")
@standard
@click.pass_context
def add(context: click.Context, /, name: str, library: str | None, as_json: bool, **said: Any) -> None:
    """Make a key. It is shown once and never again; only its SHA-256 is kept."""
    place, as_json = _library(context, library, as_json)
    if said["widget"] is not None:
        if said["roles"] or said["collections"]:
            raise UsageError("a public key reads what its assistant reads", "leave out --role and --collection")
        _shown_by_widget(place, said["widget"])
        named, key = _ring(place).add_public(name, said["widget"], _now())
    else:
        named, key = _ring(place).add(name, said["roles"] or ("reader",), said["collections"], _now())
    note_deed(place, "make key", named.key_id)
    if as_json:
        emit(named.as_json() | {"key": key})
        return
    click.echo(key)
    click.echo(printable(f"the key of {named.name} ({', '.join(named.roles)}); it is not shown again"), err=True)


@keys.command("list", epilog=example("opora keys list --json"))
@standard
@click.pass_context
def list_(context: click.Context, library: str | None, as_json: bool) -> None:
    """The keys, without what opens."""
    place, as_json = _library(context, library, as_json)
    found = _ring(place).keys()
    if as_json:
        emit([one.as_json() for one in found])
        return
    for one in found:
        seen = ", ".join(one.collections) if one.collections is not None else "all collections"
        if one.assistant:
            seen = f"the widget of {one.assistant}"
        gone = f"  revoked {one.revoked}" if one.revoked else ""
        click.echo(printable(f"{one.key_id}  {one.name}: {', '.join(one.roles)}; {seen}; made {one.made}{gone}"))
    if not found:
        click.echo("no key: only this machine is served, and its person owns everything")


@keys.command("revoke", epilog=example("opora keys revoke K1a2b3c4d"))
@click.argument("key", callback=plain, metavar="ID")
@standard
@click.pass_context
def revoke(context: click.Context, key: str, library: str | None, as_json: bool) -> None:
    """Let a key, and every session it began, open nothing any more."""
    place, as_json = _library(context, library, as_json)
    gone = _ring(place).revoke(key, _now())
    note_deed(place, "revoke key", gone.key_id)
    emit(gone.as_json()) if as_json else click.echo(printable(f"{gone.key_id} of {gone.name} opens nothing any more"))


def _library(context: click.Context, library: str | None, as_json: bool) -> tuple[Path, bool]:
    from opora.wiring import open_library, open_settings

    place, as_json = chosen(context, library, as_json)
    open_settings(place)
    open_library(place).close()
    return place, as_json


def _shown_by_widget(place: Path, assistant: str) -> None:
    """UsageError when there is no such assistant, or when it would show all of the library or to no page at all."""
    from opora.wiring import open_settings

    own = open_settings(place).assistant(assistant)
    for name, example_value in (("collections", "faq"), ("origins", "https://shop.example")):
        if not getattr(own, name):
            hint = f'write {name} = ["{example_value}"] under [assistants.{assistant}] in opora.toml'
            raise UsageError(f"the assistant {assistant!r} has no {name}", hint)
    for origin in own.origins:
        if not re.fullmatch(r"https?://[a-z0-9.:\[\]-]+", origin):
            raise UsageError(
                f"{origin!r} is no origin", "write https:// and the host in small letters, and nothing after it"
            )


def _ring(place: Path) -> Any:
    from opora.web.keys import Keyring

    return Keyring(place)


def _now() -> str:
    return dt.datetime.now().astimezone().isoformat(timespec="seconds")


COMMANDS = (serve, mcp, keys)
