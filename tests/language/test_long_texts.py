"""Is a long text read in time that grows with its length?"""

from __future__ import annotations

import time

from opora.language.values import find_values


def test_a_text_with_thousands_of_dates_and_names_is_read_in_a_moment() -> None:
    sentence = "From 2026-01-05 form AB-1234 costs 5 euros and lasts 14 days. "
    started = time.process_time()
    found = find_values(sentence * 1000)
    assert len(found) == 4 * 1000
    assert time.process_time() - started < 3  # it took half a minute when each word was held against each date


def test_a_number_inside_a_date_or_a_name_is_not_counted_again() -> None:
    found = find_values("Form AB-12 of 5 March 2026 allows 12 days from 05.03.2026.")
    assert [value.kind for value in found] == ["identifier", "date", "term", "date"]
