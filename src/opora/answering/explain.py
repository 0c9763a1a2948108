"""What answers each requirement, what disagrees with it, and what is missing?"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from opora.answering.answerable import decide
from opora.answering.asked_day import without_days
from opora.answering.asked_value import asked_for
from opora.answering.cells import equal_cells, first_of_its_table, nothing_else_asked, singled_out, tied_cells
from opora.answering.cells_across import nearest_cells
from opora.answering.closely import SHORT, Bench
from opora.answering.conflicts import answering_too, others_beside, outranked, rivals, settled, untold
from opora.answering.contrast import unsaid_modifiers
from opora.answering.cues import EXCEPTION, UNDEFINED
from opora.answering.finding import FAR, Draft, Finding, Outcome
from opora.answering.heads import asks_of_nothing
from opora.answering.holding import strongest
from opora.answering.lexed import begins, lexed
from opora.answering.limits import excepting, narrowing
from opora.answering.linked import belonging, with_neighbours
from opora.answering.meaning import meaning
from opora.answering.named_case import led_by_case
from opora.answering.other_thing import (
    half_unsaid,
    no_rival,
    of_nothing_asked,
    of_something_else,
    other_thing,
    thing_sought_is_nowhere,
    without_prefix,
)
from opora.answering.own_words import leaves_unsaid
from opora.answering.period import by_time, of_no_such_time
from opora.answering.quoted import in_other_words
from opora.answering.roles import saying_role
from opora.answering.select import candidates
from opora.answering.signs import signals
from opora.answering.support import support
from opora.answering.unspoken import keeps_away, unspoken
from opora.answering.weights import Wanted, wanted
from opora.answering.whole import completed, whole
from opora.domain.place import Span
from opora.domain.question import Message, Requirement
from opora.domain.result import Hit
from opora.ports import Embedder, Library

_ITEMS: Final = 6
_CELLS: Final[dict[bool, Outcome]] = {True: "answer", False: "choose"}
_LIMITS: Final = 4  # exceptions and notes shown with an answer
_SURE: Final = 0.75
_LIKELY: Final = 0.5  # chance from which a deed may be told in another word
_SAME_THING: Final = 0.88  # cosine from which a sentence mostly says the same thing in other words
_HELD: Final = 0.5
_ALL: Final = 0.95
_GOES_ON: Final = (".", "!", ":", ";")  # a sentence, or what leads to something
_FULLY: Final = 0.6  # the chance of what says it all, whatever stands around it
_SAME_WORDS: Final = 0.7  # share of the question that a text of another language hardly holds, names and all
_MISSING: Final = 0.4  # share of the question that stands in none of several cells


@dataclass(frozen=True, slots=True)
class Weighed:
    """Statements that may answer, best first, and the figures on whether they do. ``group``: see answerable.toml.

    ``bench``: what they were weighed on.
    """

    want: Wanted
    drafts: list[Draft]
    figures: dict[str, float]
    group: str
    bench: Bench | None = None


def explain(
    message: Message,
    requirement: Requirement,
    hits: list[Hit],
    library: Library,
    embedder: Embedder | None = None,
    at_least: float | None = None,
) -> Finding:
    """The finding for one requirement from the hits of its own search; ``at_least``: see ``decide``."""
    found = weigh(message, requirement, hits, library, embedder)
    if not found.want.words:
        return Finding(requirement, "choose", note="no_subject")
    if not found.drafts:
        return Finding(requirement, "none")
    cell = singled_out(requirement.text, found.drafts) if found.group != "across" else None
    if cell is not None and cell.says:
        found = replace(found, drafts=first_of_its_table(cell, found.drafts))
    best = found.drafts[0]
    decision, chance = decide(found.figures, found.group, at_least)
    if decision == "weak" and best is cell and nothing_else_asked(cell, found.want, hits):
        decision = "answer"
    if decision != "answer" and chance < _FULLY and _says_it_all(requirement, found):
        decision, chance = "answer", _FULLY
    figures = (*((name, round(figure, 4)) for name, figure in found.figures.items()), ("chance", round(chance, 4)))
    if decision == "answer":
        told = _saying_what_is_asked(requirement, found, library)
        decision, found = ("answer", told) if told else ("weak", found)
        best = found.drafts[0]
    likely = embedder if chance >= _LIKELY else None
    if decision == "answer" and _narrow(requirement, found, chance) and _other_kind(requirement, best, likely):
        decision = "weak"
    if decision == "answer" and leaves_unsaid(message, requirement, (found.want, best, found.group), library, likely):
        decision = "weak"
    if decision == "answer" and unspoken(message, requirement, found.want, best, chance, embedder):
        decision = "weak"
    if decision == "answer" and _of_another(requirement, found, best, chance, embedder):
        decision = "weak"
    undated = best.evidence.validity.start is None and best.evidence.validity.end is None
    if decision == "answer" and undated and of_no_such_time(requirement.text, best.text, message.question.at.year):
        decision = "weak"  # a version's own period would say when it holds
    if decision == "answer" and _outdone(found):
        return Finding(requirement, "mismatch", signals=figures, note=best.evidence.label)
    if decision == "weak" and of_nothing_asked(found.want, best, embedder):
        decision = "none"
    if decision != "answer":
        return Finding(requirement, decision, (best,) if decision == "weak" else (), signals=figures)
    across = found.group == "across" and best.evidence.table is not None and embedder is not None
    cells = nearest_cells(requirement, found.drafts, embedder) if across and embedder else []
    if cells:
        outcome, chosen, rule = _CELLS[len(cells) == 1], cells, None
    else:
        outcome, chosen, rule = _judge(requirement, found.drafts, found.want, found.bench)
    if outcome == "answer":
        chosen = whole(chosen, requirement, found.want, library)
    chosen = [with_neighbours(draft, library) for draft in chosen if not _beside_the_point(draft, best, found.want)]
    limits = _limits(requirement, chosen, found, library) if outcome == "answer" else []
    if outcome == "answer":
        chosen, limits = led_by_case(chosen, limits, requirement, found.want, library)
    beside = support(found.bench, hits, best) if found.bench and outcome == "answer" else ()
    return Finding(requirement, outcome, (*chosen, *limits), rule, figures, support=beside)


def _saying_what_is_asked(requirement: Requirement, found: Weighed, library: Library) -> Weighed | None:
    """The statements led by one that gives the kind of value asked for, and says who, to whom or where; None without one."""
    best = found.drafts[0]
    if not (best.says or UNDEFINED.search(best.text)):
        told = completed(found.drafts, requirement, library)
        return replace(found, drafts=[told, *found.drafts]) if told else None
    led = saying_role(requirement.text, found.drafts)
    return replace(found, drafts=led) if led is not None else None


def _of_another(
    requirement: Requirement, found: Weighed, best: Draft, chance: float, embedder: Embedder | None
) -> bool:
    """Whether the statement is of another thing, or of another deed than a question of "whether" names."""
    if other_thing(requirement, found.want, best, embedder):
        return True
    if found.group == "across":
        return thing_sought_is_nowhere(requirement, best, embedder)
    unlike = (best.cosine or 0.0) < _SAME_THING and chance < _SURE
    return bool(without_prefix(found.want, best)) or (unlike and half_unsaid(requirement, found.want, best))


def _beside_the_point(draft: Draft, best: Draft, want: Wanted) -> bool:
    return draft.role == "note" and of_something_else(draft, best, want)


def _says_it_all(requirement: Requirement, found: Weighed) -> bool:
    """Whether one statement holds every word of the question itself, and a value of the kind asked for."""
    best, want = found.drafts[0], found.want
    asked = asked_for(requirement.text, requirement.kind)
    told = asked.strict and best.value is not None and best.says and not best.against
    if told and best.evidence.table:
        return _cell_says_it_all(best, want)
    return told and len(want.words) > 1 and want.share(best.own) >= _ALL


def _cell_says_it_all(best: Draft, want: Wanted) -> bool:
    """Whether its row is what the question names, and its column, the head of its rows or the headings say the rest.

    "Club; day; price" with the row "chess": how much is the chess club. A word that only asks for a value need not stand there.
    """
    if not any(best.own[n] >= _HELD for n in want.things) or any(best.own[n] < _HELD for n in want.named):
        return False
    rest = [n for n, word in enumerate(want.words) if not asks_of_nothing(word)]
    return len(rest) > 1 and all(best.matched[n] >= _SURE for n in rest)


def _narrow(requirement: Requirement, found: Weighed, chance: float) -> bool:
    """Whether the question asks for one thing of a kind: for a value of it, or in few words and the answer is no sure one."""
    if requirement.kind in ("amount", "date"):
        return True
    sure = chance >= _SURE and found.group != "lexical"  # by words alone nothing tells that another word means the same
    return requirement.kind == "fact" and len(found.want.words) <= SHORT and not sure


def _other_kind(requirement: Requirement, best: Draft, embedder: Embedder | None) -> bool:
    """Whether the statement leaves unsaid which kind of a thing is asked about, and with a model does not tell it otherwise."""
    whole = lexed(f"{best.context}\n{best.around}\n{best.text}")
    asked = without_days(requirement.text, requirement.at) if requirement.at else requirement.text
    unsaid = unsaid_modifiers(lexed(asked), lexed(best.text), whole)
    return bool(unsaid) and (embedder is None or keeps_away(asked, unsaid, best, embedder))


def _outdone(found: Weighed) -> bool:
    """Whether what speaks of another kind of the thing holds far more of the question than the best of the rest."""
    best = found.want.share(found.drafts[0].matched)
    return any(d.against and found.want.share(d.matched) - best > FAR for d in found.drafts)


def weigh(
    message: Message, requirement: Requirement, hits: list[Hit], library: Library, embedder: Embedder | None
) -> Weighed:
    """All candidates of the hits, weighed against what the requirement asks."""
    want = wanted(message, requirement, library)
    if not want.words or not hits:
        return Weighed(want, [], {}, "latin")
    near = meaning(_timeless(requirement, hits), hits, library, embedder)
    asked = asked_for(requirement.text, requirement.kind)
    bench = Bench(requirement, want, asked, lexed(requirement.text), library, near)
    found = [one for one in candidates(bench, hits) if not _only_names_it(one, bench)]
    found = [one for one in found if not in_other_words(requirement.text, one.text, one.around)]
    drafts = by_time(requirement.text, found)
    best = drafts[0] if drafts else None
    group = _group(message, hits, best) if best else "latin"
    too = answering_too(drafts, want) if drafts else frozenset()
    apart = [hit for hit in hits if hit.fragment.fragment_id not in too]
    return Weighed(want, drafts, signals(bench, apart, best), group, bench)


def _only_names_it(draft: Draft, bench: Bench) -> bool:
    """Whether a line says no word that the question does not: "Emergency" over the number asked for is no answer."""
    kind = bench.requirement.kind
    if kind not in ("fact", "amount", "date") or draft.value or draft.evidence.table or draft.text.endswith(_GOES_ON):
        return False
    told = [word for word in lexed(draft.text).words if word.content]
    return not any(letter.isdigit() for letter in draft.text) and all(bench.subject.holds(word) for word in told)


def _timeless(requirement: Requirement, hits: list[Hit]) -> str:
    """The question without its day, where versions have periods: they say when it holds, and no sentence does."""
    dated = requirement.at and any(hit.validity.start or hit.validity.end for hit in hits)
    if not dated or requirement.at is None:
        return requirement.text
    return " ".join(
        re.sub(
            r"\b(?:on|at|as of|на|станом на|по состоянию на|la|din|în)\s*(?=\W*$)",
            "",
            without_days(requirement.text, requirement.at),
        ).split()
    )


def _group(message: Message, hits: list[Hit], best: Draft) -> str:
    language = next((h.language for h in hits if h.fragment.version_id == best.evidence.version_id), None)
    if all(hit.scores.dense is None for hit in hits):
        return "lexical"
    across = language in ("ru", "uk", "ro", "en") and language != message.language
    across = across and {language, message.language} != {"ru", "uk"}  # these share most of their roots
    if across and best.coverage < _SAME_WORDS:
        return "across"
    return "cyrillic" if message.language in ("ru", "uk") else "latin"


def _judge(
    requirement: Requirement, drafts: list[Draft], want: Wanted, bench: Bench | None
) -> tuple[Outcome, list[Draft], str | None]:
    best = drafts[0]
    if len(same := equal_cells(drafts)) > 1:
        return "answer", same[:_ITEMS], None
    tied = tied_cells(drafts)
    if len(tied) > 1:
        if _unnamed(want, tied):
            return "weak", tied[:1], None
        asked_for_many = requirement.kind in ("list", "comparison")
        return ("answer" if asked_for_many else "choose"), tied[:_ITEMS], None
    asks = requirement.text
    others = [one for one in rivals(drafts, bench) if not no_rival(one, best, want, asks)] if bench else []
    if others:
        ranked = settled(best, others)
        if ranked:
            top, rest = ranked
            return "answer", [top, *(replace(d, role="other") for d in rest[:1])], "authority"
        shown = [best, *others[:3]]
        return "conflict", [*shown, *others_beside(shown, drafts, want, requirement.text)], None
    if UNDEFINED.search(best.text) and requirement.kind in ("amount", "date"):
        return "undefined", [best], None
    if requirement.kind in ("list", "procedure"):
        return "answer", _items(best, drafts), None
    unsure = untold([best], drafts, bench) if bench else []
    if bench and (ranked := outranked(best, unsure, bench)):
        top, rest = ranked
        return "answer", [replace(top, role="answer"), *(replace(d, role="other") for d in rest[:1])], "authority"
    shown = [best, *unsure]
    if requirement.kind not in ("fact", "amount", "date"):
        return "answer", shown, None
    return "answer", [*shown, *others_beside(shown, drafts, want, requirement.text)], None


def _unnamed(want: Wanted, tied: list[Draft]) -> bool:
    """Whether none of the cells has what the question names: then it is not one of them that is meant.

    "The tornado deductible at Riverside": all but one thing stands beside the cells, and that one is the row's.
    """
    beside = strongest(*(draft.beside for draft in tied))
    named = any(n in want.named and held < _HELD for n, held in enumerate(beside))
    missing = [n for n in want.things if beside[n] < _HELD]
    if len(missing) == 1 < len(want.things):
        spoken = frozenset().union(*(lexed(draft.context).folded for draft in tied))
        named = named or not begins(want.words[missing[0]].text, spoken)
    return named or want.share([float(held < _HELD) for held in beside]) >= _MISSING


def _items(best: Draft, drafts: list[Draft]) -> list[Draft]:
    """Items of the same list, in the order of the document, with the best one."""
    parent = best.evidence.anchor.split("#")[0].rpartition(":")
    if not parent[2].startswith(("item", "li")):
        return [best]
    near = [d for d in drafts if d.evidence.anchor.split("#")[0].rpartition(":")[0] == parent[0]]
    items = [d for d in near if d.evidence.anchor.split("#")[0].rpartition(":")[2].startswith(("item", "li"))]
    return sorted(items, key=lambda d: d.evidence.start)[:_ITEMS]


def _limits(requirement: Requirement, chosen: list[Draft], weighed: Weighed, library: Library) -> list[Draft]:
    """What limits or explains a chosen statement: blocks that belong to it, and lines beside it that except or narrow."""
    found: list[Draft] = []
    said = [(d.evidence.version_id, Span(d.evidence.start, d.evidence.end)) for d in chosen]
    for rule in chosen:
        if rule.role != "answer":
            continue
        beside = [] if rule.evidence.table else _sentence_after(rule, weighed.drafts)
        narrowed = narrowing(rule, requirement, weighed.want, library)
        for draft in [*belonging(rule, library), *beside, *narrowed, *excepting(rule, weighed.drafts)]:
            place = (draft.evidence.version_id, Span(draft.evidence.start, draft.evidence.end))
            spoken = rule.around if draft.evidence.version_id == rule.evidence.version_id else draft.around
            if in_other_words(requirement.text, draft.text, spoken):
                continue
            if not any(version == place[0] and span.overlaps(place[1]) for version, span in said):
                said.append(place)
                found.append(draft)
    return found[:_LIMITS]


def _sentence_after(rule: Draft, drafts: list[Draft]) -> list[Draft]:
    after = [
        d
        for d in drafts
        if d.evidence.version_id == rule.evidence.version_id and 0 <= d.evidence.start - rule.evidence.end < 4
    ]
    return [replace(d, role="exception", against=None) for d in after[:1] if EXCEPTION.match(d.text)]
