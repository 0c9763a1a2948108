"""Is a figure's interval what statistics say, and the same every time?"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from opora.diagnosis.intervals import Paired, difference, mean, share


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        (90, 100, 0.8256, 0.9448),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 2, 0.0945, 0.9055),
        (7, 8, 0.5291, 0.9776),
    ],
)
def test_wilsons_interval_of_known_shares(hits: int, n: int, low: float, high: float) -> None:
    found = share(hits, n)
    assert found.value == hits / n
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_share_lies_in_its_interval_and_the_interval_in_0_to_1(pair: tuple[int, int]) -> None:
    found = share(*pair)
    assert found.value is not None and found.low is not None and found.high is not None
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.high - found.low > 0


def test_nothing_has_no_value_and_no_interval() -> None:
    assert (share(0, 0).value, share(0, 0).low, share(0, 0).n) == (None, None, 0)
    assert (mean([]).value, mean([]).high) == (None, None)
    with pytest.raises(ValueError, match="3 of 2"):
        share(3, 2)


def test_a_mean_gets_the_same_interval_every_time_and_it_narrows_with_more_values() -> None:
    few, many = mean([0.0, 0.5, 1.0, 1.0]), mean([0.0, 0.5, 1.0, 1.0] * 50)
    assert few == mean([0.0, 0.5, 1.0, 1.0])
    assert few.value == many.value == 0.625
    assert few.low is not None and many.low is not None
    assert few.low < many.low < 0.625


def test_values_that_are_all_equal_do_not_look_certain() -> None:
    found = mean([1.0, 1.0, 1.0])
    assert found.low == share(3, 3).low == pytest.approx(0.4385, abs=5e-5)
    assert mean([1.0] * 300).low == pytest.approx(0.9874, abs=5e-5)


def _pairs(text: str) -> list[Paired]:
    """``+-`` is right on A and wrong on B; ``.`` is not scored."""
    word = {"+": True, "-": False, ".": None}
    return [Paired(word[pair[0]], word[pair[1]]) for pair in text.split()]


def test_a_difference_is_taken_over_the_same_cases() -> None:
    found = difference(_pairs("++ ++ -+ -+ -+ -+ -+ -+ +- --"))
    assert found.value == pytest.approx(0.8 - 0.3)
    assert (found.better, found.worse) == (6, 1)
    assert found.p == pytest.approx(0.125)
    assert found.low is not None and found.high is not None
    assert 0 <= found.low < 0.2
    assert 0.8 < found.high < 1


def test_a_side_is_scored_over_its_own_cases() -> None:
    found = difference(_pairs("+. +. -+ .+"))
    assert found.value == pytest.approx(1 - 2 / 3)
    assert (found.better, found.worse) == (1, 0)
    assert difference(_pairs("+. -.")).value is None
    assert difference([]).low is None


def test_no_change_is_no_difference() -> None:
    found = difference(_pairs("++ -- ++ --"))
    assert (found.value, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)


def test_drawing_kinds_of_cases_is_drawing_cases() -> None:
    """Against cases drawn one by one: the same interval within the chance of 2000 draws."""
    pairs = _pairs("++ ++ ++ -+ -+ -+ +- -- -- +. .+ --") * 6
    a, b = (
        np.array([np.nan if v is None else float(v) for v in side])
        for side in zip(*((p.a, p.b) for p in pairs), strict=True)
    )
    random = np.random.default_rng(1)
    rows = [random.integers(0, len(pairs), len(pairs)) for _ in range(4000)]
    drawn = [float(np.nanmean(b[row]) - np.nanmean(a[row])) for row in rows]
    found = difference(pairs)
    assert found.low == pytest.approx(np.quantile(drawn, 0.025), abs=0.02)
    assert found.high == pytest.approx(np.quantile(drawn, 0.975), abs=0.02)
