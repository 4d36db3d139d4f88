"""Direct damage and healing, to one or several at once (D20H-HP-02, D20H-HEAL-01, D20H-TMP-01, D20H-NL-05)."""

from __future__ import annotations

from rules.core.audience import Viewer
from rules.core.facts import Fact, Notes, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Allocation, Choice, Flag, Input, Number, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.harm import hurt, mend
from rules.systems.d20.actions.temporary import give_temporary
from rules.systems.d20.fields import options_of
from rules.systems.d20.phases import Round
from rules.systems.d20.state import Body, D20Fight

SHARES = {"half": (1, 2), "full": (1, 1), "double": (2, 1)}
"""How much of an amount somebody takes, as a fraction; halves are rounded down (D20H-HOUSE-02)."""

VERBS = ("harm", "heal", "nonlethal", "temporary")


def inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How much, of what, and who takes which share; players: those they control."""
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
            options=options_of("verb", VERBS),
        ),
        Allocation("targets", "input.targets", options=theirs, shares=options_of("share", SHARES)),
        Flag("single_blow", "input.single_blow", default=True, note=Fact("note.single_blow", rules=("D20H-MD-02",))),
    )


def resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take or give the points; one blow above the threshold asks for a save (D20H-MD-02, D20H-MD-03)."""
    notes = Notes()
    shares: dict[Id, str] = command.inputs["targets"]
    verb = command.inputs["verb"] or "harm"
    for who in (one for one in fight.order if one in shares):
        part, whole = SHARES[shares[who]]
        amount = command.inputs["amount"] * part // whole
        if verb == "heal":
            fight = mend(fight, who, amount, notes)
        elif verb == "temporary":
            fight = give_temporary(fight, who, amount, notes)
        else:
            fight = yield from hurt(
                fight,
                who,
                amount,
                notes,
                key=who,
                nonlethal=verb == "nonlethal",
                single_blow=bool(command.inputs["single_blow"]),
            )
    return Outcome(fight, notes.so_far)


DAMAGE: Action[Body, Round] = Action("damage", resolve, inputs, icon="calculator", interrupts=True)

KEYPAD = (DAMAGE,)
