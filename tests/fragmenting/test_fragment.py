"""Fragments: in order, covering all blocks, exact, never inside an atom, steady under edits."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opora.domain.document import Parsed
from opora.domain.source import Fragment
from opora.fragmenting.fragment import fragment
from opora.fragmenting.material import Help
from opora.fragmenting.rules import (
    PROTOTYPES,
    RECURSIVE_500_50,
    RECURSIVE_500_100,
    RECURSIVE_1200_CHARS,
    FragmentRules,
    Strategy,
)
from opora.fragmenting.semantic import worded
from opora.fragmenting.strategies import STRATEGIES
from opora.fragmenting.units import sections_in, sections_of, standing, units_of
from opora.language.atoms import value_atoms
from opora.language.groups import sentence_groups
from opora.language.sentences import sentences
from opora.ports import Vector
from opora.reading.assemble import CellDraft, Draft, Reading, assemble

NAMES: list[Strategy] = list(STRATEGIES)  # type: ignore[arg-type]


class EveryThird:
    """Stands for a model that finds a new topic at every third piece, and names one that was never asked about."""

    name = "every third"

    def choose(self, numbered: Sequence[str]) -> list[int]:
        return [*range(0, len(numbered), 3), len(numbered) + 7]


def encode(texts: Sequence[str]) -> Vector:
    """Vectors that depend on a text's words alone."""
    return worded(texts)


HELP = Help(encode, EveryThird(), agreed=10_000)
WORDS = [
    "возврат",
    "товара",
    "возможен",
    "магазин",
    "обязан",
    "вернуть",
    "деньги",
    "termen",
    "livrare",
    "refund",
    "policy",
    "строк",
    "повернення",
]


PRESETS = [RECURSIVE_500_50, RECURSIVE_500_100, RECURSIVE_1200_CHARS, FragmentRules("sentence", 120, 40)]
PRESETS += [FragmentRules("recursive", 300, most, 200, measure="chars") for most in (0, 60)]
PRESETS += [FragmentRules("sentence", 300, 60, 200, measure="chars")]
PRESETS += [FragmentRules(name, 400, limit=300, measure="chars") for name in NAMES if name != "recursive"]
WHOLE = [name for name in NAMES if name not in PROTOTYPES]
CUTS = [*(FragmentRules(name) for name in NAMES), *PRESETS]


def named(rules: FragmentRules) -> str:
    return f"{rules.strategy} {rules.size_or_default}/{rules.overlap_or_default} {rules.measure}"


def count(text: str) -> int:
    return len(text) // 4 + 1


def parsed(*drafts: Draft) -> Parsed:
    return assemble(Reading(tuple(drafts), "text/plain", "test"))


def leaves(found: Sequence[Fragment]) -> tuple[Fragment, ...]:
    """Without the summaries of a tree, which stand over what they sum up."""
    return tuple(piece for piece in found if not piece.fragment_id.rpartition("~")[2].startswith("summary_tree."))


def cut(document: Parsed, rules: FragmentRules | None = None) -> tuple[Fragment, ...]:
    return fragment(document, "doc@1", "Правила", rules or FragmentRules(), count, HELP)[1]


def sentence_of(number: int) -> str:
    picked = [WORDS[(number * step + step) % len(WORDS)] for step in range(3, 5 + number % 14)]
    return f"{' '.join(picked).capitalize()} {number} руб. за 14 дней."


def paragraph(number: int) -> Draft:
    return Draft("paragraph", " ".join(sentence_of(number * 7 + i) for i in range(1 + number % 6)))


def rows(count: int) -> tuple[tuple[CellDraft, ...], ...]:
    head = tuple(CellDraft(name, column, is_header=True) for column, name in enumerate(("Услуга", "Цена"), 1))
    body = [
        (CellDraft(f"Услуга {n}", 1, header="Услуга"), CellDraft(f"{n} 000 руб.", 2, header="Цена"))
        for n in range(count)
    ]
    return (head, *body)


_sentence = st.builds(sentence_of, st.integers(0, 500))
_long = st.builds(lambda n: ", ".join(f"{WORDS[i % len(WORDS)]} {i} 000 руб." for i in range(n)), st.integers(50, 260))
_paragraph = st.builds(lambda parts: Draft("paragraph", " ".join(parts)), st.lists(_sentence, min_size=1, max_size=12))
_draft = st.one_of(
    st.builds(lambda n, level: Draft("heading", f"Раздел {n}", level), st.integers(1, 99), st.integers(1, 3)),
    _paragraph,
    st.builds(lambda text: Draft("paragraph", text), _long),
    st.builds(lambda text: Draft("list_item", "- " + text), _sentence),
    st.builds(lambda n: Draft("table", rows=rows(n)), st.integers(1, 60)),
    st.builds(lambda n: Draft("code", "\n".join(f"    line_{i} = {i}" for i in range(n))), st.integers(1, 90)),
    st.builds(lambda text, who: Draft("turn", text, speaker=who), _sentence, st.sampled_from(["Анна", "Ion", ""])),
)
_document = st.builds(lambda drafts: parsed(*drafts), st.lists(_draft, max_size=25))


@pytest.mark.parametrize("rules", CUTS, ids=named)
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(document=_document)
def test_fragments_are_exact_in_order_and_hold_everything(rules: FragmentRules, document: Parsed) -> None:
    passages, whole = fragment(document, "doc@1", "T", rules, count, HELP)
    found = leaves(whole)
    by_id = {passage.passage_id: passage for passage in passages}
    blocks = {block.path: block for block in document.blocks}
    covered = bytearray(len(document.text))
    for piece in found:
        assert piece.text == document.text[piece.start : piece.end] == piece.text.strip("\n")
        assert by_id[piece.passage_id].span.covers(piece.span)
        assert blocks[piece.path].start <= piece.start < blocks[piece.path].end
        covered[piece.start : piece.end] = b"\x01" * (piece.end - piece.start)
    assert all(flag or char.isspace() for flag, char in zip(covered, document.text, strict=True))
    assert all(one.start < other.start and one.end < other.end for one, other in pairwise(found))
    assert all(one.start <= other.start for one, other in pairwise(whole))
    assert len({piece.fragment_id for piece in whole}) == len(whole)
    assert len(by_id) == len(passages)
    assert whole == fragment(document, "doc@1", "T", rules, count, HELP)[1]


@pytest.mark.parametrize("rules", [one for one in CUTS if one.strategy not in PROTOTYPES], ids=named)
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(document=_document)
def test_no_border_is_inside_a_sentence_row_or_value(rules: FragmentRules, document: Parsed) -> None:
    size = len if rules.measure == "chars" else count
    borders = {edge for piece in cut(document, rules) for edge in (piece.start, piece.end)}
    for block in document.blocks:
        if block.kind == "table":
            continue
        whole = value_atoms(block.span.of(document.text))
        if block.kind != "code":
            whole += [s for s in sentences(block.span.of(document.text)) if size(s.of(document.text)) <= rules.limit]
        if block.kind in ("table_row", "list_item", "heading"):
            whole.append(block.span.moved(-block.start))
        fits = [a.moved(block.start) for a in whole if size(a.moved(block.start).of(document.text)) <= rules.limit]
        assert not [atom for atom in fits if any(atom.start < border < atom.end for border in borders)]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(document=_document, aim=st.integers(1, 400))
def test_sentences_together_end_where_sentences_end(document: Parsed, aim: int) -> None:
    """In characters some strategies look for fewer borders; none of them is another border."""
    ends = {span.end for span in sentences(document.text)}
    groups = sentence_groups(document.text, aim)
    assert {span.end for span in groups} <= ends
    assert {span.start for span in groups} <= {span.start for span in sentences(document.text)}
    kept = bytearray(len(document.text))
    for span in groups:
        kept[span.start : span.end] = b"1" * len(span)
    assert all(flag or char.isspace() for flag, char in zip(kept, document.text, strict=True))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(document=_document)
def test_sections_of_blocks_are_those_of_their_units(document: Parsed) -> None:
    units = units_of(document, FragmentRules("sentence"), count)
    by_units = [list(dict.fromkeys(unit.block.path for unit in one.units)) for one in sections_of(units)]
    assert [[block.path for block in one] for one in sections_in(standing(document))] == by_units


@pytest.mark.slow
@pytest.mark.parametrize("bare", [False, True], ids=["after a heading", "without any heading"])
def test_one_edit_in_a_hundred_pages_changes_at_most_three_fragments(bare: bool) -> None:
    drafts = [Draft("heading", "Правила", 1), *(paragraph(n) for n in range(800))][int(bare) :]
    before = {(piece.context, piece.text) for piece in cut(parsed(*drafts))}
    for at in (3, 250, 799):
        edited = [*drafts[:at], Draft("paragraph", drafts[at].text + " Добавлено новое условие."), *drafts[at + 1 :]]
        changed = [piece for piece in cut(parsed(*edited)) if (piece.context, piece.text) not in before]
        assert 1 <= len(changed) <= 3


def test_a_question_stays_with_its_answer() -> None:
    drafts: list[Draft] = [Draft("heading", "Вопросы", 1)]
    for n in range(40):
        drafts += [
            Draft("paragraph", f"Как вернуть заказ номер {n}?"),
            Draft("paragraph", sentence_of(n) + " " + sentence_of(n + 3)),
        ]
    for piece in cut(parsed(*drafts)):
        assert not piece.text.endswith("?")


def test_a_section_under_its_heading_is_one_fragment_with_the_way_to_it() -> None:
    document = parsed(
        Draft("heading", "Договор", 1),
        Draft("heading", "4. Возврат", 2, section="4"),
        Draft("paragraph", "Срок возврата 14 дней."),
        Draft("heading", "5. Гарантия", 2, section="5"),
        Draft("paragraph", "Гарантия 2 года."),
        Draft("heading", "Приложение", 1),
    )
    found = cut(document)
    assert [piece.text for piece in found] == [
        "Договор\n\n4. Возврат\n\nСрок возврата 14 дней.",
        "5. Гарантия\n\nГарантия 2 года.",
        "Приложение",
    ]
    assert [piece.context for piece in found] == ["Правила", "Правила → Договор", "Правила"]


def test_rows_after_the_first_fragment_carry_the_column_headers() -> None:
    found = cut(parsed(Draft("paragraph", "Цены."), Draft("table", rows=rows(80))))
    assert len(found) > 2
    assert all(piece.context.endswith("Услуга | Цена") for piece in found[1:])
    assert found[1].text.split("\n")[0].count("\t") == 1


def test_items_far_from_their_lead_in_carry_it() -> None:
    items = [Draft("list_item", f"{n}) {sentence_of(n)}") for n in range(60)]
    found = cut(parsed(Draft("paragraph", "К заявлению прилагаются:"), *items))
    assert found[0].text.startswith("К заявлению прилагаются:\n0)")
    assert all(piece.context == "Правила\nК заявлению прилагаются:" for piece in found[1:])


def test_parents_hold_a_section_up_to_their_size() -> None:
    document = parsed(Draft("heading", "Один", 1), *(paragraph(n) for n in range(200)))
    passages, found = fragment(document, "doc@1", "T", FragmentRules(), count)
    sizes = [sum(piece.tokens for piece in found if piece.passage_id == passage.passage_id) for passage in passages]
    assert len(passages) > 1
    assert max(sizes) <= 1500
    assert all(passage.headings == ("Один",) for passage in passages)


def test_the_baseline_repeats_whole_sentences() -> None:
    found = cut(parsed(*(paragraph(n) for n in range(120))), RECURSIVE_500_100)
    overlaps = [one.end - other.start for one, other in pairwise(found)]
    assert all(0 < count("x" * overlap) <= 110 for overlap in overlaps)
    by_chars = cut(parsed(*(paragraph(n) for n in range(120))), RECURSIVE_1200_CHARS)
    assert max(len(piece.text) for piece in by_chars) <= 1300


def test_a_word_over_the_limit_stays_whole() -> None:
    (piece,) = cut(parsed(Draft("paragraph", "x" * 9000)))
    assert len(piece.text) == 9000


def test_nothing_gives_nothing() -> None:
    assert fragment(parsed(), "doc@1", "T", FragmentRules(), count) == ((), ())


@pytest.mark.parametrize("wrong", [{"size": 0}, {"size": 10, "overlap": 10}, {"limit": 0}, {"strategy": "magic"}])
def test_rules_out_of_bounds_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"size|limit|strategy"):
        FragmentRules(**wrong)  # type: ignore[arg-type]
