"""Which fragments hold the words of a query? BM25 over lemmas, filtered before anything is handed on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from opora.language.lemmas import lemmas_of
from opora.language.words import fold, words
from opora.ports import LexicalQuery
from opora.store.connection import fetch
from opora.store.postings import Group
from opora.store.snapshot import Snapshot
from opora.store.tokens import any_of, as_tokens, clean, quoted

if TYPE_CHECKING:
    import apsw


def matches(
    connection: apsw.Connection, state: Snapshot, query: LexicalQuery, open_: npt.NDArray[np.bool_], limit: int
) -> list[tuple[int, float]]:
    """Fragment row ids and BM25, best first: all that are allowed and match, or the best ``limit`` of them."""
    scores = _scores(connection, state, query)
    keep = open_.copy()
    needed = narrowing(query)
    if needed:
        keep &= _holders(connection, state, needed)
    if query.words or not needed:
        keep &= scores > 0
    places = np.flatnonzero(keep)
    if limit <= 0 or not len(places):
        return []
    if len(places) > limit and not query.phrases:
        least = np.partition(scores[places], -limit)[-limit]
        places = places[scores[places] >= least]
    places = places[np.argsort(-scores[places], kind="stable")]
    found = ((int(state.marks.ids[place]), float(scores[place])) for place in places)
    return list(islice(_with_phrases(connection, found, query.phrases) if query.phrases else found, limit))


def scores_of(
    connection: apsw.Connection, state: Snapshot, query: LexicalQuery, names: Sequence[str]
) -> dict[str, float]:
    """BM25 of the fragments named, found or not."""
    query_ = "select f.fragment_id, f.id from json_each(?) j join fragment f on f.fragment_id = j.value"
    rows = fetch(connection, query_, (json.dumps(list(names)),))
    if not rows or not len(state.marks.ids):
        return {}
    places = np.searchsorted(state.marks.ids, np.array([row[1] for row in rows], np.int64))
    scores = _scores(connection, state, query)[np.minimum(places, len(state.marks.ids) - 1)]
    return {row[0]: score for row, score in zip(rows, scores.tolist(), strict=True)}


def most(connection: apsw.Connection, state: Snapshot, query: LexicalQuery) -> float:
    """The best BM25 that any text could have for this query."""
    return state.postings.most(connection, query.words, state.count)


def _scores(connection: apsw.Connection, state: Snapshot, query: LexicalQuery) -> npt.NDArray[np.float32]:
    groups = (*query.words, *(group for phrase in query.phrases for group in phrase))
    return state.postings.scores(connection, groups, state.count)


def narrowing(query: LexicalQuery) -> str:
    """What a match must hold, as an FTS5 expression in which every word is a quoted string; empty for no such thing."""
    parts = [f"{quoted(prefix)} *" for prefix in query.prefixes if clean(prefix)]
    for phrase in query.phrases:
        parts.extend(any_of(group) for group in phrase)
    return " AND ".join(f"({part})" for part in parts if part)


def _holders(connection: apsw.Connection, state: Snapshot, needed: str) -> npt.NDArray[np.bool_]:
    rows = [row[0] for row in connection.execute("select rowid from words where words match ?", (needed,))]
    return np.isin(state.marks.ids, np.array(rows, np.int64))


def _with_phrases(
    connection: apsw.Connection, found: Iterator[tuple[int, float]], phrases: Sequence[Sequence[Group]]
) -> Iterator[tuple[int, float]]:
    return (row for row in found if _holds_phrases(connection, row[0], phrases))


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


def similar_words(connection: apsw.Connection, state: Snapshot, word: str, limit: int = 3) -> list[str]:
    """Words of the vocabulary that are a slip away from this one, nearest first: for queries that match nothing.

    One slip leaves the first or the last half of a word whole. A code has no slips: another code means another thing.
    """
    from difflib import get_close_matches

    if len(word) < 4 or any(letter.isdigit() for letter in word):
        return []
    half, known = len(word) // 2, state.postings.spellings
    if word[0] not in known:
        low, high = clean(word[:1]), clean(word[:1]) + "\U0010ffff"
        rows = connection.execute("select term from vocabulary where term >= ? and term < ?", (low, high))
        known[word[0]] = [row[0] for row in rows]
    near = [
        term
        for term in known[word[0]]
        if abs(len(term) - len(word)) <= 2 and (term[:half] == word[:half] or term[-half:] == word[-half:])
    ]
    return get_close_matches(word, near, n=limit, cutoff=0.75)
