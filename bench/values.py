"""How many date and price literals does the value grammar read as their authors say?

    python -m bench.values DATA_FOLDER

Prices: all of price_cases.json; right when the first value has the stated number. Dates: cases of ru, uk, ro and
numeric ones whose expected literal is a full or partial date; right when the one date found is the expected one.
"""

from __future__ import annotations

import ast
import json
import time
from collections import Counter
from decimal import Decimal
from pathlib import Path

from bench.figures import options
from opora.language.values import find_values


def prices(cases: list[dict[str, str]]) -> None:
    right = total = 0
    for case in cases:
        try:
            text, expected = ast.literal_eval(case["price_raw"]), ast.literal_eval(case["amount_float"])
        except (ValueError, SyntaxError):
            continue
        if not isinstance(text, str) or expected is None:
            continue
        total += 1
        numbers = [value.low for value in find_values(text) if value.low is not None]
        good = bool(numbers) and abs(abs(numbers[0]) - Decimal(str(expected))) < Decimal("0.001")
        right += good
        if not good:
            print(f"  price {text[:60]!r}: {[str(n) for n in numbers][:3]}, expected {expected}")
    print(f"prices {right}/{total} = {100 * right / total:.1f} %")


def dates(cases: list[dict[str, list[str]]]) -> None:
    right: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for case in cases:
        args = case["args"]
        if len(args) != 3 or args[0].strip("'\"") not in ("ru", "uk", "ro", "en"):
            continue
        language = args[0].strip("'\"")
        try:
            text, expected = ast.literal_eval(args[1]), ast.literal_eval(args[2])
        except (ValueError, SyntaxError):
            continue
        wanted = [v for v in find_values(expected) if v.kind == "date" and v.date] if isinstance(expected, str) else []
        if not wanted:
            continue
        total[language] += 1
        found = [v for v in find_values(text) if v.kind == "date" and v.date]
        good = bool(found) and found[0].date == wanted[0].date
        right[language] += good
        if not good:
            print(f"  date {language} {text!r}: {[str(v.date) for v in found]}, expected {expected!r}")
    for language in sorted(total):
        print(f"dates {language} {right[language]}/{total[language]}")


def speed() -> None:
    text = (
        "Неустойка составляет 0,1 % от суммы долга за каждый день, но не более 10 % цены договора от 01.02.2026 г., "
        * 2
    )
    started = time.perf_counter()
    for run in range(300):
        find_values(f"{text}{run}")  # a new text each time: equal ones are remembered
    print(f"{(time.perf_counter() - started) / 0.3:.3f} ms for {len(text)} characters with 10 values")


if __name__ == "__main__":
    taken = options(__doc__)
    taken.add_argument("data", type=Path, metavar="DATA_FOLDER")
    folder = taken.parse_args().data / "dates_prices"
    prices(json.loads((folder / "price_cases.json").read_text()))
    dates(json.loads((folder / "dateparser_cases.json").read_text()))
    speed()
