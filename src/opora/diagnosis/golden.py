"""Which questions must be answered how? Reads a golden set (CSV); every bad row is named, good rows go on."""

from __future__ import annotations

from pathlib import Path

from opora.domain.case import Case, InputError


def read_golden(path: Path) -> tuple[tuple[Case, ...], tuple[InputError, ...]]:
    """Cases in the order of the rows, and what is wrong with the rest. UsageError when it is no golden set at all."""
    raise NotImplementedError(path)
