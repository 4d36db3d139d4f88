"""The creatures of the house table (TUM-HOUSE-27)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.errors import one_of
from rules.systems.tumbas.attributes import ATTRIBUTES, Attribute


@dataclass(frozen=True)
class Creature:
    """A creature: its five attributes, hit points, the sides of its damage die and its armour (TUM-HOUSE-27)."""

    attributes: Mapping[Attribute, int]
    hp: int
    damage_die: int
    armour: int


def _creature(*numbers: int) -> Creature:
    *values, hp, damage_die, armour = numbers
    return Creature(dict(zip(ATTRIBUTES, values, strict=True)), hp, damage_die, armour)


CREATURES: Mapping[str, Creature] = {
    "giant_rat": _creature(-1, 1, 0, -2, 0, 3, 4, 0),
    "goblin": _creature(0, 1, 0, 0, -1, 5, 6, 0),
    "skeleton": _creature(1, 0, 1, -2, 0, 6, 6, 1),
    "wolf": _creature(1, 2, 1, -2, 1, 7, 6, 0),
    "bandit": _creature(1, 1, 1, 0, 0, 8, 6, 1),
    "orc": _creature(2, 0, 2, -1, 0, 10, 8, 1),
    "zombie": _creature(2, -2, 3, -2, -2, 12, 6, 0),
    "ogre": _creature(4, -1, 3, -2, -1, 22, 10, 1),
}
"""The creatures by id, the weakest first (TUM-HOUSE-27)."""


def creature(name: str) -> Creature:
    """Return a creature by its id (TUM-HOUSE-27)."""
    return CREATURES[one_of(name, CREATURES, "tumbas.creature.unknown", field="creature")]
