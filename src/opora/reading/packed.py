"""How are millions of word boxes held in a fifth of the memory? As bytes, block by block, opened when they are looked at."""

from __future__ import annotations

import marshal
from collections.abc import Iterator, Sequence
from typing import Any, overload

from opora.domain.place import Piece, piece_from


class PackedPieces(Sequence[Piece]):
    """Pieces of one block that equal the tuple of them; each look opens them anew."""

    __slots__ = ("_count", "_data")

    def __init__(self, bare: Sequence[Sequence[Any]]) -> None:
        """``bare``: each piece as ``bare_piece`` gives it; plain numbers and texts only."""
        self._count = len(bare)
        self._data = marshal.dumps([tuple(values) for values in bare])

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Piece]:
        return map(piece_from, marshal.loads(self._data))  # our own bytes, made above

    @overload
    def __getitem__(self, at: int) -> Piece: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Piece, ...]: ...
    def __getitem__(self, at: int | slice) -> Piece | tuple[Piece, ...]:
        return tuple(self)[at]

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, (tuple, PackedPieces)) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))
