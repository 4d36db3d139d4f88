"""What the rules do by themselves when a turn begins, time passes or an attack was made; each subject adds its own.

Files that hold such functions import nothing of `actions` but `acting` and `harm`, so that no import goes in a circle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rules.core.facts import Notes
from rules.core.requests import Steps
from rules.core.types import Id
from rules.systems.d20.arms import Weapon
from rules.systems.d20.passing.bursts import fuses_burn, fuses_counted
from rules.systems.d20.passing.due import on_turn, when_time_passes
from rules.systems.d20.passing.poisoned_blades import after_blow
from rules.systems.d20.rounds import TimeHook, TurnHook
from rules.systems.d20.state import D20Fight

AttackHook: TypeAlias = Callable[[D20Fight, Id, Id, Weapon, int, int, str, Notes], Steps[D20Fight]]
"""After an attack: who made it, on whom, with what, the natural result, the damage dealt, a prefix for keys."""

BEGIN_TURN: tuple[TurnHook, ...] = (fuses_counted, on_turn)
TIME_PASSES: tuple[TimeHook, ...] = (when_time_passes, fuses_burn)
AFTER_ATTACK: tuple[AttackHook, ...] = (after_blow,)
