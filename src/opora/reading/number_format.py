"""What does a spreadsheet show for this number?"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

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
    37: "#,##0;(#,##0)",
    38: "#,##0;(#,##0)",
    39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;(#,##0.00)",
    41: "#,##0;(#,##0)",
    42: '"$"#,##0;("$"#,##0)',
    43: "#,##0.00;(#,##0.00)",
    44: '"$"#,##0.00;("$"#,##0.00)',
}
_TOKEN = re.compile(r'"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)(?:-[^\]]*)?\]|\[[^\]]*\]|([0#?.,]+)|(.)', re.S)
_UNSUPPORTED = re.compile(r"[eE][+-]|/|@|general|[dmyhs]", re.I)


def general(value: float | int) -> str:
    """A number without a format: at most 15 significant digits, no exponent, no ``.0``."""
    if isinstance(value, int):
        return str(value)
    if value != value or value in (float("inf"), float("-inf")):
        return str(value)
    text = f"{Decimal(f'{value:.15g}'):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def shown(value: float | int, code: str, group: str = ",") -> str | None:
    """The number as the format code draws it, ``group`` between thousands; ``None`` when the code is not one of plain numbers.

    >>> shown(0.155, "0.0%"), shown(-1234.5, '"$"#,##0.00;("$"#,##0.00)'), shown(7, "00000")
    ('15.5%', '($1,234.50)', '00007')
    """
    sections = _sections(code)
    bare = re.sub(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]', "", code)
    if _UNSUPPORTED.search(bare) or len(sections) > 4:
        return None
    try:
        number = Decimal(f"{value:.15g}") if isinstance(value, float) else Decimal(value)
    except InvalidOperation:
        return None
    if not number.is_finite():
        return None
    section, minus = sections[0], "-" if number < 0 else ""
    if number < 0 and len(sections) > 1:
        section, minus = sections[1], ""
    elif number == 0 and len(sections) > 2:
        section = sections[2]
    return _drawn(abs(number), section, minus, group)


def _sections(code: str) -> list[str]:
    return re.findall(r'(?:"[^"]*"|\\.|[^;"\\])+', code) or [""]


def _drawn(number: Decimal, section: str, minus: str, group: str) -> str | None:
    tokens = [match.groups() for match in _TOKEN.finditer(section)]
    percent = sum(1 for token in tokens if token[4] == "%")
    places = [token[3] for token in tokens if token[3] and re.search(r"[0#?]", token[3])]
    if len(places) != 1:
        text = "".join(token[0] or token[1] or token[2] or token[4] or "" for token in tokens)
        return text.strip() or None if not places else None
    digits = _digits(number * (100**percent), places[0], group)
    parts = [
        digits if token[3] == places[0] else (token[0] or token[1] or token[2] or token[4] or "") for token in tokens
    ]
    return (minus + "".join(parts).strip()).strip()


def _digits(number: Decimal, place: str, group: str) -> str:
    whole, _, fraction = place.partition(".")
    scale = len(whole) - len(whole.rstrip(",")) if not fraction else len(fraction) - len(fraction.rstrip(","))
    fraction = fraction.replace(",", "")
    number = number / (Decimal(1000) ** scale)
    text = f"{number.quantize(Decimal(1).scaleb(-len(fraction)), ROUND_HALF_UP):f}"
    before, _, after = text.partition(".")
    least = sum(1 for sign in whole if sign == "0")
    before = before.zfill(least) if least else ("" if before == "0" and after else before)
    if "," in whole.rstrip(","):
        before = _grouped(before, group)
    keep = len(fraction.rstrip("#?"))
    while len(after) > keep and after.endswith("0"):
        after = after[:-1]
    return f"{before}.{after}" if after else before


def _grouped(digits: str, group: str) -> str:
    head = len(digits) % 3 or 3
    return group.join([digits[:head], *(digits[at : at + 3] for at in range(head, len(digits), 3))])
