"""What does the message say: in which language, with which words and values?"""

from __future__ import annotations

import re

from opora.domain.question import Language, Message, Question, Word
from opora.language.identify import identify
from opora.language.lemmas import is_stopword, lemmas_of
from opora.language.values import find_values
from opora.language.words import Token, words

_MODALS = frozenset("must shall ought будет будут буде будуть".split())  # noqa: SIM905 - say nothing of what is asked about
# "Give me the price of …": what is asked for comes after it.
_REQUESTS = frozenset("give show дайте дай покажите надайте дайте покажіть dați dati arătați aratati".split())  # noqa: SIM905
# Things in English, and question words in Romanian.
BOTH_WAYS = frozenset(("cat", "care"))
_ENDED = re.compile(r"[.?!;\n]\W*$")
_SPACE = re.compile(r"[ \t\u00a0]+")


def normalise(question: Question) -> Message:
    """One run of spaces is one space; spans of the message are in ``message.text``."""
    text = _SPACE.sub(" ", question.text).strip()
    language: Language = question.language or identify(text)
    found = tuple(
        Word(token.text, token.span, lemmas_of(token.text, language), _tells(text, token, language))
        for token in words(text)
    )
    return Message(question, text, language, found, tuple(find_values(text)))


def _tells(text: str, token: Token, language: Language) -> bool:
    """A single letter is a function word, unless it is a label: a capital inside the message, or the last word.

    The mark of a list ("1)", "b." at the start of a line) tells nothing. An English "cat" is no Romanian "how much".
    """
    if token.text.casefold() in BOTH_WAYS:
        return language == "en"
    if _is_mark(text, token):
        return False
    if len(token.text) == 1 and token.text.isalpha():
        last = not any(letter.isalnum() for letter in text[token.span.end :])
        return last or (token.text.isupper() and not _opens(text, token) and token.text not in "IЯ")
    if language == "en" and _is_modal_may(text, token):
        return False
    if token.text.casefold() in _MODALS or (token.text.casefold() in _REQUESTS and _opens(text, token)):
        return False
    return not is_stopword(token.text)


def _is_modal_may(text: str, token: Token) -> bool:
    """ "May I park here": no month, as in "in May" and "May 2026"."""
    if token.text != "may" and not (token.text == "May" and _opens(text, token)):
        return False
    return not text[token.span.end :].lstrip(" ,")[:1].isdigit()


def _opens(text: str, token: Token) -> bool:
    before = text[: token.span.start]
    return not before.strip(" \n\"'«“„(–—-") or bool(_ENDED.search(before))


def _is_mark(text: str, token: Token) -> bool:
    if len(token.text) > 1 + token.text.isdigit():
        return False
    before, after = text[: token.span.start], text[token.span.end :]
    if after.startswith(")"):
        opened = before.count("(") > before.count(")")
        return ((not before or before[-1].isspace()) and not opened) or before.strip() == "(" or before.endswith("\n(")
    return after[:1] == "." and after[1:2].isspace() and (not before.strip() or before.rstrip(" ").endswith("\n"))
