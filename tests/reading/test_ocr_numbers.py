"""Is a number that two readings do not agree on in doubt, and only such a number?"""

from __future__ import annotations

import pytest

from opora.language.lookalikes import folded, in_script, meant, skeleton
from opora.reading.ocr_numbers import Second, compared, number_key, runs
from opora.reading.ocr_wire import OcrPage, OcrWord


def line(text: str, top: float = 100.0, sure: float = 95.0) -> list[OcrWord]:
    """Words of one line, each letter six points wide."""
    words, left = [], 50.0
    for part in text.split(" "):
        right = left + 6.0 * len(part)
        words.append(OcrWord(part, left, top, right, top + 9, top + 9, 10.0, sure))
        left = right + 4.0
    return words


def nothing(_box: tuple[float, float, float, float]) -> str:
    return ""


def doubts(words: list[OcrWord]) -> dict[str, str]:
    return {word.text: word.other for word in words if word.other is not None}


def test_a_number_that_both_readings_give_is_trusted() -> None:
    assert doubts(compared(line("сумма 1 250,00 руб."), Second(line("сумма 1 250,00 руб."), nothing, "ru"))) == {}


def test_a_digit_that_differs_puts_the_whole_number_in_doubt() -> None:
    found = compared(line("сумма 1 250,00 руб."), Second(line("сумма 1 260,00 руб."), nothing, "ru"))
    assert doubts(found) == {"1": "1 260,00", "250,00": "1 260,00"}


def test_a_decimal_comma_that_one_reading_lost_is_a_difference() -> None:
    assert doubts(compared(line("12,50 %"), Second(line("1250 %"), nothing, "ru"))) == {"12,50": "1250"}


def test_a_number_that_the_second_reading_does_not_have_is_in_doubt() -> None:
    assert list(doubts(compared(line("срок 14 дней"), Second(line("срок"), nothing, "ru")))) == ["14"]


@pytest.mark.parametrize(("read", "meant"), [("0,496", "0,4%"), ("1596.", "15%."), ("1 596", "1 5%")])
def test_digits_that_look_like_a_sign_of_percent_are_in_doubt(read: str, meant: str) -> None:
    found = doubts(compared(line(f"пеня {read}"), Second(line(f"пеня {read}"), nothing, "uk")))
    assert set(found.values()) == {meant}


def test_a_low_confidence_in_either_reading_is_a_doubt() -> None:
    assert doubts(compared(line("14", sure=40.0), Second(line("14"), nothing, "en"))) == {"14": "14"}
    assert doubts(compared(line("14"), Second(line("14", sure=40.0), nothing, "en"))) == {"14": "14"}


def test_letters_that_the_other_reading_has_as_digits_are_in_doubt() -> None:
    assert doubts(compared(line("cost lO USD"), Second(line("cost 10 USD"), nothing, "en"))) == {"lO": "10"}


def test_a_third_reading_chooses_and_the_number_stays_in_doubt() -> None:
    found = compared(line("sum 1,350"), Second(line("sum 1,250"), lambda _: "1,250", "en"))
    assert doubts(found) == {"1,250": "1,350"}


def test_a_third_reading_that_agrees_with_the_first_does_not_lift_the_doubt() -> None:
    assert doubts(compared(line("sum 1,350"), Second(line("sum 1,250"), lambda _: "1,350", "en"))) == {"1,350": "1,250"}


def test_a_letter_inside_a_number_is_a_doubt_even_when_both_readings_have_it() -> None:
    assert "1O5" in doubts(compared(line("1O5"), Second(line("1O5"), nothing, "en")))


def test_groups_of_a_number_that_do_not_fit_together_are_a_doubt() -> None:
    assert list(doubts(compared(line("1 25 000"), Second(line("1 25 000"), nothing, "en")))) == ["1", "25", "000"]


def test_a_date_that_lost_a_full_stop_is_a_doubt() -> None:
    for text in ("09.09 2026", "02 10.2030", "01.10 2 030"):
        assert doubts(compared(line(text), Second(line(text), nothing, "ru"))), text


def test_an_amount_with_another_decimal_sign_than_the_rest_of_the_page_is_a_doubt() -> None:
    words = [w for n, text in enumerate(("1,50 руб.", "2,50 руб.", "3.50 руб.")) for w in line(text, 100.0 + 20 * n)]
    again = [w for n, text in enumerate(("1,50 руб.", "2,50 руб.", "3.50 руб.")) for w in line(text, 100.0 + 20 * n)]
    assert list(doubts(compared(words, Second(again, nothing, "ru")))) == ["3.50"]


def test_a_clause_number_has_no_decimal_sign() -> None:
    words, again = line("см. п. 4.12 и 1,50 руб. и 2,50 руб."), line("см. п. 4.12 и 1,50 руб. и 2,50 руб.")
    assert doubts(compared(words, Second(again, nothing, "ru"))) == {}


def test_on_a_page_that_is_hard_to_read_a_third_reading_must_agree_too() -> None:
    for third, expected in (("14", {}), ("19", {"14": "19"}), ("", {"14": ""})):
        found = compared(line("14"), Second(line("14"), lambda _, third=third: third, "en", poor=True))  # type: ignore[misc]
        assert doubts(found) == expected


def test_words_far_apart_or_on_other_lines_are_not_one_number() -> None:
    words = [*line("12 ab 34"), *line("56", top=130.0)]
    assert [run.text for run in runs(words)] == ["12", "34", "56"]


def test_a_word_in_the_wrong_letters_is_taken_from_the_reading_that_has_the_right_ones() -> None:
    found = compared(line("250 py6."), Second(line("250 руб."), nothing, "ru"))
    assert [word.text for word in found] == ["250", "руб."]
    assert doubts(found) == {}


def test_signs_around_a_number_do_not_count_but_those_inside_do() -> None:
    assert number_key("(1 250,00).") == "1250,00"
    assert number_key("12–14") == number_key("12-14") != number_key("1214")


def test_letters_that_look_alike_have_one_shape() -> None:
    assert skeleton("py6.") == skeleton("руб.")
    assert folded("py6", "cyrillic") == "руб"
    assert folded("руб", "cyrillic") is None
    assert folded("Сontract", "latin") == "Contract"
    assert folded("1250", "cyrillic") is None
    assert in_script("ТОВ", "cyrillic") and not in_script("TOB", "cyrillic")


def test_words_are_searched_by_what_they_may_mean_and_nothing_is_added_to_words_as_they_are() -> None:
    assert meant("Стоимость 250 py6. за CTOИMOCTЬ", "ru") == ["руб", "СТОИМОСТЬ"]
    assert meant("Сontract signed by OPEX", "en") == ["Contract"]
    assert meant("Оплата через SWIFT и BOX", "ru") == []


def test_a_word_that_two_of_three_readings_have_in_letters_is_no_number() -> None:
    found = compared(line("17 руб. 9a каждые"), Second(line("17 руб. за каждые"), lambda _: "за", "ru"))
    assert [word.text for word in found][2] == "за" and doubts(found) == {}


def test_a_place_of_an_upright_page_is_found_on_the_page_as_stored() -> None:
    assert OcrPage(1, 400.0, 600.0, 90).on_page(400.0, 0.0) == (0.0, 0.0)
    assert OcrPage(1, 400.0, 600.0, 270).on_page(0.0, 600.0) == (0.0, 0.0)
    assert OcrPage(1, 400.0, 600.0, 180).on_page(400.0, 600.0) == (0.0, 0.0)
    x, y = OcrPage(1, 400.0, 600.0, 0, 2.0).on_page(400.0, 300.0)
    assert round(x, 1) == 399.9 and round(y, 1) == 307.0
