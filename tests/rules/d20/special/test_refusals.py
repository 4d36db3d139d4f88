"""Unknown words and impossible numbers are refused before any die; the least number that makes sense is taken."""

from collections.abc import Callable, Generator
from functools import partial

import pytest

from rules.core.errors import Missing, NotAllowed, OutOfRange, RuleError, UnknownValue
from rules.core.throws import resolved
from rules.systems.d20.autofire import autofire
from rules.systems.d20.bull_rush import Pusher, bull_rush
from rules.systems.d20.disarm import Wielder, disarm_melee_weapon, disarm_ranged_weapon, grab_worn_object
from rules.systems.d20.explosives import BlastTarget, blast, throw_explosive
from rules.systems.d20.firearms import Firearm
from rules.systems.d20.grapple import (
    StrikeDamage,
    TurnLeft,
    Wrestler,
    grapple_load,
    grapple_modifier,
    grapple_option,
)
from rules.systems.d20.grappling import grapple_start
from rules.systems.d20.maneuvers import Footing
from rules.systems.d20.objects import (
    break_object,
    damage_object,
    energy_damage,
    material,
    object_defense,
    repair_object,
    sturdiness,
)
from rules.systems.d20.opportunity import drawn_by
from rules.systems.d20.splash import Bystander, splash_damage, throw_splash_weapon
from rules.systems.d20.trip import trip
from rules.systems.d20.wrestling import GrappleOpponent, grapple_contest
from tests.rules.d20.special.pieces import (
    Holder,
    attack_object,
    burn_fuse,
    combined_aid,
    effect_active,
    grapple_effects,
    obstacles,
    shoot,
)
from tests.vectors.adapters.d20_squares import feet_from_corner

SWORD = Wielder(5, "medium", "medium", two_handed=False)
WALKER = Footing("medium", 1, 1, stable=False)
FIGHTER = Wrestler(3, 2, "medium")
FIST = StrikeDamage(3, 2)
FOE = GrappleOpponent("foe", FIGHTER, "grappling")

a_pusher = partial(bull_rush, charging=False, moves_with_target=True, movement_left_ft=0, square_behind_occupied=False)
a_pistol_striker = partial(
    disarm_ranged_weapon,
    attack_bonus=5,
    unarmed=False,
    weapon_size="small",
    two_handed=False,
    dexterity_modifier=0,
    class_defense_bonus=0,
)
a_trip = partial(trip, touch_attack_bonus=0, touch_defense=10, method="unarmed")
a_shot = partial(
    shoot,
    attack_bonus=0,
    target_defense=10,
    personal_proficiency=True,
    target_adjacent=False,
    in_threatened_square=False,
)
a_spray = partial(autofire, attack_bonus=0, advanced_proficiency=True, damage=0, creatures=())
a_hold = partial(
    grapple_start,
    touch_attack_bonus=0,
    touch_defense=10,
    opportunity_damage=0,
    joining=False,
    grab_only=False,
    can_enter_square=True,
)
a_strike = partial(attack_object, holder=None, immobile=True, weapon="melee", full_round=True, attack_bonus=0)
a_hit = partial(damage_object, hp=0, hp_max=1, hardness=0, damage=0, damage_type="weapon")
a_splash = partial(splash_damage, direct_hit=False, direct_damage=0, splash=0, target=None, creatures=())
a_blast = partial(blast, "thrown", damage=0, save_dc=15, burst_radius_ft=0)
an_effect = partial(effect_active, "pin", applied_round=1, applied_initiative=0, round_number=1, initiative=0)
a_flask = partial(throw_splash_weapon, distance_ft=0, range_increment_ft=1, attack_bonus=0)

UNKNOWN: list[Callable[[], object]] = [
    lambda: obstacles("leap", "medium", "medium"),
    lambda: obstacles("trip", "average", "medium"),
    lambda: obstacles("trip", "medium", "average"),
    lambda: drawn_by("leap", (), "a"),
    lambda: a_flask("sky"),
    lambda: a_shot(Firearm(9), "spray"),
    lambda: a_trip(WALKER, WALKER, method="hook"),
    lambda: a_trip(Footing("average", 1, 1, False), WALKER),
    lambda: a_trip(WALKER, Footing("average", 1, 1, False)),
    lambda: a_pusher(Pusher("average", 1), Pusher("medium", 1)),
    lambda: a_pusher(Pusher("medium", 1), Pusher("average", 1)),
    lambda: disarm_melee_weapon(Wielder(5, "average", "medium", False), SWORD),
    lambda: disarm_melee_weapon(SWORD, Wielder(5, "medium", "average", False)),
    lambda: grab_worn_object(Wielder(5, "medium", "average", False), SWORD),
    lambda: grab_worn_object(SWORD, SWORD, object_security="glued"),
    lambda: a_pistol_striker(weapon_size="average"),
    lambda: a_strike("average"),
    lambda: a_strike("small", weapon="stare"),
    lambda: a_hit(damage_type="spite"),
    lambda: energy_damage(3, "spite"),
    lambda: object_defense("average"),
    lambda: material("cheese"),
    lambda: sturdiness("cheese"),
    lambda: blast("hidden", damage=0, save_dc=15, burst_radius_ft=0, targets=()),
    lambda: a_blast(targets=[BlastTarget("it", "ghost", 0)]),
    lambda: grapple_modifier("average"),
    lambda: grapple_load("average", ()),
    lambda: grapple_load("medium", ["medium", "average"]),
    lambda: grapple_effects("free", "outsider", "melee"),
    lambda: grapple_effects("grappling", "friend", "melee"),
    lambda: grapple_effects("grappling", "outsider", "mental"),
    lambda: a_hold(Wrestler(0, 0, "average"), FIGHTER, FIST),
    lambda: a_hold(FIGHTER, Wrestler(0, 0, "average"), FIST),
    lambda: grapple_option("free", "damage"),
    lambda: grapple_option("grappling", "dance"),
    lambda: grapple_option("grappling", "damage", method="charm"),
    lambda: grapple_option("grappling", "damage", foe="friend"),
    lambda: grapple_contest("dance", FIGHTER, "grappling", [FOE]),
    lambda: grapple_contest("pin", Wrestler(0, 0, "average"), "grappling", [FOE]),
    lambda: grapple_contest("pin", FIGHTER, "free", [FOE]),
    lambda: grapple_contest("pin", FIGHTER, "grappling", [FOE], method="charm"),
    lambda: grapple_contest("pin", FIGHTER, "grappling", [GrappleOpponent("a", FIGHTER, "free")]),
    lambda: grapple_contest("pin", FIGHTER, "grappling", [GrappleOpponent("a", Wrestler(0, 0, "vast"), "pinned")]),
]

IMPOSSIBLE: list[Callable[[], object]] = [
    lambda: obstacles("trip", "medium", "medium", attempts_this_action=-1),
    lambda: a_flask("square", distance_ft=-1),
    lambda: a_flask("square", range_increment_ft=0),
    lambda: throw_explosive(distance_ft=-1, range_increment_ft=1, attack_bonus=0),
    lambda: a_splash(direct_damage=-1),
    lambda: a_splash(splash=-1),
    lambda: a_splash(creatures=[Bystander("a", -1)]),
    lambda: feet_from_corner(-1),
    lambda: a_shot(Firearm(-1), "single"),
    lambda: a_shot(Firearm(9), "extra", bullets_fired=1),
    lambda: a_spray(Firearm(-1, automatic_rate=True)),
    lambda: a_spray(Firearm(9, automatic_rate=True), damage=-1),
    lambda: a_pusher(Pusher("medium", 1), Pusher("medium", 1), movement_left_ft=-1),
    lambda: grab_worn_object(SWORD, SWORD, opportunity_damage=-1),
    lambda: a_strike("small", holder=Holder(0, -1)),
    lambda: a_hit(hp=2),
    lambda: a_hit(hardness=-1),
    lambda: a_hit(damage=-1),
    lambda: a_hit(hp_max=0),
    lambda: break_object(break_dc=0, hp=1, hp_max=1, strength_modifier=0),
    lambda: break_object(break_dc=1, hp=2, hp_max=1, strength_modifier=0),
    lambda: repair_object(hp=2, hp_max=1, repair_bonus=0, has_tools=True),
    lambda: a_blast(damage=-1, targets=()),
    lambda: a_blast(burst_radius_ft=-1, targets=()),
    lambda: a_blast(targets=[BlastTarget("a", "unattended_object", -1)]),
    lambda: burn_fuse(0, 0),
    lambda: burn_fuse(1, -1),
    lambda: a_hold(FIGHTER, FIGHTER, FIST, opportunity_damage=-1),
    lambda: a_hold(FIGHTER, FIGHTER, StrikeDamage(0, 2)),
    lambda: grapple_option("grappling", "damage", left=TurnLeft(attacks=-1)),
    lambda: grapple_contest("damage", FIGHTER, "grappling", [FOE], strike=StrikeDamage(0, 2)),
    lambda: combined_aid(-1),
    lambda: an_effect(applied_round=0),
    lambda: an_effect(round_number=0),
]

ABSENT: list[Callable[[], object]] = [
    lambda: obstacles("overrun", "medium", "medium", within="charge"),
    lambda: obstacles("overrun", "medium", "medium", straight_run_ft=10),
    lambda: a_flask("creature"),
    lambda: a_splash(direct_hit=True),
    lambda: a_shot(Firearm(9), "extra"),
    lambda: a_blast(targets=[BlastTarget("a", "attended_object", 99)]),
    lambda: grapple_contest("escape_pin", FIGHTER, "pinned", [FOE], method="escape_artist"),
    lambda: grapple_contest("damage", FIGHTER, "grappling", [FOE]),
]

FORBIDDEN: list[Callable[[], object]] = [
    lambda: a_trip(WALKER, Footing("huge", 0, 0, False)),
    lambda: a_pusher(Pusher("medium", 1), Pusher("huge", 1)),
    lambda: a_shot(Firearm(0), "single"),
    lambda: a_spray(Firearm(10)),
    lambda: repair_object(hp=1, hp_max=1, repair_bonus=0, has_tools=True),
    lambda: grapple_effects("pinning", "pinner", "melee"),
    lambda: a_hold(FIGHTER, FIGHTER, FIST, opportunity_damage=1, joining=True),
    lambda: grapple_contest("break_other_pin", FIGHTER, "grappling", [FOE]),
]

LEAST: list[tuple[Callable[[], object], list[int]]] = [
    (lambda: a_flask("square"), [1]),
    (lambda: a_splash(creatures=[Bystander("a", 0)]), []),
    (lambda: a_shot(Firearm(1), "single"), [1]),
    (lambda: a_shot(Firearm(2), "extra", bullets_fired=2), [1]),
    (lambda: a_spray(Firearm(10, automatic_rate=True)), [1]),
    (lambda: a_pusher(Pusher("medium", 1), Pusher("medium", 1)), [20, 1]),
    (lambda: disarm_melee_weapon(SWORD, SWORD), [10, 10]),
    (lambda: grab_worn_object(SWORD, SWORD, opportunity_damage=0), [10, 10]),
    (lambda: a_pistol_striker(), [10]),
    (lambda: a_strike("small", holder=Holder(0, 0)), [10]),
    (lambda: a_hit(), []),
    (lambda: break_object(break_dc=1, hp=0, hp_max=1, strength_modifier=0), [1]),
    (lambda: repair_object(hp=0, hp_max=1, repair_bonus=0, has_tools=True), [1]),
    (lambda: a_blast(targets=[BlastTarget("a", "unattended_object", 0)]), []),
    (lambda: burn_fuse(1, 0), []),
    (lambda: a_hold(FIGHTER, FIGHTER, StrikeDamage(1, 2)), [20, 20, 1, 1]),
    (lambda: grapple_option("grappling", "damage", left=TurnLeft(attacks=0)), []),
    (lambda: grapple_contest("damage", FIGHTER, "grappling", [FOE], strike=StrikeDamage(1, 2)), [20, 1, 1]),
    (lambda: combined_aid(0), []),
    (lambda: an_effect(), []),
]


def carried_out(call: Callable[[], object], faces: list[int]) -> object:
    rule = call()
    return resolved(rule, faces) if isinstance(rule, Generator) else rule


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (call, error)
        for calls, error in (
            (UNKNOWN, UnknownValue),
            (IMPOSSIBLE, OutOfRange),
            (ABSENT, Missing),
            (FORBIDDEN, NotAllowed),
        )
        for call in calls
    ],
)
def test_it_is_refused_before_any_die(call: Callable[[], object], error: type[RuleError]):
    with pytest.raises(error) as refused:
        carried_out(call, [])
    assert refused.value.reason.startswith("d20.")


@pytest.mark.parametrize(("call", "faces"), LEAST)
def test_the_least_number_is_taken(call: Callable[[], object], faces: list[int]):
    carried_out(call, faces)
