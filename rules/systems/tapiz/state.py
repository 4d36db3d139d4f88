"""The state of a Tapiz fight: what each combatant carries through it, and whose asalto it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias, cast

from rules.core.codec import Counted
from rules.core.facts import Fact, Word
from rules.core.fight import Combatant, Fight
from rules.core.gear import Thing
from rules.core.overrides import Override, chosen
from rules.core.types import Id
from rules.systems.tapiz.attributes import Attribute, attribute_modifier
from rules.systems.tapiz.effects import MODIFIERS, Duration, Weight
from rules.systems.tapiz.hit_points import Allowed, PoolName, PoolStatus, allowed_actions, pool_status
from rules.systems.tapiz.house import Armour
from rules.systems.tapiz.load import Load, load_state
from rules.systems.tapiz.sheet import KnownLanguage, OwnStance, Trait
from rules.systems.tapiz.size import Size
from rules.systems.tapiz.stances import Stance, acts_last

EARLIER = -2
"""The round in which effects of an earlier fight came: before all that count as just now."""


@dataclass(frozen=True, slots=True)
class Pool:
    """One pool of hit points (TAP-HP-01): current may fall below zero, and is kept below −10 (TAP-ODD-19).

    wounds: how often damage was received since the last healing attempt (TAP-HP-10). steadied: the loss of a negative
    pool was stopped (TAP-HP-07), and reopened: how often damage has come since. Both are counted, so that taking one
    wound back leaves the others.
    """

    current: Counted
    maximum: int
    wounds: Counted = 0
    steadied: bool = False
    reopened: Counted = 0

    @property
    def healing_available(self) -> bool:
        """Whether a healing attempt is open."""
        return self.wounds > 0

    @property
    def stabilised(self) -> bool:
        """Whether the loss of a negative pool is stopped."""
        return self.steadied and not self.reopened

    def struck(self, current: int) -> Pool:
        """The pool after damage."""
        reopened = self.reopened + 1 if self.steadied else self.reopened
        return replace(self, current=current, wounds=self.wounds + 1, reopened=reopened)

    def steady(self) -> Pool:
        """The pool when its loss has been stopped."""
        return replace(self, steadied=True, reopened=0)

    def raised(self, current: int, *, uses_chance: bool) -> Pool:
        """The pool after points came back; at zero or above nothing is left to be stopped."""
        wounds = 0 if uses_chance else self.wounds
        if current >= 0:
            return replace(self, current=current, wounds=wounds, steadied=False, reopened=0)
        return replace(self, current=current, wounds=wounds)


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect or consequence that its bearer carries (TAP-EFF-02, TAP-EFF-11).

    listed: id of an example, or "" when `name` says it in somebody's own words. sign: +1 helps its bearer's rolls, −1
    hinders them. since: the round in which it came. redescribed: its bearer has paid to say what it is (TAP-HERO-03).
    about: the pool it concerns, where that is known (TAP-OPT-05).
    """

    id: Id
    tier: Weight
    sign: int
    numeric: bool
    duration: Duration
    listed: str = ""
    name: str = ""
    since: int = 0
    redescribed: bool = False
    about: str = ""

    @property
    def modifier(self) -> int:
        """What it adds to a roll on which it bears; 0 without numeric weight (TAP-EFF-03)."""
        return self.sign * MODIFIERS[self.tier] if self.numeric else 0

    def called(self) -> str | Word:
        """Its name: own words, or the word of the example."""
        return self.name or Word(f"effect.{self.listed}")


@dataclass(frozen=True, slots=True)
class Body:
    """A combatant's own state: the sheet's numbers as the fight uses them, pools and effects.

    armour_name, shield_name: what the things are called, where they are things.
    overrides: the values set by hand, by the code of their fact. stances: those acquired; stance: the one it fights
    in, stance_bonus: what it chose of an all-out attack, own_stance: the place of one that is in no book, aimed: the
    round in which it last aimed. weight: kilograms carried, load_counts: whether they matter (TAP-LOAD-09). doubled:
    the attribute whose modifier counts twice (TAP-HOUSE-03). marched: rondas of travel since the last rest
    (TAP-LOAD-05). surprised: caught unready, for the first ronda (TAP-HOUSE-10). thrown: the weapons that it has
    thrown and not gathered, by their ids.
    """

    level: int
    scores: Mapping[str, int]
    physical: Pool
    mental: Pool
    traits: tuple[Trait, ...] = ()
    physical_die: int = 8
    mental_die: int = 8
    armour: str = "none"
    armour_name: str = ""
    shield: bool = False
    shield_name: str = ""
    defence_traits: int = 0
    mental_defence_traits: int = 0
    mov: int = 30
    effects: Mapping[Id, Effect] = field(default_factory=dict)
    initiative: int | None = None
    overrides: Mapping[str, Override] = field(default_factory=dict)
    size: Size = "medium"
    stances: tuple[str, ...] = ()
    stance: Stance = "normal"
    stance_bonus: int | None = None
    aimed: int | None = None
    own_stances: tuple[OwnStance, ...] = ()
    own_stance: int | None = None
    languages: tuple[KnownLanguage, ...] = ()
    weight: int = 0
    load_bonus: int = 0
    load_counts: bool = True
    doubled: str = ""
    marched: Counted = 0
    surprised: bool = False
    thrown: Mapping[Id, Thing] = field(default_factory=dict)

    def pool(self, name: PoolName) -> Pool:
        """One of the two pools."""
        return self.physical if name == "physical" else self.mental

    def with_pool(self, name: PoolName, pool: Pool) -> Body:
        """The body with another pool in place."""
        return replace(self, physical=pool) if name == "physical" else replace(self, mental=pool)

    def hit_die(self, name: PoolName) -> int:
        """Sides of the hit die of a pool (TAP-CHAR-07)."""
        return self.physical_die if name == "physical" else self.mental_die

    def modifier(self, attribute: Attribute) -> int:
        """Modifier of an attribute, twice where the house doubles it (TAP-HOUSE-02, TAP-HOUSE-03)."""
        return attribute_modifier(self.scores[attribute]) * (2 if attribute == self.doubled else 1)

    def status(self, name: PoolName) -> PoolStatus:
        """State of a pool (TAP-HP-02 to -09)."""
        return pool_status(name, self.pool(name).current)

    @property
    def allowed(self) -> Allowed:
        """What it may still do (TAP-HP-02, TAP-HP-03, TAP-HP-05, TAP-HP-06)."""
        return allowed_actions(self.physical.current, self.mental.current)

    @property
    def initiative_modifier(self) -> int:
        """What it adds to the dice of initiative: Dexterity and Wisdom, or the number set by hand (TAP-HOUSE-09)."""
        automatic = self.modifier("dexterity") + self.modifier("wisdom")
        return chosen("value.initiative", automatic, self.overrides)

    @property
    def house_stance(self) -> OwnStance | None:
        """The stance in no book that it fights in (TAP-STANCE-04)."""
        if self.own_stance is None or self.own_stance >= len(self.own_stances):
            return None
        return self.own_stances[self.own_stance]

    @property
    def waits(self) -> bool:
        """Whether its stance forces it to act last (TAP-STANCE-03)."""
        own = self.house_stance
        return acts_last(self.stance) or (own is not None and own.last)

    @property
    def load(self) -> Load:
        """The load it carries and what that costs (TAP-LOAD-01 to -05, TAP-LOAD-08, TAP-LOAD-09)."""
        scores = self.scores
        return load_state(
            scores["strength"],
            scores["dexterity"],
            scores["constitution"],
            self.weight,
            load_bonus=self.load_bonus,
            rules_enabled=self.load_counts,
        )

    @property
    def worn(self) -> Armour:
        """The armour it wears (TAP-HOUSE-07)."""
        return cast(Armour, self.armour)

    @property
    def has_asalto(self) -> bool:
        """Whether its place in the order is worth a stop: it may act, or stabilise its own mind (TAP-HP-08)."""
        shaken = self.status("mental") == "unstable" and not self.mental.stabilised
        return self.allowed != "none" or (self.physical.current > 0 and shaken)


@dataclass(frozen=True, slots=True)
class Round:
    """Where the conflict stands: the cycle of asaltos (0 before the first), who acts and who has acted in it.

    used: whoever acts has done the one action of this asalto (TAP-TIME-01).
    """

    number: int = 0
    turn: Id | None = None
    acted: frozenset[str] = frozenset()
    used: bool = False


TapizFight: TypeAlias = Fight[Body, Round]
TapizCombatant: TypeAlias = Combatant[Body]


def in_conflict(fight: TapizFight) -> bool:
    """Whether asaltos are being taken, so that points buy hit points (TAP-EFF-07)."""
    return fight.ordered and fight.round.number > 0


def effect_fact(effect: Effect) -> Fact:
    """An effect as a fact with its modifier."""
    code = "effect.with_modifier" if effect.modifier else "effect.plain"
    return Fact(code, value=effect.modifier or None, params={"name": effect.called()}, rules=("TAP-EFF-02",))


def in_force(body: Body) -> tuple[Effect, ...]:
    """The effects with numeric weight, in the order in which they came."""
    carried = [effect for effect in body.effects.values() if effect.numeric]
    return tuple(sorted(carried, key=lambda effect: (effect.since, effect.id)))
