"""Is what is settled by the letters around a stop the same as what a close look at the whole text finds?"""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from razdel import sentenize

from opora.language.proposals import proposed_ends
from opora.language.sentences import sentences, surely_ends, surely_goes_on

_WORDS = "слово Слово т Т г стр ст п е д А I IV XVI civil Art nr 12 2020 3 5.1 v U the The It Inc St Ave ед ч m см др etc США"
_MORE = "долл руб б c и foo_bar a1 é Été word Word году пункт S-a I’m млн дж Corp prof Prof zile Articolul накл Повел"
_MARKS = [
    ". ",
    ". ",
    ". ",
    ".",
    " . ",
    "! ",
    "? ",
    "… ",
    "; ",
    ", ",
    " ",
    " ",
    " — ",
    ") ",
    ".) ",
    ".” ",
    ' "',
    '" ',
    "» ",
    " «",
]
_RARE = [
    "\n",
    "\n\n",
    "\t",
    "• ",
    "1. ",
    "2) ",
    "a) ",
    ":) ",
    "...",
    "\u00a0",
    " (",
    "].",
    "'",
    "           ",
    "№ ",
    ".”) ",
]
_text = st.lists(
    st.tuples(st.sampled_from((_WORDS + " " + _MORE).split()), st.sampled_from([*_MARKS, *_MARKS, *_RARE])), max_size=14
).map(lambda parts: "".join(word + mark for word, mark in parts))


@settings(max_examples=120, deadline=None)
@given(_text)
def test_one_pass_proposes_what_razdel_proposes(text: str) -> None:
    ends = [0, *proposed_ends(text), len(text)]
    found = [text[low:high].strip() for low, high in pairwise(ends)]
    assert [part for part in found if part] == [one.text for one in sentenize(text) if one.text]


@settings(max_examples=120, deadline=None)
@given(_text)
def test_what_surely_ends_a_sentence_ends_one(text: str) -> None:
    found = sentences(text)
    assert set(surely_ends(text, 0, len(text))) <= {one.end for one in found}
    for number, one in enumerate(found):
        if surely_goes_on(text, one.start, len(text)):
            assert number == len(found) - 1


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("Срок — 14 дней. Оплата вперёд.", [15]),
        ("См. стр. Иванова. Далее.", [17]),
        ("It came in 1984. The rest is known.", [16]),
        ("He said “no.” She left.", [13]),
        ("See Dr. Brown and prof. Green.", []),
        ("Art. The law of Sec. 1984. The rest.", []),
    ],
)
def test_short_words_settle_nothing(text: str, ends: list[int]) -> None:
    assert list(surely_ends(text, 0, len(text))) == ends
