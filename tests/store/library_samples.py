"""Small publications to fill a library with."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import numpy as np

from opora.canonical import digest
from opora.domain.document import Block, Parsed
from opora.domain.place import Validity
from opora.domain.source import Fragment, Passage, Source, Version
from opora.ports import IndexedFragment, Publication, Vector

MODEL = "random-8"
DIM = 64


def vector(seed: str) -> Vector:
    """The same unit vector for the same text."""
    values = np.random.default_rng(int(digest(seed)[:8], 16)).normal(size=DIM).astype(np.float32)
    return np.asarray(values / np.linalg.norm(values), np.float32)


def parts(sentence: str) -> Vector | None:
    """A vector for each clause; ``None`` when there is only one."""
    clauses = sentence.split(", ")
    return np.stack([vector(clause) for clause in clauses]) if len(clauses) > 1 else None


def publication(
    source: Source,
    slug: str,
    sentences: Sequence[str],
    start: dt.date | None = None,
    end: dt.date | None = None,
) -> Publication:
    """One paragraph a sentence, all under one passage."""
    version_id = f"{source.source_id}@{slug}"
    text, blocks, fragments = "", [], []
    for number, sentence in enumerate(sentences, 1):
        text += "\n\n" if text else ""
        at = len(text)
        text += sentence
        blocks.append(Block(f"para{number}", "paragraph", at, len(text)))
        passage_id = f"{version_id}#P1"
        fragment = Fragment(f"{version_id}#F{number}", version_id, passage_id, at, len(text), f"para{number}", sentence)
        fragments.append(
            IndexedFragment(
                fragment, tuple(sentence.casefold().split()), (), digest(sentence), vector(sentence), parts(sentence)
            )
        )
    version = Version(version_id, source.source_id, slug, digest(text + slug), digest(text), Validity(start, end))
    passages = (Passage(f"{version_id}#P1", version_id, 0, len(text), "para1"),) if sentences else ()
    parsed = Parsed(text, tuple(blocks), "text/plain", "test")
    return Publication(source, version, parsed, passages, tuple(fragments), (), MODEL)
