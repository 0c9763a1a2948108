"""Is what may never enter kept out, and can a person see what entered and why the rest did not?"""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
from desk import run, run_json, words_library
from pydantic import TypeAdapter

from opora.admission import AdmissionRules, check_name, check_text
from opora.commands.shapes import SHAPES
from opora.errors import NotAdmittedError

CLIENTS = "Clients:\n\n4111 1111 1111 1111\n\n5500 0000 0000 0004\n\nCNP 1960704123457\n"


def valid(body: object) -> None:
    TypeAdapter(SHAPES["inventory"]).validate_python(body, strict=True)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "fees.md").write_text("# Fees\n\nThe parcel fee is 7 EUR.\n", encoding="utf-8")
    (folder / "Закупочные цены 2026.csv").write_text("Товар;Цена\nБолт;5,10\n", encoding="utf-8")
    (folder / "clients.txt").write_text(CLIENTS, encoding="utf-8")
    (folder / "empty.txt").write_bytes(b"")
    return folder


def test_refused_files_leave_nothing_of_their_text_behind(tmp_path: Path, files: Path) -> None:
    library = words_library(tmp_path / "lib")
    code, body = run_json(library, "add", str(files))
    assert code == 1
    told = {item["name"]: item["error"]["code"] if item["error"] else "" for item in body["items"]}
    assert told == {
        "fees.md": "",
        "Закупочные цены 2026.csv": "not_admitted",
        "clients.txt": "not_admitted",
        "empty.txt": "no_text",
    }
    assert "4111" not in str(body)
    kept = b"".join(path.read_bytes() for path in library.rglob("*") if path.is_file())
    assert b"4111 1111" not in kept and "Болт".encode() not in kept and b"parcel fee" in kept


def test_the_inventory_names_what_entered_and_why_the_rest_did_not(tmp_path: Path, files: Path) -> None:
    library = words_library(tmp_path / "lib")
    run(library, "add", str(files))
    code, body = run_json(library, "inventory")
    valid(body)
    assert code == 0 and body["counts"] == {"admitted": 1, "rejected": 3}
    rows = {row["source_id"]: row for row in body["items"]}
    assert rows["fees"]["decision"] == "admitted" and rows["fees"]["media_type"] == "text/markdown"
    assert rows["clients"]["code"] == "not_admitted"
    assert rows["clients"]["reason"] == (
        "not admitted: it holds personal data (2 × card number, 1 × national number (CNP, IDNP))"
    )
    assert "names like '*закупочн*цен*'" in rows["Закупочные-цены-2026"]["reason"]
    assert rows["empty"]["code"] == "error" and "0 bytes" in rows["empty"]["reason"]
    out = run(library, "inventory")[1]
    assert "rejected  clients: not admitted" in out and out.endswith("1 admitted, 3 rejected\n")


def test_files_can_be_held_against_the_rules_before_they_enter(tmp_path: Path, files: Path) -> None:
    library = words_library(tmp_path / "lib")
    letter = EmailMessage()
    letter["From"], letter["Subject"] = "a@b.example", "Prices"
    letter.set_content("See the file.")
    letter.add_attachment(CLIENTS.encode(), maintype="text", subtype="plain", filename="list.txt")
    (files / "letter.eml").write_bytes(letter.as_bytes())
    code, body = run_json(library, "inventory", str(files))
    valid(body)
    assert code == 0
    told = {row["name"]: (row["decision"], row["code"]) for row in body["items"]}
    assert told["fees.md"] == told["letter.eml"] == ("admitted", None)
    assert told["letter.eml/list.txt"] == ("rejected", "not_admitted")
    assert told["empty.txt"] == ("rejected", "no_text")
    assert run_json(library, "sources")[1] == []


def test_rules_are_the_owners_and_bind_what_entered_before(tmp_path: Path, files: Path) -> None:
    library = words_library(tmp_path / "lib")
    run(library, "add", str(files / "fees.md"))
    with (library / "opora.toml").open("a", encoding="utf-8") as file:
        file.write('[admission]\nnames = ["*draft*"]\ntexts = ["parcel FEE"]\npersonal = "warn"\n')
    body = run_json(library, "inventory", "--check")[1]
    assert body["items"][0]["decision"] == "rejected" and "opora remove fees" in body["items"][0]["reason"]
    told = {item["name"]: item for item in run_json(library, "add", str(files))[1]["items"]}
    assert told["Закупочные цены 2026.csv"]["state"] == "ready"
    assert told["clients.txt"]["warnings"][-1].startswith("it holds personal data (2 × card number")


def test_names_are_matched_whatever_their_case_marks_and_folder() -> None:
    for name in ("Purchase-Price list.xlsx", "docs/ЦЕНЫ закупки.pdf", "mail.eml/Preț de achiziție.csv"):
        with pytest.raises(NotAdmittedError):
            check_name(name)
    for name in ("share-purchase-agreement-price-terms.pdf", "prices.csv", "цены.pdf", "Закупки.pdf"):
        check_name(name)
    assert check_text(CLIENTS, AdmissionRules(personal="off")) == []
    assert check_text("Card 4111 1111 1111 1111") == ["it holds personal data (1 × card number)"]
