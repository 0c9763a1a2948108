"""Which numbers in this text belong to a person: cards, passports, national and tax numbers, addresses to write or call to?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from opora.domain.place import Span

_CARD = re.compile(r"(?<![\w.,-])[2-6]\d{3}(?P<gap>[ -]?)\d{4}(?P=gap)\d{4}(?P=gap)\d{4}(?![\w-]|[.,]\d)")
_SNILS = re.compile(r"(?<![\w-])\d{3}-\d{3}-\d{3}[ -]\d{2}(?!\w|-\d)")
_SSN = re.compile(r"(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?!\w|-\d)")
_THIRTEEN = re.compile(r"(?<![\w.,-])[0-9]\d{12}(?![\w-]|[.,]\d)")
_TWELVE = re.compile(r"(?<![\w.,-])\d{12}(?![\w-]|[.,]\d)")
_TEN = re.compile(r"(?<![\w.,+-])\d{10}(?![\w-]|[.,]\d)")
_PASSPORT = re.compile(
    r"(?:паспорт\w*|passport|pașaport\w*|buletin\w*)[^\n\d]{0,40}?(?P<code>(?:\d{2}\s?\d{2}|[A-ZА-Я]{1,2})\s?(?:№|N|No\.?)?\s?\d{6,7})(?!\d)",
    re.I,
)
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}(?![\w-])")
_PHONE = re.compile(r"(?<![\w.,-])\+\d{1,3}[\s(.-]{0,2}\d{2,3}(?:[\s).-]{0,2}\d{2,4}){2,3}(?![\w-]|[.,]\d)")
_NEAR = 40  # characters before a number in which the word that says what it is must stand


@dataclass(frozen=True, slots=True)
class Personal:
    """A number or address of a person: ``kind`` as a person would name it, its place, and whether it is an identity.

    Contacts (e-mail, phone) are no identities: firms have them too.
    """

    kind: str
    span: Span
    is_identity: bool


def find_personal(text: str) -> list[Personal]:
    """In the order of place. National numbers count when their check digits hold or the word for them stands before."""
    found = [
        *_all(_CARD, text, "card number", lambda match: _luhn(_digits(match[0])) and len(set(match[0])) > 2),
        *_all(_SNILS, text, "SNILS number", lambda match: _snils(_digits(match[0]))),
        *_all(_SSN, text, "social security number", lambda match: True),
        *_all(_THIRTEEN, text, "national number (CNP, IDNP)", lambda match: _thirteen(match, text)),
        *_all(
            _TWELVE, text, "tax number of a person (ИНН)", lambda match: _named(match, text, "инн") and _inn(match[0])
        ),
        *_all(
            _TEN,
            text,
            "tax number of a person (РНОКПП)",
            lambda match: _named(match, text, "рнокпп|іпн|ідентифікаційн") and _rnokpp(match[0]),
        ),
        *(Personal("passport number", Span(*m.span("code")), True) for m in _PASSPORT.finditer(text)),
        *_all(_EMAIL, text, "e-mail address", lambda match: True, identity=False),
        *_all(_PHONE, text, "phone number", lambda match: 9 <= len(_digits(match[0])) <= 14, identity=False),
    ]
    return sorted(found, key=lambda one: (one.span.start, one.span.end))


def _all(
    pattern: re.Pattern[str], text: str, kind: str, holds: Callable[[re.Match[str]], bool], identity: bool = True
) -> Iterator[Personal]:
    return (Personal(kind, Span(*match.span()), identity) for match in pattern.finditer(text) if holds(match))


def _digits(text: str) -> str:
    return "".join(char for char in text if char.isascii() and char.isdigit())


def _named(match: re.Match[str], text: str, words: str) -> bool:
    return re.search(rf"\b(?:{words})", text[max(0, match.start() - _NEAR) : match.start()], re.I) is not None


def _luhn(digits: str) -> bool:
    """Source: ISO/IEC 7812-1, annex B."""
    doubled = [int(d) * (2 if at % 2 else 1) for at, d in enumerate(reversed(digits))]
    return sum(d - 9 if d > 9 else d for d in doubled) % 10 == 0


def _snils(digits: str) -> bool:
    total = sum((9 - at) * int(digit) for at, digit in enumerate(digits[:9]))
    return total % 101 % 100 == int(digits[9:])


def _thirteen(match: re.Match[str], text: str) -> bool:
    digits = match[0]
    if _named(match, text, "idnp|cod(?:ul)? personal|cnp"):
        return True
    month, day = int(digits[3:5]), int(digits[5:7])
    weights = (2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9)
    check = sum(int(d) * w for d, w in zip(digits, weights, strict=False)) % 11
    return (
        digits[0] in "12345678"
        and 1 <= month <= 12
        and 1 <= day <= 31
        and (1 if check == 10 else check) == int(digits[12])
    )


def _inn(digits: str) -> bool:
    first = sum(int(d) * w for d, w in zip(digits, (7, 2, 4, 10, 3, 5, 9, 4, 6, 8), strict=False)) % 11 % 10
    second = sum(int(d) * w for d, w in zip(digits, (3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8), strict=False)) % 11 % 10
    return first == int(digits[10]) and second == int(digits[11])


def _rnokpp(digits: str) -> bool:
    total = sum(int(d) * w for d, w in zip(digits, (-1, 5, 7, 9, 4, 6, 10, 5, 7), strict=False))
    return total % 11 % 10 == int(digits[9])
