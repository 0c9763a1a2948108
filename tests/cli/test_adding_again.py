"""Does adding again compute only what is new?"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from desk import CountingEmbedder, run_json
from reportlab.lib.pagesizes import A4
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

import opora.inference.embed
import opora.reading.read


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> CountingEmbedder:
    """Stands for the model behind every command of the test."""
    counting = CountingEmbedder()
    monkeypatch.setattr(opora.inference.embed.E5Embedder, "open", classmethod(lambda *_: counting))
    return counting


@pytest.fixture
def library(tmp_path: Path, model: CountingEmbedder) -> Path:
    assert run_json(tmp_path / "lib", "init")[0] == 0
    return tmp_path / "lib"


def add(folder: Path, *paths: Path) -> list[dict[str, Any]]:
    code, body = run_json(folder, "add", *map(str, paths))
    assert code == 0, body
    items: list[dict[str, Any]] = body["items"]
    return items


def handbook(pages: int = 100, changed: int | None = None) -> str:
    """About 100 printed pages: a chapter each, five paragraphs of some 70 words; one paragraph may differ."""
    parts = ["# Handbook of the works"]
    for page in range(pages):
        parts.append(f"## Chapter {page + 1}")
        for number in range(5):
            words = [f"On machine {page * 5 + number} the operator checks valve {page} and gauge {number}."]
            words += [f"Step {step} of task {page}-{number} takes {step * 7 % 50 + 1} minutes." for step in range(8)]
            if changed == page and number == 2:
                words[3] = "The changed step takes 999 minutes."
            parts.append(" ".join(words))
    return "\n\n".join(parts) + "\n"


def test_an_unchanged_folder_is_neither_read_nor_embedded(
    library: Path, tmp_path: Path, model: CountingEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(20):
        (docs / f"page{number}.md").write_text(f"# Page {number}\n\nValve {number} opens at {number} bar.", "utf-8")
    first = add(library, docs)
    assert all(item["embedded"] for item in first)
    before = (library / "opora.db").stat().st_mtime_ns, len(model.embedded)

    def never(*_: object, **__: object) -> None:
        raise AssertionError("an unchanged file was read again")

    monkeypatch.setattr(opora.reading.read, "read", never)
    again = add(library, docs)
    assert all(item["unchanged"] and item["embedded"] == 0 for item in again)
    assert ((library / "opora.db").stat().st_mtime_ns, len(model.embedded)) == before
    for field in ("source_id", "version_id", "fingerprint", "blocks", "fragments", "state"):
        assert [item[field] for item in again] == [item[field] for item in first]


@pytest.mark.parametrize("changed", [0, 50, 99])
def test_one_changed_paragraph_of_a_hundred_pages_embeds_only_what_changed(
    library: Path, tmp_path: Path, model: CountingEmbedder, changed: int
) -> None:
    file = tmp_path / "handbook.md"
    file.write_text(handbook(), encoding="utf-8")
    [first] = add(library, file)
    assert first["fragments"] > 100
    model.embedded.clear()
    file.write_text(handbook(changed=changed), encoding="utf-8")
    [second] = add(library, file)
    assert not second["unchanged"]
    assert 1 <= second["embedded"] <= 3
    assert second["embedded"] + second["reused_vectors"] == second["fragments"]
    assert any("999" in text for text in model.embedded)
    assert len(model.embedded) <= 40, "the fragments that changed and their sentences, nothing else"


def test_a_moved_copy_of_a_text_is_not_embedded_again(library: Path, tmp_path: Path, model: CountingEmbedder) -> None:
    for name in ("one.md", "two.md"):
        (tmp_path / name).write_text("# Valves\n\nThe main valve opens at 6 bar.", encoding="utf-8")
    add(library, tmp_path / "one.md")
    model.embedded.clear()
    [item] = add(library, tmp_path / "two.md")
    assert (item["embedded"], model.embedded) == (0, [])


def test_new_settings_for_unchanged_bytes_are_kept_without_reading(
    library: Path, tmp_path: Path, model: CountingEmbedder
) -> None:
    file = tmp_path / "a.md"
    file.write_text("The main valve opens at 6 bar.", encoding="utf-8")
    add(library, file)
    code, body = run_json(library, "add", str(file), "--owner", "Plant", "--valid-until", "2026-12-31")
    assert (code, body["items"][0]["unchanged"]) == (0, True)
    [source] = run_json(library, "sources")[1]
    assert source["owner"] == "Plant"
    assert source["versions"][0]["valid_until"] == "2026-12-31"


def test_other_cutting_rules_read_the_file_again(library: Path, tmp_path: Path, model: CountingEmbedder) -> None:
    file = tmp_path / "a.md"
    file.write_text(handbook(3), encoding="utf-8")
    add(library, file)
    (library / "opora.toml").write_text('[fragments]\nstrategy = "recursive"\n', encoding="utf-8")
    [item] = add(library, file)
    assert not item["unchanged"]
    assert run_json(library, "versions", "a")[1][0]["strategy"] == "recursive"


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_adding_an_unchanged_folder_again_takes_under_two_percent(tmp_path: Path) -> None:
    """With the real model; processor time of this process, so that a busy machine changes nothing. What the readers of
    the first time took in processes of their own is not even counted."""
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(8):
        (docs / f"part{number}.md").write_text(handbook(2).replace("machine", f"machine {number}-"), encoding="utf-8")
    library = tmp_path / "lib"
    assert run_json(library, "init")[0] == 0
    times = []
    for _ in range(2):
        began = time.process_time()
        items = add(library, docs)
        times.append(time.process_time() - began)
    assert all(item["unchanged"] and not item["embedded"] for item in items)
    assert times[1] < 0.02 * times[0], times


def manual_pdf(path: Path, pages: int = 100, changed: int | None = None) -> None:
    """A heading and a paragraph of some 60 words on each page, a running footer; one paragraph may be longer."""
    page = Canvas(str(path), pagesize=A4)
    for number in range(1, pages + 1):
        page.setFont("Helvetica-Bold", 15)
        page.drawString(72, 770, f"{number}. Care of machine {number * 7}")
        page.setFont("Helvetica", 10)
        text = f"The operator of machine {number * 7} opens valve {number} and waits until gauge {number * 3} rests. "
        text += f"Then the filter is taken out and washed for {number % 9 + 2} minutes in clean water, and dried. "
        if number == changed:
            text += "Since the change the cover is also wiped with spirit for 999 seconds. "
        text += f"A worn seal is replaced by part {number * 13}, which the store hands out against a signature."
        for line, words in enumerate(simpleSplit(text, "Helvetica", 10, 440)):
            page.drawString(72, 740 - 13.5 * line, words)
        page.drawString(72, 40, f"Manual of the works, page {number}")
        page.showPage()
    page.save()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_one_changed_paragraph_of_a_hundred_page_pdf_embeds_only_that_with_the_real_model(tmp_path: Path) -> None:
    library, file = tmp_path / "lib", tmp_path / "manual.pdf"
    assert run_json(library, "init")[0] == 0
    manual_pdf(file)
    [first] = add(library, file)
    assert (first["embedded"], first["reused_vectors"]) == (first["fragments"], 0)
    assert first["fragments"] > 50
    for changed in (1, 57, 100):
        manual_pdf(file, changed=changed)
        [again] = add(library, file)
        assert not again["unchanged"]
        assert again["embedded"] + again["reused_vectors"] == again["fragments"]
        assert 1 <= again["embedded"] <= 3, (
            "the fragment that holds it, at most its neighbours, nothing of the other pages"
        )
        [hit, *_] = run_json(library, "search", "How long is the cover wiped with spirit?")[1]["hits"]
        assert "999 seconds" in hit["text"]
        assert hit["page"] in (changed - 1, changed), "a fragment may begin on the page before"
