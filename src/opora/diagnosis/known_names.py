"""Which of our sources does another system mean? By id, file name, label or title, else by the words of the fragment."""

from __future__ import annotations

import re
from pathlib import PurePath

from opora.diagnosis.shelf import Shelf
from opora.diagnosis.typed import normal
from opora.domain.anchor import slug
from opora.domain.case import GivenDocument

_LONG_ENOUGH = 20  # characters; less stands in many documents


class Names:
    """What other systems call the documents of a diagnosis."""

    def __init__(self, shelf: Shelf) -> None:
        self._by_name: dict[str, GivenDocument] = {}
        self._documents = shelf.all()
        self._folded: list[str] = []
        for document in self._documents:
            for name in (document.source_id, document.version_id, document.label):
                if name:
                    self._by_name.setdefault(name.casefold(), document)

    def source(self, name: str, text: str) -> str:
        """The source id; the name as it is when none of ours is meant."""
        found = self._document(name, text)
        return found.source_id if found else name or "unknown"

    def version(self, name: str, text: str) -> str | None:
        """The version, where only one version holds this text; else ``None``."""
        found = self._document(name, text)
        if found is None:
            return None
        own = [one for one in self._documents if one.source_id == found.source_id]
        holding = own if len(own) == 1 else [one for one in own if _holds(one, text)]
        return holding[0].version_id if len(holding) == 1 else None

    def _document(self, name: str, text: str) -> GivenDocument | None:
        tail = re.split(r"[/\\]", name)[-1]
        stem = PurePath(tail).stem if tail else ""
        for spelling in (name, tail, stem, slug(stem) if stem else ""):
            found = self._by_name.get(spelling.casefold()) if spelling else None
            if found is not None:
                return found
        return self._by_words(text.strip())

    def _by_words(self, text: str) -> GivenDocument | None:
        """The document these words stand in: letter by letter if there is one, for folding a whole library is slow."""
        if len(text) < _LONG_ENOUGH:
            return None
        copied = next((one for one in self._documents if text in one.text), None)
        if copied is not None or not self._documents:
            return copied
        if not self._folded:
            self._folded = [normal(one.text) for one in self._documents]
        wanted = normal(text)
        places = (place for place, folded in enumerate(self._folded) if wanted in folded)
        return next((self._documents[place] for place in places), None)


def _holds(document: GivenDocument, text: str) -> bool:
    return len(text.strip()) >= _LONG_ENOUGH and normal(text) in normal(document.text)
