"""The state of machines in a fight: each machine, its turn, and the round with the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, cast

from rules.core.codec import Counted
from rules.core.types import Id
from rules.systems.tactico.vehicles.board import HexBoard
from rules.systems.tactico.vehicles.heat_scale import points_available
from rules.systems.tactico.vehicles.machines import (
    KINDS_IN_FLIGHT,
    KINDS_WITH_HEAT,
    LEGS,
    PACE_OF_MODE,
    Armour,
    Mode,
    Movement,
    VehicleKind,
    destroyed_locations,
    has_lost_weapons,
    is_out_of_action,
    points_on_legs,
)

Stage: TypeAlias = Literal["none", "declaration", "resolution"]

Ram: TypeAlias = Literal["", "charge", "death_from_above"]

Limb: TypeAlias = Literal["push", "kick", "right_punch", "left_punch", "melee_weapon"]

PILOT: Id = "pilot"
"""The key of the gunner who is the pilot."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A weapon of a machine."""

    weapon: str
    mount: str
    gunner: Id = PILOT
    """The key of the gunner who fires it."""
    shots: int | None = None
    """The shots of a full magazine; None without limit."""
    fired: Counted = 0

    @property
    def left(self) -> int | None:
        """Shots left; None without limit (TAC-HOUSE-32)."""
        return None if self.shots is None else max(0, self.shots - self.fired)


@dataclass(frozen=True, slots=True)
class Gunner:
    """A gunner of a machine: characteristic and skill of Artillería (TAC-VEH-06, TAC-HOUSE-02)."""

    name: str
    perception: int
    gunnery: int


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine in a fight, with the numbers of its crew."""

    kind: VehicleKind
    tonnage: int
    slow: int
    """Movement points of the lower speed, undamaged."""
    fast: int
    jump: int = 0
    heat_sinks: int = 0
    initiative: int = 0
    piloting: int = 0
    dexterity: int = 0
    tactics_skill: int = 0
    intelligence: int = 0
    pilot: str = ""
    model: str = ""
    melee_arm: str = ""
    """The arm that holds a melee weapon; empty without one."""
    armour: Mapping[str, Counted] = field(default_factory=dict)
    """Points by location, counted down from `armour_max`."""
    armour_max: Mapping[str, int] = field(default_factory=dict)
    weapons: Mapping[Id, Fitted] = field(default_factory=dict)
    gunners: Mapping[Id, Gunner] = field(default_factory=dict)
    """By key; the pilot is among them."""
    at: str = ""
    """The name of the hex where it stands; empty while it is not on the board."""
    facing: int = 0
    """The face towards which legs or hull look."""
    shaken: Counted = 0
    """Armour points lost in the turn at hand, all locations together (TAC-HOUSE-28)."""
    heat: int = 0
    """Heat at the end of the last turn."""
    offline: bool = False
    """Shut down for the turn at hand (TAC-HOUSE-27)."""
    wild: bool = False
    """Out of control in the turn at hand (TAC-HOUSE-27)."""
    fallen: bool = False
    immobile: bool = False
    """Its drive is out: it cannot move at all."""
    flying: bool = False
    """It flies, and is an air target (TAC-SHOT-09)."""
    tactics: str = "none"
    """How its roll of Táctica came out (TAC-VEH-03)."""

    @property
    def armour_left(self) -> Armour:
        """Points by location, not below 0 (TAC-HOUSE-31)."""
        left = {location: max(0, points) for location, points in self.armour.items()}
        return cast(Armour, left)

    @property
    def out(self) -> bool:
        """Whether it is out of action (TAC-HOUSE-31)."""
        return is_out_of_action(self.armour_left)

    @property
    def keeps_heat(self) -> bool:
        """Whether its kind gathers heat (TAC-HEAT-01)."""
        return self.kind in KINDS_WITH_HEAT

    @property
    def stopped(self) -> bool:
        """Whether it cannot move at all: shut down, its drive out, both legs gone (TAC-SHOT-04, TAC-HOUSE-31)."""
        return self.offline or self.immobile or self.out or self.legless

    @property
    def legless(self) -> bool:
        """Whether both legs are destroyed, which leaves no movement points (TAC-HOUSE-31)."""
        return set(LEGS) <= set(destroyed_locations(self.armour_left))

    def speed(self, mode: Mode) -> int:
        """Movement points of a type, undamaged (TAC-VMOV-01, TAC-HOUSE-19)."""
        return {"slow": self.slow, "fast": self.fast, "jump": self.jump}[PACE_OF_MODE[mode]]

    def on_legs(self, mode: Mode) -> int:
        """The same less what destroyed legs cost (TAC-HOUSE-31)."""
        return points_on_legs(self.speed(mode), self.armour_left)

    def points(self, mode: Mode) -> int:
        """Movement points of a type in this turn, less what legs and heat cost (TAC-HOUSE-24, TAC-HOUSE-31)."""
        return points_available(self.kind, self.on_legs(mode), self.heat)

    def works(self, weapon: Id) -> bool:
        """Whether a weapon can fire: its location is whole and there is a shot left (TAC-HOUSE-31, TAC-HOUSE-32)."""
        fitted = self.weapons[weapon]
        return not self.lost(weapon) and fitted.left != 0

    def lost(self, weapon: Id) -> bool:
        """Whether a weapon was lost with its location (TAC-HOUSE-31)."""
        mount = "center_torso" if self.weapons[weapon].mount == "rear" else self.weapons[weapon].mount
        place = mount if self.kind == "mech" else "hull"
        return has_lost_weapons(place, self.armour_left)  # type: ignore[arg-type]

    @property
    def carries_ammunition(self) -> bool:
        """Whether shots are left that could explode, other than those lost with their location (TAC-HOUSE-26)."""
        return any(fitted.left and not self.lost(key) for key, fitted in self.weapons.items())

    @property
    def may_fly(self) -> bool:
        """Whether its kind flies (TAC-SHOT-09)."""
        return self.kind in KINDS_IN_FLIGHT


@dataclass(frozen=True, slots=True)
class Shot:
    """A declared shot: a weapon and its target (TAC-VEH-06)."""

    weapon: Id
    target: Id


@dataclass(frozen=True, slots=True)
class Strike:
    """A declared blow: a limb and its target (TAC-PHYS-01)."""

    limb: Limb
    target: Id


@dataclass(frozen=True, slots=True)
class MachineTurn:
    """What a machine declared and did in the turn at hand."""

    movement: Movement = "none"
    way: tuple[str, ...] = ()
    """The names of the hexes entered."""
    obstacles: int = 0
    straight: int = 0
    """Hexes entered last in one line (TAC-PHYS-06)."""
    stood_up: bool = False
    moved: bool = False
    ram: Ram = ""
    """The charge or death from above that was declared, on `rammed`."""
    rammed: Id | None = None
    twist: int = 0
    """Faces that the torso is turned, to the right from 1, to the left from -1 (TAC-ARC-06)."""
    shots: tuple[Shot, ...] = ()
    strikes: tuple[Strike, ...] = ()
    piloting: tuple[int, ...] = ()
    """The faces of the turn's roll of Pilotar; empty while it has not been made (TAC-VEH-08)."""
    gunnery: Mapping[Id, tuple[int, ...]] = field(default_factory=dict)
    """The faces of the turn's rolls of Artillería, by the key of the gunner."""
    declared: bool = False
    resolved: bool = False
    """Whether its declaration has been worked out, or held nothing to work out."""
    fired: tuple[str, ...] = ()
    """The keys of the weapons that were fired."""

    @property
    def hexes(self) -> int:
        """Hexes moved in this turn (TAC-SHOT-04)."""
        return len(self.way)


@dataclass(frozen=True, slots=True)
class VehicleRound:
    """The turn of the machines as a whole."""

    number: int = 0
    """0 before the first turn."""
    stage: Stage = "none"
    scores: Mapping[Id, int] = field(default_factory=dict)
    """The order scores of the turn (TAC-VEH-02)."""
    turns: Mapping[Id, MachineTurn] = field(default_factory=dict)
    board: HexBoard = field(default_factory=HexBoard)
    listed: tuple[Id, ...] = ()
    """The machines in the order of the game master's list, which decides between equal scores (TAC-HOUSE-08)."""
