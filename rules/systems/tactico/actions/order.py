"""Going on in the turn of people: declaration, segments, the end of the turn, who passes (TAC-TURN-02 to -04).

(TAC-FAT-04, TAC-MEL-03, TAC-MEL-04, TAC-HEAL-03, TAC-HOUSE-08, TAC-HOUSE-15)
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tactico.actions.care import treatments_go_on
from rules.systems.tactico.fatigue import fatigue_rest
from rules.systems.tactico.melee import stage_after
from rules.systems.tactico.parts import Part, left_behind, of_machines, part_at_hand, parts
from rules.systems.tactico.situation import opponents
from rules.systems.tactico.state import Body, Planned, Round, TacticoFight, Turn
from rules.systems.tactico.time import SECONDS_OF_TURN, SEGMENTS
from rules.systems.tactico.turns import allowance, lined_up, stage_of, to_act, undeclared, waiting, with_turn
from rules.systems.tactico.vehicles import resolution as machines
from rules.systems.tactico.vehicles import turns as machine_turns
from rules.systems.tactico.vehicles.turns import lined_up as machines_lined_up

GIVEN_UP = (Planned(),) * SEGMENTS


def next_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """There must be an order, and somebody to fight: from here turns are counted (TAC-TURN-01)."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not fight.combatants:
        raise NotAllowed("tactico.nobody")
    if of_machines(fight):
        machines.next_check(fight, command, viewer)


def next_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """The next step of the turn, whatever it is: of the part at hand, else of the next part or turn (TAC-TURN-02)."""
    notes, part = Notes(), part_at_hand(fight)
    if part == "machines":
        fight = yield from machines.go_on(fight, notes)
    elif part == "people":
        fight = yield from go_on(fight, notes)
    if part is None or part_at_hand(fight) is None:
        ended = part or left_behind(fight)
        fight = yield from _next_part(replace(fight, status="running"), ended, notes)
    return Outcome(fight, notes.so_far)


def _next_part(fight: TacticoFight, ended: Part | None, notes: Notes) -> Steps[TacticoFight]:
    """The people's part after that of the machines; else the next turn, three seconds later (TAC-TURN-02)."""
    after = parts(fight)
    if ended == "machines" and "people" in after:
        return people_begin(fight, notes)
    number = fight.round.number
    clock = fight.clock + (SECONDS_OF_TURN if number else 0)
    fight = replace(fight, clock=clock, round=replace(fight.round, number=number + 1))
    if after[0] == "machines":
        return (yield from machines.begin_turn(fight, notes))
    return people_begin(fight, notes)


def go_on(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    """The next segment in which somebody acts, else the end of the turn (TAC-TURN-04).

    Who has not declared gives up, who has not acted loses the action.
    """
    if fight.round.stage == "declaration":
        for who in undeclared(fight):
            fight = with_turn(fight, who, Turn(GIVEN_UP, allowance(fight, who)))
    else:
        for who in waiting(fight, fight.round.segment):
            fight = passed(fight, who)
    for segment in range(fight.round.segment + 1, SEGMENTS + 1):
        if waiting(fight, segment):
            notes.add(Fact("round.segment", value=segment, rules=("TAC-TURN-02", "TAC-TURN-04")))
            return replace(fight, round=replace(fight.round, stage="segments", segment=segment))
    return (yield from end_of_turn(fight, notes))


def people_begin(fight: TacticoFight, notes: Notes) -> TacticoFight:
    """Begin a turn of people with its declaration (TAC-TURN-02, TAC-TURN-03, TAC-HOUSE-08)."""
    state = fight.round
    notes.add(Fact("round.begins", value=state.number, rules=("TAC-TURN-02", "TAC-TURN-03")))
    vehicles = replace(state.vehicles, stage="none") if state.vehicles is not None else None
    fight = replace(fight, round=replace(state, stage="declaration", segment=0, turns={}, fled={}, vehicles=vehicles))
    return fight if state.ranked else lined_up(fight)


def end_of_turn(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    """Whoever did nothing rests, treatments go on or break off (TAC-FAT-04, TAC-HEAL-02, TAC-HEAL-03).

    Whoever left a melee may move in the next turn (TAC-MEL-04).
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
    """What somebody did in a turn: an action lost by a change is not one given up (TAC-FAT-04, TAC-INT-02)."""
    if turn is None:
        return 0
    treated = sum(one.what == "treat" for one in turn.segments)
    return min(SEGMENTS, turn.done + turn.lost + treated)


def rested(fight: TacticoFight, who: Id, actions: int, defences: int, notes: Notes) -> TacticoFight:
    """Lower the fatigue by a turn of rest, where it was one (TAC-FAT-04)."""
    body = fight.combatants[who].body
    if body.machine is not None or body.fatigue <= 0 or body.health == "dead":
        return fight
    found = fatigue_rest(body.fatigue, body.fatigue_attribute, actions, min(SEGMENTS, defences))
    if found.fatigue_level == body.fatigue:
        return fight
    fight = fight.with_body(who, replace(body, fatigue=found.fatigue_level))
    notes.add(rest_fact(fight, who))
    return fight


def rest_fact(fight: TacticoFight, who: Id) -> Fact:
    """That somebody has rested, with the level for those who may read it (TAC-FAT-04)."""
    level = fight.combatants[who].body.fatigue
    plain = Fact("fatigue.rests_plain", params={"who": Ref(who)})
    params: dict[str, Param] = {"who": Ref(who), "level": level}
    return Fact("fatigue.rests", level, params, ("TAC-FAT-04",), controllers_of(who), otherwise=plain)


def passed(fight: TacticoFight, who: Id) -> TacticoFight:
    """Let somebody lose the action of the segment at hand: it is no rest and no defence (TAC-INT-02)."""
    turn = fight.round.turns[who]
    return with_turn(fight, who, replace(turn, resolved=fight.round.segment, lost=turn.lost + 1))


def end_turn_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Somebody must be expected to declare or to act, and players pass for themselves only."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if fight.status != "running" or not fight.round.number:
        raise NotAllowed("tactico.not_begun")
    if of_machines(fight):
        machine_turns.end_turn_check(fight, command, viewer)
        return
    expected = to_act(fight)
    if not expected:
        raise NotAllowed("tactico.nobody_waits")
    if command.actor is None and not viewer.game_master:
        raise NotAllowed("tactico.not_your_moment")
    if command.actor is not None and command.actor not in expected:
        raise NotAllowed("tactico.not_your_moment")
    if not viewer.game_master and command.actor != expected[0]:
        raise NotAllowed("tactico.not_your_moment")


def end_turn_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Give up the whole turn while declaring, or the action of this segment: whoever is named, else who is first."""
    if of_machines(fight):
        return (yield from machine_turns.end_turn_resolve(fight, command))
    who = command.actor or to_act(fight)[0]
    if fight.round.stage == "declaration":
        fact = Fact("turn.gives_up", params={"who": Ref(who)}, rules=("TAC-ACT-06",))
        return Outcome(with_turn(fight, who, Turn(GIVEN_UP, allowance(fight, who))), (fact,))
    return Outcome(passed(fight, who), (Fact("turn.passes", params={"who": Ref(who)}, rules=("TAC-INT-02",)),))


def sort_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Put everybody back where initiative and order scores put them (TAC-TURN-04, TAC-VEH-02, TAC-HOUSE-08)."""
    yield from ()
    rules = ("TAC-TURN-04", "TAC-HOUSE-08")
    return Outcome(lined_up(machines_lined_up(fight)), (Fact("order.by_the_rules", rules=rules),))


NEXT: Action[Body, Round] = Action(
    "next_step",
    next_resolve,
    check=next_check,
    icon="chevrons-right",
    for_game_master=True,
    of_the_turn=True,
    undo="with_all_after",
)
END_TURN: Action[Body, Round] = Action(
    "end_turn", end_turn_resolve, check=end_turn_check, icon="hourglass", of_the_turn=True
)
SORT: Action[Body, Round] = Action("sort", sort_resolve, icon="arrow-down-up", for_game_master=True, interrupts=True)
