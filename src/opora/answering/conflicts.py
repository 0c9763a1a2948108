"""Do two sources in force say different things about the same matter?"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from opora.answering.apart import alikeness, another_thing, by_values, conditions, relation
from opora.answering.awaited import awaited
from opora.answering.cases import case_apart
from opora.answering.closely import Bench
from opora.answering.denied import denies, opposite
from opora.answering.finding import NEAR, Draft
from opora.answering.holding import Strengths
from opora.answering.lexed import Lexed, Lexeme, lexed
from opora.answering.measured import of_another_measure
from opora.answering.weights import Wanted
from opora.language.units import same_currency
from opora.language.values import disagreement

_SHOWN: Final = 3  # other sources that are named beside an answer
_UNTOLD: Final = 2  # of which it cannot be told whether they agree
# Cosine of the two, less what the other is farther from the question: .873 to .963 where they tell of one matter (17 pairs),
# and most of what was put beside an answer about another thing lies below .855.
_NEAR_UNTOLD: Final = 0.86
_SHOWN_OF_NAME: Final = 5  # of a thing that the question calls by name: several may have it
_HELD: Final = 0.5
_HELD_BESIDE_VALUE: Final = 0.4  # with a value of the kind asked for it may well put one of two things in other words
_FULL: Final = 0.5  # share of the question's words that the answer holds, or it is none to put others beside
_AS_NEAR: Final = 0.07  # cosine: in other words it is no farther from the question than the best one by this
_AS_NEAR_DENIED: Final = 0.1  # of a denial, which lies farther off
_HARDLY: Final = 0.3  # share of the question's words below which a statement hardly speaks of what is asked
_LEFT_OUT: Final = 0.1  # share of the things asked about that it may leave out
_MUCH: Final = 0.4  # share of the things asked about that it lacks beside another that lacks none
_FEWER: Final = 0.2  # share of the question's words that a rival may hold less well
_ALL: Final = 0.95  # share of the question's words from which a statement holds them all
_OF_FAMILY: Final = 0.7  # how well a word is held by one of its family, at least
_AS_FULL: Final = 0.75  # share of the best statement's words of the question that another must hold
_NEAR_OF_NAME: Final = 0.6
_TWINS: Final = 0.4  # share of its words in which a copy differs
_AS_FULL_OF_NAME: Final = 0.5  # where it holds all the names


def rivals(drafts: list[Draft], bench: Bench) -> list[Draft]:
    """Drafts of other sources or versions that disagree with the best one, at most one a version.

    Their value is another one, or where no value is asked for they deny what it says.
    """
    best, want = drafts[0], bench.want
    if hardly_about(best, want):
        return []
    condition = conditions(best, bench.requirement.text)
    found: list[Draft] = []
    heard = {best.evidence.version_id}
    for draft in drafts[1:]:
        if draft.evidence.version_id in heard or of_another_measure(best, draft, bench.requirement.text):
            continue
        if _of_another_code(best, draft, want):
            continue
        if best.value is None or draft.value is None:
            apart = _denied(best, draft, want)
        elif condition or not _same_matter(best, draft, want) or another_thing(best, draft, bench.requirement.text):
            apart = False
        else:
            heard.add(draft.evidence.version_id)
            case = case_apart(best, draft, bench.requirement.text, alikeness(best, draft, bench))
            apart = by_values(best, draft, case is None) == "other"
        told = not apart and relation(best, draft, bench) == "other"
        apart = apart or told
        if apart:
            heard.add(draft.evidence.version_id)
            # What stands against the question here is the other answer to it.
            found.append(replace(draft, against=None, by_meaning=told))
    return _of_the_whole(best, found, want)


def _of_another_code(best: Draft, other: Draft, want: Wanted) -> bool:
    """Whether the question names a thing by a code ("A-1070") that the best one has, and the other, its headings included, lacks."""
    codes = (n for n in want.named if any(c.isdigit() for c in want.words[n].text) and not want.words[n].text.isdigit())
    return any(best.matched[n] > _HELD >= other.matched[n] for n in codes)


def _of_the_whole(best: Draft, found: list[Draft], want: Wanted) -> list[Draft]:
    """Where a document that speaks of all that the answer speaks of disagrees, what lacks much of it is not heard beside."""
    lost = [want.lost(best.matched, draft.matched) for draft in found]
    if not found or min(lost) > _LEFT_OUT:
        return found
    return [draft for draft, share in zip(found, lost, strict=True) if share <= _MUCH]


def untold(shown: list[Draft], drafts: list[Draft], bench: Bench) -> list[Draft]:
    """Statements of sources not yet shown that speak of what is asked, where it cannot be told whether they agree.

    None of a source that also says the same as the best statement.
    """
    best = shown[0]
    if hardly_about(best, bench.want):
        return []
    found: dict[str, Draft] = {}
    agreeing = {draft.evidence.version_id for draft in shown}
    for draft in drafts:
        if draft.evidence.version_id in agreeing:
            continue
        told = relation(best, draft, bench)
        if told == "same":
            agreeing.add(draft.evidence.version_id)
        elif told == "untold" and _near_enough(alikeness(best, draft, bench)):
            found.setdefault(draft.evidence.version_id, replace(draft, role="note", against=None, by_meaning=True))
    return [draft for version, draft in found.items() if version not in agreeing][:_UNTOLD]


def _near_enough(near: float | None) -> bool:
    """Whether two statements are so near that one may well be the other in other words; without a model words tell."""
    return near is None or near >= _NEAR_UNTOLD


def _denied(best: Draft, other: Draft, want: Wanted) -> bool:
    """Whether it says no where the best one says yes, of the same things."""
    if best.evidence.table or other.evidence.table:
        return False
    if denies(best.text, other.text):
        return True
    same = _as_near(best, other.cosine, want, _AS_NEAR_DENIED) and want.lost(best.matched, other.matched) <= _LEFT_OUT
    return same and best.value is other.value is None and opposite(best.text, other.text)


def hardly_about(best: Draft, want: Wanted) -> bool:
    """Whether it names less than half of the things asked about: then it is not known what another would contradict."""
    least = _HELD_BESIDE_VALUE if best.value and best.says else _HELD
    return bool(want.things) and want.lost(best.matched, (0.0,) * len(best.matched)) < least


def _same_matter(best: Draft, other: Draft, want: Wanted) -> bool:
    if best.value is None or other.value is None or best.value.kind != other.value.kind:
        return False
    if best.value.currency and other.value.currency and not same_currency(best.value.currency, other.value.currency):
        return False
    if want.share(other.matched) < _HARDLY:
        return False
    fewer = want.share([max(a - b, 0.0) for a, b in zip(best.matched, other.matched, strict=True)])
    if (other.score < NEAR * best.score or fewer > _FEWER) and not retold(best, other, want):
        return False
    only_best, only_other = best.scope - other.scope, other.scope - best.scope
    return not (only_best and only_other)


def retold(best: Draft, other: Draft, want: Wanted) -> bool:
    """Whether it says of the same things, in words of its own, what the best statement says."""
    if other.against or not other.says:
        return False
    return want.lost(best.matched, other.matched) <= _LEFT_OUT and _as_near(best, other.cosine, want)


def may_rival(best: Draft, told: str, figures: tuple[float | None, Strengths], want: Wanted) -> bool:
    """Whether a text may say otherwise what the best statement says; ``figures``: its cosine, the question's words it holds."""
    cosine, held = figures
    near = _as_near(best, cosine, want, _AS_NEAR_DENIED)
    return near and (want.lost(best.matched, held) <= _LEFT_OUT or denies(best.text, told))


def _as_near(best: Draft, cosine: float | None, want: Wanted, by: float = _AS_NEAR) -> bool:
    if best.cosine is None or cosine is None or not want.things or hardly_about(best, want):
        return False
    return cosine >= best.cosine - by


def settled(best: Draft, others: list[Draft]) -> tuple[Draft, list[Draft]] | None:
    """The one with a strictly higher authority than all others, and those others; ``None`` when nothing ranks them."""
    every = [best, *others]
    ranked = [d for d in every if d.evidence.authority is not None]
    if not ranked:
        return None
    top = max(ranked, key=lambda d: d.evidence.authority or 0)
    rest = [d for d in every if d is not top]
    if any(d.evidence.authority is not None and d.evidence.authority >= (top.evidence.authority or 0) for d in rest):
        return None
    return top, rest


def outranked(best: Draft, unsure: list[Draft], bench: Bench) -> tuple[Draft, list[Draft]] | None:
    """The one of a higher authority that answers for the best one, and those below it; ``unsure``: see ``untold``.

    A rank decides between two that tell of the same thing; it makes no answer of what tells of another case.
    """
    question = bench.requirement.text
    same = [one for one in unsure if not case_apart(best, one, question, alikeness(best, one, bench))]
    ranked = settled(best, same) if same else None
    return ranked if ranked and ranked[0] is not best else None


def others_beside(shown: list[Draft], drafts: list[Draft], want: Wanted, question: str) -> list[Draft]:
    """What other sources in force say to the same question of another thing of that name, or of another time or place.

    Each holds the question as fully as the best statement, or all its names, gives what is asked, and gives something else
    than those before it; they are shown beside the answer, each with its own words for its scope.
    """
    best = shown[0]
    names = _names_held(best, want)
    if want.share(best.matched) < _FULL and not names:
        return []
    asked, told, sought = lexed(question), [*shown], awaited(question)
    most = _SHOWN_OF_NAME if names else _SHOWN
    for version, group in _by_version(drafts).items():
        if len(told) >= len(shown) + most:
            break
        if version in {one.evidence.version_id for one in told}:
            continue
        fit = [
            draft
            for draft in group
            if _as_full(best, draft, want, names) and all(_says_else(draft, one, asked, bool(names)) for one in told)
        ]
        if fit:
            told.append(next((draft for draft in fit if sought.given_by(draft.text)), fit[0]))
    return [replace(draft, role="note") for draft in told[len(shown) :]]


def _by_version(drafts: list[Draft]) -> dict[str, list[Draft]]:
    """Statements, no cells, of each version in the order of its best one."""
    found: dict[str, list[Draft]] = {}
    for draft in drafts:
        if not draft.evidence.table:
            found.setdefault(draft.evidence.version_id, []).append(draft)
    return found


def _names_held(best: Draft, want: Wanted) -> frozenset[int]:
    """The question's names when the statement holds every one of them, by its own words."""
    held = frozenset(n for n in want.named if best.own[n] > _HELD)
    return held if held == want.named else frozenset()


def _as_full(best: Draft, other: Draft, want: Wanted, names: frozenset[int] = frozenset()) -> bool:
    """``names``: the question's, when the best statement holds them; then the fragment of the other may name them for it."""
    near = _NEAR_OF_NAME if names else NEAR
    if other.against or other.says != best.says or other.score < near * best.score:
        return False
    held = other.beside if names else other.matched
    if any(best.matched[n] > _HELD > held[n] for n in want.named):
        return False
    least = _AS_FULL_OF_NAME if names else _AS_FULL
    return want.share(other.matched) >= least * want.share(best.matched)


def _says_else(one: Draft, other: Draft, asked: Lexed, of_name: bool = False) -> bool:
    """Whether it gives a value or name that the other does not; without any, whether most of its words are others.

    ``of_name``: of things of one name two texts may differ in one word only ("directed by …").
    """
    if one.value and other.value and one.value.kind == other.value.kind:
        if disagreement(one.value, other.value) is not None:
            return True
        if not of_name:
            return False
    mine, theirs = lexed(one.text), lexed(other.text)
    telling = [word for word in mine.words if word.content and not asked.holds(word)]
    new = [word for word in telling if not theirs.holds(word)]
    back = [word for word in theirs.words if word.content and not asked.holds(word) and not mine.holds(word)]
    if of_name and new and back and len(new) <= _TWINS * len(telling):
        return True  # almost one text, and yet something else in the same place
    names = [word for word in telling if _is_name(word)]
    if names:
        new = [word for word in names if not theirs.holds(word)]
    return 2 * len(new) > len(names or telling)


def answering_too(drafts: list[Draft], want: Wanted) -> frozenset[str]:
    """Fragments of other versions that answer as fully as the best one.

    They make it no less of an answer: several people of one name were born, and each text that says when is right.
    """
    best = drafts[0]
    if _told(best, want) < _ALL:
        return frozenset()
    return frozenset(
        draft.evidence.evidence_id.rpartition("#")[0]
        for draft in drafts[1:]
        if draft.evidence.version_id != best.evidence.version_id
        and _told(draft, want) >= _ALL
        and _as_full(best, draft, want)
        and (draft.value is None) == (best.value is None)
    )


def _told(draft: Draft, want: Wanted) -> float:
    """Share of the question's words that it has, or a word of their family, or gives the value of: «оплата» to "оплатить"."""
    given = [draft.says and bool(want.things) and n not in want.things for n in range(len(draft.matched))]
    return want.share(
        [1.0 if has or held >= _OF_FAMILY else held for held, has in zip(draft.matched, given, strict=True)]
    )


def _is_name(word: Lexeme) -> bool:
    return (word.text[0].isupper() and not word.opens) or word.text[0].isdigit()
