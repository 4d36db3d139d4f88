"""The small changes that can be made to a source file: one condition, number, operator, argument or statement each."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

COMPARED = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
COUNTED = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Mod: "*", ast.BitOr: "&", ast.BitAnd: "|"}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
CLAIM = "strict"
"""An argument of `zip` that claims something of the code and changes nothing where it is true."""
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Change:
    """A piece of a file's text and what stands in its place."""

    function: str
    """The function or method that it lies in, such as `Class.method`."""
    first: int
    """The first line of the statement that it changes."""
    start: int
    """Where the piece begins in the bytes of the file; `end` is where it ends."""
    end: int
    instead: str

    def made(self, source: bytes) -> bytes:
        """The file with this change."""
        return source[: self.start] + self.instead.encode() + source[self.end :]

    def shown(self, source: bytes) -> tuple[str, str]:
        """The lines that it changes, before and after, with all space made single."""
        begin = source.rfind(b"\n", 0, self.start) + 1
        stop = source.find(b"\n", self.end)
        after = source[begin : self.start] + self.instead.encode() + source[self.end : stop]
        return " ".join(source[begin:stop].decode().split()), " ".join(after.decode().split())


def changes(source: bytes) -> list[Change]:
    """All changes that can be made inside the functions of a file."""
    return list(_File(source).changes())


class _File:
    def __init__(self, source: bytes) -> None:
        self.source = source
        self.tree = ast.parse(source)
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def changes(self) -> Iterator[Change]:
        yield from self._inside(self.tree.body, "")

    def _inside(self, body: list[ast.stmt], prefix: str) -> Iterator[Change]:
        for node in body:
            if isinstance(node, ast.ClassDef):
                yield from self._inside(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, FUNCTIONS):
                for statement in node.body:
                    for first, start, end, instead in self._of(statement):
                        yield Change(f"{prefix}{node.name}", first, start, end, instead)

    def _of(self, statement: ast.stmt) -> Iterator[tuple[int, int, int, str]]:
        """The changes of a statement and of those inside it, each with the line of the innermost statement."""
        line = statement.lineno
        if (removed := _removable(statement)) is not None:
            yield (line, *self._span(statement), removed)
        waiting = [statement]
        while waiting:
            for node in _children(waiting.pop()):
                if isinstance(node, ast.stmt):
                    yield from self._of(node)
                else:
                    yield from ((line, *piece) for piece in self._pieces(node))
                    waiting.append(node)
        for test in _conditions(statement):
            yield (line, *self._span(test), f"not ({self._text(test)})")

    def _pieces(self, node: ast.AST) -> Iterator[tuple[int, int, str]]:
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = self._span(node.left), self._span(node.comparators[0])
            between = self.source[left[1] : right[0]].decode()
            operator = COMPARED[type(node.ops[0])]
            closing, opening = between.count(")"), between.count("(")
            yield left[1], right[0], f"{')' * closing} {operator} {'(' * opening}"
        elif isinstance(node, ast.BoolOp):
            word = " and " if isinstance(node.op, ast.And) else " or "
            for dropped in node.values:
                kept = [f"({self._text(one)})" for one in node.values if one is not dropped]
                yield (*self._span(node), word.join(kept))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield (*self._span(node), f"({self._text(node.operand)})")
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield (*self._span(node), str(not node.value))
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield (*self._span(node), str(node.value + 1))
        elif isinstance(node, ast.BinOp) and type(node.op) in COUNTED:
            left, right = self._text(node.left), self._text(node.right)
            yield (*self._span(node), f"({left}) {COUNTED[type(node.op)]} ({right})")
        elif isinstance(node, ast.IfExp):
            yield (*self._span(node), f"({self._text(node.body)})")
            yield (*self._span(node), f"({self._text(node.orelse)})")
        elif isinstance(node, ast.Call):
            yield from self._of_call(node)

    def _of_call(self, node: ast.Call) -> Iterator[tuple[int, int, str]]:
        if isinstance(node.func, ast.Name) and node.func.id in CALLED:
            yield (*self._span(node.func), CALLED[node.func.id])
        arguments = [*node.args, *(one.value for one in node.keywords)]
        for one in node.keywords:
            if one.arg not in (None, CLAIM) and len(arguments) > 1:
                kept = [self._text(other) for other in node.args]
                kept += [self._keyword(other) for other in node.keywords if other is not one]
                yield (*self._span(node), f"{self._text(node.func)}({', '.join(kept)})")

    def _keyword(self, node: ast.keyword) -> str:
        return f"{node.arg}={self._text(node.value)}" if node.arg else f"**{self._text(node.value)}"

    def _span(self, node: ast.AST) -> tuple[int, int]:
        first, last = self.starts[node.lineno - 1], self.starts[node.end_lineno - 1]  # type: ignore[attr-defined]
        return first + node.col_offset, last + node.end_col_offset  # type: ignore[attr-defined]

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self.source[start:end].decode()


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What a piece of code is made of, without types, decorators, claims and texts for people."""
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_comment"):
            continue
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.keyword) and one.arg == CLAIM:
                continue
            if isinstance(one, ast.AST) and not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)):
                yield one


def _removable(statement: ast.stmt) -> str | None:
    """What is left of a statement that does something and gives nothing, when it is taken out."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield | ast.YieldFrom):
        return None  # without it a generator may become a function, and every caller breaks
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        return "pass"
    if isinstance(statement, ast.AugAssign | ast.Raise | ast.Continue | ast.Break | ast.Delete):
        return "pass"
    return None


def _conditions(statement: ast.stmt) -> Iterator[ast.expr]:
    """Conditions of a statement that no other change turns round."""
    plain = ast.Name | ast.Attribute | ast.Call | ast.NamedExpr
    if isinstance(statement, ast.If | ast.While) and isinstance(statement.test, plain):
        yield statement.test
