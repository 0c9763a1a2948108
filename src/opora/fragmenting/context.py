"""What must a reader of one fragment know of the page around it? Title, headings, column headers, lead-in."""

from __future__ import annotations

from collections.abc import Sequence

from opora.domain.document import Block, Parsed
from opora.fragmenting.situate import Situation, around_turns, named_values
from opora.fragmenting.units import Unit
from opora.language.sentences import sentences

_LONGEST = 300  # characters of a lead-in or of the column headers
_SPOKEN_AROUND = (160, 500)  # characters said before and after a turn, at least and at most ...
_SPOKEN_ROOM = 1600  # ... so that with the turn they are about this many: no more than the model reads
_SAYS = 3  # words from which a turn is worth situating; "Yes." and "Mm-hmm." are not looked for


class Surroundings:
    """Finds what stands around a run; searched and embedded with it, never quoted."""

    def __init__(self, parsed: Parsed, title: str, strategy: str = "parent_child") -> None:
        self._text = parsed.text
        self._strategy = strategy
        self._situation = Situation(parsed) if strategy == "contextual" else None
        self._title = " ".join((title.strip() or parsed.title).split())
        self._ways: dict[tuple[str, ...], list[str]] = {}
        self._by_path = {block.path: block for block in parsed.blocks}

    def context(self, run: tuple[Unit, ...], group: Sequence[tuple[Unit, ...]] = ()) -> str:
        """Up to four lines: ``title → heading → heading``, who speaks, column headers, the sentence that opens the list.

        Then what the strategy adds, of the other runs in the ``group`` too.
        """
        first = run[0].block
        around = ""
        if self._is_told(run, group):
            least, most = _SPOKEN_AROUND
            room = (_SPOKEN_ROOM - (run[-1].end - run[0].start)) // 2
            stretch = [unit for part in group for unit in part]
            around = around_turns(run, stretch, self._text, min(max(room, least), most))
        lines = [self._breadcrumb(first), around, first.speaker, self._columns(run), self._lead_in(first, run[0].start)]
        if self._situation is not None:
            lines.append(self._situation.of(run))
        elif self._strategy in ("rows", "propositions"):
            lines.append(named_values(run, self._text))
        return "\n".join(line for line in lines if line)

    def _is_told(self, run: Sequence[Unit], group: Sequence[Sequence[Unit]]) -> bool:
        """Whether what is said around a turn is worth having with it."""
        if self._strategy != "turns" or run[0].block.speaker is None or len(group) < 2:
            return False
        return len(self._text[run[0].start : run[-1].end].split()) >= _SAYS

    def _breadcrumb(self, first: Block) -> str:
        way = self._ways.get(first.headings)
        if way is None:
            steps = [self._title, *(" ".join(step.split()) for step in first.headings)]
            way = self._ways[first.headings] = [step for step in dict.fromkeys(steps) if step]
        if first.kind == "heading":
            own = " ".join(self._text[first.start : first.end].split())
            way = [step for step in way if step != own]
        return " → ".join(way)

    def _columns(self, run: tuple[Unit, ...]) -> str:
        """Headers over the first row of data, unless the header row itself is in the run."""
        rows = [unit.block for unit in run if unit.block.kind == "table_row"]
        if not rows or any(cell.is_header for cell in rows[0].cells):
            return ""
        headers = [" ".join(cell.header.split()) for cell in rows[0].cells if cell.header.strip()]
        return " | ".join(dict.fromkeys(headers))[:_LONGEST]

    def _lead_in(self, first: Block, start: int) -> str:
        parent = self._by_path.get(first.parent or "") if first.kind == "list_item" else None
        if parent is None or parent.kind == "table" or parent.end > start:
            return ""
        spoken = sentences(self._text[parent.start : parent.end])
        return spoken[-1].of(self._text[parent.start : parent.end])[:_LONGEST] if spoken else ""
