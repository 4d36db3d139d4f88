"""Movement in an asalto and on the way: how far it goes, and what it costs the other roll of the asalto.

(TAP-MOVE-02 to -08, TAP-LOAD-04 to -07, TAP-HOUSE-22, TAP-HOUSE-30)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.board.walking import goes_to_says, gone, on_board, planned_way, square_inputs
from rules.core.boards import Cell
from rules.core.errors import NotAllowed, RuleError, UnknownValue, at_least, one_of
from rules.core.facts import Explanation, Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number, Option, game_master_decides, options_of
from rules.core.people import rolls_seen
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tapiz.bands import range_band
from rules.systems.tapiz.effects import MODIFIERS
from rules.systems.tapiz.load import LOAD_BANDS, LoadCategory, known_load_category, load_of, rest_due, travel_hours
from rules.systems.tapiz.situation import KINDS
from rules.systems.tapiz.squares import METRES, SQUARES
from rules.systems.tapiz.state import Body, Round, TapizFight, in_conflict
from rules.systems.tapiz.turns import TimeUnit, acted, check_may_act, convert_time

CombatMode = Literal["normal", "run", "sprint"]
TravelMode = Literal["normal", "reconnaissance", "cautious", "hike"]
MoveMode = Literal["normal", "run", "sprint", "reconnaissance", "cautious", "hike"]
MoveUnit = Literal["asalto", "ronda", "turno", "day"]
MoveAction = Literal["none", "movement", "other"]

COMBAT_MODES: tuple[CombatMode, ...] = get_args(CombatMode)
TRAVEL_MODES: tuple[TravelMode, ...] = get_args(TravelMode)
MOVE_UNITS: tuple[MoveUnit, ...] = get_args(MoveUnit)
MOVE_ACTIONS: tuple[MoveAction, ...] = get_args(MoveAction)

METRES_IN_COMBAT: Mapping[MoveMode, Mapping[MoveUnit, Fraction]] = {
    "normal": {"asalto": Fraction(1), "ronda": Fraction(6)},
    "run": {"asalto": Fraction(2), "ronda": Fraction(12)},
    "sprint": {"asalto": Fraction(3), "ronda": Fraction(18)},
}
"""Metres per point of MOV (TAP-MOVE-03)."""

METRES_IN_TRAVEL: Mapping[MoveMode, Mapping[MoveUnit, Fraction]] = {
    "normal": {"ronda": Fraction(6), "turno": Fraction(60)},
    "reconnaissance": {"ronda": Fraction(1, 2), "turno": Fraction(5)},
    "cautious": {"ronda": Fraction(1), "turno": Fraction(10)},
    "hike": {"day": Fraction(1000)},
}
"""Metres per point of MOV on flat ground (TAP-MOVE-08)."""

MOVE_MODIFIERS: Mapping[MoveMode, int] = {
    "normal": -MODIFIERS["minor"],
    "run": -MODIFIERS["major"],
    "sprint": -MODIFIERS["extreme"],
}
"""Consequence of moving on another action of the same asalto (TAP-MOVE-04)."""

STILL = "none"
TRAVEL_UNITS = ("ronda", "turno", "day", "journey")

KILOMETRE = 1000
FAR = 10 * KILOMETRE
"""Metres from which a way is told in kilometres (TAP-MOVE-08)."""

MOST_TERRAIN = 10
"""By how much hard terrain divides distances at most (TAP-MOVE-08)."""


@dataclass(frozen=True, slots=True)
class MoveCost:
    """What a movement costs the action of the same asalto."""

    roll_needed: bool
    movement_modifier: int
    load_modifier: int


def combat_distance(mov: int | Fraction, mode: MoveMode, unit: MoveUnit) -> Fraction:
    """Return the metres covered in combat, which load does not shorten (TAP-MOVE-03, TAP-LOAD-06)."""
    return _distance(METRES_IN_COMBAT, mov, mode, unit)


def move_cost(mode: MoveMode, action: MoveAction, load_category: LoadCategory) -> MoveCost:
    """Return what moving in combat costs the action that goes with it (TAP-MOVE-04 to -06, TAP-LOAD-03).

    Without an action nothing is rolled, and one that is itself about moving suffers nothing for it.
    """
    one_of(action, MOVE_ACTIONS, "tapiz.movement.action_unknown", field="action")
    known_load_category(load_category)
    moving = MOVE_MODIFIERS[mode] if action == "other" else 0
    carrying = LOAD_BANDS[load_category].combat_modifier if action != "none" else 0
    return MoveCost(action != "none", moving, carrying)


def travel_distance(mov: int | Fraction, mode: MoveMode, unit: MoveUnit, *, load_category: LoadCategory) -> Fraction:
    """Return the metres covered outside combat, divided by the load (TAP-MOVE-08, TAP-LOAD-04)."""
    known_load_category(load_category)
    return _distance(METRES_IN_TRAVEL, mov, mode, unit) / LOAD_BANDS[load_category].travel_divisor


def shown_metres(distance: int | Fraction) -> Fraction:
    """Round a distance down to a tenth of a metre for showing it (TAP-HOUSE-30)."""
    return Fraction(distance * 10 // 1, 10)


def _distance(
    metres: Mapping[MoveMode, Mapping[MoveUnit, Fraction]], mov: int | Fraction, mode: MoveMode, unit: MoveUnit
) -> Fraction:
    if mode not in metres:
        raise UnknownValue("tapiz.movement.mode_unknown", field="mode", params={"value": mode})
    one_of(unit, MOVE_UNITS, "tapiz.movement.unit_unknown", field="unit")
    at_least(mov, 0, "tapiz.movement.mov_negative", field="mov")
    if unit not in metres[mode]:
        raise NotAllowed("tapiz.movement.unit_of_mode", field="unit", params={"mode": mode, "unit": unit})
    return metres[mode][unit] * mov


def said(number: Fraction) -> str:
    """A distance or a time for showing it, rounded down to a tenth (TAP-HOUSE-30)."""
    tenths = shown_metres(number)
    return f"{tenths.numerator}" if tenths.denominator == 1 else f"{float(tenths):.1f}".replace(".", ",")


def moving_input(body: Body, *, by_square: bool = False) -> Choice:
    """Whether one moves in the same asalto, how far that is and its cost (TAP-MOVE-03, -04, -06, TAP-MOVE-07).

    by_square: on a board, where one moves by choosing a square.
    """
    modes = tuple(
        Option(mode, fact(f"move_mode.{mode}"), notes=(fact("modifier", MOVE_MODIFIERS[mode]), _metres(body, mode)))
        for mode in COMBAT_MODES
    )
    still = Option(STILL, fact("move_mode.none"))
    about = Option("movement", fact("move_mode.movement"), notes=(fact("note.no_cost", rules=("TAP-MOVE-06",)),))
    options = (still, *(() if by_square else modes), about)
    return Choice("moving", "input.moving", default=STILL, required=False, layout="five", options=options)


def cells_of(body: Body, mode: CombatMode) -> int:
    """How many squares of a board a mode covers in one asalto (TAP-MOVE-03)."""
    return int(combat_distance(body.mov, mode, "asalto") // METRES)


def way_of(fight: TapizFight, who: Id, values: Mapping[str, Json]) -> tuple[tuple[Cell, ...], CombatMode] | None:
    """The way over the board that a form describes, and how fast it must be gone; None without one.

    Raises UnknownValue for no square of the board, NotAllowed for one that is out of reach at a sprint or at the mode
    that was chosen for a move.
    """
    if not values.get("to") or not in_conflict(fight) or not on_board(fight, who):
        return None
    body, chosen = fight.body(who), values.get("mode")
    fastest = cast(CombatMode, chosen if chosen in COMBAT_MODES else COMBAT_MODES[-1])
    way, cost = planned_way(fight, who, SQUARES, cells_of(body, fastest), holds, values)
    return way, next(mode for mode in COMBAT_MODES if cells_of(body, mode) >= cost)


def with_way(fight: TapizFight, who: Id, looking: Mapping[str, str], declared: Sequence[Input]) -> Sequence[Input]:
    """The inputs of a form whose way over the board says how fast one goes (TAP-MOVE-03, TAP-MOVE-04)."""
    mode = planned_mode(fight, who, looking)
    if mode is None:
        return declared
    if looking.get("action") == "move":
        return tuple(item for item in declared if item.name != "mode")
    return tuple(_told(item, looking["to"], mode) for item in declared)


def planned_mode(fight: TapizFight, who: Id, looking: Mapping[str, str]) -> CombatMode | None:
    """How fast a way must be gone that a form describes so far; None without one that can be gone."""
    try:
        found = way_of(fight, who, {**looking, "mode": ""})
    except RuleError:
        return None
    return None if found is None else found[1]


def _told(item: Input, to: str, mode: CombatMode) -> Input:
    """Whether one moves in the same asalto, where a way to a square is planned."""
    if item.name != "moving" or not isinstance(item, Choice):
        return item
    said = fact("move_mode.to", mode=Word(f"move_mode.{mode}"), cell=to.upper())
    way = Option(STILL, said, notes=(fact("modifier", MOVE_MODIFIERS[mode]),))
    return replace(item, options=(way, *(one for one in item.options if one.value == "movement")))


def moved_first(fight: TapizFight, command: Command, notes: Notes) -> tuple[TapizFight, Command]:
    """Go the way over the board that comes with another action; the act then says how fast (TAP-MOVE-04, TAP-MOVE-07).

    Returns both as they were where the form names no square.
    """
    actor = cast(Id, command.actor)
    found = way_of(fight, actor, command.inputs)
    if found is None:
        return fight, command
    way, mode = found
    far = Fraction(METRES * (len(way) - 1))
    rules, how = ("TAP-MOVE-04", "TAP-MOVE-07"), Word(f"move_mode.{mode}")
    _tell(fight, actor, notes, fact("move.asalto", who=actor, mode=how, metres=said(far), rules=rules))
    # an action that is itself about moving suffers nothing for it (TAP-MOVE-06)
    kept = {} if command.inputs.get("moving") == "movement" else {"moving": mode}
    given = {**command.inputs, **kept, "to": ""}
    return gone(fight, actor, way, SQUARES, holds, notes, KINDS), replace(command, inputs=given)


def holds(fight: TapizFight, who: Id) -> bool:
    """Whether nobody else may stop where a combatant is: not the fallen."""
    return bool(fight.body(who).has_asalto)


def _metres(body: Body, mode: CombatMode) -> Fact:
    """How far a mode goes in one asalto (TAP-MOVE-03)."""
    return fact("note.metres", metres=said(combat_distance(body.mov, mode, "asalto")))


def way_costs(mode: CombatMode, action: str) -> Explanation:
    """How fast a way over the board is gone, and what that takes from another action (TAP-MOVE-03, TAP-MOVE-04)."""
    if action == "move":
        return (fact(f"move_mode.{mode}", rules=("TAP-MOVE-03",)),)
    return (fact("move.beside", MOVE_MODIFIERS[mode], mode=Word(f"move_mode.{mode}"), rules=("TAP-MOVE-04",)),)


def moving_terms(body: Body, values: Mapping[str, Json]) -> Explanation:
    """The consequence of moving on the other roll of the asalto; the load has a term of its own (TAP-MOVE-04)."""
    mode = cast(CombatMode, values.get("moving") or STILL)
    if mode not in COMBAT_MODES:
        return ()
    cost = move_cost(mode, "other", load_of(body).category)
    return (fact("term.moving", cost.movement_modifier, mode=Word(f"move_mode.{mode}"), rules=("TAP-MOVE-04",)),)


def inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """In a conflict how fast; on the way how, and for how long."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.body(actor)
    if in_conflict(fight):
        fast = tuple(
            Option(mode, fact(f"move_mode.{mode}"), notes=(_metres(body, mode), _band(body, mode)))
            for mode in COMBAT_MODES
        )
        squares = square_inputs(required=True) if on_board(fight, actor) else ()
        usual = None if squares else "normal"
        # on a board the way says how fast it is gone; a mode only shows no more squares than it reaches
        by_square = bool(squares)
        mode = Choice(
            "mode", "input.move_mode", default=usual, required=False, layout="segments", options=fast, seldom=by_square
        )
        return (*squares, mode)
    modes = tuple(
        Option(mode, fact(f"travel_mode.{mode}"), notes=(fact(f"travel_note.{mode}"), _how_far(body, mode)))
        for mode in TRAVEL_MODES
    )
    units = options_of("travel_unit", TRAVEL_UNITS)
    return (
        Choice("mode", "input.move_mode", default="normal", required=False, layout="grid", options=modes),
        Choice("unit", "input.move_unit", default="turno", required=False, layout="segments", options=units),
        Number("count", "input.count", default=1, minimum=1, maximum=999, required=False),
        *game_master_decides(
            Number("terrain", "input.terrain", default=1, minimum=1, maximum=MOST_TERRAIN, required=False, fresh=True),
            rules=("TAP-MOVE-08",),
        ),
    )


def _band(body: Body, mode: CombatMode) -> Fact:
    """The range band that a mode covers in one asalto (TAP-HOUSE-22)."""
    band = range_band(combat_distance(body.mov, mode, "asalto"))
    return fact(f"range_band.{band}", rules=("TAP-HOUSE-22",))


def _how_far(body: Body, mode: TravelMode) -> Fact:
    """How far a mode goes in a turno, or hiking in a day, with the load (TAP-MOVE-08, TAP-LOAD-04)."""
    unit: MoveUnit = "day" if mode == "hike" else "turno"
    far = travel_distance(body.mov, mode, unit, load_category=_weighed(body))
    named = Word(f"travel_unit.{unit}")
    if far >= FAR:
        return fact("note.kilometres_per", kilometres=said(far / KILOMETRE), unit=named, rules=("TAP-MOVE-08",))
    return fact("note.metres_per", metres=said(far), unit=named, rules=("TAP-MOVE-08",))


def _weighed(body: Body) -> LoadCategory:
    """The category of load that divides distances: none where the table ignores load (TAP-LOAD-09)."""
    return load_of(body).category if body.load_counts else "normal"


def check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """Refuse those who cannot move; an incapacitated mind may flee (TAP-HP-03)."""
    check_may_act(fight, command, viewer, orders=True)


def resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Cover the distance; without another action nothing is rolled (TAP-MOVE-03, TAP-MOVE-05, TAP-LOAD-06)."""
    yield from ()
    actor = cast(Id, command.actor)
    notes = Notes()
    if in_conflict(fight):
        if (found := way_of(fight, actor, command.inputs)) is not None:
            way, mode = found
            far = Fraction(METRES * (len(way) - 1))
        else:
            way, mode = (), cast(CombatMode, command.inputs["mode"] or "normal")
            far = combat_distance(fight.body(actor).mov, mode, "asalto")
        rules = ("TAP-MOVE-03", "TAP-MOVE-05", "TAP-LOAD-06")
        how = Word(f"move_mode.{mode}")
        _tell(fight, actor, notes, fact("move.asalto", who=actor, mode=how, metres=said(far), rules=rules))
        fight = gone(fight, actor, way, SQUARES, holds, notes, KINDS) if way else fight
        return Outcome(acted(fight, actor), notes.so_far)
    return Outcome(_travel(fight, actor, command, notes), notes.so_far)


def _travel(fight: TapizFight, actor: Id, command: Command, notes: Notes) -> TapizFight:
    body = fight.body(actor)
    mode = cast(TravelMode, command.inputs["mode"] or "normal")
    unit: str = command.inputs["unit"] or "turno"
    count: int = command.inputs["count"] or 1
    terrain: int = command.inputs.get("terrain") or 1
    load, how = load_of(body), Word(f"travel_mode.{mode}")
    if unit == "journey":
        hours = said(travel_hours(load, count) * terrain)
        journey = fact("move.journey", who=actor, mode=how, count=count, hours=hours, rules=("TAP-LOAD-07",))
        _tell(fight, actor, notes, journey)
        return fight
    far = count * travel_distance(body.mov, mode, cast(MoveUnit, unit), load_category=_weighed(body)) / terrain
    rules = ("TAP-MOVE-08", *(("TAP-LOAD-04",) if load.travel_divisor > 1 else ()))
    named = Word(f"travel_unit.{unit}")
    travel = fact("move.travel", who=actor, mode=how, count=count, unit=named, metres=said(far), rules=rules)
    if far >= FAR:
        long = said(far / KILOMETRE)
        travel = fact("move.travel_far", who=actor, mode=how, count=count, unit=named, kilometres=long, rules=rules)
    _tell(fight, actor, notes, travel)
    if unit == "day" or load.rest_every_rounds is None:
        return fight
    marched = body.marched + int(convert_time(count, cast(TimeUnit, unit), "ronda"))
    fight = fight.with_body(actor, replace(body, marched=marched))
    if owed := rest_due(load, marched):
        every = load.rest_every_rounds
        notes.tell("move.rest_due", owed, who=actor, rounds=owed, every=every, rules=("TAP-LOAD-05",))
    return fight


def _tell(fight: TapizFight, actor: Id, notes: Notes, far: Fact) -> None:
    """Tell how far a combatant got; the table sees of those without a player that they moved, not how far."""
    plain = fact("move.plain", who=actor, rules=far.rules)
    notes.add(replace(far, audience=rolls_seen(fight, actor), otherwise=plain))


def rested(fight: TapizFight, rounds: int) -> TapizFight:
    """The fight after rondas without travel: those who owed no more rest than that start afresh (TAP-LOAD-05)."""
    if not rounds:
        return fight
    for who, one in fight.combatants.items():
        if one.body.marched and rest_due(load_of(one.body), one.body.marched) <= rounds:
            fight = fight.with_body(who, replace(one.body, marched=0))
    return fight


MOVE: Action[Body, Round] = Action(
    "move", resolve, inputs, check, says=goes_to_says, icon="footprints", of_the_turn=True, needs_actor=True
)
