"""When does a letter or Roman number typed at the start of a paragraph count something, and when is it a word?"""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_drawings import canvas, write
from small_files import docx, paragraph

from opora.domain.document import Block, Parsed
from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf
from opora.reading.plain import read_plain
from opora.reading.read import read
from opora.reading.sequence import lettered_lines

WORDS = [
    "г. Кишинёв, улица Пушкина, дом пять.",
    "с. Бачой входит в состав муниципия.",
    "р. Днестр течёт на юг страны.",
    "м. Київ, вулиця Хрещатик, будинок два.",
    "А. Пушкин написал это письмо другу.",
    "I. Ionescu a semnat contractul la timp.",
    "V. Popa este directorul companiei.",
    "A. Smith signed the contract in time.",
]
LISTS = [
    ["а. заявление клиента;", "б. копия паспорта;", "в. справка о доходах."],
    ["a. the notice;", "b. a copy of the passport;", "c. a statement."],
    ["i. the notice;", "ii. a copy of the passport;", "iii. a statement."],
    ["а) заява;", "б) копія паспорта;", "в) довідка."],
]


def kinds(blocks: tuple[Block, ...]) -> list[str]:
    return [block.kind for block in blocks]


def from_docx(path: Path, lines: list[str]) -> Parsed:
    path.write_bytes(docx("".join(paragraph(line) for line in lines)))
    return read(path)


@pytest.mark.parametrize("line", WORDS)
def test_an_abbreviation_or_initial_opens_no_list(tmp_path: Path, line: str) -> None:
    before, after = "Договор заключён между сторонами.", "Срок договора составляет один год."
    plain = assemble(read_plain("\n\n".join((before, line, after)).encode()))
    word = from_docx(tmp_path / "letter.docx", [before, line, after])
    for result in (plain, word):
        assert kinds(result.blocks) == ["paragraph"] * 3
        assert result.blocks[1].section is None


@pytest.mark.parametrize("lines", LISTS)
def test_letters_in_sequence_open_list_items(tmp_path: Path, lines: list[str]) -> None:
    plain = assemble(read_plain("\n".join(["The bank asks for these papers:", *lines]).encode()))
    word = from_docx(tmp_path / "letter.docx", ["The bank asks for these papers:", *lines])
    for result in (plain, word):
        assert kinds(result.blocks) == ["paragraph", *["list_item"] * 3]
        assert [result.text[block.start : block.end] for block in result.blocks[1:]] == lines


def test_roman_numbers_in_sequence_stay_clause_numbers() -> None:
    result = assemble(read_plain(b"I. General rules\n\nThe text of it.\n\nII. Payment\n\nThe text of that."))
    assert [block.section for block in result.blocks] == ["I", "I", "II", "II"]


def test_a_row_must_begin_with_its_first_letter() -> None:
    assert lettered_lines(["В. Иванов", "Г. Петров"]) == frozenset()
    assert lettered_lines(["А. Иванов", *["x"] * 30, "Б. Петров"]) == frozenset()


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            ["A. Smith signed the contract in time, and the", "bank has accepted it in writing on the same day."],
            "paragraph",
        ),
        (["a. the notice of the client, signed by him in", "ink, with the date on which it was signed;"], "list_item"),
    ],
)
def test_a_pdf_asks_for_the_sequence_too(tmp_path: Path, lines: list[str], expected: str) -> None:
    path = tmp_path / "marks.pdf"
    page = canvas(path)
    write(page, 60, 740, "The bank and the client have agreed on all of the terms below.")
    for at, line in enumerate(lines):
        write(page, 60, 710 - 13 * at, line)
    if expected == "list_item":
        write(page, 60, 670, "b. a copy of the passport of the client.")
    page.save()
    assert kinds(assemble(read_pdf(path)).blocks)[1] == expected
