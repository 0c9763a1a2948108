"""What is said in a recording, by which side and when?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from opora.domain.document import Doubt
from opora.reading.assemble import Draft, Reading
from opora.reading.media import display_name
from opora.reading.speech import Heard, heard_in

_DOUBTED = 60  # of 100: a number heard with less is not trusted
_TOLD = "what is said was heard by a speech model: compare it with the recording before you rely on it"

Listen = Callable[[Path, str], list[list[Heard]]]


def read_audio(path: Path, media_type: str, listen: Listen = heard_in) -> Reading:
    """A turn for all that one side says without a pause, in the order of time; two sides are never in one turn.

    The channels of a call are ``channel 1`` and ``channel 2``; a recording with one channel names nobody. Raises
    UnsupportedTypeError without the optional part for speech.
    """
    sides = listen(path, display_name(media_type))
    said = sorted(
        ((one, number) for number, side in enumerate(sides, start=1) for one in side if one.words),
        key=lambda pair: (pair[0].start, pair[1]),
    )
    drafts = [_turn(one, f"channel {number}" if len(sides) > 1 else None) for one, number in said]
    words = [word.sure for one, _ in said for word in one.words]
    meta = (("confidence", f"{sum(words) / len(words):.1f}"), ("channels", str(len(sides)))) if words else ()
    warnings = (_TOLD,) if drafts else ()
    return Reading(tuple(drafts), media_type, "speech", warnings=warnings, meta=meta)


def _turn(one: Heard, speaker: str | None) -> Draft:
    text, doubts = "", []
    for word in one.words:
        text += f" {word.text}" if text else word.text
        if word.sure < _DOUBTED and any(char.isdigit() for char in word.text):
            doubts.append(Doubt(len(text) - len(word.text), len(text), "", round(word.sure, 1)))
    time = f"{_stamp(one.start)} --> {_stamp(one.end)}"
    return Draft("turn", text, speaker=speaker, time=time, doubts=tuple(doubts))


def _stamp(seconds: float) -> str:
    whole, thousandths = divmod(round(seconds * 1000), 1000)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}.{thousandths:03}"
