"""The package reads as one: a name means one thing in it, and its files stay small."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import rules.systems.d20
from tests.rules.source import nodes_of, tree_of

PACKAGE = Path(rules.systems.d20.__path__[0])
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST = 490
SAME_NAMES = {"D20"}
"""The die and the system of that die."""

ERRORS = {
    "needed": "missing",
    "Missing": "missing",
    "one_of": "unknown_value",
    "UnknownValue": "unknown_value",
    "at_least": "out_of_range",
    "within": "out_of_range",
    "OutOfRange": "out_of_range",
    "NotAllowed": "not_allowed",
}
"""What each way of refusing refuses as."""


def definitions(module: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """The functions, classes and constants of a module by name; type variables belong to each module."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name, node
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            if isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "TypeVar":
                continue
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name):
                    yield target.id, node


def body(function: ast.FunctionDef) -> str:
    """What a function does, whatever it is called and however it is described."""
    said = function.body[1:] if ast.get_docstring(function) else function.body
    return ast.dump(function.args) + ast.dump(ast.Module(said, []))


def refusals(module: Path) -> Iterator[tuple[str, str]]:
    """The reason codes that a module writes out, each with how it refuses."""
    for call in nodes_of(module):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ERRORS:
            for argument in call.args:
                choices = [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
                for reason in choices:
                    if isinstance(reason, ast.Constant) and str(reason.value).startswith("d20."):
                        yield reason.value, ERRORS[call.func.id]


def test_there_is_a_package_to_read():
    assert len(MODULES) > 50


def test_no_public_name_is_defined_twice():
    places = defaultdict(list)
    for path in MODULES:
        for name, _ in definitions(tree_of(path)):
            if not name.startswith("_") and name not in SAME_NAMES:
                places[name].append(str(path.relative_to(PACKAGE)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_function_is_written_twice_under_two_names():
    places = defaultdict(list)
    for path in MODULES:
        for name, node in definitions(tree_of(path)):
            if isinstance(node, ast.FunctionDef):
                places[body(node)].append(f"{path.relative_to(PACKAGE)}:{name}")
    assert [found for found in places.values() if len(found) > 1] == []


def test_a_reason_names_subject_and_fault_and_is_always_of_one_kind():
    kinds = defaultdict(set)
    for path in MODULES:
        for reason, kind in refusals(path):
            kinds[reason].add(kind)
    assert len(kinds) > 100
    assert [reason for reason, found in kinds.items() if len(found) > 1] == []
    assert [reason for reason in kinds if not re.fullmatch(r"d20\.[a-z_]+\.[a-z_]+", reason)] == []
    for kind, ending in (("missing", "missing"), ("unknown_value", "unknown"), ("out_of_range", "negative")):
        assert [reason for reason, found in kinds.items() if reason.endswith(ending) and kind not in found] == []


def test_files_are_small_enough_to_hold_in_mind():
    lengths = {str(path.relative_to(PACKAGE)): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}
