"""What does a diagnosis leave behind? A page for people, and files for build servers, RAGAS and TREC tools."""

from __future__ import annotations

import dataclasses
import datetime as dt
import getpass
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from opora.commands.door import clean
from opora.errors import UsageError

if TYPE_CHECKING:
    from opora.commands.diagnosis_desk import Gathered, Sources
    from opora.domain.case import Verdict
    from opora.store.sqlite import SqliteLibrary

HISTORY = Path("history") / "diagnose.jsonl"
NAMES = ("report", "junit", "ragas", "trec", "keep", "who")
_Command = TypeVar("_Command", bound=Callable[..., Any])


def report_options(function: _Command) -> _Command:
    """The options of ``opora diagnose`` that write files."""
    for option in (
        click.option("--who", help="Who runs it, for --keep; default: the user of this machine."),
        click.option(
            "--keep", is_flag=True, help="Keep the scores of this run in history/diagnose.jsonl of the library."
        ),
        click.option(
            "--trec", nargs=2, metavar="RUN QRELS", help="What was found and what was expected, for TREC tools."
        ),
        click.option("--ragas", metavar="OUT.jsonl", help="One RAGAS row an answered case."),
        click.option("--junit", metavar="OUT.xml", help="JUnit XML for a build server."),
        click.option("--report", metavar="OUT.html", help="One page with plots, the scores and every case."),
    ):
        function = option(function)
    return function


@dataclasses.dataclass(frozen=True, slots=True)
class Diagnosed:
    """One diagnosis with everything a report needs."""

    given: Sources
    gathered: Gathered
    verdicts: Sequence[Verdict]
    summary: Mapping[str, Any]


def write_reports(said: Mapping[str, Any], found: Diagnosed) -> dict[str, Any]:
    """Write what was asked for; names of files by option, and the run as it was kept."""
    now = dt.datetime.now().astimezone()
    written: dict[str, Any] = {}
    if said.get("keep"):
        written["kept"] = _keep(found, said.get("who"), now)
    if said.get("report"):
        written["report"] = write_text(said["report"], _page(found, now))
    if said.get("junit"):
        written["junit"] = write_text(said["junit"], _junit(found, now))
    if said.get("ragas"):
        written["ragas"] = write_text(said["ragas"], lines(_ragas(found)))
    if said.get("trec"):
        run, qrels = said["trec"]
        found_then, wanted = _trec(found)
        written["trec"] = [write_text(run, lines(found_then)), write_text(qrels, lines(wanted))]
    return written


def write_text(file: str, text: str) -> str:
    """UTF-8; returns the name. UsageError when the file cannot be written."""
    try:
        Path(file).write_text(clean(text), encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot write {file!r}: {reason}", "check the path") from error
    return file


def as_file(text: str) -> Path:
    """What was typed as the path of a file that is read and written. UsageError when no regular file can stand there."""
    try:
        path = Path(text)
        fine = bool(path.name) and "\0" not in text and (path.is_file() or not path.exists())
    except (OSError, ValueError):
        fine = False
    if not fine:
        raise UsageError(f"{text!r} is no regular file", "give the path of a file, or of one that may be made")
    return path


def user_of(said: str | None) -> str:
    """Who runs it: as said, else ``OPORA_USER``, else the user of this machine."""
    try:
        return clean(said or os.environ.get("OPORA_USER") or getpass.getuser())
    except (OSError, KeyError, ImportError):
        return "unknown"


def file_digest(path: Path) -> dict[str, Any]:
    """The name and the SHA-256 of a file."""
    from opora.canonical import digest

    try:
        return {"file": path.name, "digest": digest(path.read_bytes())}
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {error.strerror}", "check the path") from error


def lines(rows: Iterable[str]) -> str:
    """Each row on a line of its own."""
    return "".join(f"{row}\n" for row in rows)


def _answered_by(given: Sources) -> str:
    for name in ("answers", "log"):
        file = getattr(given, name)
        if file is not None:
            return f"{name} {file.name}"
    return f"{given.model} at {given.live}" if given.live else f"assistant {given.assistant}"


def _keep(found: Diagnosed, who: str | None, now: dt.datetime) -> dict[str, Any]:
    from opora.diagnosis.journal import append
    from opora.diagnosis.scores import SCORES

    record = {
        "kind": "diagnose",
        "date": now.isoformat(timespec="seconds"),
        "who": user_of(who),
        "golden": file_digest(found.given.golden) | {"cases": found.summary["total"]},
        "answers": _answered_by(found.given),
        "passed": found.summary["passed"],
        "scores": {name: found.summary["intervals"][name]["value"] for name in SCORES},
        "intervals": found.summary["intervals"],
    }
    file = found.given.library / HISTORY
    kept = append(file, record, noting(found.given.library, file))
    return {"history": str(file), "digest": kept["digest"]}


@dataclasses.dataclass(frozen=True, slots=True)
class Noted:
    """The newest digest of a history, in the database of its library."""

    library: Path
    name: str

    def kept(self) -> str | None:
        with self._open() as store:
            return store.journals().get(self.name)

    def keep(self, digest: str) -> None:
        with self._open() as store:
            store.note_journal(self.name, digest)

    @contextmanager
    def _open(self) -> Iterator[SqliteLibrary]:
        from opora.wiring import open_library

        store = open_library(self.library)
        try:
            yield store
        finally:
            store.close()


def noting(library: Path, file: Path) -> Noted | None:
    """``None`` when the file is not a history of a library."""
    from opora.wiring import DATABASE

    inside = file.resolve().parent == (library / HISTORY).parent.resolve()
    return Noted(library, file.name) if inside and (library / DATABASE).is_file() else None


def _page(found: Diagnosed, now: dt.datetime) -> str:
    from opora.diagnosis.report_html import Outcome, Told, page

    gathered = found.gathered
    cases = {case.case_id: case for case in gathered.golden.cases}
    answers = {answer.question_id: answer for answer in gathered.answers}
    outcomes = [
        Outcome(one, None if one.input_errors else cases.get(one.case_id), answers.get(one.case_id))
        for one in found.verdicts
    ]
    own = {error for one in found.verdicts for error in one.input_errors}
    golden = file_digest(found.given.golden)
    about = {
        "date": now.isoformat(sep=" ", timespec="minutes"),
        "golden set": golden["file"],
        "its SHA-256": golden["digest"][:16],
        "answers": _answered_by(found.given),
    }
    loose = [error for error in gathered.golden.input_errors if error not in own]
    told = Told(
        f"Diagnosis of {golden['file']}", about, found.summary, outcomes, loose, _history(found), _failing(found, cases)
    )
    return page(told)


def _history(found: Diagnosed) -> list[dict[str, Any]]:
    from opora.diagnosis.journal import read

    name = found.given.golden.name
    kept = read(found.given.library / HISTORY)
    return [record for record in kept.records if record.get("golden", {}).get("file") == name]


def _failing(found: Diagnosed, cases: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    from opora.diagnosis.clusters import clusters, likeness, middle

    red = [one.case_id for one in found.verdicts if not one.passed and not one.input_errors and one.case_id in cases]
    questions = [cases[name].question for name in red]
    if not questions:
        return []
    vectors = _vectors(found.given, questions)
    like = likeness(questions, vectors)
    return [
        (questions[middle(group, like)], tuple(red[place] for place in group)) for group in clusters(questions, vectors)
    ]


def _vectors(given: Sources, questions: Sequence[str]) -> Any:
    """By the model of the library; ``None`` without a library or a model: words alone then tell what is alike."""
    import numpy as np

    from opora.wiring import DATABASE, Model, open_settings

    if len(questions) < 2 or not (given.library / DATABASE).is_file():
        return None
    embedder = Model(open_settings(given.library))()
    return np.stack([embedder.encode_query(question) for question in questions]) if embedder is not None else None


def _junit(found: Diagnosed, now: dt.datetime) -> str:
    from opora.diagnosis.junit import junit_xml

    own = {error for one in found.verdicts for error in one.input_errors}
    loose = [error for error in found.gathered.golden.input_errors if error not in own]
    plain = {name: value for name, value in found.summary.items() if not isinstance(value, dict)}
    stamp = now.astimezone(dt.UTC).replace(tzinfo=None).isoformat(timespec="seconds")
    return junit_xml(found.given.golden.stem, found.verdicts, stamp, plain, loose)


def _ragas(found: Diagnosed) -> Iterable[str]:
    from opora.diagnosis.exchange import ragas_rows

    golden = found.gathered.golden
    rows = ragas_rows(golden.cases, found.gathered.answers, golden.facts)
    return (json.dumps(row, ensure_ascii=False) for row in rows)


def _trec(found: Diagnosed) -> tuple[Iterable[str], Iterable[str]]:
    from opora.diagnosis.exchange import judgements_of, runs_of, trec_qrels, trec_run

    return trec_run(runs_of(found.gathered.answers)), trec_qrels(judgements_of(found.gathered.golden.cases))
