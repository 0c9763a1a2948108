"""One process of the race: approve a gap in a library and say whether this was the one that did it."""

from __future__ import annotations

import sys
from pathlib import Path

from opora.commands.door import own_deed
from opora.commands.gap_desk import GapDesk
from opora.commands.library_desk import LibraryDesk
from opora.errors import GapMoveError
from opora.review.approve import Said


def main(place: str, gap_id: str, text: str, author: str) -> str:
    with LibraryDesk(Path(place)) as desk:
        sys.stdin.readline()
        try:
            _, changed = GapDesk(desk, own_deed).approve(gap_id, Said(text, author, "2026-10-23T10:00:00+00:00"))
        except GapMoveError:
            return "refused"
        return "published" if changed else "nothing"


if __name__ == "__main__":
    print("ready", flush=True)
    print(main(*sys.argv[1:]), flush=True)
