"""Time that passes outside a conflict, and what falls due in it (TAP-TIME-01 to -03, TAP-HP-05, -06, TAP-HOUSE-17)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.actions.harm import set_pool
from rules.systems.tapiz.actions.moving import rested
from rules.systems.tapiz.hit_points import END, POOLS, loses_points, night_rest
from rules.systems.tapiz.load import rest_due
from rules.systems.tapiz.state import Body, Round, TapizFight
from rules.systems.tapiz.time import SECONDS, TimeUnit
from rules.systems.tapiz.turns import round_passes

NIGHT = 8 * 60 * 60
"""Seconds of a full night of rest."""

UNITS = ("asalto", "ronda", "turno", "night")
TICKS_TO_THE_END = -END
"""After so many minutes no pool has anything left to lose."""


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How much time passes, and what falls due in it."""
    options = tuple(Option(unit, Fact(f"time.{unit}"), notes=due(fight, unit)) for unit in UNITS)
    return (
        Choice("unit", "input.time", default="ronda", layout="segments", options=options),
        Number("count", "input.count", default=1, minimum=1, maximum=600, required=False),
    )


def due(fight: TapizFight, unit: str) -> tuple[Fact, ...]:
    """What one such unit brings: who loses points in it, who owes a rest (TAP-HP-05, TAP-HP-06, TAP-LOAD-05)."""
    minutes = NIGHT // SECONDS["ronda"] if unit == "night" else _rondas(fight, SECONDS[cast(TimeUnit, unit)])
    found: list[Fact] = []
    for who in fight.order if minutes else ():
        body = fight.combatants[who].body
        if _loses(body):
            found.append(Fact("due.loses", params={"who": Ref(who)}, rules=("TAP-HP-05", "TAP-HP-06")))
        if owed := rest_due(body.load, body.marched):
            found.append(Fact("due.rest", params={"who": Ref(who), "rounds": owed}, rules=("TAP-LOAD-05",)))
    return tuple(found)


def _loses(body: Body) -> bool:
    """Whether one of its pools loses a point each ronda (TAP-HP-05, TAP-HP-06)."""
    return any(loses_points(body.pool(name).current) and not body.pool(name).stabilised for name in POOLS)


def _rondas(fight: TapizFight, seconds: int) -> int:
    """The whole minutes that end within so many seconds from now."""
    ronda = SECONDS["ronda"]
    return (fight.clock + seconds) // ronda - fight.clock // ronda


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """In a conflict time passes by rounds."""
    if fight.ordered:
        raise NotAllowed("tapiz.time.in_conflict")


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Minutes tick negative pools; a night restores whoever can rest (TAP-HOUSE-17)."""
    yield from ()
    notes = Notes()
    unit: str = command.inputs["unit"]
    count: int = command.inputs["count"] or 1
    params: dict[str, Param] = {"count": count, "unit": Word(f"time.{unit}")}
    notes.add(Fact("time.passes", params=params, rules=("TAP-TIME-01", "TAP-TIME-02", "TAP-TIME-03")))
    if unit == "night":
        return Outcome(_nights(fight, count, notes), notes.so_far)
    seconds = SECONDS[cast(TimeUnit, unit)] * count
    rondas = _rondas(fight, seconds)
    for _minute in range(min(rondas, TICKS_TO_THE_END)):
        fight = round_passes(fight, notes)
    fight = rested(fight, rondas)
    return Outcome(replace(fight, clock=fight.clock + seconds), notes.so_far)


def _nights(fight: TapizFight, count: int, notes: Notes) -> TapizFight:
    """Nights of rest; whoever loses points goes on losing them, and has lost them all before it is over (TAP-HP-05)."""
    losing = [who for who in fight.order if _loses(fight.combatants[who].body)]
    for who in losing:
        notes.add(Fact("time.no_rest", params={"who": Ref(who)}, rules=("TAP-HOUSE-17",)))
    for _minute in range(TICKS_TO_THE_END if losing else 0):
        fight = round_passes(fight, notes)
    for _night in range(min(count, 100)):
        for who in fight.order:
            body = fight.combatants[who].body
            if min(body.physical.current, body.mental.current) <= END:
                continue
            for name in POOLS:
                pool = fight.combatants[who].body.pool(name)
                after = night_rest(pool.current, maximum=pool.maximum, level=body.level, stabilised=pool.stabilised)
                if after != pool.current:
                    fight = set_pool(fight, who, name, after, notes, rules=("TAP-HOUSE-17",))
    return rested(replace(fight, clock=fight.clock + NIGHT * count), NIGHT // SECONDS["ronda"])


ADVANCE: Action[Body, Round] = Action(
    "advance", resolve, inputs, check, icon="hourglass", for_game_master=True, undo="with_all_after"
)
