"""Time that passes outside a conflict, and what falls due in it.

(TAP-TIME-01 to -03, TAP-HP-05, TAP-HP-06, TAP-LOAD-05, TAP-HOUSE-17)
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, at_least
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.harm import set_pool
from rules.systems.tapiz.hit_points import END, POOLS, beyond_help, restore
from rules.systems.tapiz.in_force import time_passes
from rules.systems.tapiz.load import load_of, rest_due
from rules.systems.tapiz.moving import rested
from rules.systems.tapiz.state import Body, Round, TapizFight
from rules.systems.tapiz.turns import TimeUnit, convert_time, round_passes

NIGHT = 8 * 60 * 60
"""Seconds of a full night of rest."""

UNITS = ("asalto", "ronda", "turno", "night")

TICKS_TO_THE_END = -END
"""After this many minutes no pool has anything left to lose."""


def night_rest(current: int, *, maximum: int, level: int, stabilised: bool) -> int:
    """Rest one full night for one pool: the level, or 1 point when negative but stabilised (TAP-HOUSE-17)."""
    at_least(level, 1, "tapiz.level", field="level")
    if current <= END:
        raise NotAllowed("tapiz.rest.beyond_help", params={"current": current})
    if current < 0:
        if not stabilised:
            raise NotAllowed("tapiz.rest.not_stabilised", params={"current": current})
        return current + 1
    return restore(current, maximum, level)


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How much time passes, and what falls due in it."""
    options = tuple(Option(unit, fact(f"time.{unit}"), notes=due(fight, unit)) for unit in UNITS)
    return (
        Choice("unit", "input.time", default="ronda", layout="segments", options=options),
        Number("count", "input.count", default=1, minimum=1, maximum=600, required=False),
    )


def due(fight: TapizFight, unit: str) -> tuple[Fact, ...]:
    """What one such unit brings: who loses points in it, who owes a rest (TAP-HP-05, TAP-HP-06, TAP-LOAD-05)."""
    if not _rondas(fight, _seconds(unit)):
        return ()
    found: list[Fact] = []
    for who in fight.order:
        body = fight.body(who)
        if _loses(body):
            found.append(fact("due.loses", who=who, rules=("TAP-HP-05", "TAP-HP-06")))
        if owed := rest_due(load_of(body), body.marched):
            found.append(fact("due.rest", who=who, rounds=owed, rules=("TAP-LOAD-05",)))
    return tuple(found)


def _loses(body: Body) -> bool:
    """Whether one of the pools loses a point each ronda (TAP-HP-05, TAP-HP-06)."""
    return any(body.pool(name).losing for name in POOLS)


def _seconds(unit: str) -> int:
    """The seconds of a unit of time, a night included (TAP-TIME-01 to -03)."""
    return NIGHT if unit == "night" else int(convert_time(1, cast(TimeUnit, unit), "second"))


def _rondas(fight: TapizFight, seconds: int) -> int:
    """The whole minutes that end within this time from now."""
    ronda = _seconds("ronda")
    return (fight.clock + seconds) // ronda - fight.clock // ronda


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """In a conflict time passes by rounds."""
    if fight.ordered:
        raise NotAllowed("tapiz.time.in_conflict")


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Minutes tick negative pools; a night restores those who can rest (TAP-TIME-01 to -03, TAP-HOUSE-17)."""
    yield from ()
    notes = Notes()
    unit: str = command.inputs["unit"]
    count: int = command.inputs["count"] or 1
    rules = ("TAP-TIME-01", "TAP-TIME-02", "TAP-TIME-03")
    notes.tell("time.passes", count=count, unit=Word(f"time.{unit}"), rules=rules)
    if unit == "night":
        return Outcome(_nights(fight, count, notes), notes.so_far)
    seconds = _seconds(unit) * count
    rondas = _rondas(fight, seconds)
    for _minute in range(min(rondas, TICKS_TO_THE_END)):
        fight = round_passes(fight, notes)
    fight = time_passes(rested(fight, rondas), seconds, notes)
    return Outcome(replace(fight, clock=fight.clock + seconds), notes.so_far)


def _nights(fight: TapizFight, count: int, notes: Notes) -> TapizFight:
    """Nights of rest; negative pools that are not stabilised lose all they can before (TAP-HP-05, TAP-HOUSE-17)."""
    losing = [who for who in fight.order if _loses(fight.body(who))]
    for who in losing:
        notes.tell("time.no_rest", who=who, rules=("TAP-HOUSE-17",))
    for _minute in range(TICKS_TO_THE_END if losing else 0):
        fight = round_passes(fight, notes)
    for _night in range(min(count, 100)):
        for who in fight.order:
            body = fight.body(who)
            if beyond_help(body.physical.current, body.mental.current):
                continue
            for name in POOLS:
                pool = body.pool(name)
                after = night_rest(pool.current, maximum=pool.maximum, level=body.level, stabilised=pool.stabilised)
                if after != pool.current:
                    fight = set_pool(fight, who, name, after, notes, rules=("TAP-HOUSE-17",))
    fight = time_passes(fight, NIGHT * count, notes)
    return rested(replace(fight, clock=fight.clock + NIGHT * count), NIGHT // _seconds("ronda"))


ADVANCE: Action[Body, Round] = Action(
    "advance", resolve, inputs, check, icon="hourglass", for_game_master=True, undo="with_all_after"
)
