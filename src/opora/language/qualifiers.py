"""Which words before or after a value turn it into a limit? Tables for ru, uk, ro and en."""

from __future__ import annotations

from typing import Final, cast

from opora.domain.value import Qualifier
from opora.language.units import table


def _qualifiers(rows: str) -> dict[str, Qualifier]:
    return cast("dict[str, Qualifier]", table(rows))


MAX_WORDS: Final = 5

BEFORE: Final = _qualifiers(
    """
up_to: up to, upto, at most, no more than, not more than, not exceed, not exceeding, no greater than, not greater than, does not exceed, do not exceed, not to exceed, maximum, maximum of, a maximum of, max, within, not later than, no later than, not longer than, no longer than, as much as, as many as, ≤, <=, до, не более, не более чем, не более чем на, не более чем за, не больше, не больше чем, не свыше, не выше, не превышает, не превышают, не превышать, не превышающий, не превышающая, не должен превышать, не должна превышать, не должны превышать, максимум, максимально, в течение, не позднее, не позже, не долее, не дольше, не більше, не більше ніж, не більш як, не більше як, щонайбільше, не вище, не перевищує, не перевищувати, не перевищують, максимум, протягом, упродовж, впродовж, не пізніше, не пізніше ніж, не довше, până la, pana la, cel mult, maxim, maximum, maximum de, maxim de, nu mai mult de, nu mai mare de, nu depășește, nu depasește, nu poate depăși, în termen de, in termen de, în decurs de, în decursul a, nu mai târziu de, în cel mult, de cel mult, în limita a
at_least: at least, no less than, not less than, no fewer than, not fewer than, minimum, minimum of, a minimum of, min, not lower than, no lower than, not under, not below, ≥, >=, не менее, не менее чем, не менее чем за, не менее чем на, не меньше, не меньше чем, не ниже, не раньше, не ранее, не ранее чем, минимум, как минимум, по меньшей мере, не позднее чем за, не позже чем за, не менше, не менше ніж, не менше як, не менш як, щонайменше, не нижче, не раніше, не раніше ніж, мінімум, принаймні, як мінімум, не пізніше ніж за, cel puțin, cel putin, minim, minimum de, minim de, nu mai puțin de, nu mai devreme de, nu mai mic de, cu cel puțin, de cel puțin
less_than: less than, fewer than, under, below, lower than, smaller than, shorter than, <, менее, менее чем, меньше, меньше чем, ниже, менш як, менше, менше ніж, менше як, менш ніж, нижче, mai puțin de, mai putin de, sub, mai mic de, mai mică de
more_than: more than, over, above, greater than, longer than, higher than, exceeding, exceeds, exceed, in excess of, beyond, >, более, более чем, больше, больше чем, свыше, выше, превышает, превышающий, превышающая, превышающие, превышающую, превышающей, превысит, превышают, понад, більше, більше ніж, більш як, більше як, більш ніж, вище, перевищує, перевищують, перевищує суму, peste, mai mult de, mai mare de, mai mare decât, depășește, depăşeşte, care depășește
from: from, starting from, starting at, от, начиная от, начиная с, від, починаючи від, починаючи з, de la, începând de la, începând cu
about: about, around, approximately, approx, roughly, circa, ca, nearly, almost, some, ~, ≈, около, примерно, приблизительно, порядка, почти, ориентировочно, близько, приблизно, орієнтовно, майже, біля, aproximativ, circa, cam, în jur de, aproape, vreo
not: not, не, nu, other than, кроме, крім, в отличие от
exactly: exactly, precisely, ровно, точно, рівно, exact, fix
"""
)

# Before a date some words mean something else: "договор от 01.02.2026" names a contract, it sets no limit.
BEFORE_DATE: Final = _qualifiers(
    """
up_to: by, until, till, through, up to, no later than, not later than, on or before, до, по, не позднее, не позже, включительно по, не пізніше, до кінця, по, până la, pana la, până în, până pe, cel târziu la, cel târziu, nu mai târziu de
less_than: before, prior to, earlier than, до наступления, раньше, ранее, перед, раніше, înainte de, inainte de
more_than: after, later than, после, пізніше, після, după, dupa, позднее, позже
from: from, since, as of, as from, starting, starting from, beginning, on or after, effective, с, со, начиная с, з, із, починаючи з, начиная от, de la, din data de, începând cu, începând din, începând cu data de
at_least: not earlier than, no earlier than, не раньше, не ранее, не раніше, nu mai devreme de
about: about, around, circa, около, примерно, близько, приблизно, aproximativ, în jurul
not: not, не, nu
"""
)

AFTER: Final = _qualifiers(
    """
at_least: or more, or longer, or over, or above, or greater, or higher, and more, and over, and above, and up, plus, or older, и более, или более, и больше, или больше, и выше, или выше, и старше, та більше, або більше, і більше, і вище, та вище, чи більше, sau mai mult, sau mai mulți, sau mai multe, sau mai mare, și peste, și mai mult, минимум, мінімум, minimum
up_to: or less, or fewer, or under, or below, or lower, and under, and less, or shorter, и менее, или менее, и меньше, или меньше, и ниже, или ниже, та менше, або менше, і менше, чи менше, sau mai puțin, sau mai puțini, sau mai puține, sau mai mic, maximum, максимум
from: onwards, onward
"""
)

RANGE_OPENERS: Final = frozenset(
    {"from", "between", "от", "с", "со", "между", "від", "з", "із", "між", "de la", "între", "intre", "dintre"}
)
RANGE_LINKS: Final = frozenset({"to", "до", "по", "and", "и", "та", "й", "і", "și", "si", "la", "through"})
# Without an opening word only these join two numbers of one range ("5 to 7 days").
BARE_LINKS: Final = frozenset({"to"})
