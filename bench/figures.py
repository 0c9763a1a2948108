"""How is a figure written so that it can be checked: interval, command, commit, and what ran beside it?"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[1]


def wilson(hits: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % score interval of a proportion.

    >>> tuple(round(x, 3) for x in wilson(90, 100))
    (0.826, 0.945)
    """
    if n == 0:
        return 0.0, 1.0
    share = hits / n
    middle = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


def commit() -> str:
    """Short id of the commit measured, with ``+`` when src/ differs from it; ``unknown`` outside a checkout."""
    try:
        head = _git("rev-parse", "--short", "HEAD")
        return head + ("+" if _git("status", "--porcelain", "--", "src") else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def options(about: str | None, page: Path | None = None) -> argparse.ArgumentParser:
    """What a measurement takes: ``--help`` only tells, and ``--no-page`` (where it writes one) leaves the page as it is."""
    found = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    if page is not None:
        told = f"print only; leave {page.relative_to(ROOT)} as it is"
        found.add_argument("--no-page", action="store_true", help=told)
    return found


NO_DATA = 3  # exit code of a measurement whose data is not there: nothing was measured


def no_data(name: str) -> NoReturn:
    """Say that nothing was measured, and end."""
    print(
        f"{name}: nothing is measured, there is no folder shared/data beside the repository or above it",
        file=sys.stderr,
    )
    raise SystemExit(NO_DATA)


def write_section(page: Path, title: str, body: str) -> None:
    """Replace the section ``## title`` of a Markdown page, or append it; other sections stay as they are."""
    section = f"## {title}\n\n{body.strip()}\n"
    old = page.read_text("utf-8") if page.exists() else f"# {page.stem.capitalize()}\n"
    start = old.find(f"## {title}\n")
    if start < 0:
        new = old.rstrip() + "\n\n" + section
    else:
        end = old.find("\n## ", start)
        new = old[:start] + section + (old[end:] if end >= 0 else "")
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(new, "utf-8")
