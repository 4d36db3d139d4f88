"""Reads from the source of a system which codes its rules can emit, to be held against its words.

Codes are dotted strings, f-strings with the values that may stand in their gaps, and the reasons of refusals. A system
names the gaps: a new f-string that is no code or whose values are not named fails its test.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from pathlib import Path
from string import Formatter

from rules.core import engine
from rules.core.registry import get_system
from rules.core.words import SIDE_DICE, words
from tests.rules.source import inside_f_strings, nodes_of

RULES = Path(__file__).resolve().parents[2] / "rules"
CODE = re.compile(r"[a-z_]+(\.[a-z_]+)+")
NAMES_A_CODE = re.compile(r"[a-z_]+\.[a-z_.]*\{.*|\{(code|verb|prefix)\}[._].*")
REFUSALS = {"Missing", "UnknownValue", "OutOfRange", "NotAllowed", "needed", "one_of", "at_least", "within"}
SPEAKING = ("dice_action", "health", "people", "shares")
"""The modules of core whose codes each system that imports them has words for."""
TAILS = ("after_roll", "versus", *(f"after_{purpose}" for purpose in SIDE_DICE))
"""How a fact may go on the sentence of a roll (`Speaker.sentences`)."""
PARTS_OF_CHECKS = {"one_of": {"value"}, "at_least": {"value", "least"}, "within": {"value", "least", "most"}}


@dataclass(frozen=True)
class Spoken:
    """What the source of one system says.

    gaps: for every f-string that is a code, as it is written, the values of each of its gaps. not_codes: f-strings that
    look like one. by_the_apps: codes that the pages ask for by themselves.
    """

    slug: str
    gaps: Mapping[str, tuple[Iterable[str], ...]]
    by_the_apps: frozenset[str] = field(default_factory=frozenset)

    @cached_property
    def files(self) -> tuple[Path, ...]:
        """The files of the system, and those of core that speak with its words."""
        own = sorted((RULES / "systems" / self.slug).rglob("*.py"))
        texts = [path.read_text(encoding="utf-8") for path in own]
        used = [name for name in SPEAKING if any(f"from rules.core.{name} import" in text for text in texts)]
        return (*own, *(RULES / "core" / f"{name}.py" for name in used))

    def nodes(self) -> Iterator[ast.AST]:
        """Everything in the source."""
        for path in self.files:
            yield from nodes_of(path)

    @cached_property
    def f_strings(self) -> frozenset[str]:
        """The f-strings of the source that look like codes, as they are written."""
        found = {written(node) for node in self.nodes() if isinstance(node, ast.JoinedStr)}
        return frozenset(text for text in found if NAMES_A_CODE.fullmatch(text))

    @cached_property
    def reasons(self) -> Mapping[str, set[str]]:
        """Every reason of a refusal, with the parts that each of its refusals carries."""
        found: dict[str, set[str]] = {}
        for node in self.nodes():
            if not isinstance(node, ast.Call) or called(node) not in REFUSALS:
                continue
            named = set(PARTS_OF_CHECKS.get(called(node), set()))
            for keyword in node.keywords:
                if keyword.arg == "params" and isinstance(keyword.value, ast.Dict):
                    named = {str(key.value) for key in keyword.value.keys if isinstance(key, ast.Constant)}
            for argument in node.args:
                reason = argument.value if isinstance(argument, ast.Constant) else None
                if isinstance(reason, str) and reason.partition(".")[0] in (self.slug, "core", "dice"):
                    found[reason] = found.get(reason, named) & named
        return found

    @cached_property
    def codes(self) -> frozenset[str]:
        """Every code that the source can emit, refusals included."""
        found = {f"error.{reason}" for reason in self.reasons}
        found.update(f"action.{name}" for name in engine.actions(get_system(self.slug)))
        for text, values in self.gaps.items():
            found.update(filled(text, values))
        for path in self.files:
            inside = inside_f_strings(path)
            for node in nodes_of(path):
                if isinstance(node, ast.Call) and called(node) in ("Fact", "fact", "tell", "cause") and node.args:
                    prefix = "cause." if called(node) == "cause" else ""
                    found.update(prefix + text for text in strings(node.args[0]))
                elif isinstance(node, ast.Call) and called(node) in ("Throw", "throw_one") and node.args:
                    # a throw is called by its purpose
                    found.update(f"dice.{text}" for text in strings(node.args[0]))
                elif isinstance(node, ast.Constant) and id(node) not in inside and is_code(node.value):
                    found.add(str(node.value))
        return frozenset(found - set(self.reasons))

    def missing(self, language: str) -> list[str]:
        """The codes that have no words."""
        return sorted((self.codes | self.by_the_apps) - set(words(self.slug, language)))

    def left_over(self, language: str) -> list[str]:
        """The words of the system that nobody asks for."""
        own = set(words(self.slug, language)) - set(words("", language))
        return sorted(own - self.codes - self.by_the_apps - said_besides(self.codes | self.by_the_apps))


def said_besides(codes: Iterable[str]) -> set[str]:
    """The words that go with these codes: how a roll's sentence goes on, and coins that are counted."""
    return {
        *(f"{kind}.{code}" for kind in TAILS for code in codes),
        *(f"coins.{code.removeprefix('coin.')}" for code in codes if code.startswith("coin.")),
    }


def called(node: ast.Call) -> str:
    """The name of what is called."""
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def written(node: ast.JoinedStr) -> str:
    """An f-string as it is written, with its expressions in braces."""
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else f"{{{ast.unparse(part.value)}}}"  # type: ignore[attr-defined]
        for part in node.values
    )


def filled(text: str, values: tuple[Iterable[str], ...]) -> Iterator[str]:
    """The codes that an f-string comes to when its gaps are filled."""
    plain = re.split(r"\{[^}]*\}", text)
    for chosen in product(*values):
        yield "".join(part for pair in zip(plain, (*chosen, ""), strict=True) for part in pair)


def strings(node: ast.expr) -> Iterator[str]:
    """The strings that an expression may come to."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from strings(node.body)
        yield from strings(node.orelse)


def is_code(value: object) -> bool:
    """Whether a string looks like a code."""
    return isinstance(value, str) and CODE.fullmatch(value) is not None and not value.startswith("rules.")


def parts(text: str) -> set[str]:
    """The named parts of a sentence."""
    return {part for _, part, _, _ in Formatter().parse(text) if part is not None}
