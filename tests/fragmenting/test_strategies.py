"""What does each strategy of the ladder do that the others do not?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

from opora.domain.document import Parsed
from opora.domain.place import Span
from opora.domain.source import Fragment, Passage
from opora.errors import UsageError
from opora.fragmenting.fragment import fragment
from opora.fragmenting.late import late_vectors
from opora.fragmenting.material import Help
from opora.fragmenting.model_borders import cost_of
from opora.fragmenting.rules import FragmentRules, Strategy
from opora.fragmenting.units import units_of
from opora.ports import Vector
from opora.reading.assemble import CellDraft, Draft, Reading, assemble


def tokens(text: str) -> int:
    return len(text) // 4 + 1


def parsed(*drafts: Draft) -> Parsed:
    return assemble(Reading(tuple(drafts), "text/plain", "test"))


def cut(
    document: Parsed, strategy: Strategy, helped: Help | None = None, size: int | None = None
) -> tuple[tuple[Passage, ...], tuple[Fragment, ...]]:
    return fragment(document, "doc@1", "Guide", FragmentRules(strategy, size), tokens, helped)


def texts(found: Sequence[Fragment]) -> list[str]:
    return [piece.text for piece in found]


PRICES = Draft(
    "table",
    rows=(
        (CellDraft("Service", 1, is_header=True), CellDraft("Price", 2, is_header=True)),
        *(
            (CellDraft(f"Parcel {n}", 1, header="Service"), CellDraft(f"{n}7 lei", 2, header="Price"))
            for n in range(1, 40)
        ),
    ),
)


def test_a_fixed_size_cuts_wherever_it_is_full_and_repeats_its_end() -> None:
    document = parsed(Draft("paragraph", "The fee is 5 000 lei for each of the days. " * 12))
    _, found = cut(document, "fixed", size=20)
    assert len(found) > 5
    assert any(not piece.text.endswith(".") for piece in found[:-1])
    assert all(one.end > other.start for one, other in pairwise(found))


def test_rows_carry_each_value_under_its_header() -> None:
    passages, found = cut(parsed(Draft("heading", "Fees", 1), PRICES), "rows", size=20)
    assert any("Service: Parcel 9; Price: 97 lei" in piece.context for piece in found)
    assert all("\n" not in piece.text or piece.text.count("\t") for piece in found if piece.text != "Fees")
    assert len(passages) < len(found)


def test_a_layout_keeps_a_table_in_one_piece_and_a_list_with_its_lead_in() -> None:
    items = [Draft("list_item", f"- item {n} of the list") for n in range(6)]
    document = parsed(
        Draft("heading", "Terms", 1),
        *(Draft("paragraph", f"Rule {n} says what is said in it and nothing else. " * 6) for n in range(6)),
        Draft("paragraph", "The parcel holds:"),
        *items,
        Draft("heading", "Fees", 1),
        PRICES,
    )
    _, found = cut(document, "layout", size=400)
    listed = [text for text in texts(found) if "item 0" in text]
    assert listed == [text for text in texts(found) if "The parcel holds:" in text]
    assert "item 5" in listed[0]
    assert [text for text in texts(found) if "Parcel 1\t" in text] == [
        text for text in texts(found) if "Parcel 39" in text
    ]


def test_a_definition_of_a_program_is_one_fragment_under_its_class() -> None:
    body = "\n".join(f"    value_{n} = compute({n})" for n in range(12))
    document = parsed(
        *(
            Draft("code", f"def step_{n}(self):\n{body}", section=f"Plan.step_{n}", under=("class Plan:",))
            for n in range(3)
        ),
        Draft("code", f"def other():\n{body}", section="other"),
    )
    passages, found = cut(document, "code")
    assert [text.split("(")[0] for text in texts(found)] == ["def step_0", "def step_1", "def step_2", "def other"]
    assert [len([piece for piece in found if piece.passage_id == one.passage_id]) for one in passages] == [3, 1]
    assert found[0].context == "Guide → class Plan:"


FARM = ["The farm grows wheat and barley.", "Barley needs dry soil.", "Wheat harvest starts in July on the farm."]
SHIP = ["The ship carries steel containers.", "Containers are loaded by crane.", "The crane lifts steel on the ship."]


@pytest.mark.parametrize("strategy", ["semantic", "turns"])
def test_a_change_of_subject_is_a_border_without_any_heading(strategy: Strategy) -> None:
    kind = "turn" if strategy == "turns" else "paragraph"
    document = parsed(*(Draft(kind, text, speaker="Ion" if kind == "turn" else None) for text in FARM + SHIP))
    _, found = cut(document, strategy, size=45)
    assert texts(found) == ["\n\n".join(FARM), "\n\n".join(SHIP)]


def test_a_threshold_cuts_a_text_that_would_fit_whole() -> None:
    document = parsed(Draft("paragraph", " ".join(FARM + SHIP)))
    rules = FragmentRules("semantic", 120, threshold=0.25)
    assert len(fragment(document, "doc@1", "T", FragmentRules("semantic", 120), tokens)[1]) == 1
    found = fragment(document, "doc@1", "T", rules, tokens)[1]
    assert " ".join(FARM) in texts(found)


def test_who_speaks_is_quoted_alone_and_searched_with_what_was_said_around() -> None:
    said = [("Anna", "What will the remote control cost?"), ("Ion", "Twelve euros and a half."), ("Anna", "Good.")]
    passages, found = cut(parsed(*(Draft("turn", text, speaker=who) for who, text in said)), "turns")
    assert texts(found) == [text for _, text in said]
    assert len(passages) == 1
    assert "What will the remote control cost?" in found[1].context


def test_a_proposition_is_one_statement_and_its_section_is_delivered() -> None:
    document = parsed(
        Draft("heading", "Returns", 1), Draft("paragraph", "Goods come back in 14 days. The fee is 17 lei.")
    )
    passages, found = cut(document, "propositions")
    assert texts(found) == ["Returns\n\nGoods come back in 14 days.", "The fee is 17 lei."]
    assert [one.span for one in passages] == [Span(0, len(document.text))]


def test_a_fragment_is_situated_by_its_section_and_by_what_its_terms_mean() -> None:
    filler = [Draft("paragraph", f"Rule {n} says that a delay is counted in days. " * 5) for n in range(20)]
    document = parsed(
        Draft("heading", "Terms", 1),
        Draft("paragraph", "“Business Day” means a day on which banks are open."),
        Draft("heading", "Delay", 1),
        Draft("paragraph", "This part is about late parcels."),
        *filler,
        Draft("paragraph", "Each Business Day costs 5 lei."),
    )
    found = cut(document, "contextual")[1]
    assert "This part is about late parcels." in found[-1].context
    assert "means a day on which banks are open" in found[-1].context
    plain = cut(document, "parent_child")[1]
    assert texts(plain) == texts(found)


def test_a_summary_stands_above_the_parts_and_says_their_own_words() -> None:
    drafts = []
    for part in range(12):
        drafts.append(Draft("heading", f"Part {part}", 1))
        drafts += [Draft("paragraph", f"Parcel {part} has rule {n} about its delivery fee. " * 6) for n in range(6)]
    document = parsed(*drafts)
    passages, found = cut(document, "summary_tree")
    above = [piece for piece in found if "~summary_tree." in piece.fragment_id]
    assert {piece.fragment_id.rpartition(".")[2] for piece in above} >= {"1", "2"}
    by_id = {one.passage_id: one for one in passages}
    root = max((by_id[piece.passage_id] for piece in above), key=lambda one: one.end - one.start)
    assert root.end - root.start > 0.9 * len(document.text)
    for piece in above:
        assert document.text[piece.start : piece.end] == piece.text
        assert by_id[piece.passage_id].span.covers(piece.span)
        assert all(" ".join(line.split()) in " ".join(document.text.split()) for line in piece.context.split("\n"))


class Named:
    """A model that opens a topic where it is told to, and counts how often it was called."""

    name = "named"

    def __init__(self, *numbers: int) -> None:
        self.numbers, self.calls = numbers, 0

    def choose(self, numbered: Sequence[str]) -> Sequence[int]:
        self.calls += 1
        return self.numbers


def test_a_model_is_not_called_before_its_cost_was_agreed_to() -> None:
    document = parsed(*(Draft("paragraph", text) for text in FARM + SHIP))
    chooser = Named(3)
    with pytest.raises(UsageError, match="none is configured"):
        cut(document, "model_borders")
    with pytest.raises(UsageError, match="called 1 times"):
        cut(document, "model_borders", Help(chooser=chooser))
    assert chooser.calls == 0
    cost = cost_of(units_of(document, FragmentRules("model_borders"), tokens))
    assert (cost.calls, cost.tokens_in > 40) == (1, True)
    found = cut(document, "model_borders", Help(chooser=chooser, agreed=cost.calls))[1]
    assert texts(found) == ["\n\n".join(FARM), "\n\n".join(SHIP)]
    assert chooser.calls == 1


class Letters:
    """Every letter is a token; its vector says which letter of the whole text it is and what the window begins with."""

    max_tokens = 40

    def places(self, text: str) -> npt.NDArray[np.int64]:
        return np.array([[at, at + 1] for at in range(len(text))], np.int64).reshape(-1, 2)

    def token_vectors(self, text: str) -> tuple[npt.NDArray[np.int64], Vector]:
        vectors = np.zeros((len(text), 128), np.float32)
        for at, letter in enumerate(text):
            vectors[at, ord(letter) % 128] = 1.0
        return self.places(text), vectors


def test_a_late_vector_is_pooled_from_the_tokens_of_its_own_span() -> None:
    text = "aaaaabbbbbcccccdddddeeeeefffffggggghhhhhiiiiijjjjj"
    spans = [Span(at, at + 5) for at in range(0, len(text), 5)] + [Span(0, 50)]
    spans.sort()
    rows = late_vectors(text, spans, Letters())
    assert rows.shape == (len(spans), 128)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1.0)
    for span, row in zip(spans, rows, strict=True):
        if len(span) == 5:
            assert chr(int(row.argmax())) == text[span.start]
            assert row.max() == pytest.approx(1.0)


def test_what_others_say_beside_a_turn_is_embedded_with_it_and_heads_nothing() -> None:
    said = (
        "We meet in the north hall on Monday.",
        "The north hall is closed on Monday.",
        "Then we take the south one.",
    )
    who = ("Ann", "Bo", "Cy")
    document = parsed(*(Draft("turn", text, speaker=name) for text, name in zip(said, who, strict=True)))
    _, found = cut(document, "turns")
    middle = next(piece for piece in found if piece.text == said[1])
    assert said[0] in middle.embedded and said[2] in middle.embedded
    assert said[0] not in middle.stands_under and said[2] not in middle.stands_under
    assert middle.stands_under.split("\n") == ["Guide", "Bo"]
