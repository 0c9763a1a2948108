"""Do the documents say what is true: paths that exist, commands that run, nothing left to do, no host of a registry?"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    path
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    if path.stat().st_size and path.name != "LICENSE"
)
_PATH = re.compile(r"`([\w.*-]+(?:/[\w.*-]*)+)`")
_COMMAND = re.compile(r"^(?:\$ )?opora ([a-z-]+)", re.MULTILINE)
_UNFINISHED = re.compile(r"\b(?:TO" + "DO|FIX" + "ME|XX" + r"X)\b")
_REGISTRY = re.compile(r"https?://[\w.-]*(?:pypi|pythonhosted|mirror|artifactory|nexus)[\w.-]*", re.IGNORECASE)


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout: the list of project files cannot be had")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_every_path_the_architecture_names_exists() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    assert len(page.splitlines()) <= 250
    named = sorted(set(_PATH.findall(page)))
    assert len(named) > 10
    assert [name for name in named if not list(ROOT.glob(name.rstrip("/")))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    local = [link for link in links if "://" not in link and not link.startswith("mailto:")]
    assert [link for link in local if not (page.parent / link).exists()] == []


def test_every_command_in_the_pages_is_one_the_program_has() -> None:
    shown = {name for page in PAGES for name in _COMMAND.findall(page.read_text("utf-8"))}
    assert shown
    help_text = subprocess.run(
        [Path(sys.executable).with_name("opora"), "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert sorted(name for name in shown if not re.search(rf"^\s+{name}\b", help_text, re.MULTILINE)) == []


def test_the_words_of_make_that_the_readme_names_exist() -> None:
    named = set(re.findall(r"make ([a-z-]+)", (ROOT / "README.md").read_text("utf-8")))
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert {"demo", "test"} <= named
    assert named <= targets


def test_nothing_is_left_to_do_and_no_registry_is_named() -> None:
    found = []
    for path in tracked():
        if path.suffix in {".pdf", ".docx", ".xlsx", ".png", ".db"}:
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        found += [
            f"{path.relative_to(ROOT)}: {match[0]}"
            for match in [*_UNFINISHED.finditer(text), *_REGISTRY.finditer(text)]
        ]
    assert found == []


def test_the_changelog_names_this_version_and_its_formats() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"## [{version}]" in changes
    assert "### Formats" in changes


def test_every_decision_says_status_context_decision_and_what_would_change_it() -> None:
    records = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    assert records
    for record in records:
        page = record.read_text("utf-8")
        said = re.findall(
            r"^(?:## )?(Status|Context|Decision|Consequences|What would change our mind)\b", page, re.MULTILINE
        )
        assert said == ["Status", "Context", "Decision", "Consequences", "What would change our mind"], record.name
