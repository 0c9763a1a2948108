"""Does a question see only the jurisdiction and the purpose that it, or its assistant, names?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from desk import run, run_json, words_library

MANIFEST = """source_id,text,jurisdiction,purpose
pass-ro,The city pass costs 90 lei.,RO,products
pass-md,The city pass costs 150 lei.,MD,products
pass-all,The city pass can be returned within 14 days.,,faq
"""
PRICE, RETURN = "How much does the city pass cost?", "Within how many days can the city pass be returned?"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("narrowed")
    folder = words_library(base / "lib")
    (folder / "opora.toml").write_text(
        '[model]\nenabled = false\n[assistants.chisinau]\njurisdiction = "MD"\n[assistants.help]\npurposes = ["faq"]\n',
        encoding="utf-8",
    )
    (base / "m.csv").write_text(MANIFEST, encoding="utf-8")
    assert run(folder, "add", "--manifest", str(base / "m.csv"))[0] == 0
    return folder


def sources(folder: Path, question: str, *args: str) -> set[str]:
    """What is cited; every hit of the same search is of a source that may be seen."""
    reply = run_json(folder, "ask", question, "--at", "2026-10-23", *args)[1]
    hits = run_json(folder, "search", question, "--at", "2026-10-23", *args)[1]["hits"]
    cited = {claim["citation"]["source_id"] for claim in reply["claims"]}
    assert cited <= {hit["source_id"] for hit in hits}
    return cited


@pytest.mark.parametrize(
    ("args", "price", "back"),
    [
        (["--jurisdiction", "RO"], {"pass-ro"}, {"pass-all"}),
        (["--jurisdiction", "MD"], {"pass-md"}, {"pass-all"}),
        (["--jurisdiction", "BG"], set(), {"pass-all"}),
        (["--assistant", "chisinau"], {"pass-md"}, {"pass-all"}),
        (["--assistant", "chisinau", "--jurisdiction", "RO"], {"pass-ro"}, {"pass-all"}),
        (["--purpose", "products", "--jurisdiction", "RO"], {"pass-ro"}, set()),
        (["--purpose", "faq"], set(), {"pass-all"}),
        (["--assistant", "help"], set(), {"pass-all"}),
        ([], {"pass-ro", "pass-md"}, {"pass-all"}),
    ],
)
def test_only_what_may_be_seen_answers(library: Path, args: list[str], price: set[str], back: set[str]) -> None:
    assert sources(library, PRICE, *args) == price
    assert sources(library, RETURN, *args) == back


def test_a_line_of_a_file_narrows_for_itself(library: Path, tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"question": PRICE, "jurisdiction": "RO"},
        {"question": PRICE, "jurisdiction": "MD", "purpose": "products"},
        {"question": PRICE, "purpose": "faq"},
        {"question": PRICE, "purpose": "gossip"},
        {"question": PRICE, "jurisdiction": ["RO"]},
    ]
    file = tmp_path / "q.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    code, out = run(library, "ask", "--file", str(file), "--at", "2026-10-23")
    assert code == 1
    replies = [json.loads(line) for line in out.splitlines()]
    cited = [{claim["citation"]["source_id"] for claim in reply.get("claims", [])} for reply in replies]
    assert cited == [{"pass-ro"}, {"pass-md"}, set(), set(), set()]
    assert [reply["error"]["code"] for reply in replies[3:]] == ["usage", "usage"]


def test_what_was_not_seen_is_in_the_record_of_the_search(library: Path) -> None:
    reply = run_json(library, "ask", PRICE, "--at", "2026-10-23", "--jurisdiction", "RO")[1]
    trace = run_json(library, "trace", reply["trace_id"])[1]
    assert trace["log"]["searches"][0]["parameters"]["jurisdiction"] == "RO"


@pytest.mark.parametrize("line", ['purposes = ["gossip"]', 'purposes = "faq"', "purposes = [1]", "jurisdiction = 7"])
def test_an_assistant_that_may_see_nothing_known_is_refused(tmp_path: Path, line: str) -> None:
    folder = words_library(tmp_path / "lib")
    (folder / "opora.toml").write_text(f"[assistants.a]\n{line}\n", encoding="utf-8")
    code, body = run_json(folder, "settings")
    assert (code, body["error"]["code"]) == (3, "library")
    assert f"assistants.a.{line.split()[0]}" in body["error"]["message"]


def test_a_changed_jurisdiction_holds_for_what_is_already_in(tmp_path: Path) -> None:
    folder = words_library(tmp_path / "lib")
    (tmp_path / "m.csv").write_text(MANIFEST, encoding="utf-8")
    assert run(folder, "add", "--manifest", str(tmp_path / "m.csv"))[0] == 0
    assert run(folder, "set", "pass-md", "jurisdiction=UA")[0] == 0
    assert sources(folder, PRICE, "--jurisdiction", "MD") == set()
    assert sources(folder, PRICE, "--jurisdiction", "UA") == {"pass-md"}
    (tmp_path / "m.csv").write_text(MANIFEST.replace(",RO,", ",BG,"), encoding="utf-8")
    assert run(folder, "add", "--manifest", str(tmp_path / "m.csv"))[0] == 0
    assert sources(folder, PRICE, "--jurisdiction", "RO") == set()
    assert sources(folder, PRICE, "--jurisdiction", "BG") == {"pass-ro"}
    assert run(folder, "verify")[0] == 0
