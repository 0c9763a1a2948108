"""What does a library of any size look like without reading any file? Made-up sentences with the word statistics of text."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from opora.canonical import digest
from opora.domain.document import Block, Parsed
from opora.domain.place import Validity
from opora.domain.source import Fragment, Passage, Source, Version
from opora.language.lemmas import index_lemmas
from opora.ports import IndexedFragment, Library, Publication

SUBJECTS = (
    "delivery",
    "refund",
    "premium",
    "deposit",
    "invoice",
    "licence",
    "warranty",
    "storage",
    "repair",
    "transfer",
)
VERBS = ("takes", "costs", "requires", "covers", "excludes", "allows", "limits", "includes")
UNITS = ("days", "euros", "percent", "months", "hours", "kilograms")
FREQUENT = "the of and to a in is that for it as was with be by on not he his but at are this have from or had an"
VOCABULARY = 40_000
SIZES = (10, 40, 100, 400)  # fragments of a document, in turns
SENTENCES = 3  # of a fragment: one that answers a question, the rest around it
SECTION = 5  # fragments of a passage: in real libraries one to three on average, at most sixteen of this size


@dataclass(frozen=True, slots=True)
class Words:
    """A vocabulary in which the word of rank r is used as often as Zipf and Mandelbrot say."""

    spellings: tuple[str, ...]
    shares: np.ndarray

    def some(self, chance: np.random.Generator, count: int) -> list[str]:
        return [self.spellings[rank] for rank in np.searchsorted(self.shares, chance.random(count))]


@cache
def vocabulary() -> Words:
    """English function words on top, made-up ones below: two to four syllables, so that some share their first letters."""
    chance = np.random.default_rng(11)
    syllables = [a + b for a in "bcdfglmnprstvz" for b in ("a", "e", "i", "o", "u", "en", "or", "al", "is")]
    made: dict[str, None] = dict.fromkeys(FREQUENT.split())
    while len(made) < VOCABULARY:
        made["".join(chance.choice(syllables, int(chance.integers(2, 5))))] = None
    weights = (np.arange(VOCABULARY) + 2.7) ** -1.07
    return Words(tuple(made), np.cumsum(weights / weights.sum()))


def fill(library: Library, fragments: int, model_id: str, dim: int, seed: int = 7) -> None:
    """Publish ``fragments`` fragments of three sentences, with random unit vectors around 200 centres."""
    chance = np.random.default_rng(seed)
    centres = chance.normal(size=(200, dim)).astype(np.float32)
    for number, size in enumerate(_sizes(fragments)):
        library.publish(_publication(number, size, chance, centres, model_id))


def key(document: int, place: int) -> str:
    """The rare word of one fragment."""
    return f"k{document}n{place}"


def keys(fragments: int) -> list[str]:
    """The rare words of all fragments that ``fill`` makes of this many."""
    return [key(number, place) for number, size in enumerate(_sizes(fragments)) for place in range(size)]


def _sizes(fragments: int) -> Iterator[int]:
    left, turn = fragments, 0
    while left > 0:
        size = min(SIZES[turn % len(SIZES)], left)
        yield size
        left, turn = left - size, turn + 1


def _paragraph(chance: np.random.Generator, document: int, place: int) -> str:
    subject, verb, unit = (str(chance.choice(words)) for words in (SUBJECTS, VERBS, UNITS))
    first = f"The {subject} of order group {key(document, place)} {verb} {int(chance.integers(2, 900))} {unit} for"
    rest = vocabulary().some(chance, 12 + 20 * (SENTENCES - 1))
    more = [" ".join(rest[start : start + 20]).capitalize() + "." for start in range(12, len(rest), 20)]
    return " ".join([first, *rest[:12]]) + ". " + " ".join(more)


def _units(chance: np.random.Generator, count: int, centres: np.ndarray) -> np.ndarray:
    """Unit vectors around the centres, shape (count, dim)."""
    places = centres[chance.integers(0, len(centres), count)]
    vectors = places + 0.7 * chance.standard_normal((count, centres.shape[1]), np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def _publication(
    number: int, size: int, chance: np.random.Generator, centres: np.ndarray, model_id: str
) -> Publication:
    source_id = f"syn{number:05}"
    version_id = f"{source_id}@v1"
    lines = [_paragraph(chance, number, place) for place in range(size)]
    text = "\n".join(lines)
    starts = np.cumsum([0, *(len(line) + 1 for line in lines[:-1])]).tolist()
    blocks = tuple(
        Block(path=f"para{place + 1}", kind="paragraph", start=start, end=start + len(line))
        for place, (start, line) in enumerate(zip(starts, lines, strict=True))
    )
    passages = tuple(
        Passage(
            digest(f"{version_id} passage {first}")[:24],
            version_id,
            blocks[first].start,
            blocks[min(first + SECTION, size) - 1].end,
            blocks[first].path,
        )
        for first in range(0, size, SECTION)
    )
    vectors = _units(chance, size, centres)
    parts = _units(chance, size * SENTENCES, centres).reshape(size, SENTENCES, -1)
    pieces = [
        Fragment(
            fragment_id=digest(f"{version_id} {block.path}")[:24],
            version_id=version_id,
            passage_id=passages[place // SECTION].passage_id,
            start=block.start,
            end=block.end,
            path=block.path,
            text=line,
            tokens=90,
        )
        for place, (block, line) in enumerate(zip(blocks, lines, strict=True))
    ]
    indexed = tuple(
        IndexedFragment(
            fragment=piece,
            lemmas=tuple(index_lemmas(piece.text, "en")),
            heading_lemmas=(),
            embed_digest=digest(piece.embedded),
            vector=vectors[place],
            sentence_vectors=parts[place],
        )
        for place, piece in enumerate(pieces)
    )
    version = Version(
        version_id=version_id,
        source_id=source_id,
        label="v1",
        bytes_digest=digest(text),
        text_digest=digest(text),
        validity=Validity(dt.date(2026, 1, 1), None),
        language="en",
        media_type="text/plain",
        strategy="parent_child",
    )
    return Publication(
        source=Source(source_id, state="ready"),
        version=version,
        parsed=Parsed(text=text, blocks=blocks, media_type="text/plain", reader="synthetic"),
        passages=passages,
        fragments=indexed,
        model_id=model_id,
    )
