"""Using things: reloading, taking in hand, taking along, leaving behind.

(TAC-ACT-02, TAC-ACT-05, TAC-DMG-07, TAC-INV-03 to -06, TAC-HOUSE-18)
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.gear import Gear, Thing
from rules.core.inputs import Choice, Flag, Input, Number, Option, Text, game_master_decides, options_of
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.types import Id, Json, put
from rules.systems.tactico.acting import check_turn, here
from rules.systems.tactico.budget import acted
from rules.systems.tactico.departing import departed
from rules.systems.tactico.gear.arms import spent
from rules.systems.tactico.gear.carrying import (
    into_hand,
    lists_things,
    load_of,
    out_of_hand,
    remade,
    with_carried,
)
from rules.systems.tactico.gear.unpacking import object_thing, weapon_thing, where
from rules.systems.tactico.harm import arms_of
from rules.systems.tactico.load import CONTAINERS, ITEM_CATEGORIES, PLACES, Load
from rules.systems.tactico.sheet import HANDS, load_person
from rules.systems.tactico.state import UNARMED, Body, Hand, Round, TacticoFight
from rules.systems.tactico.values import arm_param
from rules.systems.tactico.weapons import RELOADS, WEAPON_CATEGORIES, Reload, reload
from rules.systems.tactico.wielding import arm_label, shots_note

PUT_AWAY = "put_away"
OTHER = "other"
AS_CARRIED = "carried"
"""In the hand, or both, that the weapon itself is carried in."""


# reloading


def _loadable(body: Body) -> tuple[Id, ...]:
    """The weapons that shots are missing from, the one in hand first (TAC-ACT-05)."""
    found = [key for key, arm in body.arms.items() if arm.rounds is not None and arm.left < arm.rounds]
    return tuple(sorted(found, key=lambda key: key != body.in_hand))


def _reload_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which weapon, and with a magazine, an arrow or a bullet."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.body(actor)
    keys = _loadable(body)

    def option(key: Id) -> Option:
        arm = body.arms[key]
        spares = (fact("note.spares", arm.spares_left),) if arm.spares_left is not None else ()
        return Option(key, arm_label(body, key), notes=(shots_note(arm.left, arm.rounds), *spares))

    options = tuple(option(key) for key in keys)
    how = body.arms[keys[0]].reload if keys else RELOADS[0]
    return (
        Choice(
            "weapon",
            "input.weapon",
            default=keys[0] if keys else None,
            layout="column",
            fresh=True,
            options=options,
        ),
        Choice(
            "what", "input.reload", default=how, fresh=True, layout="segments", options=options_of("reload", RELOADS)
        ),
    )


def _reload_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Refuse it when no shots are missing, with nothing to load, and without a hand for it (TAC-ACT-05)."""
    actor = check_turn(fight, command, viewer, "reload")
    body = fight.body(actor)
    if not _loadable(body):
        raise NotAllowed("tactico.reload.nothing")
    key = command.inputs.get("weapon")
    if key in body.arms:
        arm = body.arms[cast(Id, key)]
        if arm.spares_left == 0:
            raise NotAllowed("tactico.reload.no_spares", field="weapon")
        _loaded_from(fight.combatants[actor].gear, cast(Id, key), command.inputs.get("what"))
        if arm.dropped:
            raise NotAllowed("tactico.weapon.dropped", field="weapon")
    if {"right_arm", "left_arm"} <= set(body.disabled):
        raise NotAllowed("tactico.weapon.no_arm")


def _loaded_from(gear: Gear, key: Id, what: str | None) -> Gear:
    """The gear with one load fewer; raises NotAllowed when there is none of that sort (TAC-ACT-05)."""
    weapon = gear.things.get(key)
    after = gear if weapon is None or what is None else spent(gear, weapon, what)
    if after is None:
        raise NotAllowed("tactico.reload.no_ammunition", field="what", params={"name": weapon.name if weapon else ""})
    return after


def _reload_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Load with one action: a full magazine, or one arrow or bullet more (TAC-ACT-05)."""
    actor, notes = here(fight, command), Notes()
    fight = yield from departed(fight, command, notes, "reload")
    key: Id = command.inputs["weapon"]
    if key not in fight.body(actor).arms:
        raise NotAllowed("tactico.weapon.not_carried", field="weapon")
    gear = fight.combatants[actor].gear
    if key in gear.things:
        fight = with_carried(fight, actor, _loaded_from(gear, key, command.inputs["what"]))
    body = fight.body(actor)
    arm = body.arms[key]
    left = reload(arm.left, arm.rounds or 0, cast(Reload, command.inputs["what"]))
    after = replace(arm, left=left, spares_used=arm.spares_used + (arm.spares is not None and not arm.thing))
    weapon = arm_param(key, arm)
    notes.tell(
        "done.reloads",
        left,
        rules=("TAC-ACT-05",),
        audience=controllers_of(actor),
        otherwise=fact("done.reloads_plain", who=actor, weapon=weapon),
        who=actor,
        weapon=weapon,
        reload=Word(f"reload.{command.inputs['what']}"),
        left=left,
    )
    fight = fight.with_body(actor, replace(body, arms=put(body.arms, key, after)))
    return Outcome(acted(fight, actor), notes.so_far)


# taking in hand and putting away


def _handle_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which weapon comes into which hand, putting away what is held, or anything else in own words."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.body(actor)
    weapons = tuple(
        Option(key, arm_label(body, key), notes=(fact("note.dropped"),) if arm.dropped else ())
        for key, arm in body.arms.items()
        if key != body.in_hand
    )
    away = (Option(PUT_AWAY, fact("handle.put_away")),) if body.in_hand != UNARMED else ()
    options = (*weapons, *away, Option(OTHER, fact("handle.other")))
    return (
        Choice("item", "input.item", default=options[0].value, layout="column", fresh=True, options=options),
        Choice(
            "hand",
            "input.hand",
            required=False,
            default=AS_CARRIED,
            layout="segments",
            options=(Option(AS_CARRIED, fact("hand.carried")), *options_of("hand", HANDS)),
        ),
        Text("words", "input.which", required=False, fresh=True, length=80),
    )


def _handle_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Refuse a hand that is out of use (TAC-DMG-07)."""
    actor = check_turn(fight, command, viewer, "handle_item")
    body = fight.body(actor)
    item = command.inputs.get("item")
    if item in body.arms:
        hand = _hand_for(body, cast(Id, item), command.inputs.get("hand"))
        if any(one in body.disabled for one in arms_of(hand)):
            raise NotAllowed("tactico.weapon.no_arm", field="hand")


def _hand_for(body: Body, item: Id, chosen: str | None) -> Hand:
    """Which hand takes a weapon: the one that is named, else as it is carried (TAC-DMG-07)."""
    return body.arms[item].hand if chosen in (None, AS_CARRIED) else cast(Hand, chosen)


def _handle_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take a weapon from its place or the ground, put it away, or handle anything else (TAC-ACT-02)."""
    actor, notes, rules = here(fight, command), Notes(), ("TAC-ACT-02",)
    fight = yield from departed(fight, command, notes, "handle_item")
    body = fight.body(actor)
    item: str = command.inputs["item"]
    words: str = command.inputs["words"]
    if item in body.arms:
        arm = body.arms[item]
        if arm.dropped:
            notes.tell("done.picks_up", rules=rules, who=actor, weapon=arm_param(item, arm))
        else:
            notes.tell("done.takes", rules=rules, who=actor, weapon=arm_param(item, arm))
        arms = put(body.arms, item, replace(arm, dropped=False))
        hand = _hand_for(body, item, command.inputs["hand"])
        fight = into_hand(fight.with_body(actor, replace(body, arms=arms)), actor, item, hand)
    elif item == PUT_AWAY and body.in_hand in body.arms:
        held = body.in_hand
        notes.tell("done.puts_away", rules=rules, who=actor, weapon=arm_param(held, body.arms[held]))
        fight = out_of_hand(fight.with_body(actor, replace(body, in_hand=UNARMED)), actor, held)
    elif words:
        notes.tell("done.handles_what", rules=rules, who=actor, words=words)
    else:
        notes.tell("done.handles", rules=rules, who=actor)
    return Outcome(acted(fight, actor), notes.so_far)


# taking along and leaving behind


def _owner_of(fight: TacticoFight, command: Command) -> Id:
    """The actor of a command who has a list of things; figures of the game master have none."""
    actor = here(fight, command)
    if fight.body(actor).npc:
        raise NotAllowed("tactico.gear.figure")
    return actor


def _with_sheet(fight: TacticoFight, who: Id, name: str, rows: list[Json]) -> TacticoFight:
    """Return the fight in which a combatant's sheet has these rows; the body follows, its condition stays."""
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


def _take_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What it is, how big, how many, and where it goes."""
    if actor is None or actor not in fight.combatants or "containers" not in fight.combatants[actor].sheet:
        return ()
    there = len(fight.combatants[actor].sheet["containers"])
    names = [name for name in PLACES if name not in CONTAINERS[there:]]
    categories = options_of("category", ITEM_CATEGORIES)
    return (
        *game_master_decides(Text("thing", "input.thing", fresh=True, length=80), rules=("TAC-INV-03",)),
        Choice("category", "sheet.category", default="other", layout="select", options=categories),
        Number("size", "sheet.size", default=1, minimum=0, maximum=99, required=False),
        Number("quantity", "sheet.quantity", default=1, minimum=1, maximum=999, required=False, fresh=True),
        Choice("place", "sheet.place", required=False, layout="select", options=options_of("place", names)),
    )


def _take_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    _owner_of(fight, command)


def _take_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Carry a new thing, if the game master allows it and it can be carried (TAC-INV-03 to -06)."""
    actor = _owner_of(fight, command)
    thing: str = command.inputs["thing"]
    count: int = command.inputs["quantity"] or 1
    notes = Notes()
    after = _with_more(fight, actor, command)
    check_carried(load_of(fight, actor), load_of(after, actor))
    notes.tell("gear.asks", rules=("TAC-INV-03",), who=actor, thing=thing, count=count)
    if fight.combatants[actor].controllers:
        answer = yield from choose(
            "agreed",
            None,
            Flag("agreed", "input.agreed", default=True, refusal="answer.not_agreed"),
            so_far=notes.so_far,
            default={"agreed": True},
            label="ask.thing",
        )
        if not answer["agreed"]:
            notes.tell("gear.refused", rules=("TAC-INV-03",), who=actor, thing=thing, count=count)
            return Outcome(fight, notes.so_far)
    notes.tell("gear.taken", rules=("TAC-INV-04", "TAC-INV-06"), who=actor, thing=thing, count=count)
    return Outcome(after, notes.so_far)


def _with_more(fight: TacticoFight, actor: Id, command: Command) -> TacticoFight:
    """Return the fight in which the actor carries what a command names, as a thing or on a sheet that lists things."""
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
        return _with_sheet(fight, actor, "weapons", [*one.sheet["weapons"], *[row] * count])
    return _with_sheet(fight, actor, "items", [*one.sheet["items"], {**row, "quantity": count}])


def _to_leave(fight: TacticoFight, actor: Id) -> tuple[Thing, ...]:
    return tuple(one for one in fight.combatants[actor].gear.things.values() if one.quantity)


def _things(fight: TacticoFight, actor: Id | None) -> tuple[Option, ...]:
    if actor is None or actor not in fight.combatants or "items" not in fight.combatants[actor].sheet:
        return ()
    listed = [(str(place), row["name"], row["quantity"]) for place, row in enumerate(_rows(fight, actor))]
    had = [(one.id, one.name, one.quantity) for one in _to_leave(fight, actor)]
    return tuple(
        Option(key, fact("plain_text", text=name), notes=(fact("note.times", count),))
        for key, name, count in (*listed, *had)
    )


def _rows(fight: TacticoFight, actor: Id) -> list[dict[str, Json]]:
    return [dict(row) for row in fight.combatants[actor].sheet["items"]]


def _leave_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which thing, and how many of it."""
    return (
        Choice("thing", "input.thing", layout="select", options=_things(fight, actor)),
        Number("quantity", "sheet.quantity", default=1, minimum=1, maximum=999, required=False, fresh=True),
    )


def _leave_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    if not _things(fight, _owner_of(fight, command)):
        raise NotAllowed("tactico.gear.nothing")


def _leave_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Use a thing up, give it away or leave it behind."""
    yield from ()
    actor = _owner_of(fight, command)
    wanted, count = command.inputs["thing"], command.inputs["quantity"] or 1
    gear = fight.combatants[actor].gear
    if wanted in gear.things:
        thing = gear.things[wanted]
        fewer = min(count, thing.quantity)
        after = with_carried(fight, actor, gear.spend(wanted, fewer))
        return Outcome(after, (_left(actor, thing.name, fewer),))
    rows = _rows(fight, actor)
    place = int(wanted)
    if place >= len(rows):
        raise NotAllowed("tactico.gear.nothing", field="thing")
    row = rows[place]
    left = max(0, row["quantity"] - count)
    told = _left(actor, row["name"], row["quantity"] - left)
    rows = [*rows[:place], *([{**row, "quantity": left}] if left else []), *rows[place + 1 :]]
    return Outcome(_with_sheet(fight, actor, "items", rows), (told,))


def _left(actor: Id, thing: str, count: int) -> Fact:
    return fact("gear.left", rules=("TAC-INV-04",), who=actor, thing=thing, count=count)


RELOAD: Action[Body, Round] = Action(
    "reload", _reload_resolve, _reload_inputs, _reload_check, icon="refresh-cw", of_the_turn=True, needs_actor=True
)
HANDLE: Action[Body, Round] = Action(
    "handle_item",
    _handle_resolve,
    _handle_inputs,
    _handle_check,
    icon="hand-helping",
    of_the_turn=True,
    needs_actor=True,
)
TAKE: Action[Body, Round] = Action("take", _take_resolve, _take_inputs, _take_check, icon="plus", needs_actor=True)
LEAVE: Action[Body, Round] = Action(
    "leave_thing", _leave_resolve, _leave_inputs, _leave_check, icon="archive", needs_actor=True
)
