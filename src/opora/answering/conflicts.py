"""Do two sources in force say different things about the same matter?"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from opora.answering.finding import NEAR, Draft
from opora.answering.lexed import Lexed, Lexeme, lexed
from opora.answering.weights import Wanted
from opora.language.units import same_currency
from opora.language.values import disagreement

_SHOWN: Final = 3  # other sources that are named beside an answer
_FULL: Final = 0.5  # share of the question's words that the answer holds, or it is none to put others beside
_AS_FULL: Final = 0.75  # share of the best statement's words of the question that another must hold


def rivals(drafts: list[Draft], want: Wanted) -> list[Draft]:
    """Drafts of other sources or versions whose value disagrees with the best one's, at most one a version."""
    best = drafts[0]
    if best.value is None:
        return []
    found: list[Draft] = []
    heard = {best.evidence.version_id}
    for draft in drafts[1:]:
        if draft.evidence.version_id in heard or draft.value is None or not _same_matter(best, draft, want):
            continue
        heard.add(draft.evidence.version_id)
        if disagreement(best.value, draft.value):
            found.append(draft)
    return found


def _same_matter(best: Draft, other: Draft, want: Wanted) -> bool:
    if best.value is None or other.value is None or best.value.kind != other.value.kind:
        return False
    if best.value.currency and other.value.currency and not same_currency(best.value.currency, other.value.currency):
        return False
    if (
        other.score < NEAR * best.score
        or want.share([max(a - b, 0.0) for a, b in zip(best.matched, other.matched, strict=True)]) > 0.2
    ):
        return False
    only_best, only_other = best.scope - other.scope, other.scope - best.scope
    return not (only_best and only_other)


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


def others_beside(shown: list[Draft], drafts: list[Draft], want: Wanted, question: str) -> list[Draft]:
    """What other sources in force say to the same question of another thing of that name, or of another time or place.

    Each holds the question as fully as the best statement, gives what is asked, and gives something else than those
    before it; they are shown beside the answer, each with its own words for its scope.
    """
    best = shown[0]
    if want.share(best.matched) < _FULL:
        return []
    asked, told = lexed(question), [*shown]
    for draft in drafts:
        if len(told) >= len(shown) + _SHOWN:
            break
        if draft.evidence.version_id in {one.evidence.version_id for one in told} or draft.evidence.table:
            continue
        if _as_full(best, draft, want) and all(_says_else(draft, one, asked) for one in told):
            told.append(draft)
    return [replace(draft, role="note") for draft in told[len(shown) :]]


def _as_full(best: Draft, other: Draft, want: Wanted) -> bool:
    if other.against or other.says != best.says or other.score < NEAR * best.score:
        return False
    if any(best.matched[n] > 0.5 > other.matched[n] for n in want.named):
        return False
    return want.share(other.matched) >= _AS_FULL * want.share(best.matched)


def _says_else(one: Draft, other: Draft, asked: Lexed) -> bool:
    """Whether it gives a value or name that the other does not; without any, whether most of its words are others."""
    if one.value and other.value and one.value.kind == other.value.kind:
        return disagreement(one.value, other.value) is not None
    mine, theirs = lexed(one.text), lexed(other.text)
    telling = [word for word in mine.words if word.content and not asked.holds(word)]
    names = [word for word in telling if _is_name(word)]
    new = [word for word in names or telling if not theirs.holds(word)]
    return 2 * len(new) > len(names or telling)


def _is_name(word: Lexeme) -> bool:
    return (word.text[0].isupper() and not word.opens) or word.text[0].isdigit()
