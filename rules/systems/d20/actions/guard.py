"""Total defense: the attack action is spent on not being hit (D20C-TDF-01, D20C-TDF-02, D20C-HOUSE-23)."""

from __future__ import annotations

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Ref
from rules.core.fight import Command, Outcome
from rules.core.requests import Steps
from rules.core.system import Action
from rules.systems.d20.actions.acting import check_turn, here
from rules.systems.d20.actions.afflict import counted
from rules.systems.d20.doing import check_spend, spend
from rules.systems.d20.marks import Effect
from rules.systems.d20.phases import Round, Spent
from rules.systems.d20.state import Body, D20Fight, bears, with_effect


def check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The attack action must be left, in a fight."""
    actor = check_turn(fight, command, viewer)
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if bears(fight.combatants[actor].body, "total_defense"):
        raise NotAllowed("d20.guard.already")
    check_spend(fight, actor, Spent("attack", "total_defense"))


def resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """+4 dodge at once, until just before the same count of the next round (D20C-TDF-01, D20C-TDF-02)."""
    yield from ()
    actor, notes = here(fight, command), Notes()
    fight = spend(fight, actor, Spent("attack", "total_defense"))
    fight = with_effect(fight, actor, counted(fight, Effect("total_defense", "stance", "total_defense"), 1, actor))
    notes.add(Fact("guard.total", params={"who": Ref(actor)}, rules=("D20C-TDF-01", "D20C-TDF-02")))
    return Outcome(fight, notes.so_far)


TOTAL_DEFENSE: Action[Body, Round] = Action(
    "total_defense", resolve, check=check, icon="shield", of_the_turn=True, needs_actor=True
)
