"""Does every citation of libraries made here stand where it says, in the text and on the page?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from desk import prove, prove_image, run, run_json, words_library
from made_documents import FONT, QUESTIONS, write_all

from opora.domain.place import Span
from opora.page_image import draw_text

ROOT = Path(__file__).resolve().parents[2]


def answers(folder: Path, questions: list[str], file: Path, command: str = "ask") -> list[dict[str, Any]]:
    rows = [{"id": question, "question": question, "at": "2026-10-23"} for question in questions]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    code, out = run(folder, command, "--file", str(file), "--json")
    assert code == 0
    return [json.loads(line) for line in out.splitlines()]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("made")
    write_all(base / "docs")
    folder = words_library(base / "lib")
    code, body = run_json(folder, "add", str(base / "docs"))
    assert (code, len(body["items"])) == (0, 7 if FONT is not None else 6)
    return folder


EXPECTED = {
    "Какова неустойка за просрочку арендной платы?": "0,2 %",
    "Какая страховая сумма по договору аренды?": "3 200 000 рублей",
    "How long does an urgent repair of a pump take?": "two working days",
    "What is the storage fee for a pump?": "3 euros",
    "What is the parcel fee for Cluj?": "17 lei",
    "What is the pallet fee for Lugoj?": "129 lei",
    "What is the parcel fee for Medgidia?": "47 lei",
    "За сколько минут устраняют аварию лифта?": "90 минут",
    "Сколько стоит замена троса?": "41 000 рублей",
    "For how many days may readers borrow a book?": "28 days",
    "How many books at once with an adult card?": "9 books",
    "Какой размер арендной платы в месяц?": "84 500 рублей",
    "Сколько стоит Компрессор К-12?": "38 900 руб.",
    "What is the hourly rate for welding?": "62 EUR",
}


def test_every_citation_of_every_format_stands_in_its_text_and_on_its_page(made: Path, tmp_path: Path) -> None:
    replies = answers(made, QUESTIONS, tmp_path / "q.jsonl")
    cited = [claim["citation"] for reply in replies for claim in reply["claims"]]
    assert len(cited) >= len(QUESTIONS) - 2
    for cite in cited:
        prove(made, cite)
    quotes = {reply["question"]: " ".join(c["citation"]["quote"] for c in reply["claims"]) for reply in replies}
    wrong = {
        question: quotes[question]
        for question, value in EXPECTED.items()
        if question in quotes and value not in plain(quotes[question])
    }
    assert wrong == {}


def plain(text: str) -> str:
    return " ".join(text.split())


def test_page_images_mark_the_words_and_nothing_else(made: Path, tmp_path: Path) -> None:
    replies = answers(made, QUESTIONS[:8], tmp_path / "q.jsonl")
    cited = {c["citation"]["anchor"]: c["citation"] for reply in replies for c in reply["claims"]}
    on_pages = [cite for cite in cited.values() if cite["boxes"]]
    assert {cite["page"] for cite in on_pages} == {1, 2}
    for cite in on_pages:
        prove_image(made, cite, tmp_path / "place.png")


def test_cells_of_a_table_over_two_pages_carry_their_headers(made: Path) -> None:
    reply = run_json(made, "ask", "What is the pallet fee for Lugoj?", "--at", "2026-10-23")[1]
    cite = reply["claims"][0]["citation"]
    assert (cite["table"]["row_header"], cite["table"]["column_header"]) == ("Lugoj", "Pallet fee")
    assert (cite["quote"], cite["page"]) == ("129 lei", 2)
    assert reply["text"].startswith("Lugoj, Pallet fee: 129 lei")


@pytest.mark.parametrize(
    "source", [*(["lease"] if FONT is not None else []), "workshop", "fees", "lifts", "library", "compressors", "rates"]
)
def test_every_block_and_fragment_can_be_shown_as_it_stands(made: Path, source: str) -> None:
    """Anchors of blocks, cells and parts of them lead to exactly their words."""
    rows = run_json(made, "fragments", source)[1]
    assert rows
    for row in rows:
        shown = run_json(made, "show", row["anchor"])[1]
        assert shown["quote"]
        assert shown["start"] <= row["start"] or row["path"] != shown["anchor"]
        prove_shown(made, shown)


def prove_shown(folder: Path, shown: dict[str, Any]) -> None:
    cite = {name: shown[name] for name in ("anchor", "version_id", "start", "end", "quote")}
    prove(folder, cite | {"boxes": shown["boxes"]})


def test_a_place_without_pages_is_drawn_as_text(made: Path, tmp_path: Path) -> None:
    reply = run_json(made, "ask", "Сколько стоит замена троса?", "--at", "2026-10-23")[1]
    anchor = reply["claims"][0]["citation"]["anchor"]
    shown = run_json(made, "show", anchor, "--page-image", str(tmp_path / "p.png"))[1]
    assert shown["page_image"]["of"] == "text"
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")


def test_the_mark_of_a_cell_stands_where_its_row_is_drawn(tmp_path: Path) -> None:
    row = "Caravan\t00105\t1,380.75 lei\t90.0%\t(17)"
    span = Span(row.index("(17)"), len(row))
    pictures = []
    for name, text in (("tabs", row), ("spaces", row.replace("\t", " "))):
        draw_text(text, span, tmp_path / f"{name}.png")
        pictures.append((tmp_path / f"{name}.png").read_bytes())
    assert pictures[0] == pictures[1]


SAMPLE_QUESTIONS = [
    "How long does express delivery take and how much does it cost?",
    "Сколько стоит час работы мастера?",
    "Сколько стоит выезд мастера?",
    "Какая абонентская плата в месяц?",
    "Within how many days can I return unused goods?",
    "What is my flood deductible in zone A?",
    "What is the wind deductible in zone B?",
    "What is the deductible for theft in zone C?",
    "Какая пеня за просрочку оплаты?",
    "Когда покупатель оплачивает товар?",
    "Скільки діє рахунок?",
    "Чи можна оплатити частинами?",
    "Care este termenul de garanție pentru mașinile de ambalat?",
    "Cât durează reparația în garanție?",
    "When is the support line open?",
    "What warranty do you give?",
    "Who pays for return shipping?",
    "What cannot be returned?",
]


@pytest.mark.slow
def test_every_citation_of_the_sample_library_stands_where_it_says(tmp_path: Path) -> None:
    """With the real model, as the demo asks; PDF places are drawn and compared too."""
    folder = tmp_path / "lib"
    assert run(folder, "init")[0] == 0
    assert run(folder, "add", "--manifest", str(ROOT / "samples" / "manifest.csv"))[0] == 0
    replies = answers(folder, SAMPLE_QUESTIONS, tmp_path / "q.jsonl")
    cited = [claim["citation"] for reply in replies for claim in reply["claims"]]
    assert len(cited) >= 12
    for cite in cited:
        prove(folder, cite)
        if cite["boxes"]:
            prove_image(folder, cite, tmp_path / "place.png")
    for hit in (
        hit for found in answers(folder, SAMPLE_QUESTIONS, tmp_path / "s.jsonl", "search") for hit in found["hits"]
    ):
        prove_shown(folder, run_json(folder, "show", hit["anchor"])[1])
