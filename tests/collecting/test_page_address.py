"""Which addresses are one page?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opora.collecting.page_address import one_form, same_origin
from opora.collecting.sitemaps import parsed
from opora.errors import CollectingError

SAME = [
    ("HTTP://Shop.Example:80/a/./b/../c#top", "http://shop.example/a/c"),
    ("https://shop.example", "https://shop.example/"),
    ("https://shop.example:443/a?b=2&a=1", "https://shop.example/a?a=1&b=2"),
    ("https://shop.example/a?PHPSESSID=77&x=1", "https://shop.example/a?x=1"),
    ("https://shop.example/a;jsessionid=8A?utm_source=m&gclid=3", "https://shop.example/a"),
    ("https://shop.example/%7Euser/%d1%8f", "https://shop.example/~user/%D1%8F"),
    ("https://shop.example/я", "https://shop.example/%D1%8F"),
    ("https://пример.рф/", "https://xn--e1afmkfd.xn--p1ai/"),
    ("https://shop.example//evil.example/../a/..", "https://shop.example//"),
    ("http://[::1]:8080/x", "http://[::1]:8080/x"),
]
OTHER = [("/a%2Fb", "/a/b"), ("/a", "/A"), ("/a", "/a/"), ("/a?x=1", "/a?x=2"), ("/a?id=1", "/a"), ("/50%25", "/50")]


@pytest.mark.parametrize(("written", "form"), SAME)
def test_an_address_has_one_form(written: str, form: str) -> None:
    assert one_form(written) == form


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_other_pages_stay_apart(one: str, other: str) -> None:
    assert one_form("https://shop.example" + one) != one_form("https://shop.example" + other)


@given(st.text(max_size=40), st.text(max_size=20))
def test_the_form_of_a_form_is_itself(path: str, query: str) -> None:
    try:
        form = one_form(f"https://shop.example/{path}?{query}")
    except ValueError:
        return
    assert one_form(form) == form


def test_a_host_with_www_is_the_same_site_and_another_host_is_not() -> None:
    assert same_origin("https://www.shop.example/a", "http://shop.example/b")
    assert not same_origin("https://shop.example.evil.example/", "https://shop.example/")
    assert not same_origin("https://shop.example:8443/", "https://shop.example/")


@pytest.mark.parametrize(
    "data", [b"", b"<html></html>", b"\x00\x01", b"<!DOCTYPE x [<!ENTITY a 'b'>]><urls>&a;</urls>", b"\x1f\x8bno"]
)
def test_what_is_no_site_map_is_an_error(data: bytes) -> None:
    with pytest.raises(CollectingError):
        parsed(data, "https://shop.example/sitemap.xml")


def test_a_map_opens_no_outer_entity() -> None:
    data = b'<!DOCTYPE u [<!ENTITY x SYSTEM "file:///etc/hostname">]><urlset><url><loc>https://a.example/&x;</loc></url></urlset>'
    pages, _ = parsed(data, "https://a.example/sitemap.xml")
    assert pages in ([], ["https://a.example/"])
