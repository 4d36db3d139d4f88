"""What a mech can strike with, as its armour is now (TAC-PHYS-01, TAC-HOUSE-31)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.systems.tactico.vehicles.state import Limb, Machine

LIMBS: tuple[Limb, ...] = ("push", "kick", "right_punch", "left_punch", "melee_weapon")
ARM_OF: Mapping[str, str] = {"right_punch": "right_arm", "left_punch": "left_arm"}


def limbs_of(one: Machine) -> tuple[Limb, ...]:
    """What a mech can strike with: limbs that are left, a melee weapon where it has one (TAC-PHYS-01)."""
    if one.kind != "mech":
        return ()
    gone = {place for place, points in one.armour.items() if points <= 0}
    found: list[Limb] = []
    for limb in LIMBS:
        if limb == "melee_weapon" and (not one.melee_arm or one.melee_arm in gone):
            continue
        if ARM_OF.get(limb, "") in gone or (limb == "kick" and {"right_leg", "left_leg"} & gone):
            continue
        if limb == "push" and {"right_arm", "left_arm"} <= gone:
            continue
        found.append(limb)
    return tuple(found)
