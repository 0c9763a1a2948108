"""What do Opora's strategies and three well-known libraries make of the same text, with one embedder and one token counter?"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from opora.domain.document import Parsed
from opora.domain.place import Span
from opora.fragmenting.fragment import fragment
from opora.fragmenting.material import Help
from opora.fragmenting.rules import FragmentRules
from opora.language.sentences import sentences
from opora.ports import Embedder, Vector
from opora.reading.assemble import Draft, Reading, assemble
from opora.reading.limits import ReadLimits
from opora.reading.read import read

_FEWEST_CHARS = 4


@dataclass(frozen=True, slots=True)
class Text:
    """A document as Opora reads it, and as one text for the libraries.

    ``places``: for each thing that can be asked for, its span in ``parsed.text`` and in ``plain``.
    """

    name: str
    parsed: Parsed
    plain: str
    places: tuple[tuple[Span, Span], ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to one text: the places that answer it, by number."""

    text: str
    question: str
    wanted: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Set:
    name: str
    texts: dict[str, Text]
    asked: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """What is matched, and the span that is delivered for it; ``sentences``: what else is matched of it."""

    span: Span
    embedded: str
    delivered: Span
    sentences: tuple[str, ...] = ()
    vector: Vector | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """One strategy or library: ``cut`` gives the pieces of a text; ``plain``: they are places in ``Text.plain``."""

    name: str
    cut: Callable[[Text], list[Piece]]
    plain: bool = False


def chunking_eval(data: Path, folder: Path) -> Set:
    """Chroma's three texts; every reference is one place."""
    where = data / "chunking_eval"
    texts: dict[str, Text] = {}
    rows = list(csv.DictReader((where / "questions_df.csv").open(encoding="utf-8", newline="")))
    asked: list[Asked] = []
    for file in sorted((where / "corpora").glob("*.md")):
        raw = file.read_text("utf-8")
        parsed = as_read(raw, folder)
        at = _aligned(raw, parsed.text)
        places: list[tuple[Span, Span]] = []
        for row in rows:
            if row["corpus_id"] != file.stem:
                continue
            wanted = []
            for one in json.loads(row["references"]):
                inside = [at[n] for n in range(one["start_index"], one["end_index"]) if at[n] >= 0]
                span = Span(min(inside), max(inside) + 1)
                wanted.append(len(places))
                places.append((span, span))
            asked.append(Asked(file.stem, row["question"], tuple(wanted)))
        texts[file.stem] = Text(file.stem, parsed, parsed.text, tuple(places))
    return Set("chunking_eval", texts, tuple(asked))


def policyqa(data: Path) -> Set:
    """Privacy policies: the segments of a site in their order are the paragraphs of one document."""
    texts: dict[str, Text] = {}
    asked: list[Asked] = []
    file = next((data / "policyqa").glob("*.json"))
    for site in json.loads(file.read_text("utf-8"))["data"]:
        parts = list(dict.fromkeys(paragraph["context"].strip() for paragraph in site["paragraphs"]))
        parsed = assemble(Reading(tuple(Draft("paragraph", part) for part in parts), "text/plain", "bench"))
        places: list[tuple[Span, Span]] = []
        for paragraph in site["paragraphs"]:
            start = parsed.text.find(paragraph["context"].strip())
            for qa in paragraph["qas"]:
                low = start + qa["answers"][0]["answer_start"]
                span = Span(low, low + len(qa["answers"][0]["text"]))
                asked.append(Asked(site["title"], qa["question"], (len(places),)))
                places.append((span, span))
        texts[site["title"]] = Text(site["title"], parsed, parsed.text, tuple(places))
    return Set("policyqa", texts, tuple(asked))


def qmsum(data: Path, most: int = 99) -> Set:
    """Meetings: every turn is one place; for the libraries each is a line that begins with its speaker."""
    texts: dict[str, Text] = {}
    asked: list[Asked] = []
    files = sorted((data / "qmsum").glob("*.json"), key=lambda file: (file.stat().st_size, file.name))
    for file in files[:most]:
        held = json.loads(file.read_text("utf-8"))
        turns = [(t["speaker"], t["content"].strip() or "-") for t in held["meeting_transcripts"]]
        drafts = tuple(Draft("turn", said, speaker=who) for who, said in turns)
        parsed = assemble(Reading(drafts, "text/vtt", "bench"))
        plain, lines = "", []
        for who, said in turns:
            line = f"{who}: {said}\n"
            lines.append(Span(len(plain), len(plain) + len(line) - 1))
            plain += line
        assert len(parsed.blocks) == len(lines)
        places = tuple((block.span, line) for block, line in zip(parsed.blocks, lines, strict=True))
        texts[file.stem] = Text(file.stem, parsed, plain, places)
        for query in held["specific_query_list"]:
            wanted = {n for low, high in query["relevant_text_span"] for n in range(int(low), int(high) + 1)}
            kept = tuple(sorted(n for n in wanted if n < len(places)))
            asked.append(Asked(file.stem, query["query"], kept))
    return Set("qmsum", texts, tuple(asked))


def as_read(raw: str, folder: Path) -> Parsed:
    file = folder / "text.txt"
    file.write_text(raw, "utf-8")
    return read(file, ReadLimits(), name="text.txt")


def _aligned(raw: str, text: str) -> npt.NDArray[np.int64]:
    """Where each character of the file went; -1 for white space. Reading changes nothing but white space."""
    at = np.full(len(raw) + 1, -1, np.int64)
    place = 0
    for number, char in enumerate(raw):
        if char.isspace():
            continue
        place = text.index(char, place)
        at[number] = place
        place += 1
    return at


def opora(name: str, rules: FragmentRules, embedder: Any, deliver: str = "fragment") -> Way:
    """A strategy with its own vectors: whole fragments, and their sentences as the index keeps them."""

    def cut(text: Text) -> list[Piece]:
        helped = Help(encode=lambda texts: embedder.encode_passages(list(texts)))
        passages, found = fragment(text.parsed, "t@1", "", rules, embedder.count_tokens, helped)
        around = {one.passage_id: one.span for one in passages}
        late: Sequence[Vector | None] = [None] * len(found)
        if rules.strategy == "late":
            late = list(embedder.late(text.parsed.text, [one.span for one in found]))
        pieces = []
        for one, vector in zip(found, late, strict=True):
            said = tuple(s.of(one.text) for s in sentences(one.text) if len(s) >= _FEWEST_CHARS)
            delivered = one.span if deliver == "fragment" else around[one.passage_id]
            pieces.append(Piece(one.span, one.embedded, delivered, said if len(said) > 1 else (), vector))
        return pieces

    return Way(name, cut)


def libraries(embedder: Any, sizes: Iterable[int] = (200, 400)) -> list[Way]:
    """LangChain's recursive splitter, chonkie's token, sentence and semantic chunkers; sizes and defaults of their own."""
    from chonkie import SemanticChunker, SentenceChunker, TokenChunker
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    count = embedder.count_tokens
    raw = getattr(embedder, "_inner", embedder)
    ways: list[Way] = []
    for size, overlap in (*((size, 0) for size in sizes), (500, 50)):
        splitter = RecursiveCharacterTextSplitter(
            chunk_size=size, chunk_overlap=overlap, add_start_index=True, length_function=count
        )
        ways.append(_library(f"langchain recursive {size}/{overlap}", lambda t, s=splitter: _langchain(s, t)))
    for size in sizes:
        made: list[tuple[str, Any]] = [
            ("token", TokenChunker(tokenizer=raw.parts.tokenizer, chunk_size=size, chunk_overlap=0)),
            ("sentence", SentenceChunker(tokenizer=count, chunk_size=size, chunk_overlap=0)),
            ("semantic", SemanticChunker(_as_chonkie(embedder), chunk_size=size)),
        ]
        for name, chunker in made:
            ways.append(_library(f"chonkie {name} {size}", lambda t, c=chunker: _chonkie(c, t)))
    ways.append(
        _library("chonkie semantic, its defaults", lambda t: _chonkie(SemanticChunker(_as_chonkie(embedder)), t))
    )
    return ways


def _library(name: str, cut: Callable[[str], list[Span]]) -> Way:
    def pieces(text: Text) -> list[Piece]:
        return [Piece(span, span.of(text.plain), span) for span in cut(text.plain) if span.of(text.plain).strip()]

    return Way(name, pieces, plain=True)


def _langchain(splitter: Any, text: str) -> list[Span]:
    """With an overlap in tokens it gives -1 for some starts; those are looked for here, so that it is not marked down."""
    spans: list[Span] = []
    for made in splitter.create_documents([text]):
        start = made.metadata["start_index"]
        if start < 0:
            start = max(text.find(made.page_content, spans[-1].start if spans else 0), 0)
        spans.append(Span(start, start + len(made.page_content)))
    return spans


def _chonkie(chunker: Any, text: str) -> list[Span]:
    """Where each chunk really stands: with this vocabulary the token chunker's own places drift away from its text."""
    spans: list[Span] = []
    at = 0
    for chunk in chunker.chunk(text):
        span = Span(min(chunk.start_index, len(text)), min(max(chunk.end_index, chunk.start_index), len(text)))
        if span.of(text) != chunk.text:
            said = chunk.text.strip()
            start = text.find(said, at) if said else -1
            span = Span(start, start + len(said)) if start >= 0 else Span(at, min(at + len(chunk.text), len(text)))
        at = max(at, span.end - 20)
        spans.append(span)
    return spans


def _as_chonkie(embedder: Embedder) -> Any:
    from chonkie.embeddings import BaseEmbeddings

    class Same(BaseEmbeddings):  # type: ignore[misc]
        def embed(self, text: str) -> Any:
            return embedder.encode_passages([text])[0]

        def embed_batch(self, texts: list[str]) -> Any:
            return list(embedder.encode_passages(texts))

        def similarity(self, u: Any, v: Any) -> Any:
            return np.float32(u @ v)

        @property
        def dimension(self) -> int:
            return embedder.dim

        def get_tokenizer(self) -> Any:
            return embedder.count_tokens

    return Same()


def by_text(asked: Iterable[Asked]) -> Iterable[tuple[str, list[Asked]]]:
    ordered = sorted(asked, key=lambda one: one.text)
    return ((name, list(group)) for name, group in groupby(ordered, key=lambda one: one.text))
