"""What does Opora answer to a golden case, and which kept trace answered it last? Asked now, or found again without asking."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from opora.canonical import canonical_json, digest
from opora.domain.case import Case
from opora.domain.question import Question
from opora.domain.trace import Trace

if TYPE_CHECKING:
    from opora.ask import AskRules
    from opora.ports import Embedder, Library

FILE = Path("diagnosis") / "asked.json"
CHANNEL = "diagnosis"


def ask_case(
    case: Case, library: Library, embedder: Embedder | None, rules: Callable[[Case], tuple[str, AskRules]]
) -> Trace:
    """One question, asked as of its day. ``rules`` gives the assistant's name and rules for a case."""
    from opora.ask import ask  # a kept trace is shown without the road of a question

    assistant, chosen = rules(case)
    question = Question(case.question, case.at, True, assistant, CHANNEL)
    return ask(question, library, embedder, chosen)[1]


def key_of(case: Case, assistant: str) -> str:
    """What makes two askings the same: question, day, collection and assistant."""
    return digest(canonical_json([case.question, case.at, case.collection, assistant]))[:24]


def fits(trace: Trace, case: Case, assistant: str) -> bool:
    """Whether a trace that is noted for the case answers it: the notes are a file that anybody can edit."""
    told = (trace.question, trace.at, trace.assistant, trace.channel)
    return told == (case.question, case.at.isoformat(), assistant, CHANNEL)


def remember(folder: Path, traces: dict[str, str]) -> None:
    """Note which trace answered which key last, beside the library; a reader sees the old notes or the new ones."""
    target = folder / FILE
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_suffix(".part")
    draft.write_text(json.dumps(noted(folder) | traces, sort_keys=True), encoding="utf-8")
    draft.replace(target)


def noted(folder: Path) -> dict[str, str]:
    """Trace ids by key; notes that cannot be read are no notes."""
    try:
        found = json.loads((folder / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(key): str(name) for key, name in found.items()} if isinstance(found, dict) else {}
