"""Stances: what they ask, what they change, and an attack made in one (TAP-STANCE-01 to -10)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import Missing, NotAllowed, at_least, needed, one_of, within
from rules.dice import check_faces
from rules.systems.tapiz.dice import ACTION_DICE, SIDES, die_rolled, die_value
from rules.systems.tapiz.effects import MODIFIERS, BestTier, best_tier, tier_above
from rules.systems.tapiz.rolls import Comparison, RollTotal, compare, roll_total
from rules.systems.tapiz.traits import trait_bonus

Stance = Literal["normal", "all_out_attack", "focus_on_damage", "iron_defence", "aim"]
Conflict = Literal["physical", "mental"]
AttackMode = Literal["melee", "ranged"]
WeaponRange = Literal["inmediato", "cerca", "other"]

STANCES: tuple[Stance, ...] = get_args(Stance)
CONFLICTS: tuple[Conflict, ...] = get_args(Conflict)
ATTACK_MODES: tuple[AttackMode, ...] = get_args(AttackMode)
WEAPON_RANGES: tuple[WeaponRange, ...] = get_args(WeaponRange)

ACTS_LAST: Mapping[Stance, bool] = {
    "normal": False,
    "all_out_attack": True,
    "focus_on_damage": True,
    "iron_defence": False,
    "aim": False,
}
"""Whether a stance forces its user to the end of the order (TAP-STANCE-03, TAP-STANCE-06, TAP-STANCE-07)."""

IRON_DEFENCE_BONUS = 4
"""What iron defence adds to resistance rolls, static ones included (TAP-STANCE-09)."""

CHANGE_MODIFIER = -MODIFIERS["minor"]
"""Consequence of changing stance in a conflict, on the next roll (TAP-STANCE-02)."""


@dataclass(frozen=True)
class AttackTerms:
    """What a stance leaves of the terms of an attack roll, before dice and the bonus of damage dice."""

    attribute_modifier: int
    trait_bonus: int
    other_modifiers: tuple[int, ...]
    stance_bonus: int
    change_modifier: int


@dataclass(frozen=True)
class StanceAttack:
    """One attack roll made in a stance."""

    terms: AttackTerms
    roll: RollTotal
    comparison: Comparison
    consequence_tier: BestTier
    acts_last: bool

    @property
    def stance_bonus(self) -> int:
        """What the stance added to this roll."""
        return self.terms.stance_bonus


def known_stance(stance: Stance) -> Stance:
    """Return the stance, or refuse it as unknown (TAP-STANCE-05 to -10)."""
    return one_of(stance, STANCES, "tapiz.stance.unknown", field="stance")


def acts_last(stance: Stance) -> bool:
    """Say whether a stance forces its user to act last (TAP-STANCE-03)."""
    return ACTS_LAST[known_stance(stance)]


def all_out_maximum(level: int) -> int:
    """Return the largest bonus of an all-out attack: half the level, rounded up (TAP-STANCE-06)."""
    return (at_least(level, 1, "tapiz.level", field="level") + 1) // 2


def all_out_bonus(level: int | None, chosen_bonus: int | None = None) -> int:
    """Return the bonus that an all-out attacker takes, the largest unless a smaller one was chosen (TAP-STANCE-06)."""
    most = all_out_maximum(needed(level, "tapiz.level_missing", field="level"))
    if chosen_bonus is None:
        return most
    return within(chosen_bonus, 1, most, "tapiz.stance.chosen_bonus", field="chosen_bonus")


def resistance_modifier(stance: Stance, *, level: int | None = None, chosen_bonus: int | None = None) -> int:
    """Return what a stance adds to resistance rolls, the armour class included (TAP-STANCE-06, TAP-STANCE-09)."""
    match known_stance(stance):
        case "all_out_attack":
            return -all_out_bonus(level, chosen_bonus)
        case "iron_defence":
            return IRON_DEFENCE_BONUS
        case _:
            return 0


def check_stance(
    stance: Stance,
    *,
    known: bool = True,
    conflict: Conflict = "physical",
    attack: AttackMode = "melee",
    weapon_range: WeaponRange | None = None,
    aimed_last_asalto: bool = False,
) -> None:
    """Refuse an attack that its stance does not cover (TAP-STANCE-02, TAP-STANCE-07, TAP-STANCE-10)."""
    _check_words(stance, conflict, attack, weapon_range)
    if stance != "normal" and not known:
        raise NotAllowed("tapiz.stance.not_acquired", field="stance", params={"stance": stance})
    close_weapon = attack == "melee" and weapon_range in ("inmediato", "cerca")
    if stance == "focus_on_damage" and conflict == "physical" and not close_weapon:
        raise NotAllowed("tapiz.stance.focus_needs_close_weapon", field="weapon_range")
    if stance == "aim" and attack != "ranged":
        raise NotAllowed("tapiz.stance.aim_needs_ranged", field="attack")
    if stance == "aim" and not aimed_last_asalto:
        raise NotAllowed("tapiz.stance.aim_needs_asalto", field="aimed_last_asalto")


def attack_terms(
    stance: Stance,
    *,
    level: int,
    attribute_modifier: int,
    traits: int,
    other_modifiers: Sequence[int] = (),
    chosen_bonus: int | None = None,
    changed_stance: bool = False,
) -> AttackTerms:
    """Say which terms of an attack a stance keeps, doubles, drops or adds (TAP-STANCE-02, -06, -09, -10)."""
    known_stance(stance)
    bonus = trait_bonus(level, traits, aimed=stance == "aim").bonus
    others = tuple(other_modifiers)
    if stance == "iron_defence":
        attribute_modifier, bonus = min(0, attribute_modifier), 0
        others = tuple(modifier for modifier in others if modifier < 0)
    return AttackTerms(
        attribute_modifier=attribute_modifier,
        trait_bonus=bonus,
        other_modifiers=others,
        stance_bonus=all_out_bonus(level, chosen_bonus) if stance == "all_out_attack" else 0,
        change_modifier=CHANGE_MODIFIER if changed_stance else 0,
    )


def attack_dice(stance: Stance, damage_dice: Sequence[int] | None = None) -> tuple[int, ...]:
    """Return the dice of an attack in order: 3d6, then for focus on damage every damage die twice (TAP-STANCE-07)."""
    if known_stance(stance) != "focus_on_damage":
        return ACTION_DICE
    if not damage_dice:
        raise Missing("tapiz.stance.damage_dice_missing", field="damage_dice")
    for die in damage_dice:
        one_of(die, SIDES, "tapiz.damage_die.unknown", field="damage_dice")
    rolled = tuple(die_rolled(die) for die in damage_dice)
    return ACTION_DICE + rolled + rolled


def highest_damage_die(damage_dice: Sequence[int], faces: Sequence[int]) -> int:
    """Return the highest single die of two rolls of all damage dice (TAP-STANCE-07)."""
    checked = check_faces(faces, [die_rolled(die) for die in damage_dice] * 2)
    return max(die_value(die, face) for die, face in zip([*damage_dice, *damage_dice], checked, strict=True))


def failure_tier(stance: Stance, consequence_points: int) -> BestTier:
    """Return the best tier that the target may impose after a failed attack (TAP-ROLL-05, TAP-STANCE-08)."""
    tier = best_tier(consequence_points)
    if known_stance(stance) == "focus_on_damage" and consequence_points > 0:
        return tier_above(tier)
    return tier


def stance_attack(
    stance: Stance,
    resistance: int,
    faces: Sequence[int],
    *,
    level: int,
    attribute_modifier: int,
    traits: int,
    other_modifiers: Sequence[int] = (),
    known: bool = True,
    changed_stance: bool = False,
    chosen_bonus: int | None = None,
    conflict: Conflict = "physical",
    attack: AttackMode = "melee",
    weapon_range: WeaponRange | None = None,
    damage_dice: Sequence[int] | None = None,
    aimed_last_asalto: bool = False,
) -> StanceAttack:
    """Make one attack roll in a stance; faces as in `attack_dice` (TAP-STANCE-02, TAP-STANCE-05 to -10)."""
    dice = attack_dice(stance, damage_dice)
    _check_words(stance, conflict, attack, weapon_range)
    terms = attack_terms(
        stance,
        level=level,
        attribute_modifier=attribute_modifier,
        traits=traits,
        other_modifiers=other_modifiers,
        chosen_bonus=chosen_bonus,
        changed_stance=changed_stance,
    )
    check_stance(
        stance,
        known=known,
        conflict=conflict,
        attack=attack,
        weapon_range=weapon_range,
        aimed_last_asalto=aimed_last_asalto,
    )
    checked = check_faces(faces, dice)
    return resolve_attack(
        stance,
        terms,
        resistance,
        checked[: len(ACTION_DICE)],
        damage_dice=damage_dice or (),
        damage_faces=checked[len(ACTION_DICE) :],
    )


def resolve_attack(
    stance: Stance,
    terms: AttackTerms,
    resistance: int,
    faces: Sequence[int],
    *,
    damage_dice: Sequence[int] = (),
    damage_faces: Sequence[int] = (),
) -> StanceAttack:
    """Add up an attack whose terms are known and compare it (TAP-ROLL-02, TAP-ROLL-04, TAP-ROLL-05, TAP-STANCE-07)."""
    if known_stance(stance) == "focus_on_damage":
        bonus = highest_damage_die(damage_dice, damage_faces)
        terms = AttackTerms(
            terms.attribute_modifier, terms.trait_bonus, terms.other_modifiers, bonus, terms.change_modifier
        )
    extra = tuple(term for term in (terms.stance_bonus, terms.change_modifier) if term)
    roll = roll_total(
        attribute_modifier=terms.attribute_modifier,
        trait_bonus=terms.trait_bonus,
        other_modifiers=terms.other_modifiers + extra,
        faces=faces,
    )
    comparison = compare(roll.total, resistance)
    tier = failure_tier(stance, comparison.consequence_points)
    return StanceAttack(terms, roll, comparison, tier, acts_last(stance))


def _check_words(stance: Stance, conflict: Conflict, attack: AttackMode, weapon_range: WeaponRange | None) -> None:
    known_stance(stance)
    one_of(conflict, CONFLICTS, "tapiz.conflict.unknown", field="conflict")
    one_of(attack, ATTACK_MODES, "tapiz.attack.mode_unknown", field="attack")
    if weapon_range is not None:
        one_of(weapon_range, WEAPON_RANGES, "tapiz.weapon_range.unknown", field="weapon_range")
