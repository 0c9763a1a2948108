"""How do small fragments and the sections around them go together?"""

from __future__ import annotations

from collections.abc import Iterable

from opora.fragmenting.material import Group, Material
from opora.fragmenting.pack import Run, pack
from opora.fragmenting.units import sections_of


def parent_child(material: Material) -> list[Group]:
    """Small fragments are matched, the section they stand in is delivered: whole, or in parts of ``rules.passage``."""
    size, text = material.rules.size_or_default, material.text
    groups: list[Group] = []
    for section in sections_of(material.units):
        groups.extend(passages_of(pack(section.units, text, size), material.rules.passage))
    return groups


def passages_of(runs: Iterable[Run], most: int) -> list[Group]:
    """Runs in order, joined into passages of at most ``most``; a run over it is a passage alone."""
    groups: list[Group] = []
    held: Group = []
    filled = 0
    for run in runs:
        size = sum(unit.size for unit in run)
        if held and filled + size > most:
            groups.append(held)
            held, filled = [], 0
        held.append(run)
        filled += size
    return [*groups, held] if held else groups
