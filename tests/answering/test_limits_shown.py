"""A rule is shown with what limits it, and with what holds for others; what limits nothing is not put beside it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from texts import asked, library_of

from opora.store.sqlite import SqliteLibrary

TEXTS = {
    "kennel": "# Kennel\n\n## 1. Walks\n\n1.1. Guests may walk their dogs in the orchard.\n\n"
    "1.2. This does not apply to puppies.\n\n## 2. Rates\n\nA run costs 18 EUR a night. Members pay 15 EUR.\n\n"
    "From 1 December all runs cost half.\n\n## 3. Rest\n\nDogs are allowed in the lounge on a lead. They are not allowed in "
    "the kitchen.\n\n## 4. Keys\n\nA lost key costs 9 EUR. A lost leash costs 4 EUR.",
    "mayak": "# Бассейн\n\n## Скидки\n\nПенсионерам предоставляется скидка 10 %.\n\nСкидка не распространяется на абонементы.\n\n"
    "## Предоплата\n\nПредоплата не может превышать 30 % цены.\n\nПредоплата не берётся с постоянных клиентов.\n\n"
    "## Пени\n\nПени составляют 0,2 % за день.\n\nУплата пени не освобождает от оплаты долга.",
    "hvylia": "# Клуб\n\n## Картка\n\nКартку можна заморозити на 30 днів.\n\nРазові картки не заморожують.\n\n"
    "## Книги\n\nКниги видають на 21 день. Строк можна продовжити, якщо книгу не замовив інший.\n\n"
    "## Штраф\n\nШтраф становить 20 грн за день. З дітей штраф не стягують.",
    "tren": "# Tren\n\n## Bilet\n\nBiletul este valabil 60 de minute. În zona de nord biletul este valabil 90 de minute.\n\n"
    "## Amendă\n\nAmenda este de 150 de lei. Dacă se plătește în două zile, amenda este de 75 de lei.\n\n"
    "## Telefon\n\nTelefonul nu este permis în sală. Elevii îl pot folosi în pauză.",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLibrary]:
    made = library_of(tmp_path_factory.mktemp("limits"), TEXTS)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("question", "rule", "limit"),
    [
        ("May guests walk their dogs in the orchard?", "may walk", "does not apply to puppies"),
        ("Are dogs allowed?", "on a lead", "not allowed in the kitchen"),
        ("Какая скидка пенсионерам?", "10 %", "не распространяется на абонементы"),
        ("Какой может быть предоплата?", "не может превышать 30 %", "не берётся с постоянных"),
        ("Чи можна заморозити картку?", "на 30 днів", "Разові картки не заморожують"),
        ("Який штраф за день?", "20 грн", "З дітей штраф не стягують"),
        ("Este permis telefonul în sală?", "nu este permis", "pot folosi în pauză"),
    ],
)
def test_an_exception_in_the_next_line_is_shown_with_its_rule(
    library: SqliteLibrary, question: str, rule: str, limit: str
) -> None:
    reply = asked(library, question)
    assert rule in reply.text.splitlines()[0]
    assert limit in reply.text
    assert limit in reply.sections.conclusion
    assert reply.type == "factual_with_explanation"


@pytest.mark.parametrize(
    ("question", "value", "other"),
    [
        ("How much is a run?", "18 EUR", "Members pay 15 EUR"),
        ("How much is a run?", "18 EUR", "all runs cost half"),
        ("Cât este amenda?", "150 de lei", "75 de lei"),
        ("Cât timp este valabil biletul?", "60 de minute", "90 de minute"),
    ],
)
def test_another_value_for_others_is_shown_beside_it(
    library: SqliteLibrary, question: str, value: str, other: str
) -> None:
    reply = asked(library, question)
    assert value in reply.text
    assert other in reply.text


@pytest.mark.parametrize(
    ("question", "value", "no_limit"),
    [
        ("How much is a lost key?", "9 EUR", "leash"),
        ("Скільки днів можна тримати книги?", "21 день", "якщо книгу не замовив"),
        ("Каковы пени за день?", "0,2 %", "не освобождает"),
    ],
)
def test_what_limits_nothing_is_left_out(library: SqliteLibrary, question: str, value: str, no_limit: str) -> None:
    reply = asked(library, question)
    assert value in reply.text
    assert no_limit not in reply.text


def test_the_quote_of_a_limit_stands_at_its_place(library: SqliteLibrary) -> None:
    for claim in asked(library, "Are dogs allowed?").claims:
        evidence = claim.evidence
        assert library.quote(evidence.version_id, evidence.start, evidence.end) == evidence.quote
