"""What does a statement say, seen closely: which value, of which kind, and does it speak of the very thing asked about?"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final

from opora.answering.asked_value import Asked, asked_for, only_on_condition, parts_of, says, value_for, values_for
from opora.answering.awaited import awaited
from opora.answering.contrast import contrast, extra_modifier, stands
from opora.answering.cues import UNDEFINED
from opora.answering.extremes import Side, extreme_asked, says_extreme
from opora.answering.finding import Draft
from opora.answering.heads import is_time
from opora.answering.holding import Holding, Strengths
from opora.answering.lexed import Lexed, lexed
from opora.answering.meaning import Meaning
from opora.answering.measured import another_measure
from opora.answering.quoted import other_named
from opora.answering.ranges import fits
from opora.answering.subject import of_another_head
from opora.answering.weights import Wanted, is_deed, scope_of
from opora.domain.document import Block, Cell
from opora.domain.place import Span, line_boxes
from opora.domain.question import Requirement
from opora.domain.result import Evidence, Hit, TablePlace
from opora.domain.value import Value
from opora.language.units import CURRENCIES, plain
from opora.language.values import find_values
from opora.ports import Library

_NEARNESS: Final = 5.0
_VALUE_THERE: Final = 0.18
_YEAR_THERE: Final = 0.12
_QUESTION: Final = 0.8  # what the text asks itself is no answer
_COLUMN_FITS, _NAMED_WHOLE = 0.1, 0.15
_NO_COLUMN: Final = -0.6
_OTHER_DEED: Final = -0.3
_HALF: Final = 0.5
_FAR_MORE: Final = 0.15  # share of the question
_AGAINST: Final = 0.8
_NEITHER: Final = 0.4  # neither the most nor the least, where one of them is asked for
SHORT: Final = 3  # words of a question that asks about a thing of one kind and nothing else
_COMPARED: Final = ("amount", "date", "yes_no")  # who and what may be told of in many words
_SAYS_IT = re.compile(
    r"\W*(?:it|they|this|these|он|она|оно|они|это|він|вона|воно|вони|це|ea|el|acesta|aceasta|ele|ei)\b", re.I
)
_PARTS = re.compile(r"[,;:()\[\]]")
_UNITS = re.compile(r"руб|грн|лей|lei|eur|usd|€|\$|₴|₽|цена|ціна|price|cost|preț|вартість|стоимость|сумма|сума", re.I)
_PRICE_LIST = re.compile(
    r"price|tariff|\bfees?\b|прайс|цен[аы]\b|прейскурант|расцен|тариф|стоимост|ціни|цін\b|вартіст|preț|prețuri|tarif",
    re.I,
)
_OTHER_HEAD: Final = 0.2  # more than words beside each other add
_SIDES: Final = 2
_ENDS = re.compile(
    r"\b(?:ends?|closes?|until|закан\w+|закрыва\w+|заверш\w+|закінч\w+|зачин\w+|încheie|închide|termină)\b", re.I
)
_BEGINS = re.compile(r"\b(?:starts?|begins?|opens?|начина\w+|открыва\w+|почина\w+|відчин\w+|începe|deschide)\b", re.I)
_UNTIL = re.compile(
    r"\b(?:until|till|up to what|by what|close[sd]?|до (?:скольки|какого|которого|котрої|якої)|până (?:la ce|când))\b",
    re.I,
)
_SINCE = re.compile(
    r"\b(?:from (?:when|what)|since|open from|со? (?:скольки|какого|которого)|(?:з|із) (?:котрої|якої)|de la ce)\b",
    re.I,
)
_WORDS = re.compile(r"[^\W\d_]+|[€$£₴₽]")


@dataclass(frozen=True)
class Bench:
    """Where one requirement's evidence is chosen: what is wanted, and the texts it is chosen from."""

    requirement: Requirement
    want: Wanted
    asked: Asked
    subject: Lexed
    library: Library
    meaning: Meaning = field(default_factory=Meaning)

    @cached_property
    def extreme(self) -> Side | None:
        return extreme_asked(self.requirement.text)

    @cached_property
    def holding(self) -> Holding:
        return Holding(self.want.words)

    def year_given(self, text: str) -> bool:
        """Whether a day is asked for and the text names a year for it, which is no whole date but answers "when"."""
        return self.requirement.kind == "date" and awaited(self.requirement.text).year_given_by(text)

    def most_for_kind(self, text: str) -> float:
        """What the kind of value that a sentence holds adds at most."""
        return (_VALUE_THERE if self.asked.strict else 0.0) - (_QUESTION if text.rstrip().endswith("?") else 0.0)

    @property
    def most_for_cell(self) -> float:
        """What its column and the name of its row add to a cell at most; a hair more, for sums are rounded."""
        return (_COLUMN_FITS if self.asked.strict else 0.0) + _NAMED_WHOLE + 1e-9


@dataclass(frozen=True, slots=True)
class InTable:
    """A cell: its words, what its row is called, and the words of all cells of its row."""

    cell: Cell
    quote: str
    name: str
    row: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rough:
    """A statement weighed by its words alone.

    ``text`` is what would be said, ``said`` all that is looked at for it (a cell speaks with its row), ``before`` the sentence
    just before. ``own``, ``every`` and ``beside`` are strengths: of itself, with its headings, with the whole fragment too.
    ``words``, ``beside_words`` and ``cosine`` are what makes its score, and ``most_for_kind`` what looking closely may add.
    """

    hit: Hit
    block: Block
    span: Span
    text: str
    said: str
    titles: str
    context: str
    before: str
    own: Strengths
    every: Strengths
    beside: Strengths
    words: float
    beside_words: float
    cosine: float | None
    most_for_kind: float
    cell: InTable | None = None

    @property
    def most(self) -> float:
        """No close look can find a higher score."""
        return self.score(self.most_for_kind)

    def score(self, kind: float) -> float:
        told = self.words + (0.45 * self.hit.scores.fused + kind + 0.12 * self.beside_words)
        return told + (_NEARNESS * (self.cosine - 0.8) if self.cosine is not None else 0.0)


def valued(bench: Bench, rough: Rough) -> Draft:
    """The statement with its value and its evidence; its score can only fall when it is looked at closely."""
    values = values_of(rough.said)
    value = _value(bench, rough, values)
    if value is None and bench.extreme:  # "free for orders of at least 150 EUR" states the least order
        value = next((one for one in values if one.kind in bench.asked.kinds), None)
    kind = _kind(bench, rough.said, value) if bench.asked.strict else 0.0
    most_or_least = says_extreme(bench.extreme, f"{rough.said}\n{rough.titles}")
    kind -= 0.0 if most_or_least else _NEITHER
    kind -= _QUESTION if rough.said.rstrip().endswith("?") else 0.0
    draft = Draft(
        text=rough.text,
        evidence=evidence_of(bench, rough),
        score=rough.score(kind),
        coverage=bench.want.share(rough.beside),
        matched=rough.every,
        own=rough.own,
        beside=rough.beside,
        scope=scope_of(rough.said, tuple(v.span for v in values)),
        value=value,
        context=rough.context,
        around=rough.hit.fragment.text,
        says=most_or_least and (says(bench.asked, rough.said, value) or bench.year_given(rough.said)),
        cosine=rough.cosine,
        kind=kind,
    )
    return _cell(bench, draft, rough.cell) if rough.cell else draft


def _value(bench: Bench, rough: Rough, values: tuple[Value, ...]) -> Value | None:
    """Of several values in a sentence the one whose own part of it holds far more of the question; else the first."""
    found = values_for(bench.asked, rough.said, values)
    if len(found) < 2:
        return found[0] if found else None
    if bench.asked.kinds[:1] == ("date",) and (edge := _edge(bench.requirement.text, rough.said, found)):
        return edge
    inline = sorted(found, key=lambda value: value.span.start)
    language = rough.hit.language
    parts = zip(inline, parts_of(rough.said, inline), strict=True)
    held = {value.span.start: bench.want.share(bench.holding.of(part, language)) for value, part in parts}
    best = max(found, key=lambda value: held[value.span.start])
    return best if held[best.span.start] > held[found[0].span.start] + _FAR_MORE else found[0]


def _edge(question: str, text: str, values: list[Value]) -> Value | None:
    """Of two times of day the one that the question asks for: until when the later limit, from when the earlier."""
    times = sorted((value for value in values if value.unit == "time"), key=lambda value: value.span.start)
    if len(times) < _SIDES:
        return None
    until, since = _UNTIL.search(question), _SINCE.search(question)
    if bool(until) == bool(since):
        return None
    wanted, words = (("up_to", "less_than"), _ENDS) if until else (("from", "at_least"), _BEGINS)
    ends = [0, *(value.span.end for value in times)]
    said = [bool(words.search(text[end : value.span.start])) for end, value in zip(ends, times, strict=False)]
    by_limit = (value for value in times if value.qualifier in wanted)
    return next(by_limit, next((value for value, does in zip(times, said, strict=True) if does), None))


def closely(bench: Bench, rough: Rough, draft: Draft) -> Draft:
    """A statement about another kind of the thing asked about loses to every one that is not."""
    if rough.cell and fits(bench.requirement.text, rough.cell.name) is False:
        return replace(draft, score=draft.score - _AGAINST, against=f"{rough.cell.name!r} is another range than asked")
    if rough.cell is None and (
        another := another_measure(
            bench.requirement.text, rough.said, draft.value if bench.asked.strict else None, bench.requirement.kind
        )
    ):
        return replace(draft, score=draft.score - _AGAINST, against=another)
    around = f"{rough.context}\n{rough.titles}\n{rough.hit.fragment.text}\n{rough.said}"
    if another := other_named(bench.requirement.text, rough.said, around):
        return replace(draft, score=draft.score - _AGAINST, against=another)
    if rough.before and rough.cell is None and _SAYS_IT.match(rough.text):
        return _against(bench, draft, lexed(f"{rough.before} {rough.text}"), lexed(rough.titles))
    return _against(bench, draft, lexed(rough.text), lexed(rough.titles))


@lru_cache(maxsize=1024)
def values_of(text: str) -> tuple[Value, ...]:
    return tuple(find_values(text))


def _cell(bench: Bench, draft: Draft, told: InTable) -> Draft:
    """The draft of a cell with the value of the cell itself, not of its whole row."""
    header = told.cell.header.strip()
    values = values_of(told.quote)
    value = value_for(bench.asked, told.quote, values)
    if value is None and values and _of_money(header) and bench.asked.kinds[:1] == ("amount",):
        value = values[0]
    if value is None and values and _is_price_list(bench, draft, (told.name, header), values[0]):
        value = values[0]
        column = _COLUMN_FITS
    else:
        column = _column_fits(bench, header, value, told.quote)
    read = _in_unit_of(header, value) if value else None
    if (
        read
        and value
        and read.kind != value.kind
        and read.kind not in bench.asked.kinds
        and bench.asked.strict
        and column > 0
    ):
        column = _NO_COLUMN  # "2 100" under "RUB" is no number of minutes
    elif read and read.unit == "time" and bench.asked.kinds[:1] == ("date",) and _deed_unsaid(bench, draft):
        column = _OTHER_DEED
    value = value or (values[0] if values else None)
    return replace(
        draft,
        value=_in_unit_of(header, value) if value else None,
        says=says_extreme(bench.extreme, draft.context) and (column > 0 or not bench.asked.strict),
        score=draft.score + column - draft.kind + _named_whole(bench, told.name),
        row=told.row,
    )


def _deed_unsaid(bench: Bench, draft: Draft) -> bool:
    """Whether it is asked when something is done, and nothing around a cell with hours speaks of that."""
    if bench.asked.hour:
        return False
    deeds = [n for n, word in enumerate(bench.want.words) if is_deed(word) and not is_time(word)]
    return bool(deeds) and all(draft.beside[n] < _HALF for n in deeds)


def _of_money(header: str) -> bool:
    """Whether a column holds amounts: by a word for prices, or a currency ("PLN")."""
    return bool(_UNITS.search(header)) or any(plain(word) in CURRENCIES for word in _WORDS.findall(header))


def _is_price_list(bench: Bench, draft: Draft, named: tuple[str, str], value: Value) -> bool:
    """Whether a bare number is a price: the question names its row and column, and the table is called a list of prices.

    "Oil change, Tver: 1900" in a table that is called "prices".
    """
    if bench.asked.kinds[:1] != ("amount",) or value.kind != "count" or value.unit:
        return False
    rows = [[word for word in lexed(name).words if word.content] for name in named]
    titles = f"{draft.evidence.title} {draft.evidence.source_id} {' '.join(draft.evidence.headings)} {draft.context}"
    told = all(rows) and all(stands(word, bench.subject) for row in rows for word in row)
    return told and bool(_PRICE_LIST.search(titles))


def _in_unit_of(header: str, value: Value) -> Value:
    """A bare number under "Price, EUR" is so many euros; its text stays as it is written."""
    unit = next((part.strip() for part in reversed(_PARTS.split(header)) if part.strip()), "")
    if value.kind != "count" or value.unit or value.currency or not unit:
        return value
    if unit == header and plain(unit) not in CURRENCIES:
        return value
    read = next(iter(values_of(f"{value.text} {unit}")), None)
    if read is None or read.number != value.number:
        return value
    return replace(value, kind=read.kind, unit=read.unit, currency=read.currency, scale=read.scale)


def _named_whole(bench: Bench, name: str) -> float:
    """A row whose whole name the question gives goes before one with a longer name ("urgent issue of a card")."""
    told = [word for word in lexed(name).words if word.content]
    return _NAMED_WHOLE if told and all(stands(word, bench.subject) for word in told) else 0.0


def _column_fits(bench: Bench, header: str, value: Value | None, quote: str) -> float:
    """Whether the cell holds what is asked: by its value, or by a column that is named for it."""
    if not bench.asked.strict:
        return 0.0
    if value is not None and value.kind in bench.asked.kinds:
        return _COLUMN_FITS
    if value is not None or says(bench.asked, quote, None):
        return 0.05
    column = asked_for(header, "amount")
    if header and column.kinds == bench.asked.kinds and values_of(quote):
        return _COLUMN_FITS
    return _NO_COLUMN


def _against(bench: Bench, draft: Draft, statement: Lexed, above: Lexed) -> Draft:
    note = contrast(bench.subject, statement, above)
    if bench.asked.strict and not (note or draft.evidence.table) and of_another_head(bench.subject, statement):
        return replace(draft, score=draft.score - _OTHER_HEAD)
    short = bench.requirement.kind == "fact" and len(bench.want.words) <= SHORT
    if note and (short or bench.requirement.kind in _COMPARED):
        return replace(draft, score=draft.score - _AGAINST, against=note)
    if note:
        return replace(draft, score=draft.score - 0.1)
    narrower = extra_modifier(bench.subject, statement)
    return replace(draft, score=draft.score - 0.05) if narrower else draft


def _kind(bench: Bench, text: str, value: Value | None) -> float:
    """What it adds that a value asked for is there, or words for one; words that hold on a condition add little."""
    asked = bench.asked
    if value or (asked.often and says(asked, text, None)):
        return _VALUE_THERE
    if bench.year_given(text):
        return _YEAR_THERE
    if UNDEFINED.search(text):
        return 0.02
    if not says(asked, text, value):
        return -0.65
    return -0.2 if only_on_condition(asked, text) else 0.02


def evidence_of(bench: Bench, rough: Rough) -> Evidence:
    hit, block, span = rough.hit, rough.block, rough.span
    return Evidence(
        evidence_id=f"{hit.fragment.fragment_id}#{span.start}-{span.end}",
        requirement_ids=(bench.requirement.requirement_id,),
        anchor=_anchor(rough),
        quote=rough.cell.quote if rough.cell else rough.text,
        start=span.start,
        end=span.end,
        source_id=hit.source_id,
        version_id=hit.fragment.version_id,
        label=hit.label,
        validity=hit.validity,
        text_digest="",
        headings=block.headings or hit.headings,
        section=block.section or hit.section,
        page=block.page or hit.page,
        page_label=block.page_label or hit.page_label,
        table=TablePlace(block.row or 1, block.row_header, rough.cell.cell.header) if rough.cell else None,
        boxes=line_boxes(block.pieces, span),
        passage_id=hit.fragment.passage_id,
        authority=hit.authority,
        owner=hit.owner,
        score=hit.scores.fused,
        title=hit.title,
    )


def _anchor(rough: Rough) -> str:
    version_id, block, span = rough.hit.fragment.version_id, rough.block, rough.span
    if rough.cell:
        return f"{version_id}:{block.path}:col{rough.cell.cell.column}"
    path = block.path or rough.hit.fragment.path
    inside = f"#{span.start - block.start}-{span.end - block.start}" if block.kind != "table_row" else ""
    return f"{version_id}:{path}{inside}"
