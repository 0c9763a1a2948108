"""What may answer, and when? Sources, their versions, and the units that are indexed and delivered."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import Final, Literal

from opora.domain.place import Span, Validity

SourceState = Literal["pending", "processing", "reprocessing", "ready", "error"]
SourceType = Literal["text", "document", "website", "qa", "catalogue", "records"]
Purpose = Literal["products", "documentation", "faq", "other"]
VersionStatus = Literal["draft", "current", "archived"]


@dataclass(frozen=True, slots=True)
class Source:
    """An approved origin of text. ``authority``: a higher rank settles conflicts, ``None`` settles nothing."""

    source_id: str
    type: SourceType = "document"
    collection: str = "default"
    title: str = ""
    origin: str = ""
    purpose: Purpose = "documentation"
    jurisdiction: str | None = None
    owner: str | None = None
    authority: int | None = None
    enabled: bool = True
    state: SourceState = "pending"
    error: str | None = None
    schedule: str | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """One state of a source. ``version_id`` is ``source@slug``; digests are SHA-256 in hex."""

    version_id: str
    source_id: str
    label: str
    bytes_digest: str
    text_digest: str
    validity: Validity = field(default_factory=Validity)
    status: VersionStatus = "current"
    supersedes: str | None = None
    jurisdiction: str | None = None
    language: str | None = None
    media_type: str = ""
    reader: str = ""
    strategy: str = ""
    title: str = ""
    report: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Passage:
    """The larger unit that is delivered: a section, or part of one."""

    passage_id: str
    version_id: str
    start: int
    end: int
    path: str
    headings: tuple[str, ...] = ()

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


ASIDE: Final = "… "


@dataclass(frozen=True, slots=True)
class Fragment:
    """The unit that is matched: a contiguous span of the version's text under one passage.

    ``path`` is the anchor path of its first block. ``context`` (breadcrumb, column headers, lead-in) is
    embedded and indexed with the text but never quoted; its lines that open with ``ASIDE`` are what others say before and
    after, which is embedded alone. ``uncertain``: a number in it was not read surely.
    """

    fragment_id: str
    version_id: str
    passage_id: str
    start: int
    end: int
    path: str
    text: str
    context: str = ""
    tokens: int = 0
    uncertain: bool = False

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)

    @property
    def embedded(self) -> str:
        """What its vectors stand for, and whose digest they are kept under: its context, then its own text."""
        told = f"\n{self.context}".replace(f"\n{ASIDE}", "\n")[1:]
        return f"{told}\n{self.text}" if told else self.text

    @property
    def stands_under(self) -> str:
        """Its context without what others say beside it: that heads nothing that is said here."""
        return "\n".join(line for line in self.context.split("\n") if not line.startswith(ASIDE))


@dataclass(frozen=True, slots=True)
class Fact:
    """A registered value: the field of a source, as text, with its place when it has one."""

    fact_id: str
    source_id: str
    field: str
    value: str
    type: str | None = None
    unit: str | None = None
    quote: str | None = None
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class Registered:
    """A fact and where one version of its source says it: ``places`` in that version's text, none when it does not.

    ``elsewhere``: another version of the source says it, so this one is simply not the one the fact is about.
    """

    fact: Fact
    version_id: str
    places: tuple[Span, ...] = ()
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """What may be found at all: applied in the store, before ranking. ``None`` or empty means no limit."""

    at: dt.date
    collections: tuple[str, ...] = ()
    jurisdiction: str | None = None
    purposes: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    source_ids: tuple[str, ...] = ()
