"""What does the message say: in which language, with which words and values?"""

from __future__ import annotations

import re

from opora.domain.question import Language, Message, Question, Word
from opora.language.identify import identify
from opora.language.lemmas import is_stopword, lemmas_of
from opora.language.values import find_values
from opora.language.words import Token, words

_SPACE = re.compile(r"[ \t\u00a0]+")


def normalise(question: Question) -> Message:
    """One run of spaces is one space; spans of the message are in ``message.text``."""
    text = _SPACE.sub(" ", question.text).strip()
    language: Language = question.language or identify(text)
    found = tuple(
        Word(token.text, token.span, lemmas_of(token.text, language), _tells(text, token)) for token in words(text)
    )
    return Message(question, text, language, found, tuple(find_values(text)))


def _tells(text: str, token: Token) -> bool:
    """A single letter is a function word, unless it is a label: a capital inside the message, or the last word."""
    if len(token.text) == 1 and token.text.isalpha():
        last = not any(letter.isalnum() for letter in text[token.span.end :])
        return last or (token.text.isupper() and token.span.start > 0 and token.text not in "IЯ")
    return not is_stopword(token.text)
