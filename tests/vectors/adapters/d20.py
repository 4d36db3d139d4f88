"""What the adapters of the d20 cases share: registering, throwing the dice of a case, names of inputs."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rules.core.throws import Throws, resolved
from tests.vectors.registry import Adapter, Dice
from tests.vectors.registry import adapter as register

R = TypeVar("R")

NAMES: Mapping[str, str] = {
    "ability_mod": "ability_modifier",
    "aoo_damage": "opportunity_damage",
    "bab": "base_attack_bonus",
    "con_after": "constitution_after",
    "con_before": "constitution_before",
    "con_mod": "constitution_modifier",
    "con_modifier": "constitution_modifier",
    "con_score": "constitution",
    "crit_immune": "immune_to_criticals",
    "dex_mod": "dexterity_modifier",
    "dex_modifier": "dexterity_modifier",
    "fort_bonus": "fortitude_bonus",
    "max_dex_modifier": "max_dexterity_modifier",
    "misc": "other_modifier",
    "str_mod": "strength_modifier",
    "target_con_score": "target_constitution",
}
"""Inputs as the cases name them, and as the rules do; the others have one name."""


def adapter(operation: str) -> Callable[[Adapter], Adapter]:
    """Register a function as the adapter of an operation of d20."""
    return register("d20", operation)


def named(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Name inputs as the rules do, to be passed on as keyword arguments."""
    return {NAMES.get(name, name): value for name, value in inputs.items()}


def thrown(
    rule: Throws[R], dice: Dice, decisions: Mapping[str, Any] | None = None, *, missing_first: bool = False
) -> R:
    """Carry out a rule with all the faces of the case, and with choices by name."""
    return resolved(rule, dice.take(dice.left), decisions, missing_first=missing_first)
