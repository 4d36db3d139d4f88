"""Equipment points and what becomes of things (TUM-EQP-02 to -06, TUM-HOUSE-12, TUM-HOUSE-34)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Option, Text
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tumbas.actions.acting import check_turn, here, person_of
from rules.systems.tumbas.actions.attack import opportunities
from rules.systems.tumbas.equipment import (
    DECLARED_KINDS,
    DECLARED_WEAPON_COINS,
    FATES,
    Fate,
    settle_object,
    use_equipment_point,
)
from rules.systems.tumbas.growth import with_sheet, with_things
from rules.systems.tumbas.house import WEAPONS
from rules.systems.tumbas.sheet import inventory_of, options_of
from rules.systems.tumbas.state import Body, Round, TumbasFight
from rules.systems.tumbas.turns import acted

CHEAP = tuple(name for name, weapon in WEAPONS.items() if 0 < weapon.coins <= DECLARED_WEAPON_COINS)
"""Weapons that an equipment point becomes without a word of the game master (TUM-HOUSE-34)."""


def use_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which object comes out of the backpack; players: cheap weapons only."""
    weapons = tuple(name for name in WEAPONS if name != "unarmed") if viewer.game_master else CHEAP
    return (
        Text("object", "input.object", fresh=True, length=80),
        Choice(
            "object_kind",
            "input.object_kind",
            default="object",
            required=False,
            layout="segments",
            options=options_of("item_kind", DECLARED_KINDS),
        ),
        Choice("weapon", "input.as_weapon", required=False, layout="select", options=options_of("weapon", weapons)),
    )


def use_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be a point left (TUM-EQP-03); in a fight it is a standard action (TUM-HOUSE-12)."""
    check_turn(fight, command, viewer, "use")
    actor = person_of(fight, command)
    if not fight.combatants[actor].sheet["equipment_points"]:
        raise NotAllowed("tumbas.equipment.no_points", field="object")
    if command.inputs.get("object_kind") == "weapon" and not command.inputs.get("weapon"):
        raise NotAllowed("tumbas.equipment.which_weapon", field="weapon")


def use_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Declare an object, if the game master allows it; a refused use spends nothing (TUM-EQP-03, TUM-EQP-06)."""
    actor = here(fight, command)
    notes = Notes()
    fight = yield from opportunities(fight, actor, command.id, notes)
    if not fight.combatants[actor].body.able:
        return Outcome(acted(fight, actor), notes.so_far)
    name: str = command.inputs["object"]
    params: dict[str, Param] = {"who": Ref(actor), "object": name}
    notes.add(Fact("gear.declares", params=params, rules=("TUM-EQP-02", "TUM-EQP-03")))
    answer = yield from choose(
        "agreed",
        None,
        Flag("agreed", "input.agreed", default=True),
        so_far=notes.so_far,
        default={"agreed": True},
        label="ask.object",
    )
    if not answer["agreed"]:
        notes.add(Fact("gear.refused", params=params, rules=("TUM-EQP-06",)))
        return Outcome(fight, notes.so_far)
    sheet = fight.combatants[actor].sheet
    kind = command.inputs["object_kind"] or "object"
    if kind == "weapon":
        weapons = [*sheet["weapons"], {"weapon": command.inputs["weapon"], "note": name}]
        changes: dict[str, Json] = {"weapons": weapons, "equipment_points": sheet["equipment_points"] - 1}
        fight = with_sheet(fight, actor, changes)
    else:
        fight = with_things(fight, actor, use_equipment_point(inventory_of(sheet), name, "object"))
    left: dict[str, Param] = {**params, "left": fight.combatants[actor].sheet["equipment_points"]}
    notes.add(Fact("gear.declared", params=left, rules=("TUM-EQP-03", "TUM-EQP-04")))
    return Outcome(acted(fight, actor), notes.so_far)


def _things(fight: TumbasFight, actor: Id | None) -> tuple[Option, ...]:
    if actor is None or actor not in fight.combatants or fight.combatants[actor].body.creature:
        return ()
    rows = fight.combatants[actor].sheet["items"]
    return tuple(Option(str(place), Fact("plain_text", params={"text": row["name"]})) for place, row in enumerate(rows))


def settle_inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which object, and what became of it."""
    fates = tuple(fate for fate in FATES if fate != "back_to_point")
    return (
        Choice("object", "input.object", layout="select", options=_things(fight, actor)),
        Choice("outcome", "input.fate", default="worn_out", layout="segments", options=options_of("fate", fates)),
    )


def settle_check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """There must be something."""
    if not _things(fight, person_of(fight, command)):
        raise NotAllowed("tumbas.gear.nothing")


def settle_resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """An object that was used stays or is gone; it is never a point again (TUM-EQP-05)."""
    yield from ()
    actor = person_of(fight, command)
    carried = inventory_of(fight.combatants[actor].sheet)
    place = int(command.inputs["object"])
    if place >= len(carried.items):
        raise UnknownValue("tumbas.equipment.not_carried", field="object", params={"name": ""})
    item = carried.items[place]
    outcome = cast(Fate, command.inputs["outcome"])
    one = settle_object((item,), item.name, outcome)
    items = (*carried.items[:place], *one, *carried.items[place + 1 :])
    params: dict[str, Param] = {"who": Ref(actor), "object": item.name, "fate": Word(f"fate.{outcome}")}
    fact = Fact("gear.settled", params=params, rules=("TUM-EQP-05",))
    return Outcome(with_things(fight, actor, replace(carried, items=items)), (fact,))


USE: Action[Body, Round] = Action(
    "use", use_resolve, use_inputs, use_check, icon="plus", of_the_turn=True, needs_actor=True
)
SETTLE: Action[Body, Round] = Action(
    "settle_object", settle_resolve, settle_inputs, settle_check, icon="archive", needs_actor=True
)
