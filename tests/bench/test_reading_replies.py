"""The command that writes replies to be read sees what no reply may have."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from bench.replies import faults
from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Reply
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.store.sqlite import SqliteLibrary


@pytest.fixture
def told(tmp_path: Path) -> tuple[Reply, SqliteLibrary]:
    library = SqliteLibrary.open(tmp_path / "library", create=True)
    add([Entry("desk", "desk", text="The help desk is open from 08:00 to 16:00.")], library, AddRules())
    reply, _ = ask(Question("When is the help desk open?", dt.date(2026, 10, 1)), library, None, AskRules())
    return reply, library


def test_a_sound_reply_has_no_fault(told: tuple[Reply, SqliteLibrary]) -> None:
    reply, library = told
    assert list(faults(reply, library)) == []
    library.close()


@pytest.mark.parametrize(
    ("added", "fault"),
    [
        ("\nfallback used", "a word of the machine"),
        ("\nSee also: ", "an empty phrase"),
        ("\nIt opens earlier too. [7]", "[7] has no citation"),
    ],
)
def test_each_fault_is_named(told: tuple[Reply, SqliteLibrary], added: str, fault: str) -> None:
    reply, library = told
    assert any(fault in one for one in faults(replace(reply, text=reply.text + added), library))
    library.close()
