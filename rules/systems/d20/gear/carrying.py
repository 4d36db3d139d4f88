"""How rules change what is carried, what is held, and how hands and gear agree.

Rules: D20C-ACT-06, D20C-MVA-04, D20C-MVA-05, D20C-DMG-06, D20H-LOAD-02, D20S-GUN-01.
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Notes
from rules.core.gear import Gear, Place, Thing
from rules.core.types import Id
from rules.systems.d20 import bodies
from rules.systems.d20.arms import UNARMED, Weapon
from rules.systems.d20.gear.outfit import outfit, weapons_at_hand
from rules.systems.d20.state import Body, D20Fight, in_rounds


def at_hand(fight: D20Fight, body: Body, weapon: Weapon) -> bool:
    """Whether a weapon can be used at once: it is in hand, or one's own limbs; where no turns are taken there is time.

    (D20C-MVA-04)
    """
    mine = weapon.unarmed or weapon.use == "natural" or weapon.key in (body.main, body.off)
    return mine or not in_rounds(fight)


def holds_nothing(body: Body, key: str) -> bool:
    """Whether a hand of which this is what it holds is free: claws are no burden."""
    return key in ("", UNARMED) or body.weapon(key).use == "natural"


def main_free(body: Body, weapon: Weapon) -> bool:
    """Whether the main hand, or both where it takes both, are free for a weapon."""
    return holds_nothing(body, body.main) and (not weapon.two_handed or holds_nothing(body, body.off))


def off_free(body: Body, weapon: Weapon) -> bool:
    """Whether the other hand is free for a weapon that takes one."""
    return holds_nothing(body, body.off) and not body.both and not weapon.two_handed


def with_drawn(body: Body, weapon: Weapon) -> Body:
    """The body with a weapon in its main hand; raises NotAllowed where something else is there (D20C-AOT-02)."""
    if not main_free(body, weapon):
        raise NotAllowed("d20.gear.hands_full", field="weapon")
    return replace(body, main=weapon.key, both=weapon.two_handed, off="" if weapon.two_handed else body.off)


def drawn_off(body: Body, weapon: Weapon) -> Body:
    """The body with a weapon in its other hand; raises NotAllowed where there is no room for it."""
    if not off_free(body, weapon):
        raise NotAllowed("d20.gear.hands_full", field="weapon")
    return replace(body, off=weapon.key)


def grasped(body: Body, weapon: Weapon) -> Body:
    """The body with a weapon in whichever hand is free for it; raises NotAllowed where none is."""
    return (
        with_drawn(body, weapon) if main_free(body, weapon) or not off_free(body, weapon) else drawn_off(body, weapon)
    )


def with_gear(fight: D20Fight, who: Id, gear: Gear) -> D20Fight:
    """The fight in which a combatant carries this gear; the body is made anew, its condition and hands stay."""
    one = fight.combatants[who]
    sheet = outfit(one.kind, one.sheet, gear, fight.house)
    make = bodies.creature_body if one.kind == "creature" else bodies.person_body
    fresh = make(sheet, fight.house)
    return fight.with_combatant(replace(one, gear=gear, body=bodies.resheeted(one.body, fresh)))


def agreed(fight: D20Fight, who: Id) -> D20Fight:
    """The fight in which the weapons in hand are those that the body holds, and all others at the belt."""
    one = fight.combatants[who]
    body, gear = one.body, one.gear
    in_hand: list[str] = []
    for thing in weapons_at_hand(gear):
        place: Place = "hand" if thing.id in (body.main, body.off) else "worn"
        if place == "hand":
            in_hand.append(thing.id)
        if thing.place != place:
            gear = gear.put(replace(thing, place=place))
    held = tuple(sorted(in_hand, key=lambda key: key != body.main))
    if gear is one.gear and held == body.held:
        return fight
    return fight.with_combatant(replace(one, gear=gear, body=replace(body, held=held)))


def uses_left(thing: Thing) -> int:
    """How many rounds or uses there are of it, all boxes together."""
    fresh = int(thing.values["charges"])
    return max(0, thing.quantity - 1) * fresh + (max(1, thing.charges) if thing.quantity else 0)


def ammunition_for(gear: Gear, weapon: Weapon) -> tuple[Thing, ...]:
    """What a weapon may be loaded with, that of which there is least first, so that open boxes empty."""
    fitting = [one for one in gear.of("ammunition") if one.values["ammunition"] == weapon.ammunition]
    return tuple(sorted(fitting, key=uses_left)) if weapon.ammunition else ()


def check_carried_ammunition(gear: Gear, weapon: Weapon) -> None:
    """Refuse a weapon of which the ammunition is counted where there is none of it (D20S-GUN-01)."""
    if weapon.ammunition and not ammunition_for(gear, weapon):
        raise NotAllowed("d20.gear.no_ammunition", field="weapon", params={"name": weapon.name})


def rounds_left(gear: Gear, weapon: Weapon) -> int:
    """The rounds carried for a weapon, without those in its magazine."""
    return sum(map(uses_left, ammunition_for(gear, weapon)))


def less_ammunition(fight: D20Fight, who: Id, weapon: Weapon, rounds: int, notes: Notes) -> D20Fight:
    """The fight with rounds taken from what a combatant carries; only its controllers are told what is left."""
    gear = fight.combatants[who].gear
    for one in ammunition_for(gear, weapon):
        taken = min(rounds, uses_left(one))
        if taken:
            gear = gear.put(_less(one, taken))
            rounds -= taken
    fight = with_gear(fight, who, gear)
    left = rounds_left(gear, weapon)
    code = "gear.ammunition_left" if left else "gear.ammunition_last"
    notes.tell(code, left, who=who, weapon=weapon.name, left=left, rules=("D20S-GUN-01",), audience=controllers_of(who))
    return fight


def _less(thing: Thing, rounds: int) -> Thing:
    fresh, left = int(thing.values["charges"]), uses_left(thing) - rounds
    boxes = -(-left // fresh)
    return replace(thing, quantity=boxes, charges=left - (boxes - 1) * fresh if boxes else 0)


def thrown(fight: D20Fight, who: Id, weapon: Weapon, pieces: int = 1) -> D20Fight:
    """The fight with pieces of a weapon thrown: they lie on the ground, unless they burst or spill.

    What is a thing of the gear is gone from there (D20C-AOT-02, D20S-SPL-01, D20S-EXP-01).
    """
    one = fight.combatants[who]
    state, thing = one.body.arm(weapon.key), one.gear.things.get(weapon.key)
    lying = state.lying + (0 if weapon.explosive or weapon.splash else pieces)
    spent, gear = state.spent + pieces, one.gear
    if thing is not None:
        whole, spent = divmod(spent, _pieces_of(thing))
        gear = gear.spend(thing.id, whole) if whole else gear
        if not gear.things[thing.id].quantity:
            # what comes back is not in hand again by itself
            gear = gear.put(replace(gear.things[thing.id], place="worn"))
    body = one.body.with_arm(weapon.key, replace(state, spent=spent, lying=lying))
    gone = not gear.things[thing.id].quantity if thing is not None else not body.has(weapon.key)
    if gone:
        body = _let_go(body, weapon.key)
    fight = fight.with_body(who, body)
    return fight if gear is one.gear else with_gear(fight, who, gear)


def _let_go(body: Body, key: str) -> Body:
    if body.main == key:
        body = replace(body, main=UNARMED, both=False)
    off = "" if body.off == key else body.off
    return replace(body, off=off, held=tuple(one for one in body.held if one != key))


def picked_up(fight: D20Fight, who: Id, weapon: Weapon) -> D20Fight:
    """The fight in which a combatant has one of the thrown pieces back (D20C-AOT-02)."""
    one = fight.combatants[who]
    state, thing = one.body.arm(weapon.key), one.gear.things.get(weapon.key)
    spent, gear = state.spent - 1, one.gear
    if thing is not None and spent < 0:
        gear = gear.put(replace(thing, quantity=thing.quantity + 1))
        spent = _pieces_of(thing) - 1
    fight = fight.with_body(who, one.body.with_arm(weapon.key, replace(state, spent=spent, lying=state.lying - 1)))
    return fight if gear is one.gear else with_gear(fight, who, gear)


def _pieces_of(thing: Thing) -> int:
    """How many pieces one of a thing is."""
    return max(1, int(thing.values["pieces"]))


def reloaded(fight: D20Fight, who: Id, weapon: Weapon, notes: Notes) -> D20Fight:
    """The fight in which a magazine is as full as what is carried allows; whatever is not counted is full."""
    body: Body = fight.body(who)
    state = body.arm(weapon.key)
    rounds = state.spent
    if weapon.ammunition:
        rounds = min(rounds, rounds_left(fight.combatants[who].gear, weapon))
        fight = less_ammunition(fight, who, weapon, rounds, notes)
    body = fight.body(who)
    return fight.with_body(who, body.with_arm(weapon.key, replace(state, spent=state.spent - rounds)))
