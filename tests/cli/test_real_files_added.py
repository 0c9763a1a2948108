"""What does `opora add` say of real files: none breaks it, and none is called ready that holds nothing?"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from desk import words_library

from opora.store.sqlite import SqliteLibrary

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
FOLDERS = ("docling", "unstructured", "pdfplumber", "haystack", "pypdf_samples", "misc_office")
OPORA = Path(sys.executable).with_name("opora")


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_every_real_file_is_ready_with_text_or_in_error_with_a_reason(tmp_path: Path) -> None:
    folders = [str(DATA / folder) for folder in FOLDERS if (DATA / folder).is_dir()]
    if not folders:
        pytest.skip("the shared test data is not beside this repository")
    library = words_library(tmp_path / "library")
    (library / "opora.toml").write_text("[model]\nenabled = false\n\n[reading]\nocr = false\n", "utf-8")
    words = [str(OPORA), "--library", str(library), "add", *folders, "--json"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=1100)
    assert done.returncode in (0, 1), done.stderr[-2000:]
    assert "Traceback" not in done.stdout + done.stderr
    items = json.loads(done.stdout)["items"]
    assert len(items) >= 100
    ready = [item for item in items if item["state"] == "ready"]
    others = [item for item in items if item["state"] != "ready"]
    assert all(item.get("error") or item.get("reason") or item.get("note") for item in others), others
    store = SqliteLibrary.open(library, read_only=True)
    try:
        empty = [item["source_id"] for item in ready if not _has_text(store, item["version_id"])]
    finally:
        store.close()
    print(f"{len(items)} files, {len(ready)} ready")
    assert empty == []
    assert len(ready) >= 100


def _has_text(store: SqliteLibrary, version_id: str) -> bool:
    return any(any(letter.isalnum() for letter in fragment.text) for fragment in store.fragments(version_id))
