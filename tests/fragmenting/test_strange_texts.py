"""Do the promises of every strategy hold for texts that nobody would write?"""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

import pytest
from test_fragment import HELP, NAMES, WHOLE, count, leaves

from opora.domain.document import Parsed
from opora.fragmenting.fragment import fragment
from opora.fragmenting.rules import RECURSIVE_1200_CHARS, FragmentRules
from opora.fragmenting.worst import worst
from opora.language.atoms import value_atoms
from opora.language.sentences import sentences
from opora.reading.limits import ReadLimits
from opora.reading.read import read

FILES = {
    "one_character.txt": "x",
    "one_line.txt": "слово и 5 000 руб. " * 900,
    "no_space.txt": "а" * 9_000,
    "rightward.txt": "שלום עולם. זהו משפט ארוך. 5 000 ₪ ליום.\n\nمرحبا بالعالم. الرسوم ١٢٣ ريال.\n" * 30,
    "emoji.txt": "Привет 👩‍👩‍👧‍👦! Цена 5 € 🙂🙂. Да… Нет?! 🇺🇦🇷🇴 12,5 %. " * 60,
    "crlf.txt": "Line two costs 5 000 lei.\r\n\r\n- item a\r\n- item b\r\n\r\nThe end costs 3.14 EUR.\r\n" * 30,
    "marks.txt": "a\u200bb\u200d c\u2060. \ufeff\u00a05\u00a0000\u00a0руб.\u2028Next.\u2029Another.\x0bV\x0cP e\u0301 "
    * 40,
    "rows.csv": "name;price\n" + "".join(f"товар {n};{n} 000,50\n" for n in range(120)),
    "cell.csv": 'a,b\n1,"' + "Длинный текст ячейки с 5 000 руб. за день. " * 90 + '"\n2,x\n',
    "headings.md": "".join(f"{'#' * (1 + n % 6)} Heading {n}\n\n" for n in range(60)),
    "code.py": "class A:\n" + "".join(f"    def m{n}(self):\n        return '''{n}\n\n'''\n\n" for n in range(40)),
    "list.html": "<ul>" + "".join(f"<li>Item {n}: <ul><li>costs 5 000 lei</li></ul></li>" for n in range(40)) + "</ul>",
    "talk.vtt": "WEBVTT\n\n00:00:00.000 --> 00:50:00.000\n<v A>" + "We pay 5 000 lei a day, and more. " * 150 + "\n",
    "dots.txt": "..." * 500 + " . . . " * 300,
}


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Parsed]:
    folder = tmp_path_factory.mktemp("strange")
    found = {}
    for name, text in FILES.items():
        (folder / name).write_bytes(text.encode())
        found[name] = read(folder / name, ReadLimits(), name=name)
    return found


def whole_parts(document: Parsed, limit: int) -> list[tuple[int, int]]:
    """Values, and sentences, rows and items that may be kept whole; start and end in the document."""
    found: list[tuple[int, int]] = []
    for block in document.blocks:
        if block.kind == "table":
            continue
        text = block.span.of(document.text)
        parts = value_atoms(text)
        if block.kind != "code":
            parts = [*parts, *(one for one in sentences(text) if count(one.of(text)) <= limit)]
        found += [(block.start + one.start, block.start + one.end) for one in parts]
        if block.kind in ("table_row", "list_item") and count(text) <= limit:
            found.append((block.start, block.end))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_nothing_is_lost_moved_or_cut_apart(name: str, documents: dict[str, Parsed]) -> None:
    document = documents[name]
    parts = whole_parts(document, FragmentRules().limit)
    for rules in (*(FragmentRules(strategy) for strategy in NAMES), RECURSIVE_1200_CHARS):
        passages, pieces = fragment(document, "doc@1", "T", rules, count, HELP)
        held = {passage.passage_id: passage.span for passage in passages}
        found = leaves(pieces)
        covered = bytearray(len(document.text))
        for piece in found:
            assert piece.text == document.text[piece.start : piece.end] and piece.text.strip()
            assert held[piece.passage_id].covers(piece.span)
            covered[piece.start : piece.end] = b"\x01" * (piece.end - piece.start)
        assert all(flag or char.isspace() for flag, char in zip(covered, document.text, strict=True)), rules.strategy
        assert all(one.start < other.start and one.end < other.end for one, other in pairwise(found)), rules.strategy
        assert len({piece.fragment_id for piece in pieces}) == len(pieces), rules.strategy
        if rules.strategy in WHOLE and rules.measure == "tokens":
            edges = sorted({edge for piece in found for edge in (piece.start, piece.end)})
            for start, end in parts:
                after = bisect_right(edges, start)
                assert after == len(edges) or edges[after] >= end, (rules.strategy, document.text[start:end][:60])
        worst(pieces, document.blocks, 5)
