"""Which paragraph is an exception to the clause before it, or a note to the table above it?"""

from __future__ import annotations

import re

from opora.reading.assemble import Draft

_EXCEPTION = re.compile(
    r"(?:except(?:ion|ions)?\b|excluding\b|unless\b|however\b|notwithstanding\b|provided,? (?:however|that)\b|"
    r"this (?:clause|provision|section|rule) (?:does|shall) not apply\b|save (?:for|as|where)\b|"
    r"исключени[ея]\b|за исключением\b|кроме\b|однако\b|если иное не\b|при этом\b|данное (?:правило|положение) не\b|"
    r"(?:настоящий|данный) пункт не (?:применяется|распространяется)\b|это (?:правило )?не (?:применяется|распространяется)\b|"
    r"вин(?:яток|ятки|ятком)\b|за винятком\b|крім\b|окрім\b|однак\b|проте\b|якщо інше не\b|"
    r"excepți[ea]\w*\b|excepţi[ea]\w*\b|cu excepția\b|cu excepţia\b|totuși\b|totuşi\b|însă\b|dacă nu\b|prin excepție\b)",
    re.I,
)
_NOTE = re.compile(
    r"(?:\*{1,3}\s?\S|[¹²³⁴⁵⁶⁷⁸⁹†‡]\s?\S|(?:foot)?notes?\s?(?:\d+\s?)?[:.–—-]|n\.?\s?b\.?\s?[:.]|remarks?\s?:|source\s?:|"
    r"примечани[ея]\s?(?:\d+\s?)?[:.–—-]|примеч\.|прим\.|сноска\s?[:.]|источник\s?:|"
    r"приміт(?:ка|ки)\s?(?:\d+\s?)?[:.–—-]|джерело\s?:|not[ăae]\w*\s?(?:\d+\s?)?[:.–—-]|observați[ei]\w*\s?:|sursa?\s?:)",
    re.I,
)


def opens_note(text: str) -> bool:
    """Whether a line under a table speaks as a note does: 'Note: …', '* …', 'Примечание. …', 'Примітка: …', 'Notă: …'."""
    return bool(_NOTE.match(text.strip()))


def tie(drafts: list[Draft]) -> list[Draft]:
    """Link exceptions to the clause just above and notes to the table they stand under. Drafts already linked stay."""
    before: Draft | None = None
    under_table = False
    for draft in drafts:
        if draft.kind == "table":
            under_table = True
        elif draft.kind in ("paragraph", "list_item", "note", "footnote"):
            under_table = _tie_one(draft, before, under_table)
        elif draft.kind != "caption":
            under_table = False
        before = draft
    return drafts


def _tie_one(draft: Draft, before: Draft | None, under_table: bool) -> bool:
    """Whether the next paragraph still stands under the table."""
    if draft.kind == "note" or draft.link:
        return under_table
    if under_table and draft.kind != "footnote" and opens_note(draft.text):
        draft.kind, draft.link, draft.link_to = "note", "note_of", "table"
        return True
    if (
        draft.kind == "paragraph"
        and before
        and before.kind in ("paragraph", "list_item")
        and _EXCEPTION.match(draft.text)
    ):
        draft.link, draft.link_to = "exception_of", before.kind
    return False


def carry_sections(drafts: list[Draft]) -> list[Draft]:
    """Text below a numbered paragraph belongs to its clause until the next number or heading."""
    current: str | None = None
    for draft in drafts:
        if draft.kind in ("heading", "slide"):
            current = None
        elif draft.section is not None:
            current = draft.section
        elif current is not None:
            draft.section = current
    return drafts
