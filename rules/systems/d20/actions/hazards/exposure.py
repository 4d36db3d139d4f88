"""Heat, cold, thirst, hunger: who bears them now, and who no longer (D20H-TEMP-01 to -06, D20H-FOOD-01 to -05)."""

from __future__ import annotations

from typing import cast

from rules.core.audience import Viewer
from rules.core.facts import Fact, Notes, Param, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.hazards.common import check_somebody, chosen, creatures_input, one_of_these
from rules.systems.d20.hazards.deprivation import (
    CLIMATES,
    LEAST_WATER_FACTOR,
    MOST_WATER_FACTOR,
    NEEDS,
    Climate,
    Need,
    daily_needs,
)
from rules.systems.d20.hazards.weather import SEVERITIES, WEATHERS, Severity, Weather
from rules.systems.d20.passing.exposure import HARDSHIPS, goes_without, in_weather, relieved
from rules.systems.d20.phases import Round
from rules.systems.d20.state import Body, D20Fight

HALVES = 2


def weather_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who is out in what, and what they wear against it."""
    return (
        creatures_input(fight, viewer),
        one_of_these("kind", "input.weather", "weather", WEATHERS),
        one_of_these("severity", "input.severity", "severity", SEVERITIES),
        Flag("equipped", "input.equipped", note=Fact("note.equipped", rules=("D20H-TEMP-03",))),
        Flag("heavy", "input.heavy", note=Fact("note.heavy", rules=("D20H-TEMP-04",))),
        Flag("survival", "input.survival", note=Fact("note.survival", rules=("D20H-TEMP-05",))),
    )


def weather_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """A save falls due every hour, or every ten minutes where it is severe (D20H-TEMP-03, D20H-TEMP-06)."""
    yield from ()
    notes, values = Notes(), command.inputs
    for who in chosen(fight, command):
        fight = in_weather(
            fight,
            who,
            cast(Weather, values["kind"] or WEATHERS[0]),
            cast(Severity, values["severity"] or SEVERITIES[0]),
            notes,
            equipped=bool(values["equipped"]),
            heavy=bool(values["heavy"]),
            survival=bool(values["survival"]),
        )
    return Outcome(fight, notes.so_far)


def need_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who lacks what, and the climate, which tells how much a day would take."""
    factors = tuple(str(factor) for factor in range(LEAST_WATER_FACTOR, MOST_WATER_FACTOR + 1))
    return (
        creatures_input(fight, viewer),
        one_of_these("need", "input.need", "need", NEEDS),
        one_of_these("climate", "input.climate", "climate", CLIMATES),
        one_of_these("factor", "input.water_factor", "factor", factors),
    )


def need_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Each hour without water, each day without food is counted from now on (D20H-FOOD-01 to -04)."""
    yield from ()
    notes, values = Notes(), command.inputs
    climate = cast(Climate, values["climate"] or CLIMATES[0])
    day = daily_needs(climate, int(values["factor"] or LEAST_WATER_FACTOR))
    params: dict[str, Param] = {"halves": int(day.fluid_gallons * HALVES), "climate": Word(f"climate.{climate}")}
    notes.add(Fact("need.a_day", params=params, rules=("D20H-FOOD-01", "D20H-FOOD-02")))
    for who in chosen(fight, command):
        fight = goes_without(fight, who, cast(Need, values["need"] or NEEDS[0]), notes)
    return Outcome(fight, notes.so_far)


def relief_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who is out of what."""
    return (creatures_input(fight, viewer), one_of_these("cause", "input.relief", "lock", HARDSHIPS))


def relief_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """It is counted no longer, and what it took can be healed again (D20H-TEMP-01, D20H-FOOD-05)."""
    yield from ()
    notes = Notes()
    for who in chosen(fight, command):
        fight = relieved(fight, who, command.inputs["cause"] or HARDSHIPS[0], notes)
    return Outcome(fight, notes.so_far or (Fact("relief.nothing"),))


WEATHER: Action[Body, Round] = Action(
    "weather", weather_resolve, weather_inputs, check_somebody, icon="sun", for_game_master=True
)
NEED: Action[Body, Round] = Action(
    "deprivation", need_resolve, need_inputs, check_somebody, icon="droplet", for_game_master=True
)
RELIEF: Action[Body, Round] = Action(
    "relief", relief_resolve, relief_inputs, check_somebody, icon="check", for_game_master=True
)
