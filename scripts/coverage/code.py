"""Which functions execute a row, and from which places of the application they are reached.

Functions and data cite the rows that they rest on, in their docstrings and in the facts that they tell. What a place
reaches is what its functions call by name, and so on, within the package of the system.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from rules.core.help import cited, settings_of
from rules.core.registry import SYSTEMS, get_system
from rules.core.words import words

SYSTEMS_FOLDER = Path(__file__).resolve().parents[2] / "rules" / "systems"
LANGUAGE = "en"

OF_THE_FIGHT = ("settle", "order", "whose_turn", "next_step", "acted", "body", "lasting", "with_lasting", "begin")
"""What the application asks of a system all the time: the course of a fight."""


class Code:
    """The code of one system."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.folder = SYSTEMS_FOLDER / slug

    @cached_property
    def functions(self) -> dict[str, list[str]]:
        """By row, what cites it: functions, classes and data as "module.name", those of plain numbers first."""
        found: dict[str, list[str]] = {}
        paths = sorted(self.folder.rglob("*.py"), key=lambda path: (len(path.relative_to(self.folder).parts), path))
        for path in paths:
            module = ".".join(path.relative_to(self.folder).with_suffix("").parts)
            for name, text in documented(path.read_text(encoding="utf-8")):
                for row in dict.fromkeys(cited(text)):
                    found.setdefault(row, []).append(f"{module}.{name}")
        return found

    @cached_property
    def screens(self) -> dict[str, list[str]]:
        """By row, the places where one meets it, by their names on screen; none while the system is not registered."""
        found: dict[str, list[str]] = {}
        for place, starts in self._places().items():
            for row in dict.fromkeys(self._rows_from(starts)):
                found.setdefault(row, []).append(place)
        for row in dict.fromkeys(self._settings()):
            found.setdefault(row, []).append("la carta")
        return found

    def _settings(self) -> Iterator[str]:
        """The rows that a setting changes which la carta really has."""
        if self.slug in SYSTEMS:
            for setting in get_system(self.slug).settings:
                yield from settings_of(self.slug).get(setting.name, ())

    def _places(self) -> dict[str, list[Any]]:
        if self.slug not in SYSTEMS:
            return {}
        system = get_system(self.slug)
        said = words(self.slug, LANGUAGE)
        places: dict[str, list[Any]] = {}
        for name, action in system.actions.items():
            label = said.get(f"action.{name}", name)
            places.setdefault(label, []).extend((action.resolve, action.check, action.inputs, action.odds))
        places["card"] = [system.card]
        places["fight"] = [system.headline, *(getattr(system, name) for name in OF_THE_FIGHT)]
        places["sheet"] = [system.values, *(kind.load for kind in system.sheet_kinds.values())]
        kinds = system.sheet_kinds.values()
        places["making"] = [part for kind in kinds if kind.creation for part in _callables(kind.creation)]
        places["advancing"] = [part for kind in kinds if kind.advancing for part in _callables(kind.advancing)]
        return places

    def _rows_from(self, starts: list[Any]) -> Iterator[str]:
        waiting = list(starts)
        seen: set[FunctionType] = set()
        while waiting:
            function = inspect.unwrap(getattr(waiting[0], "__func__", waiting.pop(0)))
            if not isinstance(function, FunctionType) or function in seen:
                continue
            if not function.__module__.startswith(f"rules.systems.{self.slug}."):
                continue
            seen.add(function)
            for text in _texts(function.__code__):
                yield from cited(text)
            for name in _names(function.__code__):
                yield from self._data.get(name, ())
                waiting.extend(self._methods.get(name, ()))
            waiting.extend(_called(function.__code__, function.__globals__))

    @cached_property
    def _modules(self) -> list[ModuleType]:
        paths = sorted(self.folder.rglob("*.py"))
        names = [".".join(path.relative_to(self.folder).with_suffix("").parts) for path in paths]
        return [import_module(f"rules.systems.{self.slug}.{name}") for name in names if not name.endswith("__init__")]

    @cached_property
    def _methods(self) -> dict[str, list[FunctionType]]:
        """The methods and properties of the system's classes, by name."""
        found: dict[str, list[FunctionType]] = {}
        for module in self._modules:
            for one in vars(module).values():
                if inspect.isclass(one) and one.__module__ == module.__name__:
                    for name, part in vars(one).items():
                        function = part.fget if isinstance(part, property) else part
                        if isinstance(function, FunctionType):
                            found.setdefault(name, []).append(function)
        return found

    @cached_property
    def _data(self) -> Mapping[str, list[str]]:
        """The rows that data cite, by the name of the data."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.folder.rglob("*.py")):
            for name, text in documented(path.read_text(encoding="utf-8")):
                if name.isupper():
                    found.setdefault(name, []).extend(cited(text))
        return found


def documented(source: str) -> Iterator[tuple[str, str]]:
    """The functions, classes, methods and data of a module with what their docstrings and facts say."""
    yield from _documented(ast.parse(source).body, "")


def _documented(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, str]]:
    for place, node in enumerate(body):
        if isinstance(node, ast.FunctionDef):
            yield f"{prefix}{node.name}", "\n".join(_strings(node))
        elif isinstance(node, ast.ClassDef):
            yield f"{prefix}{node.name}", ast.get_docstring(node) or ""
            yield from _documented(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            after = body[place + 1] if place + 1 < len(body) else None
            if isinstance(target, ast.Name) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                yield f"{prefix}{target.id}", str(after.value.value)


def _strings(node: ast.AST) -> Iterator[str]:
    return (part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str))


def _callables(creation: Any) -> Iterator[Callable[..., Any]]:
    """The functions that a creation and its steps are made of."""
    for name in getattr(creation, "__slots__", vars(creation) if hasattr(creation, "__dict__") else ()):
        value = getattr(creation, name)
        if callable(value):
            yield value
        elif isinstance(value, tuple):
            for part in value:
                if hasattr(part, "__dataclass_fields__"):
                    yield from _callables(part)


def _called(code: CodeType, known: Mapping[str, Any]) -> Iterator[Any]:
    names = list(_names(code))
    for name in names:
        one = known.get(name)
        if isinstance(one, ModuleType):
            yield from (getattr(one, part) for part in names if hasattr(one, part))
        elif inspect.isclass(one):
            yield getattr(one, "__post_init__", None)
        elif callable(one):
            yield one


def _names(code: CodeType) -> Iterator[str]:
    """What a function names, and the functions inside it."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def _texts(code: CodeType) -> Iterator[str]:
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, tuple):
            yield from (part for part in constant if isinstance(part, str))
        elif isinstance(constant, CodeType):
            yield from _texts(constant)
