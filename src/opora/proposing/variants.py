"""In which other words may a document say what is asked? A model's queries only widen the search; nothing else changes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from opora.domain.proposal import Told
from opora.domain.question import Requirement
from opora.proposing.aid import Aid, fell_back, shortened
from opora.proposing.shapes import Variants

_NUMBER: Final = re.compile(r"\d+")


def variants(asked: Sequence[Requirement], aid: Aid, collections: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Queries by requirement, for those that nothing answers; none with a number that the question does not have."""
    found: dict[str, tuple[str, ...]] = {}
    if not aid.rules.variants or not asked:
        return found
    if not aid.may_be_asked(collections):
        aid.without("variants", "the collection is closed to models on other machines")
        return found
    by_id = {one.requirement_id: one for one in asked}

    def usable(proposed: Variants, told: Told) -> Told:
        dropped: list[str] = []
        for one in proposed.variants:
            requirement = by_id.get(one.id)
            if requirement is None:
                dropped.append(f"no such question: {one.id!r}")
                continue
            queries = [_clean(query) for query in one.queries]
            kept = [query for query in queries if query and not _adds_number(query, requirement.text)]
            dropped += [f"{one.id}: a number that was not asked about"] * (len(queries) - len(kept))
            if kept:
                found[one.id] = tuple(dict.fromkeys(kept))
        told = replace(told, accepted=len(found), dropped=shortened(dropped))
        return told if found else fell_back(told, dropped, "no other words were proposed that may be searched")

    given = {"questions": [{"id": name, "text": one.text} for name, one in by_id.items()]}
    aid.propose("variants", given, Variants, usable)
    return found


def _clean(query: str) -> str:
    seen = (" " if unicodedata.category(char).startswith("C") else char for char in query)
    return " ".join("".join(seen).split())


def _adds_number(query: str, question: str) -> bool:
    return not set(_NUMBER.findall(query)) <= set(_NUMBER.findall(question))
