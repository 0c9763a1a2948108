"""Are numbers of people told from all the other numbers of a document?"""

from __future__ import annotations

import pytest

from opora.language.personal import find_personal


def kinds(text: str) -> list[str]:
    return [one.kind for one in find_personal(text)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Card 4111 1111 1111 1111, valid to 12/27", "card number"),
        ("карта 5500-0000-0000-0004.", "card number"),
        ("СНИЛС 112-233-445 95", "SNILS number"),
        ("SSN: 123-45-6789", "social security number"),
        ("CNP 1960704123457", "national number (CNP, IDNP)"),
        ("IDNP: 2004001234567", "national number (CNP, IDNP)"),
        ("ИНН 500100732259", "tax number of a person (ИНН)"),
        ("РНОКПП 3184710691", "tax number of a person (РНОКПП)"),
        ("паспорт серии 45 04 № 123456", "passport number"),
        ("pașaport nr. AB 1234567", "passport number"),
        ("write to a.b+c@firm.example.", "e-mail address"),
        ("call +373 22 123 456", "phone number"),
    ],
)
def test_a_number_of_a_person_is_found_where_it_stands(text: str, kind: str) -> None:
    found = [one for one in find_personal(text) if one.kind == kind]
    assert len(found) == 1
    assert any(char.isdigit() or char == "@" for char in found[0].span.of(text))
    assert found[0].is_identity == (kind not in ("e-mail address", "phone number"))


@pytest.mark.parametrize(
    "text",
    [
        "Card 4111 1111 1111 1112",
        "The sum is 4 111 111 111 111 111 EUR or 4111111111111111.50",
        "СНИЛС 112-233-445 96",
        "order 900-45-6789 and part 123-45-67890",
        "5949010036205 is an article",
        "ИНН 7707083893 is a firm's",
        "account 40817810099910004312, БИК 044525225",
        "ISBN 978-3-16-148410-0, tel. ext. 12",
        "2026-10-01 10:00:00, 1 250 000,00 руб., п. 4.2.1",
        "0000 0000 0000 0000 and 4444444444444444",
    ],
)
def test_other_numbers_are_left_alone(text: str) -> None:
    assert [kind for kind in kinds(text) if "number" in kind and kind != "phone number"] == []
