"""Which rows of the catalogue an action executes: found in what its functions cite, and the functions they call.

Functions cite rows in their docstrings and in the facts that they tell, so that nothing has to be declared twice.
"""

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from rules.core.help import cited
from rules.core.registry import get_system


@cache
def cited_by(slug: str, action: str) -> tuple[str, ...]:
    """The ids that an action of a system cites, the nearest to it first; none for an action that it does not have."""
    verb = get_system(slug).actions.get(action)
    if verb is None:
        return ()
    found: dict[str, None] = dict.fromkeys(_handed_over(verb.resolve))
    for function in _reached(verb.resolve, verb.check, verb.inputs):
        found.update(dict.fromkeys(one for text in _texts(function.__code__) for one in cited(text)))
    return tuple(found)


def _reached(*starts: Any) -> Iterator[FunctionType]:
    """These functions and those of the same system that they call by name, near ones first, each once."""
    waiting = deque(starts)
    seen: set[FunctionType] = set()
    while waiting:
        function = inspect.unwrap(waiting.popleft())
        if not isinstance(function, FunctionType) or function in seen or not _of_a_system(function):
            continue
        seen.add(function)
        yield function
        waiting.extend(_called(function.__code__, function.__globals__))


def _handed_over(function: Any) -> Iterator[str]:
    """The rows cited by what a system gave to a function that core made for it, such as kinds of relation."""
    for cell in getattr(function, "__closure__", None) or ():
        content = cell.cell_contents
        for one in content.values() if isinstance(content, dict) else ():
            yield from getattr(one, "rules", ())


def _of_a_system(function: FunctionType) -> bool:
    return function.__module__.startswith("rules.systems.")


def _called(code: CodeType, known: dict[str, Any]) -> Iterator[Any]:
    """What a function names and the module it stands in knows: by itself, or as a part of another module."""
    named = [known[name] for name in code.co_names if name in known]
    for one in named:
        if isinstance(one, ModuleType):
            yield from (getattr(one, name) for name in code.co_names if hasattr(one, name))
        elif callable(one):
            yield one
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _called(inner, known)


def _texts(code: CodeType) -> Iterator[str]:
    """Every text in a function, its docstring included."""
    for constant in code.co_consts:
        yield from _strings(constant)


def _strings(constant: object) -> Iterator[str]:
    if isinstance(constant, str):
        yield constant
    elif isinstance(constant, tuple):
        for part in constant:
            yield from _strings(part)
    elif isinstance(constant, CodeType):
        yield from _texts(constant)
