"""The embedder: unit vectors that depend on the text alone, built once, refused by name when it cannot be had."""

import threading
from pathlib import Path

import numpy as np
import pytest

import opora.inference.embed
from opora.errors import BackendError
from opora.inference.embed import E5Embedder
from opora.inference.weights import unpacked

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> E5Embedder:
    return E5Embedder.open(tmp_path_factory.mktemp("cache"))


def test_meaning_is_nearer_than_language(embedder: E5Embedder) -> None:
    query = embedder.encode_query("срок возврата товара")
    texts = ["Termenul de returnare este de 14 zile", "Сегодня хорошая погода", "Возврат возможен в течение 14 дней"]
    near, far, nearest = embedder.encode_passages(texts) @ query
    assert nearest > near > far


def test_rows_have_unit_length_and_do_not_depend_on_neighbours(embedder: E5Embedder) -> None:
    texts = ["Гарантія 2 роки", "a" * 3000, "", "The fee is $5"]
    together = embedder.encode_passages(texts)
    alone = np.vstack([embedder.encode_passages([text]) for text in texts])
    assert together.shape == (4, embedder.dim)
    assert np.array_equal(together, alone)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    assert embedder.encode_passages([]).shape == (0, embedder.dim)


def test_a_zero_character_does_not_end_the_text(embedder: E5Embedder) -> None:
    whole, cut, plain = embedder.encode_passages(["Срок\x00возврата", "Срок", "Срок возврата"])
    assert np.array_equal(whole, plain)
    assert not np.array_equal(whole, cut)


def test_text_over_the_limit_is_cut_not_averaged(embedder: E5Embedder) -> None:
    long = "товар возвращается " * 600
    assert embedder.count_tokens(long) > embedder.max_tokens
    one, other = embedder.encode_passages([long, long + "совсем другой конец"])
    assert np.array_equal(one, other)


def test_a_kept_query_cannot_be_changed_by_its_caller(embedder: E5Embedder) -> None:
    first = embedder.encode_query("возврат")
    first[:] = 0
    assert np.linalg.norm(embedder.encode_query("возврат")) > 0.9


def test_threads_get_the_same_vector(embedder: E5Embedder) -> None:
    found: list[bytes] = []

    def work() -> None:
        found.append(embedder.encode_passages(["Доставка бесплатна"]).tobytes())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert len(set(found)) == 1


def test_the_model_is_built_once_and_named_by_its_build(embedder: E5Embedder, tmp_path: Path) -> None:
    once = E5Embedder.open(tmp_path)
    files = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    again = E5Embedder.open(tmp_path)
    assert once.model_id == again.model_id == embedder.model_id
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == files
    assert len(files) == 1


def test_a_model_opened_again_is_not_loaded_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that runs many commands took 280 MB more with each of them."""
    loads: list[Path] = []
    load = opora.inference.embed._session
    monkeypatch.setattr(opora.inference.embed, "_session", lambda *args: (loads.append(args[0]), load(*args))[1])
    vectors = [E5Embedder.open(tmp_path).encode_query("Сколько стоит сауна?").tobytes() for _ in range(3)]
    assert len(loads) == 1
    assert len(set(vectors)) == 1


def test_a_cache_that_cannot_be_written_is_a_backend_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(BackendError, match="OPORA_CACHE"):
        E5Embedder.open(tmp_path / "file" / "cache")


def test_blocks_unpack_low_halves_first() -> None:
    block = np.zeros((1, 18), np.uint8)
    block[0, :2] = np.array([2.0], np.float16).view(np.uint8)
    block[0, 2] = 0xF9
    values = unpacked(block)[0]
    assert values[0] == 2.0
    assert values[16] == 14.0
    assert values[1] == -16.0
