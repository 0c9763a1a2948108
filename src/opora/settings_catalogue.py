"""Which shops may be asked for a price or the stock of now? One table of ``opora.toml`` for each."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class CatalogueSettings:
    """``url``: JSON, CSV or a product page; ``{query}`` in it takes the words of the question. ``pages``: the name of a
    product, a space and the address of its page, for shops without one list. ``currency``: the one prices must have (ISO
    4217), empty for any that is named. ``timeout_s``: for the whole of one reading. ``allowed``: hosts that may be reached
    though they are not public.
    """

    url: str = ""
    pages: tuple[str, ...] = ()
    currency: str = ""
    collection: str = "default"
    timeout_s: float = field(default=2.0, metadata={"low": 0.1, "high": 30})
    allowed: tuple[str, ...] = ()
    enabled: bool = True
