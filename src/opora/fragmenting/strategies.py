"""Which runs of units, and which larger passages around them, does each strategy make?"""

from __future__ import annotations

from collections.abc import Callable

from opora.fragmenting.elements import code, layout, propositions, rows
from opora.fragmenting.material import Group, Material
from opora.fragmenting.model_borders import model_borders
from opora.fragmenting.pack import pack, pack_in_order
from opora.fragmenting.sections import parent_child
from opora.fragmenting.semantic import semantic
from opora.fragmenting.turns import turns
from opora.fragmenting.units import sections_of


def recursive(material: Material) -> list[Group]:
    """The baseline: fill up to the size regardless of sections, with overlap. A passage is its one fragment."""
    rules = material.rules
    return [[run] for run in pack_in_order(material.units, rules.size_or_default, rules.overlap_or_default)]


def sentence(material: Material) -> list[Group]:
    """Sentences evenly packed inside a section; a passage is a fragment with nothing around it."""
    groups: list[Group] = []
    rules = material.rules
    for section in sections_of(material.units):
        if rules.overlap_or_default:
            runs = pack_in_order(section.units, rules.size_or_default, rules.overlap_or_default)
        else:
            runs = pack(section.units, material.text, rules.size_or_default)
        groups.extend([run] for run in runs)
    return groups


STRATEGIES: dict[str, Callable[[Material], list[Group]]] = {
    "fixed": recursive,  # of words instead of sentences: see units.words_of
    "sentence": sentence,
    "recursive": recursive,
    "heading": parent_child,  # of sections instead of their parts
    "layout": layout,
    "code": code,
    "rows": rows,
    "turns": turns,
    "semantic": semantic,
    "propositions": propositions,
    "model_borders": model_borders,
    "parent_child": parent_child,
    "contextual": parent_child,  # with what situates a fragment in its context: see situate
    "late": parent_child,  # with vectors pooled from the whole document's: see late
    "summary_tree": parent_child,  # with summaries above: see tree
}
