"""Moving in an asalto and on the way: how far one gets, and what it costs the other roll (TAP-MOVE-03 to -08)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import cast

from rules.core.audience import TABLE, Viewer, controllers_of
from rules.core.facts import Explanation, Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tapiz.load import LoadCategory, rest_due, travel_hours
from rules.systems.tapiz.movement import (
    COMBAT_MODES,
    MOVE_MODIFIERS,
    TRAVEL_MODES,
    CombatMode,
    MoveUnit,
    TravelMode,
    combat_distance,
    combat_move,
    shown_metres,
    travel_distance,
)
from rules.systems.tapiz.state import Body, Round, TapizFight, in_conflict
from rules.systems.tapiz.time import SECONDS, TimeUnit
from rules.systems.tapiz.turns import acted

STILL = "none"
ABOUT_MOVING = "movement"
"""A roll that is itself about moving suffers nothing for it (TAP-MOVE-06)."""

TRAVEL_UNITS = ("ronda", "turno", "day", "journey")
MODE_RULES = ("TAP-MOVE-03", "TAP-MOVE-04", "TAP-MOVE-07")


def said(number: Fraction) -> str:
    """A distance or a time for showing it, rounded down to a tenth (TAP-HOUSE-30)."""
    tenths = shown_metres(number)
    return f"{tenths.numerator}" if tenths.denominator == 1 else f"{float(tenths):.1f}".replace(".", ",")


def moving_input(body: Body) -> tuple[Choice]:
    """Whether one moves in the same asalto, how far that is and what it costs this roll (TAP-MOVE-03 to -07)."""
    modes = tuple(
        Option(
            mode,
            Fact(f"move_mode.{mode}"),
            notes=(
                Fact("modifier", value=MOVE_MODIFIERS[mode]),
                Fact("note.metres", params={"metres": said(combat_distance(body.mov, mode))}),
            ),
        )
        for mode in COMBAT_MODES
    )
    still = Option(STILL, Fact("move_mode.none"))
    about = Option(ABOUT_MOVING, Fact("move_mode.movement"), notes=(Fact("note.no_cost", rules=("TAP-MOVE-06",)),))
    return (
        Choice("moving", "input.moving", default=STILL, required=False, layout="five", options=(still, *modes, about)),
    )


def moving_terms(values: Mapping[str, Json]) -> Explanation:
    """The consequence of moving on the other roll of the asalto (TAP-MOVE-04)."""
    mode = cast(CombatMode, values.get("moving") or STILL)
    if mode not in COMBAT_MODES:
        return ()
    params: dict[str, Param] = {"mode": Word(f"move_mode.{mode}")}
    return (Fact("term.moving", value=MOVE_MODIFIERS[mode], params=params, rules=("TAP-MOVE-04",)),)


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """In a conflict how fast; on the way how, and for how long."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.combatants[actor].body
    if in_conflict(fight):
        fast = tuple(
            Option(
                mode,
                Fact(f"move_mode.{mode}"),
                notes=(Fact("note.metres", params={"metres": said(combat_distance(body.mov, mode))}),),
            )
            for mode in COMBAT_MODES
        )
        return (Choice("mode", "input.move_mode", default="normal", required=False, layout="segments", options=fast),)
    modes = tuple(
        Option(mode, Fact(f"travel_mode.{mode}"), notes=(Fact(f"travel_note.{mode}"), _how_far(body, mode)))
        for mode in TRAVEL_MODES
    )
    units = tuple(Option(unit, Fact(f"travel_unit.{unit}")) for unit in TRAVEL_UNITS)
    return (
        Choice("mode", "input.move_mode", default="normal", required=False, layout="grid", options=modes),
        Choice("unit", "input.move_unit", default="turno", required=False, layout="segments", options=units),
        Number("count", "input.count", default=1, minimum=1, maximum=999, required=False),
    )


def _how_far(body: Body, mode: TravelMode) -> Fact:
    """How far one gets in a turno, or hiking in a day, with the load (TAP-MOVE-08, TAP-LOAD-04)."""
    unit: MoveUnit = "day" if mode == "hike" else "turno"
    far = travel_distance(body.mov, mode, unit, load_category=_weighed(body))
    params: dict[str, Param] = {"metres": said(far), "unit": Word(f"travel_unit.{unit}")}
    return Fact("note.metres_per", params=params, rules=("TAP-MOVE-08",))


def _weighed(body: Body) -> LoadCategory:
    """The category of load that divides distances: none where la carta ignores it (TAP-LOAD-09)."""
    return body.load.category if body.load_counts else "normal"


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Whoever moves must be able to; an incapacitated mind may flee (TAP-HP-03)."""
    from rules.systems.tapiz.actions.rolling import check_may_act

    check_may_act(fight, command, viewer, orders=True)


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Cover the distance; without another action nothing is rolled (TAP-MOVE-05)."""
    yield from ()
    actor = cast(Id, command.actor)
    notes = Notes()
    if in_conflict(fight):
        mode = cast(CombatMode, command.inputs["mode"] or "normal")
        body = fight.combatants[actor].body
        moved = combat_move(body.mov, mode, load_category=body.load.category)
        params: dict[str, Param] = {"mode": Word(f"move_mode.{mode}"), "metres": said(moved.distance_m)}
        notes.add(_told(fight, actor, "move.asalto", params, ("TAP-MOVE-03", "TAP-MOVE-05", "TAP-LOAD-06")))
        return Outcome(acted(fight, actor), notes.so_far)
    return Outcome(_travel(fight, actor, command, notes), notes.so_far)


def _travel(fight: TapizFight, actor: Id, command: Command, notes: Notes) -> TapizFight:
    body = fight.combatants[actor].body
    mode = cast(TravelMode, command.inputs["mode"] or "normal")
    unit: str = command.inputs["unit"] or "turno"
    count: int = command.inputs["count"] or 1
    load = body.load
    params: dict[str, Param] = {"mode": Word(f"travel_mode.{mode}"), "count": count}
    if unit == "journey":
        params["hours"] = said(travel_hours(load, count))
        notes.add(_told(fight, actor, "move.journey", params, ("TAP-LOAD-07",)))
        return fight
    far = travel_distance(body.mov, mode, cast(MoveUnit, unit), load_category=_weighed(body))
    params |= {"unit": Word(f"travel_unit.{unit}"), "metres": said(far * count)}
    rules = ("TAP-MOVE-08", *(("TAP-LOAD-04",) if load.travel_divisor > 1 else ()))
    notes.add(_told(fight, actor, "move.travel", params, rules))
    if unit == "day" or load.rest_every_rounds is None:
        return fight
    marched = body.marched + count * SECONDS[cast(TimeUnit, unit)] // SECONDS["ronda"]
    fight = fight.with_body(actor, replace(body, marched=marched))
    if owed := rest_due(load, marched):
        due: dict[str, Param] = {"who": Ref(actor), "rounds": owed, "every": load.rest_every_rounds}
        notes.add(Fact("move.rest_due", value=owed, params=due, rules=("TAP-LOAD-05",)))
    return fight


def rested(fight: TapizFight, rounds: int) -> TapizFight:
    """The fight after so many rondas without travel: whoever owed no more rest than that starts afresh."""
    if not rounds:
        return fight
    for who, one in fight.combatants.items():
        if one.body.marched and rest_due(one.body.load, one.body.marched) <= rounds:
            fight = fight.with_body(who, replace(one.body, marched=0))
    return fight


def _told(fight: TapizFight, actor: Id, code: str, params: Mapping[str, Param], rules: tuple[str, ...]) -> Fact:
    """How far somebody got: whom nobody plays shows that it moved, not by how much."""
    audience = TABLE if fight.combatants[actor].controllers else controllers_of(actor)
    plain = Fact("move.plain", params={"who": Ref(actor)}, rules=rules)
    return Fact(code, params={"who": Ref(actor), **params}, rules=rules, audience=audience, otherwise=plain)


MOVE: Action[Body, Round] = Action(
    "move", resolve, inputs, check, icon="footprints", of_the_turn=True, needs_actor=True
)
