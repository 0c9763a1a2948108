"""What has entered the library, what may not, and why?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from opora.commands.door import chosen, emit, example, printable, standard

if TYPE_CHECKING:
    from opora.admission import AdmissionRules
    from opora.domain.source import Source, Version
    from opora.ingest import AddRules
    from opora.ingest_manifest import Entry


@click.command(epilog=example("opora inventory", "opora inventory --check", "opora inventory new-files/"))
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--check", is_flag=True, help="Hold what is admitted against the rules of today.")
@standard
@click.pass_context
def inventory(context: click.Context, paths: tuple[str, ...], check: bool, library: str | None, as_json: bool) -> None:
    """What is admitted, what is rejected, and why; with PATH: what of these files would be, without adding them."""
    from opora.wiring import Model, add_rules, admission_rules, open_library, open_settings

    place, as_json = chosen(context, library, as_json)
    settings = open_settings(place)
    rules = admission_rules(settings)
    if paths:
        rows = _of_files(paths, add_rules(settings, Model(settings)))
    else:
        store = open_library(place)
        try:
            rows = [inventory_row(one, store.versions(one.source_id)) for one in store.sources()]
            if check:
                _hold_against(rows, store, rules)
        finally:
            store.close()
    body = inventory_body(rows, rules)
    if as_json:
        emit(body)
        return
    for row in rows:
        why = f": {row['reason']}" if row["reason"] else ""
        click.echo(printable(f"{row['decision']:9} {row['source_id'] or row['name']}{why}"))
    click.echo(f"{body['counts']['admitted']} admitted, {body['counts']['rejected']} rejected")


def inventory_body(rows: list[dict[str, Any]], rules: AdmissionRules) -> dict[str, Any]:
    """The shape of ``opora inventory --json``."""
    admitted = sum(1 for row in rows if row["decision"] == "admitted")
    return {
        "items": rows,
        "counts": {"admitted": admitted, "rejected": len(rows) - admitted},
        "rules": {
            "names": list(rules.names),
            "texts": list(rules.texts),
            "personal": rules.personal,
            "personal_from": rules.personal_from,
        },
    }


def _row(name: str, **known: Any) -> dict[str, Any]:
    empty = dict.fromkeys(
        ("source_id", "version_id", "media_type", "type", "collection", "purpose", "owner", "authority", "code"), None
    )
    return {"name": name, "decision": "admitted", "reason": "", "hint": "", "warnings": [], **empty, **known}


def inventory_row(source: Source, versions: list[Version]) -> dict[str, Any]:
    """A source in error is rejected, whatever stands behind it from before."""
    current = next((one for one in reversed(versions) if one.status == "current"), None)
    failed = source.state == "error" or not versions
    return _row(
        source.origin,
        source_id=source.source_id,
        version_id=current.version_id if current else None,
        media_type=current.media_type if current else None,
        type=source.type,
        collection=source.collection,
        purpose=source.purpose,
        owner=source.owner,
        authority=source.authority,
        decision="rejected" if failed else "admitted",
        code=("not_admitted" if (source.error or "").startswith("not admitted") else "error") if failed else None,
        reason=(source.error or f"it is {source.state}") if failed else "",
    )


def _hold_against(rows: list[dict[str, Any]], store: Any, rules: AdmissionRules) -> None:
    from opora.admission import check_name, check_text
    from opora.errors import NotAdmittedError

    for row in rows:
        if row["decision"] != "admitted" or row["version_id"] is None:
            continue
        try:
            check_name(Path(row["name"]).name, rules)
            row["warnings"] = check_text(store.text(row["version_id"]), rules)
        except NotAdmittedError as error:
            row.update(decision="rejected", code=error.code, hint=error.hint)
            row["reason"] = f"{error.message}; it entered before: take it out with 'opora remove {row['source_id']}'"


def _of_files(paths: tuple[str, ...], rules: AddRules) -> list[dict[str, Any]]:
    from opora.ingest_collect import collect, with_attachments

    rows: list[dict[str, Any]] = []
    for path in paths:
        entries, skipped = collect(Path(path))
        rows.extend(_of_file(entry, rules) for entry in with_attachments(entries, rules.limits))
        for line in skipped:
            name, _, reason = line.rpartition(": ")
            rows.append(_row(name, decision="rejected", code="skipped", reason=reason))
    return rows


def _of_file(entry: Entry, rules: AddRules) -> dict[str, Any]:
    """Reads the file as ``opora add`` would, and keeps nothing of it."""
    import tempfile

    from opora.admission import check_name, check_text
    from opora.errors import ReadingError
    from opora.ingest_collect import bytes_inside
    from opora.reading.read import Ocr, read

    row, limits, ocr = _row(entry.name), rules.limits, Ocr(rules.ocr)
    try:
        check_name(entry.name, rules.admission)
        if entry.inside:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "attachment"
                file.write_bytes(bytes_inside(entry, limits))
                parsed = read(file, limits, name=entry.inside, ocr=ocr)
        else:
            parsed = read(entry.path or Path(), limits, name=Path(entry.name).name, ocr=ocr)
        row["media_type"] = parsed.media_type
        row["warnings"] = [*parsed.warnings, *check_text(parsed.text, rules.admission)]
    except ReadingError as error:
        row.update(decision="rejected", code=error.code, reason=error.message, hint=error.hint)
    return row
