"""How does a version become visible all at once, and how does it go without leaving anything behind?"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from opora.canonical import digest
from opora.domain.source import Fact, Source, Version
from opora.errors import UsageError
from opora.ports import IndexedFragment, Publication, Recut
from opora.store.connection import fetch, first
from opora.store.frequent import add_places
from opora.store.periods import settle
from opora.store.rows import as_json, block_columns, version_from
from opora.store.seals import OF_VERSION, drop_seals, seal, seal_all
from opora.store.tokens import as_tokens, length_of
from opora.store.word_seals import KIND, seal_words

if TYPE_CHECKING:
    import apsw

_DELETES = {
    "marks": "delete from mark where version = ?",
    "fragments": "delete from fragment where version = ?",
    "passages": "delete from passage where version = ?",
    "blocks": "delete from block where version = ?",
    "bodies": "delete from body where version = ?",
}
MEAN_SETTLES_AT = 4096  # up to here the mean is taken anew whenever the number of vectors has doubled


def write(connection: apsw.Connection, publication: Publication) -> None:
    """All statements of a publish, inside the caller's transaction; what makes it visible comes last."""
    others = [
        version_from(row[0])
        for row in fetch(connection, "select data from version where source_id = ?", (publication.version.source_id,))
    ]
    settled = settle(publication.version, others)
    put_source(connection, publication.source)
    same = fetch(connection, "select id from version where version_id = ?", (publication.version.version_id,))
    _, loose = delete_versions(connection, [row[0] for row in same])
    row = _insert_version(connection, settled.version)
    _insert_body(connection, row, publication)
    insert_fragments(connection, row, publication)
    for fact in publication.facts:
        put_fact(connection, fact)
    delete_unused_vectors(connection, loose)
    for other in settled.changed:
        update_version(connection, other)
    connection.execute("update version set status = ? where id = ?", (settled.version.status, row))
    for kind in OF_VERSION:
        seal(connection, kind, settled.version.version_id)
    seal_words(connection, settled.version.version_id, publication.fragments)
    bump(connection)


def bump(connection: apsw.Connection) -> None:
    """Tell every reader, in every process, that its picture is old."""
    connection.execute("update meta set v = v + 1 where k = 'change'")


def put_source(connection: apsw.Connection, source: Source) -> None:
    query = (
        "insert into source values(?,?,?,?,?,?) on conflict(source_id) do update set collection=excluded.collection,"
        " purpose=excluded.purpose, jurisdiction=excluded.jurisdiction, enabled=excluded.enabled, data=excluded.data"
    )
    kept = (source.collection, source.purpose, source.jurisdiction, int(source.enabled))
    connection.execute(query, (source.source_id, *kept, as_json(source)))
    seal(connection, "source", source.source_id)


def move_versions(connection: apsw.Connection, source: Source) -> None:
    """Give the versions that have the jurisdiction the source had until now the one it is about to have."""
    query = (
        "select v.data from version v join source s on s.source_id = v.source_id"
        " where s.source_id = ? and v.jurisdiction = s.jurisdiction and s.jurisdiction is not ?"
    )
    for row in fetch(connection, query, (source.source_id, source.jurisdiction)):
        update_version(connection, replace(version_from(row[0]), jurisdiction=source.jurisdiction))


def put_fact(connection: apsw.Connection, fact: Fact) -> None:
    connection.execute("insert or replace into fact values(?,?,?)", (fact.fact_id, fact.source_id, as_json(fact)))
    seal(connection, "fact", fact.fact_id)


def update_version(connection: apsw.Connection, version: Version) -> None:
    period = version.validity
    connection.execute(
        "update version set status=?, valid_from=?, valid_until=?, jurisdiction=?, data=? where version_id=?",
        (
            version.status,
            _iso(period.start),
            _iso(period.end),
            version.jurisdiction,
            as_json(version),
            version.version_id,
        ),
    )
    seal(connection, "version", version.version_id)


def delete_versions(connection: apsw.Connection, rows: Iterable[int]) -> tuple[dict[str, int], set[tuple[int, str]]]:
    """Delete version rows and all that hangs on them: counts of what went, and the vectors that may be loose now."""
    gone = dict.fromkeys(("versions", "fragments", "passages", "blocks"), 0)
    loose: set[tuple[int, str]] = set()
    for row in rows:
        loose |= _delete_words(connection, row)
        for name, statement in _DELETES.items():
            connection.execute(statement, (row,))
            if name in gone:
                gone[name] += connection.changes()
        names = [str(found[0]) for found in fetch(connection, "select version_id from version where id = ?", (row,))]
        for kind in (*OF_VERSION, KIND):
            drop_seals(connection, kind, names)
        connection.execute("delete from version where id = ?", (row,))
        gone["versions"] += 1
    return gone, loose


def delete_fragments(connection: apsw.Connection, row: int) -> set[tuple[int, str]]:
    """Delete what a version was cut into, and nothing else of it; the vectors that may be loose now."""
    loose = _delete_words(connection, row)
    for name in ("marks", "fragments", "passages"):
        connection.execute(_DELETES[name], (row,))
    return loose


def _delete_words(connection: apsw.Connection, row: int) -> set[tuple[int, str]]:
    query = "select model, embed_digest from fragment where version = ? and model is not null"
    loose = set(fetch(connection, query, (row,)))
    connection.execute("delete from words where rowid in (select id from fragment where version = ?)", (row,))
    return loose


def delete_unused_vectors(connection: apsw.Connection, loose: set[tuple[int, str]]) -> int:
    """Of the vectors whose fragments went, delete those that no fragment names any more."""
    before = connection.total_changes()
    connection.executemany(
        "delete from vector where model = ?1 and embed_digest = ?2"
        " and not exists (select 1 from fragment where embed_digest = ?2 and model = ?1)",
        sorted(loose),
    )
    gone = connection.total_changes() - before
    connection.executemany(
        "delete from sentence_vector where model = ?1 and embed_digest = ?2"
        " and not exists (select 1 from vector where embed_digest = ?2 and model = ?1)",
        sorted(loose),
    )
    return gone


def _insert_version(connection: apsw.Connection, version: Version) -> int:
    period = version.validity
    connection.execute(
        "insert into version(version_id, source_id, status, valid_from, valid_until, jurisdiction, language,"
        " bytes_digest, data) values(?,?,'draft',?,?,?,?,?,?)",
        (
            version.version_id,
            version.source_id,
            _iso(period.start),
            _iso(period.end),
            version.jurisdiction,
            version.language,
            version.bytes_digest,
            as_json(version),
        ),
    )
    return connection.last_insert_rowid()


def _insert_body(connection: apsw.Connection, row: int, publication: Publication) -> None:
    connection.execute("insert into body values(?,?)", (row, publication.parsed.text))
    connection.executemany(
        "insert into block values(?,?,?,?,?,?,?)",
        (
            (row, order, block.path, block.start, block.end, *block_columns(block))
            for order, block in enumerate(publication.parsed.blocks)
        ),
    )


def insert_fragments(connection: apsw.Connection, row: int, publication: Publication | Recut) -> None:
    """Passages, fragments, their words and vectors, of the version in this row."""
    connection.executemany(
        "insert into passage values(?,?,?,?,?,?)",
        ((p.passage_id, row, p.start, p.end, p.path, as_json(p.headings)) for p in publication.passages),
    )
    fragments = publication.fragments
    vectors = [f.vector for f in fragments if f.vector is not None]
    model = _model(connection, publication.model_id, vectors) if vectors else None
    connection.executemany(
        "insert into fragment(fragment_id, version, ord, passage_id, start, stop, path, text, context, tokens,"
        " text_digest, model, embed_digest) values(?,?,?,?,?,?,?,?,?,?,?,?,?)",
        ((f.fragment.fragment_id, row, order, *_fragment_columns(f, model)) for order, f in enumerate(fragments)),
    )
    ids = [r[0] for r in connection.execute("select id from fragment where version = ? order by ord", (row,))]
    connection.executemany(
        "insert into words(rowid, own, head) values(?,?,?)",
        ((number, as_tokens(f.lemmas), as_tokens(f.heading_lemmas)) for number, f in zip(ids, fragments, strict=True)),
    )
    add_places(connection, zip(ids, fragments, strict=True))
    if model is not None:
        connection.executemany(
            "insert or ignore into vector values(?,?,?)",
            ((model, f.embed_digest, f.vector.astype(np.float16).tobytes()) for f in fragments if f.vector is not None),
        )
        _insert_sentence_vectors(connection, model, fragments)
    passages = {p.passage_id: p.start for p in publication.passages}
    numbered = [(number, passages[f.fragment.passage_id], f) for number, f in zip(ids, fragments, strict=True)]
    _insert_marks(connection, row, model, numbered)


def _insert_sentence_vectors(connection: apsw.Connection, model: int, fragments: tuple[IndexedFragment, ...]) -> None:
    rows = []
    for f in fragments:
        if f.vector is None or f.sentence_vectors is None or not len(f.sentence_vectors):
            continue
        if f.sentence_vectors.shape[1:] != f.vector.shape:
            raise UsageError(f"{f.fragment.fragment_id}: its sentence vectors are not of one size with its vector")
        rows.append((model, f.embed_digest, f.sentence_vectors.astype(np.float16).tobytes()))
    known = dict(
        fetch(
            connection,
            "select y.embed_digest, y.vecs from json_each(?) j cross join sentence_vector y"
            " on y.model = ? and y.embed_digest = j.value",
            (json.dumps([row[1] for row in rows]), model),
        )
    )
    fresh = [row for row in rows if known.get(row[1]) != row[2]]
    connection.executemany("insert or replace into sentence_vector(model, embed_digest, vecs) values(?,?,?)", fresh)
    _seal_sharers(connection, model, [row[1] for row in fresh])


def _seal_sharers(connection: apsw.Connection, model: int, digests: list[str]) -> None:
    """Older versions with a text that got its sentence vectors, or other ones, only now."""
    query = (
        "select distinct v.version_id from json_each(?) j cross join fragment f on f.embed_digest = j.value and f.model = ?"
        " join version v on v.id = f.version join seal s on s.kind = 'vectors' and s.name = v.version_id"
    )
    seal(connection, "vectors", *(row[0] for row in fetch(connection, query, (json.dumps(digests), model))))


def _fragment_columns(indexed: IndexedFragment, model: int | None) -> tuple[Any, ...]:
    f = indexed.fragment
    return (
        *(f.passage_id, f.start, f.end, f.path, f.text, f.context, f.tokens),
        *(bytes.fromhex(digest(f.text)), model if indexed.vector is not None else None, indexed.embed_digest),
    )


def _insert_marks(
    connection: apsw.Connection, row: int, model: int | None, numbered: list[tuple[int, int, IndexedFragment]]
) -> None:
    mean = _mean(connection, model) if model is not None else None
    connection.executemany(
        "insert into mark(fragment, version, length, model, bits, passage) values(?,?,?,?,?,?)",
        (
            (number, row, length_of(f.lemmas), model, sign_bits(f.vector, mean), passage)
            if f.vector is not None and mean is not None
            else (number, row, length_of(f.lemmas), None, None, passage)
            for number, passage, f in numbered
        ),
    )
    if model is not None:
        _settle_mean(connection, model)


def sign_bits(vector: npt.NDArray[np.float32], mean: npt.NDArray[np.float32]) -> bytes:
    """One bit a dimension, padded to whole 64-bit words."""
    packed = np.packbits(vector > mean).tobytes()
    return packed + bytes(-len(packed) % 8)


def _model(connection: apsw.Connection, model_id: str, vectors: list[npt.NDArray[np.float32]]) -> int:
    if not model_id:
        raise UsageError("vectors without a model_id cannot be kept", "name the model they were made with")
    dim = len(vectors[0])
    row = connection.execute("select id, dim from model where model_id = ?", (model_id,)).fetchone()
    if row is None:
        mean = np.mean(vectors, axis=0, dtype=np.float32)
        connection.execute(
            "insert into model(model_id, dim, counted, mean) values(?,?,0,?)", (model_id, dim, mean.tobytes())
        )
        number = connection.last_insert_rowid()
        seal(connection, "model", model_id)
        return number
    if row[1] != dim:
        raise UsageError(f"{model_id} gave vectors of {row[1]} numbers before and of {dim} now", "name the model anew")
    return int(row[0])


def _mean(connection: apsw.Connection, model: int) -> npt.NDArray[np.float32]:
    return np.frombuffer(first(connection, "select mean from model where id = ?", (model,)), np.float32)


def _settle_mean(connection: apsw.Connection, model: int) -> None:
    """Take the mean anew while the library is young; all sign bits of the model are made again with it."""
    counted = int(first(connection, "select counted from model where id = ?", (model,)))
    if counted >= MEAN_SETTLES_AT:
        return
    now = int(first(connection, "select count(*) from vector where model = ?", (model,)))
    if now < 2 * counted:
        return
    blobs = [r[0] for r in fetch(connection, "select vec from vector where model = ?", (model,))]
    mean = np.frombuffer(b"".join(blobs), np.float16).reshape(len(blobs), -1).mean(axis=0, dtype=np.float32)
    connection.execute("update model set counted = ?, mean = ? where id = ?", (now, mean.tobytes(), model))
    rows = fetch(
        connection,
        "select f.id, x.vec from fragment f join vector x on x.model = f.model and x.embed_digest = f.embed_digest"
        " where f.model = ?",
        (model,),
    )
    connection.executemany(
        "update mark set bits = ? where fragment = ?",
        [(sign_bits(np.frombuffer(vec, np.float16).astype(np.float32), mean), number) for number, vec in rows],
    )
    connection.execute("update meta set v = v + 1 where k = 'bits_epoch'")
    seal_all(connection, ("bits", "model"))


def _iso(day: Any) -> str | None:
    return day.isoformat() if day else None
