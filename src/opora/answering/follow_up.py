"""What does a question mean that leaves out what an earlier one has said?"""

from __future__ import annotations

from dataclasses import replace

from opora.answering.borrow import leaves_out
from opora.answering.normalise import normalise
from opora.answering.openings import QUESTION_WORD
from opora.answering.require import parts_of, require
from opora.domain.question import Message, Question

_TURNS = 4  # earlier questions that are looked at; each is understood with the help of the one before
_LONGEST = 2000  # characters of an earlier question


def read(question: Question) -> Message:
    """The normalised question; with what it leaves out filled in from ``history``, and then ``understood`` says so.

    The language is that of the person's own words.
    """
    alone = normalise(replace(question, history=()))
    before = ""
    for turn in question.history[-_TURNS:]:
        before = _after(before, normalise(replace(question, text=turn[:_LONGEST], history=())))
    text = _after(before, alone)
    if text == alone.text:
        return replace(alone, question=question)
    message = normalise(replace(question, text=text, history=()))
    return replace(message, question=question, language=alone.language, understood=message.text)


def _after(before: str, alone: Message) -> str:
    """The message as it is understood after ``before``; as it stands when it leaves nothing out."""
    if not before:
        return alone.text
    parts, shared, dropped = parts_of(alone)
    if not parts and QUESTION_WORD.search(alone.text):  # "Why?"
        return f"{alone.text.rstrip(' ?.!')} ({before.rstrip(' ?.!')})?"
    if not parts or not leaves_out(alone, parts[0], shared):
        return alone.text
    both = normalise(replace(alone.question, text=f"{before.rstrip(' ?.!')}? {alone.text}"))
    requirements = require(both)[0][-len(parts) :]
    if len(requirements) < len(parts):
        return alone.text
    return " ".join([*(f"{one.rstrip(' .!')}." for one in dropped), *(f"{one.text}?" for one in requirements)])
