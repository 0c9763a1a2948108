"""Does an answer read one state of the library, even when another writer publishes in the middle of it?"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from library_samples import publication

from opora.domain.source import Filter, Source
from opora.ports import LexicalQuery
from opora.store.sqlite import SqliteLibrary

NOW = Filter(dt.date(2026, 10, 23))
PRICE = LexicalQuery((("price",),))


def found(library: SqliteLibrary) -> list[str]:
    stored, _ = library.read_back([one.fragment_id for one in library.lexical(PRICE, NOW, 10)], NOW)
    return [one.fragment.text for one in stored]


def test_what_is_published_in_the_middle_is_seen_afterwards_only(tmp_path: Path) -> None:
    library, other = SqliteLibrary.open(tmp_path, create=True), SqliteLibrary.open(tmp_path)
    library.publish(publication(Source("list", state="ready"), "v1", ["price 5 euros"]))
    with library.one_state():
        before = found(library)
        other.publish(publication(Source("list", state="ready"), "v2", ["price 7 euros"]))
        assert before == found(library) == ["price 5 euros"]
        assert library.version("list@v2") is None
        with library.one_state():
            assert found(library) == ["price 5 euros"]
        assert found(library) == ["price 5 euros"], "the inner one must not end the outer one"
    assert found(library) == ["price 7 euros"]
    library.close()
    other.close()


def test_an_error_inside_lets_the_state_go(tmp_path: Path) -> None:
    library = SqliteLibrary.open(tmp_path, create=True)
    with pytest.raises(ValueError, match="inside"), library.one_state():
        raise ValueError("inside")
    library.publish(publication(Source("list", state="ready"), "v1", ["price 5 euros"]))
    assert found(library) == ["price 5 euros"]
    library.close()
