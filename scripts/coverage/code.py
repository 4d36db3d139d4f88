"""Which functions, classes and data of a system rest on which rows.

A function cites rows in its docstring, its texts and the facts that it tells; a class in its docstring; data in the
string below it, or as the rows of its table in `tables/*.toml`.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType

from rules.core.help import SYSTEMS_FOLDER, cited
from scripts.unplayed import Key, Tree

FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


class Code:
    """The code of one system. A key is a module, such as `rules.systems.tapiz.harm`, and a name in it."""

    def __init__(self, slug: str, tree: Tree) -> None:
        self.slug = slug
        self.package = f"rules.systems.{slug}"
        self.tree = tree

    @cached_property
    def rows(self) -> Mapping[Key, frozenset[str]]:
        """The rows that functions, classes and data cite; those that cite none are absent."""
        found: dict[Key, set[str]] = {}
        for name, module in self.tree.modules.items():
            if name.startswith(f"{self.package}."):
                for key, text in documented(module.tree):
                    if rows := set(cited(text)):
                        found.setdefault((name, key), set()).update(rows)
        for key in self._data:
            if rows := {row for table in self._tables(key) for row in cited(table)}:
                found.setdefault(key, set()).update(rows)
        return {key: frozenset(rows) for key, rows in found.items()}

    @cached_property
    def _data(self) -> frozenset[Key]:
        return frozenset(
            key
            for key, node in self.tree.nodes.items()
            if key[0].startswith(f"{self.package}.") and isinstance(node, ast.Assign | ast.AnnAssign)
        )

    def _tables(self, key: Key) -> Iterator[str]:
        """The texts of the tables that data are loaded from."""
        for node in ast.walk(self.tree.nodes[key]):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
                path = SYSTEMS_FOLDER / self.slug / "tables" / f"{node.value}.toml"
                if path.exists():
                    yield path.read_text(encoding="utf-8")

    def ran(self, codes: Iterable[CodeType]) -> frozenset[Key]:
        """What ran with some code: functions, classes of which one was made or asked, and data that was read."""
        found: set[Key] = set()
        for code in codes:
            found |= self._ran.get(id(code)) or self._remember(code)
        return frozenset(found)

    @cached_property
    def _ran(self) -> dict[int, frozenset[Key]]:
        """By the identity of code, what runs with it. It begins with what makes objects of the classes."""
        found: dict[int, frozenset[Key]] = {}
        for name in self.tree.modules:
            if name.startswith(f"{self.package}."):
                for one in vars(import_module(name)).values():
                    made = vars(one).get("__init__") if inspect.isclass(one) and one.__module__ == name else None
                    if isinstance(made, FunctionType):
                        found[id(made.__code__)] = self._with_data((name, one.__name__))
        return found

    def _remember(self, code: CodeType) -> frozenset[Key]:
        module = self._module_of(code)
        if module is None:
            keys: frozenset[Key] = frozenset()
        else:
            name = code.co_qualname.partition(".<locals>")[0]
            owner = name.rpartition(".")[0]
            named = {self.tree.meaning(one) for one in self._named(module, code)}
            keys = frozenset({(module, name), *([(module, owner)] if owner else [])}).union(
                *(self._with_data(key) for key in named if key in self._data or key in self._enumerations)
            )
        self._ran[id(code)] = keys
        return keys

    def _module_of(self, code: CodeType) -> str | None:
        path = Path(code.co_filename)
        if not path.is_relative_to(SYSTEMS_FOLDER / self.slug):
            return None
        parts = path.relative_to(SYSTEMS_FOLDER.parent.parent).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def _named(self, module: str, code: CodeType) -> Iterator[Key]:
        meanings = self.tree.modules[module].meanings
        for name in code.co_names:
            if name in meanings:
                meaning = self.tree.meaning(meanings[name])
                if meaning[1]:
                    yield meaning
                else:
                    yield from ((meaning[0], part) for part in code.co_names)

    @cached_property
    def _enumerations(self) -> frozenset[Key]:
        """Classes that are read and not made."""
        return frozenset(
            key
            for key, node in self.tree.nodes.items()
            if isinstance(node, ast.ClassDef)
            and any(isinstance(base, ast.Name | ast.Attribute) and "Enum" in ast.unparse(base) for base in node.bases)
        )

    def _with_data(self, key: Key) -> frozenset[Key]:
        """A definition and, where it is data, the data that it is made of."""
        found: set[Key] = set()
        waiting = [key]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                if one in self._data:
                    waiting.extend(other for other in self.tree.use(one).names if other in self._data)
        return frozenset(found)


def documented(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The functions, classes, methods and data of a module with what their docstrings and facts say."""
    yield from _documented(tree.body, "")


def _documented(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, str]]:
    for place, node in enumerate(body):
        if isinstance(node, FUNCTIONS):
            yield f"{prefix}{node.name}", "\n".join(_strings(node))
        elif isinstance(node, ast.ClassDef):
            yield f"{prefix}{node.name}", ast.get_docstring(node) or ""
            yield from _documented(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            after = body[place + 1] if place + 1 < len(body) else None
            if isinstance(target, ast.Name) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                # what is said of a field belongs to its class
                yield prefix.rstrip(".") or target.id, str(after.value.value)


def _strings(node: ast.AST) -> Iterator[str]:
    return (part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str))
