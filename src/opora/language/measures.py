"""What is measured: a number with the scale, currency, unit and basis that stand around it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from opora.language.halves import STARTS, TIMES_WORDS, half_added, half_at, lasting, quarters_of
from opora.language.numbers import DIGITS, NUMBER_WORDS, SUPERSCRIPTS, Reading, read_digits, read_words
from opora.language.units import (
    AFTER_A_NUMBER,
    CODES_IN_CAPITALS,
    COINS,
    CURRENCIES,
    DAY_BASES,
    DIGITS_ONLY,
    FILLERS,
    GLUED_ONLY,
    MONEY_SCALES,
    OF,
    OF_WORDS,
    PER,
    SCALES,
    UNITS,
    plain,
    roubles_or_year,
    same_currency,
)

# The raised mark of a note is no part of its word; the power of a square or cubic metre is.
_LETTERS = rf"[^\W\d_{SUPERSCRIPTS}]+"
_TOKEN = re.compile(
    rf"(?P<n>{DIGITS})|(?P<w>{_LETTERS}(?:['’ʼ\u00ad]{_LETTERS})*(?:(?<=[mMмМ])[²³](?![{SUPERSCRIPTS}]))?)|[<>]=|[^\s\w]"
)
TIME_UNITS: Final = frozenset({"second", "minute", "hour", "day", "week", "month", "quarter", "year", "decade"})
RATES: Final = frozenset({"percent", "permille", "basis point", "percentage point"})
DASHES: Final = frozenset("-–—−‑")
_ADJECTIVE_UNITS: Final = (
    ("дневн", "day"), ("денн", "day"), ("месячн", "month"), ("місячн", "month"), ("летн", "year"), ("річн", "year"),
    ("часов", "hour"), ("годинн", "hour"), ("недельн", "week"), ("тижнев", "week"), ("процентн", "percent"),
    ("відсотков", "percent"), ("минутн", "minute"), ("хвилинн", "minute"), ("километров", "km"),
)  # fmt: skip
_ROMANIAN = re.compile(r"[ăâîșțşţ]|\b(?:de|lei|și|din|la|cu|pentru)\b", re.I)
_CYRILLIC = re.compile(r"[а-яіїєґ]", re.I)


_RAISED = re.compile(rf"[⁻{SUPERSCRIPTS}]+")
_BETWEEN = f" \t\r\n\v\f\u00a0\u202f\u2007\u2009{SUPERSCRIPTS}"
_AND_HALF: Final = frozenset({"half", "половиной", "половиною", "jumătate", "jumatate"})
_AND: Final = frozenset({"and", "и", "і", "й", "та", "și", "si"})
_SPEAKING: Final = 8  # tokens in which "an hour and a half" is said
_COIN_LIMIT: Final = 100  # "1080p" is no price
_FRACTIONS: Final = {"½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75")}


class Token(NamedTuple):
    """A run of digits (kind "n"), a word ("w") or a sign (""); ``key`` is its table key."""

    kind: str
    start: int
    end: int
    key: str


class Number(NamedTuple):
    """A number in the text: tokens ``first..after`` (half-open) hold it, and its unit or scale when it is said inside."""

    first: int
    after: int
    reading: Reading
    digits: bool
    unit: str | None = None
    scale: int = 0


class Measure(NamedTuple):
    """What stands right of a number: scale, currency or unit, basis; ``after`` is the first token not consumed.

    ``coins``: the hundredths said after the whole ("5 рублей 50 копеек").
    """

    after: int
    scale: int = 0
    currency: str | None = None
    unit: str | None = None
    basis: str | None = None
    coins: Decimal = Decimal(0)


def tokens_of(text: str) -> list[Token]:
    """Numbers, words and signs of a text, in order."""
    return [Token(m.lastgroup or "", m.start(), m.end(), _key(m.group())) for m in _TOKEN.finditer(text)]


def _key(word: str) -> str:
    """ "One month's notice": the unit is "month"."""
    key = plain(word)
    return key[:-2] if key.endswith("'s") and UNITS.get(key[:-2]) in TIME_UNITS else key


def keys_with(text: str, wanted: Container[str]) -> Iterator[bool]:
    """For each token whether it is a number in digits or one of these words; most sentences hold neither."""
    return (bool(number) or plain(word) in wanted for number, word in _TOKEN.findall(text))


class Measures:
    """The tokens of one text, and what is measured at each of them."""

    def __init__(self, text: str, tokens: list[Token], taken: list[bool]) -> None:
        self.text = text
        self.tokens = tokens
        self.taken = taken
        self.halved = any(token.key in _AND_HALF for token in tokens)
        self.comma_decimal = bool(_CYRILLIC.search(text))
        self.dot_groups = False
        if not self.comma_decimal and _ROMANIAN.search(text):
            self.comma_decimal = self.dot_groups = True

    def key(self, index: int) -> str:
        return self.tokens[index].key if 0 <= index < len(self.tokens) else ""

    def adjacent(self, left: int, right: int) -> bool:
        """Only white space and note marks between two tokens (at most three characters, no line break twice)."""
        gap = self.text[self.tokens[left].end : self.tokens[right].start]
        return len(gap) <= 3 and not gap.strip(_BETWEEN) and gap.count("\n") < 2

    def number(self, index: int) -> Number | None:
        token = self.tokens[index]
        if token.kind == "n":
            literal = self.text[token.start : token.end]
            reading = read_digits(literal, self.comma_decimal, self.dot_groups)
            raised = _RAISED.match(self.text, token.end)
            if raised and (literal == "10" or len(raised.group()) > 1):
                reading = Reading(None, "raised digits after a number")
            if self.key(index + 1) in _FRACTIONS and self.tokens[index + 1].start == token.end and reading.number:
                return Number(index, index + 2, Reading(reading.number + _FRACTIONS[self.key(index + 1)]), True)
            return self._and_half(Number(index, index + 1, reading, True))
        if token.key in TIMES_WORDS:
            counted = self.phrase(index + 1, PER, 4)
            return (
                Number(index, index + 1, Reading(Decimal(TIMES_WORDS[token.key])), False, "times") if counted else None
            )
        if token.key in STARTS or self.halved:
            half = half_at(self._keys(index))
            if half:
                return Number(index, index + half.used, Reading(half.number), False, half.unit, half.scale)
        if token.key not in NUMBER_WORDS:
            one = lasting(self.key(index - 1), token.key)
            return Number(index, index + 1, Reading(Decimal(1)), False, one) if one else None
        read = read_words([t.key for t in self.tokens[index : index + 10]])
        return self._and_half(Number(index, index + read[1], Reading(read[0]), False)) if read else None

    def _keys(self, index: int) -> list[str]:
        return [token.key for token in self.tokens[index : index + _SPEAKING]]

    def _and_half(self, number: Number) -> Number:
        """ "2 and a half", "три с половиной", "three quarters of an"."""
        read = number.reading.number
        if read is None:
            return number
        keys = self._keys(number.after)
        if self.halved and (added := half_added(keys)):
            return number._replace(after=number.after + added, reading=Reading(read + Decimal("0.5")))
        if not number.digits and (of := quarters_of(keys)):
            return number._replace(after=number.after + of, reading=Reading(read / 4))
        return number

    def repeated(self, number: Number) -> Number:
        """Take "(5)" or "(five)" after a number that says the same."""
        index = number.after
        if self.key(index) != "(" or index + 1 >= len(self.tokens):
            return number
        inner = self.number(index + 1)
        if inner and self.key(inner.after) == ")" and inner.reading.number == number.reading.number:
            return Number(number.first, inner.after + 1, number.reading, number.digits or inner.digits)
        return number

    def measure(self, number: Number) -> Measure:
        at = Measure(number.after, number.scale, unit=number.unit)
        if not number.unit:
            at = self._scale(at, number)
            at = self._unit(at, number)
        if at.unit or at.currency or self.currency_before(number.first)[1]:
            at = self._basis(at)
        return at

    def phrase(self, index: int, words: dict[str, str], longest: int = 3) -> tuple[str, int] | None:
        """The longest table entry that starts at this token, and the token after it."""
        for size in range(longest, 0, -1):
            if index + size > len(self.tokens):
                continue
            start, end = self.tokens[index].start, self.tokens[index + size - 1].end
            if end - start > 40:
                continue
            raw = self.tokens[index].key if size == 1 else plain(" ".join(self.text[start:end].split()))
            if raw in words:
                return words[raw], index + size
        return None

    def _dot(self, index: int) -> int:
        """Step over the dot of an abbreviation when the sentence goes on after it."""
        if self.key(index) != "." or self.tokens[index].start != self.tokens[index - 1].end:
            return index
        if len(self.tokens[index - 1].key) > 4:
            return index
        rest = self.text[self.tokens[index].end :].lstrip()
        return index + 1 if rest and not rest[0].isupper() else index

    def _link(self, index: int) -> int:
        """Step over "de"/"of" ("20 de zile", "5 millions of dollars")."""
        return index + 1 if self.key(index) in ("de", "of") and index + 1 < len(self.tokens) else index

    def _scale(self, at: Measure, number: Number) -> Measure:
        index = self._link(at.after)
        key = self.key(index)
        if key not in SCALES or index >= len(self.tokens):
            return at
        glued = self.tokens[index].start == self.tokens[at.after - 1].end
        money = self.currency_before(number.first)[1] is not None
        if len(key) == 1 and not glued and not (key in "mbmк" and money):
            return at
        if key in MONEY_SCALES and not money:
            return at
        after = self._dot(index + 1)
        return at._replace(after=after, scale=SCALES[key])

    def _unit(self, at: Measure, number: Number) -> Measure:
        index = at.after
        if index < len(self.tokens) and self.tokens[index].key in DASHES:
            return self._hyphenated(at)
        if index >= len(self.tokens) or not self.adjacent(index - 1, index):
            return at
        index = self._link(index)
        bases = []
        for _ in range(2):
            if self.key(index) in DAY_BASES and index + 1 < len(self.tokens):
                bases.append(DAY_BASES[self.key(index)])
                index += 1
            elif self.key(index) in FILLERS and index != at.after:
                index += 1
        coin = self._coin(index, number)
        if coin and not at.scale and not bases:
            return at._replace(after=coin[1], currency=coin[0], scale=-2)
        hit = self.phrase(index, CURRENCIES, 5) or self._code_in_capitals(index)
        if hit and not (self.key(index) == "р" and not self._is_roubles(index)):
            return self.coins_after(at._replace(after=self._dot(hit[1]), currency=hit[0]))
        hit = self.phrase(index, UNITS)
        if hit is None or not self._stands_as_unit(index, number):
            return at
        after = self._dot(hit[1])
        if self.key(after) in DAY_BASES and hit[0] in TIME_UNITS:
            bases.append(DAY_BASES[self.key(after)])
            after += 1
        if bases and hit[0] not in TIME_UNITS:
            return at
        return at._replace(after=after, unit=hit[0], basis=" ".join(bases) or None)

    def _coin(self, index: int, number: Number) -> tuple[str, int] | None:
        """ "50 копеек", "99¢", "20p"; more than 99 of a letter are something else."""
        hit = self.phrase(index, COINS, 2)
        if hit is None:
            return None
        if self.key(index) == "p":
            glued = self.tokens[index].start == self.tokens[index - 1].end
            if not (glued and number.digits and (number.reading.number or 0) < _COIN_LIMIT) or self.key(hit[1]) == ".":
                return None
        return hit[0], self._dot(hit[1])

    def coins_after(self, at: Measure) -> Measure:
        """The hundredths after a whole amount: "5 рублей 50 копеек", "£2 and 50 pence"."""
        index = at.after + 1 if self.key(at.after) in _AND else at.after
        if at.scale or index >= len(self.tokens) or not self.adjacent(index - 1, index):
            return at
        coins = self.number(index)
        if coins is None or coins.after >= len(self.tokens) or (coins.reading.number or 0) >= _COIN_LIMIT:
            return at
        coin = self._coin(self._link(coins.after), coins)
        if coin is None or coins.reading.number is None or not same_currency(coin[0], at.currency):
            return at
        return at._replace(after=coin[1], coins=coins.reading.number / 100)

    def _is_roubles(self, index: int) -> bool:
        token = self.tokens[index]
        before = self.tokens[index - 1]
        return roubles_or_year(self.text, self.text[before.start : before.end], token.start == before.end)

    def _stands_as_unit(self, index: int, number: Number) -> bool:
        key = self.key(index)
        if key in GLUED_ONLY:
            return number.digits and self.tokens[index].start == self.tokens[index - 1].end
        if key in DIGITS_ONLY:
            return number.digits or (key == "год" and self.key(index - 1) == "один")
        return True

    def _hyphenated(self, at: Measure) -> Measure:
        """ "30-day", "30-дневный"."""
        index = at.after + 1
        if index >= len(self.tokens) or self.tokens[index].start != self.tokens[at.after].end:
            return at
        if self.tokens[at.after].start != self.tokens[at.after - 1].end:
            return at
        key = self.key(index)
        for stem, unit in _ADJECTIVE_UNITS:
            if key.startswith(stem):
                return at._replace(after=index + 1, unit=unit)
        if len(key) > 2 and key in UNITS:
            return at._replace(after=index + 1, unit=UNITS[key])
        return at

    def _basis(self, at: Measure) -> Measure:
        bases = [at.basis] if at.basis else []
        index = at.after
        for _ in range(3):
            if index >= len(self.tokens):
                break
            hit = self.phrase(index, PER, 4)
            if hit is None and self.key(index) == "/" and index + 1 < len(self.tokens):
                unit = UNITS.get(self.key(index + 1))
                hit = (f"per {unit}", index + 2) if unit else None
            if hit is None and at.unit in RATES:
                hit = self._share(index)
            if hit is None:
                break
            bases.append(hit[0])
            index = hit[1]
        return at._replace(after=index, basis=" ".join(bases) or None)

    def _share(self, index: int) -> tuple[str, int] | None:
        """ "of the outstanding balance", "от неоплаченной суммы": the noun may be three words away."""
        if self.key(index) not in OF_WORDS:
            return None
        for step in range(1, 5):
            key = self.key(index + step)
            if key in OF:
                return OF[key], index + step + 1
            if not key.isalpha():
                return None
        return None

    def currency_before(self, index: int) -> tuple[int, str | None]:
        key = self.key(index - 1)
        if key in DASHES or key == "(":
            inner, currency = self._plain_currency(index - 1)
            return (inner, currency) if currency else (index, None)
        return self._plain_currency(index)

    def _plain_currency(self, index: int) -> tuple[int, str | None]:
        if index < 1 or not self.adjacent(index - 1, index):
            return index, None
        key, code = self.key(index - 1), self._code_in_capitals(index - 1)
        if not code and (
            key not in CURRENCIES
            or (key.isalpha() and len(key) < 3 and key not in ("kr", "kč", "zł"))
            or key in AFTER_A_NUMBER
        ):
            return index, None
        if index >= 2 and self.tokens[index - 1].key.isalpha() and self.tokens[index - 2].kind == "n":
            return index, None
        if key == "$" and index >= 2 and self.tokens[index - 2].end == self.tokens[index - 1].start:
            lettered = CURRENCIES.get(self.key(index - 2) + key)
            if lettered:
                return index - 2, lettered
        return index - 1, code[0] if code else CURRENCIES[key]

    def _code_in_capitals(self, index: int) -> tuple[str, int] | None:
        if not 0 <= index < len(self.tokens):
            return None
        code = CODES_IN_CAPITALS.get(self.text[self.tokens[index].start : self.tokens[index].end])
        return (code, index + 1) if code else None
