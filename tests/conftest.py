"""How are property tests run? Without a deadline (a busy machine is not a bug); the same inputs every time in CI."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("work", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "work")
