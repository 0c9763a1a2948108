"""Is a report one whole page, is it safe to open, and do other programs read what is written for them?"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path
from typing import Any

import lxml.etree
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from opora.cli import main
from opora.diagnosis.exchange import judgements_of, ragas_rows, runs_of, trec_qrels, trec_run
from opora.diagnosis.journal import read
from opora.diagnosis.junit import junit_xml
from opora.diagnosis.plots import Bar, Line, counts, intervals, over_time
from opora.diagnosis.report_html import Outcome, Told, page
from opora.diagnosis.scores import summary
from opora.domain.case import Case, GivenAnswer, GivenClaim, InputError, Retrieved, Verdict
from opora.domain.source import Fact

DAY = dt.date(2026, 10, 23)
NASTY = '<script>alert("1")</script> & "quotes" \'single\' \x07 №\u2028 emoji 🙂'
QUESTION = "Сколько стоит час работы мастера?"


def told(text: str = "2 100 руб.", history: Sequence[dict[str, Any]] = ()) -> Told:
    case = Case("Q1", DAY, QUESTION, "answer", ("F1",), ("tariff",), text)
    other = Case("Q2", DAY, "How long is the trial period?", "abstain")
    right = GivenAnswer("Q1", "answer", text, (GivenClaim("F1", text, "tariff", "tariff@2:p1", text),), ("tariff",))
    wrong = GivenAnswer("Q2", "answer", text, retrieved=(Retrieved("tariff", text, "tariff@2"),))
    verdicts = [
        Verdict("Q1", True, trace_id="T1"),
        Verdict("Q2", False, "answer", ("wrong_action_or_false_refusal", "invented_answer"), document_notes=(text,)),
        Verdict("Q3", False, input_errors=(InputError("golden.csv", 4, "at", "'2026-13-01' is not a date", "Q3"),)),
    ]
    cases, answers = {"Q1": case, "Q2": other}, {"Q1": right, "Q2": wrong}
    outcomes = [Outcome(one, cases.get(one.case_id), answers.get(one.case_id)) for one in verdicts]
    found = summary(list(cases.values()), verdicts, list(answers.values()))
    return Told(
        f"Diagnosis {text}",
        {"date": "2026-11-30", "golden set": text},
        found,
        outcomes,
        (),
        history,
        [(text, ("Q2", "Q9"))],
    )


class Seen(HTMLParser):
    """Tags that opened and closed, attributes, and text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "line", "circle", "rect", "path"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def seen(html: str) -> Seen:
    parser = Seen()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    return parser


def test_the_page_shows_cases_errors_and_scores() -> None:
    text = " ".join(" ".join(seen(page(told())).text).split())
    for words in (
        "1 of 2 cases passed; 1 could not be run",
        QUESTION,
        "invented_answer : no document holds an answer, yet one was given",
        "golden.csv",
        "'2026-13-01' is not a date",
        "opora trace T1",
        "tariff@2:p1",
    ):
        assert words in text


def test_the_page_needs_nothing_from_outside_and_runs_nothing() -> None:
    found = seen(page(told(NASTY)))
    names = {tag for tag, _ in found.tags}
    assert not names & {"script", "link", "img", "iframe", "object", "embed", "form", "base"}
    for _, attributes in found.tags:
        assert not [name for name in attributes if name.startswith("on") or name in ("src", "style")]
        assert (attributes.get("href") or "#").startswith("#")
    assert "url(" not in page(told(NASTY))
    assert "@import" not in page(told(NASTY))


@settings(max_examples=20)
@given(st.text(max_size=40))
def test_texts_of_cases_are_data_whatever_they_hold(text: str) -> None:
    plain = {tag for tag, _ in seen(page(told("x"))).tags}
    assert {tag for tag, _ in seen(page(told(text))).tags} <= plain


def test_the_page_can_be_used_without_seeing_it() -> None:
    found = seen(
        page(
            told(
                history=[
                    {"date": f"2026-10-0{n}", "kind": "gate", "scores": {"answer_correctness": 0.5}} for n in (1, 2)
                ]
            )
        )
    )
    assert ("html", {"lang": "en"}) in found.tags
    pictures = [attributes for tag, attributes in found.tags if tag == "svg"]
    assert len(pictures) == 3
    assert all(attributes["role"] == "img" and attributes["aria-label"] for attributes in pictures)
    assert [tag for tag, _ in found.tags].count("desc") == len(pictures)
    assert all(attributes.get("scope") for tag, attributes in found.tags if tag == "th")
    assert [tag for tag, _ in found.tags if tag in ("h1", "main")] == ["main", "h1"]
    assert "ru" in [attributes.get("lang") for tag, attributes in found.tags if tag == "span"]
    scrolled = [attributes for _, attributes in found.tags if attributes.get("class") in ("plot", "wide")]
    assert all(attributes.get("tabindex") == "0" for attributes in scrolled)


def test_the_style_has_both_grounds_with_enough_contrast() -> None:
    style = page(told()).split("<style>")[1].split("</style>")[0]
    light, dark = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    assert "prefers-color-scheme: dark" in style
    for block in (light, dark):
        colour = dict(re.findall(r"--(\w+): (#\w+)", block))
        for name in ("ink", "soft", "a", "b", "c", "good", "bad"):
            for ground in ("ground", "panel"):
                assert contrast(colour[name], colour[ground]) >= 4.5, (name, ground)


def contrast(one: str, other: str) -> float:
    """WCAG 2.2 contrast ratio of two colours."""

    def luminance(colour: str) -> float:
        digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
        parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


# plots


def test_a_plot_puts_its_values_where_they_belong() -> None:
    drawing = intervals([Bar("half", 0.5, 0.25, 0.75)], "t")
    x1, x2 = map(float, re.findall(r'class="span a" x1="([\d.]+)" x2="([\d.]+)"', drawing)[0])
    [middle] = map(float, re.findall(r'cx="([\d.]+)"', drawing))
    assert x1 < middle < x2
    assert middle - x1 == pytest.approx(x2 - middle, abs=0.2)
    lengths = [
        float(found) for found in re.findall(r'width="([\d.]+)" height', counts([Bar("a", 4), Bar("b", 2)], "t"))
    ]
    assert lengths[0] == pytest.approx(2 * lengths[1], abs=0.2)


def test_names_of_lines_that_end_together_do_not_cover_each_other() -> None:
    drawing = over_time([Line("one", (0.5, 0.9)), Line("two", (0.4, 0.9), "c")], ["1", "2"], "t")
    tags = [float(found) for found in re.findall(r'class="tag \w" x="[\d.]+" y="([\d.]+)"', drawing)]
    assert abs(tags[0] - tags[1]) >= 15


@pytest.mark.parametrize(
    "drawing", [counts([], "t"), intervals([], "t"), over_time([Line("x", (None, None))], ["1", "2"], "t")]
)
def test_a_plot_of_nothing_is_still_a_picture(drawing: str) -> None:
    assert lxml.etree.fromstring(drawing).tag == "svg"


# JUnit


def junit(text: str = "x") -> Any:
    given = told(text)
    verdicts = [one.verdict for one in given.outcomes]
    xml = junit_xml(
        text, verdicts, "2026-11-30T09:00:00", {"answer_correctness": 0.5}, (InputError(text, 7, "", text),)
    )
    return lxml.etree.fromstring(xml.encode("utf-8"))


def test_a_build_server_counts_what_happened() -> None:
    suites = junit()
    [suite] = suites
    for element in (suites, suite):
        assert {name: element.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
            "tests": "4",
            "failures": "1",
            "errors": "2",
            "skipped": "0",
        }
    assert [child.tag for child in suite] == ["properties", "testcase", "testcase", "testcase", "testcase"]
    assert suite.get("timestamp") == "2026-11-30T09:00:00"
    outcomes = {case.get("name"): [(part.tag, part.get("type")) for part in case] for case in suite.iter("testcase")}
    assert outcomes == {
        "Q1": [],
        "Q2": [("failure", "wrong_action_or_false_refusal")],
        "Q3": [("error", "input_error")],
        "x row 7": [("error", "input_error")],
    }
    assert "lost at answer" in suite.find(".//failure").get("message")


@settings(max_examples=50)
@given(st.text(max_size=40))
def test_the_xml_is_well_formed_whatever_the_texts_hold(text: str) -> None:
    assert len(list(junit(text).iter("testcase"))) == 4


# RAGAS and TREC


CASES = [
    Case("Q 1", DAY, QUESTION, "answer", ("F1",), ("tariff@2026-10", "price"), "2 100 руб."),
    Case("Q2", DAY, "Is there a discount?", "abstain"),
    Case("Q3", DAY, "Not answered", "answer", (), ("price",)),
]
ANSWERS = [
    GivenAnswer(
        "Q 1",
        "answer",
        "2 100 руб. [1]",
        retrieved=(
            Retrieved("price", "a"),
            Retrieved("tariff", "b", "tariff@2026-10"),
            Retrieved("price", "c"),
            Retrieved("blog"),
        ),
    ),
    GivenAnswer("Q2", "abstain", "Nothing is said about it."),
]


def test_a_row_for_ragas_has_its_columns() -> None:
    rows = list(ragas_rows(CASES, ANSWERS, [Fact("F1", "tariff", "hour", "2100", quote="Час — 2 100 руб.")]))
    assert rows == [
        {
            "user_input": QUESTION,
            "response": "2 100 руб. [1]",
            "reference": "2 100 руб.",
            "retrieved_contexts": ["a", "b", "c"],
            "retrieved_context_ids": ["price", "tariff@2026-10", "price"],
            "reference_contexts": ["Час — 2 100 руб."],
            "reference_context_ids": ["tariff@2026-10", "price"],
        },
        {
            "user_input": "Is there a discount?",
            "response": "Nothing is said about it.",
            "reference": "",
            "retrieved_contexts": [],
        },
    ]
    assert json.loads(json.dumps(rows, ensure_ascii=False)) == rows


def test_what_was_found_is_a_run_and_what_was_expected_are_judgements() -> None:
    assert list(trec_run(runs_of(ANSWERS))) == [
        "Q_1 Q0 price 1 1.000000 opora",
        "Q_1 Q0 tariff 2 0.500000 opora",
        "Q_1 Q0 blog 3 0.333333 opora",
    ]
    assert list(trec_qrels(judgements_of(CASES))) == ["Q_1 0 tariff 1", "Q_1 0 price 1", "Q3 0 price 1"]


# through the command


def diagnose(place: Path, *words: str) -> tuple[int, Any]:
    """``opora diagnose --kit`` with its wrong answers."""
    wrong = str(resources.files("opora.kit") / "wrong.jsonl")
    library = ["--library", str(place / "library")]
    done = CliRunner().invoke(main, [*library, "diagnose", "--kit", "--answers", wrong, *words, "--json"])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, json.loads(done.stdout)


def test_one_diagnosis_writes_all_its_files(tmp_path: Path) -> None:
    files = {name: str(tmp_path / name) for name in ("a.html", "a.xml", "a.jsonl", "a.run", "a.qrels")}
    html, xml, rows, run, qrels = files.values()
    words = ["--report", html, "--junit", xml, "--ragas", rows, "--trec", run, qrels, "--keep", "--who", "Ана"]
    code, body = diagnose(tmp_path, *words)
    assert code == 1
    kept = body["written"].pop("kept")
    assert body["written"] == {"report": html, "junit": xml, "ragas": rows, "trec": [run, qrels]}
    text = " ".join(seen(Path(html).read_text("utf-8")).text)
    assert all(case["id"] in text for case in body["cases"])
    suite = lxml.etree.parse(xml).getroot()[0]
    assert suite.get("failures") == str(sum(not case["pass"] for case in body["cases"]))
    samples = [json.loads(line) for line in Path(rows).read_text("utf-8").splitlines()]
    assert len(samples) == len(body["cases"])
    assert all({"user_input", "response", "reference", "retrieved_contexts"} <= set(row) for row in samples)
    assert all(len(line.split()) == 6 for line in Path(run).read_text("utf-8").splitlines())
    assert all(len(line.split()) == 4 for line in Path(qrels).read_text("utf-8").splitlines())
    [record] = read(Path(kept["history"])).records
    assert (record["who"], record["digest"], record["scores"]["answer_correctness"]) == (
        "Ана",
        kept["digest"],
        body["summary"]["answer_correctness"],
    )


def test_a_kept_run_stands_in_the_next_page(tmp_path: Path) -> None:
    html = str(tmp_path / "a.html")
    for _ in range(2):
        diagnose(tmp_path, "--keep", "--report", html)
    assert "Runs over time" in Path(html).read_text("utf-8")


def test_a_file_that_cannot_be_written_is_a_wrong_call(tmp_path: Path) -> None:
    code, body = diagnose(tmp_path, "--report", str(tmp_path / "none" / "a.html"))
    assert (code, body["error"]["code"]) == (2, "usage")
