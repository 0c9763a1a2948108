"""Is what one person says in a talk answered from that person's turn, and never from what stands beside it?"""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import asked_of

pytestmark = pytest.mark.slow

TALKS = {
    "en": (
        "Anna: I have looked at the offer and the rent is higher than last year.\n"
        "Boris: We paid 900 euros then, so this is a rise of a tenth.\n"
        "Clara: My impression is that they expect us to bargain.\n"
        "Anna: Then let me write to them tomorrow.\n"
        "Boris: Please ask for two more months as well.\n"
        "Clara: I would rather keep the old term of 12 months.",
        {
            "Who wants to keep the old term?": "Clara",
            "Who asks for two more months?": "Boris",
            "How long is the old term?": "Clara",
        },
    ),
    "ru": (
        "Анна: Мы получили акт сверки, расхождение на двести рублей.\n"
        "Борис: Мне кажется, это банковская комиссия.\n"
        "Ольга: Я проверю выписку и отвечу вам до обеда.\n"
        "Анна: Спасибо, тогда акт пока не подписываем.\n"
        "Борис: Давайте перенесём встречу на четверг.\n"
        "Ольга: Нам хватит получаса, я думаю.",
        {"Кто проверит выписку?": "Ольга", "На какой день перенесут встречу?": "Борис"},
    ),
}


@pytest.mark.parametrize("language", TALKS)
def test_the_turn_that_says_it_answers_and_no_other(tmp_path: Path, language: str) -> None:
    text, asked = TALKS[language]
    (tmp_path / "talk.txt").write_text(text, encoding="utf-8")
    replies = asked_of(tmp_path, [{"source_id": "talk", "path": "talk.txt"}], list(asked))
    said = {reply["question"]: reply["claims"][0]["text"].split(":")[0] for reply in replies if reply["claims"]}
    assert said.items() <= asked.items()
    assert len(said) >= len(asked) - 1
