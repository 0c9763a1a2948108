"""What does a later part of a message leave out because an earlier part has said it?"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from opora.answering.asked_day import counted_days, spans_of_time
from opora.answering.cues import AUXILIARY, kind_of
from opora.answering.enumerate_items import subject_of, subjects
from opora.answering.heads import asks_of_nothing, is_asked_about, is_head, is_time, is_verb
from opora.answering.in_its_slot import in_its_slot
from opora.answering.lasting import all_asked, deed_that_takes, only_asks
from opora.answering.openings import AND_LEAD, IF_SO, QUESTION_WORD, REQUEST, STARTS_YES_NO, WHAT_ABOUT
from opora.domain.place import Span
from opora.domain.question import Message, Word
from opora.language.lemmas import is_stopword
from opora.language.units import UNITS
from opora.language.words import WORD, fold

_BACK = 5  # parts that are looked at for what "it" is
_PAIR = 2  # a noun and what tells it apart ("the Pro plan")
_SHORT = 3  # content words of a question that only names another thing ("and express delivery?")
_PRONOUN = re.compile(
    r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )\bthere\b(?! (?:is|are|was|were)\b)"  # "is there Wi-Fi" points at nothing
    r"|\b(?:it|they|them|its|their|he|she|him|his|her|hers|он|она|оно|они|его|её|ее|их|ей|ему|им|неё|нее|ней|нём|нем|него|них|это|этого|этому|этим|этом|там|туда"
    r"|він|вона|воно|вони|його|її|їх|їй|йому|їм|нього|неї|них|це|цього|цьому|цим"
    r"|el|ea|ele|ei|acesta|aceasta|acestea|asta|lui|lor|îl|acolo)\b",
    re.IGNORECASE,
)
# "the tax on it": the noun before is no name for "it".
_OF_IT = re.compile(
    r"\w\s+(?:on|of|for|with|from|about|to|under|by|in|на|с|со|из|от|для|о|об|про|за|в|з|із|від|до|pe|de|cu|la|pentru|din|despre|în)\s+"
    r"(?:it|them|него|неё|нее|них|ним|ней|нём|нем|ними|нього|неї|ним|них|нею|el|ea|ele|ei)$",
    re.IGNORECASE,
)
# "Can I buy more?"
_GAPPED = re.compile(
    r"\W*(?:who|what|when|where|how much|кто|кому|что|когда|где|куда|сколько|хто|що|коли|де|куди|скільки|cine|cui|ce|când|unde|cât)"
    r"\s*[—–-]\s+(?=\w)",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\b(?:more|extra|another(?: one)?|others|больше|ещё|еще|більше|ще|mai mult|mai multe|altul|alta)\W*$",
    re.IGNORECASE,
)
# "To which address?", "в какой срок?", "за скільки днів?": one noun after the question word, and nothing is said of it.
_FRAGMENT = re.compile(
    r"^\W*(?:[^\W\d_]{1,6}\s+){0,2}(?:which|what|how many|how much|как(?:ой|ая|ое|ие|ого|ому|ую|им|их|ом|ими)|сколько|скольких"
    r"|як(?:ий|а|е|і|ого|ої|ому|ій|у|им|их|ими|ою)|скільки|скількох|ce|câte|câți|cât|care)\s+(?P<noun>[^\W\d_]+)\W*$",
    re.IGNORECASE,
)
# "How many people does it seat?": what is counted is not what "it" stands for.
_COUNTED = re.compile(
    r"^\W*(?:how (?:many|much)|сколько|скольких|скільки|скількох|c[âa]te|c[âa][țt]i|c[âa]t[ăa]?)\s+(?P<noun>[^\W\d_][\w-]*)",
    re.IGNORECASE,
)
_WHO_MAY = re.compile(
    r"^\W*(?:(?:can|could|may|must|should|do|does|will) (?:i|we|you|one|they|he|she|(?:the )?[a-z]+)"
    r"|(?:можно|могу|можем|нужно|надо|должен|должны)(?: ли)?(?: я| мы)?|(?:чи )?(?:можна|можу|можемо|потрібно|треба)(?: я| ми)?"
    r"|pot(?: să)?|putem(?: să)?|se poate(?: să)?|trebuie să|am voie să)(?=\s)",
    re.IGNORECASE,
)
_IS_THERE = re.compile(
    r"^\W*(?:is there|are there|do you (?:have|offer|sell)|есть ли(?: у вас)?|имеется ли|имеются ли|чи є(?: у вас)?|чи маєте|există|exista"
    r"|aveți|aveti|oferiți|oferiti)(?=\s)",
    re.IGNORECASE,
)
_ENGLISH_DEED = re.compile(r"^\W*[a-z]{2,}\s+(?:my|the|an?|your|our|this|that|it|them|their|some|any)\b", re.IGNORECASE)
# "How much is it per week": a unit names no thing.
_PER = frozenset(("per", *UNITS))
# "What will the tariff be": a price of nothing.
_OF_PRICES = "price cost fee rate tariff amount цена стоимость тариф быть ціна вартість бути preț tarif fi"
_PRICES = frozenset(_OF_PRICES.split())
_THEY = re.compile(r"\b(?:they|them|their|они|их|им|ними|вони|їх|їм|ele|ei|lor)\b", re.IGNORECASE)
_WHICH_THINGS = re.compile(rf"^\W*(?:which|what)\s+(?P<noun>\w+s)\s+(?:{AUXILIARY.pattern})", re.IGNORECASE)
_THIS = re.compile(
    r"\b(?:this|that|these|those|such|этот|эта|эти|этой|этого|эту|этом|этих|этим|такой|такая|такие|цей|ця|ці|цієї|цього|цю|цьому|цих|таких|такий"
    r"|acest|această|acești|aceste|acestui|acestei|acestor)\s+(?P<noun>\w+)|\bthe (?:\w+ )?ones?\b",
    re.IGNORECASE,
)
# A noun that only stands for what was named before.
_STANDS_FOR = re.compile(
    r"(?:item|product|service|plan|document|thing|case|offer|card|goods|one|товар|услуг|продукт|документ|случа|тариф|предложени|карт|вещ"
    r"|послуг|випад|пропозиці|картк|річ|produs|serviciu|caz|ofert|card|bunul)\w*",
    re.IGNORECASE,
)
_WHO_DOES = re.compile(
    r"^\W*(?:(?P<who>who|кто|хто|cine)|what|что|що|ce)\s+(?:(?P<be>is|are|was|were|este|sunt|e)\b|(?:has|se)\b)?\s*(?P<verb>\w+)",
    re.IGNORECASE,
)
_PARTICIPLE = re.compile(r"\w+(?:ed|ing|uded|en|ble|nt|t|ți|tă|te|s|și|să|se|ar|ară|are|il|ilă)", re.IGNORECASE)
ENGLISH_IT = re.compile(r"\b(?:it|It|they|They|them)\b")
_ENGLISH_THAT = re.compile(
    r"\bit (?:mean|take|cost|help|matter|work|happen)s? (?:for|to|when|if|that)\b|\b(?:it|they) (?:possible|necessary|allowed|true|called (?:when|if))\b|\bis it (?:possible|necessary|allowed|true)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """A question being cut out. ``frame``: the spans that make its words, in order (its own among them). ``subject``: what
    it borrows from an earlier part; ``told``: shared conditions and statements; both are named in brackets. ``lead``: what
    stands before it and says nothing. ``like``: the question whose kind it repeats. ``elliptic``: it only names a thing.
    ``named``: the subject is a name, and can stand where the part says "it". ``helper``: what agrees with the thing that
    took the place of another ("How much do", once "does"); it stands for the last word of the first span of the frame.
    """

    span: Span
    frame: tuple[Span, ...] = ()
    subject: Span | None = None
    told: tuple[Span, ...] = ()
    lead: Span | None = None
    like: Span | None = None
    elliptic: bool = False
    named: bool = True
    helper: str = ""

    @property
    def spans(self) -> tuple[Span, ...]:
        some = (self.span, *self.frame, self.subject, *self.told, self.lead)
        return tuple(sorted({span for span in some if span is not None}))


def with_subjects(message: Message, parts: list[Part], shared: tuple[Span, ...]) -> list[Part]:
    """A later part that says "it", or names no subject, is about what an earlier one is about.

    ``shared``: statements that stand beside every question; where they name a thing, nothing need be borrowed.
    """
    done: list[Part] = []
    for part in parts:
        stated = any(subjects(message, span) for span in (*shared, *part.told))
        if done and part.frame in ((), (part.span,)) and part.subject is None:
            near = [p for p in done[-_BACK:] if part.told in ((), p.told)]  # a condition of its own names what is meant
            named = next((p for p in reversed(near) if _things(message, p)), None)
            own = _things(message, part)
            if gapped := _GAPPED.match(part.span.of(message.text)):  # "who issues A, and who — B"
                rest = Span(part.span.start + gapped.end(), part.span.end)
                part = replace(_like(message, replace(part, span=rest), done[-1]), span=part.span)
            elif part.elliptic and (other := _other_deed(message, part, done[-1])):
                part = other
            elif part.elliptic and own and not _asks(message, part) and not _only_a_day(message, part):
                part = _like(message, part, done[0])
            elif _only_a_day(message, part):
                part = _on_another_day(message, part, done[-1])
            elif part.lead and IF_SO.search(part.lead.of(message.text)) and not _asks_on(message, part, done[-1]):
                part = replace(_of(message, part, named or done[-1], done), named=False)
            elif (named or not stated) and (
                (not own and not part.told) or _is_fragment(message, part) or _points_back(message, part, done[-_BACK:])
            ):
                part = _of(message, part, named or done[0], done)
        done.append(part)
    return done


def _asks_on(message: Message, part: Part, source: Part) -> bool:
    """Whether a part names what the part before it names."""
    before = {lemma for word in _things(message, source) for lemma in word.lemmas}
    return any(not before.isdisjoint(word.lemmas) for word in _things(message, part))


def _of(message: Message, part: Part, source: Part, done: list[Part]) -> Part:
    if (everything := _whole_of(message, part, done)) is not None:
        return everything
    both = [p for p in done if len(p.frame) > 1 and p.frame[0] == source.frame[0]] if len(source.frame) > 1 else []
    if len(both) > 1 and _THEY.search(part.span.of(message.text)):  # "are A and B needed, and who signs them"
        return replace(part, subject=Span(both[0].span.start, both[-1].span.end), named=False)
    subject = source.subject or _without_day(message, subject_of(message, source.span))
    things = _things(message, source)
    if source.subject is None and things and subject.start < things[0].span.start < subject.end:
        subject = Span(things[0].span.start, subject.end)
    text = source.span.of(message.text)
    asked = _WHICH_THINGS.match(text)
    if asked and _THEY.search(part.span.of(message.text)):  # "which documents must I send, and must they be originals"
        return replace(part, subject=Span(source.span.start + asked.start("noun"), subject.end), named=False)
    deed = deed_that_takes(text, part.span.of(message.text)) if source.subject is None else None
    if deed is not None:
        return replace(part, subject=Span(source.span.start + deed, source.span.end), named=False)
    whole = kind_of(text) == "yes_no"  # "Do you ship it": no name that could stand for "it"
    named = not any(subjects(message, told) for told in part.told) and (bool(source.subject) or not whole)
    return replace(part, subject=subject, named=named)


def _whole_of(message: Message, part: Part, done: list[Part]) -> Part | None:
    """ "May the price be raised, by how much and how often?": a question word alone asks of all that was asked before it."""
    if _PRONOUN.search(part.span.of(message.text)) or not only_asks(message, part.span):
        return None
    for source in reversed(done):
        said = all_asked(message, source.span) if source.frame in ((), (source.span,)) else None
        if said is not None:
            lent = (source.subject,) if source.subject is not None else ()
            return replace(part, subject=_without_day(message, said), told=(*part.told, *lent), named=False)
    return None


def _is_fragment(message: Message, part: Part) -> bool:
    """ "Who files it, within how many days and to which address?": the last two say nothing by themselves."""
    found = _FRAGMENT.match(part.span.of(message.text))
    if not found or part.told:
        return False
    noun = [w for w in message.words if w.span.start == part.span.start + found.start("noun")]
    return bool(noun) and noun[0].is_content and not is_verb(noun[0]) and is_head(noun[0])


def asks_by_itself(message: Message, piece: Span, following: Span, stated: bool) -> bool:
    """Whether a question that names no thing borrows none from the one that follows: it points back, or is whole.

    "What is the minimum order, how long is delivery": in English only "of X", "does X …" after it lend a thing.
    """
    text, later = piece.of(message.text), following.of(message.text)
    if any(m[0] != "IT" for m in _PRONOUN.finditer(text)):
        return True
    if stated and _nouns(
        message, piece
    ):  # "the code does not come. What should I do and whom do I call": about the code
        return True
    if STARTS_YES_NO.match(text) and any(is_verb(w) for w in message.words if w.is_content and piece.covers(w.span)):
        return True
    if message.language != "en" or not AUXILIARY.search(text) or not _nouns(message, piece):
        return False
    return not re.search(r"\b(?:of|for|do|does|did)\b", later, re.IGNORECASE)


def _nouns(message: Message, piece: Span) -> bool:
    inside = [w for w in message.words if w.is_content and piece.covers(w.span)]
    return any(not QUESTION_WORD.fullmatch(w.text) for w in inside)


def _other_deed(message: Message, part: Part, source: Part) -> Part | None:
    """ "Can I pay in instalments? And change my number?": who may is asked once, and then another deed."""
    text = source.span.of(message.text)
    there, allowed = _IS_THERE.match(text), _WHO_MAY.match(text)
    first = next((w for w in message.words if part.span.covers(w.span) and w.is_content), None)
    if first is None or not first.text[0].isalpha():
        return None
    opening = message.text[part.span.start : first.span.start].strip(" \n")
    if there and opening.lower() in ("", "a", "an", "any", "o", "un"):  # "Is there breakfast? And a laundry?"
        return replace(
            part, frame=(Span(source.span.start, source.span.start + there.end()), part.span), like=source.span
        )
    if not allowed or opening:
        return None
    if not (is_verb(first) or _ENGLISH_DEED.match(part.span.of(message.text))):
        return None
    head = Span(source.span.start, source.span.start + allowed.end())
    return replace(part, frame=(head, part.span), like=source.span)


def _like(message: Message, part: Part, source: Part) -> Part:
    """ "How much is delivery in zone A? And in zone B?": the same question with another place in it."""
    text, asked = part.span.of(message.text), source.span.of(message.text)
    first = WORD.search(text)
    if first and is_stopword(first[0]) and not WHAT_ABOUT.match(text):
        same = list(re.finditer(rf"\b{re.escape(first[0])}\s", asked, re.IGNORECASE))
        if same:
            place = source.span.start + same[-1].start()
            told = [w for w in message.words if w.span.start > place and source.span.covers(w.span)]
            noun = next((n for n, w in enumerate(told) if w.is_content), len(told))
            after = [w for w in told[noun:] if not w.is_content]
            later = [Span(after[0].span.start, source.span.end)] if after else []
            frame = (Span(source.span.start, place), part.span, *later)
            return replace(part, frame=tuple(span for span in frame if len(span)), like=source.span)
    same_noun = _same_noun(message, part, source)
    if same_noun is not None:  # "… the Start plan? And the Pro plan?"
        frame = (Span(source.span.start, same_noun), _after_about(message, part.span))
        return replace(part, frame=tuple(span for span in frame if len(span)), like=source.span)
    if (swapped := in_its_slot(message, _after_about(message, part.span), source.span)) is not None:
        return replace(part, frame=swapped.frame, like=source.span, helper=swapped.helper)
    subject = subject_of(message, source.span)
    head = Span(source.span.start, subject.start)
    if any(is_head(word) for word in message.words if word.is_content and head.covers(word.span)):
        frame = (head, _after_about(message, part.span))
        return replace(part, frame=frame, like=source.span)
    return replace(part, subject=source.span, like=source.span, named=False)


def _same_noun(message: Message, part: Part, source: Part) -> int | None:
    """Where in the earlier question the noun stands with which the part begins, or ends, as its only noun."""
    own = [w for w in message.words if w.is_content and _after_about(message, part.span).covers(w.span)]
    asked = [w for w in message.words if w.is_content and source.span.covers(w.span)]
    for anchor in own[:1] + own[-1:]:
        for number, word in enumerate(asked):
            known = is_asked_about(word) and (len(own) < _PAIR or QUESTION_WORD.fullmatch(word.text) or is_time(word))
            if not known and not set(word.lemmas).isdisjoint(anchor.lemmas):
                first = number - (len(own) - 1 if anchor is own[-1] and len(own) > 1 else 0)
                return asked[max(0, first)].span.start if first >= 0 else None
    return None


def _after_about(message: Message, span: Span) -> Span:
    match = WHAT_ABOUT.match(span.of(message.text))
    return Span(span.start + match.end(), span.end) if match else span


def _things(message: Message, part: Part) -> list[Word]:
    """Words that name a thing, without the verb in "who approves it", "ce include", "что исключено"."""
    told = subjects(message, part.span)
    does = _WHO_DOES.match(part.span.of(message.text))
    is_name = does and does["be"] and not _PARTICIPLE.fullmatch(does["verb"])  # "what is septicemia"
    if does and not is_name and told and told[0].span.start == part.span.start + does.start("verb"):
        alone = len(told) == 1 or bool(does["who"])
        return told[1:] if alone else told
    return told


def _only_a_day(message: Message, part: Part) -> bool:
    """ "And now?", "какая станет с 1 января": a day is named, and neither a thing nor what is asked about it."""
    content = [w for w in message.words if w.is_content and part.span.covers(w.span)]
    days = [value.span for value in message.values if value.date]
    days += [c.span.moved(part.span.start) for c in counted_days(part.span.of(message.text), message.question.at)]
    on_day = [w for w in content if any(day.overlaps(w.span) for day in days) or is_time(w)]
    return bool(on_day) and all(w in on_day or is_verb(w) for w in content)


def _on_another_day(message: Message, part: Part, source: Part) -> Part:
    """ "How long are backups kept? And on 1 March?": the same question with the day behind it."""
    asked = _without_day(message, source.span)
    if _asks(message, part) or source.frame not in ((), (source.span,)):
        return replace(part, subject=asked, like=source.span, named=False)
    return replace(part, frame=(asked, part.span), like=source.span, named=False)


def _without_day(message: Message, span: Span) -> Span:
    """The span up to the day it names: a borrowed subject must not bring yesterday with it."""
    starts = sorted(day.start for day in spans_of_time(message) if span.covers(day))  # the past tense stands before it
    before = [w for w in message.words if span.covers(w.span) and w.is_content and w.span.end <= min(starts, default=0)]
    return Span(span.start, before[-1].span.end) if before else span


def leaves_out(message: Message, part: Part, shared: tuple[Span, ...]) -> bool:
    """Whether a part cannot be understood without what was asked before it."""
    if part.frame not in ((), (part.span,)) or part.subject is not None:
        return False
    own = _things(message, part)
    if part.elliptic and not _asks(message, part):
        return True
    stated = any(subjects(message, span) for span in (*shared, *part.told))
    return not stated and (not own or _only_a_day(message, part) or _points_back(message, part, []))


def names_nothing(message: Message, spans: tuple[Span, ...]) -> bool:
    """ "How much is it?", "Чому так довго?": whatever is found, the person has not said what is meant."""
    told = [word for word in message.words if word.is_content and any(span.covers(word.span) for span in spans)]
    days = [value.span for value in message.values if value.date]
    told = [word for word in told if not any(day.overlaps(word.span) for day in days) and fold(word.text) not in _PER]
    if all(asks_of_nothing(word) for word in told):
        return True
    amount = any(kind_of(span.of(message.text)) == "amount" for span in spans)
    return amount and all(asks_of_nothing(word) or not _PRICES.isdisjoint(word.lemmas) for word in told)


def is_elliptic(message: Message, text: str, span: Span, lead: Span | None) -> bool:
    """ "And express?", "what about express?": a thing is named and nothing is asked about it."""
    if WHAT_ABOUT.match(text):
        return True
    told = [w for w in message.words if w.is_content and span.covers(w.span)]
    joined = lead is not None and bool(AND_LEAD.search(lead.of(message.text)))
    return len(told) <= _SHORT and (joined or "?" in text)


def about_it(text: str, subject: str | None) -> str | None:
    """English does not decline: the text with what "it" stands for in its place; None when there is no such "it"."""
    if subject and ENGLISH_IT.search(text) and not _ENGLISH_THAT.search(text):
        return ENGLISH_IT.sub(subject.replace("\\", "\\\\"), text, count=1)
    return None


def _asks(message: Message, part: Part) -> bool:
    text = part.span.of(message.text)
    return bool((QUESTION_WORD.search(text) and not WHAT_ABOUT.match(text)) or STARTS_YES_NO.search(text))


def _points_back(message: Message, part: Part, done: list[Part]) -> bool:
    """A pronoun before which the part itself names nothing, or "this plan" where a plan was spoken of."""
    text = part.span.of(message.text)
    own = _things(message, part)
    pronoun = next((m for m in _PRONOUN.finditer(text) if m[0] != "IT"), None)
    wish = REQUEST.match(text)
    own = [word for word in own if not wish or word.span.start >= part.span.start + wish.end()]
    counted = _COUNTED.match(text)
    named = [word for word in own if not counted or word.span.start != part.span.start + counted.start("noun")]
    before = [word for word in named if pronoun and word.span.end <= part.span.start + pronoun.start()]
    of_it = pronoun and len(before) == 1 and _OF_IT.search(text[: pronoun.end()])
    if pronoun and (not before or of_it) and not _ENGLISH_THAT.search(text):
        return True
    if _MORE.search(text):
        return True
    this = _THIS.search(text)
    if not this:
        return False
    if not this["noun"] or _STANDS_FOR.fullmatch(this["noun"]):
        return True
    noun = next((w for w in own if w.span.start == part.span.start + this.start("noun")), None)
    return noun is not None and any(_names(message, p, noun) for p in done)


def _names(message: Message, part: Part, noun: Word) -> bool:
    return any(not set(noun.lemmas).isdisjoint(word.lemmas) for word in subjects(message, part.span))
