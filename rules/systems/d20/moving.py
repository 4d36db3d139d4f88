"""Moving: the move action, the 5-foot step, lying down and standing up.

Rules: D20C-MVA-01 to -05, D20C-MVA-06, D20C-ACT-03, D20C-CIR-03, D20H-COND-27, D20C-ACT-07, D20C-AOO-05, D20C-MVA-01
to -06, D20C-SPD-01 to -03, D20C-ACT-06, D20C-AOO-04 to -06, D20C-GRD-01 to -06, D20C-PAS-01 to -04, D20C-HOUSE-20.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from rules.core.audience import Viewer
from rules.core.board.walking import on_board
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Number, Option, options_of, seldom
from rules.core.people import here, people_input, rolls_seen
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.d20 import going
from rules.systems.d20.bearing import base_attack, speed_of
from rules.systems.d20.blows import weapon_of
from rules.systems.d20.budget import DRAW_WITH_MOVE, STEP_FT
from rules.systems.d20.doing import check_spend, remaining, spend
from rules.systems.d20.effects import Effect
from rules.systems.d20.gear.carrying import at_hand, main_free, with_drawn
from rules.systems.d20.movement import MoveMode, movement
from rules.systems.d20.opportunity import (
    PathMode,
    distracted,
    go_on_after,
    movement_provokes,
    moves_on,
    opportunities,
    provoked,
)
from rules.systems.d20.situation import LOWERED, apart, beside, neighbours, placed
from rules.systems.d20.state import (
    Body,
    D20Fight,
    Round,
    Spent,
    bears,
    effects_named,
    grapple_of,
    with_effect,
    without_effects,
)
from rules.systems.d20.turns import check_turn, others_than, turn_needed, worth_attacking
from rules.systems.d20.ways import way_past

MOVE_WAYS: tuple[MoveMode, ...] = ("move", "climb", "climb_accelerated", "swim", "crawl")

ROW = {
    "move": "move_speed",
    "climb": "climb",
    "climb_accelerated": "climb_accelerated",
    "swim": "swim",
    "crawl": "crawl",
}
"""The row of the action tables for each way of moving (D20C-AOT-02)."""

CRAWL: MoveMode = "crawl"
"""The only way of moving while lying, sitting or kneeling (D20C-MVA-03, D20C-AOT-02)."""

CLIMBS: tuple[MoveMode, ...] = ("climb", "climb_accelerated")
"""Ways of moving that leave a combatant on a wall (D20C-CIR-03)."""


def most_feet(fight: D20Fight, who: Id, mode: MoveMode, *, limited: bool = False) -> int:
    """Return the most feet of a way of moving in the present situation (D20C-GRD-05, D20C-SPD-01 to -03)."""
    return movement(mode, speed_of(fight, who), limited=limited and mode not in ("run", "withdraw")).max_ft


def check_feet(fight: D20Fight, who: Id, mode: MoveMode, feet: int, *, limited: bool = False) -> None:
    """Refuse moving too far, moving while held, and any way but crawling from the ground.

    (D20C-GRD-05, D20C-MVA-03, D20C-MVA-06, D20C-AOT-02, D20S-GRAP-18, D20H-FOBJ-05)
    """
    if grapple_of(fight, who) is not None:
        raise NotAllowed("d20.move.grappled")
    if bears(fight.body(who), "pinned_under"):
        raise NotAllowed("d20.move.under_object")
    if mode != CRAWL and is_down(fight.body(who)):
        raise NotAllowed("d20.move.prone")
    if not speed_of(fight, who):
        raise NotAllowed("d20.move.no_speed")
    movement(mode, speed_of(fight, who), distance_ft=feet, limited=limited)


def beside_input(fight: D20Fight, actor: Id, viewer: Viewer) -> Input:
    """The combatants next to the actor after the move."""
    return _foes_first(fight, actor, viewer, "beside", "input.beside")


def past_input(fight: D20Fight, actor: Id, viewer: Viewer) -> Input:
    """The foes whose reach the actor passes through (D20C-AOO-05, D20C-AOO-06)."""
    return _foes_first(fight, actor, viewer, "past", "input.past")


def _foes_first(fight: D20Fight, actor: Id, viewer: Viewer, name: str, label: str) -> Input:
    people, likely = others_than(fight, actor, viewer), worth_attacking(fight, actor, viewer)
    return people_input(people, name=name, label=label, several=True, required=False, likely=likely)


def feet_input(most: int) -> Number:
    """The distance in feet; the default is the maximum."""
    return Number("feet", "input.feet_moved", required=False, default=most, minimum=0, maximum=9999, fresh=True)


def ways_of(body: Body) -> tuple[MoveMode, ...]:
    """Return the ways of moving that a posture allows, the usual one first (D20C-MVA-03, D20C-MVA-06)."""
    return (CRAWL,) if is_down(body) else MOVE_WAYS


def is_down(body: Body) -> bool:
    """Whether a combatant lies, sits or kneels; standing up is a move action of its own.

    It must stand up before it can walk (D20C-AOT-02, D20C-MVA-06).
    """
    return any(bears(body, posture) for posture in LOWERED)


def stands(fight: D20Fight, who: Id, next_to: Sequence[Json], *, climbing: bool = False) -> D20Fight:
    """Put a combatant next to these and apart from all others; climbing leaves it on a wall (D20C-GRD-02, -CIR-03).

    Any other way of moving takes it off the wall.
    """
    fight = without_effects(fight, who, *(one.id for one in effects_named(fight.body(who), "climbing")))
    if climbing:
        fight = with_effect(fight, who, Effect("climbing", "posture", "climbing"))
    fight = placed(replace(fight, round=replace(fight.round, gathered=fight.round.gathered - {who})), who)
    for other in neighbours(fight, who):
        if other not in next_to:
            fight = apart(fight, who, other)
    for other in next_to:
        if other in fight.combatants and other != who:
            fight = beside(fight, who, str(other))
    return fight


def leaves(
    fight: D20Fight, who: Id, mode: PathMode, past: Sequence[Json], notes: Notes, *, rules: tuple[str, ...]
) -> Steps[D20Fight]:
    """Let the foes strike whose reach a combatant leaves, at the start and along the way (D20C-AOO-04 to -06).

    Each foe has only its first opportunity on the way (D20C-HOUSE-20).
    """
    here_now = provoked(fight, who)
    along = tuple(foe for foe in past if foe in fight.combatants and _reaches(fight, str(foe), who))
    found = movement_provokes(mode, (here_now, tuple(map(str, along)), ()))
    after, _ = yield from opportunities(fight, who, found, notes, rules=rules)
    return after


def _reaches(fight: D20Fight, foe: Id, who: Id) -> bool:
    """Whether a foe could strike at a passing combatant, as if the two were adjacent."""
    return foe in provoked(beside(fight, foe, who), who)


def check_through(fight: D20Fight, who: Id, occupants: Sequence[Json]) -> None:
    """Refuse to enter the space of a resisting foe without an overrun or tumbling (D20C-PAS-01 to -04).

    A foe that cannot act does not resist.
    """
    for one in occupants:
        other = str(one)
        if other not in fight.combatants or fight.body(other).being == "object":
            continue
        found = way_past(fight, who, other)
        if not found.free and "tumble" not in found.options:
            raise NotAllowed("d20.move.occupied", field="through")


def tell_moved(fight: D20Fight, who: Id, how: str, feet: int, notes: Notes, *rules: str) -> None:
    """Tell the distance of a move; of a foe the table sees only that it moved (docs/secrecy.md)."""
    way, seen = Word(f"way.{how}"), rolls_seen(fight, who)
    plain = fact("move.plain", who=who, how=way, rules=rules)
    notes.tell("move.done", feet, who=who, how=way, feet=feet, rules=rules, audience=seen, otherwise=plain)


def move_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The way of moving, the distance, the foes passed, the combatants next to the actor, and a weapon to draw.

    On a board the square where it ends says all that.
    """
    if actor is None or actor not in fight.combatants:
        return ()
    body, placed_ = fight.body(actor), on_board(fight, actor)
    # on a board it is the ground that says where one swims
    open_ways = tuple(way for way in ways_of(body) if not (placed_ and way == "swim"))
    ways = tuple(Option(way, Fact(f"way.{way}"), notes=(Fact("note.feet", value=most_feet(fight, actor, way)),))
                 for way in open_ways)  # fmt: skip
    found: list[Input] = [
        Choice("way", "input.way", required=False, default=open_ways[0], layout="segments", options=ways),
    ]
    if placed_:
        found.extend(
            going.going_inputs(fight, actor, proposed=going.nearer(fight, actor, most_feet(fight, actor, "move")))
        )
    else:
        found.extend(_said(fight, actor, viewer, most_feet(fight, actor, open_ways[0])))
    spare = tuple(one for one in body.carried() if not at_hand(fight, body, one) and main_free(body, one))
    if base_attack(body) >= 1 and spare:
        options = tuple(Option(one.key, fact("weapon.named", name=one.name)) for one in spare)
        draw = Choice("draw", "input.draw", required=False, layout="grid", options=options, fresh=True)
        found.extend(seldom(draw))
    return tuple(found)


def _said(fight: D20Fight, actor: Id, viewer: Viewer, most: int) -> tuple[Input, ...]:
    """What a player says of a way where no board tells it."""
    through = people_input(
        others_than(fight, actor, viewer), name="through", label="input.through", several=True, required=False
    )
    past = past_input(fight, actor, viewer)
    return (feet_input(most), beside_input(fight, actor, viewer), *seldom(past, through))


def move_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The actor must have a move action left and be able to move."""
    actor = check_turn(fight, command, viewer)
    way = ways_of(fight.body(actor))[0]
    check_feet(fight, actor, way, 0)
    check_spend(fight, actor, Spent("move", ROW[way], 1))


def move_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Move: foes whose reach is left may strike, then the new place is declared (D20C-MVA-02, D20C-MVA-05)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    way = cast(MoveMode, values["way"] or ways_of(fight.body(actor))[0])
    planned = going.walk_of(fight, actor, values, farthest(fight, actor, way)) if on_board(fight, actor) else None
    if planned is not None:
        feet = planned.whole
    else:
        feet = most_feet(fight, actor, way) if values["feet"] is None else values["feet"]
    spent = _parts(fight, actor, way, feet)
    if values.get("draw"):
        spent.append(Spent("free", DRAW_WITH_MOVE))
        # refused before any question is asked
        with_drawn(fight.body(actor), weapon_of(fight, actor, values["draw"]))
    crawling = way == CRAWL
    if planned is not None:
        fight = spend(fight, actor, *spent)
        fight, goes_on = yield from going.goes(fight, actor, planned, values, "move", notes, crawling=crawling)
    else:
        check_through(fight, actor, values["through"])
        fight = spend(fight, actor, *spent)
        past = tuple(dict.fromkeys((*values["past"], *values["through"])))
        fight = yield from leaves(fight, actor, "move", past, notes, rules=("D20C-AOO-05",))
        goes_on = moves_on(fight, actor, notes, crawling=crawling)
    if not goes_on:
        return Outcome(fight, notes.so_far)
    if values.get("draw"):
        fight = _drawn(fight, actor, values["draw"], notes)
    tell_moved(fight, actor, way, feet, notes, "D20C-MVA-02", "D20C-MVA-03", "D20C-SPD-01")
    return Outcome(stands(fight, actor, values.get("beside", ()), climbing=way in CLIMBS), notes.so_far)


def _parts(fight: D20Fight, who: Id, way: MoveMode, feet: int) -> list[Spent]:
    """What a way of this length takes of a turn: one movement, on a board a second one for the rest (D20C-SPD-02)."""
    most = most_feet(fight, who, way)
    if not on_board(fight, who) or feet <= most:
        check_feet(fight, who, way, feet)
        return [Spent("move", ROW[way], feet)]
    check_feet(fight, who, way, feet - most)
    return [Spent("move", ROW[way], most), Spent("move", ROW[way], feet - most)]


def farthest(fight: D20Fight, who: Id, way: MoveMode) -> int:
    """How far a way on a board may be: both actions of a turn may go into it, where both are left (D20C-SPD-02)."""
    most = most_feet(fight, who, way)
    try:
        check_spend(fight, who, Spent("move", ROW[way], most), Spent("move", ROW[way], most))
    except NotAllowed:
        return most
    return 2 * most


def _drawn(fight: D20Fight, who: Id, key: str, notes: Notes) -> D20Fight:
    body = fight.body(who)
    weapon = weapon_of(fight, who, key)
    notes.tell("hands.drawn", who=who, weapon=weapon.name, rules=("D20C-MVA-05",))
    return fight.with_body(who, with_drawn(body, weapon))


def move_says(fight: D20Fight, command: Command) -> Fact | None:
    """Where a way over a board leads, and how far it is."""
    if command.actor is None or not on_board(fight, command.actor):
        return None
    way = cast(MoveMode, command.inputs.get("way") or ways_of(fight.body(command.actor))[0])
    actor, values, most = command.actor, command.inputs, farthest(fight, command.actor, way)
    return going.says(fight, actor, values, partial(going.walk_of, fight, actor, values, most), "move")


MOVE: Action[Body, Round] = Action(
    "move",
    move_resolve,
    move_inputs,
    move_check,
    icon="footprints",
    of_the_turn=True,
    leaves_turn=True,
    needs_actor=True,
    says=move_says,
)

POSTURES = ("prone", "sitting_or_kneeling", "standing")

TAKEN = {"prone": "posture.lies_down", "sitting_or_kneeling": "posture.kneels", "standing": "posture.stands_up"}
"""How each is told."""


def posture_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The new posture: lying, sitting or kneeling, standing; who is down usually stands up."""
    now = posture_of(fight.body(actor)) if actor is not None and actor in fight.combatants else "standing"
    options = options_of("posture", [name for name in POSTURES if name != now])
    usual = "prone" if now == "standing" else "standing"
    return (Choice("posture", "input.posture", layout="segments", options=options, default=usual, fresh=True),)


def posture_of(body: Body) -> str:
    """One of `POSTURES`, or climbing."""
    return next((name for name in ("climbing", "prone", "sitting_or_kneeling") if bears(body, name)), "standing")


def may_stand_up(fight: D20Fight, who: Id) -> bool:
    """Whether a combatant lies there, free of a grapple, and has a movement left to stand up."""
    remains = remaining(fight, who)
    return posture_of(fight.body(who)) == "prone" and grapple_of(fight, who) is None and bool(remains and remains.move)


def posture_says(fight: D20Fight, command: Command) -> Fact:
    """The new posture."""
    return Fact(f"posture_says.{command.inputs['posture']}")


def posture_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Stand or kneel up with a move action that provokes, or go down freely (D20C-MVA-06, D20C-ACT-03, D20C-CIR-03).

    A climber that has reached firm ground stands at no cost.
    """
    actor, wanted, notes = here(fight, command), command.inputs["posture"], Notes()
    body = fight.body(actor)
    down = [name for name in ("prone", "sitting_or_kneeling") if bears(body, name)]
    climbs = bears(body, "climbing")
    if wanted in down or (wanted == "standing" and not (down or climbs)):
        raise NotAllowed("d20.posture.already", field="posture")
    # rising from prone to kneeling costs a move action too, or standing up would be free in two steps
    if "prone" in down or (wanted == "standing" and down):
        fight = spend(fight, actor, Spent("move", "stand_up"))
        fight = yield from distracted(fight, actor, notes, rules=("D20C-MVA-06",), action="stand_up")
        if not go_on_after(fight, actor, notes):
            return Outcome(fight, notes.so_far)
    elif wanted != "standing":
        fight = spend(fight, actor, Spent("free", "drop_prone_sit_or_kneel"))
    gone = [one.id for name in (*down, "climbing") for one in effects_named(fight.body(actor), name)]
    fight = without_effects(fight, actor, *gone)
    if wanted == "prone":
        fight = with_effect(fight, actor, Effect("prone", "condition", "prone"))
    elif wanted == "sitting_or_kneeling":
        fight = with_effect(fight, actor, Effect(wanted, "posture", wanted))
    notes.tell(TAKEN[wanted], who=actor, rules=("D20C-MVA-06", "D20C-CIR-03", "D20H-COND-27"))
    return Outcome(fight, notes.so_far)


POSTURE: Action[Body, Round] = Action(
    "posture",
    posture_resolve,
    posture_inputs,
    turn_needed,
    icon="arrow-down-up",
    of_the_turn=True,
    needs_actor=True,
    says=posture_says,
)


def step_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The combatants next to the actor after the step."""
    if actor is None or actor not in fight.combatants:
        return ()
    if on_board(fight, actor):
        return (going.square_input(),)
    return (beside_input(fight, actor, viewer),)


def step_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The step must still be available (D20C-ACT-07)."""
    actor = check_turn(fight, command, viewer)
    check_feet(fight, actor, "five_foot_step", 5)
    check_spend(fight, actor, Spent("step", "five_foot_step", 5))


def step_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take a step, which provokes no attack of opportunity (D20C-ACT-07, D20C-AOO-05, D20C-FUL-03)."""
    actor, notes, values = here(fight, command), Notes(), command.inputs
    planned = going.walk_of(fight, actor, values, STEP_FT) if on_board(fight, actor) else None
    fight = spend(fight, actor, Spent("step", "five_foot_step", 5))
    if planned is not None:
        fight, goes_on = yield from going.goes(fight, actor, planned, values, "five_foot_step", notes)
        if not goes_on:
            return Outcome(fight, notes.so_far)
    tell_moved(fight, actor, "five_foot_step", 5, notes, "D20C-ACT-07", "D20C-AOO-05")
    return Outcome(stands(fight, actor, values.get("beside", ())), notes.so_far)


def step_says(fight: D20Fight, command: Command) -> Fact | None:
    """Where a step over a board leads."""
    actor, values = command.actor, command.inputs
    if actor is None or not on_board(fight, actor):
        return None
    found = partial(going.walk_of, fight, actor, values, STEP_FT)
    return going.says(fight, actor, values, found, "five_foot_step", Word("way.steps"))


STEP: Action[Body, Round] = Action(
    "step",
    step_resolve,
    step_inputs,
    step_check,
    icon="arrow-right",
    of_the_turn=True,
    needs_actor=True,
    says=step_says,
)

MOVING = (MOVE, STEP, POSTURE)
