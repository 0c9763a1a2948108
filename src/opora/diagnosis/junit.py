"""How does a build server read a diagnosis? JUnit XML: a failure for each red case, an error for each row that did not run."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from opora.domain.case import InputError, Verdict

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(
    name: str,
    verdicts: Sequence[Verdict],
    timestamp: str,
    properties: Mapping[str, object],
    loose: Sequence[InputError] = (),
) -> str:
    """One suite. ``timestamp`` is ISO 8601 without a zone; ``loose`` are input errors that belong to no case.

    A case is failed when it ran and did not pass, in error when its input could not be used.
    """
    failed = sum(1 for one in verdicts if not one.passed and not one.input_errors)
    broken = sum(1 for one in verdicts if one.input_errors) + len(loose)
    counts = f'tests="{len(verdicts) + len(loose)}" failures="{failed}" errors="{broken}" skipped="0" time="0"'
    head = f"name={_attr(name)} {counts}"
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites {head}>"]
    lines.append(f"<testsuite {head} timestamp={_attr(timestamp)}>")
    lines += ["<properties>", *_properties(properties), "</properties>"]
    lines += [_case(name, one) for one in verdicts]
    lines += [_loose(name, one) for one in loose]
    return "\n".join([*lines, "</testsuite>", "</testsuites>"]) + "\n"


def _properties(given: Mapping[str, object]) -> list[str]:
    return [f"<property name={_attr(key)} value={_attr(str(value))}/>" for key, value in given.items()]


def _case(suite: str, verdict: Verdict) -> str:
    head = f'<testcase classname={_attr(suite)} name={_attr(verdict.case_id)} time="0"'
    if verdict.passed:
        return f"{head}/>"
    if verdict.input_errors:
        return f"{head}>{_element('error', 'input_error', _said(verdict.input_errors[0]), _inputs(verdict))}</testcase>"
    kind = verdict.errors[0] if verdict.errors else "failed"
    message = f"lost at {verdict.lost_at}: {', '.join(verdict.errors)}"
    return f"{head}>{_element('failure', kind, message, _chain(verdict))}</testcase>"


def _loose(suite: str, error: InputError) -> str:
    name = f"{error.file} row {error.row}"
    body = _element("error", "input_error", _said(error), "")
    return f'<testcase classname={_attr(suite)} name={_attr(name)} time="0">{body}</testcase>'


def _element(tag: str, kind: str, message: str, body: str) -> str:
    return f"<{tag} type={_attr(kind)} message={_attr(message)}>{escape(_clean(body))}</{tag}>"


def _said(error: InputError) -> str:
    field = f", {error.field}" if error.field else ""
    return f"{error.file} row {error.row}{field}: {error.message}"


def _inputs(verdict: Verdict) -> str:
    return "\n".join(_said(error) for error in verdict.input_errors)


def _chain(verdict: Verdict) -> str:
    rows = {
        "expected": verdict.expected,
        "actual": verdict.actual,
        "not retrieved": ", ".join(verdict.retrieval_missing_source_ids),
        "documents": "; ".join(verdict.document_notes),
        "trace": verdict.trace_id,
    }
    return "\n".join(f"{key}: {_plain(value)}" for key, value in rows.items() if value)


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _clean(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)


def _attr(text: str) -> str:
    return quoteattr(_clean(text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
