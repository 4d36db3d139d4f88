"""The turn: its parts, declarations, segments and end, and passing (TAC-TURN-01 to -04).

Where people and machines fight together a turn has two parts, first that of the machines (TAC-VEH-01). At the end of a
turn people rest, treatments go on, and those who left a melee are free (TAC-FAT-04, TAC-MEL-03, TAC-MEL-04,
TAC-HEAL-03, TAC-HOUSE-08, TAC-HOUSE-15).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from rules.core.audience import GAME_MASTER, TABLE, Viewer
from rules.core.driver import Pending, run
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.once import once
from rules.core.parts import TurnPart
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tactico.budget import with_turn
from rules.systems.tactico.clock import SECONDS_OF_TURN, SEGMENTS
from rules.systems.tactico.declaring import allowance
from rules.systems.tactico.fatigue import rested
from rules.systems.tactico.healing import treatments_go_on
from rules.systems.tactico.initiative import lined_up, newcomers_placed, planned, to_act, undeclared, waiting
from rules.systems.tactico.melee import opponents, stage_after, stage_of
from rules.systems.tactico.parts import Part, left_behind, of_machines, part_at_hand, parts
from rules.systems.tactico.state import Body, Planned, Round, TacticoFight, Turn
from rules.systems.tactico.vehicles import resolution as machines
from rules.systems.tactico.vehicles import turns as machine_turns

GIVEN_UP = (Planned(),) * SEGMENTS


# the part of people


def go_on(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    """Go on to the next segment with an action in it, else to the end of the turn (TAC-TURN-04).

    People who have not declared give up, those who have not acted lose the action.
    """
    if fight.round.stage == "declaration":
        for who in undeclared(fight):
            fight = _given_up(fight, who)
    else:
        for who in waiting(fight, fight.round.segment):
            fight = _passed(fight, who)
    for segment in range(fight.round.segment + 1, SEGMENTS + 1):
        if acting := waiting(fight, segment):
            seen = any(not fight.combatants[who].hidden for who in acting)
            audience = TABLE if seen else GAME_MASTER
            notes.tell("round.segment", segment, rules=("TAC-TURN-02", "TAC-TURN-04"), audience=audience)
            return replace(fight, round=replace(fight.round, stage="segments", segment=segment))
    return (yield from _ended(fight, notes))


def _begun(fight: TacticoFight, notes: Notes) -> TacticoFight:
    """Begin a turn of people with its declaration (TAC-TURN-02, TAC-TURN-03, TAC-HOUSE-08)."""
    state = fight.round
    notes.tell("round.begins", state.number, rules=("TAC-TURN-02", "TAC-TURN-03"))
    vehicles = replace(state.vehicles, stage="none") if state.vehicles is not None else None
    fight = replace(fight, round=replace(state, stage="declaration", segment=0, turns={}, fled={}, vehicles=vehicles))
    return fight if state.ranked else lined_up(fight)


def _ended(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    """End a turn: those who did nothing rest, treatments go on or break off, those who left a melee are free.

    (TAC-FAT-04, TAC-HEAL-02, TAC-HEAL-03, TAC-MEL-04)
    """
    for who in fight.order:
        turn = fight.round.turns.get(who)
        fight = rested(fight, who, _actions_taken(turn), turn.defences if turn else 0, notes)
    fight = yield from treatments_go_on(fight, notes)
    left = frozenset(
        who for who in fight.order if stage_after(stage_of(fight, who)) == "left_last_turn" and opponents(fight, who)
    )
    return replace(fight, round=replace(fight.round, stage="none", segment=0, turns={}, left=left, fled={}))


def _actions_taken(turn: Turn | None) -> int:
    """Actions of a turn: one lost by a change is not one given up (TAC-FAT-04, TAC-INT-02)."""
    if turn is None:
        return 0
    treated = sum(one.what == "treat" for one in turn.segments)
    return min(SEGMENTS, turn.done + turn.lost + treated)


def _given_up(fight: TacticoFight, who: Id) -> TacticoFight:
    """Declare nothing for a combatant's whole turn (TAC-ACT-06)."""
    return with_turn(fight, who, Turn(GIVEN_UP, allowance(fight, who)))


def _passed(fight: TacticoFight, who: Id) -> TacticoFight:
    """Let a combatant lose the action of the segment at hand: it is no rest and no defence (TAC-INT-02)."""
    turn = fight.round.turns[who]
    return with_turn(fight, who, replace(turn, resolved=fight.round.segment, lost=turn.lost + 1))


# what the table asks of it


def passed_over(fight: TacticoFight, notes: Notes) -> TacticoFight:
    """The fight as those see it who know of no hidden combatant: nobody waits for one, and no segment is theirs alone.

    Where dice decide what comes after such a segment, it stays.
    """
    while True:
        for who in to_act(fight):
            if not fight.combatants[who].hidden:
                return fight
            fight = _given_up(fight, who) if fight.round.stage == "declaration" else _passed(fight, who)
        if not _of_hidden_alone(fight):
            return fight
        passing = Notes()
        after = run(_next_step(fight, passing), {})
        if isinstance(after, Pending):
            return fight
        fight = after.result
        for told in passing.so_far:
            notes.add(told)


def kept_waiting(before: TacticoFight, after: TacticoFight, busy: Collection[Id]) -> TacticoFight:
    """The turn in which the hidden who were passed over have yet to declare, or have lost no action.

    Where it has gone on to a later segment, the game master lets them act out of turn (TAC-TURN-04).
    """
    was, now = before.round, after.round
    if was.number != now.number or was.stage != now.stage:
        return after
    turns = dict(now.turns)
    for who in now.turns.keys() & after.hidden - set(busy):
        turns.pop(who)
        if who in was.turns:
            turns[who] = was.turns[who]
    return replace(after, round=replace(now, turns=turns))


def _of_hidden_alone(fight: TacticoFight) -> bool:
    """Whether the segment at hand is there for hidden combatants only."""
    state = fight.round
    if state.stage != "segments":
        return False
    acting = waiting(fight, state.segment)
    return not any(
        who in acting or (turn.resolved >= state.segment and planned(fight, who, state.segment).acts)
        for who, turn in state.turns.items()
        if not fight.combatants[who].hidden
    )


@once
def upcoming(fight: TacticoFight) -> tuple[Id, ...]:
    """Those who declare or act now, and those who come next; at the end of a segment none, until the turn goes on."""
    now = to_act(fight)
    if not now or fight.round.stage == "declaration":
        return now
    later = [who for segment in range(fight.round.segment + 1, SEGMENTS + 1) for who in waiting(fight, segment)]
    return tuple(dict.fromkeys((*now, *later)))


def turn_parts(fight: TacticoFight) -> tuple[TurnPart, ...]:
    """The declaration and the segments of a turn, which are the same for all (TAC-TURN-03)."""
    state = fight.round
    declaring = state.stage == "declaration"
    segments = range(1, SEGMENTS + 1)
    return (
        TurnPart("turn_part.declaration", spent=not declaring, now=declaring),
        *(
            TurnPart(
                "turn_part.segment",
                spent=not declaring and one < state.segment,
                now=not declaring and one == state.segment,
                count=one,
            )
            for one in segments
        ),
    )


def done(fight: TacticoFight) -> frozenset[Id]:
    """Those who have declared, or have nothing left to do in this turn."""
    if fight.round.stage == "declaration":
        return frozenset(fight.round.turns)
    if fight.round.stage != "segments":
        return frozenset()
    left = {who for segment in range(1, SEGMENTS + 1) for who in waiting(fight, segment)}
    return frozenset(who for who in fight.round.turns if who not in left)


def moment(fight: TacticoFight) -> str:
    """Turn, stage, segment, and whose it is: what was meant for one is no one else's (TAC-ACT-06)."""
    return ":".join((str(fight.round.number), fight.round.stage, str(fight.round.segment), *to_act(fight)[:1]))


def verbs(fight: TacticoFight, who: Id) -> tuple[str, ...]:
    """The verbs that the turn has for a combatant now: what was declared."""
    if fight.round.stage != "segments":
        return ("declare",)
    what = planned(fight, who, fight.round.segment).what
    if what in ("athletics_move", "crawl"):
        return ("move",)
    return ("test",) if what in ("give_up", "treat") else (what,)


def headline(fight: TacticoFight) -> Explanation:
    """The turn, its stage and segment."""
    turn = fact("round.number", fight.round.number, rules=("TAC-TURN-02",))
    if fight.round.stage == "none":
        return (turn,)
    if fight.round.stage == "declaration":
        return (turn, fact("phase.declaration", rules=("TAC-TURN-03",)))
    return (turn, fact("phase.segment", fight.round.segment, rules=("TAC-TURN-04",)))


def settled(fight: TacticoFight) -> TacticoFight:
    """Forget in the turn those who have left the fight, and place those who have come; idempotent."""
    if fight.ordered and fight.round.number:
        fight = newcomers_placed(fight)
    here = fight.combatants
    state = fight.round
    after = replace(
        state,
        turns={who: turn for who, turn in state.turns.items() if who in here},
        left=frozenset(who for who in state.left if who in here),
        fled={pair: True for pair in state.fled if all(one in here for one in pair.split(" "))},
    )
    return fight if after == state else replace(fight, round=after)


# the actions


def _next_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Refuse it without an order or without combatants: from here turns are counted (TAC-TURN-01)."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not fight.combatants:
        raise NotAllowed("tactico.nobody")
    if of_machines(fight):
        machines.next_check(fight, command, viewer)


def _next_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take the next step of the turn: of the part at hand, else of the next part or turn (TAC-TURN-02)."""
    notes = Notes()
    fight = yield from _next_step(fight, notes)
    return Outcome(fight, notes.so_far)


def _next_step(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    part = part_at_hand(fight)
    if part == "machines":
        fight = yield from machines.go_on(fight, notes)
    elif part == "people":
        fight = yield from go_on(fight, notes)
    if part is None or part_at_hand(fight) is None:
        ended = part or left_behind(fight)
        fight = yield from _next_part(replace(fight, status="running"), ended, notes)
    return fight


def _next_part(fight: TacticoFight, ended: Part | None, notes: Notes) -> Steps[TacticoFight]:
    """Begin the part of people after that of the machines; else the next turn, three seconds later (TAC-TURN-02)."""
    after = parts(fight)
    if ended == "machines" and "people" in after:
        return _begun(fight, notes)
    number = fight.round.number
    clock = fight.clock + (SECONDS_OF_TURN if number else 0)
    fight = replace(fight, clock=clock, round=replace(fight.round, number=number + 1))
    if after[0] == "machines":
        return (yield from machines.begin_turn(fight, notes))
    return _begun(fight, notes)


def _end_turn_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Refuse it when the turn waits for no one; players pass for themselves only, at their moment."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if fight.status != "running" or not fight.round.number:
        raise NotAllowed("core.not_begun")
    if of_machines(fight):
        machine_turns.end_turn_check(fight, command, viewer)
        return
    expected = to_act(fight)
    if not expected:
        raise NotAllowed("tactico.nobody_waits")
    theirs = (None, *expected) if viewer.game_master else expected[:1]
    if command.actor not in theirs:
        raise NotAllowed("core.not_your_turn")


def _end_turn_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Give up the whole turn while declaring, or the action of this segment; without an actor for the one at hand."""
    if of_machines(fight):
        return (yield from machine_turns.end_turn_resolve(fight, command))
    who = command.actor or to_act(fight)[0]
    if fight.round.stage == "declaration":
        return Outcome(_given_up(fight, who), (fact("turn.gives_up", rules=("TAC-ACT-06",), who=who),))
    return Outcome(_passed(fight, who), (fact("turn.passes", rules=("TAC-INT-02",), who=who),))


def _sort_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Put everybody back where initiative and order scores put them (TAC-TURN-04, TAC-VEH-02, TAC-HOUSE-08)."""
    yield from ()
    told = fact("order.by_the_rules", rules=("TAC-TURN-04", "TAC-HOUSE-08"))
    return Outcome(lined_up(machine_turns.lined_up(fight)), (told,))


def _next_says(fight: TacticoFight, command: Command) -> Fact | None:
    """What the next step begins or works out; None before the first turn and between its parts."""
    part = part_at_hand(fight)
    if part == "machines":
        who = machines.next_to_work_out(fight)
        return fact("round.says_end") if who is None else fact("round.says_work_out", who=who)
    if part is None:
        return None
    following = (segment for segment in range(fight.round.segment + 1, SEGMENTS + 1) if waiting(fight, segment))
    segment = next(following, None)
    return fact("round.says_turn") if segment is None else fact("round.says_segment", segment)


NEXT: Action[Body, Round] = Action(
    "next_step",
    _next_resolve,
    check=_next_check,
    says=_next_says,
    icon="chevrons-right",
    for_game_master=True,
    of_the_turn=True,
    undo="with_all_after",
)
END_TURN: Action[Body, Round] = Action(
    "end_turn", _end_turn_resolve, check=_end_turn_check, icon="hourglass", of_the_turn=True
)
SORT: Action[Body, Round] = Action("sort", _sort_resolve, icon="arrow-down-up", for_game_master=True, interrupts=True)
