"""What is a sentence about, which of its words say what is done, and do two statements of one build tell of two deeds?

English and Romanian verbs look like nouns; Cyrillic ones are known by their forms (heads.py).
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from opora.answering.closely import values_of
from opora.answering.contrast import RELATING, stands
from opora.answering.finding import Draft
from opora.answering.heads import is_action
from opora.answering.kindred import kindred
from opora.answering.lexed import Lexed, Lexeme, lexed
from opora.language.lemmas import lemmas_of
from opora.language.words import fold

_MODALS: Final = frozenset(
    (
        *("must", "may", "can", "cannot", "could", "will", "would", "shall", "should", "might"),
        *("poate", "puteți", "putem", "trebuie", "se", "să", "nu"),
    )
)
_WHO: Final = frozenset(("we", "you", "they", "i"))  # do it: "we store"
_BE: Final = frozenset(("is", "are", "was", "were", "be", "been"))  # it is done: "are kept"
_BUILT: Final = 2  # content words of a sentence that is compared by its build
_BETWEEN: Final = frozenset(("not", "only", "also", "se", "să", "nu", "mai", "fi"))
_POT: Final = "pot"  # a verb in Romanian, a vessel in English
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_ROMANIAN_VERB = re.compile(r"\w{2,}(?:ește|ează|esc|uie|inge|costă|ține)|durează|circulă|depune|se")
# What a sentence is about ends where one of these says something of it.
_SAYING: Final = """
is are was were be has have had can could may might must shall should will would do does did cannot
este sunt e are au poate pot trebuie se își îi li va vor nu
можно нужно надо нельзя должен должна должны обязан обязана обязаны запрещено разрешено не
можна потрібно треба слід повинен повинна повинні зобов'язаний зобов'язана заборонено дозволено
"""
_SPOKEN_TO_WORDS: Final = (
    "he she он она оно они він вона воно ea el ele ei we you they it i cel cei cea мы вы они ми ви вони noi voi"
)
SAYS, _SPOKEN_TO = (frozenset(fold(word) for word in words.split()) for words in (_SAYING, _SPOKEN_TO_WORDS))
_ROMANIAN: Final = frozenset("ăâîșțşţ")


@lru_cache(maxsize=1024)
def deeds_of(text: Lexed) -> frozenset[int]:
    """Where the words start that stand right after a modal, and so are verbs.

    >>> from opora.answering.lexed import lexed
    >>> deeds_of(lexed("A donor may give blood."))
    frozenset({12})
    """
    words = text.words
    modals = _MODALS | {_POT} if any(not _ROMANIAN.isdisjoint(word.text) for word in words) else _MODALS
    found = set()
    for n, word in enumerate(words):
        if word.folded in modals or word.folded in _WHO:
            after = next((one for one in words[n + 1 : n + 4] if one.folded not in _BETWEEN), None)
            if after and after.content and after.clause == word.clause:
                found.add(after.start)
    return frozenset(found)


@lru_cache(maxsize=1024)
def done_to_it(text: Lexed) -> frozenset[int]:
    """Where English participles start that tell what is done to a thing: "are kept"."""
    pairs = pairwise(text.words)
    return frozenset(word.start for before, word in pairs if before.folded in _BE and _is_participle(word))


def _is_participle(word: Lexeme) -> bool:
    """ "Kept", whose lemmas have "keep"; no plural is one."""
    return word.content and not word.folded.endswith("s") and bool(word.lemmas - {word.folded})


def values_at(text: str, kinds: tuple[str, ...] = ()) -> frozenset[int]:
    """Places of letters inside values, all or of some kinds."""
    told = [value.span for value in values_of(text) if not kinds or value.kind in kinds]
    return frozenset(place for span in told for place in range(span.start, span.end))


def nothing_shared(asked: Lexed, best: Draft, other: Draft) -> str | None:
    """A word of the other, when it has none of the best one's or the question's beside its value: then nothing joins them."""
    mine, theirs = _build(best.text), _build(other.text)
    if best.value is None or other.value is None or not mine:
        return None
    joined = any(stands(word, lexed(other.text)) for word in mine) or any(stands(word, asked) for word in theirs)
    return theirs[0].text if theirs and not joined else None


def other_deed(asked: Lexed, best: Draft, other: Draft) -> str | None:
    """The one word that differs in two sentences of one build, where the best one has the question's: "paid", "issued".

    Two people who tell one thing mostly build their sentences otherwise; then another word for the deed tells nothing.
    """
    if any(draft.value is None or draft.value.kind != "term" for draft in (best, other)):
        return None
    mine, theirs = _build(best.text), _build(other.text)
    pairs = [
        (one, two)
        for one, two in zip(mine, theirs, strict=False)
        if one.lemmas.isdisjoint(two.lemmas) and not kindred(one.text, two.text)
    ]
    if len(mine) != len(theirs) or len(mine) < _BUILT or len(pairs) != 1:
        return None
    ((one, two),) = pairs
    return two.text if stands(one, asked) and not stands(two, asked) else None


@lru_cache(maxsize=1024)
def _build(text: str) -> tuple[Lexeme, ...]:
    """Its content words in order, without values and without the words that lead to them."""
    at = values_at(text)
    return tuple(
        word for word in lexed(text).words if word.content and word.start not in at and word.folded not in RELATING
    )


@lru_cache(maxsize=1024)
def topic_of(text: Lexed) -> tuple[Lexeme, ...]:
    """Content words before what is said of them."""
    found: list[Lexeme] = []
    for word in text.words:
        if word.folded in _SPOKEN_TO and not found:
            return ()
        if word.text[0].isdigit() and not found:
            continue  # the number of the clause
        if word.folded in SAYS or word.text[0].isdigit() or is_verb_form(word):
            break
        if word.content:
            found.append(word)
    return tuple(found)


def is_verb_form(word: Lexeme) -> bool:
    """A form of a Cyrillic verb other than the infinitive, or what ends like a Romanian one."""
    if _CYRILLIC.match(word.text):
        return is_action(word.text) and word.folded != lemmas_of(word.text)[0]
    return bool(_ROMANIAN_VERB.fullmatch(word.folded))
