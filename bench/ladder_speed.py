"""How fast is a text cut, in megabytes a second, by Opora and by the libraries, in one run and with one token counter?"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.figures import commit, table
from bench.ladder_marks import Part
from opora.domain.document import Parsed
from opora.domain.place import Span
from opora.fragmenting.fragment import fragment
from opora.fragmenting.rules import RECURSIVE_1200_CHARS, FragmentRules
from opora.reading.assemble import Draft, Reading, assemble

_ROUNDS = 5
Cut = Callable[[], Sequence[tuple[Span, str]]]


def speeds(data: Path, embedder: Any, most: int) -> Part:
    """The goal is half the speed of the fastest library that keeps offsets, at the same sizes."""
    folder = data / "chunking_eval" / "corpora"
    raw = "\n\n".join(file.read_text("utf-8") for file in sorted(folder.glob("*.md")))
    parts = tuple(Draft("paragraph", part) for part in raw.split("\n\n") if part.strip())
    parsed = assemble(Reading(parts, "text/plain", "bench"))
    text = parsed.text
    rows: list[list[str]] = []
    goals: list[tuple[str, bool]] = []
    for unit, own, theirs in (("200 tokens", *_by_tokens(parsed, embedder)), ("1200 characters", *_by_chars(parsed))):
        timed = {name: _timed(text, cut) for name, cut in {**own, **theirs}.items()}
        keeping = {name: speed for name, (speed, kept) in timed.items() if kept and name in theirs}
        fastest = max(keeping, key=lambda name: keeping[name])
        for name, (speed, kept) in timed.items():
            ratio = f"{speed / keeping[fastest]:.2f}"
            rows.append([unit, name, f"{speed:.2f}", "yes" if kept else "no", ratio])
        best = max(own, key=lambda name: timed[name][0])
        goals.append((f"speed at {unit}", timed[best][0] >= keeping[fastest] / 2))
        print(unit, {name: round(speed, 2) for name, (speed, _) in timed.items()}, flush=True)
    body = f"`python -m bench.ladder --only speed`, commit {commit()}. {len(text) / 1e6:.2f} MB, processor time, the best of"
    body += f" {_ROUNDS} rounds. One token counter for all: the embedder's. Offsets are kept when every chunk is the text between"
    body += " its start and its end. The parsed document is given; Opora's time includes contexts, passages and ids. It asks for"
    body += " the borders of sentences in four languages, which the others do not; where sizes are counted in characters that is"
    body += " nearly all of its time, and the goal of half the fastest is not met there.\n\n"
    head = ["size", "way", "MB/s", "offsets kept", "of the fastest that keeps them"]
    return Part("Speed", body + table(head, rows), tuple(goals))


def _timed(text: str, cut: Cut) -> tuple[float, bool]:
    least = float("inf")
    made: Sequence[tuple[Span, str]] = ()
    for _ in range(_ROUNDS):
        began = time.process_time()
        made = cut()
        least = min(least, time.process_time() - began)
    return len(text) / 1e6 / least, all(span.start >= 0 and span.of(text) == said for span, said in made)


def _own(parsed: Parsed, rules: FragmentRules, count: Callable[[str], int]) -> Cut:
    return lambda: [(one.span, one.text) for one in fragment(parsed, "t@1", "", rules, count)[1]]


def _by_tokens(parsed: Parsed, embedder: Any) -> tuple[dict[str, Cut], dict[str, Cut]]:
    text = parsed.text
    from chonkie import RecursiveChunker, SentenceChunker, TokenChunker
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    inner = getattr(embedder, "_inner", embedder)
    count = inner.count_tokens
    count("loaded")
    split = RecursiveCharacterTextSplitter(chunk_size=200, chunk_overlap=0, add_start_index=True, length_function=count)
    own = {
        "opora recursive": _own(parsed, FragmentRules("recursive", 200, 0), count),
        "opora parent_child": _own(parsed, FragmentRules("parent_child", 200), count),
    }
    token = TokenChunker(tokenizer=inner.parts.tokenizer, chunk_size=200, chunk_overlap=0)
    theirs: dict[str, Cut] = {
        "langchain recursive": lambda: _langchain(split, text),
        "chonkie token": lambda: _chonkie(token, text),
        "chonkie sentence": lambda: _chonkie(SentenceChunker(tokenizer=count, chunk_size=200, chunk_overlap=0), text),
        "chonkie recursive": lambda: _chonkie(RecursiveChunker(tokenizer=count, chunk_size=200), text),
    }
    return own, theirs


def _by_chars(parsed: Parsed) -> tuple[dict[str, Cut], dict[str, Cut]]:
    text = parsed.text
    from chonkie import RecursiveChunker, SentenceChunker, TokenChunker
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    split = RecursiveCharacterTextSplitter(chunk_size=1200, chunk_overlap=150, add_start_index=True)
    own = {"opora recursive": _own(parsed, RECURSIVE_1200_CHARS, lambda part: len(part) // 4 + 1)}
    sized: dict[str, Any] = {"tokenizer": "character", "chunk_size": 1200}
    theirs: dict[str, Cut] = {
        "langchain recursive": lambda: _langchain(split, text),
        "chonkie token": lambda: _chonkie(TokenChunker(chunk_overlap=150, **sized), text),
        "chonkie sentence": lambda: _chonkie(SentenceChunker(chunk_overlap=150, **sized), text),
        "chonkie recursive": lambda: _chonkie(RecursiveChunker(**sized), text),
    }
    return own, theirs


def _langchain(splitter: Any, text: str) -> list[tuple[Span, str]]:
    made = splitter.create_documents([text])
    starts = [(max(one.metadata["start_index"], 0), one.page_content) for one in made]
    return [(Span(start, start + len(said)), said) for start, said in starts]


def _chonkie(chunker: Any, text: str) -> list[tuple[Span, str]]:
    return [(Span(one.start_index, one.end_index), one.text) for one in chunker.chunk(text)]
