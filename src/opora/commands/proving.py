"""Can it be shown again, and was nothing altered? ``replay``, ``verify`` and ``export``."""

from __future__ import annotations

import dataclasses
import datetime as dt
import os
import urllib.parse
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from opora.commands.door import chosen, emit, example, own_deed, plain, printable, standard
from opora.errors import BackendError, LibraryBusyError, LibraryError, UsageError

if TYPE_CHECKING:
    from opora.diagnosis.replay import Change, Replay
    from opora.domain.trace import Trace
    from opora.store.sqlite import SqliteLibrary

_WAYS = ("answer", "assistant", "model", "today")


@click.command(
    epilog=example(
        "opora replay Ta49db0d4e4d31de9",
        "opora replay Ta49db0d4e4d31de9 --assistant strict",
        "opora replay Ta49db0d4e4d31de9 --answer other.json --json",
        "opora replay Ta49db0d4e4d31de9 --today",
    )
)
@click.argument("trace_id", callback=plain, metavar="ID")
@click.option("--answer", metavar="FILE", help="Judge this answer (JSON or text) on the recorded context.")
@click.option("--assistant", callback=plain, help="Answer by the rules of this assistant on the recorded context.")
@click.option("--model", callback=plain, help="Answer by this language model on the recorded context.")
@click.option("--live", metavar="URL", help="With --model: the base URL of an OpenAI-compatible endpoint.")
@click.option(
    "--key-env", default="OPENAI_API_KEY", callback=plain, help="With --live: the variable that holds the key."
)
@click.option("--today", is_flag=True, help="Answer from the library as it is now, for the recorded date.")
@standard
@click.pass_context
def replay(context: click.Context, /, trace_id: str, library: str | None, as_json: bool, **said: Any) -> None:
    """Answer a recorded question again on the same context, keep both results and name the first difference."""
    from opora.wiring import open_library

    place, as_json = chosen(context, library, as_json)
    if sum(bool(said[name]) for name in _WAYS) > 1:
        raise UsageError("give one of --answer, --assistant, --model, --today", "one thing changes at a time")
    if said["live"] and not said["model"]:
        raise UsageError("--live needs --model", "name the model that the endpoint serves")
    if said["model"] and not said["live"]:
        raise BackendError(
            f"no address is given, so {said['model']!r} cannot answer",
            "give --live URL, or let it answer elsewhere and judge that with --answer FILE",
        )
    store = open_library(place)
    try:
        trace = known_trace(store, trace_id)
        found = _replayed(place, store, trace, said)
        warnings = _kept(store, found)
    finally:
        store.close()
    body = replay_body(found) | {"warnings": warnings}
    emit(body) if as_json else _print_replay(body)


def known_trace(store: Any, trace_id: str) -> Trace:
    """UsageError when there is none, or when it has no context of its own."""
    found: Trace | None = store.trace(trace_id)
    if found is None:
        raise UsageError(f"there is no trace {trace_id!r}", "copy the id from a reply")
    if "of" in found.context:
        origin = found.context["of"]
        raise UsageError(f"{trace_id!r} is itself a replay of {origin!r}", f"replay {origin} instead")
    return found


def _replayed(place: Path, store: SqliteLibrary, trace: Trace, said: dict[str, Any]) -> Replay:
    from opora.diagnosis.judged import judge, read_answer
    from opora.diagnosis.replay import Anew, on_today
    from opora.diagnosis.replay import replay as answer_again
    from opora.gateways import Gateways, model_rules
    from opora.wiring import Model, ask_rules, open_settings, open_shops

    previous = uuid.uuid4().hex
    if said["answer"]:
        return judge(trace, read_answer(Path(said["answer"]), trace.trace_id), previous)
    if said["model"]:
        from opora.diagnosis.live import LiveRules
        from opora.diagnosis.model_answer import model_answer

        rules_of_model = LiveRules(said["live"], said["model"], os.environ.get(said["key_env"], ""))
        host = urllib.parse.urlsplit(said["live"]).hostname or ""
        return judge(trace, model_answer(trace, rules_of_model), previous, said["model"], host)
    if said["assistant"]:
        settings = open_settings(place)
        assistant = settings.assistant(said["assistant"])
        rules = dataclasses.replace(ask_rules(assistant), model=model_rules(settings, assistant))
        return answer_again(trace, Anew(rules, said["assistant"], previous, store))
    if not said["today"]:
        return answer_again(trace, Anew(previous=previous, beside=store))
    settings = open_settings(place)
    rules = ask_rules(settings.assistant(trace.assistant))
    gateways = Gateways(settings, lambda: dt.date.today().isoformat())
    embedder = None if rules.search.mode == "lexical" else Model(settings)()
    return on_today(
        trace,
        store,
        embedder,
        Anew(previous=previous, model=gateways.for_answer(), catalogues=open_shops(settings, store)),
    )


def _kept(store: SqliteLibrary, found: Replay) -> list[str]:
    try:
        store.append_trace(found.after)
        store.append_deed(own_deed("replay", found.before.trace_id))
    except LibraryBusyError as error:
        return [f"the replay was not kept: {error.message}"]
    return []


def replay_body(found: Replay) -> dict[str, Any]:
    """Both results, where they differ, and the id under which the new one is kept."""
    return {
        "trace_id": found.before.trace_id,
        "replay_id": found.after.trace_id,
        "kind": found.kind,
        "question": found.before.question,
        "at": found.before.at,
        "assistant": {"was": found.before.assistant, "now": found.after.assistant},
        "recorded": found.before.reply,
        "replayed": found.after.reply,
        "first_difference": found.first_difference,
        "stages": [{"name": s.name, "same": not s.differs, "differs": list(s.differs)} for s in found.stages],
        "changed": {
            "documents": _changes(found.documents),
            "retrieval": _changes(found.retrieval),
            "answer": _changes(found.answer),
        },
        "read_from_library": list(found.filled),
        "notes": list(found.notes),
    }


def _changes(found: tuple[Change, ...]) -> list[dict[str, Any]]:
    return [dataclasses.asdict(change) for change in found]


def _print_replay(body: dict[str, Any]) -> None:
    first = body["first_difference"]
    click.echo(printable(f"{body['question']}\non {body['at']} · {body['kind']} · kept as {body['replay_id']}"))
    click.echo("the same reply" if first is None else f"the first stage that differs: {first}")
    for link, changes in body["changed"].items():
        for change in changes:
            click.echo(printable(f"  {link:10} {change['what']}: {change['was']!r} → {change['now']!r}"))
    click.echo(printable(f"\nrecorded  {body['recorded'].get('action')}: {body['recorded'].get('text')}"))
    click.echo(printable(f"replayed  {body['replayed'].get('action')}: {body['replayed'].get('text')}"))
    for note in [*body["notes"], *body["warnings"]]:
        click.echo(printable(f"note: {note}"))


@click.command(
    epilog=example("opora verify", "opora verify --head 3f1c…", "opora verify proof.zip --key opora.pub --json")
)
@click.argument("bundle", required=False, metavar="[BUNDLE]")
@click.option("--head", callback=plain, metavar="DIGEST", help="A digest noted before; it must still be in the chain.")
@click.option("--key", metavar="FILE", help="The public key that a bundle must be signed with.")
@standard
@click.pass_context
def verify(context: click.Context, /, bundle: str | None, library: str | None, as_json: bool, **said: Any) -> None:
    """Is a library, or a bundle made by export, still as it was written? Exit 1 names every change that was found."""
    if bundle is not None:
        from opora.diagnosis.bundle import verify_bundle

        body = verify_bundle(Path(bundle), Path(said["key"]) if said["key"] else None)
        as_json = chosen(context, library, as_json)[1]
    else:
        place, as_json = chosen(context, library, as_json)
        body = _verified_folder(place, said["head"])
    emit(body) if as_json else _print_findings(body)
    if body["findings"]:
        context.exit(1)


def _verified_folder(place: Path, head: str | None) -> dict[str, Any]:
    """A database that SQLite itself cannot read is a finding; a folder without one is not."""
    from opora.wiring import DATABASE, open_library

    store = None
    try:
        store = open_library(place)
        body = verified_library(store, head)
        body["findings"] += _histories(place, store.journals())
        return body
    except LibraryBusyError:
        raise
    except LibraryError as problem:
        if not (place / DATABASE).is_file():
            raise
        found = {"kind": "damaged", "where": DATABASE, "what": "file", "expected": "", "found": problem.message}
        return {"of": "library", "findings": [found], "checked": {}, "heads": {}, "signed_by": None}
    finally:
        if store is not None:
            store.close()


def _histories(place: Path, noted: dict[str, str]) -> list[dict[str, Any]]:
    """Runs of the gate and of diagnosis that were kept beside the database, against what is noted of them in it."""
    from opora.diagnosis.journal import lost, read

    findings = []
    there = {file.name for file in (place / "history").glob("*.jsonl")}
    for name in sorted({*there, *noted}):
        kept = read(place / "history" / name)
        told = {"where": f"history/{name}", "what": "chain", "expected": ""}
        if kept.broken:
            findings.append(told | {"kind": "changed", "found": kept.broken})
        elif name not in there:
            findings.append(told | {"kind": "missing", "found": "the file is not there any more"})
        elif why := lost(kept, noted.get(name)):
            findings.append(told | {"kind": "truncated", "expected": noted.get(name, ""), "found": why})
    return findings


def verified_library(store: SqliteLibrary, head: str | None = None) -> dict[str, Any]:
    """All findings, how much was checked, and the heads of the chains, to be noted elsewhere. Others may write meanwhile."""
    with store.one_reading():
        return _verified(store, head)


def _verified(store: SqliteLibrary, head: str | None) -> dict[str, Any]:
    from opora.diagnosis.integrity import Found, all_versions, check_library
    from opora.diagnosis.rerun import run_again

    findings = list(check_library(store))
    ledger = store.ledger()
    if any(found.where.startswith(("trace", "search")) for found in findings):
        findings += run_again("trace", ledger.traces.rows, store)
        findings += run_again("search", ledger.searches.rows, store)
    if head and not any(row.digest == head for chain in (ledger.traces, ledger.searches) for row in chain.rows):
        findings.append(Found("truncated", "chain", "noted head", head, ""))
    versions = sum(not isinstance(version, Found) for version in all_versions(store))
    checked = {"versions": versions, "traces": ledger.traces.count, "searches": ledger.searches.count}
    heads = {"traces": ledger.traces.head, "searches": ledger.searches.head}
    told = [dataclasses.asdict(found) for found in dict.fromkeys(findings)]
    return {"of": "library", "findings": told, "checked": checked, "heads": heads, "signed_by": None}


def _print_findings(body: dict[str, Any]) -> None:
    for found in body["findings"]:
        click.echo(printable(f"{found['kind']:13} {found['where']}: {found['what']}"))
        if found["expected"] or found["found"]:
            click.echo(
                printable(f"{'':13} expected {found['expected'] or '-'}\n{'':13} found    {found['found'] or '-'}")
            )
    told = ", ".join(f"{count} {what}" for what, count in body["checked"].items())
    click.echo(f"{len(body['findings']) or 'no'} finding(s); checked: {told}")
    for name, head in body["heads"].items():
        if head:
            click.echo(f"head of {name}: {head}")


@click.command(
    epilog=example("opora export proof.zip", "opora export proof --trace Ta49db0d4e4d31de9 --sign owner.pem")
)
@click.argument("bundle", metavar="BUNDLE")
@click.option("--trace", "traces", callback=plain, multiple=True, help="Only this trace; may be given again.")
@click.option("--sign", metavar="KEY.pem", help="Sign with this Ed25519 key.")
@click.option("--new-key", is_flag=True, help="Make the key of --sign first, with KEY.pem.pub beside it.")
@standard
@click.pass_context
def export(
    context: click.Context, /, bundle: str, library: str | None, as_json: bool, traces: tuple[str, ...], **said: Any
) -> None:
    """Write questions, contexts, answers, settings, versions and checksums into a folder, or a file that ends in .zip."""
    from opora.diagnosis.bundle import Wanted
    from opora.diagnosis.bundle import export as write_bundle
    from opora.diagnosis.signing import make_key
    from opora.wiring import open_library, open_settings

    place, as_json = chosen(context, library, as_json)
    key = Path(said["sign"]) if said["sign"] else None
    if said["new_key"] and key is None:
        raise UsageError("--new-key needs a file for the key", "add --sign KEY.pem")
    settings = [dataclasses.asdict(entry) for entry in open_settings(place).entries()]
    store = open_library(place)
    try:
        if said["new_key"] and key is not None:
            make_key(key)
        with store.one_reading():
            body = write_bundle(store, Path(bundle), Wanted(traces, settings, key))
        store.append_deed(own_deed("export", " ".join(traces) or "all"))
    finally:
        store.close()
    if as_json:
        emit(body)
        return
    click.echo(printable(f"{body['bundle']}: {body['traces']} trace(s), {body['searches']} search(es)"))
    for name, head in body["heads"].items():
        if head:
            click.echo(f"head of {name}: {head}")
    if body["signed_by"]:
        click.echo(f"signed by {body['signed_by']}")


COMMANDS = (replay, verify, export)
