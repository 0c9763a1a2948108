"""What in a text that is about to be published may tell of one person? Numbers, contacts, orders, policies, names.

It flags rather too much than too little: a person looks at each and says that it is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from opora.domain.place import Span
from opora.errors import PersonalDataError
from opora.language.personal import find_personal
from opora.language.stops import LOWER, UPPER

_CODE: Final = r"(?:№|N[oº°]?\.?|#|nr\.?|номер\w*|number)?[\s:]*(?P<code>(?=[\w/-]*\d)[\w][\w/-]{3,30})"
_ORDER: Final = re.compile(
    r"(?<!\w)(?:order|заказ\w*|замовленн\w*|comand[aăeiă]\w*|invoice|factur\w*|рахун\w*|счет\w*|счёт\w*|dosar\w*|claim|ticket)\s*"
    + _CODE,
    re.IGNORECASE,
)
_POLICY: Final = re.compile(
    r"(?<!\w)(?:policy|полис\w*|поліс\w*|poliț\w*|polit[aei]\w*|contract|договор\w*|договір|договору|contractul\w*)\s*"
    + _CODE,
    re.IGNORECASE,
)
_LOCAL_PHONE: Final = re.compile(r"(?<![\w.,+-])\(?0\d{1,3}\)?(?:[\s-]?\d{2,3}){2,4}(?![\w-]|[.,]\d)")
_WORD: Final = rf"[{UPPER}][{LOWER}'’]+(?:-[{UPPER}][{LOWER}]+)?"
_TITLED: Final = re.compile(
    rf"(?<!\w)(?i:mrs?|ms|dr|mister|miss|г-н|г-жа|господин\w*|госпож\w+|пан[аіу]?|пані|dl|dna|dnul|domnul\w*|doamn\w+)\.?\s+(?P<name>{_WORD}(?:\s{_WORD})?)"
)
_NAMED: Final = re.compile(
    rf"(?<!\w)(?:my name is|меня зовут|мене звати|моє ім'я|mă numesc|numele meu este|i am|я —|я -)\s+(?P<name>{_WORD}(?:\s{_WORD})?)",
    re.IGNORECASE,
)
_PAIR: Final = re.compile(rf"(?<![\w.])(?P<name>{_WORD}\s(?:[{UPPER}]\.\s?)?{_WORD}(?:\s{_WORD})?)(?!\w)")
_BEFORE_INITIALS: Final = re.compile(rf"(?<!\w)(?P<name>{_WORD}\s[{UPPER}]\.(?:\s?[{UPPER}]\.)?)")
_AFTER_INITIALS: Final = re.compile(rf"(?<!\w)(?P<name>[{UPPER}]\.\s?(?:[{UPPER}]\.\s?)?{_WORD})")


@dataclass(frozen=True, slots=True)
class Flag:
    """What it may be, its words, and where they stand."""

    kind: str
    text: str
    span: Span


def flags_in(text: str) -> list[Flag]:
    """In the order of place; what stands inside a larger one is not told again."""
    found = [Flag(one.kind, one.span.of(text), one.span) for one in find_personal(text)]
    for kind, pattern, group in (
        ("order or file number", _ORDER, "code"),
        ("policy or contract number", _POLICY, "code"),
        ("phone number", _LOCAL_PHONE, None),
        ("name of a person", _TITLED, "name"),
        ("name of a person", _NAMED, "name"),
        ("name of a person", _BEFORE_INITIALS, "name"),
        ("name of a person", _AFTER_INITIALS, "name"),
        ("name of a person", _PAIR, "name"),
    ):
        found += [
            Flag(kind, match[group or 0], Span(*match.span(group or 0)))
            for match in pattern.finditer(text)
            if kind != "phone number" or sum(map(str.isdigit, match[0])) >= 9
        ]
    kept: list[Flag] = []
    for one in sorted(found, key=lambda flag: (flag.span.start, -flag.span.end)):
        if not kept or one.span.end > kept[-1].span.end:
            kept.append(one)
    return kept


def need_confirmed(texts: Iterable[str], confirmed: Sequence[str]) -> tuple[str, ...]:
    """The flagged words that were confirmed one by one. PersonalDataError names those that nobody confirmed."""
    flags = [flag for text in texts for flag in flags_in(text)]
    said = {_bare(one) for one in confirmed}
    left = [flag for flag in flags if _bare(flag.text) not in said]
    if left:
        told = "; ".join(f"{flag.text!r} ({flag.kind})" for flag in left)
        raise PersonalDataError(
            f"this may tell of a person: {told}", "take it out, or confirm each of these words if it may be published"
        )
    return tuple(dict.fromkeys(flag.text for flag in flags))


def _bare(text: str) -> str:
    return " ".join(text.split()).casefold()
