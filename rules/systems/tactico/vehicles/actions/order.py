"""Going on in the turn of vehicles: the order, working out, the end of the turn (TAC-VEH-02, TAC-VEH-03, TAC-VEH-09).

(TAC-HOUSE-08, TAC-HOUSE-20)
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.requests import Steps, roll, together
from rules.core.types import Id
from rules.systems.tactico.dice import SKILL_DICE
from rules.systems.tactico.rolls import Competence
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.vehicles.actions.ending import end_turn
from rules.systems.tactico.vehicles.actions.resolving import has_attacks, work_out
from rules.systems.tactico.vehicles.actions.telling import dice_for
from rules.systems.tactico.vehicles.initiative import TacticsOutcome, tactics_modifier, tactics_roll
from rules.systems.tactico.vehicles.situation import (
    machine,
    machines,
    turn_of,
    vehicle_round,
    with_machine,
    with_round,
    with_turn,
)
from rules.systems.tactico.vehicles.state import Machine
from rules.systems.tactico.vehicles.turns import check_moved_if_wild, fresh_round, lined_up, to_act, unresolved


def next_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """There must be a machine, and nobody left who has to declare."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not machines(fight):
        raise NotAllowed("tactico.vehicle.none")
    if to_act(fight):
        raise NotAllowed("tactico.vehicle.waiting")


def begin_turn(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    """Begin a turn of machines; the first of them with the rolls of Táctica (TAC-VEH-02, TAC-VEH-03)."""
    if not vehicle_round(fight).number:
        fight = yield from _tactics(fight, notes)
    return (yield from _new_turn(fight, notes))


def go_on(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    """Work out the next machine that declared an attack, else end the turn (TAC-VEH-02, TAC-VEH-09)."""
    state = vehicle_round(fight)
    fight = with_round(fight, replace(state, stage="resolution"))
    for who in unresolved(fight):
        if has_attacks(fight, who):
            return (yield from work_out(fight, who, notes))
        fight = with_turn(fight, who, replace(turn_of(fight, who), resolved=True))
    notes.add(Fact("vehicle_turn.ends", value=state.number, rules=("TAC-VEH-09", "TAC-HEAT-01")))
    fight = yield from end_turn(fight, notes)
    return with_round(fight, replace(vehicle_round(fight), stage="none"))


def _tactics(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    """Táctica of every machine, once, at the start of the combat (TAC-VEH-03, TAC-HOUSE-20)."""
    leaders = {who: _tactician(fight, who) for who in machines(fight) if not machine(fight, who).out}
    rolled = yield from together(
        {
            who: roll(
                f"tactics:{who}",
                who,
                *SKILL_DICE,
                audience=dice_for(fight, who),
                label="dice.tactics",
                bonus=leader.sum,
            )
            for who, leader in leaders.items()
        },
        key="tactics",
        so_far=notes.so_far,
    )
    for who, leader in leaders.items():
        result = tactics_roll(leader, rolled[who])
        bonus = tactics_modifier(result.outcome)
        params: dict[str, Param] = {"who": Ref(who), "outcome": Word(f"tactics_outcome.{result.outcome}")}
        number = Fact(
            "check.number", value=result.number_to_reach, rules=("TAC-HOUSE-20",), audience=controllers_of(who)
        )
        audience = dice_for(fight, who)
        rules = ("TAC-VEH-03", "TAC-HOUSE-20")
        notes.add(Fact("tactics.result", value=bonus, params=params, rules=rules, audience=audience, terms=(number,)))
        fight = with_machine(fight, who, replace(machine(fight, who), tactics=result.outcome))
    return fight


def _tactician(fight: TacticoFight, who: Id) -> Competence:
    one = machine(fight, who)
    return Competence(one.intelligence, one.tactics_skill)


def _new_turn(fight: TacticoFight, notes: Notes) -> Steps[TacticoFight]:
    """Throw for the order of the next turn and line everybody up (TAC-VEH-02, TAC-HOUSE-08)."""
    fight = with_round(fight, fresh_round(vehicle_round(fight), fight.round.number))
    state = vehicle_round(fight)
    notes.add(Fact("vehicle_turn.begins", value=state.number, rules=("TAC-VEH-02", "TAC-TURN-02")))
    able = [who for who in machines(fight) if not machine(fight, who).out]
    rolled = yield from together(
        {
            who: roll(
                f"order:{who}",
                who,
                *SKILL_DICE,
                audience=dice_for(fight, who),
                label="dice.order",
                bonus=_order_bonus(fight, who),
            )
            for who in able
        },
        key="order",
        so_far=notes.so_far,
    )
    scores: dict[Id, int] = {}
    for who in sorted(able):
        scores[who] = _order_bonus(fight, who) + sum(rolled[who])
    for who in able:
        notes.add(_score_fact(fight, who, rolled[who], scores[who]))
    fight = replace(fight, round=replace(fight.round, stage="none", segment=0))
    return lined_up(with_round(fight, replace(state, scores=scores)))


def _order_bonus(fight: TacticoFight, who: Id) -> int:
    one = machine(fight, who)
    return one.initiative + _tactics_bonus(one)


def _tactics_bonus(one: Machine) -> int:
    return tactics_modifier(cast(TacticsOutcome, one.tactics))


def _score_fact(fight: TacticoFight, who: Id, faces: tuple[int, ...], score: int) -> Fact:
    """The order score; of a foe the result alone, since it is the order (TAC-VEH-02)."""
    one, own = machine(fight, who), controllers_of(who)
    shown = " ".join(str(face) for face in faces)
    terms = [
        Fact("term.rolled", value=sum(faces), params={"faces": shown}, rules=("TAC-VEH-02",), audience=own),
        Fact("term.initiative", value=one.initiative, rules=("TAC-HOUSE-04",), audience=own),
    ]
    if bonus := _tactics_bonus(one):
        terms.append(Fact("term.tactics", value=bonus, rules=("TAC-HOUSE-20",), audience=own))
    return Fact("order.score", value=score, params={"who": Ref(who)}, rules=("TAC-VEH-02",), terms=tuple(terms))


def end_turn_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Somebody must be expected to declare, and players pass for their own only."""
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    waiting = to_act(fight)
    if not waiting:
        raise NotAllowed("tactico.vehicle.no_declarations")
    if command.actor is None and not viewer.game_master:
        raise NotAllowed("tactico.vehicle.not_your_turn")
    if command.actor is not None and command.actor != waiting[0]:
        raise NotAllowed("tactico.vehicle.not_your_turn")
    check_moved_if_wild(fight, command, viewer)


def end_turn_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Declare no fire; the roll of Pilotar is made when something comes to hang on it (TAC-VEH-04, TAC-VEH-08)."""
    yield from ()
    who = command.actor or to_act(fight)[0]
    told = Fact("fire.nothing", params={"who": Ref(who)}, rules=("TAC-VEH-04",))
    return Outcome(with_turn(fight, who, replace(turn_of(fight, who), declared=True)), (told,))
