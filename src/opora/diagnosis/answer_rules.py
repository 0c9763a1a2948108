"""What is wrong with an answer? The errors of a case by name, each by a deterministic rule."""

from __future__ import annotations

from decimal import Decimal

from opora.diagnosis.look import Look, is_of_the_past
from opora.diagnosis.shelf import same_source
from opora.diagnosis.stating import as_registered, numbers_in, stance, states, values_of
from opora.diagnosis.typed import normal, same_value, typed
from opora.domain.case import ErrorName, GivenClaim
from opora.domain.source import Fact
from opora.domain.value import Value
from opora.language.agreement import agree

ORDER: tuple[ErrorName, ...] = (
    "wrong_action_or_false_refusal",
    "invented_answer",
    "unknown_fact_id",
    "fact_source_mismatch",
    "value_not_supported_by_fact",
    "wrong_source_version_for_question_date",
    "cited_source_not_in_force",
    "cited_source_not_retrieved",
    "conflict_not_disclosed",
    "expected_fact_missing",
)
"""The order errors are told in."""


def errors_of(look: Look) -> tuple[ErrorName, ...]:
    """All errors of an answer, in ``ORDER``."""
    found = _action(look) | _claims(look) | _force(look) | _retrieved(look) | _expected(look)
    return tuple(name for name in ORDER if name in found)


def _action(look: Look) -> set[ErrorName]:
    expected, actual = look.case.expected_action, look.answer.action
    if expected == actual:
        return set()
    if expected == "abstain" and actual == "answer":
        return {"wrong_action_or_false_refusal", "invented_answer"}
    return {"wrong_action_or_false_refusal"}


def _claims(look: Look) -> set[ErrorName]:
    """What each claim says against the register; a claim that names no fact against the place it cites."""
    found: set[ErrorName] = set()
    for claim in look.answer.claims:
        fact = look.fact_of(claim)
        if fact is not None:
            if not _has_value(look, claim, fact):
                found.add("value_not_supported_by_fact")
            if not _from_source(look, claim, fact):
                found.add("fact_source_mismatch")
        elif claim.fact_id and look.facts is not None:
            found.add("unknown_fact_id")
        elif not _borne_out(look, claim):
            found.add("value_not_supported_by_fact")
    if not look.answer.claims_given and look.answer.action == "answer" and not _text_borne_out(look):
        found.add("value_not_supported_by_fact")
    return found


def _has_value(look: Look, claim: GivenClaim, fact: Fact) -> bool:
    """The claim's value is the fact's, and the text of the answer does not say another number instead."""
    if claim.value is None:
        return states(claim.text or look.text, fact) is not False
    return same_value(fact, claim.value) and not _text_differs(look, fact)


def _text_differs(look: Look, fact: Fact) -> bool:
    """The words give a value of the fact's kind that nobody claims and nobody asked about, and not the fact's own."""
    text = look.text
    if _is_bool(fact):
        return states(text, fact) is False
    said = numbers_in(text)
    if not said or fact.value in text or states(text, fact) is not False:
        return False
    others = [other for claim in look.answer.claims if (other := look.fact_of(claim)) and other is not fact]
    told = [value for other in others for value in values_of(f"{other.value} {other.unit or ''}")]
    told += values_of(look.case.question)
    strange = [value for value in said if not any(agree(value, one) or _same_bare(one, value) for one in told)]
    return any(_instead(value, fact) for value in strange)


def _is_bool(fact: Fact) -> bool:
    return typed(fact.value, fact.type).type == "bool"


def _instead(value: Value, fact: Fact) -> bool:
    """Whether a value that is not the fact's is of a kind that could stand for it."""
    own = typed(fact.value, fact.type)
    if own.type == "date":
        return value.kind == "date" and value.unit == "day"
    if isinstance(own.value, int | Decimal) and own.type != "bool":
        return value.kind != "date" and value.low not in (None, own.value, own.value * 100)
    registered = numbers_in(fact.value) if own.type == "text" else []
    return len(registered) == 1 and value.low is not None and _kind_of(value) == _kind_of(registered[0])


def _kind_of(value: Value) -> tuple[str, str | None, str | None]:
    return value.kind, value.unit, value.currency


def _from_source(look: Look, claim: GivenClaim, fact: Fact) -> bool:
    if claim.source_id is None:
        return any(same_source(one, fact.source_id) for one in look.answer.source_ids)
    return same_source(claim.source_id, fact.source_id)


def _says(claim: GivenClaim, fact: Fact) -> bool:
    """Whether a claim that names no fact states this one."""
    if claim.value is not None and same_value(fact, claim.value):
        return True
    said = " ".join(part for part in (str(claim.value or ""), claim.text) if part)
    return bool(states(said, fact)) or (fact.quote is not None and normal(fact.quote) == normal(claim.quote or ""))


def _borne_out(look: Look, claim: GivenClaim) -> bool:
    """Quote and numbers of a claim stand in the text it cites, in what was found of it, or in its registered facts."""
    reference = look.version_of(claim)
    if reference is None:
        return True
    whole = "\n".join([*(one.text for one in look.shelf.editions(reference)), *look.texts_found(reference)])
    if not whole.strip():
        return True
    if claim.quote and normal(claim.quote) not in normal(whole):
        return False
    said = numbers_in(str(claim.value)) if isinstance(claim.value, str | int | Decimal) else numbers_in(claim.text)
    own = [fact for fact in look.expected_facts if same_source(reference, fact.source_id)]
    registered = [value for fact in own for value in values_of(f"{fact.value} {fact.unit or ''}")]
    there = (*values_of(whole), *registered)
    return all(any(as_registered(value, one) or _same_bare(value, one) for one in there) for value in said)


def _same_bare(value: object, other: object) -> bool:
    """A bare number may leave out the unit that the text gives."""
    unit = getattr(value, "unit", None) or getattr(value, "currency", None)
    low, high = getattr(value, "low", None), getattr(other, "low", None)
    return unit is None and low is not None and low == high


def _text_borne_out(look: Look) -> bool:
    """Numbers of an unsplit answer stand in the question, a registered fact, what was found, or the expected sources."""
    if any(states(look.text, fact) is False for fact in look.expected_facts if _is_bool(fact)):
        return False
    said = numbers_in(look.text)
    sources = [look.shelf.text(one, look.case.at) for one in look.expected_sources]
    facts = [f"{fact.value} {fact.unit or ''}" for fact in look.expected_facts]
    found = [one.text for one in look.found or ()]
    if not (facts or found or any(sources)):
        return True
    there = [value for text in (look.case.question, *facts, *found, *sources) for value in values_of(text)]
    registered = [value for text in facts for value in values_of(text)]
    return all(
        any(as_registered(value, one) or _same_bare(one, value) for one in there)
        or any(as_registered(one, value) for one in registered)
        for value in said
    )


def _force(look: Look) -> set[ErrorName]:
    found: set[ErrorName] = set()
    for reference in look.cited():
        if look.shelf.is_in_force(reference, look.case.at) is False:
            wrong = look.shelf.known(reference) and _stands_for_expected(look, reference)
            found.add("wrong_source_version_for_question_date" if wrong else "cited_source_not_in_force")
    if _says_what_was(look):
        found.add("wrong_source_version_for_question_date")
    return found


def _says_what_was(look: Look) -> bool:
    """Whether an answer that is not split into claims says a fact of the past that it had before it, in place of the expected one."""
    expected = look.expected_facts
    if look.answer.claims_given or look.answer.action != "answer" or not expected:
        return False
    if any(states(look.text, fact) is not False for fact in expected):
        return False
    fields = {fact.field for fact in expected}
    rivals = [one for one in (look.facts or {}).values() if one.field in fields and one not in expected]
    had = [one.text for one in look.before_bot or ()]
    return any(
        states(look.text, one) and is_of_the_past(look, one) and any(states(text, one) for text in had)
        for one in rivals
    )


def _stands_for_expected(look: Look, reference: str) -> bool:
    """Whether a source that is not in force was used where one in force was expected."""
    if look.case.expected_action == "abstain" or not look.expected_sources:
        return False
    if look.is_expected(reference.partition("@")[0]):
        return True
    fields = {fact.field for fact in look.expected_facts}
    for claim in look.answer.claims:
        fact = look.fact_of(claim)
        if fact is not None and fact.field in fields and look.version_of(claim) == reference:
            return True
    return not any(look.is_expected(one) for one in look.cited())


def _retrieved(look: Look) -> set[ErrorName]:
    if look.before_bot is None:
        return set()
    had = [look.exact(one) for one in look.before_bot]
    lost = [one for one in look.cited() if not any(same_source(one, other) for other in had)]
    return {"cited_source_not_retrieved"} if lost else set()


def _expected(look: Look) -> set[ErrorName]:
    """What the golden set expects to be said and was not, or was said of another source."""
    if look.case.expected_action == "abstain":
        return set()
    found: set[ErrorName] = set()
    facts, conflict = look.expected_facts, look.case.expected_action == "clarify"
    for fact in facts:
        said = _said(look, fact)
        if said == "elsewhere":
            found.add("fact_source_mismatch")
        elif said is None:
            found.add("conflict_not_disclosed" if conflict and len(facts) > 1 else "expected_fact_missing")
    if not facts:
        found |= _without_register(look, conflict)
    return found


def _said(look: Look, fact: Fact) -> str | None:
    """ "here", "elsewhere" (right, but cited to another source) or ``None``."""
    elsewhere = False
    for claim in look.answer.claims:
        if claim.fact_id == fact.fact_id:
            return "here"
        if claim.fact_id is None and _says(claim, fact):
            if claim.source_id and same_source(claim.source_id, fact.source_id):
                return "here"
            elsewhere = True
    if elsewhere:
        return "elsewhere"
    by_text = not look.answer.claims_given or look.case.expected_action == "clarify"
    if by_text and look.answer.action != "abstain" and states(look.text, fact) is not False:
        cited = look.answer.source_ids
        there = not cited or any(same_source(one, fact.source_id) for one in cited)
        return "here" if there or look.case.expected_action == "clarify" else "elsewhere"
    return None


def _without_register(look: Look, conflict: bool) -> set[ErrorName]:
    """A case without facts: its sources must be cited and the values of its expected response said."""
    sources = look.case.source_ids
    cited = look.cited()
    if conflict:
        hidden = [one for one in sources if not any(same_source(one, other) for other in cited)]
        return {"conflict_not_disclosed"} if len(sources) > 1 and hidden else set()
    found: set[ErrorName] = set()
    if look.answer.action != "answer":
        return found
    if sources and not any(look.is_expected(one) for one in cited) and (cited or look.answer.claims_given):
        found.add("fact_source_mismatch")
    said = [value for text in _all_texts(look) for value in values_of(text)]
    wanted = numbers_in(look.case.expected_response)
    if not all(any(as_registered(value, one) for one in said) for value in wanted):
        found.add("expected_fact_missing")
    if look.case.expected_response and stance(look.text, look.case.expected_response) is False:
        found.add("expected_fact_missing")
    return found


def _all_texts(look: Look) -> list[str]:
    claims = [text for claim in look.answer.claims for text in (claim.text, str(claim.value or ""), claim.quote or "")]
    return [look.text, *claims]


def untold(look: Look) -> list[Fact]:
    """Expected yes-or-no facts of an answer that is not split into claims and whose words neither say nor deny them."""
    if look.answer.claims_given or look.answer.action != "answer":
        return []
    return [fact for fact in look.expected_facts if _is_bool(fact) and states(look.text, fact) is None]
