"""What is said in subtitles, by whom, from when to when?"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from opora.errors import BrokenFileError
from opora.reading.assemble import Draft, Reading
from opora.reading.decode import decode

_TIMING = re.compile(
    r"\s*(?P<start>(?:\d+:)?\d{1,2}:\d\d[.,]\d{1,3})\s*-->\s*(?P<end>(?:\d+:)?\d{1,2}:\d\d[.,]\d{1,3})(?:\s.*)?"
)
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?[ \t]+([^>]*)>|</v>", re.I)
_TAG = re.compile(r"</?[A-Za-z0-9][^<>]*>|\{\\[^{}]*\}")
_NAMED = re.compile(r"(?P<name>[^\W\d_a-zа-яіїєґăâîșț][^\n:;!?<>|=\[\](){}]{0,30}):\s+(?P<said>\S.*)", re.S)
_DASH = re.compile(r"[-–—]\s*(?=\S)")
_SENTENCE_END = re.compile(r"[.!?…][\"»”')\]]*$")
_LONG_ENOUGH = 300  # characters after which a turn may end at a sentence, so that its times stay close
_PAUSE_S = 3.0


@dataclass(slots=True)
class _Cue:
    start: str
    end: str
    speaker: str | None
    text: str


def read_subtitles(data: bytes, media_type: str) -> Reading:
    """A ``turn`` for what one person says without a break, with the times of its first and last line as printed.

    A line that only repeats the one before (rolling captions) is read once; notes and styles are left out. A voice that
    nobody names is ``None``; one that a dash tells from the other is ``""``, and no two of these are ever joined.
    """
    text, encoding, warnings = decode(data)
    left_out: list[str] = []
    cues = list(_cues(text.lstrip("\ufeff"), left_out))
    if not cues:
        raise BrokenFileError("it has no line with times", "save it again from its program")
    drafts = [Draft("turn", cue.text, speaker=cue.speaker, time=f"{cue.start} --> {cue.end}") for cue in _joined(cues)]
    return Reading(
        tuple(drafts),
        media_type,
        "subtitles",
        left_out=tuple(dict.fromkeys(left_out)),
        warnings=warnings,
        meta=(("encoding", encoding),),
    )


def _cues(text: str, left_out: list[str]) -> Iterator[_Cue]:
    before: list[str] = []
    for group in re.split(r"\n[ \t]*\n", text):
        lines = [line for line in group.split("\n") if line.strip()]
        at = next((n for n, line in enumerate(lines) if _TIMING.fullmatch(line)), None)
        if at is None:
            word = lines[0].split()[0] if lines else ""
            if word in ("NOTE", "STYLE", "REGION"):
                left_out.append(f"{word.lower()}: {' '.join(' '.join(lines).split()[1:])[:80]}")
            continue
        while at is not None:  # a blank line between two cues may be missing
            following = next((n for n in range(at + 1, len(lines)) if _TIMING.fullmatch(lines[n])), None)
            stop = following if following is not None else len(lines)
            if following is not None and lines[following - 1].strip().isdigit():
                stop = following - 1
            timing = _TIMING.fullmatch(lines[at])
            spoken = lines[at + 1 : stop]
            if timing:
                fresh = spoken[1:] if before and spoken and spoken[0] == before[-1] else spoken
                yield from _voices(timing["start"], timing["end"], fresh)
                before = spoken or before
            at = following


def _voices(start: str, end: str, lines: list[str]) -> Iterator[_Cue]:
    """The parts of one cue that different people say."""
    payload = "\n".join(lines)
    if _VOICE.search(payload):
        speaker: str | None = None
        at = 0
        for match in _VOICE.finditer(payload):
            yield from _part(start, end, speaker, payload[at : match.start()])
            speaker = " ".join(html.unescape(match[1]).split()) if match[1] is not None else None
            at = match.end()
        yield from _part(start, end, speaker, payload[at:])
        return
    if sum(1 for line in lines if _DASH.match(line)) >= 2:
        for part in re.split(r"\n(?=[-–—])", payload):
            yield from _part(start, end, "", _DASH.sub("", part, count=1) if _DASH.match(part) else part)
        return
    named = _NAMED.fullmatch(_TAG.sub("", payload))
    if named and len(named["name"].split()) <= 4:
        yield from _part(start, end, named["name"].strip(), payload)
    else:
        yield from _part(start, end, None, payload)


def _part(start: str, end: str, speaker: str | None, payload: str) -> Iterator[_Cue]:
    text = " ".join(html.unescape(_TAG.sub("", payload)).split())
    if text:
        yield _Cue(start, end, speaker, text)


def _joined(cues: list[_Cue]) -> list[_Cue]:
    found: list[_Cue] = []
    for cue in cues:
        last = found[-1] if found else None
        if last is not None and last.speaker != "" and last.speaker == cue.speaker and not _may_end(last, cue):
            last.text += f" {cue.text}"
            last.end = cue.end
        else:
            found.append(cue)
    return found


def _may_end(last: _Cue, following: _Cue) -> bool:
    if not _SENTENCE_END.search(last.text):
        return last.speaker is None and _seconds(following.start) - _seconds(last.end) > _PAUSE_S
    return len(last.text) >= _LONG_ENOUGH or _seconds(following.start) - _seconds(last.end) > _PAUSE_S


def _seconds(stamp: str) -> float:
    total = 0.0
    for part in stamp.replace(",", ".").split(":"):
        total = total * 60 + float(part)
    return total
