"""Does an answer of the child come through whole, and can it carry nothing but an answer?"""

from __future__ import annotations

import os
import pickle

import pytest

from opora.domain.document import Block, Cell, Link, PageNote, Parsed
from opora.domain.place import Box, Piece
from opora.reading.wire import pack, unpack


def test_every_field_of_a_reading_comes_through() -> None:
    block = Block(
        path="p1:s4.2:t1:row1",
        kind="table_row",
        start=0,
        end=4,
        level=2,
        parent="p1:s4.2:t1",
        page=1,
        page_label="i",
        sheet="A",
        section="4.2",
        headings=("One", "Two"),
        cells=(Cell(1, 0, 4, "Head", True),),
        row=1,
        row_header="x",
        links=(Link("note_of", "p1:t1"),),
        pieces=(Piece(0, 4, Box(1, 1.5, 2.5, 3.5, 4.5)),),
    )
    page = PageNote(1, "i", 595.0, 842.0, 4, True)
    parsed = Parsed("text", (block,), "text/plain", "plain", "Title", (page,), ("left",), ("warned",), {"a": "b"})
    assert unpack(pack(("parsed", parsed))) == ("parsed", parsed)


def test_an_error_comes_through() -> None:
    assert unpack(pack(("error", "LimitError", "m", "h"))) == ("error", "LimitError", "m", "h")


class _Harm:
    def __reduce__(self) -> tuple[object, ...]:
        return (os.getpid, ())


@pytest.mark.parametrize("data", [pickle.dumps(("parsed", _Harm())), pickle.dumps(_Harm()), pickle.dumps(7)])
def test_an_answer_that_would_call_something_is_refused(data: bytes) -> None:
    with pytest.raises(pickle.UnpicklingError):
        unpack(data)
