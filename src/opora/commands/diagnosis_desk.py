"""What is diagnosed? Golden set, register, documents and answers brought together from where the person said they are."""

from __future__ import annotations

import dataclasses
import os
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from opora.diagnosis.asked import ask_case, fits, key_of, noted, remember
from opora.diagnosis.expressions import COLUMNS as EXPRESSION_COLUMNS
from opora.diagnosis.expressions import Run, judged, read_expressions, run_expressions
from opora.diagnosis.given_answers import read_answers
from opora.diagnosis.given_documents import documents_of, read_documents, sources_named
from opora.diagnosis.golden import COLUMNS as GOLDEN_COLUMNS
from opora.diagnosis.golden import Golden, read_golden_set
from opora.diagnosis.golden_set import fit_answers, golden_set, spoil
from opora.diagnosis.known_names import Names
from opora.diagnosis.own_replies import answer_from
from opora.diagnosis.register import COLUMNS as FACT_COLUMNS
from opora.diagnosis.register import GROWN, Register, read_register
from opora.diagnosis.shelf import Shelf
from opora.diagnosis.stating import numbers_in
from opora.diagnosis.tables import unread_columns
from opora.domain.case import Case, GivenAnswer, GoldenSet, InputError, Retrieved
from opora.errors import BackendError, LibraryBusyError, UsageError
from opora.settings import nearest
from opora.wiring import DATABASE, Model, ask_rules, open_library, open_settings

if TYPE_CHECKING:
    from opora.ask import AskRules
    from opora.store.sqlite import SqliteLibrary


@dataclasses.dataclass(frozen=True, slots=True)
class Sources:
    """Where everything comes from. Without answers, a log or a live bot Opora itself is asked."""

    golden: Path
    library: Path
    facts: Path | None = None
    documents: Path | None = None
    answers: Path | None = None
    log: Path | None = None
    expressions: Path | None = None
    live: str | None = None
    model: str = ""
    key_env: str = "OPENAI_API_KEY"
    assistant: str = "default"
    at: Any = None
    case: str | None = None

    @property
    def asks_opora(self) -> bool:
        return not (self.answers or self.log or self.live)


@dataclasses.dataclass(frozen=True, slots=True)
class Gathered:
    """What can be diagnosed, and what is said beside it."""

    golden: GoldenSet
    answers: tuple[GivenAnswer, ...]
    runs: dict[str, tuple[Run, ...]]
    warnings: tuple[str, ...] = ()

    @property
    def found(self) -> dict[str, tuple[Retrieved, ...]]:
        return judged(self.runs)


def gather(given: Sources) -> Gathered:
    """Everything read and asked. UsageError for a file that is not what it must be; bad rows are input errors."""
    with _library(given) as store:
        register = _register(given, store)
        read = _read_golden(given)
        documents, document_errors = _documents(given, store, (*read.cases, *read.spoiled), register)
        golden = golden_set(given.golden.name, read, register, documents)
        golden = spoil(golden, document_errors)
        told = list(_said_nothing_of(given, golden))
        golden, answers, warnings = _answers(given, golden, store)
        if store is not None and given.documents is None:
            facts = _facts_that_count(golden, answers)
            named = sources_named(golden.cases, facts, answers)
            golden = dataclasses.replace(golden, documents=documents_of(store, named))
        golden, runs = _expressions(given, golden, store)
    return Gathered(golden, answers, runs, (*told, *warnings))


@contextmanager
def _library(given: Sources) -> Iterator[SqliteLibrary | None]:
    """The library, when it is needed or there: to ask, or to look documents and facts up."""
    needed = given.asks_opora
    if not needed and (given.documents or not (given.library / DATABASE).is_file()):
        yield None
        return
    store = open_library(given.library)
    try:
        yield store
    finally:
        store.close()


def _register(given: Sources, store: SqliteLibrary | None) -> Register | None:
    if given.facts is not None:
        return read_register(given.facts)
    own = given.golden.with_name(GROWN)
    if own.is_file() and given.golden.resolve().parent == given.library.resolve():
        return read_register(own, store.facts() if store is not None else ())
    facts = tuple(store.facts()) if store is not None else ()
    return Register(facts) if facts else None


def _read_golden(given: Sources) -> Golden:
    read = read_golden_set(given.golden)
    if given.case is not None:
        known = [case.case_id for case in read.cases] + [error.case_id for error in read.errors]
        if given.case not in known:
            raise UsageError(f"there is no case {given.case!r} in {given.golden.name}", nearest(given.case, known))
        read = Golden(
            tuple(case for case in read.cases if case.case_id == given.case),
            tuple(error for error in read.errors if error.case_id == given.case),
            tuple(case for case in read.spoiled if case.case_id == given.case),
        )
    if given.at is not None:
        read = dataclasses.replace(read, cases=tuple(dataclasses.replace(case, at=given.at) for case in read.cases))
    return read


def _said_nothing_of(given: Sources, golden: GoldenSet) -> Iterator[str]:
    """What is read past in silence otherwise: columns with a name nobody knows, and cases that expect nothing but an action."""
    files = ((given.golden, GOLDEN_COLUMNS), (given.facts, FACT_COLUMNS), (given.expressions, EXPRESSION_COLUMNS))
    for path, columns in files:
        if path is not None:
            yield from unread_columns(path, columns)
    for case in golden.cases:
        if case.expected_action == "abstain" or case.fact_ids or numbers_in(case.expected_response):
            continue
        rest = "its action and sources are" if case.source_ids else "its action is"
        yield f"case {case.case_id} names no fact, and its response no number: only {rest} judged"


def _documents(
    given: Sources, store: SqliteLibrary | None, cases: tuple[Case, ...], register: Register | None
) -> tuple[Any, tuple[InputError, ...]]:
    if given.documents is not None:
        return read_documents(given.documents)
    if store is None:
        return None, ()
    wanted = {name for case in cases for name in case.fact_ids}
    facts = [fact for fact in register.facts if fact.fact_id in wanted] if register else []
    return documents_of(store, sources_named(cases, facts, ())), ()


def _facts_that_count(golden: GoldenSet, answers: Iterable[GivenAnswer]) -> list[Any]:
    """Facts that are expected or claimed; a register may hold many more."""
    wanted = {name for case in golden.cases for name in case.fact_ids}
    wanted.update(claim.fact_id for answer in answers for claim in answer.claims if claim.fact_id)
    return [fact for fact in golden.facts if fact.fact_id in wanted]


def _answers(
    given: Sources, golden: GoldenSet, store: SqliteLibrary | None
) -> tuple[GoldenSet, tuple[GivenAnswer, ...], list[str]]:
    if given.answers is not None:
        answers, errors = read_answers(given.answers)
        if given.case is not None:
            answers = tuple(one for one in answers if one.question_id == given.case)
            errors = tuple(one for one in errors if one.case_id == given.case)
        return *fit_answers(golden, given.answers.name, answers, errors), []
    if given.log is not None:
        return _from_log(given.log, golden, store)
    if given.live is not None:
        return _from_bot(given, golden, store)
    assert store is not None
    return _own(given, golden, store)


def _from_log(
    path: Path, golden: GoldenSet, store: SqliteLibrary | None
) -> tuple[GoldenSet, tuple[GivenAnswer, ...], list[str]]:
    from opora.diagnosis.other_bots import read_log

    log = read_log(path, golden.cases, _names(golden, store))
    warnings = [f"{log.strangers} row(s) of the log fit no question of the golden set"] if log.strangers else []
    return *fit_answers(golden, path.name, log.answers, ()), warnings


def _from_bot(
    given: Sources, golden: GoldenSet, store: SqliteLibrary | None
) -> tuple[GoldenSet, tuple[GivenAnswer, ...], list[str]]:
    from opora.diagnosis.live import LiveRules, ask_live

    rules = LiveRules(given.live or "", given.model, os.environ.get(given.key_env, ""))
    names = _names(golden, store)
    answers: list[GivenAnswer] = []
    errors: list[InputError] = []
    for case in golden.cases:
        try:
            answers.append(ask_live(case, rules, names))
        except BackendError as error:
            if not answers:
                raise
            errors.append(InputError("live", 0, "", error.message, case.case_id, case.row))
    return *fit_answers(golden, "live", answers, errors), []


def _names(golden: GoldenSet, store: SqliteLibrary | None) -> Names:
    if store is None:
        return Names(Shelf(golden.documents))
    return Names(Shelf(documents_of(store, (source.source_id for source in store.sources()))))


def _own(
    given: Sources, golden: GoldenSet, store: SqliteLibrary
) -> tuple[GoldenSet, tuple[GivenAnswer, ...], list[str]]:
    """Opora's own replies. One case alone is shown from the trace that answered it last, if that is still kept."""
    settings = open_settings(given.library)
    settings.assistant(given.assistant)
    model = Model(settings)

    def rules(case: Case) -> tuple[str, AskRules]:
        assistant = settings.assistant(given.assistant)
        found = ask_rules(assistant, (case.collection,) if case.collection else ())
        return given.assistant, dataclasses.replace(found, previous=uuid.uuid4().hex)

    registered = {fact.fact_id for fact in golden.facts}
    kept = noted(given.library) if given.case is not None else {}
    fresh: dict[str, str] = {}
    answers: list[GivenAnswer] = []
    warnings: list[str] = []
    for case in golden.cases:
        key = key_of(case, given.assistant)
        trace = store.trace(kept[key]) if key in kept else None
        if trace is None or not fits(trace, case, given.assistant):
            mode = settings.assistant(given.assistant).mode
            trace = ask_case(case, store, None if mode == "lexical" else model(), rules)
            try:
                store.append_trace(trace)
                fresh[key] = trace.trace_id
            except LibraryBusyError as error:
                warnings.append(f"the trace of {case.case_id} was not kept: {error.message}")
        answers.append(answer_from(trace, case.case_id, registered))
    if fresh:
        remember(given.library, fresh)
    if model.warning:
        warnings.append(model.warning)
    return golden, tuple(answers), warnings


def _expressions(
    given: Sources, golden: GoldenSet, store: SqliteLibrary | None
) -> tuple[GoldenSet, dict[str, tuple[Run, ...]]]:
    from opora.store.expressions import ExpressionIndex

    if given.expressions is None:
        return golden, {}
    rows, errors = read_expressions(given.expressions, golden)
    if given.case is not None:
        rows = tuple(one for one in rows if one.question_id == given.case)
        errors = tuple(one for one in errors if one.case_id == given.case)
    documents = golden.documents
    if given.documents is None and store is not None:
        documents = documents_of(store, (source.source_id for source in store.sources()))
    if documents is None:
        raise UsageError("there are no documents to run expressions on", "give --documents MANIFEST or --library DIR")
    index = ExpressionIndex(documents)
    try:
        runs, more = run_expressions(given.expressions.name, rows, golden, index)
    finally:
        index.close()
    return spoil(golden, (*errors, *more)), runs
