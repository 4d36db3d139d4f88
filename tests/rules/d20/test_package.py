"""The package reads as one: a name means one thing in it, and its files stay small."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import rules.systems.d20

PACKAGE = Path(rules.systems.d20.__path__[0])
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST = 250


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


def body(node: ast.AST) -> str:
    """What a function or class does, whatever it is called and however it is described."""
    if not isinstance(node, ast.FunctionDef | ast.ClassDef):
        return ""
    said = node.body[1:] if ast.get_docstring(node) else node.body
    arguments = ast.dump(node.args) if isinstance(node, ast.FunctionDef) else ""
    return arguments + ast.dump(ast.Module(said, []))


def test_there_is_a_package_to_read():
    assert len(MODULES) > 50


def test_no_public_name_is_defined_twice():
    places = defaultdict(list)
    for path in MODULES:
        for name, _ in definitions(ast.parse(path.read_text(encoding="utf-8"))):
            if not name.startswith("_"):
                places[name].append(str(path.relative_to(PACKAGE)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_no_function_is_written_twice_under_two_names():
    places = defaultdict(list)
    for path in MODULES:
        for name, node in definitions(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                places[body(node)].append(f"{path.relative_to(PACKAGE)}:{name}")
    assert [found for found in places.values() if len(found) > 1] == []


def test_files_are_small_enough_to_hold_in_mind():
    lengths = {str(path.relative_to(PACKAGE)): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}
