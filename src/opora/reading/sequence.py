"""Which letters and Roman numbers typed at the start of a line count something, judged by their neighbours?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from opora.reading.assemble import Draft
from opora.reading.numbering import LETTER_AND_DOT, opening

_ORDERS = (
    tuple("abcdefghijklmnopqrstuvwxyz"),
    tuple("абвгдежзиклмнопрстуфхцчшщэюя"),
    tuple("абвгдеёжзийклмнопрстуфхцчшщэюя"),
    tuple("абвгдеєжзиіїйклмнопрстуфхцчшщюя"),
    ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv"),
)
_NEAR = 25  # lines from one mark of a list to the next


def lettered_lines(lines: Iterable[str]) -> frozenset[str]:
    """Lines whose letter and dot stand in a row that begins with the first letter: "a. … b. …", never "г. Кишинёв".

    >>> sorted(lettered_lines(["а. заявление", "б. паспорт", "г. Кишинёв"]))
    ['а. заявление', 'б. паспорт']
    """
    chains: dict[tuple[int, bool], list[tuple[int, int, str]]] = {}  # order, capitals → place in the order, line, text
    found: set[str] = set()
    for number, line in enumerate(lines):
        text = line.strip()
        match = LETTER_AND_DOT.match(text)
        if match is None:
            continue
        for order, letters in enumerate(_ORDERS):
            if match["mark"].lower() not in letters:
                continue
            place = letters.index(match["mark"].lower())
            chain = chains.setdefault((order, match["mark"].isupper()), [])
            if place == 0:
                chain[:] = [(0, number, text)]
            elif chain and chain[-1][0] == place - 1 and number - chain[-1][1] <= _NEAR:
                chain.append((place, number, text))
                found.update(text for _, _, text in chain)
    return frozenset(found)


def settle(drafts: Sequence[Draft]) -> None:
    """Lettered paragraphs in sequence become list items; a name behind its initial is no clause."""
    lettered = lettered_lines(draft.text for draft in drafts if draft.text)
    lone = _lone_romans(draft.section for draft in drafts)
    for draft in drafts:
        if draft.kind == "paragraph" and draft.text.strip() in lettered:
            draft.kind, draft.section = "list_item", None
        elif draft.section in lone and _is_dotted(draft.text, draft.section or ""):
            draft.section = None
            if draft.kind == "heading":
                draft.kind, draft.level = "paragraph", None


def _is_dotted(text: str, number: str) -> bool:
    found = opening(text)
    return found is not None and not found.named and text.strip().startswith(f"{number}.")


def _lone_romans(numbers: Iterable[str | None]) -> frozenset[str]:
    """One-letter Roman numbers with no neighbour among the document's numbers: "V. Popa" is a name, not part five."""
    seen = {number for number in numbers if number}
    beside = {"I": ("II",), "V": ("IV", "VI"), "X": ("IX", "XI"), "L": ("XLIX", "LI"), "C": ("XCIX", "CI")}
    return frozenset(roman for roman, near in beside.items() if roman in seen and not seen.intersection(near))
