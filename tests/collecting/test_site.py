"""Does a walk of a web site take exactly its pages, by its map and by its links, and again only what changed?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from web_site import HOST, Answer, WebSite, serving

from opora.collecting.addresses import AddressRules
from opora.collecting.fetching import Before, Fetched, FetchRules, fetch, nothing_known
from opora.collecting.site import DOCUMENTS, Kept, SiteRules, SiteRun, collect_site
from opora.errors import BackendError, ForbiddenAddressError, RefusedError, TooMuchError, UsageError

LANGUAGES = ("en", "ru", "ro")
ALLOWED = AddressRules((HOST,))


@pytest.fixture
def site() -> Iterator[WebSite]:
    with serving() as made:
        yield made


def got(site: WebSite, rules: FetchRules, url: str, before: Before = nothing_known) -> Fetched:
    return fetch(url, rules, before, site.resolve)


def walk(site: WebSite, pages: int = 200, known: Mapping[str, Kept] | None = None) -> SiteRun:
    rules = SiteRules(pages, 0.0, FetchRules(ALLOWED, types=DOCUMENTS))
    return collect_site(site.root, rules, known, lambda url, of, before: got(site, of, url, before), lambda _: None)


def paths(site: WebSite, run: SiteRun) -> list[str]:
    return sorted(page.address.removeprefix(site.root) for page in run.pages)


def build(site: WebSite) -> list[str]:
    """300 addresses, 191 of them proper pages: three languages, a PDF, doubles, loops, redirects, broken ones."""
    topics = [f"{section}/{number}" for section in ("help", "prices", "news") for number in range(21)]
    proper = [f"/{lang}/{topic}" for lang in LANGUAGES for topic in topics]
    for lang in LANGUAGES:
        for place, topic in enumerate(topics[:-1]):
            ring = (
                f"/{lang}/{topics[(place + 1) % 62]}",
                f"/{lang}/{topics[(place + 7) % 62]}#part",
                "../../",
                "/ru/help/0",
            )
            extra = (
                f"/old/{lang}/{place}",
                f"/{lang}/{topic}?sid=77{place}&utm_source=x",
                f"/private/{place}",
                "mailto:a@b.c",
            )
            others = "".join(
                f'<link rel="alternate" hreflang="{one}" href="/{one}/{topic}">' for one in LANGUAGES if one != lang
            )
            site.page(f"/{lang}/{topic}", f"{lang} {topic}", ring + (extra if place < 10 else ()), others, lang)
        site.page(f"/{lang}/{topics[-1]}", f"{lang} the last one", ("/files/terms.pdf",), lang=lang)
    for lang in LANGUAGES:
        for place in range(10):
            site.moved(f"/old/{lang}/{place}", f"/{lang}/{topics[place]}")
    for place in range(10):
        site.page(f"/private/{place}", f"private {place}")
    site.page(
        "/",
        "the start",
        (*(f"/{lang}/help/0" for lang in LANGUAGES), "/print/start", "/broken", "/loop/a", "/en/news/20"),
    )
    site.answers["/"].body = site.answers["/"].body.replace(
        b"</nav>", b'<a href="/ru/news/20">r</a><a href="/ro/news/20">r</a></nav>'
    )
    site.page("/print/start", "the start", head='<link rel="canonical" href="/">')
    site.moved("/loop/a", "/loop/b")
    site.moved("/loop/b", "/loop/a")
    site.answers["/broken"] = Answer(b"oh", status=500)
    site.answers["/files/terms.pdf"] = Answer(b"%PDF-1.4 terms", "application/pdf")
    site.answers["/robots.txt"] = Answer(b"User-agent: *\nDisallow: /private/\n", "text/plain")
    return sorted([*proper, "/", "/files/terms.pdf"])


def with_map(site: WebSite, named: list[str]) -> None:
    site.answers["/robots.txt"].body += f"Sitemap: {site.root}/maps/all.xml\n".encode()
    site.map("/maps/all.xml", ["/maps/first.xml", "/maps/second.xml.gz"], index=True)
    site.map("/maps/first.xml", ["/maps/deep.xml"], index=True)
    site.map("/maps/second.xml.gz", named[100:], packed=True)
    site.map("/maps/deep.xml", [*named[:100], "/private/3", "/broken", "/loop/a", "/print/start", "/old/en/1"])


@pytest.mark.parametrize("mapped", [False, True])
def test_a_walk_takes_exactly_the_pages_of_a_site(site: WebSite, mapped: bool) -> None:
    right = build(site)
    if mapped:
        with_map(site, right)
    run = walk(site)
    assert run.strategy == ("site map" if mapped else "links")
    assert paths(site, run) == right
    told = dict(run.skipped)
    assert told[f"{site.root}/private/3"] == "robots.txt does not allow it"
    assert told[f"{site.root}/print/start"] == f"the same page as {site.root}/"
    assert "leads to" in told[f"{site.root}/old/en/1"]
    assert [url for url, _ in run.failed] == [f"{site.root}/broken"]
    assert not any(path.startswith("/private") for path, _ in site.asked)
    assert not run.limited


@pytest.mark.parametrize("mapped", [False, True])
def test_a_second_walk_fetches_only_what_changed(site: WebSite, mapped: bool) -> None:
    right = build(site)
    if mapped:
        with_map(site, right)
    first = walk(site)
    site.asked.clear()
    site.page("/ru/prices/3", "new prices of the third", lang="ru")
    site.answers["/en/news/5"].status = 503
    del site.answers["/ro/news/9"]
    second = walk(site, known=first.kept)
    sent = [path for path, status in site.asked if status == 200 and not path.startswith(("/maps", "/robots"))]
    assert sent == ["/ru/prices/3"]
    assert [page.address for page in second.pages if page.fetched.changed] == [f"{site.root}/ru/prices/3"]
    assert second.gone == ((f"{site.root}/ro/news/9", "answered 404"),)
    assert f"{site.root}/en/news/5" in dict(second.failed)
    assert paths(site, second) == sorted(set(right) - {"/ro/news/9", "/en/news/5"})


def test_a_page_that_nothing_names_any_more_but_that_stands_is_not_gone(site: WebSite) -> None:
    site.page("/", "start", ("/a", "/b"))
    site.page("/a", "first")
    site.page("/b", "second")
    first = walk(site)
    site.page("/", "start again", ("/a",))
    assert walk(site, known=first.kept).gone == ()


def test_the_limit_is_kept_and_told(site: WebSite) -> None:
    build(site)
    run = walk(site, pages=20)
    assert (len(run.pages), run.limited) == (20, True)
    assert any("over the limit" in reason for _, reason in run.skipped)
    with pytest.raises(UsageError):
        SiteRules(pages=201)


def test_a_maze_of_links_ends(site: WebSite) -> None:
    site.page("/", "start", tuple(f"/none/{number}" for number in range(500)))
    assert walk(site, pages=10).requests < 100


def test_nothing_is_asked_when_robots_cannot_be_read(site: WebSite) -> None:
    site.page("/", "start")
    site.answers["/robots.txt"] = Answer(status=503)
    with pytest.raises(BackendError, match=r"robots\.txt"):
        walk(site)
    assert {path for path, _ in site.asked} == {"/robots.txt"}


def test_a_page_that_says_noindex_is_told_and_left(site: WebSite) -> None:
    site.page("/", "start", ("/a",))
    site.page("/a", "first", head='<meta name="robots" content="noindex">')
    assert dict(walk(site).skipped)[f"{site.root}/a"] == "the page says noindex"


def test_a_redirect_to_an_inner_address_reaches_nothing(site: WebSite) -> None:
    site.moved("/", f"http://127.0.0.1:{site.port}/secret")
    site.page("/secret", "secret")
    with pytest.raises(ForbiddenAddressError):
        got(site, FetchRules(ALLOWED), site.root)
    assert [path for path, _ in site.asked] == ["/"]


def test_a_fetch_ends_at_its_bounds(site: WebSite) -> None:
    import gzip

    site.answers["/big"] = Answer(b"x" * 2000, "text/plain")
    site.answers["/bomb"] = Answer(gzip.compress(b"0" * 3_000_000), "text/plain", headers={"Content-Encoding": "gzip"})
    site.answers["/cut"] = Answer(
        gzip.compress(b"words " * 99)[:-9], "text/plain", headers={"Content-Encoding": "gzip"}
    )
    site.answers["/film"] = Answer(b"x", "video/mp4")
    for number in range(9):
        site.moved(f"/hop{number}", f"/hop{number + 1}", 302)
    rules = FetchRules(ALLOWED, bytes=10_000, inflated_bytes=100_000)
    with pytest.raises(TooMuchError, match="bytes"):
        got(site, FetchRules(ALLOWED, bytes=1000), f"{site.root}/big")
    with pytest.raises(TooMuchError, match="unpacks"):
        got(site, rules, f"{site.root}/bomb")
    with pytest.raises(RefusedError, match="cut short"):
        got(site, rules, f"{site.root}/cut")
    with pytest.raises(RefusedError, match="video/mp4"):
        got(site, FetchRules(ALLOWED, types=DOCUMENTS), f"{site.root}/film")
    with pytest.raises(TooMuchError, match="more than 5 times"):
        got(site, rules, f"{site.root}/hop0")
