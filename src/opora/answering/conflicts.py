"""Do two sources in force say different things about the same matter?"""

from __future__ import annotations

from opora.answering.finding import NEAR, Draft
from opora.answering.weights import Wanted
from opora.language.values import disagreement


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
    if best.value.currency != other.value.currency and best.value.currency and other.value.currency:
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
