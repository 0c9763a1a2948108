"""Where does a sentence end? razdel proposes, rules of ours join what it cut at abbreviations, numbers and list marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from opora.domain.place import Span
from opora.language.initials import OPENING, WINDOW, letters_end
from opora.language.lemmas import is_known
from opora.language.proposals import proposed_ends
from opora.language.stops import LOWER as _LOWER
from opora.language.stops import UPPER as _UPPER
from opora.language.stops import last_sure_end, may_end, short_words, sure_ends

_START = r"(?:^|[\s(«„“\"'\[/–—-])"
# Followed by a number, a sign or a small letter these do not end a sentence.
_SHORT = re.compile(
    _START
    + r"(?:пп?|ппп|ст|ч|стр|стор|с|абз|табл|рис|мал|илл?|прил|дод|разд|розд|гл|см|див|ср|пор|напр|тыс|тис|млн|млрд|"
    r"трлн|руб|коп|грн|долл?|дол|євро|экз|екз|шт|кг|км|м|мм|гг?|рр?|вв?|ст|мес|міс|нед|тиж|мин|сек|хв|час|дн|кв|"
    r"ул|вул|пр|просп|бул|наб|пл|пер|пров|д|буд|корп|обл|р-н|оф|эт|пов|под|тел|факс|доб|эл|ред|изм|зм|утв|затв|в|"
    r"т|др|ін|пр|proc|art|arta|alin|pct|pag|lit|nr|cap|sect|anex|tab|fig|ex|vol|ed|tel|str|bd|et|ap|sc|bl|lei|mil|"
    r"no|nos|sec|secs|par|paras?|cl|ch|chap|app|approx|est|min|max|avg|pp?|eq|ref|dept|ext|incl|excl|vs|cf|al|etc|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|янв|февр?|апр|авг|сент?|окт|нояб?|дек|січ|лют|бер|квіт|трав|черв|"
    r"лип|серп|вер|жовт|лист|груд|ian|febr|mart|iun|iul|noi|noiem|"
    r"подп|підп|вкл|искл|макс|экв|ед|уп|согл|прилож|прим|мкр|пос|дер|пом|каб|лит|моб|прибл|ок|бульв|порівн|крб|од|заст|зам|"
    r"subsect|jud|mun|com|loc|cca|aprox|of|mld|arts|pt|figs|exh|sched|ibid|regs?|ave|blvd|rd|fax|apt|ste|bldg|rm|tues?|thurs?|fri|"
    r"(?<!\d)\d{1,2}\s?год|мін|бл|secț|trim|tbls?|qtr|attn|int|yrs?|ver|înreg|reg|ec|mos|hrs?|wks?|дог|cir|supp|ct|"
    r"e\.\s?g|i\.\s?e|a\.\s?m|p\.\s?m|т\.\s?е|т\.\s?д|т\.\s?п|т\.\s?к|т\.\s?н|т\.\s?ч|т\.\s?ін|и\.\s?о|в\.\s?о|"
    r"н\.\s?э|ф\.\s?и\.\s?о|с\.\s?г|ş\.\s?a|ș\.\s?a|d\.\s?hr|î\.\s?hr|р\.\s?х)\.$",
    re.IGNORECASE,
)
# These go before a name or a place, so a capital letter does not begin a sentence either.
_TITLE = re.compile(
    _START
    + r"(?:dl|dna|sc|bl|dlui|dnei|dr|mr|mrs|ms|messrs|prof|ing|av|st|sf|gen|col|lt|capt|sgt|rev|hon|gov|sen|rep|str|bd|calea|"
    r"fig|art|nr|no|sec|cap|им|ім|пгт|смт|ул|вул|г|м|обл|просп|наб|пер|пл|гр|тов|проф|акад|доц|ген|полк|канд|инж|г-н|г-жа|п|"
    r"пп|ст|ч|см|див|напр|рис|табл|прил|разд|гл|т\.\s?е|т\.\s?н|т\.\s?к|т\.\s?ч|т\.\s?зв|e\.\s?g|i\.\s?e|cf|vs|д|"
    r"мл|пані|пан|тел|ред|зам|заст|отв|исп|подп|рег|мкр|пос|дер|респ|mun|jud|com|loc|dra|conf|acad|gh|șt|şt|v|excl|incl|"
    r"дир|нач|рук|кер|treas|soc|mgr|attn|approx)\.$",
    re.IGNORECASE,
)
# A firm's ending, or a word that may end a sentence: joined only when a small letter or a digit follows.
_FIRM = re.compile(
    _START
    + r"(?:inc|ltd|co|corp|llc|plc|jr|sr|bros|ins|mfg|assn|gmbh|s\.\s?r\.\s?l|s\.\s?a|l\.\s?p|u\.\s?s|u\.\s?k)\.$",
    re.IGNORECASE,
)
_INITIAL = re.compile(rf"(?:^|[\s(«„“\"'.])(?:[{_UPPER}]\.[ \u00a0]?)*(?<![{_UPPER}{_LOWER}])[{_UPPER}]\.$")
# A part of a document: a letter or a Roman number behind it is its name.
_PART = re.compile(
    _START
    + r"(?:secs?|arts?|paras?|cl|ch|vol|exh|sched|figs?|tab|app|cap|sect|secț|trim|pct|lit|alin|anex|разд|розд|гл|прил|дод|табл|рис|"
    r"пп?|ст|ч|подп|підп|лит)\.$",
    re.IGNORECASE,
)
_PART_NAME = re.compile(rf"[(«\"]?(?:[IVXLC]{{1,5}}|[{_UPPER}])(?![\w'’-]|\s[{_LOWER}]+\b.{{0,3}}$)")
# Square metres end a sentence where the abbreviation of a town goes before its name.
_UNIT = re.compile(r"(?:(?<!\w)(?:кв|куб|пог)\.?\s?|\d\s?)м\.$|\d(?:-\w{1,3})?\s?(?:ч|гр|дн?)\.$", re.IGNORECASE)
# "and so on": ends a sentence when a capital letter follows.
_AND_SO_ON = re.compile(
    r"(?:т\.\s?[дп]|\bи др|\bи пр|\bта ін|\bтощо|\bт\.\s?ін|\betc|ș\.\s?a|ş\.\s?a)\.$", re.IGNORECASE
)
_OPENER = (
    r"(?:How|What|When|Where|Why|Who|The|This|That|These|It|He|She|We|They|You|I|In|On|At|If|But|And|For|No|Our|Your)\b"
)
_LETTERS_THEN_OPENER = re.compile(_OPENER)
_YEAR = re.compile(
    r"(?:\d(?:-[а-яё]{1,2})?\s?(?:гг?|рр?|р\.\s?н|г\.\s?[рв]|в|ст)|\b[IVX]{1,5}\s(?:вв?|ст))\.$", re.IGNORECASE
)
# "the nineties of the 20th century", "dollars of the USA": the capital goes on with what the short word began.
_GOES_ON = re.compile(r"[IVX]{1,5}\s?(?:вв?\.|ст\.|век|стол)")
_DOLLARS, _OF_THE_USA = re.compile(r"\b(?:долл?|dol)\.$", re.IGNORECASE), re.compile(r"(?:США|SUA)\b")
_FIRM_GOES_ON = re.compile(r"(?:Ltd|Inc|LLC|LLP|PLC|plc|Corp|KG|KGaA|GmbH|Pte|Pty|S\.A)\b")
# Letters with full stops that are a word and no one's initials.
_CLIPPED = re.compile(
    rf"(?:^|[\s(«„“\".]|\.-)(?P<word>[{_LOWER}]{{1,6}}|[{_UPPER}][bcdfghj-np-tv-zбвгджзк-нп-тф-щ]{{1,5}})\.$"
)
_VOWEL = re.compile("[aeiouyаеёиоуыэюяіїєăâî]")
_WORD_OF_LETTERS = re.compile(r"(?<![\w.])T\.\s?V\.\s?A\.$")
_LETTER = re.compile(rf"[{_UPPER}]\.")
_ONLY_NO = re.compile(r"No\.")
_CAPITAL_WORD = re.compile(r"[A-Z][a-z]+\b")
# "at 5 p.m. Eastern Time": a zone or days go with the hour.
_HOUR = re.compile(r"\d\s?[ap]\.\s?m\.$", re.IGNORECASE)
_DAY = r"(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Satur|Sat|Sun)(?:day|\.)?s?)"
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
_HOUR_GOES_ON = re.compile(
    r"(?:[A-Z][A-Za-z]+\s){1,3}?[Tt]ime\b|(?:GMT|UTC|[ECMPA][SD]?T|BST|CES?T|EES?T|MSK|WES?T|Z)\b"
    rf"|{_DAY}(?:\s(?:through|thru|to|and|or|until)\b|[,.–—/-]|\s[–—-]|$|\s{_MONTH}\s\d)|{_MONTH}\s\d"
)
# One short word behind another: "гл. бух. Иванова", "dir. gen. Pop", "Mutual Ins. Co."
_CHAIN = re.compile(
    r"(?:^|[\s(«„“\"])(?:гл|зам|заст|ген|ст|мл|нач|исп|техн|вед|пом|фин|фін|ком|dir|șef|ing|econ|cont|asst|exec|sr|jr|vice)\.\s"
    rf"(?:[{_LOWER}]{{2,6}}\.\s)?[{_LOWER}]{{2,6}}\.$|\bdir\.\s?(?:ec|gen|ex)\.$",
    re.IGNORECASE,
)
_FIRST_OF_FIRM = re.compile(r"(?:^|\s)(?:[A-Z][a-z]{1,6}|&\s\w+)\.$")
_NAME_WITH_INITIAL = re.compile(rf"[{_UPPER}][{_LOWER}]+[ \u00a0][{_UPPER}]\.")
_FIRM_ENDS = re.compile(r"(?:Cos?|Corp|Inc|Ltd|Assn|Assoc|Bros|Ins|Mfg|LLC|LLP|Plc|PLC)\b\.?")
_TOWN = re.compile(r"[A-Z][a-z]+,")
_STREET = re.compile(r"[A-Z][a-z]+ (?:St|Ave|Rd|Blvd|Dr|Ln|Ct)\.$")
_MARK = re.compile(
    rf"^\W*(?:\d{{1,3}}(?:\.\d{{1,3}})*[.)]|[{_UPPER}{_LOWER}]{{1}}[.)]|[IVXLC]{{1,5}}[.)]|(?:п|ст|art|nr|sec|§)\.?\s?\d+(?:\.\d+)*\.)$",
    re.IGNORECASE,
)
# All that stands there is when something was: no sentence yet.
_WHEN = re.compile(
    r"(?:(?:в|во|с|со|к|до|после|от|на|за|по|у|із|з|від|після|în|din|la|in|of|since|by)\s)?(?:\w+\s)?\d{4}"
    r"(?:\s?[-–—]\s?\d{2,4})?\s?(?:гг?|рр?)\.$",
    re.IGNORECASE,
)
_SMILE = re.compile(r"[:;=]-?[()]{1,3}$")
_SPACED_DOTS = re.compile(r"[^\s.] \. \. \.$")
_SPEECH_GOES_ON = re.compile(r"[–—-]\s")
_LIST_MARK = re.compile(r"(?:•\s)?(?P<mark>\d{1,2}|[a-zа-я])(?P<close>\.\)|\)|\.)\s")
_BULLET = re.compile(r"\s(?=[•▪◦]\s)")
_SMALL_NEXT = re.compile(rf"^[«„“\"'(\[–—-]*\s*[{_LOWER}]")
_NUMBER_NEXT = re.compile(r"^[(\[]?(?:[№§#$€£₽₴%]|[+]?\(?\d)")
_CAPITAL_NEXT = re.compile(rf"^[«„“\"']?[{_UPPER}]")
_YEAR_THEN_CAPITAL = re.compile(rf"\d{{4}}\s?(?:гг?|рр?|року|г\.)\.?(?<=\.)\s+(?=[{_UPPER}])")
_AND_SO_ON_THEN_CAPITAL = re.compile(rf"\b(?:и\s(?:др|проч|пр)|та\sін|etc)\.\s+(?=[«„“\"]?[{_UPPER}])")
_CENTURY_OR_BRACKET = re.compile(rf"(?:\b[IVX]{{1,5}}\sвв?|\d{{4}}\))\.\s+(?=[«„“\"]?[{_UPPER}])")
_MISSED = (
    re.compile(rf"\bT\.V\.A\.\s+(?=[«„“\"]?[{_UPPER}])"),
    re.compile(rf"(?<=\s)\d{{1,4}}[{_UPPER}{_LOWER}]\.\s+(?=[«„“\"]?[{_UPPER}])"),
    _YEAR_THEN_CAPITAL,
    _AND_SO_ON_THEN_CAPITAL,
    _CENTURY_OR_BRACKET,
    re.compile(rf"\b[A-Z]\.[A-Z]\.\s+(?={_OPENER})"),
    re.compile(r"^No\.\s+(?=[A-Z][a-z]+\b)"),
    re.compile(rf"\d(?:-\w{{1,3}})?\s?(?:ч|гр|г\.\s?р|р\.\s?н)\.\s+(?=[«„“\"]?[{_UPPER}])"),
    re.compile(rf"\d\s?[гм]\.\s+(?={OPENING.pattern})"),
)
_LEADING_NUMBER = re.compile(rf"\d+(?:[ .-]\d+)*\.\s+(?=[«„“\"]?[{_UPPER}])")
_CLOSE = 12  # characters: no match of these is longer
_STOP_THEN_CAPITAL = re.compile(rf"\.\s+(?=[«„“\"]?[{_UPPER}])")  # without one none of the above can match
BREAK = re.compile(
    r"[\n\t\x0b\x0c\u2029](?:(?<=\n)[ \t\r\f\v\u00a0]*\n\s*|(?<=[\t\x0b\x0c\u2029])[\t\x0b\x0c\u2029]*"
    r"|(?<=\n)(?=\s*(?:[-–—•*·▪◦‣]\s|\d{1,3}(?:\.\d{1,3})*[.)]?\s|[^\W\d_][.)]\s|\|)))"
)
_COUNTED = re.compile(
    r"\b(?:clauses?|sections?|articles?|annex(?:es)?|appendix|schedule|chapters?|paragraphs?|parts?|pages?|tables?|figures?|"
    r"and|or|to|версия|version|пункт\w*|подпункт\w*|стать\w*|раздел\w*|глав\w*|част\w*|приложени\w*|"
    r"таблиц\w*|стать\w*|статт\w*|розділ\w*|додат\w*|и|или|по|до|та|або|articol\w*|punct\w*|capitol\w*|anexa|tabel\w*|și|sau|"
    r"la|nr\.?|no\.?|№|п\.|ст\.|art\.|pct\.|sec\.)$",
    re.IGNORECASE,
)
# Groups of thousands that a line or a page broke: whether the full stop ends a sentence, nobody can tell.
_HALF_NUMBER = re.compile(r"(?:^|(?P<before>\S+)\s+)[(«„“\"]?[$€£₽₴]?[1-9]\d{0,2}(?:\.\d{3})*\.$")
_OTHER_HALF = re.compile(rf"\d{{3}}\s+(?:[{_LOWER}]|[$€£₽₴%])")
_ENDS = frozenset('.!?…;:»")”')
_LONG_WORD = re.compile(r"[^\W\d_]{9}\.$")  # longer than every abbreviation above


def sentences(text: str) -> list[Span]:
    """Sentences in order, trimmed, as spans of ``text``; together they hold everything but white space.

    Blank lines, tabs and lines that open a list item always end one.

    >>> [s.of("См. п. 4.2. Срок — 14 дн. с даты") for s in sentences("См. п. 4.2. Срок — 14 дн. с даты")]
    ['См. п. 4.2.', 'Срок — 14 дн. с даты']
    """
    found: list[Span] = []
    start = 0
    for gap in BREAK.finditer(text):
        _one_part(text, start, gap.start(), found)
        start = gap.end()
    _one_part(text, start, len(text), found)
    return found


def surely_ends(text: str, start: int, end: int) -> Iterator[int]:
    """Some of the places in ``text[start:end]`` where a sentence ends, found without a look at the rest, in order."""
    return sure_ends(text, start, end, _shorts())


def surely_last(text: str, start: int, end: int, most: int) -> int | None:
    """The last of ``surely_ends`` at or before ``most``."""
    return last_sure_end(text, start, end, _shorts(), most)


def surely_goes_on(text: str, start: int, end: int) -> bool:
    """Whether no sentence ends inside ``text[start:end]``; what ends with it does not count."""
    return not may_end(text, start, end) and not BREAK.search(text, start, end)


def _one_part(text: str, start: int, end: int, found: list[Span]) -> None:
    part = text[start:end]
    if not part.strip():
        return
    cuts = [start, *(start + cut for cut in _items(part)), end]
    for low, high in pairwise(cuts):
        _proposed(text, low, high, found)


def _items(part: str) -> list[int]:
    """Where the items of a list that was typed on one line begin: "1. Name 2. Date", "a) … b) …", "• … • …"."""
    if part.startswith(("•", "▪", "◦")):
        return [gap.end() for gap in _BULLET.finditer(part)]
    mark = _LIST_MARK.match(part)
    if mark is None:
        return []
    cuts: list[int] = []
    number, at = mark["mark"], mark.end()
    while True:
        number = str(int(number) + 1) if number.isdigit() else chr(ord(number) + 1)
        follows = re.compile(rf"\s(?={re.escape(number + mark['close'])}\s[«\"(]?[{_UPPER}\d])").search(part, at)
        if follows is None or not _closes(part, at, follows.start()):
            return cuts
        cuts.append(follows.end())
        at = follows.end() + len(number + mark["close"])


def _closes(part: str, low: int, high: int) -> bool:
    """Whether words stand before the next mark, the last of them none that a number belongs to ("clause 2.")."""
    before = part[low:high].rstrip()
    word = re.search(r"[^\W\d_]{2,}[.;,!?)»\"]*$", before)
    return word is not None and not _COUNTED.search(before)


def _proposed(text: str, start: int, end: int, found: list[Span]) -> None:
    at = start
    for cut in surely_ends(text, start, end):
        _settled(text, at, cut, found)
        at = cut
    _settled(text, at, end, found)


@cache
def _shorts() -> frozenset[str]:
    patterns = (_SHORT, _TITLE, _FIRM, _PART, _UNIT, _AND_SO_ON, _YEAR, _DOLLARS, _STREET)
    return short_words(*(one.pattern for one in patterns))


def _settled(text: str, start: int, end: int, found: list[Span]) -> None:
    whole = _trimmed(text, start, end)
    if not may_end(text, whole.start, whole.end):
        found.append(whole)
        return
    part = text[start:end]
    first = len(found)
    for proposed in pairwise((0, *proposed_ends(part), len(part))):
        bare = _trimmed(part, *proposed)
        for low, high in _halves(part, bare.start, bare.end):
            one = _trimmed(text, start + low, start + high)
            if len(found) > first and _belongs(text, found[-1], one):
                found[-1] = Span(found[-1].start, one.end)
            elif len(one):
                found.append(one)


def _halves(part: str, low: int, high: int) -> list[tuple[int, int]]:
    """Cuts that razdel never makes: after ``2026 г.``, after a number it took for a list mark, after ``U.S.``."""
    cuts = [gap.end() for gap in _STOP_THEN_CAPITAL.finditer(part, low, high) if _is_missed(part, low, high, gap)]
    if not cuts and not part[low : low + 1].isdigit():
        return [(low, high)]
    mark = _LEADING_NUMBER.match(part, low, high)
    if mark:
        cuts.append(mark.end())
    return list(pairwise([low, *sorted(set(cuts)), high]))


def _is_missed(part: str, low: int, high: int, gap: re.Match[str]) -> bool:
    """All that tells such a cut stands close to it."""
    if _LETTER.search(part, max(low, gap.start() - 1), gap.start() + 1) and letters_end(
        part[max(0, gap.start() + 1 - WINDOW) : gap.start() + 1], part[gap.end() : gap.end() + 24]
    ):
        return True
    start, end = max(low, gap.start() - _CLOSE), min(high, gap.end() + _CLOSE)
    return any(found.end() == gap.end() for border in _MISSED for found in border.finditer(part, start, end))


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)


def _belongs(text: str, before: Span, after: Span) -> bool:
    """Whether the cut between two proposed sentences is none."""
    if before.end - before.start <= 14 and _MARK.match(text[before.start : before.end]):
        return True
    last = text[before.end - 1]
    if _SPEECH_GOES_ON.match(text, after.start) and _is_open(text, before):
        return True
    if last not in _ENDS and not _SMILE.search(text, max(before.start, before.end - 5), before.end):
        return "\n" not in text[before.end : after.start]
    if last != ".":
        return False
    right = text[after.start : after.start + 40]
    if _SPACED_DOTS.search(text, max(before.start, before.end - 12), before.end):
        return True
    if len(before) <= 40 and _WHEN.fullmatch(text, before.start, before.end):
        return True
    if _SMALL_NEXT.match(right):
        return True
    if right.startswith("(") and _short_before_bracket(text[max(before.start, before.end - 24) : before.end]):
        return True
    if _OTHER_HALF.match(right) and _half_number(text[max(before.start, before.end - 40) : before.end]):
        return True
    capital, number = bool(_CAPITAL_NEXT.match(right)), bool(_NUMBER_NEXT.match(right))
    if not (capital or number) or _LONG_WORD.search(text, max(before.start, before.end - 10), before.end):
        return False
    letter = capital and _LETTER.search(text, before.end - 2, before.end)
    if letter and letters_end(text[max(before.start, before.end - WINDOW) : before.end], right):
        return False
    if _ONLY_NO.fullmatch(text, before.start, before.end) and _CAPITAL_WORD.match(right):
        return False
    # longer than any of these endings, so that no word cut in two is taken for one
    return _short_before(text[max(before.start, before.end - 24) : before.end], right, capital, number)


def _short_before_bracket(left: str) -> bool:
    return bool(_SHORT.search(left)) and not (_AND_SO_ON.search(left) or _YEAR.search(left))


def _half_number(left: str) -> bool:
    """Whether ``48.`` may go on with the group behind it: a number that names a part ("clause 48.") is whole."""
    half = _HALF_NUMBER.search(left)
    return half is not None and not (half["before"] and _COUNTED.search(half["before"]))


def _is_open(text: str, before: Span) -> bool:
    """Whether a quotation that begins in this sentence is not closed in it."""
    quoted = before.of(text)
    return quoted.count("«") > quoted.count("»")


def _unknown(left: str, right: str) -> bool:
    """Whether a number follows a word that no dictionary has, as the clerks of one office shorten it."""
    found = _CLIPPED.search(left)
    if found is None:
        return False
    word = found["word"].lower()
    return (
        right[0] in "№#" or not _VOWEL.search(word) or not any(is_known(word, one) for one in ("ru", "uk", "ro", "en"))
    )


def _short_before(left: str, right: str, capital: bool, number: bool) -> bool:
    """Whether the full stop at the end of ``left`` belongs to an abbreviation that goes before a capital or a number."""
    if _DOLLARS.search(left) and _OF_THE_USA.match(right):
        return True
    if capital and (_YEAR.search(left) or _AND_SO_ON.search(left)):
        return bool(_GOES_ON.match(right))
    if _WORD_OF_LETTERS.search(left):
        return False
    if _STREET.search(left) and _TOWN.match(right):
        return True
    if _HOUR.search(left) and _HOUR_GOES_ON.match(right):
        return True
    if _NAME_WITH_INITIAL.match(right) and _CLIPPED.search(left) and _unknown(left, right):
        return True
    if _CHAIN.search(left) or (_FIRST_OF_FIRM.search(left) and _FIRM_ENDS.match(right)):
        return True
    if capital and (_UNIT.search(left) or (_STREET.search(left) and _LETTERS_THEN_OPENER.match(right))):
        return False
    if number and (_SHORT.search(left) or _unknown(left, right)):
        return True
    if capital and _PART.search(left) and _PART_NAME.match(right):
        return True
    if _TITLE.search(left):
        return True
    if _FIRM.search(left):
        return number or bool(_FIRM_GOES_ON.match(right))
    if _LETTERS_THEN_OPENER.match(right) and re.search(r"\w\.\w\.$", left):
        return False
    return capital and bool(_INITIAL.search(left))
