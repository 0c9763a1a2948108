"""What of a model's proposals is taken, is it recorded, and what does a library without a model show of all this?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from model_server import DAY, Said, Served, configure, given, library, phrased, run, run_json, serving, use_of
from pydantic import TypeAdapter

from opora.commands.shapes import SHAPES
from opora.proposing.prompts import VERSIONS, prompt
from opora.proposing.same_words import lost, place_in, tokens

TEXTS = {
    "fees.md": "# Card fees\n\nThe annual fee is 300 lei. The card is delivered by courier and it costs 45 lei for a"
    " replacement.\n",
    "hr.md": "# Leave\n\nThe annual leave is 28 days.\n",
}
FEE = "What is the annual fee?"


@pytest.fixture
def server() -> Iterator[Served]:
    with serving(lambda body: phrased(body) if use_of(body) == "phrase" else Said("{}")) as served:
        yield served


def ask(place: Path, question: str, *more: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The reply, and what its trace says of the model."""
    reply = run_json(place, "ask", question, "--at", DAY, *more)
    TypeAdapter(SHAPES["ask"]).validate_python(reply)
    trace = run_json(place, "trace", reply["trace_id"])
    return reply, trace


def test_without_a_model_nothing_of_it_is_seen(tmp_path: Path) -> None:
    place = library(tmp_path, TEXTS)
    reply, trace = ask(place, FEE)
    assert "debug" not in reply and "model" not in trace["log"]
    assert "proposals" not in trace["context"] and "model" not in trace["context"]["rules"]
    assert [step["name"] for step in trace["steps"]] == [
        *("normalise", "require", "plan", "retrieve", "explain", "ground", "compose")
    ]
    assert not (place / "model-usage.json").exists()


def test_a_phrasing_that_holds_is_said_and_replayed_without_the_model(server: Served, tmp_path: Path) -> None:
    place = library(tmp_path, TEXTS, server.base_url)
    server.script = lambda body: phrased(
        body, lambda one: {"evidence": one["id"], "quote": "300 lei", "text": "Card fees: annual fee is 300 lei."}
    )
    reply, trace = ask(place, FEE)
    assert reply["claims"][0]["text"] == "The annual fee is 300 lei.", "the quote it names does not bear it out"
    server.script = lambda body: phrased(
        body, lambda one: {"evidence": one["id"], "quote": one["quote"], "text": "Card fees: annual fee is 300 lei."}
    )
    reply, trace = ask(place, FEE)
    claim = reply["claims"][0]
    assert claim["text"] == "Card fees: annual fee is 300 lei."
    assert claim["citation"]["quote"] == "The annual fee is 300 lei."
    assert {"name": "phrasing", "ok": True, "note": None} in claim["checks"]
    assert reply["debug"]["model"] == "assisted"
    use = trace["log"]["model"]["uses"][0]
    assert (use["prompt"], use["prompt_digest"]) == ("phrase@1", prompt("phrase").digest)
    assert (use["tokens_in"], use["tokens_out"], use["accepted"]) == (11, 7, 1)
    configure(place, "")
    replayed = run_json(place, "replay", reply["trace_id"])
    assert replayed["first_difference"] is None
    assert replayed["replayed"]["claims"][0]["text"] == "Card fees: annual fee is 300 lei."
    assert run(place, "verify")[0] == 0


@pytest.mark.parametrize(
    "quote", ["The annual fee is 300 lei. And more.", "the annual fee is 300 lei.", "The annual fee"]
)
def test_a_quote_is_the_evidence_s_own_to_the_character(server: Served, tmp_path: Path, quote: str) -> None:
    place = library(tmp_path, TEXTS, server.base_url)
    server.script = lambda body: phrased(
        body, lambda one: {"evidence": one["id"], "quote": quote, "text": "An annual fee is 300 lei."}
    )
    reply, trace = ask(place, FEE)
    assert reply["claims"][0]["text"] == "The annual fee is 300 lei."
    use = trace["log"]["model"]["uses"][0]
    assert use["accepted"] == 0 and use["code"] == "checks"
    assert "quote" in use["dropped"][0] or "failed" in use["dropped"][0]


def test_a_failure_is_replayed_as_it_was(server: Served, tmp_path: Path) -> None:
    place = library(tmp_path, TEXTS, server.base_url)
    server.script = lambda _: Said("{}", status=401)
    reply, trace = ask(place, FEE)
    assert reply["claims"][0]["text"] == "The annual fee is 300 lei."
    assert trace["log"]["model"]["uses"][0]["code"] == "model_rejected"
    server.script = phrased
    replayed = run_json(place, "replay", reply["trace_id"])
    assert replayed["first_difference"] is None
    told = run_json(place, "trace", replayed["replay_id"])["log"]["model"]["uses"][0]
    assert told == trace["log"]["model"]["uses"][0]


def test_a_statement_may_be_cut_in_two_when_nothing_is_lost(server: Served, tmp_path: Path) -> None:
    place = library(tmp_path, TEXTS, server.base_url)
    question = "How much does a replacement of the card cost?"
    halves = ["The card is delivered by courier.", "It costs 45 lei for a replacement."]

    def both(body: dict[str, Any], texts: list[str]) -> Said:
        if use_of(body) != "phrase":
            return Said("{}")
        one = given(body)["evidence"][0]
        claims = [{"evidence": one["id"], "quote": one["quote"], "text": text} for text in texts]
        return Said(json.dumps({"claims": claims}))

    server.script = lambda body: both(body, halves)
    reply, _ = ask(place, question)
    assert [claim["text"] for claim in reply["claims"]] == halves
    assert run_json(place, "trace", reply["trace_id"])["reply"]["claims"][0]["value"] is None
    server.script = lambda body: both(body, halves[1:])
    reply, trace = ask(place, question)
    assert len(reply["claims"]) == 1 and "courier" in reply["claims"][0]["text"]
    assert "leaves out" in trace["log"]["model"]["uses"][-1]["dropped"][0]


def test_each_use_is_switched_by_assistant(server: Served, tmp_path: Path) -> None:
    more = "[assistants.plain]\nphrase = false\nsplit = false\nvariants = false\n[assistants.half]\nphrase = false\n"
    place = library(tmp_path, TEXTS, server.base_url, more)
    reply, _ = ask(place, FEE, "--assistant", "plain")
    assert "debug" not in reply and server.requests == []
    ask(place, "Please tell me what the salary of the night guard is", "--assistant", "half")
    assert {use_of(body) for body in server.requests} <= {"split", "variants"} and server.requests


def test_nothing_of_a_closed_collection_leaves(server: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = library(tmp_path, TEXTS, server.base_url, 'closed_collections = ["hr"]\n')
    assert run(place, "set", "hr", "collection=hr")[0] == 0
    question = "How long is the annual leave?"
    ask(place, question)
    assert any("28 days" in one for one in server.raw), "a model on this machine may see it"
    server.raw.clear()
    monkeypatch.setattr("opora.inference.wire.LOOPBACK", frozenset())
    reply, trace = ask(place, question)
    assert reply["action"] == "answer" and not any("28 days" in one for one in server.raw)
    assert "closed" in trace["log"]["model"]["uses"][-1]["fallback"]
    assert ask(place, FEE)[1]["log"]["model"]["mode"] == "assisted"
    server.raw.clear()
    ask(place, "Please say how long the annual leave is and what the guard earns", "--collection", "hr")
    assert server.raw == [], "not even the question, when nothing else is asked about"


def test_more_questions_are_found_only_in_the_message_itself(server: Served, tmp_path: Path) -> None:
    message = "Tell me the annual fee of the card, the annual leave length"
    place = library(tmp_path, TEXTS, server.base_url, "phrase = false\nvariants = false\n")
    plain = ask(place, message)[0]["requirements"]

    def told(*texts: str) -> tuple[dict[str, Any], dict[str, Any]]:
        server.script = lambda _: Said(json.dumps({"questions": list(texts)}))
        reply, trace = ask(place, message)
        return reply, trace["log"]["model"]["uses"][0]

    for texts in (
        ("What is the price of gold?",),
        ("annual fee",),
        ("Tell me the annual fee of the ca", "rd"),
        (message,),
    ):
        reply, use = told(*texts)
        assert reply["requirements"] == plain and use["fallback"], texts
        assert use["accepted"] == 0


@pytest.mark.parametrize(
    ("message", "questions"),
    [
        ("What is the annual fee – how long is the leave?", ("What is the annual fee", "how long is the leave?")),
        ("What is the annual fee then how long is the leave", ("What is the annual fee", "how long is the leave")),
        (
            "How much does a replacement cost or how long is the annual leave",
            ("How much does a replacement cost", "how long is the annual leave"),
        ),
    ],
)
def test_a_question_that_rules_miss_is_answered(
    server: Served, tmp_path: Path, message: str, questions: tuple[str, ...]
) -> None:
    place = library(tmp_path, TEXTS, server.base_url, "phrase = false\nvariants = false\n")
    server.script = lambda _: Said(json.dumps({"questions": questions}))
    reply, trace = ask(place, message)
    assert [one["text"] for one in reply["requirements"]] == [one.rstrip("?") for one in questions]
    assert reply["coverage"]["requirements_total"] == 2
    assert "28 days" in reply["text"]
    assert trace["log"]["model"]["uses"][0]["accepted"] == 2
    replayed = run_json(place, "replay", reply["trace_id"])
    assert replayed["first_difference"] is None


def test_other_words_are_searched_only_for_what_nothing_answers(server: Served, tmp_path: Path) -> None:
    place = library(
        tmp_path, {"a.md": "# Parking\n\nStaff parking costs 90 lei.\n"}, server.base_url, "split = false\n"
    )
    ask(place, "How much does staff parking cost?")
    assert [use_of(body) for body in server.requests] == ["phrase"]
    server.script = lambda body: Said(
        json.dumps(
            {"variants": [{"id": given(body)["questions"][0]["id"], "queries": ["staff parking cost", "cost 90"]}]}
        )
    )
    reply, trace = ask(place, "What do vehicles pay?")
    assert reply["action"] == "abstain", "what is asked about is still not there"
    use = trace["log"]["model"]["uses"][-1]
    assert use["use"] == "variants" and use["accepted"] == 1
    assert "a number that was not asked about" in use["dropped"][0]
    assert [one["query"] for one in trace["log"]["searches"]][-1] == "staff parking cost"
    assert run_json(place, "replay", reply["trace_id"])["first_difference"] is None


def test_what_is_erased_takes_the_proposals_along(server: Served, tmp_path: Path) -> None:
    place = library(tmp_path, TEXTS, server.base_url)
    reply, trace = ask(place, FEE)
    assert "300 lei" in json.dumps(trace["context"]["proposals"])
    assert run(place, "remove", "fees", "--erase")[0] == 0
    assert "300 lei" not in run(place, "trace", reply["trace_id"], "--json")[1]
    assert run(place, "verify")[0] == 0


def test_every_prompt_is_a_file_with_its_digest() -> None:
    assert len({prompt(use).digest for use in VERSIONS}) == 3
    assert prompt("phrase").name == "phrase@1" and "data" in prompt("phrase").text


@pytest.mark.parametrize(
    ("phrasing", "statement", "under", "holds"),
    [
        ("A fee is 10 lei.", "The fee is 10 lei.", "", True),
        ("Fee: 10 lei", "The fee is 10 lei.", "", True),
        ("In zone A, the fee is 10 lei", "The fee is 10 lei.", "Fees in zone A", True),
        ("The fee is 10 lei in zone 2", "The fee is 10 lei.", "Fees in zone 2", False),
        ("The fee is 1 0 lei", "The fee is 10 lei.", "", False),
        ("The fee is -10 lei", "The fee is 10 lei.", "", False),
        ("The fee is not 10 lei", "The fee is 10 lei.", "", False),
        ("The fee was 10 lei", "The fee is 10 lei.", "", False),
        ("B pays A", "A-firm pays B.", "", False),
        ("Basic costs 20", "Basic costs 10, Premium costs 20.", "", False),
        ("Premium costs 20", "Basic costs 10, Premium costs 20.", "", True),
        ("Цена 1\u00a0900 рублей", "Цена: 1 900 рублей", "", True),
        ("Цена 1900 рублей", "Цена: 1 900 рублей", "", False),
    ],
)
def test_a_phrasing_keeps_words_numbers_and_order(phrasing: str, statement: str, under: str, holds: bool) -> None:
    place, why = place_in(phrasing, statement, under)
    assert (why is None) is holds, why
    assert bool(place) is holds


def test_what_no_phrasing_says_is_lost() -> None:
    whole = "The fee is 10 lei, except for students."
    part = place_in("The fee is 10 lei", whole, "")[0]
    assert lost(whole, [part]) == ["except", "for", "students"]
    assert lost(whole, [range(len(tokens(whole)))]) == []
