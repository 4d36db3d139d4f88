"""Moving in a segment: the one free move, Atletismo, crawling, into a melee and out of one (TAC-ACT-03, TAC-ACT-04).

(TAC-MEL-01 to -05, TAC-DMG-08, TAC-DMG-09, TAC-FAT-01, TAC-HOUSE-10, TAC-HOUSE-17)
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import GAME_MASTER, TABLE, Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, put
from rules.systems.tactico.actions.acting import check_turn, declared_target, here, others_than, people_input
from rules.systems.tactico.actions.harm import tire
from rules.systems.tactico.actions.testing import Try, difficulty_input, make_roll
from rules.systems.tactico.locations import LEGS
from rules.systems.tactico.melee import catches_up, may_move
from rules.systems.tactico.movement import metres_of
from rules.systems.tactico.rolls import Difficulty
from rules.systems.tactico.sheet import options_of
from rules.systems.tactico.situation import engage, nearest, opponents, part, seen_opponents
from rules.systems.tactico.state import Body, Round, TacticoFight, What
from rules.systems.tactico.turns import acted, planned, stage_of

WAYS: tuple[What, ...] = ("move", "athletics_move", "crawl")
NO_ROLL = "no_roll"
"""Moves with Atletismo need no roll unless the game master sets a difficulty (TAC-HOUSE-10)."""


def ways_of(body: Body) -> tuple[What, ...]:
    """How somebody can move: on the feet, else crawling (TAC-DMG-08, TAC-DMG-09, TAC-HOUSE-17)."""
    down = "torso" in body.disabled or any(one in LEGS for one in body.disabled)
    return ("crawl",) if down else ("move", "athletics_move")


def inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How, whom one comes near to, and the difficulty of Atletismo where there is one."""
    if actor is None or actor not in fight.combatants or fight.combatants[actor].body.machine is not None:
        return ()
    ways = ways_of(fight.combatants[actor].body)
    declared = planned(fight, actor, fight.round.segment).what
    near = seen_opponents(fight, actor, viewer)
    aimed_at = declared_target(fight, actor)
    others = [who for who in others_than(fight, actor, viewer) if who not in near]
    people = sorted(others, key=lambda who: who != aimed_at)
    return (
        Choice(
            "way",
            "input.way",
            default=declared if declared in ways else ways[0],
            fresh=True,
            layout="segments",
            options=options_of("what", ways),
        ),
        replace(people_input(people, name="closing", label="input.closing", required=False), fresh=True),
        difficulty_input(NO_ROLL, free=(NO_ROLL,)),
    )


def check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Only on the feet or crawling, and not while locked in melee (TAC-MEL-02, TAC-MEL-04)."""
    actor = check_turn(fight, command, viewer, *WAYS)
    body = fight.combatants[actor].body
    way = command.inputs.get("way")
    if way is not None and way not in ways_of(body):
        raise NotAllowed("tactico.plan.leg_disabled", field="way")
    declared = planned(fight, actor, fight.round.segment).what
    if fight.ordered and not viewer.game_master and way is not None and way != declared:
        raise NotAllowed("tactico.other_declared", field="way")
    if fight.ordered and not may_move(nearest(fight, actor), stage_of(fight, actor)):
        raise NotAllowed("tactico.plan.locked_in_melee")


def resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Cover the Movimiento, or a metre on the ground; whoever was locked is out of it (TAC-ACT-03, TAC-MEL-04)."""
    actor = here(fight, command)
    way: str = command.inputs["way"]
    notes = Notes()
    body = fight.combatants[actor].body
    metres = metres_of(way, body.movement)
    tiring = way == "athletics_move"
    difficulty: str = command.inputs["difficulty"]
    params: dict[str, Param] = {"who": Ref(actor), "metres": metres}
    if tiring and difficulty != NO_ROLL:
        result = yield from make_roll(
            fight, Try(actor, "athletics"), cast(Difficulty, difficulty), "athletics", notes, label="dice.athletics"
        )
        if not result.success:
            notes.add(Fact("move.fails", params={"who": Ref(actor)}, rules=("TAC-HOUSE-10",)))
            return Outcome(tire(acted(fight, actor), actor, notes), notes.so_far)
    notes.add(Fact(f"move.{way}", value=metres, params=params, rules=("TAC-ACT-03", "TAC-HOUSE-10", "TAC-HOUSE-17")))
    fight = _away(fight, actor, notes)
    fight = acted(fight, actor, moved=True, metres=metres)
    closing: Id | None = command.inputs["closing"]
    if closing is not None and closing in fight.combatants:
        fight = _closes(fight, actor, closing, notes)
    if tiring:
        fight = tire(fight, actor, notes)
    return Outcome(fight, notes.so_far)


def _away(fight: TacticoFight, actor: Id, notes: Notes) -> TacticoFight:
    """Out of the melee that one is in; who was locked may pursue in this turn (TAC-MEL-04, TAC-MEL-05)."""
    left_behind = opponents(fight, actor)
    if not left_behind:
        return part(fight, actor)
    fled = fight.round.fled
    for other in left_behind:
        fled = put(fled, f"{actor} {other}", True)
    unseen = all(fight.combatants[other].hidden for other in left_behind)
    # out of a melee of which nobody knew: it is told to whoever knew
    seen = GAME_MASTER if unseen else TABLE
    notes.add(Fact("move.leaves_melee", params={"who": Ref(actor)}, rules=("TAC-MEL-04",), audience=seen))
    return part(replace(fight, round=replace(fight.round, fled=fled)), actor)


def _closes(fight: TacticoFight, actor: Id, target: Id, notes: Notes) -> TacticoFight:
    """Into a melee; whoever pursues must have covered as much as whoever fled (TAC-MEL-01, TAC-MEL-05)."""
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target)}
    if f"{target} {actor}" in fight.round.fled:
        turns = fight.round.turns
        own, theirs = turns.get(actor), turns.get(target)
        if not catches_up(0, theirs.metres if theirs else 0, own.metres if own else 0):
            notes.add(Fact("move.falls_behind", params=params, rules=("TAC-MEL-05",)))
            return fight
        notes.add(Fact("move.catches_up", params=params, rules=("TAC-MEL-05",)))
    else:
        notes.add(Fact("move.closes", params=params, rules=("TAC-MEL-01",)))
    return engage(fight, actor, target)


MOVE: Action[Body, Round] = Action(
    "move", resolve, inputs, check, icon="footprints", of_the_turn=True, needs_actor=True
)
