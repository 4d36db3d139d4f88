"""Taking weapons in hand, and using what runs out: ammunition, potions (TAP-EFF-05, TAP-TIME-01)."""

from __future__ import annotations

from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact, Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.gear import NO_GEAR, Gear, Thing
from rules.core.inputs import Choice, Input, Option
from rules.core.once import once
from rules.core.people import used_on
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tapiz.bodies import with_gear
from rules.systems.tapiz.gear.arms import ammunition_for, drawn, put_away, thing_fact, weapon_notes, weapons
from rules.systems.tapiz.harm import mend
from rules.systems.tapiz.hit_points import END, POOLS, PoolName
from rules.systems.tapiz.state import Body, Round, TapizFight
from rules.systems.tapiz.turns import acted, check_may_act


def gear_of(fight: TapizFight, who: Id | None) -> Gear:
    """What a combatant has with it; without a combatant, nothing."""
    return fight.combatants[who].gear if who is not None and who in fight.combatants else NO_GEAR


def to_wield(gear: Gear) -> tuple[Thing, ...]:
    """What may be taken in hand or put away: weapons and shields."""
    return (*weapons(gear), *gear.of("shield"))


def wield_options(gear: Gear, body: Body | None) -> tuple[Option, ...]:
    """Weapons and shields with their values and where they are; what was struck from the hand lies out of reach."""
    return _wield_options(gear, body.struck if body is not None else frozenset())


@once
def _wield_options(gear: Gear, struck: frozenset[Id]) -> tuple[Option, ...]:
    return tuple(_wield_option(gear, one, out=one.id in struck) for one in to_wield(gear))


def _wield_option(gear: Gear, thing: Thing, *, out: bool) -> Option:
    told = weapon_notes(gear, thing) if thing.kind == "weapon" else ()
    reason = fact("error.tapiz.gear.struck", rules=("TAP-EFF-06",)) if out else None
    return Option(thing.id, thing_fact(thing), notes=(fact(f"thing_place.{thing.place}"), *told), reason=reason)


def wield_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which weapon or shield: one in hand is put away, any other is taken in hand."""
    gear = gear_of(fight, actor)
    things = to_wield(gear)
    body = fight.body(actor) if actor is not None and actor in fight.combatants else None
    reached = [one for one in things if body is None or one.id not in body.struck]
    ready = [one for one in reached if one.place != "hand"] or reached
    return (
        Choice(
            "thing",
            "input.thing",
            layout="grid",
            default=ready[0].id if ready else None,
            fresh=True,
            options=wield_options(gear, body),
        ),
    )


def wield_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """There must be something to take in hand."""
    check_may_act(fight, command, viewer)
    actor = cast(Id, command.actor)
    if all(one.id in fight.body(actor).struck for one in to_wield(gear_of(fight, actor))):
        raise NotAllowed("tapiz.gear.nothing_to_wield")


def wield_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Take it in hand or put it away; points of a roll do so too, without an asalto (TAP-TIME-01, TAP-EFF-05)."""
    yield from ()
    actor = cast(Id, command.actor)
    notes = Notes()
    fight = wielded(fight, actor, command.inputs["thing"], notes)
    return Outcome(acted(fight, actor), notes.so_far)


def wielded(fight: TapizFight, who: Id, thing: Id, notes: Notes) -> TapizFight:
    """The fight in which a combatant has taken a thing in hand, or put it away where it was in hand (TAP-EFF-05)."""
    gear = fight.combatants[who].gear
    one = _thing(gear, thing)
    if one.id in fight.body(who).struck:
        raise NotAllowed("tapiz.gear.struck", field="thing")
    if one.place == "hand":
        notes.tell("gear.puts_away", who=who, thing=one.name, rules=("TAP-EFF-05",))
        return with_gear(fight, who, put_away(gear, one))
    notes.tell("gear.takes_in_hand", who=who, thing=one.name, rules=("TAP-EFF-05",))
    return with_gear(fight, who, drawn(gear, one))


def _thing(gear: Gear, thing: Id) -> Thing:
    one = gear.things.get(thing)
    if one is None or one.quantity < 1:
        raise UnknownValue("tapiz.gear.gone", field="thing")
    return one


def spend_ammunition(fight: TapizFight, who: Id, weapon: Thing, wanted: str | None, notes: Notes) -> TapizFight:
    """Take one piece of what a weapon shoots; its shooter sees how many are left, and when it was the last."""
    gear = fight.combatants[who].gear
    stacks = ammunition_for(gear, weapon)
    if not weapon.values.get("ammunition"):
        return fight
    if not stacks:
        raise NotAllowed("tapiz.gear.no_ammunition", field="weapon", params={"name": weapon.name})
    stack = next((one for one in stacks if one.id == wanted), stacks[0])
    fight = _without_piece(fight, who, stack.id)
    stacks = ammunition_for(fight.combatants[who].gear, weapon)
    alike = sum(one.quantity for one in stacks if one.name == stack.name)
    left = alike or sum(one.quantity for one in stacks)
    code = "gear.ammunition_left" if alike else "gear.ammunition_other" if left else "gear.ammunition_last"
    notes.tell(code, left, who=who, thing=stack.name, left=left, audience=controllers_of(who))
    return fight


@once
def _without_piece(fight: TapizFight, who: Id, stack: Id) -> TapizFight:
    """The fight without one piece of ammunition; an attack that is resolved again from its start asks for it again."""
    return with_gear(fight, who, fight.combatants[who].gear.spend(stack))


def use_inputs(fight: TapizFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which of the things that are used up, and on which combatant."""
    if actor is None or actor not in fight.combatants:
        return ()
    things = gear_of(fight, actor).of("consumable")
    options = tuple(Option(one.id, thing_fact(one), notes=_use_notes(one)) for one in things)
    return (
        Choice("thing", "input.thing", layout="grid", default=things[0].id if things else None, options=options),
        used_on(fight, actor, viewer, lambda body: all(body.pool(name).current > END for name in POOLS)),
    )


def _use_notes(thing: Thing) -> tuple[Fact, ...]:
    found = [fact("note.uses_left", uses_left(thing))]
    if thing.values.get("restores"):
        found.append(fact(f"note.restores.{thing.values['pool'] or 'physical'}", thing.values["restores"]))
    if thing.values.get("properties"):
        found.append(fact("plain_text", text=thing.values["properties"]))
    return tuple(found)


def uses_left(thing: Thing) -> int:
    """How often a thing can still be used, all of its quantity together."""
    fresh = int(thing.values.get("charges") or 1)
    return max(0, thing.quantity - 1) * fresh + (max(1, thing.charges) if thing.quantity else 0)


def use_check(fight: TapizFight, command: Command, viewer: Viewer) -> None:
    """There must be something to use."""
    check_may_act(fight, command, viewer)
    if not gear_of(fight, command.actor).of("consumable"):
        raise NotAllowed("core.nothing_to_use")


def use_resolve(fight: TapizFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Spend a charge of it; what heals gives its points back at once and is no healing attempt (TAP-HP-01)."""
    yield from ()
    actor, target = cast(Id, command.actor), command.inputs["target"]
    if target not in fight.combatants:
        raise UnknownValue("core.combatant.gone", field="target")
    gear = fight.combatants[actor].gear
    thing = _thing(gear, command.inputs["thing"])
    points, pool = int(thing.values.get("restores") or 0), cast(PoolName, thing.values.get("pool") or "physical")
    if points and fight.body(target).pool(pool).current <= END:
        raise NotAllowed("tapiz.healing.beyond_help", field="target")
    notes = Notes()
    code = "gear.uses" if target == actor else "gear.uses_on"
    notes.tell(code, who=actor, thing=thing.name, target=target, rules=("TAP-TIME-01",))
    fight = with_gear(fight, actor, gear.use_charge(thing.id, int(thing.values.get("charges") or 1)))
    left = uses_left(fight.combatants[actor].gear.things[thing.id])
    if not left:
        notes.tell("gear.used_up", who=actor, thing=thing.name, audience=controllers_of(actor))
    if points:
        fight = mend(fight, target, pool, points, notes, rules=("TAP-HP-01",), uses_chance=False)
    return Outcome(acted(fight, actor), notes.so_far)


WIELD: Action[Body, Round] = Action(
    "wield", wield_resolve, wield_inputs, wield_check, icon="swords", of_the_turn=True, needs_actor=True
)
USE: Action[Body, Round] = Action(
    "use", use_resolve, use_inputs, use_check, icon="sparkles", of_the_turn=True, needs_actor=True
)
