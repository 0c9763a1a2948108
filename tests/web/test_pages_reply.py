"""Is each part of a reply, a place and a difference drawn once, whole and in the right place?"""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from opora.domain.document import Block, Cell
from opora.domain.place import Box, Span
from opora.domain.trace import Trace
from opora.web.drawn.difference import difference, words
from opora.web.drawn.look import draw, label
from opora.web.drawn.place import around, marks
from opora.web.drawn.turn import turn
from opora.web.drawn.unanswered import gaps


def claim(number: int, text: str, requirement: str, **more: Any) -> dict[str, Any]:
    cited = {
        "number": number,
        "anchor": f"s@1:para{number}#0-{len(text)}",
        "quote": text,
        "source_id": "s",
        "version_id": "s@1",
        "label": "1",
        "valid_from": "2026-01-01",
        "valid_until": None,
        "page": None,
        "page_label": None,
        "section": None,
        "headings": [f"Part {number}"],
        "table": None,
        "start": 0,
        "end": len(text),
        "boxes": [],
    }
    return {"id": f"C{number}", "requirement_ids": [requirement], "text": text, "citation": cited | more, "checks": []}


def reply(kind: str, action: str, text: str, **more: Any) -> dict[str, Any]:
    sections = dict.fromkeys(("conclusion", "basis", "signs", "meaning", "limitations", "next_step"))
    body = {
        "trace_id": "T1",
        "question": "What is it?",
        "at": "2026-10-23",
        "at_given": True,
        "language": "en",
        "type": kind,
        "action": action,
        "text": text,
        "sections": sections,
        "claims": [],
        "requirements": [],
        "conflicts": [],
        "unverified": [],
    }
    return body | more


def html(body: dict[str, Any]) -> str:
    told = {"tongue": "en", "csrf": "", "may_debug": False, "turn": turn(body, "en", "http://x")}
    return draw("en", "turn.html", told)


def requirement(key: str, text: str, status: str) -> dict[str, str]:
    return {"id": key, "text": text, "status": status}


def test_both_sides_of_a_conflict_stand_beside_each_other_and_what_follows_below() -> None:
    body = reply(
        "partial_coverage",
        "answer",
        "They disagree:\nFourteen days. [1]\nTwenty-one days. [2]\nAsk the owner.\nIt costs 5 lei. [3]\nNo answer: “who pays”.",
        claims=[
            claim(1, "Fourteen days.", "R1"),
            claim(2, "Twenty-one days.", "R1"),
            claim(3, "It costs 5 lei.", "R2"),
        ],
        requirements=[
            requirement("R1", "how long", "conflict"),
            requirement("R2", "what it costs", "covered"),
            requirement("R3", "who pays", "uncovered"),
        ],
        conflicts=[{"requirement_id": "R1", "values": [], "settled_by": None}],
    )
    body["sections"] = body["sections"] | {"limitations": "Nothing was found on it.", "next_step": "Ask the owner."}
    shown = turn(body, "en")
    assert [group.kind for group in shown.told.groups] == ["lead", "sides", "note", "said", "missing"]
    assert len(shown.told.groups[1].sides) == 2
    assert shown.told.groups[-1].limits == ("Nothing was found on it.",), "what was said already is not said again"
    assert html(body).count("Ask the owner.") == 2, "once as a line, once in what is copied"


def test_a_bracket_that_is_no_citation_is_words() -> None:
    body = reply("factual", "answer", "See [7] and [1]. [1]", claims=[claim(1, "See [7] and [1].", "R1")])
    line = turn(body, "en").told.groups[0].lines[0]
    assert "".join(part.text for part in line).startswith("See [7] and")
    assert all(part.chip is None or part.chip.number == 1 for part in line)


def test_a_choice_asks_the_question_again_with_what_was_chosen() -> None:
    cell = {"row": 2, "row_header": "Flood", "column_header": "Zone A"}
    body = reply(
        "clarification_required",
        "clarify",
        "Which of these do you mean?\nFlood, Zone A: 5 [1]\nWind: 6 [2]",
        claims=[claim(1, "Flood, Zone A: 5", "R1", table=cell), claim(2, "Wind: 6", "R1")],
        requirements=[requirement("R1", "it", "needs_clarification")],
    )
    page = html(body)
    assert 'name="question" value="What is it? Flood, Zone A"' in page
    assert 'name="question" value="What is it? Part 2"' in page


def test_a_number_that_was_not_read_surely_is_shown_with_the_way_to_its_page() -> None:
    number = {"text": "1,250.00", "other": "1,260.00", "item_id": "i", "state": "open"}
    one = {"requirement_id": "R1", "anchor": "scan@1:para2", "quote": "q", "page": 1, "numbers": [number]}
    body = reply(
        "no_grounded_answer",
        "abstain",
        "This cannot be verified.",
        unverified=[one],
        requirements=[requirement("R1", "the fee", "uncovered")],
    )
    page = html(body)
    assert "1,250.00" in page and 'href="/open/scan@1:para2?at=2026-10-23" data-place' in page
    assert "cannot be verified from the form on file" in page


def test_what_is_copied_has_quotes_and_whole_addresses() -> None:
    body = reply("factual", "answer", "It is 5. [1]", claims=[claim(1, "It is 5.", "R1")])
    copied = turn(body, "en", "http://127.0.0.1:1").told.copied
    assert "[1] “It is 5.” — Part 1 · 1 · in force from 2026-01-01" in copied
    assert "http://127.0.0.1:1/open/s@1:para1%230-8?at=2026-10-23" in copied


def document(draw: Any) -> tuple[str, list[Block], Span]:
    texts = draw(st.lists(st.text("abc \n", min_size=1, max_size=40), min_size=1, max_size=30))
    blocks, at = [], 0
    for number, text in enumerate(texts):
        blocks.append(Block(f"para{number}", "paragraph", at, at + len(text)))
        at += len(text) + 2
    one = draw(st.sampled_from(blocks))
    start = draw(st.integers(one.start, one.end - 1))
    return "\n\n".join(texts), blocks, Span(start, draw(st.integers(start + 1, one.end)))


@settings(max_examples=30)
@given(st.composite(document)())
def test_the_marks_of_a_rendered_place_are_the_quote(made: tuple[str, list[Block], Span]) -> None:
    text, blocks, span = made
    shown = around(text, blocks, span)
    marked = "".join(run.text for piece in shown.pieces for run in piece.runs if run.marked)
    assert marked == text[span.start : span.end]
    paths = [piece.path for piece in shown.pieces]
    assert paths == [one.path for one in blocks if one.path in paths], "in the order of the document"
    assert shown.before == (paths[0] != blocks[0].path) and shown.after == (paths[-1] != blocks[-1].path)


def test_a_cell_is_marked_with_its_headers_and_far_rows_are_counted() -> None:
    text, blocks, at = "", [], 0
    rows = [("Goods", "Days"), *((f"K{n}", f"{n} days") for n in range(1, 30))]
    for number, cells in enumerate(rows, start=1):
        places = []
        for column, cell in enumerate(cells, start=1):
            places.append(Cell(column, at, at + len(cell), rows[0][column - 1], number == 1))
            text += cell + "\t"
            at += len(cell) + 1
        blocks.append(
            Block(f"t1:row{number}", "table_row", places[0].start, places[-1].end, parent="t1", cells=tuple(places))
        )
    table = Block("t1", "table", 0, at - 1)
    cited = blocks[20].cells[1]
    (piece,) = around(text, [table, *blocks], Span(cited.start, cited.end)).pieces
    marked = [cell for row in piece.rows for cell in row.cells if cell.marked]
    assert [run.text for run in marked[0].runs] == ["20 days"] and len(marked) == 1
    assert ["".join(run.text for run in cell.runs) for row in piece.rows for cell in row.cells if cell.heads] == [
        "Days",
        "K20",
    ]
    assert sum(row.skipped for row in piece.rows) > 10 and len(piece.rows) <= 10


def test_marks_are_a_point_wider_than_the_words_and_of_their_page() -> None:
    boxes = [Box(2, 10, 20, 30, 28), Box(3, 1, 1, 2, 2)]
    assert [(m.left, m.top, m.width, m.height) for m in marks(boxes, 2)] == [(9, 19, 22, 10)]


@given(st.lists(st.text("ab 1", max_size=8), max_size=12), st.lists(st.text("ab 1", max_size=8), max_size=12))
def test_a_difference_loses_nothing(old: list[str], new: list[str]) -> None:
    rows = difference(old, new)
    assert (rows == ()) == (old == new)
    sides = [
        sum(1 for row in rows if getattr(row, side) is not None) + sum(row.skipped for row in rows)
        for side in ("old", "new")
    ]
    assert old == new or sides == [len(old), len(new)]


@given(st.text("ab1 ,", max_size=30), st.text("ab1 ,", max_size=30))
def test_marked_words_put_together_are_both_texts(old: str, new: str) -> None:
    left, right = words(old, new)
    assert "".join(run.text for run in left) == old and "".join(run.text for run in right) == new


def test_the_changed_figure_alone_is_marked() -> None:
    left, right = words("An hour costs 1900 roubles.", "An hour costs 2100 roubles.")
    assert [run.text for run in (*left, *right) if run.marked] == ["1900", "2100"]


def test_a_digest_is_no_label() -> None:
    assert label({"label": "d-cfd10ec1"}) == "" and label({"label": "d-cfd10ec1~2"}) == ""
    assert label({"label": "2026-10"}) == "2026-10"


def test_the_same_gap_asked_twice_is_one_gap() -> None:
    def trace(question: str, status: str, **context: object) -> Trace:
        asked = {"requirements": [{"text": question, "status": status}]}
        return Trace("T1", question, "2026-10-23", "default", "web", (), asked, {}, context=dict(context))

    found = gaps([trace("Who pays", "uncovered"), trace("who  pays?", "uncovered"), trace("x", "covered")])
    assert [(gap.text, gap.count) for gap in found] == [("Who pays", 2)]
    assert gaps([trace("Who pays", "uncovered", of="T0")]) == []
