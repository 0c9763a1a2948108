"""Does one of two statements that give other values hold for a thing, class, condition or time that nothing else names?

Two values of one matter contradict each other unless one of the statements narrows it: it puts another word where the other has
one of the question's, speaks first of something that is named nowhere else, adds a word to a noun that both have, or
names a time, a limit or a condition of its own.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

from opora.answering.closely import values_of
from opora.answering.contrast import RELATING, pairs_of, stands
from opora.answering.cues import ASKS_FOR_VALUE
from opora.answering.deeds import SAYS, deeds_of, is_verb_form, nothing_shared, other_deed, topic_of, values_at
from opora.answering.exclusive import compounded, hyphened, labelled, members_of
from opora.answering.finding import Draft
from opora.answering.heads import is_action
from opora.answering.lexed import Lexed, Lexeme, lexed
from opora.answering.measured import limits_beside
from opora.answering.opposite_cases import opposite_case
from opora.answering.parties import ANYBODY, party_of
from opora.answering.sides import WITHOUT, side_of, takes_side
from opora.answering.subject import is_attribute
from opora.language.lemmas import is_stopword
from opora.language.numbers import NUMBER_WORDS
from opora.language.units import CURRENCIES, UNITS
from opora.language.words import fold

_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
_TIMES: Final = re.compile(
    r"night\w*|evenings?|mornings?|weekends?|weekdays?|holidays?|winter|summer|autumn|spring|"
    r"ноч(?:ь|и|ью|н\w+)|вечер(?:|а|ом|н\w+)|утр(?:а|о|ом|енн\w+)|зим(?:а|ы|ой|н\w+)|лет(?:о|ом|н\w+)|осен\w+|весн\w+|выходн\w+|"
    r"праздник\w*|праздничн\w+|будн\w+|"
    r"ніч|нічн\w+|ночі|[ву]ночі|веч[оі]р\w*|[ву]вечері|ранок|ранк\w+|[ву]ранці|[ву]зимку|зимов\w+|[ву]?літку|літн\w+|"
    r"восени|осінн\w+|навесні|веснян\w+|вихідн\w+|свят\w+|"
    r"noapte\w*|nocturn\w*|seara|serii|dimineața|iarn\w+|var[ăa]|verii|toamn\w+|primăv\w+|weekend\w*|sărbător\w+"
)
_IF_WORDS: Final = "if unless outside except beyond если кроме вне якщо крім поза dacă exceptând afara"
_ONE_TOPIC: Final = (
    0.935  # nearness from which another word at the head of a sentence tells nothing: one matter .944, others .926
)
_LIMIT_WORDS: Final = "târziu devreme mult puțin latest earliest within протяжении течение start beginning end начала конца початку кінця începutul începerea sfârșitul"
_IF, _LIMITS = (frozenset(fold(word) for word in words.split()) for words in (_IF_WORDS, _LIMIT_WORDS))
_DENYING: Final = re.compile(r"(?:un|non|не|ne)-?\w{4}")
_NOT: Final = frozenset(("not", "never", "without", "не", "ни", "без", "nu", "fără", "fara", "niciodată"))
_WHERE: Final = frozenset(("in", "on", "at", "в", "во", "на", "у", "în", "la", "pe"))
_ARTICLES: Final = frozenset(("a", "an", "the", "un", "o", "your", "our", "their", "any", "each"))
# Who pays for a thing pays for the use of it.
_USING: Final = re.compile(
    r"use|using|usage|пользован\w+|использован\w+|користуван\w+|використан\w+|utilizar\w+|folosir\w+"
)
# What narrows the name of a document narrows no case: "service rules" hold for what "shop rules" hold for.
_DOCUMENT: Final = re.compile(
    r"rules?|polic(?:y|ies)|regulations?|terms?|conditions?|handbooks?|manuals?|guides?|guidelines?|procedures?|instructions?|faq|agreements?|contracts?|statutes?|codes?|notes?|leaflets?"
    r"|правил\w*|положени\w*|услови\w*|регламент\w*|инструкци\w*|поряд(?:ок|ка|ку)|памятк\w*|политик\w*|справочник\w*|кодекс\w*"
    r"|положенн\w*|умов\w*|інструкці\w*|пам.?ятк\w*|політик\w*|довідник\w*|договір|договор\w*"
    r"|regul\w+|condiți\w+|termenii?|ghid\w*|manual\w*|politic\w*|instrucțiun\w*|contract\w*|procedur\w*|statut\w*"
)
_NARROWS_NOTHING: Final = re.compile(
    r"every|each|whoever|everyone|all|own|full|whole|given|new|next|prior|advance|written|valid|standard|usual|"
    r"предварительн\w+|письменн\w+|нов\w+|обычн\w+|люб\w+|соответствующ\w+|полн\w+|общ\w+|"
    r"попередн\w+|письмов\w+|звичайн\w+|будь-як\w+|відповідн\w+|повн\w+|загальн\w+|scris\w*|nou\w?|noi|obișnuit\w*|întreg\w*|"
    r"ready|готов\w{0,4}|gata"
)
# From when a term is counted: what is said more of that event tells no other case ("after the return from the trip").
_FROM: Final = (
    "after before since from following until после до перед от со с після перед від з із după înainte de până"
)
COUNTED_FROM: Final = frozenset(fold(word) for word in _FROM.split())
_TIMELY: Final = ("term", "date")
_DOES: Final = re.compile(r"\w+(?:[еёи]т|[иїє]ть|є)|може|вправе|вправі")  # one does it: «отвечает», «відповідає»
_BE: Final = frozenset(("be", "fi", "se", "бути", "быть"))


def case_apart(best: Draft, other: Draft, question: str, near: float | None) -> str | None:
    """The word by which one of the two speaks of a case of its own; None where both tell of the same thing.

    ``near``: how near the two statements are to each other (apart.py).
    """
    asked, first, second = lexed(question), lexed(best.text), lexed(other.text)
    loosely = near is None or near < _ONE_TOPIC or best.value is None or other.value is None
    return (
        opposite_case(best.text, other.text, (best.value, other.value))
        or compounded(first, second)
        or nothing_shared(asked, best, other)
        or other_deed(asked, best, other)
        or _exchanged(asked, best.text, other.text)
        or _other_party(asked, first, second)
        or unsaid(asked, first, second)
        or _narrowed(other, best, asked, loosely)
        or _narrowed(best, other, asked, loosely)
    )


def _narrowed(draft: Draft, beside: Draft, asked: Lexed, loosely: bool) -> str | None:
    """What the statement narrows its case by, that neither the question nor the statement beside it names."""
    text, other = lexed(draft.text), lexed(beside.text)
    at = values_at(draft.text)
    named = (asked, other)
    if (word := _of_time(text, at, named)) or (word := _on_condition(draft, text, named)):
        return word
    if word := _modified(text, named, at=at):
        return word
    timely = draft.value is not None and draft.value.kind in _TIMELY
    if loosely and not (timely and _whoever_does_it(text)) and (word := _of_another_topic(text, at, named)):
        return word
    over = lexed(draft.evidence.headings[-1] if draft.evidence.headings else "")
    above = (asked, other, text, lexed("\n".join(beside.evidence.headings)))
    # The title of a document narrows what it says only beside one of the like: "Delivery in Lviv", "Delivery in Odesa".
    heads = named if len(draft.evidence.headings) > 1 else (lexed("\n".join(beside.evidence.headings)),)
    if (word := _of_time(over, frozenset(), above)) or (word := _modified(over, above, heads)):
        return word
    told = {(one.low, one.unit) for one in values_of(beside.text)}
    return next((one.text for one in limits_beside(draft) if (one.low, one.unit) not in told), None)


def _named(word: Lexeme, texts: tuple[Lexed, ...]) -> bool:
    return any(stands(word, text) for text in texts)


def _of_time(text: Lexed, at: frozenset[int], named: tuple[Lexed, ...]) -> str | None:
    for word in text.words:
        told = _TIMES.fullmatch(word.folded) or any(row in _weekdays() for row, _ in members_of(word))
        if told and word.start not in at and word.content and not _named(word, named):
            return word.text
    return None


@lru_cache(maxsize=1)
def _weekdays() -> frozenset[str]:
    days = ("monday", "понедельник", "понеділок", "luni")
    return frozenset(row for day in days for row, _ in members_of(day) if row.startswith("row"))


def _on_condition(draft: Draft, text: Lexed, named: tuple[Lexed, ...]) -> str | None:
    """ "If it is urgent, …": a clause that opens with a condition, and not the one that gives the value."""
    values = [draft.value] if draft.value else values_of(draft.text)
    told = {w.clause for w in text.words if any(one.span.start <= w.start < one.span.end for one in values)}
    for word in text.words:
        if word.folded in _IF and word.clause not in told and not any(word.folded in one.folded for one in named):
            if _all_named([one for one in text.words if one.clause == word.clause and one.content], named):
                continue
            return word.text
        if word.folded in ("outside", "вне", "поза") and not any(word.folded in one.folded for one in named):
            return word.text
    return None


def _all_named(clause: list[Lexeme], named: tuple[Lexed, ...]) -> bool:
    """Whether a condition only repeats what the others name, but for a deed between: "if a parcel arrives damaged"."""
    held = [_named(word, named) for word in clause]
    return sum(held) > 1 and held[0] and held[-1] and sum(not one for one in held) <= 1


def _modified(
    text: Lexed, named: tuple[Lexed, ...], heads: tuple[Lexed, ...] | None = None, at: frozenset[int] = frozenset()
) -> str | None:
    """A word that narrows a noun which the others have without it: "VIP customers", «діти-читачі».

    ``at``: places inside values, whose words narrow nothing (the «течение» of «в течение 3 дней»).
    """
    pairs = [pair for pair in pairs_of(text) if at.isdisjoint(word.start for word in pair)]
    adjectives = [pair for pair in pairs if pair[::-1] not in pairs]  # of two nouns side by side neither is one
    asked = named[0]
    parts = hyphened(text)
    for head, modifier in (*adjectives, *parts, *labelled(text)):
        if (is_attribute(head) and (head, modifier) not in parts) or _replaced_freely(head) or _is_participle(head):
            continue
        if _says_nothing(modifier) or (heads is not None and _DOCUMENT.fullmatch(head.folded)):
            continue
        if heads is None and (not asked.holds(head) or _told_as_asked(head, modifier, text, asked)):
            continue
        if _named(head, heads or named) and not _named(modifier, named):
            return modifier.text
    return None


def _is_participle(word: Lexeme) -> bool:
    """ "Damaged", whose lemmas have "damage": no noun that a word before it might narrow."""
    return word.folded.endswith("ed") and not {word.folded[:-1], word.folded[:-2]}.isdisjoint(word.lemmas)


def _told_as_asked(head: Lexeme, modifier: Lexeme, text: Lexed, asked: Lexed) -> bool:
    """Whether the word narrows the question's noun no further than the question does itself.

    The text has all by which the question narrows it; or the noun is what a term is counted from; or the word is no part
    of it: whoever does what is said next, or "without" what the question calls free.
    """
    pairs = pairs_of(asked)
    own = [word for noun, word in pairs if (word, noun) not in pairs and not noun.lemmas.isdisjoint(head.lemmas)]
    if own and all(stands(word, text) for word in own):
        return True
    words = text.words
    if head not in words:  # a part of a word with a hyphen
        return False
    at, place = words.index(head), words.index(modifier)
    before = [word for word in words[max(0, min(at, place) - 2) : at] if word.clause == head.clause]
    if any(word.folded in COUNTED_FROM for word in before):
        return True
    after = words[place + 1] if place + 1 < len(words) else None
    if (
        after
        and place > at
        and after.clause == modifier.clause
        and is_verb_form(after)
        and modifier.folded in modifier.lemmas
    ):
        return _CYRILLIC.match(modifier.text) is not None
    free = any((side_of(word.folded) or ("", 0))[0] == "free" for word in asked.words)
    return free and place > 0 and words[place - 1].folded in WITHOUT


def _whoever_does_it(text: Lexed) -> bool:
    """Whether the sentence opens with somebody who does what is told: a term binds whoever it is, and a price may not."""
    topic = topic_of(text)
    words = text.words
    at = words.index(topic[-1]) + 1 if topic else len(words)
    if at >= len(words) or words[at].clause != topic[-1].clause:
        return False
    said, after = words[at], words[at + 1] if at + 1 < len(words) else None
    if after is not None and after.folded in _BE:
        return False
    if _CYRILLIC.match(said.text):
        named = any(word.folded in word.lemmas for word in topic)
        return named and (said.folded in SAYS or _DOES.fullmatch(said.folded) is not None)
    if said.folded in _BE or said.folded in ("is", "was", "were", "este", "e", "sunt"):
        return False
    if said.folded == "are":  # the Romanian "has"
        return after is not None and after.folded == "dreptul"
    return said.folded in SAYS or is_verb_form(said)


def _is_general(word: Lexeme) -> bool:
    """Whether it names whoever takes part, or only what is asked about a thing."""
    asks = is_attribute(word) or not ASKS_FOR_VALUE.isdisjoint(word.lemmas)
    return asks or party_of(word) is not None


def _says_nothing(word: Lexeme) -> bool:
    return (
        _is_general(word)
        or _NARROWS_NOTHING.fullmatch(word.folded) is not None
        or _USING.fullmatch(word.folded) is not None
        or word.folded in NUMBER_WORDS
        or takes_side(word)
        or not word.content
        or word.folded in UNITS
        or word.folded in CURRENCIES
        or is_action(word.text)
    )


# What a shop sells, whatever it is.
_ANY_THING: Final = re.compile(
    r"items?|goods|products?|articles?|merchandise|purchases?|товар\w{0,3}|издели\w{1,3}|вещ(?:ь|и|ей)|покупк\w|вир[оі]б\w{0,3}|"
    r"produs\w{0,4}|articol\w{0,4}|m[aă]rf\w{1,4}|bunuri\w{0,3}"
)


def _of_another_topic(text: Lexed, at: frozenset[int], named: tuple[Lexed, ...]) -> str | None:
    """What the sentence first speaks of, when nothing of it stands in the others: «Учебники можно держать дома …»."""
    topic = [word for word in topic_of(text) if word.start not in at]
    first = next(iter(topic), None)
    if first is None or any(_is_general(word) or _named(word, named) for word in topic):
        return None
    if len(topic) == 1 and _ANY_THING.fullmatch(first.folded):
        return None
    return None if len(topic) == 1 and _NARROWS_NOTHING.fullmatch(first.folded) else first.text  # "whoever is …"


def unsaid(asked: Lexed, first: Lexed, second: Lexed) -> str | None:
    """What the question and one statement narrow a noun by, which the other has without it: "учебный отпуск" beside "отпуск".

    "The full fee" beside "the fee": it may be another case.
    """
    for head, modifier in pairs_of(asked):
        told_before = modifier.start < head.start or modifier.start == head.start + len(head.text) + 1
        if not told_before or is_attribute(head) or _complements(head, modifier) or _says_nothing(modifier):
            continue
        held = [stands(head, text) and stands(modifier, text) for text in (first, second)]
        if any(held) and any(stands(head, text) and not _says_it(modifier, text) for text in (first, second)):
            return modifier.text
    return None


def _says_it(modifier: Lexeme, text: Lexed) -> bool:
    """Whether the text has the word, or a "not" of its own where the word is one that denies: "unused", "not been used"."""
    return stands(modifier, text) or bool(_DENYING.match(modifier.folded) and not text.folded.isdisjoint(_NOT))


def _complements(head: Lexeme, modifier: Lexeme) -> bool:
    """A Cyrillic noun after the noun that it belongs to: "ремонт телефона"."""
    return modifier.start > head.start and bool(_CYRILLIC.match(modifier.text))


def _other_party(asked: Lexed, first: Lexed, second: Lexed) -> str | None:
    """Who the question and the best statement name, when the other names somebody else: a tenant, not the guests."""
    mine = {party_of(word) for word in asked.words if stands(word, first)} - {None, ANYBODY}
    theirs = {group: word for word in second.words if (group := party_of(word)) not in (None, ANYBODY)}
    if not mine or not theirs or not mine.isdisjoint(theirs):
        return None
    return next(iter(theirs.values())).text


def _exchanged(asked: Lexed, best: str, other: str) -> str | None:
    """The word that stands in the other where the best one has one of the question's: beside the same word, the same way."""
    first, second = lexed(best), lexed(other)
    done, also = deeds_of(first), deeds_of(second)
    mine = [
        (word, place)
        for word, place in _slots(first)
        if stands(word, asked) and not stands(word, second) and not _replaced_freely(word)
    ]
    at = values_at(other) if mine else frozenset()
    for word, (side, joined, beside) in _slots(second) if mine else ():
        # "Documents" names no other thing than "the application".
        if (
            word.start in at
            or _replaced_freely(word)
            or is_attribute(word)
            or stands(word, first)
            or stands(word, asked)
        ):
            continue
        for its, (its_side, its_joined, its_beside) in mine:
            if (its_side, its_joined) != (side, joined) or _one_party(its, word):
                continue
            if side != 1 and (its.start in done or word.start in also):
                continue  # what somebody does may be told otherwise; two deeds done to one thing are two
            if its_beside is None or beside is None or _alike(its_beside, beside):
                return word.text
    return None


def _alike(one: Lexeme, other: Lexeme) -> bool:
    """One word, or both say yes or no of what stands beside them: "allowed in the yard", "prohibited in the hall"."""
    return not one.lemmas.isdisjoint(other.lemmas) or (takes_side(one) and takes_side(other))


def _one_party(one: Lexeme, other: Lexeme) -> bool:
    """Whether either names who takes part: a party may well stand where another text has the thing."""
    return party_of(one) is not None or party_of(other) is not None


def _replaced_freely(word: Lexeme) -> bool:
    """Deeds and words that only say what is asked are put in other words by anyone."""
    return (
        takes_side(word)
        or is_action(word.text)
        or is_verb_form(word)
        or not word.content
        or word.folded in NUMBER_WORDS
        or not ASKS_FOR_VALUE.isdisjoint(word.lemmas)
        or _USING.fullmatch(word.folded) is not None
        or word.folded in _LIMITS
        or word.folded in RELATING
    )


def _place(joining: str) -> str:
    """One sign for the words that say where: "in the yard" and "on the roof" are two places."""
    return "at" if joining in _WHERE else joining


@lru_cache(maxsize=1024)
def _slots(text: Lexed) -> tuple[tuple[Lexeme, tuple[int, str, Lexeme | None]], ...]:
    """Each content word with the content words beside it: on which side, joined by what, and which."""
    told = [word for word in text.words if word.folded not in _ARTICLES]
    kept = [n for n, word in enumerate(told) if word.content or not is_stopword(word.text)]
    found: list[tuple[Lexeme, tuple[int, str, Lexeme | None]]] = []
    if kept and kept[0] < 2:  # what opens the sentence stands beside nothing
        found.append((told[kept[0]], (0, _place(told[0].folded) if kept[0] else "", None)))
    for before, after in pairwise(kept):
        one, other = told[before], told[after]
        if one.clause != other.clause or after - before > 2:
            continue
        joined = " ".join(_place(word.folded) for word in told[before + 1 : after])
        found.append((one, (1, joined, other)))
        found.append((other, (-1, joined, one)))
    return tuple(found)
