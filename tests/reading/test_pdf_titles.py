"""Do the outline and the tags of a PDF say what its headings are, and do footnotes stay at the foot?"""

from __future__ import annotations

from pathlib import Path

from pdf_by_hand import Pen, shown
from pdf_drawings import PROSE, canvas, write

from opora.domain.document import Parsed
from opora.reading.assemble import assemble
from opora.reading.pdf import read_pdf


def parsed(path: Path) -> Parsed:
    return assemble(read_pdf(path))


def headings(result: Parsed) -> list[tuple[int | None, str]]:
    return [(b.level, result.text[b.start : b.end]) for b in result.blocks if b.kind == "heading"]


def kinds(result: Parsed) -> list[tuple[str, str]]:
    return [(block.kind, result.text[block.start : block.end]) for block in result.blocks]


def prose(page: object, top: float, left: float = 60) -> float:
    for at, line in enumerate(PROSE):
        write(page, left, top - 13 * at, line)  # type: ignore[arg-type]
    return top - 13 * len(PROSE)


def outlined(path: Path) -> Path:
    """Headings in the size and weight of the text, right above it; the outline alone names them."""
    page = canvas(path)
    y = 780.0
    for key, title, level in (("a", "1 What is insured", 0), ("b", "Water damage", 1), ("c", "2 What is paid", 0)):
        page.bookmarkHorizontal(key, 0, y + 12)
        page.addOutlineEntry(title, key, level)
        write(page, 60, y, title.removeprefix("1 "))
        y = prose(page, y - 13) - 13
    page.save()
    return path


def test_the_outline_names_headings_that_look_like_text(tmp_path: Path) -> None:
    result = parsed(outlined(tmp_path / "outline.pdf"))
    assert headings(result) == [(1, "What is insured"), (2, "Water damage"), (1, "2 What is paid")]
    last = result.blocks[-1]
    assert (last.kind, last.headings) == ("paragraph", ("2 What is paid",))
    under = next(b for b in result.blocks if b.kind == "paragraph" and "Water damage" in b.headings)
    assert under.headings == ("What is insured", "Water damage")
    assert result.text[under.start : under.end] == " ".join(PROSE)


def test_a_bookmark_to_another_page_makes_no_heading_here(tmp_path: Path) -> None:
    path = tmp_path / "contents.pdf"
    page = canvas(path)
    write(page, 60, 680, "Water damage")
    prose(page, 667)
    page.showPage()
    page.bookmarkHorizontal("b", 0, 792)
    page.addOutlineEntry("Water damage", "b", 0)
    write(page, 60, 780, "Water damage")
    prose(page, 767)
    page.save()
    found = [(b.page, b.level) for b in parsed(path).blocks if b.kind == "heading"]
    assert found == [(2, 1)]


def tagged(path: Path, kind: str, also: str = "P") -> Path:
    pen = Pen()
    lines = [(60.0, 700.0 - 13 * at, line) for at, line in enumerate(PROSE)]
    stream = (
        f"/{kind} <</MCID 0>> BDC\n{shown([(60, 713, 'Perils that are covered')])}\nEMC\n"
        f"/{also} <</MCID 1>> BDC\n{shown(lines)}\nEMC"
    )
    page = pen.page(stream, "/StructParents 0")
    root = len(pen.objects) + 4
    first = pen.add(f"<</Type/StructElem/S/{kind}/P {root} 0 R/Pg {page} 0 R/K 0>>")
    second = pen.add(f"<</Type/StructElem/S/{also}/P {root} 0 R/Pg {page} 0 R/K 1>>")
    parents = pen.add(f"<</Nums[0[{first} 0 R {second} 0 R]]>>")
    pen.add(f"<</Type/StructTreeRoot/K[{first} 0 R {second} 0 R]/ParentTree {parents} 0 R>>")
    return pen.save(path, f"/MarkInfo<</Marked true>>/StructTreeRoot {root} 0 R")


def test_a_tag_names_a_heading_and_its_level(tmp_path: Path) -> None:
    result = parsed(tagged(tmp_path / "tagged.pdf", "H2"))
    assert kinds(result) == [("heading", "Perils that are covered"), ("paragraph", " ".join(PROSE))]
    assert result.blocks[0].level == 2


def test_tags_that_call_everything_a_heading_are_not_believed(tmp_path: Path) -> None:
    result = parsed(tagged(tmp_path / "all.pdf", "H1", "H2"))
    assert "heading" not in {block.kind for block in result.blocks}


def with_footnotes(path: Path, size: float = 8, rule: bool = True, mark: str = "1") -> Path:
    """A sentence that goes on over the page, with two footnotes under it, the second of two lines."""
    page = canvas(path)
    y = prose(page, 780)
    write(page, 60, y, "The insurer pays within thirty days")
    end = 60 + page.stringWidth("The insurer pays within thirty days", "Helvetica", 10)
    write(page, end, y + 4 if mark.isdigit() else y, mark, 6 if mark.isdigit() else 10)
    write(page, 232, y, "of the day on which the claim was made in writing and")
    if rule:
        page.line(60, 120, 200, 120)
    write(page, 60, 108, f"{mark} Counted in calendar days, holidays not taken out of the count and", size)
    write(page, 60, 97, "the last day counted in full.", size)
    write(page, 60, 86, "2 The form is on the site.", size)
    page.showPage()
    write(page, 60, 780, "proved by the papers that the policy names.")
    prose(page, 740)
    page.save()
    return path


def test_footnotes_are_kept_out_of_a_sentence_that_goes_on_over_the_page(tmp_path: Path) -> None:
    for name, size, rule, mark in (("small", 8, False, "1"), ("ruled", 10, True, "1"), ("star", 8, True, "*")):
        result = parsed(with_footnotes(tmp_path / f"{name}.pdf", size, rule, mark))
        sentence = next(
            b
            for b in result.blocks
            if "thirty days" in result.text[b.start : b.end] and "writing and" in result.text[b.start : b.end]
        )
        said = result.text[sentence.start : sentence.end]
        assert said.endswith("in writing and proved by the papers that the policy names."), name
        notes = [b for b in result.blocks if b.kind == "footnote"]
        first = result.text[notes[0].start : notes[0].end]
        assert (
            first.endswith("and the last day counted in full." if mark == "*" else "counted in full.")
            or "2 The form" in first
        ), name
        assert [(link.kind, link.path) for link in notes[0].links] == [("footnote_of", sentence.path)], name


def test_a_footnote_goes_on_at_the_foot_of_the_next_page(tmp_path: Path) -> None:
    path = tmp_path / "over.pdf"
    page = canvas(path)
    for number in (1, 2):
        y = prose(page, 780 - 40 * number)
        write(page, 60, y - 30, f"Paragraph {number} of the policy stands here alone.")
        if number == 1:
            end = 60 + page.stringWidth("Paragraph 1 of the policy stands here alone.", "Helvetica", 10)
            write(page, end, y - 26, "1", 6)
            page.line(60, 120, 200, 120)
            write(page, 60, 108, "1 Holidays are counted, and so are days on which", 8)
        else:
            page.line(60, 120, 200, 120)
            write(page, 60, 108, "the office of the insurer is closed,", 8)
            write(page, 60, 97, "and its branches too.", 8)
        page.showPage()
    page.save()
    notes = [text for kind, text in kinds(parsed(path)) if kind == "footnote"]
    assert notes == [
        "1 Holidays are counted, and so are days on which the office of the insurer is closed, and its branches too."
    ]


def test_small_print_at_the_foot_is_no_footnote_without_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "print.pdf"
    page = canvas(path)
    prose(page, 780)
    write(page, 60, 300, "30 days are counted from the notice.", 8)
    page.save()
    assert "footnote" not in {block.kind for block in parsed(path).blocks}
