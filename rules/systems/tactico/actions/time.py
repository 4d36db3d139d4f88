"""Time that passes: turns in which people rest or treat, weeks of recovery (TAC-FAT-04, TAC-HEAL-02, TAC-HEAL-04)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Flag, Input, Number
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, put
from rules.systems.tactico.actions.care import one_turn
from rules.systems.tactico.actions.harm import less_wounded
from rules.systems.tactico.actions.order import rest_fact, rested
from rules.systems.tactico.cards import numbers_for
from rules.systems.tactico.healing import Health, natural_recovery, turns_needed
from rules.systems.tactico.locations import LOCATIONS
from rules.systems.tactico.parts import parts
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.time import elapsed_seconds

WEEK = 7 * 24 * 60 * 60
MOST_TURNS = 400
MOST_WEEKS = 52


def turns_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How many turns."""
    return (Number("turns", "input.turns", default=10, minimum=1, maximum=MOST_TURNS, required=False),)


def turns_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Between two turns, before anybody has declared."""
    if not fight.combatants:
        raise NotAllowed("tactico.nobody")
    if fight.ordered and "machines" in parts(fight):
        raise NotAllowed("tactico.not_for_machines")
    if fight.ordered and fight.round.number and (fight.round.stage != "declaration" or fight.round.turns):
        raise NotAllowed("tactico.time.turn_under_way")


def turns_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Whole turns in which whoever treats goes on and everybody else rests (TAC-FAT-04, TAC-HEAL-02, TAC-HEAL-03)."""
    notes = Notes()
    count: int = command.inputs["turns"] or 1
    seconds = elapsed_seconds(count)
    notes.add(Fact("time.turns", count, {"count": count, "seconds": seconds}, ("TAC-TURN-02",)))
    tired = {who: fight.combatants[who].body.fatigue for who in fight.order}
    for turn in range(1, count + 1):
        quiet = Notes()
        for who in fight.order:
            if fight.combatants[who].body.treating is not None:
                told = notes if _ends(fight, who) else quiet
                fight = yield from one_turn(fight, who, told, key=f"treatment:{turn}:{who}")
            else:
                fight = rested(fight, who, 0, 0, quiet)
    for who in fight.order:
        if fight.combatants[who].body.fatigue < tired[who]:
            notes.add(rest_fact(fight, who))
    number = fight.round.number + count if fight.round.number else 0
    fight = replace(fight, clock=fight.clock + seconds, round=replace(fight.round, number=number, left=frozenset()))
    return Outcome(fight, notes.so_far)


def _ends(fight: TacticoFight, who: Id) -> bool:
    """Whether the next turn of a treatment is the last one, which is worth telling."""
    at_hand = fight.combatants[who].body.treating
    if at_hand is None or at_hand.patient not in fight.combatants:
        return False
    wound = fight.combatants[at_hand.patient].body.wounds.get(at_hand.wound)
    return wound is not None and at_hand.turns + 1 >= turns_needed(wound.points)


def weeks_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How many weeks, and whether there is a minimum of attention."""
    return (
        Number("weeks", "input.weeks", default=1, minimum=1, maximum=MOST_WEEKS, required=False),
        Flag("cared_for", "input.cared_for", default=True),
    )


def weeks_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """In a fight no weeks pass."""
    if fight.ordered:
        raise NotAllowed("tactico.time.in_fight")


def weeks_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Everybody alive recovers with care, and nobody is tired any more (TAC-HEAL-04, TAC-HOUSE-16)."""
    yield from ()
    notes = Notes()
    weeks: int = command.inputs["weeks"] or 1
    cared_for = bool(command.inputs["cared_for"])
    code = "time.weeks" if cared_for else "time.weeks_without"
    notes.add(Fact(code, weeks, {"count": weeks}, ("TAC-HEAL-04",)))
    for who in fight.order:
        body = fight.combatants[who].body
        if body.machine is None and body.health != "dead":
            fight = _recovered(fight, who, weeks, notes, cared_for=cared_for)
    return Outcome(replace(fight, clock=fight.clock + weeks * WEEK), notes.so_far)


def _recovered(fight: TacticoFight, who: Id, weeks: int, notes: Notes, *, cared_for: bool) -> TacticoFight:
    one = fight.combatants[who]
    body = replace(one.body, fatigue=0, treating=None)
    parts = {name: body.resistance[name] for name in LOCATIONS}
    whole = {name: body.resistance_max[name] for name in LOCATIONS}
    found = natural_recovery(
        Health(body.life, parts),
        Health(body.life_max, whole),
        weeks,
        cared_for=cared_for,
    )
    after = replace(body, life=found.life_points)
    for name in LOCATIONS:
        gained = found.resistance[name] - body.resistance[name]
        after = replace(
            after,
            resistance=put(after.resistance, name, found.resistance[name]),
            wounds=less_wounded(after, name, gained),
        )
    if after.life != body.life or after.resistance != body.resistance:
        params: dict[str, Param] = {"who": Ref(who), "amount": after.life - body.life, "after": after.life}
        plain = Fact("heal.plain", params={"who": Ref(who)})
        rules = ("TAC-HEAL-04",)
        notes.add(Fact("heal.points", after.life - body.life, params, rules, numbers_for(one), otherwise=plain))
    return fight.with_body(who, after)


PASS_TURNS: Action[Body, Round] = Action(
    "pass_turns",
    turns_resolve,
    turns_inputs,
    turns_check,
    icon="hourglass",
    for_game_master=True,
    undo="with_all_after",
)
WEEKS: Action[Body, Round] = Action(
    "weeks", weeks_resolve, weeks_inputs, weeks_check, icon="moon", for_game_master=True, undo="with_all_after"
)
