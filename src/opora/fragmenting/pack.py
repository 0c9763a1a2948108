"""Which neighbouring units make one fragment, so that an edit in one place leaves the other fragments as they were?"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from opora.fragmenting.units import Unit

Run = tuple[Unit, ...]
_LONG = 3  # a section of more fragments than this is first cut at borders that its content chooses


def pack(units: Sequence[Unit], text: str, size: int) -> list[Run]:
    """Runs of at most ``size``, evenly filled, cut at the loosest bonds; a unit over ``size`` is a run of its own.

    A long section is first cut where a unit's checksum is the least within half a ``size`` on either side. These borders
    depend on nearby content only, so after an edit the same borders come back (content-defined chunking by local minima).
    """
    if sum(unit.size for unit in units) <= _LONG * size:
        return _even(list(units), size)
    return [run for segment in _segments(units, text, size) for run in _even(segment, size)]


def pack_in_order(units: Sequence[Unit], size: int, overlap: int) -> list[Run]:
    """Runs filled greedily up to ``size``; each begins with the last units of the run before that fit in ``overlap``."""
    runs: list[Run] = []
    held: list[Unit] = []
    filled = 0
    for unit in units:
        if held and filled + unit.size > size:
            runs.append(tuple(held))
            held = _tail(held, min(overlap, size - unit.size))
            filled = sum(kept.size for kept in held)
        held.append(unit)
        filled += unit.size
    if held:
        runs.append(tuple(held))
    return runs


def _tail(units: list[Unit], room: int) -> list[Unit]:
    kept: list[Unit] = []
    for unit in reversed(units[1:]):  # the whole run is never repeated
        room -= unit.size
        if room < 0:
            break
        kept.insert(0, unit)
    return kept


def _segments(units: Sequence[Unit], text: str, size: int) -> list[list[Unit]]:
    keys = [(unit.bond, crc32(text[unit.start : unit.end].encode("utf-8", "replace"))) for unit in units]
    reach = size // 2
    segments: list[list[Unit]] = [[units[0]]]
    for at in range(1, len(units)):
        if keys[at][0] < 2 and _is_least(keys, units, at, reach):
            segments.append([])
        segments[-1].append(units[at])
    return segments


def _is_least(keys: list[tuple[int, int]], units: Sequence[Unit], at: int, reach: int) -> bool:
    """Whether no unit within ``reach`` on either side has a smaller key; of equal ones the first wins."""
    for step in (-1, 1):
        seen, other = 0, at + step
        seen = units[at].size if step == 1 else 0
        while 0 <= other < len(units) and seen <= reach:
            if keys[other] < keys[at] or (keys[other] == keys[at] and step == -1):
                return False
            seen += units[other].size
            other += step
    return True


def _even(units: list[Unit], size: int) -> list[Run]:
    """As few runs as fit, about equally full."""
    runs: list[Run] = []
    rest = units
    while rest:
        total = sum(unit.size for unit in rest)
        if total <= size:
            runs.append(tuple(rest))
            break
        cut = _best_cut(rest, size, total / -(-total // size))
        runs.append(tuple(rest[:cut]))
        rest = rest[cut:]
    return runs


def _best_cut(units: list[Unit], size: int, aim: float) -> int:
    """How many units the first run takes: the loosest bond between 60 % of the aim and the size, then nearest to the aim."""
    choices: list[tuple[bool, int, float, int]] = []
    filled = units[0].size
    for count in range(1, len(units)):
        if filled > size and choices:
            break
        choices.append((filled < 0.6 * aim, units[count].bond, abs(filled - aim), count))
        filled += units[count].size
    # A heading never ends a run if anything else can.
    kept = [choice for choice in choices if choice[1] < 3] or choices
    return min(kept)[-1] if kept else len(units)
