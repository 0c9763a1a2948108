"""Do fifty people at once wait much longer than one alone, and does an upload keep anybody from an answer?

A made-up library is served by ``opora serve``. First one person asks, then fifty do, each waiting a random time (on average
``--think`` seconds) between a reply and the next question, while files are sent in. Every question is another one.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import numpy as np

from bench.figures import ROOT, commit, options, table, write_section
from bench.latency import questions
from bench.synthetic import fill
from opora.inference.embed import E5Embedder
from opora.store.sqlite import SqliteLibrary
from opora.wiring import create_library

PAGE = ROOT / "docs" / "bench.md"
AT = "2026-10-23"
TIMES = 3.0  # of the p95 of one person alone, the p95 of all of them may be at most
WARM = 30  # questions of one person that are not counted
PATIENCE_S = 60.0


@dataclass(frozen=True, slots=True)
class LoadRules:
    """``think``: mean seconds between a reply and the next question; ``upload_every`` 0: no uploads."""

    askers: int = 50
    seconds: float = 300.0
    think: float = 10.0
    alone: int = 100
    upload_every: float = 30.0
    paragraphs: int = 100


@dataclass(slots=True)
class Heard:
    """Seconds of each reply, what went wrong, and what became of the files that were sent."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    sent: int = 0
    read: int = 0

    def ms(self, share: float) -> float:
        return float(np.percentile(self.seconds, share)) * 1000 if self.seconds else float("nan")


async def ask(client: httpx.AsyncClient, question: str, heard: Heard) -> None:
    began = time.perf_counter()
    try:
        response = await client.post("/api/v1/ask", json={"question": question, "at": AT})
        if response.status_code != 200 or "action" not in response.json():
            heard.errors.append(f"{response.status_code} {response.text[:200]}")
    except httpx.HTTPError as error:
        heard.errors.append(f"{type(error).__name__} {error}")
    heard.seconds.append(time.perf_counter() - began)


async def alone(client: httpx.AsyncClient, asked: Sequence[str]) -> Heard:
    """One question after the other; the first are not counted."""
    for question in asked[:WARM]:
        await ask(client, question, Heard())
    heard = Heard()
    for question in asked[WARM:]:
        await ask(client, question, heard)
    return heard


async def together(client: httpx.AsyncClient, asked: Iterator[str], rules: LoadRules) -> Heard:
    """All of them until the time is over, and an upload every now and then."""
    heard, end = Heard(), time.perf_counter() + rules.seconds
    chance = random.Random(7)

    async def asker() -> None:
        await asyncio.sleep(chance.uniform(0, rules.think))
        while time.perf_counter() < end:
            await ask(client, next(asked), heard)
            await asyncio.sleep(chance.expovariate(1 / rules.think))

    async def uploader() -> None:
        while rules.upload_every and time.perf_counter() + rules.upload_every / 2 < end:
            await _upload(client, heard, rules.paragraphs)
            await asyncio.sleep(rules.upload_every)

    await asyncio.gather(uploader(), *(asker() for _ in range(rules.askers)))
    return heard


async def _upload(client: httpx.AsyncClient, heard: Heard, paragraphs: int) -> None:
    """Send a text of that many paragraphs and wait until it is read."""
    lines = questions(1000, paragraphs, salt=90_000 + heard.sent)
    text = "# Sent under load\n\n" + "\n\n".join(line.replace("?", ".") for line in lines)
    heard.sent += 1
    response = await client.post("/api/v1/sources", files={"files": (f"sent-{heard.sent}.md", text.encode())})
    while response.status_code in (200, 202):
        state = response.json()
        if state["state"] == "done":
            heard.read += int(bool(state["items"]) and state["items"][0]["state"] == "ready")
            return
        await asyncio.sleep(0.5)
        response = await client.get(f"/api/v1/jobs/{state['job_id']}")
    heard.errors.append(f"upload: {response.status_code} {response.text[:200]}")


async def measured(address: str, asked: Sequence[str], rules: LoadRules) -> tuple[Heard, Heard]:
    """One alone, then all together. ``asked`` must be enough for both."""
    limits = httpx.Limits(max_connections=rules.askers + 10)
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE_S, limits=limits) as client:
        first = await alone(client, asked[: WARM + rules.alone])
        return first, await together(client, iter(asked[WARM + rules.alone :]), rules)


@contextmanager
def served(folder: Path, workers: int) -> Iterator[str]:
    """``opora serve`` as a process; its address when it answers."""
    program = [sys.executable, "-c", "from opora.cli import main; main()", "--library", str(folder), "serve"]
    command = [*program, "--port", "0", "--workers", str(workers)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as server:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found, "the server did not start"
        for _ in range(600):
            try:
                httpx.get(f"{found[0]}/readyz", timeout=PATIENCE_S).raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.2)
        try:
            yield found[0]
        finally:
            server.send_signal(signal.SIGTERM)


def made(folder: Path, fragments: int) -> Path:
    """A library of that many fragments, or the one that is there."""
    if not (folder / "opora.db").exists():
        create_library(folder)
        embedder = E5Embedder.open()
        library = SqliteLibrary.open(folder)
        fill(library, fragments, embedder.model_id, embedder.dim)
        library.close()
    return folder


HEAD = ("workers", "asking", "n", "p50 ms", "p95 ms", "longest ms", "errors", "files read", "p95 in that of one alone")


def rows(workers: int, first: Heard, then: Heard, rules: LoadRules) -> list[list[str]]:
    def row(who: str, one: Heard, files: str, ratio: str) -> list[str]:
        times = [f"{one.ms(share):.0f}" for share in (50, 95, 100)]
        return [str(workers), who, str(len(one.seconds)), *times, str(len(one.errors)), files, ratio]

    ratio = f"{then.ms(95) / first.ms(95):.2f}"
    return [row("one", first, "–", "1"), row(str(rules.askers), then, f"{then.read} of {then.sent}", ratio)]


def main() -> int:
    taken = options(__doc__, PAGE)
    taken.add_argument("--fragments", type=int, default=10_000)
    taken.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    taken.add_argument("--askers", type=int, default=50)
    taken.add_argument("--seconds", type=float, default=300.0)
    taken.add_argument("--think", type=float, default=10.0, help="mean seconds between a reply and the next question")
    taken.add_argument("--kept", type=Path, help="keep the made-up library here, or take it from here")
    chosen = taken.parse_args()
    rules = LoadRules(chosen.askers, chosen.seconds, chosen.think)
    count = WARM + rules.alone + int(3 * rules.askers * rules.seconds / rules.think) + rules.askers
    told: list[list[str]] = []
    missed, busy = False, os.getloadavg()[1]
    with tempfile.TemporaryDirectory(prefix="opora-load-") as folder:
        library = made(chosen.kept or Path(folder) / "lib", chosen.fragments)
        for number, workers in enumerate(chosen.workers):
            with served(library, workers) as address:
                asked = questions(chosen.fragments, count, salt=500 + number)
                first, then = asyncio.run(measured(address, asked, rules))
            told += rows(workers, first, then, rules)
            missed |= bool(first.errors or then.errors) or then.ms(95) > TIMES * first.ms(95)
            print("\n".join([*first.errors[:5], *then.errors[:5]]), file=sys.stderr)
    text = table(HEAD, told)
    print(text)
    note = (
        f"`python -m bench.load`, commit {commit()}. A made-up library of {chosen.fragments:,} fragments, served by "
        f"`opora serve`, {os.cpu_count()} processors, shared with those who ask; load average of the machine before it: "
        f"{busy:.1f} (what else runs takes its share, and makes people wait for each other). {rules.askers} askers for "
        f"{rules.seconds:.0f} seconds, who wait {rules.think:g} seconds on average (exponential) between a reply and the "
        f"next question; every {rules.upload_every:.0f} seconds a file of {rules.paragraphs} paragraphs is sent and read. "
        f"The goal: no error, and a p95 within {TIMES:g} times that of one person alone.\n\n"
    )
    if not chosen.no_page:
        write_section(PAGE, "Many people at once", note + text)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
