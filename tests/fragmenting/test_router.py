"""Is each kind of document told apart, and does the reason say why it is cut the way it is?"""

from __future__ import annotations

import pytest

from opora.domain.document import Parsed
from opora.fragmenting.router import DocumentClass, classified, way_of
from opora.fragmenting.rules import FragmentRules
from opora.reading.assemble import CellDraft, Draft, Reading, assemble

RULE = "The buyer pays the fee within ten days and the shop sends the goods on the day after it was paid."


def parsed(*drafts: Draft) -> Parsed:
    return assemble(Reading(tuple(drafts), "text/plain", "test"))


ROWS = tuple((CellDraft(f"Parcel {n}", 1), CellDraft(f"{n}7 lei", 2)) for n in range(30))
KINDS: list[tuple[DocumentClass, list[Draft]]] = [
    ("transcript", [Draft("turn", RULE, speaker=name) for name in ("Ann", "Bo", "Ann")]),
    ("code", [Draft("code", "def fee():\n    return 17", section="fee"), Draft("paragraph", "A fee.")]),
    ("table", [Draft("paragraph", "Fees."), Draft("table", rows=ROWS)]),
    (
        "contract",
        [
            Draft("heading", "Supply Agreement", 1),
            *(Draft("paragraph", f"{n}.1 {RULE}", section=f"{n}.1") for n in range(1, 6)),
        ],
    ),
    (
        "contract",
        [
            Draft("heading", "Договор поставки", 1),
            *(Draft("paragraph", f"{n}.1 Покупатель платит в срок.", section=f"{n}.1") for n in range(1, 6)),
        ],
    ),
    (
        "form",
        [Draft("paragraph", f"{name}: ____________") for name in ("Name", "Street", "Town", "Date", "Sum", "Hand")],
    ),
    ("wiki", [one for n in range(4) for one in (Draft("heading", f"Part {n}", 1), Draft("paragraph", RULE))]),
    ("text", [Draft("paragraph", RULE), Draft("paragraph", RULE)]),
]


FIELDS = (
    "Applicant: Juniper GmbH",
    "Policy number: CG-417",
    "Sum: EUR 2,500.00",
    "Cover: 15 May 2026",
    "Phone: +49 40 55",
)
SAID = ("Ann: shall we begin", "Bo: yes", "Ann: the fee is due", "Bo: I paid it", "Ann: when was that", "Bo: in May")


def test_a_form_that_was_filled_in_is_one_and_talk_or_prose_is_none() -> None:
    form = [Draft("heading", "Application", 1), *(Draft("paragraph", one) for one in (*FIELDS, "☒ Cover for theft"))]
    declared = Draft("paragraph", "The applicant declares that all of it is true.")
    assert classified(parsed(*form, declared)) == ("form", "it has 6 fields that were filled in")
    assert classified(parsed(Draft("paragraph", "\n".join(FIELDS))))[0] == "form"
    assert classified(parsed(*(Draft("paragraph", one) for one in SAID)))[0] == "text"
    terms = [
        Draft("paragraph", f"{name}: what the buyer pays.") for name in ("Fee", "Price", "Rate", "Sum", "Due", "Tax")
    ]
    assert classified(parsed(*terms))[0] == "text"
    assert classified(parsed(*form, *(Draft("paragraph", RULE) for _ in range(6))))[0] == "text"


def test_a_word_that_only_begins_like_agreement_makes_no_contract() -> None:
    rules = [Draft("paragraph", f"{n}. Ставьте лампу куда угодно, хоть на пол.", section=f"{n}") for n in range(1, 6)]
    assert classified(parsed(*rules))[0] == "text"


@pytest.mark.parametrize(("kind", "drafts"), KINDS)
def test_a_document_is_taken_for_what_it_is(kind: DocumentClass, drafts: list[Draft]) -> None:
    found, seen = classified(parsed(*drafts))
    assert found == kind
    assert seen


def test_speech_goes_by_turns_and_a_contract_by_its_structure() -> None:
    speech, contract = (
        next(drafts for kind, drafts in KINDS if kind == wanted) for wanted in ("transcript", "contract")
    )
    way = way_of(parsed(*speech), FragmentRules())
    assert way.told == {"class": "transcript", "strategy": "turns", "reason": "100% of it is speech; cut by turns"}
    assert way_of(parsed(*contract), FragmentRules()).rules.strategy == "parent_child"
    assert way_of(parsed(), FragmentRules()).document_class == "text"


def test_what_a_person_chose_goes_before_the_router() -> None:
    speech = parsed(*KINDS[0][1])
    named = way_of(speech, FragmentRules("sentence"), route=False)
    assert (named.rules.strategy, "the settings name sentence" in named.reason) == ("sentence", True)
    own = way_of(speech, FragmentRules("heading"), promoted="calls")
    assert (own.rules.strategy, "promoted for collection 'calls'" in own.reason) == ("heading", True)
