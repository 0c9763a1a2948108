"""How does a letter read: who wrote it, to whom, when, about what, and which of its parts is the text?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from opora.errors import ReadingError
from opora.reading.assemble import Draft, Reading

_MAX_LEVEL = 6
_ODD = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]+")
_WORD = re.compile(r"\w{3,}")
_SAME = 0.7  # share of the plain part's words that must stand in the HTML part


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file in a letter, as it was put there; ``inline``: a picture the text shows."""

    name: str
    media_type: str
    data: bytes
    inline: bool = False


@dataclass(slots=True)
class Letter:
    """One message: headers as (name, value) in the order they are shown, its two bodies, its files, forwarded letters."""

    subject: str = ""
    headers: list[tuple[str, str]] = field(default_factory=list)
    plain: str = ""
    html: str = ""
    attachments: list[Attachment] = field(default_factory=list)
    forwarded: list[Letter] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    meta: list[tuple[str, str]] = field(default_factory=list)


def reading_of(letter: Letter, media_type: str, reader: str) -> Reading:
    """Subject as heading, headers as one paragraph, the body, then letters forwarded in it. Files are named, not read here."""
    left_out: list[str] = []
    warnings: list[str] = []
    drafts = list(_drafts(letter, 1, left_out, warnings))
    return Reading(
        tuple(drafts),
        media_type,
        reader,
        letter.subject,
        left_out=tuple(left_out),
        warnings=tuple(dict.fromkeys(warnings)),
        meta=tuple(letter.meta),
    )


def file_name(name: str) -> str:
    """The last part of a path, whatever the system it was written on, as one line without odd signs."""
    last = re.split(r"[/\\]", name)[-1]
    return " ".join(_ODD.sub(" ", last).split()).strip(". ")[:150]


def files_of(letter: Letter) -> list[Attachment]:
    """The files of a letter and of the letters in it; pictures shown in the text are not among them."""
    own = [one for one in letter.attachments if not one.inline]
    return own + [one for inner in letter.forwarded for one in files_of(inner)]


def _drafts(letter: Letter, level: int, left_out: list[str], warnings: list[str]) -> Iterator[Draft]:
    if letter.subject:
        yield Draft("heading", letter.subject, level=min(level, _MAX_LEVEL))
    if letter.headers:
        yield Draft("paragraph", "\n".join(f"{name}: {value}" for name, value in letter.headers))
    warnings.extend(letter.warnings)
    for draft in _body(letter, left_out, warnings):
        if draft.level is not None:
            draft.level = min(draft.level + level, 9)
        yield draft
    for one in letter.attachments:
        how = "shown in the text, not read" if one.inline else "a source of its own"
        left_out.append(f"attachment: {one.name} ({one.media_type}, {len(one.data)} bytes), {how}")
    for inner in letter.forwarded:
        yield from _drafts(inner, level + 1, left_out, warnings)


def _body(letter: Letter, left_out: list[str], warnings: list[str]) -> list[Draft]:
    """The HTML part keeps tables and lists; without one, or when it says nothing, the plain part."""
    if letter.html.strip():
        from opora.reading.html import read_html

        try:
            page = read_html(letter.html.encode("utf-8", "replace"))
        except ReadingError as error:
            warnings.append(f"its HTML part cannot be read ({error.message}); the text part was read")
        else:
            if page.drafts:
                left_out.extend(page.left_out)
                if _differs(letter.plain, page.drafts):
                    warnings.append("its text part and its HTML part say different things; the HTML part was read")
                return list(page.drafts)
    from opora.reading.plain import drafts_of

    return drafts_of(letter.plain.replace("\r\n", "\n").replace("\r", "\n"))


def _differs(plain: str, drafts: tuple[Draft, ...]) -> bool:
    said = {word.lower() for word in _WORD.findall(plain)}
    shown = " ".join([*(d.text for d in drafts), *(c.text for d in drafts for row in d.rows for c in row)])
    if len(said) < 5:
        return False
    return len(said & {word.lower() for word in _WORD.findall(shown)}) < _SAME * len(said)
