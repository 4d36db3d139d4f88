"""What applies a loss goes through `rules/core/landing.py`, or is listed here with the reason why nobody is asked.

Losses are hit points, consequences, broken or dropped things, and falls. Tumbas and Tactico give no means once a loss
is known (docs/architecture.md, *Before it lands*), so nothing of theirs is listed.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from rules.core.words import ROOT
from tests.rules.source import tree_of

LANDS = "it is what lands, or a means that was chosen"

APPLIES: dict[tuple[str, str], dict[str, str]] = {
    ("tapiz", "hurt"): {
        "softening.loss": LANDS,
        "softening._as_points": LANDS,
        "consequences._replaced": "the player pays a hero point and takes hit points instead",
        "options.defended": "the defender spends its own hit points",
    },
    ("tapiz", "suffered"): {
        "softening.consequence": LANDS,
        "softening._unconscious": LANDS,
        "softening._other": LANDS,
    },
    ("tapiz", "give_effect"): {
        "softening.suffered": LANDS,
        "stances.resolve": "the price of an own choice, which the form tells beforehand",
    },
    ("tapiz", "_taken"): {
        "losing.on_things": LANDS,
        "stances.resolve": "another function of this name: a stance is taken",
        "stances.with_declared": "another function of this name: a stance is taken",
    },
    ("tapiz", "on_things"): {"softening.suffered": LANDS},
    ("tapiz", "damaged"): {"harm.hurt": "what the others call"},
    ("d20", "falls"): {
        "trip.attempt": "a bearer of a trip weapon was asked before; the tripped have no means",
        "bull_rush.push_resolve": "a pusher who is thrown back falls, and the rules give no means",
        "overrun.overrun_resolve": "so does one who fails to overrun",
    },
    ("d20", "prone"): {
        "harm.hurt": "at −1 or less nobody stands, and the rules give no means",
        "harm._daunt": "one knocked out falls, and the rules give no means",
        "lasting.give_condition": "so do the unconscious and the paralysed",
        "moving.posture_resolve": "the combatant lies down by itself",
        "trip.falls": "what the others call",
    },
}
"""Who calls what applies a loss, by system and function ("prone": who lays that condition), and why it may."""


def functions(slug: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a system that stand in no other function, each with its module."""
    for path in sorted((ROOT / "systems" / slug).rglob("*.py")):
        tree = tree_of(path)
        bodies = [tree.body, *(one.body for one in tree.body if isinstance(one, ast.ClassDef))]
        yield from ((path.stem, one) for body in bodies for one in body if isinstance(one, ast.FunctionDef))


@cache
def callers(slug: str) -> Mapping[str, set[str]]:
    """By the name of what is called, or "prone" where that condition is laid: the functions that do it."""
    found = defaultdict(set)
    for module, function in functions(slug):
        for one in ast.walk(function):
            if not isinstance(one, ast.Call):
                continue
            called = one.func.attr if isinstance(one.func, ast.Attribute) else getattr(one.func, "id", "")
            lays = called == "Effect" and [getattr(a, "value", "") for a in one.args[2:3]] == ["prone"]
            for name in (called, "prone") if lays else (called,):
                found[name].add(f"{module}.{function.name}")
    return found


@pytest.mark.parametrize(("slug", "name"), APPLIES)
def test_nothing_applies_a_loss_unasked(slug: str, name: str) -> None:
    assert callers(slug)[name] == set(APPLIES[slug, name])


@pytest.mark.parametrize("slug", ["tumbas", "tactico"])
def test_systems_without_means_have_none(slug: str) -> None:
    assert callers(slug)["Means"] == set()
