"""How do the tests of the command line ask a library, and how do they prove a citation?"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
from click.testing import CliRunner
from PIL import Image, ImageChops

from opora.cli import main
from opora.store.sqlite import SqliteLibrary

SCALE = 2.0
"""Pixels a point in page images."""


def run(folder: Path, *args: str) -> tuple[int, str]:
    """Exit code and stdout; a traceback fails the test."""
    result = CliRunner().invoke(main, ["--library", str(folder), *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result.exit_code, result.stdout


def run_json(folder: Path, *args: str) -> tuple[int, Any]:
    code, out = run(folder, *args, "--json")
    return code, json.loads(out)


def asked_of(folder: Path, sources: Sequence[dict[str, str]], questions: Sequence[str]) -> list[dict[str, Any]]:
    """The replies of a new library made from these manifest rows, all on one day."""
    with (folder / "m.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(sources[0]))
        writer.writeheader()
        writer.writerows(sources)
    lines = [json.dumps({"id": str(n), "question": text, "at": "2026-10-23"}) for n, text in enumerate(questions)]
    (folder / "q.jsonl").write_text("\n".join(lines), encoding="utf-8")
    library = folder / "lib"
    assert run(library, "init")[0] == 0
    assert run(library, "add", "--manifest", str(folder / "m.csv"))[0] == 0
    code, told = run(library, "ask", "--file", str(folder / "q.jsonl"), "--json")
    assert code == 0
    return [json.loads(line) for line in told.splitlines()]


def paired(pairs: Sequence[tuple[str, str, str]], ranks: tuple[str, str] = ("", "")) -> list[dict[str, str]]:
    """Two sources for each pair, side a and side b, each side with its authority."""
    return [
        {"source_id": f"p{n}{side}", "text": text, "owner": f"P{n}{side}", "authority": rank}
        for n, pair in enumerate(pairs)
        for side, text, rank in zip("ab", pair[:2], ranks, strict=True)
    ]


def words_library(folder: Path) -> Path:
    """An empty library that searches by words alone."""
    assert run(folder, "init")[0] == 0
    (folder / "opora.toml").write_text("[model]\nenabled = false\n", encoding="utf-8")
    return folder


class CountingEmbedder:
    """Directions drawn from the digest of the text, and a list of what was embedded."""

    model_id = "counting:1"
    dim = 16
    max_tokens = 512

    def __init__(self) -> None:
        self.embedded: list[str] = []

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def encode_query(self, text: str) -> Any:
        return self._vector(text)

    def encode_passages(self, texts: Sequence[str]) -> Any:
        self.embedded.extend(texts)
        return np.array([self._vector(text) for text in texts], np.float32).reshape(len(texts), self.dim)

    def _vector(self, text: str) -> Any:
        raw = np.frombuffer(hashlib.sha256(text.encode()).digest()[: self.dim], np.uint8).astype(np.float32) - 127.5
        return raw / np.linalg.norm(raw)


def bare(text: str) -> str:
    """Without white space and hyphens at line ends, in one Unicode form."""
    plain = unicodedata.normalize("NFKC", text).replace("\u00ad", "").replace("\ufffe", "").replace("\u2010", "-")
    return re.sub(r"\s+", "", re.sub(r"-\s*\n\s*", "", plain))


def printed(pdf: Path, boxes: Sequence[dict[str, Any]]) -> str:
    """What stands on the pages inside the boxes, read anew: every character whose middle lies in one of them."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return "".join(_inside(document[box["page"] - 1], box) for box in boxes)
    finally:
        document.close()


def _inside(page: Any, box: dict[str, Any]) -> str:
    text_page, height, found = page.get_textpage(), page.get_height(), []
    for index in range(text_page.count_chars()):
        left, bottom, right, top = text_page.get_charbox(index)
        x, y = (left + right) / 2, height - (top + bottom) / 2
        if box["left"] <= x <= box["right"] and box["top"] <= y <= box["bottom"]:
            found.append(text_page.get_text_range(index, 1))
    return "".join(found)


def prove(folder: Path, cite: dict[str, Any]) -> None:
    """The quote is the version's text at its place, and on a PDF the words under its boxes are the quote."""
    store = SqliteLibrary.open(folder, read_only=True)
    try:
        version = store.version(cite["version_id"])
        assert version is not None
        text, original = store.text(version.version_id), store.original(version.bytes_digest)
    finally:
        store.close()
    assert text[cite["start"] : cite["end"]] == cite["quote"], cite["anchor"]
    assert original is not None
    if version.media_type == "application/pdf":
        assert cite["boxes"], f"{cite['anchor']} has no boxes"
        assert _joined(printed(original, cite["boxes"])) == _joined(cite["quote"]), cite["anchor"]


def _joined(text: str) -> str:
    return bare(text).replace("-", "")


def prove_image(folder: Path, cite: dict[str, Any], target: Path) -> None:
    """``opora show ANCHOR --page-image`` changes the page inside the boxes of the citation and nowhere else."""
    code, shown = run_json(folder, "show", cite["anchor"], "--page-image", str(target))
    assert code == 0
    assert (shown["quote"], shown["start"], shown["end"]) == (cite["quote"], cite["start"], cite["end"])
    number = shown["page_image"]["page"]
    assert number == cite["page"]
    store = SqliteLibrary.open(folder, read_only=True)
    original = store.original(shown["fingerprint"])
    store.close()
    document = pypdfium2.PdfDocument(original)
    clean = document[number - 1].render(scale=SCALE).to_pil().convert("RGB")
    document.close()
    marked = np.asarray(ImageChops.difference(clean, Image.open(target).convert("RGB"))).any(axis=2)
    wanted = np.zeros_like(marked)
    for box in cite["boxes"]:
        if box["page"] == number:
            top, bottom, left, right = (int(box[side] * SCALE) for side in ("top", "bottom", "left", "right"))
            assert marked[top : bottom + 1, left : right + 1].mean() > 0.5, "the mark does not cover the words"
            wanted[max(0, top - 4) : bottom + 6, max(0, left - 4) : right + 6] = True
    assert not (marked & ~wanted).any(), "something is marked beside the words"
