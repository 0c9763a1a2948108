"""A plugin for pytest: every reply of the tests is made with a language model beside it, good, failing or hostile.

``OPORA_TEST_MODEL=hostile PYTHONPATH=tests/proposing python -m pytest -p with_a_model tests/answering``
"""

from __future__ import annotations

import itertools
import json
import os
import random
import re
from dataclasses import replace
from typing import Any

import pytest

import opora.ask
from opora.domain.proposal import Asked, ModelRules, Proposed
from opora.errors import ModelError, ModelTimeoutError, ModelUnreachableError
from opora.inference.gateway import content_of, parsed

MODES = ("good", "failing", "hostile")


class Pretended:
    """Answers in this process; outputs are read as those of a server are."""

    model_id, is_remote = "pretended", True

    def __init__(self, mode: str) -> None:
        self._mode = mode
        self._count = itertools.count()

    def propose(self, asked: Asked) -> Proposed:
        number = next(self._count)
        ASKED[0] += 1
        if self._mode == "failing" and number % 2:
            raise ModelTimeoutError("it did not answer") if number % 4 == 1 else ModelUnreachableError("it is gone")
        body = {"messages": [{"role": "user", "content": asked.given}]}
        return Proposed(parsed(self._said(body, asked.given), asked.shape), 1, 1)

    def _said(self, body: dict[str, Any], seed: str) -> str:
        from misbehaviour import WAYS
        from model_server import given, phrased, use_of

        if self._mode == "hostile":
            rng = random.Random(seed)
            if use_of(body) != "phrase" and rng.random() < 0.8:
                return _of_the_message(rng, given(body))
            said = WAYS[rng.choice(sorted(WAYS))](rng, body)
            if said.status != 200 or said.wait_s or said.cut:
                raise ModelUnreachableError("it failed")
            try:
                return content_of(json.loads(said.data()))
            except (ValueError, RecursionError):
                raise ModelError("no JSON") from None
        return (phrased(body).content or "") if use_of(body) == "phrase" else "{}"


def _of_the_message(rng: random.Random, told: dict[str, Any]) -> str:
    """Pieces of the message cut at any words, or other words of any kind to search for."""
    if "message" in told:
        words = [match.span() for match in re.finditer(r"\S+", told["message"])]
        cuts = (
            sorted(rng.sample(range(1, len(words)), min(len(words) - 1, rng.randrange(1, 4)))) if len(words) > 1 else []
        )
        bounds = list(zip([0, *cuts], [*cuts, len(words)], strict=True))
        pieces = [told["message"][words[first][0] : words[last - 1][1]] for first, last in bounds]
        return json.dumps({"questions": pieces})
    everything = [word for one in told["questions"] for word in one["text"].split()]
    queries = [" ".join(rng.choices(everything, k=3)), "price term fee", "цена срок скидка"]
    return json.dumps({"variants": [{"id": one["id"], "queries": queries} for one in told["questions"]]})


ASKED = [0]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A run in which the model was never asked shows nothing."""
    if not ASKED[0]:
        session.exitstatus = 9
    print(f"the model was asked {ASKED[0]} times")


def pytest_configure() -> None:
    """Before any test module has imported it."""
    real = opora.ask.ask
    model = Pretended(os.environ.get("OPORA_TEST_MODEL", "good"))

    def ask(
        question: Any, library: Any, embedder: Any, rules: Any, tape: Any = None, _: Any = None, *shops: Any
    ) -> Any:
        return real(question, library, embedder, replace(rules, model=ModelRules()), tape, model, *shops)

    opora.ask.ask = ask  # type: ignore[assignment]
