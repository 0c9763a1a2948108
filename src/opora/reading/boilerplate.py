"""Which parts of a web page are not its content?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opora.reading.html_hidden import hides

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

UNSEEN = frozenset(
    [
        "script",
        "style",
        "template",
        "noscript",
        "head",
        "meta",
        "link",
        "iframe",
        "object",
        "embed",
        "canvas",
        "svg",
        "math",
        "audio",
        "video",
        "map",
        "param",
        "source",
        "track",
        "datalist",
        "select",
        "option",
        "optgroup",
        "button",
        "input",
        "textarea",
        "dialog",
    ]
)
_OUTER = {"nav": "navigation", "aside": "side bar", "footer": "footer"}
_ROLES = {
    "navigation": "navigation",
    "banner": "page header",
    "contentinfo": "footer",
    "search": "search form",
    "complementary": "side bar",
    "dialog": "dialog",
    "alertdialog": "dialog",
    "menu": "menu",
    "menubar": "menu",
    "toolbar": "menu",
}
_NAMED = {
    "navigation": "nav navbar navigation navheader navfooter navmenu topnav sidenav breadcrumb breadcrumbs pagination pager skip skip-link skiplink",
    "menu": "menu mainmenu submenu dropdown-menu main-menu site-menu",
    "side bar": "sidebar side-bar",
    "footer": "footer site-footer page-footer colophon copyright",
    "page header": "site-header page-header-nav masthead topbar",
    "cookie notice": "cookie cookies cookie-banner cookie-consent cookie-notice cookiebar consent gdpr cc-window",
    "sharing buttons": "share sharing social social-links social-share sharebar addtoany",
    "advertising": "ad ads advert advertisement adsense sponsored promo-banner",
    "newsletter form": "newsletter subscribe newsletter-signup",
    "pop-up": "popup pop-up modal lightbox newsletter-popup",
    "links to other pages": "related related-posts related-articles related-links related-content recommended more-posts",
    "text for screen readers": "sr-only visually-hidden visuallyhidden screen-reader-text",
}
_BY_NAME = {token: reason for reason, tokens in _NAMED.items() for token in tokens.split()}
_BOXES = frozenset(["div", "section", "ul", "ol", "table", "form", "header", "span", "p", "dl", "center"])
_MIN_LINKS = 4
_LINK_SHARE = 0.75
_LABEL_CHARS = 40


def why_left_out(node: LexborNode, inside_content: bool, page_chars: int) -> str | None:
    """The name of what this element is when it is not content, else ``None``.

    ``inside_content``: under ``main`` or ``article``, where a header or an aside may belong to the text.
    ``page_chars``: visible characters of the page; what holds most of them is content whatever it is called.
    """
    tag = node.tag
    attributes = node.attributes
    if is_hidden(attributes):
        return "hidden element"
    reason = _outer(tag, attributes, inside_content)
    if reason is None and tag in _BOXES:
        reason = _by_name(attributes)
    if reason is None and not inside_content and tag in ("ul", "ol", "div", "table", "dl") and _is_link_list(node):
        reason = "list of links"
    if reason is None or (reason == "navigation" and tag == "nav"):
        return reason
    return None if holds_the_page(node, page_chars) else reason


def is_hidden(attributes: dict[str, str | None]) -> bool:
    """Whether the element says of itself that it is not seen."""
    if "hidden" in attributes and attributes.get("hidden") != "until-found":
        return True
    if attributes.get("aria-hidden") == "true":
        return True
    return hides(attributes.get("style") or "")


def _outer(tag: str | None, attributes: dict[str, str | None], inside_content: bool) -> str | None:
    role = (attributes.get("role") or "").strip().lower()
    if role in _ROLES:
        return _ROLES[role]
    if tag == "header":
        return None if inside_content else "page header"
    if tag == "aside" and inside_content:
        return None
    return _OUTER.get(tag or "")


def _by_name(attributes: dict[str, str | None]) -> str | None:
    for key in ("class", "id"):
        for token in (attributes.get(key) or "").lower().replace("_", "-").split():
            reason = _BY_NAME.get(token)
            if reason:
                return reason
            if token.startswith(("cookie-", "cookie")) or token.endswith(("-breadcrumb", "-breadcrumbs")):
                return "cookie notice" if token.startswith("cookie") else "navigation"
    return None


def _is_link_list(node: LexborNode) -> bool:
    """Almost all of it is the short text of several links."""
    links = node.css("a[href]")
    if len(links) < _MIN_LINKS:
        return False
    total = len(squeezed(node.text()))
    linked = sum(len(squeezed(link.text())) for link in links)
    return total > 0 and linked / total >= _LINK_SHARE and linked / len(links) <= _LABEL_CHARS


def holds_the_page(node: LexborNode, page_chars: int) -> bool:
    return len(squeezed(node.text())) > 0.6 * page_chars


def squeezed(text: str) -> str:
    return " ".join(text.split())
