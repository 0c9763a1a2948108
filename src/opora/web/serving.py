"""How is the library served, and who may come in? ``opora serve``, ``opora keys``."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import signal
import socket
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import click

from opora.commands.door import chosen, emit, example, plain, printable, standard
from opora.errors import BackendError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

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
    from opora.web.keys import Keyring
    from opora.wiring import open_library, open_settings

    place, as_json = chosen(context, library, as_json)
    open_settings(place)
    open_library(place).close()
    if host not in _LOOPBACK and not Keyring(place).wanted:
        raise UsageError(
            f"{host} can be reached from other machines, and no key is asked for",
            "make one with 'opora keys add NAME --role admin', or listen on 127.0.0.1",
        )
    door = _door(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{door.getsockname()[1]}"
    if as_json:
        emit({"address": address, "library": str(place), "workers": workers})
    else:
        click.echo(f"Opora serves {place} at {address} (stop it with Ctrl-C)")
    with _told(place, host), door:
        _run(door, workers)


def _door(host: str, port: int) -> socket.socket:
    """A socket that is bound already, so that a port that is taken is told before anything is loaded."""
    try:
        kind = socket.AF_INET6 if ":" in host else socket.AF_INET
        door = socket.socket(kind, socket.SOCK_STREAM)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((host, port))
        door.set_inheritable(True)
    except OSError as error:
        door.close()
        raise BackendError(
            f"cannot listen on {host}:{port}: {error.strerror}", "choose another --port, or stop what holds it"
        ) from error
    return door


@contextlib.contextmanager
def _told(place: Path, host: str) -> Iterator[None]:
    """What the workers must know stands in the environment; figures of several of them in a folder that goes with us."""
    from opora.web.app import FOLDER, OPEN_TO_ALL
    from opora.web.figures import SHARED

    with tempfile.TemporaryDirectory(prefix="opora-figures-") as figures:
        told = {FOLDER: str(place.resolve()), SHARED: figures}
        if host not in _LOOPBACK:
            told[OPEN_TO_ALL] = "1"
        os.environ.update(told)
        yield


def _run(door: socket.socket, workers: int) -> None:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    config = uvicorn.Config(
        "opora.web.app:served",
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


@click.group(epilog=example("opora keys add 'Maria' --role editor --collection prices", "opora keys list"))
def keys() -> None:
    """Who may come in over the wire. Without any key only this machine is served, and its person owns everything."""


@keys.command("add", epilog=example("opora keys add 'help desk' --role reader --collection faq"))
@click.argument("name", callback=plain)
@click.option(
    "--role", "roles", multiple=True, type=click.Choice(["reader", "approver", "editor", "debugger", "admin"])
)
@click.option("--collection", "collections", callback=plain, multiple=True, help="Only these; default: all.")
@standard
@click.pass_context
def add(context: click.Context, /, name: str, library: str | None, as_json: bool, **said: Any) -> None:
    """Make a key. It is shown once and never again; only its SHA-256 is kept."""
    place, as_json = _library(context, library, as_json)
    named, key = _ring(place).add(name, said["roles"] or ("reader",), said["collections"], _now())
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
    emit(gone.as_json()) if as_json else click.echo(printable(f"{gone.key_id} of {gone.name} opens nothing any more"))


def _library(context: click.Context, library: str | None, as_json: bool) -> tuple[Path, bool]:
    from opora.wiring import open_library

    place, as_json = chosen(context, library, as_json)
    open_library(place).close()
    return place, as_json


def _ring(place: Path) -> Any:
    from opora.web.keys import Keyring

    return Keyring(place)


def _now() -> str:
    return dt.datetime.now().astimezone().isoformat(timespec="seconds")


COMMANDS = (serve, keys)
