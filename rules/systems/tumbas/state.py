"""The state of a Tumbas fight: what each combatant carries through it, and where the round stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, cast

from rules.core.codec import Counted
from rules.core.facts import Word
from rules.core.fight import Combatant, Fight
from rules.core.overrides import Override
from rules.core.types import Id
from rules.systems.tumbas.attributes import Attribute
from rules.systems.tumbas.creation import talent_bonus
from rules.systems.tumbas.hit_points import state_at
from rules.systems.tumbas.house import WEAPONS, Talent, Use, Weapon, WeaponName

Health: TypeAlias = Literal["ok", "dying", "stable", "unconscious", "dead"]
Stage: TypeAlias = Literal["none", "declaration", "action", "melee"]
Deferred: TypeAlias = Literal["harm", "leave", "engage"]

RELOADED = "crossbow"
"""The weapon of the house table that has to be reloaded between two shots (TUM-HOUSE-12)."""

NATURAL = "natural"
"""The weapon of a creature: whatever it fights with, of the die on its sheet (TUM-HOUSE-27)."""


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon that is a thing, as fights use it; `held`: in hand, else at the belt (TUM-HOUSE-08).

    ammunition: the sort it shoots, "" where that is not counted. reload: needed between two shots (TUM-HOUSE-12).
    """

    name: str
    attributes: tuple[Attribute, ...]
    damage_die: int
    hands: int
    use: Use
    held: bool = False
    reload: bool = False
    ammunition: str = ""
    properties: str = ""


@dataclass(frozen=True, slots=True)
class Body:
    """A combatant's own state: the sheet's numbers as the fight uses them, hit points, what lasts for a round or day.

    hp may fall below zero. steadied: dying was stopped (TUM-HOUSE-21), and reopened: how often damage has come since;
    counted, so that taking one wound back leaves the others. weapons: ids of things, of which `own` holds the values,
    then names of the house table in the order of the sheet; in_hand: the one used last. unloaded: the crossbow was
    shot. helped: reward dice for the next test of this round. exposed: the last round in which attacks against this
    one are easier. hungry_days: days without food in a row. healed: got help by magic today. between: an adventure has
    ended for it, and none has begun since.
    """

    attributes: Mapping[str, int]
    hp: Counted
    hp_max: int
    creature: bool = False
    level: int = 1
    hit_die: int = 8
    character_class: str = ""
    talents: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    own: Mapping[Id, Arm] = field(default_factory=dict)
    in_hand: str = "unarmed"
    damage_die: int = 6
    armour: int = 0
    shield: bool = False
    shoots: bool = False
    spaces: int = 0
    capacity: int = 0
    overloaded: bool = False
    steadied: bool = False
    reopened: Counted = 0
    unloaded: bool = False
    helped: Counted = 0
    exposed: int | None = None
    aptitude_used: Counted = 0
    hungry_days: int = 0
    healed: bool = False
    between: bool = False
    overrides: Mapping[str, Override] = field(default_factory=dict)

    def value(self, attribute: Attribute) -> int:
        """The value of an attribute (TUM-ATTR-01)."""
        return self.attributes[attribute]

    @property
    def stable(self) -> bool:
        """Whether its dying is stopped."""
        return self.steadied and not self.reopened

    @property
    def health(self) -> Health:
        """How it is: up, dying, stable below zero, dead (TUM-HOUSE-20, TUM-HOUSE-21, TUM-HOUSE-27)."""
        state = state_at(self.hp, creature=self.creature)
        if state == "dying" and self.stable:
            return "stable"
        return state

    @property
    def able(self) -> bool:
        """Whether it is on its feet and may act (TUM-HOUSE-20)."""
        return self.hp > 0

    @property
    def dying(self) -> bool:
        """Whether it has to be tested at the end of each round (TUM-HOUSE-21)."""
        return self.health == "dying"

    def weapon(self, name: str) -> Weapon:
        """A weapon as this one uses it; a creature's own fights with Strength (TUM-HOUSE-08, TUM-HOUSE-27)."""
        if name == NATURAL:
            return Weapon(("strength",), self.damage_die, 1, "thrown" if self.shoots else "melee", 0)
        if name in self.own:
            arm = self.own[name]
            return Weapon(arm.attributes, arm.damage_die, arm.hands, arm.use, 0)
        return WEAPONS[cast(WeaponName, name)]

    def arms(self) -> tuple[str, ...]:
        """What it may attack with: what it carries, and always its bare hands."""
        return tuple(dict.fromkeys((*self.weapons, NATURAL if self.creature else "unarmed")))

    def called(self, name: str) -> str | Word:
        """What a weapon is called: a thing by its own name, any other by its word."""
        return self.own[name].name if name in self.own else Word(f"weapon.{name}")

    def reloads(self, name: str) -> bool:
        """Whether a weapon has to be reloaded between two shots (TUM-HOUSE-12)."""
        return self.own[name].reload if name in self.own else name == RELOADED

    def best(self, weapon: Weapon) -> Attribute:
        """The attribute with which it uses a weapon: the higher of those that fit (TUM-HOUSE-08)."""
        return max(weapon.attributes, key=self.value)

    def defence(self) -> Attribute:
        """The attribute that defends: the higher of Agility and that of the weapon in hand (TUM-HOUSE-13, -27)."""
        held = self.weapon(self.in_hand)
        own: tuple[Attribute, ...] = () if held.use == "ranged" else (self.best(held),)
        return max(("agility", *own), key=self.value)

    @property
    def shield_serves(self) -> bool:
        """Whether the shield protects: not while both hands hold a weapon (TUM-HOUSE-09)."""
        return self.shield and self.weapon(self.in_hand).hands == 1

    def bonus(self, talent: Talent) -> int:
        """What a talent gives, 0 without it (TUM-HOUSE-06)."""
        return talent_bonus(self.talents, talent)


@dataclass(frozen=True, slots=True)
class Declared:
    """What somebody has announced for this round (TUMS-CMB-03): the verb, against whom, in what words."""

    what: str
    hurried: bool = False
    target: Id | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Those who act at the same time, and in which phase (TUMS-CMB-07, TUMS-CMB-10, TUM-HOUSE-31)."""

    stage: Stage
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """What takes effect when the group at hand is through (TUM-HOUSE-31).

    harm: `who` loses `amount`. leave: `who` steps away from everybody. engage: `who` stands next to `other`.
    """

    id: Id
    kind: Deferred
    who: Id
    other: Id | None = None
    amount: int = 0
    order: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """Where the fight stands: round (0 before the first), phase, declarations, and the groups still to act.

    groups: the first is at hand. done: who has declared, or acted, in the phase at hand. opportunities: pairs
    "attacker target" that had theirs in this round (TUM-HOUSE-18). surprised: who declares nothing in the first round
    (TUM-HOUSE-30).
    """

    number: int = 0
    stage: Stage = "none"
    declared: Mapping[Id, Declared] = field(default_factory=dict)
    groups: tuple[Group, ...] = ()
    done: frozenset[str] = frozenset()
    deferred: Mapping[Id, Effect] = field(default_factory=dict)
    opportunities: Mapping[str, bool] = field(default_factory=dict)
    surprised: frozenset[str] = frozenset()


TumbasFight: TypeAlias = Fight[Body, Round]
TumbasCombatant: TypeAlias = Combatant[Body]


def in_combat(fight: TumbasFight) -> bool:
    """Whether rounds are being counted."""
    return fight.ordered and fight.round.number > 0


def in_turn(fight: TumbasFight) -> bool:
    """Whether declared actions are being carried out, so that effects wait for their group (TUM-HOUSE-31)."""
    return in_combat(fight) and fight.round.stage in ("action", "melee")


def resting(fight: TumbasFight) -> TumbasFight:
    """The round without what belongs to the group at hand alone."""
    return replace(fight, round=replace(fight.round, done=frozenset(), deferred={}))
