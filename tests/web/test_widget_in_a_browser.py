"""Does the widget work on a page of another site under a strict policy, by keyboard and for readers of screens, and nowhere else?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from browser import AXE, chromium, needs_chromium, opora, served, shots_folder
from served_library import make_library
from widget_site import COUNTER, let_in, public_key, site

pytestmark = [needs_chromium, pytest.mark.slow]
POLICY = "default-src 'none'; script-src {0}; connect-src {0}; base-uri 'none'; require-trusted-types-for 'script'"
"""No styles, no pictures, no inline scripts, no markup from text: what the page needs is the server of the answers alone."""
PAGE = (
    '<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>Shop</title><h1>Shop</h1>'
    '<script src="{address}/widget.js" data-assistant="{assistant}" data-key="{key}" data-at="2026-10-23" defer></script></html>'
)
OPENS = {
    "en": ("Ask a question", "Citation 1:"),
    "ru": ("Задать вопрос", "Цитата 1:"),
    "uk": ("Поставити запитання", "Цитата 1:"),
    "ro": ("Pune o întrebare", "Citat 1:"),
}


@dataclass(frozen=True, slots=True)
class Stand:
    """``visit(lang, host)`` opens the page of the site; its policy's complaints and others stand in ``trouble``."""

    visit: Callable[..., Any]
    trouble: list[str]
    server: Any


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Any, str]]:
    """The library with a PDF beside its pages; the site of the shop, and a public key."""
    from reportlab.pdfgen.canvas import Canvas

    base = tmp_path_factory.mktemp("widget")
    folder = make_library(base)
    pdf = Canvas(str(base / "parking.pdf"), invariant=1)
    pdf.drawString(72, 700, "A visitor parks in lot C free of charge.")
    pdf.save()
    opora("add", "--library", folder, base / "parking.pdf", "--collection", "shop")
    with site() as pages:
        let_in(folder, f"http://127.0.0.1:{pages.server_address[1]}")
        key = public_key(folder)
        with served(folder) as address:
            yield address, pages, key


@pytest.fixture
def stand(browser: Any, shop: tuple[str, Any, str]) -> Iterator[Stand]:
    address, pages, key = shop
    trouble: list[str] = []
    contexts: list[Any] = []

    def visit(lang: str = "en", host: str = "127.0.0.1", **look: Any) -> Any:
        pages.policy = POLICY.format(address)
        pages.page = PAGE.format(lang=lang, address=address, assistant=COUNTER, key=key)
        contexts.append(browser.new_context(**({"viewport": {"width": 1200, "height": 800}} | look)))
        page = contexts[-1].new_page()
        page.set_default_timeout(30_000)
        page.on("console", lambda said: trouble.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(f"http://{host}:{pages.server_address[1]}/")
        return page

    yield Stand(visit, trouble, pages)
    for one in contexts:
        one.close()


@pytest.fixture(scope="module")
def shots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = shots_folder(tmp_path_factory.mktemp("looked"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def focused(page: Any) -> Any:
    """What has the focus inside the widget: its text, or its label."""
    return page.evaluate(
        "() => { const one = document.querySelector('opora-widget').shadowRoot.activeElement;"
        " return one && (one.getAttribute('aria-label') || one.textContent || one.tagName); }"
    )


@pytest.mark.parametrize("lang", list(OPENS))
def test_a_question_is_answered_and_its_citation_opens_by_keyboard_alone(stand: Stand, lang: str, shots: Path) -> None:
    opens, cited = OPENS[lang]
    page = stand.visit(lang)
    page.get_by_role("button", name=opens).wait_for()
    page.keyboard.press("Tab")
    assert focused(page) == opens
    page.keyboard.press("Enter")
    page.keyboard.type("What is the parcel fee for Cluj?")
    page.keyboard.press("Enter")
    page.get_by_role("log").get_by_text("17 lei").wait_for()
    chip = page.get_by_role("button", name=cited)
    assert chip.get_attribute("title") == "The parcel fee for Cluj is 17 lei."
    page.screenshot(path=shots / f"widget-{lang}.png")
    for _ in range(8):
        page.keyboard.press("Shift+Tab")
        if str(focused(page)).startswith(cited):
            break
    page.keyboard.press("Enter")
    place = page.get_by_role("region")
    place.locator("mark").first.wait_for()
    assert place.locator("blockquote mark").inner_text() == "The parcel fee for Cluj is 17 lei."
    assert "pallet" in place.inner_text(), "the words around it"
    assert focused(page) == "Fees"
    page.screenshot(path=shots / f"widget-place-{lang}.png")
    page.keyboard.press("Escape")
    assert str(focused(page)).startswith(cited), "back where one was"
    page.keyboard.press("Escape")
    assert focused(page) == opens
    assert page.get_by_role("dialog").count() == 0
    assert stand.trouble == []


def test_the_page_of_a_pdf_is_drawn_though_the_site_allows_no_pictures(stand: Stand, shots: Path) -> None:
    page = stand.visit()
    ask(page, "Where does a visitor park?")
    page.get_by_role("button", name="Citation 1:").click()
    picture = page.get_by_role("img", name="The page with the place marked")
    picture.wait_for()
    inked = "one => { const all = one.getContext('2d').getImageData(0, 0, one.width, one.height).data; return new Set(all).size; }"
    assert picture.evaluate(inked) > 5
    page.screenshot(path=shots / "widget-pdf.png")
    assert stand.trouble == []


def ask(page: Any, question: str) -> None:
    if page.get_by_role("dialog").count() == 0:
        page.get_by_role("button", name="Ask a question").click()
    page.get_by_label("Your question").fill(question)
    page.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_role("article").last.wait_for()


def test_tags_in_a_question_stay_text_and_the_site_keeps_its_own_look(stand: Stand) -> None:
    page = stand.visit()
    ask(page, "<img src=x onerror=document.title=1> What is the parcel fee for Cluj?")
    assert page.get_by_role("dialog").locator("img[src]").count() == 0
    assert page.title() == "Shop"
    assert page.evaluate("() => getComputedStyle(document.querySelector('h1')).position") == "static"
    assert page.evaluate("() => document.querySelectorAll('style, [style]').length") == 0
    assert stand.trouble == []


def test_it_fits_a_phone_and_axe_finds_nothing_serious(stand: Stand, shots: Path) -> None:
    page = stand.visit(viewport={"width": 360, "height": 640}, bypass_csp=True)
    ask(page, "What is the parcel fee for Cluj?")
    wide = (
        "() => document.querySelector('opora-widget').shadowRoot.querySelector('#panel').getBoundingClientRect().width"
    )
    assert page.evaluate(wide) == 360
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    found = []
    for dark in ("light", "dark"):
        page.emulate_media(color_scheme=dark)
        found += violations(page)
    page.get_by_role("button", name="Citation 1:").click()
    page.get_by_role("region").locator("mark").first.wait_for()
    found += violations(page)
    page.screenshot(path=shots / "widget-phone.png")
    assert found == []


def violations(page: Any) -> list[str]:
    page.add_script_tag(path=AXE)
    found = page.evaluate("() => axe.run('opora-widget', {resultTypes: ['violations']})")
    serious = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in serious for node in one["nodes"]]


def test_a_page_of_another_origin_gets_nothing(stand: Stand) -> None:
    page = stand.visit(host="localhost")
    page.get_by_role("button", name="Ask a question").click()
    page.get_by_label("Your question").fill("What is the parcel fee for Cluj?")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_role("alert").wait_for()
    assert "17" not in page.get_by_role("log").inner_text()
    assert any("Access-Control-Allow-Origin" in said for said in stand.trouble)
