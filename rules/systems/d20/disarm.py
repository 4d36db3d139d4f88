"""Disarm, and snatching a worn object.

Rules: D20S-DIS-01 to -10, D20S-GRB-01 to -04, D20S-HOUSE-01, D20S-HOUSE-02, D20S-HOUSE-10.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.facts import Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Input, Text, options_of, seldom
from rules.core.people import here, rolls_seen
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.terms import reach
from rules.core.throws import ACTOR, TARGET, Throws, decide, known
from rules.core.types import Id, Json, put
from rules.systems.d20.arms import UNARMED
from rules.systems.d20.bearing import base_attack, effects_of, modifier
from rules.systems.d20.blows import Attempt, Reckoned, others_input
from rules.systems.d20.dice import USUAL_CONTESTS, Contests, Opposed, Roll, opposed_check, roll_against
from rules.systems.d20.explained import roll_terms
from rules.systems.d20.harm import strain
from rules.systems.d20.maneuvers import (
    against,
    attack_needed,
    attack_spent,
    contest,
    contests_of,
    draws,
    flag_choice,
    in_reach,
    target_input,
    tell_contest,
    tries,
)
from rules.systems.d20.modifiers import Manner
from rules.systems.d20.objects import held_defense
from rules.systems.d20.opportunity import Provoking, Replacing, go_on_after, takes_the_place_of_a_blow
from rules.systems.d20.situation import comes_near
from rules.systems.d20.sizes import Size, known_size, one_smaller, size_term
from rules.systems.d20.state import Body, D20Fight, Round
from rules.systems.d20.strike import through_concealment
from rules.systems.d20.terms import Term, total

ObjectSecurity = Literal["normal", "well", "poor"]

ItemLocation = Literal["target", "actor_hand", "ground_target_feet"]

ActorWeaponLocation = Literal["actor_hand", "ground_actor_feet", "none"]

OBJECT_SECURITIES: tuple[ObjectSecurity, ...] = get_args(ObjectSecurity)

TWO_HANDS = 4
"""For the side that may lose a weapon held in two hands (D20S-DIS-04)."""

TWO_HANDS_RANGED = 2
"""Added to the Defense of a ranged weapon that is held in two hands (D20S-DIS-08)."""

SECURITY = 4
"""For the target of a well secured object, for the actor with a poorly secured one (D20S-GRB-03)."""


@dataclass(frozen=True)
class Wielder:
    """One side of a disarm: complete attack bonus, creature size, size and grip of the weapon.

    Unarmed, weapon_size is that of the unarmed strike: `unarmed_weapon_size`.
    """

    attack_bonus: int
    size: Size
    weapon_size: Size
    two_handed: bool
    unarmed: bool = False
    attack_terms: tuple[Term, ...] = ()
    """What the attack bonus is made of, where it is to be told."""


@dataclass(frozen=True)
class Disarm:
    """An attempt against a melee weapon or a worn object; None where nothing was rolled."""

    check: Opposed | None
    item_location: ItemLocation
    actor_weapon_location: ActorWeaponLocation
    counter: Opposed | None = None

    @property
    def success(self) -> bool:
        """Whether the target lost the object."""
        return self.item_location != "target"


@dataclass(frozen=True)
class RangedDisarm:
    """An attempt against a ranged weapon: an attack roll against the weapon's Defense."""

    defense: int
    attack: Roll
    item_location: ItemLocation
    actor_weapon_location: ActorWeaponLocation


def unarmed_weapon_size(size: Size) -> Size:
    """Return the weapon size of unarmed strikes: one category smaller than the creature (D20S-HOUSE-10)."""
    return one_smaller(known_size(size))


def taken_to(*, unarmed: bool) -> ItemLocation:
    """Say where an object goes that the target loses (D20S-DIS-05, D20S-DIS-09)."""
    return "actor_hand" if unarmed else "ground_target_feet"


def kept_at(*, unarmed: bool) -> ActorWeaponLocation:
    """Say where the actor's weapon is unless it is knocked away."""
    return "none" if unarmed else "actor_hand"


def taking_terms(acting: Wielder, other: Wielder) -> tuple[Term, ...]:
    """Return what is added to the roll of the side that disarms (D20S-DIS-03, D20S-DIS-04)."""
    attack = acting.attack_terms or (Term("attack_bonus", acting.attack_bonus, ("D20S-DIS-03",)),)
    weapons = size_term(acting.weapon_size, other.weapon_size, "weapon_size_difference")
    return (*attack, weapons, size_term(acting.size, other.size))


def keeping_terms(other: Wielder, acting: Wielder) -> tuple[Term, ...]:
    """Return what is added to the roll of the side that may lose the object (D20S-DIS-03, D20S-DIS-04)."""
    return (
        *taking_terms(other, acting),
        Term("two_hands", TWO_HANDS if other.two_handed else 0, ("D20S-DIS-04",)),
    )


def taking_modifier(acting: Wielder, other: Wielder) -> int:
    """Return the sum of `taking_terms`."""
    return total(taking_terms(acting, other))


def keeping_modifier(other: Wielder, acting: Wielder) -> int:
    """Return the sum of `keeping_terms`."""
    return total(keeping_terms(other, acting))


def secured_term(security: ObjectSecurity, wanted: ObjectSecurity) -> Term:
    """Return the bonus of the side that a worn object's fastening favours (D20S-GRB-03)."""
    return Term("secured", SECURITY if security == wanted else 0, ("D20S-GRB-03",))


def known_sides(actor: Wielder, target: Wielder) -> None:
    """Refuse unknown sizes of creatures or weapons."""
    for field, side in (("actor", actor), ("target", target)):
        known_size(side.size, field)
        known_size(side.weapon_size, field)


def known_security(security: ObjectSecurity) -> ObjectSecurity:
    """Return how a worn object is secured, or refuse it as unknown."""
    return one_of(security, OBJECT_SECURITIES, "d20.disarm.security_unknown", field="object_security")


def may_counter_disarm(actor: Wielder, check: Opposed) -> bool:
    """Say whether the target may disarm in return: it won, and the actor has a weapon to lose (D20S-DIS-06)."""
    return not check.won and not actor.unarmed


def disarm_counter(actor: Wielder, target: Wielder, contests: Contests = USUAL_CONTESTS) -> Throws[Opposed]:
    """Roll the disarm in return, roles exchanged, the target's die first (D20S-DIS-06)."""
    modifiers = taking_modifier(target, actor), keeping_modifier(actor, target)
    return (yield from opposed_check("counter_disarm", *modifiers, contests, acting=TARGET, other=ACTOR))


def disarm_melee_weapon(actor: Wielder, target: Wielder, contests: Contests = USUAL_CONTESTS) -> Throws[Disarm]:
    """Try to disarm the wielder of a melee weapon; damage beforehand stops nothing (D20S-DIS-01 to -07).

    Rolls actor's and target's d20; in return target's and actor's d20, where the target chooses it (`counter`). Makes
    known the first contest as `check`. Raises UnknownValue.
    """
    known_sides(actor, target)
    modifiers = taking_modifier(actor, target), keeping_modifier(target, actor)
    check = yield from opposed_check("disarm", *modifiers, contests)
    yield from known("check", check)
    kept = kept_at(unarmed=actor.unarmed)
    if check.won:
        return Disarm(check, taken_to(unarmed=actor.unarmed), kept)
    if not may_counter_disarm(actor, check) or not (yield from decide("counter", TARGET, False)):
        return Disarm(check, "target", kept)
    counter = yield from disarm_counter(actor, target, contests)
    return Disarm(check, "target", "ground_actor_feet" if counter.won else kept, counter)


def grab_worn_object(
    actor: Wielder,
    target: Wielder,
    *,
    opportunity_damage: int = 0,
    object_security: ObjectSecurity = "normal",
    contests: Contests = USUAL_CONTESTS,
) -> Throws[Disarm]:
    """Try to snatch an object that the target wears (D20S-GRB-01 to -04).

    opportunity_damage: of any kind, from the target's attack of opportunity; any of it ends the attempt before a die
    falls. Rolls actor's d20, target's d20. Raises UnknownValue, OutOfRange.
    """
    known_sides(actor, target)
    known_security(object_security)
    at_least(opportunity_damage, 0, "d20.damage.negative", field="opportunity_damage")
    kept = kept_at(unarmed=actor.unarmed)
    if opportunity_damage > 0:
        return Disarm(None, "target", kept)
    check = yield from opposed_check(
        "disarm",
        taking_modifier(actor, target) + secured_term(object_security, "poor").value,
        keeping_modifier(target, actor) + secured_term(object_security, "well").value,
        contests,
    )
    return Disarm(check, taken_to(unarmed=actor.unarmed) if check.won else "target", kept)


def disarm_ranged_weapon(
    *,
    attack_bonus: int,
    unarmed: bool,
    weapon_size: Size,
    two_handed: bool,
    dexterity_modifier: int,
    class_defense_bonus: int,
) -> Throws[RangedDisarm]:
    """Try to disarm the wielder of a ranged weapon by striking the weapon (D20S-DIS-08 to -10).

    weapon_size, two_handed: of the weapon; dexterity_modifier, class_defense_bonus: of its holder. Rolls d20. Raises
    UnknownValue.
    """
    known_size(weapon_size, "target")
    defense = held_defense(weapon_size, dexterity_modifier, class_defense_bonus)
    defense += TWO_HANDS_RANGED if two_handed else 0
    attack = yield from roll_against("attack", attack_bonus, defense)
    location: ItemLocation = taken_to(unarmed=unarmed) if attack.success else "target"
    return RangedDisarm(defense, attack, location, kept_at(unarmed=unarmed))


MELEE = ("D20S-DIS-01", "D20S-DIS-02", "D20S-DIS-03", "D20S-DIS-04", "D20S-DIS-05")

RANGED = ("D20S-DIS-08", "D20S-DIS-09", "D20S-DIS-10")

GRABBING = ("D20S-GRB-01", "D20S-GRB-02", "D20S-GRB-03", "D20S-GRB-04")

DISARM_AIMS = ("main", "off", "worn")


def dropped(fight: D20Fight, who: Id, key: str, notes: Notes, *, rules: tuple[str, ...]) -> D20Fight:
    """Drop a weapon to its owner's feet (D20S-DIS-05, D20S-TRIP-11)."""
    body = fight.body(who)
    if key == UNARMED or not body.has(key):
        return fight
    notes.tell("disarm.falls", who=who, weapon=body.weapon(key).name, rules=rules)
    after = body.with_arm(key, replace(body.arm(key), place="ground"))
    return fight.with_body(who, hands_off(after, key))


def hands_off(body: Body, key: str) -> Body:
    """The body whose hand no longer holds this weapon."""
    if body.main == key:
        return replace(body, main=UNARMED, both=False)
    return replace(body, off="") if body.off == key else body


def snatched(fight: D20Fight, who: Id, key: str, by: Id, notes: Notes, *, rules: tuple[str, ...]) -> D20Fight:
    """Put a weapon into the hand that took it (D20S-DIS-05)."""
    body = fight.body(who)
    weapon = body.weapon(key)
    notes.tell("disarm.takes", who=by, target=who, weapon=weapon.name, rules=rules)
    after = body.with_arm(key, replace(body.arm(key), place="taken", holder=by))
    fight = fight.with_body(who, hands_off(after, key))
    taker = fight.body(by)
    own = f"{key}:{who}"
    taker = replace(taker, gained=put(taker.gained, own, replace(weapon, key=own)))
    taker = replace(taker, main=own, both=weapon.two_handed) if taker.main == UNARMED else taker
    return fight.with_body(by, taker)


def wielder(fight: D20Fight, who: Id, attack: Reckoned, key: str) -> Wielder:
    """One side of a disarm, with the weapon of this key (D20S-DIS-03, D20S-DIS-04, D20S-HOUSE-10)."""
    body = fight.body(who)
    weapon = body.weapon(key)
    size = unarmed_weapon_size(body.size) if weapon.unarmed else weapon.size
    both = weapon.two_handed or (body.both and body.main == key)
    return Wielder(attack.bonus, body.size, size, both, unarmed=weapon.unarmed, attack_terms=attack.terms)


def disarm_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The target, the object, and how well a worn object is fastened."""
    if actor is None or actor not in fight.combatants:
        return ()
    aims = options_of("disarm_aim", DISARM_AIMS)
    fastened = options_of("fastened", OBJECT_SECURITIES)
    return (
        target_input(fight, actor, viewer),
        Choice("aim", "input.disarm_aim", required=False, default="main", layout="segments", options=aims),
        Text("object", "input.worn_object", required=False, length=60, fresh=True),
        Choice("fastened", "input.fastened", required=False, default="normal", layout="segments", options=fastened),
        *seldom(others_input()),
    )


def disarm_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Strike the weapon from a hand, or snatch what is worn; the target may strike first (D20S-DIS-01 to -10)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    target = in_reach(fight, actor, command)
    aim = values["aim"] or "main"
    theirs = fight.body(target)
    key = theirs.off if aim == "off" else theirs.main
    if aim != "worn":
        held_in(fight, target, key)
    if aim == "worn" and not values["object"]:
        raise NotAllowed("d20.disarm.what", field="object")
    fight, base = attack_spent(fight, actor, "disarm")
    trying = Replacing(actor, target, base)
    fight = yield from _tried(fight, trying, key if aim != "worn" else "", values, notes)
    return Outcome(fight, notes.so_far)


def _tried(fight: D20Fight, trying: Replacing, key: str, values: Mapping[str, Json], notes: Notes) -> Steps[D20Fight]:
    """The whole attempt, the blow that it draws first (D20S-DIS-02, D20S-DIS-10, D20S-GRB-01).

    key: of the weapon; "" for what is worn.
    """
    actor, target = trying.actor, trying.target
    worn, melee = not key, not key or fight.body(target).weapon(key).melee
    rules = GRABBING if worn else MELEE if melee else RANGED
    tries(actor, target, "grab" if worn else "disarm", notes, rules)
    fight = comes_near(fight, actor, target, notes)
    act: Provoking = "grab_worn_object" if worn else "disarm_melee_weapon" if melee else "disarm_ranged_weapon"
    fight, hurt = yield from draws(fight, actor, target, act, notes, trying.key)
    if not go_on_after(fight, actor, notes) or (key and not fight.body(target).has(key)):
        return fight
    mine = fight.body(actor).main
    weapon = fight.body(actor).weapon(mine)
    others = values.get("others")
    bonus = against(fight, actor, target, trying.base, others, weapon=weapon, touch=False, tactics=trying.tactics)
    # before the roll, which makes no difference (D20C-CON-04): of a grasp at nothing nothing comes, not even an answer
    blow = Attempt(actor, target, weapon, Manner("melee"), trying.base, key=f"{trying.key}disarm:")
    if not (yield from through_concealment(fight, blow, notes, hit=True)):
        return (yield from strain(fight, actor, notes))
    if worn:
        fight = yield from _grab(fight, trying, values, bonus, notes, hurt=hurt)
    elif melee:
        fight = yield from _melee(fight, trying, key, bonus, notes)
    else:
        fight = yield from _ranged(fight, trying, key, bonus, notes)
    return (yield from strain(fight, actor, notes))


def held_in(fight: D20Fight, target: Id, key: str) -> str:
    """The key of a weapon in a hand, which can be knocked out of it; raises NotAllowed (D20S-DIS-01)."""
    body = fight.body(target)
    if not key or body.weapon(key).unarmed or body.weapon(key).use == "natural":
        raise NotAllowed("d20.disarm.nothing", field="target")
    return key


def _may_disarm(fight: D20Fight, actor: Id, target: Id) -> None:
    """Refuse to disarm a thing, and those with nothing in the main hand (D20S-DIS-01)."""
    if fight.body(target).being == "object":
        raise NotAllowed("d20.special.creatures_only", field="target")
    held_in(fight, target, fight.body(target).main)


def _instead(fight: D20Fight, trying: Replacing, notes: Notes) -> Steps[tuple[D20Fight, int]]:
    """Disarm the main hand in the place of a blow (D20C-AOT-09)."""
    return (yield from _tried(fight, trying, fight.body(trying.target).main, {}, notes)), 0


takes_the_place_of_a_blow("disarm", _may_disarm, _instead)


def _their_bonus(fight: D20Fight, target: Id, actor: Id, key: str) -> Reckoned:
    body = fight.body(target)
    return against(fight, target, actor, base_attack(body), weapon=body.weapon(key), touch=False)


def _melee(fight: D20Fight, trying: Replacing, key: str, bonus: Reckoned, notes: Notes) -> Steps[D20Fight]:
    actor, target = trying.actor, trying.target
    mine = fight.body(actor).main
    sides = wielder(fight, actor, bonus, mine), wielder(fight, target, _their_bonus(fight, target, actor, key), key)
    there = taking_terms(*sides), keeping_terms(*sides[::-1])
    back = taking_terms(*sides[::-1]), keeping_terms(*sides)
    found = yield from contest(
        fight,
        disarm_melee_weapon(*sides, contests_of(fight)),
        actor,
        target,
        notes,
        f"{trying.key}disarm",
        keys={"counter_disarm": f"{trying.key}return"},
        choices={
            "counter": flag_choice(
                f"{trying.key}return",
                target,
                "disarms",
                "input.disarms_back",
                "answer.let_pass",
                "ask.disarm_back",
                notes,
                unasked=False,
            )
        },
        told={"check": lambda check: tell_contest(fight, actor, target, check, notes, MELEE, there)},
    )
    if found.item_location == "actor_hand":
        return snatched(fight, target, key, actor, notes, rules=MELEE)
    if found.success:
        return dropped(fight, target, key, notes, rules=MELEE)
    if found.counter is not None:
        tell_contest(fight, target, actor, found.counter, notes, ("D20S-DIS-06", "D20S-DIS-07"), back)
    lost = found.actor_weapon_location == "ground_actor_feet"
    return dropped(fight, actor, mine, notes, rules=("D20S-DIS-06",)) if lost else fight


def _ranged(fight: D20Fight, trying: Replacing, key: str, bonus: Reckoned, notes: Notes) -> Steps[D20Fight]:
    actor, target = trying.actor, trying.target
    body = fight.body(target)
    weapon, unarmed = body.weapon(key), fight.body(actor).main == UNARMED
    rule = disarm_ranged_weapon(
        attack_bonus=bonus.bonus,
        unarmed=unarmed,
        weapon_size=weapon.size,
        two_handed=weapon.two_handed,
        dexterity_modifier=modifier(body, "dexterity", effects_of(fight, target)),
        class_defense_bonus=body.class_bonus,
    )
    found = yield from contest(fight, rule, actor, target, notes, f"{trying.key}disarm")
    seen = rolls_seen(fight, actor)
    told = roll_terms(fight, actor, found.attack.face, bonus.terms, RANGED)
    needed = reach(found.defense, "D20S-DIS-08", audience=controllers_of(target))
    notes.tell(
        "attack.total",
        found.attack.total,
        who=actor,
        target=target,
        rules=RANGED,
        audience=seen,
        terms=(*told, needed),
    )
    notes.tell("attack.hit" if found.attack.success else "attack.miss", who=actor, target=target, rules=RANGED)
    if found.item_location == "actor_hand":
        return snatched(fight, target, key, actor, notes, rules=RANGED)
    return dropped(fight, target, key, notes, rules=RANGED) if found.attack.success else fight


def _grab(
    fight: D20Fight, trying: Replacing, values: Mapping[str, Json], bonus: Reckoned, notes: Notes, *, hurt: bool
) -> Steps[D20Fight]:
    actor, target = trying.actor, trying.target
    mine, theirs = fight.body(actor).main, fight.body(target).main
    sides = (
        wielder(fight, actor, bonus, mine),
        wielder(fight, target, _their_bonus(fight, target, actor, theirs), theirs),
    )
    security = cast(ObjectSecurity, values["fastened"] or "normal")
    rule = grab_worn_object(*sides, opportunity_damage=int(hurt), object_security=security, contests=contests_of(fight))
    found = yield from contest(fight, rule, actor, target, notes, "grab")
    if found.check is None:
        notes.tell("grab.interrupted", who=actor, target=target, object=values["object"], rules=("D20S-GRB-02",))
        return fight
    there = (
        (*taking_terms(*sides), secured_term(security, "poor")),
        (*keeping_terms(*sides[::-1]), secured_term(security, "well")),
    )
    tell_contest(fight, actor, target, found.check, notes, GRABBING, there)
    notes.tell(
        "grab.got" if found.success else "grab.missed",
        who=actor,
        target=target,
        object=values["object"],
        rules=GRABBING,
    )
    return fight


DISARM: Action[Body, Round] = Action(
    "disarm", disarm_resolve, disarm_inputs, attack_needed, icon="hand-helping", of_the_turn=True, needs_actor=True
)
