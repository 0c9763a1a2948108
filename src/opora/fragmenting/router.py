"""What kind of document is this, and which strategy suits the kind?"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from opora.domain.document import Block, Parsed
from opora.fragmenting.rules import FragmentRules, Strategy

DocumentClass = Literal["form", "contract", "transcript", "wiki", "code", "table", "text"]
ROUTES: dict[DocumentClass, Strategy | None] = {
    "transcript": "turns",
    "code": "code",
    "form": None,
    "contract": None,
    "wiki": None,
    "table": None,
    "text": None,
}
"""``None``: what the settings say, ``parent_child`` unless they were changed. Chosen by what ``docs/ladder.md`` measured."""
_FIELD = re.compile(r"_{3,}|\.{6,}|☐|□|\[ ?\]|:\s*$", re.MULTILINE)
_FILLED = re.compile(r"(?P<label>[^\W\d_][^:.!?\n]{0,59}):[ \t]+\S.{0,99}")
_TICKED = re.compile(r"(?:[☑☒✓✔]|\[[xX]\]).{0,99}")
_SENTENCE = re.compile(r"[^\W\d_]{2}[.!?…;,]$")
_CONTRACT = re.compile(
    r"\b(?:agreement|contract|policy|terms|hereinafter|договор\w*|договір|договор[уі]|соглашени\w+|угод(?:а|и|і|у|ою|ам|ами|ах)?|полис\w*|поліс\w*"
    r"|contract\w*|poliț\w+|condiții\w*)\b",
    re.IGNORECASE,
)
_MOST = 0.5  # share of the characters that makes a document one of a kind
_CLAUSES = 0.35  # share of the characters that stands in numbered clauses
_FIELDS_A_THOUSAND = 4  # blanks to be filled in, for each thousand characters
_FIELDS = 5  # blanks, or lines filled in, that make a form at least
_HEADINGS = 3


@dataclass(frozen=True, slots=True)
class Way:
    """How one document is cut: its class, the rules, and why, in words for the parse report."""

    document_class: DocumentClass
    rules: FragmentRules
    reason: str

    @property
    def told(self) -> dict[str, str]:
        return {"class": self.document_class, "strategy": self.rules.chosen, "reason": self.reason}


def way_of(parsed: Parsed, rules: FragmentRules, promoted: str | None = None, route: bool = True) -> Way:
    """The router. ``promoted``: the collection whose own strategy ``rules`` are; else the settings' (``route`` false)."""
    kind, seen = classified(parsed)
    if promoted is not None:
        return Way(kind, rules, f"{seen}; {rules.chosen} was promoted for collection {promoted!r}")
    if not route:
        return Way(kind, rules, f"{seen}; the settings name {rules.chosen}")
    chosen = ROUTES[kind]
    if chosen is None:
        return Way(kind, rules, f"{seen}; cut by its structure")
    return Way(kind, replace(rules, strategy=chosen, size=None, overlap=None, preset=""), f"{seen}; cut by {chosen}")


def classified(parsed: Parsed) -> tuple[DocumentClass, str]:
    """The class, and what was seen that makes it one."""
    length = max(sum(len(block.span) for block in parsed.blocks if block.kind != "table"), 1)

    def share(of: list[Block]) -> float:
        return sum(len(block.span) for block in of) / length

    spoken = share([b for b in parsed.blocks if b.kind == "turn"])
    coded = share([b for b in parsed.blocks if b.kind == "code"])
    rows = share([b for b in parsed.blocks if b.kind == "table_row"])
    headings = [b for b in parsed.blocks if b.kind == "heading"]
    for kind, part, what in (
        ("transcript", spoken, "speech"),
        ("code", coded, "code"),
        ("table", rows, "rows of tables"),
    ):
        if part >= _MOST:
            return kind, f"{part:.0%} of it is {what}"  # type: ignore[return-value]
    clauses = share([b for b in parsed.blocks if b.section is not None and b.kind != "code"])
    named = _CONTRACT.search(parsed.text[:3000])
    if clauses >= _CLAUSES and named:
        return "contract", f"{clauses:.0%} of it stands in numbered clauses, and it says {named.group()!r}"
    fields = len(_FIELD.findall(parsed.text))
    if fields * 1000 >= _FIELDS_A_THOUSAND * length and fields >= _FIELDS:
        return "form", f"it has {fields} fields to be filled in"
    filled = _filled_in(parsed)
    if len(filled) >= _FIELDS and sum(map(len, filled)) >= _MOST * length:
        return "form", f"it has {len(filled)} fields that were filled in"
    if len(headings) >= _HEADINGS:
        return "wiki", f"it has {len(headings)} headings"
    return "text", f"it has no speakers, no fields and fewer than {_HEADINGS} headings to go by"


def _filled_in(parsed: Parsed) -> list[str]:
    """The lines that are a label with its value, or a box that is ticked; a label that comes again is a speaker's name."""
    found: list[str] = []
    labels: set[str] = set()
    for block in parsed.blocks:
        for line in parsed.text[block.start : block.end].split("\n") if block.kind == "paragraph" else ():
            named = _FILLED.fullmatch(line.strip())
            if named and not _SENTENCE.search(line.rstrip()) and (label := named["label"].casefold()) not in labels:
                labels.add(label)
                found.append(line)
            elif _TICKED.fullmatch(line.strip()):
                found.append(line)
    return found
