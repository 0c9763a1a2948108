"""What does each configured shop say now? Read at the moment of the question, within a short time, or honestly not read."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Final, Protocol
from urllib.parse import quote

from opora.collecting.addresses import AddressRules, Resolver
from opora.collecting.fetching import FetchRules, fetch
from opora.collecting.offers import MOST, offers_in
from opora.domain.live import Listing, Unread
from opora.errors import BackendError, CollectingError, OporaError, RefusedError, TooMuchError

_BYTES: Final = 8_000_000


@dataclass(frozen=True, slots=True)
class CatalogueRules:
    """``url``: JSON, CSV or a product page; ``{query}`` in it is filled with the words of the question. ``pages``: product
    pages by the name of their product. ``currency``: the one prices must have (ISO 4217), "" for any that is named.
    """

    name: str
    url: str = ""
    pages: Mapping[str, str] = field(default_factory=dict)
    currency: str = ""
    collection: str = "default"
    seconds: float = 2.0
    allowed: tuple[str, ...] = ()


class Memory(Protocol):
    """Names of products that were seen, by catalogue; never a price."""

    def product_names(self, catalogue: str) -> tuple[str, ...] | None: ...
    def keep_product_names(self, catalogue: str, names: Sequence[str]) -> None: ...


def clock() -> dt.datetime:
    return dt.datetime.now().astimezone()


class Shops:
    """All catalogues of a library. Implements ports.Catalogues."""

    def __init__(
        self,
        rules: Sequence[CatalogueRules],
        memory: Memory,
        now: Callable[[], dt.datetime] = clock,
        resolve: Resolver | None = None,
    ) -> None:
        self._rules, self._memory, self._now, self._resolve = tuple(rules), memory, now, resolve

    def listed(self, query: str, at: dt.date, collections: Sequence[str]) -> tuple[Listing, ...]:
        """Each catalogue as it is now; none when ``at`` is another day than today, for nobody knows what it said then."""
        wanted = [one for one in self._rules if not collections or one.collection in collections]
        if not wanted or at != self._now().date():
            return ()
        known = [self._memory.product_names(one.name) for one in wanted]
        with ThreadPoolExecutor(len(wanted)) as pool:
            found = tuple(pool.map(lambda rules, names: self._listing(rules, names, query), wanted, known))
        for rules, names, listing in zip(wanted, known, found, strict=True):
            now = tuple(dict.fromkeys((*(names or ()), *(name for one in listing.offers for name in one.names))))[:MOST]
            if now != (names or ()):
                self._memory.keep_product_names(rules.name, now)
        return found

    def _listing(self, rules: CatalogueRules, known: tuple[str, ...] | None, query: str) -> Listing:
        found = Listing(
            rules.name,
            _page_of(rules, query) or rules.url.replace("{query}", quote(query, safe="")),
            self._now().isoformat(timespec="seconds"),
            known=tuple(dict.fromkeys((*(known or ()), *rules.pages))),
            currency=rules.currency.upper(),
            ever_read=known is not None or bool(rules.pages),
        )
        if not found.url:
            return found
        try:
            offers = offers_in(fetch(found.url, self._fetching(rules), resolve=self._resolve))
        except OporaError as error:
            return replace(found, unread=_why(error))
        except ValueError:
            return replace(found, unread="shape")
        if not offers and "{query}" not in rules.url:
            return replace(found, unread="shape")
        return replace(found, offers=offers, read_at=self._now().isoformat(timespec="seconds"), ever_read=True)

    def _fetching(self, rules: CatalogueRules) -> FetchRules:
        return FetchRules(
            AddressRules(rules.allowed), seconds=rules.seconds, bytes=_BYTES, inflated_bytes=4 * _BYTES, redirects=2
        )


def _page_of(rules: CatalogueRules, query: str) -> str:
    """The page whose product's name stands in the question, the longest name first."""
    said = " ".join(query.casefold().split())
    names = sorted((name for name in rules.pages if " ".join(name.casefold().split()) in said), key=len)
    return rules.pages[names[-1]] if names else ""


def _why(error: OporaError) -> Unread:
    if isinstance(error, TooMuchError):
        return "slow"
    if isinstance(error, RefusedError) and error.status == 200:
        return "shape"
    return "down" if isinstance(error, BackendError | CollectingError) else "shape"
