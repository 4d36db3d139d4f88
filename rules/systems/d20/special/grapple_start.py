"""Starting or joining a grapple: grab, hold, maintain (D20S-GRAP-02 to -04, -08 to -15, -36)."""

from dataclasses import dataclass
from typing import Literal

from rules.core.errors import NotAllowed, at_least
from rules.core.throws import Throws
from rules.systems.d20.concealment import MissChance, hits_concealed
from rules.systems.d20.rolls import Opposed, opposed_check, roll_against
from rules.systems.d20.sizes import known_size, too_large
from rules.systems.d20.special.grapple import StrikeDamage, Wrestler, grapple_bonus, unarmed_damage

StartResult = Literal["failed_aoo", "failed_grab", "grabbed", "failed_hold", "released", "grappling"]


@dataclass(frozen=True)
class GrappleStart:
    """How far an attempt got, its opposed check if there was one, and the damage dealt.

    concealed: the hand would have reached the target, but what hides it made it miss.
    """

    result: StartResult
    check: Opposed | None = None
    damage: int = 0
    concealed: bool = False


def grapple_start(
    actor: Wrestler,
    target: Wrestler,
    strike: StrikeDamage,
    *,
    touch_attack_bonus: int,
    touch_defense: int,
    opportunity_damage: int,
    joining: bool,
    grab_only: bool,
    can_enter_square: bool,
    hidden: MissChance | None = None,
) -> Throws[GrappleStart]:
    """Make one attempt to start a grapple or to join one (D20S-GRAP-02 to -04, -08 to -15, -36, D20S-HOUSE-01, -02).

    target: when joining, the enemy picked for the check (D20S-GRAP-37). opportunity_damage: of any kind, from the
    target's attack of opportunity, at least 0, which nobody gets against somebody who joins. hidden: what conceals the
    target (D20C-CON-04). Rolls the touch d20 (not when joining), after a touch on somebody concealed d%, actor's and
    target's d20, the die of the unarmed strike. Raises UnknownValue, OutOfRange, NotAllowed.
    """
    known_size(actor.size, "actor")
    known_size(target.size, "target")
    at_least(opportunity_damage, 0, "d20.damage.negative", field="opportunity_damage")
    at_least(strike.die, 1, "d20.damage.sides", field="unarmed_die")
    if joining and opportunity_damage > 0:
        raise NotAllowed("d20.grapple.no_opportunity", field="opportunity_damage")
    if opportunity_damage > 0:
        return GrappleStart("failed_aoo")
    if not joining:
        grab = yield from roll_against("touch", touch_attack_bonus, touch_defense)
        if not grab.success:
            return GrappleStart("failed_grab")
        if hidden is not None and not (yield from hits_concealed(hidden, attack_hit=True)):
            return GrappleStart("failed_grab", concealed=True)
    if grab_only:
        return GrappleStart("grabbed")
    if too_large(actor.size, target.size):
        return GrappleStart("failed_hold")
    check = yield from opposed_check("grapple", grapple_bonus(actor), grapple_bonus(target))
    if not check.won:
        return GrappleStart("failed_hold", check)
    damage = yield from unarmed_damage(strike)
    return GrappleStart("grappling" if can_enter_square else "released", check, damage)
