"""Are lines that are written from right to left put in the order they are spoken?"""

from __future__ import annotations

from pathlib import Path

import pytest

from opora.domain.place import Box
from opora.reading.limits import ReadLimits
from opora.reading.parse import parse
from opora.reading.pdf_lines import Line, flow
from opora.reading.pdf_word import Word

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"


def line(printed: str) -> Line:
    """The words as they stand on the page, from left to right."""
    return Line(
        [Word(text, Box(1, 10.0 * at, 0, 10.0 * at + 9, 10), 10, 10) for at, text in enumerate(printed.split(" "))]
    )


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("The limit is 5,000 euros", "The limit is 5,000 euros"),
        ("שלום לכל העולם", "העולם לכל שלום"),
        ("Python - R بلغة البرمجة", "البرمجة بلغة Python - R"),
        ("Python و R بلغة البرمجة", "البرمجة بلغة R و Python"),
        ("EUR 5,000 هو الحد", "الحد هو EUR 5,000"),
        ("Both الثانية الكلمة mean the second word", "Both الكلمة الثانية mean the second word"),
    ],
)
def test_a_line_is_read_as_it_is_said(printed: str, said: str) -> None:
    text, pieces = flow([line(printed)])
    assert (text, line(printed).text) == (said, said)
    places = {word.text: word.box.left for word in line(printed).words}
    assert all(places[text[piece.start : piece.end]] == piece.box.left for piece in pieces)


def test_an_arabic_page_is_read_in_order() -> None:
    path = DATA / "docling" / "pdf" / "sources" / "right_to_left_01.pdf"
    found = path if path.is_file() else next(DATA.rglob("right_to_left_01.pdf"), None) if DATA.is_dir() else None
    if found is None:
        pytest.skip("the shared test data is not beside this repository")
    text = parse(found, found.name, ReadLimits()).text
    assert "البرمجة بلغة R و Python" in text.split("\n")[0]
    assert "يمتلك كل من R و Python ميزات فريدة تجعلها مثالية لتحليل البيانات" in text
