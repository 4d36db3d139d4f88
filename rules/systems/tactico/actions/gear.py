"""Things that are found, asked for or left behind: sizes, places, the limit (TAC-INV-03 to -06, TAC-HOUSE-18)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.gear import Thing
from rules.core.inputs import Choice, Flag, Input, Number, Option, Text
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tactico.actions.acting import here
from rules.systems.tactico.gear.carrying import lists_things, load_of, remade, with_carried
from rules.systems.tactico.gear.unpacking import object_thing, weapon_thing, where
from rules.systems.tactico.load import ITEM_CATEGORIES, Load
from rules.systems.tactico.places import CONTAINERS, PLACES
from rules.systems.tactico.sheet import load_person, options_of
from rules.systems.tactico.state import Body, Round, TacticoFight
from rules.systems.tactico.weapons import WEAPON_CATEGORIES


def owner_of(fight: TacticoFight, command: Command) -> Id:
    """The actor of a command who carries things; figures of the game master have no list of them."""
    actor = here(fight, command)
    if fight.combatants[actor].body.npc:
        raise NotAllowed("tactico.gear.figure")
    return actor


def with_sheet(fight: TacticoFight, who: Id, name: str, rows: list[Json]) -> TacticoFight:
    """The fight in which somebody's sheet has these rows; the body follows, its condition stays."""
    one = fight.combatants[who]
    return remade(fight, replace(one, sheet=load_person({**one.sheet, name: rows})))


def check_carried(before: Load, after: Load) -> None:
    """Refuse what makes a load too great, a container too full or a slot hold what it does not take."""
    if not after.within_limit and after.total_size > before.total_size:
        raise NotAllowed("tactico.load.too_much", field="size", params={"over": -after.room_left})
    if set(after.overfull_containers) - set(before.overfull_containers):
        raise NotAllowed("tactico.load.container_full", field="place")
    if set(after.misplaced_slots) - set(before.misplaced_slots):
        raise NotAllowed("tactico.load.wrong_slot", field="place")


def take_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What it is, how big, how many, and where it goes."""
    if actor is None or actor not in fight.combatants or "containers" not in fight.combatants[actor].sheet:
        return ()
    there = len(fight.combatants[actor].sheet["containers"])
    names = [name for name in PLACES if name not in CONTAINERS[there:]]
    return (
        Text("thing", "input.thing", fresh=True, length=80),
        Choice(
            "category",
            "sheet.category",
            default="other",
            layout="select",
            options=options_of("category", ITEM_CATEGORIES),
        ),
        Number("size", "sheet.size", default=1, minimum=0, maximum=99, required=False),
        Number("quantity", "sheet.quantity", default=1, minimum=1, maximum=999, required=False, fresh=True),
        Choice("place", "sheet.place", required=False, layout="select", options=options_of("place", names)),
    )


def gear_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Characters have a list of things."""
    owner_of(fight, command)


def take_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Carry something new, if the game master allows it and it can be carried (TAC-INV-03 to -06)."""
    actor = owner_of(fight, command)
    values = command.inputs
    notes = Notes()
    params: dict[str, Param] = {"who": Ref(actor), "thing": values["thing"], "count": values["quantity"] or 1}
    after = _with_more(fight, actor, command)
    check_carried(load_of(fight, actor), load_of(after, actor))
    notes.add(Fact("gear.asks", params=params, rules=("TAC-INV-03",)))
    if fight.combatants[actor].controllers:
        answer = yield from choose(
            "agreed",
            None,
            Flag("agreed", "input.agreed", default=True),
            so_far=notes.so_far,
            default={"agreed": True},
            label="ask.thing",
        )
        if not answer["agreed"]:
            notes.add(Fact("gear.refused", params=params, rules=("TAC-INV-03",)))
            return Outcome(fight, notes.so_far)
    notes.add(Fact("gear.taken", params=params, rules=("TAC-INV-04", "TAC-INV-06")))
    return Outcome(after, notes.so_far)


def _with_more(fight: TacticoFight, actor: Id, command: Command) -> TacticoFight:
    """The fight in which somebody carries what a command names, as a thing or on a sheet that lists things."""
    values, one = command.inputs, fight.combatants[actor]
    weapon = values["category"] in WEAPON_CATEGORIES
    count: int = values["quantity"] or 1
    row: dict[str, Json] = {
        "name": values["thing"],
        "category": values["category"],
        "size": values["size"] or 0,
        "place": values["place"],
    }
    if not lists_things(one):
        found = weapon_thing(row, where(values["place"])) if weapon else object_thing("", {**row, "quantity": count})
        thing = replace(found, id=f"{command.id}-taken", quantity=count)
        return with_carried(fight, actor, one.gear.put(thing))
    if weapon:
        return with_sheet(fight, actor, "weapons", [*one.sheet["weapons"], *[row] * count])
    return with_sheet(fight, actor, "items", [*one.sheet["items"], {**row, "quantity": count}])


def _to_leave(fight: TacticoFight, actor: Id) -> tuple[Thing, ...]:
    """The things of which somebody has any."""
    return tuple(one for one in fight.combatants[actor].gear.things.values() if one.quantity)


def _things(fight: TacticoFight, actor: Id | None) -> tuple[Option, ...]:
    if actor is None or actor not in fight.combatants or "items" not in fight.combatants[actor].sheet:
        return ()
    listed = [(str(place), row["name"], row["quantity"]) for place, row in enumerate(_rows(fight, actor))]
    had = [(one.id, one.name, one.quantity) for one in _to_leave(fight, actor)]
    return tuple(
        Option(key, Fact("plain_text", params={"text": name}), notes=(Fact("note.times", count),))
        for key, name, count in (*listed, *had)
    )


def _rows(fight: TacticoFight, actor: Id) -> list[dict[str, Json]]:
    return [dict(row) for row in fight.combatants[actor].sheet["items"]]


def leave_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which thing, and how many of it."""
    return (
        Choice("thing", "input.thing", layout="select", options=_things(fight, actor)),
        Number("quantity", "sheet.quantity", default=1, minimum=1, maximum=999, required=False, fresh=True),
    )


def leave_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """There must be something."""
    if not _things(fight, owner_of(fight, command)):
        raise NotAllowed("tactico.gear.nothing")


def leave_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Use something up, give it away or leave it behind."""
    yield from ()
    actor = owner_of(fight, command)
    wanted, count = command.inputs["thing"], command.inputs["quantity"] or 1
    gear = fight.combatants[actor].gear
    if wanted in gear.things:
        thing = gear.things[wanted]
        fewer = min(count, thing.quantity)
        told: dict[str, Param] = {"who": Ref(actor), "thing": thing.name, "count": fewer}
        after = with_carried(fight, actor, gear.spend(wanted, fewer))
        return Outcome(after, (Fact("gear.left", params=told, rules=("TAC-INV-04",)),))
    rows = _rows(fight, actor)
    place = int(wanted)
    if place >= len(rows):
        raise NotAllowed("tactico.gear.nothing", field="thing")
    row = rows[place]
    left = max(0, row["quantity"] - count)
    params: dict[str, Param] = {"who": Ref(actor), "thing": row["name"], "count": row["quantity"] - left}
    rows = [*rows[:place], *([{**row, "quantity": left}] if left else []), *rows[place + 1 :]]
    fact = Fact("gear.left", params=params, rules=("TAC-INV-04",))
    return Outcome(with_sheet(fight, actor, "items", rows), (fact,))


TAKE: Action[Body, Round] = Action("take", take_resolve, take_inputs, gear_check, icon="plus", needs_actor=True)
LEAVE: Action[Body, Round] = Action(
    "leave_thing", leave_resolve, leave_inputs, leave_check, icon="archive", needs_actor=True
)
