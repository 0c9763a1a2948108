"""How much of what was expected was found, and how much else?"""

from __future__ import annotations

import pytest

from opora.diagnosis.place_scores import of_places, of_sources
from opora.domain.place import Span


def test_a_place_counts_when_it_was_found_whole() -> None:
    expected = [[("a@1", Span(10, 20))], [("a@1", Span(90, 95)), ("a@1", Span(40, 45))]]
    whole = of_places(expected, [("a@1", Span(0, 30)), ("a@1", Span(40, 50))])
    assert whole.recall == 1.0
    assert whole.iou == pytest.approx(15 / 40)
    half = of_places(expected, [("a@1", Span(15, 30))])
    assert half.recall == 0.0
    assert half.iou == pytest.approx(5 / (10 + 5 + 15 - 5))


def test_the_same_place_of_another_version_does_not_count() -> None:
    assert of_places([[("a@1", Span(0, 5))]], [("a@2", Span(0, 5))]).recall == 0.0


def test_two_fragments_that_meet_hold_what_lies_across() -> None:
    found = [("a@1", Span(0, 5)), ("a@1", Span(5, 9))]
    assert of_places([[("a@1", Span(3, 7))]], found).recall == 1.0


def test_nothing_found_is_nothing() -> None:
    assert of_places([[("a@1", Span(0, 5))]], []).iou == 0.0
    assert of_sources(["a", "b"], ["b", "c"]).recall == 0.5
