"""What proves a row: worked cases that pass, written fights and sheet tests that cite it."""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rules.core.help import cited
from tests.fights.story import load as load_story
from tests.fights.story import stories
from tests.vectors.cases import load
from tests.vectors.runner import check, load_adapters

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "vectors" / "data"
RULES_TESTS = ROOT / "tests" / "rules"

THROUGH_THE_CONTRACT = (
    "actions/test_*.py",
    *(f"test_{name}*.py" for name in ("sheet", "creat", "mak", "level", "advanc")),
)
"""The tests of a system that act as the application does: written fights, and sheets made, read and advanced."""


def cases(slug: str, folder: Path = CASES) -> tuple[Counter[str], Counter[str]]:
    """How many worked cases of each row pass, and how many fail."""
    load_adapters()
    passed: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for path in sorted((*folder.glob(f"{slug}.json"), *folder.glob(f"{slug}_*.json"))):
        data = json.loads(path.read_text(encoding="utf-8"))
        rows = {entry["id"]: entry.get("rules", ()) for entry in data["vectors"]}
        file = load(path)
        for case in file.cases:
            (failed if check(file, case) else passed).update(rows[case.id])
    return passed, failed


def citations(slug: str) -> dict[str, list[str]]:
    """By row, the written fights and the modules of sheet tests that cite it."""
    found: dict[str, list[str]] = {}
    for path in stories(slug):
        for row in load_story(path).rows:
            found.setdefault(row, []).append(path.stem)
    for pattern in THROUGH_THE_CONTRACT:
        for path in sorted((RULES_TESTS / slug).glob(pattern)):
            for row in dict.fromkeys(cited_in_tests(path.read_text(encoding="utf-8"))):
                found.setdefault(row, []).append(path.stem)
    return found


def cited_in_tests(source: str) -> Iterator[str]:
    """The rows that the tests of a module cite, each in its own docstring: that of the module proves nothing."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield from cited(ast.get_docstring(node) or "")
