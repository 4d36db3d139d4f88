"""Moving in a segment: the one free move, Atletismo, crawling, into a melee and out of one (TAC-ACT-03, TAC-ACT-04).

(TAC-MEL-01 to -05, TAC-DMG-08, TAC-DMG-09, TAC-FAT-01, TAC-HOUSE-10, TAC-HOUSE-17)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from rules.core.audience import GAME_MASTER, TABLE, Viewer
from rules.core.board.walking import goes_to_says, gone, on_board, planned_way, square_inputs, towards
from rules.core.boards import Cell, name_of
from rules.core.errors import NotAllowed, at_least
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, options_of, seldom
from rules.core.once import once
from rules.core.people import people_input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, put
from rules.systems.tactico.acting import check_turn, declared_target, here, others_than, person, worth_attacking
from rules.systems.tactico.budget import acted
from rules.systems.tactico.departing import departed
from rules.systems.tactico.fatigue import tire
from rules.systems.tactico.initiative import planned, to_act
from rules.systems.tactico.locations import LEGS
from rules.systems.tactico.melee import (
    catches_up,
    disengage,
    engage,
    may_move,
    nearest,
    opponents,
    seen_opponents,
    stage_of,
)
from rules.systems.tactico.rolls import Difficulty
from rules.systems.tactico.situation import KINDS
from rules.systems.tactico.squares import SQUARES, holds
from rules.systems.tactico.state import Body, Round, TacticoFight, What
from rules.systems.tactico.testing import Try, difficulty_input, skill_asked

MOVES_WITHOUT_ATHLETICS = 1
"""Moves of a turn that need no Atletismo (TAC-ACT-04)."""

CRAWLED_METRES = 1
"""Metres crawled in a segment (TAC-DMG-09, TAC-HOUSE-17)."""

STRIDES: tuple[What, ...] = ("move", "athletics_move")
"""Actions that cover the Movimiento (TAC-ACT-03, TAC-HOUSE-10)."""

MOVING: tuple[What, ...] = (*STRIDES, "crawl")
"""Actions with which a combatant has moved in a segment (TAC-ATK-01, TAC-MEL-02)."""

NO_ROLL = "no_roll"
"""Moves with Atletismo need no roll unless the game master sets a difficulty (TAC-HOUSE-10)."""


def metres_of(action: str, movement: int) -> int:
    """Return the metres that one action covers; `movement` is the Movimiento in metres (TAC-ACT-03, TAC-HOUSE-10)."""
    at_least(movement, 0, "tactico.movement.negative", field="movement")
    if action in STRIDES:
        return movement
    return CRAWLED_METRES if action in MOVING else 0


def too_many_moves(actions: Sequence[str]) -> bool:
    """Return whether more than one move of a turn is made without Atletismo (TAC-ACT-04)."""
    return actions.count("move") > MOVES_WITHOUT_ATHLETICS


# the action


def _ways_of(body: Body) -> tuple[What, ...]:
    """How a body can move: on the feet, else crawling (TAC-DMG-08, TAC-DMG-09, TAC-HOUSE-17)."""
    down = "torso" in body.disabled or any(one in LEGS for one in body.disabled)
    return ("crawl",) if down else STRIDES


def _inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How the actor moves, who it closes with or to which square, and the difficulty of Atletismo, if there is one."""
    actor = person(fight, actor)
    if actor is None:
        return ()
    ways = _ways_of(fight.body(actor))
    declared = planned(fight, actor, fight.round.segment).what
    near = seen_opponents(fight, actor, viewer)
    aimed_at = declared_target(fight, actor)
    others = [who for who in others_than(fight, actor, viewer) if who not in near]
    people = sorted(others, key=lambda who: who != aimed_at)
    closing = people_input(people, name="closing", label="input.closing", required=False, fresh=True)
    return (
        Choice(
            "way",
            "input.way",
            default=declared if declared in ways else ways[0],
            fresh=True,
            layout="segments",
            options=options_of("what", ways),
        ),
        *(
            square_inputs(required=True, proposed=_comes_to(fight, actor, viewer))
            if on_board(fight, actor)
            else (closing,)
        ),
        *seldom(difficulty_input(NO_ROLL, free=(NO_ROLL,))),
    )


def _comes_to(fight: TacticoFight, actor: Id, viewer: Viewer) -> str:
    """The square where a move that is still to come ends, towards the declared target.

    The game master's own, who have declared none, come nearer to the nearest foe.
    """
    if actor not in to_act(fight):
        return ""
    target = declared_target(fight, actor)
    if target is None and not fight.combatants[actor].controllers:
        target = next(iter(worth_attacking(fight, actor, viewer)), None)
    return _square_towards(fight, actor, target) if target is not None else ""


@once
def _square_towards(fight: TacticoFight, actor: Id, target: Id) -> str:
    body = fight.body(actor)
    cell = towards(fight, actor, SQUARES, target, metres_of(_ways_of(body)[0], body.movement), holds)
    return name_of(cell) if cell is not None else ""


def _check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Refuse a way that wounds or the melee leave no use for (TAC-DMG-08, TAC-MEL-02, TAC-MEL-04)."""
    actor = check_turn(fight, command, viewer, *MOVING)
    way = command.inputs.get("way")
    if way is not None and way not in _ways_of(fight.body(actor)):
        raise NotAllowed("tactico.plan.leg_disabled", field="way")
    declared = planned(fight, actor, fight.round.segment).what
    if fight.ordered and not viewer.game_master and way is not None and way != declared:
        raise NotAllowed("tactico.other_declared", field="way")
    if fight.ordered and not may_move(nearest(fight, actor), stage_of(fight, actor)):
        raise NotAllowed("tactico.plan.locked_in_melee")


def _resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Cover the Movimiento, or a metre on the ground; that ends a melee (TAC-ACT-03, TAC-MEL-04)."""
    actor = here(fight, command)
    way: str = command.inputs["way"]
    notes = Notes()
    metres = metres_of(way, fight.body(actor).movement)
    squares: tuple[Cell, ...] = ()
    if on_board(fight, actor) and command.inputs.get("to"):
        squares, metres = planned_way(fight, actor, SQUARES, metres, holds, command.inputs)
    fight = yield from departed(fight, command, notes, way)
    tiring = way == "athletics_move"
    difficulty: str = command.inputs["difficulty"]
    if tiring and difficulty != NO_ROLL:
        test = Try(actor, "athletics")
        result = yield from skill_asked(fight, test, cast(Difficulty, difficulty), notes, "athletics")
        if not result.success:
            notes.tell("move.fails", rules=("TAC-HOUSE-10",), who=actor)
            return Outcome(tire(acted(fight, actor), actor, notes, "athletics"), notes.so_far)
    rules = ("TAC-ACT-03", "TAC-HOUSE-10", "TAC-HOUSE-17")
    if way == "move":
        notes.tell("move.move", metres, rules=rules, who=actor, metres=metres)
    elif tiring:
        notes.tell("move.athletics_move", metres, rules=rules, who=actor, metres=metres)
    else:
        notes.tell("move.crawl", metres, rules=rules, who=actor, metres=metres)
    if squares:
        after = _goes(acted(fight, actor, moved=True, metres=metres), actor, squares, notes)
        return Outcome(tire(after, actor, notes, "athletics") if tiring else after, notes.so_far)
    fight = acted(_away(fight, actor, notes), actor, moved=True, metres=metres)
    closing: Id | None = command.inputs.get("closing")
    if closing is not None and closing in fight.combatants:
        fight = _closes(fight, actor, closing, notes)
    if tiring:
        fight = tire(fight, actor, notes, "athletics")
    return Outcome(fight, notes.so_far)


def _goes(fight: TacticoFight, actor: Id, way: Sequence[Cell], notes: Notes) -> TacticoFight:
    """Go over the board, out of a melee and into another; who is faster catches up (TAC-MEL-01, TAC-MEL-04, -05)."""
    before = opponents(fight, actor)
    fight = gone(fight, actor, way, SQUARES, holds, notes, KINDS)
    after = opponents(fight, actor)
    fight = _left(fight, actor, tuple(other for other in before if other not in after), notes)
    for other in (one for one in after if one not in before):
        code = "move.catches_up" if f"{other} {actor}" in fight.round.fled else "move.closes"
        rules = ("TAC-MEL-05",) if code == "move.catches_up" else ("TAC-MEL-01",)
        unseen = fight.combatants[other].hidden
        notes.tell(code, rules=rules, audience=GAME_MASTER if unseen else TABLE, who=actor, target=other)
    return fight


def _away(fight: TacticoFight, actor: Id, notes: Notes) -> TacticoFight:
    """Move out of a melee; those who were locked may pursue in this turn (TAC-MEL-04, TAC-MEL-05)."""
    return disengage(_left(fight, actor, opponents(fight, actor), notes), actor)


def _left(fight: TacticoFight, actor: Id, left_behind: Sequence[Id], notes: Notes) -> TacticoFight:
    if not left_behind:
        return fight
    fled = fight.round.fled
    for other in left_behind:
        fled = put(fled, f"{actor} {other}", True)
    # a melee with hidden opponents alone is one that the table never knew of
    unseen = all(fight.combatants[other].hidden for other in left_behind)
    notes.tell("move.leaves_melee", rules=("TAC-MEL-04",), audience=GAME_MASTER if unseen else TABLE, who=actor)
    return replace(fight, round=replace(fight.round, fled=fled))


def _closes(fight: TacticoFight, actor: Id, target: Id, notes: Notes) -> TacticoFight:
    """Move into a melee; a pursuer must have covered as much as the fugitive (TAC-MEL-01, TAC-MEL-05)."""
    if f"{target} {actor}" not in fight.round.fled:
        notes.tell("move.closes", rules=("TAC-MEL-01",), who=actor, target=target)
        return engage(fight, actor, target)
    own, theirs = fight.round.turns.get(actor), fight.round.turns.get(target)
    if not catches_up(0, theirs.metres if theirs else 0, own.metres if own else 0):
        notes.tell("move.falls_behind", rules=("TAC-MEL-05",), who=actor, target=target)
        return fight
    notes.tell("move.catches_up", rules=("TAC-MEL-05",), who=actor, target=target)
    return engage(fight, actor, target)


def _says(fight: TacticoFight, command: Command) -> Fact | None:
    """How the actor would move, and up to which combatant."""
    way, closing = command.inputs.get("way"), command.inputs.get("closing")
    if way not in MOVING:
        return None
    if closing is not None and closing in fight.combatants:
        return fact("move.says_closes", what=Word(f"what.{way}"), target=closing)
    return goes_to_says(fight, command) or fact("move.says", what=Word(f"what.{way}"))


MOVE: Action[Body, Round] = Action(
    "move", _resolve, _inputs, _check, says=_says, icon="footprints", of_the_turn=True, needs_actor=True
)
