"""Does a server answer many at once, and go on answering while files are sent? A short run of ``python -m bench.load``."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path

import pytest
from served_library import make_library

from bench.load import WARM, LoadRules, measured, served

pytestmark = pytest.mark.slow
RULES = LoadRules(askers=20, seconds=12, think=2, alone=20, upload_every=4, paragraphs=20)


def test_twenty_people_and_uploads_are_served_without_an_error(tmp_path: Path) -> None:
    folder = make_library(tmp_path)
    kinds = ("parcel", "pallet", "letter", "crate")
    asked = [f"What is the {kind} fee for Cluj in case {n}?" for n, kind in zip(range(2000), itertools.cycle(kinds))]
    with served(folder, workers=1) as address:
        first, then = asyncio.run(measured(address, asked, RULES))
    assert first.errors == then.errors == []
    assert len(first.seconds) == len(asked[: WARM + RULES.alone]) - WARM
    assert len(then.seconds) > RULES.askers
    assert then.sent == then.read > 0
    assert (
        then.ms(95) < 10_000
    )  # how much longer it takes is measured by the bench, on a machine that does nothing else
