"""Do files inside messages answer, and do calls say who spoke, through the commands?"""

from __future__ import annotations

import io
from email.message import EmailMessage
from pathlib import Path

import docx
from desk import run, run_json, words_library


def _letter(fee: str) -> bytes:
    document, buffer = docx.Document(), io.BytesIO()
    document.add_paragraph(f"The parcel fee for Cluj is {fee} lei.")
    document.save(buffer)
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = "ana@firm.example", "all@firm.example", "New parcel fees"
    letter.set_content("The new fees are in the file.")
    letter.add_attachment(buffer.getvalue(), maintype="application", subtype="octet-stream", filename="fees 2026.docx")
    return letter.as_bytes()


def test_a_file_in_a_message_answers_as_a_source_of_its_own(tmp_path: Path) -> None:
    library = words_library(tmp_path / "lib")
    path = tmp_path / "letter.eml"
    path.write_bytes(_letter("15,50"))
    code, body = run_json(library, "add", str(path), "--collection", "mail")
    assert code == 0
    assert [(item["source_id"], item["state"]) for item in body["items"]] == [
        ("letter", "ready"),
        ("letter~fees-2026", "ready"),
    ]
    reply = run_json(library, "ask", "What is the parcel fee for Cluj?")[1]
    assert "15,50 lei" in reply["text"]
    assert reply["claims"][0]["citation"]["source_id"] == "letter~fees-2026"
    again = run_json(library, "add", str(path))[1]
    assert [item["unchanged"] for item in again["items"]] == [True, True]
    rows = {row["source_id"]: row for row in run_json(library, "sources")[1]}
    assert rows["letter~fees-2026"]["collection"] == "mail"
    assert rows["letter~fees-2026"]["origin"].endswith("letter.eml#fees 2026.docx")


def test_a_changed_file_in_a_message_is_a_new_version_of_the_same_source(tmp_path: Path) -> None:
    library = words_library(tmp_path / "lib")
    path = tmp_path / "letter.eml"
    for fee in ("15,50", "16,75"):
        path.write_bytes(_letter(fee))
        assert run(library, "add", str(path))[0] == 0
    assert len(run_json(library, "sources")[1]) == 2
    assert "16,75 lei" in run_json(library, "ask", "What is the parcel fee for Cluj?")[1]["text"]


def test_show_says_who_spoke_and_when(tmp_path: Path) -> None:
    library = words_library(tmp_path / "lib")
    path = tmp_path / "call.vtt"
    path.write_text(
        "WEBVTT\n\n00:01.000 --> 00:03.000\n<v Ann>Is the deposit refundable?\n\n"
        "00:03.000 --> 00:06.000\n<v Bo>The deposit is refundable within 14 days.\n",
        encoding="utf-8",
    )
    assert run(library, "add", str(path))[0] == 0
    version = run_json(library, "sources")[1][0]["versions"][0]["version_id"]
    shown = run_json(library, "show", f"{version}:turn2")[1]
    assert (shown["speaker"], shown["time"]) == ("Bo", "00:03.000 --> 00:06.000")
    fragments = run_json(library, "fragments", version)[1]
    assert len(fragments) == 2 and fragments[1]["context"].splitlines()[-1] == "Bo"
    assert "14 days" in run_json(library, "ask", "Within how many days is the deposit refundable?")[1]["text"]
