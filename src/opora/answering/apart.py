"""Does a statement of another source say the same as the best one, something else of the same matter, or can it not be told?"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal

from opora.answering.awaited import awaited
from opora.answering.cases import COUNTED_FROM, case_apart, unsaid
from opora.answering.closely import Bench
from opora.answering.contrast import contrast, stands
from opora.answering.deeds import values_at
from opora.answering.denied import denies, measured_apart, opposite, own_things, wholly_against
from opora.answering.exclusive import members_of
from opora.answering.finding import Draft
from opora.answering.holding import Strengths
from opora.answering.lexed import Lexed, Lexeme, lexed, part_of
from opora.answering.meaning import Sentence
from opora.answering.measured import LEAST, MOST, of_another_measure
from opora.answering.parties import names_party
from opora.answering.sides import agreed, free_and_priced, opposed, side_of, sides_of, takes_side
from opora.answering.unspelled import unspelled
from opora.answering.weights import Wanted
from opora.domain.place import Span
from opora.domain.value import Value
from opora.language.units import UNITS
from opora.language.values import disagreement, find_values
from opora.language.words import fold

# "other": something else of the same matter; "another": of another thing, or of nothing that is asked.
Relation = Literal["same", "other", "untold", "another"]

_LEFT_OUT: Final = 0.1  # share of the things asked about that it may leave out and be of the same matter
# Cosine of the two statements less what the other one is farther from the question, by the share of the things asked about
# that it leaves out. Measured on 30 pairs about one matter (.805 to .945) and their neighbours of other matters (.72 to .86).
_ALIKE: Final = ((0.1, 0.8), (0.55, 0.825), (0.7, 0.85), (1.0, 0.885))
# What gives another value of the same kind and names no case of its own may be farther off by this: .865 and more where it
# lacks all things asked about, against .86 and less of other things on the same pairs.
_PLAINLY: Final = 0.02
FARTHEST: Final = (
    0.1  # cosine: what is farther from the question than the best statement by more speaks of something else
)
_HELD: Final = 0.5
_TWINS: Final = 0.6  # share of the words of the longer one that both hold
_GIVEN_BY_VALUE: Final = ("amount", "date", "fact")
_COUNTED: Final = frozenset({None, "person", "piece"})
_RUNS: Final = 3  # words from what says that a term runs to the event that it runs from
_CONTRASTED: Final = re.compile(r"'([^']+)' stands where")
_MONTH: Final = ("month", 30)  # "30 days" and "one month": not the same, and no contradiction that is sure
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_BY_DAY: Final = frozenset(("днем", "вдень", "удень", "ziua", "daytime"))
_CLASSES_OF_TIME: Final = ("monday", "понедельник", "понеділок", "luni")


def relation(best: Draft, other: Draft, bench: Bench) -> Relation:
    """What another source's statement is beside the best one; neither may be a cell of a table."""
    want, question, kind = bench.want, bench.requirement.text, bench.requirement.kind
    near = alikeness(best, other, bench)
    if not _of_the_matter(best, other, bench, near) or of_another_measure(best, other, question):
        return "another"
    loosely = near is not None and not alike(near, left_out(want, best.matched, other.matched))
    if loosely and not wholly_against(best.text, other.text, question):
        return _farther_off(best, other, bench, near)
    first, second = lexed(best.text), lexed(other.text)
    if another_thing(best, other, question):
        return "another"
    if other.says != best.says and unspelled(other.text, bench.asked.kinds):
        return "untold"
    sure = want.lost(best.matched, other.matched) <= _LEFT_OUT or not (
        own_things(first, second) and own_things(second, first)
    )
    if kind in _GIVEN_BY_VALUE and best.value and other.value and not conditions(best, question):
        return by_values(best, other, case_apart(best, other, question, near) is None)
    if unsaid(lexed(question), first, second) or (kind == "yes_no" and case_apart(best, other, question, near)):
        return "untold"
    if free_and_priced(first, second) and not case_apart(best, other, question, near):
        return "untold" if _asked_of(own_things(first, second), lexed(question)) else "other"
    if denies(best.text, other.text) or (opposite(best.text, other.text) and sure and not _cases_apart(first, second)):
        return "other"
    if opposed(first, second):
        return "other" if _of_one_case(first, second, best, other, kind == "yes_no") else "untold"
    if kind != "yes_no" and (told := _other_answer(best, other, question)) is not None:
        return told if sure or told == "same" else "untold"
    if kind == "yes_no" and _of_one_side(first, second):
        return "untold"
    if not own_things(first, second, strict=True) or not own_things(second, first, strict=True):
        return "same"
    return "untold"


def _farther_off(best: Draft, other: Draft, bench: Bench, near: float | None) -> Relation:
    """Of one that is a little too far off for anything but another value of the same thing."""
    question = bench.requirement.text
    if bench.requirement.kind not in _GIVEN_BY_VALUE or not (best.value and other.value) or conditions(best, question):
        return "another"
    if by_values(best, other, sure=True) != "other" or another_thing(best, other, question):
        return "another"
    if unsaid(lexed(question), lexed(best.text), lexed(other.text)):
        return "untold"
    return "another" if case_apart(best, other, question, near) else "other"


def alikeness(best: Draft, other: Draft, bench: Bench) -> float | None:
    """How near the two statements are to each other, less what the other is farther from the question; None without a model."""
    if best.cosine is None or other.cosine is None:
        return None
    between = bench.meaning.between(place_of(best), place_of(other))
    return None if between is None else between - max(0.0, best.cosine - other.cosine)


def place_of(draft: Draft) -> Sentence:
    evidence = draft.evidence
    span = Span(evidence.start, evidence.end)
    return Sentence(evidence.evidence_id.rpartition("#")[0], evidence.passage_id or "", span)


def alike(near: float | None, lost: float, loosely: bool = False) -> bool:
    """Whether two statements are near enough to speak of one matter; ``lost``: of the things asked about.

    ``loosely``: so near that they do when they plainly give two values of one kind.
    """
    by = _PLAINLY if loosely else 0.0
    return near is not None and any(lost <= share and near >= least - by for share, least in _ALIKE)


def left_out(want: Wanted, held: Strengths, other: Strengths) -> float:
    """Weighed share of the things asked about that the first holds and the other does not.

    Who takes part counts only where nothing else is asked about: "members pay a fee" tells nothing of what members borrow.
    """
    things = (n for n in want.things if not names_party((fold(want.words[n].text), *want.words[n].lemmas)))
    return want.lost(held, other, frozenset(things) or None)


def conditions(best: Draft, question: str) -> bool:
    """Whether the value is one that the question itself names ("over 12"): then it is no answer."""
    return best.value is not None and any(not differ(best.value, one) for one in find_values(question))


def _of_the_matter(best: Draft, other: Draft, bench: Bench, near: float | None) -> bool:
    if (other.against and not by_side(other.against)) or other.evidence.table or best.evidence.table:
        return False
    if other.says != best.says and not (
        any(one.kind in bench.asked.kinds for one in find_values(other.text))
        or unspelled(other.text, bench.asked.kinds)
    ):
        return False
    want = bench.want
    lost = left_out(want, best.matched, other.matched)
    if near is None:
        return lost <= _LEFT_OUT
    asks = bench.requirement
    return alike(near, lost, bench.asked.strict) or (
        asks.kind == "yes_no" and wholly_against(best.text, other.text, asks.text)
    )


def another_thing(best: Draft, other: Draft, question: str) -> bool:
    """Whether it has another word where the best one has one of the question's: another item of one list."""
    first, second, asked = lexed(best.text), lexed(other.text), lexed(question)
    against = contrast(asked, second, lexed(other.context))
    if against and not by_side(against) and not contrast(asked, first, lexed(best.context)):
        return True
    if _of_another_class(first, second, asked):
        return True
    first, second = _without_values(best.text), _without_values(other.text)
    mine, theirs = own_things(first, second), own_things(second, first)
    held = sum(w.content and stands(w, second) for w in first.words)
    longer = max(sum(w.content for w in text.words) for text in (first, second))
    twins = held >= _TWINS * longer and len(mine) == len(theirs)
    return twins and _asked_of(mine, asked) and bool(theirs) and not opposed(first, second)


@lru_cache(maxsize=1024)
def _without_values(text: str) -> Lexed:
    """What is counted stays: only terms, amounts and the like are measured in words that tell of no thing."""
    taken = values_at(text, ("term", "date", "amount", "rate"))
    words = lexed(text).words
    counted = {word.start for n, word in enumerate(words) if n and _counts_from(words, n, taken)}
    return part_of(tuple(word for word in words if word.start not in taken and word.start not in counted))


def _counts_from(words: tuple[Lexeme, ...], n: int, taken: frozenset[int]) -> bool:
    """Whether it says from when a term runs: "14 days after the purchase", «за 2 часа до вылета»."""
    for place in range(n - 1, max(-1, n - 1 - _RUNS), -1):
        if words[place].folded in COUNTED_FROM:
            return place > 0 and words[place - 1].start in taken and words[n].clause == words[place].clause
    return False


def by_side(against: str) -> bool:
    """Whether what stands against the question only says yes or no of it: "paid" where it has "free"."""
    told = _CONTRASTED.match(against)
    return told is not None and side_of(fold(told[1])) is not None


def _asked_of(own: list[str], asked: Lexed) -> bool:
    """Whether the question holds one of these words."""
    return any(stands(word, asked) for one in own for word in lexed(one).words)


def _of_another_class(first: Lexed, second: Lexed, asked: Lexed) -> bool:
    """Whether the question names a day, a year, an order or the like that the best one names too, and the other names another."""
    told = _classes(second)
    return any(
        members & _classes(first).get(row, frozenset()) and row in told and members.isdisjoint(told[row])
        for row, members in _classes(asked).items()
    )


def _classes(text: Lexed) -> dict[str, frozenset[str]]:
    """Members by row of words that exclude each other; numbers and units are compared as values."""
    found: dict[str, set[str]] = {}
    for word in text.words:
        if _YEAR.fullmatch(word.text):
            found.setdefault("year", set()).add(word.text)
        if word.folded in _BY_DAY:
            found.update({row: {*found.get(row, ()), "by day"} for row in _rows_of_night()})
        for row, member in members_of(word) if word.content and not takes_side(word) else ():
            if row.startswith("row") or row == "month":
                found.setdefault(row, set()).add(member)
    return {row: frozenset(members) for row, members in found.items()}


def _of_one_side(first: Lexed, second: Lexed) -> bool:
    """Whether one says yes or no in a word that is known to, and the other says something of its own without one."""
    taken, others = sides_of(first), sides_of(second)
    if agreed(first, second) or bool(taken) == bool(others):
        return False
    plain, other = (second, first) if taken else (first, second)
    return any(word.content and not stands(word, other) for word in plain.words)


def _of_one_case(first: Lexed, second: Lexed, best: Draft, other: Draft, looked_at: bool) -> bool:
    """Whether neither speaks of a case of its own: "over 6" and "under 6", "members" and "non-members".

    ``looked_at``: whether cases.py found that they do not.
    """
    if measured_apart(best.text, other.text):
        return False
    if _prefixed_thing(first, second) or _prefixed_thing(second, first) or _cases_apart(first, second):
        return False
    return looked_at or not (own_things(first, second) and own_things(second, first))


def _cases_apart(first: Lexed, second: Lexed) -> bool:
    """Whether each names a day, a time or an order of its own."""
    mine, theirs = _classes(first), _classes(second)
    return any(row in theirs and members.isdisjoint(theirs[row]) for row, members in mine.items())


def _prefixed_thing(text: Lexed, other: Lexed) -> bool:
    return any(
        word.folded.startswith(prefix) and word.folded[len(prefix) :].lstrip("-") in other.folded
        for word in text.words
        for prefix in ("non-", "non", "не")
        if len(word.folded) > len(prefix) + 3 and "need" not in sides_of(text)
    )


def by_values(best: Draft, other: Draft, sure: bool) -> Relation:
    """What the other is by its value; ``sure``: both speak of the same matter."""
    mine, theirs = best.value, other.value
    assert mine is not None and theirs is not None
    told = find_values(best.text), find_values(other.text)
    if not differ(mine, theirs):
        return "same"
    crossed = any(not differ(mine, one) for one in told[1] if one.kind == mine.kind)
    crossed = crossed or any(not differ(one, theirs) for one in told[0] if one.kind == theirs.kind)
    if crossed or _both_hold(mine, theirs) or _about_a_month(mine, theirs) or not _comparable(mine, theirs):
        return "untold"
    return "other" if sure else "untold"


def differ(one: Value, other: Value) -> bool:
    """Whether two values that answer one question say different things.

    "Within 48 hours" and "in two days" do not, nor "28 days" and "28 calendar days", "12 people" and "at most 12".
    """
    first, second = _plain(one), _plain(other)
    if first.basis != second.basis and None in (first.basis, second.basis):
        first, second = replace(first, basis=None), replace(second, basis=None)
    if one.kind == other.kind == "count" and {first.unit, second.unit} <= _COUNTED:
        first, second = replace(first, unit=None), replace(second, unit=None)
    return disagreement(first, second) is not None


def _both_hold(one: Value, other: Value) -> bool:
    """Whether one value is a least and the other a most that is no less: "at least 2", "at most 4".

    No terms: "no later than 21 days before" is a least, though its words are those of a most.
    """
    if "term" in (one.kind, other.kind):
        return False
    for least, most in ((one, other), (other, one)):
        if least.qualifier in LEAST and most.qualifier in MOST and (least.kind, least.unit) == (most.kind, most.unit):
            return least.low is not None and most.high is not None and least.low <= most.high
    return False


def _comparable(one: Value, other: Value) -> bool:
    """Values of one kind; "the age of ten" has no unit, and "8 years" has one."""
    bare = [value for value in (one, other) if value.kind == "count" and not value.unit]
    return one.kind == other.kind or (
        bool(bare) and {one.kind, other.kind} == {"count", "term"} and one.low != other.low
    )


def _plain(value: Value) -> Value:
    timely = value.kind in ("term", "date") and value.qualifier in ("up_to", "from", "about", "exactly")
    counted = value.kind == "count" and value.qualifier in ("up_to", "about", "exactly")
    return replace(value, qualifier=None) if timely or counted else value


def _about_a_month(one: Value, other: Value) -> bool:
    days = {value.unit: value.low for value in (one, other)}
    if days.get("day") is None:
        return False
    lengths = {"month": 30, "year": 365}
    unit = next((name for name in lengths if days.get(name) is not None), None)
    return unit is not None and abs(days["day"] - days[unit] * lengths[unit]) <= days[unit] * 6  # type: ignore[operator]


def _other_answer(best: Draft, other: Draft, question: str) -> Relation | None:
    """What the days of the week, names, numbers or codes that answer tell; None where not both have one."""
    sought, asked = awaited(question), lexed(question)
    first, second = lexed(best.text), lexed(other.text)
    for members in (_days, _names, _numbers):
        mine, theirs = members(first, asked), members(second, asked)
        if not mine or not theirs or (members is _names and sought.sort in ("moment", "number", "reason")):
            continue
        if not mine.isdisjoint(theirs):
            return "same"
        if members is _names and sought.sort == "other":
            return "untold"  # "What is X?": two sentences with other names in them may both be true
        # "The house in Oslo is by Lund", "the house in Lisbon is by Costa": each of a thing of its own.
        several = members is _names and max(_runs(first, asked), _runs(second, asked)) > 1
        return "untold" if several else "other"
    return None


def _runs(text: Lexed, asked: Lexed) -> int:
    """How many names, not words of names, stand in the text."""
    named = [_is_name(word) and not asked.holds(word) for word in text.words]
    return sum(one and not before for before, one in zip([False, *named], named, strict=False))


def _is_name(word: Lexeme) -> bool:
    return word.text[0].isupper() and len(word.text) > 1 and not word.opens


def _days(text: Lexed, asked: Lexed) -> frozenset[str]:
    return frozenset(
        member
        for word in text.words
        for name, member in members_of(word)
        if name in _rows_of_time() and not asked.holds(word)
    )


def _rows_of_time() -> frozenset[str]:
    return frozenset(name for word in _CLASSES_OF_TIME for name, _ in members_of(word))


def _names(text: Lexed, asked: Lexed) -> frozenset[str]:
    return frozenset(
        min(sorted(word.lemmas), key=len) for word in text.words if _is_name(word) and not asked.holds(word)
    )


def _numbers(text: Lexed, asked: Lexed) -> frozenset[str]:
    found = {w.folded for w in text.words if w.text[0].isdigit() and not (w.opens or asked.holds(w))}
    return frozenset(found | {m for w in text.words for n, m in members_of(w) if _ordinal(w, n) and not asked.holds(w)})


def _rows_of_night() -> frozenset[str]:
    return frozenset(name for word in ("ночью", "вночі", "night", "noaptea") for name, _ in members_of(word))


def _ordinal(word: Lexeme, row: str) -> bool:
    return row in _rows_of_order() and (word.folded not in UNITS or word.folded == "second")


def _rows_of_order() -> frozenset[str]:
    return frozenset(
        name for word in ("second", "второй", "другий", "treilea") for name, _ in members_of(word) if "row" in name
    )
