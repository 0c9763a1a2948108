"""Which products are in these bytes? JSON at any depth, CSV, or a page with schema.org, by the keys that are usual.

Nothing is guessed: a price that is not one clear number, or a second price beside it that differs, is no price.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from opora.domain.live import Offer

if TYPE_CHECKING:
    from opora.collecting.fetching import Fetched

MOST: Final = 20_000
_DEEP: Final = 12
_LINE: Final = 1000
_KEYS: Final = {
    kind: frozenset(known)
    for kind, known in tomllib.loads(files("opora.collecting").joinpath("offers.toml").read_text("utf-8")).items()
}
_NAMES: Final = _KEYS["name"]
_PRICES: Final = _KEYS["price"]
_REDUCED: Final = _KEYS["reduced"]
_AMOUNTS: Final = frozenset(("value", "amount", "price", "значение", "сумма", "сума", "valoare", "suma"))
_CURRENCIES: Final = _KEYS["currency"]
_STOCKS: Final = _KEYS["stock"]
_CODES: Final = _KEYS["code"]
_YES: Final = _KEYS["yes"]
_NO: Final = _KEYS["no"]
_SIGNS: Final = {
    "€": "EUR", "$": "USD", "£": "GBP", "₴": "UAH", "грн": "UAH", "₽": "RUB", "руб": "RUB", "р": "RUB", "лей": "MDL",
    "lei": "MDL", "леев": "MDL", "zł": "PLN",
}  # fmt: skip
_PRICE: Final = re.compile(
    r"(?P<before>[^\d\s-]{0,4})\s*(?P<number>\d[\d\s.,'\u00a0\u202f]*?)\s*(?P<after>[^\d\s]{0,5})"
)
_CLEAR: Final = re.compile(r"\d+(?:[.,]\d{1,2})?|\d{1,3}(?:[ \u00a0\u202f']\d{3})+(?:[.,]\d{1,2})?|\d+\.\d{3,6}")
_NOT_A_KEY: Final = re.compile(r"[\W_]+")


def offers_in(fetched: Fetched) -> tuple[Offer, ...]:
    """The products, in their order; none when nothing in it looks like one. ValueError when it cannot be read at all."""
    text = _text(fetched)
    start = text.lstrip()[:1]
    if "json" in fetched.media_type or (start in ("{", "[") and "html" not in fetched.media_type):
        return _in_json(text)
    if "html" in fetched.media_type or start == "<":
        from opora.collecting.product_page import products_of_page

        return _offers(products_of_page(text))
    return _in_csv(text)


def _text(fetched: Fetched) -> str:
    for coding in (fetched.charset, "utf-8-sig", "cp1251"):
        try:
            return fetched.body.decode(coding or "utf-8-sig")
        except (LookupError, UnicodeDecodeError):
            continue
    raise ValueError("its letters cannot be read")


def _in_json(text: str) -> tuple[Offer, ...]:
    try:
        found = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    return _offers(_products(found, 0))


def _in_csv(text: str) -> tuple[Offer, ...]:
    head = text.lstrip("\n\r").split("\n", 1)[0]
    delimiter = max(";,\t|", key=head.count)
    rows = csv.DictReader(io.StringIO(text), delimiter=delimiter, strict=True)
    try:
        return _offers({str(k): v for k, v in row.items() if k and isinstance(v, str)} for row in rows)
    except csv.Error as error:
        raise ValueError(f"it is no table: {error}") from error


def _products(found: Any, depth: int) -> Iterator[Mapping[str, Any]]:
    """Every object that names a thing and says what it costs or how much of it there is."""
    if depth > _DEEP:
        return
    if isinstance(found, dict):
        if _value(found, _NAMES) is not None and any(_value(found, keys) is not None for keys in (_PRICES, _STOCKS)):
            yield found
            return
        for inner in found.values():
            yield from _products(inner, depth + 1)
    elif isinstance(found, list):
        for inner in found:
            yield from _products(inner, depth + 1)


def _offers(products: Any) -> tuple[Offer, ...]:
    found: list[Offer] = []
    for product in products:
        offer = offer_of(product)
        if offer is not None:
            found.append(offer)
        if len(found) >= MOST:
            break
    return tuple(found)


def offer_of(product: Mapping[str, Any]) -> Offer | None:
    """One product by its usual keys; ``None`` when it has no name, or says neither price nor stock."""
    leaves = [(key, written, value) for key, written, value in _leaves(product) if value]
    told = [(key, value) for key, _, value in leaves]
    names = tuple(dict.fromkeys(value for key, value in told if key[0] in _NAMES))
    prices = [(key, value) for key, value in told if key[0] in _PRICES and _is_amount(key)]
    stocks = [(key, value) for key, value in told if key[0] in _STOCKS]
    if not names or not (prices or stocks):
        return None
    said = {_currency(value) for key, value in told if key[-1] in _CURRENCIES}
    price, currency = _price([value for _, value in prices], said)
    if any(value.strip() not in {value for _, value in prices} for key, value in told if key[0] in _REDUCED):
        price = ""  # which of the two is charged now is not said
    shown_keys = _NAMES | _PRICES | _STOCKS | _CODES
    shown = [
        f"{written}: {' '.join(value.split())}"
        for key, written, value in leaves
        if key[0] in shown_keys or key[-1] in _CURRENCIES
    ]
    return Offer(
        names=names,
        line="; ".join(shown)[:_LINE],
        price=price,
        currency=currency,
        stock=_stock([value for _, value in stocks]),
        sku=next((value for key, value in told if key[0] in _CODES), ""),
    )


def _leaves(
    product: Mapping[str, Any], path: tuple[str, ...] = (), above: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Keys in one form and as written, of the object and of what is inside it, with their values as text."""
    for key, value in product.items():
        place, written = (*path, _key(str(key))), (*above, str(key).strip())
        if isinstance(value, dict) and len(path) < 2:
            yield from _leaves(value, place, written)
        elif isinstance(value, str):
            yield place, ".".join(written), value.strip()
        elif isinstance(value, bool):
            yield place, ".".join(written), str(value).lower()


def _is_amount(key: tuple[str, ...]) -> bool:
    return len(key) == 1 or key[-1] in _AMOUNTS


def _key(text: str) -> str:
    return _NOT_A_KEY.sub("", text.casefold())


def _value(product: Mapping[str, Any], keys: frozenset[str]) -> Any:
    return next((value for key, value in product.items() if _key(str(key)) in keys and value not in (None, "")), None)


def _price(values: list[str], said: set[str]) -> tuple[str, str]:
    """The one clear number and its currency; "" for each that is not clear."""
    read = [m for value in dict.fromkeys(values) if (m := _PRICE.fullmatch(value.strip()))]
    if len(read) != 1 or len(dict.fromkeys(values)) != 1:
        return "", next(iter(said), "") if len(said) == 1 else ""
    number = " ".join(read[0]["number"].split())
    signs = {_currency(one.strip(".")) for one in (read[0]["before"], read[0]["after"]) if one.strip(".,")}
    known = said | signs
    clear = _CLEAR.fullmatch(number) and any(sign in "123456789" for sign in number)
    return (number if clear else ""), (next(iter(known)) if len(known) == 1 else "")


def _currency(text: str) -> str:
    plain = text.strip().strip(".").casefold()
    known = next((code for sign, code in _SIGNS.items() if plain == sign), "")
    return known or (text.strip().upper() if re.fullmatch(r"[A-Za-z]{3}", text.strip()) else "?")


def _stock(values: list[str]) -> str:
    """What all of them say; "" when they do not agree, or say something else."""
    found = {_one_stock(value) for value in values}
    counted = {one for one in found if one.isdigit()}
    if len(counted) == 1 and found <= {*counted, "yes"}:
        return counted.pop()
    return found.pop() if len(found) == 1 else ""


def _one_stock(value: str) -> str:
    if re.fullmatch(r"\d{1,9}", value):
        return value if int(value) else "no"
    word = _key(value.rpartition("/")[2])
    return "yes" if word in _YES else "no" if word in _NO else ""
