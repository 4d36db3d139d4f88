"""What somebody holds, and what may be taken in hand (D20C-ACT-06, D20C-MVA-04, D20C-MVA-05, D20C-DMG-06)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.errors import NotAllowed
from rules.systems.d20.arms import UNARMED, Weapon
from rules.systems.d20.state import Body, D20Fight, in_rounds


def at_hand(fight: D20Fight, body: Body, weapon: Weapon) -> bool:
    """Whether a weapon can be used at once: it is in hand, or one's own limbs; where no turns are taken there is time.

    (D20C-MVA-04)
    """
    mine = weapon.unarmed or weapon.use == "natural" or weapon.key in (body.main, body.off)
    return mine or not in_rounds(fight)


def holds_nothing(body: Body, key: str) -> bool:
    """Whether a hand of which this is what it holds is free: claws are no burden."""
    return key in ("", UNARMED) or body.weapon(key).use == "natural"


def main_free(body: Body, weapon: Weapon) -> bool:
    """Whether the main hand, or both where it takes both, are free for a weapon."""
    return holds_nothing(body, body.main) and (not weapon.two_handed or holds_nothing(body, body.off))


def off_free(body: Body, weapon: Weapon) -> bool:
    """Whether the other hand is free for a weapon that takes one."""
    return holds_nothing(body, body.off) and not body.both and not weapon.two_handed


def drawn(body: Body, weapon: Weapon) -> Body:
    """The body with a weapon in its main hand; raises NotAllowed where something else is there (D20C-AOT-02)."""
    if not main_free(body, weapon):
        raise NotAllowed("d20.gear.hands_full", field="weapon")
    return replace(body, main=weapon.key, both=weapon.two_handed, off="" if weapon.two_handed else body.off)


def drawn_off(body: Body, weapon: Weapon) -> Body:
    """The body with a weapon in its other hand; raises NotAllowed where there is no room for it."""
    if not off_free(body, weapon):
        raise NotAllowed("d20.gear.hands_full", field="weapon")
    return replace(body, off=weapon.key)


def grasped(body: Body, weapon: Weapon) -> Body:
    """The body with a weapon in whichever hand is free for it; raises NotAllowed where none is."""
    return drawn(body, weapon) if main_free(body, weapon) or not off_free(body, weapon) else drawn_off(body, weapon)
