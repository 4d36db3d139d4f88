"""How a fight begins: who is aware, the surprise round, who rolls when (D20C-SEQ-01 to -04, D20C-SUR-01 to -04)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.core.errors import Missing
from rules.core.types import Id

SURPRISE_ACTIONS = 1
"""Attack or move actions of an aware combatant in the surprise round (D20C-SUR-03)."""


@dataclass(frozen=True)
class Starter:
    """Who takes part in a fight, and whether they know of their opponents, as the GM rules (D20C-SEQ-03)."""

    id: Id
    aware: bool


@dataclass(frozen=True)
class CombatStart:
    """The beginning of a fight; all lists keep the order in which the combatants were given."""

    surprise_round: bool
    flat_footed: tuple[Id, ...]
    roll_initiative_first: tuple[Id, ...]
    roll_initiative_after_surprise: tuple[Id, ...]
    actions_in_surprise_round: Mapping[Id, int]


def surprised(*, aware: bool, known_to_enemies: bool) -> bool:
    """Say whether somebody is surprised: unaware of enemies who knew of them (D20C-SUR-01)."""
    return known_to_enemies and not aware


def start_combat(combatants: Sequence[Starter]) -> CombatStart:
    """Open a fight; without anybody it is refused as missing (D20C-SEQ-01 to -04, D20C-SUR-02 to -04).

    There is a surprise round exactly when some but not all are aware: those act in it, with one single action.
    """
    if not combatants:
        raise Missing("d20.combat.nobody", field="combatants")
    everybody = tuple(one.id for one in combatants)
    aware = tuple(one.id for one in combatants if one.aware)
    unaware = tuple(one.id for one in combatants if not one.aware)
    if not aware or not unaware:
        return CombatStart(False, everybody, everybody, (), {})
    actions = {one.id: SURPRISE_ACTIONS if one.aware else 0 for one in combatants}
    return CombatStart(True, everybody, aware, unaware, actions)
