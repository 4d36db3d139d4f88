"""Hit points by hand: harm or healing for one or several combatants at once (TAP-HP-01)."""

from __future__ import annotations

from typing import cast

from rules.core.audience import Viewer
from rules.core.facts import Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, options_of
from rules.core.landing import landed
from rules.core.requests import Steps
from rules.core.shares import amount_input, shared, shares_input, verb_input
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.harm import mend
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.softening import loss
from rules.systems.tapiz.state import Body, Round, TapizFight


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How much, harm or healing, which pool, and who takes which share; players: those they control."""
    pools = options_of("pool_name", POOLS)
    asks = (Flag("asks", "input.asks", default=True),) if viewer.game_master else ()
    return (
        amount_input(),
        verb_input(),
        Choice("pool", "input.pool", default="physical", required=False, layout="segments", options=pools),
        shares_input(fight, viewer),
        *asks,
    )


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take or give the points; healing by hand is no attempt and leaves the chance open (TAP-HP-01).

    Where the game master says so, those who can soften what they lose are asked first (TAP-HERO-01).
    """
    notes, landings, asks = Notes(), [], bool(command.inputs.get("asks"))
    name = cast(PoolName, command.inputs["pool"] or "physical")
    for who, amount in shared(fight, command):
        if command.inputs["verb"] == "heal":
            fight = mend(fight, who, name, amount, notes, rules=("TAP-HP-01",), uses_chance=False)
        else:
            landings.append(loss(fight, who, name, amount, f"{command.id}-{who}", notes, answered=asks))
    fight = yield from landed(fight, landings, notes)
    return Outcome(fight, notes.so_far)


DAMAGE: Action[Body, Round] = Action("damage", resolve, inputs, icon="calculator", interrupts=True)
