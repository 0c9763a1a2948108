"""Can a broken or hostile file do more harm than a typed error?"""

from __future__ import annotations

import io
import os
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from parsed_rules import check
from small_files import SAMPLES, docx, paragraph, row, xlsx

from opora.errors import (
    BrokenFileError,
    EmptySourceError,
    EncryptedError,
    LimitError,
    ReadingError,
    UnsupportedTypeError,
)
from opora.reading.limits import MEGABYTE, ReadLimits
from opora.reading.read import read
from opora.reading.worker import ReaderPool

QUICK = ReadLimits(wall_s=20.0, cpu_s=10)


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_every_small_sample_is_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(SAMPLES[name])
    parsed = read(path, QUICK)
    check(parsed)
    assert not [text for text in parsed.warnings if "its name says" in text]


def _damaged(data: bytes, kind: str, place: float, byte: int) -> bytes:
    at = int(place * len(data))
    if kind == "cut":
        return data[:at]
    if kind == "flip":
        return data[:at] + bytes([byte]) + data[at + 1 :]
    if kind == "drop":
        return data[:at] + data[at + 1 + byte :]
    return data[:at] + data[at : at + byte] * 2 + data[at + byte :]


@settings(
    max_examples=120, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    name=st.sampled_from(sorted(SAMPLES)),
    kind=st.sampled_from(["cut", "flip", "drop", "double"]),
    place=st.floats(0, 0.999),
    byte=st.integers(0, 255),
)
def test_a_damaged_file_is_read_or_refused_by_a_typed_error(
    tmp_path: Path, name: str, kind: str, place: float, byte: int
) -> None:
    path = tmp_path / name
    path.write_bytes(_damaged(SAMPLES[name], kind, place, byte))
    try:
        parsed = read(path, QUICK)
    except ReadingError as error:
        assert repr(name) in error.message
    else:
        check(parsed)


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    data=st.binary(min_size=1, max_size=300),
    extension=st.sampled_from(["txt", "md", "html", "csv", "json", "xml", "docx", "xlsx"]),
)
def test_any_bytes_under_any_name_end_in_a_reading_or_a_typed_error(
    tmp_path: Path, data: bytes, extension: str
) -> None:
    path = tmp_path / f"x.{extension}"
    path.write_bytes(data)
    try:
        check(read(path, QUICK))
    except ReadingError as error:
        assert f"x.{extension}" in error.message


def _read(tmp_path: Path, name: str, data: bytes, limits: ReadLimits = QUICK) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    check(read(path, limits))


def test_a_zip_bomb_is_refused_by_what_it_declares(tmp_path: Path) -> None:
    bomb = docx(paragraph("x") + "<w:p/>" * 400_000)
    with pytest.raises(LimitError, match="inflates to more than 1 MB"):
        _read(tmp_path, "bomb.docx", bomb, ReadLimits(max_inflated_bytes=MEGABYTE))


def test_a_zip_bomb_that_lies_about_its_size_is_refused_by_what_comes_out(tmp_path: Path) -> None:
    data = bytearray(docx(paragraph("x") + "<w:p/>" * 400_000))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as archive:
        start = archive.start_dir
    at = data.index(b"word/document.xml", start) - 46
    struct.pack_into("<I", data, at + 24, 200)  # the size it declares
    with pytest.raises(LimitError, match="inflates to more than it declares"):
        _read(tmp_path, "liar.docx", bytes(data))


@pytest.mark.parametrize("name", ["bomb.xml", "bomb.page"])
def test_an_entity_bomb_is_not_resolved(tmp_path: Path, name: str) -> None:
    lines = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    data = f'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY l0 "lol">{lines}]><r><p>before &l11; after</p></r>'
    path = tmp_path / name
    path.write_text(data)
    try:
        assert read(path, QUICK).text == "before &l11; after"
    except BrokenFileError as error:
        assert "amplification" in error.message


def test_an_external_entity_reads_no_file(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("SECRET")
    data = f'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file://{tmp_path}/secret">]><r><p>a &x; b</p></r>'
    path = tmp_path / "a.xml"
    path.write_text(data)
    assert "SECRET" not in read(path, QUICK).text


def test_an_entity_bomb_inside_a_word_file_does_not_grow(tmp_path: Path) -> None:
    inner = '<!DOCTYPE w:document [<!ENTITY a "0123456789"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    data = docx(paragraph("x &b;"))
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(out, "w") as again:
        for item in archive.infolist():
            content = archive.read(item)
            if item.filename == "word/document.xml":
                content = content.replace(b"?>", b"?>" + inner.encode(), 1)
            again.writestr(item, content)
    path = tmp_path / "a.docx"
    path.write_bytes(out.getvalue())
    with pytest.raises(BrokenFileError, match="declares entities"):
        read(path, QUICK)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("deep.html", b"<div>" * 100_000 + b"x"),
        ("deep.json", b"[" * 100_000 + b"1" + b"]" * 100_000),
        ("deep2.json", b'{"a":' * 100 + b"1" + b"}" * 100),
        ("deep.xml", b"<a>" * 5_000 + b"x" + b"</a>" * 5_000),
        ("deep.md", b"> " * 5_000 + b"x"),
    ],
)
def test_deep_nesting_is_read_or_refused_quickly(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    try:
        check(read(path, QUICK))
    except ReadingError as error:
        assert isinstance(error, LimitError | BrokenFileError)


def test_html_that_is_nested_as_real_pages_are_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(b"<html><body>" + b"<div>" * 400 + b"<p>inside</p>" + b"</div>" * 400 + b"<p>after</p>")
    parsed = read(path, QUICK)
    assert "inside" in parsed.text and "after" in parsed.text
    assert any("nested very deeply" in text for text in parsed.warnings)


def test_huge_numbers_in_json_stay_as_written(tmp_path: Path) -> None:
    digits = "9" * 10_000
    path = tmp_path / "a.json"
    path.write_text(f'{{"huge": {digits}, "tiny": 1e-999999, "price": 12.50, "odd": NaN}}')
    assert read(path, QUICK).text == f"huge: {digits}\n\ntiny: 1e-999999\n\nprice: 12.50\n\nodd: NaN"


def test_zero_bytes_and_lone_surrogates_become_storable_text(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"a": "x\\ud800y\\u0000z"}')
    assert read(path, QUICK).text == "a: x\ufffdy z"
    path = tmp_path / "b.txt"
    path.write_bytes(b"Price is 5 dollars.\n" * 50 + b"a\x00b\n")
    assert read(path, QUICK).text.endswith("a b")


@pytest.mark.parametrize(
    "name", ['it\'s "odd"\nname;$(x).txt', "пр айс\t№1.txt", "-rf.txt", "a%00b.txt", "'; DROP TABLE x; --.txt"]
)
def test_odd_file_names_are_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("A sentence.")
    assert read(path, QUICK).text == "A sentence."


def test_a_file_name_that_is_not_utf8_is_read(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe.txt"))
    path.write_text("A sentence.")
    assert read(path, QUICK).text == "A sentence."
    path.write_bytes(b"")
    with pytest.raises(EmptySourceError) as caught:
        read(path, QUICK)
    str(caught.value).encode("utf-8")


def test_a_file_of_zero_bytes_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.touch()
    with pytest.raises(EmptySourceError, match=r"cannot read 'a\.pdf': it has 0 bytes; upload it again"):
        read(path)


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.csv"])
def test_a_file_of_blanks_is_empty(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text("  \n\n \t \n")
    with pytest.raises(EmptySourceError):
        read(path, QUICK)


def test_a_folder_a_pipe_and_a_missing_file_are_broken_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", tmp_path / "missing.pdf"):
        with pytest.raises(BrokenFileError):
            read(path, QUICK)


def test_a_file_over_the_size_limit_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * (MEGABYTE + 1))
    with pytest.raises(LimitError, match="larger than 1 MB"):
        read(path, ReadLimits(max_bytes=MEGABYTE))


def test_an_encrypted_container_says_so(tmp_path: Path) -> None:
    data = bytearray(docx(paragraph("x")))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(signature)
        while at >= 0:
            data[at + offset] |= 1
            at = data.find(signature, at + 4)
    with pytest.raises(EncryptedError, match="remove the password"):
        _read(tmp_path, "a.docx", bytes(data))


def test_an_encrypted_office_file_says_so(tmp_path: Path) -> None:
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600 + "EncryptedPackage".encode("utf-16-le") + b"\x00" * 600
    with pytest.raises(EncryptedError):
        _read(tmp_path, "a.docx", data)


def test_a_sheet_with_a_cell_far_out_does_not_swell(tmp_path: Path) -> None:
    far = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    try:
        _read(tmp_path, "far.xlsx", xlsx({"A": row(1, "x", 1.0) + far}))
    except ReadingError as error:
        assert isinstance(error, LimitError | BrokenFileError)


def test_unsupported_types_are_named(tmp_path: Path) -> None:
    for data, said in (
        (b"\x00\x00\x00\x18ftypheic" + b"\x00" * 50, "unsupported type: image (HEIC)"),
        (b"SQLite format 3\x00" + b"\x00" * 50, "unsupported type: SQLite database"),
        (b"7z\xbc\xaf\x27\x1c" + b"\x00" * 50, "unsupported type: 7-Zip archive"),
        (bytes(range(256)) * 4, "unsupported type: unknown binary file"),
    ):
        path = tmp_path / "file.txt"
        path.write_bytes(data)
        with pytest.raises(UnsupportedTypeError) as caught:
            read(path, QUICK)
        assert said in caught.value.message


def test_a_wrong_extension_is_read_by_its_content_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "really.pdf"
    path.write_bytes(SAMPLES["a.docx"])
    parsed = read(path, QUICK)
    assert parsed.reader == "docx"
    assert "its name says PDF but its content is Word document (DOCX)" in parsed.warnings[0]


def test_a_reader_that_takes_too_long_is_killed_and_the_next_file_is_read(tmp_path: Path) -> None:
    pool = ReaderPool()
    path = tmp_path / "a.txt"
    path.write_text("A sentence.")
    with pytest.raises(LimitError, match="longer than 0 seconds"):
        read(path, ReadLimits(wall_s=0.0), pool=pool)
    assert read(path, QUICK, pool=pool).text == "A sentence."
    pool.close()


def test_a_reader_that_swells_is_stopped_and_the_next_file_is_read(tmp_path: Path) -> None:
    pool = ReaderPool()
    big, small = tmp_path / "big.txt", tmp_path / "a.txt"
    big.write_bytes(b"word\n\n" * (7 * MEGABYTE // 6))
    small.write_text("A sentence.")
    with pytest.raises(LimitError, match="memory"):
        read(big, ReadLimits(memory_bytes=200 * MEGABYTE), pool=pool)
    assert read(small, QUICK, pool=pool).text == "A sentence."
    pool.close()


def test_a_reader_that_burns_its_processor_time_is_stopped(tmp_path: Path) -> None:
    pool = ReaderPool()
    path = tmp_path / "big.txt"
    path.write_bytes(b"1.1. Word word word\n\n" * 200_000)
    with pytest.raises(LimitError):
        read(path, ReadLimits(cpu_s=0), pool=pool)
    pool.close()
