"""Is the sample library what its generator and its manifest say?"""

from __future__ import annotations

import csv
import datetime as dt
import runpy
import subprocess
import zipfile
from pathlib import Path

import pypdfium2

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"


def _rows() -> list[dict[str, str]]:
    with (SAMPLES / "manifest.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def _page_texts(path: Path) -> list[str]:
    return [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]


def _members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_generator_draws_what_is_checked_in(tmp_path: Path) -> None:
    """Contents, not bytes: zlib versions compress differently."""
    runpy.run_path(str(SAMPLES / "make_samples.py"))["main"](tmp_path)
    assert _page_texts(tmp_path / "homeowners-form.pdf") == _page_texts(SAMPLES / "homeowners-form.pdf")
    assert _members(tmp_path / "supply-contract.docx") == _members(SAMPLES / "supply-contract.docx")


def test_every_file_of_the_manifest_is_there_and_every_file_is_in_it() -> None:
    named = {row["path"] for row in _rows()}
    present = {path.name for path in SAMPLES.iterdir() if path.suffix not in {".py", ""}} - {"manifest.csv"}
    assert named == present


def test_the_two_tariffs_meet_without_a_gap_or_an_overlap() -> None:
    old, new = [row for row in _rows() if row["source_id"] == "tariff"]
    last, first = dt.date.fromisoformat(old["valid_until"]), dt.date.fromisoformat(new["valid_from"])
    assert first - last == dt.timedelta(days=1)


def test_the_amount_in_the_form_is_broken_across_two_lines() -> None:
    document = pypdfium2.PdfDocument(SAMPLES / "homeowners-form.pdf")
    assert len(document) == 2
    words = document[1].get_textpage().get_text_range().split()
    assert "$5," in words
    assert "000" in words
    assert "$5,000" not in words


def test_the_scripts_are_sound_bash() -> None:
    scripts = [ROOT / ".ci" / "run", *sorted((ROOT / "scripts").glob("*.sh"))]
    assert len(scripts) >= 5
    for script in scripts:
        subprocess.run(["bash", "-n", str(script)], check=True)
