"""Is source code cut at its definitions and statements, whatever the language?"""

from __future__ import annotations

from pathlib import Path

import pytest
from parsed_rules import check

from opora.domain.document import Parsed
from opora.fragmenting.fragment import fragment
from opora.fragmenting.rules import FragmentRules
from opora.reading.code import read_code
from opora.reading.read import read
from opora.reading.sniff import text_type

CALLS = "\n".join(f"    call({n}, 'some long argument number {n}');" for n in range(8))


def parsed(tmp_path: Path, name: str, text: str) -> Parsed:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    result = read(path)
    check(result)
    return result


def named(result: Parsed) -> list[str | None]:
    return [block.section for block in result.blocks]


def methods(opening: str, method: str, ending: str, end: str = "}") -> str:
    bodies = "".join(f"  {method.format(n)}\n{CALLS}\n  {ending}\n" for n in range(3))
    return f"{opening}\n{bodies}{end}\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", methods("class Plan:", "def m{}(self):", "  pass", "").replace(";", "")),
        ("a.js", methods("export class Plan extends Base {", "m{}(x) {{", "}")),
        ("a.ts", methods("export class Plan {", "m{}(x: number): string {{", "}")),
        ("a.java", methods("public class Plan {", "public int m{}(int x) {{", "}").replace("'", '"')),
        ("a.kt", methods("class Plan(val x: Int) {", "fun m{}(x: Int): Int {{", "}").replace("'", '"')),
        ("a.rs", methods("impl Plan {", "pub fn m{}(&self) {{", "}").replace("'", '"')),
        ("a.cs", methods("public class Plan {", "public int m{}(int x) {{", "}").replace("'", '"')),
        ("a.cpp", methods("class Plan {", "int m{}(int x) {{", "}", "};").replace("'", '"')),
        ("a.php", "<?php\n" + methods("class Plan {", "public function m{}($x) {{", "}")),
        ("a.rb", methods("class Plan < Base", "def m{}(x)", "end", "end").replace(";", "")),
    ],
)
def test_methods_are_blocks_under_their_class(tmp_path: Path, name: str, text: str) -> None:
    result = parsed(tmp_path, name, text)
    assert named(result)[-3:] == ["Plan.m0", "Plan.m1", "Plan.m2"]
    assert "Plan" in result.blocks[-1].headings[0]
    assert result.blocks[-1].path == "sPlan.m2:code1"
    assert result.blocks[-1].kind == "code" and result.reader == "code"


def test_every_line_is_kept_as_it_is_indented(tmp_path: Path) -> None:
    text = Path(__file__).read_text("utf-8")
    result = parsed(tmp_path, "t.py", text)
    assert [line for line in result.text.split("\n") if line.strip()] == [
        line for line in text.split("\n") if line.strip()
    ]


@pytest.mark.parametrize("strategy", ["recursive", "sentence", "parent_child", "heading"])
def test_no_fragment_cuts_a_statement(tmp_path: Path, strategy: str) -> None:
    calls = "".join(
        f"    total = charge(\n        plan={n},\n        fee='1.{n}',\n        currency='EUR',\n    )\n"
        for n in range(40)
    )
    result = parsed(tmp_path, "a.py", f"def bill():\n{calls}    return total\n")
    rules = FragmentRules(strategy=strategy, size=120, overlap=20 if strategy == "recursive" else None)  # type: ignore[arg-type]
    _, fragments = fragment(result, "v@1", "", rules, lambda text: len(text.split()))
    assert len(fragments) > 2
    for piece in fragments:
        assert piece.text.count("charge(") == piece.text.count("    )")
        assert piece.text.lstrip().startswith(("def bill", "total", "return"))


def test_comments_and_decorators_go_with_what_they_stand_over(tmp_path: Path) -> None:
    text = "import a\n\n# the fee\n@cache\ndef fee():\n    return 1\n\nLATER = 1\n"
    result = parsed(tmp_path, "a.py", text)
    texts = [(b.section, result.text[b.start : b.end]) for b in result.blocks]
    assert texts == [(None, "import a"), ("fee", "# the fee\n@cache\ndef fee():\n    return 1"), (None, "LATER = 1")]


def test_c_names_its_functions_and_go_its_methods(tmp_path: Path) -> None:
    assert named(parsed(tmp_path, "a.c", "#define A 1\nstatic int *total(struct plan *p) { return 0; }\n")) == [
        None,
        "total",
    ]
    assert named(parsed(tmp_path, "a.go", "package a\n\n// Fee.\nfunc (p *Plan) Fee() int { return 1 }\n")) == [
        None,
        "Fee",
    ]
    assert named(parsed(tmp_path, "a.sh", "set -e\nfee() {\n  echo 1\n}\n")) == [None, "fee"]


def test_sql_is_cut_behind_semicolons_that_end_statements(tmp_path: Path) -> None:
    insert = "INSERT INTO plan VALUES ({}, 'a;\nb');\n"
    result = parsed(tmp_path, "a.sql", "".join(insert.format(n) for n in range(60)))
    assert len(result.blocks) > 2
    for block in result.blocks:
        assert result.text[block.start : block.end].startswith("INSERT")
        assert result.text[block.start : block.end].endswith("b');")


def test_what_is_no_code_is_read_all_the_same(tmp_path: Path) -> None:
    prose = "This is a letter. It says (that the fee: is due.\n\nAnother part } of it { follows here.\n"
    assert "not valid Java" in parsed(tmp_path, "letter.java", prose).warnings[0]
    assert parsed(tmp_path, "page.js", "<!DOCTYPE html><html><body><p>Hi</p></body></html>").media_type == "text/html"
    assert text_type(b"#!/usr/bin/env python3\nprint(1)\n", None, whole=True) == "text/x-python"
    deep = read_code(b"x = " + b"(" * 20_000 + b")" * 20_000, "text/x-python")
    assert len(deep.drafts) == 1
