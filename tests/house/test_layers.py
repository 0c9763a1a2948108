"""Do the rooms import only downwards, and is every module as small as the house wants it?"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((ROOT / "src" / "opora").rglob("*.py"))
FORBIDDEN_NAMES = {
    "utils",
    "util",
    "helpers",
    "common",
    "base",
    "manager",
    "service",
    "handler",
    "processor",
    "core",
    "misc",
}
MAX_MODULE, MAX_FUNCTION = 400, 60


def _id(path: Path) -> str:
    return str(path.relative_to(ROOT / "src"))


def test_import_linter_keeps_every_contract() -> None:
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([program], cwd=ROOT, capture_output=True, text=True, env={**os.environ, "COLUMNS": "100"})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "KEPT" in done.stdout


@pytest.mark.parametrize("path", MODULES, ids=_id)
def test_a_module_keeps_to_its_size_and_name_and_says_what_it_answers(path: Path) -> None:
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    assert len(source.splitlines()) <= MAX_MODULE
    assert path.stem not in FORBIDDEN_NAMES
    assert ast.get_docstring(tree), "a module's docstring is the question it answers"
    if path.name == "__init__.py":
        assert len(tree.body) == 1, "__init__.py holds a docstring and nothing else"


@pytest.mark.parametrize("path", MODULES, ids=_id)
def test_functions_are_short_and_nothing_is_swallowed(path: Path) -> None:
    too_long, swallowing = [], []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > MAX_FUNCTION:
                too_long.append(f"{node.name}: {length} lines")
        if isinstance(node, ast.ExceptHandler) and node.type is None:
            swallowing.append(f"line {node.lineno}: bare except")
    assert too_long == []
    assert swallowing == []


@pytest.mark.parametrize("path", [path for path in MODULES if path.parts[-2] == "domain"], ids=_id)
def test_the_domain_is_built_from_the_standard_library_alone(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        for name in names:
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or name.startswith("opora.domain"), name
