"""With which words is a rule limited: except, only, unless, if; for whom, from when, free of charge?"""

from __future__ import annotations

import re
from typing import Final

from opora.language.lemmas import lemmas_of
from opora.language.words import fold

_I = re.IGNORECASE
_MARK = r"^\W*(?:\d+(?:\.\d+)*\.?\s+|[•*–—-]\s*)?"
# What excepts whatever stands before it.
WITHOUT_MORE: Final = re.compile(
    _MARK
    + r"(?:(?:this|these|the (?:above|rule|same)|it) (?:\w+ ){0,2}(?:does|do|shall|is|are) not (?:apply|applicable|cover|include)"
    r"|exceptions?\b|except\b|but\b|however\b|excluded\b|not included\b"
    r"|исключени\w+|за исключением|кроме|но\b|однако|это (?:\w+ ){0,2}не (?:относится|распространяется|касается|применяется|действует)"
    r"|(?:данное|это|настоящее) (?:правило|положение|условие) не\b"
    r"|вин[яі]т\w+|за винятком|крім|окрім|але\b|проте|однак|це (?:\w+ ){0,2}не (?:стосується|поширюється|застосовується|діє)"
    r"|excep[țţt]i\w+|cu excep[țţt]ia|dar\b|îns[ăa]\b|totu[șş]i|(?:aceasta|acest lucru|regula) nu se aplic[ăa]|fac excep[țţt]ie)",
    _I,
)
ONLY: Final = re.compile(
    r"\b(?:only|solely|exclusively|только|лишь|исключительно|лише|тільки|виключно|doar|numai|exclusiv)\b", _I
)
UNLESS: Final = re.compile(
    r"\b(?:unless|except|otherwise|with the exception|excluding|apart from|кроме|за исключением|иначе|в противном случае|если не\b"
    r"|крім|окрім|за винятком|інакше|якщо не\b|cu excep[țţt]ia|în afar[ăa] de|altfel|dac[ăa] nu\b|mai pu[țţt]in)\b",
    _I,
)
IF: Final = re.compile(
    _MARK + r"(?:if|in case|when|where|если|в случае|при|когда|якщо|у разі|в разі|коли|при|dac[ăa]|în cazul|când)\b", _I
)
# For whom, when, where or on what condition a line holds stands at its beginning.
SCOPE: Final = re.compile(
    _MARK + r"(?:if|in case|when|where|for|from|until|during|after|before|on|at|in|outside|within|with|without"
    r"|если|в случае|при|когда|для|со?|до|после|во? |на|за|по|вне"
    r"|якщо|у разі|в разі|коли|для|з|із|до|після|під час|[ув] |на|за|по|поза"
    r"|dac[ăa]|în cazul|când|pentru|din|de la|pân[ăa]|dup[ăa]|în|la|pe|vinerea|sâmbăta|duminica)\b",
    _I,
)
POINTS_BACK: Final = re.compile(
    _MARK + r"(?:(?:it|they|this|these|those|such)\b|(?:during|after|before|in|on|for) (?:[a-z]+ ){1,2}(?:it|they)\b"
    r"|(?:он|она|оно|они|это|эти|этот|эта|таки[ея]|такая|такой|его|её|их)\b|(?:він|вона|воно|вони|це|ці|цей|ця|такі|така|такий|його|її|їх)\b"
    r"|(?:ea|el|ele|ei|acesta|aceasta|acestea|aceștia|astfel de)\b|\w+ (?:îl|o|îi|le) (?:pot|poate)\b)",
    _I,
)
# "The discount does not apply to tests": what is said not to reach is limited, whatever else the two have in common.
SCOPE_VERB: Final = re.compile(
    r"\b(?:appl(?:y|ies|ied)|covers?|covered|includes?|included|extends?|valid|entitled"
    r"|распростран\w+|применя\w+|действу\w+|включа\w+|включен\w*|покрыва\w+|относ[ия]т\w*|каса[ею]тся"
    r"|поширю\w+|застосову\w+|ді[єюї]\w*|стосу\w+|включа\w+|включен\w*|покрива\w+"
    r"|aplic\w+|acoper\w+|includ\w*|inclus\w*|extind\w*|valabil\w*|beneficiaz\w+)\b",
    _I,
)
NOT_REACHING: Final = re.compile(
    rf"\b(?:not|never|не|ні|nu)\s+(?:\w+\s+){{0,2}}?{SCOPE_VERB.pattern}|\b(?:не|nu se)\s+\w{{4,}}", _I
)
MAY: Final = re.compile(
    r"\b(?:may|can|allowed|permitted|free|можно|могут|может|разреш\w+|допуска\w+|вправе|можна|можуть|може|дозвол\w+|допускає\w+"
    r"|pot|poate|permis\w*|admi[sș]\w*|voie)\b",
    _I,
)
# After a negator these make a limit of a value: "may not exceed 30 %".
LIMIT: Final = re.compile(
    r"(?:more|less|later|exceed\w*|earlier|longer|fewer|более|менее|больше|меньше|позднее|позже|ранее|раньше|превыша\w+|превысить|дольше"
    r"|більше|менше|більш|менш|пізніше|раніше|перевищ\w+|довше|depăși\w*|depăș\w*|mai)$",
    _I,
)
# "Payment of the penalty does not release from performance": says more, and limits nothing.
NO_LIMIT: Final = re.compile(
    r"\b(?:not (?:release|relieve|exempt|affect)|не (?:освобожд|осво?бод|влия|лиша)\w+|не (?:звільня|вплива|позбавля)\w+"
    r"|nu (?:scut|exoner|eliber|afect)\w+)",
    _I,
)
FREE: Final = re.compile(r"\b(?:free|no (?:charge|fee)|бесплатн\w*|безкоштовн\w*|gratuit\w*|gratis)\b", _I)
# Of people: that they need not pay or do it.
RELEASED: Final = re.compile(
    r"\b(?:exempt\w*|released|relieved|waived|освобожда(?:ется|ются)|освобожд[её]н\w*|освобождает (?:\w+ ){0,3}от"
    r"|звільня(?:ється|ються)|звільнен\w*|звільняє (?:\w+ ){0,3}від|scuti[țţt]\w*|exonera[țţt]\w*)\b",
    _I,
)
_PERSONS: Final = """
child children student pupil pensioner retiree senior member resident guest visitor tourist employee worker staff apprentice
trainee adult youth teenager family veteran soldier driver patient organisation organization charity business company
orphan widow carer volunteer
newcomer beginner subscriber holder customer client tenant owner minor disabled parent grandparent teacher
ребенок дети студент школьник учащийся пенсионер член резидент гость посетитель турист сотрудник работник стажер ученик
взрослый подросток семья ветеран военнослужащий водитель пациент организация новичок абонент держатель клиент арендатор
инвалид родитель учитель льготник пассажир сирота аспирант волонтер вдова многодетный
дитина діти студент школяр учень пенсіонер член резидент гість відвідувач турист співробітник працівник стажер
дорослий підліток родина ветеран військовий водій пацієнт організація абонент клієнт орендар інвалід батьки вчитель пасажир сирота аспірант волонтер пільговик вдова багатодітний
copil copii student elev pensionar membru rezident oaspete vizitator turist angajat salariat lucrător stagiar adult tânăr
familie veteran militar șofer pacient organizație abonat titular client chiriaș părinte bunic profesor călător pasager orfan invalid voluntar văduvă
"""
PERSONS: Final = frozenset(key for word in _PERSONS.split() for key in (fold(word), *lemmas_of(word)[:1]))
