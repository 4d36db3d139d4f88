"""The state of a fight of Táctico: what each combatant carries through it, and where the turn stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, cast

from rules.core.codec import Counted
from rules.core.fight import Combatant, Fight
from rules.core.overrides import Override
from rules.core.types import Id
from rules.systems.tactico.fatigue import FatigueStatus, fatigue_status
from rules.systems.tactico.hit_points import disabled_locations, is_dead
from rules.systems.tactico.locations import LEGS, Location
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
"""The key of the bare hands, which everybody has."""

FIST = weapon_of("unarmed")


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon that is carried: its values, how it is loaded, the shots left and the reloads that were used.

    spares: magazines, arrows or bullets for it; None where nobody counts them. dropped: it lies on the ground.
    thing: it is among the things that somebody has, not on the sheet alone. thrown: it is gone with its use, and
    `spares` counts the one at hand.
    """

    name: str
    category: str
    accuracy: int
    dice: int
    bonus: int
    rounds: int | None
    left: Counted = 0
    reload: Reload = "magazine"
    spares: int | None = None
    spares_used: Counted = 0
    hand: Hand = "right"
    dropped: bool = False
    thing: bool = False
    thrown: bool = False

    @property
    def values(self) -> Weapon:
        """Its values as the rules use them (TAC-HOUSE-13)."""
        usual = weapon_of(cast(Armament, self.category))
        return Weapon(
            usual.skill, self.accuracy, self.dice, self.bonus, self.rounds, usual.size, least_damage=usual.least_damage
        )

    @property
    def spares_left(self) -> int | None:
        """Reloads that are left; None where nobody counts them."""
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
    """Whose wound somebody treats, and the full turns that it has taken (TAC-HEAL-02, TAC-HEAL-03)."""

    patient: Id
    wound: Id
    turns: Counted = 0


@dataclass(frozen=True, slots=True)
class Body:
    """A combatant's own state: the sheet's numbers as the fight uses them, points, fatigue, wounds, weapons.

    resistance and life may fall below zero. skills hold those in own words too, `characteristic_of` what these depend
    on. arms: the weapons by key; in_hand: the key of the one held, with `hand`. equipment: carries what wounds are
    treated with. expert: knows the values of weapons beforehand (TAC-INV-01). npc: has the quick sheet. machine: set
    for a vehicle, of which the rest of the fields are the crew's.
    """

    characteristics: Mapping[str, int]
    skills: Mapping[str, int]
    life: Counted = 0
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
    hand: Hand = "right"
    protection: Mapping[str, int] = field(default_factory=dict)
    characteristic_of: Mapping[str, str] = field(default_factory=dict)
    equipment: bool = False
    expert: bool = False
    npc: bool = False
    wounds: Mapping[Id, Wound] = field(default_factory=dict)
    treating: Treating | None = None
    overrides: Mapping[str, Override] = field(default_factory=dict)
    machine: Machine | None = None

    @property
    def disabled(self) -> tuple[Location, ...]:
        """The locations out of use (TAC-DMG-06)."""
        return disabled_locations(cast(Mapping[Location, int], self.resistance))

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
        return fatigue_status(max(0, self.fatigue), self.fatigue_attribute)

    @property
    def able(self) -> bool:
        """Whether it can do anything at all (TAC-DMG-03, TAC-DMG-10, TAC-FAT-03); a machine: not out of action."""
        if self.machine is not None:
            return not self.machine.out
        return self.health not in ("dead", "unconscious") and self.tiredness != "exhausted"

    def arm(self, key: Id) -> Arm:
        """A weapon by its key; the bare hands for one that it does not carry (TAC-HOUSE-13)."""
        if key in self.arms:
            return self.arms[key]
        return Arm(UNARMED, "unarmed", FIST.accuracy, FIST.dice, FIST.bonus, FIST.rounds)

    def characteristic(self, skill: str) -> str:
        """The characteristic that a skill depends on (TAC-HOUSE-02)."""
        if skill in self.characteristic_of:
            return self.characteristic_of[skill]
        return CHARACTERISTIC_OF_SKILL[cast(Skill, skill)]

    def competence(self, skill: str, modifier: int = 0) -> Competence:
        """What is added to a roll of a skill; one that is not on the sheet is 0 (TAC-ROLL-04, TAC-HOUSE-02)."""
        return Competence(self.characteristics[self.characteristic(skill)], self.skills.get(skill, 0), modifier)


@dataclass(frozen=True, slots=True)
class Planned:
    """What somebody means to do in one segment, at or with whom (TAC-TURN-03, TAC-ACT-02)."""

    what: What = "give_up"
    target: Id | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody's turn: the three segments as declared, and what of it is done, used and lost.

    allowance: actions of the turn when it was declared (TAC-FAT-02). resolved: segments behind it. done: actions done.
    moved: segments moved; metres: covered by them. leaving: the whole turn goes into leaving a melee (TAC-MEL-03).
    """

    segments: tuple[Planned, ...]
    allowance: int = 3
    resolved: int = 0
    done: Counted = 0
    moved: Counted = 0
    metres: Counted = 0
    defences: Counted = 0
    lost: Counted = 0
    leaving: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """Where the fight stands: turn (0 before the first), stage, segment at hand (0 before the first), declarations.

    stage: of the part of people, "none" while none of it is played. turns: by combatant. left: who left a melee by the
    last turn and may move in this one (TAC-MEL-04). fled: pairs "who pursuer" that were locked until one of them moved
    away in this turn (TAC-MEL-05). ranked: the Iniciativa with which each of the people was put into the order
    (TAC-TURN-04).
    """

    number: int = 0
    stage: Stage = "none"
    segment: int = 0
    turns: Mapping[Id, Turn] = field(default_factory=dict)
    left: frozenset[str] = frozenset()
    fled: Mapping[str, bool] = field(default_factory=dict)
    ranked: Mapping[Id, int] = field(default_factory=dict)
    vehicles: VehicleRound | None = None


TacticoFight: TypeAlias = Fight[Body, Round]
TacticoCombatant: TypeAlias = Combatant[Body]


def in_combat(fight: TacticoFight) -> bool:
    """Whether turns of people are being counted."""
    return fight.ordered and fight.round.number > 0
