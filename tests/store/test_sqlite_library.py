"""Does the library keep its word: whole versions, the right day, nothing left over?"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import apsw
import pytest
from library_samples import DIM, MODEL, publication, vector

from opora.canonical import digest
from opora.domain.result import SearchLog
from opora.domain.source import Filter, Source
from opora.domain.trace import Trace
from opora.errors import LibraryBusyError, LibraryError, UsageError
from opora.ports import LexicalQuery
from opora.routes.documents import SearchRules, search
from opora.store.sqlite import SqliteLibrary

SEP, OCT = dt.date(2026, 9, 1), dt.date(2026, 10, 1)


@pytest.fixture
def library(tmp_path: Path):
    opened = SqliteLibrary.open(tmp_path, create=True)
    yield opened
    assert opened.problems() == []
    opened.close()


def found(library: SqliteLibrary, at: dt.date, word: str = "price", **limits: object) -> list[str]:
    allowed = Filter(at, **limits)  # type: ignore[arg-type]
    by_word = {hit.fragment_id for hit in library.lexical(LexicalQuery(((word,),)), allowed, 10)}
    by_vector = {hit.fragment_id for hit in library.dense(vector("anything"), MODEL, allowed, 10)}
    assert by_word == by_vector
    return sorted(by_word)


def two_prices(library: SqliteLibrary, source: Source | None = None) -> None:
    source = source or Source("price")
    library.publish(publication(source, "sep", ["The price is ten"], SEP))
    library.publish(publication(source, "oct", ["The price is twelve"], OCT))


@pytest.mark.parametrize(
    ("day", "answers"),
    [
        ("2026-08-31", []),
        ("2026-09-01", ["price@sep#F1"]),
        ("2026-09-30", ["price@sep#F1"]),
        ("2026-10-01", ["price@oct#F1"]),
        ("2030-01-01", ["price@oct#F1"]),
    ],
)
def test_each_day_has_the_version_in_force(library: SqliteLibrary, day: str, answers: list[str]) -> None:
    two_prices(library)
    assert found(library, dt.date.fromisoformat(day)) == answers


def test_the_order_of_adding_does_not_matter(library: SqliteLibrary) -> None:
    library.publish(publication(Source("price"), "oct", ["The price is twelve"], OCT))
    library.publish(publication(Source("price"), "sep", ["The price is ten"], SEP))
    assert found(library, dt.date(2026, 9, 30)) == ["price@sep#F1"]
    assert found(library, OCT) == ["price@oct#F1"]


def test_a_version_between_two_takes_the_end_of_the_first(library: SqliteLibrary) -> None:
    two_prices(library)
    middle = dt.date(2026, 9, 16)
    library.publish(publication(Source("price"), "mid", ["The price is eleven"], middle))
    assert found(library, dt.date(2026, 9, 15)) == ["price@sep#F1"]
    assert found(library, middle) == found(library, dt.date(2026, 9, 30)) == ["price@mid#F1"]
    assert found(library, OCT) == ["price@oct#F1"]


def test_the_day_a_version_ends_it_still_answers(library: SqliteLibrary) -> None:
    library.publish(publication(Source("price"), "sep", ["The price is ten"], SEP, dt.date(2026, 9, 15)))
    assert found(library, dt.date(2026, 9, 15)) and not found(library, dt.date(2026, 9, 16))


def test_contradicting_periods_are_refused_and_nothing_is_written(library: SqliteLibrary) -> None:
    library.publish(publication(Source("price"), "a", ["The price is ten"], SEP, dt.date(2026, 10, 31)))
    with pytest.raises(UsageError, match="overlaps"):
        library.publish(publication(Source("price"), "b", ["The price is twelve"], OCT))
    assert [version.label for version in library.versions("price")] == ["a"]


def test_a_version_without_dates_takes_the_place_of_the_last(library: SqliteLibrary) -> None:
    library.publish(publication(Source("price"), "a", ["The price is ten"]))
    library.publish(publication(Source("price"), "b", ["The price is twelve"]))
    assert found(library, SEP) == ["price@b#F1"]
    assert {v.label: v.status for v in library.versions("price")} == {"a": "archived", "b": "current"}


def test_what_is_switched_off_or_elsewhere_never_comes_back(library: SqliteLibrary) -> None:
    two_prices(library, Source("price", collection="shop", jurisdiction="MD"))
    assert found(library, OCT, collections=("shop",), jurisdiction="MD")
    assert not found(library, OCT, collections=("other",))
    assert not found(library, OCT, jurisdiction="RO")
    assert not found(library, OCT, source_ids=("price2",))
    library.save_source(Source("price", collection="shop", enabled=False))
    assert not found(library, OCT)
    kept, dropped = library.read_back(["price@oct#F1", "nothing"], Filter(OCT))
    assert kept == [] and len(dropped) == 2


def test_a_filter_never_makes_the_result_short(library: SqliteLibrary) -> None:
    library.publish(publication(Source("many"), "1", [f"price price {n}" for n in range(600)]))
    library.publish(publication(Source("few"), "1", [f"the price among many other words {n}" for n in range(7)]))
    assert len(found(library, OCT, source_ids=("few",))) == 7


def test_removing_leaves_nothing_but_shared_vectors(library: SqliteLibrary) -> None:
    for name in ("a", "b"):
        library.publish(publication(Source(name), "1", ["The price is ten", f"only {name}"]))
    gone = library.remove("a")
    assert gone["fragments"] == 2 and gone["vectors"] == 1
    assert [f.fragment_id for f in library.fragments("b@1")] == ["b@1#F1", "b@1#F2"]
    assert library.source("a") is None and library.versions("a") == []


def test_the_same_version_again_replaces_it_whole(library: SqliteLibrary) -> None:
    library.publish(publication(Source("a"), "1", ["price one", "price two"]))
    library.publish(publication(Source("a"), "1", ["price three"]))
    assert [f.text for f in library.fragments("a@1")] == ["price three"]
    assert found(library, OCT) == ["a@1#F1"]


def test_another_process_is_seen(library: SqliteLibrary, tmp_path: Path) -> None:
    assert found(library, OCT) == []
    other = SqliteLibrary.open(tmp_path)
    two_prices(other)
    other.close()
    assert found(library, OCT) == ["price@oct#F1"]


def test_vectors_of_two_models_never_mix(library: SqliteLibrary) -> None:
    two_prices(library)
    assert library.dense(vector("x"), "another", Filter(OCT), 5) == []
    kept, _ = library.read_back(["price@oct#F1"], Filter(OCT), vector("x"), "another")
    assert kept[0].cosine is None


def test_the_best_sentence_of_a_fragment_is_measured_and_kept_for_the_next_time(library: SqliteLibrary) -> None:
    library.publish(publication(Source("a"), "1", ["the price is ten, delivery is free", "the price"]))
    kept, _ = library.read_back(["a@1#F1", "a@1#F2"], Filter(OCT), vector("delivery is free"), MODEL)
    assert kept[0].sentence_cosine == pytest.approx(1.0, abs=1e-3) and kept[0].cosine is not None
    assert kept[0].cosine < 0.9
    assert kept[1].sentence_cosine is None and kept[1].cosine is not None
    texts = [kept[0].fragment.text, kept[1].fragment.text]
    known = library.known_sentence_vectors(MODEL, [digest(text) for text in texts])
    assert list(known) == [digest(texts[0])] and known[digest(texts[0])].shape == (2, DIM)
    assert library.known_sentence_vectors("another", [digest(texts[0])]) == {}
    library.publish(publication(Source("b"), "1", texts[:1]))
    library.remove("a")
    kept, _ = library.read_back(["b@1#F1"], Filter(OCT), vector("the price is ten"), MODEL)
    assert kept[0].sentence_cosine == pytest.approx(1.0, abs=1e-3)
    library.remove("b")
    assert library.known_sentence_vectors(MODEL, [digest(texts[0])]) == {}


HOSTILE = [
    '"',
    "NEAR(a b)",
    "price*",
    "own: price",
    "a\x00b",
    "'; drop table source; --",
    "price AND NOT",
    "^price",
    "",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_plain_words(library: SqliteLibrary, text: str) -> None:
    two_prices(library)
    query = LexicalQuery(((text, "price"),), prefixes=(text,), phrases=(((text,),),))
    library.lexical(query, Filter(OCT), 5)
    search(text, Filter(OCT, source_ids=(text,)), library, None, SearchRules(mode="lexical"))
    assert library.source(text) is None
    assert found(library, OCT) == ["price@oct#F1"]


def test_a_failed_statement_leaves_before_or_after_never_between(tmp_path: Path) -> None:
    number = 0
    while True:
        number += 1
        library = SqliteLibrary.open(tmp_path / str(number), create=True)
        library.publish(publication(Source("a"), "1", ["price one", "price two"]))
        left = number

        def fail(*_: object) -> bool:
            nonlocal left
            left -= 1
            if left == 0:
                raise apsw.FullError("disk full")
            return True

        library._writer.exec_trace = fail
        try:
            library.publish(publication(Source("a"), "2", ["price three"]))
            done = True
        except LibraryError:
            done = False
        library._writer.exec_trace = None
        assert library.problems() == []
        assert found(library, OCT) == (["a@2#F1"] if done else ["a@1#F1", "a@1#F2"])
        library.close()
        if done:
            break
    assert number > 15


def test_a_second_writer_is_told_the_library_is_busy(tmp_path: Path) -> None:
    first = SqliteLibrary.open(tmp_path, create=True)
    second = SqliteLibrary.open(tmp_path, busy_ms=20)
    first._writer.execute("begin immediate")
    with pytest.raises(LibraryBusyError):
        second.save_source(Source("a"))
    first._writer.execute("rollback")
    first.close()
    second.close()


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    SqliteLibrary.open(tmp_path, create=True).close()
    apsw.Connection(str(tmp_path / "opora.db")).execute("pragma user_version=99")
    with pytest.raises(LibraryError, match="schema 99"):
        SqliteLibrary.open(tmp_path)


def test_traces_are_chained(library: SqliteLibrary) -> None:
    one = library.append_trace(Trace("t1", "q", "2026-10-01", "default", "api", (), {"a": 1}, {}))
    two = library.append_trace(Trace("t2", "q", "2026-10-01", "default", "api", (), {}, {}))
    assert one.previous == "" and two.previous == one.digest != two.digest
    assert library.trace("t2") == two


def test_a_search_is_logged_with_what_it_found(library: SqliteLibrary) -> None:
    two_prices(library)
    hits, log = search("the prices", Filter(OCT), library, None, SearchRules(threshold=0.0))
    library.log_search(log)
    assert [hit.fragment.text for hit in hits] == ["The price is twelve"]
    assert "lexical-only" in log.warnings
    assert library.searches()[0]["query"] == "the prices"
    assert isinstance(log, SearchLog) and log.candidates[0]["text"] == "The price is twelve"


def test_a_slip_of_the_pen_is_forgiven(library: SqliteLibrary) -> None:
    two_prices(library)
    hits, _ = search("pirce", Filter(OCT), library, None, SearchRules(threshold=0.0))
    assert [hit.fragment.fragment_id for hit in hits] == ["price@oct#F1"]


def test_originals_are_kept_by_digest(library: SqliteLibrary) -> None:
    name = library.keep_original(b"bytes")
    path = library.original(name)
    assert path is not None and path.read_bytes() == b"bytes"
    assert library.original("../opora.db") is None
    assert library.sweep_originals(0.0) == 0 and library.sweep_originals(4e9) == 1
