"""How is it shown elsewhere that nothing was altered? A bundle of questions, contexts, answers, settings and versions.

A bundle is a folder, or a ``.zip`` whose bytes follow from its files. ``SHA256SUMS`` is read by ``sha256sum -c`` too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from opora.canonical import canonical_text, digest, plain
from opora.diagnosis.container import packed, read_container, write_container
from opora.diagnosis.integrity import Found, Row, check_chain, opened
from opora.diagnosis.signing import public_key, sign, signature_holds
from opora.errors import UsageError
from opora.seal import is_erased

FORMAT: Final = "opora-bundle/1"
SUMS, MANIFEST, SIGNATURE = "SHA256SUMS", "MANIFEST.json", "SHA256SUMS.sig"
TRACES, SEARCHES, CHAIN = "traces.jsonl", "searches.jsonl", "chain.jsonl"
_UNLISTED: Final = frozenset((SUMS, SIGNATURE))


@dataclass(frozen=True, slots=True)
class Link:
    """A record as a bundle holds it; fits ``integrity.Row``."""

    number: int
    name: str
    digest: str
    data: str


@dataclass(frozen=True, slots=True)
class Links:
    """A chain as a bundle holds it; fits ``integrity.Chain``."""

    rows: tuple[Row, ...]
    count: int
    head: str
    unsealed: int = 0


@dataclass(frozen=True, slots=True)
class Wanted:
    """What goes in: all traces, or those named; ``key``: the file of the private key to sign with."""

    trace_ids: tuple[str, ...] = ()
    settings: Sequence[Mapping[str, object]] = ()
    key: Path | None = None


def export(library: Any, target: Path, wanted: Wanted) -> dict[str, Any]:
    """Write the bundle; UsageError when the target is there already or a trace is not. What was written, by counts."""
    ledger = library.ledger()
    traces = _chosen(ledger.traces.rows, wanted.trace_ids)
    files = {TRACES: _lines(row.data for row in traces), **derived([opened(row).record for row in traces])}
    if wanted.trace_ids:
        files[CHAIN] = _lines(canonical_text(_link(row)) for row in ledger.traces.rows)
    else:
        files[SEARCHES] = _lines(row.data for row in ledger.searches.rows)
    files["versions.jsonl"] = _lines(canonical_text(one) for one in _versions(library))
    files["settings.json"] = (json.dumps(list(wanted.settings), ensure_ascii=False, indent=1) + "\n").encode()
    manifest = {
        "format": FORMAT,
        "whole": not wanted.trace_ids,
        "chains": {"traces": _head(ledger.traces), "searches": _head(ledger.searches)},
        "signed_by": public_key(wanted.key) if wanted.key else None,
        "files": {name: {"sha256": digest(data), "bytes": len(data)} for name, data in sorted(files.items())},
    }
    files[MANIFEST] = (json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()
    files[SUMS] = sums(files)
    if wanted.key:
        files[SIGNATURE] = sign(wanted.key, files[SUMS])
    write_container(target, files)
    counts = {"traces": len(traces), "searches": 0 if wanted.trace_ids else ledger.searches.count}
    heads = {"traces": ledger.traces.head, "searches": ledger.searches.head}
    return {"bundle": str(target), "files": sorted(files), **counts, "heads": heads, "signed_by": manifest["signed_by"]}


def sums(files: Mapping[str, bytes]) -> bytes:
    """In the format of ``sha256sum``: digest, two spaces, name; every file but this one and its signature."""
    names = sorted(set(files) - _UNLISTED)
    return "".join(f"{digest(files[name])}  {name}\n" for name in names).encode()


def derived(records: Sequence[Mapping[str, Any] | None]) -> dict[str, bytes]:
    """Questions, contexts and answers of the traces, each in a file that is read without knowing traces."""
    known = [record for record in records if record is not None]
    heads = [{name: one.get(name) for name in ("trace_id", "question", "at", "assistant", "channel")} for one in known]
    answers = [{"trace_id": one.get("trace_id"), "reply": one.get("reply")} for one in known]
    contexts = [{"trace_id": one.get("trace_id"), "fragments": _fragments(one)} for one in known]
    return {
        "questions.jsonl": _lines(map(canonical_text, heads)),
        "answers.jsonl": _lines(map(canonical_text, answers)),
        "contexts.jsonl": _lines(map(canonical_text, contexts)),
    }


def verify_bundle(target: Path, key: Path | None = None) -> dict[str, Any]:
    """All findings; needs neither a library nor a model. UsageError when there is no bundle at all."""
    container, findings = read_container(target)
    files = dict(container)
    findings += _checksums(files)
    manifest = _manifest(files, findings)
    if manifest:
        findings += _listed(files, manifest)
        findings += _signed(files, manifest, key)
        findings += _records(files, manifest)
    elif key:
        findings.append(Found("missing", SIGNATURE, "signature", "a signature", ""))
    if (
        target.is_file()
        and not any(found.kind == "unreadable" for found in findings)
        and packed(files) != _bytes(target)
    ):
        findings.append(
            Found("changed", target.name, "container", "the bytes that follow from its files", "other bytes")
        )
    traces, searches = (len(_rows(files.get(name, b""))) for name in (TRACES, SEARCHES))
    heads = {name: str(_dict(chain).get("head", "")) for name, chain in _dict(manifest.get("chains")).items()}
    return {
        "of": "bundle",
        "findings": [asdict(found) for found in dict.fromkeys(findings)],
        "checked": {"files": len(files), "traces": traces, "searches": searches},
        "heads": heads,
        "signed_by": manifest.get("signed_by"),
    }


def _checksums(files: Mapping[str, bytes]) -> Iterator[Found]:
    kept = files.get(SUMS)
    if kept is None:
        yield Found("missing", SUMS, "file", "checksums", "")
        return
    told: dict[str, str] = {}
    for line in kept.decode("utf-8", "replace").split("\n"):
        if line:
            told[line[66:]] = line[:64]
    true = {name: digest(data) for name, data in files.items() if name not in _UNLISTED}
    for name in sorted({*told, *true}):
        expected, found = told.get(name, ""), true.get(name, "")
        if expected != found:
            kind: Any = "missing" if not found else "added" if not expected else "changed"
            yield Found(kind, name, "checksum", expected, found)
    if kept != sums(files) and told == true:
        yield Found("changed", SUMS, "form", "the lines that follow from the files", "other lines")


def _manifest(files: Mapping[str, bytes], findings: list[Found]) -> dict[str, Any]:
    try:
        manifest = json.loads(files[MANIFEST])
    except (KeyError, ValueError, RecursionError) as problem:
        findings.append(Found("unreadable", MANIFEST, "file", "a JSON object", str(problem)[:200]))
        return {}
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        findings.append(Found("unreadable", MANIFEST, "format", FORMAT, str(manifest)[:200]))
        return {}
    return manifest


def _listed(files: Mapping[str, bytes], manifest: Mapping[str, Any]) -> Iterator[Found]:
    """The manifest says the same of every file as the checksums do."""
    listed = {name: _dict(told) for name, told in _dict(manifest.get("files")).items()}
    there = {name: data for name, data in files.items() if name not in (*_UNLISTED, MANIFEST)}
    for name in sorted({*listed, *there}):
        expected = str(listed.get(name, {}).get("sha256", ""))
        found = digest(there[name]) if name in there else ""
        if expected != found:
            kind: Any = "missing" if not found else "added" if not expected else "changed"
            yield Found(kind, name, "digest in the manifest", expected, found)
        elif listed[name].get("bytes") != len(there[name]):
            yield Found("changed", name, "bytes in the manifest", str(listed[name].get("bytes")), str(len(there[name])))


def _signed(files: Mapping[str, bytes], manifest: Mapping[str, Any], key: Path | None) -> Iterator[Found]:
    signer, signature = manifest.get("signed_by"), files.get(SIGNATURE)
    if key is not None and public_key(key) != signer:
        yield Found("changed", MANIFEST, "signed_by", public_key(key), str(signer or ""))
    if not signer:
        if signature is not None:
            yield Found("added", SIGNATURE, "file", "", "a signature that the manifest does not name")
        return
    if signature is None:
        yield Found("missing", SIGNATURE, "signature", str(signer), "")
    elif not signature_holds(str(signer), signature, files.get(SUMS, b"")):
        yield Found("changed", SIGNATURE, "signature", f"one by {signer} over {SUMS}", "another")


def _records(files: Mapping[str, bytes], manifest: Mapping[str, Any]) -> Iterator[Found]:
    """Chains by themselves, and the files made from the traces against the traces."""
    chains = _dict(manifest.get("chains"))
    rows = _rows(files.get(TRACES, b""))
    if manifest.get("whole"):
        explained: set[str] = set()
        yield from check_chain("trace", _chain(rows, _dict(chains.get("traces"))), explained)
        searches = _rows(files.get(SEARCHES, b""), named=False)
        yield from check_chain("search", _chain(searches, _dict(chains.get("searches"))), explained)
    else:
        yield from _selection(rows, _rows(files.get(CHAIN, b"")), _dict(chains.get("traces")))
    for name, data in derived([opened(row).record for row in rows]).items():
        if files.get(name) != data:
            yield Found("changed", name, "content", digest(data), digest(files.get(name, b"")))


def _selection(rows: Sequence[Link], links: Sequence[Link], told: Mapping[str, Any]) -> Iterator[Found]:
    """Each trace by itself, and that it stands in the chain, of which all others are known by their digests only."""
    yield from check_chain(
        "link", Links(tuple(_as_records(links)), int(told.get("count", -1)), str(told.get("head", "")))
    )
    known = {link.digest for link in links}
    for row in rows:
        alone = [found for found in check_chain("trace", _alone(row)) if found.what not in ("previous", "number")]
        yield from alone
        if row.digest not in known:
            yield Found("missing", f"trace {row.name}", "link", row.digest, "")


def _alone(row: Link) -> Links:
    return Links((Link(1, row.name, row.digest, row.data),), 1, row.digest)


def _as_records(links: Sequence[Link]) -> Iterator[Link]:
    """A link has the seals of its trace instead of its parts; erased parts with these seals say the same."""
    for link in links:
        record = opened(link).record or {}
        if "steps" in record:
            yield link
            continue
        seals = _dict(record.get("seals"))
        parts = {name: {"erased": seal} for name, seal in seals.items() if name not in ("previous", "trace_id")}
        told = {**parts, **{name: record.get(name) for name in ("trace_id", "previous", "digest", "seals")}}
        yield Link(link.number, link.name, link.digest, canonical_text(told))


def _link(row: Row) -> dict[str, object]:
    """A trace without its parts; one that has no seals cannot be proved without them."""
    record = opened(row).record or {}
    if "seals" not in record:
        return record
    return {name: record.get(name) for name in ("trace_id", "previous", "digest", "seals")}


def _chain(rows: Sequence[Link], told: Mapping[str, Any]) -> Links:
    count, unsealed = told.get("count"), told.get("unsealed")
    return Links(tuple(rows), count if isinstance(count, int) else -1, str(told.get("head", "")), unsealed or 0)


def _head(chain: Any) -> dict[str, object]:
    return {"count": chain.count, "head": chain.head, "unsealed": chain.unsealed}


def _rows(data: bytes, named: bool = True) -> tuple[Link, ...]:
    lines = data.decode("utf-8", "replace").split("\n")[:-1] if data else []
    found: list[Link] = []
    for number, line in enumerate(lines, 1):
        record = opened(Link(number, "", "", line)).record or {}
        name = str(record.get("trace_id", "")) if named else ""
        found.append(Link(number, name, str(record.get("digest", "")), line))
    return tuple(found)


def _lines(texts: Any) -> bytes:
    return "".join(f"{text}\n" for text in texts).encode("utf-8", "replace")


def _chosen(rows: Sequence[Any], names: tuple[str, ...]) -> list[Any]:
    if not names:
        return list(rows)
    known = {row.name: row for row in rows}
    for name in names:
        if name not in known:
            raise UsageError(f"there is no trace {name!r}", "copy the id from a reply")
    return [known[name] for name in dict.fromkeys(names)]


def _fragments(record: Mapping[str, Any]) -> list[dict[str, object]]:
    """What was found for a question: place, source and text of each hit."""
    steps: Any = record.get("steps")
    output: Any = next(
        (s.get("output") for s in steps or () if isinstance(s, dict) and s.get("name") == "retrieve"), None
    )
    if not isinstance(output, list) or is_erased(output):
        return []
    hits = [hit for found in output if isinstance(found, dict) for hit in found.get("hits") or ()]
    names = ("fragment_id", "version_id", "start", "end", "text")
    return [
        {**{name: _dict(hit.get("fragment")).get(name) for name in names}, "source_id": hit.get("source_id")}
        for hit in hits
    ]


def _versions(library: Any) -> Iterator[object]:
    for source in library.sources():
        for version in library.versions(source.source_id):
            told: Any = plain(version)
            yield {**told, "report": {}, "collection": source.collection, "authority": source.authority}


def _dict(thing: object) -> dict[str, Any]:
    return thing if isinstance(thing, dict) else {}


def _bytes(path: Path) -> bytes:
    return path.read_bytes()
