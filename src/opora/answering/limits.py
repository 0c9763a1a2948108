"""Which of the lines beside a statement narrows it, denies it in some case, or gives another value for someone?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from opora.answering.asked_value import asked_for, names_a_value, values_for
from opora.answering.contrast import PREPOSITIONS, contrast, stands
from opora.answering.cues import EXCEPTION
from opora.answering.deeds import topic_of
from opora.answering.finding import Draft
from opora.answering.heads import is_asked_about
from opora.answering.kindred import kindred
from opora.answering.lexed import Lexed, Lexeme, lexed
from opora.answering.limiting import (
    FREE,
    IF,
    LIMIT,
    MAY,
    NO_LIMIT,
    ONLY,
    PERSONS,
    POINTS_BACK,
    SCOPE,
    SCOPE_VERB,
    UNLESS,
    WITHOUT_MORE,
)
from opora.answering.linked import block_path, blocks_around, part_stated
from opora.answering.meaning import sentences_of
from opora.answering.negation import is_negator
from opora.answering.unspelled import unspelled
from opora.answering.weights import Wanted
from opora.domain.document import Block
from opora.domain.place import Span
from opora.domain.question import Requirement
from opora.domain.value import Value
from opora.language.agreement import agree
from opora.language.units import CURRENCIES, UNITS
from opora.language.values import find_values
from opora.ports import Library

_BLOCKS: Final = 4  # after the statement's own
_SENTENCES: Final = 3  # after it in its own block
_OF_A_BLOCK: Final = 2  # sentences that are looked at in each later block
_LONGEST: Final = 320  # characters of a line that may be shown beside a statement
_SHOWN: Final = 2  # of each sort
_HALF: Final = 0.5
_TWO: Final = 2
_OWN: Final = 2  # words after the people for whom it holds
_REACH: Final = 3  # words after a negator
_FIRST_WORDS: Final = 4  # among which it says for whom it holds
Role = Literal["exception", "note"]
_KINDS: Final = ("amount", "rate", "term", "count", "date")


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence beside the statement. ``steps``: 0 in the same block, else how many blocks on; ``next``: nothing between."""

    block: Block
    span: Span
    text: str
    steps: int
    next: bool
    before: bool = False


@dataclass(frozen=True)
class _Rule:
    """The statement, and what is asked of it."""

    draft: Draft
    requirement: Requirement
    want: Wanted

    @cached_property
    def words(self) -> Lexed:
        return lexed(self.draft.text)

    @cached_property
    def question(self) -> Lexed:
        return lexed(self.requirement.text)

    @cached_property
    def above(self) -> Lexed:
        return lexed(self.draft.context)

    @cached_property
    def things(self) -> list[Lexeme]:
        """Words for the things asked about that the statement itself holds."""
        asked = {self.want.words[n].text for n in self.want.things if not is_asked_about(self.want.words[n])}
        return [w for w in self.question.words if w.text in asked and stands(w, self.words)]

    @cached_property
    def denied(self) -> bool:
        return _denies(self.words)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        if self.draft.value is not None and self.draft.value.kind in _KINDS:
            return (self.draft.value.kind,)
        asked = asked_for(self.requirement.text, self.requirement.kind)
        return asked.kinds[:1] if asked.strict else ()

    @cached_property
    def values(self) -> list[Value]:
        return [value for value in find_values(self.draft.evidence.quote) if value.kind in self.kinds]


def narrowing(rule: Draft, requirement: Requirement, want: Wanted, library: Library) -> list[Draft]:
    """Lines of the statement's own block and of those after it under the same heading that limit it ("exception") or that
    give another value beside it ("note"), in the order of the document.

    A line that speaks of another kind of the thing than the question names is none.
    """
    told = _Rule(rule, requirement, want)
    found: dict[Role, list[Draft]] = {"exception": [], "note": []}
    for line in _lines(rule, library):
        role = _role(told, line)
        if role and len(found[role]) < _SHOWN:
            found[role].append(replace(part_stated(rule, line.block, line.span, library), role=role))
    return [*found["exception"], *found["note"]]


def excepting(rule: Draft, drafts: list[Draft]) -> list[Draft]:
    """Statements of the same text, wherever they stand, that deny for some case what the statement says.

    "The discount does not apply to implants" under another heading: what it speaks of, before the verb, is what the
    statement speaks of, and it says not to reach, or denies the same deed.
    """
    own = lexed(rule.text)
    if _denies(own) or rule.evidence.table is not None:
        return []
    found = [
        draft
        for draft in drafts
        if draft.evidence.version_id == rule.evidence.version_id and draft.evidence.table is None
        if draft.evidence.start != rule.evidence.start and _excepts(lexed(draft.text), draft.text, own)
    ]
    return [replace(draft, role="exception", against=None) for draft in found[:_SHOWN]]


def _excepts(words: Lexed, text: str, rule: Lexed) -> bool:
    if not _denies(words) or NO_LIMIT.search(text) or len(text) > _LONGEST:
        return False
    topic = topic_of(words)
    if not topic or any(not _told_by(word, rule) for word in topic):
        return False
    denied = [
        word
        for n in range(len(words.words))
        if is_negator(words.words, n)
        for word in words.words[n + 1 : n + 1 + _REACH]
        if word.content and word.clause == words.words[n].clause
    ]
    return bool(SCOPE_VERB.search(text)) or any(_told_by(word, rule) for word in denied)


def _told_by(word: Lexeme, text: Lexed) -> bool:
    return stands(word, text) or any(kindred(word.text, other.text) for other in text.words if other.content)


def _lines(rule: Draft, library: Library) -> Iterator[Line]:
    evidence = rule.evidence
    blocks = blocks_around(evidence.version_id, evidence.passage_id, Span(evidence.start, evidence.end), library)
    own = next((n for n, block in enumerate(blocks) if block.path == block_path(rule)), None)
    if own is None:
        return
    if not evidence.table:
        yield from _of_own_block(rule, blocks[own], library)
    steps = 0
    for block in blocks[own + 1 :]:
        if block.headings != blocks[own].headings:
            break
        if block.kind not in ("paragraph", "list_item"):
            continue
        steps += 1
        if steps > _BLOCKS:
            break
        text = library.quote(evidence.version_id, block.start, block.end)
        for number, part in enumerate(sentences_of(text)[:_OF_A_BLOCK]):
            span = part.moved(block.start)
            yield Line(block, span, part.of(text), steps, steps == 1 and number == 0)


def _of_own_block(rule: Draft, own: Block, library: Library) -> Iterator[Line]:
    """The sentence before the statement, and those after it."""
    evidence = rule.evidence
    before = library.quote(evidence.version_id, own.start, max(own.start, evidence.start))
    last = sentences_of(before)[-1:] if before.strip() else []
    for part in last:
        yield Line(own, part.moved(own.start), part.of(before), 0, True, before=True)
    after = library.quote(evidence.version_id, evidence.end, max(own.end, evidence.end))
    following = sentences_of(after)[:_SENTENCES] if after.strip() else []
    for number, part in enumerate(following):
        yield Line(own, part.moved(evidence.end), part.of(after), 0, number == 0)


def _role(rule: _Rule, line: Line) -> Role | None:
    """ "exception", "note" or nothing."""
    words = lexed(line.text)
    if len(line.text) > _LONGEST or line.text.rstrip().endswith(("?", ":")):
        return None
    about = _About(rule, line, words)
    leans = any(pattern.match(line.text) for pattern in (WITHOUT_MORE, EXCEPTION, POINTS_BACK))
    if leans and not line.next:
        return None  # "this does not apply …" is said of what stands right before it
    spoken = lexed(f"{rule.draft.text} {line.text}") if about.points_back else words
    if contrast(rule.question, spoken, rule.above) or NO_LIMIT.search(line.text):
        return None
    if line.before:
        return "note" if about.gives_another_value() and about.all_of_it else None
    if rule.draft.evidence.table is None and about.limits():
        return "exception"
    return "note" if about.adds() else None


@dataclass(frozen=True)
class _About:
    """What a line has to do with the statement."""

    rule: _Rule
    line: Line
    words: Lexed

    @cached_property
    def points_back(self) -> bool:
        return self.line.next and bool(POINTS_BACK.match(self.line.text))

    @cached_property
    def shared(self) -> list[Lexeme]:
        said = (w for w in self.words.words if w.content and not _is_measure(w) and not MAY.fullmatch(w.text))
        return [word for word in said if stands(word, self.rule.words)]

    @cached_property
    def share(self) -> float:
        """Share of the things asked about that the line names too; where the statement names none, of a word in common."""
        things = self.rule.things
        if not things:
            return float(bool(self.shared))
        return sum(stands(word, self.words) for word in things) / len(things)

    @property
    def of_it(self) -> bool:
        return self.points_back or self.share >= _HALF or len(self.shared) >= _TWO

    @property
    def all_of_it(self) -> bool:
        return bool(self.rule.things) and self.share >= 1

    @cached_property
    def scoped(self) -> bool:
        return bool(SCOPE.match(self.line.text)) or self.for_someone

    @cached_property
    def for_someone(self) -> bool:
        """Whether it begins with people for whom it holds ("students …", "детям …") that the question does not name."""
        first = [word for word in self.words.words if word.content][:_FIRST_WORDS]
        named = [word for word in first if not word.lemmas.isdisjoint(PERSONS)]
        return bool(named) and not any(stands(word, self.rule.question) for word in named[:1])

    @cached_property
    def asked_more(self) -> bool:
        """Whether it holds a word of the question that the statement does not ("may a grandfather": "grandparents too …")."""
        asked = [word for word in self.rule.question.words if word.content and not stands(word, self.rule.words)]
        return (bool(self.shared) or self.line.next) and any(stands(word, self.words) for word in asked)

    def limits(self) -> bool:
        """Whether it excepts, denies or confines what the statement says."""
        text, near = self.line.text, self.line.steps <= 1
        if near and (EXCEPTION.match(text) or WITHOUT_MORE.match(text)):
            return True
        if _denies(self.words) != self.rule.denied and self._denied_of_it():
            return True
        if ONLY.search(text) and not ONLY.search(self.rule.draft.text):
            if self.asked_more or (self.shared and self.gives_another_value()):
                return True
            return self.points_back or self._closely() or (bool(SCOPE.match(text)) and self.line.steps == 0)
        unless = UNLESS.search(text)
        if unless is None or not (self.points_back or self._closely()):
            return False
        return self._speaks_before(unless.start())

    def _speaks_before(self, end: int) -> bool:
        """Whether what is limited, before "unless", is what the statement speaks of."""
        things = self.rule.things or self.shared
        ahead = lexed(self.line.text[:end])
        return self.points_back or end == 0 or any(stands(word, ahead) for word in things)

    def _of_one_unit(self) -> bool:
        """Money is money; "38 hours" and "two days a week" are told of different things."""
        own = {value.unit for value in self.rule.values}
        told = {value.unit for value in find_values(self.line.text) if value.kind in self.rule.kinds}
        return not own or not told or "amount" in self.rule.kinds or not own.isdisjoint(told)

    def _of_nothing_else(self) -> bool:
        """Whether it names for whom it holds and hardly any thing of its own ("students pay 5", not "students get a desk for 5")."""
        people = next((n for n, word in enumerate(self.words.words) if not word.lemmas.isdisjoint(PERSONS)), 0)
        own = [
            word
            for word in self.words.words[people:]
            if word.content
            and word.lemmas.isdisjoint(PERSONS)
            and not stands(word, self.rule.words)
            and not _is_unit(word)
        ]
        return self.share >= _HALF or len(own) <= _OWN

    def _told_of_others(self) -> bool:
        """Where no value is asked: the same of somebody else, or all that is asked about once more, in the next sentence."""
        if self.for_someone and self.line.steps <= 1 and (self.share > _HALF or len(self.shared) >= _TWO):
            return True
        if self.asked_more and self.line.steps == 0:
            return True
        asked = [word for word in self.rule.question.words if word.content and stands(word, self.rule.words)]
        same = len(asked) >= _TWO and all(stands(word, self.words) for word in asked)
        return self.line.next and self.line.steps == 0 and same

    def _closely(self) -> bool:
        return self.share >= 1 or len(self.shared) >= _TWO or (self.share >= _HALF and self.line.next)

    def _denied_of_it(self) -> bool:
        if self.rule.denied:  # "phones are not allowed. They may be used in the break"
            return bool(MAY.search(self.line.text)) and self.of_it
        if SCOPE_VERB.search(self.line.text) and (self.shared or self.points_back):
            return True
        if self.points_back or self.asked_more or (self.for_someone and self.shared):
            return True
        if self.rule.kinds and self.rule.draft.value is not None:
            return len(self.shared) >= _TWO or (self.share >= 1 and bool(self.shared))
        return self.share >= _HALF and bool(self.shared)

    def gives_another_value(self) -> bool:
        """Whether it gives a value of the statement's kind that the statement does not give, or says "free", "half", "twice"."""
        kinds = self.rule.kinds
        if not kinds:
            return False
        asked = replace(asked_for(self.rule.requirement.text, "amount"), kinds=kinds)
        values = values_for(asked, self.line.text, find_values(self.line.text))
        if any(not agree(value, own) for value in values for own in self.rule.values or values[:1]):
            return bool(self.rule.values) or self.scoped
        if values:
            return False
        in_words = bool(FREE.search(self.line.text)) if "amount" in kinds else False
        return in_words or ("amount" in kinds and unspelled(self.line.text, ["amount"]))

    def adds(self) -> bool:
        """Whether it gives another value for someone, for some time or on a condition, or for all that is asked about."""
        if self.gives_another_value():
            if self.points_back:
                return True
            if self._of_one_unit() and (self.all_of_it or (self.for_someone and self._of_nothing_else())):
                return True
            return bool(SCOPE.match(self.line.text)) and (self.line.steps == 0 or bool(self.shared))
        if self.asked_more and self.line.next and self.line.steps == 0:
            return True
        valued = self.rule.requirement.kind in ("amount", "date")
        if self.rule.draft.evidence.table is None and not valued and self._told_of_others():
            return True
        return (
            bool(IF.match(self.line.text))
            and self.line.next
            and self.all_of_it
            and self.rule.draft.evidence.table is None
        )


def _is_measure(word: Lexeme) -> bool:
    """Whether it only measures, as the "within" and "days" of "within 30 days": two lines that share it share no thing."""
    return word.folded in UNITS or word.folded in CURRENCIES or word.folded in PREPOSITIONS


def _is_unit(word: Lexeme) -> bool:
    return word.folded in UNITS or names_a_value(word.text)


def _denies(text: Lexed) -> bool:
    """Whether the statement itself is denied: not "may not exceed", and nothing in a clause that begins with "if" or "unless"."""
    first: dict[int, Lexeme] = {}
    for word in text.words:
        first.setdefault(word.clause, word)
    return any(
        is_negator(text.words, n)
        and word.folded != "unless"  # it opens a case in which the rest does not hold
        and not IF.match(first[word.clause].text)
        and not any(LIMIT.match(after.text) for after in text.words[n + 1 : n + _REACH])
        for n, word in enumerate(text.words)
    )
