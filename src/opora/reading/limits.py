"""How much may one file cost?"""

from __future__ import annotations

import resource
from dataclasses import dataclass, replace

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Bounds for reading one file; reaching one is a LimitError.

    ``max_inflated_bytes`` holds for what the file's own index declares and for what really comes out of it.
    A PDF of more than ``pages_at_once`` pages is read in parts of as many, each within these limits by itself; one of
    more than ``max_pages`` is not read. ``recording_s`` and ``recording_bytes`` are the time and memory for a recording,
    which takes a part of the time that it lasts. ``memory_bytes`` is address space of the reading process (its start-up included), ``wall_s`` and ``cpu_s`` are seconds.
    """

    max_bytes: int = 200 * MEGABYTE
    max_inflated_bytes: int = 600 * MEGABYTE
    max_members: int = 20_000
    memory_bytes: int = 2048 * MEGABYTE
    wall_s: float = 180.0
    cpu_s: int = 120
    max_result_bytes: int = 512 * MEGABYTE
    pages_at_once: int = 1_000
    max_pages: int = 20_000
    recording_s: int = 7_200
    recording_bytes: int = 4096 * MEGABYTE

    def for_recording(self) -> ReadLimits:
        return replace(
            self,
            wall_s=max(self.wall_s, float(self.recording_s)),
            cpu_s=max(self.cpu_s, self.recording_s),
            memory_bytes=max(self.memory_bytes, self.recording_bytes),
        )


def hold_to(memory_bytes: int, cpu_s: int) -> None:
    """Set the soft limits of this process; processor seconds count from its start, so what is used is added."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    cpu = int(used.ru_utime + used.ru_stime) + cpu_s + 1
    for kind, value in (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_CPU, cpu),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(kind)
        soft = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (soft, hard))
