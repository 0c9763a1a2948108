"""What is one element of a page, a table, a program or an argument, and which of them make a fragment?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from opora.fragmenting.material import Group, Material
from opora.fragmenting.pack import Run, pack, pack_in_order
from opora.fragmenting.sections import passages_of
from opora.fragmenting.units import Section, Unit, sections_of

_FEW = 3  # share of the size (one third) under which an element is joined to its neighbour


def layout(material: Material) -> list[Group]:
    """Whole elements under their title: a table in one piece, a list with its lead-in; small ones share a fragment.

    An element over the size is cut as its units allow. A passage is the section.
    """
    size = material.rules.size_or_default
    groups: list[Group] = []
    for section in sections_of(material.units):
        runs = list(_filled(_elements(section.units), size, material.text))
        groups.extend(passages_of(runs, material.rules.passage))
    return groups


def _elements(units: Sequence[Unit]) -> Iterator[list[Unit]]:
    """A table, a list with its lead-in, a heading with what follows it, or one block."""
    held: list[Unit] = []
    for unit in units:
        if held and not (_same_element(held[-1], unit) or unit.bond >= 2):
            yield held
            held = []
        held.append(unit)
    if held:
        yield held


def _same_element(before: Unit, unit: Unit) -> bool:
    one, other = before.block, unit.block
    if one is other:
        return True
    listed = one.kind == "list_item" and other.kind == "list_item"
    of_one_table = one.kind == "table_row" and other.kind == "table_row"
    return (listed or of_one_table) and one.parent == other.parent


def _filled(elements: Iterator[list[Unit]], size: int, text: str) -> Iterator[Run]:
    held: list[Unit] = []
    filled = 0
    for element in elements:
        own = sum(unit.size for unit in element)
        if held and filled + own > size:
            yield from pack(held, text, size)
            held, filled = [], 0
        held = [*held, *element]
        filled += own
    if held:
        yield from pack(held, text, size)


def rows(material: Material) -> list[Group]:
    """A table by its rows, as many as fit, each fragment with the headers over it; the rest by sections.

    Header rows stay with the first row of data. A passage is the table, in parts of ``rules.passage``, or the section.
    """
    groups: list[Group] = []
    for section in sections_of(material.units):
        for is_row, part in _parts(section, lambda unit: unit.block.kind == "table_row"):
            size = material.rules.size_or_default if is_row else max(material.rules.size_or_default, 180)
            runs = _by_rows(part, size) if is_row else pack(part, material.text, size)
            groups.extend(passages_of(runs, material.rules.passage))
    return groups


def _by_rows(units: Sequence[Unit], size: int) -> list[Run]:
    return [run for _, table in groupby(units, lambda u: u.block.parent) for run in pack_in_order(list(table), size, 0)]


def _parts(section: Section, key: Callable[[Unit], bool]) -> Iterator[tuple[bool, list[Unit]]]:
    for found, part in groupby(section.units, key):
        yield found, list(part)


def code(material: Material) -> list[Group]:
    """One definition a fragment, as the reader's syntax tree found it; small statements between them together.

    A passage is the outermost definition (a class with its methods). Prose in between is cut by sections.
    """
    size = material.rules.size_or_default
    groups: list[Group] = []
    for section in sections_of(material.units):
        for is_code, part in _parts(section, lambda unit: unit.block.kind == "code"):
            if not is_code:
                groups.extend(passages_of(pack(part, material.text, size), material.rules.passage))
                continue
            for _, outer in groupby(part, lambda unit: (unit.block.section or "").partition(".")[0]):
                defined = [list(own) for _, own in groupby(outer, lambda unit: unit.block.section)]
                runs = [run for own in _joined(defined, size // _FEW) for run in pack(own, material.text, size)]
                groups.extend(passages_of(runs, material.rules.passage))
    return groups


def _joined(parts: list[list[Unit]], few: int) -> Iterator[list[Unit]]:
    """Neighbours that are small together share a fragment: getters, fields, imports."""
    held: list[Unit] = []
    for part in parts:
        if held and sum(unit.size for unit in (*held, *part)) > few:
            yield held
            held = []
        held = [*held, *part]
    if held:
        yield held


def propositions(material: Material) -> list[Group]:
    """One statement a fragment: a sentence, row or list item, with what it hangs on. A search aid; the section is quoted.

    Made by rule: a heading, a lead-in or a question goes with the statement after it.
    """
    groups: list[Group] = []
    for section in sections_of(material.units):
        runs: list[Run] = []
        held: list[Unit] = []
        for unit in section.units:
            if held and unit.bond < 2:
                runs.append(tuple(held))
                held = []
            held.append(unit)
        runs.append(tuple(held))
        groups.extend(passages_of(runs, material.rules.passage))
    return groups
