"""Striking a weapon in a hand: its Defense, what it takes, when it breaks, and mending it.

Rules: D20S-OBJ-04 to -06, D20S-OBJ-08, D20S-OBJ-14, D20S-HOUSE-09, D20S-REP-01 to -03, D20C-AOT-01, D20C-AOT-08.
"""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Option, options_of, seldom
from rules.core.people import here, rolls_seen
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.terms import reach
from rules.core.throws import ACTOR, Throws, asked, known
from rules.core.types import Id
from rules.systems.d20.arms import Weapon
from rules.systems.d20.attack_roll import Damage, damage
from rules.systems.d20.bearing import effects_of, modifier
from rules.systems.d20.blows import Attempt, armed_with, arms_of, nonlethal, others_input, weapon_input
from rules.systems.d20.cover import cover_bonus
from rules.systems.d20.dice import Roll, roll_against
from rules.systems.d20.disarm import hands_off, held_in
from rules.systems.d20.explained import asking, roll_terms
from rules.systems.d20.harm import strain
from rules.systems.d20.maneuvers import against, attack_needed, attack_spent, draws, in_reach, target_input
from rules.systems.d20.modifiers import Manner
from rules.systems.d20.objects import (
    MANUFACTURED,
    OBJECT_DAMAGE_TYPES,
    OBJECTS,
    damage_object,
    held_defense,
)
from rules.systems.d20.opportunity import attacks_on
from rules.systems.d20.situation import comes_near, cover_of
from rules.systems.d20.state import Body, D20Fight, Round
from rules.systems.d20.strike import tell_damage, through_concealment
from rules.systems.d20.terms import Term, facts_of

STRIKING = ("D20S-OBJ-04", "D20S-OBJ-05", "D20S-OBJ-14")

STRUCK_HANDS = ("main", "off")


def sturdiness_of(weapon: Weapon) -> tuple[int, int]:
    """Hardness and hit points of a weapon as a thing: its own, else those of its size (D20S-OBJ-08)."""
    if weapon.hp_max:
        return weapon.hardness, weapon.hp_max
    firearm = OBJECTS.get(f"firearm_{weapon.size}") if weapon.kind == "firearm" else None
    row = firearm or OBJECTS[f"{MANUFACTURED}{weapon.size}"]
    return row.hardness, row.hit_points


def holds_a_weapon(body: Body) -> bool:
    """Whether a combatant holds a weapon that can be struck (D20S-OBJ-04)."""
    held = (body.weapon(key) for key in (body.main, body.off) if key)
    return body.being != "object" and any(not one.unarmed and one.use != "natural" for one in held)


def held_terms(fight: D20Fight, holder: Id, attacker: Id, weapon: Weapon) -> tuple[Term, ...]:
    """The Defense of a weapon in a hand: size, 5, the holder's Dexterity and class, and its cover (D20S-OBJ-04)."""
    body = fight.body(holder)
    base = held_defense(weapon.size, modifier(body, "dexterity", effects_of(fight, holder)), body.class_bonus)
    covered = cover_bonus(fight.house, cover_of(fight, holder, attacker)).defense
    return (
        Term("held_object", base, ("D20S-OBJ-04",)),
        *((Term("cover", covered, ("D20C-COV-04",)),) if covered else ()),
    )


def struck_thing(bonus: int, defense: int) -> Throws[Roll]:
    """Roll against the Defense of a thing; there are no critical hits (D20S-GEN-04, D20S-OBJ-14)."""
    rolled = yield from roll_against("attack", bonus, defense)
    yield from known("struck", rolled)
    return rolled


def sunder_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Who holds it, in which hand, and the weapon to strike with."""
    if actor is None or actor not in fight.combatants:
        return ()
    arms = tuple(one for one in arms_of(fight.body(actor)) if one.melee)
    return (
        target_input(fight, actor, viewer),
        Choice(
            "aim",
            "input.disarm_aim",
            required=False,
            default=STRUCK_HANDS[0],
            layout="segments",
            options=options_of("disarm_aim", STRUCK_HANDS),
        ),
        weapon_input(fight, actor, arms),
        *seldom(others_input()),
    )


def sunder_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Strike a weapon in a hand; its holder may strike first, and a broken one falls (D20S-OBJ-04 to -06, -14)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    target = in_reach(fight, actor, command)
    theirs = fight.body(target)
    key = held_in(fight, target, theirs.off if values["aim"] == "off" else theirs.main)
    thing, weapon = theirs.weapon(key), armed_with(fight, actor, values["weapon"])
    if not weapon.melee:
        raise NotAllowed("d20.weapon.mode", field="weapon")
    fight, base = attack_spent(fight, actor, "attack_weapon")
    notes.tell("sunder.tries", who=actor, target=target, weapon=thing.name, rules=STRIKING)
    fight = comes_near(fight, actor, target, notes)
    fight, _ = yield from draws(fight, actor, target, "strike_held_object", notes)
    if not attacks_on(fight, actor, weapon, notes) or not fight.body(target).has(key):
        return Outcome(fight, notes.so_far)
    blow = Attempt(actor, target, weapon, Manner("melee"), base, key="sunder:")
    terms = against(fight, actor, target, base, values["others"], weapon=weapon, touch=False).terms
    met = held_terms(fight, target, actor, thing)
    how = asking(fight, {ACTOR: actor}, notes, key="sunder", tell=lambda _: None)
    defense = sum(one.value for one in met)
    rolled = yield from asked(struck_thing(sum(one.value for one in terms), defense), how)
    needed = reach(defense, "D20S-OBJ-04", audience=controllers_of(target), terms=facts_of(met))
    told, seen = (*roll_terms(fight, actor, rolled.face, terms, STRIKING), needed), rolls_seen(fight, actor)
    notes.tell("attack.total", rolled.total, who=actor, target=target, rules=STRIKING, audience=seen, terms=told)
    notes.tell("sunder.hit" if rolled.success else "sunder.miss", who=actor, target=target, rules=STRIKING)
    if (yield from through_concealment(fight, blow, notes, hit=rolled.success)):
        dealt = yield from _dealt(fight, blow, notes)
        fight = worn_down(fight, blow, thing, dealt.total, notes)
    return Outcome((yield from strain(fight, actor, notes)), notes.so_far)


def _dealt(fight: D20Fight, blow: Attempt, notes: Notes) -> Steps[Damage]:
    body, weapon = fight.body(blow.actor), blow.weapon
    found = yield from asked(
        damage(
            weapon.damage_dice,
            weapon=weapon.strikes_as("melee"),
            modifier=weapon.damage,
            strength_modifier=modifier(body, "strength", effects_of(fight, blow.actor)),
            grip="two_hands" if weapon.two_handed or (body.both and body.main == weapon.key) else "one_hand",
            light=weapon.light,
        ),
        asking(fight, {ACTOR: blow.actor}, notes, key="sunder"),
    )
    tell_damage(blow.actor, blow.target, weapon, found, 1, notes, ("D20C-DMG-01", "D20C-DMG-03"), code="sunder.damage")
    return found


def worn_down(fight: D20Fight, blow: Attempt, thing: Weapon, amount: int, notes: Notes) -> D20Fight:
    """Take from a weapon what gets through its hardness; at 0 it is broken (D20S-OBJ-06, D20S-HOUSE-09)."""
    holder = blow.target
    body, kind = fight.body(holder), blow.weapon.damage_type
    state, (hardness, most) = body.arm(thing.key), sturdiness_of(thing)
    found = damage_object(
        hp=max(0, most - state.hurt),
        hp_max=most,
        hardness=hardness,
        damage=amount,
        damage_type=kind if kind in OBJECT_DAMAGE_TYPES else "weapon",
        nonlethal=nonlethal(blow),
    )
    rules = ("D20S-OBJ-06", "D20S-OBJ-08", "D20S-HOUSE-09")
    if not found.damage_dealt:
        notes.tell("sunder.holds", who=holder, weapon=thing.name, rules=rules)
        return fight
    seen = controllers_of(holder, blow.actor)
    plain = fact("sunder.damaged", who=holder, weapon=thing.name, rules=rules)
    lost = most - state.hurt - found.hp
    notes.tell("sunder.loses", lost, who=holder, weapon=thing.name, rules=rules, audience=seen, otherwise=plain)
    after = body.with_arm(thing.key, replace(state, hurt=state.hurt + lost, broken=found.destroyed))
    if found.destroyed:
        notes.tell("sunder.broken", who=holder, weapon=thing.name, rules=rules)
        after = hands_off(after, thing.key)
    return fight.with_body(holder, after)


def damaged_arms(body: Body) -> tuple[Weapon, ...]:
    """The weapons that a combatant has and that have lost hit points (D20S-REP-01)."""
    return tuple(one for one in (*body.weapons, *body.gained.values()) if body.arm(one.key).hurt)


def damaged_input(body: Body) -> tuple[Choice, ...]:
    """Which of the own damaged weapons to mend; none where none is damaged."""
    arms = damaged_arms(body)
    if not arms:
        return ()
    options = tuple(Option(one.key, fact("weapon.named", name=one.name), notes=(_left(body, one),)) for one in arms)
    return (Choice("weapon", "input.weapon", required=False, layout="grid", options=options, fresh=True),)


def _left(body: Body, weapon: Weapon) -> Fact:
    most = sturdiness_of(weapon)[1]
    return fact("note.hit_points_left", left=max(0, most - body.arm(weapon.key).hurt), most=most)


def mended(fight: D20Fight, who: Id, weapon: Weapon, restored: int) -> D20Fight:
    """Give a weapon hit points back; above 0 it serves again (D20S-REP-02, D20S-HOUSE-09)."""
    body = fight.body(who)
    state = body.arm(weapon.key)
    hurt = max(0, state.hurt - restored)
    return fight.with_body(
        who, body.with_arm(weapon.key, replace(state, hurt=hurt, broken=state.broken and not restored))
    )


SUNDER: Action[Body, Round] = Action(
    "attack_weapon",
    sunder_resolve,
    sunder_inputs,
    attack_needed,
    icon="heart-crack",
    of_the_turn=True,
    needs_actor=True,
)
