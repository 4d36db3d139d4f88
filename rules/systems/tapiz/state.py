"""The state of a Tapiz fight: what each combatant carries through it, and whose asalto it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias, cast

from rules.core.codec import Counted
from rules.core.fight import Combatant, Fight
from rules.core.gear import Thing
from rules.core.once import once
from rules.core.overrides import Override, chosen
from rules.core.quick import quick
from rules.core.types import Id, Json
from rules.systems.tapiz.attributes import Attribute, attribute_modifier
from rules.systems.tapiz.effects import DISARMED, KNOCKED_OUT, Effect
from rules.systems.tapiz.hit_points import Allowed, Pool, PoolName, PoolStatus, allowed_actions, pool_status
from rules.systems.tapiz.sheet import Armour, KnownLanguage, OwnStance, Size, Stance, Trait

EARLIER = -2
"""The round in which effects of an earlier fight came: before all that count as just now."""


@quick
@dataclass(frozen=True, slots=True)
class Body:
    """A combatant's own state: the sheet's numbers as the fight uses them, pools and effects."""

    level: int
    scores: Mapping[str, int]
    physical: Pool
    mental: Pool
    traits: tuple[Trait, ...] = ()
    physical_die: int = 8
    mental_die: int = 8
    armour: str = "none"
    armour_name: str = ""
    """The name of the armour, where it is a thing."""
    shield: bool = False
    shield_name: str = ""
    """The name of the shield, where it is a thing."""
    defence_traits: int = 0
    mental_defence_traits: int = 0
    mov: int = 30
    effects: Mapping[Id, Effect] = field(default_factory=dict)
    initiative: int | None = None
    overrides: Mapping[str, Override] = field(default_factory=dict)
    """The values set by hand, by the code of their fact."""
    size: Size = "medium"
    stances: tuple[str, ...] = ()
    """The stances acquired."""
    stance: Stance = "normal"
    """The stance in which the combatant fights."""
    stance_bonus: int | None = None
    """The bonus chosen for an all-out attack."""
    aimed: int | None = None
    """The round in which the combatant last aimed."""
    own_stances: tuple[OwnStance, ...] = ()
    own_stance: int | None = None
    """The place, among `own_stances`, of the one in which the combatant fights."""
    languages: tuple[KnownLanguage, ...] = ()
    weight: int = 0
    """Kilograms carried."""
    load_bonus: int = 0
    load_counts: bool = True
    """Whether the load has consequences (TAP-LOAD-09)."""
    doubled: str = ""
    """The attribute whose modifier counts twice (TAP-HOUSE-03)."""
    marched: Counted = 0
    """Rondas of travel since the last rest (TAP-LOAD-05)."""
    surprised: bool = False
    """Caught unready, for the first ronda (TAP-HOUSE-10)."""
    thrown: Mapping[Id, Thing] = field(default_factory=dict)
    """The weapons thrown and not gathered, by their ids."""

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
        """Modifier of an attribute, twice where the table doubles it (TAP-HOUSE-02, TAP-HOUSE-03)."""
        return attribute_modifier(self.scores[attribute]) * (2 if attribute == self.doubled else 1)

    def status(self, name: PoolName) -> PoolStatus:
        """State of a pool (TAP-HP-02 to -09)."""
        return pool_status(name, self.pool(name).current)

    @property
    @once
    def allowed(self) -> Allowed:
        """What the combatant may still do (TAP-HP-02, TAP-HP-03, TAP-HP-05, TAP-HP-06, TAP-ODD-28)."""
        return "none" if self.knocked_out else allowed_actions(self.physical.current, self.mental.current)

    @property
    def knocked_out(self) -> bool:
        """Whether an effect keeps the combatant unconscious at whatever hit points (TAP-EFF-06, TAP-ODD-28)."""
        return any(effect.listed == KNOCKED_OUT for effect in self.effects.values())

    @property
    def disarmed(self) -> bool:
        """Whether an effect keeps a weapon from the combatant's hand (TAP-EFF-06)."""
        return any(effect.listed == DISARMED for effect in self.effects.values())

    @property
    def struck(self) -> frozenset[Id]:
        """The things that were struck from the hand and lie out of reach (TAP-EFF-06)."""
        return frozenset(effect.about for effect in self.effects.values() if effect.listed == DISARMED)

    @property
    def lies_still(self) -> bool:
        """Whether the combatant is unconscious, by its hit points or by an effect (TAP-HP-02, TAP-ODD-28)."""
        return self.knocked_out or self.physical.current <= 0

    @property
    def initiative_modifier(self) -> int:
        """What is added to the dice of initiative: Dexterity and Wisdom, or the number set by hand (TAP-HOUSE-09)."""
        automatic = self.modifier("dexterity") + self.modifier("wisdom")
        return chosen("value.initiative", automatic, self.overrides)

    @property
    def house_stance(self) -> OwnStance | None:
        """The stance added by the game master in which the combatant fights (TAP-STANCE-04)."""
        if self.own_stance is None or self.own_stance >= len(self.own_stances):
            return None
        return self.own_stances[self.own_stance]

    @property
    def worn(self) -> Armour:
        """The armour worn (TAP-HOUSE-07)."""
        return cast(Armour, self.armour)

    @property
    @once
    def in_force(self) -> tuple[Effect, ...]:
        """The effects with numeric weight, in the order in which they came."""
        carried = [effect for effect in self.effects.values() if effect.numeric]
        return tuple(sorted(carried, key=lambda effect: (effect.since, effect.id)))

    @property
    @once
    def has_asalto(self) -> bool:
        """Whether the order stops here: the combatant may act, or stabilise its own mind (TAP-HP-08)."""
        shaken = self.status("mental") == "unstable" and not self.mental.stabilised
        return self.allowed != "none" or (not self.lies_still and shaken)


@dataclass(frozen=True, slots=True)
class Round:
    """Where the conflict stands."""

    number: int = 0
    """The cycle of asaltos, 0 before the first."""
    turn: Id | None = None
    """The combatant whose asalto it is."""
    acted: frozenset[str] = frozenset()
    """The combatants who have had their asalto in this cycle."""
    used: bool = False
    """The one action of this asalto has been done (TAP-TIME-01)."""


TapizFight: TypeAlias = Fight[Body, Round]
TapizCombatant: TypeAlias = Combatant[Body]


def in_conflict(fight: TapizFight) -> bool:
    """Whether asaltos are being taken, so that points buy hit points (TAP-EFF-07)."""
    return fight.ordered and fight.round.number > 0


def purses_of_bodies(head: Json) -> Json:
    """Lift a stored head to state version 2: hero points leave the bodies and belong to players (TAP-HERO-15).

    The app fills the purses from the conditions of the characters, and names each combatant's at the next act.
    """
    fight = head["fight"]
    combatants = {
        who: {**one, "body": {name: value for name, value in one["body"].items() if name != "hero_points"}}
        for who, one in fight.get("combatants", {}).items()
    }
    return {**head, "fight": {**fight, "combatants": combatants}}
