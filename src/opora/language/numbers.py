"""What number do these digits or words write? Grouping, decimals and number words of ru, uk, ro and en."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from opora.language.units import SCALES, plain

SPACES: Final = " \u00a0\u202f\u2009"
SUPERSCRIPTS: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"
# Two raised digits belong to the number, as in a price of 19⁹⁹; one is the mark of a note or a power.
_RAISED: Final = rf"(?:[{SUPERSCRIPTS}]{{2}}(?![{SUPERSCRIPTS}]))?"
DIGITS: Final = rf"(?:\d{{1,3}}(?:[{SPACES}]\d{{3}})+(?!\d)(?:[.,]\d+(?![.,]?\d))?|\d+(?:[.,'’]\d+)*){_RAISED}"
RAISED_CENTS: Final = "two raised digits read as hundredths of a price"
_SEPARATOR = re.compile(r"[.,'’]")


class Reading(NamedTuple):
    """A number as read; ``number`` is None when the digits make no number (a clause number, a slip of the pen)."""

    number: Decimal | None
    note: str = ""
    other: Decimal | None = None


def read_digits(literal: str, comma_decimal: bool = False, dot_groups: bool = False) -> Reading:
    """Read digits with separators.

    Two kinds of separator: the last is decimal. One kind, repeated in groups of three: grouping. A single
    separator before exactly three digits is grouping for a comma and decimal for a dot, unless the context says
    otherwise (``comma_decimal``, ``dot_groups``); such a reading carries a note and its ``other`` reading.
    """
    if literal[-1] in SUPERSCRIPTS:
        return _raised_cents(read_digits(literal[:-2], comma_decimal, dot_groups), literal[-2:])
    text = re.sub(rf"[{SPACES}]", "", literal)
    spaced = text != literal
    marks = _SEPARATOR.findall(text)
    if not marks:
        return Reading(Decimal(text))
    if "'" in marks or "’" in marks:
        return _apostrophes(text)
    if spaced:
        return Reading(Decimal(text.replace(",", ".")))
    if len(set(marks)) == 2:
        return _two_marks(text, marks)
    parts = text.split(marks[0])
    if len(parts) == 2:
        return _one_mark(parts, marks[0], comma_decimal, dot_groups)
    if _groups(parts):
        return Reading(Decimal("".join(parts)))
    return Reading(None, "digits in no known grouping")


def _raised_cents(whole: Reading, cents: str) -> Reading:
    """A price with its cents raised: what groups in threes before them can be no decimal."""
    number = whole.number if whole.other is None or whole.number is None else max(whole.number, whole.other)
    if number is None or number != number.to_integral_value():
        return Reading(None, "raised digits after decimals")
    return Reading(number + Decimal("".join(str(SUPERSCRIPTS.index(digit)) for digit in cents)) / 100, RAISED_CENTS)


def _groups(parts: Sequence[str]) -> bool:
    """Thousands in threes, or lakhs in twos before the last three."""
    if not 1 <= len(parts[0]) <= 3 or parts[0].startswith("0"):
        return False
    return all(len(part) == 3 for part in parts[1:]) or (
        len(parts[-1]) == 3 and all(len(part) == 2 for part in parts[1:-1]) and len(parts[0]) <= 2
    )


def _apostrophes(text: str) -> Reading:
    whole, _, fraction = text.replace("’", "'").replace(",", ".").partition(".")
    parts = whole.split("'")
    if not _groups(parts) or (fraction and not fraction.isdigit()):
        return Reading(None, "digits in no known grouping")
    return Reading(Decimal("".join(parts) + (f".{fraction}" if fraction else "")))


def _two_marks(text: str, marks: list[str]) -> Reading:
    last = marks[-1]
    first = marks[0]
    whole, _, fraction = text.rpartition(last)
    if marks.count(last) > 1 or not _groups(whole.split(first)):
        return Reading(None, "digits in no known grouping")
    return Reading(Decimal(whole.replace(first, "") + "." + fraction))


def _one_mark(parts: list[str], mark: str, comma_decimal: bool, dot_groups: bool) -> Reading:
    decimal = Decimal(f"{parts[0]}.{parts[1]}")
    if len(parts[1]) != 3 or not 1 <= len(parts[0]) <= 3 or parts[0].startswith("0"):
        return Reading(decimal)
    whole = Decimal("".join(parts))
    is_decimal = comma_decimal if mark == "," else not dot_groups
    note = f"{mark!r} before three digits read as {'decimal' if is_decimal else 'grouping'}"
    return Reading(decimal, note, whole) if is_decimal else Reading(whole, note, decimal)


_WORDS_TABLE: Final = """
0: ноль, нуль, нуля, zero
1: один, одна, одно, одного, одной, одну, одному, одним, одне, однієї, un, o, una, unu, one
2: два, две, двух, двумя, двум, дві, двох, двома, doi, două, doua, two
3: три, трех, тремя, трем, трьох, трьома, trei, three
4: четыре, четырех, четырем, четырьмя, чотири, чотирьох, patru, four
5: пять, пяти, пятью, п'ять, п'яти, п'ятьох, cinci, five
6: шесть, шести, шестью, шість, шести, шістьох, șase, sase, six
7: семь, семи, семью, сім, семи, сімох, șapte, sapte, seven
8: восемь, восьми, восемью, вісім, восьми, вісьмох, opt, eight
9: девять, девяти, девятью, дев'ять, дев'яти, дев'ятьох, nouă, noua, nine
10: десять, десяти, десятью, десятьох, zece, ten
11: одиннадцать, одиннадцати, одинадцять, одинадцяти, unsprezece, eleven
12: двенадцать, двенадцати, дванадцять, дванадцяти, doisprezece, douăsprezece, twelve
13: тринадцать, тринадцати, тринадцять, тринадцяти, treisprezece, thirteen
14: четырнадцать, четырнадцати, чотирнадцять, чотирнадцяти, paisprezece, fourteen
15: пятнадцать, пятнадцати, п'ятнадцять, п'ятнадцяти, cincisprezece, fifteen
16: шестнадцать, шестнадцати, шістнадцять, шістнадцяти, șaisprezece, sixteen
17: семнадцать, семнадцати, сімнадцять, сімнадцяти, șaptesprezece, seventeen
18: восемнадцать, восемнадцати, вісімнадцять, вісімнадцяти, optsprezece, eighteen
19: девятнадцать, девятнадцати, дев'ятнадцять, дев'ятнадцяти, nouăsprezece, nineteen
20: двадцать, двадцати, двадцять, двадцяти, douăzeci, douazeci, twenty
30: тридцать, тридцати, тридцять, тридцяти, treizeci, thirty
40: сорок, сорока, patruzeci, forty
50: пятьдесят, пятидесяти, п'ятдесят, п'ятдесяти, cincizeci, fifty
60: шестьдесят, шестидесяти, шістдесят, шістдесяти, șaizeci, saizeci, sixty
70: семьдесят, семидесяти, сімдесят, сімдесяти, șaptezeci, saptezeci, seventy
80: восемьдесят, восьмидесяти, вісімдесят, вісімдесяти, optzeci, eighty
90: девяносто, девяноста, дев'яносто, дев'яноста, nouăzeci, nouazeci, ninety
100: сто, ста, hundred, sută, sute, suta
200: двести, двухсот, двісті, двохсот
300: триста, трехсот, трьохсот
400: четыреста, четырехсот, чотириста, чотирьохсот
500: пятьсот, пятисот, п'ятсот, п'ятисот
600: шестьсот, шестисот, шістсот, шестисот
700: семьсот, семисот, сімсот, семисот
800: восемьсот, восьмисот, вісімсот, восьмисот
900: девятьсот, девятисот, дев'ятсот, дев'ятисот
"""


def _number_words() -> dict[str, int]:
    found: dict[str, int] = {}
    for row in _WORDS_TABLE.strip().splitlines():
        number, _, forms = row.partition(":")
        for form in forms.split(","):
            found[plain(form.strip())] = int(number)
    return found


NUMBER_WORDS: Final = _number_words()
# Far more often articles, pronouns or adjectives than numbers: read only beside a unit, scale or currency.
WEAK_WORDS: Final = frozenset(word for word, number in NUMBER_WORDS.items() if number == 1) | {"nouă", "noua", "ста"}
JOINERS: Final = frozenset({"and", "și", "si", "-"})
_WORD_SCALES: Final = {
    word: 10**power for word, power in SCALES.items() if (len(word) > 3 and power <= 12) or word in {"mii", "mie"}
}


def read_words(words: Sequence[str]) -> tuple[Decimal, int] | None:
    """The number written by the first of these (plain) words, and how many words it took.

    >>> read_words(["two", "hundred", "and", "five", "days"])
    (Decimal('205'), 4)
    """
    total = current = used = 0
    last = 10**15
    for index, word in enumerate(words):
        if word in NUMBER_WORDS:
            number = NUMBER_WORDS[word]
            if number == 100 and 0 < current < 10:
                current *= 100
                last = 100
            elif used and not _may_follow(number, last):
                break
            else:
                current += number
                last = number
        elif used and word in _WORD_SCALES and current:
            total += current * _WORD_SCALES[word]
            current, last = 0, 10**15
        elif used and word in JOINERS and index + 1 < len(words) and words[index + 1] in NUMBER_WORDS:
            if not _may_follow(NUMBER_WORDS[words[index + 1]], last):
                break
            continue
        else:
            break
        used = index + 1
    return (Decimal(total + current), used) if used else None


def _may_follow(number: int, last: int) -> bool:
    """Tens after hundreds, ones after tens: "twenty five", never "five six"."""
    if last >= 100:
        return number < 100 or (last > 1000 and number < 1000)
    return last >= 20 and last % 10 == 0 and 0 < number < 10
