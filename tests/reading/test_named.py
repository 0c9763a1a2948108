"""A title that a program put there names nothing."""

from __future__ import annotations

import pytest

from opora.reading.assemble import Draft
from opora.reading.named import title_of

OPENING = [Draft("heading", "Ferry  rules", level=1), Draft("paragraph", "No dogs.")]


@pytest.mark.parametrize(
    "stored",
    [
        "",
        "(anonymous)",
        "untitled",
        "Untitled document",
        "Microsoft Word - rules_final2.docx",
        "tariff-2026.indd",
        "Document1",
        "Документ Microsoft Word",
        "Без названия",
        "Без імені 3",
        "Fără titlu",
        "PowerPoint Presentation",
        "Презентація PowerPoint",
    ],
)
def test_a_title_of_nobody_gives_way_to_the_heading_that_opens(stored: str) -> None:
    assert title_of(stored, OPENING) == "Ferry rules"


@pytest.mark.parametrize(
    "stored", ["Ferry rules 2026", "Document retention policy", "Anonymous reports: how to", "Документ о приёмке"]
)
def test_a_title_of_somebody_is_kept(stored: str) -> None:
    assert title_of(stored, OPENING) == stored


def test_without_a_heading_at_the_top_the_file_names_it() -> None:
    later = [Draft("paragraph", "To whom it may concern"), Draft("heading", "Terms", level=1)]
    assert title_of("(anonymous)", later) == ""
    assert title_of("(anonymous)", later, anywhere=True) == "Terms"
    assert title_of("(anonymous)", []) == ""
