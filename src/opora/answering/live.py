"""What does a product cost now, and is it there? From what the shop said at this moment, or said not to be sure.

Only a question that asks for the price or the stock of today and names nothing but a product comes here. A price that
cannot be read now is never taken from before.
"""

from __future__ import annotations

import datetime as dt
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from opora.answering.asked_day import asks_former, time_not_read
from opora.answering.finding import Draft, Finding
from opora.answering.phrases import say
from opora.canonical import digest
from opora.domain.anchor import slug
from opora.domain.live import Listing, Offer
from opora.domain.place import Validity
from opora.domain.question import Message, Requirement
from opora.domain.reply import Check
from opora.domain.result import Evidence
from opora.language.lemmas import is_stopword, lemmas_of
from opora.language.words import fold, words
from opora.ports import Catalogues

Wanted = Literal["price", "stock"]
_OPEN: Final = frozenset(("none", "weak", "mismatch", "nothing_in_force", "choose"))
_MOST: Final = 5
_PRICE: Final = re.compile(
    r"\b(?:price[sd]?|pricing|costs?|how\s+much|цен[аыуе]|цено[йю]|стоит|стоят|стоимость|почем|почём|сколько\s+сто(?:ит|ят)"
    r"|цін[аиуі]|ціною|коштує|коштують|вартість|почім|preț\w*|pret|pretul|preturi|costă|costa|costul|cât\s+(?:e|face))\b",
    re.I,
)
_STOCK: Final = re.compile(
    r"\b(?:in\s+stock|stock|available|availability|наличи[еию]|остат\w+|остал\w+|доступ\w+|наявн\w+|залиш\w+"
    r"|stoc\w*|disponibil\w*)\b",
    re.I,
)


_OTHER_TIME: Final = re.compile(
    r"\b(?:did|was|were|before|earlier|previously|used\s+to|last|yesterday|ago|will|would|tomorrow|next|later|soon"
    r"|раньше|прежде|стоил[аои]?|был[аои]?|вчера|будет|будут|завтра|потом|скоро"
    r"|раніше|колись|кошту(?:вав|вала|вало|вали|ватим\w*)|був|була|було|були|вчора|буде|будуть|завтра|потім|скоро"
    r"|înainte|inainte|anterior|era|erau|costau|ieri|va|vor|mâine|maine|a\s+(?:costat|fost))\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What of a product is wanted, and the words that name it."""

    wanted: Wanted
    named: tuple[str, ...]


def asked_now(text: str, at: dt.date) -> Asked | None:
    """``None`` when it asks for neither the price nor the stock, or for those of another time."""
    price, stock = _PRICE.search(text), _STOCK.search(text)
    if not (price or stock) or _OTHER_TIME.search(text) or asks_former(text) or time_not_read(text, at):
        return None
    rest = _STOCK.sub(" ", _PRICE.sub(" ", text))
    named = tuple(word for word in _words(rest) if not _beside(word))
    return Asked("price" if price else "stock", named) if named else None


class Shopping:
    """The live route of one message. ``read``: what was asked of the shops and what of it was used."""

    def __init__(self, message: Message, catalogues: Catalogues, collections: tuple[str, ...], language: str) -> None:
        self._message, self._catalogues, self._collections = message, catalogues, collections
        self._language = language
        self.read: list[tuple[str, tuple[Listing, ...]]] = []

    def findings(self, found: tuple[Finding, ...]) -> tuple[Finding, ...]:
        """The findings, those in which a product's price or stock of now is asked for in place of what documents say."""
        return tuple(self._finding(one) for one in found)

    def _finding(self, finding: Finding) -> Finding:
        requirement = finding.requirement
        at = requirement.at or self._message.question.at
        asked = asked_now(requirement.text, self._message.question.at)
        if asked is None:
            return finding
        query = " ".join(asked.named)
        listings = self._listed(query, at, asked)
        offers = [(one, offer) for one in listings for offer in one.offers]
        exact = [pair for pair in offers if _names_all(pair[1], asked)]
        if exact or offers:
            return self._told(requirement, asked, exact or offers)
        return _not_told(finding, listings)

    def _listed(self, query: str, at: dt.date, asked: Asked) -> tuple[Listing, ...]:
        """Asked once for each product, whatever is wanted of it."""
        for earlier, listings in self.read:
            if earlier == query:
                return listings
        found = tuple(_of_matter(one, asked) for one in self._catalogues.listed(query, at, self._collections))
        self.read.append((query, found))
        return found

    def _told(self, requirement: Requirement, asked: Asked, offers: list[tuple[Listing, Offer]]) -> Finding:
        apart = {(offer.names, offer.price, offer.currency, offer.stock): (listing, offer) for listing, offer in offers}
        drafts: list[Draft] = []
        for number, (listing, offer) in enumerate(apart.values(), 1):
            why = _doubt(listing, offer, asked)
            if why:
                return Finding(requirement, "unconfirmed", note=why, live=True)
            draft = self._draft(requirement, asked, listing, offer, number)
            if not all(check.ok for check in draft.checks):
                return Finding(requirement, "unconfirmed", note="value", live=True)
            drafts.append(draft)
        outcome: Literal["answer", "choose"] = "answer" if len(drafts) == 1 else "choose"
        return Finding(requirement, outcome, tuple(drafts[:_MOST]), signals=(("chance", 1.0),), live=True)

    def _draft(self, requirement: Requirement, asked: Asked, listing: Listing, offer: Offer, number: int) -> Draft:
        stamp = re.sub(r"\W", "", listing.read_at[:19])
        version = f"{slug(listing.catalogue)}@live-{stamp}"
        evidence = Evidence(
            evidence_id=f"L{number}",
            requirement_ids=(requirement.requirement_id,),
            anchor=f"{version}:offer{number}",
            quote=offer.line,
            start=0,
            end=len(offer.line),
            source_id=slug(listing.catalogue),
            version_id=f"{version}-{number}" if number > 1 else version,
            label=f"live {listing.read_at}",
            validity=Validity(),
            text_digest=digest(offer.line),
            title=listing.catalogue,
            url=listing.url,
            read_at=listing.read_at,
        )
        text = self._text(asked, offer)
        ones = tuple(1.0 for _ in asked.named)
        return Draft(text, evidence, 1.0, 1.0, ones, ones, checks=_checks(listing, offer, requirement, self._message))

    def _text(self, asked: Asked, offer: Offer) -> str:
        """Name, price and currency, and how much of it there is; the numbers as the shop wrote them."""
        price = f"{offer.price} {offer.currency}" if offer.price and offer.currency else ""
        key = {"yes": "in_stock", "no": "no_stock", "": "stock_open"}.get(offer.stock, "pieces")
        stock = say(self._language, key, count=offer.stock)
        told = (stock, price) if asked.wanted == "stock" else (price, stock)
        return f"{_name(offer, asked)}: {', '.join(one for one in told if one)}"


def _name(offer: Offer, asked: Asked) -> str:
    """Its name in the language of the question, as far as the shop has one."""
    return next((name for name in offer.names if _fits((name,), asked)), offer.names[0])


def _checks(listing: Listing, offer: Offer, requirement: Requirement, message: Message) -> tuple[Check, ...]:
    at = requirement.at or message.question.at
    read = dt.datetime.fromisoformat(listing.read_at).date()
    return (
        Check("values", all(one in offer.line for one in (offer.price, offer.stock if offer.stock.isdigit() else ""))),
        Check("subject", any(" ".join(name.split()) in offer.line for name in offer.names)),
        Check("currency", not listing.currency or not offer.price or offer.currency == listing.currency),
        Check("place", bool(listing.url)),
        Check("version", read == at, f"read at {listing.read_at}"),
    )


def _not_told(finding: Finding, listings: tuple[Listing, ...]) -> Finding:
    """A product that was there and is not to be read now; else what the documents say."""
    for one in listings:
        if one.known:
            return replace(finding, outcome="unconfirmed", drafts=(), note=one.unread or "gone", live=True)
    unread = next((one.unread for one in listings if one.unread and not one.ever_read), "")
    if unread and finding.outcome in _OPEN:
        return replace(finding, outcome="unconfirmed", drafts=(), note=unread, live=True)
    return finding


def _doubt(listing: Listing, offer: Offer, asked: Asked) -> str:
    """Why what is wanted cannot be said; "" when it can."""
    if asked.wanted == "stock":
        return "" if offer.stock else "value"
    if not offer.price:
        return "value"
    if not offer.currency or offer.currency == "?" or (listing.currency and offer.currency != listing.currency):
        return "currency"
    return ""


def _of_matter(listing: Listing, asked: Asked) -> Listing:
    """What of it bears on the question; the rest of a catalogue is not kept."""
    offers = tuple(offer for offer in listing.offers if _fits((*offer.names, offer.sku), asked))
    known = tuple(name for name in listing.known if _fits((name,), asked))
    return replace(listing, offers=offers, known=known)


def _fits(names: Iterable[str], asked: Asked) -> bool:
    """Whether every word that names the thing stands in one of its names, and they are more than one common word."""
    for name in names:
        own = _words(name)
        met = [word for word in asked.named if any(_same(word, one) for one in own)]
        whole = len({one for one in own if any(_same(word, one) for word in asked.named)}) == len(set(own))
        telling = whole or len(set(met)) > 1 or any(any(sign.isdigit() for sign in word) for word in met)
        if own and len(met) == len(asked.named) and telling:
            return True
    return False


def _names_all(offer: Offer, asked: Asked) -> bool:
    """Whether the question holds every word of one of its names, or its code."""
    names = [_words(name) for name in (*offer.names, offer.sku) if name]
    return any(own and all(any(_same(word, one) for word in asked.named) for one in own) for own in names)


def _words(text: str) -> tuple[str, ...]:
    return tuple(fold(word.text) for word in words(text) if not is_stopword(word.text) or word.text.isdigit())


def _same(one: str, other: str) -> bool:
    if one == other or any(sign.isdigit() for sign in one + other):
        return one == other
    return not set(lemmas_of(one)).isdisjoint(lemmas_of(other))


def _beside(word: str) -> bool:
    return word in _beside_words() or not _beside_words().isdisjoint(lemmas_of(word))


@cache
def _beside_words() -> frozenset[str]:
    told = tomllib.loads(files("opora.answering").joinpath("live.toml").read_text("utf-8"))
    return frozenset(fold(word) for word in told["beside"])
