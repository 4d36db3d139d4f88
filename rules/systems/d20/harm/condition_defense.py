"""Defense of somebody under conditions (D20H-COND-01 to -27, D20H-LOAD-04, D20H-LOAD-08)."""

from collections.abc import Sequence

from rules.systems.d20.abilities import ability_modifier, checked_score
from rules.systems.d20.attack_roll import AttackMode, known_attack_mode
from rules.systems.d20.circumstances import PINNED_DEXTERITY
from rules.systems.d20.defences import Armor, Defender, Situation, defense_in
from rules.systems.d20.harm.conditions import Condition
from rules.systems.d20.harm.effects import ConditionEffects, condition_effects
from rules.systems.d20.sizes import Size, known_size
from rules.systems.d20.terms import Term


def present_dexterity(dexterity: int, effects: ConditionEffects) -> int:
    """Return the Dexterity score under conditions, never below 0 (D20H-COND-08, -12, -17, -18, -25)."""
    replaced = effects.effective_dexterity
    score = dexterity if replaced is None else min(replaced, dexterity)
    return max(0, score + effects.dexterity_change)


def dexterity_in_defense(
    dexterity: int, effects: ConditionEffects, *, max_dexterity_modifier: int | None = None
) -> int:
    """Return the Dexterity modifier to Defense, whether or not a bonus counts (D20C-CIR-07, D20H-LOAD-04, -08)."""
    modifier = PINNED_DEXTERITY if effects.pinned else ability_modifier(present_dexterity(dexterity, effects))
    return modifier if max_dexterity_modifier is None else min(modifier, max_dexterity_modifier)


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
    """Work out Defense against one attack (D20H-COND-01 to -27, D20H-LOAD-04, D20H-LOAD-08, D20C-HLP-03).

    dexterity: 0..99. attacker_is_grappler: the attack comes from whoever grapples or pins the character. Raises
    UnknownValue, OutOfRange.
    """
    known_size(size)
    effects = condition_effects(conditions, can_flee=can_flee, anchored=anchored)
    known_attack_mode(attack)
    checked_score(dexterity, "dexterity", least=0)
    defender = Defender(
        dexterity_modifier=dexterity_in_defense(dexterity, effects, max_dexterity_modifier=max_dexterity_modifier),
        class_bonus=class_bonus,
        armor=Armor(equipment_bonus, equipment_bonus, proficient=True),
        size=size,
    )
    modifier = effects.defense_modifier(attack, by_grappler=attacker_is_grappler)
    situation = Situation(
        denied=effects.denies_dexterity(by_grappler=attacker_is_grappler),
        helpless=effects.helpless,
        modifiers=(Term("conditions", modifier, ("D20H-COND-01",)),),
    )
    return defense_in(defender, situation).defense
