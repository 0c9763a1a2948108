"""Who stands in the gate? Answers of an assistant or of a file, judged by one golden set and the same documents."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from opora.commands.reporting import file_digest
from opora.diagnosis.tables import read_text
from opora.errors import BackendError, UsageError

if TYPE_CHECKING:
    from opora.ask import AskRules
    from opora.diagnosis.golden import Golden
    from opora.domain.case import Case, GivenAnswer, GoldenSet, InputError, Verdict
    from opora.domain.trace import Trace
    from opora.settings import Settings
    from opora.store.sqlite import SqliteLibrary


@dataclasses.dataclass(slots=True)
class Side:
    """One of the two: its name, what it is, and its answers. ``traces``: of an assistant, by case."""

    name: str
    kind: str
    answers: tuple[GivenAnswer, ...] = ()
    errors: tuple[InputError, ...] = ()
    settings: dict[str, Any] = dataclasses.field(default_factory=dict)
    digest: str | None = None
    traces: dict[str, Trace] = dataclasses.field(default_factory=dict)
    frozen: int = 0


class Desk:
    """The library that is asked or looked up in, when there is one, and the files that were named."""

    def __init__(self, place: Path, store: SqliteLibrary | None, settings: Settings, said: dict[str, Any]) -> None:
        from opora.wiring import Model

        self.place, self.store, self.settings, self.said = place, store, settings, said
        self.model = Model(settings)

    def side(self, name: str, cases: Sequence[Case], beside: Side | None) -> Side:
        """An assistant's answers, or those of a file. ``beside``: answer from its recorded fragments where that is fair."""
        if name == "default" or name in self.settings.assistants:
            return self._asked(name, cases, beside)
        path = Path(name)
        if not path.is_file():
            known = ", ".join(sorted({"default", *self.settings.assistants}))
            raise UsageError(f"{name!r} is neither an assistant nor a file", f"assistants here: {known}")
        answers, errors = self._recorded(path, cases)
        return Side(name, "file", answers, errors, digest=file_digest(path)["digest"])

    def _recorded(self, path: Path, cases: Sequence[Case]) -> tuple[tuple[GivenAnswer, ...], tuple[InputError, ...]]:
        """Answers one a line, or the log of another bot in one of its shapes."""
        from opora.diagnosis.given_answers import read_answers
        from opora.diagnosis.given_documents import documents_of, read_documents
        from opora.diagnosis.known_names import Names
        from opora.diagnosis.other_bots import read_log
        from opora.diagnosis.shelf import Shelf

        if not _is_log(path):
            return read_answers(path)
        if self.said["documents"]:
            documents = read_documents(Path(self.said["documents"]))[0]
        else:
            names = [source.source_id for source in self.store.sources()] if self.store else []
            documents = documents_of(self.store, names) if self.store else ()
        return read_log(path, tuple(cases), Names(Shelf(documents))).answers, ()

    def _asked(self, name: str, cases: Sequence[Case], beside: Side | None) -> Side:
        if self.store is None:
            raise UsageError(
                f"there is no library to ask the assistant {name!r}", "run 'opora init' or give --library DIR"
            )
        side = Side(name, "assistant", settings=dataclasses.asdict(self.settings.assistant(name)))
        frozen = beside is not None and beside.kind == "assistant" and self._share(name, beside.name)
        found = []
        for case in cases:
            trace = self._replayed(name, case, beside.traces.get(case.case_id)) if frozen and beside else None
            side.frozen += trace is not None
            side.traces[case.case_id] = trace or self._trace(name, case)
            found.append(answer_of(side.traces[case.case_id], case))
        side.answers = tuple(found)
        return side

    def _share(self, name: str, other: str) -> bool:
        """Whether the challenger may answer from what was found for the champion."""
        if self.said["context"] == "frozen":
            return True
        mine, theirs = self.settings.assistant(name), self.settings.assistant(other)
        fields = ("mode", "dense_weight", "lexical_weight", "threshold", "limit", "collections")
        return all(getattr(mine, field) == getattr(theirs, field) for field in fields)

    def _replayed(self, name: str, case: Case, trace: Trace | None) -> Trace | None:
        """From the recorded fragments alone; ``None`` when they do not hold what this assistant would read."""
        from opora.diagnosis.recorded import UnrecordedError
        from opora.diagnosis.replay import Anew, replay

        if trace is None:
            return None
        try:
            return replay(trace, Anew(self._ask_rules(name, case), name, "gate", self.store)).after
        except UnrecordedError:
            return None

    def _trace(self, name: str, case: Case) -> Trace:
        from opora.ask import ask
        from opora.domain.question import Question

        assert self.store is not None
        rules = self._ask_rules(name, case)
        embedder = None if rules.search.mode == "lexical" else self.model()
        if rules.search.mode == "semantic" and embedder is None:
            raise BackendError(
                f"cannot ask {name!r}, which searches by meaning: there is no model", "see 'opora doctor'"
            )
        question = Question(case.question, case.at, True, name, "gate", rules.lang)
        return ask(question, self.store, embedder, rules)[1]

    def _ask_rules(self, name: str, case: Case) -> AskRules:
        from opora.wiring import ask_rules

        assistant = self.settings.assistant(name)
        rules = ask_rules(assistant, (case.collection,) if case.collection else ())
        return dataclasses.replace(rules, lang=assistant.lang, previous="gate")

    def golden_set(self, file: Path, read: Golden, answers: Sequence[GivenAnswer]) -> GoldenSet:
        """The cases with the register and the documents that were named, else those of the library."""
        from opora.diagnosis.given_documents import documents_of, read_documents, sources_named
        from opora.diagnosis.golden_set import golden_set, spoil
        from opora.diagnosis.register import GROWN, Register, read_register

        register, documents = None, None
        errors: tuple[InputError, ...] = ()
        if self.said["facts"]:
            register = read_register(Path(self.said["facts"]))
        elif (own := file.with_name(GROWN)).is_file() and file.resolve().parent == self.place.resolve():
            register = read_register(own, self.store.facts() if self.store is not None else ())
        elif self.store is not None and self.store.facts():
            register = Register(tuple(self.store.facts()))
        if self.said["documents"]:
            documents, errors = read_documents(Path(self.said["documents"]))
        elif self.store is not None:
            named = sources_named((*read.cases, *read.spoiled), register.facts if register else (), answers)
            documents = documents_of(self.store, named)
        return spoil(golden_set(file.name, read, register, documents), errors)

    def warnings(self) -> list[str]:
        return [self.model.warning] if self.model.warning else []


@contextmanager
def open_desk(place: Path, said: dict[str, Any]) -> Iterator[Desk]:
    from opora.wiring import DATABASE, open_library, open_settings

    settings = open_settings(place)
    store = open_library(place) if (place / DATABASE).is_file() else None
    try:
        yield Desk(place, store, settings, said)
    finally:
        if store is not None:
            store.close()


def _is_log(path: Path) -> bool:
    """Whether the file is an array, or its first line an object with none of the keys that our own answers have."""
    text = read_text(path, "answers").lstrip()
    try:
        first = json.loads(text.split("\n", 1)[0])
    except (ValueError, RecursionError):
        return text.startswith("[")
    return not isinstance(first, dict) or not {"action", "question_id"} & set(first)


def answer_of(trace: Trace, case: Case) -> GivenAnswer:
    from opora.diagnosis.own_replies import answer_from

    return answer_from(trace, case.case_id)


def judged(golden: GoldenSet, side: Side) -> tuple[GoldenSet, list[Verdict]]:
    from opora.diagnosis.diagnose import diagnose
    from opora.diagnosis.golden_set import fit_answers

    found, answers = fit_answers(golden, side.name, side.answers, side.errors)
    return found, diagnose(found, answers)
