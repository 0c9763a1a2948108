"""Does every line of the list of sabotage still change something that stands in the code?"""

from __future__ import annotations

import pytest
from sabotage import LIST, ROOT, Sabotage


@pytest.mark.parametrize("one", LIST, ids=lambda one: one.promise)
def test_the_text_to_change_stands_once_in_its_file(one: Sabotage) -> None:
    """Else `make sabotage` would call it stale and the promise would go unguarded."""
    text = (ROOT / "src" / "opora" / one.file).read_text("utf-8")
    assert text.count(one.old) == 1
    assert one.new != one.old
