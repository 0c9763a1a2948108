"""Which fragments hold the words of a query? BM25 over lemmas, filtered before anything is handed on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from opora.language.lemmas import lemmas_of
from opora.language.words import fold, words
from opora.ports import LexicalQuery
from opora.store.connection import fetch
from opora.store.snapshot import Snapshot
from opora.store.tokens import any_of, as_tokens, clean, quoted

if TYPE_CHECKING:
    import apsw

_RANKED = "select rowid, -bm25(words, 1.0, 0.5) from words where words match ? order by bm25(words, 1.0, 0.5) limit ?"
GATE = 2  # a match holds one of this many rarest words; all words are scored
Group = tuple[str, ...]


def frequencies(connection: apsw.Connection, state: Snapshot, lemmas: Sequence[str]) -> dict[str, int]:
    """In how many fragments each lemma stands, in their text or their headings."""
    for lemma in lemmas:
        if lemma not in state.frequencies:
            row = connection.execute("select doc from vocabulary where term = ?", (clean(lemma),)).fetchone()
            state.frequencies[lemma] = row[0] if row else 0
    return {lemma: state.frequencies[lemma] for lemma in lemmas}


def expression(query: LexicalQuery, known: dict[str, int]) -> str:
    """The query as an FTS5 expression in which every word is a quoted string; empty when nothing can match."""
    groups = [tuple(lemma for lemma in group if known.get(lemma)) for group in query.words]
    groups = sorted(filter(None, groups), key=lambda group: max(known[lemma] for lemma in group))
    every = list(dict.fromkeys(lemma for group in groups for lemma in group))
    parts = []
    if len(groups) > GATE:
        parts.append(any_of(list(dict.fromkeys(lemma for group in groups[:GATE] for lemma in group))))
    if every:
        parts.append(any_of(every))
    parts.extend(f"{quoted(prefix)} *" for prefix in query.prefixes if clean(prefix))
    for phrase in query.phrases:
        parts.extend(any_of(group) for group in phrase)
    return " AND ".join(f"({part})" for part in parts if part)


def matches(
    connection: apsw.Connection, state: Snapshot, query: LexicalQuery, table: npt.NDArray[np.bool_], limit: int
) -> list[tuple[int, float]]:
    """Fragment row ids and BM25, best first; the depth grows until ``limit`` are allowed or there are no more."""
    asked = [lemma for group in query.words for lemma in group]
    match = expression(query, frequencies(connection, state, asked))
    if not match or limit <= 0:
        return []
    depth = max(4 * limit, 100)
    while True:
        rows = fetch(connection, _RANKED, (match, depth))
        kept = _allowed(state, rows, table)
        if query.phrases:
            kept = [row for row in kept if _holds_phrases(connection, row[0], query.phrases)]
        if len(kept) >= limit or len(rows) < depth:
            return kept[:limit]
        depth = len(state.marks.ids) + 1


def _allowed(state: Snapshot, rows: list[tuple[int, float]], table: npt.NDArray[np.bool_]) -> list[tuple[int, float]]:
    if not rows:
        return []
    ids = np.fromiter((row[0] for row in rows), np.int64, len(rows))
    places = np.minimum(np.searchsorted(state.marks.ids, ids), len(state.marks.ids) - 1)
    keep = (state.marks.ids[places] == ids) & table[state.marks.versions[places]]
    return [rows[n] for n in np.flatnonzero(keep)]


def _holds_phrases(connection: apsw.Connection, fragment: int, phrases: Sequence[Sequence[Group]]) -> bool:
    """Whether the words stand side by side; the index cannot tell, for it holds all readings of each word."""
    row = fetch(connection, "select text, context from fragment where id = ?", (fragment,))[0]
    for phrase in phrases:
        wanted = [{clean(lemma) for lemma in group} for group in phrase]
        if not any(_side_by_side(text, wanted) for text in row):
            return False
    return True


def _side_by_side(text: str, wanted: Sequence[set[str]]) -> bool:
    readings = [{*as_tokens(lemmas_of(token.text)).split(" "), fold(token.text)} for token in words(text)]
    return any(
        all(readings[at + n] & group for n, group in enumerate(wanted)) for at in range(len(readings) - len(wanted) + 1)
    )


def similar_words(connection: apsw.Connection, word: str, limit: int = 3) -> list[str]:
    """Words of the vocabulary that are a slip away from this one, nearest first: for queries that match nothing."""
    from difflib import get_close_matches

    if len(word) < 4:
        return []
    low, high = clean(word[:1]), clean(word[:1]) + "\U0010ffff"
    rows = connection.execute("select term from vocabulary where term >= ? and term < ?", (low, high))
    near = [row[0] for row in rows if abs(len(row[0]) - len(word)) <= 2]
    return get_close_matches(word, near, n=limit, cutoff=0.75)
