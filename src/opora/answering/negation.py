"""Do claim and quote say yes and no about the same things?"""

from __future__ import annotations

from typing import Final

from opora.answering.lexed import Lexed, Lexeme
from opora.language.words import fold

_NEGATORS: Final = frozenset(
    fold(word)
    for word in [
        "not",
        "no",
        "without",
        "except",
        "never",
        "none",
        "neither",
        "nor",
        "cannot",
        "excluding",
        "unless",
        "nothing",
        "nobody",
        "не",
        "нет",
        "без",
        "кроме",
        "никогда",
        "нельзя",
        "ни",
        "исключая",
        "никто",
        "ничто",
        "никакой",
        "никаких",
        "нету",
        "немає",
        "без",
        "крім",
        "ніколи",
        "ні",
        "нема",
        "жоден",
        "жодного",
        "жодної",
        "жодних",
        "окрім",
        "nu",
        "fără",
        "fara",
        "niciodată",
        "nici",
        "nicio",
        "niciun",
        "excepția",
        "excepția",
        "exceptând",
        "nimic",
        "nimeni",
        "neither",
    ]
)
# "not more than 5", "не позднее 5 дней": a limit, compared with the value it belongs to.
_LIMITS: Final = frozenset(
    fold(word)
    for word in [
        "more",
        "less",
        "later",
        "fewer",
        "longer",
        "exceed",
        "exceeding",
        "exceeds",
        "greater",
        "lower",
        "earlier",
        "only",
        "более",
        "менее",
        "больше",
        "меньше",
        "позднее",
        "позже",
        "ранее",
        "раньше",
        "выше",
        "ниже",
        "превышает",
        "превышать",
        "превышают",
        "превышающий",
        "свыше",
        "дольше",
        "долее",
        "только",
        "лише",
        "тільки",
        "більше",
        "менше",
        "пізніше",
        "раніше",
        "вище",
        "нижче",
        "більш",
        "менш",
        "перевищує",
        "перевищувати",
        "mai",
        "depășește",
        "depășească",
        "depăși",
        "numai",
        "doar",
    ]
)
# Before the same words these deny alike: "no less than" and "not less than".
_PLAIN: Final = frozenset(fold(word) for word in ["not", "no", "cannot", "не", "ні", "ни", "nu", "nici"])
_PREFIXES: Final = ("не", "un", "non", "in", "im", "ir", "dis", "ne", "без", "недо")
REACH: Final = 3
_NEIGHBOURS: Final = 5


def negation_mismatch(claim: Lexed, quote: Lexed, measured: frozenset[int] = frozenset()) -> str | None:
    """The first word that is denied in one text and affirmed in the other, or None.

    ``measured`` holds where words inside values begin; limits ("no more than 5 days") are compared with the values.

    A word is denied when a negator stands within ``REACH`` words before it in its clause. Of several occurrences in
    the quote those with the most neighbours in common with the claim's count; one equal among them is enough.
    """
    windows = _same_words(claim, quote)
    if windows:
        notes = [_differs_at(claim, quote, window) for window in windows]
        return None if None in notes else notes[0]
    places: dict[str, list[int]] = {}
    for index, word in enumerate(quote.words):
        for lemma in word.lemmas:
            places.setdefault(lemma, []).append(index)
    denied_in_quote = _denied(quote)
    denied = _denied(claim)
    for index, word in enumerate(claim.words):
        if not word.content or word.folded in _NEGATORS or word.start in measured:
            continue
        found = sorted({place for lemma in word.lemmas for place in places.get(lemma, ())})
        if not found:
            if _prefixed(word, claim, quote):
                return f"{word.text!r} is denied by a prefix in one of the two"
            continue
        best = _best(found, index, claim, quote)
        if all(denied_in_quote[place] != denied[index] for place in best):
            return f"{word.text!r} is {'denied' if denied[index] else 'affirmed'} here, not in the quote"
    return None


def _stripped(text: Lexed) -> tuple[str, list[tuple[int, str]]]:
    """The words without negators, and for each its place and the negators right before it."""
    kept: list[tuple[int, str]] = []
    keys: list[str] = []
    held: list[str] = []
    for index, word in enumerate(text.words):
        if word.opens:
            held = []
        if word.folded in _NEGATORS:
            held.append("not" if word.folded in _PLAIN else word.folded)
            continue
        kept.append((index, " ".join(held)))
        keys.append("_".join(word.folded.split()))
        held = []
    return f" {' '.join(keys)} ", kept


def _same_words(claim: Lexed, quote: Lexed) -> list[int]:
    """Where the claim's words, negators aside, stand word for word in the quote's."""
    needle, kept = _stripped(claim)
    hay, _ = _stripped(quote)
    found: list[int] = []
    at = hay.find(needle) if kept else -1
    while at >= 0:
        found.append(hay.count(" ", 0, at))
        at = hay.find(needle, at + 1)
    return found


def _differs_at(claim: Lexed, quote: Lexed, window: int) -> str | None:
    ours, theirs = _stripped(claim)[1], _stripped(quote)[1]
    denied, denied_in_quote = _denied(claim), _denied(quote)
    for step, (index, before) in enumerate(ours):
        place, said = theirs[window + step]
        cut = step < REACH and denied[index] != denied_in_quote[place]
        if step == 0 and said and not before and theirs[window][0] and _clause_begins(quote, place):
            said, cut = before, False  # the negator ends the clause before the one that the claim takes up
        if before != said or cut:
            word = claim.words[index].text
            return f"{word!r} follows {before or 'no negation'!r} here, {said or 'no negation'!r} in the quote"
    return None


def _clause_begins(text: Lexed, place: int) -> bool:
    return text.words[place].clause != text.words[place - 1].clause


def is_negator(words: tuple[Lexeme, ...], index: int) -> bool:
    word = words[index].folded
    if word not in _NEGATORS and not word.endswith("n't"):
        return False
    if index + 1 < len(words):
        after = words[index + 1]
        if after.folded in _LIMITS:
            return False
        if word == "no" and after.folded[0].isdigit():
            return False
    return True


def _denied(text: Lexed) -> list[bool]:
    denied = [False] * len(text.words)
    for index, word in enumerate(text.words):
        if not is_negator(text.words, index):
            continue
        reached = 0
        for later in range(index + 1, len(text.words)):
            if text.words[later].clause != word.clause or reached >= REACH:
                break
            denied[later] = not denied[later]
            reached += text.words[later].content
    return denied


def _best(found: list[int], index: int, claim: Lexed, quote: Lexed) -> list[int]:
    if len(found) == 1:
        return found
    near: set[str] = set()
    for word in claim.words[max(0, index - _NEIGHBOURS) : index + _NEIGHBOURS + 1]:
        near |= word.lemmas
    scores = [
        sum(
            not word.lemmas.isdisjoint(near)
            for word in quote.words[max(0, place - _NEIGHBOURS) : place + _NEIGHBOURS + 1]
            if not is_bare_negator(word)
        )
        for place in found
    ]
    top = max(scores)
    return [place for place, score in zip(found, scores, strict=True) if score == top]


def is_bare_negator(word: Lexeme) -> bool:
    return word.folded in _NEGATORS


def _prefixed(word: Lexeme, claim: Lexed, quote: Lexed) -> bool:
    for lemma in word.lemmas:
        for prefix in _PREFIXES:
            if prefix + lemma in quote.lemmas and len(lemma) > 3:
                return True
            rest = lemma.removeprefix(prefix)
            if rest != lemma and len(rest) > 3 and rest in quote.lemmas:
                return True
    return False
