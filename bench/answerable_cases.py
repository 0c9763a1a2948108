"""Which questions have an answer in a small library and which have none, and what figures does the house find for each?

Sets: NoMIRACL and CLAPnq (people judged whether the passages answer), XQuAD (every paragraph of DEV a source, asked with and
without the gold paragraph), the FAQ in four languages (with and without its entry), and small libraries cut from XQuAD.
"""

from __future__ import annotations

import datetime as dt
import json
import random
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.data import _paragraphs as paragraphs
from opora.answering.cues import kind_of
from opora.answering.explain import weigh
from opora.answering.normalise import normalise
from opora.canonical import digest
from opora.domain.place import Span
from opora.domain.question import Question, Requirement
from opora.domain.source import Filter
from opora.ingest import AddRules, add
from opora.ingest_manifest import Entry
from opora.language.asking import as_asked
from opora.ports import Embedder, Library
from opora.routes.documents import SearchRules, search
from opora.store.sqlite import SqliteLibrary

AT = dt.date(2026, 1, 1)
ARTICLE = 5  # paragraphs
Vector = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Case:
    """One question with its answer in the library or not. ``half``: 0 trains, 1 reports; a whole article is on one side.

    ``baseline``: cosine, BM25 and weighed word overlap of the best passage, the three signals it is compared with.
    """

    set: str
    half: int
    group: str
    figures: dict[str, float]
    answerable: bool
    baseline: tuple[float, float, float] = (0.0, 0.0, 0.0)
    question: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to a library; ``only``: sources that may be seen."""

    set: str
    half: int
    question: str
    answerable: bool
    only: tuple[str, ...] = ()


class Kept:
    """An embedder that keeps its vectors in a file, so that the same texts cost nothing the next time."""

    def __init__(self, inner: Embedder, file: Path) -> None:
        self._inner, self._file = inner, file
        self.model_id, self.dim, self.max_tokens = inner.model_id, inner.dim, inner.max_tokens
        self._known: dict[str, Vector] = {}
        if file.exists():
            with np.load(file) as stored:
                self._known = dict(zip(stored["keys"].tolist(), stored["rows"], strict=True))

    def count_tokens(self, text: str) -> int:
        return self._inner.count_tokens(text)

    def encode_query(self, text: str) -> Vector:
        key = self._key("query", text)
        if key not in self._known:
            self._known[key] = self._inner.encode_query(text)
        return self._known[key].copy()

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        keys = [self._key("passage", text) for text in texts]
        for key, text in zip(keys, texts, strict=True):
            if key not in self._known:
                self._known[key] = self._inner.encode_passages([text])[0]
        return np.array([self._known[key] for key in keys], np.float32).reshape(len(texts), self.dim)

    def keep(self) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        np.savez(self._file, keys=np.array(list(self._known)), rows=np.array(list(self._known.values()), np.float32))

    def _key(self, kind: str, text: str) -> str:
        return digest(f"{self.model_id}\n{kind}\n{text}")


def shelf(texts: dict[str, str], embedder: Embedder, folder: Path) -> SqliteLibrary:
    """A library with one text a source."""
    library = SqliteLibrary.open(folder, create=True)
    add([Entry(name, name, text=text) for name, text in texts.items()], library, AddRules(lambda: embedder))
    return library


def cases(asked: Sequence[Asked], library: Library, embedder: Embedder, lexical: bool = False) -> Iterator[Case]:
    for one in asked:
        message = normalise(Question(one.question, AT))
        whole = (Span(0, len(message.text)),)
        requirement = Requirement("R1", message.text.rstrip("?!. "), kind_of(message.text), "", whole)
        used = None if lexical else embedder
        hits, _ = search(as_asked(requirement.text), Filter(AT, source_ids=one.only), library, used, SearchRules())
        found = weigh(message, requirement, hits, library, used)
        scores = [hit.scores for hit in hits]
        three = (
            max((s.dense or 0.0 for s in scores), default=0.0),
            max((s.lexical or 0.0 for s in scores), default=0.0),
            found.figures.get("coverage", 0.0),
        )
        group = "lexical" if lexical else found.group
        yield Case(one.set, one.half, group, found.figures, one.answerable, three, one.question)


def xquad(data: Path, asked: str, held: str, every: int) -> tuple[dict[str, str], list[Asked]]:
    """Every paragraph a source; each question with its paragraph and without it."""
    inside, outside = paragraphs(data, held), paragraphs(data, asked)
    texts = {f"x{number:03}": paragraph["context"] for number, paragraph in enumerate(inside)}
    some = [(number, qa["question"]) for number, paragraph in enumerate(outside) for qa in paragraph["qas"]][::every]
    found: list[Asked] = []
    for number, question in some:
        half = (number // ARTICLE) % 2
        rest = tuple(name for name in texts if name != f"x{number:03}")
        found.append(Asked(f"xquad {asked}→{held}", half, question, True))
        found.append(Asked(f"xquad {asked}→{held}", half, question, False, rest))
    return texts, found


def tiny(data: Path, language: str) -> Iterator[tuple[dict[str, str], list[Asked]]]:
    """Libraries of three to nine paragraphs, where no word is rare; questions of a paragraph in it and of others."""
    articles, draw = paragraphs(data, language), random.Random(7)
    for start in range(0, len(articles), 2 * ARTICLE):
        some = articles[start : start + 2 * ARTICLE]
        held = some[: draw.randint(3, 9)]
        texts = {f"t{number}": paragraph["context"] for number, paragraph in enumerate(held)}
        half = (start // (2 * ARTICLE)) % 2
        inside = [draw.choice(paragraph["qas"])["question"] for paragraph in held]
        others = [paragraph for paragraph in articles if paragraph not in held]
        outside = [draw.choice(paragraph["qas"])["question"] for paragraph in draw.sample(others, len(held))]
        near = [draw.choice(paragraph["qas"])["question"] for paragraph in some[len(held) :]]
        name = f"tiny {language}"
        there = [Asked(name, half, question, True) for question in inside]
        yield texts, [*there, *(Asked(name, half, question, False) for question in [*outside, *near])]


def faq(data: Path, language: str) -> tuple[dict[str, str], list[Asked]]:
    entries = json.loads((data / "bitcoin_faq_4lang" / "faq.json").read_text("utf-8"))
    texts = {
        f"f{number:03}": re.sub(r"<[^>]+>", "", "\n\n".join(entry[language]["a_html"]))
        for number, entry in enumerate(entries)
    }
    found: list[Asked] = []
    for number, entry in enumerate(entries):
        rest = tuple(name for name in texts if name != f"f{number:03}")
        found.append(Asked(f"faq {language}", number % 2, entry[language]["q"], True))
        found.append(Asked(f"faq {language}", number % 2, entry[language]["q"], False, rest))
    return texts, found


JUDGED = {
    "nomiracl ru": ("nomiracl/ru.relevant.jsonl", "nomiracl/ru.non_relevant.jsonl"),
    "nomiracl en": ("nomiracl/en.relevant.jsonl", "nomiracl/en.non_relevant.jsonl"),
    "clapnq": ("clapnq/clapnq_dev_answerable.jsonl", "clapnq/clapnq_dev_unanswerable.jsonl"),
}


def judged(data: Path, name: str) -> Iterator[tuple[dict[str, str], list[Asked]]]:
    """Each question has its own passages; people said whether they answer it."""
    for path, answerable in zip(JUDGED[name], (True, False), strict=True):
        for number, line in enumerate((data / path).read_text("utf-8").splitlines()):
            row: dict[str, Any] = json.loads(line)
            texts = {f"p{n}": passage["text"] for n, passage in enumerate(row["passages"])}
            yield texts, [Asked(name, number % 2, row.get("question") or row["input"], answerable)]


LANGUAGES = ("en", "ru", "ro")
WITHOUT_VECTORS = {f"{name} {own}" for one in LANGUAGES for name, own in (("xquad", f"{one}→{one}"), ("tiny", one))}
SETS = (
    *(f"xquad {language}→{language}" for language in LANGUAGES),
    "xquad ru→en",
    *JUDGED,
    *(f"faq {language}" for language in ("en", "ru", "uk", "ro")),
    *(f"tiny {language}" for language in LANGUAGES),
)


def collect(data: Path, name: str, embedder: Embedder, every: int) -> list[Case]:
    """All cases of one set; the libraries are built in a folder that goes away. ``every``: of XQuAD's questions."""
    if name in JUDGED:
        libraries = judged(data, name)
    elif name.startswith("tiny"):
        libraries = tiny(data, name.split()[1])
    elif name.startswith("faq"):
        libraries = iter([faq(data, name.split()[1])])
    else:
        asked, held = name.removeprefix("xquad ").split("→")
        libraries = iter([xquad(data, asked, held, every)])
    found: list[Case] = []
    with tempfile.TemporaryDirectory(prefix="opora-cases-") as folder:
        for number, (texts, asked) in enumerate(libraries):
            library = shelf(texts, embedder, Path(folder) / str(number))
            found += cases(asked, library, embedder)
            if name in WITHOUT_VECTORS:
                found += cases(asked, library, embedder, lexical=True)
            library.close()
    return found
