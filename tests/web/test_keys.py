"""Who may come in with which key, and what is kept of it?"""

from __future__ import annotations

import hashlib
import json
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner
from pydantic import TypeAdapter

from opora.cli import main
from opora.commands.shapes import SHAPES
from opora.errors import LibraryError, UsageError
from opora.web.keys import Keyring
from opora.web.readers import Reader


@pytest.fixture
def library(tmp_path: Path) -> Path:
    assert CliRunner().invoke(main, ["init", str(tmp_path / "lib")]).exit_code == 0
    return tmp_path / "lib"


def said(library: Path, *args: str) -> tuple[int, object]:
    done = CliRunner().invoke(main, ["--library", str(library), "keys", *args, "--json"])
    return done.exit_code, json.loads(done.stdout)


def test_a_key_is_shown_once_and_only_its_digest_is_kept(library: Path) -> None:
    _, made = said(library, "add", "Maria", "--role", "editor", "--collection", "prices")
    made = TypeAdapter(SHAPES["new_key"]).validate_python(made, strict=True)
    kept = (library / "keys.json").read_text("utf-8")
    assert made["key"] not in kept
    assert hashlib.sha256(made["key"].encode()).hexdigest() in kept
    assert stat.S_IMODE((library / "keys.json").stat().st_mode) == 0o600
    listed = TypeAdapter(SHAPES["keys"]).validate_python(said(library, "list")[1], strict=True)
    assert [one["name"] for one in listed] == ["Maria"]
    assert "key" not in listed[0]
    found = Keyring(library).reader_of(made["key"])
    assert found == Reader("Maria", frozenset({"editor"}), ("prices",), made["key_id"])


def test_a_revoked_key_opens_nothing_and_does_not_open_the_door_for_all(library: Path) -> None:
    ring = Keyring(library)
    assert not ring.wanted
    _, key = ring.add("a", ["reader"], [], "2026-10-23")
    assert ring.reader_of(key)
    TypeAdapter(SHAPES["key"]).validate_python(said(library, "revoke", "a")[1], strict=True)
    assert ring.reader_of(key) is None
    assert ring.wanted
    with pytest.raises(UsageError):
        ring.revoke("a", "2026-10-24")


def test_two_keys_of_one_name_are_told_apart_by_their_ids(library: Path) -> None:
    ring = Keyring(library)
    first, _ = ring.add("desk", ["reader"], [], "2026-10-23")
    _, other = ring.add("desk", ["reader"], [], "2026-10-23")
    with pytest.raises(UsageError, match="more than one"):
        ring.revoke("desk", "2026-10-24")
    ring.revoke(first.key_id, "2026-10-24")
    assert ring.reader_of(other)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"keys": [{"key_id": "K1"}]}', '{"keys": 3}'])
def test_a_damaged_file_lets_nobody_in(library: Path, text: str) -> None:
    (library / "keys.json").write_text(text, encoding="utf-8")
    with pytest.raises(LibraryError):
        Keyring(library).reader_of("any")


def test_an_admin_may_all_and_a_reader_only_read() -> None:
    admin, reader, nobody = (Reader("x", frozenset(roles)) for roles in (["admin"], ["reader"], []))
    assert all(admin.may(role) for role in ("reader", "approver", "editor", "debugger", "admin"))
    assert [role for role in ("reader", "approver", "editor", "debugger", "admin") if reader.may(role)] == ["reader"]
    assert not nobody.may("reader")
    assert Reader("x", frozenset({"editor"})).may("reader")
