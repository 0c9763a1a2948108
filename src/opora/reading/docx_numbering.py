"""Which number does Word print before this paragraph?"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

from lxml import etree

from opora.reading.numerals import written
from opora.reading.ooxml import attribute, child, children, value_of

_PLACE = re.compile(r"%([1-9])")
_MAX_LEVEL = 8


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list: ``text`` like ``%1.%2``, ``shape`` of its number, where it starts and after which level again."""

    text: str
    shape: str
    start: int = 1
    restart: int | None = None
    legal: bool = False
    style: str | None = None


@dataclass(frozen=True, slots=True)
class Printed:
    """What stands before a paragraph: the mark as shown (empty for a bullet) and whether it is one of many levels."""

    mark: str
    bullet: bool
    clause: bool
    level: int

    @property
    def number(self) -> str:
        """The mark without closing signs: ``4.2.`` is clause 4.2."""
        return self.mark.strip().strip("().").strip()


@dataclass(slots=True)
class _Num:
    abstract: str
    levels: dict[int, Level]
    starts: dict[int, int] = field(default_factory=dict)


class Numbering:
    """Counts through a document in order: ``printed`` must be called once for each numbered paragraph."""

    def __init__(self, root: etree._Element | None) -> None:
        self.nums: dict[str, _Num] = {}
        self.counts: dict[str, dict[int, int]] = defaultdict(dict)
        self.begun: set[tuple[str, int]] = set()
        if root is not None:
            self._load(root)

    def _load(self, root: etree._Element) -> None:
        abstracts = {attribute(node, "abstractNumId") or "": node for node in children(root, "abstractNum")}
        by_style = {value_of(node, "styleLink"): key for key, node in abstracts.items() if value_of(node, "styleLink")}
        for node in children(root, "num"):
            abstract = value_of(node, "abstractNumId") or ""
            link = value_of(abstracts[abstract], "numStyleLink") if abstract in abstracts else None
            abstract = by_style.get(link, abstract) if link else abstract
            if abstract not in abstracts:
                continue
            num = _Num(abstract, _levels(abstracts[abstract]))
            for override in children(node, "lvlOverride"):
                self._override(num, override)
            self.nums[attribute(node, "numId") or ""] = num

    def _override(self, num: _Num, node: etree._Element) -> None:
        level = _whole(attribute(node, "ilvl"), 0)
        start = value_of(node, "startOverride")
        if start is not None:
            num.starts[level] = _whole(start, 1)
        for own in children(node, "lvl"):
            num.levels[level] = _level(own)

    def level_of_style(self, num_id: str, style: str) -> int:
        """The level that a paragraph style is tied to, 0 when none says so."""
        num = self.nums.get(num_id)
        return next((at for at, level in num.levels.items() if level.style == style), 0) if num else 0

    def printed(self, num_id: str, at: int) -> Printed | None:
        """Count one paragraph of this list at this level (from 0); ``None`` when there is no such list."""
        num = self.nums.get(num_id)
        at = min(max(at, 0), _MAX_LEVEL)
        level = num.levels.get(at) if num else None
        if num is None or level is None:
            return None
        counts = self.counts[num.abstract]
        if at in num.starts and (num_id, at) not in self.begun:
            self.begun.add((num_id, at))
            counts[at] = num.starts[at]
        else:
            counts[at] = counts.get(at, level.start - 1) + 1
        for deeper in [key for key in counts if key > at]:
            restart = num.levels[deeper].restart if deeper in num.levels else None
            if restart != 0 and (restart is None or at < restart):
                del counts[deeper]
        return self._shown(num, level, at)

    def _shown(self, num: _Num, level: Level, at: int) -> Printed:
        if level.shape == "bullet":
            return Printed("", True, False, at)
        counts = self.counts[num.abstract]

        def number(match: re.Match[str]) -> str:
            place = int(match[1]) - 1
            other = num.levels.get(place)
            value = counts.get(place, other.start if other else 1)
            return written(value, "decimal" if level.legal or other is None else other.shape)

        mark = "" if level.shape == "none" else _PLACE.sub(number, level.text)
        return Printed(mark.strip(), False, _is_clause(num), at)


def _is_clause(num: _Num) -> bool:
    """A list whose second level prints the first one's number too (1.1) numbers clauses, not items."""
    second = num.levels.get(1)
    return second is not None and "%1" in second.text and "%2" in second.text


def _levels(abstract: etree._Element) -> dict[int, Level]:
    return {_whole(attribute(node, "ilvl"), 0): _level(node) for node in children(abstract, "lvl")}


def _level(node: etree._Element) -> Level:
    restart = value_of(node, "lvlRestart")
    legal = child(node, "isLgl")
    return Level(
        text=value_of(node, "lvlText") or "",
        shape=value_of(node, "numFmt") or "decimal",
        start=_whole(value_of(node, "start"), 1),
        restart=None if restart is None else _whole(restart, 0),
        legal=legal is not None and attribute(legal, "val") not in ("0", "false"),
        style=value_of(node, "pStyle"),
    )


def _whole(text: str | None, default: int) -> int:
    return int(text) if text and re.fullmatch(r"-?\d{1,7}", text) else default
