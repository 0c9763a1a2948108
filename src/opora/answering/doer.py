"""Does a statement say who does what is asked about, or only that it is done?"""

from __future__ import annotations

import re
from typing import Final

from opora.answering.lexed import lexed
from opora.language.lemmas import lemmas_of

# English alone: there the doer of a passive stands after "by" or nowhere.
_WHO: Final = re.compile(
    r"^\W*who\s+(?!(?:is|are|was|were|be|do|does|did|has|have|had|can|could|will|would|may|must|should)\b)(?P<deed>[a-z]+)",
    re.IGNORECASE,
)
_DONE: Final = re.compile(
    r"\b(?:is|are|was|were|be|been|being)\s+(?:(?:not|\w+ly|also|only|never|always)\s+)?(?P<deed>[a-z]+)\b",
    re.IGNORECASE,
)
_BY: Final = re.compile(r"\bby\b", re.IGNORECASE)


def without_doer(question: str, statement: str) -> bool:
    """Whether "who signs it" meets only "it is signed within 15 days": the deed in the passive, and nobody after "by".

    >>> without_doer("Who signs the contract?", "The contract is signed after the award.")
    True
    """
    who = _WHO.match(question)
    if who is None or _BY.search(statement):
        return False
    asked = set(lemmas_of(who["deed"], "en"))
    done = [match for match in _DONE.finditer(statement) if not asked.isdisjoint(lemmas_of(match["deed"], "en"))]
    said = [word for word in lexed(statement).words if not asked.isdisjoint(word.lemmas)]
    return bool(done) and len(said) == len(done)
