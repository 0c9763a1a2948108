"""Can a bundle be proved on another machine, with this program or with sha256sum alone?"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import warnings
import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pydantic import TypeAdapter

from opora.canonical import digest
from opora.cli import main
from opora.commands.proving_shapes import Exported, Verified
from opora.diagnosis.bundle import sums

DAY = ("--at", "2026-10-23")
NAMES = [
    *("MANIFEST.json", "SHA256SUMS", "answers.jsonl", "contexts.jsonl", "questions.jsonl", "searches.jsonl"),
    *("settings.json", "traces.jsonl", "versions.jsonl"),
]


def run(folder: Path, *args: str) -> tuple[int, Any]:
    result = CliRunner().invoke(main, ["--library", str(folder), *args, "--json"])
    assert "Traceback" not in result.output
    return result.exit_code, json.loads(result.stdout)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("bundles")
    place = base / "lib"
    assert run(place, "init")[0] == 0
    (place / "opora.toml").write_text("[model]\nenabled = false\n", encoding="utf-8")
    (base / "lamp.md").write_text("# Лампа\n\nГарантия на лампу — 24 месяца.\n", encoding="utf-8")
    (base / "shop.txt").write_text("Goods may be returned within 14 days.", encoding="utf-8")
    assert run(place, "add", str(base / "lamp.md"), str(base / "shop.txt"))[0] == 0
    for question in ("Какая гарантия на лампу?", "Within how many days may goods be returned?", "Who is the king?"):
        assert run(place, "ask", question, *DAY)[0] == 0
    run(place, "search", "goods", *DAY)
    return place


def traces(folder: Path) -> list[str]:
    bundle = folder.parent / "for-ids"
    if not bundle.exists():
        assert run(folder, "export", str(bundle))[0] == 0
    return [json.loads(line)["trace_id"] for line in (bundle / "traces.jsonl").read_text("utf-8").split("\n")[:-1]]


def nowhere(tmp_path: Path) -> Path:
    """A library that is not there: nothing but the bundle is needed."""
    return tmp_path / "no-library"


@pytest.mark.parametrize("name", ["proof", "proof.zip"])
def test_a_bundle_is_whole_without_the_library(folder: Path, tmp_path: Path, name: str) -> None:
    code, body = run(folder, "export", str(tmp_path / name))
    assert code == 0
    TypeAdapter(Exported).validate_python(body, strict=True)
    assert body["files"] == NAMES
    code, checked = run(nowhere(tmp_path), "verify", str(tmp_path / name))
    assert (code, checked["findings"]) == (0, [])
    TypeAdapter(Verified).validate_python(checked, strict=True)
    assert (checked["checked"]["traces"], checked["checked"]["searches"]) == (3, 1)
    assert checked["heads"] == body["heads"] == run(folder, "verify")[1]["heads"]
    TypeAdapter(Verified).validate_python(run(folder, "verify")[1], strict=True)


def test_sha256sum_accepts_the_checksums(folder: Path, tmp_path: Path) -> None:
    if shutil.which("sha256sum") is None:
        pytest.skip("there is no sha256sum on this machine")
    bundle = tmp_path / "proof"
    assert run(folder, "export", str(bundle))[0] == 0
    done = subprocess.run(["sha256sum", "--strict", "-c", "SHA256SUMS"], cwd=bundle, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(NAMES) - 1
    (bundle / "answers.jsonl").write_bytes(b"")
    done = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=bundle, capture_output=True, text=True)
    assert done.returncode == 1


def test_what_is_inside_can_be_read_without_this_program(folder: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "proof"
    run(folder, "export", str(bundle))
    rows = {
        name: [json.loads(line) for line in (bundle / f"{name}.jsonl").read_text("utf-8").split("\n")[:-1]]
        for name in ("questions", "answers", "contexts", "versions")
    }
    assert rows["questions"][0]["question"] == "Какая гарантия на лампу?"
    assert "24 месяца" in rows["answers"][0]["reply"]["text"]
    assert any("24 месяца" in one["text"] for one in rows["contexts"][0]["fragments"])
    assert {row["source_id"] for row in rows["versions"]} == {"lamp", "shop"}
    settings = {row["path"]: row["value"] for row in json.loads((bundle / "settings.json").read_text("utf-8"))}
    assert settings["model.enabled"] is False


def test_a_selection_shows_its_place_in_the_chain_and_nothing_of_the_others(folder: Path, tmp_path: Path) -> None:
    wanted = traces(folder)[1]
    bundle = tmp_path / "one"
    assert run(folder, "export", str(bundle), "--trace", wanted)[1]["traces"] == 1
    everything = "".join(path.read_text("utf-8") for path in bundle.iterdir())
    assert "14 days" in everything
    assert "24 месяца" not in everything
    assert run(nowhere(tmp_path), "verify", str(bundle))[1]["findings"] == []
    lines = (bundle / "chain.jsonl").read_text("utf-8").split("\n")
    (bundle / "chain.jsonl").write_text("\n".join(lines[1:]), encoding="utf-8")
    found = run(nowhere(tmp_path), "verify", str(bundle))[1]["findings"]
    assert {one["kind"] for one in found} >= {"changed", "missing"}


def test_a_signed_bundle_names_its_signer(folder: Path, tmp_path: Path) -> None:
    key = tmp_path / "owner.pem"
    code, body = run(folder, "export", str(tmp_path / "s.zip"), "--sign", str(key), "--new-key")
    assert code == 0
    assert key.stat().st_mode & 0o077 == 0
    public = tmp_path / "owner.pem.pub"
    checked = run(nowhere(tmp_path), "verify", str(tmp_path / "s.zip"), "--key", str(public))[1]
    assert (checked["findings"], checked["signed_by"]) == ([], body["signed_by"])
    run(folder, "export", str(tmp_path / "again.zip"), "--sign", str(key))
    assert (tmp_path / "again.zip").read_bytes() == (tmp_path / "s.zip").read_bytes()

    run(folder, "export", str(tmp_path / "t"), "--sign", str(tmp_path / "other.pem"), "--new-key")
    assert run(nowhere(tmp_path), "verify", str(tmp_path / "t"))[1]["findings"] == []
    code, checked = run(nowhere(tmp_path), "verify", str(tmp_path / "t"), "--key", str(public))
    assert (code, [found["what"] for found in checked["findings"]]) == (1, ["signed_by"])
    run(folder, "export", str(tmp_path / "u"))
    assert run(nowhere(tmp_path), "verify", str(tmp_path / "u"), "--key", str(public))[0] == 1


def test_a_bundle_made_anew_by_somebody_else_fails_on_its_signature(folder: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "s"
    run(folder, "export", str(bundle), "--sign", str(tmp_path / "k.pem"), "--new-key")
    manifest = json.loads((bundle / "MANIFEST.json").read_text("utf-8"))
    settings = (bundle / "settings.json").read_bytes().replace(b"false", b"true", 1)
    manifest["files"]["settings.json"] = {"sha256": digest(settings), "bytes": len(settings)}
    (bundle / "settings.json").write_bytes(settings)
    text = json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    (bundle / "MANIFEST.json").write_text(text, encoding="utf-8")
    (bundle / "SHA256SUMS").write_bytes(sums({path.name: path.read_bytes() for path in bundle.iterdir()}))
    found = run(nowhere(tmp_path), "verify", str(bundle))[1]["findings"]
    assert [one["where"] for one in found] == ["SHA256SUMS.sig"]


def test_nothing_is_overwritten_and_wrong_calls_are_usage_errors(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "bad.pem").write_text("no key", encoding="utf-8")
    assert run(folder, "export", str(tmp_path / "there"))[0] == 2
    assert run(folder, "export", str(tmp_path / "x"), "--trace", "none")[0] == 2
    assert run(folder, "export", str(tmp_path / "x"), "--new-key")[0] == 2
    assert run(folder, "export", str(tmp_path / "x"), "--sign", str(tmp_path / "bad.pem"))[0] == 2
    assert run(folder, "verify", str(tmp_path / "x"))[0] == 2
    assert run(nowhere(tmp_path), "verify")[0] == 3
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("kind", ["not a zip", "compressed", "escaping", "twice"])
def test_a_strange_zip_is_a_finding_and_touches_nothing(folder: Path, tmp_path: Path, kind: str) -> None:
    run(folder, "export", str(tmp_path / "p.zip"))
    data = io.BytesIO((tmp_path / "p.zip").read_bytes())
    if kind == "not a zip":
        data = io.BytesIO(b"no zip at all")
    else:
        name = {"escaping": "../../outside.txt", "twice": "traces.jsonl"}.get(kind, "more.txt")
        how = zipfile.ZIP_DEFLATED if kind == "compressed" else zipfile.ZIP_STORED
        with zipfile.ZipFile(data, "a") as archive, warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            archive.writestr(name, b"x" * 1000, compress_type=how)
    (tmp_path / "q.zip").write_bytes(data.getvalue())
    before = sorted(path.name for path in tmp_path.iterdir())
    code, body = run(nowhere(tmp_path), "verify", str(tmp_path / "q.zip"))
    assert code == 1
    assert body["findings"]
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_links_and_folders_in_a_bundle_are_found(folder: Path, tmp_path: Path) -> None:
    run(folder, "export", str(tmp_path / "p"))
    (tmp_path / "p" / "empty").mkdir()
    (tmp_path / "p" / "link").symlink_to(tmp_path)
    found = run(nowhere(tmp_path), "verify", str(tmp_path / "p"))[1]["findings"]
    assert {one["where"] for one in found} == {"empty", "link"}


def test_the_text_output_names_the_change(folder: Path, tmp_path: Path) -> None:
    run(folder, "export", str(tmp_path / "p"))
    (tmp_path / "p" / "questions.jsonl").write_bytes(b"{}\n")
    told = CliRunner().invoke(main, ["verify", str(tmp_path / "p")])
    assert told.exit_code == 1
    assert "questions.jsonl: checksum" in told.stdout


def test_a_database_that_cannot_be_read_is_a_finding(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "lib")
    (tmp_path / "lib" / "opora.db").write_bytes(b"this is no database " * 300)
    for more in tmp_path.glob("lib/opora.db-*"):
        more.unlink()
    code, body = run(tmp_path / "lib", "verify")
    assert (code, body["findings"][0]["kind"]) == (1, "damaged")


def sealed_anew(bundle: Path) -> None:
    """Manifest and checksums as they would be for the files that stand there now."""
    manifest = json.loads((bundle / "MANIFEST.json").read_text("utf-8"))
    for name in manifest["files"]:
        data = (bundle / name).read_bytes()
        manifest["files"][name] = {"sha256": digest(data), "bytes": len(data)}
    text = json.dumps(manifest, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    (bundle / "MANIFEST.json").write_text(text, encoding="utf-8")
    files = {path.name: path.read_bytes() for path in bundle.iterdir() if path.name != "SHA256SUMS"}
    (bundle / "SHA256SUMS").write_bytes(sums(files))


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("questions.jsonl", "questions.jsonl"),
        ("answers.jsonl", "answers.jsonl"),
        ("contexts.jsonl", "contexts.jsonl"),
        ("traces.jsonl", "trace "),
        ("searches.jsonl", "search "),
    ],
)
@pytest.mark.parametrize("how", ["field", "lost", "swapped"])
def test_an_edit_is_found_though_all_checksums_were_made_anew(
    folder: Path, tmp_path: Path, name: str, where: str, how: str
) -> None:
    bundle = tmp_path / "proof"
    run(folder, "search", "warranty", *DAY)
    assert run(folder, "export", str(bundle))[0] == 0
    lines = (bundle / name).read_text("utf-8").split("\n")[:-1]
    if how == "field":
        lines[0] = lines[0].replace("2026-10-23", "2026-10-24").replace("24 месяца", "25 месяцев")
        lines[0] = lines[0].replace("Какая", "Какова")
    elif how == "lost":
        del lines[-1]
    else:
        lines[0], lines[1] = lines[1], lines[0]
    (bundle / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    sealed_anew(bundle)
    code, body = run(nowhere(tmp_path), "verify", str(bundle))
    assert code == 1
    assert any(found["where"].startswith(where.strip()) for found in body["findings"]), body["findings"]
    assert not any(found["what"] in ("checksum", "digest in the manifest") for found in body["findings"])
