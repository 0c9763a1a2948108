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


Words = str | list[OcrWord]


def against(read: Words, language: str = "en", *more: str, sure: float = 95.0, poor: bool = False) -> Second:
    """A second reading; of its numbers the further readings are ``more``, or else the same again."""
    words = line(read, sure=sure) if isinstance(read, str) else read

    def again(box: tuple[float, float, float, float]) -> list[str]:
        held = [one.text for one in words if box[0] <= one.left <= box[2] and one.base == box[3]]
        return list(more) or 2 * [" ".join(held)]

    return Second(words, again, language, poor)


def doubts(words: list[OcrWord]) -> dict[str, str]:
    return {word.text: word.other for word in words if word.other is not None}


def test_a_number_that_both_readings_give_is_trusted() -> None:
    assert doubts(compared(line("сумма 1 250,00 руб."), against("сумма 1 250,00 руб.", "ru"))) == {}


def test_a_digit_that_differs_puts_the_whole_number_in_doubt() -> None:
    found = compared(line("сумма 1 250,00 руб."), against("сумма 1 260,00 руб.", "ru", "1 250,00", "1 260,00"))
    assert doubts(found) == {"1": "1 260,00", "250,00": "1 260,00"}


def test_a_decimal_comma_that_one_reading_lost_is_a_difference() -> None:
    assert doubts(compared(line("12,50 %"), against("1250 %", "ru"))) == {"12,50": "1250"}


def test_a_number_that_the_second_reading_does_not_have_is_in_doubt() -> None:
    assert list(doubts(compared(line("срок 14 дней"), against("срок", "ru")))) == ["14"]


@pytest.mark.parametrize(("read", "meant"), [("0,496", "0,4%"), ("1596.", "15%."), ("1 596", "1 5%")])
def test_digits_that_look_like_a_sign_of_percent_are_in_doubt(read: str, meant: str) -> None:
    found = doubts(compared(line(f"пеня {read}"), against(f"пеня {read}", "uk")))
    assert set(found.values()) == {meant}


def test_a_low_confidence_in_either_reading_is_a_doubt() -> None:
    assert doubts(compared(line("14", sure=30.0), against("14", "en"))) == {"14": "14"}
    assert doubts(compared(line("14"), against("14", sure=30.0))) == {"14": "14"}


def test_letters_that_the_other_reading_has_as_digits_are_in_doubt() -> None:
    assert doubts(compared(line("cost lO USD"), against("cost 10 USD", "en"))) == {"lO": "10"}


def test_a_further_reading_chooses_and_the_number_stays_in_doubt() -> None:
    found = compared(line("sum 1,350"), against("sum 1,250", "en", "1,250", "1,250"))
    assert doubts(found) == {"1,250": "1,350"}


def test_further_readings_that_agree_with_the_first_do_not_lift_the_doubt() -> None:
    assert doubts(compared(line("sum 1,350"), against("sum 1,250", "en", "1,350", "1,350"))) == {"1,350": "1,250"}


def test_a_letter_inside_a_number_is_a_doubt_even_when_both_readings_have_it() -> None:
    assert "1O5" in doubts(compared(line("1O5"), against("1O5", "en")))


def test_groups_of_a_number_that_do_not_fit_together_are_a_doubt() -> None:
    assert list(doubts(compared(line("1 25 000"), against("1 25 000", "en")))) == ["1", "25", "000"]


def test_a_date_that_lost_a_full_stop_is_a_doubt() -> None:
    for text in ("09.09 2026", "02 10.2030", "01.10 2 030"):
        assert doubts(compared(line(text), against(text, "ru"))), text


def test_an_amount_with_another_decimal_sign_than_the_rest_of_the_page_is_a_doubt() -> None:
    words = [w for n, text in enumerate(("1,50 руб.", "2,50 руб.", "3.50 руб.")) for w in line(text, 100.0 + 20 * n)]
    again = [w for n, text in enumerate(("1,50 руб.", "2,50 руб.", "3.50 руб.")) for w in line(text, 100.0 + 20 * n)]
    assert list(doubts(compared(words, against(again, "ru")))) == ["3.50"]


def test_a_clause_number_has_no_decimal_sign() -> None:
    words, again = line("см. п. 4.12 и 1,50 руб. и 2,50 руб."), line("см. п. 4.12 и 1,50 руб. и 2,50 руб.")
    assert doubts(compared(words, against(again, "ru"))) == {}


def test_a_number_that_one_more_look_gives_otherwise_is_trusted_only_on_a_clear_page_and_if_surely_read() -> None:
    for poor, sure, expected in ((False, 95.0, {}), (True, 95.0, {"14": "19"}), (False, 75.0, {"14": "19"})):
        found = compared(line("14", sure=sure), against("14", "en", "14", "19", poor=poor))
        assert doubts(found) == expected, (poor, sure)


def test_a_number_that_both_more_looks_give_otherwise_is_in_doubt_however_surely_it_was_read() -> None:
    assert doubts(compared(line("13,34"), against("13,34", "en", "15,34", "15,34"))) == {"13,34": "15,34"}


@pytest.mark.parametrize(("read", "other"), [("698, 7", "698,7"), ("28, 835", "28,835"), ("£99, 271.73", "£99,271.73")])
def test_a_gap_behind_a_sign_that_another_reading_does_not_have_is_a_doubt(read: str, other: str) -> None:
    assert len(doubts(compared(line(read), against(other, "en", other, other)))) == 2
    assert doubts(compared(line(read), against(read))) == {}


def test_thousands_with_a_gap_between_them_are_a_doubt_even_when_every_reading_has_it() -> None:
    assert len(doubts(compared(line("$107,118, 232.40"), against("$107,118, 232.40")))) == 2
    assert doubts(compared(line("rows 5, 100, 200"), against("rows 5, 100, 200"))) == {}


def test_words_far_apart_or_on_other_lines_are_not_one_number() -> None:
    words = [*line("12 ab 34"), *line("56", top=130.0)]
    assert [run.text for run in runs(words)] == ["12", "34", "56"]


def test_a_word_in_the_wrong_letters_is_taken_from_the_reading_that_has_the_right_ones() -> None:
    found = compared(line("250 py6."), against("250 руб.", "ru"))
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
    found = compared(line("руб. 9a каждые"), against("руб. за каждые", "ru", "за", "за"))
    assert [word.text for word in found][1] == "за" and doubts(found) == {}


def test_a_place_of_an_upright_page_is_found_on_the_page_as_stored() -> None:
    assert OcrPage(1, 400.0, 600.0, 90).on_page(400.0, 0.0) == (0.0, 0.0)
    assert OcrPage(1, 400.0, 600.0, 270).on_page(0.0, 600.0) == (0.0, 0.0)
    assert OcrPage(1, 400.0, 600.0, 180).on_page(400.0, 600.0) == (0.0, 0.0)
    x, y = OcrPage(1, 400.0, 600.0, 0, 2.0).on_page(400.0, 300.0)
    assert round(x, 1) == 399.9 and round(y, 1) == 307.0
