"""Weapons as attacks offer them, and the ammunition of those that count it (TUM-HOUSE-08, TUM-HOUSE-12)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, fact
from rules.core.gear import Gear, Thing
from rules.core.inputs import Choice, Option
from rules.core.types import Id
from rules.systems.tumbas.gear.carrying import carried, drawn, with_carried
from rules.systems.tumbas.state import Body, TumbasCombatant, TumbasFight


def thing_fact(thing: Thing) -> Fact:
    """A thing by its name."""
    return fact("possession", name=thing.name)


def ammunition_for(gear: Gear, body: Body, weapon: str) -> tuple[Thing, ...]:
    """The stacks that a weapon may be loaded with, the fullest first; none where ammunition is not counted."""
    sort = body.own[weapon].ammunition if weapon in body.own else ""
    fitting = [one for one in gear.of("ammunition") if one.values["ammunition"] == sort] if sort else []
    return tuple(sorted(fitting, key=lambda one: -uses_left(one)))


def shots_left(gear: Gear, body: Body, weapon: str) -> int | None:
    """How often a weapon can still shoot; None where that is not counted (TUM-HOUSE-08)."""
    if weapon not in body.own or not body.own[weapon].ammunition:
        return None
    return sum(uses_left(one) for one in ammunition_for(gear, body, weapon))


def uses_left(thing: Thing) -> int:
    """How often a thing can still be used, the whole stack together."""
    fresh = int(thing.values["charges"])
    return max(0, thing.quantity - 1) * fresh + (max(1, thing.charges) if thing.quantity else 0)


def weapon_input(one: TumbasCombatant, arms: tuple[str, ...], *, shooting: bool = False) -> Choice:
    """The choice of a weapon with its values; proposed is the one in hand, or the first that can be used."""
    options = tuple(_option(one, name, shooting=shooting) for name in arms)
    able = [option.value for option in options if option.reason is None]
    default = one.body.in_hand if one.body.in_hand in able else (able or list(arms))[0]
    return Choice("weapon", "input.weapon", required=False, default=default, options=options)


def _option(one: TumbasCombatant, name: str, *, shooting: bool) -> Option:
    body = one.body
    notes = [Fact("note.die", value=body.weapon(name).damage_die)]
    if name not in body.own:
        return Option(name, Fact(f"weapon.{name}"), notes=tuple(notes))
    arm = body.own[name]
    if arm.hands == 2:
        notes.append(Fact("hands.2"))
    if arm.properties:
        notes.append(fact("plain_text", text=arm.properties))
    left = shots_left(one.gear, body, name)
    if left is not None:
        notes.append(fact("note.ammunition", left, left=left))
    empty = shooting and left == 0
    reason = fact("error.tumbas.shoot.no_ammunition", name=arm.name) if empty else None
    return Option(name, fact("possession", name=arm.name), notes=tuple(notes), reason=reason)


def ammunition_input(one: TumbasCombatant, arms: tuple[str, ...]) -> Choice | None:
    """The choice of what is shot, where there are several sorts of it."""
    stacks = {stack.id: stack for name in arms for stack in ammunition_for(one.gear, one.body, name)}
    if len(stacks) < 2:
        return None
    options = tuple(
        Option(stack.id, thing_fact(stack), notes=(Fact("plain_number", value=uses_left(stack)),))
        for stack in stacks.values()
    )
    return Choice(
        "ammunition", "input.ammunition", required=False, default=options[0].value, layout="grid", options=options
    )


def held(fight: TumbasFight, who: Id, weapon: str | None) -> TumbasFight:
    """The fight in which a combatant has this weapon in hand; one at the belt is drawn with the same movement."""
    body = fight.body(who)
    if weapon is None or weapon == body.in_hand or weapon not in body.arms():
        return fight
    gear = fight.combatants[who].gear
    if weapon in body.own and not body.own[weapon].held and weapon in gear.things:
        fight = with_carried(fight, who, drawn(carried(fight.combatants[who]), gear.things[weapon]))
    return fight.with_body(who, replace(fight.body(who), in_hand=weapon))


def spend_shot(fight: TumbasFight, who: Id, weapon: str, wanted: str | None, notes: Notes) -> TumbasFight:
    """Take one shot of ammunition, where that is counted, and tell its owner how many are left (TUM-HOUSE-08).

    wanted: the id of the stack to take it from, where one was chosen. Raises NotAllowed when none is left.
    """
    one = fight.combatants[who]
    if shots_left(one.gear, one.body, weapon) is None:
        return fight
    stacks = ammunition_for(one.gear, one.body, weapon)
    if not stacks:
        raise NotAllowed("tumbas.shoot.no_ammunition", field="weapon", params={"name": one.body.own[weapon].name})
    stack = next((lot for lot in stacks if lot.id == wanted), stacks[0])
    fight = with_carried(fight, who, carried(one).use_charge(stack.id, int(stack.values["charges"])))
    # the weapon shot with stays the one in hand
    fight = fight.with_body(who, replace(fight.body(who), in_hand=weapon))
    after = fight.combatants[who]
    left = shots_left(after.gear, after.body, weapon) or 0
    code = "gear.ammunition_left" if left else "gear.ammunition_last"
    notes.tell(code, left, audience=controllers_of(who), who=who, thing=stack.name, left=left)
    return fight
