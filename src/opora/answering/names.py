"""Do the names the claim gives stand in the evidence?"""

from __future__ import annotations

import re

from opora.answering.lexed import Lexed, Lexeme
from opora.language.identify import identify
from opora.language.lemmas import is_known, is_stopword

_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_STEM = "^"


def missing_name(claim: Lexed, evidence: Lexed) -> str | None:
    """The first capitalised word or code of the claim that the evidence does not hold, or None.

    A word that opens a sentence is taken for a name only when no dictionary knows it in lower case. Inflected
    forms of one name meet by their lemmas.
    """
    for word in claim.words:
        if _is_name(word) and not _stands(word, evidence):
            return f"{word.text!r} is not in the evidence"
    return None


def _is_name(word: Lexeme) -> bool:
    if not any(letter.isalpha() for letter in word.text):
        return False
    if any(letter.isdigit() for letter in word.text):
        return True
    if len(word.text) < 2 or not word.text[0].isupper() or is_stopword(word.folded):
        return False
    if word.opens and not word.text.isupper():
        return not is_known(word.folded, identify(word.text))
    return True


def _stands(word: Lexeme, evidence: Lexed) -> bool:
    if word.folded in evidence.folded:
        return True
    if "-" in word.folded:
        parts = [part for part in word.folded.split("-") if part]
        return all(part in evidence.lemmas or part in evidence.folded for part in parts)
    bare = word.folded.removesuffix("'s")
    if bare in evidence.folded or f"{bare}'s" in evidence.folded:
        return True
    shared = word.lemmas & evidence.lemmas
    if any(not lemma.startswith(_STEM) for lemma in shared):
        return True
    # English does not inflect names: two spellings of one stem are two names there.
    return bool(shared) and bool(_CYRILLIC.search(word.text))
