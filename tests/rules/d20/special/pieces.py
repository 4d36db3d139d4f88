"""Whole attempts at special manoeuvres as worked cases and tests give them, put together from what play executes.

At the table other things happen between the steps: attacks of opportunity, payments, questions. Here they follow each
other with plain values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.facts import Notes
from rules.core.fight import Command
from rules.core.throws import Throws
from rules.core.types import Id
from rules.systems.d20.aid import aid_effect
from rules.systems.d20.arms import BARE_HANDS
from rules.systems.d20.attack import blow_of
from rules.systems.d20.attack_bonus import TACTICS, attack_bonus
from rules.systems.d20.attack_roll import AttackMode, known_attack_mode
from rules.systems.d20.bearing import effects_of
from rules.systems.d20.budget import TurnAction, check_plan
from rules.systems.d20.dice import roll_against
from rules.systems.d20.effects import Effect
from rules.systems.d20.firearms import Firearm, Form, check_can_fire, volley
from rules.systems.d20.grapple import Bond, GrappleStatus, known_status
from rules.systems.d20.grappling import with_bonds
from rules.systems.d20.lasting import counted, counted_down
from rules.systems.d20.maneuvers import (
    BULL_RUSHING,
    OVERRUNNING,
    SHORTEST_RUN_FT,
    Footing,
    Maneuver,
    Rush,
    Within,
    rush_cost,
)
from rules.systems.d20.maneuvers import obstacles as obstacles_now
from rules.systems.d20.modifiers import Manner, defense_with, on_attack, on_defense
from rules.systems.d20.opportunity import stands_still
from rules.systems.d20.overrun import DEFENDER_CHOICES, DefenderChoice, Overrun, after_trip
from rules.systems.d20.sizes import Size, known_size
from rules.systems.d20.state import D20Fight, Planted, bears, with_effect
from rules.systems.d20.trip import TRIP_METHODS, Method, trip
from tests.rules.d20.actions.scene import scene


@cache
def fight_of_the_scene() -> D20Fight:
    """Ana beside Bruno and a thug, in the first round."""
    fight: D20Fight = scene(near=(("ana", "thug"), ("ana", "bruno"))).fight
    return fight


# What stands against a maneuver

RUSHES: Mapping[str, Rush] = {"overrun": OVERRUNNING, "bull_rush": BULL_RUSHING}


def fits(*actions: TurnAction) -> bool:
    """Say whether a turn has room for all of this."""
    try:
        check_plan(actions)
    except NotAllowed:
        return False
    return True


def obstacles(
    maneuver: Maneuver,
    actor_size: Size,
    target_size: Size,
    *,
    within: Within | None = None,
    five_foot_step: bool = False,
    attempts_this_action: int = 0,
    straight_run_ft: int | None = None,
) -> tuple[str, ...]:
    """Name what stands against a maneuver, with what the budget of the turn refuses (D20S-OVR-02, D20S-OVR-04)."""
    found: list[str] = list(
        obstacles_now(maneuver, actor_size, target_size, within=within, straight_run_ft=straight_run_ft)
    )
    at_least(attempts_this_action, 0, "d20.maneuver.attempts_negative", field="attempts_this_action")
    if maneuver in RUSHES and within is not None:
        once = [spent.done for spent in rush_cost(RUSHES[maneuver], within, SHORTEST_RUN_FT)]
        late = found[-1:] if found[-1:] == ["run_too_short"] else []
        found = found[: len(found) - len(late)]
        if five_foot_step and not fits(TurnAction("step", "five_foot_step", distance_ft=5), *once):
            found.append("five_foot_step")
        if maneuver == "overrun" and not fits(*once * (1 + attempts_this_action)):
            found.append("second_attempt")
        found.extend(late)
    return tuple(found)


def overrun(
    actor: Footing,
    target: Footing,
    *,
    method: Method,
    defender_choice: DefenderChoice,
    square_behind_occupied: bool,
    touch_attack_bonus: int,
    touch_defense: int,
    **way: Any,
) -> Throws[Overrun]:
    """Carry out an overrun; blocked, it is a whole trip attack. `way`: what `obstacles` asks of the way."""
    one_of(method, TRIP_METHODS, "d20.trip.method_unknown", field="method")
    one_of(defender_choice, DEFENDER_CHOICES, "d20.overrun.choice_unknown", field="defender_choice")
    against = obstacles("overrun", actor.size, target.size, **way)
    if against:
        raise NotAllowed(f"d20.maneuver.{against[0]}", params={"obstacles": against})
    tried = None
    if defender_choice == "block":
        tried = yield from trip(
            actor, target, touch_attack_bonus=touch_attack_bonus, touch_defense=touch_defense, method=method
        )
    return after_trip(tried, square_behind_occupied=square_behind_occupied)


# Firearms


@dataclass(frozen=True)
class Shot:
    """One attack with a firearm; attack_modifier: the bonus after penalties."""

    attack_modifier: int
    attack_total: int
    hit: bool
    provokes: bool
    rounds_left: int
    wasted_bullets: int
    extra_damage_dice: int


def shot_modifier(*, personal_proficiency: bool, longarm: bool, target_adjacent: bool) -> int:
    """Add up the penalties of shooter and weapon (D20S-GUN-02, D20S-GUN-06)."""
    untrained = attack_bonus(
        "ranged",
        base_attack_bonus=0,
        strength_modifier=0,
        dexterity_modifier=0,
        size="medium",
        proficient=personal_proficiency,
    )
    return sum(term.value for term in untrained.terms) + (
        TACTICS["longarm_adjacent"].modifier if longarm and target_adjacent else 0
    )


def shoot(
    firearm: Firearm,
    form: Form,
    *,
    attack_bonus: int,
    target_defense: int,
    personal_proficiency: bool,
    target_adjacent: bool,
    in_threatened_square: bool,
    bullets_fired: int | None = None,
    burst_fire_feat: bool = False,
) -> Throws[Shot]:
    """Make one attack with a firearm; the bullets are gone, hit or miss (D20S-GUN-01 to -07, D20S-AUTO-07, -08)."""
    fired = volley(form, bullets_fired=bullets_fired, burst_fire_feat=burst_fire_feat)
    at_least(firearm.rounds_loaded, 0, "d20.firearm.rounds_negative", field="rounds_loaded")
    check_can_fire(firearm, automatic=form == "automatic_target", bullets=fired.bullets)
    penalties = shot_modifier(
        personal_proficiency=personal_proficiency, longarm=firearm.longarm, target_adjacent=target_adjacent
    )
    modifier = attack_bonus + fired.attack_modifier + penalties
    attack = yield from roll_against("attack", modifier, target_defense)
    return Shot(
        modifier,
        attack.total,
        attack.success,
        in_threatened_square,
        firearm.rounds_loaded - fired.bullets,
        fired.wasted,
        fired.extra_damage_dice,
    )


# Objects


@dataclass(frozen=True)
class Holder:
    """The holder of an object; class_bonus: innate bonus to Defense, at least 0."""

    dexterity_modifier: int
    class_bonus: int


@dataclass(frozen=True)
class ObjectAttack:
    """An attack on an object; no total where the hit is automatic."""

    defense: int
    auto_hit: bool
    attack_total: int | None
    hit: bool


def attack_object(
    size: Size, *, holder: Holder | None, immobile: bool, weapon: AttackMode, full_round: bool, attack_bonus: int
) -> Throws[ObjectAttack]:
    """Attack the door of the scene, made to be such an object, by its form (D20S-OBJ-02 to -04)."""
    known_size(size)
    known_attack_mode(weapon, "weapon")
    if holder is not None:
        at_least(holder.class_bonus, 0, "d20.object.class_bonus_negative", field="holder_class_bonus")
    fight = fight_of_the_scene()
    door, bruno = fight.body("door"), fight.body("bruno")
    thing = replace(door.thing, immobile=immobile, holder=None if holder is None else "bruno")
    fight = fight.with_body("door", replace(door, size=size, thing=thing))
    if holder is not None:
        scores = {**bruno.scores, "dexterity": 10 + 2 * holder.dexterity_modifier}
        fight = fight.with_body("bruno", replace(bruno, scores=scores, class_bonus=holder.class_bonus))
    arms = fight.body("ana").carried()
    used = BARE_HANDS if weapon == "melee" else next(one for one in arms if one.modes[0] == "ranged")
    fight = fight.with_body("ana", replace(fight.body("ana"), main=used.key))
    # the table takes a full round only where it brings something
    at_leisure = full_round and stands_still(fight, "door")
    form = {"target": "door", "weapon": used.key, "mode": weapon, "full_round": at_leisure}
    blow = blow_of(fight, Command("c", "attack", "ana", form))
    met = defense_with(fight, "door", on_defense(fight, "door", "ana", weapon)).defense
    if blow.sure:
        return ObjectAttack(met, True, None, True)
    bonus = attack_bonus + sum(TACTICS[name].modifier for name in blow.manner.tactics)
    attack = yield from roll_against("attack", bonus, met)
    return ObjectAttack(met, False, attack.total, attack.success)


# Explosives


@dataclass(frozen=True)
class Fuse:
    """Something planted after some time."""

    seconds_left: int
    detonates: bool


def burn_fuse(seconds_left: int, elapsed: int) -> Fuse:
    """Let the timer of something planted run (D20S-EXP-11)."""
    at_least(seconds_left, 1, "d20.explosive.timer_over", field="seconds_left")
    at_least(elapsed, 0, "d20.explosive.elapsed_negative", field="elapsed")
    planted = Planted("planted1", BARE_HANDS, left=seconds_left).burnt(elapsed)
    return Fuse(max(0, planted.left), planted.due)


# Grapple


@dataclass(frozen=True)
class GrappleEffects:
    """What a grapple does to a combatant against one attack."""

    defense_modifier: int
    loses_dex_bonus: bool
    threatens: bool
    can_move: bool
    helpless: bool


GRAPPLE_ATTACKERS: Mapping[str, Id] = {"outsider": "bruno", "grapple_partner": "ana", "pinner": "ana"}


def grapple_effects(status: GrappleStatus, attacker: str, attack: AttackMode) -> GrappleEffects:
    """Let Ana and the thug wrestle, and see what meets an attack on the thug (D20S-GRAP-16 to -18, D20S-GRAP-23)."""
    known_status(status)
    one_of(attacker, GRAPPLE_ATTACKERS, "d20.grapple.attacker_unknown", field="attacker")
    known_attack_mode(attack)
    if attacker == "pinner" and status != "pinned":
        raise NotAllowed("d20.grapple.not_pinned", field="attacker")
    by: Mapping[str, Id] = {"pinned": "dog" if attacker == "grapple_partner" else "ana", "pinning": "thug"}
    pinner = by.get(status)
    bonds = [Bond("ana", "thug", pinner if pinner in ("ana", "thug") else None)]
    if pinner == "dog":
        bonds.append(Bond("dog", "thug", "dog"))
    fight = fight_of_the_scene()
    if status == "pinned":
        fight = with_effect(fight, "thug", Effect("pinned", "condition", "pinned", by=pinner))
    fight = with_bonds(fight, tuple(bonds))
    found = on_defense(fight, "thug", GRAPPLE_ATTACKERS[attacker], attack)
    effects = effects_of(fight, "thug")
    return GrappleEffects(
        sum(one.value for one in found if one.way == "plain"),
        any(one.way == "denies" for one in found),
        effects.can_attack_of_opportunity,
        effects.speed_factor > 0,
        effects.helpless,
    )


# What lasts a round


ROUND_EFFECTS: Mapping[str, Effect] = {
    "pin": Effect("pinned", "condition", "pinned", by="ana"),
    "aid_bonus": aid_effect("ana", "thug", "attack"),
}


def effect_active(
    effect: str, *, applied_round: int, applied_initiative: int, round_number: int, initiative: int
) -> bool:
    """Say whether what Ana brought about on her count still holds on Bruno's (D20S-GRAP-35, D20S-AID-05)."""
    brought = ROUND_EFFECTS[one_of(effect, ROUND_EFFECTS, "d20.effect.unknown", field="effect")]
    at_least(applied_round, 1, "d20.round.too_low", field="applied_round")
    at_least(round_number, 1, "d20.round.too_low", field="round")
    began, moment = (applied_round, -applied_initiative), (round_number, -initiative)
    if moment < began:
        return False
    counts = {"ana": applied_initiative, "bruno": initiative}
    fight = fight_of_the_scene()
    for who, count in counts.items():
        fight = fight.with_body(who, replace(fight.body(who), initiative=count))
    fight = replace(fight, round=replace(fight.round, number=applied_round, counted=None, passed=applied_initiative))
    fight = with_effect(fight, "thug", counted(fight, brought, 1, "ana"))
    turns = sorted(
        (number, -count, who) for number in range(applied_round, round_number + 1) for who, count in counts.items()
    )
    last = applied_round
    for number, count, who in turns:
        if began < (number, count) <= moment:
            fight = counted_down(fight, who, Notes(), renewed=number > last)
            last = number
    return bears(fight.body("thug"), brought.what)


# Help


def combined_aid(helpers: int) -> int:
    """Add up what several helpers bring Bruno in an attack on the thug (D20S-HOUSE-12)."""
    at_least(helpers, 0, "d20.aid.helpers_negative", field="helpers")
    fight = fight_of_the_scene()
    for helper in range(helpers):
        fight = with_effect(fight, "bruno", aid_effect(f"helper{helper}", "thug", "attack"))
    found: Sequence[Any] = on_attack(fight, "bruno", "thug", BARE_HANDS, Manner("melee"))
    return sum(one.value for one in found if one.key == "aid_attack")
