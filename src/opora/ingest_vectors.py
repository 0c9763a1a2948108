"""Which vectors stand for a fragment? One for the whole, with its context, and one for each of its sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

import numpy as np

from opora.canonical import digest
from opora.domain.document import Parsed
from opora.domain.source import Fragment, Version
from opora.errors import BackendError
from opora.fragmenting.late import late_vectors
from opora.fragmenting.material import Help
from opora.ports import Embedder, IndexedFragment, Vector

_BATCH = 16
_LATE = "late"  # leads what is digested for a vector that depends on the whole document
_FEWEST_CHARS = 4  # a shorter "sentence" is a number or a mark; alone it means nothing


@dataclass(frozen=True, slots=True)
class Vectors:
    """By fragment, in order: digest of the embedded text, its vector, and those of its sentences (sentences, dim)."""

    digests: tuple[str, ...]
    whole: tuple[Vector | None, ...]
    sentences: tuple[Vector | None, ...]
    reused: int = 0
    embedded: int = 0


@dataclass(frozen=True, slots=True)
class Cut:
    """A document, its version, and what it was cut into. ``wordings``: path of a block ("" for all of it), and words in
    which people ask for what stands there: searched with the context, never quoted."""

    parsed: Parsed
    version: Version
    fragments: Sequence[Fragment]
    wordings: Sequence[tuple[str, str]] = ()

    def worded(self) -> Cut:
        """The wordings in the context of the fragments they lead to."""
        if not self.wordings:
            return self
        starts = {block.path: block.start for block in self.parsed.blocks}
        found = []
        for piece in self.fragments:
            own = [
                said
                for path, said in self.wordings
                if not path or (path in starts and piece.start <= starts[path] < piece.end)
            ]
            context = "\n".join((*([piece.context] if piece.context else []), *own))
            found.append(replace(piece, context=context) if own else piece)
        return replace(self, fragments=tuple(found))


@dataclass(frozen=True, slots=True)
class Indexed:
    """Fragments as the index takes them; how many vectors were known, and how many were made."""

    fragments: tuple[IndexedFragment, ...]
    reused: int
    embedded: int


class KnownVectors(Protocol):
    """Where vectors may be had that need not be made again. A library is one."""

    def known_vectors(self, model_id: str, embed_digests: Sequence[str]) -> dict[str, Vector]: ...
    def known_sentence_vectors(self, model_id: str, embed_digests: Sequence[str]) -> dict[str, Vector]: ...


@runtime_checkable
class KeepsVectors(Protocol):
    """Takes vectors as they come, so that a run that is stopped need not make them again."""

    def keep_vectors(self, model_id: str, whole: Mapping[str, Vector], parts: Mapping[str, Vector]) -> None: ...


@runtime_checkable
class KnowsWordings(Protocol):
    """Which wordings lead to a source: paths and words. A library does."""

    def aliases_of(self, source_id: str) -> list[tuple[str, str]]: ...


def wordings_of(library: object, source_id: str) -> list[tuple[str, str]]:
    return library.aliases_of(source_id) if isinstance(library, KnowsWordings) else []


def indexed(cut: Cut, known: KnownVectors, embedder: Embedder | None, tell: Callable[[str], None]) -> Indexed:
    """Each fragment with its lemmas and vectors; words that OCR may have put into look-alike letters are found too."""
    from opora.language.lemmas import index_lemmas

    cut = cut.worded()
    language = cut.version.language
    vectors = (late_vectors_of if cut.version.strategy == _LATE else vectors_of)(cut, known, embedder, tell)
    scanned = any(page.confidence is not None for page in cut.parsed.pages)
    made = [
        IndexedFragment(
            fragment=piece,
            lemmas=(*index_lemmas(piece.text, language), *(_meant(piece.text, language) if scanned else ())),
            heading_lemmas=tuple(index_lemmas(piece.stands_under, language)),
            embed_digest=vectors.digests[number],
            vector=vectors.whole[number],
            sentence_vectors=vectors.sentences[number],
        )
        for number, piece in enumerate(cut.fragments)
    ]
    return Indexed(tuple(made), vectors.reused, vectors.embedded)


def _meant(text: str, language: str | None) -> list[str]:
    """What words in look-alike letters mean: found by it, quoted as they were read."""
    from opora.language.lemmas import index_lemmas
    from opora.language.lookalikes import meant

    return index_lemmas(" ".join(meant(text, language)), language)


def help_of(embedder: Embedder | None) -> tuple[Callable[[str], int], Help]:
    """How tokens are counted and likeness is measured; without a model by letters and words."""
    if embedder is None:
        return _rough_tokens, Help()
    return embedder.count_tokens, Help(encode=embedder.encode_passages)


def _rough_tokens(text: str) -> int:
    """Where no tokenizer can be had: about four characters a token."""
    return len(text) // 4 + 1


def late_vectors_of(cut: Cut, known: KnownVectors, embedder: Embedder | None, tell: Callable[[str], None]) -> Vectors:
    """Vectors pooled from those of the document's tokens. They are of this text and place alone, and kept as such.

    BackendError when the model does not give the vectors of tokens.
    """
    if embedder is None:
        return vectors_of(cut, known, None, tell)
    tokens = getattr(embedder, "token_vectors", None)
    if tokens is None:
        raise BackendError(f"{embedder.model_id} gives no vectors of tokens", "choose another strategy than 'late'")
    text = cut.parsed.text
    digests = tuple(digest(f"{_LATE}\n{digest(text)}\n{p.start}-{p.end}\n{p.embedded}") for p in cut.fragments)
    whole = dict(known.known_vectors(embedder.model_id, digests))
    parts = dict(known.known_sentence_vectors(embedder.model_id, list(whole)))
    reused = sum(1 for one in digests if one in whole)
    if reused < len(digests):
        tell(f"embedding {len(text)} characters token by token")
        rows = late_vectors(text, [piece.span for piece in cut.fragments], tokens())
        whole = dict(zip(digests, rows, strict=True))
        parts = _sentences(digests, [piece.text for piece in cut.fragments], embedder)
        if isinstance(known, KeepsVectors):
            known.keep_vectors(embedder.model_id, whole, parts)
    return Vectors(
        digests, tuple(map(whole.get, digests)), tuple(map(parts.get, digests)), reused, len(digests) - reused
    )


def vectors_of(cut: Cut, library: KnownVectors, embedder: Embedder | None, tell: Callable[[str], None]) -> Vectors:
    """Only texts that no version ever had are embedded; without an embedder every vector is ``None``."""
    fragments = cut.fragments
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
        made = dict(zip(batch, embedder.encode_passages([texts[new[one]] for one in batch]), strict=True))
        said = _sentences(batch, [fragments[new[one]].text for one in batch], embedder)
        if isinstance(library, KeepsVectors):
            library.keep_vectors(embedder.model_id, made, said)
        whole.update(made)
        parts.update(said)
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
