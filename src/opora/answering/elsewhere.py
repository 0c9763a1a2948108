"""Does what another document says speak of something else than the answer beside which it would be put?"""

from __future__ import annotations

from typing import Final

from opora.answering.asked_value import names_a_value
from opora.answering.denied import denies, wholly_against
from opora.answering.finding import Draft
from opora.answering.weights import Wanted

_HELD: Final = 0.5
_FARTHER: Final = 0.045  # cosine: other words for the same thing are nearer


def of_something_else(draft: Draft, best: Draft, want: Wanted) -> bool:
    """Whether another document's words hold none of the things asked about, which the answer holds, and are farther off."""
    if draft.evidence.version_id == best.evidence.version_id or not want.things:
        return False
    if draft.cosine is None or best.cosine is None or best.cosine - draft.cosine < _FARTHER:
        return False
    things = [n for n in want.things if not names_a_value(want.words[n].text)] or [*want.things]
    return any(best.beside[n] >= _HELD for n in things) and all(draft.beside[n] < _HELD for n in things)


def no_rival(draft: Draft, best: Draft, want: Wanted, question: str) -> bool:
    """Whether what disagrees with the answer speaks of something else. The plain opposite of the answer never does.

    "Smoking is forbidden" beside "smoking is allowed on the balcony" names no place, and it is the other side.
    """
    if denies(best.text, draft.text) or wholly_against(best.text, draft.text, question):
        return False
    return of_something_else(draft, best, want)
