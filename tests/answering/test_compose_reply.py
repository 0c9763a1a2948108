"""A reply says only what passed its checks, and names what is missing."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from opora.answering.compose import compose
from opora.answering.finding import Draft, Finding
from opora.answering.normalise import normalise
from opora.answering.require import require
from opora.domain.place import Validity
from opora.domain.question import Question
from opora.domain.reply import Check, UnsupportedClaimError
from opora.domain.result import Evidence

MESSAGE = normalise(Question("How much is the delivery? Who is the owner?", dt.date(2026, 10, 23)))
FIRST, SECOND = require(MESSAGE)[0]
QUOTE = "Delivery costs 5 EUR."
EVIDENCE = Evidence("E", ("R1",), "a@1:para1", QUOTE, 0, len(QUOTE), "a", "a@1", "Terms", Validity(), "00")
DRAFT = Draft(QUOTE, EVIDENCE, 1.0, 1.0, (), (), checks=(Check("values", True),))


def test_a_partial_reply_names_what_is_missing() -> None:
    reply = compose(MESSAGE, (Finding(FIRST, "answer", (DRAFT,)), Finding(SECOND, "none")), (), "en")
    assert reply.type == "partial_coverage"
    assert "Delivery costs 5 EUR. [1]" in reply.text
    assert SECOND.text in reply.text
    assert reply.coverage.requirements_uncovered == ("R2",)


def test_a_reply_cannot_hold_a_claim_that_failed_a_check() -> None:
    broken = replace(DRAFT, checks=(Check("values", False, "5 / 6"),))
    with pytest.raises(UnsupportedClaimError):
        compose(MESSAGE, (Finding(FIRST, "answer", (broken,)),), (), "en")


def test_disagreeing_documents_are_both_shown_and_the_owner_is_named() -> None:
    other = replace(DRAFT, evidence=replace(EVIDENCE, version_id="b@1", owner="Anna"))
    reply = compose(MESSAGE, (Finding(FIRST, "conflict", (DRAFT, other)),), (), "en")
    assert reply.type == "clarification_required"
    assert "Anna" in reply.text
    assert len(reply.claims) == len(reply.conflicts[0].values) == 2


def test_one_place_that_answers_two_parts_is_one_claim() -> None:
    reply = compose(MESSAGE, (Finding(FIRST, "answer", (DRAFT,)), Finding(SECOND, "answer", (DRAFT,))), (), "en")
    assert [claim.requirement_ids for claim in reply.claims] == [("R1", "R2")]
