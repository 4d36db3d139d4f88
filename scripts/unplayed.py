"""`python -m scripts.unplayed [SYSTEM …]`: what only tests use of the systems, by system.

It lists definitions that no played path reaches, and parameters with a default that no played path passes. A played
path begins in the application, in `rules.core` or in a system's `SYSTEM`, and follows names. Code is read and not run,
so a definition counts as reached wherever played code names it.
"""

from __future__ import annotations

import ast
import gc
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLAYED = ("rules", "tapiz_site", "equipment", "characters", "combat", "lessons", "exchange")
"""The packages that a table runs. Tests and scripts play nothing."""

SYSTEMS = "rules.systems."
ENTRY = "SYSTEM"
"""The name under which each package of a system offers everything it has."""

Key = tuple[str, str]
"""A module and a name in it: `name` or `Class.method`."""

FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
PLAIN = FUNCTIONS | ast.ClassDef | ast.Assign | ast.AnnAssign | ast.Import | ast.ImportFrom
"""Statements of a module that only define. Any other statement runs when the module is imported."""


@dataclass
class Module:
    """A parsed module and what its names mean."""

    name: str
    tree: ast.Module
    package: str
    """The package that relative imports start from."""
    meanings: dict[str, Key] = field(default_factory=dict)
    """What each global name stands for. The second half of the key is empty where the name is a module."""


@dataclass(frozen=True)
class Definition:
    """A function, class or method of a system that no played path reaches."""

    system: str
    name: str
    lines: int


@dataclass(frozen=True)
class Parameter:
    """A parameter with a default that no played call passes."""

    system: str
    name: str


@dataclass
class Use:
    """What one piece of code names."""

    names: set[Key] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    handed_on: set[Key | str] = field(default_factory=set)
    """What is named without being called there."""
    calls: list[tuple[Key | str, ast.Call]] = field(default_factory=list)
    """Calls with what is called: a known definition, or the bare name of a method."""


class Tree:
    """The source of the application and what reaches what in it."""

    def __init__(self, root: Path = ROOT, played: Iterable[str] = PLAYED) -> None:
        self.modules: dict[str, Module] = {}
        self.nodes: dict[Key, ast.AST] = {}
        # nothing of what is parsed is garbage, and to look for some takes three times as long as to parse it
        gc.disable()
        for path in sorted(chain.from_iterable((root / folder).rglob("*.py") for folder in played)):
            if "migrations" not in path.parts:
                self._take(path.relative_to(root), ast.parse(path.read_text(encoding="utf-8")))
        gc.freeze()
        gc.enable()
        for module in self.modules.values():
            self._name(module)

    def _take(self, path: Path, tree: ast.Module) -> None:
        parts = path.with_suffix("").parts
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        self.modules[name] = Module(name, tree, name if is_package else ".".join(parts[:-1]))

    def _name(self, module: Module) -> None:
        for node in module.tree.body:
            for name in _defined(node):
                self.nodes[module.name, name] = node
                module.meanings[name] = (module.name, name)
            if isinstance(node, ast.ClassDef):
                methods = (part for part in node.body if isinstance(part, FUNCTIONS))
                self.nodes.update({(module.name, f"{node.name}.{one.name}"): one for one in methods})
        for part in _statements(module.tree.body):
            if isinstance(part, ast.ImportFrom):
                origin = self._origin(module, part)
                for alias in part.names:
                    whole = f"{origin}.{alias.name}"
                    meaning = (whole, "") if whole in self.modules else (origin, alias.name)
                    module.meanings.setdefault(alias.asname or alias.name, meaning)
            elif isinstance(part, ast.Import):
                for alias in part.names:
                    if alias.asname and alias.name in self.modules:
                        module.meanings.setdefault(alias.asname, (alias.name, ""))

    def _origin(self, module: Module, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        parts = module.package.split(".")
        parts = parts[: len(parts) - node.level + 1]
        return ".".join([*parts, node.module] if node.module else parts)

    def meaning(self, key: Key) -> Key:
        """Follow a name through modules that only pass it on."""
        for _ in range(8):
            module = self.modules.get(key[0])
            if key in self.nodes or not key[1] or module is None or key[1] not in module.meanings:
                break
            key = module.meanings[key[1]]
        return key

    # What is reached

    @cached_property
    def roots(self) -> Use:
        """What runs without being asked for: the application, core, and the bare statements of the systems' modules."""
        use = Use()
        for module in self.modules.values():
            inside = module.name.startswith(SYSTEMS)
            for node in module.tree.body:
                if not inside or not isinstance(node, PLAIN):
                    self._collect(module, node, frozenset(), use)
        use.names.update(key for key in self.nodes if key[1] == ENTRY)
        return use

    @cached_property
    def reached(self) -> Mapping[Key, Use]:
        """Every definition that played code reaches, with what it names."""
        found: dict[Key, Use] = {}
        attributes = set(self.roots.attributes)
        waiting = [self.meaning(key) for key in self.roots.names]
        while waiting:
            while waiting:
                key = waiting.pop()
                if key in found or key not in self.nodes:
                    continue
                found[key] = use = self.use(key)
                attributes |= use.attributes
                waiting.extend(use.names)
            waiting = [key for key in self._methods if key not in found and self._is_called(key, found, attributes)]
        return found

    @cached_property
    def _methods(self) -> list[Key]:
        return [key for key in self.nodes if "." in key[1]]

    def _is_called(self, key: Key, reached: Mapping[Key, Use], attributes: set[str]) -> bool:
        """A method is reached when its class is and played code names it; Python itself calls those like `__len__`."""
        owner, _, name = key[1].rpartition(".")
        return (key[0], owner) in reached and (name in attributes or (name.startswith("__") and name.endswith("__")))

    def use(self, key: Key) -> Use:
        """What a definition names; a class without its methods."""
        module, node, use = self.modules[key[0]], self.nodes[key], Use()
        if isinstance(node, ast.ClassDef):
            own = [part for part in node.body if not isinstance(part, FUNCTIONS)]
            for part in (*node.decorator_list, *node.bases, *node.keywords, *own):
                self._collect(module, part, frozenset(), use)
        else:
            self._collect(module, node, frozenset(), use)
        return use

    def _collect(self, module: Module, node: ast.AST, hidden: frozenset[str], use: Use, called: bool = False) -> None:
        """Add what a piece of code names; `hidden` are names that a function has for itself."""
        if isinstance(node, SCOPES):
            hidden = hidden | _local(node)
        if isinstance(node, ast.Call) and (function := self._called(module, node.func, hidden)) is not None:
            use.calls.append((function, node))
        elif (
            isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Load)
            and node.id not in hidden
            and node.id in module.meanings
        ):
            meaning = self.meaning(module.meanings[node.id])
            use.names.add(meaning)
            use.handed_on.update(() if called else {meaning})
        elif isinstance(node, ast.Attribute):
            key = self._dotted(module, node, hidden)
            use.names.update(() if key is None else {key})
            use.attributes.add(node.attr)
            use.handed_on.update(() if called else {key or node.attr})
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            use.attributes.add(node.value)
        function_called = node.func if isinstance(node, ast.Call) else None
        for child in _parts(node):
            self._collect(module, child, hidden, use, child is function_called)

    def _dotted(self, module: Module, node: ast.Attribute, hidden: frozenset[str]) -> Key | None:
        """What `module.name` means, where the left side is one of our modules."""
        if isinstance(node.value, ast.Name) and node.value.id not in hidden:
            left = self.meaning(module.meanings.get(node.value.id, ("", "?")))
            if not left[1]:
                return self.meaning((left[0], node.attr))
        return None

    def _called(self, module: Module, node: ast.expr, hidden: frozenset[str]) -> Key | str | None:
        if isinstance(node, ast.Name):
            known = node.id in module.meanings and node.id not in hidden
            return self.meaning(module.meanings[node.id]) if known else None
        if isinstance(node, ast.Attribute):
            return self._dotted(module, node, hidden) or node.attr
        return None

    # What is not

    def definitions(self) -> Iterator[Definition]:
        """Functions, classes and methods that no played path reaches. A class takes its methods along."""
        for key, node in self.nodes.items():
            if key in self.reached or not key[0].startswith(SYSTEMS) or not isinstance(node, FUNCTIONS | ast.ClassDef):
                continue
            owner = key[1].rpartition(".")[0]
            if not owner or (key[0], owner) in self.reached:
                yield Definition(*_system_and_name(key), (node.end_lineno or node.lineno) - node.lineno + 1)

    def parameters(self) -> Iterator[Parameter]:
        """Parameters with a default that no played call passes, of functions that played code calls by name.

        A function that is handed on as a value may be called with anything, and is left out.
        """
        uses = (self.roots, *self.reached.values())
        handed_on = set(chain.from_iterable(use.handed_on for use in uses))
        calls: dict[Key | str, list[ast.Call]] = defaultdict(list)
        for called, call in chain.from_iterable(use.calls for use in uses):
            calls[called].append(call)
        for key in self.reached:
            node = self.nodes[key]
            if not key[0].startswith(SYSTEMS) or not isinstance(node, FUNCTIONS):
                continue
            owner, _, name = key[1].rpartition(".")
            called_as = name if owner else key
            if called_as not in handed_on and calls[called_as]:
                static = any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in node.decorator_list)
                for optional, place in _optional(node, first=1 if owner and not static else 0):
                    if not any(_passes(call, optional, place) for call in calls[called_as]):
                        system, whole = _system_and_name(key)
                        yield Parameter(system, f"{whole}({optional})")


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """What `ast.iter_child_nodes` finds, but for contexts, which are half of it."""
    for name in node._fields:
        if name != "ctx":
            found = getattr(node, name, None)
            if isinstance(found, ast.AST):
                yield found
            elif isinstance(found, list):
                yield from (one for one in found if isinstance(one, ast.AST))


def _statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """These statements and those within them: a tenth of what `ast.walk` finds."""
    for one in body:
        yield one
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):
            yield from _statements(getattr(one, part, ()))


def _defined(node: ast.stmt) -> Iterator[str]:
    """The global names that a statement defines."""
    if isinstance(node, FUNCTIONS | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))


def _local(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> frozenset[str]:
    """The names that a function binds for itself: parameters, and whatever it assigns."""
    bound = {one.arg for one in _arguments(node.args)}
    body = node.body if isinstance(node.body, list) else [node.body]
    waiting: list[ast.AST] = [*body]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            bound.add(part.id)
        waiting += _parts(part)
    return frozenset(bound)


def _arguments(given: ast.arguments) -> Iterator[ast.arg]:
    yield from chain(given.posonlyargs, given.args, given.kwonlyargs)
    yield from (one for one in (given.vararg, given.kwarg) if one is not None)


def _optional(node: ast.FunctionDef | ast.AsyncFunctionDef, first: int) -> Iterator[tuple[str, int | None]]:
    """The parameters with a default, with their place in a call: None for those that are passed by name alone.

    `first` is the parameter that the first argument of a call is for.
    """
    placed = [*node.args.posonlyargs, *node.args.args]
    required = len(placed) - len(node.args.defaults)
    for place, one in enumerate(placed[required:], required):
        yield one.arg, place - first
    for one, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        if default is not None:
            yield one.arg, None


def _passes(call: ast.Call, name: str, place: int | None) -> bool:
    if any(one.arg in (name, None) for one in call.keywords):
        return True
    starred = any(isinstance(one, ast.Starred) for one in call.args)
    return place is not None and (starred or len(call.args) > place)


def _system_and_name(key: Key) -> tuple[str, str]:
    system, _, module = key[0].removeprefix(SYSTEMS).partition(".")
    return system, f"{module}.{key[1]}" if module else key[1]


def main(wanted: list[str]) -> int:
    """List what only tests use, by system, longest first; 1 when there is anything."""
    tree = Tree()
    definitions = [one for one in tree.definitions() if not wanted or one.system in wanted]
    parameters = [one for one in tree.parameters() if not wanted or one.system in wanted]
    for system in sorted({*(one.system for one in definitions), *(one.system for one in parameters)}):
        own = sorted((one for one in definitions if one.system == system), key=lambda one: -one.lines)
        print(f"{system}: {len(own)} definitions, {sum(one.lines for one in own)} lines")
        print(*(f"  {one.lines:4} {one.name}" for one in own), sep="\n")
        passed = sorted(one.name for one in parameters if one.system == system)
        print(f"{system}: {len(passed)} parameters")
        print(*(f"       {name}" for name in passed), sep="\n")
    print(f"{len(definitions)} definitions and {len(parameters)} parameters of the systems are used by tests alone")
    return 1 if definitions or parameters else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
