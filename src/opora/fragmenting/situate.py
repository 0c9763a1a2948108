"""Which one or two sentences would tell a stranger where a fragment belongs? By rule, from headings and definitions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from opora.domain.document import Block, Parsed
from opora.domain.place import Span
from opora.domain.source import ASIDE
from opora.fragmenting.units import Unit
from opora.language.sentences import sentences

_LONGEST = 240  # characters of one situating sentence
_MOST_DEFINED = 2  # definitions in one context
_QUOTED = r"[«„“\"](?P<quoted>[^»”\"\n]{2,60})[»”\"]"
_DEFINES = re.compile(
    rf"^(?:(?:[\d.]+|[-–—•])\s*)?(?:(?:the|an?)\s+)?(?:term\s+)?(?:{_QUOTED}|(?P<bare>[^\W\d_][^.:;,()\n]{{1,60}}?))\s*"
    r"(?:\([^)]*\)\s*)?(?:[—–-]\s+(?:это\b|це\b)?|\b(?:means|shall mean|refers to|is defined as|означает|означає|"
    r"înseamnă|reprezintă)\b)",
    re.IGNORECASE,
)
_TITLE_WORDS = 6  # a term of more words is no term


class Situation:
    """What a document defines and how its sections open: looked up for each fragment."""

    def __init__(self, parsed: Parsed) -> None:
        self._text = parsed.text
        self._opens: dict[tuple[str, ...], Span] = {}
        self._defined: dict[str, tuple[Span, re.Pattern[str]]] = {}
        for block in parsed.blocks:
            if block.kind not in ("paragraph", "list_item"):
                continue
            spoken = [span.moved(block.start) for span in sentences(block.span.of(parsed.text))]
            if spoken and block.kind == "paragraph":
                self._opens.setdefault(block.headings, spoken[0])
            for span in spoken:
                self._note(span)

    def _note(self, span: Span) -> None:
        found = _DEFINES.match(span.of(self._text))
        term = (found["quoted"] or found["bare"] or "").strip() if found else ""
        if term and len(term.split()) <= _TITLE_WORDS and not term.islower():
            stem = re.escape(term[:-1] if len(term) > 5 else term)
            self._defined.setdefault(term.casefold(), (span, re.compile(rf"\b{stem}", re.IGNORECASE)))

    def of(self, run: Sequence[Unit]) -> str:
        """The sentence that opens the section, and what the terms of the fragment mean; nothing that it holds itself."""
        start, end = run[0].start, run[-1].end
        own = self._text[start:end]
        told: list[str] = []
        opening = self._opens.get(_body(run).headings)
        if opening is not None and opening.end <= start:
            told.append(self._said(opening))
        defined = [
            span
            for span, term in self._defined.values()
            if (span.end <= start or span.start >= end) and span != opening and term.search(own)
        ]
        told.extend(self._said(span) for span in defined[:_MOST_DEFINED])
        return "\n".join(told)

    def _said(self, span: Span) -> str:
        return " ".join(span.of(self._text).split())[:_LONGEST]


def _body(run: Sequence[Unit]) -> Block:
    return next((unit.block for unit in run if unit.block.kind != "heading"), run[0].block)


def named_values(run: Sequence[Unit], text: str) -> str:
    """Of rows of a table, each value with the header over it: ``Service: parcel; Price: 17 lei``."""
    told: list[str] = []
    for unit in run:
        if unit.block.kind != "table_row":
            continue
        cells = [(cell.header.strip(), text[cell.start : cell.end].strip()) for cell in unit.block.cells]
        named = [f"{' '.join(name.split())}: {value}" for name, value in cells if name and value]
        if named:
            told.append("; ".join(named))
    return "\n".join(told)[: 2 * _LONGEST]


def around_turns(run: Sequence[Unit], group: Sequence[Unit], text: str, most: int) -> str:
    """What is said just before and after a turn in the same stretch of talk, at most ``most`` characters on either side."""
    before, after = text[group[0].start : run[0].start], text[run[-1].end : group[-1].end]
    told = (" ".join(before.split())[-most:], " ".join(after.split())[:most])
    return "\n".join(f"{ASIDE}{part}" for part in told if part)
