"""How does an administrator change how an assistant searches? ``opora.toml``, edited whole or not at all.

Comments and order stay. The new text is checked as ``opora settings`` checks it before it takes the old one's place; who
changed what stands in ``history/settings.jsonl``, each line sealed by the one before.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from opora.diagnosis.journal import append, read
from opora.errors import LibraryError, OporaError, UsageError
from opora.settings import FILE_NAME, AssistantSettings, Settings, build

TUNED: Final = ("mode", "dense_weight", "lexical_weight", "threshold", "limit")
"""What may be changed here; ``None`` takes the value under ``[search]``."""
HISTORY: Final = Path("history") / "settings.jsonl"
_BY_HAND: Final = f"change {FILE_NAME} by hand"


class ChangedMeanwhileError(UsageError):
    """Somebody else changed the settings since the form was made."""

    code = "changed_meanwhile"

    def __init__(self) -> None:
        super().__init__("the settings were changed meanwhile", "look at them again, then change what you meant")


@dataclass(frozen=True, slots=True)
class Change:
    """``seen``: the state of the file that the form was made from. ``when``: an ISO moment; ``who``, ``key``: of the reader."""

    assistant: str
    values: Mapping[str, Any]
    seen: str
    who: str
    key: str
    when: str


def state_of(folder: Path) -> str:
    """A digest of the settings as they stand; forms carry it, so that nobody overwrites what they did not see."""
    return hashlib.sha256(_bytes(folder / FILE_NAME)).hexdigest()[:16]


def tune(folder: Path, change: Change, environment: Mapping[str, str]) -> dict[str, Any]:
    """Write the change; the record of it, with ``before`` and ``after`` of what differs (both empty: nothing was written).

    UsageError when a value is not allowed, or the settings were changed since ``seen``.
    """
    file = (folder / FILE_NAME).resolve()
    with _turn(folder):
        if state_of(folder) != change.seen:
            raise ChangedMeanwhileError()
        old = _text(file)
        before = _checked(folder, old, environment).assistant(change.assistant)
        meant = {name: value for name, value in change.values.items() if value is None or value != _of(before, name)}
        new = edited(old, change.assistant, meant)
        after = _checked(folder, new, environment).assistant(change.assistant)
        differs = [name for name in TUNED if getattr(before, name) != getattr(after, name)]
        record = {
            "date": change.when,
            "who": change.who,
            "key": change.key,
            "assistant": change.assistant,
            "before": {name: getattr(before, name) for name in differs},
            "after": {name: getattr(after, name) for name in differs},
        }
        if new != old:
            with _beside(file, new.encode()) as written:
                append(folder / HISTORY, record)
                written.replace(file)
    return record


def _of(assistant: AssistantSettings, name: str) -> Any:
    """What counts now; a value that is the same is not written, so that the assistant goes on following the library."""
    return getattr(assistant, name, None)


def changes(folder: Path, assistant: str, most: int) -> list[dict[str, Any]]:
    """The newest records of an assistant, newest first."""
    kept = read(folder / HISTORY).records
    return [one for one in reversed(kept) if one.get("assistant") == assistant][:most]


def edited(text: str, assistant: str, values: Mapping[str, Any]) -> str:
    """The settings with other values for one assistant; all else as it stands. UsageError when that cannot be written.

    >>> edited("[search]  # for all\\nlimit = 3\\n", "default", {"limit": 7})
    '[search]  # for all\\nlimit = 3\\n\\n[assistants.default]\\nlimit = 7\\n'
    """
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    wanted = _with(tomllib.loads(text), assistant, values)
    if wanted == tomllib.loads(text):
        return text
    try:
        document: Any = tomlkit.parse(text if text.endswith("\n") or not text else f"{text}\n")
        if "assistants" not in document:
            document["assistants"] = tomlkit.table(is_super_table=True)
        if assistant not in document["assistants"]:
            document["assistants"][assistant] = tomlkit.table()
        own = document["assistants"][assistant]
        for name, value in values.items():
            if value is not None:
                own[name] = value
            elif name in own:
                del own[name]
        made = tomlkit.dumps(document)
        same = tomllib.loads(made) == wanted
    except (TOMLKitError, ValueError, TypeError, AttributeError) as error:  # written in a way that tomlkit cannot edit
        raise UsageError(f"{FILE_NAME} cannot be changed here: {error}", _BY_HAND) from error
    if not same:
        raise UsageError(f"{FILE_NAME} cannot be changed here without touching more", _BY_HAND)
    return made


def _with(raw: dict[str, Any], assistant: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """What the edited file must say."""
    there: dict[str, Any] = raw.get("assistants", {})
    own = {name: value for name, value in {**there.get(assistant, {}), **values}.items() if value is not None}
    return {**raw, "assistants": {**there, assistant: own}} if own or assistant in there else raw


def _checked(folder: Path, text: str, environment: Mapping[str, str]) -> Settings:
    try:
        return build(folder, tomllib.loads(text), dict(environment))
    except LibraryError as error:
        raise UsageError(error.message, error.hint) from error


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise LibraryError(f"cannot read {FILE_NAME}: {error.strerror}", "check the folder") from error


def _text(file: Path) -> str:
    try:
        text = _bytes(file).decode("utf-8")
        tomllib.loads(text)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise LibraryError(f"cannot read {FILE_NAME}: {error}", "correct the file or move it away") from error
    return text


@contextlib.contextmanager
def _turn(folder: Path) -> Iterator[None]:
    """Who changes the settings waits until nobody else does; in other processes too."""
    place = folder / HISTORY.parent
    try:
        place.mkdir(exist_ok=True)
        held = os.open(place, os.O_RDONLY)
    except OSError as error:
        raise LibraryError(f"cannot change {FILE_NAME}: {error.strerror}", "check the folder") from error
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


@contextlib.contextmanager
def _beside(file: Path, data: bytes) -> Iterator[Path]:
    """The new file, whole and on the disk beside the old one, with its rights; gone when it did not take its place."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    except OSError as error:
        raise LibraryError(f"cannot change {FILE_NAME}: {error.strerror}", "check the folder") from error
    written = Path(name)
    try:
        with os.fdopen(handle, "wb") as new:
            new.write(data)
            new.flush()
            os.fsync(new.fileno())
        written.chmod(file.stat().st_mode & 0o7777 if file.exists() else 0o644)
        yield written
    except OporaError:
        raise
    except OSError as error:
        raise LibraryError(f"cannot change {FILE_NAME}: {error.strerror}", "check the folder") from error
    finally:
        written.unlink(missing_ok=True)
