"""How are property tests run, and how much memory may the suite take?

Without a deadline (a busy machine is not a bug); the same inputs every time in CI. At the end the peak of this process is
held against a bound, so that the suite stays fit for a machine of 4 GB.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("work", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "work")

MOST_MB = 2_500  # resident; the rooms, run in two halves, peaked at 960 and 1,220 MB when this was set


@pytest.fixture(scope="session", autouse=True)
def _memory_stays_bounded() -> Iterator[None]:
    """Fails after the last test. Only where the kernel counts in kilobytes; elsewhere nothing is said."""
    yield
    if sys.platform != "linux":
        return
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    assert peak < MOST_MB, f"the tests took {peak} MB at their peak; at most {MOST_MB} MB are meant to be needed"
