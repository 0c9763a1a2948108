"""Do messages keep who wrote, when, what, and the files in them?"""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from email_samples import letter, message
from parsed_rules import check

from opora.domain.document import Parsed
from opora.errors import EncryptedError
from opora.ingest_collect import bytes_inside, identify, with_attachments
from opora.ingest_manifest import Entry, Given
from opora.reading.limits import ReadLimits
from opora.reading.read import attachments, read

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"


def parsed(tmp_path: Path, data: bytes, name: str = "letter.eml") -> Parsed:
    path = tmp_path / name
    path.write_bytes(data)
    result = read(path)
    check(result)
    return result


def texts(result: Parsed) -> list[str]:
    return [result.text[b.start : b.end] for b in result.blocks if b.kind not in ("table", "table_row")]


def test_subject_sender_and_body_are_read_in_any_transfer_encoding(tmp_path: Path) -> None:
    for charset, how in (("koi8-r", "quoted-printable"), ("utf-8", "base64"), ("windows-1251", "8bit")):
        letter = message(To="all@firm.example", Date="Mon, 05 Oct 2026 10:00:00 +0300")
        letter.set_content("Тариф 1 250,00 руб.\n\nС уважением", charset=charset, cte=how)
        result = parsed(tmp_path, letter.as_bytes())
        assert texts(result) == [
            "Цены с октября",
            "From: Анна <anna@firm.example>\nTo: all@firm.example\nDate: Mon, 05 Oct 2026 10:00:00 +0300",
            "Тариф 1 250,00 руб.",
            "С уважением",
        ]
        assert (result.title, result.meta["date"]) == ("Цены с октября", "2026-10-05")


def test_the_html_part_is_read_with_its_table_and_a_lying_text_part_is_told(tmp_path: Path) -> None:
    letter = message()
    letter.set_content("Completely other words stand in the plain text alternative")
    letter.add_alternative(
        "<p>Rates:</p><table><tr><th>Class<th>Fee</tr><tr><td>A<td>1,50</tr></table>", subtype="html"
    )
    result = parsed(tmp_path, letter.as_bytes())
    assert [b.kind for b in result.blocks] == ["heading", "paragraph", "paragraph", "table", "table_row", "table_row"]
    assert result.blocks[-1].cells[1].header == "Fee"
    assert result.warnings == ("its text part and its HTML part say different things; the HTML part was read",)


def test_a_wrong_charset_is_told_and_an_unknown_one_guessed(tmp_path: Path) -> None:
    head = (
        b"From: a@b.example\nTo: c@d.example\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/plain; charset=%s\n\n"
    )
    wrong = parsed(tmp_path, head % b"utf-8" + "Срок — 14 дней с даты договора".encode("cp1251"))
    assert texts(wrong)[-1] == "Срок — 14 дней с даты договора"
    assert wrong.warnings == ("its text is not utf-8 as it says; read as cp1251",)
    unknown = parsed(tmp_path, head % b"x-none" + "Срок — 14 дней с даты договора".encode("cp1251"))
    assert texts(unknown)[-1] == "Срок — 14 дней с даты договора"


def test_files_in_a_message_are_named_and_forwarded_words_read(tmp_path: Path) -> None:
    result = parsed(tmp_path, letter())
    assert "Inner words." in result.text and "See the files." in result.text
    assert [b.level for b in result.blocks if b.kind == "heading"] == [1, 2]
    assert [line.split(" (")[0] for line in result.left_out] == [
        "attachment: fee.docx",
        "attachment: fee.docx",
        "attachment: logo.png",
        "attachment: minutes.txt",
    ]


def test_files_in_a_message_become_sources_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "letter.eml"
    path.write_bytes(letter())
    given = Given(collection="prices", label="2026-10")
    entries = with_attachments(identify([Entry("", "letter.eml", path=path, given=given)], {}), ReadLimits())
    assert [(e.source_id, e.name) for e in entries] == [
        ("letter", "letter.eml"),
        ("letter~fee", "letter.eml/fee.docx"),
        ("letter~fee~2", "letter.eml/fee~2.docx"),
        ("letter~minutes", "letter.eml/minutes.txt"),
    ]
    assert all(e.given == given for e in entries)
    assert bytes_inside(entries[1], ReadLimits())[:2] == b"PK"
    assert [file.name for file in attachments(path)] == ["fee.docx", "fee~2.docx", "minutes.txt"]
    assert attachments(Path(__file__)) == ()
    (tmp_path / "saved").write_bytes(path.read_bytes())
    nameless = with_attachments([Entry("saved", "saved", path=tmp_path / "saved")], ReadLimits())
    assert [e.source_id for e in nameless] == ["saved", "saved~fee", "saved~fee~2", "saved~minutes"]
    assert len(with_attachments([Entry("gone", "gone", path=tmp_path / "gone")], ReadLimits())) == 1


def test_a_sealed_message_is_encrypted_and_a_signed_one_is_read(tmp_path: Path) -> None:
    sealed = b"From: a@b.example\nSubject: s\nMIME-Version: 1.0\nContent-Type: application/pkcs7-mime; name=smime.p7m\n\nMIIB"
    with pytest.raises(EncryptedError):
        parsed(tmp_path, sealed)
    signed = (
        b'MIME-Version: 1.0\nContent-Type: multipart/signed; boundary="b"\n\n--b\nContent-Type: text/plain\n\nThe fee is 5 EUR.\n'
        b"--b\nContent-Type: application/pkcs7-signature\nContent-Transfer-Encoding: base64\n\nMIIB\n--b--\n"
    )
    result = parsed(tmp_path, signed, "signed.p7s")
    assert (result.media_type, result.text, result.left_out) == ("message/rfc822", "The fee is 5 EUR.", ())


def test_a_message_of_wide_characters_and_flowed_lines(tmp_path: Path) -> None:
    text = (
        "From: a@b.example\nTo: c@d.example\nSubject: =?utf-8?b?" + base64.b64encode("Счёт".encode()).decode() + "?=\n"
        "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8; format=flowed\n\nThe sum \nis 12,50 EUR.\n"
    )
    result = parsed(tmp_path, text.encode("utf-16-le"))
    assert texts(result)[0] == "Счёт" and texts(result)[-1] == "The sum is 12,50 EUR."


def test_real_messages_are_read() -> None:
    folder = DATA / "unstructured"
    if not folder.is_dir():
        pytest.skip("the shared test data is not beside this repository")
    outlook = read(folder / "fake-email.msg")
    check(outlook)
    assert texts(outlook)[:2] == [
        "Test Email",
        "From: Matthew Robinson <mrobinson@unstructured.io>\nTo: Matthew Robinson <mrobinson@unstructured.io>\n"
        "Date: 2023-03-28 17:00 UTC",
    ]
    assert texts(outlook)[-1] == "Violets are blue"
    with pytest.raises(EncryptedError):
        read(folder / "eml" / "fake-encrypted.eml")
    assert attachments(folder / "eml" / "email-equals-attachment-filename.eml")[0].name == "odd=file=name.txt"
