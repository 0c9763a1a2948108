"""Which pages does a site say it has?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from lxml import etree

from opora.collecting.fetching import inflated
from opora.errors import CollectingError

USUAL_NAMES = (
    "/sitemap.xml",
    "/sitemap_index.xml",
    "/sitemap-index.xml",
    "/sitemap.xml.gz",
    "/sitemap.txt",
    "/wp-sitemap.xml",
)
NESTED = 2  # levels below the first map
MAPS = 100  # read at most, the first one included
LARGEST = 50_000_000  # bytes of one unpacked map, the standard's own limit


@dataclass(frozen=True, slots=True)
class SiteMap:
    """What the maps of a site name. ``pages`` in their order; ``failed``: maps that could not be read, and why."""

    pages: tuple[str, ...] = ()
    maps: tuple[str, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class _Found:
    pages: dict[str, None] = field(default_factory=dict)
    maps: dict[str, None] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)


def read_maps(first: Iterable[str], body: Callable[[str], bytes]) -> SiteMap:
    """The pages that the maps at ``first`` and, two levels down, the maps they name speak of.

    ``body(url)`` gives the bytes of a map or raises an OporaError; a map that cannot be had is told, the others count.
    """
    found = _Found()
    level = list(dict.fromkeys(first))
    for _ in range(NESTED + 1):
        level = [nested for url in level for nested in _read(url, body, found) if nested not in found.maps]
    for url in level:
        found.failed.setdefault(url, f"nested deeper than {NESTED} levels")
    return SiteMap(tuple(found.pages), tuple(found.maps), tuple(found.failed.items()))


def _read(url: str, body: Callable[[str], bytes], found: _Found) -> list[str]:
    """Take the pages of one map; return the maps it names."""
    if url in found.maps or url in found.failed:
        return []
    if len(found.maps) >= MAPS:
        found.failed[url] = f"more than {MAPS} maps"
        return []
    try:
        pages, nested = parsed(body(url), url)
    except CollectingError as error:
        found.failed[url] = error.message
        return []
    found.maps[url] = None
    found.pages.update(dict.fromkeys(pages))
    return nested


def parsed(data: bytes, url: str) -> tuple[list[str], list[str]]:
    """The pages and the maps that one map names: XML (packed or not) or a text with an address on each line.

    Raises CollectingError for what is neither.
    """
    if data.startswith(b"\x1f\x8b"):
        data = inflated(data, LARGEST, url)
    lines = data.decode("utf-8-sig", "replace").split()
    if lines and all(line.startswith(("http://", "https://")) for line in lines):
        return lines, []
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True, huge_tree=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        root = None
    kind = etree.QName(root).localname if root is not None else ""
    if root is None or kind not in ("urlset", "sitemapindex"):
        raise CollectingError(f"{url} is no site map")
    places = [_text(one) for entry in root for one in entry if _named(one, "loc")]
    named = [place for place in places if place]
    return (named, []) if kind == "urlset" else ([], named)


def _named(element: etree._Element, name: str) -> bool:
    return isinstance(element.tag, str) and etree.QName(element).localname == name


def _text(element: etree._Element) -> str:
    return (element.text or "").strip()
