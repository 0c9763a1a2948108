"""What is one block of a page before it is a draft?"""

from __future__ import annotations

from dataclasses import dataclass, field

from opora.domain.document import BlockKind
from opora.reading.pdf_fields import Fixed
from opora.reading.pdf_lines import Line, flow
from opora.reading.pdf_tables import Table


@dataclass(slots=True)
class Chunk:
    """Lines that belong together, or a table, before they are a draft."""

    kind: BlockKind
    lines: list[Line] = field(default_factory=list)
    table: Table | None = None
    sheet: int = 1
    right: float = 0.0  # of the column
    fixed: Fixed | None = None  # a block of its own, which joins no other
    settled: bool = False  # its kind is known: by the outline, the tags, the place at the foot
    level: int = 0  # of a heading, as the outline or the tags have it
    mark: str = ""  # of a footnote
    aside: bool = False  # a note at the side of the page's text: what stands around it goes on over it

    @property
    def text(self) -> str:
        return flow(self.lines)[0]
