"""Water, void and smoke: who has no air, and who has it again (D20H-AIR-01 to -03, D20H-SMOKE-01 to -03)."""

from __future__ import annotations

from rules.core.audience import Viewer
from rules.core.facts import Fact, Notes, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.hazards.common import check_somebody, chosen, creatures_input, one_of_these
from rules.systems.d20.hazards.smoke import SMOKE
from rules.systems.d20.marks import Timer
from rules.systems.d20.passing.air import air_again, without_air
from rules.systems.d20.passing.common import over
from rules.systems.d20.phases import Round
from rules.systems.d20.state import Body, D20Fight, with_timer

AIRS = ("none", "smoke", "again")


def inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who, and what they breathe from now on."""
    return (creatures_input(fight, viewer), one_of_these("air", "input.air", "air", AIRS))


def resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Each of their turns counts from now on, or no longer (D20H-AIR-01, D20H-SMOKE-01, D20H-STRG-06)."""
    yield from ()
    notes = Notes()
    for who in chosen(fight, command):
        air = command.inputs["air"] or AIRS[0]
        if air == "none":
            fight = without_air(fight, who, notes)
        elif air == "smoke":
            notes.add(Fact("smoke.begins", params={"who": Ref(who)}, rules=("D20H-SMOKE-01", "D20H-SMOKE-03")))
            # whoever is in smoke already goes on coughing where they are
            running = fight.combatants[who].body.timers.get(SMOKE, Timer(SMOKE, SMOKE, each_turn=True))
            fight = with_timer(fight, who, running)
        else:
            fight = air_again(fight, who, notes)
            smoke = fight.combatants[who].body.timers.get(SMOKE)
            if smoke is not None:
                fight = over(fight, who, smoke, notes, rules=("D20H-SMOKE-01",))
    return Outcome(fight, notes.so_far)


AIR: Action[Body, Round] = Action("air", resolve, inputs, check_somebody, icon="droplets", for_game_master=True)
