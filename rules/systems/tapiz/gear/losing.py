"""Effects that take a thing from a combatant or break it, and the one that draws a weapon (TAP-EFF-05)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.core.facts import Notes, fact
from rules.core.gear import NO_GEAR, Gear, Thing
from rules.core.inputs import Choice, Input, Option
from rules.core.requests import Answer
from rules.core.types import Id
from rules.systems.tapiz.bodies import with_gear
from rules.systems.tapiz.effects import DISARMED, Effect
from rules.systems.tapiz.gear.arms import thing_fact, weapons
from rules.systems.tapiz.gear.using import to_wield, wield_options, wielded
from rules.systems.tapiz.state import TapizFight

TAKES = ("lose_minor_resource", DISARMED, "lose_equipment_piece", "break_weapon_or_equipment")
"""The examples that fall on a thing of the opponent (TAP-EFF-05)."""

DRAWS = "sheathe_or_draw_weapon"
"""The example that takes a weapon in hand, or puts it away (TAP-EFF-05)."""


def at_risk(gear: Gear) -> tuple[Thing, ...]:
    """What others see and may take or break: what is in hand, weapons first, and what is worn."""
    held = gear.at("hand")
    return (
        *(one for one in held if one.kind == "weapon"),
        *(one for one in held if one.kind != "weapon"),
        *gear.at("worn"),
    )


def lost_input(fight: TapizFight, who: Id | None) -> tuple[Input, ...]:
    """Which thing of a combatant such an effect falls on, where there is any."""
    things = at_risk(fight.combatants[who].gear) if who is not None else ()
    if not things:
        return ()
    options = tuple(Option(one.id, thing_fact(one), notes=(fact(f"thing_place.{one.place}"),)) for one in things)
    return (Choice("thing", "input.thing_lost", required=False, layout="grid", options=options),)


def drawn_input(fight: TapizFight, who: Id | None) -> tuple[Input, ...]:
    """Which weapon a combatant draws or puts away, where there is any."""
    gear = fight.combatants[who].gear if who is not None else NO_GEAR
    if not weapons(gear):
        return ()
    body = fight.body(who) if who is not None else None
    options = wield_options(gear, body)
    return (Choice("draw", "input.thing_drawn", required=False, layout="grid", options=options),)


def on_things(
    fight: TapizFight, created: Sequence[tuple[Id, Effect]], by: Id | None, answer: Answer, notes: Notes
) -> tuple[TapizFight, list[tuple[Id, Effect]]]:
    """Do at once what effects do to things; return the fight and the effects that are carried after all.

    Without a thing named, a weapon in hand goes first. A combatant without things carries the effect, and so does the
    disarmed, who takes up what fell when it is removed. (TAP-EFF-05, TAP-EFF-06, TAP-STORY-01)
    """
    left: list[tuple[Id, Effect]] = []
    for bearer, effect in created:
        thing = None
        if effect.listed in TAKES:
            thing = _fallen_on(fight.combatants[bearer].gear, effect.listed, answer.get("thing"))
        elif effect.listed == DRAWS and bearer == by:
            thing = _drawn_now(fight.combatants[bearer].gear, answer.get("draw"))
        if thing is None:
            left.append((bearer, effect))
        elif effect.listed == DRAWS:
            fight = wielded(fight, bearer, thing.id, notes)
        else:
            fight = _taken(fight, bearer, thing, effect.listed, notes)
            if effect.listed == DISARMED:
                left.append((bearer, replace(effect, about=thing.id)))
    return fight, left


def _fallen_on(gear: Gear, listed: str, wanted: str | None) -> Thing | None:
    things = at_risk(gear)
    named = next((one for one in things if one.id == wanted), None)
    if listed == DISARMED:
        held = [one for one in things if one.place == "hand"]
        return named if named in held else next(iter(held), None)
    if listed == "lose_minor_resource":
        small = [*gear.of("ammunition"), *gear.of("consumable")]
        return named or next(iter(small), None)
    return named or next(iter(things), None)


def _drawn_now(gear: Gear, wanted: str | None) -> Thing | None:
    things = to_wield(gear)
    named = next((one for one in things if one.id == wanted), None)
    return named or next((one for one in things if one.place != "hand"), None)


def _taken(fight: TapizFight, bearer: Id, thing: Thing, listed: str, notes: Notes) -> TapizFight:
    """Take or break one of a thing; what was struck from the hand lies within reach (TAP-EFF-05)."""
    gear = fight.combatants[bearer].gear
    notes.tell(f"gear.{listed}", whom=bearer, thing=thing.name, rules=("TAP-EFF-05",))
    if listed == DISARMED:
        return with_gear(fight, bearer, gear.put(replace(thing, place="packed")))
    if listed == "lose_minor_resource" and thing.kind == "consumable":
        return with_gear(fight, bearer, gear.use_charge(thing.id, int(thing.values.get("charges") or 1)))
    return with_gear(fight, bearer, gear.spend(thing.id))
