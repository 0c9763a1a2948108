"""The short way to the lemma of a word of letters alone gives what the dictionary's own steps give."""

from __future__ import annotations

import random

import pytest
from simplemma.strategies import DefaultStrategy

from opora.language.forms import Cached
from opora.language.lemmas import lemmas_of
from opora.language.words import fold

_WORDS = (
    "houses companies organized theories buildings velonati casele orașului mașinilor calitățile realizată frumoasa"
)
_ENDS = ("", "s", "ments", "ities", "ized", "ului", "ilor", "itățile", "atul", "ația", "tată", "irea", "erves", "cies")


@pytest.mark.parametrize("language", ["en", "ro"])
def test_a_lemma_found_the_short_way_is_the_one_of_all_steps(language: str) -> None:
    chance = random.Random(7)
    strategy = DefaultStrategy(dictionary_factory=Cached())
    for _ in range(1500):
        word = chance.choice(_WORDS.split())[: chance.randint(2, 9)] + chance.choice(_ENDS)
        if language == "en" and not word.isascii():
            continue  # Romanian by its letters
        spelt = fold(word)
        whole = strategy.get_lemma(spelt, language)
        assert fold(whole or spelt) in lemmas_of(word, language), word
