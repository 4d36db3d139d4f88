"""Weapons as a sheet describes them, bare hands, and what becomes of a weapon in a fight.

Rules: D20C-UNA-01, D20C-UNA-05, D20C-UNA-06.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rules.core.codec import SPARSE, Counted
from rules.core.once import once
from rules.core.quick import quick
from rules.systems.d20.attack_bonus import WeaponKind
from rules.systems.d20.attack_roll import USUAL_MULTIPLIER, AttackMode, DamageDice, DamageWeapon
from rules.systems.d20.dice import D20, Amount, parse_amount
from rules.systems.d20.sizes import Size

MEDIUM_DAMAGE = "1d3"
"""Dice of a Medium character's unarmed strike, before the Strength modifier (D20C-UNA-05)."""


REACH_FT = 5
"""How much farther a long weapon strikes (docs/d20-board.md)."""

Use: TypeAlias = Literal["melee", "thrown", "projectile", "natural"]
"""How a weapon strikes; a thrown one serves in melee too, unless it can only be thrown (`splash`, `explosive`)."""

Reload: TypeAlias = Literal["none", "box", "internal"]
"""How a weapon is loaded: not at all, by a magazine (a move action) or round by round (a full-round action)."""

Place: TypeAlias = Literal["worn", "ground", "taken"]

UNARMED = "unarmed"
"""The key of bare hands, which every combatant has."""


@quick
@dataclass(frozen=True, slots=True)
class Weapon:
    """One weapon with all its numbers (D20C-CRT-05, D20C-RNG-01, D20C-DMG-04 to -09, D20S-GUN-06, D20S-GUN-07)."""

    key: str
    name: str
    dice: str = MEDIUM_DAMAGE
    """Damage such as 2d6."""
    use: Use = "melee"
    kind: WeaponKind = "other"
    extra_dice: str = ""
    """Rolled once and never multiplied; "" for none."""
    threat_from: int = D20
    """The lowest natural result that threatens."""
    multiplier: int = USUAL_MULTIPLIER
    increment: int = 0
    """Feet; 0 for a weapon without range."""
    size: Size = "medium"
    """Of the weapon as an object."""
    light: bool = False
    two_handed: bool = False
    double: bool = False
    nonlethal: bool = False
    """By nature."""
    longarm: bool = False
    automatic: bool = False
    single_shots: bool = True
    trips: bool = False
    splash: bool = False
    explosive: bool = False
    capacity: int = 0
    """Rounds in a full magazine; 0 where rounds are not counted."""
    reload: Reload = "none"
    pieces: int = 1
    """How many there are of a thrown one."""
    proficient: bool = True
    attack: int = 0
    """What its make adds to attack rolls."""
    damage: int = 0
    """What its make adds to damage."""
    damage_type: str = ""
    radius: int = 0
    """Feet of a burst or splash."""
    save_dc: int = 0
    """Of the Reflex save against a burst."""
    splash_dice: str = ""
    """Damage to those beside the target."""
    hardness: int = 0
    """As an object."""
    hp_max: int = 0
    """As an object; 0 when unknown."""
    ammunition: str = ""
    """What it is loaded with; "" where that is not counted."""
    reach: int = field(default=0, metadata=SPARSE)
    """Feet that it reaches beyond the arm."""

    @property
    def melee(self) -> bool:
        """Whether it strikes hand to hand."""
        return self.use in ("melee", "natural") or (self.use == "thrown" and not (self.splash or self.explosive))

    @property
    def ranged(self) -> bool:
        """Whether it is shot or thrown."""
        return self.use in ("thrown", "projectile")

    @property
    def modes(self) -> tuple[AttackMode, ...]:
        """The kinds of attack it serves for, the usual one first."""
        found: list[AttackMode] = []
        if self.use == "projectile":
            found.append("ranged")
        if self.melee:
            found.append("melee")
        if self.use == "thrown":
            found.append("ranged")
        return tuple(found)

    @property
    def unarmed(self) -> bool:
        """Whether it is bare hands."""
        return self.key == UNARMED

    @property
    def damage_dice(self) -> DamageDice:
        """What a hit rolls."""
        return _damage_dice(self)

    def forbidden_by(self, kinds: Collection[str]) -> bool:
        """Whether it is of a kind that the conditions of its owner forbid (D20C-CIR-10, D20H-COND-27)."""
        return self.kind in kinds or (self.use == "thrown" and "thrown" in kinds)

    def strikes_as(self, mode: AttackMode) -> DamageWeapon:
        """What it counts as for Strength on damage (D20C-DMG-04)."""
        if mode == "melee":
            return "melee"
        return "thrown" if self.use == "thrown" else "projectile"


@once
def _damage_dice(weapon: Weapon) -> DamageDice:
    base = parse_amount(weapon.dice)
    extra = parse_amount(weapon.extra_dice) if weapon.extra_dice else Amount(0)
    return DamageDice(base.count, base.sides or 1, extra.count, extra.sides)


BARE_HANDS = Weapon(UNARMED, "", light=True, nonlethal=True, use="melee", size="small")
"""An unarmed strike: a light melee weapon, nonlethal (D20C-UNA-01, D20C-UNA-05, D20S-HOUSE-10)."""


@quick
@dataclass(frozen=True, slots=True)
class WeaponState:
    """What a fight has done to a weapon."""

    spent: Counted = 0
    """Rounds gone from the magazine, or thrown pieces of a weapon that is no thing of the gear."""
    hurt: Counted = 0
    """Hit points lost as an object."""
    broken: bool = False
    place: Place = "worn"
    """On its owner, on the ground, or taken by `holder`."""
    holder: str | None = None
    poisoned: str = ""
    """What it was smeared with."""
    autofire: bool = False
    """Set to automatic fire (D20S-AUTO-01)."""
    lying: Counted = 0
    """Thrown pieces that can be picked up."""
