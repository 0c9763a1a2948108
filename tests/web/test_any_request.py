"""Does any request that the OpenAPI page allows, or does not, bring the server down?"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from served_library import make_library, serving

pytestmark = pytest.mark.slow
EXAMPLES = int(os.environ.get("OPORA_ANY_REQUEST", "12"))
"""For each operation, once for requests that the page allows and once for such as it does not."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[schemathesis.BaseSchema]:
    """Without sending of files, since each file that is taken starts a process; bad ones have a test of their own."""
    with serving(make_library(tmp_path_factory.mktemp("any"))) as (address, _):
        found = schemathesis.openapi.from_url(f"{address}/api/v1/openapi.json")
        yield found.exclude(path="/api/v1/sources", method="POST")


@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode))
def test_no_request_is_answered_by_an_error_of_the_server(
    page: schemathesis.BaseSchema, mode: schemathesis.GenerationMode
) -> None:
    asked = set()
    for found in page.get_all_operations():
        operation = found.ok()
        rules = settings(
            max_examples=EXAMPLES,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )

        @rules
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: schemathesis.Case) -> None:
            response = case.call()
            assert response.status_code < 500, f"{case.method} {case.path} {case.body!r}: {response.text}"
            if response.status_code >= 400 and response.headers["content-type"] == "application/json":
                assert set(response.json()["error"]) == {"code", "message", "hint", "transient"}

        with contextlib.suppress(Unsatisfiable):  # what takes nothing cannot be asked wrongly
            ask()
            asked.add(operation.label)
    assert len(asked) > 12
