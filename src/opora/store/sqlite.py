"""How is a library kept in one SQLite file? Implements ports.Library; every read is checked inside the store."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from opora.canonical import digest
from opora.domain.document import Block
from opora.domain.place import Span, Validity
from opora.domain.registered import path_of, places_of
from opora.domain.result import SearchLog
from opora.domain.source import Fact, Filter, Fragment, Passage, Registered, Source, SourceState, Version
from opora.errors import LibraryError, UsageError
from opora.ports import LexicalQuery, Publication, Scored, StoredFragment, Vector
from opora.store import dense, doubts, gaps, ledger, lexical, originals, publish, reading_back, rows, seals
from opora.store.access import FILE
from opora.store.catalogues import Catalogues
from opora.store.connection import BUSY_MS, fetch, first, sql, writing
from opora.store.gaps import Gaps
from opora.store.recutting import Recutting
from opora.store.traces import Traces

if TYPE_CHECKING:
    import apsw


class SqliteLibrary(Recutting, Traces, Gaps, Catalogues):
    """A library folder: ``opora.db`` and ``originals/``. Any number of threads may read; writers take turns."""

    @classmethod
    def open(cls, folder: Path, create: bool = False, read_only: bool = False, busy_ms: int = BUSY_MS) -> SqliteLibrary:
        """Open a library, or make an empty one with ``create``.

        Raises LibraryError (none there, damaged, newer schema) and LibraryBusyError (another writer).
        """
        if create and not read_only:
            try:
                (folder / "originals").mkdir(parents=True, exist_ok=True)
            except OSError as problem:
                raise LibraryError(f"{folder} cannot be made: {problem.strerror}", "choose another folder") from problem
        elif not (folder / FILE).is_file():
            raise LibraryError(f"there is no library in {folder}", "run 'opora init' or give --library DIR")
        return cls(folder, read_only, busy_ms)

    # sources and versions

    def sources(self) -> list[Source]:
        with self._read() as c:
            return [rows.source_from(row[0]) for row in c.execute("select data from source order by source_id")]

    def source(self, source_id: str) -> Source | None:
        with self._read() as c:
            data = first(c, "select data from source where source_id = ?", (source_id,))
        return rows.source_from(data) if data else None

    def save_source(self, source: Source) -> None:
        """Versions of the source's jurisdiction so far move with it; one that was given another keeps that."""
        with self._write() as c:
            publish.move_versions(c, source)
            publish.put_source(c, source)
            publish.bump(c)

    def set_state(self, source_id: str, state: SourceState, error: str | None = None) -> None:
        """UsageError when there is no such source."""
        with self._write() as c:
            data = first(c, "select data from source where source_id = ?", (source_id,))
            if data is None:
                raise UsageError(f"there is no source {source_id!r}", "see 'opora sources'")
            publish.put_source(c, replace(rows.source_from(data), state=state, error=error))
            publish.bump(c)

    def versions(self, source_id: str) -> list[Version]:
        """Oldest period first; of equal periods, in the order they were published."""
        query = "select data from version where source_id = ? order by ifnull(valid_from, ''), id"
        with self._read() as c:
            return [rows.version_from(row[0]) for row in c.execute(query, (source_id,))]

    def version(self, version_id: str) -> Version | None:
        with self._read() as c:
            data = first(c, "select data from version where version_id = ?", (version_id,))
        return rows.version_from(data) if data else None

    def set_validity(self, version_id: str, start: dt.date | None, end: dt.date | None) -> None:
        """UsageError when the version is not there, the period runs backwards, or another current one overlaps it."""
        with self._write() as c:
            data = first(c, "select data from version where version_id = ?", (version_id,))
            if data is None:
                raise UsageError(f"there is no version {version_id!r}", "see 'opora versions SOURCE'")
            try:
                changed = replace(rows.version_from(data), validity=Validity(start, end))
            except ValueError as problem:
                raise UsageError(str(problem)) from problem
            self._refuse_overlap(c, changed)
            publish.update_version(c, changed)
            publish.bump(c)

    def _refuse_overlap(self, c: apsw.Connection, changed: Version) -> None:
        if changed.status != "current":
            return
        query = "select data from version where source_id = ? and status = 'current' and version_id <> ?"
        for row in c.execute(query, (changed.source_id, changed.version_id)):
            other = rows.version_from(row[0])
            if other.validity.overlaps(changed.validity):
                raise UsageError(
                    f"{changed.version_id} would be in force together with {other.version_id}",
                    "change the period of the other one first",
                )

    def publish(self, publication: Publication) -> None:
        """All of it or none. UsageError, before anything is written, when explicit periods contradict."""
        with self._write() as c:
            known = doubts.settled(c, publication.version.version_id)
            publish.write(c, publication)
            doubts.write(c, publication, known)

    def remove(self, source_id: str) -> dict[str, int]:
        """Delete a source with its text, fragments, vectors, facts and originals; counts of what went."""
        with self._write() as c:
            found = fetch(c, "select id, bytes_digest from version where source_id = ?", (source_id,))
            gone, loose = publish.delete_versions(c, [row[0] for row in found])
            gone["vectors"] = publish.delete_unused_vectors(c, loose)
            facts = [row[0] for row in fetch(c, "select fact_id from fact where source_id = ?", (source_id,))]
            c.execute("delete from fact where source_id = ?", (source_id,))
            gone["facts"] = c.changes()
            seals.drop_seals(c, "fact", facts)
            seals.drop_seals(c, "source", [source_id])
            gaps.source_gone(c, source_id)
            c.execute("delete from source where source_id = ?", (source_id,))
            gone["sources"] = c.changes()
            publish.bump(c)
            left = {row[0] for row in c.execute("select distinct bytes_digest from version")}
        for name in {row[1] for row in found} - left:
            path = self.original(name)
            if path is not None:
                path.unlink(missing_ok=True)
        return gone

    # what a version holds

    def text(self, version_id: str) -> str:
        """UsageError when there is no such version."""
        with self._read() as c:
            text = first(c, sql("text"), (version_id,))
        if text is None:
            raise UsageError(f"there is no version {version_id!r}", "see 'opora versions SOURCE'")
        return str(text)

    def quote(self, version_id: str, start: int, end: int) -> str:
        return self.text(version_id)[start:end]

    def kept_digest(self, version_id: str) -> str:
        with self._read() as c:
            return digest(first(c, sql("text"), (version_id,)) or "")

    def blocks(self, version_id: str) -> list[Block]:
        return self._blocks("blocks", (version_id,))

    def block(self, version_id: str, path: str) -> Block | None:
        return next(iter(self._blocks("block", (version_id, path))), None)

    def blocks_between(self, version_id: str, start: int, end: int) -> list[Block]:
        return self._blocks("blocks_between", (version_id, start, end))

    def _blocks(self, query: str, values: tuple[object, ...]) -> list[Block]:
        with self._read() as c:
            return [rows.block_from(*row) for row in c.execute(sql(query), values)]

    def fragments(self, version_id: str) -> list[Fragment]:
        query = (
            "select f.fragment_id, v.version_id, f.passage_id, f.start, f.stop, f.path, f.text, f.context, f.tokens,"
            " f.uncertain"
            " from version v join fragment f on f.version = v.id where v.version_id = ? order by f.ord"
        )
        with self._read() as c:
            return [Fragment(*(*row[:9], bool(row[9]))) for row in c.execute(query, (version_id,))]

    def passage(self, passage_id: str) -> Passage | None:
        query = (
            "select p.passage_id, v.version_id, p.start, p.stop, p.path, p.headings"
            " from passage p join version v on v.id = p.version where p.passage_id = ?"
        )
        with self._read() as c:
            found = [(*row[:5], tuple(json.loads(row[5]))) for row in fetch(c, query, (passage_id,))]
        return Passage(*found[0]) if found else None

    def original(self, bytes_digest: str) -> Path | None:
        return originals.found(self.folder / "originals", bytes_digest)

    def keep_original(self, data: bytes) -> str:
        """Keep bytes durably under their SHA-256, before they are published; returns the digest."""
        return originals.keep(self.folder / "originals", data)

    def sweep_originals(self, older_than: float) -> int:
        """Delete files in ``originals/`` that no version names, last written before that time; how many."""
        with self._write() as c:
            wanted = {row[0] for row in c.execute("select distinct bytes_digest from version")}
            return originals.sweep(self.folder / "originals", wanted, older_than)

    # searching

    def any_in_force(self, allowed: Filter) -> bool:
        with self._read() as c:
            return bool(self._seen(c).allowed(c, allowed).versions.any())

    def lexical(self, query: LexicalQuery, allowed: Filter, limit: int) -> list[Scored]:
        with self._read() as c:
            state = self._seen(c)
            return self._named(c, lexical.matches(c, state, query, state.allowed(c, allowed).fragments, limit))

    def bm25(self, query: LexicalQuery, fragment_ids: Sequence[str]) -> dict[str, float]:
        with self._read() as c:
            return lexical.scores_of(c, self._seen(c), query, fragment_ids)

    def bm25_most(self, query: LexicalQuery) -> float:
        with self._read() as c:
            return lexical.most(c, self._seen(c), query)

    def dense(self, vector: Vector, model_id: str, allowed: Filter, limit: int) -> list[Scored]:
        with self._read() as c:
            state = self._seen(c)
            return self._named(
                c, dense.nearest(c, state, (vector, model_id), state.allowed(c, allowed).fragments, limit)
            )

    def passage_cosines(self, passage_ids: Sequence[str], vector: Vector, model_id: str) -> dict[str, float]:
        with self._read() as c:
            return dense.passage_cosines(c, passage_ids, (vector, model_id))

    def _named(self, c: apsw.Connection, found: list[tuple[int, float]]) -> list[Scored]:
        query = "select f.id, f.fragment_id from json_each(?) j join fragment f on f.id = j.value"
        names = dict(fetch(c, query, (json.dumps([row for row, _ in found]),)))
        return [Scored(names[row], score) for row, score in found]

    def read_back(
        self,
        fragment_ids: Iterable[str],
        allowed: Filter,
        query_vector: Vector | None = None,
        model_id: str | None = None,
    ) -> tuple[list[StoredFragment], tuple[str, ...]]:
        """Blocks come without word boxes. With ``model_id`` only vectors of that model give a cosine."""
        with self._read() as c:
            state = self._seen(c)
            asked = reading_back.Asked(list(fragment_ids), query_vector, model_id)
            return reading_back.read(c, state, asked, state.allowed(c, allowed).versions)

    def neighbours(self, fragment_id: str) -> tuple[str | None, str | None]:
        query = (
            "select n.ord - f.ord, n.fragment_id from fragment f join fragment n on n.version = f.version"
            " and n.ord in (f.ord - 1, f.ord + 1) where f.fragment_id = ?"
        )
        with self._read() as c:
            found: dict[int, str] = dict(fetch(c, query, (fragment_id,)))
        return found.get(-1), found.get(1)

    def similar_words(self, word: str, limit: int = 3) -> list[str]:
        """Indexed words that are a slip of the pen away, nearest first."""
        with self._read() as c:
            return lexical.similar_words(c, self._seen(c), word, limit)

    def document_frequency(self, lemmas: Sequence[str]) -> dict[str, int]:
        with self._read() as c:
            postings = self._seen(c).postings
            return {lemma: postings.frequency(c, lemma) for lemma in lemmas}

    def fragment_count(self) -> int:
        with self._read() as c:
            return self._seen(c).count

    def average_length(self) -> float:
        with self._read() as c:
            return self._seen(c).length

    def known_vectors(self, model_id: str, embed_digests: Sequence[str]) -> dict[str, Vector]:
        query = (
            "select x.embed_digest, x.vec from json_each(?) j cross join vector x on x.embed_digest = j.value"
            " and x.model = (select id from model where model_id = ?)"
        )
        with self._read() as c:
            found = fetch(c, query, (json.dumps(list(embed_digests)), model_id))
            return {name: np.frombuffer(blob, np.float16).astype(np.float32) for name, blob in found}

    def known_sentence_vectors(self, model_id: str, embed_digests: Sequence[str]) -> dict[str, Vector]:
        query = (
            "select y.embed_digest, y.vecs, m.dim from model m cross join json_each(?) j cross join sentence_vector y"
            " on y.model = m.id and y.embed_digest = j.value where m.model_id = ?"
        )
        with self._read() as c:
            found = fetch(c, query, (json.dumps(list(embed_digests)), model_id))
            return {
                name: np.frombuffer(blob, np.float16).reshape(-1, dim).astype(np.float32) for name, blob, dim in found
            }

    def statement_vector(self, model_id: str, fragment_id: str, sentence: int) -> Vector | None:
        with self._read() as c:
            kept = fetch(c, "select embed_digest from fragment where fragment_id = ?", (fragment_id,))
        embed_digest = str(kept[0][0]) if kept else ""
        rows = self.known_sentence_vectors(model_id, [embed_digest]).get(embed_digest)
        if rows is None:
            return self.known_vectors(model_id, [embed_digest]).get(embed_digest)
        return rows[sentence] if sentence < len(rows) else None

    def fragment_cosines(self, fragment_ids: Sequence[str], vector: Vector) -> dict[str, float]:
        query = (
            "select f.fragment_id, x.vec from json_each(?) j cross join fragment f on f.fragment_id = j.value"
            " join vector x on x.model = f.model and x.embed_digest = f.embed_digest"
        )
        with self._read() as c:
            rows = [row for row in fetch(c, query, (json.dumps(list(fragment_ids)),)) if len(row[1]) == 2 * len(vector)]
        return {name: float(np.frombuffer(blob, np.float16).astype(np.float32) @ vector) for name, blob in rows}

    # facts, traces, log

    def save_facts(self, facts: Sequence[Fact]) -> None:
        """UsageError when a fact names a source that is not there."""
        with self._write() as c:
            for fact in facts:
                if first(c, "select 1 from source where source_id = ?", (fact.source_id,)) is None:
                    raise UsageError(f"fact {fact.fact_id!r}: there is no source {fact.source_id!r}")
                publish.put_fact(c, fact)

    def facts(self, source_id: str | None = None) -> list[Fact]:
        query = "select data from fact where ?1 is null or source_id = ?1 order by fact_id"
        with self._read() as c:
            return [rows.fact_from(row[0]) for row in c.execute(query, (source_id,))]

    def registered(self, version_ids: Sequence[str]) -> list[Registered]:
        with self._read() as c:
            if first(c, "select 1 from fact limit 1") is None:
                return []
        found: list[Registered] = []
        for version in filter(None, map(self.version, version_ids)):
            for fact in self.facts(version.source_id):
                places = self._places(fact, version.version_id)
                others = () if places else (v.version_id for v in self.versions(fact.source_id) if v != version)
                found.append(
                    Registered(fact, version.version_id, places, any(self._places(fact, other) for other in others))
                )
        return found

    def _places(self, fact: Fact, version_id: str) -> tuple[Span, ...]:
        path = path_of(fact.anchor, version_id)
        block = self.block(version_id, path) if path else None
        return places_of(fact, self.text(version_id), version_id, block.span if block else None)

    def log_search(self, log: SearchLog) -> None:
        if self.read_only:
            return
        with self._lock, writing(self._logger(), self.path) as c:
            ledger.append_search(c, log)

    def searches(self, limit: int = 100) -> list[dict[str, object]]:
        """The latest searches as they were logged, newest first."""
        with self._read() as c:
            query = "select data from search_log order by seq desc limit ?"
            return [ledger.bare(json.loads(row[0])) for row in c.execute(query, (limit,))]

    def unsealed(self) -> list[seals.Unsealed]:
        """What is not as it was published, or was put there or taken away by something else than this program."""
        with self._read() as c:
            return list(seals.broken(c))

    def journals(self) -> dict[str, str]:
        """What is noted of the histories beside the database."""
        with self._read() as c:
            return seals.journals(c)

    def note_journal(self, name: str, digest: str) -> None:
        with self._lock, writing(self._logger(), self.path) as c:
            seals.note_journal(c, name, digest)

    def ledger(self) -> ledger.Ledger:
        """Traces and searches as they are written on disk, with the heads of their chains; for checking and exporting."""
        return ledger.read(self._read)

    def problems(self) -> list[str]:
        """What is damaged or left over: SQLite's own check, then rows that belong to nothing. Empty when all is well."""
        with self._read() as c:
            found = [str(row[0]) for row in c.execute("pragma integrity_check") if row[0] != "ok"]
            found += [f"{name}: {count} rows" for name, count in c.execute(sql("orphans")) if count]
        return found
