"""Are bombs, depth, passwords and wrong names met the same way in every format?"""

from __future__ import annotations

import io
import re
import struct
import zipfile
from pathlib import Path

import pytest
from parsed_rules import check
from small_files import docx, paragraph, row, xlsx
from small_slides import pptx, shape
from test_open_document import odf

from opora.domain.document import Parsed
from opora.errors import BrokenFileError, EmptySourceError, EncryptedError, LimitError, ReadingError
from opora.reading.limits import MEGABYTE, ReadLimits
from opora.reading.read import attachments, read

QUICK = ReadLimits(wall_s=20.0, cpu_s=10)
CONTAINERS = {
    "a.docx": docx(paragraph("x")),
    "a.pptx": pptx(shape("x")),
    "a.xlsx": xlsx({"S": row(1, "x")}),
    "a.odt": odf("<text:p>x</text:p>"),
}
PARTS = {
    "a.docx": "word/document.xml",
    "a.pptx": "ppt/slides/slide1.xml",
    "a.xlsx": "xl/worksheets/sheet1.xml",
    "a.odt": "content.xml",
}


def parsed(tmp_path: Path, name: str, data: bytes, limits: ReadLimits = QUICK) -> Parsed:
    path = tmp_path / name
    path.write_bytes(data)
    result = read(path, limits)
    check(result)
    return result


def changed(name: str, change: tuple[bytes, bytes] | None = None, more: bytes = b"", flags: int = 0) -> bytes:
    """The container with one part of it changed, and the index told what ``flags`` say."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(CONTAINERS[name])) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            content = old.read(part)
            if part == PARTS[name]:
                content = (content.replace(*change) if change else content) + more
            new.writestr(part, content)
    data = bytearray(out.getvalue())
    at = data.find(b"PK\x01\x02")
    while flags and at >= 0:
        struct.pack_into("<H", data, at + 8, struct.unpack_from("<H", data, at + 8)[0] | flags)
        at = data.find(b"PK\x01\x02", at + 4)
    return bytes(data)


@pytest.mark.parametrize("name", sorted(CONTAINERS))
def test_a_bomb_is_refused_before_its_reader_sees_it(tmp_path: Path, name: str) -> None:
    small = ReadLimits(max_inflated_bytes=MEGABYTE)
    with pytest.raises(LimitError, match="inflates to more than 1 MB"):
        parsed(tmp_path, name, changed(name, more=b" " * (2 * MEGABYTE)), small)


@pytest.mark.parametrize("name", sorted(CONTAINERS))
def test_a_password_on_the_container_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(EncryptedError):
        parsed(tmp_path, name, changed(name, flags=1))


@pytest.mark.parametrize("name", sorted(CONTAINERS))
def test_entities_do_not_grow_and_read_no_file(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret").write_text("SECRET")
    lines = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    declared = f'<!DOCTYPE r [<!ENTITY l0 "lol"><!ENTITY f SYSTEM "file://{tmp_path}/secret">{lines}]>'
    with zipfile.ZipFile(io.BytesIO(CONTAINERS[name])) as archive:
        old = archive.read(PARTS[name])
    body = old.replace(b"<?xml version='1.0'?>", b"")
    try:
        result = parsed(tmp_path, name, changed(name, (old, declared.encode() + body.replace(b">x<", b">x &l9; &f;<"))))
    except (BrokenFileError, EmptySourceError, LimitError):
        return
    assert "SECRET" not in result.text and len(result.text) < 200


@pytest.mark.parametrize(
    ("name", "opening", "closing"),
    [
        ("a.docx", b"<w:sdt><w:sdtContent>", b"</w:sdtContent></w:sdt>"),
        ("a.pptx", b"<p:grpSp>", b"</p:grpSp>"),
        ("a.odt", b"<text:section>", b"</text:section>"),
    ],
)
def test_depth_without_end_is_a_typed_error_or_is_left_out(
    tmp_path: Path, name: str, opening: bytes, closing: bytes
) -> None:
    inner = {"a.docx": b"<w:p>", "a.pptx": b"<p:sp>", "a.odt": b"<text:p>"}[name]
    for depth in (60, 30_000):
        with zipfile.ZipFile(io.BytesIO(CONTAINERS[name])) as archive:
            old = archive.read(PARTS[name])
        at = old.index(inner)
        end = old.rindex({"a.docx": b"</w:body>", "a.pptx": b"</p:spTree>", "a.odt": b"</office:text>"}[name])
        deep = old[:at] + opening * depth + old[at:end] + closing * depth + old[end:]
        try:
            assert parsed(tmp_path, name, changed(name, (old, deep))).text == "x"
        except (LimitError, BrokenFileError, EmptySourceError) as error:
            assert "reader failed" not in error.message


def test_messages_in_messages_and_parts_without_end(tmp_path: Path) -> None:
    part = b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n'
    deep = b"From: a@b.example\nTo: c@d.example\nSubject: s\nMIME-Version: 1.0\n" + b"".join(
        part % (n, n) for n in range(3000)
    )
    with pytest.raises(ReadingError):
        raise_if_read(tmp_path, deep + b"Content-Type: text/plain\n\nwords\n")
    wide = b"From: a@b.example\nTo: c@d.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n" + (
        b"--b\nContent-Type: text/plain\n\nword\n" * 5000
    )
    assert "it has more parts than are read" in parsed(tmp_path, "wide.eml", wide).warnings
    assert attachments(tmp_path / "wide.eml") == ()


def raise_if_read(tmp_path: Path, data: bytes) -> None:
    """A message too deep may be refused, or read as far as it is read: its subject then stands."""
    if parsed(tmp_path, "deep.eml", data).text.startswith("s"):
        raise ReadingError("read as far as it goes")


@pytest.mark.parametrize(
    ("name", "data", "reader"),
    [
        ("a.pdf", CONTAINERS["a.pptx"], "pptx"),
        ("a.docx", CONTAINERS["a.odt"], "odf"),
        ("a.txt", b"WEBVTT\n\n00:01.000 --> 00:02.000\nHi there\n", "subtitles"),
        ("a.html", b"{\\rtf1 hello}", "rtf"),
        ("a.csv", b"From: a@b.example\nTo: c@d.example\nSubject: s\nDate: now\n\nwords\n", "eml"),
        ("name with  spaces & \u202esigns 'x'\n.docx", CONTAINERS["a.docx"], "docx"),
        ("без расширения", CONTAINERS["a.xlsx"], "sheets"),
    ],
)
def test_a_wrong_or_odd_name_changes_nothing(tmp_path: Path, name: str, data: bytes, reader: str) -> None:
    assert parsed(tmp_path, name, data).reader == reader


def test_links_are_followed_to_files_and_refused_to_devices(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("The fee is 5 EUR.")
    (tmp_path / "link.txt").symlink_to(tmp_path / "real.txt")
    assert read(tmp_path / "link.txt").text == "The fee is 5 EUR."
    for target in (tmp_path / "gone", Path("/dev/zero"), tmp_path / "loop.txt"):
        link = tmp_path / "loop.txt" if target.name == "loop.txt" else tmp_path / f"to-{target.name}"
        link.symlink_to(target)
        with pytest.raises(BrokenFileError):
            read(link)


@pytest.mark.parametrize("number", ["1]]>64", "\u00b2", "9" * 5000, ""])
def test_a_number_format_without_a_number_is_a_damaged_file(tmp_path: Path, number: str) -> None:
    out = io.BytesIO()
    whole = xlsx({"S": row(1, "x", (0.5, 1))}, ("0.00%",))
    with zipfile.ZipFile(io.BytesIO(whole)) as old, zipfile.ZipFile(out, "w") as new:
        for part in old.namelist():
            text = old.read(part).decode("utf-8")
            escaped = number.replace(">", "&gt;")
            new.writestr(part, re.sub(r'numFmtId="\d+"', f'numFmtId="{escaped}"', text) if "styles" in part else text)
    with pytest.raises(BrokenFileError, match="styles is damaged"):
        parsed(tmp_path, "a.xlsx", out.getvalue())


@pytest.mark.parametrize("level", ["\u00b2", "9" * 5000, "--1"])
def test_a_level_that_is_no_number_is_no_level(tmp_path: Path, level: str) -> None:
    outline = f'<w:p><w:pPr><w:outlineLvl w:val="{level}"/></w:pPr><w:r><w:rPr><w:sz w:val="{level}"/></w:rPr><w:t>The fee is 5 EUR.</w:t></w:r></w:p>'
    assert "The fee is 5 EUR." in parsed(tmp_path, "a.docx", docx(outline)).text
    raised = f'<a:p><a:pPr lvl="{level}"/><a:r><a:rPr baseline="{level}"/><a:t>The fee</a:t></a:r></a:p>'
    assert "The fee" in parsed(tmp_path, "a.pptx", pptx(shape("x", raised))).text


def test_an_office_file_that_declares_entities_is_damaged(tmp_path: Path) -> None:
    out = tmp_path / "a.docx"
    whole = zipfile.ZipFile(io.BytesIO(docx("<w:p><w:r><w:t>The fee &told; is 7 EUR.</w:t></w:r></w:p>")))
    head = b"<?xml version='1.0'?>"
    with zipfile.ZipFile(out, "w") as new:
        for name in whole.namelist():
            declared = head + b'<!DOCTYPE r [<!ENTITY told SYSTEM "other.txt">]>'
            new.writestr(
                name, whole.read(name).replace(head, declared) if name == "word/document.xml" else whole.read(name)
            )
    with pytest.raises(BrokenFileError, match="declares entities"):
        read(out)
