"""Does the library do what a small model of it says, whatever is done to it in whatever order?"""

from __future__ import annotations

import datetime as dt
import tempfile
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from library_samples import MODEL, publication, vector

from opora.domain.source import Filter, Source
from opora.ports import LexicalQuery
from opora.store.sqlite import SqliteLibrary

FIRST = dt.date(2026, 1, 1)
NAMES = st.sampled_from(("a", "b", "c"))
SLUGS = st.sampled_from(("v1", "v2", "v3"))
DAYS = st.integers(0, 9).map(lambda n: FIRST + dt.timedelta(days=n))
SENTENCES = st.lists(
    st.sampled_from(("price ten", "price twelve, price", "free delivery, the price")), min_size=1, max_size=3
)


class Model(RuleBasedStateMachine):
    """Versions that start on a day and are open: the one in force is the one that started last."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.library = SqliteLibrary.open(Path(self.folder.name), create=True)
        self.versions: dict[tuple[str, str], tuple[dt.date, list[str]]] = {}
        self.enabled: dict[str, bool] = {}
        self.ends: dict[tuple[str, str], dt.date] = {}

    def teardown(self) -> None:
        self.library.close()
        self.folder.cleanup()

    @rule(name=NAMES, slug=SLUGS, day=DAYS, sentences=SENTENCES)
    def add_or_replace(self, name: str, slug: str, day: dt.date, sentences: list[str]) -> None:
        others = {start for (source, label), (start, _) in self.versions.items() if (source, label) != (name, slug)
                  and source == name}  # fmt: skip
        changed = self.versions.get((name, slug), (day, []))[0] != day
        if day in others or changed or any(source == name for source, _ in self.ends):
            return  # two versions of one day, a moved start or a closed end are the settling rules' own tests
        self.library.publish(publication(Source(name, enabled=True), slug, sentences, day))
        self.versions[name, slug] = (day, sentences)
        self.enabled[name] = True

    @precondition(lambda self: self.versions)
    @rule(data=st.data(), days=st.integers(0, 5))
    def expire(self, data: st.DataObject, days: int) -> None:
        name, slug = data.draw(st.sampled_from(sorted(self.versions)))
        start = self.versions[name, slug][0]
        end = min(start + dt.timedelta(days=days), self._closed_by(name, start) or dt.date.max)
        self.library.set_validity(f"{name}@{slug}", start, end)
        self.ends[name, slug] = end

    @rule(name=NAMES, enabled=st.booleans())
    def switch(self, name: str, enabled: bool) -> None:
        if name in self.enabled:
            self.library.save_source(Source(name, enabled=enabled))
            self.enabled[name] = enabled

    @rule(name=NAMES)
    def remove(self, name: str) -> None:
        gone = self.library.remove(name)
        kept = [len(sentences) for (source, _), (_, sentences) in self.versions.items() if source == name]
        assert gone["versions"] == len(kept) and gone["fragments"] == sum(kept)
        for key in [key for key in self.versions if key[0] == name]:
            del self.versions[key]
            self.ends.pop(key, None)
        self.enabled.pop(name, None)

    @rule(day=DAYS, name=st.none() | NAMES)
    def search(self, day: dt.date, name: str | None) -> None:
        allowed = Filter(day, source_ids=(name,) if name else ())
        wanted = {one for one in self._in_force(day) if name is None or one.startswith(f"{name}@")}
        words = LexicalQuery((("price", "delivery"),))
        assert {found.fragment_id for found in self.library.lexical(words, allowed, 100)} == wanted
        assert {found.fragment_id for found in self.library.dense(vector("x"), MODEL, allowed, 100)} == wanted
        every = [f"{s}@{label}#F{n + 1}" for (s, label), (_, texts) in self.versions.items() for n in range(len(texts))]
        stored, dropped = self.library.read_back(every, allowed, vector("x"), MODEL)
        assert {one.fragment.fragment_id for one in stored} == wanted
        assert len(dropped) == len(every) - len(wanted)
        assert all(one.cosine is not None for one in stored)

    @invariant()
    def nothing_is_left_over(self) -> None:
        assert self.library.problems() == []
        assert self.library.fragment_count() == sum(len(texts) for _, texts in self.versions.values())

    def _closed_by(self, name: str, start: dt.date) -> dt.date | None:
        later = [day for (source, _), (day, _) in self.versions.items() if source == name and day > start]
        return min(later) - dt.timedelta(days=1) if later else None

    def _in_force(self, day: dt.date) -> set[str]:
        found: set[str] = set()
        for (name, slug), (start, sentences) in self.versions.items():
            end = self.ends.get((name, slug)) or self._closed_by(name, start) or dt.date.max
            if self.enabled[name] and start <= day <= end:
                found |= {f"{name}@{slug}#F{number + 1}" for number in range(len(sentences))}
        return found


Model.TestCase.settings = settings(
    max_examples=12, stateful_step_count=14, deadline=None, suppress_health_check=list(HealthCheck)
)
TestModel = Model.TestCase


@pytest.mark.slow
class TestModelAtLength(Model.TestCase):
    settings = settings(
        max_examples=120, stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
    )


def test_readers_see_whole_versions_while_a_writer_publishes(tmp_path: Path) -> None:
    library = SqliteLibrary.open(tmp_path, create=True)
    library.publish(publication(Source("a"), "v0", ["price 0"] * 4, FIRST))
    done, wrong, seen = threading.Event(), [], set()

    def read() -> None:
        words, allowed = LexicalQuery((("price",),)), Filter(dt.date(2026, 6, 1))
        while True:
            last = done.is_set()
            found = [one.fragment_id for one in library.lexical(words, allowed, 100)]
            versions = {one.partition("#")[0] for one in found}
            if len(found) != 4 or len(versions) != 1:
                wrong.append(found)
            seen.update(versions)
            if last:
                return

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for number in range(1, 25):
        library.publish(
            publication(Source("a"), f"v{number}", [f"price {number}"] * 4, FIRST + dt.timedelta(days=number))
        )
    done.set()
    for reader in readers:
        reader.join()
    assert wrong == []
    assert "a@v24" in seen
    assert library.problems() == []
    library.close()
