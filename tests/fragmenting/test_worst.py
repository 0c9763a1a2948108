"""Are the fragments that a person should look at found, and ordinary ones left in peace?"""

from __future__ import annotations

import pytest

from opora.domain.document import Parsed
from opora.fragmenting.fragment import fragment
from opora.fragmenting.rules import FragmentRules
from opora.fragmenting.worst import Looked, worst
from opora.reading.assemble import CellDraft, Draft, Reading, assemble

SOUND = (
    "Goods may be returned within 14 days of delivery, unused and in their packing. The buyer pays for the way back. "
    "The shop pays the refund for the goods within 10 days after they came back to the shop."
)


def parsed(*drafts: Draft) -> Parsed:
    return assemble(Reading(tuple(drafts), "text/plain", "test"))


def looked(*drafts: Draft) -> list[Looked]:
    document = parsed(*drafts)
    _, found = fragment(document, "doc@1", "T", FragmentRules("sentence"), lambda text: len(text) // 4 + 1)
    return worst(found, document.blocks, 20)


def codes(found: list[Looked]) -> set[str]:
    return {reason.code for one in found for reason in one.reasons}


def table(*rows: tuple[str, ...]) -> Draft:
    return Draft("table", rows=tuple(tuple(CellDraft(t, n) for n, t in enumerate(row, 1)) for row in rows))


MENU = "\n".join(["Home", "About us", "Products", "Our team", "Contact", "News", "Sign in", "Site map"])
TWO_TOPICS = (
    "Wheat grows slowly. Wheat fields need wheat seed. Seed wheat early. Farm wheat fields well. Wheat seed grows. "
    "Ships carry steel. Steel ships sail. Sail ships daily. Captains sail steel ships. Ships dock."
)


RUSSIAN = "Привет, мир, как дела у тебя сегодня на складе"
ONE_SECTION = (
    "All disks are encrypted and keys rotate every 12 months. Access to production requires two approvals. A lost laptop "
    "must be reported within 4 hours. Passwords have at least 14 characters. The penetration test is repeated yearly. "
    "Backups stay in another building. Visitors wear a badge. Logs remain readable for 90 days. Cameras watch both doors."
)


@pytest.mark.parametrize("wrong", ["latin-1", "cp1252", "cp1251"])
@pytest.mark.parametrize("said", [RUSSIAN, "Їжак і ґедзь сьогодні їдуть на північ області"])
def test_letters_read_in_another_encoding_are_garbled(said: str, wrong: str) -> None:
    read = said.encode().decode(wrong, "ignore")
    assert "garbled" in codes(looked(Draft("paragraph", read)))
    assert "garbled" not in codes(looked(Draft("paragraph", said)))


def test_codes_of_glyphs_are_garbled() -> None:
    assert "garbled" in codes(
        looked(Draft("paragraph", "(cid:12)(cid:45)(cid:7) (cid:88) (cid:12) of the (cid:45) price"))
    )
    for sound in (
        "ÂNGELA ȘI ÎNCĂ O ÎNTREBARE ÎN SATUL RÂUȘOR",
        "España y Ñuñoa: «ÅÄÖ» år 1954",
        "РСФСР, СССР и РСПП вместе",
    ):
        assert "garbled" not in codes(looked(Draft("paragraph", sound)))


def test_words_do_not_tell_that_a_section_or_a_form_changes_its_subject() -> None:
    form = "\n".join(f"{name}: {name} {n}{n}" for n, name in enumerate(("Port", "Ship", "Sum", "Day", "Hand") * 2))
    assert "mixed_topics" not in codes(looked(Draft("paragraph", ONE_SECTION)))
    assert "mixed_topics" not in codes(looked(Draft("paragraph", form)))


@pytest.mark.parametrize(
    ("drafts", "code"),
    [
        ([Draft("heading", "Warranty", 1)], "heading_alone"),
        ([Draft("paragraph", "See above.")], "too_short"),
        ([Draft("paragraph", MENU)], "menu"),
        ([Draft("paragraph", line) for line in MENU.split("\n")], "menu"),
        ([*(Draft("paragraph", line) for line in MENU.split("\n")), Draft("paragraph", SOUND)], "menu"),
        ([Draft("heading", "Shop", 1), *(Draft("list_item", line) for line in MENU.split("\n"))], "menu"),
        ([Draft("paragraph", "Главная Товары Цены О нас Контакты Вакансии Пресса Войти")], "menu"),
        ([Draft("paragraph", "Acasă Produse Prețuri Contact Cariere Presă Autentificare")], "menu"),
        ([Draft("paragraph", "Home | About us | Products | Our team | Contact | News | Sign in")], "menu"),
        ([Draft("paragraph", "17 22 95 4 120 33 7 81 90 12 5 66 41 8")], "table_wreckage"),
        ([table(("a", "", "", ""), ("", "", "b", ""), ("", "c", "", ""), ("", "", "", "d"))], "table_wreckage"),
        ([Draft("paragraph", "¤ƒ ¶ÿ ∂∑ ©® †‡ ¤ƒ ¶ÿ ∂∑ ©® †‡ some words of it ¤ƒ ¶∂∑")], "garbled"),
        ([Draft("paragraph", TWO_TOPICS)], "mixed_topics"),
        ([Draft("paragraph", "The buyer pays the fee for the parcel, the pallet and")], "unfinished"),
        (
            [
                Draft("heading", "One", 1),
                Draft("paragraph", SOUND),
                Draft("heading", "One", 1),
                Draft("paragraph", SOUND),
            ],
            "repeated",
        ),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_is_wrong_is_named(drafts: list[Draft], code: str) -> None:
    assert code in codes(looked(*drafts))


def test_nothing_is_said_of_what_is_sound() -> None:
    sound = [
        Draft("heading", "Returns", 1),
        Draft("paragraph", SOUND),
        Draft("heading", "Fees", 1),
        table(("Parcel", "17 lei"), ("Pallet", "95 lei"), ("Letter", "4 lei"), ("Box", "21 lei")),
        Draft("heading", "Возврат", 1),
        Draft("paragraph", "Товар можно вернуть в течение 14 дней со дня покупки, если он не был в употреблении."),
        *(Draft("list_item", f"{n}) a receipt with the number of the order and its date;") for n in range(8)),
        Draft("heading", "Papers", 1),
        Draft("paragraph", "The buyer brings the papers that are named here:"),
        *(
            Draft("list_item", one)
            for one in ("Passport", "Receipt", "Guarantee card", "Photo", "Claim", "Bill", "Box")
        ),
    ]
    assert looked(*sound) == []


def test_the_worst_comes_first_and_no_more_than_asked_for() -> None:
    document = parsed(
        Draft("paragraph", SOUND),
        Draft("paragraph", "The buyer pays the fee for the parcel, and"),
        Draft("heading", "X", 1),
    )
    _, found = fragment(document, "doc@1", "T", FragmentRules("propositions"), lambda text: len(text) // 4 + 1)
    ranked = worst(found, document.blocks, 20)
    assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)
    assert worst(found, document.blocks, 1) == ranked[:1]
