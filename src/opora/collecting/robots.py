"""What does a site allow a collector to ask for, how fast, and which site maps does it name?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from opora.collecting.sitemaps import USUAL_NAMES
from opora.errors import BackendError, RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from protego import Protego

AGENT = "Opora"
SLOWEST = 10.0  # seconds between two requests: a site that asks for more is collected at this pace


@dataclass(frozen=True, slots=True)
class Robots:
    """The rules of one site. ``pause``: seconds it asks to wait between requests, 0 when it asks for none."""

    rules: Protego
    pause: float
    maps: tuple[str, ...]
    stated: bool

    def allows(self, url: str) -> bool:
        return bool(self.rules.can_fetch(url, AGENT))


def read_robots(start: str, body: Callable[[str], bytes]) -> Robots:
    """The rules at ``/robots.txt`` of the site of ``start``; a site without that file allows everything.

    Raises BackendError when the file cannot be had now: what cannot be asked is not allowed (RFC 9309, 2.3.1.4).
    """
    from protego import Protego

    place = urljoin(start, "/robots.txt")
    try:
        text, stated = body(place).decode("utf-8-sig", "replace"), True
    except RefusedError as error:
        if error.transient or error.status >= 500:
            raise BackendError(
                f"{place} cannot be read, so nothing there may be asked for", "try again later"
            ) from error
        text, stated = "", False
    rules = Protego.parse(text)
    asked = rules.crawl_delay(AGENT)
    maps = tuple(urljoin(start, one) for one in rules.sitemaps)
    usual = tuple(urljoin(start, name) for name in USUAL_NAMES)
    return Robots(rules, min(float(asked or 0.0), SLOWEST), maps or usual, stated and bool(maps))
