"""The source of the rules, parsed and looked through once for all tests that hold something against it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def tree_of(path: Path) -> ast.Module:
    """What a file says; nobody changes it."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All that stands in a file, in the order of `ast.walk`."""
    return tuple(ast.walk(tree_of(path)))


@cache
def inside_f_strings(path: Path) -> frozenset[int]:
    """The identities of what stands within the f-strings of a file."""
    return frozenset(id(part) for node in nodes_of(path) if isinstance(node, ast.JoinedStr) for part in ast.walk(node))
