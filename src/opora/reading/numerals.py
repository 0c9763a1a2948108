"""How is a list number written?"""

from __future__ import annotations

_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"))
_ROMAN_SMALL = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_LATIN = "abcdefghijklmnopqrstuvwxyz"
# Word skips ё, з, й, ъ, ы, ь in no list but these: it counts а б в г д е ж з и к л м …
_RUSSIAN = "абвгдежзиклмнопрстуфхцчшщэюя"
_MAX = 32_767


def written(number: int, shape: str) -> str:
    """A number in one of the shapes word processors name (``decimal``, ``lowerLetter``, ``upperRoman``, ``russianLower`` …).

    >>> written(4, "lowerRoman"), written(28, "lowerLetter")
    ('iv', 'bb')
    """
    if not 0 < number <= _MAX:
        return str(number)
    if shape in ("lowerRoman", "upperRoman"):
        text = _roman(number)
    elif shape in ("lowerLetter", "upperLetter"):
        text = _letters(number, _LATIN)
    elif shape in ("russianLower", "russianUpper"):
        text = _letters(number, _RUSSIAN)
    elif shape == "decimalZero":
        return f"{number:02d}"
    elif shape == "ordinal":
        return f"{number}{_ending(number)}"
    else:
        return str(number)
    return text.upper() if shape.startswith("upper") or shape.endswith("Upper") else text


def _roman(number: int) -> str:
    parts: list[str] = []
    for value, sign in (*_ROMAN, *_ROMAN_SMALL):
        count, number = divmod(number, value)
        parts.append(sign * count)
    return "".join(parts)


def _letters(number: int, alphabet: str) -> str:
    """After the last letter word processors double the letters: z, aa, bb."""
    times, place = divmod(number - 1, len(alphabet))
    return alphabet[place] * (times + 1)


def _ending(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
