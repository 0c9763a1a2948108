"""Is a statement withheld when its quote, its text or its version is not what the store holds?"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from opora.answering.explain import explain
from opora.answering.finding import Finding
from opora.answering.normalise import normalise
from opora.answering.require import require
from opora.answering.verify import verify
from opora.canonical import digest
from opora.domain.question import Message, Question
from opora.domain.source import Filter
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.routes.documents import SearchRules, search
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 10, 23)
TEXT = "The pump weighs 14 kg. The warranty for the pump lasts 24 months."


class Altered:
    """The library with one answer changed, as after a fault of the disk or of a stage before."""

    def __init__(self, library: SqliteLibrary, **changed: Any) -> None:
        self._library, self._changed = library, changed

    def __getattr__(self, name: str) -> Any:
        return (lambda _: self._changed[name]) if name in self._changed else getattr(self._library, name)


@pytest.fixture
def found(tmp_path: Path) -> Any:
    library = SqliteLibrary.open(tmp_path / "library", create=True)
    add([Entry("pump", "pump", text=TEXT)], library, AddRules())
    message = normalise(Question("How long does the warranty for the pump last?", AT))
    requirement = require(message)[0][0]
    hits, _ = search(requirement.text, Filter(AT), library, None, SearchRules())
    finding = explain(message, requirement, list(hits), library)
    assert finding.outcome == "answer"
    yield library, message, finding
    library.close()


def failed(message: Message, finding: Finding, library: Any) -> Finding:
    (checked,) = verify(message, (finding,), library)
    return checked


def test_what_the_store_holds_passes(found: Any) -> None:
    library, message, finding = found
    assert failed(message, finding, library).outcome == "answer"


def test_a_quote_that_does_not_stand_at_its_place_is_withheld(found: Any) -> None:
    library, message, finding = found
    draft = finding.drafts[0]
    moved = replace(draft, evidence=replace(draft.evidence, start=draft.evidence.start - 1, end=draft.evidence.end - 1))
    assert failed(message, replace(finding, drafts=(moved,)), library).drafts == ()


def test_a_text_that_is_not_the_one_published_is_withheld(found: Any) -> None:
    library, message, finding = found
    assert failed(message, finding, Altered(library, kept_digest=digest(TEXT + " And more."))).drafts == ()


def test_a_version_not_in_force_on_the_day_is_withheld(found: Any) -> None:
    library, message, finding = found
    version = library.version(finding.drafts[0].evidence.version_id)
    over = replace(version, validity=replace(version.validity, end=AT - dt.timedelta(days=1)))
    assert failed(message, finding, Altered(library, version=over)).drafts == ()
