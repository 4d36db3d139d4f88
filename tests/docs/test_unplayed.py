"""What is proved is what is played: no definition or parameter of the systems is there for tests alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rules.core.registry import SYSTEMS
from scripts.unplayed import Tree


@cache
def _tree() -> Tree:
    return Tree()


@pytest.mark.parametrize("slug", SYSTEMS)
def test_nothing_is_used_by_tests_alone(slug: str) -> None:
    """`python -m scripts.unplayed SYSTEM` lists what is."""
    assert [one.name for one in _tree().definitions() if one.system == slug] == []
    assert [one.name for one in _tree().parameters() if one.system == slug] == []


# How they are found


def found(root: Path, *, system: str, core: str = "") -> tuple[set[str], set[str]]:
    """The definitions and parameters that nothing plays, of a system written in one module."""
    package = root / "rules" / "systems" / "toy"
    package.mkdir(parents=True)
    (root / "rules" / "core").mkdir()
    (package / "toy.py").write_text(system, encoding="utf-8")
    (package / "system.py").write_text("from . import toy\nSYSTEM = [toy.play]\n", encoding="utf-8")
    (root / "rules" / "core" / "engine.py").write_text(core, encoding="utf-8")
    tree = Tree(root, ["rules"])
    return {one.name for one in tree.definitions()}, {one.name for one in tree.parameters()}


def test_what_nothing_names_is_found(tmp_path: Path) -> None:
    system = "def play(): return told()\ndef told(): ...\ndef proved(): return hidden()\ndef hidden(): ...\n"
    assert found(tmp_path, system=system) == ({"toy.proved", "toy.hidden"}, set())


def test_core_and_tables_of_a_module_play_too(tmp_path: Path) -> None:
    system = "def play(): return TABLE\nTABLE = {1: row}\ndef row(): ...\ndef asked(): ...\n"
    core = "from rules.systems.toy.toy import asked\nasked()\n"
    assert found(tmp_path, system=system, core=core) == (set(), set())


def test_a_name_that_a_function_has_for_itself_reaches_nothing(tmp_path: Path) -> None:
    system = "def play(harm):\n    heal = harm\n    return heal\ndef harm(): ...\ndef heal(): ...\n"
    assert found(tmp_path, system=system)[0] == {"toy.harm", "toy.heal"}


def test_methods_are_found_by_themselves(tmp_path: Path) -> None:
    system = "class A:\n    def used(self): ...\n    def unused(self): ...\n    def __len__(self): return 1\n"
    assert found(tmp_path, system=f"{system}def play(): return A().used()\n")[0] == {"toy.A.unused"}


def test_parameters_that_no_call_passes_are_found(tmp_path: Path) -> None:
    calls = "def play(given): one(1, second=2), two(*given), three(**given), four(1), [1].count(five)\n"
    functions = (
        "def one(first=0, second=0, third=0): ...\n"
        "def two(first=0, *, named=0): ...\n"
        "def three(first=0): ...\n"
        "def four(first, second=0): ...\n"
        "def five(first=0): ...\n"
    )
    unpassed = {"toy.one(third)", "toy.two(named)", "toy.four(second)"}
    assert found(tmp_path, system=calls + functions) == (set(), unpassed)
