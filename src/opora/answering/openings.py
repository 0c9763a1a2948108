"""With which words does a question begin, and which words only lead up to it?"""

from __future__ import annotations

import re

_I = re.IGNORECASE

# These ask wherever they stand ...
_STRONG = (
    r"how (?:much|many|long|often|far|old|big|large|high|fast|do|does|did|is|are|can|could|should|would|was|were)|what|whose|why|for whom"
    r"|whats|wat|wich|whitch|how mu?ch|с?колько|скока|скоко|сколко|сколка|скольки\w*|скольким\w*|почем[уы]|зачем|какой|какая|какое|какие|какого|какую|каком|каким|какому|каких|какими|каков|какова|каковы|каково"
    r"|чей|чья|чьё|чье|чьи|чьего|чьей|чьим|чьих|насколько"
    r"|скільки|скильки|скількох|чому|навіщо|наскільки|який|яка|яке|які|якого|якої|якому|яку|якою|якім|яким|яких|якими|чий|чия|чиє|чиї"
    r"|cât|cat|cit|câte|cate|câți|cati|câtă|câtor|de ce|cărei|cărui|căror"
)
# ... these also tie a clause to what stands before it.
_WEAK = (
    r"when|where|who|whom|which|how"
    r"|wen|wher|hwo|что|чего|чему|чём|чем|чо|шо|когда|када|кагда|где|куда|откуда|кто|кого|кому|кем|как"
    r"|котором часу|котрі[йм]|котрої|котра година"
    r"|що|чого|чим|коли|де|куди|звідки|хто|кого|кому|ким|як"
    r"|ce|când|cand|cind|unde|cine|cui|care|cum"
)
# "какой-то", "хто-небудь", "будь-який" ask nothing.
_INDEFINITE = r"\b(?!-(?:то|нибудь|либо|небудь)\b)"
_ANY = rf"(?<!-)(?:{_STRONG}|{_WEAK}){_INDEFINITE}"
QUESTION_WORD = re.compile(rf"\b{_ANY}", _I)
STRONG = re.compile(rf"\b(?<!-)(?:{_STRONG}){_INDEFINITE}", _I)
_PREPOSITION = (
    r"(?:for|to|in|into|at|by|on|from|of|with|within|under|after|before|during|since|until|till|up to|as of|about|around|through|against|between|along with|according to|per|via|over"
    r"|в|во|на|за|по|до|с|со|из|от|для|к|ко|о|об|у|при|под|над|перед|после|через|между|против|без|около|ради|с помощью|вплоть до"
    r"|з|із|зі|від|про|біля|після|під|від|серед|щодо|поза|над|між|проти"
    r"|în|in|la|pe|de|cu|pentru|din|dintre|prin|după|dupa|până la|pana la|până în|până|pana|despre|sub|către|spre|între|de la|împotriva|conform)"
)
_FORE = (
    rf"(?:{_PREPOSITION}\s+)?"
    r"(?:(?:approximately|about|exactly|roughly|примерно|именно|точно|приблизно|саме|aproximativ|cam|exact)\s+)?"
    # "в честь кого", "в виде чего", "на підставі якого"
    r"(?:(?<=\s)[а-яіїє]{3,}\s+(?=(?:кого|чего|каких|какого|какой|чьего|якого|якої|яких|чого)\b))?"
)
_BE = r"(?:can|could|is|are|was|were|do|does|did|will|would|may|must|should|has|have|had)"
_CLITIC = r"(?:(?:îl|o|îi|le|mă|mi|ne|vă|se|nu|își|imi|îmi|îți|iti)\s+){0,2}"
_ROMANIAN = (
    r"(?:pot|poți|poate|putem|puteți|se poate|este|sunt|e|există|exista|trebuie|am voie|am dreptul|acoperă|acopera|primesc|primim|include|includ|"
    r"funcționează|functioneaza|lucrează|lucreaza|livrați|livrati|aveți|aveti|oferiți|oferiti|acceptați|acceptati|plătesc|platesc|merge|necesită|rămâne)"
)
AUX = (
    rf"(?:{_BE}\s+(?!(?:only|also|not|been|be|being|\w+ed|made|sold|held|known|given|taken|paid|built|used|sent|kept|lost)\b)(?=\w)|(?:[^\W\d_]{{2,}})\s+ли\b"
    rf"|(?:чи)\s+(?=\w)|(?:можно|можна)\s+(?=\w)|{_CLITIC}(?:pot|poți|poate|putem|puteți|este|sunt|există|exista|trebuie|am voie|am dreptul)\s+(?=\w))"
)
# "Aveți livrare …": asks where a question mark, or a second question, says so.
ROMANIAN_YES_NO = re.compile(rf"^\W*{_CLITIC}{_ROMANIAN}\s+\w", _I)
# Asking without a question word: "name the winner", "назовите победителя".
_REQUEST = (
    r"(?:name|list|say|mention|clarify|confirm|describe|explain|give|compare|state|identify|specify|tell me|let me know|show|"
    r"назови(?:те)?|перечисли(?:те)?|опиши(?:те)?|объясни(?:те)?|сравни(?:те)?|укажи(?:те)?|поясни(?:те)?|дай(?:те)?|расскажи(?:те)?|"
    r"назв(?:и|іть)|переліч(?:и|іть)|опиш(?:и|іть)|поясн(?:и|іть)|порівняй(?:те)?|вкаж(?:и|іть)|розкаж(?:и|іть)|"
    r"numiți|numește|enumerați|enumeră|descrieți|descrie|explicați|explică|comparați|compară|menționați|indicați|precizați|arătați)"
)
_KNOW = (
    r"(?:i(?:'d| would)? (?:like|want|need) to (?:know|find out)|(?:please |can you |could you )*tell me|let me know|(?:i )?need(?: to know)?(?= (?:the )?(?:price|term|cost))|interested in"
    r"|(?:я )?(?:хочу|хотел(?:а|и)? бы|хотим) (?:узнать|знать|уточнить|понять)|(?:меня )?интересу[ею]т|подскажите|подскажи|скажите|сообщите|уточните|можете (?:подсказать|сказать)"
    r"|(?:я )?(?:хочу|хочемо|хотіл[аи]? б|хотів би) (?:дізнатися|знати|уточнити)|(?:мене )?цікавить|(?:мене )?цікавлять|підкажіть|скажіть|повідомте|уточніть"
    r"|(?:aș|as) (?:dori|vrea) să (?:știu|stiu|aflu)|vreau să (?:știu|aflu)|mă interesează|ma intereseaza|(?:v[ăa] rog )?(?:pute[țt]i )?s[ăa](?:-mi| îmi| imi) (?:spune[țt]i|comunica[țt]i)|spuneți-mi|spuneti-mi|spune-mi|comunicați-mi|îmi pute[țt]i spune|îmi poți spune)"
)
_WANT = r"(?:i (?:want|need|would like)|looking for|хочу|хотел(?:а|и)? бы|хотим|нужн[аоы]|нужен|прошу|хочемо|хотіл[аи]? б|потрібн[аоі]|потрібен|vreau|aș dori|as dori|dorim|doresc|am nevoie)"
REQUEST = re.compile(rf"^\W*{_REQUEST}\b", _I)
WANT = re.compile(rf"\b{_WANT}\b", _I)
WANTS_TO_KNOW = re.compile(rf"^\W*(?:{_KNOW})\b[\s:,—–-]*(?=\w)", _I)
# "I want to know about the warranty. How long is it?": a topic, when questions follow.
TOPIC = re.compile(rf"^\W*(?:{_KNOW})\s+(?:about|про|о|об|насчёт|насчет|despre|щодо)\b", _I)
STARTS_YES_NO = re.compile(rf"^\W*{AUX}", _I)
STARTS_ASKING = re.compile(rf"^\W*{_FORE}{_ANY}", _I)

_AND = r"(?:and also|and|as well as|а также|и ещё|и еще|и|а|та|і ще|і|й|а також|și|si|iar|precum și|dar|plus|also)"
_IF_SO = r"(?:(?:if (?:so|yes|not)|если (?:да|так|нет)|якщо (?:так|да|ні)|dac[ăa] (?:da|nu))\b\s*,?\s*(?:то\s+|then\s+|atunci\s+)?)?"
IF_SO = re.compile(_IF_SO.removesuffix("?"), _I)
_JOINT = rf"(?:\s*,\s*|\s+){_AND}\s*[,:]?\s+{_IF_SO}"
SECOND_QUESTION = re.compile(rf"{_JOINT}(?={_FORE}{_ANY})", _I)
SECOND_YES_NO = re.compile(
    rf"{_JOINT}(?={AUX}|{_CLITIC}{_ROMANIAN}\s+\w|whether\s|dac[ăa] (?:pot|se poate|este|sunt|trebuie|există|exista)\s)"
    r"|\s*,\s*(?=[^\W\d_]{2,}\s+ли\b|чи (?:можна|є|потрібно|\w{2,}(?:є|ть|ться|но|то))\b|(?:can|do|is|are) (?:i|we|you|it|there)\b)",
    _I,
)
# "…, care a debutat în 1980", "…, după cum …" tell more of a thing.
_RELATIVE = rf"(?:{_FORE}care\s+(?:(?:a|au|s-a|s-au)\s+(?!fost\b)|(?:se|îl|îi|o|le|nu|va|vor|poate|pot|i-a|l-a)\s)|după cum\b|așa cum\b|după ce\b)"
_FRONTING = (
    r"(?:when(?! (?:can|could|is|are|was|were|do|does|did|will|would|may|must|should|has|have|had)\b)(?=(?: \w+){3})|under|along with|besides|based on|according to|during|after|before|following|despite|because of|apart from|except for|if|once|as of|as part of"
    r"|исходя из|согласно|если|после|во время|в случае|при|по мнению|помимо|кроме|в соответствии с|с учётом|с учетом"
    r"|згідно|якщо|після|під час|у разі|в разі|за умови|крім|окрім|відповідно до|на думку"
    r"|conform|după|dupa|dacă|daca|în cazul|în timpul|potrivit|în afară de|pe lângă|având în vedere)"
)
# "… and under the Team plan, how many?": what stands before the comma belongs to the question after it.
FRONTED = re.compile(
    rf"(?:{_JOINT}|\s*,\s*)(?!if (?:so|yes|not|any|needed|necessary|possible|applicable)\b|если (?:да|так|нет)\b|якщо (?:так|да|ні)\b|dac[ăa] (?:da|nu)\b)"
    rf"(?=(?:{_FRONTING}\b[^,?;]{{2,120}}|{_PREPOSITION}\s(?:[^\s,?;]+\s){{2,9}}[^\s,?;]+|{_PREPOSITION}\s(?:the )?(?:year )?\d{{4}})(?P<comma>),\s*(?!{_RELATIVE})(?:{_FORE}{_ANY}|{AUX}))",
    _I,
)
SECOND_REQUEST = re.compile(rf"(?:{_JOINT}|\s*,\s*)(?=(?:{_REQUEST}|{_KNOW})\s)", _I)
COMMA_QUESTION = re.compile(
    rf"\s*,\s*(?={_FORE}(?:how (?:much|many|long|often|do|does|can)|what|who (?:is|was)|(?:when|where|how|which \w+) {_BE}"
    r"|с?колько|какой|какая|какое|какие|какова|каков|какую|какого|каким|каком|каких|кто|почему|зачем|скільки|який|яка|яке|які|яку|якого|якому|якої|хто|чому"
    r"|cât|câte|câți|câtă|cine|de ce)\b)",
    _I,
)
# "What is the fee, is water included and how much is power": before the last joint.
COMMA_YES_NO = re.compile(
    rf"\s*,\s*(?=(?:{_BE}\s+(?!(?:only|also|not|been|be|being|\w+ed|made|held|known|given|paid|used|sent|kept)\b)\w|[^\W\d_]{{2,}}\s+ли\b|чи\s+\w|можно\s|можна\s))",
    _I,
)
# "La ce oră încep cursurile și se poartă uniformă": after a question without "se" it is asked whether.
SECOND_SE = re.compile(r"(?:\s*,\s*|\s+)(?:și|si|iar)\s+(?=(?:nu\s+)?se\s+[^\W\d_]{4,}\s+\w)", _I)
SE = re.compile(r"\bse\b", _I)
COMMA_LISTED = re.compile(rf"\s*,\s*(?!{_RELATIVE})(?={_FORE}{_ANY})", _I)
# "гласит, что …", "сколько было …, когда он играл": a clause that asks nothing.
DEPENDENT = re.compile(
    r"\s*,\s*(?:(?P<that>что|що)\b|(?:когда|коли)\s+(?:\w+\s+)?(?:он|она|они|оно|його|їх|він|вона|вони|его|её|ее|их)\s+(?:\w+\s+){0,3}?\w+(?:л|ла|ло|ли|лся|лась|лись|в|вся|но)\b)",
    _I,
)
BARE_TAIL = re.compile(
    r"^(?:what|ce|ce anume|что|что именно|що|що саме|others?)\W*$", _I
)  # "capitalism, imperialism and what?"
SUBORDINATE = re.compile(r"\b(?:то|том|тому|того|тем|те|тим|те|faptul|ceea)$", _I)  # "узнав о том, что …"
CONJUNCTION = re.compile(r"\s*,?\s+(?:and|а также|и|а|та|і|й|а також|și|si|iar)\s+", _I)
CONDITION = re.compile(
    rf"^\W*(?P<condition>(?:if|in case|as an?(?=[^,?]+,\s*(?:{_FORE}{_ANY}|{AUX}))|when i|when (?!{_BE}\b)(?=[^,?]+,\s*{_FORE}{_ANY})|suppose|если|в случае|якщо|у разі|dacă|daca|în cazul)\b"
    r"[^,?;\n]{6,120}),\s*(?=\w)",
    _I,
)
# What may stand before a question without belonging to it: the mark of a list, "also", "secondly", "one more question".
_ORDINAL = (
    r"(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|next|во-первых|во-вторых|в-третьих|наконец|сначала|по-перше|по-друге|по-третє|нарешті"
    r"|în primul rând|în al doilea rând|în al treilea rând|mai întâi|apoi"
    r"|(?:prima|a doua|a treia|primul|al doilea|al treilea|первый|второй|третий|первое|второе|третье|перше|друге|третє|one|two|three)(?=\s*[:—–]))"
)
_AGAIN = (
    r"(?:(?:also|another|one more|next|последний|ещё|еще|другой|другий|ще|și|un|încă|o altă)\s+)?(?:one\s+|один\s+|одне\s+|o\s+)?"
    r"(?:question|вопрос|питання|запитання|întrebare)\s*:"
)
_LIST_MARK = r"(?:\(?\d{1,2}[.)](?!\d)|\(?[a-eа-д]\)|[-–—•*·▪]\s)"
LIST_MARK = re.compile(rf"\s*{_LIST_MARK}", _I)
LEAD = re.compile(
    rf"^(?:\s*(?:{_IF_SO.removesuffix('?')}|{_LIST_MARK}\s*|{_ORDINAL}\s*[,:—-]?\s+|{_AGAIN}\s*"
    r"|(?:and also|and|also|plus|а также|также|и ещё|и еще|и|а ещё|а еще|а|ещё|еще|та|і ще|і|й|а також|також|а ще|ще"
    r"|de asemenea|și|si|iar|dar|plus|în plus)\s*[,:]?\s+(?:also\s+|также\s+|ещё\s+|еще\s+|також\s+|ще\s+)?))+",
    _I,
)
ALSO = re.compile(r"\balso\b|ещё|еще|\bще\b|также|також|asemenea|în plus", _I)
AND_LEAD = re.compile(
    r"(?:\band\b|\balso\b|\bа\b|\bи\b|\bта\b|\bі\b|\bși\b|\bsi\b|\biar\b|\bdar\b|ещё|еще|\bще\b|також|также)", _I
)
WHAT_ABOUT = re.compile(
    r"^\W*(?:what about|how about|and for|а (?:что|как)(?: (?:насч[её]т|с))?|что (?:насч[её]т|с)|как насч[её]т|а (?:як )?щодо|як щодо|що (?:з|до)"
    r"|ce ziceți de|ce zici de|dar|cum rămâne cu|cât despre)\s+(?=\w)",
    _I,
)
# "I have two questions", "меня интересует следующее": says that questions follow and asks none.
# "Delivery to Minsk: how much, how long?": what the questions after the colon are about.
ABOUT = re.compile(rf"^\W*(?P<topic>(?!{_LIST_MARK})[^?:\n]{{3,80}}):\s+(?=\w)", _I)
ANNOUNCES = re.compile(
    r"^\W*(?:(?:i have|we have|i(?:'ve| have) got|here (?:are|is)|there are|у меня (?:есть )?|имеется|есть|в мене (?:є )?|у мене (?:є )?|маю|є|am|avem|iată|aș avea)?\s*"
    r"(?:\w+\s+){0,3}?(?:questions?|вопрос\w*|питан\w+|запитан\w+|întreb[aă]r\w+|o întrebare|things?)(?:\s+(?:for you|к вам|до вас|pentru dvs|about this))?"
    r"|(?:меня |мене )?(?:интересу[ею]т|цікавить|цікавлять) (?:следующее|такое|таке|наступне)|please (?:tell|answer)(?: me)?)\s*[.:!–—-]*\s*$",
    _I,
)
_ANNOUNCED = re.compile(r"^[^?:]{3,80}:\s*(?=\S)")


def announced(text: str) -> int:
    """Length of "I have two questions: " at the start of the text; 0 when it announces nothing."""
    match = _ANNOUNCED.match(text)
    return match.end() if match and ANNOUNCES.match(match[0]) else 0
