"""Which keys open this library, for whom? A file beside the store; of a key only its SHA-256 is kept.

A public key stands in the pages of a site and asks one assistant through its widget; it opens no other door.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import json
import os
import secrets
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from opora.errors import LibraryError, UsageError
from opora.web.readers import ROLES, Reader

FILE: Final = "keys.json"
PREFIX: Final = "opora_"
PUBLIC: Final = "opora_public_"


@dataclass(frozen=True, slots=True)
class Key:
    """``digest`` is the SHA-256 of the key; ``collections`` ``None``: all; ``revoked``: the time, empty while it opens.

    ``assistant``: of a public key, whose widget it is for; empty for every other.
    """

    key_id: str
    name: str
    digest: str
    roles: tuple[str, ...]
    collections: tuple[str, ...] | None
    made: str
    revoked: str = ""
    assistant: str = ""

    @property
    def reader(self) -> Reader:
        roles = frozenset(role for role in ROLES if role in self.roles)
        return Reader(self.name, roles, self.collections, self.key_id)

    def as_json(self) -> dict[str, Any]:
        """What may be shown of it."""
        shown = {name: value for name, value in dataclasses.asdict(self).items() if name != "digest"}
        return shown | {
            "roles": list(self.roles),
            "collections": None if self.collections is None else list(self.collections),
        }


class Keyring:
    """The keys of one library. A change of the file, by whatever process, counts from the next request on."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._seen: tuple[int, int, int] | None = None
        self._kept: tuple[Key, ...] = ()

    def keys(self) -> tuple[Key, ...]:
        """In the order they were made, revoked ones too. LibraryError when the file is damaged."""
        try:
            state = self._path.stat()
        except FileNotFoundError:
            return ()
        seen = (state.st_mtime_ns, state.st_size, state.st_ino)
        if seen != self._seen:
            self._kept, self._seen = self._read(), seen
        return self._kept

    @property
    def wanted(self) -> bool:
        """Whether a key is asked for: since the first one was made, also when all are revoked."""
        return bool(self.keys())

    def reader_of(self, key: str) -> Reader | None:
        """Whose key it is; ``None`` when it opens nothing, or a widget alone."""
        found = self._found(key)
        return found.reader if found is not None and not found.assistant else None

    def public(self, key: str) -> Key | None:
        """The public key of a widget; ``None`` when it is none."""
        found = self._found(key)
        return found if found is not None and found.assistant else None

    def _found(self, key: str) -> Key | None:
        digest = hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
        found = [one for one in self.keys() if hmac.compare_digest(one.digest, digest)]
        return found[0] if found and not found[0].revoked else None

    def by_id(self, key_id: str) -> Key | None:
        """The key of this id, while it opens; no public one."""
        found = (one for one in self.keys() if one.key_id == key_id and not one.revoked and not one.assistant)
        return next(found, None)

    def add(self, name: str, roles: Sequence[str], collections: Sequence[str], made: str) -> tuple[Key, str]:
        """A new key, and the only showing of its text. ``collections`` empty: all."""
        return self._add(PREFIX, Key("", name, "", tuple(roles), tuple(collections) or None, made))

    def add_public(self, name: str, assistant: str, made: str) -> tuple[Key, str]:
        """A key for the widget of an assistant. What it may see are the assistant's collections, whatever they are then."""
        return self._add(PUBLIC, Key("", name, "", ("reader",), (), made, assistant=assistant))

    def _add(self, prefix: str, wanted: Key) -> tuple[Key, str]:
        if not wanted.name.strip():
            raise UsageError("a key needs a name", "say whose it is")
        key = prefix + secrets.token_urlsafe(32)
        digest = hashlib.sha256(key.encode()).hexdigest()
        named = dataclasses.replace(wanted, key_id="K" + secrets.token_hex(4), name=wanted.name.strip(), digest=digest)
        self._write((*self.keys(), named))
        return named, key

    def revoke(self, key_id: str, at: str) -> Key:
        """By its id or, when only one open key has it, by its name. UsageError when there is none."""
        open_keys = [one for one in self.keys() if not one.revoked]
        found = [one for one in open_keys if key_id in (one.key_id, one.name)]
        if len(found) != 1:
            what = "no key" if not found else "more than one key"
            raise UsageError(f"{what} is called {key_id!r}", "see 'opora keys list' and give its id")
        gone = dataclasses.replace(found[0], revoked=at)
        self._write(tuple(gone if one.key_id == gone.key_id else one for one in self.keys()))
        return gone

    def _read(self) -> tuple[Key, ...]:
        try:
            rows = json.loads(self._path.read_text("utf-8"))["keys"]
            return tuple(
                Key(**row | {"roles": tuple(row["roles"]), "collections": _all_or(row["collections"])}) for row in rows
            )
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise LibraryError(
                f"cannot read the keys in {str(self._path)!r}: {error}", "restore the file; without it nobody gets in"
            ) from error

    def _write(self, keys: tuple[Key, ...]) -> None:
        body = json.dumps({"keys": [dataclasses.asdict(one) for one in keys]}, ensure_ascii=False, indent=1)
        try:
            number, name = tempfile.mkstemp(dir=self._path.parent, prefix=".keys")  # nobody else may read it
            with os.fdopen(number, "w", encoding="utf-8") as file:
                file.write(body + "\n")
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(self._path)
        except OSError as error:
            raise LibraryError(
                f"cannot write {str(self._path)!r}: {error.strerror}", "check that the folder is writable"
            ) from error


def _all_or(names: Any) -> tuple[str, ...] | None:
    return None if names is None else tuple(names)
