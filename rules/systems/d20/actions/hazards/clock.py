"""Time outside rounds: the clock goes on, and stops at whatever falls due (D20C-SEQ-06, D20H-LIGHT-01)."""

from __future__ import annotations

from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input, Number
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.hazards.common import check_somebody, chosen, creatures_input, one_of_these
from rules.systems.d20.hazards.light import LIGHT_NAMES, LightName, light_left
from rules.systems.d20.hooks import TIME_PASSES
from rules.systems.d20.marks import Timer
from rules.systems.d20.passing.common import DAY, HOUR, MINUTE, begin
from rules.systems.d20.passing.due import LIGHT, until_next
from rules.systems.d20.phases import Round
from rules.systems.d20.rounds import pass_time
from rules.systems.d20.state import Body, D20Fight

UNITS = {"minutes": MINUTE, "hours": HOUR, "days": DAY, "rounds": 6}
MOST_STEPS = 1000
"""So often the clock stops in one passing of time; what is left then passes by the next command."""


def passes(fight: D20Fight, seconds: int, notes: Notes) -> Steps[D20Fight]:
    """Let time pass, stopping at everything that falls due."""
    for _ in range(MOST_STEPS):
        if seconds <= 0:
            return fight
        step = until_next(fight, seconds)
        fight = yield from pass_time(fight, step, notes, TIME_PASSES)
        seconds -= step
    return fight


def inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How long."""
    return (
        Number("count", "input.count", default=10, minimum=1, maximum=600, required=False),
        one_of_these("unit", "input.unit", "unit", tuple(UNITS)),
    )


def check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """In a fight time passes by rounds."""
    if fight.ordered:
        raise NotAllowed("d20.time.in_fight")


def resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """The clock goes on; saves and checks that fall due are asked for in their order."""
    notes = Notes()
    unit, count = command.inputs["unit"] or "minutes", command.inputs["count"] or 10
    params: dict[str, Param] = {"count": count, "unit": Word(f"unit.{unit}")}
    notes.add(Fact("clock.passes", params=params, rules=("D20C-SEQ-06",)))
    return Outcome((yield from passes(fight, UNITS[unit] * count, notes)), notes.so_far)


def light_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who lights what."""
    return (
        creatures_input(fight, viewer),
        one_of_these("source", "input.light", "light", LIGHT_NAMES),
        Number("used", "input.hours_used", default=0, minimum=0, maximum=24, required=False, fresh=True),
    )


def light_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A source of light burns for as long as its row says, less what it has burnt before (D20H-LIGHT-01)."""
    yield from ()
    notes = Notes()
    source = cast(LightName, command.inputs["source"] or LIGHT_NAMES[0])
    left = light_left(source, command.inputs["used"] or 0)
    if not left.lit:
        raise NotAllowed("d20.light.burnt_down", field="used")
    for who in chosen(fight, command):
        params: dict[str, Param] = {
            "who": Ref(who),
            "what": Word(f"light.{source}"),
            "feet": left.source.light_ft,
            "hours": int(left.hours_left),
        }
        notes.add(Fact("light.lit", params=params, rules=("D20H-LIGHT-01",)))
        timer = Timer(LIGHT, LIGHT, int(left.hours_left * HOUR), data={"source": source})
        fight = begin(fight, who, timer, notes, rules=("D20H-LIGHT-01",))
    return Outcome(fight, notes.so_far)


PASS_TIME: Action[Body, Round] = Action(
    "pass_time", resolve, inputs, check, icon="hourglass", for_game_master=True, undo="with_all_after"
)
LIGHTS: Action[Body, Round] = Action(
    "light", light_resolve, light_inputs, check_somebody, icon="sun", for_game_master=True
)
