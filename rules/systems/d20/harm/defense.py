"""Defense of somebody under conditions, and of the helpless (D20H-COND-02, -08, -21, -26, D20H-LOAD-04)."""

from collections.abc import Sequence
from typing import Literal, get_args

from rules.core.errors import one_of
from rules.systems.d20.harm.abilities import ability_modifier, checked_score
from rules.systems.d20.harm.conditions import DRAWBACKS, Condition
from rules.systems.d20.harm.effects import ConditionEffects, condition_effects
from rules.systems.d20.harm.sizes import SIZE_MODIFIERS, Size, known_size

AttackKind = Literal["melee", "ranged"]

ATTACK_KINDS: tuple[AttackKind, ...] = get_args(AttackKind)

BASE_DEFENSE = 10
HELPLESS_DEFENSE = 5
"""What takes the place of everything but size for the helpless (D20H-COND-21)."""


def present_dexterity(dexterity: int, effects: ConditionEffects) -> int:
    """Return the Dexterity score under conditions, never below 0 (D20H-COND-08, -12, -17, -18, -25)."""
    replaced = effects.effective_dexterity
    score = dexterity if replaced is None else min(replaced, dexterity)
    return max(0, score + effects.dexterity_change)


def dexterity_in_defense(
    dexterity: int,
    effects: ConditionEffects,
    *,
    pinned: bool = False,
    attacker_is_grappler: bool = False,
    max_dex_modifier: int | None = None,
) -> int:
    """Return what Dexterity adds to Defense: a lost bonus counts as 0, a penalty stays (D20H-COND-02, D20H-LOAD-04).

    pinned: the score counts as 0 (D20C-CIR-07).
    """
    modifier = ability_modifier(0 if pinned else present_dexterity(dexterity, effects))
    if max_dex_modifier is not None:
        modifier = min(modifier, max_dex_modifier)
    kept = attacker_is_grappler and effects.keeps_dex_bonus_vs_grappler
    return min(modifier, 0) if effects.loses_dex_bonus and not kept else modifier


def defense_against(
    dexterity: int,
    class_bonus: int,
    equipment_bonus: int,
    size: Size,
    conditions: Sequence[Condition],
    attack: AttackKind,
    *,
    attacker_is_grappler: bool = False,
    max_dex_modifier: int | None = None,
    anchored: bool = False,
    can_flee: bool = True,
) -> int:
    """Work out Defense against one attack (D20H-COND-01 to -27, D20H-LOAD-04, D20H-LOAD-08).

    dexterity: 0..99. attacker_is_grappler: the attack comes from whoever grapples or pins the character. Raises
    UnknownValue, OutOfRange.
    """
    known_size(size)
    effects = condition_effects(conditions, can_flee=can_flee, anchored=anchored)
    one_of(attack, ATTACK_KINDS, "d20.attack.kind_unknown", field="attack")
    checked_score(dexterity, "dexterity", least=0)
    by_size = SIZE_MODIFIERS[size]
    if effects.helpless:
        return HELPLESS_DEFENSE + by_size
    pinned = "pinned" in conditions
    modifier = effects.defense_melee if attack == "melee" else effects.defense_ranged
    if pinned and attacker_is_grappler and attack == "melee":
        modifier -= DRAWBACKS["pinned"].defense_melee
    by_dexterity = dexterity_in_defense(
        dexterity,
        effects,
        pinned=pinned,
        attacker_is_grappler=attacker_is_grappler,
        max_dex_modifier=max_dex_modifier,
    )
    return BASE_DEFENSE + by_dexterity + class_bonus + equipment_bonus + by_size + modifier
