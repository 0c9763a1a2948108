"""Which word, sign or abbreviation is which unit, currency, scale or basis? Tables for ru, uk, ro and en."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final


@lru_cache(maxsize=65536)
def plain(word: str) -> str:
    """A table key: casefolded, ё→е, old Romanian cedillas to commas, one kind of apostrophe."""
    return word.casefold().translate(_PLAIN)


def table(rows: str) -> dict[str, str]:
    """Rows ``name: form, form`` as {form: name}; forms may be several words."""
    found: dict[str, str] = {}
    for row in rows.strip().splitlines():
        name, _, forms = row.partition(":")
        for form in forms.split(","):
            found[plain(form.strip())] = name.strip()
    return found


_UKRAINIAN: Final = re.compile(r"[іїєґ]", re.I)
_RUSSIAN: Final = re.compile(r"[ыэъё]", re.I)
_PLAIN: Final = str.maketrans({"ё": "е", "ş": "ș", "ţ": "ț", "’": "'", "ʼ": "'", "`": "'", "\u00ad": ""})

CURRENCIES: Final = table(
    """
USD: $, us$, usd, dollar, dollars, us dollar, us dollars, u.s. dollar, u.s. dollars, american dollars, доллар сша, доллара сша, долларов сша, долл. сша, доларів сша, долара сша, дол. сша, dolari sua, dolari americani, доллар, доллара, долларов, долларах, долл, долар, долара, доларів, доларах, дол, dolar, dolari, dolarul, dolarilor
EUR: €, eur, euro, euros, евро, євро
GBP: £, gbp, pound sterling, pounds sterling, british pounds, фунтов стерлингов, фунтів стерлінгів, lire sterline
RUB: ₽, rub, rur, руб, рубль, рубля, рублей, рублях, рублям, рублями, р, рублів, ruble, rubles, roubles, ruble rusești
UAH: ₴, uah, грн, гривна, гривны, гривен, гривня, гривні, гривень, гривнях, hryvnia, hryvnias, hryvnas, grivne
RON: ron
MDL: mdl, лей молдавских, молдавских леев, lei moldovenești
LEI: lei, leu, leul, leilor, лей, лея, леев, леї, леїв
CHF: chf, swiss francs
JPY: ¥, jpy, yen, иен, єн, иены, yeni
CNY: cny, rmb, юаней, юанів, yuan, юаня
PLN: pln, zł, злотых, злотих, zloty, złoty, złotych, zloți
BYN: byn
KZT: ₸, kzt, тенге
INR: ₹, inr
TRY: ₺, турецких лир, турецьких лір, lire turcești
ILS: ₪, ils
CAD: cad, c$, canadian dollar, canadian dollars, канадских долларов, канадських доларів, dolari canadieni
AUD: aud, a$, au$, australian dollar, australian dollars, австралийских долларов, австралійських доларів, dolari australieni
NZD: nzd, nz$, new zealand dollars, новозеландских долларов, новозеландських доларів
SGD: sgd, s$, singapore dollars, сингапурских долларов, сінгапурських доларів
HKD: hkd, hk$, hong kong dollars, гонконгских долларов
NOK: nok, norwegian kroner, norwegian krone, норвежских крон, норвезьких крон, coroane norvegiene
SEK: sek, swedish kronor, swedish krona, шведских крон, шведських крон, coroane suedeze
DKK: dkk, danish kroner, danish krone, датских крон, данських крон, coroane daneze
ISK: isk, icelandic kronur, исландских крон, ісландських крон
CZK: czk, kč, czech koruna, czech korunas, czech crowns, чешских крон, чеських крон, coroane cehe
CROWN: kr, krona, kronor, krone, kroner, крон
HUF: huf, forint, forints, форинтов, форинтів, forinți
GEL: ₾, lari, лари, ларі
AED: aed, dirham, dirhams, дирхамов, дирхамів, dirhami
KRW: krw, ₩
BGN: bgn
RSD: rsd
BRL: brl, r$
MXN: mxn
ZAR: zar
AZN: azn, ₼
UZS: uzs
"""
)

# Codes that are everyday words in small letters ("shower gel", "try again").
CODES_IN_CAPITALS: Final = {"GEL": "GEL", "TRY": "TRY"}
# Before a number these are seldom money: of trees, of teeth.
AFTER_A_NUMBER: Final = frozenset({"лей", "лея", "крон", "lari", "лари", "ларі"})

# Hundredths of a currency; KOPECK and CENT are of one of several, which the word alone does not tell.
COINS: Final = table(
    """
CENT: ¢, cent, cents, цент, цента, центов, центи, центів, cenți
EUR: euro cent, euro cents, eurocent, eurocents, евроцент, евроцента, евроцентов, євроцент, євроцента, євроцентів, eurocenți
GBP: p, pence, penny, пенс, пенса, пенсов, пенсів
KOPECK: коп, копейка, копейки, копейку, копеек, kopeck, kopecks, kopek, kopeks
UAH: копійка, копійки, копійку, копійок
LEI: bani
"""
)
# What a word for several currencies may mean.
FAMILIES: Final = {
    "LEI": frozenset({"LEI", "RON", "MDL"}),
    "CROWN": frozenset({"CROWN", "NOK", "SEK", "DKK", "ISK", "CZK"}),
    "KOPECK": frozenset({"KOPECK", "RUB", "UAH", "BYN"}),
    "CENT": frozenset({"CENT", "USD", "EUR", "CAD", "AUD"}),
}


def same_currency(one: str | None, other: str | None) -> bool:
    """Whether two currencies may be one: "lei" is Romanian or Moldovan, "50 cents" of a dollar or a euro."""
    if one == other:
        return True
    return other in FAMILIES.get(one or "", ()) or one in FAMILIES.get(other or "", ())


def roubles_or_year(text: str, digits: str, glued: bool) -> bool:
    """Whether «р.» after a number is the rouble's: in Ukrainian it is the year's, in Russian never.

    Where no letter tells the language, a year of our time is one when a space is between ("2026 р.").
    """
    if _UKRAINIAN.search(text):
        return False
    if _RUSSIAN.search(text):
        return True
    return glued or not (len(digits) == 4 and digits[:2] in ("19", "20"))


UNITS: Final = table(
    """
percent: %, percent, per cent, pct, процент, процента, процентов, проценты, проц, відсоток, відсотка, відсотків, відсотки, la sută, la suta, procent, procente
permille: ‰, промилле, проміле, promile
basis point: basis point, basis points, bps, bp, базисный пункт, базисного пункта, базисных пункта, базисных пунктов, базисних пунктів, puncte de bază
percentage point: percentage point, percentage points, p.p, процентный пункт, процентного пункта, процентных пункта, процентных пунктов, п.п, п. п, відсотковий пункт, відсоткового пункту, відсоткові пункти, відсоткових пункти, відсоткових пунктів, в.п, punct procentual, puncte procentuale, puncte procente
second: second, seconds, sec, secs, s, секунда, секунду, секунды, секунд, сек, с, секунди, секунди, secundă, secunde, secunda
minute: minute, minutes, min, mins, минута, минуту, минуты, минут, мин, хвилина, хвилину, хвилини, хвилин, хв, minut, minute, minutele
hour: hour, hours, hr, hrs, h, час, часа, часов, часы, ч, година, годину, години, годин, год, oră, ore, ora, orele
day: day, days, день, дня, дней, дни, дн, днях, дням, днів, дні, діб, доби, добу, доба, сутки, суток, сут, zi, zile, ziua, zilele, zilelor
week: week, weeks, wk, wks, неделя, неделю, недели, недель, нед, тиждень, тижня, тижні, тижнів, тиж, săptămână, săptămâni, saptamana, saptamani, săptămâna
decade: decade, decades, десятилетие, десятилетия, десятилетий, десятиліття, десятиліть, deceniu, decenii
month: month, months, mo, mos, месяц, месяца, месяцев, месяцы, мес, місяць, місяця, місяців, місяці, міс, lună, luni, luna, lunile, lunilor
quarter: quarter, quarters, квартал, квартала, кварталов, квартали, кварталів, trimestru, trimestre
year: year, years, yr, yrs, год, года, лет, годы, годов, г, рік, року, років, роки, р, an, ani, anul, anii, anilor
mg: mg, мг
g: g, gr, гр, грамм, грамма, граммов, грам, грамів, gram, grams, grame
kg: kg, kgs, кг, килограмм, килограмма, килограммов, кілограм, кілограма, кілограмів, kilogram, kilograms, kilograme
tonne: t, т, тонна, тонны, тонн, тонну, тонни, ton, tons, tonne, tonnes, tone, tonă
lb: lb, lbs, pound, pounds, фунт, фунта, фунтов, фунтів
oz: oz, ounce, ounces, унций, унций
mm: mm, мм, миллиметр, миллиметра, миллиметров, міліметрів, millimetre, millimetres, millimeters, milimetri
cm: cm, см, сантиметр, сантиметра, сантиметров, сантиметрів, centimetre, centimetres, centimeters, centimetri
m: m, м, метр, метра, метров, метрів, метри, meter, meters, metre, metres, metri, metru
km: km, км, километр, километра, километров, кілометр, кілометра, кілометрів, kilometer, kilometers, kilometre, kilometres, kilometri
mile: mile, miles, mi, миля, мили, миль, милі, mile terestre
ft: ft, foot, feet, фут, фута, футов, футів, picioare
inch: in, inch, inches, ″, дюйм, дюйма, дюймов, дюймів, inci, inchi, țoli
m2: m², m2, кв. м, кв.м, м², м2, sq m, sqm, sq. m, square meters, square metres, квадратных метра, квадратных метров, квадратних метрів, metri pătrați, mp
km2: km², km2, км², км2, кв. км, кв.км, square kilometers, square kilometres, квадратных километров, квадратных километра, квадратних кілометрів, kilometri pătrați
mile2: sq mi, square miles, square mile, mi², квадратных миль, mile pătrate
acre: acre, acres, акр, акра, акров, акрів, acri
ha: ha, га, гектар, гектара, гектаров, гектарів, hectares, hectare
m3: m³, m3, м³, м3, куб. м, куб.м, cubic meters, cubic metres, кубических метров, кубометров, кубічних метрів, metri cubi, mc
l: l, л, литр, литра, литров, літр, літра, літрів, liter, liters, litre, litres, litri
ml: ml, мл, миллилитров, мілілітрів, mililitri
W: w, вт, ватт, watt, watts, wați
kW: kw, квт, киловатт, кіловат
MW: mw, мвт, мегаватт, мегават
kWh: kwh, kw·h, квт·ч, квт*ч, квтч, квт·год, квт-ч, киловатт-часов, кіловат-годин
V: v, в, вольт, volt, volts, volți
A: а, ампер, ampere, amperes, amperi
Hz: hz, гц, герц
kHz: khz, кгц
MHz: mhz, мгц
GHz: ghz, ггц
bit: bit, bits, бит, бита, біт, biți
byte: byte, bytes, байт, байта, байтов, байтів, octeți
KB: kb, кб, кбайт, kib
MB: mb, мб, мбайт, mib, мегабайт, мегабайта, megabytes
GB: gb, гб, гбайт, gib, гигабайт, гигабайта, гігабайт, gigabytes
TB: tb, тб, тбайт, tib, терабайт, терабайта
Mbit/s: mbps, mbit/s, мбит/с, мбіт/с
celsius: °c, ℃, градусов цельсия, градуса цельсия, градусів цельсія, degrees celsius, grade celsius
fahrenheit: °f, degrees fahrenheit, градусов по фаренгейту
degree: °, градус, градуса, градусов, градусів, градуси, degree, degrees, grade
piece: шт, штук, штуки, pcs, pc, piece, pieces, buc, bucăți, од
person: person, persons, people, чел, человек, человека, осіб, особи, особа, чоловік, persoane, persoană
times: times, раз, раза, разів, рази, ori
"""
)

# These one-letter and everyday words are units only when glued to, or right after, digits; never after number words.
DIGITS_ONLY: Final = frozenset(
    {
        "s",
        "с",
        "h",
        "ч",
        "m",
        "м",
        "g",
        "г",
        "t",
        "т",
        "l",
        "л",
        "w",
        "v",
        "в",
        "а",
        "р",
        "in",
        "k",
        "mi",
        "год",
        "mo",
        "an",
    }
)
# Even after digits and a space these are far more often prepositions, conjunctions or articles.
GLUED_ONLY: Final = frozenset({"s", "с", "v", "в", "а", "in", "an", "i"})

SCALES: Final = {
    form: int(power)
    for form, power in table(
        """
3: тыс, тысяча, тысячу, тысячи, тысяч, тис, тисяча, тисячу, тисячі, тисяч, mii, mie, thousand, thousands, k, к, ths, thds
6: млн, миллион, миллиона, миллионов, мільйон, мільйона, мільйонів, мільйони, mil, mln, mio, milion, milioane, million, millions, mm, m
9: млрд, миллиард, миллиарда, миллиардов, мільярд, мільярда, мільярдів, мільярди, mld, mlrd, miliard, miliarde, billion, billions, bn, b
12: трлн, триллион, триллиона, триллионов, трильйон, трильйона, трильйонів, trilioane, trilion, trillion, trillions, tn
"""
    ).items()
}
# Scales that are also units (metre, millimetre) or letters: only glued to digits beside a currency ("$3M").
MONEY_SCALES: Final = frozenset({"m", "mm", "b"})

DAY_BASES: Final = table(
    """
working: working, business, рабочий, рабочих, рабочие, рабочего, рабочим, робочий, робочих, робочі, робочого, lucrătoare, lucratoare, lucrător
calendar: calendar, календарный, календарных, календарные, календарного, календарний, календарних, календарні, calendaristice, calendaristică, calendaristici
banking: banking, bank, банковских, банковские, банковский, банківських, банківські, банківський, bancare, bancară
trading: trading, торговых, торговые, торгових
school: school, учебных, навчальних
academic: academic, академических, академічних
consecutive: consecutive, подряд, consecutive, consecutivi, поспіль
"""
)
# Adjectives that may stand between a number and its unit and change nothing that is compared.
FILLERS: Final = frozenset(plain(w) for w in ["full", "полных", "повних", "whole", "целых", "цілих", "de", "of"])

PER: Final = table(
    """
per day: per day, a day, each day, every day, daily, per diem, for each day, for every day, за каждый день, за день, в день, на день, ежедневно, в сутки, за сутки, за каждый календарный день, за кожен день, за кожний день, на добу, за добу, щодня, щоденно, pe zi, zilnic, pentru fiecare zi, pentru fiecare zi de
per working day: per working day, per business day, за каждый рабочий день, за кожен робочий день, pentru fiecare zi lucrătoare
per week: per week, a week, each week, every week, weekly, в неделю, за неделю, еженедельно, на тиждень, за тиждень, щотижня, pe săptămână, săptămânal
per month: per month, a month, each month, every month, monthly, /month, в месяц, за месяц, за каждый месяц, ежемесячно, на месяц, на місяць, за місяць, за кожен місяць, щомісяця, щомісячно, pe lună, lunar, pentru fiecare lună
per quarter: per quarter, a quarter, each quarter, quarterly, в квартал, ежеквартально, на квартал, за квартал, щокварталу, pe trimestru, trimestrial
per year: per year, per annum, p.a, a year, each year, every year, annually, yearly, annual, в год, годовых, за год, ежегодно, на год, річних, на рік, за рік, щороку, щорічно, pe an, anual, anuală
per hour: per hour, an hour, each hour, hourly, в час, за час, за каждый час, на годину, за годину, за кожну годину, pe oră, pentru fiecare oră
per minute: per minute, a minute, в минуту, за минуту, на хвилину, за хвилину, pe minut
per second: per second, в секунду, за секунду, на секунду, pe secundă
per person: per person, per capita, per head, на человека, с человека, на особу, з особи, pe persoană, de persoană
per unit: per unit, per item, each, за единицу, за штуку, за одиницю, за шт, per bucată, bucata, pe bucată, pe unitate
per share: per share, per common share, на акцию, за акцию, на акцію, за акцію, pe acțiune, per acțiune
per user: per user, на пользователя, за пользователя, на користувача, per utilizator
per event: per occurrence, per event, per claim, per accident, per incident, за каждый случай, за каждое событие, за кожен випадок, per eveniment, pentru fiecare eveniment
per m2: per square meter, per square metre, за кв. м, за квадратный метр, за квадратний метр, pe metru pătrat
"""
)

OF_WORDS: Final = frozenset(plain(w) for w in ["of", "от", "від", "din"])
OF: Final = table(
    """
of amount: amount, amounts, sum, total, сумма, суммы, сумм, суми, сума, sumă, suma, sumei, valoarea totală, total
of price: price, prices, purchase price, contract price, цена, цены, ціна, ціни, ціну, preț, prețul, prețului
of cost: cost, costs, стоимость, стоимости, вартість, вартості, cost, costul, costului
of value: value, insured value, values, ценность, ценности, цінність, valoare, valoarea, valorii
of balance: balance, outstanding balance, остаток, остатка, залишок, залишку, sold, soldul, soldului
of debt: debt, debts, долг, долга, задолженность, задолженности, борг, боргу, заборгованості, datorie, datoria, datoriei
of payment: payment, payments, платеж, платежа, платежей, платіж, платежу, plată, plata, plății
of premium: premium, premiums, премия, премии, премії, primă, prima, primei
of salary: salary, wages, wage, зарплата, зарплаты, оклада, заработка, зарплати, окладу, salariu, salariul, salariului
of income: income, revenue, revenues, turnover, дохода, доходов, выручки, оборота, доходу, доходів, обороту, venit, venitul, venitului, cifra de afaceri
of profit: profit, profits, прибыли, прибутку, profit, profitul, profitului
of damage: damage, loss, damages, losses, ущерба, убытка, збитку, збитків, шкоди, daună, daunei, pagubei
of limit: limit, limits, лимита, ліміту, limită, limita, limitei
of deposit: deposit, вклада, депозита, вкладу, депозиту, depozit, depozitului
of capital: capital, капитала, капіталу, capital, capitalul, capitalului
of order: order, заказа, замовлення, comandă, comenzii
"""
)
