"""The bonus of an attack, the roll, and the damage of a hit."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, NotAllowed, OutOfRange, RuleError, UnknownValue
from rules.systems.d20.attack_bonus import (
    ATTACKER,
    TACTICS,
    TargetMelee,
    TwoWeapons,
    check_line_of_sight,
    circumstance,
    counts_as_light,
    into_melee,
    range_penalty,
    stance_defense,
    two_weapon_penalties,
)
from rules.systems.d20.attack_roll import (
    DamageDice,
    attack_roll,
    check_critical,
    check_damage,
    damage,
    dice_thrown,
    strength_bonus,
)
from rules.systems.d20.cover import Coverer, check_target, damage_after_save, miss_chance, struck_cover
from rules.systems.d20.defence import Defender
from rules.systems.d20.hit_points import take_damage
from rules.systems.d20.opportunity import can_strike, drawn_by, movement_provokes
from rules.systems.d20.sizes import SIZES, size_modifier
from rules.systems.d20.terms import total
from tests.rules.d20.table import with_dice
from tests.vectors.d20_sums import attack_bonus, defense, unarmed_strike

PLAIN = {"base_attack_bonus": 3, "strength_modifier": 2, "dexterity_modifier": 1, "size": "medium"}

modes = st.sampled_from(["melee", "ranged"])
bonuses = st.integers(-5, 12)


@given(modes, bonuses, bonuses, bonuses, st.sampled_from(SIZES), st.lists(st.sampled_from([*ATTACKER, *TACTICS])))
def test_the_terms_add_up_to_the_bonus(
    mode: str,
    base_attack_bonus: int,
    strength_modifier: int,
    dexterity_modifier: int,
    size: str,
    circumstances: list[str],
):
    numbers = {
        "base_attack_bonus": base_attack_bonus,
        "strength_modifier": strength_modifier,
        "dexterity_modifier": dexterity_modifier,
        "size": size,
    }
    try:
        attack = attack_bonus(mode, circumstances=circumstances, range_penalty=-4, proficient=False, **numbers)
    except NotAllowed:
        return
    assert attack.bonus == total(attack.terms)
    assert all(term.rules for term in attack.terms)
    twice = attack_bonus(mode, circumstances=circumstances * 2, range_penalty=-4, proficient=False, **numbers)
    assert twice == attack


@given(st.sampled_from(SIZES), bonuses)
def test_creatures_of_one_size_do_not_notice_it(size: str, base_attack_bonus: int):
    """D20C-ATK-08."""
    numbers = {"base_attack_bonus": base_attack_bonus, "strength_modifier": 0, "dexterity_modifier": 0}
    small = attack_bonus("melee", size=size, **numbers).bonus - defense(Defender(size=size), "melee").defense
    medium = attack_bonus("melee", size="medium", **numbers).bonus - defense(Defender(), "melee").defense
    assert small == medium


def test_the_larger_the_easier_to_hit():
    """D20C-DEF-06."""
    assert [size_modifier(size) for size in SIZES] == [8, 4, 2, 1, 0, -1, -2, -4, -8]
    assert SIZES[0] == "fine"


@pytest.mark.parametrize("mode", ["melee", "ranged"])
def test_total_defense_leaves_no_attack(mode: str):
    """D20C-TDF-01."""
    with pytest.raises(NotAllowed, match="total_defense"):
        attack_bonus(mode, circumstances=["total_defense"], **PLAIN)


@pytest.mark.parametrize("name", TACTICS)
@pytest.mark.parametrize("mode", ["melee", "ranged"])
def test_every_tactic_belongs_to_its_kind_of_attack(name: str, mode: str):
    tactic = TACTICS[name]
    if tactic.only not in (None, mode):
        with pytest.raises(NotAllowed):
            attack_bonus(mode, circumstances=[name], **PLAIN)
    else:
        gained = attack_bonus(mode, circumstances=[name], **PLAIN).bonus - attack_bonus(mode, **PLAIN).bonus
        assert gained == tactic.modifier


def test_lying_down_forbids_bows_and_throwing_but_no_blow():
    """D20C-CIR-10."""
    for kind in ("bow", "thrown"):
        with pytest.raises(NotAllowed, match="prone_weapon") as refused:
            attack_bonus("ranged", circumstances=["prone"], weapon_kind=kind, **PLAIN)
        assert refused.value.field == "weapon"
        assert attack_bonus("melee", circumstances=["prone"], weapon_kind=kind, **PLAIN).bonus == 1
    assert attack_bonus("ranged", circumstances=["prone"], weapon_kind="crossbow", **PLAIN).bonus == 2


def test_shooting_into_a_melee_is_of_no_concern_in_melee():
    """D20C-SHT-01: range penalty and the melee around the target are for ranged attacks."""
    target = TargetMelee(True, False, False, False)
    assert attack_bonus("melee", target_melee=target, range_penalty=-6, **PLAIN).bonus == 5
    assert attack_bonus("ranged", target_melee=target, range_penalty=-6, **PLAIN).bonus == 4 - 4 - 6


@given(*[st.booleans()] * 4)
def test_who_is_engaged(adjacent: bool, still: bool, attacked: bool, apart: bool):
    """D20C-SHT-02, D20C-SHT-03."""
    engaged = adjacent and not (still and not attacked)
    assert into_melee(TargetMelee(adjacent, still, attacked, apart)) == (-4 if engaged and not apart else 0)


def test_errors_of_an_attack_come_in_order():
    two = TwoWeapons("primary", False, "light")
    with pytest.raises(UnknownValue):
        attack_bonus("melee", range_penalty=2, circumstances=["total_defense", "drunk"], **PLAIN)
    with pytest.raises(UnknownValue):
        attack_bonus("ranged", weapon_kind="spoon", circumstances=["charging"], **PLAIN)
    with pytest.raises(OutOfRange):
        attack_bonus("melee", range_penalty=1, circumstances=["total_defense"], **PLAIN)
    with pytest.raises(NotAllowed, match="two_weapons"):
        attack_bonus("melee", two_weapon=two, circumstances=["charging"], **PLAIN)


@given(st.integers(0, 400), st.integers(1, 60), st.sampled_from(["thrown", "projectile"]))
def test_each_full_increment_costs_two(distance: int, increment: int, weapon: str):
    """D20C-RNG-01, D20C-RNG-02."""
    most = increment * (5 if weapon == "thrown" else 10)
    if distance > most:
        with pytest.raises(OutOfRange, match="beyond"):
            range_penalty(distance, increment, weapon)
        return
    shot = range_penalty(distance, increment, weapon)
    assert shot.penalty == -2 * shot.full_increments
    assert 0 <= distance - shot.full_increments * increment < increment
    assert shot.max_range_ft == most


def test_a_shot_needs_a_clear_line():
    """D20C-RNG-03."""
    check_line_of_sight(clear=True)
    with pytest.raises(NotAllowed, match="line_of_sight"):
        check_line_of_sight(clear=False)


@given(bonuses, st.integers(5, 40), st.integers(1, 20), st.integers(2, 20))
def test_one_and_twenty_decide_by_themselves(bonus: int, against: int, face: int, threat_from: int):
    """D20C-ATK-01 to -03, D20C-CRT-04, D20C-HOUSE-06."""
    hits = face == 20 or (face != 1 and face + bonus >= against)
    threatens = hits and face >= threat_from
    rolled = (face, 1) if threatens else (face,)
    attack = with_dice(attack_roll(bonus, against, threat_from=threat_from), *rolled)
    assert (attack.hit, attack.threat) == (hits, threatens)
    assert (attack.critical, attack.damage_multiplier) == (False, 1 if hits else 0)


@given(bonuses, st.integers(5, 40), st.integers(1, 20), st.integers(2, 4))
def test_a_threat_is_confirmed_by_another_hit(bonus: int, against: int, face: int, multiplier: int):
    """D20C-CRT-01 to -03."""
    attack = with_dice(attack_roll(bonus, against, multiplier=multiplier), 20, face)
    assert attack.critical == (face == 20 or (face != 1 and face + bonus >= against))
    assert attack.confirm_total == face + bonus
    assert attack.damage_multiplier == (multiplier if attack.critical else 1)
    assert attack.hit


def test_there_is_nothing_to_confirm_without_a_threat():
    with pytest.raises(OutOfRange, match="too_many"):
        with_dice(attack_roll(5, 15), 12, 20)
    assert with_dice(attack_roll(15, 15, threat_from=2), 2, 20).threat
    for wrong in ({"threat_from": 1}, {"threat_from": 21}, {"multiplier": 1}):
        with pytest.raises(OutOfRange, match=r"d20\.weapon"):
            with_dice(attack_roll(5, 15, **wrong))
    with pytest.raises(Missing):
        with_dice(attack_roll(5, 15))


@given(st.integers(-5, 12), st.sampled_from(["melee", "thrown"]), st.booleans())
def test_only_a_bonus_is_halved_or_raised(strength: int, weapon: str, light: bool):
    """D20C-DMG-05 to -07, D20C-HOUSE-01, D20C-HOUSE-05."""
    off, one, two = (
        strength_bonus(strength, weapon, grip, light=light) for grip in ("off_hand", "one_hand", "two_hands")
    )
    assert one == strength
    assert off == (strength // 2 if strength > 0 else strength)
    assert two == (strength + strength // 2 if strength > 0 and not light else strength)


def test_a_blow_is_a_single_plain_one_unless_said_otherwise():
    """D20C-DMG-04, D20C-DMG-06."""
    assert with_dice(damage(DamageDice(1, 1), weapon="melee", modifier=4), 1).total == 5
    assert strength_bonus(1, "melee", "two_hands") == 1
    assert strength_bonus(2, "melee", "two_hands") == 3


@given(st.integers(-5, 5))
def test_strength_draws_no_trigger(strength: int):
    """D20C-DMG-04."""
    assert strength_bonus(strength, "projectile", "two_hands") == 0


@given(
    st.integers(0, 99),
    st.integers(1, 3),
    st.sampled_from([3, 4, 6, 8, 12]),
    st.integers(1, 4),
    st.integers(0, 3),
    bonuses,
)
def test_multiplied_damage_counts_extra_dice_once(
    seed: int, count: int, sides: int, multiplier: int, extra: int, modifier: int
):
    """D20C-DMG-03, D20C-DMG-08, D20C-DMG-09, D20C-HOUSE-07: at least 1, once for the whole hit."""
    dice = DamageDice(count, sides, extra, 6)
    rolled = [die.sides for die in dice_thrown(dice, multiplier)]
    assert len(rolled) == count * multiplier + extra
    faces = [1 + (seed + 7 * place) % die for place, die in enumerate(rolled)]
    hit = with_dice(damage(dice, weapon="projectile", modifier=modifier, multiplier=multiplier), *faces)
    assert hit.total == max(1, sum(faces) + multiplier * modifier)


def test_errors_of_damage_come_in_order_and_name_their_field():
    for error, field, wrong in (
        (Missing, "extra_die_sides", (DamageDice(0, 8, 2), "spoon")),
        (UnknownValue, "weapon", (DamageDice(0, 8), "spoon")),
        (UnknownValue, "grip", (DamageDice(0, 8), "melee", "three_hands")),
        (OutOfRange, "dice_count", (DamageDice(0, 8), "melee")),
        (OutOfRange, "die_sides", (DamageDice(1, 0), "melee")),
        (OutOfRange, "extra_dice_count", (DamageDice(1, 8, -1), "melee")),
        (OutOfRange, "die_sides", (DamageDice(1, 8, 1, 0), "melee")),
        (OutOfRange, "multiplier", (DamageDice(1, 8), "melee", "one_hand", 0)),
    ):
        with pytest.raises(error) as refused:
            check_damage(*wrong)
        assert refused.value.field == field


@given(st.integers(-12, 40), st.integers(0, 60))
def test_damage_comes_off_hit_points(hp: int, amount: int):
    """D20C-HPS-02: 0 is disabled, -1 to -9 dying, -10 and lower dead."""
    after = take_damage(hp, amount)
    assert after.hp == hp - amount
    expected = "normal" if after.hp > 0 else "disabled" if after.hp == 0 else "dying" if after.hp > -10 else "dead"
    assert after.state == expected


def test_an_unarmed_strike_meant_to_kill_is_harder():
    """D20C-UNA-05, D20C-UNA-06: the penalty is the same as that of the attack bonus."""
    deadly = unarmed_strike(lethal=True)
    gained = (
        attack_bonus("melee", circumstances=["unarmed_lethal"], **PLAIN).bonus - attack_bonus("melee", **PLAIN).bonus
    )
    assert deadly["attack_modifier"] == gained
    assert deadly["damage_dice"] == unarmed_strike()["damage_dice"]


def test_a_worked_attack_from_first_to_last():
    """D20C-ATK-05, D20C-CHG-06, D20C-FLK-01, D20C-CRT-02, D20C-DMG-06, D20C-DMG-08: a charge with an axe."""
    bonus = attack_bonus("melee", circumstances=["charging", "flanking"], **{**PLAIN, "strength_modifier": 3}).bonus
    assert bonus == 3 + 3 + 2 + 2
    target = defense(Defender(dexterity_modifier=2, class_bonus=4), "melee").defense
    attack = with_dice(attack_roll(bonus, target, multiplier=3), 20, 6)
    assert attack.critical
    axe = DamageDice(1, 12)
    rule = damage(axe, weapon="melee", strength_modifier=3, grip="two_hands", multiplier=attack.damage_multiplier)
    hit = with_dice(rule, 4, 7, 1)
    assert hit.total == 4 + 7 + 1 + 3 * 4
    assert take_damage(20, hit.total).state == "dying"


DICE = DamageDice(1, 6)
COVERER = Coverer(15, 0, 0, waives_dexterity=False, waives_dodge=False)


def dealt(dice: DamageDice, weapon: str = "melee", grip: str = "one_hand", multiplier: int = 1) -> None:
    check_damage(dice, weapon, grip, multiplier)


def behind(**coverer: int) -> str:
    """What an attack strikes that misses the target behind this coverer, and the coverer too."""
    return struck_cover(12, 10, 4, replace(COVERER, **coverer))


@pytest.mark.parametrize(
    ("rule", "reason", "field"),
    [
        (lambda: two_weapon_penalties("light", feat=True).of("third"), "hand.unknown", "hand"),
        (lambda: counts_as_light("heavy"), "off_hand.unknown", "off_hand"),
        (lambda: stance_defense("asleep"), "stance.unknown", "stances"),
        (lambda: range_penalty(10, 10, "spat"), "weapon.ranged_unknown", "weapon"),
        (lambda: range_penalty(-1, 10, "thrown"), "distance.negative", "distance_ft"),
        (lambda: range_penalty(10, 0, "thrown"), "range.increment", "increment_ft"),
        (lambda: range_penalty(51, 10, "thrown"), "range.beyond", "distance_ft"),
        (lambda: check_line_of_sight(clear=False), "range.no_line_of_sight", "target"),
        (lambda: circumstance("crowd", "prone", "melee"), "circumstance.side_unknown", "side"),
        (lambda: circumstance("attacker", "prone", "spat"), "attack.mode_unknown", "attack"),
        (lambda: circumstance("attacker", "happy", "melee"), "circumstance.unknown", "circumstance"),
        (lambda: check_critical(1, 2), "weapon.threat_from", "threat_from"),
        (lambda: check_critical(21, 2), "weapon.threat_from", "threat_from"),
        (lambda: check_critical(20, 1), "weapon.multiplier", "multiplier"),
        (lambda: dealt(DICE, weapon="spoon"), "weapon.damage_unknown", "weapon"),
        (lambda: dealt(DICE, grip="no_hand"), "grip.unknown", "grip"),
        (lambda: dealt(DamageDice(0, 6)), "damage.dice", "dice_count"),
        (lambda: dealt(DamageDice(1, 0)), "damage.sides", "die_sides"),
        (lambda: dealt(DamageDice(1, 6, 1, 0)), "damage.sides", "die_sides"),
        (
            lambda: dealt(DamageDice(1, 6, 1)),
            "damage.extra_sides_missing",
            "extra_die_sides",
        ),
        (
            lambda: dealt(DamageDice(1, 6, -1)),
            "damage.extra_dice_negative",
            "extra_dice_count",
        ),
        (lambda: dealt(DICE, multiplier=0), "damage.multiplier", "multiplier"),
        (lambda: check_target("total"), "cover.total", "cover"),
        (lambda: check_target("wet"), "cover.unknown", "cover"),
        (lambda: damage_after_save(5, "total", saved=True), "cover.unknown", "cover"),
        (
            lambda: damage_after_save(5, "half", saved=True, success_damage="x"),
            "save.success_damage_unknown",
            "success_damage",
        ),
        (lambda: damage_after_save(-1, "half", saved=True), "damage.negative", "damage"),
        (lambda: struck_cover(10, 10, -1, None), "cover.bonus_negative", "cover_bonus"),
        (
            lambda: behind(dexterity_bonus=-1),
            "cover.dexterity_bonus_negative",
            "dexterity_bonus",
        ),
        (
            lambda: behind(dodge_bonus=-1),
            "cover.dodge_bonus_negative",
            "dodge_bonus",
        ),
        (lambda: miss_chance(["fog"]), "concealment.unknown", "conditions"),
        (lambda: movement_provokes("move", []), "path.empty", "squares"),
        (lambda: movement_provokes("fly", [()]), "path.mode_unknown", "mode"),
        (lambda: movement_provokes("five_foot_step", [(), (), ()]), "path.step_too_long", "squares"),
        (lambda: can_strike("spoon"), "weapon.held_unknown", "weapon"),
        (lambda: drawn_by("sing", [], "foe"), "action.unknown", "maneuver"),
    ],
)
def test_what_cannot_be_is_refused_at_its_input(rule: Callable[[], object], reason: str, field: str) -> None:
    with pytest.raises(RuleError) as refused:
        rule()
    assert (refused.value.reason, refused.value.field) == (f"d20.{reason}", field)


def test_the_least_that_makes_sense_is_taken() -> None:
    check_critical(2, 2)
    check_critical(20, 2)
    dealt(DamageDice(1, 1, 0))
    assert range_penalty(0, 10, "thrown").penalty == 0
    assert range_penalty(50, 10, "thrown").full_increments == 5
    assert damage_after_save(0, "half", saved=False) == 0
    assert behind(dexterity_bonus=0, dodge_bonus=0) == "nobody_hit"
    assert can_strike("unarmed", unarmed_counts_as_armed=True)
