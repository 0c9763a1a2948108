"""What does every token of a text mean in its place? The vectors that the embedder averages, before it does."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from opora.inference.embed import MAX_TOKENS, E5Embedder
from opora.ports import Vector

_PREFIX = "passage: "
Places = npt.NDArray[np.int64]


class TokenVectors:
    """The embedder's own graph with one more output. Loaded at the first text, beside the embedder."""

    max_tokens = MAX_TOKENS

    def __init__(self, embedder: E5Embedder) -> None:
        self._embedder = embedder

    def places(self, text: str) -> Places:
        """Start and end of every token in ``text``, the space before a word not counted; shape (tokens, 2)."""
        normal, at = self._normal(text)
        found = self._embedder.parts.tokenizer.encode(normal, add_special_tokens=False).offsets
        return _mapped(found, normal, at)

    def token_vectors(self, text: str, prefix: str = _PREFIX) -> tuple[Places, Vector]:
        """Places of the tokens that were read (the first that fit), and their vectors, shape (tokens, 384).

        ``prefix``: what the model is told first, ``query: `` or ``passage: ``; it has no place in the text.
        """
        parts = self._embedder.parts
        normal, at = self._normal(text)
        first = parts.tokenizer.encode(parts.normal(prefix), add_special_tokens=False).ids
        told = parts.tokenizer.encode(normal, add_special_tokens=False)
        room = MAX_TOKENS - 2 - len(first)
        ids = [parts.begin, *first, *told.ids[:room], parts.end]
        mask = np.ones((1, len(ids)), np.int32)
        states = self._session.run(["tokens"], {"emb": parts.embedded(ids)[None], "mask": mask})[0][0]
        return _mapped(told.offsets[:room], normal, at), states[1 + len(first) : -1]

    def _normal(self, text: str) -> tuple[str, list[int]]:
        """The text as the vocabulary wants it, and for every character the place it came from, one more for the end."""
        parts = self._embedder.parts
        chars: list[str] = []
        at: list[int] = []
        for number, char in enumerate(text):
            for one in parts.normal(char):
                if one == " " and chars and chars[-1] == " ":
                    continue
                chars.append(one)
                at.append(number)
        return "".join(chars), [*at, len(text)]

    @cached_property
    def _session(self) -> Any:
        return _opened(self._embedder.graph)


def _mapped(offsets: list[tuple[int, int]], normal: str, at: list[int]) -> Places:
    found = np.zeros((len(offsets), 2), np.int64)
    for row, (start, end) in zip(found, offsets, strict=True):
        while start < end - 1 and normal[start] == " ":
            start += 1
        row[:] = at[start], at[end - 1] + 1 if end > start else at[start]
    return found


def _opened(graph: Path) -> Any:
    """A session on the graph with the token states let out; its weights are those of the embedder."""
    import onnx
    import onnxruntime
    from onnx import TensorProto, helper

    model = onnx.load(str(graph))
    states = next(node.input[0] for node in model.graph.node if "kept" in node.output)
    model.graph.node.append(helper.make_node("Identity", [states], ["tokens"]))
    model.graph.output.append(helper.make_tensor_value_info("tokens", TensorProto.FLOAT, ["B", "S", E5Embedder.dim]))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
