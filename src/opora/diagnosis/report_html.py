"""What does a person see of a diagnosis? One page without scripts and without anything outside it, light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import quote

from opora.diagnosis import plots
from opora.diagnosis.report_style import STYLE
from opora.diagnosis.scores import BETTER_SMALL
from opora.domain.case import Case, GivenAnswer, InputError, Verdict
from opora.language.identify import identify

SHOWN: dict[str, str] = {
    "answer_correctness": "answers right",
    "citation_accuracy": "citations right",
    "coverage": "answered when it should",
    "refusal_correctness": "refused when it should",
    "false_refusals": "refused wrongly",
    "inventions": "invented",
}
"""Scores in the words of the page; the last two are better when small."""

MEANS: dict[str, str] = {
    "expected_fact_missing": "a fact that was expected is not said",
    "wrong_source_version_for_question_date": "another version was in force on the day asked about",
    "wrong_action_or_false_refusal": "it should have answered, asked back or refused, and did something else",
    "value_not_supported_by_fact": "the value said is not that of the fact, or does not stand at the place cited",
    "unknown_fact_id": "the fact named is not registered",
    "fact_source_mismatch": "the fact was cited to a source it does not come from",
    "cited_source_not_retrieved": "a source is cited that the search had not found",
    "cited_source_not_in_force": "a source is cited that was not in force on the day asked about",
    "conflict_not_disclosed": "sources disagree and the reply does not say so",
    "invented_answer": "no document holds an answer, yet one was given",
}

_ENOUGH = 120  # characters to tell a language by; a page has tens of thousands of texts


@dataclass(frozen=True, slots=True)
class Outcome:
    """One case with everything that became of it; ``case`` and ``answer`` are ``None`` when there is none."""

    verdict: Verdict
    case: Case | None = None
    answer: GivenAnswer | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """What goes into the page. ``history``: earlier runs of the journal, oldest first. ``clusters``: failing case ids by likeness."""

    title: str
    about: Mapping[str, str]
    summary: Mapping[str, Any]
    outcomes: Sequence[Outcome]
    loose: Sequence[InputError] = ()
    history: Sequence[Mapping[str, Any]] = ()
    clusters: Sequence[tuple[str, tuple[str, ...]]] = ()


def page(told: Told) -> str:
    """The page as HTML 5, UTF-8. Texts of cases and answers are data: escaped, with their language marked."""
    failed = [one for one in told.outcomes if not one.verdict.passed and not one.verdict.input_errors]
    passed = [one for one in told.outcomes if one.verdict.passed]
    parts = [
        _head(told, len(failed)),
        _scores(told.summary),
        _lost(told.summary),
        _inputs(told),
        _clusters(told.clusters),
        _cases("Cases that failed", failed, opened=len(failed) <= 20),
        _over_time(told.history),
        _cases("Cases that passed", passed, opened=False),
    ]
    title = escape(told.title)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(part for part in parts if part)
        + "\n</main>\n</body>\n</html>\n"
    )


def _head(told: Told, failed: int) -> str:
    summary = told.summary
    ran = summary["total"] - summary["not_run"]
    said = f"{summary['passed']} of {ran} cases passed"
    if summary["not_run"]:
        said += f"; {summary['not_run']} could not be run for wrong input"
    about = "".join(f"<div><dt>{escape(key)}</dt><dd>{escape(value)}</dd></div>" for key, value in told.about.items())
    state = "bad" if failed else "good"
    return (
        f'<header>\n<h1>{escape(told.title)}</h1>\n<p class="verdict {state}">{said}</p>\n<dl>{about}</dl>\n</header>'
    )


def _scores(summary: Mapping[str, Any]) -> str:
    found = summary["intervals"]
    bars = [
        plots.Bar(SHOWN[name], row["value"], row["low"], row["high"], "b" if name in BETTER_SMALL else "a")
        for name, row in found.items()
        if name in SHOWN and row["value"] is not None
    ]
    rows = [
        (SHOWN[name], _share(row["value"]), f"{row['hits']} of {row['n']}", _interval(row))
        for name, row in found.items()
        if name in SHOWN
    ]
    return _section(
        "Scores",
        '<p class="note">A dot is the share, the stroke its 95 % interval (Wilson). Answers and citations are scored apart: a'
        " right answer from a wrong place counts for one and not for the other.</p>"
        + _figure(plots.intervals(bars, "Scores with their 95 % intervals"))
        + _table(("score", "share", "cases", "95 % interval"), rows),
    )


def _lost(summary: Mapping[str, Any]) -> str:
    links = [plots.Bar(link, n, kind="b") for link, n in summary["lost_at"].items()]
    errors = sorted(summary["errors"].items(), key=lambda pair: (-pair[1], pair[0]))
    if not errors:
        return _section("Where it was lost", "<p>Nowhere: no case failed.</p>")
    rows = [(name, str(n), MEANS.get(name, "")) for name, n in errors]
    return _section(
        "Where it was lost",
        '<p class="note">The first broken link of question → source → fragment → answer, in each failed case.</p>'
        + _figure(plots.counts(links, "Failed cases by the first broken link"))
        + _table(("error", "cases", "what it means"), rows),
    )


def _over_time(history: Sequence[Mapping[str, Any]]) -> str:
    runs = [one for one in history if isinstance(one.get("scores"), dict)][-30:]
    if len(runs) < 2:
        return ""
    lines = [
        plots.Line(SHOWN[name], tuple(_number(run["scores"].get(name)) for run in runs), kind)
        for name, kind in (("answer_correctness", "a"), ("citation_accuracy", "c"))
    ]
    rows = [
        (
            str(run.get("date", "")),
            str(run.get("kind", "")),
            *(_share(_number(run["scores"].get(name))) for name in list(SHOWN)[:2]),
        )
        for run in runs
    ]
    return _section(
        "Runs over time",
        _figure(
            plots.over_time(
                lines, [str(run.get("date", ""))[:10] for run in runs], "Scores of the runs kept, oldest first"
            )
        )
        + _table(("date", "run", SHOWN["answer_correctness"], SHOWN["citation_accuracy"]), rows),
    )


def _clusters(clusters: Sequence[tuple[str, tuple[str, ...]]]) -> str:
    several = [(name, ids) for name, ids in clusters if len(ids) > 1]
    if not several:
        return ""
    note = (
        '<p class="note">Failed cases whose questions are alike: one missing document often stands behind several.</p>'
    )
    items = "".join(f"<li>{_text(name)}: {', '.join(_link(one) for one in ids)}</li>" for name, ids in several)
    return _section("Failing together", f"{note}<ul>{items}</ul>")


def _link(case_id: str) -> str:
    return f'<a href="#{quote(case_id)}">{escape(case_id)}</a>'


def _inputs(told: Told) -> str:
    errors = [*(error for one in told.outcomes for error in one.verdict.input_errors), *told.loose]
    if not errors:
        return ""
    rows = [(error.file, str(error.row), error.field or "—", error.message) for error in errors]
    return _section("Input that could not be used", _table(("file", "row", "field", "what is wrong"), rows))


def _cases(title: str, outcomes: Sequence[Outcome], opened: bool) -> str:
    if not outcomes:
        return ""
    return _section(f"{title} ({len(outcomes)})", "\n".join(_case(one, opened) for one in outcomes))


def _case(one: Outcome, opened: bool) -> str:
    verdict, case = one.verdict, one.case
    state = "good" if verdict.passed else "bad"
    what = "passed" if verdict.passed else f"lost at {verdict.lost_at or 'answer'}"
    question = _text(case.question) if case is not None else ""
    rows = [*_expected(case), *_given(one.answer), *_findings(verdict), *_chain(one.answer)]
    if verdict.trace_id:
        rows.append(("trace", f"<code>opora trace {escape(verdict.trace_id)}</code>"))
    body = "".join(f"<dt>{escape(key)}</dt><dd>{value}</dd>" for key, value in rows)
    return (
        f'<details id="{escape(verdict.case_id, quote=True)}" class="case {state}"{" open" if opened else ""}>'
        f'<summary><span class="id">{escape(verdict.case_id)}</span> <span class="mark">{what}</span> {question}</summary>'
        f"<dl>{body}</dl></details>"
    )


def _expected(case: Case | None) -> Iterable[tuple[str, str]]:
    if case is None:
        return
    yield "asked about", escape(case.at.isoformat())
    said = f" · {_text(case.expected_response)}" if case.expected_response else ""
    yield "expected", f"<b>{escape(case.expected_action)}</b>{said}"
    named = [*case.fact_ids, *(f"from {source}" for source in case.source_ids)]
    if named:
        yield "facts and sources", escape(", ".join(named))


def _given(answer: GivenAnswer | None) -> Iterable[tuple[str, str]]:
    yield "given", f"<b>{escape(answer.action)}</b> · {_text(answer.text)}" if answer is not None else "nothing"


def _chain(answer: GivenAnswer | None) -> Iterable[tuple[str, str]]:
    """What the answer stands on: its claims with their places, and what had been found."""
    if answer is None:
        return
    for claim in answer.claims:
        place = claim.anchor or claim.source_id or "no source"
        said = f"<q>{_text(claim.quote)}</q> " if claim.quote else ""
        value = f"{_text(str(claim.value))} " if claim.value is not None else ""
        yield "claim", f"{value}{said}<code>{escape(place)}</code>"
    if answer.retrieved is not None:
        items = "".join(
            f"<li><code>{escape(found.version_id or found.source_id)}</code> {_text(' '.join(found.text.split())[:300])}</li>"
            for found in answer.retrieved[:10]
        )
        yield "found", f"<ol>{items}</ol>" if items else "nothing"


def _findings(verdict: Verdict) -> Iterable[tuple[str, str]]:
    for name in verdict.errors:
        yield "error", f"<code>{escape(name)}</code>: {escape(MEANS.get(name, ''))}"
    if verdict.retrieval_missing_source_ids:
        yield "not found", escape(", ".join(verdict.retrieval_missing_source_ids))
    for note in verdict.document_notes:
        yield "document", escape(note)


def _section(title: str, body: str) -> str:
    return f"<section>\n<h2>{escape(title)}</h2>\n{body}\n</section>"


def _figure(svg: str) -> str:
    return f'<div class="plot" tabindex="0">{svg}</div>'


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in rows
    )
    return f'<div class="wide" tabindex="0"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def _text(text: str) -> str:
    """Text of a case or an answer, with its language and its line breaks."""
    return f'<span class="said" lang="{identify(text[:_ENOUGH])}">{escape(text)}</span>' if text.strip() else ""


def _share(value: float | None) -> str:
    return "—" if value is None else f"{100 * value:.1f}\u00a0%"


def _interval(row: Mapping[str, Any]) -> str:
    return "—" if row["low"] is None else f"{100 * row['low']:.1f}–{100 * row['high']:.1f}\u00a0%"


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
