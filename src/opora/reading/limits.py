"""How much may one file cost?"""

from __future__ import annotations

from dataclasses import dataclass

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Bounds for reading one file; reaching one is a LimitError.

    ``max_inflated_bytes`` holds for what the file's own index declares and for what really comes out of it.
    ``memory_bytes`` is address space of the reading process (its start-up included), ``wall_s`` and ``cpu_s`` are seconds.
    """

    max_bytes: int = 200 * MEGABYTE
    max_inflated_bytes: int = 600 * MEGABYTE
    max_members: int = 20_000
    memory_bytes: int = 2048 * MEGABYTE
    wall_s: float = 180.0
    cpu_s: int = 120
    max_result_bytes: int = 512 * MEGABYTE
