"""Does the word index still lead to each fragment by the words it was published with, and by no others?

The index keeps no text and can be read only word by word, so the seal of a fragment is a sum over its words that does not depend on
their order: 128 bits of SHA-256 for each place of a word, headings apart from the text. A version's seal is the SHA-256 of these sums.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from opora.ports import IndexedFragment
from opora.store.connection import fetch, shown
from opora.store.frequent import indexed_places
from opora.store.tokens import as_tokens

if TYPE_CHECKING:
    import apsw

KIND: Final = "words"
_LONGEST = 32_768  # bytes of a word, of which the index keeps no more
_TOKENIZER: Final = ("unicode61", ["remove_diacritics", "0", "categories", "L* M* N* P* S* Co"])
_INDEXED = "select cast(term as blob), group_concat(doc * 2 + (col = 'head')) from place group by term order by term"  # one scan
_FRAGMENTS = (
    "select f.id, cast(f.fragment_id as blob), cast(v.version_id as blob) from fragment f"
    " join version v on v.id = f.version order by f.id"
)
Sum = npt.NDArray[np.uint64]


def seal_words(connection: apsw.Connection, version_id: str, fragments: Iterable[IndexedFragment]) -> None:
    """Seal the words of a version as it is published, inside the caller's transaction; fragments in their order."""
    tokenise = _tokeniser(connection)
    sums = (
        (f.fragment.fragment_id.encode(), _sum(tokenise, f.lemmas, b"own") + _sum(tokenise, f.heading_lemmas, b"head"))
        for f in fragments
    )
    _keep(connection, [(version_id, _digest(sums))])


def seal_all_words(connection: apsw.Connection) -> None:
    """Seal what was indexed before there were these seals; what the index holds now is what counts from then on."""
    _keep(connection, indexed_words(connection).items())


def indexed_words(connection: apsw.Connection) -> dict[str, str]:
    """The digest of each version's words as the index holds them now."""
    rows = fetch(connection, _FRAGMENTS)
    ids = np.array([row[0] for row in rows], np.int64)
    sums = np.zeros((len(ids), 2), np.uint64)
    for term, marks in _terms(connection):
        for rows_of, mark in ((marks[marks & 1 == 0], b"own"), (marks[marks & 1 == 1], b"head")):
            if len(rows_of):
                np.add.at(sums, _places(ids, rows_of >> 1), _mark(term, mark))
    of_version: dict[str, list[tuple[bytes, Sum]]] = defaultdict(list)
    for (_, name, version), found in zip(rows, sums, strict=True):
        of_version[shown(version)].append((name, found))
    empty = (shown(row[0]) for row in fetch(connection, "select cast(version_id as blob) from version"))
    return {version: _digest(of_version.get(version, ())) for version in empty}


def common_apart(connection: apsw.Connection) -> list[str]:
    """Common words whose places, kept beside the index to be read fast, are not those of the index."""
    alive = np.array([row[0] for row in fetch(connection, "select id from fragment order by id")], np.int64)
    wrong: list[str] = []
    query = "select cast(term as blob), places from common order by term, part"
    kept: dict[bytes, list[bytes]] = defaultdict(list)
    for term, places in fetch(connection, query):
        kept[term].append(places if isinstance(places, bytes) else b"")
    for term, parts in kept.items():
        whole = b"".join(parts)
        marks = np.frombuffer(whole[: len(whole) // 4 * 4], np.uint32).astype(np.int64)
        now = indexed_places(connection, shown(term))
        if len(whole) % 4 or not np.array_equal(_living(marks, alive), _living(now, alive)):
            wrong.append(shown(term))
    return wrong


def _keep(connection: apsw.Connection, digests: Iterable[tuple[str, str]]) -> None:
    rows = [(KIND, name, digest) for name, digest in digests]
    connection.executemany("insert or replace into seal values(?,?,?)", rows)


def _digest(sums: Iterable[tuple[bytes, Sum]]) -> str:
    """Of fragments in the order of their names, so that it does not hang on how rows are numbered."""
    sha = hashlib.sha256()
    for name, found in sorted(sums, key=lambda pair: pair[0]):
        sha.update(b"%d " % len(name) + name + found.tobytes())
    return sha.hexdigest()


def _sum(tokenise: Any, lemmas: Iterable[str], column: bytes) -> Sum:
    words = tokenise(as_tokens(lemmas).encode("utf-8", "replace"))
    marks = [_mark(word[:_LONGEST], column) for word in words]
    found: Sum = np.array(marks, np.uint64).sum(axis=0, dtype=np.uint64) if marks else np.zeros(2, np.uint64)
    return found


@lru_cache(maxsize=65_536)
def _mark(word: bytes, column: bytes) -> Sum:
    return np.frombuffer(hashlib.sha256(column + b" " + word).digest()[:16], np.uint64)


def _tokeniser(connection: apsw.Connection) -> Any:
    """What the index itself makes of a text: a list of words in UTF-8."""
    cut = connection.fts5_tokenizer(*_TOKENIZER)

    def words(text: bytes) -> list[bytes]:
        import apsw

        found: Any = cut(text, apsw.FTS5_TOKENIZE_DOCUMENT, None, include_offsets=False, include_colocated=False)
        return [word.encode() for word in found]

    return words


def _terms(connection: apsw.Connection) -> Iterator[tuple[bytes, npt.NDArray[np.int64]]]:
    for term, marks in connection.execute(_INDEXED):
        yield term, _numbers(marks)


def _numbers(listed: str | None) -> npt.NDArray[np.int64]:
    return np.fromstring(listed or "", np.int64, sep=",")


def _places(ids: npt.NDArray[np.int64], rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Where each row stands among ``ids``; rows that are not there are left out: fragments that are gone."""
    if not len(ids):
        return np.zeros(0, np.int64)
    places = np.minimum(np.searchsorted(ids, rows), len(ids) - 1)
    found: npt.NDArray[np.int64] = places[ids[places] == rows]
    return found


def _living(marks: npt.NDArray[np.int64], alive: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    return np.sort(marks[np.isin(marks >> 1, alive)])
