"""Hit points by hand: harm or healing for one or several combatants at once (TAP-HP-01)."""

from __future__ import annotations

from typing import cast

from rules.core.audience import Viewer
from rules.core.facts import Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, options_of
from rules.core.requests import Steps
from rules.core.shares import amount_input, shared, shares_input, verb_input
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.harm import hurt, mend
from rules.systems.tapiz.hit_points import POOLS, PoolName
from rules.systems.tapiz.state import Body, Round, TapizFight


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How much, harm or healing, which pool, and who takes which share; players: those they control."""
    pools = options_of("pool_name", POOLS)
    return (
        amount_input(),
        verb_input(),
        Choice("pool", "input.pool", default="physical", required=False, layout="segments", options=pools),
        shares_input(fight, viewer),
    )


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take or give the points; healing by hand is no attempt and leaves the chance open (TAP-HP-01)."""
    yield from ()
    notes = Notes()
    name = cast(PoolName, command.inputs["pool"] or "physical")
    for who, amount in shared(fight, command):
        if command.inputs["verb"] == "heal":
            fight = mend(fight, who, name, amount, notes, rules=("TAP-HP-01",), uses_chance=False)
        else:
            fight = hurt(fight, who, name, amount, notes)
    return Outcome(fight, notes.so_far)


DAMAGE: Action[Body, Round] = Action("damage", resolve, inputs, icon="calculator", interrupts=True)
