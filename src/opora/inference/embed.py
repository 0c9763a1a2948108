"""What does a text mean, as a vector? multilingual-e5-small on onnxruntime, one text a run."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import platformdirs

from opora.errors import BackendError
from opora.inference.build import built
from opora.inference.weights import Weights, unpacked, weights_file
from opora.ports import Vector

if TYPE_CHECKING:
    from opora.inference.interaction import Interaction
    from opora.inference.token_vectors import TokenVectors

MODEL = "multilingual-e5-small"
MAX_TOKENS = 512
REDUCED_RANGE = True  # see build.quantise; chosen by measurement in bench
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_SPACES = re.compile(r" {2,}")
_QUERIES_KEPT = 256
_LOADING = threading.Lock()


class E5Embedder:
    """Implements ``ports.Embedder``. Thread-safe. The model is loaded at the first text, not when opened.

    A text over 512 tokens (its prefix and two marks counted) is cut: the first 512 count, the rest is not embedded.
    """

    dim = 384
    max_tokens = MAX_TOKENS

    def __init__(self, graph: Path, threads: int) -> None:
        self._graph, self._threads = graph, threads
        self._recent = lru_cache(maxsize=_QUERIES_KEPT)(self._query)

    @classmethod
    def open(cls, cache_dir: Path | None = None, threads: int = 2) -> E5Embedder:
        """Build the graph into ``cache_dir`` when it is not there (a few seconds, once); BackendError when it cannot be had."""
        return cls(built(cache_dir or default_cache(), REDUCED_RANGE), threads)

    @property
    def model_id(self) -> str:
        return f"{MODEL}:{self._graph.stem.rsplit('-', 1)[-1]}"

    def count_tokens(self, text: str) -> int:
        """Tokens of the text itself, without prefix and marks."""
        return len(self._parts.tokenizer.encode(self._parts.normal(text), add_special_tokens=False).ids)

    def encode_query(self, text: str) -> Vector:
        """Shape (384,), unit length."""
        return self._recent(text).copy()

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        """Shape (len(texts), 384), unit rows. One text a run: a vector never depends on its neighbours."""
        rows = np.empty((len(texts), self.dim), np.float32)
        for number, text in enumerate(texts):
            rows[number] = self._run("passage: " + text)
        return rows

    def token_vectors(self) -> TokenVectors:
        """The vectors of single tokens, by the same model."""
        from opora.inference.token_vectors import TokenVectors

        return TokenVectors(self)

    def interactions(self, query: str, texts: Sequence[str]) -> list[float]:
        """How well each text fits the query, token by token, 0..1; comparable within one call."""
        return self._interaction.scores(query, texts)

    def _query(self, text: str) -> Vector:
        return self._run("query: " + text)

    def _run(self, text: str) -> Vector:
        parts = self._parts
        ids = parts.ids(text)
        mask = np.ones((1, len(ids)), np.int32)
        found: Vector = parts.session.run(None, {"emb": parts.embedded(ids)[None], "mask": mask})[0][0]
        return found

    @property
    def graph(self) -> Path:
        """The file that is run."""
        return self._graph

    @property
    def parts(self) -> _Parts:
        """Tokenizer, word table and session, loaded when first wanted."""
        return self._parts

    @cached_property
    def _interaction(self) -> Interaction:
        from opora.inference.interaction import Interaction

        return Interaction(self.token_vectors())

    @cached_property
    def _parts(self) -> _Parts:
        with _LOADING:
            return _loaded(self._graph, self._threads)


class _Parts:
    """What is loaded: tokenizer, word table, and the session."""

    def __init__(self, graph: Path, threads: int) -> None:
        weights = Weights(weights_file())
        hidden = weights.shape.hidden
        self.begin, self.end = weights.begin, weights.end
        self.table = weights.word_rows()
        self.positions = weights.tensor("emb.pos").reshape(-1, hidden) + weights.tensor("emb.type")[:hidden]
        self.map = weights.normal
        self.tokenizer = _tokenizer(weights)
        self.session = _session(graph, threads)

    def normal(self, text: str) -> str:
        """The text as the vocabulary wants it; control characters are spaces, since a zero would end the text."""
        return _SPACES.sub(" ", _CONTROL.sub(" ", text).translate(self.map))

    def ids(self, text: str) -> list[int]:
        found = self.tokenizer.encode(self.normal(text), add_special_tokens=False).ids
        return [self.begin, *found[: MAX_TOKENS - 2], self.end]

    def embedded(self, ids: list[int]) -> Vector:
        """Word and position embeddings summed, (tokens, hidden)."""
        rows: Vector = unpacked(self.table[ids]).reshape(len(ids), -1) + self.positions[: len(ids)]
        return rows


@lru_cache(maxsize=1)
def _loaded(graph: Path, threads: int) -> _Parts:
    """Once in a process, however often it is opened: what is loaded takes some 280 MB. A graph's name is its digest."""
    return _Parts(graph, threads)


def _tokenizer(weights: Weights) -> Any:
    from tokenizers import Tokenizer, models, pre_tokenizers

    vocabulary = list(zip(weights.pieces, weights.scores.tolist(), strict=True))
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=weights.unknown, byte_fallback=False))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always", split=True)
    return tokenizer


def _session(graph: Path, threads: int) -> Any:
    import onnxruntime
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])
    except (state.Fail, state.InvalidGraph, state.InvalidProtobuf, state.NoSuchFile, state.RuntimeException) as error:
        raise BackendError(
            f"cannot load the embedding model {graph.name!r}: {error}", "delete the file to rebuild it"
        ) from error


def default_cache() -> Path:
    """``OPORA_CACHE``, else the user's cache folder."""
    named = os.environ.get("OPORA_CACHE")
    return Path(named) if named else platformdirs.user_cache_path("opora")
