"""Does a question of whether ask of two deeds ("can I eat here or drink coffee"), or of two things ("dogs or cats")?"""

from __future__ import annotations

import re
from typing import Final

from opora.answering.cues import kind_of
from opora.answering.heads import is_verb
from opora.answering.openings import QUESTION_WORD, ROMANIAN_YES_NO
from opora.answering.sides import side_of
from opora.domain.place import Span
from opora.domain.question import Message, Word
from opora.language.lemmas import bare
from opora.language.units import UNITS
from opora.language.words import fold

_I = re.IGNORECASE
_JOINT = re.compile(r"\s+(?:and|or|и|или|та|і|й|або|чи|și|si|sau)\s+", _I)
_MAY = re.compile(
    r"\W*(?:(?:se )?(?:pot|poate|putem|pute[țt]i)(?: să)?|am voie(?: să)?|trebuie(?: să)?|este permis(?: să)?|e voie(?: să)?"
    r"|(?:can|could|may|must|should|do|does|will|am|are|is) (?:i|we|you|one|they|he|she|it|(?:the |my |our )?[a-z]+)(?: (?:have|allowed|permitted|able|entitled))?(?: to)?"
    r"|(?:можно|могу|можем|может|могут|нужно|надо|должен|должна|должны|разрешено|разрешается)(?: ли)?(?: я| мы| мне| нам)?"
    r"|(?:чи )?(?:можна|можу|можемо|може|можуть|потрібно|треба|дозволено|дозволяється)(?: я| ми| мені| нам)?)\s+",
    _I,
)
# English and Romanian deeds look like things: the commonest of rules and services.
_LISTED: Final = """
accept allow come see ask apply appeal arrive attach attend borrow break bring build buy call camp cancel carry change charge check choose claim clean collect
complain connect cook copy cover cycle deliver download drink drive earn eat end enter exchange extend feed file fill fish fly get give
go grow hand hire hold install insure invite include join keep leave lend light make merge miss move object offer open order paint park pay photograph
pick pitch place play post print provide put raise read receive record reduce refuse register relocate renew rent repair replace report request
reschedule reset resell resign return reuse ride run save scan sell send serve share show sign sit skip sleep smoke split stand start stay
stop store submit sublet suspend swap swim switch take terminate touch transfer travel try turn upgrade use visit wait walk wash wear
withdraw work write
mânca bea fuma intra ieși plăti schimba anula returna prelungi folosi aduce lua dormi gătit găti parca vinde cumpăra închiria trimite
depune transfera cere lucra pleca veni rămâne repara înlocui transmite amâna rezilia semna
"""
_DEEDS: Final = frozenset(_LISTED.split())
# After who may, the next word says what is done; so does a word before an article: "or have a barbecue".
_AFTER_WHOM: Final = re.compile(
    r"\bsă $|^\W*(?:can|could|may|must|should|will|do|does) (?:i|we|you|one|they|he|she) $", _I
)
_DEED_AND_THING: Final = re.compile(
    r"(?!(?:the|an?|my|your|our|this|that|any|some|for|with|by|in|on|at|to|from|of|without|as|is|are|not|just|only|both)\b)"
    r"[a-z]{2,} (?:the|an?|my|your|our|this|these|those|it|them)\b"
)
_GOING: Final = frozenset({"come", "go", "try", "wait"})  # "come and see" is one deed
_DOES: Final = re.compile(r"(?:\w*[аяеиоуіїы](?:ть|ти)|\w*[сз]ти|\w+чь)(?:ся|сь)?")  # «есть», «курить», «лягти»
_PLACE = re.compile(
    r"\s(?:(?:in|at|on|inside) (?:the|an?|my|your|our|this) (?:\w+ ){0,2}?\w+"
    r"|(?:в|во|на|у)\s(?:\w+\s){0,2}?\w+(?:е|и|і|ї|ах|ях|ом|ем|ій|ой|ей)|(?:în|la)\s(?:\w+\s){0,1}?\w+)$",
    _I,
)
# Of these together one thing is asked, or one of them is to be chosen.
_TOGETHER = re.compile(
    r"\b(?:together|combin\w+|at (?:once|the same time)|simultaneous\w*|both|same|share|either|whether|between|rather|better|cheaper|faster|differ\w*"
    r"|вместе|одновременно|совме[щс]\w+|сочета\w+|одинаков\w+|между|лучше|дешевле|быстрее|разниц\w+|отлича\w+"
    r"|разом|одночасно|поєдн\w+|суміщ\w+|однаков\w+|між|краще|дешевше|швидше|різниц\w+|відрізня\w+"
    r"|împreună|simultan|acela[șs]i|aceea[șs]i|între|dintre|mai bine|mai ieftin|diferen\w+)\b",
    _I,
)
_ALONE = re.compile(
    r"\W*(?:not|no|else|more|less|others?|similar|so|nu|не|нет|ні|другой|другие|інші?|больше|меньше|більше|менше)\b", _I
)
# One thing of two words.
_FIXED: Final = frozenset(
    (fold(one), fold(other))
    for one, other in (
        *(("terms", "conditions"), ("bed", "breakfast"), ("research", "development"), ("profit", "loss")),
        *(("health", "safety"), ("wear", "tear"), ("lost", "found"), ("husband", "wife"), ("rights", "duties")),
        *(("муж", "жена"), ("права", "обязанности"), ("права", "обов'язки"), ("чоловік", "дружина")),
        *(("termeni", "condiții"), ("pierderi", "profit"), ("soț", "soție"), ("drepturi", "obligații")),
    )
)
_BEFORE = re.compile(
    r"(?:with|by|for|in|on|at|to|from|of|without|в|во|на|с|со|за|для|по|у|без|от|з|із|зі|від|до|про|cu|în|pe|la|de|pentru|fără|din|prin)",
    _I,
)
_ARTICLE: Final = frozenset({"the", "a", "an", "my", "your", "our", "un", "o"})
_BE = re.compile(r"\W*(?:is|are|was|were|este|e|sunt|є)\s", _I)
_PREDICATE = re.compile(r"\w{3,}ed")
_NEED = re.compile(r"\W*am nevoie de\b", _I)
_FEW: Final = 2  # words of one of two things


def of_two_deeds(message: Message, span: Span) -> list[tuple[Span, tuple[Span, ...]]]:
    """Each deed's own span with the spans that make its question, in order; empty when no two deeds are asked about."""
    text = span.of(message.text)
    may = _MAY.match(text)
    if may is None or QUESTION_WORD.search(text) or _TOGETHER.search(text):
        return []
    first = _word_at(message, span.start + may.end())
    if first is None or not (_is_deed(first) or _AFTER_WHOM.search(text[: may.end()])):
        return []
    for joint in _JOINT.finditer(text, may.end()):
        second = _word_at(message, span.start + joint.end())
        again = second if second is not None and second.text == "să" and text[: may.end()].endswith("să ") else None
        second = _word_at(message, again.span.end) if again else second
        if second is None or _ALONE.match(text, joint.end()):
            continue
        if not (again or _is_deed(second) or _DEED_AND_THING.match(text, joint.end())):
            continue
        if fold(first.text) in _GOING and "and" in joint[0]:
            continue
        said, more = text[may.end() : joint.start()], text[joint.end() + len(second.text) :].strip(" .!?")
        alone = not again and " " not in said.strip()  # "eat or drink in the library": what follows belongs to both
        if not (alone or again) and not _deed_beside_things(said, second, more):
            continue
        head = Span(span.start, span.start + may.end())
        one = Span(head.end, span.start + joint.start())
        end = span.start + len(text.rstrip(" ?.!"))
        own = Span(second.span.start, second.span.end if alone else end)
        if alone:
            tail = (Span(second.span.end, end),) if more else ()
            return [(one, (head, one, *tail)), (own, (head, own, *tail))]
        place = _PLACE.search(text, may.end(), joint.start())
        lent = (Span(*place.span()).moved(span.start),) if place and not _has_place(own.of(message.text)) else ()
        return [(one, (head, one)), (own, (head, own, *lent))]
    return []


def of_things(message: Message, span: Span) -> list[tuple[Span, tuple[Span, ...]]]:
    """ "Are dogs, cats or birds allowed there?": each thing with the words before the first and after the last of them."""
    text = span.of(message.text)
    joints = list(_JOINT.finditer(text))
    if len(joints) != 1 or QUESTION_WORD.search(text) or _TOGETHER.search(text) or not _asks_whether(text):
        return []
    joint = joints[0]
    words = [word for word in message.words if span.covers(word.span)]
    left = [word for word in words if word.span.end <= span.start + joint.start()]
    last = _thing_after([word for word in words if word.span.start >= span.start + joint.end()])
    if not last or _ALONE.match(text, joint.end()):
        return []
    items = [last]
    while thing := _thing_before(message, left, len([word for word in last if _names(word)])):
        items.insert(0, thing)
        left = left[: len(left) - len(thing)]
        if not left or message.text[left[-1].span.end : thing[0].span.start].strip() != ",":
            break
    if len(items) < 2 or not left or _is_one_thing(items[-2], last) or _alternatives(text, left, items):
        return []
    if not _BEFORE.fullmatch(last[0].text) and _BEFORE.fullmatch(items[0][0].text):
        items[0] = items[0][1:]
    owns = [Span(item[0].span.start, item[-1].span.end) for item in items]
    head, end = Span(span.start, owns[0].start), span.start + len(text.rstrip(" ?.!"))
    tail = (Span(owns[-1].end, end),) if owns[-1].end < end else ()
    return [(own, (head, own, *tail)) for own in owns] if len(head) else []


def _asks_whether(text: str) -> bool:
    return kind_of(text) == "yes_no" or bool(ROMANIAN_YES_NO.match(text) or _NEED.match(text))


def _word_at(message: Message, start: int) -> Word | None:
    return next((word for word in message.words if word.span.start >= start), None)


def _is_deed(word: Word) -> bool:
    folded = fold(word.text)
    if "а" <= folded[:1] <= "ӿ":
        return folded == "есть" or bool(_DOES.fullmatch(folded) and is_verb(word))
    return _is_listed(word)


def _is_listed(word: Word) -> bool:
    """In English and Romanian; "include" may be spelt with another first letter here (see require.py)."""
    folded = fold(word.text)
    return folded in _DEEDS or any(lemma in _DEEDS and lemma[1:] == folded[1:] for lemma in word.lemmas)


def _deed_beside_things(said: str, second: Word, more: str) -> bool:
    """Whether what follows "or" is a deed where the first has words of its own: "eat there or drink coffee", not "food or drink"."""
    if "а" <= fold(second.text)[:1] <= "ӿ":
        return True
    goes_on = bool(more) and not _BEFORE.match(more)
    return goes_on or bool(_PLACE.search(f" {said.strip()}"))


def _has_place(text: str) -> bool:
    return bool(re.search(r"\s(?:in|at|on|inside|в|во|на|у|în|la)\s", text, _I))


def _names(word: Word) -> bool:
    folded = fold(word.text)
    says_side = any(side_of(form) is not None for form in (folded, bare(folded))) or bool(_PREDICATE.fullmatch(folded))
    return word.is_content and not (says_side or is_verb(word) or _is_listed(word) or folded in UNITS)


def _thing_after(words: list[Word]) -> list[Word]:
    """The preposition and the article that open it, and at most two words; "animale de companie" is one thing."""
    opening = [word for word in words[:1] if _BEFORE.fullmatch(word.text)]
    opening += [word for word in words[len(opening) : len(opening) + 1] if fold(word.text) in _ARTICLE]
    found: list[Word] = []
    for word in words[len(opening) :]:
        if len(found) >= _FEW or not (_names(word) or (found and word.text == "de")):
            break
        found.append(word)
    if not found or any(word.text[0].isdigit() for word in found):
        return []
    return [*opening, *(found[:-1] if found[-1].text == "de" else found)]


def _thing_before(message: Message, words: list[Word], most: int) -> list[Word]:
    """The last of the words that name a thing, with article and preposition: no more than ``most`` or, up to a verb, two.

    "Does the policy cover storm damage or theft" has a verb of English before the thing; "покрывает ли полис кражу" has
    two things, and only an adjective belongs to the second.
    """
    found: list[Word] = []
    for word in reversed(words):
        apart = bool(found) and "," in message.text[word.span.end : found[0].span.start]
        if apart or not (_names(word) or (found and word.text == "de")) or len(found) > _FEW or word.text[0].isdigit():
            break
        found.insert(0, word)
    if not found or word.text[0].isdigit():
        return []
    bound = "de" in (one.text for one in found[1:])
    english = all(one.text.isascii() for one in words) and not bound
    least = max(1, most)
    if bound:
        found = found[-3:]
    elif not english and len(found) > least:
        found = found[-least - 1 :] if _is_adjective(found[-least - 1]) else found[-least:]
    elif len(found) > _FEW:
        found = found[-least:]
    place = len(words) - len(found)
    while place > 0 and (fold(words[place - 1].text) in _ARTICLE or _BEFORE.fullmatch(words[place - 1].text)):
        place -= 1
    return words[place:]


def _is_adjective(word: Word) -> bool:
    return any(lemma.endswith(("ый", "ий", "ой", "ій")) for lemma in word.lemmas[:1])


def _is_one_thing(first: list[Word], second: list[Word]) -> bool:
    one, other = first[-1], second[-1]
    if len(first) == len(second) == 1 and one.lemmas[:1] == other.lemmas[:1]:
        return True
    return (fold(one.text), fold(second[0].text)) in _FIXED


def _alternatives(text: str, left: list[Word], items: list[list[Word]]) -> bool:
    """ "Is the fee fixed or variable": not whether, but which of the two."""
    if all(_is_adjective(word) for item in items for word in item):
        return True
    told = [word for word in left[1:] if _names(word)]
    return bool(_BE.match(text)) and bool(told) and not any(_BEFORE.fullmatch(item[0].text) for item in items)
