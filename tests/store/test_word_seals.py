"""Is an edit of the word index found, and does honest work on it leave no findings?"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from library_samples import publication

from opora.domain.source import Source
from opora.store import frequent
from opora.store.sqlite import SqliteLibrary

SENTENCES = ("the pump weighs 14 kg", "the warranty lasts 24 months")


def made(folder: Path) -> SqliteLibrary:
    library = SqliteLibrary.open(folder, create=True)
    library.publish(publication(Source("pump", title="Pump"), "1", SENTENCES))
    library.publish(publication(Source("lamp", title="Lamp"), "1", ("the lamp shines 9 hours",)))
    return library


def broken(library: SqliteLibrary) -> list[tuple[str, str]]:
    return [(one.kind, one.name) for one in library.unsealed()]


def edited(folder: Path, *statements: str) -> list[tuple[str, str]]:
    connection = apsw.Connection(str(folder / "opora.db"))
    for statement in statements:
        connection.execute(statement)
    connection.close()
    library = SqliteLibrary.open(folder)
    found = broken(library)
    library.close()
    return found


@pytest.mark.parametrize(
    "statements",
    [
        ("delete from words where rowid = 1",),
        ("delete from words where rowid = 1", "insert into words(rowid, own, head) values(1, 'zzz', '')"),
        (
            "delete from words where rowid = 1",
            "insert into words(rowid, own, head) values(1, 'the pump weighs 15 kg', '')",
        ),
        (
            "delete from words where rowid = 1",
            "insert into words(rowid, own, head) values(1, '', 'the pump weighs 14 kg')",
        ),
        ("insert into words(rowid, own, head) values(1, 'lamp', '')",),
        ("delete from seal where kind = 'words' and name = 'pump@1'",),
    ],
)
def test_a_fragment_that_other_words_lead_to_is_named(tmp_path: Path, statements: tuple[str, ...]) -> None:
    made(tmp_path).close()
    assert edited(tmp_path, *statements) == [("words", "pump@1")]


def test_the_same_words_in_another_order_lead_to_the_same_fragment(tmp_path: Path) -> None:
    made(tmp_path).close()
    again = "insert into words(rowid, own, head) values(1, 'kg 14 weighs the pump', '')"
    assert edited(tmp_path, "delete from words where rowid = 1", again) == []


def test_replacing_removing_and_merging_leave_no_findings(tmp_path: Path) -> None:
    library = made(tmp_path)
    library.publish(publication(Source("pump", title="Pump"), "1", (*SENTENCES, "it is blue")))
    library.publish(publication(Source("pump", title="Pump"), "2", ("the pump weighs 15 kg",)))
    assert broken(library) == []
    library.remove("lamp")
    assert broken(library) == []
    with library._write() as connection:
        connection.execute("insert into words(words) values('optimize')")
    assert broken(library) == []
    library.close()


def test_kept_places_of_a_common_word_that_are_not_those_of_the_index_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frequent, "OFTEN", 2)
    monkeypatch.setattr(frequent, "SETTLES_AFTER", 1)
    library = made(tmp_path)
    with library._write() as connection:
        frequent.choose(connection)
        assert frequent.common_places(connection, "the") is not None
    assert broken(library) == []
    library.close()
    assert edited(tmp_path, "update common set places = zeroblob(length(places)) where term = 'the'") == [
        ("words", "places of 'the'")
    ]


def test_a_library_from_before_is_sealed_as_it_stands(tmp_path: Path) -> None:
    made(tmp_path).close()
    assert edited(tmp_path, "delete from seal where kind = 'words'", "pragma user_version = 10") == []
    assert edited(tmp_path, "delete from words where rowid = 3") == [("words", "lamp@1")]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text(max_size=12), max_size=8), st.lists(st.text(max_size=12), max_size=4))
def test_whatever_the_words_are_the_index_holds_what_was_sealed(own: list[str], head: list[str]) -> None:
    one = publication(Source("odd", title="Odd"), "1", ("odd words",))
    fragment = replace(one.fragments[0], lemmas=tuple(own), heading_lemmas=tuple(head))
    with tempfile.TemporaryDirectory() as folder:
        library = SqliteLibrary.open(Path(folder), create=True)
        library.publish(replace(one, fragments=(fragment,)))
        assert broken(library) == []
        library.close()


@pytest.mark.parametrize(
    "word", ["a" * 40_000, "я" * 40_000, "İstanbul", "zero\u200bwidth", "soft\u00adhyphen", "e\u0301"]
)
def test_odd_words_are_sealed_as_they_are_indexed(tmp_path: Path, word: str) -> None:
    one = publication(Source("odd", title="Odd"), "1", ("odd words",))
    library = SqliteLibrary.open(tmp_path, create=True)
    library.publish(replace(one, fragments=(replace(one.fragments[0], lemmas=(word, "end")),)))
    assert broken(library) == []
    library.close()
