"""How fast is a text cut, in megabytes a second, by Opora and by the libraries, in one run and with one token counter?"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bench.figures import commit, table
from bench.ladder_marks import Part
from opora.domain.document import Parsed
from opora.domain.place import Span
from opora.fragmenting.fragment import fragment
from opora.fragmenting.rules import RECURSIVE_1200_CHARS, FragmentRules, Strategy
from opora.reading.assemble import Draft, Reading, assemble

_ROUNDS = 5
Cut = Callable[[], Sequence[tuple[Span, str]]]
OWN: tuple[Strategy, ...] = ("recursive", "sentence", "heading", "parent_child")


@dataclass(frozen=True, slots=True)
class Timed:
    """One way to cut the text. ``repeats``: it repeats the end of a piece at the beginning of the next."""

    size: str
    name: str
    cut: Cut
    repeats: bool = False

    @property
    def kind(self) -> str:
        """What it does: ``characters`` looks for marks and spaces alone, ``sentences`` for the ends of sentences."""
        return "characters" if self.name.endswith(("recursive", "token")) else "sentences"

    @property
    def own(self) -> bool:
        return self.name.startswith("opora")


def speeds(data: Path, embedder: Any, most: int) -> Part:
    """The goal of every way of ours: half the speed of the fastest library that keeps offsets and does the same at the same size."""
    folder = data / "chunking_eval" / "corpora"
    raw = "\n\n".join(file.read_text("utf-8") for file in sorted(folder.glob("*.md")))
    parts = tuple(Draft("paragraph", part) for part in raw.split("\n\n") if part.strip())
    parsed = assemble(Reading(parts, "text/plain", "bench"))
    ways = [*_by_tokens(parsed, embedder), *_by_chars(parsed, False), *_by_chars(parsed, True)]
    timed = [(way, *one) for way, one in zip(ways, _timed(parsed.text, [way.cut for way in ways]), strict=True)]
    rows: list[list[str]] = []
    goals: list[tuple[str, bool]] = []
    for way, speed, kept in timed:
        others = [(other, of_it) for other, of_it, whole in timed if whole and not other.own and other.size == way.size]
        fastest = max(of_it for _, of_it in others)
        alike = max(of_it for other, of_it in others if other.kind == way.kind)
        row = [way.size, way.name, way.kind, f"{speed:.2f}", "yes" if kept else "no"]
        rows.append([*row, f"{speed / alike:.2f}", f"{speed / fastest:.2f}"])
        if way.own:
            goals.append((f"speed of {way.name} at {way.size}", speed >= alike / 2))
    print(*(" | ".join(row) for row in rows), sep="\n", flush=True)
    body = f"`python -m bench.ladder --only speed`, commit {commit()}. {len(parsed.text) / 1e6:.2f} MB, processor time, the best of"
    body += f" {_ROUNDS} rounds in which the ways take turns. One token counter for all: the embedder's. Offsets are kept when every chunk is"
    body += " the text between its start and its end. The parsed document is given; Opora's time includes contexts, passages and ids,"
    body += " which the libraries do not make. Like is compared with like, at the same size and with as much repeated: `characters`"
    body += " cut at marks and spaces wherever the size is full, `sentences` look for the ends of sentences (chonkie's own: after"
    body += ' ". ", "! ", "? " and line breaks; ours know abbreviations, initials, amounts and lists). The goal is half the speed of the'
    body += " fastest of its kind that keeps offsets; the last column is against the fastest of either kind.\n\n"
    missed = [name for name, met in goals if not met]
    told = f"\nThe goal is not met by: {'; '.join(missed)}.\n" if missed else ""
    head = ["size", "way", "kind", "MB/s", "offsets kept", "of the fastest of its kind", "of the fastest"]
    return Part("Speed", body + table(head, rows) + told, tuple(goals))


def _timed(text: str, cuts: Sequence[Cut]) -> list[tuple[float, bool]]:
    """Megabytes a second, and whether every chunk is the text at its place."""
    least = [float("inf")] * len(cuts)
    kept = [True] * len(cuts)
    for _ in range(_ROUNDS):
        for number, cut in enumerate(cuts):
            began = time.process_time()
            made = cut()
            least[number] = min(least[number], time.process_time() - began)
            kept[number] = all(span.start >= 0 and span.of(text) == said for span, said in made)
    return [(len(text) / 1e6 / took, whole) for took, whole in zip(least, kept, strict=True)]


def _own(parsed: Parsed, rules: FragmentRules, count: Callable[[str], int]) -> Cut:
    return lambda: [(one.span, one.text) for one in fragment(parsed, "t@1", "", rules, count)[1]]


def _by_tokens(parsed: Parsed, embedder: Any) -> list[Timed]:
    text, size = parsed.text, "200 tokens"
    from chonkie import RecursiveChunker, SentenceChunker, TokenChunker
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    inner = getattr(embedder, "_inner", embedder)
    count = inner.count_tokens
    count("loaded")
    split = RecursiveCharacterTextSplitter(chunk_size=200, chunk_overlap=0, add_start_index=True, length_function=count)
    token = TokenChunker(tokenizer=inner.parts.tokenizer, chunk_size=200, chunk_overlap=0)
    sentence = SentenceChunker(tokenizer=count, chunk_size=200, chunk_overlap=0)
    return [
        *(Timed(size, f"opora {name}", _own(parsed, FragmentRules(name, 200, 0), count)) for name in OWN),
        Timed(size, "langchain recursive", lambda: _langchain(split, text)),
        Timed(size, "chonkie token", lambda: _chonkie(token, text)),
        Timed(size, "chonkie sentence", lambda: _chonkie(sentence, text)),
        Timed(size, "chonkie recursive", lambda: _chonkie(RecursiveChunker(tokenizer=count, chunk_size=200), text)),
    ]


def _by_chars(parsed: Parsed, repeats: bool) -> list[Timed]:
    """Chonkie's recursive chunker repeats nothing; of ours, neither do those that cut by sections."""
    text, most = parsed.text, 150 if repeats else 0
    from chonkie import RecursiveChunker, SentenceChunker, TokenChunker
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    size = f"1200 characters, {most} repeated"
    split = RecursiveCharacterTextSplitter(chunk_size=1200, chunk_overlap=most, add_start_index=True)
    sized: dict[str, Any] = {"tokenizer": "character", "chunk_size": 1200}
    token, sentence = TokenChunker(chunk_overlap=most, **sized), SentenceChunker(chunk_overlap=most, **sized)
    own: tuple[Strategy, ...] = ("recursive", "sentence") if repeats else OWN
    ways = [
        *(Timed(size, f"opora {name}", _own(parsed, _rules(name, most), _quarter), repeats) for name in own),
        Timed(size, "langchain recursive", lambda: _langchain(split, text), repeats),
        Timed(size, "chonkie token", lambda: _chonkie(token, text), repeats),
        Timed(size, "chonkie sentence", lambda: _chonkie(sentence, text), repeats),
    ]
    if not repeats:
        ways.append(Timed(size, "chonkie recursive", lambda: _chonkie(RecursiveChunker(**sized), text)))
    return ways


def _rules(name: Strategy, repeated: int) -> FragmentRules:
    return replace(RECURSIVE_1200_CHARS, strategy=name, overlap=repeated)


def _quarter(part: str) -> int:
    return len(part) // 4 + 1


def _langchain(splitter: Any, text: str) -> list[tuple[Span, str]]:
    made = splitter.create_documents([text])
    starts = [(max(one.metadata["start_index"], 0), one.page_content) for one in made]
    return [(Span(start, start + len(said)), said) for start, said in starts]


def _chonkie(chunker: Any, text: str) -> list[tuple[Span, str]]:
    return [(Span(one.start_index, one.end_index), one.text) for one in chunker.chunk(text)]
