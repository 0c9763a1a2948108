"""Does another embedding model cost what was said, go on where it was stopped, and never mix with the one before?"""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import CountingEmbedder, run, run_json
from pydantic import TypeAdapter

from opora.commands.shapes import SHAPES
from opora.store.recutting import Recutting
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
    done = run_json(library, "reindex", "--yes")[1]
    assert (done["left"], done["done"]) == (0, 3)
    assert len(now.embedded) == told["texts"]
    assert models_of(library) == ["counting:2"] * 3
    assert run_json(library, "reindex")[1]["left"] == 0
    assert run(library, "verify")[0] == 0


def test_a_stopped_reindex_goes_on_where_it_was(
    tmp_path: Path, models: list[CountingEmbedder], monkeypatch: pytest.MonkeyPatch
) -> None:
    library = shelf(tmp_path)
    now = another(models)
    whole = Recutting.recut

    def once(self: Recutting, *args: object) -> None:
        if "counting:2" in models_of(library):
            raise KeyboardInterrupt
        whole(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Recutting, "recut", once)
    assert run(library, "reindex", "--yes")[0] == 130
    monkeypatch.setattr(Recutting, "recut", whole)
    assert sorted(map(str, models_of(library))) == ["counting:1", "counting:1", "counting:2"]
    found = run_json(library, "search", "fee", "--mode", "semantic", "--limit", "9")[1]["hits"]
    assert len({hit["source_id"] for hit in found}) <= 1, "vectors of the other model are not compared"
    assert run(library, "verify")[0] == 0
    before = len(now.embedded)
    assert run_json(library, "reindex", "--yes")[1]["done"] == 2
    assert len(now.embedded) > before
    assert models_of(library) == ["counting:2"] * 3
