"""Borders that no linter of ours draws."""

import ast
import sys
from pathlib import Path

import pytest

from tests.house.clean import ROOT

ALLOWED = {*sys.stdlib_module_names, "annotated_types", "rules"}
# What would make a rule depend on more than its arguments.
UNREPEATABLE = {"time", "socket", "subprocess", "urllib", "http", "sqlite3", "threading", "asyncio"}
FILES = sorted((ROOT / "rules").rglob("*.py"))


def imported(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(ROOT)) for file in FILES])
def test_rules_stand_on_the_standard_library_alone(file: Path) -> None:
    assert imported(file) <= ALLOWED - UNREPEATABLE
