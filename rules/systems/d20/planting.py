"""Explosives that are planted and go off later, by themselves or when the game master says so.

Rules: D20S-EXP-11, D20S-EXP-12, D20S-HOUSE-17.
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer, controllers_of
from rules.core.board.walking import on_board, place_of
from rules.core.boards import name_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, Option, Text, options_of
from rules.core.people import here
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import ACTOR, asked
from rules.core.types import Id, drop, put
from rules.systems.d20.aiming import aimed_at, feet_to, place_input
from rules.systems.d20.bearing import skill_bonus
from rules.systems.d20.blows import ammunition_spent, weapon_input
from rules.systems.d20.doing import check_spend, spend
from rules.systems.d20.explained import asking
from rules.systems.d20.explosives import connect_detonator, is_explosive, set_off
from rules.systems.d20.movement import SQUARE_FT
from rules.systems.d20.state import Body, D20Fight, Planted, Round, Spent, in_rounds
from rules.systems.d20.throwing import chosen_weapon, weapons_that
from rules.systems.d20.turns import check_turn

PLANTED = ("D20S-EXP-11", "D20S-HOUSE-17")

ROUND, MINUTE = 6, 60

FUSE_UNITS = {"rounds": ROUND, "minutes": MINUTE}


def plant_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What, when it goes off, where it lies, and whether the detonator takes a check."""
    if actor is None or actor not in fight.combatants:
        return ()
    arms = weapons_that(fight, actor, is_explosive)
    if not arms:
        return ()
    units = options_of("fuse", FUSE_UNITS)
    return (
        weapon_input(fight, actor, arms, used=False),
        Number("count", "input.fuse", default=2, minimum=1, maximum=600, required=False),
        Choice("unit", "input.fuse_unit", required=False, default="rounds", layout="segments", options=units),
        *((place_input("input.planted_square", required=False),) if on_board(fight, actor) else ()),
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
    at = _square(fight, actor, values.get("at") or "")
    fight = spend(fight, actor, Spent("full_round"))
    notes.tell("planted.tries", who=actor, weapon=weapon.name, rules=PLANTED)
    if values["detonator"]:
        connected = yield from asked(
            connect_detonator(skill_bonus(fight, actor, "demolitions")),
            asking(fight, {ACTOR: actor}, notes, key="plant"),
        )
        notes.tell(
            "planted.connected" if connected else "planted.not_connected", who=actor, weapon=weapon.name, rules=PLANTED
        )
        if not connected:
            return Outcome(fight, notes.so_far)
    seconds = FUSE_UNITS[values["unit"] or "rounds"] * (values["count"] or 2)
    name = next(name for name in (f"planted{n}" for n in range(1, 1000)) if name not in fight.round.planted)
    one = _on_the_count(fight, Planted(name, weapon, actor, seconds, values["where"] or "", at=at), actor)
    fight = replace(fight, round=replace(fight.round, planted=put(fight.round.planted, name, one)))
    fight = ammunition_spent(fight, actor, weapon, notes)
    notes.tell("planted.set", seconds, who=actor, weapon=weapon.name, rules=PLANTED, audience=controllers_of(actor))
    return Outcome(fight, notes.so_far)


def _square(fight: D20Fight, actor: Id, named: str) -> str:
    """The square in which it lies: the one named, which must be beside the actor, else its own; "" without a board."""
    if not on_board(fight, actor):
        return ""
    cell = aimed_at(fight, named) if named else place_of(fight, actor)
    if feet_to(fight, actor, cell) > SQUARE_FT:
        raise NotAllowed("d20.way.out_of_reach", field="at", params={"square": name_of(cell), "feet": SQUARE_FT})
    return name_of(cell)


def _on_the_count(fight: D20Fight, planted: Planted, maker: Id) -> Planted:
    """Let a planted explosive burn from count to count in a fight (D20C-SEQ-09)."""
    acting = fight.round.acting or maker
    count = fight.body(acting).initiative
    return planted if not in_rounds(fight) or count is None else replace(planted, anchor=acting, count=count)


def detonate_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which of those that wait, and what becomes of it."""
    options = tuple(
        Option(name, Fact("planted.waits", one.left, {"weapon": one.weapon.name, "where": one.where or "-"}))
        for name, one in sorted(fight.round.planted.items())
    )
    if not options:
        return ()
    fates = options_of("planted", ("goes_off", "taken_away"))
    return (
        Choice("planted", "input.planted", layout="grid", default=options[0].value, options=options),
        Choice("fate", "input.fate", required=False, default="goes_off", layout="segments", options=fates),
    )


def detonate_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """Something must have been planted."""
    if not fight.round.planted:
        raise NotAllowed("d20.explosive.none_planted")


def detonate_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Let it go off now, or say that it was taken away (D20S-EXP-11, D20S-EXP-12)."""
    notes, name = Notes(), command.inputs["planted"]
    if name not in fight.round.planted:
        raise NotAllowed("d20.explosive.none_planted", field="planted")
    if (command.inputs["fate"] or "goes_off") == "goes_off":
        return Outcome((yield from set_off(fight, name, notes)), notes.so_far)
    weapon = fight.round.planted[name].weapon
    notes.tell("planted.gone", weapon=weapon.name, rules=("D20S-EXP-11",))
    return Outcome(
        replace(fight, round=replace(fight.round, planted=drop(fight.round.planted, name))), notes.so_far
    )  # fmt: skip


PLANT: Action[Body, Round] = Action(
    "plant", plant_resolve, plant_inputs, plant_check, icon="hourglass", of_the_turn=True, needs_actor=True
)

DETONATE: Action[Body, Round] = Action(
    "detonate", detonate_resolve, detonate_inputs, detonate_check, icon="sparkles", for_game_master=True
)
