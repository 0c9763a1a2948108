"""Does the quote bear the claim out? Deterministic checks, each with a note when it fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import product
from typing import Final, Literal

from opora.answering.antonyms import turned_word
from opora.answering.lexed import Lexed, Lexeme, lexed, part_of
from opora.answering.names import missing_name
from opora.answering.near_copy import altered, copy_of, parts_of
from opora.answering.negation import is_bare_negator, negation_mismatch
from opora.answering.permitted import permission_turned
from opora.answering.subject import subject_missing
from opora.answering.table_claim import grid_of, misplaced
from opora.domain.reply import Check
from opora.domain.value import Value
from opora.language.agreement import agree, closest_disagreement, within
from opora.language.values import find_values

Verdict = Literal["supported", "unsupported", "contradicted"]
# Share of the claim's content words that must stand in the evidence: a claim of four words needs all of them.
WORDS_FLOOR: Final = 0.8
_KINDRED: Final = 6
_YEARS: Final = range(1500, 2101)
_ANSWERS_NO: Final = frozenset(("no", "nope", "нет", "ні", "nu"))
_A_CLAIM: Final = 2  # words
_CONTRADICTS: Final = frozenset({"negation", "antonyms"})


def ground(claim_text: str, evidence_quote: str, question: str = "", context: str = "") -> tuple[Check, ...]:
    """Checks "values", "negation", "names", "words", "antonyms" and, with a question, "subject".

    ``context`` is what the quote stands under: row and column headers, heading path, title. It lends words, names
    and the units a table's header states; polarity is read from the quote alone.
    """
    claimed = find_values(claim_text)
    claim = lexed(claim_text)
    quote = lexed(evidence_quote)
    whole = lexed(f"{context}\n{evidence_quote}") if context else quote
    if claim_text.strip() == evidence_quote.strip():
        # The quote itself cannot differ from itself.
        checks = [Check(name, True) for name in ("values", "negation", "names", "words", "antonyms")]
    else:
        said = _after_no(claim)
        checks = _compared_with(_Texts(claim_text, said, claimed, evidence_quote, quote, whole, context))
    if question.strip():
        checks.append(Check("subject", *_result(subject_missing(lexed(question), whole))))
    return tuple(checks)


def _after_no(claim: Lexed) -> Lexed:
    """ "No, it is closed": the first word answers, and what is claimed comes after it."""
    first, *rest = claim.words or (None,)
    if first is None or len(rest) < _A_CLAIM or first.folded not in _ANSWERS_NO or rest[0].clause == first.clause:
        return claim
    return part_of(tuple(rest))


@dataclass(frozen=True, slots=True)
class _Texts:
    """A claim and its evidence, read. ``whole`` is the quote with its context."""

    claim_text: str
    claim: Lexed
    claimed: Sequence[Value]
    quote_text: str
    quote: Lexed
    whole: Lexed
    context: str


def _compared_with(texts: _Texts) -> list[Check]:
    claim, claimed, quote, context = texts.claim, texts.claimed, texts.quote, texts.context
    grid = grid_of(texts.quote_text)
    heads = f"{context}\n{' '.join(grid.heads)}" if grid else context
    found = find_values(texts.quote_text)
    copy = (
        None if grid else copy_of(parts_of(claim, claimed, texts.claim_text), parts_of(quote, found, texts.quote_text))
    )
    near = copy.window(quote) if copy else None
    changed: dict[str, str] = dict(told for change in copy.changes if (told := altered(change))) if copy else {}
    measured = _measured(claim, claimed)
    notes: dict[str, str | None] = {
        "values": _values(claimed, texts.quote_text, heads)
        or (misplaced(texts.claim_text, claimed, grid) if grid else None),
        "negation": _negation(claim, near or quote, context, measured),
        "names": missing_name(claim, texts.whole),
        "words": _words(claim, texts.whole, claimed),
        "antonyms": turned_word(claim, near or texts.whole, measured) or permission_turned(claim, near or quote),
    }
    return [Check(name, *_result(note or changed.get(name))) for name, note in notes.items()]


def follows(claim_text: str, evidence: str) -> bool:
    """Whether the claim is, but for a change or two, a sentence or table cell of the evidence; then the checks decide."""
    if claim_text.strip() in evidence or grid_of(evidence):
        return True
    ours = parts_of(lexed(claim_text), find_values(claim_text), claim_text)
    copy = copy_of(ours, parts_of(lexed(evidence), find_values(evidence), evidence))
    return copy is not None and coverage(claim_text, evidence) >= WORDS_FLOOR


def verdict(checks: Sequence[Check]) -> Verdict:
    """Supported only if every check passed; contradicted when the quote speaks of the same and says otherwise."""
    failed = {check.name: check.note or "" for check in checks if not check.ok}
    if not checks:
        return "unsupported"
    if not failed:
        return "supported"
    if "subject" in failed or ("words" in failed and "antonyms" not in failed):
        return "unsupported"
    if _CONTRADICTS & failed.keys() or " / " in failed.get("values", ""):
        return "contradicted"
    return "unsupported"


def coverage(claim_text: str, evidence: str) -> float:
    """Share (0..1) of the claim's content words whose lemmas stand in the evidence; 1.0 when it has none."""
    return _coverage(lexed(claim_text), lexed(evidence), find_values(claim_text))


def _coverage(claim: Lexed, whole: Lexed, values: Sequence[Value] = ()) -> float:
    content = _compared(claim, values)
    return sum(_borne_out(word, whole) for word in content) / len(content) if content else 1.0


def _compared(claim: Lexed, values: Sequence[Value]) -> list[Lexeme]:
    """Content words that no other check compares: neither negators nor parts of a value."""
    return [
        word
        for word in claim.words
        if word.content
        and not is_bare_negator(word)
        and not any(v.span.start <= word.start < v.span.end for v in values)
    ]


def _borne_out(word: Lexeme, whole: Lexed) -> bool:
    """In the evidence by a lemma, or by a kindred word ("включается" / "включён") with the same beginning."""
    if whole.holds(word):
        return True
    size = len(word.folded)
    if size < _KINDRED:
        return False
    return any(
        other[:_KINDRED] == word.folded[:_KINDRED] and abs(len(other) - size) <= _KINDRED - 1 for other in whole.folded
    )


def _result(note: str | None) -> tuple[bool, str | None]:
    return note is None, note


def _words(claim: Lexed, whole: Lexed, values: Sequence[Value]) -> str | None:
    share = _coverage(claim, whole, values)
    if share >= WORDS_FLOOR:
        return None
    missing = [word.text for word in _compared(claim, values) if not _borne_out(word, whole)]
    return f"{share:.0%} of the words are borne out; missing {', '.join(missing[:5])}"


def _measured(claim: Lexed, values: Sequence[Value]) -> frozenset[int]:
    """Where the words begin that stand inside values."""
    return frozenset(w.start for w in claim.words if any(v.span.start <= w.start < v.span.end for v in values))


def _negation(claim: Lexed, quote: Lexed, context: str, measured: frozenset[int]) -> str | None:
    note = negation_mismatch(claim, quote, measured)
    if note and context:
        above = lexed(f"{context}\n{' '.join(word.text for word in quote.words)}")
        note = negation_mismatch(claim, above, measured) and note
    return note


def _values(claimed: Sequence[Value], quote: str, context: str) -> str | None:
    """The first value of the claim that does not stand in the quote as it is, or None."""
    if not claimed:
        return None
    quoted = find_values(quote)
    if note := _unreadable(claimed, quoted):
        return note
    around = find_values(context) if context else []
    left = [*quoted, *around]
    for value in claimed:
        used = next(
            (
                index
                for index, other in enumerate(left)
                if agree(value, other) or _verbatim(value, other) or within(value, other)
            ),
            None,
        )
        if used is not None:
            if not _is_moment(value):
                del left[used]
        elif not (context and any(_lent(value, other, context) for other in quoted)):
            return f"{value.text!r} {_unlike(value, quoted)}"
    return None


def _is_moment(value: Value) -> bool:
    """A day or year may be spoken of twice; two amounts need two places."""
    bare = value.kind == "count" and not value.unit and value.low is not None and value.low == value.high
    return value.kind == "date" or (bare and value.low in _YEARS)


def _verbatim(value: Value, other: Value) -> bool:
    return not value.readable and value.text == other.text


def _unreadable(claimed: Sequence[Value], quoted: Sequence[Value]) -> str | None:
    """What cannot be read as a value is borne out only by the same characters."""
    for value in claimed:
        if not value.readable and not any(value.text == other.text for other in quoted):
            return f"{value.text!r} cannot be read"
    return None


def _unlike(value: Value, quoted: Sequence[Value]) -> str:
    note = closest_disagreement(value, quoted)
    if note is None:
        return "is stated more often than in the quote"
    if note == "not found" and (rival := _rival(value, quoted)):
        return f"number: {value.text} / {rival.text}"
    return note


def _rival(value: Value, quoted: Sequence[Value]) -> Value | None:
    """A value of the quote of the same kind, unit and currency: it says another number of the same thing."""
    same = (value.kind, value.unit, value.currency)
    return next((other for other in quoted if (other.kind, other.unit, other.currency) == same), None)


def _lent(value: Value, bare: Value, context: str) -> bool:
    """A number in a cell takes the unit, currency and scale that a header of the claim's wording states."""
    if value.kind in ("identifier", "date") or bare.kind in ("identifier", "date") or bare.low is None:
        return False
    stated = [found for part in _parts(context) for found in find_values(f"1 {part}")]
    units = (
        {(bare.unit, bare.basis)} if bare.unit else {(None, bare.basis), *((o.unit, o.basis) for o in stated if o.unit)}
    )
    currencies = {bare.currency} if bare.currency else {None, *(o.currency for o in stated)}
    scales = {0} if bare.scale else {0, *(o.scale for o in stated)}
    for (unit, basis), currency, scale in product(units, currencies, scales):
        factor = Decimal(10) ** scale
        high = None if bare.high is None else bare.high * factor
        lent = replace(bare, unit=unit, basis=basis, currency=currency, low=bare.low * factor, high=high)
        if agree(value, lent):
            return True
    return False


def _parts(context: str) -> list[str]:
    """Words of the headers from each place on: "Amount, USD thousand" offers "USD thousand" and "thousand"."""
    words = context.replace(",", " ").replace("(", " ").replace(")", " ").split()
    return [" ".join(words[index : index + 3]) for index in range(len(words))]
