"""Does a statement speak of the very thing that the question gives a name in quotes, and in whose words that it names?"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from opora.answering.lexed import Lexed, lexed
from opora.domain.place import Span
from opora.language.lemmas import bare
from opora.language.words import fold

_QUOTED = re.compile(r"[«“„\"](?P<name>[^«»“”„\"\n]{2,60})[»”“\"]")
_LATIN: Final = dict(
    zip(
        "абвгґдеєжзиіїйклмнопрстуфхцчшщыэюя",
        "a b v g g d e e z z i i i i k l m n o p r s t u f h t c s s i e i i".split(),  # noqa: SIM905
        strict=True,
    )
)
_ONE_SOUND: Final = str.maketrans({"y": "i", "j": "i", "w": "v", "q": "k", "x": "k", "c": "k", "s": "z", "h": "g"})
_NAME = r"[A-ZА-ЯІЇЄҐĂÂÎȘȚ][\w'’-]+(?:\s+[A-ZА-ЯІЇЄҐĂÂÎȘȚ][\w'’-]+){0,2}"
# Whose words are asked for: "according to Ann Lee", «по словам Анны», "what did Ann say about".
_IN_WORDS_OF: Final = re.compile(
    r"(?:[Aa]ccording to|[Ii]n the (?:words|opinion) of|[Dd]id|[Dd]oes|[Пп]о словам|[Пп]о мнению|[Кк]ак (?:сказал|говорит|сообщил)\w*|[Сс]о слов"
    r"|[Зз]а словами|[Нн]а думку|[Яя]к (?:сказа|каже|повідоми)\w*|[Зз]і слів|[Pp]otrivit(?: lui)?|[Cc]onform(?: lui)?|[Dd]upă(?: spusele lui)?"
    rf"|[Aa] spus|[Ss]pune)\s+(?P<name>{_NAME})(?P<after>\s+\w+)?"
)
_DID_SAY: Final = frozenset(
    ("say", "think", "tell", "announce", "promise", "expect", "claim", "suggest", "mention", "report")
)
_DO: Final = ("did", "doe")
_SPEAKER: Final = re.compile(
    rf"^[^\S\n]*(?:[-–—*•]\s*)?(?:\[[^\]\n]*\]\s*)?(?P<name>{_NAME})(?:\s*\([^)\n]*\))?:\s", re.MULTILINE
)
_SPEAKERS: Final = 2  # from which a text is told in turns
_START: Final = 3  # letters that a name keeps in another script


@lru_cache(maxsize=1024)
def names_in_quotes(text: str) -> tuple[Lexed, ...]:
    """Names in quotation marks: they begin with a capital letter or a digit and are not whole sentences."""
    found = (match.group("name").strip() for match in _QUOTED.finditer(text))
    return tuple(lexed(name) for name in found if name[:1].isupper() or name[:1].isdigit())


def other_named(question: str, statement: str, around: str) -> str | None:
    """What stands against a name in quotes: another name in the statement, or that nothing in reach has that name.

    ``around`` holds the statement too, its headings and the fragment it stands in. In another script a name is known by
    its first sounds.
    """
    for name in names_in_quotes(question):
        if not name.words or _holds(lexed(statement), name):
            continue
        others = [other for other in names_in_quotes(statement) if not _holds(name, other)]
        if others:
            return f"«{_said(others[0])}» stands where the question has «{_said(name)}»"
        if not _holds(lexed(around), name):
            return f"nothing there is called «{_said(name)}»"
    return None


def in_other_words(question: str, text: str, around: str) -> bool:
    """Whether the question asks what somebody said, and the text stands in another one's turn of what is told in turns.

    >>> told = "Ann Lee: It ships in May.\\nTom Roe: It ships in June."
    >>> in_other_words("When does it ship according to Tom Roe?", "Ann Lee: It ships in May.", told)
    True
    """
    asked = _named_speaker(question)
    if asked is None:
        return False
    turns = list(_SPEAKER.finditer(around))
    place = around.find(text)
    own = _SPEAKER.match(text)
    if own is None and (place < 0 or len({turn["name"] for turn in turns}) < _SPEAKERS):
        return False
    before = [turn for turn in turns if turn.start() <= place]
    speaker = own or (before[-1] if before else None)
    return speaker is not None and not any(lexed(speaker["name"]).holds(word) for word in lexed(asked["name"]).words)


def speaker_named(question: str) -> Span | None:
    """Where the question says in whose words: that is no part of what is asked about."""
    asked = _named_speaker(question)
    return Span(asked.start(), asked.end() if asked[0][:3].lower() in _DO else asked.end("name")) if asked else None


def _named_speaker(question: str) -> re.Match[str] | None:
    for asked in _IN_WORDS_OF.finditer(question):
        if asked[0][:3].lower() not in _DO or (asked["after"] or "").strip() in _DID_SAY:
            return asked
    return None


def _said(name: Lexed) -> str:
    return " ".join(word.text for word in name.words)


def _holds(text: Lexed, name: Lexed) -> bool:
    """Whether every word of the name stands in the text."""
    return all(text.holds(word) or _other_script(word.text) in _sounds(text) for word in name.words)


@lru_cache(maxsize=1024)
def _sounds(text: Lexed) -> frozenset[tuple[bool, str]]:
    return frozenset((_is_cyrillic(word.text), _start(word.text)) for word in text.words)


def _other_script(word: str) -> tuple[bool, str]:
    return not _is_cyrillic(word), _start(word)


def _is_cyrillic(word: str) -> bool:
    return "а" <= fold(word)[:1] <= "ӿ"


def _start(word: str) -> str:
    """The first sounds of a word in one spelling for both scripts."""
    folded = fold(word)
    told = "".join(_LATIN.get(letter, letter) for letter in folded) if _is_cyrillic(word) else bare(folded)
    return told[:_START].translate(_ONE_SOUND)
