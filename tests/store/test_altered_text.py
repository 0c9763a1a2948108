"""Is a fragment that was changed behind the library's back kept from answering?"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import apsw
import pytest
from library_samples import publication

from opora.domain.source import Filter, Source
from opora.ports import LexicalQuery
from opora.store.sqlite import SqliteLibrary

DAY = Filter(dt.date(2026, 10, 23))
FIRST, SECOND = "price@oct#F1", "price@oct#F2"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("update fragment set text = 'The price is two' where fragment_id = ?", "not the text that was indexed"),
        ("update fragment set passage_id = 'price@oct#P9' where fragment_id = ?", "its passage is missing"),
        ("update fragment set path = 'para9' where fragment_id = ?", "its block is missing"),
        ("delete from fragment where fragment_id = ?", "not in the store any more"),
    ],
)
def test_a_fragment_altered_in_the_file_is_dropped_and_the_reason_named(
    tmp_path: Path, change: str, reason: str
) -> None:
    library = SqliteLibrary.open(tmp_path, create=True)
    library.publish(publication(Source("price"), "oct", ["The price is ten", "Delivery costs one"]))
    library.close()
    connection = apsw.Connection(str(tmp_path / "opora.db"))
    connection.execute(change, (FIRST,))
    connection.close()
    library = SqliteLibrary.open(tmp_path)
    kept, dropped = library.read_back([FIRST, SECOND], DAY)
    found = library.lexical(LexicalQuery((("delivery",),)), DAY, 5)
    library.close()
    assert [one.fragment.fragment_id for one in kept] == [SECOND]
    assert len(dropped) == 1
    assert dropped[0].startswith(FIRST)
    assert reason in dropped[0]
    assert [one.fragment_id for one in found] == [SECOND]
