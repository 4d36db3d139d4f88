"""What forbids an attack: where the two stand, a grapple, what was declared (D20C-MEL-01, D20S-GRAP-24, -34)."""

from __future__ import annotations

from rules.core.errors import NotAllowed
from rules.systems.d20.actions.blows import Blow, check_blow
from rules.systems.d20.situation import check_near
from rules.systems.d20.state import D20Fight, effects_named, grapple_of


def check_all(fight: D20Fight, blow: Blow) -> None:
    """Refuse an attack that cannot be made, before anybody is asked.

    Whoever answers must not be told what the attacker got wrong.
    """
    if blow.manner.mode == "melee":
        check_near(fight, blow.actor, blow.target)
    check_in_grapple(fight, blow)
    check_blow(fight, blow)


def check_in_grapple(fight: D20Fight, blow: Blow) -> None:
    """In a grapple only with something light, never both hands, never while pinning (D20S-GRAP-24, D20S-GRAP-34)."""
    held = grapple_of(fight, blow.actor)
    if held is None:
        return
    if blow.target not in held.opponents(blow.actor):
        raise NotAllowed("d20.grapple.no_bond", field="target")
    if not blow.weapon.light or blow.manner.mode == "ranged" or blow.two_weapons:
        raise NotAllowed("d20.grapple.light_only", field="weapon")
    if not (blow.weapon.unarmed or blow.weapon.key in (fight.combatants[blow.actor].body.main,
                                                      fight.combatants[blow.actor].body.off)):  # fmt: skip
        raise NotAllowed("d20.grapple.not_in_hand", field="weapon")
    if any(pinned.by == blow.actor for who in held.opponents(blow.actor)
           for pinned in effects_named(fight.combatants[who].body, "pinned")):  # fmt: skip
        raise NotAllowed("d20.grapple.pinning", field="weapon")
