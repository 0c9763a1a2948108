"""Do evaluation and clusters use meaning where there is a model?"""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from opora.cli import main
from opora.diagnosis.clusters import clusters
from opora.inference.embed import E5Embedder

pytestmark = pytest.mark.slow

DOCUMENTS = {
    "bike": "Городской велосипед можно вернуть в любой пункт проката.",
    "fine": "За повреждённое колесо удерживаем четыреста рублей.",
    "helmet": "Шлем выдаётся бесплатно каждому клиенту.",
    "hours": "Пункты работают ежедневно с девяти до двадцати одного часа.",
    "age": "Прокат доступен лицам старше четырнадцати лет.",
}
QUERIES = {
    "bike": "Куда сдать байк?",
    "fine": "Сколько заплачу, если пробью шину?",
    "hours": "Когда вы открываетесь?",
    "age": "Со скольких лет можно кататься?",
}


def test_a_hybrid_evaluation_finds_paraphrases_that_words_miss(tmp_path: Path) -> None:
    place = tmp_path / "set"
    (place / "qrels").mkdir(parents=True)
    rows = [json.dumps({"_id": name, "text": text}, ensure_ascii=False) for name, text in DOCUMENTS.items()]
    (place / "corpus.jsonl").write_text("\n".join(rows), encoding="utf-8")
    rows = [json.dumps({"_id": f"q-{name}", "text": text}, ensure_ascii=False) for name, text in QUERIES.items()]
    (place / "queries.jsonl").write_text("\n".join(rows), encoding="utf-8")
    (place / "qrels" / "test.tsv").write_text("".join(f"q-{name}\t{name}\t1\n" for name in QUERIES), encoding="utf-8")
    found = {}
    for mode in ("hybrid", "lexical"):
        words = ["eval", str(place), "--mode", mode, "--keep", str(tmp_path / "kept"), "--json"]
        done = CliRunner().invoke(main, ["--library", str(tmp_path / "none"), *words])
        assert done.exit_code == 0, done.output
        found[mode] = json.loads(done.stdout)
    assert (found["hybrid"]["mode"], found["lexical"]["mode"]) == ("hybrid", "lexical")
    assert found["hybrid"]["model_id"]
    assert found["lexical"]["model_id"] is None
    assert found["lexical"]["corpus"]["unchanged"] == len(DOCUMENTS)
    assert found["hybrid"]["measures"]["hit@1"]["hits"] >= 3 > found["lexical"]["measures"]["hit@1"]["hits"]


# Questions about one thing stand on one line: of a shop, of a shop and a hotel (hardly a word in common), of an office.
SHOP = [
    [
        "Сколько стоит доставка?",
        "Какая цена доставки по городу?",
        "Почём доставка заказа?",
        "Стоимость доставки курьером?",
    ],
    [
        "Как вернуть товар?",
        "Можно ли сдать товар обратно?",
        "Какой срок возврата товара?",
        "Хочу вернуть покупку, что делать?",
    ],
    ["Есть ли скидка для студентов?", "Студентам дают скидки?", "Какие скидки есть у студентов и пенсионеров?"],
    ["How do I reset my password?", "I forgot the password", "Password reset does not work"],
    ["Is parking free for visitors?", "Where can visitors park?", "How much is visitor parking?"],
    ["Какая пеня за просрочку оплаты?", "Какой штраф за просрочку платежа?", "Сколько платить за опоздание с оплатой?"],
    ["Чи є гарантія на двигун?", "Скільки триває гарантія двигуна?", "Гарантія на двигун — який строк?"],
    ["Care este termenul de livrare?", "În câte zile se livrează comanda?", "Cât durează livrarea?"],
    ["Работаете ли вы в воскресенье?"],
    ["Who is the director?"],
    ["Какой у вас адрес склада?"],
]
HOTEL = [
    ["Можно ли оплатить картой?", "Принимаете ли вы Visa?", "Оплата только наличными?", "Безналичный расчёт возможен?"],
    ["Во сколько вы открываетесь?", "Какие у магазина часы работы?", "До которого часа можно прийти?"],
    ["Сколько ждать посылку?", "Когда привезут заказ?", "Срок доставки в регионы?"],
    [
        "Что делать, если товар сломался?",
        "Принимаете ли вы бракованную технику?",
        "Прибор не включается, куда обратиться?",
    ],
    ["Как изменить адрес доставки?", "Ошибся улицей при заказе, можно исправить?"],
    ["Нужен ли паспорт для оформления?", "Какие документы взять с собой?"],
    ["Can I bring my dog to the hotel?", "Are pets allowed in rooms?", "Is there a fee for animals?"],
    ["When is check-in?", "At what time can I get my room key?"],
    ["Do you have wifi?", "Is the internet free of charge?"],
    ["What is the cancellation policy?", "Can I get my money back if I cancel?"],
    ["Чи можна платити частинами?", "Чи є розстрочка?"],
    ["Як отримати рахунок?", "Надішліть, будь ласка, інвойс на фірму"],
    ["Există parcare?", "Unde pot lăsa mașina?"],
    ["Кто у вас бухгалтер?"],
    ["Какая у вас миссия компании?"],
    ["Is breakfast included?"],
    ["Сколько весит коробка?"],
]
OFFICE = [
    [
        "Сколько дней отпуска положено?",
        "Какая продолжительность ежегодного отпуска?",
        "На сколько дней можно уйти отдыхать?",
    ],
    [
        "Как оформить больничный?",
        "Что нужно принести, если я заболел?",
        "Оплачивается ли временная нетрудоспособность?",
    ],
    ["Когда выплачивают зарплату?", "В какие числа приходят деньги?", "Аванс какого числа?"],
    ["Как подключить VPN?", "Не могу зайти в сеть из дома"],
    ["Кому писать про сломанный ноутбук?", "Мой компьютер не работает, куда обращаться?"],
    ["Сколько стоит обед в столовой?", "Цены в кафе офиса"],
    ["How do I claim travel expenses?", "Where to send receipts after a business trip?", "What is the per diem?"],
    ["Can I work remotely?", "Is home office allowed?", "How many days may I work from home?"],
    ["Какой дресс-код?", "В чём ходить на работу?"],
    ["Who approves overtime?"],
    ["Где парковка для сотрудников?"],
    ["Как сменить пароль?"],
]


def pairs(groups: list[tuple[int, ...]]) -> set[tuple[int, int]]:
    return {pair for group in groups for pair in itertools.combinations(sorted(group), 2)}


def test_questions_about_one_thing_stand_together_even_without_a_word_in_common() -> None:
    """What the figures in the module come from."""
    embedder = E5Embedder.open(None, 2)
    right = wrong = by_words = wanted = 0
    for topics in (SHOP, HOTEL, OFFICE):
        questions = [question for topic in topics for question in topic]
        ends = list(itertools.accumulate(len(topic) for topic in topics))
        true = pairs([tuple(range(end - len(topic), end)) for topic, end in zip(topics, ends, strict=True)])
        vectors = np.stack([embedder.encode_query(question) for question in questions])
        found = pairs(clusters(questions, vectors))
        wanted, right, wrong = wanted + len(true), right + len(found & true), wrong + len(found - true)
        by_words += len(pairs(clusters(questions)) & true)
    assert wanted == 75
    assert right >= 50 > 2 * by_words
    assert wrong <= 15
