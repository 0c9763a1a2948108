"""Which true statements, with the text that bears them out, can be altered one thing at a time?"""

from __future__ import annotations

import ast
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from opora.language.sentences import sentences


@dataclass(frozen=True, slots=True)
class Statement:
    """A true sentence, the evidence it stands in, its language and the set it comes from."""

    source: str
    language: str
    text: str
    evidence: str


def statements(data: Path, limit: int) -> Iterator[Statement]:
    """Sentences of every set, at most ``limit`` a set and language, each with its paragraph as evidence."""
    for language in ("en", "ro", "ru"):
        articles = json.loads((data / "xquad" / f"xquad.{language}.json").read_text("utf-8"))["data"]
        paragraphs = [p["context"] for article in articles for p in article["paragraphs"]]
        yield from _of("xquad", language, paragraphs, limit)
    contexts = json.loads(next((data / "tatqa").glob("*.json")).read_text("utf-8"))
    yield from _of("tatqa", "en", [p["text"] for item in contexts for p in item["paragraphs"]], limit)
    yield from list(_cells(contexts))[:limit]
    lines = (data / "ua_gec_typos").glob("*.jsonl")
    rows = [json.loads(line) for file in lines for line in file.read_text("utf-8").splitlines()]
    yield from _of("ua_gec", "uk", [row["correct"] for row in rows], limit)
    entries = json.loads((data / "bitcoin_faq_4lang" / "faq.json").read_text("utf-8"))
    for language in ("en", "ru", "uk", "ro"):
        texts = [re.sub(r"<[^>]+>", "", html) for entry in entries for html in entry[language]["a_html"]]
        yield from _of("faq", language, texts, limit // 2)
    yield from list(_dates(data))[:limit]
    yield from list(_prices(data))[:limit]


def _of(source: str, language: str, paragraphs: list[str], limit: int) -> Iterator[Statement]:
    found = [
        Statement(source, language, span.of(text), text)
        for text in paragraphs
        for span in sentences(text)
        if 40 <= len(span) <= 400
    ]
    random.Random(limit).shuffle(found)
    yield from found[:limit]


def _cells(contexts: list[dict]) -> Iterator[Statement]:  # type: ignore[type-arg]
    """A figure of a table told as "row, column: figure"; the evidence is its row under the header row."""
    for item in contexts:
        rows = item["table"]["table"]
        header = next((r for r in rows if sum(bool(re.search(r"\b20\d\d\b", c)) for c in r) > 1), None)
        if header is None:
            continue
        place = rows.index(header)
        for row in rows[place + 1 : place + 6]:
            figures = [(n, c) for n, c in enumerate(row) if re.search(r"\d", c) and n and header[n]]
            if not row[0] or not figures:
                continue
            column, figure = figures[len(row[0]) % len(figures)]
            evidence = " | ".join(header) + "\n" + " | ".join(row)
            yield Statement("tatqa cells", "en", f"{row[0]}, {header[column]}: {figure.strip()}", evidence)


_DATE_LINES = {
    "en": ("The agreement was signed on {}.", "The tariff applies from {}.", "Orders are accepted until {}."),
    "ru": ("Договор подписан {}.", "Тариф действует с {}.", "Заявки принимаются до {}."),
    "uk": ("Договір підписано {}.", "Тариф діє з {}.", "Заявки приймають до {}."),
    "ro": ("Contractul a fost semnat la {}.", "Tariful se aplică din {}.", "Cererile se primesc până la {}."),
}


def _dates(data: Path) -> Iterator[Statement]:
    cases = json.loads((data / "dates_prices" / "dateparser_cases.json").read_text("utf-8"))
    for number, case in enumerate(cases):
        literals = [arg.strip("'\"") for arg in case["args"][:2]]
        text = literals[1] if literals[0] in _DATE_LINES else literals[0]
        if "=" in text or not re.search(r"\d", text) or not re.search(r"\b(?:1[89]|20)\d\d\b", text) or len(text) > 30:
            continue
        language = literals[0] if literals[0] in _DATE_LINES else _script(text)
        if language:
            line = _DATE_LINES[language][number % 3].format(text)
            yield Statement("dates", language, line, line)


_MONTHS_OF = {
    "uk": r"січ|лют|берез|квіт|трав|черв|лип|серп|верес|жовт|листоп|груд",
    "ru": r"янв|фев|март|апр|ма[йя]|июн|июл|авг|сент|окт|ноя|дек",
    "ro": r"ianuarie|februarie|martie|aprilie|iunie|iulie|septembrie|octombrie|noiembrie|decembrie",
    "en": r"^(?:[\d.,:/ -]|\b(?:jan(?:uary)?|feb(?:ruary)?|march|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|st|nd|rd|th|of|at|am|pm)\b)+$",
}


def _script(text: str) -> str | None:
    return next((language for language, months in _MONTHS_OF.items() if re.search(months, text, re.I)), None)


_PRICE_LINES = {
    "en": "The price of the set is {}.",
    "ru": "Цена набора составляет {}.",
    "uk": "Ціна набору становить {}.",
    "ro": "Prețul setului este {}.",
}


def _prices(data: Path) -> Iterator[Statement]:
    for case in json.loads((data / "dates_prices" / "price_cases.json").read_text("utf-8")):
        try:
            text, amount = ast.literal_eval(case["price_raw"]), ast.literal_eval(case["amount_text"])
        except (ValueError, SyntaxError):
            continue
        if not isinstance(text, str) or not isinstance(amount, str) or len(text) > 24 or not re.search(r"\d\d", text):
            continue
        if not re.search(r"[$€£₽₴]|руб|грн|lei|eur|usd|р\.", text, re.I):
            continue
        language = "uk" if re.search("грн|₴", text) else ("ru" if re.search("[а-я₽]", text, re.I) else "en")
        line = _PRICE_LINES["ro" if "lei" in text.lower() else language].format(" ".join(text.split()))
        yield Statement("prices", language, line, line)
