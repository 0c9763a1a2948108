"""What takes the time that a later question asks for: the thing named before, or what is done with it?"""

from __future__ import annotations

import re

_WHO_DOES = re.compile(
    r"^\W*(?:who|кто|хто|cine)\s+(?!(?:is|are|was|were|has|este|sunt|e|se)\b)(?P<verb>\w+)", re.IGNORECASE
)
_TAKES = re.compile(
    r"\b(?:how (?:long|much time) (?:does|will|would) (?:it|this|that) take"
    r"|(?:сколько|как долго|как много времени)\b.*\b(?:займ[её]т|занимает|длится|уйд[её]т|уходит)"
    r"|(?:скільки|як довго)\b.*\b(?:триває|триватиме|займе|займає|забирає|забере)"
    r"|(?:cât|cat) (?:timp )?(?:durează|dureaza|va dura|ia\b|necesită))",
    re.IGNORECASE,
)


def deed_that_takes(before: str, question: str) -> int | None:
    """Where the deed begins in the question before, when it is the deed that takes long and not what it is done to.

    >>> deed_that_takes("Who repairs the bike", "how long does it take")
    4
    """
    does = _WHO_DOES.match(before) if _TAKES.search(question) else None
    return does.start("verb") if does else None
