"""Which words of a message only greet, thank, ask for help or say goodbye?"""

from __future__ import annotations

import re

from opora.answering.cues import POLITE
from opora.answering.openings import QUESTION_WORD, REQUEST, STARTS_ASKING, STARTS_YES_NO, WANTS_TO_KNOW
from opora.domain.place import Span
from opora.language.words import fold, words

_I = re.IGNORECASE
_GREETING = (
    r"hello|hi|hey|greetings|good (?:morning|afternoon|evening|day)|dear(?= \w)"
    r"|здравствуй(?:те)?|приветству\w+|привет(?:ики)?|доброго времени суток|добр(?:ый|ого|ое|ой|рый) (?:день|дня|утро|утра|вечер|вечера|ночи)|доброе|салют|уважаем\w+|дорогие"
    r"|вітаю|вітання|привіт|доброго (?:дня|ранку|вечора|здоров'я)|добр(?:ий|ого) (?:день|дня|вечір|вечора|ранок)|добридень|шановн\w+"
    r"|bun[ăa] (?:ziua|seara|diminea[țt]a)|bun[ăa]|salut(?:are|ări)?|stima[țt][ăaie]+|drag[ăai]|neata"
)
_THANKS = (
    r"(?:(?:many|big|huge|a (?:lot|million)|so many|heartfelt|sincere) )?thank(?:s|ful| you| u)|thx|much appreciated|i(?:'d| would)? (?:really )?appreciate|(?:i(?:'ll| will| would)? be )?grateful|cheers"
    r"|(?:заранее |огромное |большое |ещё раз |еще раз )*(?:спасибо|спс|спасибочки|благодар(?:ю|им|ен|на|ны|ствую|ность заранее)|признател\w+)"
    r"|(?:наперед |щиро |дуже |велике |заздалегідь )*(?:дякую|дякуємо|спасибі|вдячн\w+|подяка)"
    r"|(?:v[ăa] |[îi]([țt]i|i) )?(?:mul[țt]umesc|mul[țt]umim|mul[țt]am|mersi|multumiri|mul[țt]umiri|recunosc[ăa]tor\w*)"
)
_GOODBYE = (
    r"(?:(?:best|kind|warm|many)(?: \w+)? )?(?:regards|wishes)|sincerely|yours(?: \w+)?|have a (?:nice|good|great) \w+|all the best|take care|(?:good)?bye|(?:i am |i'm )?looking forward to"
    r"|с уважением|всего (?:доброго|хорошего|наилучшего)|хорошего (?:дня|вечера)|(?:буду |будем )?жд(?:у|ем|ём|ать) (?:ответ\w*|вашего)|до свидания|удачи"
    r"|з повагою|(?:гарного|хорошого) (?:дня|вечора)|усього (?:доброго|найкращого)|(?:чекаю|чекаємо|очікую) (?:на )?(?:відповід\w*|вашої)|до побачення|бувайте"
    r"|cu (?:stim[ăa]|respect|drag)|toate cele bune|numai bine|o (?:zi|sear[ăa]) (?:bun[ăa]|frumoas[ăa])|a[șs]tept(?:[ăa]m)? r[ăa]spuns\w*|la revedere"
)
_HELP = (
    r"(?:(?:can|could|would) you )?(?:please )?help(?: me| us)?(?: out)?(?: please)?(?: with (?:this|a question|some questions))?|sorry (?:to bother|for (?:the )?(?:trouble|bother|disturbing))(?: you)?|excuse me|please advise|i need (?:your )?help"
    r"|(?:прошу |помогите|помоги)(?: помочь)?(?: пожалуйста)?(?: разобраться)?|извините(?: за беспокойство)?|простите|прошу прощения|нужна (?:ваша )?помощь"
    r"|допоможіть(?: будь ласка)?|перепрошую|вибачте(?: за турботу)?|потрібна (?:ваша )?допомога"
    r"|(?:v[ăa] rog )?(?:s[ăa] )?m[ăa] ajuta[țt]i|ajuta[țt]i-m[ăa]|scuza[țt]i(?: deranjul)?|am nevoie de ajutor(?:ul dvs)?"
)
# What may follow a word of courtesy and belong to it: "… a lot in advance for your help", "… team".
_TAIL_WORDS = """
very much so a lot million again in advance for your the this any kind quick fast prompt help answer answers reply response
support time assistance attention patience to hearing from you hear soon and all everyone everybody team there sir madam
or but colleagues colleague friends folks guys support desk day evening weekend dear mr mrs ms
большое огромное вам тебе за ответ ответы помощь внимание заранее ещё еще раз быстрый оперативный ваш ваше вашу скорый
поддержку терпение коллеги всем друзья команда поддержка господа дорогие уважаемые день дня вечер утро и но
велике дуже вам тобі за відповідь допомогу увагу наперед заздалегідь ще раз швидку вашу вашу підтримку колеги усім всім
друзі команда підтримка панове шановні на і та але
mult frumos mult foarte anticipat dinainte încă o dată pentru răspuns răspunsul ajutor ajutorul atenție atenția sprijin
timp timpul dvs dumneavoastră tuturor echipa echipă colegi stimați dragi prieteni doamnă domnule domnilor rapid promptitudine dar și sau
"""
_TAIL = frozenset(fold(word) for word in _TAIL_WORDS.split())
_OPENS = re.compile(rf"^\W*(?:{_GREETING}|{_THANKS}|{_GOODBYE}|{_HELP})\b", _I)
_SIGNS_OFF = re.compile(rf"^\W*(?:{_GOODBYE})\b", _I)
_THANKS_FIRST = re.compile(rf"^\W*(?:\w+\s+){{0,2}}(?:{_THANKS})\b", _I)
_THANKS_FOR = re.compile(rf"^\W*(?:{_THANKS})(?:\s+\w+){{0,3}}?\s+(?:for|that|за|pentru|c[ăa])\b(?![^.!]*\?)", _I)
_LATE = re.compile(rf"^\W*(?:\w+\s+){{1,2}}(?:{_THANKS})\b", _I)  # "вам спасибо", "ok thanks"
_AGREES = frozenset(
    [
        "ok",
        "okay",
        "great",
        "perfect",
        "understood",
        "super",
        "cool",
        "fine",
        "nice",
        "понятно",
        "ясно",
        "ок",
        "окей",
        "хорошо",
        "отлично",
        "понял",
        "поняла",
        "супер",
        "зрозуміло",
        "добре",
        "чудово",
        "гаразд",
        "ясно",
        "bine",
        "perfect",
        "clar",
        "super",
        "înțeles",
        "inteles",
        "excelent",
    ]
)
_PIECE = re.compile(r"[,.!?;:\n—–]+(?:\s|$)|\s-\s")
_COMMA = re.compile(r"[,!.—–]\s+")
_GAP = re.compile(r"[\s,!:.—–-]*")
_ENDS = re.compile(
    rf"[,;—–-]\s*(?=(?:{_THANKS}|{_GOODBYE})\b[^,]*(?:,\s*[^\W\d_]+)?\W*$)"
    rf"|(?<=\w)\s+(?=(?:{_THANKS})\b[^,]*(?:,\s*[^\W\d_]+)?\W*$)",
    _I,
)
_PLEASE = re.compile(
    r"^\W*(?:please|pls|plz|kindly|if you please|пожалуйста|пожалста|плиз|пж|будьте добры|будь ласка|прошу|будьте ласкаві"
    r"|v[ăa] rog(?: frumos)?|te rog)\b[\s,:—–-]*(?=\w)",
    _I,
)
_LONGEST_NAME = 3  # words of a name after a greeting or a goodbye


def is_courtesy(text: str) -> bool:
    """Whether a sentence only greets, thanks, agrees or says goodbye ("Ok, thanks!", "С уважением, Анна").

    >>> is_courtesy("Большое спасибо заранее!"), is_courtesy("Thanks, it leaks."), is_courtesy("Thanks, how much?")
    (True, False, False)
    """
    if _thanks_for(text):
        return True
    opened = signed = thanked = False
    for piece in _PIECE.split(text):
        said = words(piece)
        opening = _OPENS.match(piece) or _LATE.match(piece)
        if signed and len(said) <= _LONGEST_NAME:
            continue
        if thanked and said and len(said) < _LONGEST_NAME and all(word.text[0].isupper() for word in said):
            continue  # "Thanks a lot, Anna"
        signed, thanked = bool(_SIGNS_OFF.match(piece)), bool(_THANKS_FIRST.match(piece))
        agrees = all(fold(word.text) in _AGREES or _belongs(word.text) for word in said)
        if not agrees and not (opening and all(_belongs(word.text) for word in words(piece[opening.end() :]))):
            return False
        opened = (
            opened or bool(opening) or any(fold(word.text) in POLITE or fold(word.text) in _AGREES for word in said)
        )
    return opened


def courteous_head(text: str) -> int:
    """Length of the courtesy before what a sentence says ("Hello Anna, ", "Thanks, but "); 0 when it begins at once."""
    comma = _COMMA.search(text)
    if comma and comma.end() < len(text) and _greets(text[: comma.start()]):
        return comma.end()
    opening = _OPENS.match(text)
    if not opening:
        return 0
    end = opening.end()
    for word in words(text[end:]):
        if not _belongs(word.text) or QUESTION_WORD.fullmatch(word.text):
            break
        end = opening.end() + word.span.end
    rest = _GAP.match(text, end)
    end = rest.end() if rest else end
    asks = end < len(text) and any(p.match(text[end:]) for p in (STARTS_ASKING, STARTS_YES_NO, REQUEST, WANTS_TO_KNOW))
    return end if asks else 0


def _greets(text: str) -> bool:
    """A greeting with a name, or any other courtesy, before a comma."""
    opening = _OPENS.match(text)
    if not opening:
        return is_courtesy(text)
    between = words(text[opening.end() :])
    return is_courtesy(text) or (
        len(between) <= _LONGEST_NAME and all(word.text[0].isupper() or _belongs(word.text) for word in between)
    )


def courteous_tail(text: str) -> int:
    """Where the courtesy after what a sentence says begins (", thanks in advance"); the length of the text when nowhere."""
    for found in _ENDS.finditer(text):
        if words(text[: found.start()]) and is_courtesy(text[found.end() :].rstrip(" ?")):
            return found.start()
    return len(text)


def please(text: str) -> int:
    """Length of "please, " at the start; 0 when there is none."""
    match = _PLEASE.match(text)
    return match.end() if match else 0


def without_courtesy(text: str) -> Span:
    """What a sentence says between its courtesies.

    >>> text = "Доброго дня, скільки коштує доставка, дякую!"
    >>> without_courtesy(text).of(text)
    'скільки коштує доставка'
    """
    start, end = 0, courteous_tail(text)
    for _ in range(3):  # "Hello, thank you, please …"
        step = courteous_head(text[start:end]) or please(text[start:end])
        if not step or not words(text[start + step : end]):
            break
        start += step
    return Span(start, end)


def _belongs(word: str) -> bool:
    return fold(word) in _TAIL or fold(word) in POLITE


def _thanks_for(text: str) -> bool:
    """ "Thank you for sending the form so quickly.": what is thanked for is no question."""
    match = _THANKS_FOR.match(text)
    return bool(match and not _COMMA.search(text.rstrip(" .!"), match.end()))
