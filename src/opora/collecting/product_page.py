"""Which product does this page sell, and for how much? schema.org as JSON-LD first, then as microdata."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

_OFFER: Final = ("price", "lowPrice", "priceCurrency", "availability")
_DEEP: Final = 8


def products_of_page(html: str) -> list[dict[str, Any]]:
    """Products with the keys of schema.org; several offers of one product that differ leave it without a price."""
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(html)
    return list(_linked(tree)) or list(_micro(tree))


def _linked(tree: LexborHTMLParser) -> Iterator[dict[str, Any]]:
    for node in tree.css('script[type="application/ld+json"]'):
        try:
            found = json.loads(node.text(), parse_int=str, parse_float=str, parse_constant=str)
        except (ValueError, RecursionError):
            continue
        yield from (_product(one) for one in _of_type(found, 0))


def _of_type(found: Any, depth: int) -> Iterator[dict[str, Any]]:
    if isinstance(found, list):
        for one in found:
            yield from _of_type(one, depth + 1)
    elif isinstance(found, dict) and depth < _DEEP:
        kinds = found.get("@type")
        if "Product" in (kinds if isinstance(kinds, list) else [kinds]):
            yield found
            return
        for name in ("@graph", "mainEntity", "itemListElement", "item"):
            yield from _of_type(found.get(name), depth + 1)


def _product(found: dict[str, Any]) -> dict[str, Any]:
    offers = found.get("offers")
    several = [one for one in (offers if isinstance(offers, list) else [offers]) if isinstance(one, dict)]
    told: dict[str, Any] = {"name": found.get("name"), "sku": found.get("sku")}
    for name in _OFFER:
        values = {str(value) for one in several for value in _said(one, name)}
        if len(values) == 1:
            told[name] = values.pop()
    prices = {str(one.get("price")) for one in several if one.get("price") is not None}
    if len(prices) > 1 or any(one.get("lowPrice") != one.get("highPrice", one.get("lowPrice")) for one in several):
        told = {name: value for name, value in told.items() if name not in ("price", "lowPrice")}
    return {name: value for name, value in told.items() if isinstance(value, str) and value.strip()}


def _said(offer: dict[str, Any], name: str) -> list[Any]:
    """What an offer says itself, or in its price specification."""
    inner = offer.get("priceSpecification")
    inners = [one for one in (inner if isinstance(inner, list) else [inner]) if isinstance(one, dict)]
    return [value for one in (offer, *inners) if (value := one.get(name)) is not None]


def _micro(tree: LexborHTMLParser) -> Iterator[dict[str, Any]]:
    for node in tree.css("[itemscope][itemtype]"):
        if not (node.attributes.get("itemtype") or "").rstrip("/").endswith("schema.org/Product"):
            continue
        told: dict[str, Any] = {}
        for name in ("name", "sku", *_OFFER):
            values = {_of(one) for one in node.css(f"[itemprop~={name}]")}
            if name == "name":
                first = node.css_first("[itemprop~=name]")
                values = {_of(first)} if first is not None else set()
            if len(values) == 1:
                told[name] = values.pop()
        yield {name: value for name, value in told.items() if value}


def _of(node: LexborNode) -> str:
    for name in ("content", "href", "value"):
        value = node.attributes.get(name)
        if value:
            return value.strip()
    return " ".join((node.text() or "").split())
