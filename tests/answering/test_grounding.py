"""What may be claimed of a quote, and what may not."""

from __future__ import annotations

import pytest

from opora.answering.check import check_claim
from opora.answering.ground import ground, verdict
from opora.errors import UsageError

QUOTE_EN = "The deductible for flood is not included in the price, and up to 5 % is paid within 10 working days."
QUOTE_RU = "Покупатель вправе вернуть товар в течение 14 календарных дней; неустойка не более 10 % цены по п. 3.2."

ALTERED = [
    (QUOTE_EN, "not included", "included", "negation"),
    (QUOTE_EN, "up to 5 %", "5 %", "values"),
    (QUOTE_EN, "5 %", "6 %", "values"),
    (QUOTE_EN, "working", "calendar", "values"),
    (QUOTE_EN, "10 working days", "10 working weeks", "values"),
    (QUOTE_RU, "14", "15", "values"),
    (QUOTE_RU, "календарных", "рабочих", "values"),
    (QUOTE_RU, "не более", "более", "values"),
    (QUOTE_RU, "вправе", "не вправе", "negation"),
    (QUOTE_RU, "п. 3.2", "п. 3.4", "values"),
    (QUOTE_RU, "Покупатель", "Продавец", "words"),
    ("VAT falls under the increase set by Smith in 2020.", "increase", "decrease", "antonyms"),
    ("The fee is set by John Smith.", "Smith", "Smythe", "names"),
    ("Garanția nu este inclusă în preț.", "nu este", "este", "negation"),
    ("Послуга не входить у вартість.", "не входить", "входить", "negation"),
]


@pytest.mark.parametrize(("quote", "old", "new", "check"), ALTERED)
def test_one_altered_part_fails_its_check(quote: str, old: str, new: str, check: str) -> None:
    claim = quote.replace(old, new)
    assert claim != quote
    failed = {c.name: c.note for c in ground(claim, quote) if not c.ok}
    assert failed
    assert check in failed or verdict(ground(claim, quote)) == "contradicted"
    assert all(failed.values())


@pytest.mark.parametrize("quote", sorted({row[0] for row in ALTERED}))
def test_a_verbatim_claim_passes_every_check(quote: str) -> None:
    assert verdict(ground(quote, quote)) == "supported"


CELLS = [
    ("Flood, Zone A: $5,000", "$5,000", "Flood Zone A"),
    ("Flood: 5,000 USD", "5,000", "Flood\nAmount, USD"),
    ("Масса: 1,250 кг", "1,250", "Масса, кг"),
    ("НДС — 20 %", "20 %", "Налоги\nНДС"),
]


@pytest.mark.parametrize(("claim", "cell", "headers"), CELLS)
def test_a_cell_with_its_headers_is_borne_out(claim: str, cell: str, headers: str) -> None:
    assert [c for c in ground(claim, cell, context=headers) if not c.ok] == []


def test_a_header_lends_no_other_currency() -> None:
    assert verdict(ground("Flood: 5,000 EUR", "5,000", context="Flood\nAmount, USD")) != "supported"


def test_a_value_said_twice_must_stand_twice_in_the_quote() -> None:
    quote = "Peru holds 13 %, Colombia 10 %."
    assert verdict(ground("Peru holds 13 %, Colombia 13 %.", quote)) != "supported"


def test_asked_about_fixed_assets_never_answered_from_vat() -> None:
    checks = ground("Ставка НДС 20 %.", "Ставка НДС 20 %.", "Какая ставка амортизации основных средств?")
    assert [c.name for c in checks if not c.ok] == ["subject"]


def test_a_heading_may_name_the_subject() -> None:
    quote = "Начисляется линейным способом."
    checks = ground(quote, quote, "Как начисляется амортизация?", context="Амортизация основных средств")
    assert all(c.ok for c in checks)


def test_a_question_in_another_script_does_not_block_the_answer() -> None:
    quote = "Depreciation is charged monthly."
    assert all(c.ok for c in ground(quote, quote, "Как начисляется амортизация?"))


def test_a_claim_line_gives_verdict_score_and_checks() -> None:
    good = check_claim({"id": "1", "claim": "Paid in 5 days.", "evidence": "Paid in 5 days."})
    bad = check_claim({"id": "2", "claim": "Paid in 6 days.", "evidence": "Paid in 5 days."})
    assert (good["verdict"], bad["verdict"]) == ("supported", "contradicted")
    assert float(str(good["score"])) >= 0.5 > float(str(bad["score"]))


def test_a_claim_line_without_evidence_says_what_is_missing() -> None:
    with pytest.raises(UsageError, match="evidence"):
        check_claim({"id": "1", "claim": "x"})


def test_a_no_that_ends_the_sentence_before_denies_nothing() -> None:
    quote = "The answer is always yes or no. The machine operates within 5 days."
    assert verdict(ground("The machine operates within 5 days.", quote)) == "supported"


OTHER_WORDS = [
    ("Crayola moved on to art products, first chalk and then crayons.", "Crayola, at first a pigment maker, soon shifted its focus to art products for home and school use, beginning with chalk, then crayons, followed later by colored pencils.", "supported"),
    ("I love that movie, it won many awards!", "Crayola soon shifted its focus to art products for home and school use, beginning with chalk, then crayons.", "unsupported"),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "evidence", "said"), OTHER_WORDS)
def test_a_claim_in_other_words_is_judged_by_how_much_of_it_is_said(claim: str, evidence: str, said: str) -> None:
    found = check_claim({"claim": claim, "evidence": evidence})
    assert found["verdict"] == said
    assert (float(str(found["score"])) >= 0.5) == (said == "supported")


def test_no_likeness_outweighs_a_value_that_is_not_there() -> None:
    evidence = "Crayola shifted its focus to art products for home and school use in 1903, beginning with chalk."
    good = check_claim({"claim": "In 1903 Crayola shifted its focus to art products.", "evidence": evidence})
    bad = check_claim({"claim": "In 1904 Crayola shifted its focus to art products.", "evidence": evidence})
    assert (good["verdict"], bad["verdict"]) == ("supported", "contradicted")


def test_an_opinion_put_before_a_sentence_is_not_borne_out() -> None:
    evidence = "One of the most significant cultural icons of the 20th century, he is often called the king."
    checks = check_claim({"claim": "I think he was called the king, wow, I love him!", "evidence": evidence})
    assert checks["verdict"] != "supported"


def test_the_score_in_the_file_says_what_it_rests_on() -> None:
    class Near:
        model_id = "near:1"

        def encode_passages(self, texts: list[str]) -> object:
            import numpy as np

            return np.ones((len(texts), 4), np.float32) / 2

    found = check_claim({"claim": "The chalk maker sells pencils.", "evidence": "Crayola makes chalk."}, Near())  # type: ignore[arg-type]
    [words] = [check for check in found["checks"] if check["name"] == "words"]  # type: ignore[attr-defined]
    assert "cosine 1.00" in words["note"]


@pytest.mark.parametrize(
    ("claim", "evidence", "said"),
    [
        ("Cobain died in 1994 in Seattle.", "On April 8, 1994, Cobain died in Seattle.", "supported"),
        (
            "The version for tablets came out in 2010.",
            "The version for tablets came out in February 2010.",
            "supported",
        ),
        (
            "The version for tablets came out in 2011.",
            "The version for tablets came out in February 2010.",
            "contradicted",
        ),
        ("The version came out in March 2010.", "The version came out on 3 February 2010.", "refused"),
        ("The version came out on 3 February 2010.", "The version came out in 2010.", "refused"),
        ("Договор действует до 2027 года.", "Договор действует до 1 мая 2027 года.", "refused"),
    ],
)
def test_a_year_is_borne_out_by_a_day_in_it_and_no_day_by_a_year(claim: str, evidence: str, said: str) -> None:
    assert (check_claim({"claim": claim, "evidence": evidence})["verdict"] == "supported") == (said == "supported")


@pytest.mark.parametrize(
    ("claim", "evidence", "said"),
    [
        ("Да, курить на балконе можно.", "Курить на балконе нельзя.", "contradicted"),
        ("Курить на балконе нельзя.", "Курить на балконе можно.", "contradicted"),
        ("Палити на балконі можна.", "Палити на балконі заборонено.", "contradicted"),
        ("Собак приводить можно.", "Собак приводить не разрешено.", "contradicted"),
        ("Собак приводить нельзя.", "Собак приводить не разрешено.", "unsupported"),
        ("Курить в саду можно.", "На балконе шуметь нельзя. В саду гостям курить можно.", "supported"),
        ("Да, курить на балконе можно.", "Курить на балконе можно.", "supported"),
        ("Нет, курить на балконе нельзя.", "Курить на балконе нельзя.", "supported"),
        ("No, dogs are not allowed.", "Dogs are not allowed.", "supported"),
        ("No, dogs are allowed.", "Dogs are not allowed.", "contradicted"),
    ],
)
def test_what_is_forbidden_is_not_allowed(claim: str, evidence: str, said: str) -> None:
    assert check_claim({"claim": claim, "evidence": evidence})["verdict"] == said
