"""Which amounts, rates, dates, terms, counts and identifiers stand in this text, and exactly where?"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import Final

from opora.domain.place import Span
from opora.domain.value import Qualifier, Value, ValueKind
from opora.language.agreement import agree, disagreement, matches_quote
from opora.language.dates import NAMED_HOURS, DateMatch, find_dates
from opora.language.halves import STARTS
from opora.language.identifiers import find_identifiers
from opora.language.measures import DASHES, RATES, TIME_UNITS, Measure, Measures, Number, keys_with, tokens_of
from opora.language.numbers import NUMBER_WORDS, RAISED_CENTS, WEAK_WORDS, Reading
from opora.language.qualifiers import AFTER, BARE_LINKS, BEFORE, BEFORE_DATE, MAX_WORDS, RANGE_LINKS, RANGE_OPENERS
from opora.language.units import CURRENCIES

__all__ = ["agree", "disagreement", "find_values", "matches_quote"]


_SPOKEN: Final = NUMBER_WORDS.keys() | STARTS | NAMED_HOURS.keys()


_GROUP: Final = 3  # digits


def find_values(text: str) -> list[Value]:
    """All values of ``text`` in order, never overlapping; ``text[v.span.start:v.span.end] == v.text``.

    Qualifiers ("up to"), units and bases ("per day") are inside the span. What has digits but cannot be read
    has ``readable=False``.
    """
    return list(_find(text))


@lru_cache(maxsize=1024)
def _find(text: str) -> tuple[Value, ...]:
    if not any(keys_with(text, _SPOKEN)):
        return ()
    tokens = tokens_of(text)
    dates = find_dates(text)
    identifiers = find_identifiers(text)
    taken = bytearray(len(text))  # 1 where a character is spoken for: a long text holds thousands of spans
    _take(taken, [(date.start, date.end) for date in dates])
    identifiers = [one for one in identifiers if 1 not in taken[one.span.start : one.span.end]]
    _take(taken, [(one.span.start, one.span.end) for one in identifiers])
    walk = _Walk(text, tokens, [1 in taken[token.start : token.end] for token in tokens])
    found = [walk.date(match) for match in dates] + identifiers + walk.numbers()
    found.sort(key=lambda value: (value.span.start, -value.span.end))
    return tuple(_broken(_apart(found, text), text))


def _broken(found: list[Value], text: str) -> list[Value]:
    """An amount beside a bare number ("£3 95", "1 50 EUR") is one that a line broke, or none that can be read."""
    kept: list[Value] = []
    for value in found:
        last = kept[-1] if kept else None
        if last is not None and _halves(last, value, text):
            span = Span(last.span.start, value.span.end)
            amount = last if last.kind == "amount" else value
            kept[-1] = replace(amount, span=span, text=span.of(text), readable=False)
        else:
            kept.append(value)
    return kept


def _halves(first: Value, second: Value, text: str) -> bool:
    if {first.kind, second.kind} != {"amount", "count"} or text[first.span.end : second.span.start] not in (
        " ",
        "\u00a0",
    ):
        return False
    if first.kind == "amount":
        ends = not text[second.span.end :].lstrip(" \u00a0")[:1].isalnum()
        return first.text[-1:].isdigit() and second.text.isdigit() and len(second.text) < _GROUP and ends
    opens = not text[: first.span.start].rstrip(" \u00a0")[-1:].isalnum()
    return first.text.isdigit() and len(first.text) <= _GROUP and second.text[:1].isdigit() and opens


def _take(taken: bytearray, spans: list[tuple[int, int]]) -> None:
    for start, end in spans:
        taken[start:end] = b"\1" * (end - start)


def _apart(found: list[Value], text: str) -> list[Value]:
    kept: list[Value] = []
    for value in found:
        if kept and value.span.start < kept[-1].span.end:
            start = kept[-1].span.end
            if value.span.end <= start:
                continue
            start += len(text[start : value.span.end]) - len(text[start : value.span.end].lstrip())
            value = replace(value, span=Span(start, value.span.end), text=text[start : value.span.end])
        kept.append(value)
    return kept


class _Walk(Measures):
    """One pass over the tokens of one text."""

    def date(self, match: DateMatch) -> Value:
        index = bisect_right(self.tokens, match.start, key=lambda token: token.end)
        qualifier, first = self._before(index, BEFORE_DATE)
        start = self.tokens[first].start if qualifier else match.start
        year = match.date.year if match.date and match.precision == "year" else None
        number = match.minutes if match.minutes is not None else year
        return Value(
            "date",
            self.text[start : match.end],
            Span(start, match.end),
            number=None if number is None else Decimal(number),
            date=match.date,
            unit=match.precision,
            qualifier=qualifier,
            readable=match.readable,
            note=match.note,
        )

    def numbers(self) -> list[Value]:
        found: list[Value] = []
        index = 0
        while index < len(self.tokens):
            number = None if self.taken[index] else self.number(index)
            if number is None:
                index += 1
                continue
            value, index = self._value(number)
            if value is not None:
                found.append(value)
        return found

    def _value(self, number: Number) -> tuple[Value | None, int]:
        number = self.repeated(number)
        measure = self.measure(number)
        high, high_measure = self._upper(number, measure)
        if high is not None:
            high = _with_coins(high, high_measure)
            number, measure = _with_coins(number, measure), measure._replace(coins=Decimal(0))
        if high is not None:
            measure = high_measure._replace(
                currency=high_measure.currency or measure.currency,
                scale=high_measure.scale or measure.scale,
                coins=Decimal(0),
            )
        if (
            not number.digits
            and number.after == number.first + 1  # "o sută", "one hundred" are numbers
            and self.tokens[number.first].key in WEAK_WORDS
            and measure.after == number.after
            and not number.unit
        ):
            return None, number.after
        first, currency = self.currency_before(number.first)
        if currency and not measure.currency and high is None:
            measure = self.coins_after(measure._replace(currency=currency))
        first, negative = self._sign(first, number.first, measure)
        qualifier: Qualifier | None = None
        qualifier, first = self._before(first, BEFORE)
        if high is not None:
            first = self._opener(first, qualifier)
            qualifier = None if qualifier == "from" else qualifier
        after = measure.after
        if qualifier is None:
            qualifier, after = self._after(after)
        measure = measure._replace(currency=measure.currency or currency, after=after)
        return self._build((number, high), measure, (first, qualifier, negative)), max(after, number.after)

    def _build(
        self, numbers: tuple[Number, Number | None], measure: Measure, front: tuple[int, Qualifier | None, bool]
    ) -> Value:
        number, high = numbers
        first, qualifier, negative = front
        start, end = self.tokens[first].start, self.tokens[measure.after - 1].end
        if self.key(first) == "(" and self.key(measure.after) == ")":
            end = self.tokens[measure.after].end
        reading = _in_context(number.reading, measure)
        factor = Decimal(10) ** measure.scale
        coins = -measure.coins if negative else measure.coins
        low = None if reading.number is None else reading.number * (-factor if negative else factor) + coins
        top = low
        if high is not None:
            upper = _in_context(high.reading, measure).number
            top = None if upper is None else upper * factor
        if low is None and high is None and _is_listing(self.text[start:end]):
            return Value("identifier", self.text[start:end], Span(start, end), note="digits in no known grouping")
        return Value(
            _kind(measure),
            self.text[start:end],
            Span(start, end),
            number=low if high is None else None,
            low=low,
            high=top,
            unit=measure.unit,
            currency=measure.currency,
            scale=measure.scale,
            qualifier=qualifier,
            basis=measure.basis,
            readable=low is not None and top is not None,
            note=reading.note,
        )

    def _upper(self, number: Number, measure: Measure) -> tuple[Number | None, Measure]:
        """The upper end of a range "5–7 days", "from $5 to $7", if one follows."""
        link = measure.after
        if link + 1 >= len(self.tokens) or self.taken[link + 1]:
            return None, measure
        key = self.key(link)
        first = self.currency_before(number.first)[0]
        opened = self.key(first - 1) in RANGE_OPENERS or self._opens_two(first)
        if key in DASHES:
            gaps = (
                self.tokens[link].start - self.tokens[link - 1].end,
                self.tokens[link + 1].start - self.tokens[link].end,
            )
            if (gaps[0] == 0) != (gaps[1] == 0):
                return None, measure
        elif not (key in BARE_LINKS or (key in RANGE_LINKS and opened)):
            return None, measure
        index = link + 1
        while index < len(self.tokens) - 1 and self.key(index) in CURRENCIES:
            index += 1
        high = self.number(index)
        if high is None:
            return None, measure
        high = self.repeated(high)
        least, most = number.reading.number, high.reading.number
        if least is None or most is None:
            return None, measure
        upper = self.measure(high)
        if _differs(measure, upper) or (measure.scale < 0 and upper.scale >= 0):
            return None, measure  # "20p – half an hour": the coin lends nothing to what follows
        low_scale = measure.scale or upper.scale
        if least * Decimal(10) ** low_scale >= most * Decimal(10) ** upper.scale:
            return None, measure
        return high, upper

    def _opens_two(self, index: int) -> bool:
        return index >= 2 and f"{self.key(index - 2)} {self.key(index - 1)}" in RANGE_OPENERS

    def _opener(self, first: int, qualifier: Qualifier | None) -> int:
        if qualifier is None and self.key(first - 1) in RANGE_OPENERS:
            return first - 1
        return first

    def _sign(self, first: int, number: int, measure: Measure) -> tuple[int, bool]:
        """Minus signs, and the parentheses accountants write around what is below zero."""
        if first < number and self.key(number - 1) in DASHES:
            return first, True
        before = self.key(first - 1)
        if before in ("-", "−", "–") and self.tokens[first - 1].end == self.tokens[first].start:
            gap = (
                first < 2 or self.tokens[first - 2].end < self.tokens[first - 1].start or self.key(first - 2) in "(|:="
            )
            return (first - 1, True) if gap else (first, False)
        opener = number - 1 if first < number and self.key(number - 1) == "(" else first - 1
        closed = self.key(opener) == "(" and self.key(measure.after) == ")" and self._is_cell(opener)
        if closed and not self._numbers_an_item(opener, measure.after):
            return min(first, opener), True
        return first, False

    def _numbers_an_item(self, opener: int, closer: int) -> bool:
        """ "(2) Further information": a small number in parentheses that opens a line goes before its words."""
        line = self.text[: self.tokens[opener].start].rpartition("\n")[2]
        after = self.text[self.tokens[closer].end :].lstrip(" ")
        return not line.strip() and closer - opener == 2 and len(self.key(opener + 1)) < 3 and after[:1].isalpha()

    def _is_cell(self, opener: int) -> bool:
        left = self.text[: self.tokens[opener].start].rstrip()
        return not left or not (left[-1].isalpha() or left[-1] in ",.;")

    def _before(self, index: int, words: dict[str, Qualifier]) -> tuple[Qualifier | None, int]:
        """The longest qualifying phrase that ends right before this token, and its first token."""
        keys: list[str] = []
        best: tuple[Qualifier | None, int] = (None, index)
        for back in range(1, MAX_WORDS + 1):
            at = index - back
            if at < 0 or not self.adjacent(at, at + 1) or self.tokens[at].kind == "n":
                break
            keys.insert(0, self.tokens[at].key)
            phrase = " ".join(keys)
            if phrase in words:
                best = (words[phrase], at)
        return best

    def _after(self, index: int) -> tuple[Qualifier | None, int]:
        if index >= len(self.tokens):
            return None, index
        hit = self.phrase(index, AFTER)  # type: ignore[arg-type]
        return (hit[0], hit[1]) if hit else (None, index)  # type: ignore[return-value]


def _with_coins(number: Number, measure: Measure) -> Number:
    """One end of a range with the hundredths said after it."""
    whole = number.reading.number
    if not measure.coins or whole is None:
        return number
    return number._replace(reading=Reading(whole + measure.coins))


def _is_listing(text: str) -> bool:
    """Digits with one separator throughout ("12,13,14", "10.0.19041"): a code or a list, compared as it is printed."""
    return len({letter for letter in text if not letter.isdigit()}) == 1


def _differs(low: Measure, high: Measure) -> bool:
    return bool(
        (low.unit and low.unit != high.unit) or (low.currency and high.currency and low.currency != high.currency)
    )


def _in_context(reading: Reading, measure: Measure) -> Reading:
    """Money and whole things have no three decimals: an ambiguous separator beside them groups."""
    if reading.note == RAISED_CENTS and not measure.currency:
        return Reading(None, "raised digits after a number")
    if reading.other is None or measure.scale:
        return reading
    whole = max(reading.other, reading.number or reading.other)
    if measure.currency and reading.number != whole:
        return Reading(whole, "separator before three digits read as grouping", reading.number)
    return reading


def _kind(measure: Measure) -> ValueKind:
    if measure.currency:
        return "amount"
    if measure.unit in RATES:
        return "rate"
    return "term" if measure.unit in TIME_UNITS else "count"
