"""A library of a few short texts, to be asked without a model."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from pathlib import Path

from opora.ask import AskRules, ask
from opora.domain.question import Question
from opora.domain.reply import Reply
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry, Given
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 10, 23)
Period = tuple[dt.date | None, dt.date | None]


def library_of(
    folder: Path, texts: Mapping[str, str], versions: Mapping[str, Sequence[tuple[Period, str]]] | None = None
) -> SqliteLibrary:
    """Markdown texts by source id; ``versions``: sources with a text for each period."""
    made = SqliteLibrary.open(folder / "library", create=True)
    entries = [_entry(folder, name, name, text, Given()) for name, text in texts.items()]
    for name, dated in (versions or {}).items():
        for number, ((start, end), text) in enumerate(dated, 1):
            given = Given(label=f"v{number}", valid_from=start, valid_until=end)
            entries.append(_entry(folder, name, f"{name}{number}", text, given))
    assert all(item.error is None for item in add(entries, made, AddRules()))
    return made


def _entry(folder: Path, source: str, file: str, text: str, given: Given) -> Entry:
    path = folder / f"{file}.md"
    path.write_text(text, "utf-8")
    return Entry(source, source, path=path, given=given)


def asked(library: SqliteLibrary, text: str) -> Reply:
    return ask(Question(text, AT), library, None, AskRules())[0]
