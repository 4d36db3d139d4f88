"""Weapons as a sheet describes them, bare hands, and what becomes of a weapon in a fight.

Rules: D20C-UNA-01, D20C-UNA-05, D20C-UNA-06.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.core.codec import Counted
from rules.systems.d20.attack_bonus import WeaponKind
from rules.systems.d20.attack_roll import USUAL_MULTIPLIER, AttackMode, DamageDice, DamageWeapon
from rules.systems.d20.dice import D20, Amount, parse_amount
from rules.systems.d20.sizes import Size

MEDIUM_DAMAGE = "1d3"
"""Dice of a Medium character's unarmed strike, before the Strength modifier (D20C-UNA-05)."""


Use: TypeAlias = Literal["melee", "thrown", "projectile", "natural"]
"""How it strikes; a thrown weapon serves in melee too, unless it only flies (`splash`, `explosive`)."""

Reload: TypeAlias = Literal["none", "box", "internal"]
"""How it is loaded: not at all, by a magazine (a move action) or round by round (a full-round action)."""

Place: TypeAlias = Literal["worn", "ground", "taken"]

UNARMED = "unarmed"
"""The key of bare hands, which everybody has."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """One weapon with all its numbers (D20C-CRT-05, D20C-RNG-01, D20C-DMG-04 to -09, D20S-GUN-06, D20S-GUN-07).

    dice: damage such as 2d6. extra_dice: rolled once and never multiplied, or "". threat_from: the lowest natural
    result that threatens. increment: feet, 0 for none. capacity: rounds in a full magazine, 0 where nothing is counted;
    pieces: how many there are of a thrown one. nonlethal: by nature. attack, damage: what its make adds. size: of the
    object. radius: feet of a burst or splash; save_dc: of the Reflex save; splash_dice: to those beside the target.
    hardness, hp_max: as an object, 0 hit points where nobody has said. ammunition: what it is loaded
    with, "" where that is not counted.
    """

    key: str
    name: str
    dice: str = MEDIUM_DAMAGE
    use: Use = "melee"
    kind: WeaponKind = "other"
    extra_dice: str = ""
    threat_from: int = D20
    multiplier: int = USUAL_MULTIPLIER
    increment: int = 0
    size: Size = "medium"
    light: bool = False
    two_handed: bool = False
    double: bool = False
    nonlethal: bool = False
    longarm: bool = False
    automatic: bool = False
    single_shots: bool = True
    trips: bool = False
    splash: bool = False
    explosive: bool = False
    capacity: int = 0
    reload: Reload = "none"
    pieces: int = 1
    proficient: bool = True
    attack: int = 0
    damage: int = 0
    damage_type: str = ""
    radius: int = 0
    save_dc: int = 0
    splash_dice: str = ""
    hardness: int = 0
    hp_max: int = 0
    ammunition: str = ""

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
        base = parse_amount(self.dice)
        extra = parse_amount(self.extra_dice) if self.extra_dice else Amount(0)
        return DamageDice(base.count, base.sides or 1, extra.count, extra.sides)

    def forbidden_by(self, kinds: Collection[str]) -> bool:
        """Whether it is of a kind that the conditions of its owner forbid (D20C-CIR-10, D20H-COND-27)."""
        return self.kind in kinds or (self.use == "thrown" and "thrown" in kinds)

    def strikes_as(self, mode: AttackMode) -> DamageWeapon:
        """What it counts as for Strength on damage (D20C-DMG-04)."""
        if mode == "melee":
            return "melee"
        return "thrown" if self.use == "thrown" else "projectile"


BARE_HANDS = Weapon(UNARMED, "", light=True, nonlethal=True, use="melee", size="small")
"""An unarmed strike: a light melee weapon, nonlethal (D20C-UNA-01, D20C-UNA-05, D20S-HOUSE-10)."""


@dataclass(frozen=True, slots=True)
class WeaponState:
    """What a fight has done to a weapon.

    spent: rounds gone from the magazine, or pieces thrown of what is no thing of the gear. lying: pieces that were
    thrown and can be picked up. hurt: hit points lost as an object. place: on its owner, on the ground, or taken by
    `holder`. poisoned: what it was smeared with. autofire: set to it (D20S-AUTO-01).
    """

    spent: Counted = 0
    hurt: Counted = 0
    broken: bool = False
    place: Place = "worn"
    holder: str | None = None
    poisoned: str = ""
    autofire: bool = False
    lying: Counted = 0
