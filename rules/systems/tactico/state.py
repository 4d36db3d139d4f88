"""The state of a fight: the body of each combatant, and where the turn stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, cast

from rules.core.codec import Counted
from rules.core.fight import Combatant, Fight
from rules.core.once import once
from rules.core.overrides import Override
from rules.core.quick import quick
from rules.core.types import Id
from rules.systems.tactico.attributes import FatigueStatus, fatigue, is_dead
from rules.systems.tactico.locations import LEGS, Location, disabled_locations
from rules.systems.tactico.rolls import Competence
from rules.systems.tactico.skills import CHARACTERISTIC_OF_SKILL, Skill
from rules.systems.tactico.vehicles.state import Machine, VehicleRound
from rules.systems.tactico.weapons import Armament, Reload, Weapon, weapon_of

Stage: TypeAlias = Literal["none", "declaration", "segments"]
Health: TypeAlias = Literal["ok", "disabled", "grounded", "unconscious", "dead"]
Hand: TypeAlias = Literal["right", "left", "both"]
What: TypeAlias = Literal[
    "move", "athletics_move", "crawl", "attack", "shoot", "test", "reload", "handle_item", "treat", "give_up"
]

UNARMED = "unarmed"
"""The key of the bare hands, which every body has."""

FIST = weapon_of("unarmed")


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon that is carried: its values and how it is loaded."""

    name: str
    category: str
    accuracy: int
    dice: int
    bonus: int
    rounds: int | None
    left: Counted = 0
    """Shots in it."""
    reload: Reload = "magazine"
    spares: int | None = None
    """Magazines, arrows or bullets for it; None where they are not counted. Of what is thrown, the one at hand too."""
    spares_used: Counted = 0
    hand: Hand = "right"
    dropped: bool = False
    """It lies on the ground."""
    thing: bool = False
    """It is one of the owner's things, not written on the sheet alone."""
    thrown: bool = False
    """It is gone with its use."""

    @property
    @once
    def values(self) -> Weapon:
        """Its values as the rules use them (TAC-HOUSE-13)."""
        usual = weapon_of(cast(Armament, self.category))
        return replace(usual, accuracy=self.accuracy, dice=self.dice, bonus=self.bonus, rounds=self.rounds)

    @property
    def spares_left(self) -> int | None:
        """Reloads that are left; None where they are not counted."""
        if self.spares is None:
            return None
        return max(0, self.spares - self.spares_used - (self.left if self.thrown else 0))


@dataclass(frozen=True, slots=True)
class Wound:
    """What one hit took from one location and has not been given back (TAC-HEAL-02)."""

    location: Location
    points: Counted


@dataclass(frozen=True, slots=True)
class Treating:
    """The wound that a combatant treats (TAC-HEAL-02, TAC-HEAL-03)."""

    patient: Id
    wound: Id
    turns: Counted = 0
    """Full turns that went into it."""


@quick
@dataclass(frozen=True, slots=True)
class Body:
    """A combatant's own state: the sheet's numbers as the fight uses them, points, fatigue, wounds, weapons."""

    characteristics: Mapping[str, int]
    skills: Mapping[str, int]
    """Those in own words too."""
    life: Counted = 0
    """May fall below zero, as may the resistance of a location."""
    life_max: int = 0
    resistance: Mapping[str, Counted] = field(default_factory=dict)
    resistance_max: Mapping[str, int] = field(default_factory=dict)
    initiative: int = 0
    movement: int = 0
    fatigue_attribute: int = 1
    fatigue: Counted = 0
    endurance: int = 0
    load: int = 0
    arms: Mapping[Id, Arm] = field(default_factory=dict)
    in_hand: Id = UNARMED
    """The key of the weapon that is held."""
    hand: Hand = "right"
    protection: Mapping[str, int] = field(default_factory=dict)
    characteristic_of: Mapping[str, str] = field(default_factory=dict)
    """The characteristic that each skill in own words depends on."""
    equipment: bool = False
    """It carries what wounds are treated with."""
    expert: bool = False
    """It knows the values of weapons beforehand (TAC-INV-01)."""
    npc: bool = False
    """It has the sheet of a figure, without a list of things."""
    wounds: Mapping[Id, Wound] = field(default_factory=dict)
    treating: Treating | None = None
    overrides: Mapping[str, Override] = field(default_factory=dict)
    machine: Machine | None = None
    """Set for a vehicle; the rest of the fields are then its crew's."""

    @property
    def disabled(self) -> tuple[Location, ...]:
        """The locations out of use (TAC-DMG-06)."""
        return _disabled(self)

    @property
    def health(self) -> Health:
        """How it is, the worst that holds (TAC-DMG-03, TAC-DMG-06 to -10)."""
        if is_dead(self.life):
            return "dead"
        if "head" in self.disabled:
            return "unconscious"
        if "torso" in self.disabled:
            return "grounded"
        return "disabled" if self.disabled else "ok"

    @property
    def lies(self) -> bool:
        """Whether it lies on the ground: head, torso or a leg is out of use (TAC-DMG-08 to -10)."""
        return any(one in ("head", "torso", *LEGS) for one in self.disabled)

    @property
    def tiredness(self) -> FatigueStatus:
        """What the fatigue level leaves of a turn (TAC-FAT-02, TAC-FAT-03)."""
        return fatigue(max(0, self.fatigue), self.fatigue_attribute).status

    @property
    def able(self) -> bool:
        """Whether it can do anything at all (TAC-DMG-03, TAC-DMG-10, TAC-FAT-03); a machine: not out of action."""
        if self.machine is not None:
            return not self.machine.out
        return self.health not in ("dead", "unconscious") and self.tiredness != "exhausted"

    def arm(self, key: Id) -> Arm:
        """Return a weapon by its key; the bare hands for one that it does not carry (TAC-HOUSE-13)."""
        if key in self.arms:
            return self.arms[key]
        return Arm(UNARMED, "unarmed", FIST.accuracy, FIST.dice, FIST.bonus, FIST.rounds)

    def characteristic(self, skill: str) -> str:
        """Return the characteristic that a skill depends on (TAC-HOUSE-02)."""
        if skill in self.characteristic_of:
            return self.characteristic_of[skill]
        return CHARACTERISTIC_OF_SKILL[cast(Skill, skill)]

    def competence(self, skill: str, modifier: int = 0) -> Competence:
        """Return what is added to a roll of a skill; one that is not on the sheet is 0 (TAC-ROLL-04, TAC-HOUSE-02)."""
        return Competence(self.characteristics[self.characteristic(skill)], self.skills.get(skill, 0), modifier)


@once
def _disabled(body: Body) -> tuple[Location, ...]:
    return disabled_locations(cast(Mapping[Location, int], body.resistance))


@dataclass(frozen=True, slots=True)
class Planned:
    """What a combatant means to do in one segment (TAC-TURN-03, TAC-ACT-02)."""

    what: What = "give_up"
    target: Id | None = None
    """The combatant it is done to, or with."""

    @property
    def acts(self) -> bool:
        """Whether the segment waits for it."""
        return self.what not in ("give_up", "treat")


@dataclass(frozen=True, slots=True)
class Turn:
    """A combatant's turn: the three segments as declared, and what of it is done, used and lost."""

    segments: tuple[Planned, ...]
    allowance: int = 3
    """Actions of the turn when it was declared (TAC-FAT-02)."""
    resolved: int = 0
    """Segments that are behind it."""
    done: Counted = 0
    """Actions done."""
    moved: Counted = 0
    """Segments in which it moved."""
    metres: Counted = 0
    """Metres covered by them."""
    defences: Counted = 0
    """Blows answered."""
    lost: Counted = 0
    """Actions lost."""
    leaving: bool = False
    """The whole turn goes into leaving a melee (TAC-MEL-03)."""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """Where the fight stands: turn, stage, segment at hand, declarations."""

    number: int = 0
    """The turn; 0 before the first."""
    stage: Stage = "none"
    """Of the part of people; "none" while none of it is played."""
    segment: int = 0
    """The segment at hand; 0 before the first."""
    turns: Mapping[Id, Turn] = field(default_factory=dict)
    """By combatant."""
    left: frozenset[str] = frozenset()
    """The combatants who left a melee by the last turn and may move in this one (TAC-MEL-04)."""
    fled: Mapping[str, bool] = field(default_factory=dict)
    """Pairs "fugitive pursuer" that were locked until the fugitive moved away in this turn (TAC-MEL-05)."""
    ranked: Mapping[Id, int] = field(default_factory=dict)
    """The Iniciativa with which each of the people was put into the order (TAC-TURN-04)."""
    vehicles: VehicleRound | None = None


TacticoFight: TypeAlias = Fight[Body, Round]
TacticoCombatant: TypeAlias = Combatant[Body]


def in_combat(fight: TacticoFight) -> bool:
    """Return whether turns of people are being counted."""
    return fight.ordered and fight.round.number > 0
