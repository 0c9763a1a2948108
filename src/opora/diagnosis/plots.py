"""How is a figure drawn? Inline SVG from our own few lines: shares with their intervals, counts, and runs over time.

Colours are classes, so that the page's style sheet chooses them for light and dark; every picture has a title and a
description, and what it shows stands in a table beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

ROW, LEFT, RIGHT, TOP = 30, 190, 24, 8
WIDTH = 720


@dataclass(frozen=True, slots=True)
class Bar:
    """A name with a count or a share; ``low`` and ``high`` when it has an interval. ``kind`` is a class of the style sheet."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    kind: str = "a"


@dataclass(frozen=True, slots=True)
class Line:
    """A score over the runs, oldest first; ``None`` where a run did not have it."""

    name: str
    values: tuple[float | None, ...]
    kind: str = "a"


def intervals(bars: Sequence[Bar], title: str) -> str:
    """Shares from 0 to 1: a dot at the value, a stroke over its interval."""
    height = TOP + ROW * len(bars) + 26
    body = [_scale(TOP + ROW * len(bars))]
    for number, bar in enumerate(bars):
        y = TOP + ROW * number + ROW / 2
        body.append(_label(bar.name, y))
        if bar.low is not None and bar.high is not None:
            body.append(f'<line class="span {bar.kind}" x1="{_x(bar.low)}" x2="{_x(bar.high)}" y1="{y}" y2="{y}"/>')
        body.append(f'<circle class="dot {bar.kind}" cx="{_x(bar.value)}" cy="{y}" r="5"/>')
    told = "; ".join(f"{bar.name} {bar.value:.2f} ({_range(bar)})" for bar in bars)
    return _svg(title, told, height, body)


def counts(bars: Sequence[Bar], title: str) -> str:
    """Whole numbers as lengths, each written at the end of its bar."""
    most = max((bar.value for bar in bars), default=0) or 1
    body: list[str] = []
    for number, bar in enumerate(bars):
        top = TOP + ROW * number
        length = round((WIDTH - LEFT - RIGHT - 40) * bar.value / most, 1)
        body.append(_label(bar.name, top + ROW / 2))
        body.append(
            f'<rect class="bar {bar.kind}" x="{LEFT}" y="{top + 6}" width="{length}" height="{ROW - 12}" rx="2"/>'
        )
        body.append(f'<text class="num" x="{LEFT + length + 8}" y="{top + ROW / 2}" dy=".35em">{bar.value:g}</text>')
    return _svg(title, "; ".join(f"{bar.name} {bar.value:g}" for bar in bars), TOP * 2 + ROW * len(bars), body)


def over_time(lines: Sequence[Line], runs: Sequence[str], title: str) -> str:
    """Shares over runs, oldest left; the last value of each line carries its name."""
    height, bottom = 230, 190
    step = (WIDTH - 60 - 150) / max(1, len(runs) - 1)
    body = [_grid(share, bottom) for share in (0, 0.25, 0.5, 0.75, 1)]
    ends: list[float] = []
    drawn = [(line, _points(line, step, bottom)) for line in lines]
    for line, points in sorted(((line, points) for line, points in drawn if points), key=lambda pair: pair[1][-1][1]):
        x, y = points[-1]
        body.append(_path(points, line.kind))
        body.append(
            f'<text class="tag {line.kind}" x="{x + 10}" y="{_free(y, ends)}" dy=".35em">{escape(line.name)}</text>'
        )
    for n in dict.fromkeys((0, len(runs) - 1)):
        anchor = "start" if n == 0 else "end"
        body.append(
            f'<text class="num" x="{round(60 + step * n, 1)}" y="{bottom + 24}" text-anchor="{anchor}">{escape(runs[n])}</text>'
        )
    told = "; ".join(
        f"{line.name}: " + ", ".join("none" if v is None else f"{v:.2f}" for v in line.values) for line in lines
    )
    return _svg(title, told, height, body)


def _points(line: Line, step: float, bottom: int) -> list[tuple[float, float]]:
    return [(round(60 + step * n, 1), _y(v, bottom)) for n, v in enumerate(line.values) if v is not None]


def _free(wanted: float, taken: list[float]) -> float:
    """A height for a name that does not stand on another one."""
    place = wanted
    while any(abs(place - other) < 15 for other in taken):
        place += 15
    taken.append(place)
    return place


def _path(points: Sequence[tuple[float, float]], kind: str) -> str:
    drawn = " ".join(f"{'M' if n == 0 else 'L'}{x} {y}" for n, (x, y) in enumerate(points))
    dots = "".join(f'<circle class="dot {kind}" cx="{x}" cy="{y}" r="4"/>' for x, y in points)
    return f'<path class="run {kind}" d="{drawn}"/>{dots}'


def _grid(share: float, bottom: int) -> str:
    y = _y(share, bottom)
    return (
        f'<line class="grid" x1="60" x2="{WIDTH - 150}" y1="{y}" y2="{y}"/>'
        f'<text class="num" x="50" y="{y}" dy=".35em" text-anchor="end">{share:g}</text>'
    )


def _y(share: float, bottom: int) -> float:
    return round(bottom - (bottom - 16) * share, 1)


def _x(share: float) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * share, 1)


def _scale(bottom: int) -> str:
    marks = [
        f'<line class="grid" x1="{_x(share)}" x2="{_x(share)}" y1="{TOP}" y2="{bottom}"/>'
        f'<text class="num" x="{_x(share)}" y="{bottom + 18}" text-anchor="middle">{share:g}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    ]
    return "".join(marks)


def _label(name: str, y: float) -> str:
    return f'<text class="name" x="{LEFT - 12}" y="{y}" dy=".35em" text-anchor="end">{escape(name)}</text>'


def _range(bar: Bar) -> str:
    return "no interval" if bar.low is None or bar.high is None else f"{bar.low:.2f} to {bar.high:.2f}"


def _svg(title: str, told: str, height: float, body: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title><desc>{escape(told)}</desc>{''.join(body)}</svg>"
    )
