"""Is "up to 15 people" taken for an answer to "how far ahead"?"""

from __future__ import annotations

import pytest

from opora.answering.asked_value import asked_for, says, value_for
from opora.language.values import find_values


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("Екскурсія коштує 400 грн для групи до 15 осіб.", False),
        ("Экскурсия стоит 400 руб. для группы до 15 человек.", False),
        ("Замовляти екскурсію треба до п'ятниці.", True),
        ("Заказать экскурсию можно до 10 мая.", True),
    ],
)
def test_up_to_so_many_people_is_no_time(text: str, given: bool) -> None:
    asked = asked_for("за скільки днів замовляти екскурсію", "amount")
    assert says(asked, text, value_for(asked, text, find_values(text))) is given
