"""Plays what proves rows: the written fights, and the tests that cite rows and act as the application does."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from rules.core.help import cited
from rules.core.registry import get_system
from scripts.coverage.tracing import Trace, codec_aside
from tests.fights.runner import play
from tests.fights.story import load, stories

ROOT = Path(__file__).resolve().parents[2]
RULES_TESTS = ROOT / "tests" / "rules"

PLAYING = ("from tests.", "SYSTEM", "get_system", "Game")
"""A module of tests that names none of these calls functions by themselves and plays nothing."""

FEW = 5
"""Examples of a property test: a few run what a hundred do, and this run is not there to find faults."""


def play_all(trace: Trace, slugs: Sequence[str]) -> None:
    """Play every written fight and every test that cites rows, of these systems."""
    with ExitStack() as aside:
        for slug in slugs:
            aside.enter_context(codec_aside(get_system(slug)))
        for path in (path for slug in slugs for path in stories(slug)):
            with trace.played_by(f"{path.parent.name}/{path.stem}"):
                play(load(path))
        modules = [str(path) for slug in slugs for path in citing(slug)]
        options = ["-q", "--no-header", "--no-summary", "-p", "no:randomly", "-p", "no:cacheprovider"]
        code = pytest.main([*options, *modules], plugins=[_Traced(trace)])
    if code != pytest.ExitCode.OK:
        raise RuntimeError("a test fails: what it would have played is not known")


class _Traced:
    """Has pytest run the tests that cite rows, each under the name of its module."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    def pytest_collection(self) -> None:
        settings.register_profile("coverage", max_examples=FEW, derandomize=True, database=None, deadline=None)
        settings.load_profile("coverage")

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[Any]) -> None:
        wanted = [item for item in items if any(cited(item.function.__doc__ or ""))]
        config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
        items[:] = wanted

    @pytest.hookimpl(hookwrapper=True)
    def pytest_pyfunc_call(self, pyfuncitem: Any) -> Iterator[None]:
        slug = pyfuncitem.path.relative_to(RULES_TESTS).parts[0]
        with self.trace.played_by(f"{slug}/{pyfuncitem.path.stem}"):
            yield


@cache
def citing(slug: str) -> Mapping[Path, frozenset[str]]:
    """The modules of a system's tests that may play it and of which a test cites rows, with these rows."""
    found = {}
    for path in sorted((RULES_TESTS / slug).rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        if any(name in source for name in PLAYING) and (rows := frozenset(cited_in_tests(source))):
            found[path] = rows
    return found


def cited_in_tests(source: str) -> Iterator[str]:
    """The rows that the tests of a module cite, each in its own docstring: that of the module proves nothing."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield from cited(ast.get_docstring(node) or "")
