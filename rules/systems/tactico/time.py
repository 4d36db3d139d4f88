"""Time that passes at once: turns in which people rest or treat, weeks of recovery.

(TAC-TURN-02, TAC-FAT-04, TAC-HEAL-02, TAC-HEAL-04)
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input, Number
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tactico.clock import SECONDS_OF_WEEK, elapsed_seconds
from rules.systems.tactico.fatigue import rest_fact, rested
from rules.systems.tactico.healing import last_turn, one_turn, recovered
from rules.systems.tactico.parts import parts
from rules.systems.tactico.state import Body, Round, TacticoFight

MOST_TURNS = 400
MOST_WEEKS = 52


def _turns_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    return (Number("turns", "input.turns", default=10, minimum=1, maximum=MOST_TURNS, required=False),)


def _turns_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Refuse it while a turn is under way, and among machines."""
    if not fight.combatants:
        raise NotAllowed("tactico.nobody")
    if fight.ordered and "machines" in parts(fight):
        raise NotAllowed("tactico.not_for_machines")
    if fight.ordered and fight.round.number and (fight.round.stage != "declaration" or fight.round.turns):
        raise NotAllowed("tactico.time.turn_under_way")


def _turns_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pass whole turns: treatments go on and everybody else rests (TAC-FAT-04, TAC-HEAL-02, TAC-HEAL-03)."""
    notes = Notes()
    count: int = command.inputs["turns"] or 1
    seconds = elapsed_seconds(count)
    notes.tell("time.turns", count, rules=("TAC-TURN-02",), count=count, seconds=seconds)
    tired = {who: fight.body(who).fatigue for who in fight.order}
    for turn in range(1, count + 1):
        quiet = Notes()
        for who in fight.order:
            if fight.body(who).treating is not None:
                # only the last turn of a treatment is worth telling
                told = notes if last_turn(fight, who) else quiet
                fight = yield from one_turn(fight, who, "full_turn", told, key=f"treatment:{turn}:{who}")
            else:
                fight = rested(fight, who, 0, 0, quiet)
    for who in fight.order:
        if fight.body(who).fatigue < tired[who]:
            notes.add(rest_fact(fight, who))
    number = fight.round.number + count if fight.round.number else 0
    fight = replace(fight, clock=fight.clock + seconds, round=replace(fight.round, number=number, left=frozenset()))
    return Outcome(fight, notes.so_far)


def _weeks_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    return (
        Number("weeks", "input.weeks", default=1, minimum=1, maximum=MOST_WEEKS, required=False),
        Flag("cared_for", "input.cared_for", default=True),
    )


def _weeks_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    if fight.ordered:
        raise NotAllowed("tactico.time.in_fight")


def _weeks_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Pass weeks: everybody alive recovers with care, and nobody is tired any more (TAC-HEAL-04, TAC-HOUSE-16)."""
    yield from ()
    notes = Notes()
    weeks: int = command.inputs["weeks"] or 1
    cared_for = bool(command.inputs["cared_for"])
    if cared_for:
        notes.tell("time.weeks", weeks, rules=("TAC-HEAL-04",), count=weeks)
    else:
        notes.tell("time.weeks_without", weeks, rules=("TAC-HEAL-04",), count=weeks)
    for who in fight.order:
        body = fight.body(who)
        if body.machine is None and body.health != "dead":
            fight = recovered(fight, who, weeks, notes, cared_for=cared_for)
    return Outcome(replace(fight, clock=fight.clock + weeks * SECONDS_OF_WEEK), notes.so_far)


PASS_TURNS: Action[Body, Round] = Action(
    "pass_turns",
    _turns_resolve,
    _turns_inputs,
    _turns_check,
    icon="hourglass",
    for_game_master=True,
    undo="with_all_after",
)
WEEKS: Action[Body, Round] = Action(
    "weeks", _weeks_resolve, _weeks_inputs, _weeks_check, icon="moon", for_game_master=True, undo="with_all_after"
)
