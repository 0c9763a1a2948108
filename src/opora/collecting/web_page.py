"""What does a page say about itself and its neighbours: links, its proper address, its language, whether it may be kept?"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from opora.collecting.page_address import one_form, same_origin

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

    from opora.collecting.fetching import Fetched

HTML = frozenset({"text/html", "application/xhtml+xml"})
NO_PAGES = re.compile(
    r"\.(?:jpe?g|png|gif|webp|svg|ico|bmp|css|js|mjs|json|xml|woff2?|ttf|eot|zip|gz|tgz|rar|7z|exe|msi|dmg|apk|iso|"
    r"mp[34]|m4[av]|avi|mov|webm|wav|ogg)$",
    re.I,
)
_UNSEEN = ("script", "style", "noscript", "template", "nav", "header", "footer", "aside")


@dataclass(frozen=True, slots=True)
class PageHead:
    """``links``, ``variants`` (language, address) and ``canonical`` in one form and of the page's own site only.

    ``words``: a digest of the words it shows, for telling whether two addresses show the same.
    """

    links: tuple[str, ...] = ()
    variants: tuple[tuple[str, str], ...] = ()
    canonical: str = ""
    language: str = ""
    kept_out: str = ""
    words: str = ""


def page_head(fetched: Fetched) -> PageHead:
    """What an HTML page says in its head and its links; of any other file, only whether its server lets it be kept."""
    robots = {word.strip().lower() for word in fetched.headers.get("x-robots-tag", "").split(",")}
    kept_out = "its server says noindex" if robots & {"noindex", "none"} else ""
    if fetched.media_type not in HTML:
        return PageHead(kept_out=kept_out)
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(fetched.body.decode(_charset(fetched), "replace"))
    robots |= _meta_robots(tree)
    base = urljoin(fetched.url, _attribute(tree.css_first("base[href]"), "href"))
    followed = not robots & {"nofollow", "none"}
    return PageHead(
        links=_links(tree, base, fetched.url) if followed else (),
        variants=_variants(tree, base, fetched.url),
        canonical=next(iter(_own(base, fetched.url, [_canonical(tree)])), ""),
        language=_attribute(tree.css_first("html"), "lang").lower(),
        kept_out=kept_out or ("the page says noindex" if robots & {"noindex", "none"} else ""),
        words=_digest(_text(tree)),
    )


def _charset(fetched: Fetched) -> str:
    import codecs

    try:
        return codecs.lookup(fetched.charset or "utf-8").name
    except LookupError:
        return "utf-8"


def _meta_robots(tree: LexborHTMLParser) -> set[str]:
    found = [_attribute(one, "content") for one in tree.css("meta[name]") if _attribute(one, "name").lower() in _ASKED]
    return {word.strip().lower() for text in found for word in text.split(",")}


_ASKED = ("robots", "opora")


def _canonical(tree: LexborHTMLParser) -> str:
    named = [one for one in tree.css("link[rel][href]") if "canonical" in _attribute(one, "rel").lower().split()]
    return _attribute(named[0], "href") if named else ""


def _variants(tree: LexborHTMLParser, base: str, page: str) -> tuple[tuple[str, str], ...]:
    found = []
    for one in tree.css("link[hreflang][href]"):
        if "alternate" in _attribute(one, "rel").lower().split():
            found += [(_attribute(one, "hreflang").lower(), url) for url in _own(base, page, [_attribute(one, "href")])]
    return tuple(dict.fromkeys(found))


def _links(tree: LexborHTMLParser, base: str, page: str) -> tuple[str, ...]:
    named = [one for one in tree.css("a[href], area[href]") if "nofollow" not in _attribute(one, "rel").lower().split()]
    return _own(base, page, [_attribute(one, "href") for one in named])


def _own(base: str, page: str, written: list[str]) -> tuple[str, ...]:
    """The addresses of this site among those written, in one form, each once."""
    found: dict[str, None] = {}
    for text in written:
        try:
            url = one_form(urljoin(base, text.strip()))
        except (ValueError, UnicodeError):
            continue
        if text.strip() and url.startswith(("http://", "https://")) and same_origin(url, page):
            found[url] = None
    return tuple(found)


def _attribute(node: LexborNode | None, name: str) -> str:
    return (node.attributes.get(name) or "") if node is not None else ""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest() if text else ""


def _text(tree: LexborHTMLParser) -> str:
    body = tree.body
    if body is None:
        return ""
    for node in tree.css(", ".join(_UNSEEN)):
        node.decompose()
    return " ".join(body.text(separator=" ").split())
