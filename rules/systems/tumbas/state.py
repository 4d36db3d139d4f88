"""The state of a Tumbas fight: what each combatant carries through it, and where the round stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from rules.core.codec import SPARSE, Counted
from rules.core.facts import Word
from rules.core.fight import Combatant, Fight
from rules.core.overrides import Override
from rules.core.types import Id
from rules.systems.tumbas.attributes import Attribute
from rules.systems.tumbas.house import WEAPONS, Talent, Use, Weapon, talent_bonus

Health: TypeAlias = Literal["ok", "dying", "stable", "dead"]
Stage: TypeAlias = Literal["none", "declaration", "action", "melee"]

PARTS: Mapping[Stage, str] = {
    "declaration": "turn_part.declaration",
    "action": "turn_part.action",
    "melee": "turn_part.melee",
}
"""The word for each phase of a round, in order (TUMS-CMB-02)."""

DEATH = -10
"""A character with as few hit points, or fewer, is dead (TUM-HOUSE-20)."""

NATURAL = "natural"
"""The weapon of a creature: whatever it fights with, of the die on its sheet (TUM-HOUSE-27)."""


def state_at(hp: int, *, creature: bool) -> Literal["ok", "dying", "dead"]:
    """Return what a number of hit points means; a creature does not lie dying (TUM-HOUSE-20, TUM-HOUSE-27)."""
    if hp > 0:
        return "ok"
    return "dead" if creature or hp <= DEATH else "dying"


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon that is a thing of the gear, as fights use it (TUM-HOUSE-08)."""

    name: str
    attributes: tuple[Attribute, ...]
    """The higher of these is used."""
    damage_die: int
    hands: int
    use: Use
    held: bool = False
    """In hand; else at the belt."""
    reload: bool = False
    """It is reloaded between two shots (TUM-HOUSE-12)."""
    ammunition: str = ""
    """The sort it shoots, "" where that is not counted."""
    properties: str = ""


@dataclass(frozen=True, slots=True)
class Body:
    """A combatant's own state: the numbers of its sheet, hit points, what lasts for a round or for days."""

    attributes: Mapping[str, int]
    hp: Counted
    """May fall below zero."""
    hp_max: int
    creature: bool = False
    level: int = 1
    hit_die: int = 8
    character_class: str = ""
    talents: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    """Ids of things, whose values are in `own`, then names of the house table in the order of the sheet."""
    own: Mapping[Id, Arm] = field(default_factory=dict)
    in_hand: str = "unarmed"
    """The weapon used last."""
    damage_die: int = 6
    """The die of a creature's natural weapon."""
    armour: int = 0
    shield: bool = False
    shoots: bool = False
    """A creature's natural weapon is also thrown or shot."""
    spaces: int = 0
    capacity: int = 0
    overloaded: bool = False
    steadied: bool = False
    """Its dying was stopped (TUM-HOUSE-21)."""
    reopened: Counted = 0
    """How often damage has come since; counted, so that taking back one wound leaves the others."""
    unloaded: bool = False
    """The weapon that needs reloading was shot (TUM-HOUSE-12)."""
    promised: int = field(default=0, metadata=SPARSE)
    """Bonus dice (positive) or penalty dice (negative) that the game master gives its next test (TUM-DICE-01)."""
    promised_for: str = field(default="", metadata=SPARSE)
    """Why."""
    helped: Counted = 0
    """Bonus dice for the next test of this round (TUM-HOUSE-12)."""
    exposed: int | None = None
    """The last round in which attacks against it are easier (TUM-HOUSE-17)."""
    aptitude_used: Counted = 0
    hungry_days: int = 0
    """Days without food in a row (TUM-HOUSE-23)."""
    healed: bool = False
    """It was healed by magic today (TUM-HOUSE-33)."""
    between: bool = False
    """An adventure has ended for it, and none has begun since."""
    overrides: Mapping[str, Override] = field(default_factory=dict)

    def value(self, attribute: Attribute) -> int:
        """The value of an attribute (TUM-ATTR-01)."""
        return self.attributes[attribute]

    @property
    def stable(self) -> bool:
        """Whether its dying is stopped (TUM-HOUSE-21)."""
        return self.steadied and not self.reopened

    @property
    def health(self) -> Health:
        """Up, dying, stable below zero, or dead (TUM-HOUSE-20, TUM-HOUSE-21, TUM-HOUSE-27)."""
        state = state_at(self.hp, creature=self.creature)
        return "stable" if state == "dying" and self.stable else state

    @property
    def able(self) -> bool:
        """Whether it is on its feet and may act (TUM-HOUSE-20)."""
        return self.hp > 0

    @property
    def dying(self) -> bool:
        """Whether it is tested at the end of each round (TUM-HOUSE-21)."""
        return self.health == "dying"

    def weapon(self, name: str) -> Weapon:
        """A weapon as this combatant uses it; a natural one with Strength (TUM-HOUSE-08, TUM-HOUSE-27)."""
        if name == NATURAL:
            return Weapon(("strength",), self.damage_die, 1, "thrown" if self.shoots else "melee")
        if name in self.own:
            arm = self.own[name]
            return Weapon(arm.attributes, arm.damage_die, arm.hands, arm.use, reload=arm.reload)
        return WEAPONS[name]

    def arms(self) -> tuple[str, ...]:
        """The weapons it may attack with: those it carries, and always its bare hands or natural weapon."""
        return tuple(dict.fromkeys((*self.weapons, NATURAL if self.creature else "unarmed")))

    def called(self, name: str) -> str | Word:
        """What a weapon is called: a thing by its own name, any other by its word."""
        return self.own[name].name if name in self.own else Word(f"weapon.{name}")

    def reloads(self, name: str) -> bool:
        """Whether a weapon is reloaded between two shots (TUM-HOUSE-12)."""
        return self.own[name].reload if name in self.own else name in WEAPONS and WEAPONS[name].reload

    def best(self, weapon: Weapon) -> Attribute:
        """The attribute with which it uses a weapon: the higher of those that fit (TUM-HOUSE-08)."""
        return max(weapon.attributes, key=self.value)

    def defence(self) -> Attribute:
        """The attribute it defends with: the higher of Agility and that of the weapon in hand (TUM-HOUSE-13, -27)."""
        held = self.weapon(self.in_hand)
        own: tuple[Attribute, ...] = () if held.use == "ranged" else (self.best(held),)
        return max(("agility", *own), key=self.value)

    @property
    def shield_serves(self) -> bool:
        """Whether its shield protects: not while both hands hold a weapon (TUM-HOUSE-09)."""
        return self.shield and self.weapon(self.in_hand).hands == 1

    def bonus(self, talent: Talent) -> int:
        """What a talent adds, 0 without it (TUM-HOUSE-06)."""
        return talent_bonus(self.talents, talent)


@dataclass(frozen=True, slots=True)
class Declared:
    """What a combatant has declared for this round (TUMS-CMB-03)."""

    what: str
    """The name of an action, or "nothing"."""
    hurried: bool = False
    target: Id | None = None
    """The combatant it is aimed at or meant for."""
    words: str = ""
    to: str = field(default="", metadata=SPARSE)
    """The square of the board to which it moves."""


@dataclass(frozen=True, slots=True)
class Group:
    """Combatants who act at the same time, and the phase in which they do (TUMS-CMB-07, -10, TUM-HOUSE-31)."""

    stage: Stage
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deferred:
    """Something that takes effect when the group at hand is through (TUM-HOUSE-31)."""

    id: Id
    kind: Literal["harm", "leave", "engage", "go"]
    """harm: `who` loses `amount`. leave: `who` steps away from everybody. engage: `who` stands next to `other`.
    go: `who` goes to a square of the board."""
    who: Id
    other: Id | None = None
    amount: int = 0
    order: int = 0
    to: str = field(default="", metadata=SPARSE)
    """The square, for `go`, and for `engage` where one beside the other was chosen."""


@dataclass(frozen=True, slots=True)
class Round:
    """Where the fight stands."""

    number: int = 0
    """0 before the first round."""
    stage: Stage = "none"
    declared: Mapping[Id, Declared] = field(default_factory=dict)
    groups: tuple[Group, ...] = ()
    """The groups still to act; the first is at hand."""
    done: frozenset[str] = frozenset()
    """Who has acted in the group at hand."""
    deferred: Mapping[Id, Deferred] = field(default_factory=dict)
    opportunities: Mapping[str, bool] = field(default_factory=dict)
    """Pairs "attacker target" that had their opportunity attack in this round (TUM-HOUSE-18)."""
    surprised: frozenset[str] = frozenset()
    """Who declares nothing in the first round (TUM-HOUSE-30)."""


TumbasFight: TypeAlias = Fight[Body, Round]
TumbasCombatant: TypeAlias = Combatant[Body]


def in_combat(fight: TumbasFight) -> bool:
    """Whether rounds are being counted."""
    return fight.ordered and fight.round.number > 0


def in_turn(fight: TumbasFight) -> bool:
    """Whether declared actions are being carried out, so that effects wait for their group (TUM-HOUSE-31)."""
    return in_combat(fight) and fight.round.stage in ("action", "melee")


def characters(fight: TumbasFight) -> list[Id]:
    """The characters of the fight, in order: those whose gear and progress are kept."""
    return [who for who in fight.order if not fight.body(who).creature]


def with_round(fight: TumbasFight, **changes: Any) -> TumbasFight:
    """The fight with other values in these fields of its round."""
    return replace(fight, round=replace(fight.round, **changes))
