"""Saving throws, and what cover does for them (D20C-SAV-01 to -03, D20C-COV-06, D20C-COV-07, D20C-HOUSE-03)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import at_least, one_of
from rules.core.throws import Throws
from rules.systems.d20.abilities import Ability
from rules.systems.d20.cover import COVER_BONUSES, PARTIAL_COVERS, Cover
from rules.systems.d20.dice import halved
from rules.systems.d20.rolls import roll_against

Save = Literal["fortitude", "reflex", "will"]
SuccessDamage = Literal["half", "none"]

SAVES: tuple[Save, ...] = get_args(Save)
SUCCESS_DAMAGE: tuple[SuccessDamage, ...] = get_args(SuccessDamage)

SAVE_ABILITIES: Mapping[Save, Ability] = {"fortitude": "constitution", "reflex": "dexterity", "will": "wisdom"}
"""Whose modifier each save adds (D20C-HOUSE-03)."""


@dataclass(frozen=True)
class SavingThrow:
    """One saving throw; `damage_taken` is None where there was no damage to reduce."""

    total: int
    success: bool
    damage_taken: int | None


def known_save(kind: Save) -> Save:
    """Return the kind of a saving throw, or refuse it as unknown (D20C-SAV-03, D20C-HOUSE-03)."""
    return one_of(kind, SAVES, "d20.save.unknown", field="kind")


def cover_counts(kind: Save, *, area: bool, beyond_cover: bool) -> bool:
    """Say whether cover helps: on Reflex saves against an area, from the other side of it (D20C-COV-07)."""
    return known_save(kind) == "reflex" and area and beyond_cover


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
    """Roll a d20 against a DC; natural 1 fails, natural 20 succeeds (D20C-SAV-01, D20C-SAV-02, D20C-COV-04 to -07).

    success_damage: what a success leaves of the damage, half of it rounded down or none. Nine-tenths cover that counts
    leaves half on a failure and nothing on a success (D20C-COV-06). Raises UnknownValue, also for total cover, and
    OutOfRange for negative damage.
    """
    helps = cover_counts(kind, area=area, beyond_cover=beyond_cover)
    one_of(cover, PARTIAL_COVERS, "d20.cover.unknown", field="cover")
    one_of(success_damage, SUCCESS_DAMAGE, "d20.save.success_damage_unknown", field="success_damage")
    if damage is not None:
        at_least(damage, 0, "d20.damage.negative", field="damage")
    bonus = base + ability_modifier + other_modifier + (COVER_BONUSES[cover].reflex if helps else 0)
    save = yield from roll_against(kind, bonus, dc)
    if damage is None:
        return SavingThrow(save.total, save.success, None)
    sheltered = helps and cover == "nine_tenths"
    if save.success:
        taken = 0 if sheltered or success_damage == "none" else halved(damage)
    else:
        taken = halved(damage) if sheltered else damage
    return SavingThrow(save.total, save.success, taken)
