"""Codes of facts, words and errors are written out in `rules`, so that a search for one finds where it is used.

One form of a code put together is left: the name of a list with a value of it at the end, `f"tier.{effect.tier}"`. A
search for `tier.` finds it, and each list has a word for each of its values (tests/rules/test_words.py).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.house.clean import ROOT
from tests.rules.source import nodes_of

TAKES_A_CODE = frozenset(
    {
        *("Fact", "fact", "Word", "tell", "say"),
        *("Flag", "Number", "Choice", "Several", "Text", "Rows", "Combatants", "chosen"),
        *("NotAllowed", "OutOfRange", "UnknownValue", "Missing", "RuleError"),
    }
)
"""What is called with a code, or with a label, which is one too."""
NAMED = frozenset({"code", "label"})
"""Variables that hold one."""
VALUE_OF_A_LIST = re.compile(r"[a-z0-9_.]+\.\{\}")

GIVEN = {
    # The name of the list is given, as a literal, by those who call.
    "rules/core/inputs.py": ['f"{line}.{value}"', 'f"{prefix}.{value}"'],
    "rules/systems/tactico/vehicles/sheet.py": ['f"{label}.{name}"'],
    "rules/systems/tapiz/settings.py": ['f"{name}.{value}"', 'f"{name}_note.{value}"'],
}
"""The places where the list itself is not written beside its value."""


def codes(file: Path) -> Iterator[ast.JoinedStr]:
    """The texts put together that are used as codes."""
    for node in nodes_of(file):
        if isinstance(node, ast.Call):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in TAKES_A_CODE:
                yield from within([*node.args, *(one.value for one in node.keywords if one.arg in NAMED)])
        elif isinstance(node, ast.Assign) and any(getattr(one, "id", "") in NAMED for one in node.targets):
            yield from within([node.value])


def within(found: list[ast.expr]) -> Iterator[ast.JoinedStr]:
    """Those among these expressions, and in either case of a condition."""
    for one in found:
        if isinstance(one, ast.IfExp):
            yield from within([one.body, one.orelse])
        elif isinstance(one, ast.JoinedStr) and re.fullmatch(r"[a-z0-9_.{}]+", shape(one)) and "." in shape(one):
            yield one


def shape(text: ast.JoinedStr) -> str:
    return "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in text.values)


def test_codes_are_written_out_or_are_a_value_of_a_list() -> None:
    found: dict[str, list[str]] = {}
    for file in sorted((ROOT / "rules").rglob("*.py")):
        other = [one for one in codes(file) if not VALUE_OF_A_LIST.fullmatch(shape(one))]
        if other:
            text = file.read_text(encoding="utf-8")
            found[str(file.relative_to(ROOT))] = sorted({str(ast.get_source_segment(text, one)) for one in other})
    assert found == GIVEN
