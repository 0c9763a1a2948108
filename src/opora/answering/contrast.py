"""Does a statement speak of another kind of the thing asked about: standard against express, zone B against zone A?"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from opora.answering.antonyms import opposed_word
from opora.answering.cues import ASKS_FOR_VALUE
from opora.answering.exclusive import class_of, exclude
from opora.answering.heads import is_action
from opora.answering.kindred import beginnings, kindred
from opora.answering.lexed import Lexed, Lexeme
from opora.answering.openings import QUESTION_WORD
from opora.answering.subject import is_attribute
from opora.language.lemmas import lemmas_of
from opora.language.numbers import NUMBER_WORDS
from opora.language.units import UNITS

_ADJECTIVE: Final = ("ый", "ий", "ой", "ій")
_VERB: Final = ("ть", "ти", "чь", "ться", "тися", "ся", "о")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_ENGLISH_VERB_BEFORE: Final = frozenset(
    "i you we they he she it to can could will would may must should shall not please who that which and or".split()  # noqa: SIM905
)
_ROMANIAN: Final = frozenset("este sunt care cate câte cât câți câtă ce cum pentru din și pot unde când".split())  # noqa: SIM905
_NO_ENGLISH = re.compile(r"\w*[ăâîșțşţ]\w*|este|ce|cum|unde|cine|pentru", re.IGNORECASE)
# What stands before its noun in Romanian, where other adjectives follow it.
_ROMANIAN_BEFORE = re.compile(
    r"(?:prim|ultim|singur|alt|nou|vech|mar|mic|bun|fost|noi|vechi|întreg|doilea|doua|treilea|treia)\w{0,3}|m(?:ic|ari)|dubl\w{1,2}"
)
_ROMANIAN_ADJECTIVE = re.compile(
    r"\w{3,}(?:al|ală|ale|ali|ic|ică|ice|iv|ivă|ive|ar|ară|os|oasă|oase|esc|ească|ant|antă|ent|entă|bil|bilă|bile)"
)
_ROMANIAN_KINDS: Final = frozenset(
    [
        *(
            "alb",
            "albă",
            "albe",
            "albi",
            "roșu",
            "roșie",
            "roșii",
            "negru",
            "neagră",
            "negre",
            "negri",
            "verde",
            "verzi",
        ),
        *(
            "galben",
            "galbenă",
            "albastru",
            "albastră",
            "simplu",
            "simplă",
            "dublu",
            "dublă",
            "triplu",
            "triplă",
            "dulce",
        ),
        *("sec", "cald", "caldă", "rece", "scurt", "scurtă", "lung", "lungă", "mare", "mari", "mic", "mică", "mici"),
    ]
)
_LABEL = re.compile(r"\d{1,3}|[IVX]{2,4}|[A-ZА-Я]{1,3}-?\d{1,4}")
_ONE_LETTER_WORDS: Final = frozenset("aiвскоуияазіє yйeo")
_JOINING: Final = frozenset(["and", "or", "и", "или", "і", "та", "або", "și", "sau"])
PREPOSITIONS: Final = frozenset(
    [
        "for",
        "in",
        "of",
        "to",
        "with",
        "without",
        "within",
        "over",
        "under",
        "per",
        "on",
        "из",
        "в",
        "во",
        "на",
        "для",
        "по",
        "за",
        "от",
        "до",
        "без",
        "с",
        "со",
        "у",
        "к",
        "при",
        "під",
        "від",
        "для",
        "із",
        "зі",
        "біля",
        "за",
        "поза",
        "у",
        "до",
        "без",
        "з",
        "на",
        "по",
        "при",
        "в",
        "pe",
        "la",
        "de",
        "pentru",
        "cu",
        "fără",
        "din",
        "în",
        "sub",
        "peste",
    ]
)
# These join a measure to what lasts: no noun, and no kind of one.
RELATING: Final = frozenset((*PREPOSITIONS, "during", "протягом", "впродовж", "упродовж", "втечение", "timp", "cadrul"))
# What the same word after another preposition of place, time or company denies.
_OPPOSED: Final = {
    "за": ("в", "во", "по"),
    "поза": ("у", "в", "по"),
    "по": ("за", "вне", "без", "поза"),
    "в": ("за", "вне", "из", "поза"),
    "у": ("поза", "за"),
    "из": ("в", "во"),
    "без": ("с", "со", "з", "із", "при"),
    "с": ("без",),
    "со": ("без",),
    "з": ("без",),
    "із": ("без",),
    "with": ("without",),
    "without": ("with",),
    "inside": ("outside",),
    "outside": ("inside", "in", "within"),
    "in": ("outside",),
    "within": ("outside", "beyond"),
    "cu": ("fără", "fara"),
    "fără": ("cu",),
    "fara": ("cu",),
    "до": ("после", "після", "від", "от"),
    "от": ("до",),
    "від": ("до",),
    "before": ("after",),
    "after": ("before",),
    "после": ("до", "перед"),
    "після": ("до", "перед"),
    "înainte": ("după",),
    "după": ("înainte",),
}
_EACH: Final = ("в", "за", "у", "по")


def contrast(question: Lexed, statement: Lexed, around: Lexed) -> str | None:
    """What in the statement stands against the question's own words, or None.

    Looked at: labels after a word ("zone A" / "zone B"), adjectives beside a noun ("express delivery" / "standard
    delivery"), a word after the noun's preposition ("guarantee for kettles" / "guarantee for irons") and the preposition
    itself ("за город" / "по городу"). ``around`` (headings, row headers) may name for the statement what it leaves out.
    """
    return (
        _labels(question, statement)
        or opposed_word(question, statement)
        or _classed(question, statement)
        or _modifiers(question, statement, around)
        or _prepositions(question, statement)
    )


def _classed(question: Lexed, statement: Lexed) -> str | None:
    """ "Day fee" for "year fee": beside the same word stands another one of a class whose words exclude each other."""
    asked = _beside_classed(question)
    told = _beside_classed(statement) if asked else []
    for head, word in asked:
        others = [other for its_head, other in told if not its_head.lemmas.isdisjoint(head.lemmas)]
        if others and not stands(word, statement) and all(exclude(word, other) for other in others):
            return f"{others[0].text!r} stands where the question has {word.text!r}"
    return None


@lru_cache(maxsize=1024)
def _beside_classed(text: Lexed) -> list[tuple[Lexeme, Lexeme]]:
    """(noun, word of a class right before it)."""
    return [
        (head, word)
        for word, head in pairwise(text.words)
        if word.clause == head.clause and head.content and class_of(word) and not class_of(head)
    ]


def _labels(question: Lexed, statement: Lexed) -> str | None:
    asked = _labelled(question)
    told = _labelled(statement) if asked else {}
    for head, labels in asked.items():
        others = told.get(head)
        if others and labels.isdisjoint(others):
            return f"{'/'.join(sorted(others))} stands where the question has {'/'.join(sorted(labels))}"
    return None


@lru_cache(maxsize=1024)
def _labelled(text: Lexed) -> dict[str, set[str]]:
    """Labels that follow a word, by each of that word's lemmas: "Zone A and B" gives A and B."""
    found: dict[str, set[str]] = {}
    head: Lexeme | None = None
    for index, word in enumerate(text.words):
        following = text.words[index + 1] if index + 1 < len(text.words) else None
        if head and _is_label(word, following):
            for lemma in head.lemmas:
                found.setdefault(lemma, set()).add(word.folded)
        elif word.content:
            head = word
        elif word.folded not in _JOINING:
            head = None
    return found


def _is_label(word: Lexeme, following: Lexeme | None) -> bool:
    last = following is None or not following.content or following.clause != word.clause
    if len(word.text) == 1 and word.text.isalpha():
        return word.text.isupper() or (last and (following is None or word.folded not in _ONE_LETTER_WORDS))
    return bool(_LABEL.fullmatch(word.text)) and (last or not word.text.isdigit())


def _modifiers(question: Lexed, statement: Lexed, around: Lexed) -> str | None:
    asked = [pair for pair in pairs_of(question) if not pair[0].lemmas.isdisjoint(statement.lemmas)]
    told = pairs_of(statement) if asked else []
    for head, modifier in asked:
        if is_attribute(head) or stands(modifier, statement) or stands(modifier, around):
            continue
        others = [other for its_head, other in told if not its_head.lemmas.isdisjoint(head.lemmas)]
        others = [
            other
            for other in others
            if not stands(other, question) and (other.folded in UNITS or not is_attribute(other))
        ]
        if modifier.folded in UNITS:  # "lunch at noon" is no other sort of "lunch a month"
            others = [other for other in others if other.folded in UNITS]
        if others and not _bare_too(head, statement, told):
            return f"{others[0].text!r} stands where the question has {modifier.text!r}"
    return None


def unsaid_modifiers(question: Lexed, statement: Lexed, whole: Lexed) -> list[Lexeme]:
    """What in the question narrows a noun that the statement names, and neither it nor anything around it says."""
    return [
        modifier
        for head, modifier in pairs_of(question)
        if statement.holds(head) and not is_attribute(head) and not stands(modifier, whole)
    ]


def extra_modifier(question: Lexed, statement: Lexed) -> bool:
    """Whether the statement narrows a noun that the question leaves whole: "late check-out" for "check-out"."""
    narrowed = [head for head, _ in pairs_of(question)]
    return any(
        question.holds(head)
        and not stands(modifier, question)
        and all(head.lemmas.isdisjoint(one.lemmas) for one in narrowed)
        for head, modifier in pairs_of(statement)
    )


def _bare_too(head: Lexeme, statement: Lexed, told: list[tuple[Lexeme, Lexeme]]) -> bool:
    """Whether the noun also stands without any modifier: then the statement speaks of all kinds."""
    with_one = {pair[0].start for pair in told}
    return any(not w.lemmas.isdisjoint(head.lemmas) and w.start not in with_one for w in statement.words if w.content)


@lru_cache(maxsize=1024)
def pairs_of(text: Lexed) -> list[tuple[Lexeme, Lexeme]]:
    """(noun, modifier): an adjective before it, or the word after its preposition."""
    words, found = text.words, []
    surely = any(_NO_ENGLISH.fullmatch(word.text) for word in words)  # "care", "pot" are English too
    romanian = surely or not _ROMANIAN.isdisjoint(text.folded)
    for index, word in enumerate(words):
        if not word.content or not word.lemmas.isdisjoint(ASKS_FOR_VALUE):
            continue
        before = words[index - 1] if index else None
        told = before and before.clause == word.clause and (not surely or _before_in_romanian(before, word))
        if before and told and _modifies(before, words[index - 2] if index > 1 else None, word):
            found.append((word, before))
        after = words[index + 1 : index + 3]
        if after and (_complements(after[0], word) or (romanian and _describes(after[0], word))):
            found.append((word, after[0]))
        if (
            len(after) == 2
            and after[0].folded in PREPOSITIONS
            and after[1].content
            and after[1].clause == word.clause
            and after[1].folded not in NUMBER_WORDS
        ):
            found.append((word, after[1]))
    return found


def _modifies(word: Lexeme, before: Lexeme | None, noun: Lexeme) -> bool:
    if not word.content or is_attribute(word) or not word.lemmas.isdisjoint(ASKS_FOR_VALUE):
        return False
    if word.folded in RELATING or noun.folded in RELATING:
        return False
    if QUESTION_WORD.fullmatch(word.folded):
        return False
    if _CYRILLIC.search(word.text):
        return any(lemma.endswith(_ADJECTIVE) for lemma in word.lemmas if len(lemma) > 4) and not any(
            lemma.endswith(_ADJECTIVE) for lemma in noun.lemmas
        )
    return before is None or before.folded not in _ENGLISH_VERB_BEFORE


def _before_in_romanian(word: Lexeme, noun: Lexeme) -> bool:
    """ "Primul test", "Luke Kuechly"; in "a condus Peyton" and "echipa Broncos" the first word narrows nothing."""
    if _CYRILLIC.search(word.text):
        return True
    names = word.text[0].isupper() and not word.opens and noun.text[0].isupper()
    return names or bool(_ROMANIAN_BEFORE.fullmatch(word.folded))


def _complements(word: Lexeme, noun: Lexeme) -> bool:
    """A noun right after a Cyrillic noun belongs to it: "доставка почтой", "гарантия чайника"."""
    if not word.content or word.clause != noun.clause or is_attribute(word) or len(word.folded) < 4:
        return False
    if is_action(word.text):
        return False  # "the committee that Simons founded" is no kind of committee
    if word.folded in NUMBER_WORDS or word.folded in RELATING:
        return False
    if not _CYRILLIC.search(word.text) or not word.lemmas.isdisjoint(ASKS_FOR_VALUE):
        return False
    endings = (*_VERB, *_ADJECTIVE)
    return all(any(not lemma.endswith(endings) for lemma in lemmas_of(one.text)) for one in (word, noun))


def _describes(word: Lexeme, noun: Lexeme) -> bool:
    """A Romanian adjective follows its noun: "concediu medical", "vin alb"."""
    told = bool(_ROMANIAN_ADJECTIVE.fullmatch(word.folded)) or not _ROMANIAN_KINDS.isdisjoint(word.lemmas)
    return word.content and word.clause == noun.clause and told


def _prepositions(question: Lexed, statement: Lexed) -> str | None:
    """ "Outside the city" is not "in the city": the same word after another preposition of place."""
    asked = _after_prepositions(question)
    told = _after_prepositions(statement) if asked else {}
    for lemma, prepositions in asked.items():
        others = told.get(lemma)
        if others and prepositions.isdisjoint(others):
            for one in prepositions:
                for other in others:
                    if other in _OPPOSED.get(one, ()):
                        return f"{other!r} stands where the question has {one!r}"
    return None


@lru_cache(maxsize=1024)
def _after_prepositions(text: Lexed) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for before, word in zip(text.words, text.words[1:], strict=False):
        each = before.folded in _EACH and word.folded in UNITS  # "в месяц" and "за месяц" are both "a month"
        if word.content and before.clause == word.clause and before.folded in _OPPOSED and not each:
            for lemma in word.lemmas:
                found.setdefault(lemma, set()).add(before.folded)
    return found


def stands(word: Lexeme, text: Lexed) -> bool:
    """Whether the text holds the word or one of its family."""
    if text.holds(word):
        return True
    starts = _starts(text)
    return any(kindred(word.text, other) for start in beginnings(word.text) for other in starts.get(start, ()))


@lru_cache(maxsize=1024)
def _starts(text: Lexed) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in {word.text for word in text.words if word.content}:
        for start in beginnings(word):
            found.setdefault(start, []).append(word)
    return found
