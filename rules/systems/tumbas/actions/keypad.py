"""Direct damage and healing, to one or several at once (TUM-HOUSE-16, TUM-HOUSE-20)."""

from __future__ import annotations

from rules.core.audience import Viewer
from rules.core.facts import Fact, Notes, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Allocation, Choice, Input, Number, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.actions.harm import hurt, mend
from rules.systems.tumbas.sheet import options_of
from rules.systems.tumbas.state import Body, Round, TumbasFight

SHARES = {"half": (1, 2), "full": (1, 1), "double": (2, 1)}
"""How much of an amount somebody takes, as a fraction; halves are rounded down."""


def inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How much, harm or healing, and who takes which share; players: those they control."""
    theirs = tuple(
        Option(who, Fact("core.combatant", params={"who": Ref(who)}))
        for who in fight.order
        if viewer.game_master or who in viewer.controls
    )
    return (
        Number("amount", "input.amount", minimum=1, maximum=999),
        Choice(
            "verb",
            "input.verb",
            default="harm",
            required=False,
            layout="segments",
            options=options_of("verb", ("harm", "heal")),
        ),
        Allocation("targets", "input.targets", options=theirs, shares=options_of("share", SHARES)),
    )


def resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take or give the points at once, whatever the group at hand (TUM-HOUSE-20)."""
    yield from ()
    notes = Notes()
    shares: dict[Id, str] = command.inputs["targets"]
    for who in (one for one in fight.order if one in shares):
        part, whole = SHARES[shares[who]]
        amount = command.inputs["amount"] * part // whole
        change = mend if command.inputs["verb"] == "heal" else hurt
        fight = change(fight, who, amount, notes)
    return Outcome(fight, notes.so_far)


DAMAGE: Action[Body, Round] = Action("damage", resolve, inputs, icon="calculator", interrupts=True)
