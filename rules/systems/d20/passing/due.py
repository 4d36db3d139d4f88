"""What falls due: on somebody's own turn, or when so much time has passed; each rule in its own file.

(D20H-REC-01, D20H-FIRE-02, D20H-ACID-01, D20H-AIR-02, D20H-SMOKE-01, D20H-POIS-02, D20H-DISE-03, D20H-TEMP-03, -06,
D20H-FOOD-03, -04, D20H-LIGHT-01)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.requests import Steps
from rules.core.types import Id
from rules.systems.d20.hazards.smoke import SMOKE
from rules.systems.d20.marks import Timer
from rules.systems.d20.passing.air import BREATH, breath_turn, smoke_turn
from rules.systems.d20.passing.burning import ACID, BURNING, FUMES, acid_turn, burning_turn, fumes_due
from rules.systems.d20.passing.exposure import NEED, WEATHER, need_due, weather_due
from rules.systems.d20.passing.recovery import dying_turn, hour_or_day, is_dying
from rules.systems.d20.passing.toxins import DISEASE, INCUBATION, POISON, day_ill, outbreak, poison_due
from rules.systems.d20.state import D20Fight, in_rounds, without_timers
from rules.systems.d20.turns import ROUND_SECONDS

Due: TypeAlias = Callable[[D20Fight, Id, Timer, Notes], Steps[D20Fight]]

LIGHT = "light"
MOST_AT_ONCE = 60
"""So often one timer falls due in a single step of time, at the most."""


def light_out(fight: D20Fight, who: Id, timer: Timer, notes: Notes) -> Steps[D20Fight]:
    """A source of light has burnt down (D20H-LIGHT-01)."""
    yield from ()
    params: dict[str, Param] = {"who": Ref(who), "what": Word(f"light.{timer.data['source']}")}
    notes.add(Fact("light.out", params=params, rules=("D20H-LIGHT-01",)))
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
    LIGHT: light_out,
}
"""The rule behind each timer."""


def on_turn(fight: D20Fight, who: Id, notes: Notes) -> Steps[D20Fight]:
    """All that somebody's own turn brings, the dying first; to the dead none of it happens any more."""
    fight = yield from dying_turn(fight, who, notes)
    for name in tuple(fight.combatants[who].body.timers):
        timer = fight.combatants[who].body.timers.get(name)
        if timer is None or not timer.each_turn or timer.what not in DUE:
            continue
        if fight.combatants[who].body.vital == "dead":
            fight = without_timers(fight, who, name)
        else:
            fight = yield from DUE[timer.what](fight, who, timer, notes)
    return fight


def when_time_passes(fight: D20Fight, seconds: int, notes: Notes) -> Steps[D20Fight]:
    """All that the clock brings; outside rounds also what comes with each turn, a turn in six seconds."""
    if not in_rounds(fight):
        for _ in range(min(MOST_AT_ONCE, seconds // ROUND_SECONDS) if needs_turns(fight) else 0):
            for who in tuple(fight.order):
                fight = yield from on_turn(fight, who, notes)
    for who in tuple(fight.order):
        for name in tuple(fight.combatants[who].body.timers):
            for _ in range(MOST_AT_ONCE):
                timer = fight.combatants[who].body.timers.get(name)
                if timer is None or timer.each_turn or timer.left > 0 or timer.what not in DUE:
                    break
                if fight.combatants[who].body.vital == "dead":
                    fight = without_timers(fight, who, name)
                    break
                fight = yield from DUE[timer.what](fight, who, timer, notes)
    return fight


def needs_turns(fight: D20Fight) -> bool:
    """Whether somebody has something that every round brings."""
    return any(
        is_dying(fight, who) or any(timer.each_turn and timer.what in DUE for timer in one.body.timers.values())
        for who, one in fight.combatants.items()
        if one.body.vital != "dead"
    )


def until_next(fight: D20Fight, seconds: int) -> int:
    """How long until something falls due, but no longer than so many seconds."""
    if needs_turns(fight):
        return min(seconds, ROUND_SECONDS)
    dues = (
        timer.left
        for one in fight.combatants.values()
        if one.body.vital != "dead"
        for timer in one.body.timers.values()
        if not timer.each_turn and timer.left > 0
    )
    fuses = (one.left for one in fight.round.planted.values() if one.left > 0)
    return min((seconds, *dues, *fuses))
