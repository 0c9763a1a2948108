"""Does a question ask for the most or the least of something, and does a text say which of the two it states?"""

from __future__ import annotations

import re
from typing import Final, Literal

Side = Literal["most", "least"]

_I = re.IGNORECASE
_ASKED: Final[dict[Side, re.Pattern[str]]] = {
    "most": re.compile(r"\b(?:maximum|maximal|max|максимал\w+|максимум\w*|maxim[ăaeiu]?\w{0,2})\b", _I),
    "least": re.compile(
        r"\b(?:minimum|minimal|min|минимал\w+|минимум\w*|мінімал\w+|мінімум\w*|minim[ăaeiu]?\w{0,2})\b", _I
    ),
}
_TOLD: Final[dict[Side, re.Pattern[str]]] = {
    "most": re.compile(
        r"\b(?:max\w*|highest|largest|greatest|biggest|longest|latest|top|peak|up to|at most|(?:no|not) (?:more|later|longer|greater|higher) than"
        r"|(?:not|never) exceed\w*|exceed\w*|limit\w*|until|cap|capped|ceiling|within"
        r"|максим\w+|наибол\w+|предел\w*|лимит\w*|до|не (?:более|больше|позднее|позже|выше|дольше|превыша\w+)|свыше|превыша\w+|в течение"
        r"|максим\w+|найбільш\w+|найдовш\w+|ліміт\w*|не (?:більше|пізніше|вище|довше|перевищ\w+)|понад|перевищ\w+|протягом"
        r"|maxim\w*|cel mult|p[âa]n[ăa] la|limit\w*|depăș\w+|nu mai (?:mult|t[âa]rziu)|cel t[âa]rziu|peste|plafon\w*)\b|≤|<",
        _I,
    ),
    "least": re.compile(
        r"\b(?:min\w{0,5}|lowest|smallest|shortest|earliest|at least|(?:no|not) (?:less|fewer|earlier|sooner|lower) than|from|starting|below|less than|under"
        r"|миним\w+|наимен\w+|не (?:менее|меньше|ранее|раньше|ниже)|от|с|менее|ниже|меньше"
        r"|мінім\w+|наймен\w+|не (?:менше|раніше|нижче)|від|менше|нижче"
        r"|minim\w*|cel puțin|cel putin|măcar|nu mai (?:puțin|devreme)|de la|sub|mai puțin)\b|≥|>",
        _I,
    ),
}


def extreme_asked(question: str) -> Side | None:
    """The side asked for; ``None`` when neither or both are."""
    found = [side for side, words in _ASKED.items() if words.search(question)]
    return found[0] if len(found) == 1 else None


def says_extreme(side: Side | None, text: str) -> bool:
    """Whether the text states the side asked for, in any of the words that business texts use; true when none is asked."""
    return side is None or bool(_TOLD[side].search(text))
