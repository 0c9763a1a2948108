"""Which vectors stand for a fragment? One for the whole, with its context, and one for each of its sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from opora.canonical import digest
from opora.domain.source import Fragment
from opora.ports import Embedder, Library, Vector

_BATCH = 16
_FEWEST_CHARS = 4  # a shorter "sentence" is a number or a mark; alone it means nothing


@dataclass(frozen=True, slots=True)
class Vectors:
    """By fragment, in order: digest of the embedded text, its vector, and those of its sentences (sentences, dim)."""

    digests: tuple[str, ...]
    whole: tuple[Vector | None, ...]
    sentences: tuple[Vector | None, ...]
    reused: int = 0
    embedded: int = 0


def vectors_of(
    fragments: Sequence[Fragment], library: Library, embedder: Embedder | None, tell: Callable[[str], None]
) -> Vectors:
    """Only texts that no version ever had are embedded; without an embedder every vector is ``None``."""
    texts = [piece.embedded for piece in fragments]
    digests = tuple(digest(text) for text in texts)
    if embedder is None:
        none = (None,) * len(digests)
        return Vectors(digests, none, none)
    whole = dict(library.known_vectors(embedder.model_id, digests))
    parts = dict(library.known_sentence_vectors(embedder.model_id, list(whole)))
    reused = sum(1 for one in digests if one in whole)
    new = {one: number for number, one in enumerate(digests) if one not in whole}
    wanted = list(new)
    for start in range(0, len(wanted), _BATCH):
        tell(f"embedding {start} of {len(wanted)}")
        batch = wanted[start : start + _BATCH]
        whole.update(zip(batch, embedder.encode_passages([texts[new[one]] for one in batch]), strict=True))
        parts.update(_sentences(batch, [fragments[new[one]].text for one in batch], embedder))
    return Vectors(digests, tuple(map(whole.get, digests)), tuple(map(parts.get, digests)), reused, len(wanted))


def _sentences(digests: Sequence[str], texts: Sequence[str], embedder: Embedder) -> dict[str, Vector]:
    """Sentence vectors of each text that has at least two sentences; one that is a single sentence has its own already."""
    from opora.language.sentences import sentences

    found: dict[str, Vector] = {}
    for one, text in zip(digests, texts, strict=True):
        said = [span.of(text) for span in sentences(text) if len(span) >= _FEWEST_CHARS]
        if len(said) > 1:
            found[one] = np.asarray(embedder.encode_passages(said), np.float32)
    return found
