"""Is a number that OCR did not read surely refused, and answered once a person has confirmed it?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from desk import run, run_json, words_library
from PIL import Image
from pydantic import TypeAdapter
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table

from opora.commands.shapes import SHAPES
from opora.domain.document import PageNote, Parsed
from opora.domain.place import Box, Piece
from opora.reading.assemble import CellDraft, Draft, Reading, assemble
from opora.reading.read import read
from opora.store.sqlite import SqliteLibrary

STORING = "What does storing one pallet cost?"
LINES = (
    ("Storing one pallet costs 1,250.00 USD for every day.", {"1,250.00": "1,260.00"}),
    ("Packing one pallet costs 80.00 USD.", {}),
)
LID = "The parcel is closed with a lid of grey plastic."


def pieces(text: str, doubts: dict[str, str], top: float) -> tuple[Piece, ...]:
    found, at = [], 0
    for word in text.split(" "):
        box = Box(1, 10.0 + at, top, 10.0 + at + len(word), top + 10)
        found.append(Piece(at, at + len(word), box, 91.0, doubts.get(word)))
        at += len(word) + 1
    return tuple(found)


def scanned(path: Path, *rules: Any, **named: Any) -> Parsed:
    """The reading of a scan; other files are read as they are."""
    if path.suffix != ".png":
        return read(path, *rules, **named)
    drafts = [Draft("heading", "Warehouse charges", level=1, page=1)]
    drafts += [
        Draft("paragraph", text, page=1, pieces=pieces(text, d, 40.0 + 30 * n)) for n, (text, d) in enumerate(LINES)
    ]
    drafts.append(Draft("paragraph", LID, page=1, pieces=pieces(LID, {}, 120.0)))
    cells = [("Service", "Price"), ("Labelling", "35.00 USD"), ("Weighing", "45.00 USD")]
    rows = [
        (CellDraft(a, 1, "Service", n == 0), CellDraft(b, 2, "Price", n == 0, pieces(b, {"45.00": "46.00"}, 150.0)))
        for n, (a, b) in enumerate(cells)
    ]
    drafts.append(Draft("table", rows=tuple(rows), row_headers=("", "Labelling", "Weighing"), page=1))
    note = PageNote(1, None, 400.0, 300.0, 200, False, 91.0, "eng")
    return assemble(Reading(tuple(drafts), "image/png", "ocr", "Warehouse charges", pages=(note,)))


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "charges.png"
    Image.new("L", (834, 625), 255).save(file, dpi=(150, 150))
    folder = words_library(tmp_path / "lib")
    monkeypatch.setattr("opora.reading.read.read", scanned)
    code, body = run_json(folder, "add", str(file))
    assert code == 0, body
    return folder


def ask(library: Path, question: str) -> dict[str, Any]:
    body: dict[str, Any] = run_json(library, "ask", question)[1]
    TypeAdapter(SHAPES["ask"]).validate_python(body, strict=True)
    return body


def open_numbers(library: Path) -> list[dict[str, Any]]:
    body: list[dict[str, Any]] = run_json(library, "uncertain")[1]
    TypeAdapter(SHAPES["uncertain"]).validate_python(body, strict=True)
    return body


def test_the_mark_stands_in_block_fragment_and_report(library: Path) -> None:
    number = open_numbers(library)[0]
    assert (number["text"], number["other"], number["page"], number["state"]) == ("1,250.00", "1,260.00", 1, "open")
    store = SqliteLibrary.open(library)
    try:
        block = store.block(number["version_id"], number["path"])
        assert block is not None
        assert [(d.start, d.end, d.other) for d in block.doubts] == [(number["start"], number["end"], "1,260.00")]
        assert store.text(number["version_id"])[number["start"] : number["end"]] == "1,250.00"
        assert [f.uncertain for f in store.fragments(number["version_id"])].count(True) >= 1
        assert all(p.confidence == 91.0 for p in block.pieces)
    finally:
        store.close()
    report = run_json(library, "report", "charges")[1]
    assert report["ocr_confidence"] == 91.0 and report["pages_read_by_ocr"] == [1]
    assert [one["text"] for one in report["numbers_in_doubt"]] == ["1,250.00", "45.00"]


def test_a_question_that_needs_the_number_is_refused_with_the_page_and_the_item(library: Path) -> None:
    body = ask(library, STORING)
    (number,) = [n for one in body["unverified"] for n in one["numbers"]]
    assert (body["action"], body["type"], body["claims"]) == ("abstain", "no_grounded_answer", [])
    assert "1,250" not in body["text"] and "cannot be verified from the form on file" in body["text"]
    assert number["item_id"] in body["text"] and "page 1" in body["text"]
    assert body["unverified"][0]["page"] == 1 and body["unverified"][0]["boxes"]
    shown = run(library, "ask", STORING)[1]
    assert f"opora confirm {number['item_id']} --page-image" in shown


def test_what_needs_no_uncertain_number_is_answered(library: Path) -> None:
    assert "80.00 USD" in ask(library, "What does packing one pallet cost?")["text"]
    body = ask(library, "What is the parcel closed with?")
    assert "grey plastic" in body["text"] and body["unverified"] == []


def test_a_table_cell_in_doubt_is_refused_and_its_neighbour_answered(library: Path) -> None:
    assert "35.00" in ask(library, "What is the price of labelling?")["text"]
    body = ask(library, "What is the price of weighing?")
    assert body["action"] == "abstain" and body["unverified"]


def test_once_a_person_confirms_it_it_is_answered_and_the_trace_says_by_whom(library: Path) -> None:
    before = ask(library, STORING)
    item = before["unverified"][0]["numbers"][0]["item_id"]
    code, settled = run_json(library, "confirm", item, "--by", "M. Ivanova")
    TypeAdapter(SHAPES["confirm"]).validate_python(settled, strict=True)
    assert (code, settled["state"], settled["by"]) == (0, "confirmed", "M. Ivanova")
    body = ask(library, STORING)
    assert body["action"] == "answer" and "1,250.00 USD" in body["text"] and "M. Ivanova" in body["text"]
    told = [c["note"] for claim in body["claims"] for c in claim["checks"] if c["name"] == "ocr"]
    assert told and "M. Ivanova" in told[0] and settled["at"] in told[0]
    assert "M. Ivanova" in json.dumps(run_json(library, "trace", body["trace_id"])[1]["reply"])
    for trace, action in ((before["trace_id"], "abstain"), (body["trace_id"], "answer")):
        replayed = run_json(library, "replay", trace)[1]
        assert replayed["first_difference"] is None, replayed
        assert action in json.dumps(replayed)
    assert run_json(library, "verify")[0] == 0
    assert [one["text"] for one in open_numbers(library)] == ["45.00"]


def test_what_a_person_said_stays_when_the_file_is_read_again(library: Path) -> None:
    item = open_numbers(library)[0]["item_id"]
    run_json(library, "confirm", item, "--by", "M. Ivanova")
    file = library.parent / "charges.png"
    toml = library / "opora.toml"
    toml.write_text(toml.read_text("utf-8") + '\n[fragments]\nstrategy = "sentence"\n', "utf-8")
    assert run_json(library, "add", str(file))[1]["items"][0]["unchanged"] is False
    assert item not in [one["item_id"] for one in open_numbers(library)]


def test_a_number_that_a_person_reads_otherwise_is_published_as_it_stands_there(library: Path) -> None:
    first, second = open_numbers(library)
    before = ask(library, STORING)
    code, body = run_json(library, "confirm", first["item_id"], "--by", "M. Ivanova", "--reads", "12,600.00")
    TypeAdapter(SHAPES["confirm"]).validate_python(body, strict=True)
    assert (code, body["state"], body["reads"]) == (0, "rejected", "12,600.00")
    reply = ask(library, STORING)
    cite = reply["claims"][0]["citation"]
    assert reply["action"] == "answer" and "12,600.00 USD" in cite["quote"] and "M. Ivanova" in reply["text"]
    assert cite["version_id"] == body["corrected_version"] != first["version_id"]
    store = SqliteLibrary.open(library)
    try:
        assert store.text(cite["version_id"])[cite["start"] : cite["end"]] == cite["quote"]
        assert store.quote(first["version_id"], first["start"], first["end"]) == "1,250.00"
        for block in store.blocks(cite["version_id"]):
            for piece in block.pieces:
                assert block.start <= piece.start < piece.end <= block.end
    finally:
        store.close()
    assert [(box["left"], box["right"]) for box in cite["boxes"]] == [(10.0, 62.0)]
    after = open_numbers(library)
    assert [(n["text"], n["other"], n["version_id"]) for n in after] == [("45.00", "46.00", cite["version_id"])]
    assert ask(library, "What is the price of weighing?")["action"] == "abstain"
    assert run_json(library, "replay", before["trace_id"])[1]["first_difference"] is None
    assert run_json(library, "verify")[0] == 0
    assert run_json(library, "add", str(library.parent / "charges.png"))[1]["items"][0]["unchanged"] is True
    assert second["item_id"] != after[0]["item_id"]


def test_a_confirmation_that_was_written_past_the_program_is_found(library: Path) -> None:
    import apsw

    connection = apsw.Connection(str(library / "opora.db"))
    connection.execute("update doubt set state = 'confirmed', person = 'nobody'")
    connection.close()
    code, body = run_json(library, "verify")
    assert code == 1 and "doubts" in json.dumps(body)


def test_the_page_is_drawn_with_the_number_marked(library: Path, tmp_path: Path) -> None:
    number = open_numbers(library)[0]
    target = tmp_path / "page.png"
    code, body = run_json(library, "confirm", number["item_id"], "--page-image", str(target))
    assert (code, body["state"], body["page_image"]["page"]) == (0, "open", 1)
    with Image.open(target) as picture:
        marked = picture.convert("RGB").getcolors(1 << 20) or []
        assert any(colour != (255, 255, 255) for _, colour in marked)


def test_a_confirmation_needs_a_name_and_a_known_item(library: Path) -> None:
    item = open_numbers(library)[0]["item_id"]
    assert run_json(library, "confirm", item)[0] == 2
    assert run_json(library, "confirm", "N0", "--by", "x")[0] == 2


def test_a_sure_answer_is_given_and_the_unsure_place_that_may_disagree_is_named(library: Path, tmp_path: Path) -> None:
    file = tmp_path / "tariff.txt"
    file.write_text("Storing one pallet costs 1,300.00 USD for every day.\n", "utf-8")
    run_json(library, "add", str(file))
    body = ask(library, STORING)
    assert (body["action"], len(body["unverified"])) == ("answer", 1)
    assert "1,300.00 USD" in body["text"] and "1,250" not in body["text"] and "is not shown" in body["text"]
    run_json(library, "confirm", body["unverified"][0]["numbers"][0]["item_id"], "--by", "M. Ivanova")
    assert ask(library, STORING)["conflicts"]


def test_removing_the_source_removes_its_items(library: Path) -> None:
    assert run_json(library, "remove", "charges")[0] == 0
    assert open_numbers(library) == []
    assert run_json(library, "verify")[0] == 0


def narrow(path: Path) -> None:
    """A table without rules and a cell of it that is broken in an amount where nothing tells how."""
    style = getSampleStyleSheet()["BodyText"]
    rows = [["Service", "Road", "Rail"], ["Labelling", "$1<br/>2,600", "$2,250"], ["Weighing", "$4,100", "$3,150"]]
    table = Table([[Paragraph(cell, style) for cell in row] for row in rows], colWidths=[100, 90, 90])
    title = Paragraph("Warehouse charges", getSampleStyleSheet()["Heading1"])
    SimpleDocTemplate(str(path), invariant=1).build([title, table])


def test_an_amount_that_a_narrow_cell_tears_is_said_only_once_a_person_has_seen_it(tmp_path: Path) -> None:
    narrow(tmp_path / "charges.pdf")
    library = words_library(tmp_path / "lib")
    assert run_json(library, "add", str(tmp_path / "charges.pdf"))[0] == 0
    question = "What is the Road price of labelling?"
    body = ask(library, question)
    assert body["claims"] == [] and "page 1" in body["text"] and body["unverified"][0]["boxes"]
    (number,) = open_numbers(library)
    assert number["item_id"] in body["text"]
    drawn = tmp_path / "page.png"
    assert run_json(library, "confirm", number["item_id"], "--page-image", str(drawn), "--by", "M. Ivanova")[0] == 0
    assert drawn.stat().st_size > 1000
    answer = ask(library, question)
    assert "2,600" in answer["text"] and "M. Ivanova" in answer["text"], answer["text"]
    assert "OCR" not in answer["text"] and open_numbers(library) == []
    assert "$3,150" in ask(library, "What is the Rail price of weighing?")["text"]
