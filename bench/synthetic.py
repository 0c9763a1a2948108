"""What does a library of any size look like without reading any file? Made-up sentences with the word statistics of text."""

from __future__ import annotations

import datetime as dt

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
PER_DOCUMENT = 50


def fill(library: Library, fragments: int, model_id: str, dim: int, seed: int = 7) -> None:
    """Publish ``fragments`` one-paragraph fragments, 50 to a document, with random unit vectors around 200 centres."""
    chance = np.random.default_rng(seed)
    centres = chance.normal(size=(200, dim)).astype(np.float32)
    for number in range(-(-fragments // PER_DOCUMENT)):
        library.publish(_publication(number, chance, centres, model_id))


def _sentence(chance: np.random.Generator, document: int, place: int) -> str:
    rare = [f"w{min(int(chance.zipf(1.3)), 60_000)}x" for _ in range(14)]
    subject, verb, unit = (str(chance.choice(words)) for words in (SUBJECTS, VERBS, UNITS))
    words = [
        f"The {subject} of order group k{document}n{place} {verb} {int(chance.integers(2, 900))} {unit} for",
        *rare,
    ]
    return " ".join(words) + "."


def _publication(number: int, chance: np.random.Generator, centres: np.ndarray, model_id: str) -> Publication:
    source_id = f"syn{number:05}"
    version_id = f"{source_id}@v1"
    lines = [_sentence(chance, number, place) for place in range(PER_DOCUMENT)]
    text = "\n".join(lines)
    starts = np.cumsum([0, *(len(line) + 1 for line in lines[:-1])]).tolist()
    blocks = tuple(
        Block(path=f"para{place + 1}", kind="paragraph", start=start, end=start + len(line))
        for place, (start, line) in enumerate(zip(starts, lines, strict=True))
    )
    passage_id = digest(f"{version_id} passage")[:24]
    vectors = centres[chance.integers(0, len(centres), len(lines))] + 0.7 * chance.normal(
        size=(len(lines), centres.shape[1])
    )
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    indexed = tuple(
        IndexedFragment(
            fragment=Fragment(
                fragment_id=digest(f"{version_id} {block.path}")[:24],
                version_id=version_id,
                passage_id=passage_id,
                start=block.start,
                end=block.end,
                path=block.path,
                text=line,
                tokens=40,
            ),
            lemmas=tuple(index_lemmas(line, "en")),
            heading_lemmas=(),
            embed_digest=digest(f"{version_id} {line}"),
            vector=vector,
        )
        for block, line, vector in zip(blocks, lines, vectors, strict=True)
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
        passages=(Passage(passage_id, version_id, 0, len(text), "para1"),),
        fragments=indexed,
        model_id=model_id,
    )
