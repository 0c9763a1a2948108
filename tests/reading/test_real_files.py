"""Does any real file break the reader?"""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from parsed_rules import check

from opora.errors import ReadingError, UnsupportedTypeError
from opora.reading.limits import ReadLimits
from opora.reading.read import read

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
FOLDERS = ("docling", "unstructured", "pdfplumber", "haystack", "pypdf_samples", "misc_office")
LIMITS = ReadLimits(wall_s=60.0, cpu_s=40)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_real_file_is_read_or_refused_by_a_typed_error() -> None:
    files = [path for folder in FOLDERS for path in sorted((DATA / folder).rglob("*")) if path.is_file()]
    if not files:
        pytest.skip("the shared test data is not beside this repository")
    assert len(files) >= 100
    outcomes: dict[str, list[str]] = {}
    for path in files:
        began = time.perf_counter()
        try:
            parsed = read(path, LIMITS)
        except ReadingError as error:
            assert str(error).startswith(f"cannot read {path.name!r}: ")
            assert not isinstance(error, UnsupportedTypeError) or "unsupported type: " in str(error)
            outcomes.setdefault(type(error).__name__, []).append(f"{path.name}: {error}")
        else:
            check(parsed)
            outcomes.setdefault("read", []).append(path.name)
        assert time.perf_counter() - began < LIMITS.wall_s + 5
    for kind, names in sorted(outcomes.items()):
        print(kind, len(names))
        if kind not in ("read", "UnsupportedTypeError"):
            print("   ", *names, sep="\n    ")
    assert len(outcomes["read"]) >= 100
