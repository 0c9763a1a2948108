"""Does a form give the same dictionary word from the cache as from the packed dictionary, and is a bad cache no harm?"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import simplemma
from hypothesis import given
from hypothesis import strategies as st
from simplemma.strategies.dictionaries import dictionary_factory

from opora.language import forms
from opora.language.lemmas import is_known, lemmas_of


class Small:
    """A dictionary that is soon written."""

    def get_dictionary(self, lang: str) -> dict[str, str]:
        return {"warranties": "warranty"} | {f"form{number}": f"word{number}" for number in range(2000)}


WORDS = st.text(st.characters(exclude_characters="\t\n", codec="utf-8"), max_size=6)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OPORA_CACHE", str(tmp_path))
    forms._forms.cache_clear()
    return tmp_path


def test_every_form_of_a_language_is_found_and_no_other(cache: Path) -> None:
    whole = forms.Cached().get_dictionary("en")
    forms._forms.cache_clear()
    kept = forms.Cached().get_dictionary("en")
    assert isinstance(kept, forms.Forms) and not isinstance(whole, forms.Forms)
    assert len(kept) == len(whole)
    known = random.Random(5).sample(list(whole), 5000)
    assert [kept.get(form) for form in known] == [whole.get(form) for form in known]
    strange = [form + "q" for form in known]
    assert [kept.get(form) for form in strange] == [whole.get(form) for form in strange]
    assert random.Random(5).sample(list(kept), 50)
    forms._forms.cache_clear()


@given(st.dictionaries(WORDS, WORDS, min_size=1, max_size=90), st.lists(WORDS, max_size=20))
def test_what_is_written_is_read(held: dict[str, str], asked: list[str]) -> None:
    found = forms.Forms(forms.written({form.encode(): word.encode() for form, word in held.items()}))
    assert sorted(found) == sorted(held)
    for form in [*held, *asked]:
        expected = held.get(form)
        assert found.get(form) == (form if expected == "" else expected)


@pytest.mark.parametrize("damage", [b"", b"opora forms 1\n", b"x" * 500, 9000, -1])
def test_a_file_that_is_none_is_made_anew(cache: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes | int) -> None:
    monkeypatch.setattr(dictionary_factory, "DEFAULT_DICTIONARY_FACTORY", Small())
    forms.Cached().get_dictionary("en")
    [file] = cache.glob("forms-en-*.bin")
    file.write_bytes(file.read_bytes()[:damage] if isinstance(damage, int) else damage)
    forms._forms.cache_clear()
    assert forms.Cached().get_dictionary("en").get("warranties") == "warranty"
    forms._forms.cache_clear()
    assert isinstance(forms.Cached().get_dictionary("en"), forms.Forms)
    forms._forms.cache_clear()


def test_a_cache_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cache: Path
) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("OPORA_CACHE", str(tmp_path / "file"))
    assert forms.Cached().get_dictionary("en") is dictionary_factory.DEFAULT_DICTIONARY_FACTORY.get_dictionary("en")
    forms._forms.cache_clear()


@pytest.mark.parametrize("language", ["en", "ro", "uk"])
def test_words_are_known_and_read_as_before(language: str) -> None:
    texts = {
        "en": "warranties unreadably kzzx mice's don't",
        "ro": "contractele rambursării ședinței xyzzq casei",
        "uk": "повернення замовлень об'єднання щщщк найменшого",
    }
    for word in texts[language].split():
        assert is_known(word, language) == simplemma.is_known(word, language)
        assert lemmas_of(word, language)[0] == simplemma.lemmatize(word.removesuffix("'s"), language).casefold()
