"""Is every single edit found, wherever it is made, and is nothing found where nothing was changed?"""

from __future__ import annotations

import datetime as dt
import random
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import apsw
import pytest
from directions import Directions
from tampering import Edit, bundle_edits, record_edits, store_edits, zip_edits

from opora.ask import AskRules, ask
from opora.commands.proving import verified_library
from opora.diagnosis.bundle import Wanted, export, verify_bundle
from opora.diagnosis.replay import Anew
from opora.diagnosis.replay import replay as answer_again
from opora.domain.question import Question
from opora.domain.source import Fact, Filter
from opora.domain.trace import Trace
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry, Given
from opora.routes.documents import SearchRules, search
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 10, 23)
SEED = 20261130
THINGS = ("pump", "lamp", "kettle", "насос", "лампа", "чайник", "pompă", "fierbător")


def filled(folder: Path, dice: random.Random, asks: int = 4) -> SqliteLibrary:
    """A library of a few sources, one in two versions, with facts, traces, logged searches and a replay."""
    library = SqliteLibrary.open(folder, create=True)
    by_meaning = AddRules(open_embedder=lambda: cast(Any, Directions()))
    things = dice.sample(THINGS, 3)
    for number, thing in enumerate(things):
        months = dice.randint(3, 60)
        text = f"# The {thing}\n\nThe {thing} weighs {number + 4} kg.\n\nThe warranty for the {thing} lasts {months} months."
        add([Entry(f"s{number}", f"leaflet {number}", text=text, given=Given(label="old"))], library, by_meaning)
    newer = Given(label="new", valid_from=dt.date(2026, 10, 1))
    text = f"The warranty for the {things[0]} lasts {dice.randint(61, 90)} months."
    add([Entry("s0", "leaflet 0", text=text, given=newer)], library, by_meaning)
    library.save_facts([Fact("F1", "s1", "months", "24"), Fact("F2", "s2", "weight", "6", unit="kg")])
    rules = AskRules(SearchRules(mode="lexical"))
    for number in range(asks):
        question = Question(f"How long does the warranty for the {things[number % 3]} last?", AT)
        _, trace = ask(question, library, None, AskRules(rules.search, previous=str(number)))
        library.append_trace(trace)
        _, log = search(f"weight {things[number % 3]}", Filter(AT), library, None, rules.search)
        library.log_search(log)
    again = answer_again(trace, Anew(previous="again"))
    library.append_trace(again.after)
    return library


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A library in "lib", closed, with its bundles "bundle" and "bundle.zip"."""
    place = tmp_path_factory.mktemp("tampering")
    library = filled(place / "lib", random.Random(SEED))
    export(library, place / "bundle", Wanted())
    export(library, place / "bundle.zip", Wanted())
    library.close()
    apsw.Connection(str(place / "lib" / "opora.db")).execute("pragma wal_checkpoint(truncate)").fetchall()
    yield place


PLACES: dict[str, dict[str, Edit]] = {
    "traces": record_edits("trace"),
    "journal": record_edits("search_log"),
    "store": store_edits(),
    "bundle": bundle_edits(),
    "zip": zip_edits(),
}


def findings(place: Path) -> list[dict[str, Any]]:
    if place.name != "lib":
        return list(verify_bundle(place)["findings"])
    library = SqliteLibrary.open(place)
    try:
        return list(verified_library(library)["findings"])
    finally:
        library.close()


def tried(base: Path, copy: Path, number: int) -> tuple[str, list[dict[str, Any]]]:
    """One seeded edit on a copy; what it was, and what was found."""
    dice = random.Random(SEED + number)
    kind = list(PLACES)[number % len(PLACES)]
    edits = PLACES[kind]
    edit = list(edits)[number // len(PLACES) % len(edits)]
    source = {"bundle": "bundle", "zip": "bundle.zip"}.get(kind, "lib")
    target = copy / source
    shutil.copyfile(base / source, target) if target.suffix else shutil.copytree(base / source, target)
    told = edits[edit](target, dice)
    return f"{number} {kind} {edit} {told}", findings(target)


def missed(base: Path, folder: Path, numbers: range) -> list[str]:
    found: list[str] = []
    for number in numbers:
        copy = folder / str(number)
        copy.mkdir()
        told, findings_ = tried(base, copy, number)
        if not findings_:
            found.append(told)
        shutil.rmtree(copy)
    return found


def test_every_kind_of_edit_is_found(base: Path, tmp_path: Path) -> None:
    assert missed(base, tmp_path, range(40)) == []


@pytest.mark.parametrize("table", ["trace", "search_log"])
def test_a_record_written_otherwise_that_says_the_same_is_found(base: Path, tmp_path: Path, table: str) -> None:
    shutil.copytree(base / "lib", tmp_path / "lib")
    connection = apsw.Connection(str(tmp_path / "lib" / "opora.db"))
    place = "instr(data, ':')"
    spaced = f"substr(data, 1, {place}) || ' ' || substr(data, {place} + 1)"
    connection.execute(f"update {table} set data = {spaced} where seq = 2")  # noqa: S608
    connection.close()
    assert [found["what"] for found in findings(tmp_path / "lib")] == ["form"]


@pytest.mark.slow
def test_two_hundred_of_two_hundred_edits_are_found(base: Path, tmp_path: Path) -> None:
    assert missed(base, tmp_path, range(1000, 1200)) == []


def clean_run(folder: Path, number: int) -> list[dict[str, Any]]:
    """Everything that may be done with a library, done; findings of the library and of both bundles."""
    dice = random.Random(SEED - number)
    library = filled(folder / "lib", dice, asks=3)
    version = library.versions("s1")[-1]
    library.set_validity(version.version_id, dt.date(2025, 1, 1), None)
    library.set_state("s2", "ready")
    if dice.random() < 0.5:
        library.remove("s2")
    found = list(verified_library(library)["findings"])
    export(library, folder / "b", Wanted())
    export(library, folder / "b.zip", Wanted(tuple(row.name for row in library.ledger().traces.rows)[1:3]))
    library.close()
    return found + findings(folder / "b") + findings(folder / "b.zip") + findings(folder / "lib")


@pytest.mark.parametrize("number", range(3))
def test_a_clean_run_has_no_findings(tmp_path: Path, number: int) -> None:
    assert clean_run(tmp_path, number) == []


@pytest.mark.slow
def test_fifty_clean_runs_have_no_findings(tmp_path: Path) -> None:
    for number in range(10, 60):
        assert clean_run(tmp_path / str(number), number) == []


def test_a_check_while_others_write_has_no_findings(base: Path, tmp_path: Path) -> None:
    shutil.copytree(base / "lib", tmp_path / "lib")
    stop = threading.Event()

    def write() -> None:
        library = SqliteLibrary.open(tmp_path / "lib")
        number = 0
        while not stop.is_set():
            number += 1
            kept = Trace(f"{threading.get_ident()}-{number}", "What?", "2026-10-23", "default", "cli", (), {}, {})
            library.append_trace(kept)
        library.close()

    writers = [threading.Thread(target=write) for _ in range(2)]
    for one in writers:
        one.start()
    library = SqliteLibrary.open(tmp_path / "lib")
    try:
        assert [verified_library(library)["findings"] for _ in range(5)] == [[]] * 5
    finally:
        stop.set()
        for one in writers:
            one.join()
        assert verified_library(library)["findings"] == []
        assert verified_library(library)["checked"]["traces"] > 7
        library.close()


# what changed is named


def names(base: Path, folder: Path, statement: str, *values: object) -> set[str]:
    shutil.copytree(base / "lib", folder / "lib")
    connection = apsw.Connection(str(folder / "lib" / "opora.db"))
    connection.execute(statement, values)
    assert connection.changes()
    connection.close()
    return {found["what"] for found in findings(folder / "lib")}


TRACE = "update trace set data = json_set(data, {}) where seq = 2"
SEARCH = "update search_log set data = json_set(data, {}) where seq = 2"


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        (TRACE.format("'$.at', '2026-10-24'"), "question date"),
        (TRACE.format("'$.question', 'Why?'"), "question text"),
        (TRACE.format("'$.log.searches[0].expression', 'other'"), "log.searches[0].expression"),
        (TRACE.format("'$.log.searches[0].candidates[1].text', 'x'"), "log.searches[0].candidates[1].text"),
        (TRACE.format("'$.steps[3].output[0].hits[0].source_id', 'x'"), "retrieve[0].hits[0].source_id"),
        (TRACE.format("'$.steps[3].output[0].hits[0].fragment.text', 'x'"), "retrieve[0].hits[0].fragment.text"),
        (TRACE.format("'$.reply.claims[0].citation.quote', 'x'"), "reply.claims[0].citation.quote"),
        (SEARCH.format("'$.expression', 'other'"), "expression"),
        (SEARCH.format("'$.at', '2026-10-24'"), "at"),
        (SEARCH.format("'$.candidates[0].text', 'x'"), "candidates[0].text"),
        (SEARCH.format("'$.candidates[0].fragment_id', 's1@old#1-2'"), "candidates[0].fragment_id"),
    ],
)
def test_running_again_names_what_was_changed(base: Path, tmp_path: Path, statement: str, name: str) -> None:
    told = names(base, tmp_path, statement)
    assert name in told or name.replace("fragment.text", "text") in told


def test_a_noted_head_is_missed_when_the_chain_was_built_anew(base: Path, tmp_path: Path) -> None:
    shutil.copytree(base / "lib", tmp_path / "lib")
    library = SqliteLibrary.open(tmp_path / "lib")
    head = verified_library(library)["heads"]["traces"]
    assert verified_library(library, head)["findings"] == []
    library.close()
    connection = apsw.Connection(str(tmp_path / "lib" / "opora.db"))
    connection.execute("delete from trace where seq = (select max(seq) from trace)")
    last = connection.execute("select digest from trace order by seq desc limit 1").fetchone()[0]
    connection.execute("update meta set v = v - 1 where k = 'trace_count'")
    connection.execute("update meta set v = ? where k = 'trace_head'", (last,))
    connection.close()
    library = SqliteLibrary.open(tmp_path / "lib")
    assert verified_library(library)["findings"] == []
    assert [found["kind"] for found in verified_library(library, head)["findings"]] == ["truncated"]
    library.close()


@pytest.mark.parametrize(
    ("table", "column"),
    [
        *(("seal", "kind"), ("seal", "name"), ("seal", "digest"), ("meta", "k"), ("meta", "v")),
        *(("version", "version_id"), ("version", "data"), ("source", "source_id"), ("source", "enabled")),
        *(("fact", "fact_id"), ("fragment", "ord"), ("fragment", "start"), ("block", "stop"), ("passage", "start")),
        *(("trace", "data"), ("search_log", "data"), ("body", "text"), ("vector", "vec"), ("mark", "bits")),
    ],
)
@pytest.mark.parametrize("value", ["cast(x'ff41' || cast({} as blob) as text)", "7", "x'00ff'"])
def test_a_cell_that_cannot_even_be_read_is_a_finding(
    base: Path, tmp_path: Path, table: str, column: str, value: str
) -> None:
    shutil.copytree(base / "lib", tmp_path / "lib")
    connection = apsw.Connection(str(tmp_path / "lib" / "opora.db"))
    key = {"seal": "name", "meta": "k", "source": "source_id", "fact": "fact_id", "block": "path", "vector": "vec"}
    key |= {"version": "version_id", "fragment": "fragment_id", "passage": "passage_id", "body": "version"}
    row = f"{key[table]} = (select max({key[table]}) from {table})" if table in key else "1"  # noqa: S608
    connection.execute(f"update or replace {table} set {column} = {value.format(column)} where {row}")  # noqa: S608
    assert connection.changes()
    connection.close()
    assert findings(tmp_path / "lib")


def columns(base: Path) -> list[tuple[str, str, str]]:
    """Every column of every table that holds what was published or recorded, with its type."""
    connection = apsw.Connection(str(base / "lib" / "opora.db"))
    query = (
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and sql not like '%virtual%'"
    )
    tables = [row[0] for row in connection.execute(query)]
    found = []
    for table in tables:
        if table.startswith("words") or table in (
            "meta",
            "common",
        ):  # indexes and counters; the heads stand in test_every_kind
            continue
        rows = connection.execute(f"select name, type from pragma_table_info('{table}')").fetchall()  # noqa: S608
        if connection.execute(f"select count(*) from {table}").fetchone()[0]:  # noqa: S608
            found += [(table, name, kind) for name, kind in rows]
    connection.close()
    return found


@pytest.mark.slow
def test_every_column_of_every_table_is_watched(base: Path, tmp_path: Path) -> None:
    missed = []
    for number, (table, column, kind) in enumerate(columns(base)):
        copy = tmp_path / str(number)
        shutil.copytree(base / "lib", copy / "lib")
        connection = apsw.Connection(str(copy / "lib" / "opora.db"))
        value = f"{column} + 1" if kind.lower() in ("int", "integer") else f"cast({column} as text) || 'x'"
        try:
            connection.execute(f"update {table} set {column} = {value}")  # noqa: S608
        except apsw.ConstraintError:  # numbers that are unique: the last one moves
            query = f"update {table} set {column} = {value} where {column} = (select max({column}) from {table})"  # noqa: S608
            connection.execute(query)
        same = connection.execute(f"select count(*) from {table} where {column} is not null").fetchone()[0] == 0  # noqa: S608
        connection.close()
        if not same and not findings(copy / "lib"):
            missed.append(f"{table}.{column}")
        shutil.rmtree(copy)
    assert missed == []


@pytest.mark.parametrize("value", ["null", "3", "'x'", None])
def test_a_counter_that_says_which_records_need_no_seal_is_watched(tmp_path: Path, value: str | None) -> None:
    SqliteLibrary.open(tmp_path, create=True).close()
    connection = apsw.Connection(str(tmp_path / "opora.db"))
    set_to = f"update meta set v = {value} where k = 'search_unsealed'"  # noqa: S608
    connection.execute(set_to if value else "delete from meta where k = 'search_unsealed'")
    connection.close()
    library = SqliteLibrary.open(tmp_path)
    found = [(one["where"], one["what"]) for one in verified_library(library)["findings"]]
    library.close()
    assert found == [("search", "number of records from before there were seals")]
