"""How many altered claims does the grounding check catch, and how many true ones does it refuse?

    python bench/altered_claims.py DATA_FOLDER [SENTENCES_PER_LANGUAGE]

Takes sentences of xquad (en, ro, ru), tatqa and the clauses of legalbench; changes one thing at a time and reports
caught/total by kind, false alarms on the sentences against their
paragraph, and on parts cut at commas against the sentence, and the time per check.
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from opora.answering.ground import ground, verdict
from opora.language.sentences import sentences
from opora.language.values import find_values

Alter = Callable[[str, random.Random], str | None]

_UNITS = {
    "days": "weeks", "day": "week", "years": "months", "year": "month", "months": "years", "million": "billion",
    "billion": "million", "%": "‰", "percent": "basis points", "дней": "месяцев", "лет": "месяцев", "года": "месяца",
    "км": "м", "км²": "м²", "млн": "млрд", "миллионов": "миллиардов", "процентов": "промилле", "ani": "luni",
    "zile": "luni", "milioane": "miliarde", "km": "m", "km²": "m²", "hours": "days", "minutes": "hours", "$": "€",
    "thousand": "million", "тысяч": "миллионов", "mii": "milioane", "miles": "km", "процента": "промилле",
}  # fmt: skip
_QUALIFIERS = {
    "at least": "at most", "more than": "less than", "less than": "more than", "up to": "at least", "over": "under",
    "about": "exactly less than", "approximately": "more than", "более": "менее", "менее": "более", "до": "свыше",
    "около": "свыше", "свыше": "до", "peste": "sub", "aproximativ": "peste", "cel puțin": "cel mult",
    "mai mult de": "mai puțin de", "до 19": "после 19", "within": "after more than",
}  # fmt: skip
_NEGATIONS = [
    (r"\b(is|are|was|were|has|had|can|will|could|would|may|must|shall)\b(?! not)", r"\1 not"),
    (r"\b(is|are|was|were|has|had|can|will|could|would|may|must|shall) not\b", r"\1"),
    (r"\bне ((?:было|был|была|были|может|могут|является)\b)", r"\1"),
    (r"(?<!не )\b(был|была|были|было|может|могут|является|являются|имеет|состоит|стал|стала)\b", r"не \1"),
    (r"\bnu (este|sunt|a fost|au fost|poate|are|a|au)\b", r"\1"),
    (r"(?<!nu )\b(este|sunt|a fost|au fost|poate|are)\b", r"nu \1"),
]


def digit(text: str, chance: random.Random) -> str | None:
    places = [v for v in find_values(text) if any(c.isdigit() for c in v.text)]
    if not places:
        return None
    value = chance.choice(places)
    at = chance.choice([i for i in range(value.span.start, value.span.end) if text[i].isdecimal()])
    other = chance.choice([d for d in "123456789" if d != text[at]])
    return text[:at] + other + text[at + 1 :]


def unit(text: str, chance: random.Random) -> str | None:
    found = [
        (m, _UNITS[m.group(1)]) for m in re.finditer(r"(?<=\d)\s?([^\W\d_]+²?|%)(?!\w)", text) if m.group(1) in _UNITS
    ]
    measured = [v.span for v in find_values(text) if v.kind != "date"]
    found = [(m, other) for m, other in found if any(s.start < m.end() and m.start() < s.end for s in measured)]
    found += [(m, _UNITS["$"]) for m in re.finditer(r"(\$)(?=\s?\d)", text)]
    if not found:
        return None
    match, other = chance.choice(found)
    return text[: match.start(1)] + other + text[match.end(1) :]


def sign(text: str, chance: random.Random) -> str | None:
    found = list(re.finditer(r"(?:(?<=\s)|^)(?=\$?\d+(?:[.,]\d+)?\s?(?:%|percent|million|°|млн))", text))
    if not found:
        return None
    at = chance.choice(found).start()
    return f"{text[:at]}-{text[at:]}"


def qualifier(text: str, chance: random.Random) -> str | None:
    for value in find_values(text):
        for word, other in _QUALIFIERS.items():
            if value.qualifier and value.text.lower().startswith(word + " "):
                return text[: value.span.start] + other + text[value.span.start + len(word) :]
    return None


def added_qualifier(text: str, chance: random.Random) -> str | None:
    plain = [
        v for v in find_values(text) if v.kind in ("amount", "rate", "term") and not v.qualifier and v.low == v.high
    ]
    if not plain:
        return None
    value = chance.choice(plain)
    cyrillic = re.search("[а-я]", text)
    word = "до " if cyrillic else ("cel mult " if re.search("[ăâîșț]", text) else "up to ")
    return text[: value.span.start] + word + text[value.span.start :]


def date(text: str, chance: random.Random) -> str | None:
    months = "January February March April May June July August September October November December".split()  # noqa: SIM905
    months_ru = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split()  # noqa: SIM905
    months_ro = [
        "ianuarie",
        "februarie",
        "martie",
        "aprilie",
        "mai",
        "iunie",
        "iulie",
        "august",
        "septembrie",
        "octombrie",
        "noiembrie",
        "decembrie",
    ]
    for value in find_values(text):
        if value.kind != "date":
            continue
        for names in (months, months_ru, months_ro):
            for name in names:
                if re.search(rf"\b{name}\b", value.text):
                    other = chance.choice([n for n in names if n != name])
                    changed = re.sub(rf"\b{name}\b", other, value.text)
                    return text[: value.span.start] + changed + text[value.span.end :]
    return None


def negation(text: str, chance: random.Random) -> str | None:
    cyrillic, romanian = bool(re.search("[а-я]", text)), bool(re.search("[ăâîșțşţ]", text))
    patterns = _NEGATIONS[2:4] if cyrillic else (_NEGATIONS[4:] if romanian else _NEGATIONS[:2])
    for pattern, other in patterns:
        found = list(re.finditer(pattern, text))
        if found:
            match = chance.choice(found)
            return text[: match.start()] + re.sub(pattern, other, match.group()) + text[match.end() :]
    return None


def name(text: str, chance: random.Random) -> str | None:
    found = list(re.finditer(r"(?<=[a-zа-яăâîșț,] )[A-ZА-Я][a-zа-яăâîșț]{3,}", text))
    if not found:
        return None
    match = chance.choice(found)
    other = chance.choice(["Орлов", "Тверь"] if re.search("[а-я]", text) else ["Wexford", "Hartmann"])
    return text[: match.start()] + other + text[match.end() :]


KINDS: dict[str, Alter] = {
    f.__name__: f for f in (digit, unit, sign, qualifier, added_qualifier, date, negation, name)
}  # fmt: skip


def texts(data: Path) -> Iterator[tuple[str, str]]:
    for language in ("en", "ro", "ru"):
        for article in json.loads((data / f"xquad/xquad.{language}.json").read_text())["data"]:
            for paragraph in article["paragraphs"]:
                yield language, paragraph["context"]
    for item in json.loads(next((data / "tatqa").glob("*.json")).read_text()):
        for paragraph in item["paragraphs"]:
            yield "tatqa", paragraph["text"]
    for path in sorted((data / "legalbench_cuad_clauses").rglob("*.tsv"))[:4]:
        for line in path.read_text().splitlines()[1:60]:
            yield "legal", line.split("\t")[1] if "\t" in line else line


def alarms(claim: str, quote: str) -> list[str]:
    return [f"{check.name}: {check.note}" for check in ground(claim, quote) if not check.ok]


def main(data: Path, limit: int) -> None:
    chance = random.Random(7)
    seen: Counter[str] = Counter()
    total: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    missed: dict[str, list[str]] = {}
    spent = 0.0
    verdicts: Counter[str] = Counter()
    for language, text in texts(data):
        for span in sentences(text):
            sentence = span.of(text)
            if seen[language] >= limit or not 40 <= len(sentence) <= 400:
                continue
            seen[language] += 1
            started = time.perf_counter()
            found = alarms(sentence, text)
            spent += time.perf_counter() - started
            judge(("whole", sentence, text), found, (total, caught, missed))
            for part in re.split(r"(?<=[^\d]), |; ", sentence):
                if len(part) >= 25 and part != sentence:
                    judge(("part", part, sentence), alarms(part, sentence), (total, caught, missed))
            for kind, alter in KINDS.items():
                changed = alter(sentence, chance)
                if changed and changed != sentence:
                    found = alarms(changed, sentence)
                    judge((kind, changed, sentence), found, (total, caught, missed))
                    verdicts[verdict(ground(changed, sentence))] += 1
    print(f"sentences {dict(seen)}; {1000 * spent / sum(seen.values()):.2f} ms a check; verdicts {dict(verdicts)}")
    for kind in ("whole", "part", *KINDS):
        word = "false alarms" if kind in ("whole", "part") else "caught"
        print(
            f"{kind:16} {word:12} {caught[kind]:5}/{total[kind]:5}  {100 * caught[kind] / max(1, total[kind]):6.2f} %"
        )
    for kind, lines in missed.items():
        for line in lines[:12]:
            print(f"  {kind}: {line}")


def judge(
    case: tuple[str, str, str], found: list[str], tally: tuple[Counter[str], Counter[str], dict[str, list[str]]]
) -> None:
    kind, claim, quote = case
    total, caught, missed = tally
    total[kind] += 1
    caught[kind] += bool(found)
    if bool(found) == (kind in ("whole", "part")):
        missed.setdefault(kind, []).append(f"{found[:1]} {claim[:200]}" + ("" if found else f"\n      < {quote[:200]}"))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 400)
