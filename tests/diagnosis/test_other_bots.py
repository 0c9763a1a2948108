"""Can the log of another bot be diagnosed as it is? Exports in the shapes of three well-known systems, and a bot asked live."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from golden_files import FACTS, GOLDEN, Files, call, document, fact, question, write_csv
from hypothesis import given
from hypothesis import strategies as st

from opora.diagnosis.bot_action import action_of
from opora.diagnosis.known_names import Names
from opora.diagnosis.other_bots import read_log
from opora.diagnosis.shelf import Shelf
from opora.domain.case import Case, GivenDocument
from opora.errors import UsageError

CASES = [
    question("Q1", "answer", "F-new", "price-v2", text="Сколько стоит доставка?"),
    question("Q2", "answer", "F-return", "rules", text="За сколько дней можно вернуть товар?"),
    question("Q3", "abstain", text="Есть ли рассрочка?"),
    question("Q4", "answer", "F-return", "rules", text="Сколько дней есть на возврат?"),
]
REGISTER = [
    fact("F-old", "price-v1", "300", field="delivery", unit="рублей"),
    fact("F-new", "price-v2", "350", field="delivery", unit="рублей"),
    fact("F-return", "rules", "14", field="return_days", unit="дней"),
]
TEXTS = {
    "price-v1": "Доставка по городу стоит 300 рублей.",
    "price-v2": "Доставка по городу стоит 350 рублей.",
    "rules": "Вернуть товар можно в течение 14 дней. Упаковка бесплатна.",
}
DOCUMENTS = [
    document("price-v1", TEXTS["price-v1"], valid_until="2026-09-30"),
    document("price-v2", TEXTS["price-v2"], valid_from="2026-10-01"),
    document("rules", TEXTS["rules"]),
]
SAID = {
    "Q1": ("Доставка стоит 300 рублей [1].", ["price-v1"]),
    "Q2": ("К сожалению, у меня нет информации о возврате.", ["rules", "price-v2"]),
    "Q3": ("Да, рассрочка на 6 месяцев.", ["rules"]),
    "Q4": ("На возврат есть 14 дней [1].", ["rules"]),
}
EXPECTED = {
    "Q1": ("retrieval", ["wrong_source_version_for_question_date", "expected_fact_missing"]),
    "Q2": ("answer", ["wrong_action_or_false_refusal", "expected_fact_missing"]),
    "Q3": ("answer", ["wrong_action_or_false_refusal", "invented_answer", "value_not_supported_by_fact"]),
    "Q4": (None, []),
}


KEYS = (
    *("user_input", "response", "question", "answer", "contexts", "retrieved_contexts", "retrieved_context_ids"),
    *("query", "retriever_resources", "metadata", "created_at", "inputs", "outputs", "run_type", "parent_run_id"),
    *("child_runs", "documents", "page_content", "content", "source", "trace_id", "id", "question_id", "start_time"),
    *("sources", "source_documents", "extra", "output", "document_name"),
)


def words(name: str) -> str:
    return str(next(case["question"] for case in CASES if case["id"] == name))


def evaluation_rows() -> list[Any]:
    """Rows of an evaluation set: contexts are bare texts, the sources must be recognised by them."""
    return [
        {
            "user_input": words(name),
            "response": text,
            "retrieved_contexts": [TEXTS[source] for source in found],
            "reference": "not looked at",
            "faithfulness": 0.5,
        }
        for name, (text, found) in SAID.items()
    ]


def messages() -> dict[str, Any]:
    """A page of messages of a chat platform, newest first."""
    rows = [
        {
            "id": f"0b1f-{name}",
            "conversation_id": "c-1",
            "query": words(name),
            "answer": text,
            "created_at": 1761200000 + place,
            "feedback": None,
            "retriever_resources": [
                {
                    "position": n,
                    "dataset_name": "Shop",
                    "document_id": f"d-{n}",
                    "document_name": f"{source}.md",
                    "segment_id": f"s-{n}",
                    "score": 0.71,
                    "content": TEXTS[source],
                }
                for n, source in enumerate(found, start=1)
            ],
        }
        for place, (name, (text, found)) in enumerate(SAID.items())
    ]
    older = dict(rows[3], answer="Не знаю.", created_at=1700000000)
    return {"limit": 20, "has_more": False, "data": [*reversed(rows), older]}


def runs(nested: bool) -> list[Any]:
    """Runs of a tracing system: a root chain, and a retriever inside it or beside it."""
    found = []
    for name, (text, sources) in SAID.items():
        documents = [
            {"page_content": TEXTS[one], "metadata": {"source": f"docs/{one}.md"}, "type": "Document"}
            for one in sources
        ]
        retriever = {
            "id": f"r-{name}",
            "trace_id": f"t-{name}",
            "parent_run_id": f"t-{name}",
            "name": "VectorStoreRetriever",
            "run_type": "retriever",
            "inputs": {"query": words(name)},
            "outputs": {"documents": documents},
        }
        root = {
            "id": f"t-{name}",
            "trace_id": f"t-{name}",
            "parent_run_id": None,
            "name": "qa",
            "run_type": "chain",
            "start_time": "2026-10-23T09:00:00",
            "inputs": {"question": words(name)},
            "outputs": {"answer": text},
            "extra": {"metadata": {"revision": "x"}},
        }
        found += [root | {"child_runs": [retriever]}] if nested else [retriever, root]
    return found


def judged(tmp_path: Path, log: str) -> dict[str, Any]:
    path = tmp_path / "log"
    path.write_text(log, encoding="utf-8")
    before = (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
    code, body = Files(tmp_path).run(CASES, REGISTER, DOCUMENTS, more=["--log", str(path)])
    assert code == 1
    assert (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns) == before
    found: dict[str, Any] = body
    return found


def lines(rows: list[Any]) -> str:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


@pytest.mark.parametrize(
    "log",
    [
        lines(evaluation_rows()),
        json.dumps(evaluation_rows()),
        json.dumps(messages()),
        lines(messages()["data"]),
        lines(runs(nested=False)),
        json.dumps(runs(nested=True)),
    ],
    ids=["evaluation lines", "evaluation array", "messages page", "messages lines", "runs beside", "runs nested"],
)
def test_a_log_is_diagnosed_as_it_is(tmp_path: Path, log: str) -> None:
    body = judged(tmp_path, log)
    assert body["input_errors"] == []
    assert {case["id"]: (case["lost_at"], case["errors"]) for case in body["cases"]} == EXPECTED
    retrieved = {case["id"]: [one["source_id"] for one in case["actual"]["retrieved"]] for case in body["cases"]}
    assert retrieved == {name: found for name, (_, found) in SAID.items()}
    assert body["cases"][0]["retrieval_missing_source_ids"] == ["price-v2"]


def test_ids_in_a_log_go_before_words_and_strangers_are_counted(tmp_path: Path) -> None:
    rows = evaluation_rows()
    rows[3] |= {"user_input": "reworded by the bot", "metadata": {"question_id": "Q4"}}
    rows.append({"user_input": "Как дела?", "response": "Хорошо.", "retrieved_contexts": []})
    body = judged(tmp_path, lines(rows))
    assert body["cases"][3]["pass"]
    assert body["warnings"] == ["1 row(s) of the log fit no question of the golden set"]


def test_a_question_that_is_not_in_the_log_is_an_input_error(tmp_path: Path) -> None:
    body = judged(tmp_path, lines(evaluation_rows()[1:]))
    assert [error["field"] for error in body["cases"][0]["input_errors"]] == ["question_id"]
    assert body["cases"][3]["pass"]


@pytest.mark.parametrize("form", ["plain", "roles", "parts", "constructors"])
def test_runs_that_hold_messages_are_read_by_who_speaks(tmp_path: Path, form: str) -> None:
    def message(by: str, text: str) -> dict[str, Any]:
        if form == "roles":
            return {"role": {"human": "user", "ai": "assistant"}.get(by, by), "content": text}
        if form == "parts":
            return {"type": by, "content": [{"type": "text", "text": text[:5]}, {"type": "text", "text": text[5:]}]}
        plain = {"type": by, "content": text}
        return (
            {"lc": 1, "type": "constructor", "id": ["schema", by], "kwargs": plain} if form == "constructors" else plain
        )

    rows = []
    for run in runs(nested=True):
        asked, told = run["inputs"]["question"], next(iter(run["outputs"].values()))
        before = [message("system", "Be brief."), message("human", asked)]
        after = [
            *before,
            message("ai", ""),
            message("tool", "35 degrees"),
            message("ai", told),
            message("tool", "done"),
        ]
        rows.append(run | {"inputs": {"messages": before}, "outputs": {"messages": after}})
    body = judged(tmp_path, "\n".join(json.dumps(row) for row in rows))
    assert {case["id"]: (case["lost_at"], case["errors"]) for case in body["cases"]} == EXPECTED


def test_a_fragment_of_an_unknown_document_keeps_its_name(tmp_path: Path) -> None:
    page = messages()
    page["data"][0]["retriever_resources"] = [{"document_name": "Приложение 7.docx", "content": "Прочее."}]
    body = judged(tmp_path, json.dumps(page))
    assert body["cases"][3]["actual"]["retrieved"][0]["source_id"] == "Приложение 7.docx"
    assert body["cases"][3]["retrieval_missing_source_ids"] == ["rules"]


ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just(words("Q1")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(st.dictionaries(st.sampled_from(KEYS), ANY, min_size=1, max_size=8), min_size=1, max_size=3))
def test_no_log_makes_its_reader_fail_otherwise(tmp_path_factory: pytest.TempPathFactory, rows: list[Any]) -> None:
    path = tmp_path_factory.mktemp("log") / "log.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    case = Case("Q1", dt.date(2026, 10, 23), words("Q1"), "answer")
    try:
        log = read_log(path, (case,), Names(Shelf(())))
    except UsageError:
        return
    assert log.strangers + len(log.answers) <= len(rows)
    assert all(answer.action in ("answer", "clarify", "abstain") for answer in log.answers)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Доставка стоит 350 рублей.", "answer"),
        ("К сожалению, у меня нет информации об этом.", "abstain"),
        ("Не нашёл ответа в документах.", "abstain"),
        ("На жаль, я не можу відповісти на це питання.", "abstain"),
        ("Nu am găsit această informație.", "abstain"),
        ("I don't have enough information to answer that.", "abstain"),
        ("The documents do not mention parking.", "abstain"),
        ("", "abstain"),
        ("Источники расходятся: 14 и 21 день.", "clarify"),
        ("Уточните, какой тариф вас интересует.", "clarify"),
        ("Which plan do you mean?", "clarify"),
        ("Could you clarify the date?", "clarify"),
        ("The store says 14 days; the handbook says 21 days. These sources contradict each other.", "clarify"),
        ("Информации о залоге нет, но час стоит 220 рублей.", "answer"),
        ("Not refundable after 14 days.", "answer"),
        ("Залог не требуется.", "answer"),
    ],
)
def test_what_a_bot_did_is_read_from_its_words(text: str, action: str) -> None:
    assert action_of(text) == action


# asked live


def ask_live(tmp_path: Path, address: str, *more: str) -> tuple[int, dict[str, Any]]:
    return Files(tmp_path).run(CASES, REGISTER, DOCUMENTS, more=["--live", address, "--model", "m-1", *more])


def test_a_bot_is_asked_live_and_judged(tmp_path: Path, bot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_KEY", "k-123")
    bot.answers = {words(name): text for name, (text, _) in SAID.items()}
    code, body = ask_live(tmp_path, bot.address, "--key-env", "BOT_KEY")
    assert code == 1
    assert [(case["id"], case["pass"], case["lost_at"]) for case in body["cases"]] == [
        ("Q1", False, "answer"),
        ("Q2", False, "answer"),
        ("Q3", False, "answer"),
        ("Q4", True, None),
    ]
    assert body["cases"][1]["errors"] == ["wrong_action_or_false_refusal", "expected_fact_missing"]
    assert {(path, key) for path, key, _ in bot.seen} == {("/v1/chat/completions", "Bearer k-123")}
    assert all(sent["model"] == "m-1" and sent["temperature"] == 0 for _, _, sent in bot.seen)
    assert "k-123" not in json.dumps(body)


def test_citations_of_a_live_bot_are_judged(tmp_path: Path, bot: Any) -> None:
    text = "На возврат есть 14 дней."
    mark = {"type": "url_citation", "start_index": 0, "end_index": len(text), "url": "/open/x"}
    own = mark | {"anchor": "rules@1:para1", "quote": "Вернуть товар можно в течение 14 дней."}
    other = mark | {"url_citation": {"title": "price-v2.md"}}
    bot.answers = {words(name): said for name, (said, _) in SAID.items()}
    bot.answers[words("Q4")] = {"role": "assistant", "content": text, "annotations": [own]}
    bot.answers[words("Q2")] = {"role": "assistant", "content": "Можно за 14 дней.", "annotations": [other]}
    body = ask_live(tmp_path, bot.address)[1]
    assert body["cases"][3]["pass"]
    assert body["cases"][3]["actual"]["claims"][0]["quote"] == own["quote"]
    assert body["cases"][1]["errors"] == ["fact_source_mismatch"]


def test_a_bot_that_cannot_be_reached_is_exit_4_and_a_failed_question_is_its_own(tmp_path: Path, bot: Any) -> None:
    assert ask_live(tmp_path, "http://127.0.0.1:9/v1")[0] == 4
    bot.answers = {words(name): text for name, (text, _) in SAID.items()} | {words("Q2"): 500, words("Q3"): 302}
    code, body = ask_live(tmp_path, bot.address)
    assert code == 1
    assert [len(case["input_errors"]) for case in body["cases"]] == [0, 1, 1, 0]
    assert "HTTP 500" in body["cases"][1]["input_errors"][0]["message"]
    assert "HTTP 302" in body["cases"][2]["input_errors"][0]["message"]
    assert body["cases"][3]["pass"]


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://host/v1", "nonsense", "http://"])
def test_only_an_http_address_is_called(tmp_path: Path, url: str) -> None:
    assert ask_live(tmp_path, url)[0] == 2


def test_the_shapes_are_named_when_none_fits(tmp_path: Path) -> None:
    golden = str(write_csv(tmp_path / "g.csv", GOLDEN, CASES))
    facts = str(write_csv(tmp_path / "f.csv", FACTS, REGISTER))
    (tmp_path / "log.json").write_text('[{"prompt": "x", "completion": "y"}]', encoding="utf-8")
    code, out = call(golden, "--facts", facts, "--log", str(tmp_path / "log.json"), "--json")
    assert code == 2
    assert "user_input" in json.loads(out)["error"]["hint"]


def test_a_fragment_without_a_name_is_known_by_its_words_in_any_spelling() -> None:
    price = GivenDocument("price", "price@1", "Доставка стоит 350 рублей.\nСамовывоз бесплатный.")
    rules = GivenDocument("rules", "rules@1", "Вернуть товар можно за 14 дней.")
    names = Names(Shelf([price, rules]))
    assert names.source("", "Вернуть товар можно за 14 дней.") == "rules"
    assert names.source("", "доставка  стоит 350 РУБЛЕЙ. самовывоз") == "price"
    assert names.version("", "Вернуть  товар можно за 14 дней") == "rules@1"
    assert names.source("", "Этого нет ни в одном документе.") == "unknown"
    assert names.source("", "14 дней") == "unknown"
