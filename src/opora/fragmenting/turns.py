"""How is speech cut, where no heading helps and nobody may be quoted with another's words?"""

from __future__ import annotations

from itertools import groupby

from opora.fragmenting.material import Group, Material
from opora.fragmenting.pack import Run
from opora.fragmenting.sections import parent_child
from opora.fragmenting.semantic import by_meaning
from opora.fragmenting.units import Section, Unit, sections_of

_ONE_TURN = 400  # tokens of a turn that is one fragment: the model reads no more than 512 of them


def turns(material: Material) -> list[Group]:
    """A passage is a stretch of talk about one thing, cut where the subject changes and only between turns if it can be.

    Its fragments are what one person says in it. Text without speakers is cut by sections.
    """
    groups: list[Group] = []
    for section in sections_of(material.units):
        if any(unit.block.speaker is not None for unit in section.units):
            groups.extend([run] for run in _talk(section, material))
        else:
            groups.extend(parent_child(Material(material.parsed, list(section.units), material.rules, material.help)))
    return groups


def _talk(section: Section, material: Material) -> list[Run]:
    """Stretches of whole turns; a turn over the size, or too long to be read at once, comes as the sentences it is made of."""
    size = material.rules.size_or_default
    said: list[Unit] = []
    parts: dict[int, list[Unit]] = {}
    for _, group in groupby(section.units, lambda unit: unit.block.path):
        own = list(group)
        if sum(unit.size for unit in own) > size or sum(unit.tokens for unit in own) > _ONE_TURN:
            said.extend(own)
            continue
        first = own[0]
        whole = Unit(
            first.start,
            own[-1].end,
            first.block,
            sum(u.size for u in own),
            first.bond,
            sum(u.tokens for u in own),
        )
        parts[whole.start] = own
        said.append(whole)
    runs = by_meaning(said, material, size)
    return [tuple(unit for whole in run for unit in parts.get(whole.start, [whole])) for run in runs]
