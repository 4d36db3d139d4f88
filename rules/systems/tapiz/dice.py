"""Dice of Tapiz: sums, the emulated d3, and d% read as digits (TAP-DICE-01 to -07)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.core.dice_action import dice_action
from rules.core.fight import Command, Outcome
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Throw, Throws, throw
from rules.dice import PERCENTILE, DicePool
from rules.systems.tapiz.settings import PercentileConvention, settings_of
from rules.systems.tapiz.state import Body, Round, TapizFight

SIDES: tuple[int, ...] = (3, 4, 6, 8, 10, 12, 20)
"""Dice that an expression may name (TAP-DICE-03, TAP-DICE-04)."""


@dataclass(frozen=True, slots=True)
class DiceResult:
    """The total of an expression."""

    total: int
    values: tuple[int, ...] | None
    """What each die added to it; None for d%."""


def die_rolled(sides: int) -> int:
    """Return the sides of the die that is really rolled: a d6 for the d3, else the die itself (TAP-DICE-04)."""
    return 6 if sides == 3 else sides


def die_value(sides: int, face: int) -> int:
    """Return what one die adds: its face, or half of it rounded up for the emulated d3 (TAP-DICE-04)."""
    return (face + 1) // 2 if sides == 3 else face


def percentile(tens: int, units: int, convention: PercentileConvention) -> int:
    """Read a tens die and a units die as digits, 1 to 100 (TAP-DICE-05 to -07, TAP-ODD-05).

    tens, units: faces 1 to 10, of which the ten shows as 0.
    """
    if convention == "ten_for_zero":
        return tens % 10 * 10 + units
    tens, units = tens % 10, units % 10
    if convention == "alternative" and units == 0 and tens in (0, 1):
        return 10 if tens == 0 else PERCENTILE
    return tens * 10 + units or PERCENTILE


def roll_pool(pool: DicePool, convention: PercentileConvention) -> Throws[DiceResult]:
    """Roll an expression and work out its total (TAP-DICE-01, TAP-DICE-02, TAP-DICE-04 to -07)."""
    if pool.percentile:
        tens, units = yield from throw(Throw("any", 10), Throw("any", 10))
        return DiceResult(percentile(tens, units, convention), None)
    faces = yield from throw(*(Throw("any", die_rolled(pool.sides)) for _ in range(pool.count)))
    values = tuple(die_value(pool.sides, face) for face in faces)
    return DiceResult(sum(values), values)


def _total(house: Mapping[str, Any], pool: DicePool) -> Throws[int]:
    """The total of any dice under the settings of a table (TAP-DICE-07)."""
    return (yield from roll_pool(pool, settings_of(house).percentile)).total


def _rules(house: Mapping[str, Any], pool: DicePool) -> tuple[str, ...]:
    """The rows that a roll of these dice rests on."""
    if not pool.percentile:
        return ("TAP-DICE-01",)
    convention = settings_of(house).percentile
    return {"standard": ("TAP-DICE-06",), "alternative": ("TAP-DICE-07",), "ten_for_zero": ("TAP-ODD-05",)}[convention]


_ANY: Action[Body, Round] = dice_action("3d6", SIDES, rule=_total, rules=_rules)


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Roll any dice and tell their total; d% reads tens and units (TAP-DICE-01 to -07)."""
    return (yield from _ANY.resolve(fight, command))


ROLL: Action[Body, Round] = replace(_ANY, resolve=resolve)
