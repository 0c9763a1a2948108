"""Which party does a word name, whoever it is that takes part in a business: a customer, a guest, an employee?"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from opora.answering.lexed import Lexeme
from opora.language.lemmas import lemmas_of
from opora.language.words import fold

# One party a row: such words are put one for the other, and a text that names one of them narrows nothing by it.
_PARTIES: Final = """
customer client buyer purchaser consumer shopper user клиент покупатель потребитель пользователь заказчик клієнт покупець споживач користувач замовник client clientă cumpărător consumator utilizator beneficiar
guest visitor гость посетитель постоялец гість відвідувач oaspete vizitator
passenger traveller traveler пассажир пасажир подорожній călător pasager
insured policyholder insuree страхователь застрахованный страхувальник застрахований asigurat
employee worker staff personnel сотрудник работник персонал співробітник працівник персонал angajat salariat lucrător personal
reader borrower читатель читач cititor
tenant lessee renter арендатор наниматель съемщик орендар наймач chiriaș locatar
applicant claimant заявитель заявник solicitant petent
participant attendee member участник член учасник participant membru
contractor подрядчик исполнитель підрядник виконавець contractor antreprenor prestator
counterparty party контрагент сторона parte contractant
seller vendor supplier provider company firm carrier lessor landlord продавец поставщик компания фирма перевозчик арендодатель продавець постачальник компанія фірма перевізник орендодавець vânzător furnizor companie firmă transportator locator
driver водитель водій șofer
patient пациент пацієнт pacient
owner holder владелец обладатель власник володар proprietar titular
person people anyone everyone everybody anybody individual человек лицо каждый люди людина особа кожний люди persoană om oameni cetățean гражданин громадянин citizen
"""

ANYBODY: Final = _PARTIES.strip().count("\n")  # the last row: whoever it is


@lru_cache(maxsize=1)
def _parties() -> dict[str, int]:
    return {
        form: row
        for row, line in enumerate(_PARTIES.strip().splitlines())
        for word in line.split()
        for form in (fold(word), lemmas_of(word)[0])
    }


def names_party(forms: Iterable[str]) -> bool:
    """Whether one of a word's forms or lemmas is the name of a party."""
    return any(form in _parties() for form in forms)


def party_of(word: Lexeme) -> int | None:
    """The number of the party that the word names, or None."""
    table = _parties()
    return next((table[form] for form in (word.folded, *sorted(word.lemmas)) if form in table), None)
