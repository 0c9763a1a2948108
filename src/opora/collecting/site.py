"""Which pages does a web site have today, what do they hold, and which of those we knew are gone?

The site map first; where there is none, the links, breadth first. Nothing is dropped in silence: each address that was
met and not taken stands in the run with its reason.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from opora.collecting.fetching import Before, Fetched, FetchRules, Known, fetch, nothing_known
from opora.collecting.page_address import one_form, same_origin
from opora.collecting.robots import Robots, read_robots
from opora.collecting.sitemaps import LARGEST, SiteMap, read_maps
from opora.collecting.web_page import HTML, NO_PAGES, PageHead, page_head
from opora.errors import BackendError, CollectingError, OporaError, RefusedError, UsageError

MOST_PAGES = 200
_OFFICE = "application/vnd.openxmlformats-officedocument"
DOCUMENTS = HTML | {
    "application/pdf", "text/plain", "text/markdown", "text/csv", "application/rtf", "application/msword",
    f"{_OFFICE}.wordprocessingml.document", f"{_OFFICE}.spreadsheetml.sheet", f"{_OFFICE}.presentationml.presentation",
    "application/vnd.oasis.opendocument.text",
}  # fmt: skip
Strategy = Literal["site map", "links"]
Get = Callable[[str, FetchRules, Before], Fetched]


@dataclass(frozen=True, slots=True)
class SiteRules:
    """``pages``: how many are taken at most, 200 being the most. ``pause``: seconds between two requests.

    ``asked``: how many requests a page may cost in the end, so that a maze of links ends.
    """

    pages: int = 50
    pause: float = 0.5
    fetch: FetchRules = field(default_factory=lambda: FetchRules(types=DOCUMENTS))
    asked: int = 6

    def __post_init__(self) -> None:
        if not 1 <= self.pages <= MOST_PAGES:
            raise UsageError(f"a site run takes 1 to {MOST_PAGES} pages, not {self.pages}")


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of an address from the last run: what its server said of it, and what its page said (see PageHead)."""

    known: Known = field(default_factory=Known)
    links: tuple[str, ...] = ()
    canonical: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """One page. ``address``: its one form. ``fetched.changed`` is false when it is as it was; there is no body then."""

    address: str
    fetched: Fetched
    head: PageHead

    @property
    def kept(self) -> Kept:
        """What the next run should be told."""
        return Kept(self.fetched.known, self.head.links, self.head.canonical, self.head.words)


@dataclass(frozen=True, slots=True)
class SiteRun:
    """``skipped`` and ``failed``: address and reason. ``gone``: known addresses that the site itself says it has no more.

    ``kept``: what the next run should be told, of pages and of their doubles. ``limited``: there are more pages than
    the limit. A run that could not be walked to its end is an error, never a result.
    """

    strategy: Strategy
    pages: tuple[Page, ...]
    skipped: tuple[tuple[str, str], ...]
    failed: tuple[tuple[str, str], ...]
    gone: tuple[tuple[str, str], ...]
    kept: Mapping[str, Kept]
    limited: bool
    requests: int


@dataclass(slots=True)
class _Run:
    """A run under way."""

    start: str
    rules: SiteRules
    known: Mapping[str, Kept]
    get: Get
    sleep: Callable[[float], None]
    robots: Robots | None = None
    requests: int = 0
    limited: bool = False
    kept: dict[str, Kept] = field(default_factory=dict)
    pages: dict[str, Page] = field(default_factory=dict)
    shown: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)

    def ask(self, url: str, rules: FetchRules, before: Before = nothing_known) -> Fetched:
        """One polite request, and one more when the server asks to come again."""
        for again in (True, False):
            if self.requests:
                self.sleep(max(self.rules.pause, self.robots.pause if self.robots else 0.0))
            self.requests += 1
            try:
                return self.get(url, rules, before)
            except OporaError as error:
                if not (again and error.transient):
                    raise
        raise AssertionError("unreachable")

    def met(self, url: str) -> bool:
        return url in self.pages or url in self.skipped or url in self.failed or url in self.gone


def collect_site(
    start: str,
    rules: SiteRules = SiteRules(),
    known: Mapping[str, Kept] | None = None,
    get: Get = fetch,
    sleep: Callable[[float], None] = time.sleep,
) -> SiteRun:
    """Walk the site of ``start`` once. ``known``: pages of the last run by address.

    Raises ForbiddenAddressError, BackendError (the site, or its robots.txt, cannot be asked now), UsageError and
    CollectingError (the start is no address).
    """
    try:
        first = one_form(start)
    except (ValueError, UnicodeError) as error:
        raise CollectingError(f"{start!r} is no address of a site") from error
    run = _Run(first, rules, known or {}, get, sleep)
    plain = replace(rules.fetch, types=frozenset(), bytes=LARGEST)
    run.robots = read_robots(first, lambda url: run.ask(url, plain).body)
    maps = read_maps(run.robots.maps, lambda url: _map_body(run, url, plain))
    _walk(run, maps)
    _look_after(run)
    skipped, failed, gone = (tuple(one.items()) for one in (run.skipped, run.failed, run.gone))
    strategy: Strategy = "site map" if maps.pages else "links"
    pages = tuple(run.pages.values())
    return SiteRun(strategy, pages, skipped, failed, gone, run.kept, run.limited, run.requests)


def _map_body(run: _Run, url: str, rules: FetchRules) -> bytes:
    try:
        return run.ask(url, rules).body
    except BackendError as error:
        raise CollectingError(error.message) from error


def _walk(run: _Run, maps: SiteMap) -> None:
    """Take page after page: those of the maps in their order, or those that links lead to, breadth first."""
    if run.robots and run.robots.stated:
        run.failed.update(maps.failed)
    queue = deque(_in_one_form(run, maps.pages) or [run.start])
    while queue:
        url = queue.popleft()
        page = _page_at(run, url)
        more: list[str] = []
        if page is not None:
            more = [page.head.canonical, *(variant for _, variant in page.head.variants)]
        if not maps.pages:
            more += page.head.links if page is not None else run.known.get(url, Kept()).links
        queue.extend(one for one in dict.fromkeys(more) if one and not run.met(one))


def _page_at(run: _Run, url: str) -> Page | None:
    """The page at an address not met before, when it may be asked for."""
    if run.met(url):
        return None
    if reason := _why_not(run, url):
        run.skipped[url] = reason
        return None
    return _taken(run, url)


def _in_one_form(run: _Run, pages: Iterable[str]) -> list[str]:
    found: dict[str, None] = {}
    for text in pages:
        try:
            found[one_form(text)] = None
        except (ValueError, UnicodeError):
            run.skipped[text] = "no address"
    return list(found)


def _why_not(run: _Run, url: str) -> str:
    """Why an address is not asked for, empty when it is."""
    if not same_origin(url, run.start):
        return "another site"
    if NO_PAGES.search(url.partition("?")[0]):
        return "no page or document by its name"
    if run.robots and not run.robots.allows(url):
        return "robots.txt does not allow it"
    if len(run.pages) >= run.rules.pages or run.requests >= run.rules.pages * run.rules.asked + 20:
        run.limited = True
        return f"over the limit of {run.rules.pages} pages"
    return ""


def _taken(run: _Run, url: str) -> Page | None:
    """The page at an address, told as skipped, failed or gone when it is none."""
    kept = run.known.get(url, Kept())
    try:
        fetched = run.ask(url, run.rules.fetch, lambda hop: _before(run, url, hop))
    except RefusedError as error:
        if error.status in (404, 410):
            (run.gone if url in run.known else run.skipped)[url] = f"answered {error.status}"
        elif error.transient or error.status >= 500:
            run.failed[url] = error.message
        else:
            run.skipped[url] = error.message
        return None
    except OporaError as error:
        run.failed[url] = error.message
        return None
    final = _form(fetched.url)
    if final != url:
        return _redirected(run, url, final, fetched)
    return _keep(run, url, fetched, kept)


def _form(url: str) -> str:
    """The one form of an address that a server gave, or the address as it stands when it has none."""
    try:
        return one_form(url)
    except (ValueError, UnicodeError):
        return url


def _before(run: _Run, url: str, hop: str) -> Known | None:
    """What is kept of a hop on the way of ``url``; a page that was met already is not asked for again."""
    at = _form(hop)
    return None if at != url and run.met(at) else run.known.get(at, Kept()).known


def _redirected(run: _Run, url: str, final: str, fetched: Fetched) -> Page | None:
    reason = f"leads to {final}"
    (run.gone if url in run.known else run.skipped)[url] = reason
    if run.met(final):
        return None
    if reason := _why_not(run, final):
        run.skipped[final] = reason
        return None
    return _keep(run, final, fetched, run.known.get(final, Kept()))


def _keep(run: _Run, url: str, fetched: Fetched, kept: Kept) -> Page | None:
    head = page_head(fetched) if fetched.changed else PageHead(kept.links, canonical=kept.canonical, words=kept.words)
    if head.kept_out:
        run.skipped[url] = head.kept_out
        return None
    page = Page(url, fetched, head)
    run.kept[url] = page.kept
    return page if _proper(run, page) else None


def _proper(run: _Run, page: Page) -> bool:
    """Take the page, unless another address shows the same words: the canonical one stays, else the one met first."""
    double = run.shown.setdefault(page.head.words or page.address, page.address)
    stays, goes = page.address, double
    if double != page.address and run.pages[double].head.canonical != page.address:
        stays, goes = double, page.address
    if goes != stays:
        run.skipped[goes] = f"the same page as {stays}"
        run.pages.pop(goes, None)
    if stays == page.address:
        run.pages[stays] = page
        run.shown[page.head.words or stays] = stays
    return stays == page.address


def _look_after(run: _Run) -> None:
    """Ask for the pages of the last run that nothing named this time: gone, or only forgotten by the site?"""
    for url in run.known:
        if not run.met(url) and run.robots and run.robots.allows(url):
            _taken(run, url)
