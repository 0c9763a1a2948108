"""Do the end of one printed line and the start of the next hold one number, and is there a space in it?"""

from __future__ import annotations

import re
from collections.abc import Sequence

_CODES = "usd eur gbp chf jpy cny aud cad nzd sek nok dkk pln czk huf ron mdl uah rub byn kzt try gel amd azn bgn rsd"
_NAMES = "руб(л[яьей]+)? грн гривень гривн[іюя] ле[йияв]+ lei leu bani долл(ар\\w*)? долар\\w* dolari dollars? евро євро euros? zł kč ft тенге"
_BEHIND = re.compile(rf"^(({_NAMES.replace(' ', '|')})\.?|[₽₴₸%])\)?$", re.I)  # never before the amount
_UNIT = re.compile(rf"^([₽₴₸€£$%]|млн|млрд|тыс|тис|({_NAMES.replace(' ', '|')}|{_CODES.replace(' ', '|')})\b)", re.I)
_MONEY = re.compile(rf"^({_CODES.replace(' ', '|')})$|[$€£₽₴]$", re.I)
_WORD = re.compile(rf"(({_NAMES.replace(' ', '|')})\.?)", re.I)
_CODE = re.compile(rf"{_CODES.replace(' ', '|').upper()}")
_GROUPS = re.compile(r"^[(\-−–+]?[$€£₽₴]?\d{1,3}([,.’'])(\d{3}\1)*$")
_LEADING = re.compile(r"^[(\-−–+]?[$€£₽₴]?[1-9]\d{0,2}$|^\d{3}$")
_THREE = re.compile(r"^\d{3}(?!\d)")
_MARKED = re.compile(r"^([.,]\d|[’']\d{3})")
_DAY_MONTH = re.compile(r"(^|\D)\d{1,2}\.\d{1,2}\.$")
_DAY = re.compile(r"^\d{1,2}\.$")
_MONTH_YEAR = re.compile(r"^\d{1,2}\.\d{4}\b")
_HALF_GROUP = re.compile(r"^[(\-−–+]?(?P<sign>[$€£₽₴])?[1-9]\d{0,2}([,.]\d{3})*[,.](?P<end>\d{1,2})$")
_WITH_DECIMALS = re.compile(r"^[(\-−–+]?[$€£₽₴]?(\d \d\d|\d\d \d)[.,]\d\d\b")  # “$96 5.75”: no group ends so
_AMOUNT = re.compile(
    r"^[(\-−–+]?[$€£₽₴]?(\d{1,3}(?P<mark>[,.’' ])\d{3}((?P=mark)\d{3})*((?!(?P=mark))[.,]\d{1,2})?|\d+[.,]\d{1,2})[)%]?$"
)
_TO_DECIMALS = re.compile(r"^[(<>≤≥~±+\-−–]*(?P<sign>[$€£₽₴])?\d+([,.’']\d{3})*(?P<mark>[,.])$")
_DECIMALS = re.compile(r"^\d{1,2}((?P<unit>%|[$€£₽₴])[).,;:]*|\)?)$")


def broken_inside(before: Sequence[str], after: Sequence[str], cell: bool) -> bool:
    """Whether a number goes on without a space: broken at a mark, or between two digits of a group.

    ``before`` and ``after`` are the last two and the first two words; ``cell``: they stand in one cell of a table.
    """
    left, right = before[-1], after[0]
    if cell and tears_unit(before, after):
        return True
    if not right[0].isdigit():
        return bool(left[-1].isdigit() and _MARKED.match(right))
    if left in "$€£" or (left[-1] in "$€£" and cell) or re.search(r"\d/$", left):
        return True
    if _DAY_MONTH.search(left):
        return bool(re.match(r"^(19|20)\d\d\b", right))
    if _DAY.match(left) and _MONTH_YEAR.match(right):
        return True
    if _in_group(before, after, cell):
        return True
    if cell and _WITH_DECIMALS.match(f"{left} {right}") and (priced(before) or united(after)):
        return True
    if _GROUPS.match(left) and _THREE.match(right):
        return bool(cell or priced(before) or united(after))
    return _at_decimals(before, after, cell)


def broken_at_space(before: Sequence[str], after: Sequence[str], lone: bool) -> bool:
    """Whether a number goes on after the space between two groups of digits.

    ``lone``: nothing says that the second line is a row of its own, so two groups under each other are one number.
    """
    if not _LEADING.match(before[-1]) or not _THREE.match(after[0]):
        return False
    return (
        lone or after[0].startswith("0") or united(after)
    )  # a sign of money alone tells nothing: accounts print it once


def tears_unit(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether a unit of money is broken: beside a number, or alone on its lines."""
    left, right = before[-1], after[0].rstrip(",;:)")
    if not left[-1].isalpha() or not (right[:1].isalpha() or right == ".") or left[0].isdigit():
        return False
    one = left + right
    if not (_WORD.fullmatch(one) or _CODE.fullmatch(one)) or _is_unit(right) or (_is_unit(left) and right != "."):
        return False
    beside = (len(before) > 1 and before[-2][-1].isdigit()) or (len(after) > 1 and after[1][0].isdigit())
    return beside or right == "." or (len(before) == 1 and len(after) == 1)


def _is_unit(word: str) -> bool:
    return _WORD.fullmatch(word) is not None or _CODE.fullmatch(word) is not None


def is_unit(text: str) -> bool:
    """A unit of money that goes behind its amount, or a piece of one, alone."""
    return _is_unit(text) or _BEHIND.match(text) is not None


def lacks_unit(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether the line ends in a bare number and the next holds a unit of money alone."""
    return before[-1][-1].isdigit() and len(after) == 1 and _MONEY.search(after[0]) is not None and not priced(before)


def shares_unit(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether one of two numbers has a unit of money and the other is bare digits: under no name, they may be one amount."""
    first, second = (
        re.fullmatch(r"[$€£₽₴]?(\d{1,3}[ ,.’'])*\d{1,3}", before[-1]),
        re.match(r"^\d{1,3}(?![\d,.])", after[0]),
    )
    return first is not None and second is not None and priced(before) != united(after)


def surely_broken(before: Sequence[str], after: Sequence[str]) -> bool:
    """Whether no other row could begin so: the line ends or the next begins at a mark in a number, or one has but its unit."""
    left, right = before[-1], after[0]
    if (left[-1].isdigit() and _MARKED.match(right)) or tears_unit(before, after):
        return True
    if re.search(r"\d[,.’']$", left) and right[0].isdigit():
        return broken_inside(before, after, True)
    if left[-1].isdigit() and len(after) == 1 and _BEHIND.match(right) and not priced(before):
        return True
    return len(before) == 1 and _MONEY.search(left) is not None and not left[0].isdigit() and right[0].isdigit()


def _in_group(before: Sequence[str], after: Sequence[str], cell: bool) -> bool:
    """``12,5|00`` and ``12 5|00``: the digits of both lines make a group of three."""
    left, right = before[-1], after[0]
    half = _HALF_GROUP.match(left)
    if half:
        start, sign = half["end"], half["sign"]
    elif len(before) > 1 and _LEADING.match(before[-2]) and re.fullmatch(r"\d{1,2}", left):
        start, sign = left, None
    else:
        return False
    if not cell and not right.startswith("0"):  # in running text a number that starts with 0 is none
        return False
    if not re.match(rf"^\d{{{3 - len(start)}}}([.,]\d{{1,2}})?(?![\d.,]*\d)", right):
        return False
    return bool(sign or priced(before) or united(after) or (cell and not half))


def _at_decimals(before: Sequence[str], after: Sequence[str], cell: bool) -> bool:
    """``1,|5 %``: in a cell a comma between digits is one of decimals; elsewhere a sign or a unit must say so."""
    left, right = _TO_DECIMALS.match(before[-1]), _DECIMALS.match(after[0])
    if not left or not right:
        return False
    grouped = len(before) > 1 and _LEADING.match(before[-2]) is not None
    if left["sign"] or right["unit"] or united(after) or priced(before):
        return True
    return cell and (grouped or (left["mark"] == "," and len(before) == 1 and len(after) == 1))


def is_amount(text: str) -> bool:
    """Groups of three digits, with decimals or without, or decimals: what is surely no count and no year."""
    return _AMOUNT.match(text) is not None


def may_group(left: str, right: str) -> bool:
    """Whether the last word of a line and the first of the next may be groups of digits of one number."""
    return (_LEADING.match(left) is not None or _GROUPS.match(left) is not None) and _THREE.match(right) is not None


def is_money(word: str) -> bool:
    """A sign or a code of money alone."""
    word = word.strip("().,;:")
    return re.fullmatch(r"[$€£₽₴]", word) is not None or _MONEY.match(word) is not None


def united(after: Sequence[str]) -> bool:
    """Whether a unit of money or a share goes behind the first word; ``467 de lei`` as well."""
    unit = 2 if len(after) > 2 and after[1] == "de" else 1
    return len(after) > unit and _UNIT.match(after[unit]) is not None and not re.search(r"\d", after[unit])


def priced(before: Sequence[str]) -> bool:
    """Whether a unit of money goes before the last word."""
    return before[-1][0] in "$€£₽₴" or (len(before) > 1 and _MONEY.search(before[-2]) is not None)
