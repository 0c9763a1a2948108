"""How do the packed weights become a graph that runs fast? Built once into the cache, then only loaded."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from opora.canonical import canonical_json, digest
from opora.errors import BackendError
from opora.inference.weights import Weights, weights_file

RECIPE = "e5-small/1"
_MS = "com.microsoft"


def build_id(reduced: bool) -> str:
    """Short digest of all that decides the vectors: the weights, this recipe, and the versions that run it."""
    from importlib.metadata import version

    source = weights_file()
    with source.open("rb") as file:
        head = file.read(1 << 16)
    return digest(
        canonical_json([RECIPE, source.stat().st_size, digest(head), reduced, version("onnxruntime").split(".")[:2]])
    )[:12]


def built(cache: Path, reduced: bool) -> Path:
    """The graph's file in the cache, built when it is not there. Several processes may do this at once.

    BackendError when the cache cannot be written.
    """
    target = cache / f"{RECIPE.replace('/', '-')}-{build_id(reduced)}.onnx"
    if target.is_file():
        return target
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache, prefix="building-") as folder:
            made = Path(folder) / "int8.onnx"
            quantise(write_graph(Path(folder) / "float.onnx"), made, reduced)
            made.replace(target)  # a second builder replaces equal bytes by equal bytes
    except OSError as error:
        raise BackendError(
            f"cannot build the embedding model in {str(cache)!r}: {error.strerror or error}",
            "set OPORA_CACHE to a folder that can be written",
        ) from error
    return target


def quantise(source: Path, target: Path, reduced: bool) -> None:
    """Weights to int8 per channel, activations at run time. ``reduced``: 7-bit weights, for CPUs without VNNI."""
    import logging
    import warnings

    from onnx import TensorProto
    from onnxruntime.quantization import QuantType, quantize_dynamic

    root = logging.getLogger()
    level = root.level
    root.setLevel(logging.ERROR)  # it advises pre-processing, which does not apply to fused operators
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            quantize_dynamic(
                source,
                target,
                weight_type=QuantType.QInt8,
                per_channel=True,
                reduce_range=reduced,
                extra_options={"DefaultTensorType": TensorProto.FLOAT},
            )
    finally:
        root.setLevel(level)


def write_graph(target: Path) -> Path:
    """The float32 graph: summed embeddings (B, S, hidden) and mask (B, S) in, unit vectors (B, hidden) out."""
    import onnx

    onnx.save(_Graph(Weights(weights_file())).model(), str(target))
    return target


class _Graph:
    """Nodes and weights of the encoder, put down in order."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.nodes: list[Any] = []
        self.initial: list[Any] = []

    def model(self) -> Any:
        from onnx import TensorProto, helper

        shape = self.weights.shape
        x = self._put("LayerNormalization", ["emb", *self._norm("emb.ln")], "x", axis=-1, epsilon=1e-12)
        for layer in range(shape.layers):
            x = self._layer(f"l{layer}.", x)
        self._mean(x)
        graph = helper.make_graph(
            self.nodes,
            "e5",
            [
                helper.make_tensor_value_info("emb", TensorProto.FLOAT, ["B", "S", shape.hidden]),
                helper.make_tensor_value_info("mask", TensorProto.INT32, ["B", "S"]),
            ],
            [helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["B", shape.hidden])],
            self.initial,
        )
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid(_MS, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=8)

    def _layer(self, name: str, x: str) -> str:
        hidden, inner = self.weights.shape.hidden, self.weights.shape.inner
        parts = [self._matrix(f"{name}{part}.w", hidden, hidden) for part in "qkv"]
        bias = np.concatenate([self.weights.tensor(f"{name}{part}.b") for part in "qkv"])
        qkv = [self._hold(f"{name}qkv.w", np.concatenate(parts, axis=1)), self._hold(f"{name}qkv.b", bias)]
        heads = self.weights.shape.heads
        attended = self._put("Attention", [x, *qkv, "mask"], f"{name}att", domain=_MS, num_heads=heads)
        out = self._times(attended, f"{name}ao.w", hidden, hidden)
        x = self._add_norm(out, x, f"{name}aln", f"{name}ao.b", f"{name}x1")
        wide = self._times(x, f"{name}fi.w", inner, hidden)
        wide = self._put("BiasGelu", [wide, self._tensor(f"{name}fi.b")], f"{name}gelu", domain=_MS)
        out = self._times(wide, f"{name}fo.w", hidden, inner)
        return self._add_norm(out, x, f"{name}oln", f"{name}fo.b", f"{name}x2")

    def _mean(self, x: str) -> None:
        from onnx import TensorProto, numpy_helper

        self.initial.append(numpy_helper.from_array(np.array([2], np.int64), "axis2"))
        self.initial.append(numpy_helper.from_array(np.array([1], np.int64), "axis1"))
        self._put("Cast", ["mask"], "mask_f", to=TensorProto.FLOAT)
        self._put("Unsqueeze", ["mask_f", "axis2"], "mask_3")
        self._put("Mul", [x, "mask_3"], "kept")
        self._put("ReduceSum", ["kept", "axis1"], "summed", keepdims=0)
        self._put("LpNormalization", ["summed"], "embedding", axis=-1, p=2)

    def _put(self, op: str, inputs: list[str], out: str, **attributes: Any) -> str:
        from onnx import helper

        self.nodes.append(helper.make_node(op, inputs, [out], **attributes))
        return out

    def _hold(self, name: str, values: Any) -> str:
        from onnx import numpy_helper

        self.initial.append(numpy_helper.from_array(np.ascontiguousarray(values, np.float32), name))
        return name

    def _tensor(self, name: str) -> str:
        return self._hold(name, self.weights.tensor(name))

    def _matrix(self, name: str, rows: int, columns: int) -> Any:
        return self.weights.tensor(name).reshape(rows, columns).T

    def _times(self, x: str, name: str, rows: int, columns: int) -> str:
        return self._put("MatMul", [x, self._hold(name, self._matrix(name, rows, columns))], f"{name}.out")

    def _norm(self, name: str) -> list[str]:
        return [self._tensor(f"{name}.w"), self._tensor(f"{name}.b")]

    def _add_norm(self, x: str, skip: str, norm: str, bias: str, out: str) -> str:
        inputs = [x, skip, *self._norm(norm), self._tensor(bias)]
        return self._put("SkipLayerNormalization", inputs, out, domain=_MS, epsilon=1e-12)
