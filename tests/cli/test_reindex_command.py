"""Does another embedding model cost what was said, go on where it was stopped, and never mix with the one before?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from desk import CountingEmbedder, run, run_json
from pydantic import TypeAdapter

from opora.commands.shapes import SHAPES
from opora.domain.source import Filter
from opora.store.sqlite import SqliteLibrary
from opora.wiring import Model


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch) -> list[CountingEmbedder]:
    """The last of them is the model of the settings."""
    found = [CountingEmbedder()]
    monkeypatch.setattr(Model, "__call__", lambda _: found[-1])
    return found


def another(models: list[CountingEmbedder]) -> CountingEmbedder:
    models.append(CountingEmbedder())
    models[-1].model_id = "counting:2"
    return models[-1]


def shelf(folder: Path) -> Path:
    library = folder / "lib"
    assert run(library, "init")[0] == 0
    for name in ("a", "b", "c"):
        (folder / f"{name}.md").write_text(
            f"# Rules {name}\n\nGoods of {name} come back. The fee is 17 lei.\n", "utf-8"
        )
        assert run(library, "add", str(folder / f"{name}.md"))[0] == 0
    return library


def models_of(library: Path) -> list[object]:
    store = SqliteLibrary.open(library, read_only=True)
    try:
        return [
            version.report["model_id"] for source in store.sources() for version in store.versions(source.source_id)
        ]
    finally:
        store.close()


def test_the_cost_is_shown_first_and_is_what_it_takes(tmp_path: Path, models: list[CountingEmbedder]) -> None:
    library = shelf(tmp_path)
    now = another(models)
    told = run_json(library, "reindex")[1]
    TypeAdapter(SHAPES["reindex"]).validate_python(told, strict=True)
    assert (told["left"], told["done"], now.embedded) == (3, 0, [])
    assert told["texts"] >= 6 and told["tokens"] > 20
    assert models_of(library) == ["counting:1"] * 3
    assert not list(library.glob("reindex.db*")), "looking at the cost leaves nothing behind"
    done = run_json(library, "reindex", "--yes")[1]
    assert (done["left"], done["done"]) == (0, 3)
    assert len(now.embedded) == told["texts"]
    assert models_of(library) == ["counting:2"] * 3
    assert run_json(library, "reindex")[1]["left"] == 0
    assert run(library, "verify")[0] == 0


def test_a_stopped_reindex_goes_on_where_it_was_and_the_old_vectors_serve_until_it_is_whole(
    tmp_path: Path, models: list[CountingEmbedder], monkeypatch: pytest.MonkeyPatch
) -> None:
    library = shelf(tmp_path)
    before = models[0]
    now = another(models)
    encode = now.encode_passages

    def stopping(texts: Sequence[str]) -> Any:
        if len(now.embedded) >= 6:
            raise KeyboardInterrupt
        return encode(texts)

    monkeypatch.setattr(now, "encode_passages", stopping)
    assert run(library, "reindex", "--yes")[0] == 130
    assert run(library, "reindex", "--yes")[0] == 130
    assert models_of(library) == ["counting:1"] * 3, "nothing has changed places"
    assert run(library, "verify")[0] == 0 and run(library, "doctor")[0] == 0
    made = len(now.embedded)
    with closing(SqliteLibrary.open(library, read_only=True)) as store:
        allowed = Filter(dt.date(2026, 10, 23))
        assert len(store.dense(before.encode_query("fee"), "counting:1", allowed, 9)) == 3, "the old vectors serve"
        assert store.dense(now.encode_query("fee"), "counting:2", allowed, 9) == []
    monkeypatch.setattr(now, "encode_passages", encode)
    assert run_json(library, "reindex")[1]["texts"] < made + 9, "what was made is not paid for again"
    assert run_json(library, "reindex", "--yes")[1]["done"] == 3
    assert models_of(library) == ["counting:2"] * 3
    assert len(now.embedded) == len(set(now.embedded)) or len(now.embedded) < 2 * made + 9
    assert not list(library.glob("reindex.db*"))
    assert run(library, "verify")[0] == 0 and run(library, "doctor")[0] == 0
