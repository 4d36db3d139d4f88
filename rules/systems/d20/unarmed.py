"""Unarmed strikes (D20C-UNA-01, D20C-UNA-05, D20C-UNA-06)."""

from dataclasses import dataclass
from typing import Literal

from rules.systems.d20.attacks import TACTICS

DamageType = Literal["nonlethal", "lethal"]
WeaponClass = Literal["light_melee"]

MEDIUM_DAMAGE = "1d3"
"""Dice of a Medium character's unarmed strike, before the Strength modifier (D20C-UNA-05)."""


@dataclass(frozen=True)
class UnarmedStrike:
    """What an unarmed strike does; it counts as a light melee weapon."""

    damage_dice: str
    damage_type: DamageType
    attack_modifier: int
    weapon_class: WeaponClass = "light_melee"


def unarmed_strike(*, lethal: bool = False) -> UnarmedStrike:
    """Return a Medium character's unarmed strike, declared lethal or not (D20C-UNA-01, D20C-UNA-05, D20C-UNA-06)."""
    if lethal:
        return UnarmedStrike(MEDIUM_DAMAGE, "lethal", TACTICS["unarmed_lethal"].modifier)
    return UnarmedStrike(MEDIUM_DAMAGE, "nonlethal", 0)
