"""Are vectors what they were when they were published, and does honest work on them leave no findings?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import apsw
import numpy as np
import pytest
from directions import Directions

from opora.commands.proving import verified_library
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry, Given
from opora.ports import Publication
from opora.store.seals import OF_MEANING, seal, seal_all
from opora.store.sqlite import SqliteLibrary

TEXT = "The pump weighs 14 kg. The warranty for the pump lasts 24 months."
RULES = AddRules(open_embedder=lambda: cast(Any, Directions()))


def found(library: SqliteLibrary) -> list[tuple[str, str, str]]:
    return [(one["kind"], one["where"], one["what"]) for one in verified_library(library)["findings"]]


def made(folder: Path, texts: dict[str, str]) -> SqliteLibrary:
    library = SqliteLibrary.open(folder, create=True)
    add([Entry(name, name, text=text, given=Given(label="1")) for name, text in texts.items()], library, RULES)
    return library


def changed(folder: Path, statement: str) -> None:
    connection = apsw.Connection(str(folder / "opora.db"))
    connection.execute(statement)
    assert connection.changes()
    connection.close()


@pytest.mark.parametrize(
    ("statement", "where"),
    [
        ("update vector set vec = zeroblob(length(vec))", "vectors pump@1"),
        ("delete from sentence_vector", "vectors pump@1"),
        ("update mark set length = length + 1", "vectors pump@1"),
        ("update mark set bits = x'ffffffffffffffff'", "bits pump@1"),
        ("update model set mean = zeroblob(length(mean))", "model directions:1"),
    ],
)
def test_a_vector_that_is_not_what_was_published_is_named(tmp_path: Path, statement: str, where: str) -> None:
    made(tmp_path / "lib", {"pump": TEXT}).close()
    changed(tmp_path / "lib", statement)
    library = SqliteLibrary.open(tmp_path / "lib")
    assert ("changed", where, "seal") in found(library)
    library.close()


@pytest.mark.parametrize("value", ["1", "7", "'x'"])
def test_a_flag_of_doubt_that_was_set_by_hand_is_named(tmp_path: Path, value: str) -> None:
    made(tmp_path / "lib", {"pump": TEXT}).close()
    changed(tmp_path / "lib", f"update fragment set uncertain = {value}")  # noqa: S608
    library = SqliteLibrary.open(tmp_path / "lib")
    assert found(library) == [("added", "doubts pump@1", "seal")]
    library.close()


def test_a_flag_of_doubt_that_was_changed_beside_others_is_named(tmp_path: Path) -> None:
    made(tmp_path / "lib", {"pump": TEXT}).close()
    changed(tmp_path / "lib", "update fragment set uncertain = 1")
    connection = apsw.Connection(str(tmp_path / "lib" / "opora.db"))
    seal(connection, "doubts", "pump@1")
    connection.close()
    library = SqliteLibrary.open(tmp_path / "lib")
    assert found(library) == []
    library.close()
    changed(tmp_path / "lib", "update fragment set uncertain = 2")
    library = SqliteLibrary.open(tmp_path / "lib")
    assert found(library) == [("changed", "doubts pump@1", "seal")]
    library.close()


def test_many_texts_move_the_mean_and_leave_no_findings(tmp_path: Path) -> None:
    library = made(tmp_path / "lib", {"pump": TEXT})
    for number in range(8):
        add([Entry(f"s{number}", f"s{number}", text=f"Lamp {number} shines {number} hours.")], library, RULES)
        assert found(library) == []
    add([Entry("pump", "pump", text=TEXT + " It is blue.", given=Given(label="new"))], library, RULES)
    library.remove("s3")
    assert found(library) == []
    library.close()


def test_sentence_vectors_that_come_later_belong_to_the_older_version_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[Publication] = []
    real = SqliteLibrary.publish

    def watched(self: SqliteLibrary, publication: Publication) -> Any:
        kept.append(publication)
        return real(self, publication)

    monkeypatch.setattr(SqliteLibrary, "publish", watched)
    library = made(tmp_path / "lib", {"pump": TEXT, "copy": TEXT})
    monkeypatch.undo()
    for publication, factor in ((kept[0], None), (kept[1], 2)):
        fragments = tuple(
            replace(one, sentence_vectors=None if factor is None else np.ones((factor, Directions.dim), np.float32))
            for one in publication.fragments
        )
        library.publish(replace(publication, fragments=fragments))
        assert found(library) == []
    library.close()


def test_a_library_from_before_is_sealed_as_it_stands(tmp_path: Path) -> None:
    made(tmp_path / "lib", {"pump": TEXT}).close()
    changed(tmp_path / "lib", "delete from seal where kind in ('vectors', 'bits', 'model')")
    connection = apsw.Connection(str(tmp_path / "lib" / "opora.db"))
    seal_all(connection, OF_MEANING)
    connection.close()
    library = SqliteLibrary.open(tmp_path / "lib")
    assert found(library) == []
    library.close()
    changed(tmp_path / "lib", "update vector set vec = zeroblob(length(vec))")
    library = SqliteLibrary.open(tmp_path / "lib")
    assert found(library) == [("changed", "vectors pump@1", "seal")]
    library.close()
