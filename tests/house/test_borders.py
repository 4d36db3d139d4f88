"""Borders between modules that no linter checks."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.core.registry import SYSTEMS
from tests.house.clean import ROOT
from tests.rules.source import nodes_of

ALLOWED = {*sys.stdlib_module_names, "rules"}
# Modules that would make a rule depend on more than its arguments.
UNREPEATABLE = {"time", "socket", "subprocess", "urllib", "http", "sqlite3", "threading", "asyncio"}
FILES = sorted((ROOT / "rules").rglob("*.py"))
APPS = ("tapiz_site", "equipment", "characters", "combat", "lessons", "exchange")
SLUGS = "|".join(SYSTEMS)
NAMES_A_SYSTEM = re.compile(rf"(?:{SLUGS})(?:/.*)?|.*\b(?:systems|content)[./](?:{SLUGS})\b.*")
"""A slug by itself or first in a path, or a path or module of one system."""


def imported(file: Path) -> set[str]:
    names: set[str] = set()
    for node in nodes_of(file):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(ROOT)) for file in FILES])
def test_rules_stand_on_the_standard_library_alone(file: Path) -> None:
    assert imported(file) <= ALLOWED - UNREPEATABLE


def strings(file: Path) -> Iterator[str]:
    """The strings of a module in which a slug stands anywhere, its docstrings left out."""
    text = file.read_text(encoding="utf-8")
    if re.search(SLUGS, text) is None:
        return
    tree = ast.parse(text)
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
            yield node.value


@pytest.mark.parametrize("app", APPS)
def test_no_app_names_a_system(app: str) -> None:
    files = [file for file in (ROOT / app).rglob("*.py") if "migrations" not in file.parts]
    assert [(file.name, text) for file in files for text in strings(file) if NAMES_A_SYSTEM.fullmatch(text)] == []


@pytest.mark.parametrize("folder", ["templates", "static/js", "static/css"])
def test_no_page_names_a_system_outside_the_folder_of_that_system(folder: str) -> None:
    own = ROOT / "templates" / "systems"
    named = re.compile(rf"""["'/.](?:{SLUGS})["'/. ]""")
    files = [one for one in (ROOT / folder).rglob("*") if one.is_file() and not one.is_relative_to(own)]
    found = [(file.name, match[0]) for file in files for match in named.finditer(file.read_text(encoding="utf-8"))]
    assert found == []


def test_two_modules_alone_know_what_is_private_to_allauth() -> None:
    """Its counters, and what checks second steps (docs/architecture.md)."""
    private = re.compile(r"^from allauth[a-z_.]*\.internal", re.MULTILINE)
    files = [file for app in APPS for file in (ROOT / app).rglob("*.py")]
    knows = {str(one.relative_to(ROOT)) for one in files if private.search(one.read_text(encoding="utf-8"))}
    assert knows == {"tapiz_site/accounts/attempts.py", "tapiz_site/accounts/second_step.py"}
