"""Does the person point at something that was never named ("the translator of this hymn")?"""

from __future__ import annotations

import re

from opora.domain.question import Message, Requirement
from opora.language.lemmas import lemmas_of
from opora.language.words import fold, words

_THIS = re.compile(
    r"\b(?:this|these|those|эт(?:от|а|у|ой|ого|ом|им|и|их|ими)|ц(?:ей|я|ю|ієї|ього|ьому|им|і|их|ими)|acest|această|aceasta|acestui|acestei"
    r"|acești|aceste|acestor)\s+(?:(?:type|kind|sort|particular)s?\s+(?:of\s+)?)?(?P<noun>[^\W\d_]{3,})",
    re.IGNORECASE,
)
# The day of asking and the document at hand need no name.
_AT_HAND = frozenset(
    [
        "time",
        "day",
        "week",
        "month",
        "year",
        "season",
        "quarter",
        "moment",
        "morning",
        "evening",
        "agreement",
        "contract",
        "policy",
        "document",
        "form",
        "page",
        "text",
        "site",
        "rule",
        "question",
        "case",
        "год",
        "день",
        "неделя",
        "месяц",
        "сезон",
        "квартал",
        "момент",
        "раз",
        "договор",
        "полис",
        "документ",
        "форма",
        "страница",
        "правило",
        "вопрос",
        "случай",
        "рік",
        "день",
        "тиждень",
        "місяць",
        "сезон",
        "квартал",
        "момент",
        "раз",
        "договір",
        "поліс",
        "документ",
        "форма",
        "сторінка",
        "правило",
        "питання",
        "випадок",
        "an",
        "zi",
        "săptămână",
        "lună",
        "sezon",
        "trimestru",
        "moment",
        "contract",
        "poliță",
        "document",
        "formular",
        "pagină",
        "regulă",
        "întrebare",
        "caz",
    ]
)


def points_at_unnamed(message: Message, requirement: Requirement) -> bool:
    """Whether it says "this X" where neither the message, before that, nor an earlier question speaks of an X by name."""
    text = requirement.text
    found = _THIS.search(text)
    if not found or len(requirement.spans) > 1 or _named(text):
        return False
    noun = set(lemmas_of(found["noun"])) | {fold(found["noun"])}
    if not noun.isdisjoint(_AT_HAND):
        return False
    place = requirement.spans[0].start if requirement.spans else 0
    before = [message.text[:place], *message.question.history]
    return not any(noun & {fold(word.text), *lemmas_of(word.text)} for told in before for word in words(told))


def _named(text: str) -> bool:
    """A capital inside, or a figure: something is named that the rest may point at."""
    later = words(text)[1:]
    return any(word.text[0].isupper() or word.text[0].isdigit() for word in later if len(word.text) > 1)
