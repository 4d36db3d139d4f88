"""Nonlethal damage: who may deal it and what it does (D20H-NL-01 to -06)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.throws import Throws, throw_one
from rules.systems.d20.attacks import TACTICS
from rules.systems.d20.harm.lethal import massive_damage_threshold
from rules.systems.d20.rolls import roll_against

NonlethalWeapon = Literal["melee_lethal", "melee_nonlethal", "unarmed", "ranged_lethal", "ranged_as_improvised_melee"]
NonlethalCondition = Literal["none", "dazed", "unconscious"]

NONLETHAL_WEAPONS: tuple[NonlethalWeapon, ...] = get_args(NonlethalWeapon)

ATTACK_MODIFIERS: Mapping[NonlethalWeapon, int] = {
    "melee_lethal": TACTICS["lethal_weapon_nonlethal"].modifier,
    "melee_nonlethal": 0,
    "unarmed": 0,
    "ranged_as_improvised_melee": TACTICS["lethal_weapon_nonlethal"].modifier,
}
"""What holding back costs on the attack roll; who is not named here cannot (D20H-NL-01 to -03)."""

NONLETHAL_DC = 15
"""DC of the Fortitude save against a nonlethal hit that counts (D20H-NL-06)."""

DAZED_ROUNDS = 1

UNCONSCIOUS_DIE, UNCONSCIOUS_PLUS = 4, 1
"""Rounds of unconsciousness: 1d4+1 (D20H-NL-06)."""


@dataclass(frozen=True)
class NonlethalOption:
    """Whether an attack may be nonlethal, and the modifier to its roll for that."""

    allowed: bool
    attack_modifier: int


@dataclass(frozen=True)
class NonlethalHit:
    """What one nonlethal hit did; hit points are what they were."""

    hp: int
    save_due: bool
    save_success: bool | None
    condition: NonlethalCondition
    rounds: int


def deals_nonlethal(weapon: NonlethalWeapon) -> bool:
    """Say whether a weapon can deal nonlethal damage at all; the attacker then picks (D20H-NL-01 to -04)."""
    one_of(weapon, NONLETHAL_WEAPONS, "d20.nonlethal.weapon_unknown", field="weapon")
    return weapon in ATTACK_MODIFIERS


def nonlethal_option(weapon: NonlethalWeapon) -> NonlethalOption:
    """Say what declaring an attack nonlethal costs (D20H-NL-01 to -04).

    Raises UnknownValue, and NotAllowed for a lethal ranged weapon used at range.
    """
    if not deals_nonlethal(weapon):
        raise NotAllowed("d20.nonlethal.ranged_lethal", field="weapon")
    return NonlethalOption(allowed=True, attack_modifier=ATTACK_MODIFIERS[weapon])


def nonlethal_hit(
    hp: int, damage: int, constitution: int | None, *, threshold_bonus: int = 0, fortitude_bonus: int = 0
) -> Throws[NonlethalHit]:
    """Apply one nonlethal hit: it daunts from the threshold on, or does nothing (D20H-NL-05, -06, D20H-HOUSE-20).

    damage: 0 or more. constitution: 1..99, None for a creature without one. Rolls the Fortitude save (d20), and
    the rounds (d4) when it fails. Raises OutOfRange.
    """
    at_least(damage, 0, "d20.damage.negative", field="damage")
    threshold = massive_damage_threshold(constitution, threshold_bonus)
    if threshold is None or damage < threshold:
        return NonlethalHit(hp, False, None, "none", 0)
    if (yield from roll_against("fortitude", fortitude_bonus, NONLETHAL_DC)).success:
        return NonlethalHit(hp, True, True, "dazed", DAZED_ROUNDS)
    rounds = (yield from throw_one("duration", UNCONSCIOUS_DIE)) + UNCONSCIOUS_PLUS
    return NonlethalHit(hp, True, False, "unconscious", rounds)
