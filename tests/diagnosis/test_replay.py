"""Does a trace answer again by itself, and is the first stage that differs named?"""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from directions import Directions

from opora.ask import AskRules, ask
from opora.cli import main
from opora.diagnosis.judged import judge, read_answer
from opora.diagnosis.recorded import UnrecordedError
from opora.diagnosis.replay import Anew, on_today
from opora.diagnosis.replay import replay as answer_again
from opora.domain.question import Question
from opora.domain.source import Fact
from opora.domain.trace import Trace
from opora.errors import BackendError, UsageError
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry, Given
from opora.routes.documents import SearchRules
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 10, 23)
TEXTS = {
    "pump": "# Pump\n\nThe pump weighs 14 kg. The warranty for the pump lasts 24 months.\n\nThe pump is blue.",
    "shop": "Goods may be returned within 14 days of purchase.",
    "office": "Goods may be returned within 21 days of purchase.",
    "prices": "| Plan | Price |\n| --- | --- |\n| Basic | 10 EUR |\n| Team | 45 EUR |",
}
QUESTIONS = (
    "How long does the warranty for the pump last?",
    "Within how many days may goods be returned?",
    "What does the Team plan cost?",
    "Who is the director of the museum?",
    "How heavy is the pump and how long is its warranty?",
)


class Broken(Directions):
    def encode_query(self, text: str) -> Any:
        raise BackendError("the model is out")


def made(folder: Path, embedder: Any = None) -> SqliteLibrary:
    library = SqliteLibrary.open(folder, create=True)
    add(
        [Entry(name, name, text=text) for name, text in TEXTS.items()],
        library,
        AddRules(open_embedder=lambda: embedder),
    )
    return library


def asked(library: SqliteLibrary, question: str, embedder: Any = None, rules: AskRules | None = None) -> Trace:
    _, trace = ask(Question(question, AT), library, embedder, rules or AskRules())
    library.append_trace(trace)
    kept = library.trace(trace.trace_id)
    assert kept is not None
    return kept


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    found = made(tmp_path_factory.mktemp("replay") / "library")
    yield found
    found.close()


@pytest.fixture(scope="module")
def with_model(tmp_path_factory: pytest.TempPathFactory) -> Any:
    found = made(tmp_path_factory.mktemp("replay") / "with-model", Directions())
    yield found
    found.close()


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("model", [None, Directions(), Broken()], ids=["words", "model", "broken-model"])
def test_a_trace_alone_gives_the_same_reply(library: Any, with_model: Any, question: str, model: Any) -> None:
    trace = asked(with_model if model else library, question, model, AskRules(previous=f"{type(model)}"))
    found = answer_again(trace, Anew(previous="again"))
    assert found.after.reply == trace.reply
    assert found.first_difference is None
    assert found.filled == ()
    assert found.after.trace_id != trace.trace_id


class Closely(Directions):
    """Reads texts closely: the shortest fits best."""

    def interactions(self, query: str, texts: Any) -> list[float]:
        return [1.0 / (1 + len(text)) for text in texts]


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_reranked_reply_is_answered_again_from_its_trace(with_model: Any, question: str) -> None:
    rules = AskRules(SearchRules(rerank="late-interaction"), previous="closely")
    trace = asked(with_model, question, Closely(), rules)
    assert trace.context["interactions"]
    found = answer_again(trace, Anew(previous="again"))
    assert found.after.reply == trace.reply and found.first_difference is None


def test_a_reranking_that_was_not_recorded_is_not_made_up(with_model: Any) -> None:
    trace = asked(with_model, QUESTIONS[0], Closely(), AskRules(previous="plain"))
    with pytest.raises(UnrecordedError):
        answer_again(trace, Anew(AskRules(SearchRules(rerank="late-interaction"))))


def test_registered_facts_are_part_of_the_context(tmp_path: Path) -> None:
    library = made(tmp_path / "library")
    library.save_facts([Fact("F-warranty", "pump", "warranty", "24 months", quote="lasts 24 months")])
    trace = asked(library, QUESTIONS[0])
    assert "F-warranty" in str(trace.reply["claims"])
    library.remove("pump")
    found = answer_again(trace, Anew(previous="again"))
    library.close()
    assert (found.after.reply, found.first_difference) == (trace.reply, None)


def test_registered_facts_come_in_the_order_they_were_asked_for(tmp_path: Path) -> None:
    library = SqliteLibrary.open(tmp_path / "library", create=True)
    texts = {
        "boat": "Аренда лодки стоит 350 рублей в час. Залог за лодку — 2000 рублей.",
        "store": "Хранение вещей стоит 120 рублей в сутки.",
        "kids": "Инструктор стоит 400 рублей в час.",
    }
    add([Entry(name, name, text=text) for name, text in texts.items()], library, AddRules())
    library.save_facts(
        [
            Fact("F1", "boat", "hour", "350", "int", "рублей"),
            Fact("F3", "kids", "hour", "400", "int", "рублей"),
            Fact("F2", "store", "day", "120", "int", "рублей"),
        ]
    )
    for question in (
        "Какой залог за лодку и сколько стоит инструктор?",
        "Сколько стоит хранение вещей и какой залог за лодку?",
        "Сколько стоит инструктор и сколько стоит хранение?",
    ):
        trace = asked(library, question)
        assert answer_again(trace, Anew(previous="again")).first_difference is None, question
    library.close()


def test_today_on_an_unchanged_library_is_the_same(with_model: Any) -> None:
    trace = asked(with_model, QUESTIONS[0], Directions(), AskRules(previous="today"))
    found = on_today(trace, with_model, Directions(), Anew(previous="now"))
    assert (found.first_difference, found.documents, found.retrieval, found.answer) == (None, (), (), ())


def test_a_false_refusal_is_flipped_on_one_context_by_the_threshold_alone(library: Any) -> None:
    trace = asked(library, QUESTIONS[0], rules=AskRules(answer_threshold=1.0))
    assert trace.reply["action"] == "abstain"
    found = answer_again(trace, Anew(AskRules(), previous="lenient"))
    assert found.after.reply["action"] == "answer"
    assert "24 months" in str(found.after.reply["text"])
    assert found.first_difference == "explain"
    assert [s.name for s in found.stages if not s.differs] == ["normalise", "require", "plan", "retrieve"]
    assert found.retrieval == ()
    assert {change.what for change in found.answer} >= {"action", "text"}


def test_another_threshold_of_the_search_differs_first_where_it_searches(library: Any) -> None:
    trace = asked(library, QUESTIONS[0], rules=AskRules(SearchRules(threshold=1.0, mode="lexical"), previous="s"))
    assert trace.reply["action"] == "abstain"
    found = answer_again(trace, Anew(AskRules(SearchRules(mode="lexical")), previous="s2"))
    assert found.after.reply["action"] == "answer"
    assert found.first_difference == "retrieve"
    assert found.retrieval


def test_settings_that_look_elsewhere_see_nothing_of_the_context(library: Any) -> None:
    trace = asked(library, QUESTIONS[0], rules=AskRules(previous="c"))
    found = answer_again(trace, Anew(AskRules(collections=("none",)), previous="c2"))
    assert found.after.reply["action"] == "abstain"
    assert found.first_difference == "retrieve"


def test_the_library_may_be_gone(tmp_path: Path) -> None:
    library = made(tmp_path / "library")
    trace = asked(library, QUESTIONS[0])
    library.remove("pump")
    again = answer_again(trace, Anew(previous="x", beside=library))
    assert again.after.reply == trace.reply
    today = on_today(trace, library, None, Anew(previous="y"))
    assert today.first_difference == "retrieve"
    assert [(c.was, c.now) for c in today.documents if c.what.startswith("pump@")] == [("held", "gone")]
    assert today.after.reply["action"] == "abstain"
    library.close()


def test_a_new_version_is_seen_in_a_run_on_today(tmp_path: Path) -> None:
    library = made(tmp_path / "library")
    trace = asked(library, QUESTIONS[0])
    text = TEXTS["pump"].replace("24 months", "36 months")
    given = Given(label="new", valid_from=dt.date(2026, 10, 1))
    add([Entry("pump", "pump", text=text, given=given)], library, AddRules())
    today = on_today(trace, library, None, Anew(previous="y"))
    assert "pump@new" in [change.what for change in today.documents]
    assert "36 months" in str(today.after.reply["text"])
    assert today.retrieval
    library.close()


def test_a_trace_without_context_says_so(library: Any) -> None:
    trace = asked(library, QUESTIONS[0], rules=AskRules(previous="old"))
    for context in ({}, {"erased": "0" * 64}, {**trace.context, "fragments": {"erased": "0" * 64}}):
        with pytest.raises(UnrecordedError):
            answer_again(replace(trace, context=context), Anew(previous="x"))


# another answer


def judged(library: Any, tmp_path: Path, answer: object, previous: str) -> Any:
    trace = asked(library, QUESTIONS[0], rules=AskRules(answer_threshold=1.0, previous=previous))
    file = tmp_path / "answer.json"
    file.write_text(answer if isinstance(answer, str) else json.dumps(answer), encoding="utf-8")
    return judge(trace, read_answer(file, trace.trace_id), previous)


def test_a_true_answer_shows_that_the_refusal_was_false(library: Any, tmp_path: Path) -> None:
    claim = {"text": "The warranty for the pump lasts 24 months.", "source_id": "pump"}
    found = judged(library, tmp_path, {"action": "answer", "text": claim["text"], "claims": [claim]}, "j1")
    assert [c["verdict"] for c in found.after.reply["claims"]] == ["supported"]
    assert found.after.reply["grounding"]["status"] == "passed"
    assert found.first_difference == "ground"
    assert [s.name for s in found.stages if s.differs] == ["ground", "compose"]
    assert "false" in found.notes[0]
    assert found.retrieval == ()


def test_an_answer_that_rests_on_a_source_nobody_found_proves_no_false_refusal(library: Any, tmp_path: Path) -> None:
    claim = {"text": "The warranty for the pump lasts 24 months.", "source_id": "pump"}
    given = {"action": "answer", "claims": [claim], "source_ids": ["pump", "nowhere"]}
    found = judged(library, tmp_path, given, "j-nowhere")
    assert found.after.reply["grounding"]["status"] == "failed"
    assert found.notes == ("cited and not retrieved: nowhere",)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ({"text": "The warranty for the pump lasts 36 months."}, "contradicted"),
        ({"text": "The warranty for the pump lasts 24 months.", "source_id": "elsewhere"}, "unsupported"),
        ({"text": "The pump can fly.", "source_id": "pump"}, "unsupported"),
        (
            {"text": "The warranty lasts 24 months.", "quote": "The warranty lasts 99 months.", "source_id": "pump"},
            None,
        ),
        ({"value": "24 months", "source_id": "pump"}, "supported"),
        ({"value": "25 months", "source_id": "pump"}, "unsupported"),
    ],
)
def test_claims_are_checked_against_the_recorded_fragments(
    library: Any, tmp_path: Path, claim: dict[str, str], verdict: str | None
) -> None:
    found = judged(library, tmp_path, {"action": "answer", "claims": [claim]}, f"j{claim}")
    assert found.after.reply["claims"][0]["verdict"] in ([verdict] if verdict else ["unsupported", "contradicted"])
    assert (found.after.reply["grounding"]["status"] == "passed") == (verdict == "supported")


def test_a_plain_text_is_judged_sentence_by_sentence(library: Any, tmp_path: Path) -> None:
    found = judged(library, tmp_path, "The pump weighs 14 kg. [1] The pump weighs 15 kg.", "plain")
    assert [c["verdict"] for c in found.after.reply["claims"]] == ["supported", "contradicted"]
    told = [change.now for change in found.answer if change.what not in ("action", "text")]
    assert told == ["The pump weighs 14 kg.", "The pump weighs 15 kg."]


def test_the_reply_itself_is_no_difference(library: Any, tmp_path: Path) -> None:
    trace = asked(library, QUESTIONS[0], rules=AskRules(previous="same"))
    file = tmp_path / "reply.json"
    file.write_text(json.dumps(trace.reply), encoding="utf-8")
    assert judge(trace, read_answer(file)).first_difference is None


@pytest.mark.parametrize(
    "text",
    ["", "{", '{"claims": 3}', '{"claims": ["x"]}', '{"action": "sing"}', '{"claims": [{}]}', '{"a": 1}\n{"b": 2}'],
)
def test_an_answer_that_cannot_be_read_is_a_usage_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    with pytest.raises(UsageError):
        read_answer(tmp_path / "a.json")


# the command


def run(folder: Path, *args: str) -> tuple[int, Any]:
    result = CliRunner().invoke(main, ["--library", str(folder), *args, "--json"])
    assert "Traceback" not in result.output
    return result.exit_code, json.loads(result.stdout)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("replay") / "lib"
    made(place).close()
    strict = "[assistants.strict]\nanswer_threshold = 1.0\n"
    (place / "opora.toml").write_text(f"[model]\nenabled = false\n\n{strict}", encoding="utf-8")
    return place


def test_the_command_keeps_both_results(folder: Path) -> None:
    from pydantic import TypeAdapter

    from opora.commands.proving_shapes import Replay

    trace_id = run(folder, "ask", QUESTIONS[0], "--assistant", "strict", "--at", "2026-10-23")[1]["trace_id"]
    before = run(folder, "trace", trace_id)[1]
    for args in ([], ["--assistant", "default"], ["--today"]):
        code, body = run(folder, "replay", trace_id, *args)
        assert code == 0
        TypeAdapter(Replay).validate_python(body, strict=True)
        kept = run(folder, "trace", body["replay_id"])[1]
        assert kept["reply"] == body["replayed"]
        assert kept["log"]["replay"]["of"] == trace_id
        assert run(folder, "replay", body["replay_id"])[0] == (0 if args == ["--today"] else 2)
        assert body["first_difference"] == ("explain" if args[:1] == ["--assistant"] else None)
    assert run(folder, "trace", trace_id)[1] == before


ANSWER_STAGES = {"explain", "ground", "compose"}


@pytest.mark.parametrize(
    ("asks", "again", "was", "now"),
    [("strict", "default", "abstain", "answer"), ("default", "strict", "answer", "abstain")],
)
def test_only_the_answer_follows_another_assistant_on_a_frozen_context(
    folder: Path, tmp_path: Path, asks: str, again: str, was: str, now: str
) -> None:
    golden = tmp_path / "golden.csv"
    columns = "id,at,question,expected_action,fact_ids,source_ids,expected_response"
    golden.write_text(f"{columns}\nQ1,2026-10-23,{QUESTIONS[0]},answer,,pump,24 months\n", encoding="utf-8")
    [case] = run(folder, "diagnose", str(golden), "--assistant", asks, "--case", "Q1")[1]["cases"]
    refused = was == "abstain"
    assert (case["pass"], case["lost_at"]) == ((False, "answer") if refused else (True, None))
    assert ("wrong_action_or_false_refusal" in case["errors"]) == refused
    assert case["retrieval_missing_source_ids"] == case["document_notes"] == []
    for source in TEXTS:
        assert run(folder, "set", source, "enabled=false")[0] == 0
    try:
        code, body = run(folder, "replay", case["trace_id"], "--assistant", again)
    finally:
        for source in TEXTS:
            run(folder, "set", source, "enabled=true")
    assert (code, body["recorded"]["action"], body["replayed"]["action"]) == (0, was, now)
    assert body["assistant"] == {"was": asks, "now": again}
    answered = body["replayed"] if refused else body["recorded"]
    assert "24 months" in answered["text"] and answered["claims"][0]["citation"]["source_id"] == "pump"
    assert {stage["name"] for stage in body["stages"] if not stage["same"]} == ANSWER_STAGES
    assert body["first_difference"] == "explain"
    assert body["changed"]["documents"] == body["changed"]["retrieval"] == []
    assert {"what": "action", "was": was, "now": now} in body["changed"]["answer"]
    assert run(folder, "trace", case["trace_id"])[1]["reply"] == body["recorded"]


def test_what_cannot_be_replayed_is_a_typed_error(folder: Path, tmp_path: Path) -> None:
    trace_id = run(folder, "ask", QUESTIONS[0])[1]["trace_id"]
    (tmp_path / "a.txt").write_text("The pump weighs 14 kg.", encoding="utf-8")
    assert run(folder, "replay", "none")[0] == 2
    assert run(folder, "replay", trace_id, "--assistant", "nobody")[0] == 2
    assert run(folder, "replay", trace_id, "--today", "--answer", str(tmp_path / "a.txt"))[0] == 2
    assert run(folder, "replay", trace_id, "--answer", str(tmp_path / "none.txt"))[0] == 2
    code, body = run(folder, "replay", trace_id, "--model", "some-model")
    assert (code, body["error"]["code"]) == (4, "backend_unreachable")
    text = CliRunner().invoke(main, ["--library", str(folder), "replay", trace_id])
    assert text.exit_code == 0
    assert "the same reply" in text.stdout
