"""Which errors does an answer get, by name, and in which link is it lost?"""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from golden_files import Files, answer, document, fact, question

Row = dict[str, Any]
OLD = document("price-v1", "Доставка стоит 300 рублей.", valid_from="2026-01-01", valid_until="2026-09-30")
NEW = document("price-v2", "Доставка стоит 350 рублей.", valid_from="2026-10-01")
RULES = document("rules", "Вернуть товар можно за 14 дней. Подарочная упаковка бесплатна.")
FACTS = [
    fact("F-old", "price-v1", "300", field="delivery", unit="рублей"),
    fact("F-new", "price-v2", "350", field="delivery", unit="рублей"),
    fact("F-return", "rules", "14", field="return_days"),
    fact("F-wrap", "rules", "true", field="wrap_free"),
]
DOCUMENTS = [OLD, NEW, RULES]


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def judge(
    files: Files, golden: Row, given: Row, documents: list[Row] | None = None, facts: list[Row] | None = None
) -> Row:
    body = files.run(
        [golden], FACTS if facts is None else facts, DOCUMENTS if documents is None else documents, [given]
    )[1]
    [case] = body["cases"]
    assert case["input_errors"] == [], case
    assert case["pass"] == (case["errors"] == [])
    assert (case["lost_at"] is None) == case["pass"]
    found: Row = case
    return found


def errors(case: Row) -> tuple[str | None, list[str]]:
    return case["lost_at"], case["errors"]


Q = question("Q1", "answer", "F-new", "price-v2")
RIGHT = [("F-new", 350, "price-v2")]


def test_a_right_answer_from_the_right_place_passes(files: Files) -> None:
    assert judge(files, Q, answer("Q1", "answer", RIGHT, found=["price-v2", "price-v1"]))["pass"]


def test_the_old_version_alone_found_is_lost_in_retrieval(files: Files) -> None:
    case = judge(files, Q, answer("Q1", "answer", [("F-old", 300, "price-v1")], found=["price-v1"]))
    assert errors(case) == ("retrieval", ["wrong_source_version_for_question_date", "expected_fact_missing"])
    assert case["retrieval_missing_source_ids"] == ["price-v2"]
    assert case["annotation_source"] == "manual_golden_annotation"


def test_the_old_version_used_though_both_were_found_is_lost_in_the_answer(files: Files) -> None:
    case = judge(files, Q, answer("Q1", "answer", [("F-old", 300, "price-v1")], found=["price-v1", "price-v2"]))
    assert errors(case) == ("answer", ["wrong_source_version_for_question_date", "expected_fact_missing"])
    assert case["retrieval_missing_source_ids"] == []


@pytest.mark.parametrize(("day", "good"), [("2026-09-30", "price-v1"), ("2026-10-01", "price-v2")])
def test_the_day_a_version_ends_it_still_answers(files: Files, day: str, good: str) -> None:
    name = {"price-v1": "F-old", "price-v2": "F-new"}
    for source, value in (("price-v1", 300), ("price-v2", 350)):
        golden = question("Q1", "answer", name[good], good, at=day)
        case = judge(
            files, golden, answer("Q1", "answer", [(name[source], value, source)], found=["price-v1", "price-v2"])
        )
        assert case["pass"] is (source == good)


def test_a_false_refusal_is_told_from_a_right_one(files: Files) -> None:
    refusal = answer("Q1", "abstain", [], text="Не знаю.", found=["price-v2"])
    assert errors(judge(files, Q, refusal)) == ("answer", ["wrong_action_or_false_refusal", "expected_fact_missing"])
    assert judge(files, question("Q1", "abstain"), refusal)["pass"]
    lost = judge(files, Q, answer("Q1", "abstain", [], found=[]))
    assert lost["lost_at"] == "retrieval"


def test_a_right_citation_with_a_wrong_value_is_no_pass(files: Files) -> None:
    case = judge(files, Q, answer("Q1", "answer", [("F-new", 360, "price-v2")], found=["price-v2"]))
    assert errors(case) == ("answer", ["value_not_supported_by_fact"])


def test_a_right_value_cited_to_another_source_is_no_pass(files: Files) -> None:
    case = judge(files, Q, answer("Q1", "answer", [("F-new", 350, "rules")], found=["price-v2", "rules"]))
    assert errors(case) == ("answer", ["fact_source_mismatch"])


def test_the_words_may_not_say_another_number_than_the_claim(files: Files) -> None:
    given = answer("Q1", "answer", RIGHT, text="Доставка стоит 400 рублей.", found=["price-v2"])
    assert errors(judge(files, Q, given)) == ("answer", ["value_not_supported_by_fact"])
    for text in ("Доставка стоит 350 рублей.", "Триста пятьдесят рублей", "Стоит, как сказано в прайсе.", ""):
        assert judge(files, Q, answer("Q1", "answer", RIGHT, text=text, found=["price-v2"]))["pass"], text


def test_a_claim_without_a_value_is_judged_by_the_words(files: Files) -> None:
    for text, good in (("Стоит 350 рублей.", True), ("Стоит 300 рублей.", False)):
        given = answer("Q1", "answer", [("F-new", None, "price-v2")], text=text, found=["price-v2"])
        assert judge(files, Q, given)["pass"] is good


def test_a_fact_nobody_registered_is_named(files: Files) -> None:
    case = judge(files, Q, answer("Q1", "answer", [*RIGHT, ("F-9", 1, "price-v2")], found=["price-v2"]))
    assert errors(case) == ("answer", ["unknown_fact_id"])


def test_a_source_that_was_not_found_may_not_be_cited(files: Files) -> None:
    case = judge(files, Q, answer("Q1", "answer", RIGHT, cites=["price-v2", "rules"], found=["price-v2"]))
    assert errors(case) == ("answer", ["cited_source_not_retrieved"])
    unseen = judge(files, Q, answer("Q1", "answer", RIGHT, found=["rules"]))
    assert errors(unseen) == ("retrieval", ["cited_source_not_retrieved"])


def test_what_was_not_found_is_no_error_by_itself(files: Files) -> None:
    golden = question("Q1", "answer", "F-new", "price-v2;rules")
    case = judge(files, golden, answer("Q1", "answer", RIGHT, found=["price-v2"]))
    assert case["pass"]
    assert case["retrieval_missing_source_ids"] == ["rules"]


def test_nothing_is_said_of_retrieval_that_nobody_recorded(files: Files) -> None:
    case = judge(files, Q, answer("Q1", "abstain", []))
    assert case["lost_at"] == "answer"
    assert case["retrieval_missing_source_ids"] == []


def test_a_source_out_of_force_cited_beside_the_right_one(files: Files) -> None:
    archive = document("archive", "Старые правила.", valid_until="2025-12-31")
    given = answer("Q1", "answer", RIGHT, cites=["price-v2", "archive"], found=["price-v2", "archive"])
    case = judge(files, Q, given, [*DOCUMENTS, archive])
    assert errors(case) == ("answer", ["cited_source_not_in_force"])
    nowhere = answer("Q1", "answer", RIGHT, cites=["price-v2", "nowhere"], found=["price-v2", "nowhere"])
    assert errors(judge(files, Q, nowhere)) == ("answer", ["cited_source_not_in_force"])


def test_an_answer_where_nothing_is_known_is_an_invention(files: Files) -> None:
    golden = question("Q1", "abstain")
    case = judge(files, golden, answer("Q1", "answer", [(None, "14 дней", "rules")], text="14 дней", found=["rules"]))
    assert errors(case) == ("answer", ["wrong_action_or_false_refusal", "invented_answer"])
    assert case["document_notes"][0].startswith("gap")
    asking = judge(files, golden, answer("Q1", "clarify", [], text="Что именно?"))
    assert errors(asking) == ("answer", ["wrong_action_or_false_refusal"])


# conflicts

RIVAL = document("handbook", "Вернуть товар можно за 21 день.")
RIVAL_FACT = fact("F-book", "handbook", "21", field="return_days")
BOTH = [("F-return", 14, "rules"), ("F-book", 21, "handbook")]
CONFLICT = question("Q1", "clarify", "F-return;F-book", "rules;handbook")


def conflicting(files: Files, given: Row, golden: Row = CONFLICT, **ranks: str) -> Row:
    documents = [NEW, RULES | {"authority": ranks.get("rules", "")}, RIVAL | {"authority": ranks.get("book", "")}]
    return judge(files, golden, given, documents, [*FACTS[1:], RIVAL_FACT])


def test_a_conflict_must_be_shown_whole(files: Files) -> None:
    found = ["rules", "handbook"]
    case = conflicting(files, answer("Q1", "clarify", BOTH, found=found))
    assert case["pass"]
    assert case["document_notes"] == ["conflict without rank: 'rules' says return_days = 14, 'handbook' says 21"]
    half = conflicting(files, answer("Q1", "clarify", BOTH[:1], text="14 дней?", found=found))
    assert errors(half) == ("answer", ["conflict_not_disclosed"])
    hidden = conflicting(files, answer("Q1", "answer", BOTH[:1], text="14 дней", found=found))
    assert errors(hidden) == ("answer", ["wrong_action_or_false_refusal", "conflict_not_disclosed"])
    in_words = answer("Q1", "clarify", BOTH[:1], text="Где-то 14 дней, а где-то 21 день.", found=found)
    assert conflicting(files, in_words)["pass"]


def test_a_rank_settles_a_conflict_and_is_noted(files: Files) -> None:
    case = conflicting(files, answer("Q1", "clarify", BOTH, found=["rules", "handbook"]), rules="2", book="1")
    assert case["document_notes"] == [
        "conflict settled by rank: 'rules' says return_days = 14, 'handbook' says 21; 'rules' goes before"
    ]


def test_documents_that_disagree_without_rank_mislead_a_bot(files: Files) -> None:
    golden = question("Q1", "answer", "F-return", "rules")
    other = answer("Q1", "answer", BOTH[1:], text="21 день", found=["rules", "handbook"])
    assert conflicting(files, other, golden)["lost_at"] == "document"
    assert conflicting(files, other, golden, rules="2", book="1")["lost_at"] == "answer"


# documents


def test_a_document_that_is_not_there_or_not_in_force_is_the_broken_link(files: Files) -> None:
    refusal = answer("Q1", "abstain", [], found=["price-v1"])
    gone = judge(files, Q, refusal, [OLD, RULES])
    assert gone["lost_at"] == "document"
    assert gone["document_notes"] == ["gap: source 'price-v2' is not among the documents"]
    expired = judge(files, Q, refusal, [OLD, NEW | {"valid_until": "2026-10-10"}])
    assert expired["document_notes"] == [
        "outdated: source 'price-v2' is in force 2026-10-01 to 2026-10-10, not on 2026-10-23"
    ]
    off = judge(files, Q, refusal, [OLD, NEW | {"enabled": "false"}])
    assert off["document_notes"] == ["gap: source 'price-v2' is switched off"]


def test_a_text_that_does_not_hold_the_fact_is_the_broken_link(files: Files) -> None:
    edited = NEW | {"text": "Доставка стоит 400 рублей."}
    given = answer("Q1", "answer", [("F-new", 400, "price-v2")], found=[("price-v2", "Доставка стоит 400 рублей.")])
    case = judge(files, Q, given, [OLD, edited])
    assert errors(case) == ("document", ["value_not_supported_by_fact"])
    assert case["document_notes"] == ["gap: the text of 'price-v2' in force does not say delivery = 350"]


def test_a_fragment_that_does_not_hold_the_fact_is_lost_in_retrieval(files: Files) -> None:
    golden = question("Q1", "answer", "F-return", "rules")
    given = answer("Q1", "abstain", [], found=[("rules", "Подарочная упаковка бесплатна.")])
    case = judge(files, golden, given)
    assert case["lost_at"] == "retrieval"
    assert case["document_notes"] == ["fragment: what was found of 'rules' does not hold return_days = 14"]


@pytest.mark.parametrize(
    "text",
    [
        "Срок заявки пока не определён.",
        "Термін заявки ще не встановлено: термін не визначений.",
        "Termenul cererii nu este stabilit.",
        "The term of a request has not yet been defined.",
    ],
)
def test_a_source_that_says_it_is_not_settled_is_quoted(files: Files, text: str) -> None:
    golden = question(
        "Q1", "abstain", "", "rules", text="Срок заявки? termenul cererii? термін заявки? term of a request?"
    )
    case = judge(files, golden, answer("Q1", "abstain", []), [RULES | {"text": text}])
    assert case["document_notes"][0].startswith("not defined: source 'rules'"), case["document_notes"]


def test_a_text_may_put_a_registered_phrase_in_its_own_way(files: Files) -> None:
    phrase = fact("F-out", "rules", "на складе у северного вокзала", field="place")
    golden = question("Q1", "answer", "F-out", "rules")
    refusal = answer("Q1", "abstain", [], found=["rules"])
    for text, lost in (
        ("Выдаём у вокзала на северном складе.", "answer"),
        ("Выдаём на складе возле вокзала.", "answer"),
        ("Выдаём в офисе.", "document"),
    ):
        assert judge(files, golden, refusal, [RULES | {"text": text}], [phrase])["lost_at"] == lost, text


@pytest.mark.parametrize(
    ("text", "value", "unit", "good"),
    [
        ("Сборка не входит в цену.", "входит в цену", "", False),
        ("Сборка входит в цену.", "входит в цену", "", True),
        ("Цена: сборка входит.", "входит в цену", "", True),
        ("Сборка входит в цену.", "не входит в цену", "", False),
        ("Платят 500 рублей в месяц.", "500", "рублей", True),
        ("Срок 14 рабочих дней.", "14", "дней", True),
        ("Срок 14 месяцев.", "14", "дней", False),
        ("До 1 октября 2026 года.", "2026-10-01", "", True),
        ("До 2 октября 2026 года.", "2026-10-01", "", False),
    ],
)
def test_free_words_are_held_against_a_fact(files: Files, text: str, value: str, unit: str, good: bool) -> None:
    golden = question("Q1", "answer", "F1", "rules")
    given = answer("Q1", "answer", None, text=text, found=[("rules", text)])
    case = judge(files, golden, given, [RULES | {"text": text}], [fact("F1", "rules", value, unit=unit)])
    assert case["pass"] is good, case


# versions of one source


TARIFF = [
    document("tariff", "The fee is 5 EUR.", label="v1", valid_from="2026-01-01", valid_until="2026-06-30"),
    document("tariff", "The fee is 6 EUR.", label="v2", valid_from="2026-07-01"),
]
FEE = [fact("F1", "tariff", "5", field="fee", unit="EUR"), fact("F2", "tariff", "6", field="fee", unit="EUR")]


def test_versions_of_one_source_are_told_apart_by_version_id(files: Files) -> None:
    golden = question("Q1", "answer", "F2", "tariff")
    for version, good in (("tariff@v2", True), ("tariff@v1", False)):
        given = answer("Q1", "answer", [("F2", 6, "tariff")])
        given["claims"][0]["version_id"] = version
        given["retrieved"] = [{"source_id": "tariff", "version_id": version, "text": ""}]
        case = judge(files, golden, given, TARIFF, FEE)
        assert case["pass"] is good
    assert errors(case) == ("retrieval", ["wrong_source_version_for_question_date"])
    assert case["retrieval_missing_source_ids"] == ["tariff"]


def test_versions_of_one_source_are_told_apart_by_what_they_say(files: Files) -> None:
    golden = question("Q1", "answer", "F2", "tariff")
    old = answer("Q1", "answer", [("F1", 5, "tariff")], text="5 EUR", found=[("tariff", "The fee is 5 EUR.")])
    case = judge(files, golden, old, TARIFF, FEE)
    assert errors(case) == ("retrieval", ["wrong_source_version_for_question_date", "expected_fact_missing"])
    assert case["retrieval_missing_source_ids"] == ["tariff"]
    good = answer("Q1", "answer", [("F2", 6, "tariff")], text="6 EUR", found=[("tariff", "The fee is 6 EUR.")])
    assert judge(files, golden, good, TARIFF, FEE)["pass"]


def test_the_old_version_beside_the_new_one_is_a_wrong_version_too(files: Files) -> None:
    given = answer("Q1", "answer", [("F2", 6, "tariff"), ("F1", 5, "tariff")])
    for claim, version in zip(given["claims"], ("tariff@v2", "tariff@v1"), strict=True):
        claim["version_id"] = version
    case = judge(files, question("Q1", "answer", "F2", "tariff"), given, TARIFF, FEE)
    assert errors(case) == ("answer", ["wrong_source_version_for_question_date"])
    beside = answer("Q1", "answer", [("F2", 6, "tariff@v2")], cites=["tariff@v2", "tariff@v1"])
    case = judge(files, question("Q1", "answer", "F2", "tariff"), beside, TARIFF, FEE)
    assert errors(case) == ("answer", ["wrong_source_version_for_question_date"])
    other = answer("Q1", "answer", [*RIGHT, ("F-old", 300, "price-v1")], found=["price-v1", "price-v2"])
    assert errors(judge(files, Q, other)) == ("answer", ["wrong_source_version_for_question_date"])


def test_a_golden_set_may_name_the_version(files: Files) -> None:
    golden = question("Q1", "answer", "F1", "tariff@v1", at="2026-03-01")
    assert judge(files, golden, answer("Q1", "answer", [("F1", 5, "tariff")], found=["tariff"]), TARIFF, FEE)["pass"]


def test_at_override_judges_as_of_another_day(files: Files) -> None:
    given = answer("Q1", "answer", RIGHT, found=["price-v2"])
    args = ([Q], FACTS, DOCUMENTS, [given])
    assert files.run(*args)[0] == 0
    code, body = files.run(*args, more=["--at-override", "2026-09-01"])
    assert code == 1
    assert body["cases"][0]["expected"]["at"] == "2026-09-01"
    assert body["cases"][0]["lost_at"] == "document"
    today = files.run(*args, more=["--at-override"])[1]["cases"][0]["expected"]["at"]
    assert abs((dt.date.fromisoformat(today) - dt.date.today()).days) <= 1


# answers that are not split into claims, and cases without facts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Доставка стоит 350 рублей.", []),
        ("Доставка стоит 300 рублей.", ["value_not_supported_by_fact", "expected_fact_missing"]),
        ("Доставка стоит недорого.", ["expected_fact_missing"]),
    ],
)
def test_an_answer_without_claims_is_judged_by_its_words(files: Files, text: str, expected: list[str]) -> None:
    given = answer("Q1", "answer", None, text=text, found=[("price-v2", "Доставка стоит 350 рублей.")])
    assert judge(files, Q, given)["errors"] == expected


def test_a_case_without_facts_is_judged_by_sources_and_expected_values(files: Files) -> None:
    golden = question("Q1", "answer", "", "rules", response="За 14 дней")
    good = [(None, "14 дней", "rules")]
    assert judge(files, golden, answer("Q1", "answer", good, text="За 14 дней.", found=["rules"]))["pass"]
    elsewhere = answer("Q1", "answer", [(None, None, "price-v2")], text="За 14 дней.", found=["price-v2"])
    assert judge(files, golden, elsewhere)["errors"] == ["fact_source_mismatch"]
    silent = answer("Q1", "answer", [(None, None, "rules")], text="Можно вернуть.", found=["rules"])
    assert judge(files, golden, silent)["errors"] == ["expected_fact_missing"]


def test_a_claim_that_names_no_fact_must_stand_in_its_source(files: Files) -> None:
    golden = question("Q1", "answer", "F-return", "rules")
    good = answer("Q1", "answer", [(None, "14 дней", "rules")], found=["rules"])
    assert judge(files, golden, good)["pass"]
    bad = answer("Q1", "answer", [(None, "15 дней", "rules")], found=["rules"])
    assert judge(files, golden, bad)["errors"] == ["value_not_supported_by_fact", "expected_fact_missing"]
    quoted = answer("Q1", "answer", [(None, "14 дней", "rules")], found=["rules"])
    quoted["claims"][0]["quote"] = "Вернуть товар можно за сорок дней."
    assert judge(files, golden, quoted)["errors"] == ["value_not_supported_by_fact"]


def test_without_documents_only_facts_and_actions_are_judged(files: Files) -> None:
    code, body = files.run([Q], FACTS, None, [answer("Q1", "answer", [("F-old", 300, "price-v1")], found=["price-v1"])])
    assert code == 1
    assert body["cases"][0]["errors"] == ["expected_fact_missing"]
    assert body["cases"][0]["lost_at"] == "retrieval"


@pytest.mark.parametrize(
    ("value", "said", "red"),
    [
        ("2026-10-15", "Отопление включают 15 октября 2026 года.", False),
        ("2026-10-15", "Отопление включают 16 октября 2026 года.", True),
        ("5 %", "Пеня составляет 5 % за день.", False),
        ("5 %", "Пеня составляет 7 % за день.", True),
        ("5 %", "Пеня известна, платить за 14 дней.", False),
    ],
)
def test_the_words_may_not_say_another_day_or_rate_than_the_claim(
    files: Files, value: str, said: str, red: bool
) -> None:
    place = document(
        "city", "Отопление включают 15 октября 2026 года. Пеня составляет 5 % за день. Платить за 14 дней."
    )
    given = answer("Q1", "answer", [("F-city", value, "city")], text=said, found=["city"])
    case = judge(files, question("Q1", "answer", "F-city", "city"), given, [place], [fact("F-city", "city", value)])
    assert case["errors"] == (["value_not_supported_by_fact"] if red else [])


def test_a_short_answer_need_not_repeat_every_claim(files: Files) -> None:
    claims = [*RIGHT, ("F-return", 14, "rules")]
    given = answer("Q1", "answer", claims, text="350 рублей.", found=["price-v2", "rules"])
    assert judge(files, Q, given)["pass"]


@pytest.mark.parametrize("end", ["", "2026-09-30"])
def test_a_version_with_an_open_end_gives_way_to_the_next(files: Files, end: str) -> None:
    both = [
        document("price", "Доставка стоит 300 рублей.", label="a", valid_from="2026-01-01", valid_until=end),
        document("price", "Доставка стоит 350 рублей.", label="b", valid_from="2026-10-01"),
    ]
    facts = [fact("F-old", "price", "300", field="delivery"), fact("F-new", "price", "350", field="delivery")]
    golden = question("Q1", "answer", "F-new", "price")
    found = [("price", "Доставка стоит 300 рублей.")]
    case = judge(files, golden, answer("Q1", "answer", [("F-old", 300, "price")], found=found), both, facts)
    assert errors(case) == ("retrieval", ["wrong_source_version_for_question_date", "expected_fact_missing"])
    assert case["retrieval_missing_source_ids"] == ["price"]


VERSIONS = [
    document("price", "Доставка стоит 300 рублей.", label="a", valid_from="2026-01-01", valid_until="2026-09-30"),
    document("price", "Доставка стоит 350 рублей.", label="b", valid_from="2026-10-01"),
]
OLD_AND_NEW = [("price", "Доставка стоит 300 рублей."), ("price", "Доставка стоит 350 рублей.")]


@pytest.mark.parametrize("claims", [[(None, "300 рублей", "price")], None])
def test_a_value_of_the_version_before_is_known_without_the_id_of_its_fact(files: Files, claims: Any) -> None:
    facts = [fact("F-old", "price", "300", field="delivery"), fact("F-new", "price", "350", field="delivery")]
    given = answer("Q1", "answer", claims, text="Доставка стоит 300 рублей.", found=OLD_AND_NEW)
    case = judge(files, question("Q1", "answer", "F-new", "price"), given, VERSIONS, facts)
    assert errors(case) == ("answer", ["wrong_source_version_for_question_date", "expected_fact_missing"])


@pytest.mark.parametrize("claims", [[(None, "350 рублей", "price")], None])
def test_the_value_in_force_needs_no_id_of_its_fact(files: Files, claims: Any) -> None:
    facts = [fact("F-old", "price", "300", field="delivery"), fact("F-new", "price", "350", field="delivery")]
    given = answer("Q1", "answer", claims, text="Доставка стоит 350 рублей, раньше 300 рублей.", found=OLD_AND_NEW)
    assert judge(files, question("Q1", "answer", "F-new", "price"), given, VERSIONS, facts)["pass"]


@pytest.mark.parametrize(
    ("said", "good"),
    [
        ("С 15.05.2026.", True),
        ("З 15 травня 2026 року.", True),
        ("From 15 May 2026.", True),
        ("since 15 May 2026", True),
        ("Since 16 May 2026.", False),
        ("From 15 May 2026, for 9 EUR.", False),
    ],
)
def test_a_day_may_be_said_as_a_beginning(files: Files, said: str, good: bool) -> None:
    text = "Сезон починається 15 травня 2026 року."
    given = answer("Q1", "answer", None, text=said, cites=["pool"], found=[("pool", text)])
    golden = question("Q1", "answer", "F-start", "pool", text="When does the season start?")
    case = judge(files, golden, given, [document("pool", text)], [fact("F-start", "pool", "2026-05-15", type="date")])
    assert case["pass"] is good, case["errors"]


@pytest.mark.parametrize("claims", [None, [("F-meal", True, "hotel")], [("F-meal", None, "hotel")]])
@pytest.mark.parametrize(
    ("quote", "said", "good"),
    [
        ("Breakfast is included in the room price.", "No, breakfast is not included in the room price.", False),
        ("Breakfast is included in the room price.", "Yes, breakfast is included, but dinner is not.", True),
        ("Breakfast is included in the room price.", "Yes.", True),
        ("Delivery is free.", "No, delivery is free.", True),
        ("Pets are not allowed.", "Yes, pets are allowed.", False),
        ("Micul dejun este inclus în preț.", "Nu, micul dejun nu este inclus în preț.", False),
        ("Паркування для гостей безкоштовне.", "Ні, паркування не безкоштовне.", False),
        ("Доставка бесплатная.", "Нет, платить не нужно: доставка бесплатная.", True),
    ],
)
def test_words_that_deny_the_quote_of_a_yes_or_no_are_a_wrong_value(
    files: Files, quote: str, said: str, good: bool, claims: Any
) -> None:
    given = answer("Q1", "answer", claims, text=said, cites=["hotel"], found=[("hotel", quote)])
    facts = [fact("F-meal", "hotel", "true", type="bool", quote=quote)]
    case = judge(files, question("Q1", "answer", "F-meal", "hotel"), given, [document("hotel", quote)], facts)
    assert case["pass"] is good, case["errors"]
    assert good or "value_not_supported_by_fact" in case["errors"]
    assert any("do not tell" in note for note in case["document_notes"]) is (claims is None and said == "Yes.")


@pytest.mark.parametrize(
    ("claims", "said", "lost"),
    [
        ([(None, "150 рублей", "memo")], "150 рублей.", "document"),
        (None, "150 рублей.", "document"),
        (None, "150 рублей в сутки.", "document"),
        (None, "170 рублей в сутки.", "answer"),
        ([(None, "150 рублей", "site")], "150 рублей.", "answer"),
    ],
)
def test_documents_that_disagree_mislead_a_bot_that_names_no_fact(
    files: Files, claims: Any, said: str, lost: str
) -> None:
    texts = {"site": "Хранение стоит 120 рублей в сутки.", "memo": "Хранение стоит 150 рублей в сутки."}
    facts = [
        fact("F1", "site", "120", field="store", unit="рублей"),
        fact("F2", "memo", "150", field="store", unit="рублей"),
    ]
    given = answer("Q1", "answer", claims, text=said, found=list(texts.items()))
    documents = [document(source, text) for source, text in texts.items()]
    case = judge(files, question("Q1", "answer", "F1", "site"), given, documents, facts)
    assert (case["pass"], case["lost_at"]) == (False, lost)
    assert any(note.startswith("conflict without rank") for note in case["document_notes"]) is (lost == "document")


@pytest.mark.parametrize(
    ("said", "claims", "found", "lost"),
    [
        ("It costs 40 EUR.", None, ["cap"], "retrieval"),
        ("It costs 40 EUR.", [("F-cap", 40, "cap")], ["cap"], "retrieval"),
        ("It costs 40 EUR.", [("F-cap", 40, "cap")], ["towel", "cap"], "answer"),
        ("It costs 40 EUR.", [("F-towel", 40, "cap")], ["towel", "cap"], "answer"),
        ("It costs 40 EUR.", None, ["towel", "cap"], "answer"),
        ("It costs 99 EUR.", None, ["towel", "memo"], "document"),
    ],
)
def test_a_field_of_many_things_makes_no_conflict_between_them(
    files: Files, said: str, claims: Any, found: list[str], lost: str
) -> None:
    texts = {"towel": "A towel costs 80 EUR.", "cap": "A swimming cap costs 40 EUR.", "memo": "A towel costs 99 EUR."}
    prices = [("towel", "80"), ("cap", "40"), ("memo", "99")]
    facts = [fact(f"F-{source}", source, value, field="price", unit="EUR") for source, value in prices]
    documents = [document(source, text) for source, text in texts.items()]
    golden = question("Q1", "answer", "F-towel", "towel", text="What does a towel cost?")
    given = answer("Q1", "answer", claims, text=said, found=[(one, texts[one]) for one in found])
    case = judge(files, golden, given, documents, facts)
    assert (case["pass"], case["lost_at"]) == (False, lost)
    assert any("conflict" in note for note in case["document_notes"]) is (lost == "document")


def test_a_case_that_asks_back_about_two_facts_says_itself_that_they_disagree(files: Files) -> None:
    texts = {"store": "Goods are returned within 14 days.", "book": "Customers bring things back within 21 days."}
    facts = [fact("F1", "store", "14", field="days", unit="days"), fact("F2", "book", "21", field="days", unit="days")]
    documents = [document(source, text) for source, text in texts.items()]
    golden = question("Q1", "clarify", "F1;F2", "store;book", text="Within how many days are goods returned?")
    both = answer("Q1", "clarify", None, text="14 days or 21 days?", found=list(texts.items()))
    case = judge(files, golden, both, documents, facts)
    assert case["document_notes"] == ["conflict without rank: 'store' says days = 14, 'book' says 21"]


def test_two_things_with_one_field_are_both_told_without_a_note(files: Files) -> None:
    texts = {"towel": "A towel costs 80 EUR.", "cap": "A swimming cap costs 40 EUR."}
    facts = [fact("F1", "towel", "80", field="price", unit="EUR"), fact("F2", "cap", "40", field="price", unit="EUR")]
    documents = [document(source, text) for source, text in texts.items()]
    golden = question("Q1", "answer", "F1;F2", "towel;cap", text="What do a towel and a cap cost?")
    both = answer("Q1", "answer", None, text="80 EUR and 40 EUR.", found=list(texts.items()))
    case = judge(files, golden, both, documents, facts)
    assert (case["pass"], case["document_notes"]) == (True, [])
    half = answer("Q1", "answer", None, text="A towel costs 80 EUR.", found=list(texts.items()))
    assert errors(judge(files, golden, half, documents, facts)) == ("answer", ["expected_fact_missing"])


def test_a_response_without_a_number_may_not_be_denied(files: Files) -> None:
    golden = question("Q1", "answer", "", "hotel", response="Pets are not allowed.")
    place = document("hotel", "Pets are not allowed.")
    said = {"Yes, pets are allowed.": False, "No, pets are not allowed.": True, "No.": True}
    for text, good in said.items():
        given = answer("Q1", "answer", None, text=text, cites=["hotel"], found=["hotel"])
        assert judge(files, golden, given, [place], [])["pass"] is good, text
