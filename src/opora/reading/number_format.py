"""What does a spreadsheet show for this number?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation, localcontext
from fractions import Fraction
from functools import lru_cache

_DIGITS = 700  # of the largest number of a workbook, with the most places a code can ask for

BUILT_IN = {
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    5: '"$"#,##0;-"$"#,##0',
    6: '"$"#,##0;-"$"#,##0',
    7: '"$"#,##0.00;-"$"#,##0.00',
    8: '"$"#,##0.00;-"$"#,##0.00',
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    37: "#,##0;(#,##0)",
    38: "#,##0;(#,##0)",
    39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;(#,##0.00)",
    41: "#,##0;(#,##0)",
    42: '"$"#,##0;("$"#,##0)',
    43: "#,##0.00;(#,##0.00)",
    44: '"$"#,##0.00;("$"#,##0.00)',
    45: "mm:ss",
    46: "[h]:mm:ss",
    48: "##0.0E+0",
}
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|\*.|\[\$(?P<sign>[^\]-]*)(?:-[^\]]*)?\]|\[[^\]]*\]'
    r"|(?P<general>general)|(?P<power>[eE][+-])|(?P<place>[0#?])|(?P<mark>[.,%/@])|(?P<plain>.)",
    re.S | re.I,
)
_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)\]")
_OF_DATES = re.compile(r"[dmyhsg]", re.I)
_MOST_PLACES = 64
Token = tuple[str, str]  # "place", "." "," "%" "/" "@" "power" "general" or "text", and what it says


@dataclass(frozen=True, slots=True)
class Section:
    """One of the parts between ``;``: its tokens, and when it is meant where the code says so."""

    tokens: tuple[Token, ...]
    condition: tuple[str, Decimal] | None

    def of_kind(self, kind: str) -> bool:
        return any(token[0] == kind for token in self.tokens)


def general(value: float | int) -> str:
    """A number without a format: at most 15 significant digits, no exponent, no ``.0``."""
    if isinstance(value, int):
        return str(value)
    if value != value or value in (float("inf"), float("-inf")):
        return str(value)
    text = f"{Decimal(f'{value:.15g}'):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def shown(value: float | int, code: str, group: str = ",") -> str | None:
    """The number as the format code draws it, ``group`` between thousands; ``None`` when the code is not one of numbers.

    Empty when the code shows nothing (``;;;``).

    >>> shown(0.155, "0.0%"), shown(-1234.5, '"$"#,##0.00;("$"#,##0.00)'), shown(7, "00000"), shown(1250.5, "# ##0.00")
    ('15.5%', '($1,234.50)', '00007', '1 250.50')
    """
    sections = sections_of(code)
    if sections is None:
        return None
    try:
        number = Decimal(f"{value:.15g}") if isinstance(value, float) else Decimal(value)
    except InvalidOperation:
        return None
    if not number.is_finite():
        return None
    section, minus = _chosen(number, sections)
    with localcontext(prec=_DIGITS):
        try:
            return _drawn(abs(number), section, minus, group)
        except InvalidOperation:
            return None  # more places than any sheet draws


def shown_text(text: str, code: str) -> str:
    """A text as the code's last section draws it: ``"№ "@``; empty where that shows nothing."""
    sections = sections_of(code)
    if not sections:
        return text
    if len(sections) < 4 and not sections[-1].of_kind("@"):
        return text
    return "".join(text if kind == "@" else said if kind == "text" else "" for kind, said in sections[-1].tokens)


def is_scaled(code: str) -> bool:
    """Whether the code shows thousands or millions as ones."""
    return any(_scale(section) for section in sections_of(code) or ())


@lru_cache(maxsize=1024)
def sections_of(code: str) -> tuple[Section, ...] | None:
    """The code taken apart; ``None`` for codes of dates and for what no spreadsheet writes."""
    parts = _split(code)
    if len(parts) > 4 or len(code) > 255:
        return None
    found: list[Section] = []
    for part in parts:
        condition = _CONDITION.search(part)
        tokens = tuple(_tokens(part))
        if any(kind == "text?" and _OF_DATES.fullmatch(said) for kind, said in tokens):
            return None
        bare = tuple(("text", said) if kind == "text?" else (kind, said) for kind, said in tokens)
        bare = _meant(bare)
        found.append(Section(bare, (condition[1], Decimal(condition[2])) if condition else None))
    return tuple(found)


def _meant(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """A comma before the last two places ("# ##0,00") parts no thousands: who wrote it meant decimals, and they are kept."""
    kinds = [kind for kind, _ in tokens]
    last = max((at for at, kind in enumerate(kinds) if kind == "place"), default=-1)
    at = last - 2
    if at < 1 or "." in kinds or kinds.count(",") != 1 or kinds[at - 1 : last + 1] != ["place", ",", "place", "place"]:
        return tokens
    return (*tokens[:at], (".", ","), *tokens[at + 1 :])


def _split(code: str) -> list[str]:
    """At each ``;`` that is not quoted."""
    parts = [""]
    for match in re.finditer(r'"[^"]*"|\\.|\[[^\]]*\]|.', code, re.S):
        if match.group() == ";":
            parts.append("")
        else:
            parts[-1] += match.group()
    return parts


def _tokens(part: str) -> list[Token]:
    found: list[Token] = []
    for match in _TOKEN.finditer(part):
        kind, said = match.lastgroup, match.group(match.lastgroup) if match.lastgroup else ""
        if kind is None:
            continue
        if kind == "mark":
            found.append((said, said))
        elif kind in ("place", "power", "general"):
            found.append((kind, said))
        else:
            found.append(("text?" if kind == "plain" else "text", said))
    return found


def _chosen(number: Decimal, sections: tuple[Section, ...]) -> tuple[Section, str]:
    """The section for this number, and the minus that goes before it: a section of its own for negatives says how itself."""
    minus = "-" if number < 0 else ""
    if any(section.condition for section in sections):
        for section in sections:
            if section.condition is None or _holds(number, section.condition):
                only_negative = section.condition is not None and section.condition[0] in ("<", "<=")
                return section, "" if only_negative and section.condition and section.condition[1] <= 0 else minus
        return Section((("general", ""),), None), minus
    if sections[-1].of_kind("@") and len(sections) > 1:
        sections = sections[:-1]
    if number < 0 and len(sections) > 1:
        return sections[1], ""
    if number == 0 and len(sections) > 2:
        return sections[2], ""
    return sections[0], minus


def _holds(number: Decimal, condition: tuple[str, Decimal]) -> bool:
    sign, limit = condition
    order = {"<": number < limit, ">": number > limit, "=": number == limit}
    return {**order, "<=": not order[">"], ">=": not order["<"], "<>": not order["="]}[sign]


def _drawn(number: Decimal, section: Section, minus: str, group: str) -> str | None:
    places = sum(1 for kind, _ in section.tokens if kind == "place")
    if section.of_kind("general") or (section.of_kind("@") and not places):
        said = general(float(number)) if number % 1 else str(int(number))
        inner = "".join(said if kind in ("general", "@") else text for kind, text in section.tokens)
        return f"{minus}{inner}".strip()
    if not places:
        return (minus if section.tokens else "") + "".join(said for _, said in section.tokens).strip()
    if places > _MOST_PLACES or section.of_kind("@"):
        return None
    number *= Decimal(100) ** sum(1 for kind, _ in section.tokens if kind == "%")
    if section.of_kind("/"):
        return _fraction(number, section, minus)
    if section.of_kind("power"):
        return _power(number, section, minus)
    return _plain(number / Decimal(1000) ** _scale(section), section.tokens, minus, group)


def _scale(section: Section) -> int:
    """How many commas stand right behind the last place before the point, or behind the last of all."""
    kinds = [kind for kind, _ in section.tokens]
    last = max((at for at, kind in enumerate(kinds) if kind == "place"), default=-1)
    point = kinds.index(".") if "." in kinds else len(kinds)
    whole = max((at for at, kind in enumerate(kinds[:point]) if kind == "place"), default=-1)
    return max(_commas(kinds, last), _commas(kinds, whole) if point < len(kinds) else 0) if last >= 0 else 0


def _commas(kinds: list[str], behind: int) -> int:
    count = 0
    while behind + 1 + count < len(kinds) and kinds[behind + 1 + count] == ",":
        count += 1
    return count


def _plain(number: Decimal, tokens: tuple[Token, ...], minus: str, group: str) -> str:
    kinds = [kind for kind, _ in tokens]
    point = kinds.index(".") if "." in kinds else len(kinds)
    after = kinds[point:].count("place")
    digits, _, fraction = f"{number.quantize(Decimal(1).scaleb(-after), ROUND_HALF_UP):f}".partition(".")
    groups = _is_grouped(kinds[:point])
    out = _whole("" if digits == "0" else digits, tokens[:point], group if groups else "")
    text = "".join(reversed(out)) + _decimals(fraction, tokens[point:])
    first = re.search(r"\S", text)
    return (minus + (text[first.start() :] if first else "")).rstrip()


def _is_grouped(kinds: list[str]) -> bool:
    """A comma between two places, with nothing else between."""
    return any(kind == "," and "place" in kinds[:at] and "place" in kinds[at:] for at, kind in enumerate(kinds))


def _whole(digits: str, tokens: tuple[Token, ...], group: str) -> list[str]:
    """The part before the point from right to left: the first place takes all digits that are left."""
    out: list[str] = []
    left, drawn = list(digits), 0
    first = next((at for at, (kind, _) in enumerate(tokens) if kind == "place"), 0)
    for at in range(len(tokens) - 1, -1, -1):
        kind, said = tokens[at]
        if kind in ("text", "%"):
            blank = not said.strip() and first < at and not left and not _zero_before(tokens, at)
            out.append("" if blank else said)
        if kind != "place":
            continue
        while True:
            digit = left.pop() if left else ("0" if said == "0" else "")
            if digit and group and drawn and drawn % 3 == 0:
                out.append(group)
            out.append(digit)
            drawn += bool(digit)
            if at != first or not left:
                break
            said = "#"
    return out


def _zero_before(tokens: tuple[Token, ...], at: int) -> bool:
    return any(token == ("place", "0") for token in tokens[:at])


def _decimals(fraction: str, tokens: tuple[Token, ...]) -> str:
    places = [said for kind, said in tokens if kind == "place"]
    keep = max((at + 1 for at, said in enumerate(places) if said == "0"), default=0)
    kept = fraction[:keep] + fraction[keep:].rstrip("0")
    out, used = "", 0
    for kind, said in tokens:
        if kind == "place":
            out += kept[used : used + 1]
            used += 1
        elif kind == ".":
            out += said if kept else ""
        elif kind in ("text", "%", "/"):
            out += said
    return out


def _fraction(number: Decimal, section: Section, minus: str) -> str | None:
    """``# ?/?``: the whole, and the nearest part whose lower number has as many digits; ``# ?/8`` names the lower one."""
    code = "".join(said if kind != "text" or said.strip() else " " for kind, said in section.tokens)
    form = re.fullmatch(r"(?P<whole>[#0?]*)\s*(?P<upper>[#0?]+)\s*/\s*(?P<lower>[#0?]+|\d+)(?P<rest>\D*)", code)
    if form is None:
        return None
    fixed = form["lower"].isdecimal() and int(form["lower"]) > 0
    whole = int(number) if form["whole"] else 0
    rest = Fraction(number) - whole
    if fixed:
        lower = int(form["lower"])
        upper = int(rest * lower + Fraction(1, 2))
    else:
        part = rest.limit_denominator(10 ** min(len(form["lower"]), 5) - 1)
        upper, lower = part.numerator, part.denominator
    if form["whole"] and upper == lower:
        whole, upper = whole + 1, 0
    drawn = f"{upper}/{lower}" if upper or not form["whole"] else ""
    head = str(whole) if form["whole"] and (whole or not drawn) else ""
    return minus + " ".join(part for part in (head, drawn) if part) + form["rest"].rstrip()


def _power(number: Decimal, section: Section, minus: str) -> str | None:
    """``0.00E+00``; with several places before the point the power is a multiple of their count."""
    kinds = [kind for kind, _ in section.tokens]
    at = kinds.index("power")
    head, tail = section.tokens[:at], section.tokens[at + 1 :]
    before = [kind for kind, _ in head[: kinds.index(".") if "." in kinds[:at] else at]].count("place")
    if not before:
        return None
    power = number.adjusted() if number else 0
    power -= power % before
    after = [kind for kind, _ in head].count("place") - before
    if (number.scaleb(-power)).quantize(Decimal(1).scaleb(-after), ROUND_HALF_UP) >= Decimal(10) ** before:
        power += before
    least = sum(1 for kind, said in tail if kind == "place" and said == "0")
    sign = "-" if power < 0 else "+" if section.tokens[at][1].endswith("+") else ""
    rest = "".join(said for kind, said in tail if kind == "text")
    return f"{_plain(number.scaleb(-power), head, minus, '')}E{sign}{str(abs(power)).zfill(least)}{rest}".rstrip()
