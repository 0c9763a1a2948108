"""What does a shop say of its products at this moment? Offers as they were served, and why they cannot be relied on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Unread = Literal["", "down", "slow", "shape"]


@dataclass(frozen=True, slots=True)
class Offer:
    """``price``: the number as it was served, "" when there is none to rely on; ``currency``: ISO 4217, or "".

    ``stock``: ``yes``, ``no``, a whole number of pieces, or "". ``line``: keys and values verbatim, which is what is quoted.
    """

    names: tuple[str, ...]
    line: str
    price: str = ""
    currency: str = ""
    stock: str = ""
    sku: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """One reading of a catalogue. ``read_at``: ISO 8601 with the zone. ``unread``: why there are no offers in it.

    ``known``: names of products that were there earlier, never what they cost. ``currency``: the one its prices must have,
    "" for any. ``ever_read``: whether it was ever read at all.
    """

    catalogue: str
    url: str
    read_at: str
    offers: tuple[Offer, ...] = ()
    known: tuple[str, ...] = ()
    currency: str = ""
    unread: Unread = ""
    ever_read: bool = True
