"""Do places that are kept ready tell the same as the index, whatever is added, replaced and removed?"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from opora.store import frequent
from opora.store.sqlite import SqliteLibrary


def _from_index(library: SqliteLibrary, term: str) -> list[int]:
    with library._read() as connection:
        return sorted(frequent.indexed_places(connection, term).tolist())


def _kept(library: SqliteLibrary, term: str) -> list[int]:
    with library._read() as connection:
        kept = frequent.common_places(connection, term)
        assert kept is not None
        living = {row[0] for row in connection.execute("select id from fragment")}
        return sorted(place for place in kept.tolist() if place // 2 in living)


def test_places_that_are_kept_are_those_of_the_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[2]))
    monkeypatch.setattr(frequent, "OFTEN", 20)
    monkeypatch.setattr(frequent, "SETTLES_AFTER", 100)
    from bench.synthetic import fill

    library = SqliteLibrary.open(tmp_path, create=True)
    fill(library, 700, "m", 8)
    library.remove("syn00002")
    with library._read() as connection:
        terms = [row[0] for row in connection.execute("select distinct term from common")]
        parts = connection.execute("select max(n) from (select count(*) n from common group by term)").fetchone()[0]
    assert len(terms) > 20
    assert parts < 6
    for term in terms:
        assert _kept(library, term) == _from_index(library, term)
    assert library.document_frequency(terms) == {term: _frequency(library, term) for term in terms}
    library.close()


def test_parts_grow_together_so_that_there_are_never_many(tmp_path: Path) -> None:
    library = SqliteLibrary.open(tmp_path, create=True)
    with library._write() as connection:
        for number in range(300):
            frequent._append(connection, "word", np.array([2 * number], np.uint32).tobytes())
        kept = frequent.common_places(connection, "word")
        assert kept is not None
        assert kept.tolist() == [2 * number for number in range(300)]
        assert connection.execute("select count(*) from common").fetchone()[0] <= 9
    library.close()


def _frequency(library: SqliteLibrary, term: str) -> int:
    with library._read() as connection:
        return int(connection.execute("select doc from vocabulary where term = ?", (term,)).fetchone()[0])
