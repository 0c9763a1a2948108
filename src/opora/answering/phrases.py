"""In which words is a reply put, in each of the four languages?"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


def say(language: str, key: str, **filled: str) -> str:
    """The phrase of ``key`` in the language (English when it is not one of the four)."""
    table = _phrases()
    return table.get(language, table["en"])[key].format(**filled)


@cache
def _phrases() -> dict[str, dict[str, str]]:
    return tomllib.loads(files("opora.answering").joinpath("phrases.toml").read_text("utf-8"))
