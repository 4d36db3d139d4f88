"""Time outside rounds: the clock, timers on turns and by the clock, lighting a light.

Rules: D20H-LIGHT-01, D20C-SEQ-06, D20H-REC-01, D20H-FIRE-02, D20H-ACID-01, D20H-AIR-02, D20H-SMOKE-01, D20H-POIS-02,
D20H-DISE-03, D20H-TEMP-03, D20H-TEMP-06, D20H-FOOD-03, D20H-FOOD-04.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias, cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Notes, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Input, Number
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.acid import acid_turn, fumes_due
from rules.systems.d20.breath import BREATH, breath_turn, smoke_turn
from rules.systems.d20.budget import ROUND_SECONDS
from rules.systems.d20.disease import day_ill, outbreak
from rules.systems.d20.effects import Timer
from rules.systems.d20.explosives import fuses_burn, fuses_counted
from rules.systems.d20.exposure import NEED, WEATHER, need_due, weather_due
from rules.systems.d20.fire import ACID, BURNING, FUMES, burning_turn
from rules.systems.d20.hazards import DAY, HOUR, MINUTE, begin, check_somebody, chosen, creatures_input, one_of_these
from rules.systems.d20.lights import LIGHT_NAMES, LIGHT_TIMER, LightName, light_left
from rules.systems.d20.poison import DISEASE, INCUBATION, POISON, poison_due
from rules.systems.d20.recovery import dying_turn, hour_or_day, is_dying
from rules.systems.d20.situation import SMOKE
from rules.systems.d20.state import Body, D20Fight, Round, in_rounds, without_timers
from rules.systems.d20.turns import TimeHook, TurnHook, pass_time

Due: TypeAlias = Callable[[D20Fight, Id, Timer, Notes], Steps[D20Fight]]

MOST_AT_ONCE = 60
"""The most times that one timer falls due in a single step of time."""


def light_out(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """End a light source that has burnt down (D20H-LIGHT-01)."""
    yield from ()
    notes.tell("light.out", who=who, what=Word(f"light.{timer.data['source']}"), rules=("D20H-LIGHT-01",))
    return without_timers(fight, who, timer.id)


DUE: Mapping[str, Due] = {
    "stable_hour": hour_or_day,
    "untended_day": hour_or_day,
    BURNING: burning_turn,
    ACID: acid_turn,
    FUMES: fumes_due,
    BREATH: breath_turn,
    SMOKE: smoke_turn,
    POISON: poison_due,
    INCUBATION: outbreak,
    DISEASE: day_ill,
    WEATHER: weather_due,
    NEED: need_due,
    LIGHT_TIMER: light_out,
}
"""The rule of each timer."""


def on_turn(fight: D20Fight, who: Id, notes: Notes) -> Steps[D20Fight]:
    """Resolve everything due on a combatant's turn, the save of the dying first; nothing is due for the dead."""
    fight = yield from dying_turn(fight, who, notes)
    for name in tuple(fight.body(who).timers):
        timer = fight.body(who).timers.get(name)
        if timer is None or not timer.each_turn or timer.what not in DUE:
            continue
        if fight.body(who).vital == "dead":
            fight = without_timers(fight, who, name)
        else:
            fight = yield from DUE[timer.what](fight, who, timer, notes)
    return fight


def when_time_passes(fight: D20Fight, seconds: int, notes: Notes) -> Steps[D20Fight]:
    """Resolve everything due by the clock; outside rounds each six seconds also count as a turn."""
    if not in_rounds(fight):
        for _ in range(min(MOST_AT_ONCE, seconds // ROUND_SECONDS) if needs_turns(fight) else 0):
            for who in tuple(fight.order):
                fight = yield from on_turn(fight, who, notes)
    for who in tuple(fight.order):
        for name in tuple(fight.body(who).timers):
            for _ in range(MOST_AT_ONCE):
                timer = fight.body(who).timers.get(name)
                if timer is None or timer.each_turn or timer.left > 0 or timer.what not in DUE:
                    break
                if fight.body(who).vital == "dead":
                    fight = without_timers(fight, who, name)
                    break
                fight = yield from DUE[timer.what](fight, who, timer, notes)
    return fight


def needs_turns(fight: D20Fight) -> bool:
    """Whether a combatant has a timer that is due each turn."""
    return any(
        is_dying(fight, who) or any(timer.each_turn and timer.what in DUE for timer in one.body.timers.values())
        for who, one in fight.combatants.items()
        if one.body.vital != "dead"
    )


def until_next(fight: D20Fight, seconds: int) -> int:
    """Return the seconds until the next timer is due, at most `seconds`."""
    if needs_turns(fight):
        return min(seconds, ROUND_SECONDS)
    dues = (
        timer.left
        for one in fight.combatants.values()
        if one.body.vital != "dead"
        for timer in one.body.timers.values()
        if not timer.each_turn and timer.left > 0
    )
    fuses = (one.left for one in fight.round.planted.values() if not one.due)
    return min((seconds, *dues, *fuses))


BEGIN_TURN: tuple[TurnHook, ...] = (fuses_counted, on_turn)

TIME_PASSES: tuple[TimeHook, ...] = (when_time_passes, fuses_burn)

CLOCK_UNITS = {"minutes": MINUTE, "hours": HOUR, "days": DAY, "rounds": 6}

MOST_STEPS = 1000
"""The most stops of the clock in one command; the rest of the time passes with the next command."""


def passes(fight: D20Fight, seconds: int, notes: Notes) -> Steps[D20Fight]:
    """Let time pass, and stop at each timer that falls due."""
    for _ in range(MOST_STEPS):
        if seconds <= 0:
            return fight
        step = until_next(fight, seconds)
        fight = yield from pass_time(fight, step, notes, TIME_PASSES)
        seconds -= step
    return fight


def pass_time_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The amount of time."""
    return (
        Number("count", "input.count", default=10, minimum=1, maximum=600, required=False),
        one_of_these("unit", "input.unit", "unit", tuple(CLOCK_UNITS)),
    )


def pass_time_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Time passes by hand only outside a fight, where rounds count it."""
    if fight.ordered:
        raise NotAllowed("d20.time.in_fight")


def pass_time_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Advance the clock, and ask for the saves and checks that fall due in their order."""
    notes = Notes()
    unit, count = command.inputs["unit"] or "minutes", command.inputs["count"] or 10
    notes.tell("clock.passes", count=count, unit=Word(f"unit.{unit}"), rules=("D20C-SEQ-06",))
    return Outcome((yield from passes(fight, CLOCK_UNITS[unit] * count, notes)), notes.so_far)


def light_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The combatants, and the light source."""
    return (
        creatures_input(fight, viewer),
        one_of_these("source", "input.light", "light", LIGHT_NAMES),
        Number("used", "input.hours_used", default=0, minimum=0, maximum=24, required=False, fresh=True),
    )


def light_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Light a source for the duration of its row, less the time it has burnt before (D20H-LIGHT-01)."""
    yield from ()
    notes = Notes()
    source = cast(LightName, command.inputs["source"] or LIGHT_NAMES[0])
    left = light_left(source, command.inputs["used"] or 0)
    if not left.lit:
        raise NotAllowed("d20.light.burnt_down", field="used")
    for who in chosen(fight, command):
        notes.tell(
            "light.lit",
            who=who,
            what=Word(f"light.{source}"),
            feet=left.source.light_ft,
            hours=int(left.hours_left),
            rules=("D20H-LIGHT-01",),
        )
        timer = Timer(LIGHT_TIMER, LIGHT_TIMER, int(left.hours_left * HOUR), data={"source": source})
        fight = begin(fight, who, timer, notes, rules=("D20H-LIGHT-01",))
    return Outcome(fight, notes.so_far)


PASS_TIME: Action[Body, Round] = Action(
    "pass_time",
    pass_time_resolve,
    pass_time_inputs,
    pass_time_check,
    icon="hourglass",
    for_game_master=True,
    undo="with_all_after",
)

LIGHTS: Action[Body, Round] = Action(
    "light", light_resolve, light_inputs, check_somebody, icon="sun", for_game_master=True
)
