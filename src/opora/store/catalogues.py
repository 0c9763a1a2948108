"""Which products did a catalogue ever name? Names alone: what they cost is asked for each time."""

from __future__ import annotations

import json
from collections.abc import Sequence

from opora.errors import LibraryBusyError
from opora.store.access import Access
from opora.store.connection import first, writing

_KEY = "products:{}"


class Catalogues(Access):
    """Implements ``collecting.catalogue.Memory``."""

    def product_names(self, catalogue: str) -> tuple[str, ...] | None:
        """``None`` when the catalogue was never read."""
        with self._read() as c:
            found = first(c, "select v from meta where k = ?", (_KEY.format(catalogue),))
        return tuple(json.loads(found)) if found else None

    def keep_product_names(self, catalogue: str, names: Sequence[str]) -> None:
        """Left for the next reading where the library is only read, or another writer holds it."""
        if self.read_only:
            return
        told = json.dumps(list(names), ensure_ascii=False)
        try:
            with self._lock, writing(self._logger(), self.path) as c:
                c.execute("insert or replace into meta(k, v) values(?,?)", (_KEY.format(catalogue), told))
        except LibraryBusyError:
            return
