from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdf_drawings import canvas

from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf
from opora.reading.pdf_chars import Chars

_EDGES = st.lists(st.tuples(*[st.floats(0, 1000, width=32)] * 4), min_size=1, max_size=30)


@given(_EDGES, st.data())
def test_words_measured_at_once_have_the_edges_of_their_letters(edges, data):
    lefts, tops, rights, bottoms = (list(side) for side in zip(*edges, strict=True))
    chars = Chars("x" * len(edges), lefts, tops, rights, bottoms)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(edges)), min_size=2, max_size=8)))
    runs = [(start, stop) for start, stop in zip(cuts[::2], cuts[1::2], strict=False)]
    for (start, stop), (bounds, step, widest, narrowest) in zip(runs, chars.measured(runs), strict=True):
        true = min(lefts[start:stop]), min(tops[start:stop]), max(rights[start:stop]), max(bottoms[start:stop])
        assert all(abs(a - b) <= 0.0051 for a, b in zip(bounds, true, strict=True))
        assert step == max(tops[start:stop]) - min(bottoms[start:stop])
        gaps = [lefts[at + 1] - rights[at] for at in range(start, stop - 1)]
        assert not gaps or (widest, narrowest) == (max(gaps), min(gaps))


def test_a_page_without_letters_has_nothing_to_measure():
    assert Chars("", [], [], [], []).measured([]) == []


@pytest.mark.parametrize("gap", [4.0, 1.0, 0.0, -2.0])
def test_a_label_drawn_over_the_rule_of_its_cell_does_not_join_the_amount(tmp_path: Path, gap: float) -> None:
    path = tmp_path / "over.pdf"
    page = canvas(path)
    page.setFont("Helvetica", 10)
    amounts = 102 + page.stringWidth("Cleaning of windows", "Helvetica", 10) + gap
    rows = (("Item", "Price"), ("Rent of the hall", "1 200.00"), ("Cleaning of windows", "350.00"), ("Heat", "90.00"))
    for at, (label, amount) in enumerate(rows):
        page.drawString(102, 700 - 20 * at, label)
        page.drawString(amounts, 700 - 20 * at, amount)
    for at in range(5):
        page.line(100, 714 - 20 * at, 300, 714 - 20 * at)
    for at in (100, amounts - 3, 300):
        page.line(at, 714, at, 634)
    page.save()
    assert "Cleaning of windows\t350.00\n" in assemble(read_pdf(path)).text
