"""Where is the measuring data, and what does each set hold as documents and questions?"""

from __future__ import annotations

import csv
import html
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lxml import etree
from lxml import html as lxml_html


@dataclass(frozen=True, slots=True)
class Document:
    """One source: its id, its text, and the suffix of the file it is written to (which names the reader)."""

    source_id: str
    text: str
    suffix: str = ".txt"


@dataclass(frozen=True, slots=True)
class Task:
    """Documents and questions with the one right source each. ``floor`` is the BM25 figure published beside the data."""

    name: str
    stated: str
    documents: tuple[Document, ...]
    questions: tuple[tuple[str, str], ...]
    floor: float | None
    goal: float | None


def data_folder() -> Path | None:
    """The folder ``shared/data`` beside the repository or above it; ``None`` when there is none."""
    for above in Path(__file__).resolve().parents:
        found = above / "shared" / "data"
        if found.is_dir():
            return found
    return None


def tasks(data: Path) -> list[tuple[str, Callable[[], Task]]]:
    """Names of all tasks, each with the function that loads it."""
    loads: list[tuple[str, Callable[[], Task]]] = []
    for asked, held, floor, goal in (
        ("ru", "ru", 0.900, 0.95),
        ("ro", "ro", 0.931, 0.95),
        ("en", "en", 0.922, 0.98),
        ("ru", "en", 0.11, 0.82),
    ):
        loads.append((f"xquad {asked}→{held}", lambda a=asked, h=held, f=floor, g=goal: _xquad(data, a, h, f, g)))
    loads += [
        (_gnome_name(language, keep), lambda c=language, k=keep: _gnome(data, c, k, 0.79, 0.86))
        for language in ("ru", "uk")
        for keep in (True, False)
    ]
    loads += [(_gimp_name(strict), lambda s=strict: _gimp(data, s)) for strict in (False, True)]
    for language, floor in (("en", 0.609), ("ru", 0.565), ("uk", 0.609), ("ro", 0.652)):
        loads.append((f"bitcoin faq {language}", lambda c=language, f=floor: _faq(data, c, f)))
    return loads


def _xquad(data: Path, asked: str, held: str, floor: float, goal: float) -> Task:
    documents, questions, where = [], [], {}
    for number, paragraph in enumerate(_paragraphs(data, held)):
        source_id = f"x{number:03}"
        documents.append(Document(source_id, paragraph["context"]))
        where.update({qa["id"]: source_id for qa in paragraph["qas"]})
    for paragraph in _paragraphs(data, asked):
        questions += [(qa["question"], where[qa["id"]]) for qa in paragraph["qas"]]
    stated = "question → paragraph; every paragraph is a source"
    return Task(f"xquad {asked}→{held}", stated, tuple(documents), tuple(questions), floor, goal)


def _paragraphs(data: Path, language: str) -> list[dict]:  # type: ignore[type-arg]
    articles = json.loads((data / "xquad" / f"xquad.{language}.json").read_text("utf-8"))["data"]
    return [paragraph for article in articles for paragraph in article["paragraphs"]]


def _topics(folder: Path) -> list[dict[str, str]]:
    with (folder / "topics.tsv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def _gnome_name(language: str, keep: bool) -> str:
    return f"gnome {language}, {'section headings kept' if keep else 'all headings removed'}"


def _gnome(data: Path, language: str, keep: bool, floor: float, goal: float) -> Task:
    folder = data / "gnome_help_parallel"
    documents, questions = [], []
    for number, topic in enumerate(_topics(folder)):
        source_id = f"g{number:03}"
        page = (folder / language / topic["id"]).read_bytes()
        documents.append(Document(source_id, _mallard_body(page, keep), ".html"))
        questions.append((topic[f"title_{language}"], source_id))
    stated = "page title → page; the page's own title and <info> taken out; " + (
        "section titles stay as headings" if keep else "section titles taken out too"
    )
    return Task(_gnome_name(language, keep), stated, tuple(documents), tuple(questions), floor, goal)


_MALLARD_KEEP = {
    "p": "p",
    "item": "li",
    "list": "ul",
    "steps": "ol",
    "table": "table",
    "tr": "tr",
    "td": "td",
    "code": "code",
}


def _mallard_body(page: bytes, keep_headings: bool) -> str:
    """The page as plain HTML, without its title and <info>."""
    parser = etree.XMLParser(resolve_entities=False, recover=True, no_network=True)
    root = etree.fromstring(page, parser)
    for name in ("info", "include"):
        for node in root.findall(f".//{{*}}{name}"):
            node.getparent().remove(node)
    for title in root.findall("{*}title"):
        root.remove(title)
    return f"<html><body>{_mallard_html(root, keep_headings, 1)}</body></html>"


def _mallard_html(node: etree._Element, keep: bool, level: int) -> str:
    name = etree.QName(node).localname if isinstance(node.tag, str) else ""
    if not name or (name == "title" and not keep):
        return ""
    inner = html.escape(node.text or "")
    for child in node:
        deeper = level + 1 if name == "section" else level
        inner += _mallard_html(child, keep, deeper) + html.escape(child.tail or "")
    if name == "title":
        return f"<h{min(level, 6)}>{inner}</h{min(level, 6)}>"
    tag = _MALLARD_KEEP.get(name)
    return f"<{tag}>{inner}</{tag}>" if tag else inner


def _gimp_name(strict: bool) -> str:
    return f"gimp ro, {'title nowhere' if strict else 'as published'}"


def _gimp(data: Path, strict: bool) -> Task:
    """``strict``: no trace of the title; else as the published floor was measured (it took out one occurrence)."""
    folder = data / "gimp_help_parallel"
    documents, questions = [], []
    for number, topic in enumerate(_topics(folder)):
        source_id = f"m{number:03}"
        page = (folder / "ro" / topic["id"]).read_text("utf-8")
        documents.append(Document(source_id, _gimp_body(page, topic["title_ro"], strict), ".html"))
        questions.append((topic["title_ro"], source_id))
    stated = "page title → page; <head> taken out and " + (
        "the navigation bars and every heading that is the title; section headings stay; no goal was set for this"
        if strict
        else "the first element that holds the title, which is the navigation bar's, so that the page's heading stays"
    )
    floor, goal = (None, None) if strict else (0.894, 0.92)
    return Task(_gimp_name(strict), stated, tuple(documents), tuple(questions), floor, goal)


def _gimp_body(page: str, title: str, strict: bool) -> str:
    root = lxml_html.fromstring(page.encode("utf-8"), parser=lxml_html.HTMLParser(encoding="utf-8"))
    for node in root.xpath("//head"):
        node.getparent().remove(node)
    bars = "//div[contains(@class, 'navheader') or contains(@class, 'navfooter')]"
    titles = [
        node for node in root.xpath("//th | //h1 | //h2 | //h3 | //h4") if _bare(node.text_content()) == _bare(title)
    ]
    for node in [*root.xpath(bars), *titles] if strict else titles[:1]:
        node.drop_tree()
    return "<html>" + lxml_html.tostring(root.find("body"), encoding="unicode") + "</html>"


def _bare(title: str) -> str:
    return re.sub(r"^[\d.\s]+", "", " ".join(title.split())).casefold()


def _faq(data: Path, language: str, floor: float) -> Task:
    entries = json.loads((data / "bitcoin_faq_4lang" / "faq.json").read_text("utf-8"))
    documents, questions = [], []
    for number, entry in enumerate(entries):
        source_id = f"f{number:03}"  # the entry's own id spells out the question
        body = "".join(f"<p>{paragraph}</p>" for paragraph in entry[language]["a_html"])
        documents.append(Document(source_id, f"<html><body>{body}</body></html>", ".html"))
        questions.append((entry[language]["q"], source_id))
    stated = "question → answer; the document holds the answer alone, never its question"
    return Task(f"bitcoin faq {language}", stated, tuple(documents), tuple(questions), floor, 0.75)
