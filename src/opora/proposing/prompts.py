"""What is a model told? Files of this package, each with its version in its name and its digest in every trace."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from opora.canonical import digest
from opora.domain.proposal import Use

VERSIONS: Final[dict[Use, int]] = {"phrase": 1, "split": 1, "variants": 1}


@dataclass(frozen=True, slots=True)
class Prompt:
    """``name``: as ``phrase@1``."""

    name: str
    digest: str
    text: str


@cache
def prompt(use: Use) -> Prompt:
    """The newest version of the prompt for a use."""
    version = VERSIONS[use]
    text = (resources.files("opora.proposing") / "prompts" / f"{use}.{version}.txt").read_text("utf-8")
    return Prompt(f"{use}@{version}", digest(text), text.strip())
