"""Which runs of units, and which larger passages around them, does each strategy make?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from opora.fragmenting.pack import Run, pack, pack_in_order
from opora.fragmenting.rules import FragmentRules
from opora.fragmenting.units import Unit, sections_of

Group = list[Run]  # the fragments of one passage


def recursive(units: Sequence[Unit], text: str, rules: FragmentRules) -> list[Group]:
    """The baseline: fill up to the size regardless of sections, with overlap. A passage is its one fragment."""
    return [[run] for run in pack_in_order(units, rules.size_or_default, rules.overlap_or_default)]


def sentence(units: Sequence[Unit], text: str, rules: FragmentRules) -> list[Group]:
    """Sentences evenly packed inside a section; a passage is a fragment with nothing around it."""
    groups: list[Group] = []
    for section in sections_of(list(units)):
        if rules.overlap_or_default:
            runs = pack_in_order(section.units, rules.size_or_default, rules.overlap_or_default)
        else:
            runs = pack(section.units, text, rules.size_or_default)
        groups.extend([run] for run in runs)
    return groups


def heading(units: Sequence[Unit], text: str, rules: FragmentRules) -> list[Group]:
    """One fragment a section, and the parts of a section that is too large; a passage is the section."""
    return parent_child(units, text, rules)


def parent_child(units: Sequence[Unit], text: str, rules: FragmentRules) -> list[Group]:
    """Small fragments are matched, the section they stand in is delivered: whole, or in parts of ``rules.passage``."""
    groups: list[Group] = []
    for section in sections_of(list(units)):
        held: Group = []
        filled = 0
        for run in pack(section.units, text, rules.size_or_default):
            size = sum(unit.size for unit in run)
            if held and filled + size > rules.passage:
                groups.append(held)
                held, filled = [], 0
            held.append(run)
            filled += size
        groups.append(held)
    return groups


STRATEGIES: dict[str, Callable[[Sequence[Unit], str, FragmentRules], list[Group]]] = {
    "recursive": recursive,
    "sentence": sentence,
    "heading": heading,
    "parent_child": parent_child,
}
