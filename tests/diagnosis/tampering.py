"""Which single edits are tried? Made by a seeded generator, over traces, the journal, the store and bundles."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw

from opora.canonical import canonical_text
from opora.seal import sealed

Edit = Callable[[Path, random.Random], str]


def other_char(char: str, dice: random.Random) -> str:
    return dice.choice([c for c in "abcxyz0123456789жїăț .," if c != char])


def flipped(text: str, dice: random.Random) -> str:
    place = dice.randrange(len(text))
    return text[:place] + other_char(text[place], dice) + text[place + 1 :]


def leaves(thing: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths of everything in a JSON value that is neither an object nor a list with something in it."""
    if isinstance(thing, dict) and thing:
        return [leaf for key, value in thing.items() for leaf in leaves(value, (*path, key))]
    if isinstance(thing, list) and thing:
        return [leaf for number, value in enumerate(thing) for leaf in leaves(value, (*path, number))]
    return [path]


def with_other_leaf(record: Any, dice: random.Random) -> Any:
    """The record with one field that says something else."""
    path = dice.choice(leaves(record))
    holder = record
    for key in path[:-1]:
        holder = holder[key]
    old = holder[path[-1]]
    if isinstance(old, bool) or old is None:
        holder[path[-1]] = "changed" if old is None else not old
    elif isinstance(old, int | float):
        holder[path[-1]] = old + 1
    elif isinstance(old, str):
        holder[path[-1]] = flipped(old, dice) if old else "changed"
    else:
        holder[path[-1]] = ["changed"]
    return record


# rows of the database


def _connected(folder: Path, change: Callable[[apsw.Connection], str]) -> str:
    connection = apsw.Connection(str(folder / "opora.db"))
    try:
        return change(connection)
    finally:
        connection.close()


def _row(connection: apsw.Connection, table: str, dice: random.Random) -> tuple[int, str]:
    row = dice.choice(connection.execute(f"select seq, data from {table} order by seq").fetchall())  # noqa: S608
    return int(row[0]), str(row[1])


def _write(connection: apsw.Connection, table: str, number: int, data: str) -> None:
    connection.execute(f"update {table} set data = ? where seq = ?", (data, number))  # noqa: S608


def record_edits(table: str) -> dict[str, Edit]:
    """Edits of one chain of records."""

    def flip(folder: Path, dice: random.Random) -> str:
        def change(c: apsw.Connection) -> str:
            number, data = _row(c, table, dice)
            _write(c, table, number, flipped(data, dice))
            return f"{table} {number}: a character"

        return _connected(folder, change)

    def field(folder: Path, dice: random.Random) -> str:
        def change(c: apsw.Connection) -> str:
            number, data = _row(c, table, dice)
            _write(c, table, number, canonical_text(with_other_leaf(json.loads(data), dice)))
            return f"{table} {number}: a field"

        return _connected(folder, change)

    def resealed(folder: Path, dice: random.Random) -> str:
        def change(c: apsw.Connection) -> str:
            number, data = _row(c, table, dice)
            record = json.loads(data)
            kept = {name: value for name, value in record.items() if name not in ("seals", "digest")}
            forged = sealed(with_other_leaf(kept, dice))
            query = f"update {table} set data = ?, digest = ? where seq = ?"  # noqa: S608
            c.execute(query, (forged.text, forged.digest, number))
            return f"{table} {number}: a field, with seals made anew"

        return _connected(folder, change)

    def lost(folder: Path, dice: random.Random) -> str:
        def change(c: apsw.Connection) -> str:
            number, _ = _row(c, table, dice)
            c.execute(f"delete from {table} where seq = ?", (number,))  # noqa: S608
            return f"{table} {number}: deleted"

        return _connected(folder, change)

    def cut_off(folder: Path, dice: random.Random) -> str:
        def change(c: apsw.Connection) -> str:
            many = dice.randint(1, 2)
            query = f"delete from {table} where seq in (select seq from {table} order by seq desc limit ?)"  # noqa: S608
            c.execute(query, (many,))
            return f"{table}: the last {many} cut off"

        return _connected(folder, change)

    def swapped(folder: Path, dice: random.Random) -> str:
        def change(c: apsw.Connection) -> str:
            rows = c.execute(f"select seq, digest, data from {table} order by seq").fetchall()  # noqa: S608
            one, two = dice.sample(rows, 2)
            query = f"update {table} set digest = ?, data = ? where seq = ?"  # noqa: S608
            if table == "trace":
                c.execute("update trace set trace_id = 'x' || trace_id where seq in (?, ?)", (one[0], two[0]))
                ids = {row[0]: json.loads(row[2])["trace_id"] for row in (one, two)}
                c.execute("update trace set trace_id = ? where seq = ?", (ids[two[0]], one[0]))
                c.execute("update trace set trace_id = ? where seq = ?", (ids[one[0]], two[0]))
            c.execute(query, (two[1], two[2], one[0]))
            c.execute(query, (one[1], one[2], two[0]))
            return f"{table}: {one[0]} and {two[0]} swapped"

        return _connected(folder, change)

    def doubled(folder: Path, dice: random.Random) -> str:
        def change(c: apsw.Connection) -> str:
            number, data = _row(c, table, dice)
            digest = json.loads(data)["digest"]
            if table == "trace":
                c.execute("insert into trace(trace_id, digest, data) values('copy', ?, ?)", (digest, data))
            else:
                c.execute("insert into search_log(digest, data) values(?, ?)", (digest, data))
            return f"{table} {number}: added once more"

        return _connected(folder, change)

    def column(folder: Path, dice: random.Random) -> str:
        def change(c: apsw.Connection) -> str:
            number, _ = _row(c, table, dice)
            c.execute(f"update {table} set digest = 'f' || substr(digest, 2) || '0' where seq = ?", (number,))  # noqa: S608
            return f"{table} {number}: the digest beside it"

        return _connected(folder, change)

    edits = {"flip": flip, "field": field, "resealed": resealed, "lost": lost, "cut off": cut_off}
    return edits | {"swapped": swapped, "doubled": doubled, "column": column}


_TEXT_COLUMNS = (
    *(("body", "text"), ("fragment", "text"), ("fragment", "context"), ("block", "data"), ("block", "path")),
    *(("passage", "headings"), ("version", "data"), ("version", "status"), ("version", "valid_from")),
    *(("source", "data"), ("source", "collection"), ("fact", "data"), ("seal", "digest")),
)


_MEANING = (
    ("vector", "vec", "embed_digest"),
    ("sentence_vector", "vecs", "embed_digest"),
    ("mark", "bits", "fragment"),
    ("model", "mean", "id"),
)


def store_edits() -> dict[str, Edit]:
    """Edits of what was published, and of the files of the originals."""

    def text(folder: Path, dice: random.Random) -> str:
        def change(c: apsw.Connection) -> str:
            table, column = dice.choice(_TEXT_COLUMNS)
            query = f"select distinct {column} from {table} where {column} is not null and {column} <> ''"  # noqa: S608
            old = str(dice.choice(c.execute(query).fetchall())[0])
            query = f"update {table} set {column} = ? where {column} = ?"  # noqa: S608
            c.execute(query, (flipped(old, dice), old))
            return f"{table}.{column}: a character"

        return _connected(folder, change)

    def lost(folder: Path, dice: random.Random) -> str:
        def change(c: apsw.Connection) -> str:
            table = dice.choice(("body", "fragment", "block", "passage", "version", "source", "fact", "seal"))
            key = {
                "body": "version",
                "fragment": "id",
                "block": "version || ' ' || ord",
                "passage": "passage_id",
                "version": "id",
                "source": "source_id",
                "fact": "fact_id",
                "seal": "kind || ' ' || name",
            }[table]
            name = dice.choice(c.execute(f"select {key} from {table}").fetchall())[0]  # noqa: S608
            c.execute(f"delete from {table} where {key} = ?", (name,))  # noqa: S608
            return f"{table} {name}: deleted"

        return _connected(folder, change)

    def swapped(folder: Path, dice: random.Random) -> str:
        def change(c: apsw.Connection) -> str:
            table, key, column = dice.choice((("body", "version", "text"), ("fragment", "id", "text")))
            rows = c.execute(f"select {key}, {column} from {table}").fetchall()  # noqa: S608
            one, two = dice.sample(rows, 2)
            query = f"update {table} set {column} = ? where {key} = ?"  # noqa: S608
            c.execute(query, (two[1], one[0]))
            c.execute(query, (one[1], two[0]))
            return f"{table}: two texts swapped"

        return _connected(folder, change)

    def moved(folder: Path, dice: random.Random) -> str:
        def change(c: apsw.Connection) -> str:
            table = dice.choice(("block", "fragment", "passage"))
            starts = c.execute(f"select distinct version, start from {table}").fetchall()  # noqa: S608
            query = f"update {table} set stop = stop + 1 where version = ? and start = ?"  # noqa: S608
            c.execute(query, dice.choice(starts))
            return f"{table}: a place"

        return _connected(folder, change)

    def original(folder: Path, dice: random.Random) -> str:
        file = dice.choice(sorted((folder / "originals").iterdir()))
        data = bytearray(file.read_bytes())
        place = dice.randrange(len(data))
        data[place] ^= 1 << dice.randrange(8)
        file.unlink() if dice.random() < 0.3 else file.write_bytes(bytes(data))
        return f"original {file.name[:8]}"

    def head(folder: Path, dice: random.Random) -> str:
        def change(c: apsw.Connection) -> str:
            name = dice.choice(("trace_head", "trace_count", "search_head", "search_count", "search_unsealed"))
            c.execute("update meta set v = ? where k = ?", (77 if "head" not in name else "0" * 64, name))
            return f"meta {name}"

        return _connected(folder, change)

    def meaning(folder: Path, dice: random.Random) -> str:
        def change(c: apsw.Connection) -> str:
            table, column, key = dice.choice(_MEANING)
            rows = c.execute(f"select {key}, {column} from {table} order by 1").fetchall()  # noqa: S608
            name, old = dice.choice(rows)
            if dice.random() < 0.2 and table == "sentence_vector":
                c.execute(f"delete from {table} where {key} = ?", (name,))  # noqa: S608
                return f"{table} {name}: deleted"
            data = bytearray(old)
            data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
            c.execute(f"update {table} set {column} = ? where {key} = ?", (bytes(data), name))  # noqa: S608
            return f"{table}.{column} {name}: a bit"

        return _connected(folder, change)

    edits = {"text": text, "lost": lost, "swapped": swapped, "moved": moved, "original": original, "head": head}
    return edits | {"meaning": meaning}


# bundles


def _file(bundle: Path, dice: random.Random, least: int = 1) -> Path:
    return dice.choice([path for path in sorted(bundle.iterdir()) if path.stat().st_size >= least])


def bundle_edits() -> dict[str, Edit]:
    """Edits of the files of a bundle that is a folder."""

    def flip(bundle: Path, dice: random.Random) -> str:
        file = _file(bundle, dice)
        data = bytearray(file.read_bytes())
        place = dice.randrange(len(data))
        data[place] ^= 1 << dice.randrange(8)
        file.write_bytes(bytes(data))
        return f"{file.name}: a bit at {place}"

    def line(bundle: Path, dice: random.Random) -> str:
        file = dice.choice([path for path in sorted(bundle.glob("*.jsonl")) if path.read_bytes().count(b"\n") > 1])
        lines = file.read_text("utf-8").split("\n")[:-1]
        one, two = dice.sample(range(len(lines)), 2)
        kind = dice.choice(("swap", "delete", "field", "double"))
        if kind == "swap":
            lines[one], lines[two] = lines[two], lines[one]
        elif kind == "delete":
            del lines[one]
        elif kind == "double":
            lines.insert(two, lines[one])
        else:
            lines[one] = canonical_text(with_other_leaf(json.loads(lines[one]), dice))
        file.write_text("".join(f"{text}\n" for text in lines), encoding="utf-8")
        return f"{file.name}: {kind}"

    def name(bundle: Path, dice: random.Random) -> str:
        file = _file(bundle, dice, 0)
        kind = dice.choice(("rename", "remove", "add"))
        if kind == "rename":
            file.rename(file.with_name(f"{file.stem}-{file.suffix}"))
        elif kind == "remove":
            file.unlink()
        else:
            shutil.copy(file, file.with_name(f"more-{file.name}"))
        return f"{file.name}: {kind}"

    def checksum(bundle: Path, dice: random.Random) -> str:
        file = bundle / "SHA256SUMS"
        lines = file.read_text("utf-8").split("\n")[:-1]
        place = dice.randrange(len(lines))
        kind = dice.choice(("digest", "name", "delete", "space", "comment"))
        told = {
            "digest": "0" * 64 + lines[place][64:],
            "name": lines[place] + "x",
            "space": lines[place].replace("  ", " *"),
            "comment": f"# a remark\n{lines[place]}",
        }
        lines[place : place + 1] = [] if kind == "delete" else [told[kind]]
        file.write_text("".join(f"{text}\n" for text in lines), encoding="utf-8")
        return f"SHA256SUMS: {kind}"

    return {"flip": flip, "line": line, "name": name, "checksum": checksum}


def zip_edits() -> dict[str, Edit]:
    """Edits of the bytes of a bundle that is one file."""

    def flip(bundle: Path, dice: random.Random) -> str:
        data = bytearray(bundle.read_bytes())
        place = dice.randrange(len(data))
        data[place] ^= 1 << dice.randrange(8)
        bundle.write_bytes(bytes(data))
        return f"zip: a bit at {place}"

    def size(bundle: Path, dice: random.Random) -> str:
        data = bundle.read_bytes()
        cut = dice.randrange(1, 200)
        bundle.write_bytes(data[:-cut] if dice.random() < 0.5 else data + bytes(cut))
        return "zip: shorter or longer"

    return {"flip": flip, "size": size}
