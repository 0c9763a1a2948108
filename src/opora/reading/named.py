"""What is a document called? The title it carries, unless a program put it there; else its first words when they are a heading."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from opora.reading.assemble import Draft

_FIRST: Final = ("heading", "slide")
_OF_NOBODY: Final = re.compile(
    r"""[\W_]*(?:
        (?:untitled|unnamed|anonymous|без\ (?:назв(?:ания|и)|имени)|без\ імені|(?:f[aă]r[aă]|fără)\ (?:titlu|nume))(?:\W*\d+)?
      | (?:(?:new|untitled)\ )?(?:document|presentation|презентация|документ|документ\ microsoft\ word)\W*\d*
      | (?:powerpoint\ presentation|презентация\ powerpoint|prezentare\ powerpoint|презентація\ powerpoint)
      | microsoft\ (?:word|excel|powerpoint)\ -\ .*
      | \S+\.(?:docx?|odt|rtf|pptx?|xlsx?|indd|qxd|tex|dvi|html?|pdf|txt|md|dwg|pub)
    )[\W_]*""",
    re.IGNORECASE | re.VERBOSE,
)
"""What writers put in when nobody gave a title: their own word for "none", or the name of a file."""


def title_of(stored: str, drafts: Sequence[Draft], anywhere: bool = False) -> str:
    """The stored title; of one that says nothing, the heading that opens the document (``anywhere``: the first there is).

    Empty when there is neither: the name of the file stands for it then.
    """
    told = " ".join(stored.split())
    if told and not _OF_NOBODY.fullmatch(told):
        return told
    seen = (draft for draft in drafts if draft.kind in _FIRST) if anywhere else iter(drafts[:1])
    first = next(seen, None)
    return " ".join(first.text.split()) if first is not None and first.kind in _FIRST else ""
