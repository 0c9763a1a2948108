"""Is an option that nobody ticked kept out of the text, and named in the report, in every format that draws boxes?"""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from pdf_drawings import canvas, write

from opora.domain.document import Parsed
from opora.errors import EmptySourceError
from opora.reading.assemble import CellDraft, Draft, Reading
from opora.reading.limits import ReadLimits
from opora.reading.options import without_unticked
from opora.reading.parse import parse

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_W14 = "http://schemas.microsoft.com/office/word/2010/wordml"


def read(path: Path) -> Parsed:
    return parse(path, path.name, ReadLimits())


def written(path: Path, text: str) -> Parsed:
    path.write_text(text, encoding="utf-8")
    return read(path)


def of_line(text: str) -> tuple[list[str], list[str]]:
    found = without_unticked(Reading((Draft("paragraph", text),), "text/plain", "plain"))
    return [draft.text.strip() for draft in found.drafts], [line.split(": ", 1)[1] for line in found.left_out]


@pytest.mark.parametrize(
    ("line", "kept", "out"),
    [
        ("☐ Theft is covered", [], ["Theft is covered"]),
        ("☐ Theft is covered. It pays 5,000. ☒ Fire", ["☒ Fire"], ["Theft is covered. It pays 5,000."]),
        ("Alarm: ☐ yes ☒ no", ["Alarm: ☐ yes ☒ no"], []),
        ("Alarm is there: ☐ yes ☐ no", [], ["Alarm is there:", "yes", "no"]),
        ("Theft ☒ Fire ☐", ["Theft ☒"], ["Fire"]),
        ("The house is insured. Theft is covered ☐", ["The house is insured."], ["Theft is covered"]),
        ("Tick the box ☐ if you agree.", ["Tick the box ☐ if you agree."], []),
        ("[ ] Theft is covered", [], ["Theft is covered"]),
        ("[x] Theft is covered", ["[x] Theft is covered"], []),
        ("x = list[ ] and call( )", ["x = list[ ] and call( )"], []),
        ("□ a bullet of this shape", ["□ a bullet of this shape"], []),
        ("□ Theft ☑ Fire", ["☑ Fire"], ["Theft"]),
    ],
)
def test_what_is_not_ticked_goes_and_is_named(line: str, kept: list[str], out: list[str]) -> None:
    assert of_line(line) == (kept, out)


def test_the_lead_in_of_options_goes_only_when_none_is_ticked(tmp_path: Path) -> None:
    text = "# Policy\n\nTheft is covered:\n\n- [ ] yes\n- [ ] no\n\nFire is covered:\n\n- [ ] yes\n- [x] no\n"
    found = written(tmp_path / "policy.md", text)
    assert found.text == "Policy\n\nFire is covered:\n[x] no"
    assert found.left_out[:3] == ("not ticked: yes", "not ticked: no", "not ticked: Theft is covered:")


def test_options_of_a_text_are_parted_line_by_line(tmp_path: Path) -> None:
    found = written(tmp_path / "form.txt", "FORM\n\nCovers:\n☐ Theft is covered\n☒ Fire is covered by us\n")
    assert found.text == "FORM\n\nCovers:\n☒ Fire is covered by us"
    assert found.left_out == ("not ticked: Theft is covered",)


def test_boxes_and_radio_buttons_of_a_web_page_say_their_state(tmp_path: Path) -> None:
    found = written(
        tmp_path / "form.html",
        "<h1>Form</h1><ul><li><input type=checkbox> Theft<li><input type=checkbox checked> Fire</ul>"
        "<p><label><input type=radio name=a> Basic</label> <label><input type=radio name=a checked>Wide</label>"
        "<table><tr><th>Cover<th>Chosen<tr><td>Hail<td><input type=checkbox><tr><td>Flood<td><input type=checkbox checked>"
        "</table>",
    )
    assert found.text == "Form\n\n☒ Fire\n\n☒ Wide\n\nCover\tChosen\nFlood\t☒"
    assert found.left_out == ("not ticked: Theft", "not ticked: Basic", "not ticked: Hail")


def test_a_column_of_boxes_is_emptied_where_the_other_one_is_ticked() -> None:
    rows = [("Cover", "Yes", "No"), ("Theft", "☐", "☒"), ("Fire", "☐", "☐")]
    drafts = tuple(
        tuple(CellDraft(text, at, is_header=row is rows[0]) for at, text in enumerate(row, 1)) for row in rows
    )
    found = without_unticked(Reading((Draft("table", rows=drafts),), "text/plain", "plain"))
    assert [[cell.text for cell in row] for row in found.drafts[0].rows] == [
        ["Cover", "Yes", "No"],
        ["Theft", "", "☒"],
        ["", "", ""],
    ]


def _control(label: str, on: int) -> str:
    return (
        f'<w:p><w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="{on}"/></w14:checkbox></w:sdtPr><w:sdtContent>'
        f"<w:r><w:t>{'☒' if on else '☐'}</w:t></w:r></w:sdtContent></w:sdt><w:r><w:t> {label}</w:t></w:r></w:p>"
    )


def _older(label: str, on: int) -> str:
    return (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/>'
        f'<w:checked w:val="{on}"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:t>{label}</w:t></w:r></w:p>'
    )


def _symbols(label: str, on: int) -> str:
    char = "F0FE" if on else "F0A8"
    return f'<w:p><w:r><w:sym w:font="Wingdings" w:char="{char}"/></w:r><w:r><w:t xml:space="preserve"> {label}</w:t></w:r></w:p>'


@pytest.mark.parametrize("drawn", [_control, _older, _symbols])
def test_boxes_of_word_forms_say_their_state(tmp_path: Path, drawn: object) -> None:
    body = "".join(drawn(label, on) for label, on in (("Theft is covered", 0), ("Fire is covered", 1)))  # type: ignore[operator]
    path = tmp_path / "form.docx"
    with zipfile.ZipFile(path, "w") as package:
        package.writestr(
            "[Content_Types].xml",
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" '
            'ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.'
            'openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        )
        package.writestr(
            "_rels/.rels",
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="'
            'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>'
            "</Relationships>",
        )
        package.writestr(
            "word/document.xml",
            f'<w:document xmlns:w="{_WORD}" xmlns:w14="{_W14}"><w:body>{body}</w:body></w:document>',
        )
    found = read(path)
    assert found.text[1:].strip() == "Fire is covered"
    assert found.text[0] in "☒☑"
    assert found.left_out == ("not ticked: Theft is covered",)


def test_boxes_of_a_pdf_keep_the_words_boxes_of_what_is_ticked(tmp_path: Path) -> None:
    page = canvas(tmp_path / "form.pdf")
    for at, (label, on) in enumerate((("Theft is covered", False), ("Fire is covered", True))):
        page.acroForm.checkbox(name=f"c{at}", x=60, y=700 - 20 * at, size=12, checked=on)
        write(page, 80, 702 - 20 * at, label)
    write(page, 60, 640, "An alarm is there:")
    for at, on in enumerate((False, True)):
        page.acroForm.radio(name="alarm", value=str(at), x=200 + 80 * at, y=638, size=12, selected=on)
        write(page, 216 + 80 * at, 640, ("yes", "no")[at])
    page.save()
    found = read(tmp_path / "form.pdf")
    assert found.text.split("\n") == ["☒ Fire is covered", "", "An alarm is there:", "☒ no"]
    assert found.left_out == ("not ticked: Theft is covered", "not ticked: yes")
    fire = found.blocks[0]
    assert [found.text[piece.start : piece.end] for piece in fire.pieces] == ["☒", "Fire", "is", "covered"]


def test_a_form_of_which_nothing_is_ticked_says_so(tmp_path: Path) -> None:
    with pytest.raises(EmptySourceError, match="not ticked"):
        written(tmp_path / "list.md", "- [ ] Theft is covered\n- [ ] Fire is covered\n")
