from hypothesis import given
from hypothesis import strategies as st

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
