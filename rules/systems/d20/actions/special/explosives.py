"""Throwing explosives, planting them, and letting go off what was planted (D20S-EXP-01 to -13, D20S-HOUSE-17)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, Option, Text
from rules.core.people import asking
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import ACTOR, asked
from rules.core.types import Id, drop, put
from rules.systems.d20.actions.acting import check_turn, here
from rules.systems.d20.actions.blows import ammunition_spent
from rules.systems.d20.actions.choosing import weapon_input
from rules.systems.d20.actions.effort import strain
from rules.systems.d20.actions.opportunity import go_on_after
from rules.systems.d20.actions.special.areas import (
    area_inputs,
    area_terms,
    check_any,
    chosen_weapon,
    shooting,
    sum_of,
    tell_area_roll,
    tell_corner,
    weapons_that,
)
from rules.systems.d20.actions.special.common import attack_spent, check_attack
from rules.systems.d20.arms import Weapon
from rules.systems.d20.bearing import skill_bonus
from rules.systems.d20.doing import check_spend, spend
from rules.systems.d20.passing.bursts import explode, set_off
from rules.systems.d20.phases import Planted, Round, Spent
from rules.systems.d20.special.explosives import connect_detonator, throw_explosive
from rules.systems.d20.special.throwing import check_in_reach, range_increments
from rules.systems.d20.state import Body, D20Fight, in_rounds

THROWN = ("D20S-EXP-02", "D20S-EXP-03", "D20S-EXP-05", "D20S-EXP-09")
PLANTED = ("D20S-EXP-11", "D20S-HOUSE-17")
ROUND, MINUTE = 6, 60
UNITS = {"rounds": ROUND, "minutes": MINUTE}


def is_explosive(weapon: Weapon) -> bool:
    """Whether something bursts."""
    return weapon.explosive


def throw_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What, how far the square is, and what else counts."""
    return area_inputs(fight, actor, is_explosive)


def throw_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """An attack must be left, and something to throw."""
    arms = weapons_that(fight, here(fight, command), is_explosive)
    if not arms:
        raise NotAllowed("d20.explosive.none")
    check_any(fight, here(fight, command), arms)
    check_attack(fight, command, viewer)


def throw_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Aim at a square, see where it lands, then let it go off (D20S-EXP-02 to -10)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    weapon = chosen_weapon(fight, actor, command, is_explosive)
    feet: int = values["feet"] if values["feet"] is not None else weapon.increment
    increment = max(1, weapon.increment)
    check_in_reach(range_increments(feet, increment))
    fight, base = attack_spent(fight, actor, "attack_ranged")
    params: dict[str, Param] = {"who": Ref(actor), "weapon": weapon.name, "feet": feet}
    notes.add(Fact("burst.thrown", params=params, rules=THROWN))
    fight = yield from shooting(fight, actor, notes)
    if not go_on_after(fight, actor, notes):
        return Outcome(fight, notes.so_far)
    terms = area_terms(fight, actor, weapon, base, feet, values["others"])
    fight = ammunition_spent(fight, actor, weapon, notes)
    found = yield from asked(
        throw_explosive(distance_ft=feet, range_increment_ft=increment, attack_bonus=sum_of(terms)),
        asking(fight, {ACTOR: actor}, notes, key="throw"),
    )
    if found.attack_total is not None:
        tell_area_roll(fight, actor, found.attack_total, terms, notes, hit=found.on_target)
    tell_corner(found.scatter_die, found.scatter_face, notes)
    fight = yield from explode(fight, weapon, actor, notes, "burst:")
    fight = yield from strain(fight, actor, notes)
    return Outcome(fight, notes.so_far)


def plant_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What, when it goes off, where it lies, and whether the detonator takes a check."""
    if actor is None or actor not in fight.combatants:
        return ()
    arms = weapons_that(fight, actor, is_explosive)
    if not arms:
        return ()
    units = tuple(Option(unit, Fact(f"fuse.{unit}")) for unit in UNITS)
    return (
        weapon_input(fight, actor, arms, used=False),
        Number("count", "input.fuse", default=2, minimum=1, maximum=600, required=False),
        Choice("unit", "input.fuse_unit", required=False, default="rounds", layout="segments", options=units),
        Text("where", "input.where", required=False, length=60, fresh=True),
        Flag("detonator", "input.detonator", note=Fact("note.detonator", rules=("D20S-HOUSE-17",)), fresh=True),
    )


def plant_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """A full round must be left, and something to plant."""
    actor = check_turn(fight, command, viewer)
    if not weapons_that(fight, actor, is_explosive):
        raise NotAllowed("d20.explosive.none")
    check_spend(fight, actor, Spent("full_round"))


def plant_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Put it down with its timer; a detonator that is not connected does nothing (D20S-EXP-11, D20S-HOUSE-17)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    weapon = chosen_weapon(fight, actor, command, is_explosive, used=False)
    fight = spend(fight, actor, Spent("full_round"))
    params: dict[str, Param] = {"who": Ref(actor), "weapon": weapon.name}
    notes.add(Fact("planted.tries", params=params, rules=PLANTED))
    if values["detonator"]:
        connected = yield from asked(
            connect_detonator(skill_bonus(fight, actor, "demolitions")),
            asking(fight, {ACTOR: actor}, notes, key="plant"),
        )
        notes.add(Fact("planted.connected" if connected else "planted.not_connected", params=params, rules=PLANTED))
        if not connected:
            return Outcome(fight, notes.so_far)
    seconds = UNITS[values["unit"] or "rounds"] * (values["count"] or 2)
    name = next(name for name in (f"planted{n}" for n in range(1, 1000)) if name not in fight.round.planted)
    one = _on_the_count(fight, Planted(name, weapon, actor, seconds, values["where"] or ""), actor)
    fight = replace(fight, round=replace(fight.round, planted=put(fight.round.planted, name, one)))
    fight = ammunition_spent(fight, actor, weapon, notes)
    notes.add(Fact("planted.set", seconds, params, PLANTED, controllers_of(actor)))
    return Outcome(fight, notes.so_far)


def _on_the_count(fight: D20Fight, planted: Planted, maker: Id) -> Planted:
    """Something planted that in a fight burns from the count of whoever acts to the same count (D20C-SEQ-09)."""
    acting = fight.round.acting or maker
    count = fight.combatants[acting].body.initiative
    return planted if not in_rounds(fight) or count is None else replace(planted, anchor=acting, count=count)


def detonate_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which of those that wait, and what becomes of it."""
    options = tuple(
        Option(name, Fact("planted.waits", one.left, {"weapon": one.weapon.name, "where": one.where or "-"}))
        for name, one in sorted(fight.round.planted.items())
    )
    if not options:
        return ()
    fates = tuple(Option(fate, Fact(f"planted.{fate}")) for fate in ("goes_off", "taken_away"))
    return (
        Choice("planted", "input.planted", layout="grid", default=options[0].value, options=options),
        Choice("fate", "input.fate", required=False, default="goes_off", layout="segments", options=fates),
    )


def detonate_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Something must have been planted."""
    if not fight.round.planted:
        raise NotAllowed("d20.explosive.none_planted")


def detonate_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """It goes off now, or somebody has taken it away (D20S-EXP-11, D20S-EXP-12)."""
    notes, name = Notes(), command.inputs["planted"]
    if name not in fight.round.planted:
        raise NotAllowed("d20.explosive.none_planted", field="planted")
    if (command.inputs["fate"] or "goes_off") == "goes_off":
        return Outcome((yield from set_off(fight, name, notes)), notes.so_far)
    weapon = fight.round.planted[name].weapon
    notes.add(Fact("planted.gone", params={"weapon": weapon.name}, rules=("D20S-EXP-11",)))
    return Outcome(
        replace(fight, round=replace(fight.round, planted=drop(fight.round.planted, name))), notes.so_far
    )  # fmt: skip


THROW: Action[Body, Round] = Action(
    "throw_explosive", throw_resolve, throw_inputs, throw_check, icon="sparkles", of_the_turn=True, needs_actor=True
)
PLANT: Action[Body, Round] = Action(
    "plant", plant_resolve, plant_inputs, plant_check, icon="hourglass", of_the_turn=True, needs_actor=True
)
DETONATE: Action[Body, Round] = Action(
    "detonate", detonate_resolve, detonate_inputs, detonate_check, icon="sparkles", for_game_master=True
)
