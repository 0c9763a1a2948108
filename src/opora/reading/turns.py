"""Is this text a conversation, and who says what when?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from opora.domain.place import Piece, Span
from opora.reading.assemble import Draft

_TIME = r"\d{1,2}:\d{1,2}(?::\d{1,2})?(?:[.,]\d{1,3})?(?:\s?[AaPp]\.?[Mm]\.?)?"
_DAY = r"(?:\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{4}-\d\d-\d\d)"
_STAMP = rf"(?:{_DAY},?\s+)?{_TIME}(?:\s*(?:-->|[-–—])\s*{_TIME})?(?:,\s*{_DAY})?"
_PLAIN = r"[^\n:;!?<>|=\[\]{}\"«»]"
_NAME = rf"(?P<name>[^\W_a-zа-яіїєґăâîșț]{_PLAIN}{{0,39}}?(?: \({_PLAIN}{{1,70}}\))?)"  # "The Chair (Ms. Ode, North)"
_ONE_LINE = re.compile(
    rf"(?:[\[(]?(?P<before>{_STAMP})[\])]?\s*[-–—]?\s*)?{_NAME}\s*(?:[\[(](?P<after>{_STAMP})[\])])?\s*:(?:\s+|$)(?P<said>.*)",
    re.S,
)
_NAME_THEN_TIME = re.compile(rf"{_NAME}\s+[\[(]?(?P<time>{_STAMP})[\])]?")
_TIME_THEN_NAME = re.compile(rf"[\[(]?(?P<time>{_STAMP})[\])]?\s+{_NAME}")
_TIME_ALONE = re.compile(rf"[\[(]?(?P<time>{_STAMP})[\])]?")
_BARE_NAME = re.compile(_NAME)
_NO_SPEAKER = frozenset(
    [
        *("info", "warn", "error", "debug", "trace", "fatal", "notice", "critical", "severe"),
        "q",
        "a",
        "question",
        "answer",
        "вопрос",
        "ответ",
        "в",
        "о",
        "питання",
        "відповідь",
        "întrebare",
        "răspuns",
        "note",
        "notes",
        "example",
        "warning",
        "tip",
        "important",
        "attention",
        "nb",
        "subject",
        "from",
        "to",
        "cc",
        "date",
        "re",
        "fwd",
        "http",
        "https",
        "примечание",
        "пример",
        "внимание",
        "важно",
        "тема",
        "кому",
        "дата",
        "приклад",
        "увага",
        "notă",
        "exemplu",
        "atenție",
        "step",
        "шаг",
        "крок",
        "total",
        "итого",
        "разом",
        "source",
        "источник",
        "title",
        "url",
        *("pros", "cons", "verdict", "summary", "плюсы", "минусы", "достоинства", "недостатки", "вывод", "комментарий"),
        *("переваги", "недоліки", "висновок", "avantaje", "dezavantaje", "concluzie", "review", "comment"),
    ]
)
_PARTICLES = frozenset(("de", "da", "di", "van", "von", "der", "den", "la", "le", "al", "el", "bin", "ibn"))
_MOST_WORDS = 5
_FEW, _FEWEST = 4, 3  # turns that tell a conversation; and where nothing else stands there
_LEAST_TYPED, _LEAST_PRINTED = 0.3, 0.1  # of the lines open a turn; a printed line is only a part of one
_TO_SOMEBODY = re.compile(
    r"\b(?:I|I['’]\w+|we|we['’]\w+|you|you['’]\w+|my|our|your|me|us|let['’]s|thanks|thank you|hello|hi|yes|okay|sorry"
    r"|я|мы|вы|ты|мне|мной|нам|вам|тебе|меня|нас|вас|тебя|мо[йяеи]|наш\w*|ваш\w*|тво[йяеи]|давайте|спасибо|здравствуйте|да"
    r"|ми|ви|ти|мені|тобі|мене|твій|твоя|мій|моя|моє|мої|дякую|вітаю|так"
    r"|eu|noi|voi|tu|dumneavoastr[ăa]|dvs|îmi|îți|mă|vă|ne|me[ua]|mei|mele|nostru|noastr[ăe]|vostru|mulțumesc|bună|da)\b"
    r"|\?",
    re.I,
)
_SPOKEN, _ROUND_SPOKEN, _ROUND_SENTENCES = 0.3, 0.4, 0.7  # shares of turns that speak to somebody; that are sentences
_TYPED = re.compile(r"\n+")
_ENDS = (".", "?", "!", "…", "—", "-", ")", '"', "»", ",")


@dataclass(frozen=True, slots=True)
class _Label:
    """What opens a turn: how many lines it takes, the name, the time as printed, what is said on the same line."""

    lines: int
    name: str
    time: str | None
    said: str


def as_turns(drafts: Sequence[Draft]) -> list[Draft]:
    """The same blocks, with paragraphs made turns when most of them are what named people say; else unchanged.

    A turn's text is as written, label included where it stands on the line; ``time`` is as printed. Paragraphs that follow
    without a label belong to who spoke last.
    """
    spoken = [draft for draft in drafts if _may_speak(draft)]
    lines = [span.of(draft.text) for draft in spoken for span in _lines(draft)]
    if not is_conversation(lines, _LEAST_PRINTED if any(draft.pieces for draft in spoken) else _LEAST_TYPED):
        return list(drafts)
    out: list[Draft] = []
    for draft in drafts:
        if _may_speak(draft):
            _speak(draft, out)
        else:
            out.append(draft)
    return out


def _may_speak(draft: Draft) -> bool:
    return draft.kind in ("paragraph", "list_item") and draft.link is None


def is_conversation(lines: Sequence[str], least: float = 0.3) -> bool:
    """At least two people, who come back, with sentences behind their names that speak to somebody; with times two turns are enough.

    ``least``: the share of lines that open a turn.
    """
    labels: list[_Label] = []
    at = covered = 0
    while at < len(lines):
        label = _label(lines, at)
        if label:
            labels.append(label)
            covered += label.lines
        at += label.lines if label else 1
    names = Counter(label.name for label in labels)
    if len(names) < 2 or covered < least * len(lines):
        return False
    if len(labels) == sum(1 for label in labels if label.time) and covered >= min(0.4, 2 * least) * len(lines):
        return True
    said = [label.said for label in labels if label.said]
    if not said:
        return False
    if len(labels) < (_FEWEST if _is_exchange(labels, lines) else _FEW) or len(labels) < 1.5 * len(names):
        return False
    spoken = sum(1 for text in said if _TO_SOMEBODY.search(text)) / len(said)
    sentences = sum(1 for text in said if text.rstrip().endswith(_ENDS) or len(text.split()) > 8) / len(said)
    if len(names) > 2 and _takes_turns([label.name for label in labels], len(names)):
        return spoken >= _ROUND_SPOKEN and sentences >= _ROUND_SENTENCES and len(labels) >= 2 * len(names)
    if not any("?" in text for text in said) and spoken < _SPOKEN:
        return False
    return median(len(text.split()) for text in said) >= 3 and sentences >= 0.5


def _is_exchange(labels: Sequence[_Label], lines: Sequence[str]) -> bool:
    """Whether nothing but what two people say in turn stands there, a line each."""
    names = [label.name for label in labels]
    return len(labels) == len(lines) and len(set(names)) == 2 and all(a != b for a, b in pairwise(names))


def _takes_turns(order: Sequence[str], names: int) -> bool:
    """Fields of records come in the same order every time; three people seldom do, and then speak to each other."""
    return all(order[at] == order[at - names] for at in range(names, len(order)))


def _label(lines: Sequence[str], at: int) -> _Label | None:
    line = lines[at].strip()
    if len(line) < 2:
        return None
    match = _ONE_LINE.fullmatch(line)
    if match and _is_name(match["name"]):
        return _Label(1, match["name"].strip(), match["before"] or match["after"], match["said"])
    for pattern in (_NAME_THEN_TIME, _TIME_THEN_NAME):
        match = pattern.fullmatch(line)
        if match and _is_name(match["name"]) and _is_capital(match["name"]):
            return _Label(1, match["name"].strip(), match["time"], "")
    match = _TIME_ALONE.fullmatch(line)
    if match and at + 2 < len(lines):
        name = _BARE_NAME.fullmatch(lines[at + 1].strip())
        if name and _is_name(name["name"]) and _is_capital(name["name"]):
            return _Label(2, name["name"].strip(), match["time"], "")
    return None


def _is_name(text: str) -> bool:
    words = text.partition(" (")[0].split()
    if not words or len(words) > _MOST_WORDS or words[0].lower().strip(".") in _NO_SPEAKER:
        return False
    return any(char.isalpha() for char in text) and not text.rstrip().endswith((",", "—", "-"))


def _is_capital(text: str) -> bool:
    """A name without a colon is taken for one only if each of its words looks like it: "Ann de Vries", "Speaker 2"."""
    words = [word for word in text.split() if word not in _PARTICLES]
    return all(word[0].isupper() or word[0].isdigit() or word[0] == "(" for word in words) and text.strip()[-1] != "."


def _lines(draft: Draft) -> list[Span]:
    """The lines of a paragraph that say something: those that were printed where it is known, else those that were typed."""
    starts = {0, *(match.end() for match in _TYPED.finditer(draft.text))}
    for before, piece in pairwise(draft.pieces):
        if piece.box.page != before.box.page or piece.box.top > before.box.bottom - 0.3 * _height(before):
            starts.add(piece.start)
    edges = [*sorted(starts), len(draft.text)]
    return [Span(low, high) for low, high in pairwise(edges) if draft.text[low:high].strip()]


def _height(piece: Piece) -> float:
    return piece.box.bottom - piece.box.top


def _speak(draft: Draft, out: list[Draft]) -> None:
    """Cut one paragraph at the lines where a label stands; a line without one goes on with the turn before it."""
    spans = _lines(draft)
    lines = [span.of(draft.text) for span in spans]
    last = next((one for one in reversed(out) if one.kind == "turn"), None)
    who = (last.speaker, last.time) if last else (None, None)
    begun: int | None = None  # where the turn that is being read begins in the text
    at = 0
    while at < len(lines):
        label = _label(lines, at)
        if label is None:
            begun = spans[at].start if begun is None else begun
            at += 1
            continue
        _close(draft, begun, spans[at].start, who, out)
        who = (label.name, label.time)
        # a label on a line of its own is no text: who and when stand in the block's fields
        begun = spans[at].start if label.said else None
        at += label.lines
        if not label.said and at >= len(lines):
            out.append(replace(draft, kind="turn", text="", speaker=who[0], time=who[1], section=None, pieces=()))
    _close(draft, begun, len(draft.text), who, out)


def _close(draft: Draft, start: int | None, end: int, who: tuple[str | None, str | None], out: list[Draft]) -> None:
    if start is None or not draft.text[start:end].strip():
        return
    pieces = tuple(
        replace(piece, start=max(piece.start, start) - start, end=min(piece.end, end) - start)
        for piece in draft.pieces
        if piece.start < end and piece.end > start
    )
    part = replace(draft, text=draft.text[start:end], pieces=pieces)
    if who[0] is not None:
        part = replace(part, kind="turn", speaker=who[0], time=who[1], section=None)
    out.append(part)
