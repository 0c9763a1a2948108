"""Replies in four languages: no word of the machine in them, no empty phrase, and every gap with its reason."""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from opora.answering.compose import compose
from opora.answering.finding import Draft, Finding
from opora.answering.normalise import normalise
from opora.answering.require import require
from opora.ask import AskRules, ask
from opora.domain.place import Validity
from opora.domain.question import Question
from opora.domain.reply import Check, Reply
from opora.domain.result import Evidence
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry, Given
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 10, 23)
TEXTS = {
    "shop": "# Customer questions\n\nStandard delivery takes 3 to 5 working days. Express delivery costs 12 EUR.\n\n"
    "Reset the device like this:\n\n- Hold the red button for ten seconds.\n- Release the red button.\n\n"
    "The number of users of the Team plan is not defined.",
    "other": "# Handbook\n\nStandard delivery takes 7 working days.",
    "master": "# Тарифы\n\nЧас работы мастера стоит 2 100 рублей. Диагностика входит в стоимость выезда.",
    "rahunok": "# Запитання\n\nРахунок дійсний 5 банківських днів. Оплатити частинами можна від 20 000 грн.",
    "garantie": "# Garanție\n\nTermenul de garanție pentru acumulatori este de 12 luni.",
    "past": "# Old prices\n\nThe Basic plan costs 10 EUR per month.",
}
ASKED = """
How long does standard delivery take?
How much does express delivery cost and who is the director?
How do I reset the device?
How many users does the Team plan allow?
How much is it?
What is the weather in Paris?
What did the Basic plan cost on 1 September 2026?
What does the Basic plan cost?
Сколько стоит час работы мастера и входит ли диагностика?
Сколько стоит ремонт космического корабля?
Сколько стоит час работы мастера? А час работы инженера?
Сколько стоит?
Скільки діє рахунок і хто директор?
Чи можна оплатити частинами?
Чому так довго?
Care este termenul de garanție pentru acumulatori?
Cât costă livrarea și care este garanția pentru telefoane?
Cât costă?
""".strip().splitlines()
MACHINE = re.compile(
    r"\b(?:None|null|nan|true|false|[RCE]\d+|fragments?|chunks?|scores?|scored|bm25|cosine|hybrid|lexical|dense|vectors?"
    r"|routes?|canonical|documents_route|retriev\w+|embedding\w*|requirements?|explain|ground(?:ed|ing)?|compose|plan_|normalis\w+"
    r"|threshold|json|traceback|uncovered|mismatch|weak|nothing_in_force|no_subject|фрагмент\w*|требовани\w+|маршрут\w*|скор\w*"
    r"|вектор\w*|cerinț\w+|fragment\w*)\b|[{}]|\w+_\w+|@|#\d",
    re.IGNORECASE,
)
EMPTY = re.compile(
    r"as an ai|i hope|feel free|happy to help|great question|надеюсь|рад помочь|отличный вопрос|сподіваюсь|радий допомогти|sper că|cu plăcere",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteLibrary]:
    folder: Path = tmp_path_factory.mktemp("replies")
    found = SqliteLibrary.open(folder / "library", create=True)
    for name, text in TEXTS.items():
        (folder / f"{name}.md").write_text(text, "utf-8")
    until = {"past": Given(label="2026", valid_until=dt.date(2026, 9, 30))}
    entries = [Entry(name, name, path=folder / f"{name}.md", given=until.get(name, Given())) for name in TEXTS]
    assert all(item.error is None for item in add(entries, found, AddRules()))
    yield found
    found.close()


def asked(library: SqliteLibrary, text: str) -> Reply:
    return ask(Question(text, AT), library, None, AskRules())[0]


def spoken(reply: Reply) -> str:
    """All that a person reads, without what the documents themselves say."""
    parts = reply.sections
    sections = (parts.conclusion, parts.basis, parts.signs, parts.meaning, parts.limitations, parts.next_step)
    text = "\n".join([reply.text, *(part for part in sections if part)])
    for claim in reply.claims:
        for said in (claim.text, claim.evidence.quote):
            text = text.replace(" ".join(said.split()), "")
    return text


@pytest.mark.parametrize("text", ASKED)
def test_no_word_of_the_machine_reaches_a_person(library: SqliteLibrary, text: str) -> None:
    reply = asked(library, text)
    said = spoken(reply)
    assert not MACHINE.search(said), MACHINE.findall(said)
    assert not EMPTY.search(said)
    assert reply.sections.conclusion.strip()
    missing = [r.text for r, status in reply.requirements if status in ("uncovered", "partial", "out_of_scope")]
    for part in missing:
        assert part in reply.text
        assert part in (reply.sections.limitations or "")
        assert reply.sections.next_step


@pytest.mark.parametrize("text", ["How much is it?", "Чому так довго?", "Cât costă?"])
def test_a_question_about_nothing_is_asked_back(library: SqliteLibrary, text: str) -> None:
    reply = asked(library, text)
    assert reply.type == "clarification_required"
    assert not reply.claims


def test_steps_are_numbered_and_items_listed() -> None:
    for text, marks in (("How do I reset it?", ["1. ", "2. "]), ("What are the steps?", ["• H", "• R"])):
        message = normalise(Question(text, AT))
        requirement = require(message)[0][0]
        drafts = tuple(step(said, place) for place, said in enumerate(("Hold the button.", "Release the button.")))
        reply = compose(message, (Finding(requirement, "answer", drafts, signals=(("chance", 0.9),)),), (), "en")
        assert [line[:3] for line in reply.text.splitlines()] == marks


def step(said: str, place: int) -> Draft:
    evidence = Evidence(
        "E", ("R1",), f"a@1:item{place}", said, place * 100, place * 100 + len(said), "a", "a@1", "", Validity(), ""
    )
    return Draft(said, evidence, 1.0, 1.0, (), (), checks=(Check("values", True),))


def test_a_partial_answer_says_what_was_looked_through_and_why_a_part_is_missing(library: SqliteLibrary) -> None:
    reply = asked(library, "How much does express delivery cost and who is the director?")
    assert reply.type == "partial_coverage"
    assert (reply.sections.limitations or "").startswith("Documents in force on 2026-10-23 that were looked through: ")
    assert "Not answered: “who is the director”. Nothing was found on it." in (reply.sections.limitations or "")


def test_the_log_of_a_reply_says_what_was_asked_and_covered(library: SqliteLibrary) -> None:
    text = "Hello! I have two questions: how much does express delivery cost and who is the director?"
    log = ask(Question(text, AT), library, None, AskRules())[1].log
    told = {name: log[name] for name in ("requirements_total", "requirements_covered", "requirements_uncovered")}
    assert told == {"requirements_total": 2, "requirements_covered": 1, "requirements_uncovered": ["R2"]}
    assert log["requirements_extracted"] == ["how much does express delivery cost", "who is the director"]
    assert (log["coverage_status"], log["reply_semantic_type"]) == ("partial", "partial_coverage")
    assert (log["answer_grounding_status"], log["route_subject_match"]) == ("passed", True)
    assert log["clarification_target"] == []
    assert log["dropped_intent_segments"] == ["I have two questions:"]
    assert log["why_included_summary"]
    assert log["selection_reason_summary"]


def test_every_language_has_every_phrase_with_the_same_blanks() -> None:
    tables = tomllib.loads(files("opora.answering").joinpath("phrases.toml").read_text("utf-8"))
    blanks = {
        lang: {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in table.items()}
        for lang, table in tables.items()
    }
    assert set(tables) == {"en", "ru", "uk", "ro"}
    assert all(blanks[lang] == blanks["en"] for lang in tables)
