"""How does everything leave the program? One place prints results and errors and chooses the exit code."""

from __future__ import annotations

import datetime as dt
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from opora.domain.deed import Deed, What
from opora.errors import OporaError

_Command = TypeVar("_Command", bound=Callable[..., Any])
INTERRUPTED = 130
OWNER = "local owner"
"""Who is told to have done what was typed here; the name of an account of this machine is nobody's business."""


@dataclass(slots=True)
class Choice:
    """What was chosen before the command's name."""

    library: str | None = None
    json: bool = False


class Door(click.Group):
    """The command group whose ``main`` never lets a traceback out."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **more: Any) -> NoReturn:
        given = list(sys.argv[1:] if args is None else args)
        as_json = "--json" in given[: given.index("--")] if "--" in given else "--json" in given
        more["standalone_mode"] = False
        code = _guarded(lambda: super(Door, self).main(given, *rest, **more), as_json)
        sys.exit(code)


def _guarded(run: Callable[[], object], as_json: bool) -> int:
    try:
        result = run()
        sys.stdout.flush()
        return result if isinstance(result, int) and not isinstance(result, bool) else 0
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except SystemExit:
        return 0  # click leaves like this when, and only when, the reader of its output has gone
    except click.UsageError as error:
        return _say(_Failure("usage", error.format_message(), _help_hint(error)), 2, as_json)
    except click.ClickException as error:
        return _say(_Failure("usage", error.format_message(), ""), 2, as_json)
    except OporaError as error:
        return _say(_Failure(error.code, error.message, error.hint, error.transient), error.exit_code, as_json)
    except (KeyboardInterrupt, click.Abort):
        return _say(_Failure("interrupted", "stopped by you", "run it again to finish"), INTERRUPTED, as_json)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        kind = type(error).__name__
        if os.environ.get("OPORA_DEBUG"):
            raise
        return _say(
            _Failure("internal", f"{kind}: {error}", "this is a bug in Opora; OPORA_DEBUG=1 shows where"), 1, as_json
        )


@dataclass(frozen=True, slots=True)
class _Failure:
    code: str
    message: str
    hint: str
    transient: bool = False


def _help_hint(error: click.UsageError) -> str:
    return f"see '{error.ctx.command_path} --help'" if error.ctx else "see 'opora --help'"


def _say(failure: _Failure, exit_code: int, as_json: bool) -> int:
    message, hint = " ".join(failure.message.split()), " ".join(failure.hint.split())
    if as_json:
        body = {"code": failure.code, "message": message, "hint": hint, "transient": failure.transient}
        emit({"error": body})
    else:
        click.echo(clean(f"opora: {message.rstrip('.')}{'; ' + hint if hint else ''}"), err=True)
    return exit_code


def emit(thing: object) -> None:
    """One JSON document on one line of stdout, always valid UTF-8."""
    click.echo(clean(json.dumps(thing, ensure_ascii=False, default=str)))


def clean(text: str) -> str:
    """Text that any terminal or pipe takes: lone surrogates replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")


def printable(text: str) -> str:
    """Text from a document without control characters that would move a terminal's cursor."""
    return "".join(char if char in "\n\t" or char.isprintable() else "\ufffd" for char in clean(text))


def plain(_: click.Context, __: click.Parameter, value: Any) -> Any:
    """What was typed, as text that can be stored and looked up; for arguments that are not paths."""
    if isinstance(value, tuple):
        return tuple(clean(one) for one in value)
    return clean(value) if isinstance(value, str) else value


def standard(function: _Command) -> _Command:
    """``--library`` and ``--json``, taken before or after the command's name."""
    function = click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)
    return click.option("--library", metavar="DIR", default=None, help="The library's folder (or OPORA_LIBRARY).")(
        function
    )


def chosen(context: click.Context, library: str | None, as_json: bool) -> tuple[Path, bool]:
    """The library's folder and whether to print JSON, from both places they may stand in."""
    from opora.wiring import library_folder

    before = context.find_object(Choice) or Choice()
    return library_folder(library or before.library), as_json or before.json


def example(*lines: str) -> str:
    """The end of a command's help."""
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


def note_deed(place: Path, what: What, on: str) -> None:
    """Keep it in the record of the library in this folder."""
    from opora.wiring import open_library

    store = open_library(place)
    try:
        store.append_deed(own_deed(what, on))
    finally:
        store.close()


def own_deed(what: What, on: str) -> Deed:
    """What was just done by whoever types here, for the record of the library."""
    return Deed(dt.datetime.now().astimezone().isoformat(timespec="seconds"), OWNER, "", what, on)
