"""Sentences: traps in four languages, exact spans, speed of the rules on odd input."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
import sentence_traps
from hypothesis import given
from hypothesis import strategies as st

from opora.language.sentences import sentences

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"

TRAPS = [
    # Russian
    ["Возврат по п. 4.2 договора возможен.", "Срок — 14 дней."],
    ["См. стр. 15 и табл. 3.", "Далее."],
    ["Согласно ст. 25 закона покупатель вправе вернуть товар.", "Чек не обязателен."],
    ["Цена 500 руб. за штуку.", "Скидок нет."],
    ["Оплата составляет 5 тыс. руб. в месяц.", "НДС включён."],
    ["Принимаем карты, переводы и т. д. без комиссии.", "Наличные тоже."],
    ["Сюда входят ключи, карты и т. д.", "Остальное сдаётся отдельно."],
    ["Музей им. А. С. Пушкина закрыт.", "Приходите завтра."],
    ["А. С. Пушкин родился в Москве.", "Он писал стихи."],
    ["Договор от 01.02.2026 г. вступает в силу сразу.", "Он бессрочный."],
    ["Договор подписан 01.02.2026 г.", "Стороны согласны."],
    ["Пункт 4.2. не применяется.", "Остальное в силе."],
    ["Ставка 7.5 процента годовых.", "Она фиксирована."],
    ["Офис на ул. Ленина, д. 5.", "Вход со двора."],
    ["Пишите г-ну Иванову И. И. до пятницы.", "Он ответит."],
    ["Это т. е. важно.", "Запомните."],
    ["Тел. 8 800 555-35-35 работает круглосуточно.", "Звонок бесплатный."],
    ["Рис. 2 показывает схему.", "Она проста."],
    ["Объём 3 млн. т. в год.", "Это рекорд."],
    ["Как вернуть товар?", "Заполните заявление!", "Мы ответим…"],
    ["Он сказал: «Приходите завтра».", "Мы пришли."],
    ["Версия 2.0.1 вышла.", "Обновитесь."],
    ["Работаем с 9.00 до 18.00 без перерыва.", "Ждём вас."],
    ["1. Заявление подаётся письменно.", "2. Ответ приходит через 10 дн. после подачи."],
    ["Приказ № 5 от 3.04.2025 отменён.", "Новый готовится."],
    ["Доставка в г. Казань бесплатна.", "Срок 2 дня."],
    # Ukrainian
    ["Повернення за п. 3.1 можливе.", "Строк — 14 днів."],
    ["Див. ст. 10 Закону.", "Там усе є."],
    ["Ціна 200 грн. за штуку.", "Знижок немає."],
    ["Сплата 5 тис. грн. на місяць.", "ПДВ включено."],
    ["Вул. Т. Шевченка, буд. 3.", "Вхід з двору."],
    ["Договір від 01.02.2026 р. діє один рік.", "Потім поновлюється."],
    ["Договір підписано у 2026 р.", "Сторони згодні."],
    ["Приймаємо картки, перекази та ін. без комісії.", "Готівку теж."],
    ["Музей ім. Лесі Українки зачинено.", "Приходьте завтра."],
    ["М'ята росте тут.", "Її збирають улітку."],
    ["Т. Г. Шевченко народився 1814 р. в селі.", "Він писав вірші."],
    ["Напр. 5 днів достатньо.", "Далі видно."],
    # Romanian
    ["Conform art. 5 alin. (2) din lege, returul este gratuit.", "Termenul este de 14 zile."],
    ["Dl. Popescu semnează contractul.", "Plata urmează."],
    ["Prețul este de 1.250,50 lei.", "TVA este inclus."],
    ["Vezi pag. 12 și fig. 3.", "Restul lipsește."],
    ["Contractul nr. 15 din 01.02.2026 este valabil.", "Nu expiră."],
    ["Str. Florilor nr. 5, bl. 3, sc. B, ap. 12.", "Intrarea este din curte."],
    ["Dna. Ionescu lucrează până la ora 18.30.", "Sunați înainte."],
    ["Rata este de 7,5 pct. pe an.", "Este fixă."],
    ["Cum returnez produsul?", "Completați formularul!"],
    ["Dr. A. Marinescu răspunde la întrebări.", "Este medic."],
    ["Se aplică pct. 4 lit. b) din anexă.", "Restul rămâne."],
    ["Livrăm cărți, reviste etc. în toată țara.", "Transportul costă 15 lei."],
    # English
    ["See No. 5 for details.", "It is short."],
    ["Acme Inc. was founded in 1999.", "It grew fast."],
    ["J. Smith signed it.", "The rest followed."],
    ["Use a tool, e.g. a hammer.", "Be careful."],
    ["Mr. Brown and Dr. Green agreed.", "They left."],
    ["The fee is $5.50 per item.", "Tax is extra."],
    ["Sec. 4.2 applies, i.e. no refund.", "Section 5 does not."],
    ["We open at 9 a.m. every day.", "Come early."],
    ["I live in the U.S.", "How about you?"],
    ["The U.S. Government agreed.", "Others did not."],
    ["It weighs approx. 5 kg.", "Lift it carefully."],
    ["Version 3.11 is required.", "Older ones fail."],
    ["Is it free?", "Yes!", "No card needed."],
    ['He said, "Stop."', "We stopped."],
    ["Contact Acme Ltd. for a quote.", "They reply soon."],
    ["Payable by Jan. 15 at the latest.", "Late fees apply."],
]


OFFICE_TRAPS = [
    parts
    for traps in vars(sentence_traps).values()
    if isinstance(traps, dict) and "ru" in traps
    for texts in traps.values()
    for parts in texts
]


@pytest.mark.parametrize("expected", [*TRAPS, *OFFICE_TRAPS, *sentence_traps.SEEN], ids=lambda parts: parts[0][:30])
def test_a_trap_does_not_split_or_join_a_sentence(expected: list[str]) -> None:
    text = " ".join(expected)
    assert [span.of(text) for span in sentences(text)] == expected


def test_items_of_a_list_on_their_own_lines_are_apart() -> None:
    text = "Нужны:\n- паспорт\n- чек\n2. Заявление\n\nВсё"
    assert [span.of(text) for span in sentences(text)] == ["Нужны:", "- паспорт", "- чек", "2. Заявление", "Всё"]


def test_a_line_broken_inside_a_sentence_does_not_end_it() -> None:
    text = "Срок возврата\nсоставляет 14 дней."
    assert [span.of(text) for span in sentences(text)] == [text]


@given(st.text(alphabet='абВГ іz.!?…;: \n\t-1«»"()A', max_size=120))
def test_spans_are_in_order_trimmed_and_hold_all_but_white_space(text: str) -> None:
    spans = sentences(text)
    assert "".join("".join(span.of(text).split()) for span in spans) == "".join(text.split())
    assert all(before.end <= after.start for before, after in pairwise(spans))
    assert all(span.of(text) == span.of(text).strip() for span in spans)


@pytest.mark.parametrize(
    ("name", "floor"), [("pysbd_en_golden", 24), ("pysbd_ru_golden", 15), ("razdel_ru_sentences", 17)]
)
def test_published_rules_are_met_as_often_as_measured(name: str, floor: int) -> None:
    path = DATA / "sentence_rules" / f"{name}.json"
    if not path.is_file():
        pytest.skip("the shared data is not beside the repository")
    cases = json.loads(path.read_text(encoding="utf-8"))
    right = sum(
        [s.of(case["text"]) for s in sentences(case["text"])] == [s.strip() for s in case["sentences"]]
        for case in cases
    )
    assert right >= floor, f"{right} of {len(cases)}"


def test_a_list_typed_on_one_line_is_cut_at_its_marks_alone() -> None:
    def cut(text: str) -> list[str]:
        return [span.of(text) for span in sentences(text)]

    assert cut("1. Заявка 2. Договор 3. Акт") == ["1. Заявка", "2. Договор", "3. Акт"]
    assert cut("a) Name; b) Date") == ["a) Name;", "b) Date"]
    assert cut("• Паспорт • Чек") == ["• Паспорт", "• Чек"]
    assert cut("1. See clause 2. The fee is due.")[0] == "1. See clause 2."
    assert cut("1. It costs 2. Pay it.")[0].startswith("1. It costs")
    assert cut("1) from 5 to 2) The") == ["1) from 5 to 2) The"]


def test_a_quotation_that_is_open_is_not_cut_at_its_speech() -> None:
    text = "«Когда срок? — спросил он. — Завтра». Ответа не было."
    assert [span.of(text) for span in sentences(text)] == ["«Когда срок? — спросил он. — Завтра».", "Ответа не было."]


@pytest.mark.parametrize(
    "text", ["Școala are 48. 467 elevi.", "Orașul are 1.250. 300 de elevi.", "Plata: $48. 391 pe an."]
)
def test_half_of_a_number_that_was_broken_at_its_full_stop_is_no_sentence(text: str) -> None:
    assert [span.of(text) for span in sentences(text)] == [text]


@pytest.mark.parametrize(
    "text", ["See clause 48.| 467 cars came.", "It was in 2019.| 300 cars came.", "The rate is 1.5.| 300 cars came."]
)
def test_a_number_that_is_whole_ends_its_sentence(text: str) -> None:
    first, second = text.split("|")
    assert [span.of(first + second) for span in sentences(first + second)] == [first, second.strip()]
