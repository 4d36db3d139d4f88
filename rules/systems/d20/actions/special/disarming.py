"""Disarming, and snatching what somebody wears (D20S-DIS-01 to -10, D20S-GRB-01 to -04, D20S-HOUSE-10)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Option, Text
from rules.core.requests import Steps, choose
from rules.core.system import Action
from rules.core.types import Id, put
from rules.systems.d20.actions.acting import here
from rules.systems.d20.actions.blows import Blow, others_input
from rules.systems.d20.actions.effort import strain
from rules.systems.d20.actions.opportunity import go_on_after
from rules.systems.d20.actions.shelter import through_concealment
from rules.systems.d20.actions.special.common import (
    against,
    attack_spent,
    check_attack,
    contest,
    draws,
    in_reach,
    target_input,
    tell_contest,
    tries,
)
from rules.systems.d20.arms import UNARMED
from rules.systems.d20.bearing import base_attack, effects_of, modifier
from rules.systems.d20.modifiers import Manner
from rules.systems.d20.phases import Round
from rules.systems.d20.special.disarm import (
    OBJECT_SECURITIES,
    ObjectSecurity,
    Wielder,
    disarm_counter,
    disarm_melee_weapon,
    disarm_ranged_weapon,
    grab_worn_object,
    may_counter_disarm,
    unarmed_weapon_size,
)
from rules.systems.d20.state import Body, D20Fight

MELEE = ("D20S-DIS-01", "D20S-DIS-02", "D20S-DIS-03", "D20S-DIS-04", "D20S-DIS-05")
RANGED = ("D20S-DIS-08", "D20S-DIS-09", "D20S-DIS-10")
GRABBING = ("D20S-GRB-01", "D20S-GRB-02", "D20S-GRB-03", "D20S-GRB-04")
AIMS = ("main", "off", "worn")


def dropped(fight: D20Fight, who: Id, key: str, notes: Notes, *, rules: tuple[str, ...]) -> D20Fight:
    """A weapon falls to its owner's feet (D20S-DIS-05, D20S-TRIP-11)."""
    body = fight.combatants[who].body
    if key == UNARMED or not body.has(key):
        return fight
    params: dict[str, Param] = {"who": Ref(who), "weapon": body.weapon(key).name}
    notes.add(Fact("disarm.falls", params=params, rules=rules))
    after = body.with_arm(key, replace(body.arm(key), place="ground"))
    return fight.with_body(who, _hands_off(after, key))


def _hands_off(body: Body, key: str) -> Body:
    if body.main == key:
        return replace(body, main=UNARMED, both=False)
    return replace(body, off="") if body.off == key else body


def snatched(fight: D20Fight, who: Id, key: str, by: Id, notes: Notes, *, rules: tuple[str, ...]) -> D20Fight:
    """A weapon is in the hand of whoever took it (D20S-DIS-05)."""
    body = fight.combatants[who].body
    weapon = body.weapon(key)
    params: dict[str, Param] = {"who": Ref(by), "target": Ref(who), "weapon": weapon.name}
    notes.add(Fact("disarm.takes", params=params, rules=rules))
    after = body.with_arm(key, replace(body.arm(key), place="taken", holder=by))
    fight = fight.with_body(who, _hands_off(after, key))
    taker = fight.combatants[by].body
    own = f"{key}:{who}"
    taker = replace(taker, gained=put(taker.gained, own, replace(weapon, key=own)))
    taker = replace(taker, main=own, both=weapon.two_handed) if taker.main == UNARMED else taker
    return fight.with_body(by, taker)


def wielder(fight: D20Fight, who: Id, bonus: int, key: str) -> Wielder:
    """One side of a disarm, with the weapon of this key (D20S-DIS-03, D20S-DIS-04, D20S-HOUSE-10)."""
    body = fight.combatants[who].body
    weapon = body.weapon(key)
    size = unarmed_weapon_size(body.size) if weapon.unarmed else weapon.size
    both = weapon.two_handed or (body.both and body.main == key)
    return Wielder(bonus, body.size, size, both, unarmed=weapon.unarmed)


def inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, of what, and how well what is worn is fastened."""
    if actor is None or actor not in fight.combatants:
        return ()
    aims = tuple(Option(aim, Fact(f"disarm_aim.{aim}")) for aim in AIMS)
    fastened = tuple(Option(name, Fact(f"fastened.{name}")) for name in OBJECT_SECURITIES)
    return (
        target_input(fight, actor, viewer),
        Choice("aim", "input.disarm_aim", required=False, default="main", layout="segments", options=aims),
        Text("object", "input.worn_object", required=False, length=60, fresh=True),
        Choice("fastened", "input.fastened", required=False, default="normal", layout="segments", options=fastened),
        others_input(),
    )


def check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """An attack must be left."""
    check_attack(fight, command, viewer)


def resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Strike the weapon from a hand, or snatch what is worn; the target may strike first (D20S-DIS-01 to -10)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    target = in_reach(fight, actor, command)
    aim = values["aim"] or "main"
    theirs = fight.combatants[target].body
    key = theirs.off if aim == "off" else theirs.main
    if aim != "worn" and (not key or theirs.weapon(key).unarmed):
        raise NotAllowed("d20.disarm.nothing", field="target")
    if aim == "worn" and not values["object"]:
        raise NotAllowed("d20.disarm.what", field="object")
    melee = aim == "worn" or theirs.weapon(key).melee
    fight, base = attack_spent(fight, actor, "disarm")
    rules = GRABBING if aim == "worn" else MELEE if melee else RANGED
    tries(actor, target, "grab" if aim == "worn" else "disarm", notes, rules)
    act = "grab_worn_object" if aim == "worn" else "disarm_melee_weapon" if melee else "disarm_ranged_weapon"
    fight, hurt = yield from draws(fight, actor, target, act, notes)  # type: ignore[arg-type]
    if not go_on_after(fight, actor, notes):
        return Outcome(fight, notes.so_far)
    mine = fight.combatants[actor].body.main
    weapon = fight.combatants[actor].body.weapon(mine)
    bonus = against(fight, actor, target, base, values["others"], weapon=weapon, touch=False).bonus
    # before the roll, which makes no difference (D20C-CON-04): of a grasp at nothing nothing comes, not even an answer
    blow = Blow(actor, target, weapon, Manner("melee"), base, key="disarm:")
    if not (yield from through_concealment(fight, blow, notes, hit=True)):
        return Outcome((yield from strain(fight, actor, notes)), notes.so_far)
    if aim == "worn":
        fight = yield from _grab(fight, command, actor, target, bonus, notes, hurt=hurt)
    elif melee:
        fight = yield from _melee(fight, actor, target, key, bonus, notes)
    else:
        fight = yield from _ranged(fight, actor, target, key, bonus, notes)
    fight = yield from strain(fight, actor, notes)
    return Outcome(fight, notes.so_far)


def _their_bonus(fight: D20Fight, target: Id, actor: Id, key: str) -> int:
    body = fight.combatants[target].body
    return against(fight, target, actor, base_attack(body), weapon=body.weapon(key), touch=False).bonus


def _melee(fight: D20Fight, actor: Id, target: Id, key: str, bonus: int, notes: Notes) -> Steps[D20Fight]:
    mine = fight.combatants[actor].body.main
    sides = wielder(fight, actor, bonus, mine), wielder(fight, target, _their_bonus(fight, target, actor, key), key)
    found = yield from contest(fight, disarm_melee_weapon(*sides), actor, target, notes, "disarm")
    if found.check is None:
        return fight
    tell_contest(fight, actor, target, found.check, notes, MELEE)
    if found.success:
        if found.item_location == "actor_hand":
            return snatched(fight, target, key, actor, notes, rules=MELEE)
        return dropped(fight, target, key, notes, rules=MELEE)
    if not may_counter_disarm(sides[0], found.check):
        return fight
    answer = yield from choose(
        f"return:{target}",
        target,
        Flag("disarms", "input.disarms_back", default=True, fresh=True),
        so_far=notes.so_far,
        default={"disarms": False},
        label="ask.disarm_back",
    )
    if not answer["disarms"]:
        return fight
    counter = yield from contest(fight, disarm_counter(*sides), actor, target, notes, "return")
    tell_contest(fight, target, actor, counter, notes, ("D20S-DIS-06", "D20S-DIS-07"))
    return dropped(fight, actor, mine, notes, rules=("D20S-DIS-06",)) if counter.won else fight


def _ranged(fight: D20Fight, actor: Id, target: Id, key: str, bonus: int, notes: Notes) -> Steps[D20Fight]:
    body = fight.combatants[target].body
    weapon, unarmed = body.weapon(key), fight.combatants[actor].body.main == UNARMED
    rule = disarm_ranged_weapon(
        attack_bonus=bonus,
        unarmed=unarmed,
        weapon_size=weapon.size,
        two_handed=weapon.two_handed,
        dexterity_modifier=modifier(body, "dexterity", effects_of(fight, target)),
        class_defense_bonus=body.class_bonus,
    )
    found = yield from contest(fight, rule, actor, target, notes, "disarm")
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target)}
    notes.add(Fact("attack.hit" if found.attack.success else "attack.miss", params=params, rules=RANGED))
    if found.item_location == "actor_hand":
        return snatched(fight, target, key, actor, notes, rules=RANGED)
    return dropped(fight, target, key, notes, rules=RANGED) if found.attack.success else fight


def _grab(
    fight: D20Fight, command: Command, actor: Id, target: Id, bonus: int, notes: Notes, *, hurt: bool
) -> Steps[D20Fight]:
    mine, theirs = fight.combatants[actor].body.main, fight.combatants[target].body.main
    sides = (
        wielder(fight, actor, bonus, mine),
        wielder(fight, target, _their_bonus(fight, target, actor, theirs), theirs),
    )
    security = cast(ObjectSecurity, command.inputs["fastened"] or "normal")
    rule = grab_worn_object(*sides, opportunity_damage=int(hurt), object_security=security)
    found = yield from contest(fight, rule, actor, target, notes, "grab")
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target), "object": command.inputs["object"]}
    if found.check is None:
        notes.add(Fact("grab.interrupted", params=params, rules=("D20S-GRB-02",)))
        return fight
    tell_contest(fight, actor, target, found.check, notes, GRABBING)
    notes.add(Fact("grab.got" if found.success else "grab.missed", params=params, rules=GRABBING))
    return fight


DISARM: Action[Body, Round] = Action(
    "disarm", resolve, inputs, check, icon="hand-helping", of_the_turn=True, needs_actor=True
)
