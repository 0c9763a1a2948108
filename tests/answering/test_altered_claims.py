"""One thing changed in a true sentence is caught; the sentence itself, in part or in other words, is not refused."""

from __future__ import annotations

import pytest

from opora.answering.ground import ground, verdict

PARAGRAPH = (
    "The Lender may terminate the agreement before March 9, 2022. The fee was paid by Carter on 4 May 2021 and by Novak "
    "in June. The first report was late, the second one was complete. Delivery takes 5 to 9 working days. "
    "Emissions per $ million of revenue fell by 3.5 percentage points. Prices include VAT."
)
ALTERED = [
    ("by Carter on 4 May 2021", "by Novak on 4 May 2021", "names"),
    ("Novak in June", "Novak in July", "antonyms"),
    ("The first report was late", "The second report was late", "antonyms"),
    ("before March 9, 2022", "after March 9, 2022", "values"),
    ("May 2021", "May 2022", "values"),
    ("5 to 9 working", "5 to 8 working", "values"),
    ("5 to 9 working", "5 to 9 calendar", "values"),
    ("5 to 9 working days", "5 to 9 days", "values"),
    ("per $ million", "per € million", "values"),
    ("percentage points", "percent", "values"),
    ("may terminate", "must terminate", "antonyms"),
    ("may terminate", "may not terminate", "negation"),
    ("include VAT", "exclude VAT", "antonyms"),
]


@pytest.mark.parametrize(("old", "new", "check"), ALTERED)
def test_a_change_is_caught_though_the_evidence_holds_the_other_word_too(old: str, new: str, check: str) -> None:
    sentence = next(part for part in PARAGRAPH.split(". ") if old in part)
    failed = {c.name for c in ground(sentence.replace(old, new), PARAGRAPH) if not c.ok}
    assert check in failed


@pytest.mark.parametrize("sentence", PARAGRAPH.rstrip(".").split(". "))
def test_a_sentence_of_the_evidence_is_borne_out(sentence: str) -> None:
    assert [c for c in ground(sentence, PARAGRAPH) if not c.ok] == []


REWORDED = [
    (
        "The penalty is more than 6 % of the price.",
        "The penalty is over 6 % of the price. It is not below 2 % of the debt.",
    ),
    ("The budget is not less than 13 million euros.", "The budget is no less than 13 million euros."),
    ("Срок — не больше 14 рабочих дней.", "Срок — до 14 рабочих дней."),
    ("Цена с 5 мая 2026 года: 1500 руб.", "Цена с 05.05.2026: 1 500 рублей."),
    ("Termenul este de cel mult 20 de zile.", "Termenul este de maximum 20 de zile."),
    ("Строк — щонайменше 3 місяці.", "Строк — не менше 3 місяці."),
]


@pytest.mark.parametrize(("claim", "evidence"), REWORDED)
def test_other_words_of_the_same_meaning_are_borne_out(claim: str, evidence: str) -> None:
    assert [c for c in ground(claim, evidence) if not c.ok] == []


TABLE = "(In millions) | 2019 | 2018\nTotal sales | $1,496.5 | $1,202.9\nNet loss | (12.5) | 8"


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("Total sales, 2019: $1,496.5", "supported"),
        ("Total sales in 2019: $1,496.5 million", "supported"),
        ("Net loss, 2019: (12.5)", "supported"),
        ("Total sales, 2018: $1,496.5", "contradicted"),
        ("Net loss, 2018: $1,202.9", "contradicted"),
        ("Total sales in 2019: $1,496.5 thousand", "contradicted"),
        ("Net loss, 2019: 12.5", "contradicted"),
        ("Total sales, 2019: $1,496.6", "contradicted"),
    ],
)
def test_a_figure_belongs_to_the_row_and_column_that_the_claim_names(claim: str, said: str) -> None:
    assert verdict(ground(claim, TABLE)) == said


def test_a_small_number_that_opens_a_line_is_no_loss() -> None:
    quote = "1) Includes expenses. (2) Further information stands in Note 3."
    assert verdict(ground("(2) Further information stands in Note 3.", quote)) == "supported"


def test_seconds_that_no_value_holds_are_compared_as_they_are_printed() -> None:
    quote = "Orders are accepted until 19 Jan 2023 10:45:00."
    assert verdict(ground(quote.replace(":00", ":07"), quote)) == "contradicted"


def test_a_claim_in_other_words_may_not_deny_what_is_affirmed() -> None:
    quote = "Страховая компания оплачивает ремонт автомобиля после любого наводнения в пределах лимита договора."
    assert verdict(ground("Ремонт автомобиля не оплачивает страховая компания.", quote)) != "supported"
    assert verdict(ground("Ремонт автомобиля оплачивает страховая компания.", quote)) == "supported"


def test_of_many_altered_sentences_ninety_nine_in_a_hundred_are_caught() -> None:
    from bench.altered import cases, refused

    found = list(cases(None, "report", 18))
    altered = [case for case in found if not case.true]
    true = [case for case in found if case.true]
    assert len(altered) > 150
    assert sum(not refused(case) for case in altered) <= len(altered) // 100
    assert sum(bool(refused(case)) for case in true) <= len(true) // 100
