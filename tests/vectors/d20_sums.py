"""The sums of d20 as worked cases give them: composed of the rules that play composes from a fight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rules.core.errors import Missing, NotAllowed, UnknownValue, one_of
from rules.core.throws import Throws
from rules.systems.d20.abilities import SAVES, Save, checked_score
from rules.systems.d20.arms import BARE_HANDS, Weapon
from rules.systems.d20.attack_bonus import (
    ATTACKER,
    HANDS,
    TACTICS,
    WEAPON_KINDS,
    Hand,
    Stance,
    TargetMelee,
    TwoWeapons,
    check_stances,
    check_tactics,
    circumstance,
    next_bonus,
)
from rules.systems.d20.attack_bonus import attack_bonus as usual_bonus
from rules.systems.d20.attack_roll import AttackMode, known_attack_mode
from rules.systems.d20.blows import check_not_forbidden, damage_tactic
from rules.systems.d20.budget import TurnAction, check_plan
from rules.systems.d20.conditions import Condition, condition_effects, cornered, present_conditions
from rules.systems.d20.cover import COVER_BONUSES, PARTIAL_COVERS, Cover, SuccessDamage, check_target, damage_after_save
from rules.systems.d20.defence import Armor, Defender, Defense, defense_in, dexterity_in_defense
from rules.systems.d20.dice import roll_against
from rules.systems.d20.load import (
    LOAD_COSTS,
    Legs,
    LoadClass,
    capped_dexterity,
    leaves_action,
    load_class,
    load_limits,
    load_skill_modifier,
    loaded_speed,
)
from rules.systems.d20.modifiers import POSTURE_CIRCUMSTANCES, attack_modifiers, defense_modifiers, situation_of
from rules.systems.d20.sizes import DEFAULT_SIZE, Size, known_size
from rules.systems.d20.terms import Term, total


@dataclass(frozen=True)
class Sum:
    """A bonus and its terms; terms of 0 are left out."""

    bonus: int
    terms: tuple[Term, ...]


def attack_bonus(
    mode: AttackMode,
    *,
    base_attack_bonus: int,
    strength_modifier: int,
    dexterity_modifier: int,
    size: Size,
    range_penalty: int = 0,
    proficient: bool = True,
    two_weapon: TwoWeapons | None = None,
    weapon_kind: str | None = None,
    circumstances: Sequence[str] = (),
    target_melee: TargetMelee | None = None,
) -> Sum:
    """The bonus of an attack roll, from words that say what the moment adds to it."""
    usual = usual_bonus(
        mode,
        base_attack_bonus=base_attack_bonus,
        strength_modifier=strength_modifier,
        dexterity_modifier=dexterity_modifier,
        size=size,
        proficient=proficient,
        two_weapon=two_weapon,
    )
    named = list(dict.fromkeys(circumstances))
    if weapon_kind is not None:
        one_of(weapon_kind, WEAPON_KINDS, "d20.weapon.kind_unknown", field="weapon_kind")
    for name in named:
        if name not in ATTACKER and name not in TACTICS and name != "total_defense":
            raise UnknownValue("d20.circumstance.unknown", field="circumstances", params={"value": name})
    conditions: list[Condition] = ["prone"] if "prone" in named else []
    tactics = [name for name in named if name in TACTICS]
    found = tuple(
        attack_modifiers(
            mode,
            circumstances=[name for name in named if name in ATTACKER and name not in conditions],
            conditions=conditions,
            tactics=tactics,
            range_penalty=range_penalty,
            target_melee=target_melee,
        )
    )
    check_stances(named)
    check_tactics(mode, tactics, two_weapons=two_weapon is not None)
    if mode == "ranged" and weapon_kind is not None:
        check_not_forbidden(Weapon("held", "", kind=weapon_kind, use="projectile"), condition_effects(conditions))
    terms = (*usual.terms, *(one.term for one in found if one.value))
    return Sum(total(terms), terms)


def unarmed_strike(*, lethal: bool = False) -> dict[str, Any]:
    """A strike with bare hands by a character without martial arts."""
    tactic = damage_tactic(BARE_HANDS, "melee", spares=not lethal, martial_arts=False)
    return {
        "damage_dice": BARE_HANDS.dice,
        "damage_type": "lethal" if lethal else "nonlethal",
        "attack_modifier": TACTICS[tactic].modifier if tactic else 0,
        "weapon_class": "light_melee" if BARE_HANDS.light and BARE_HANDS.melee else "",
    }


def defense(
    defender: Defender,
    attack: AttackMode,
    *,
    touch: bool = False,
    can_react: bool = True,
    attacker_invisible: bool = False,
    circumstances: Sequence[str] = (),
    stances: Sequence[Stance] = (),
    cover: Cover = "none",
    low_cover: int = 0,
) -> Defense:
    """The Defense against one attack, from words that say what the moment makes of it."""
    conditions: list[Condition] = [] if can_react else ["flat_footed"]
    postures: list[str] = []
    for name in dict.fromkeys(circumstances):
        row = circumstance("defender", name, attack)
        if row.see is not None:
            raise UnknownValue("d20.circumstance.unknown", field="circumstances", params={"value": name})
        if row.dex_modifier_becomes is not None:
            defender = replace(defender, dexterity_modifier=row.dex_modifier_becomes)
        if name in POSTURE_CIRCUMSTANCES:
            postures.append(name)
        else:
            conditions.extend(present_conditions(["stunned" if name == "stunned_or_cowering" else name]))
    known_size(defender.size)
    check_target(cover)
    found = tuple(
        defense_modifiers(
            attack,
            cover=COVER_BONUSES[cover].defense,
            low_cover=low_cover,
            conditions=conditions,
            postures=postures,
            stances=tuple(dict.fromkeys(stances)),
            unseen=attacker_invisible,
        )
    )
    return defense_in(defender, situation_of(found, touch=touch))


def defense_against(
    dexterity: int,
    class_bonus: int,
    equipment_bonus: int,
    size: Size,
    conditions: Sequence[Condition],
    attack: AttackMode,
    *,
    attacker_is_grappler: bool = False,
    max_dexterity_modifier: int | None = None,
    anchored: bool = False,
    can_flee: bool = True,
) -> int:
    """The Defense of a character under conditions, by its Dexterity score."""
    known_size(size)
    named = sorted(cornered(conditions, can_flee=can_flee))
    present = present_conditions(named)
    effects = condition_effects(named, anchored=anchored)
    known_attack_mode(attack)
    checked_score(dexterity, "dexterity", least=0)
    defender = Defender(
        dexterity_modifier=dexterity_in_defense(dexterity, effects, max_dexterity_modifier=max_dexterity_modifier),
        class_bonus=class_bonus,
        armor=Armor(equipment_bonus, equipment_bonus, proficient=True),
        size=size,
    )
    by = {"by_partner": attacker_is_grappler, "by_pinner": attacker_is_grappler}
    found = tuple(defense_modifiers(attack, cover=0, conditions=present, **by))
    return defense_in(defender, situation_of(found)).defense


@dataclass(frozen=True)
class SavingThrow:
    """One saving throw; `damage_taken` is None where there was no damage to reduce."""

    total: int
    success: bool
    damage_taken: int | None


def saving_throw(
    kind: Save,
    dc: int,
    *,
    base: int,
    ability_modifier: int,
    other_modifier: int = 0,
    cover: Cover = "none",
    area: bool = False,
    beyond_cover: bool = False,
    damage: int | None = None,
    success_damage: SuccessDamage = "half",
) -> Throws[SavingThrow]:
    """A saving throw; of cover what stands between the character and the point where an area bursts."""
    one_of(kind, SAVES, "d20.save.unknown", field="kind")
    one_of(cover, PARTIAL_COVERS, "d20.cover.unknown", field="cover")
    counting: Cover = cover if kind == "reflex" and area and beyond_cover else "none"
    taken: dict[bool, int] = {}
    if damage is not None:
        taken = {
            saved: damage_after_save(damage, counting, saved=saved, success_damage=success_damage)
            for saved in (False, True)
        }
    bonus = base + ability_modifier + other_modifier + COVER_BONUSES[counting].reflex
    save = yield from roll_against(kind, bonus, dc)
    return SavingThrow(save.total, save.success, taken.get(save.success))


@dataclass(frozen=True)
class PlannedAttack:
    """One attack of a full attack: the hand that makes it and its whole bonus."""

    hand: Hand
    bonus: int


@dataclass(frozen=True)
class FullAttack:
    """How many attacks were made, and what that took of the turn."""

    attacks_made: int
    action_used: str


def full_attack(sequence: Sequence[PlannedAttack], after_first: str, *, step_taken: bool = False) -> FullAttack:
    """The attacks that a turn plans, each with the bonus that comes next for its hand, and what they take of it."""
    if not sequence:
        raise Missing("d20.full_attack.nothing", field="sequence")
    for attack in sequence:
        one_of(attack.hand, HANDS, "d20.hand.unknown", field="hand")
    moves = {
        "continue": None,
        "move_distance": TurnAction("move", "move_speed", distance_ft=30),
        "move_other": TurnAction("move", "draw_weapon"),
    }
    move = moves[one_of(after_first, tuple(moves), "d20.full_attack.after_first_unknown", field="after_first")]
    for hand in HANDS:
        bonuses = [attack.bonus for attack in sequence if attack.hand == hand]
        for made, bonus in enumerate(bonuses):
            if bonus != next_bonus(bonuses, made):
                raise NotAllowed("d20.full_attack.rising", field="sequence", params={"hand": hand})
    step = [TurnAction("step", "five_foot_step", distance_ft=5)] if step_taken else []
    if move is None:
        check_plan([*step, TurnAction("full_round", "full_attack", attacks=len(sequence))])
        return FullAttack(len(sequence), "full_round")
    check_plan([*step, TurnAction("attack", "attack_melee", attacks=1), move])
    return FullAttack(1, "attack_and_move")


@dataclass(frozen=True)
class Encumbrance:
    """A carried weight and all that it does; skill_modifier is None when no skill was named."""

    load: LoadClass
    can_act: bool
    speed_ft: int
    run_multiplier: int | None
    max_dexterity_modifier: int | None
    effective_dexterity_modifier: int
    attack_modifier: int
    skill_modifier: int | None


def encumbrance(
    strength: int,
    weight_lb: int | Fraction,
    base_speed_ft: int,
    *,
    size: Size = DEFAULT_SIZE,
    legs: Legs = "biped",
    current_speed_ft: int | None = None,
    dexterity_modifier: int = 0,
    armor_check_penalty: int = 0,
    skill: str | None = None,
) -> Encumbrance:
    """All that a carried weight does."""
    load = load_class(load_limits(strength, size, legs), weight_lb)
    speed = loaded_speed(load, base_speed_ft, base_speed_ft if current_speed_ft is None else current_speed_ft)
    skill_modifier = load_skill_modifier(load, skill or "", armor_check_penalty)
    costs = LOAD_COSTS[load]
    return Encumbrance(
        load=load,
        can_act=leaves_action(load),
        speed_ft=speed,
        run_multiplier=costs.run_multiplier,
        max_dexterity_modifier=costs.max_dexterity_modifier,
        effective_dexterity_modifier=capped_dexterity(load, dexterity_modifier),
        attack_modifier=costs.penalty,
        skill_modifier=None if skill is None else skill_modifier,
    )
