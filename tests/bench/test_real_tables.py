"""Does the score of a real table see what is lost, moved or joined?"""

from __future__ import annotations

from bench.real_tables import Truth, cells_of, folded, score, truths

ROWS = [["Plan", "Fee", "", "Limit"], ["Basic", "$11", "", "1,000"], ["Gold", "$12", "", "2,000"]]


def truth(some: bool = False) -> Truth:
    return Truth("plans", "plans.pdf", ROWS, some)


def test_the_same_cells_are_right_whatever_empty_columns_stand_between() -> None:
    assert score(truth(), [[[row[0], row[1], row[3]] for row in ROWS]]) == 1.0


def test_a_value_in_another_column_or_row_is_wrong() -> None:
    moved = [ROWS[0], ["Basic", "1,000", "", "$11"], ROWS[2]]
    assert score(truth(), [moved]) == 7 / 9
    assert score(truth(), [[ROWS[0], ["Basic", "$11 $12", "", "1,000 2,000"]]]) < 0.7


def test_rows_beyond_the_truth_count_only_where_all_rows_are_judged() -> None:
    more = [*ROWS, ["Silver", "$13", "", "3,000"]]
    assert score(truth(some=True), [more]) == 1.0
    assert score(truth(), [more]) == 18 / 21


def test_the_truth_holds_twenty_tables_and_more_of_five_types() -> None:
    found = truths()
    assert len(found) >= 20
    assert {one.file.rsplit(".", 1)[1] for one in found} == {"pdf", "docx", "pptx", "xlsx", "html"}
    assert all(len(cells_of(one.rows)) >= 4 for one in found)
    assert folded("• ALLOWED:\n The  user") == "allowed: the user"
