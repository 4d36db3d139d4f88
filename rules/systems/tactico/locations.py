"""The body locations: where a hit lands that was not aimed, and which are out of use.

(TAC-LOC-01, TAC-LOC-02, TAC-DMG-06, TAC-HOUSE-16)
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar, get_args

from rules.core.errors import Missing, one_of
from rules.core.throws import Throws, throw_one
from rules.systems.tactico.dice import LOCATION_DICE

Location = Literal["head", "right_arm", "left_arm", "torso", "right_leg", "left_leg"]
Column = Literal["projectile", "melee"]
AttackSkill = Literal["ranged_weapons", "heavy_weapons", "melee_weapons", "brawl"]

L = TypeVar("L", bound=str)

LOCATIONS: tuple[Location, ...] = get_args(Location)
"""In the order in which they are listed everywhere (TAC-LOC-02)."""

ARMS: tuple[Location, ...] = ("right_arm", "left_arm")
LEGS: tuple[Location, ...] = ("right_leg", "left_leg")

COLUMN_OF_SKILL: Mapping[AttackSkill, Column] = {
    "ranged_weapons": "projectile",
    "heavy_weapons": "projectile",
    "melee_weapons": "melee",
    "brawl": "melee",
}
"""The column that an attack reads (TAC-LOC-01)."""

LOCATION_OF_FACE: Mapping[Column, tuple[Location, ...]] = {
    "projectile": (
        *("head", "right_arm", "left_arm"),
        *("torso", "torso", "torso"),
        *("right_leg", "right_leg", "left_leg", "left_leg"),
    ),
    "melee": (
        *("head", "right_arm", "right_arm", "left_arm", "left_arm", "torso"),
        *("right_leg", "right_leg", "left_leg", "left_leg"),
    ),
}
"""Location of the faces 1 to 10, for each column (TAC-LOC-02)."""


@dataclass(frozen=True)
class Hit:
    """Where a hit landed, and in which column that was read."""

    column: Column
    location: Location
    face: int


def known_location(location: Location, *, field: str = "location") -> Location:
    """Return the body location, or refuse it as unknown (TAC-LOC-02)."""
    return one_of(location, LOCATIONS, "tactico.location.unknown", field=field)


def known_attack_skill(skill: AttackSkill) -> AttackSkill:
    """Return the skill of an attack, or refuse it as unknown (TAC-LOC-01)."""
    return one_of(skill, COLUMN_OF_SKILL, "tactico.attack.skill_unknown", field="attack_skill")


def is_melee(skill: AttackSkill) -> bool:
    """Return whether attacks with a skill are blows, which a defence can answer (TAC-LOC-01, TAC-ACT-06)."""
    return COLUMN_OF_SKILL[known_attack_skill(skill)] == "melee"


def hit_location(skill: AttackSkill) -> Throws[Hit]:
    """Throw one d10 and read it in the column of the attack (TAC-LOC-01, TAC-LOC-02)."""
    column = COLUMN_OF_SKILL[known_attack_skill(skill)]
    (sides,) = LOCATION_DICE
    face = yield from throw_one("location", sides)
    return Hit(column, LOCATION_OF_FACE[column][face - 1], face)


def is_disabled(resistance: int) -> bool:
    """Return whether a location is out of use: at 0 or less, and in use again above (TAC-DMG-06, TAC-HOUSE-16)."""
    return resistance <= 0


def disabled_locations(resistance: Mapping[Location, int]) -> tuple[Location, ...]:
    """List the locations out of use in their order (TAC-DMG-06, TAC-HOUSE-16)."""
    return tuple(location for location in LOCATIONS if location in resistance and is_disabled(resistance[location]))


def check_locations(
    points: Mapping[L, int], needed: Collection[L], *, field: str, known: Collection[L] | None = None
) -> None:
    """Refuse points that lack a needed location, or that name one outside `known` (without it: outside `needed`)."""
    for location in needed:
        if location not in points:
            raise Missing("tactico.location.missing", field=field, params={"value": location})
    for location in points:
        one_of(location, needed if known is None else known, "tactico.location.unknown", field=field)
