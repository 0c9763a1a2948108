"""Does a statement need a number that was not read surely, and has a person confirmed it?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from opora.answering.finding import Draft, Finding
from opora.domain.doubt import UNREAD, UncertainNumber
from opora.domain.place import Span
from opora.domain.reply import Check, Unverified
from opora.domain.result import Evidence

CHECK = "ocr"
_EDGE = ".,;:!?()"


def needed(draft: Draft, numbers: Sequence[UncertainNumber]) -> tuple[UncertainNumber, ...]:
    """Those that stand in its quote, and those that its text takes from around the quote (a row's or a column's header)."""
    evidence = draft.evidence
    quote = Span(evidence.start, evidence.end)
    lent = draft.text.replace(evidence.quote, " ")
    return tuple(n for n in numbers if n.span.overlaps(quote) or (_lends(n, evidence) and _says(lent, n.text)))


def _lends(number: UncertainNumber, evidence: Evidence) -> bool:
    """Whether a quote's text may take the number from where it stands: from the quote's table, or from text before it."""
    table, in_row, _ = f"{number.version_id}:{number.path}".rpartition(":row")
    if in_row:
        return evidence.anchor.startswith(f"{table}:row")
    return number.start < evidence.start


def _says(text: str, number: str) -> bool:
    told = re.escape(number.strip(_EDGE))
    return bool(told) and re.search(rf"(?<![\d.,]){told}(?![\d]|[.,]\d)", text) is not None


def with_check(draft: Draft, numbers: Sequence[UncertainNumber]) -> Draft:
    """The draft with the check of its numbers, when it has any that two readings did not agree on."""
    used = needed(draft, numbers)
    if not used:
        return draft
    still_open = [number for number in used if number.state != "confirmed"]
    told = "; ".join(_told(number) for number in (still_open or used))
    check = Check(CHECK, not still_open, told)
    evidence = replace(draft.evidence, uncertain=bool(still_open))
    return replace(draft, checks=(*draft.checks, check), evidence=evidence)


def is_unread(draft: Draft, numbers: Sequence[UncertainNumber]) -> bool:
    """Whether its quote has a place that OCR could not read and no person has: what is asked may stand there."""
    quote = Span(draft.evidence.start, draft.evidence.end)
    return any(n.text == UNREAD and n.state != "confirmed" and n.span.overlaps(quote) for n in numbers)


def _told(number: UncertainNumber) -> str:
    if number.state == "confirmed":
        return f"{number.text!r} ({number.item_id}) confirmed by {number.by}, {number.at}"
    if number.state == "rejected":
        return f"{number.text!r} ({number.item_id}) is not what stands there, says {number.by}, {number.at}"
    other = f": another reading gave {number.other!r}" if number.other else ""
    return f"{number.text!r} ({number.item_id}) was not read surely{other}"


def fails_only_this(draft: Draft) -> bool:
    return {check.name for check in draft.checks if not check.ok} == {CHECK}


def unverified(
    finding: Finding, drafts: Sequence[Draft], numbers: dict[str, list[UncertainNumber]]
) -> tuple[Unverified, ...]:
    """What was found and is not said, each with the numbers that stand in the way."""
    return tuple(
        Unverified(
            finding.requirement.requirement_id,
            draft.evidence,
            tuple(n for n in needed(draft, numbers[draft.evidence.version_id]) if n.state != "confirmed"),
        )
        for draft in drafts
    )
