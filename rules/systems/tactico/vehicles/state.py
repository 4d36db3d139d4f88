"""The state of machines: what each carries through a fight, what it did in the turn, and the board they stand on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, cast

from rules.core.codec import Counted
from rules.core.types import Id
from rules.systems.tactico.vehicles.board import Board
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


Knock: TypeAlias = Literal["up", "fallen", "immobile"]


PILOT: Id = "pilot"
"""The key of the gunner who is the pilot."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A weapon and where it is mounted, who fires it, the shots it began with (None: without limit) and those fired."""

    weapon: str
    mount: str
    gunner: Id = PILOT
    shots: int | None = None
    fired: Counted = 0

    @property
    def left(self) -> int | None:
        """Shots left; None without limit (TAC-HOUSE-32)."""
        return None if self.shots is None else max(0, self.shots - self.fired)


@dataclass(frozen=True, slots=True)
class Gunner:
    """Somebody who fires weapons of a machine: characteristic and skill of Artillería (TAC-VEH-06, TAC-HOUSE-02)."""

    name: str
    perception: int
    gunnery: int


@dataclass(frozen=True, slots=True)
class Machine:
    """A vehicle as the fight uses it, with the numbers of its crew.

    slow, fast, jump: movement points undamaged. armour: points of each location, counted down from armour_max. gunners:
    by key, the pilot first. at: the hex where it stands, as the board writes it ("0412"), empty while it is nowhere;
    facing: the face of legs or hull. shaken: armour points lost in the turn at hand, all
    locations together. heat: at the end of the last turn. offline: shut down for the turn at hand; wild:
    out of control in it (TAC-HOUSE-27). knocked: lies on the ground, or cannot move at all. flying: an air target.
    tactics: how its Táctica roll came out.
    """

    kind: VehicleKind
    tonnage: int
    slow: int
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
    armour: Mapping[str, Counted] = field(default_factory=dict)
    armour_max: Mapping[str, int] = field(default_factory=dict)
    weapons: Mapping[Id, Fitted] = field(default_factory=dict)
    gunners: Mapping[Id, Gunner] = field(default_factory=dict)
    at: str = ""
    facing: int = 0
    shaken: Counted = 0
    heat: int = 0
    offline: bool = False
    wild: bool = False
    fallen: bool = False
    immobile: bool = False
    flying: bool = False
    tactics: str = "none"

    @property
    def armour_left(self) -> Armour:
        """Points of each location, none below zero (TAC-HOUSE-31)."""
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
        """Movement points of a type undamaged (TAC-VMOV-01, TAC-HOUSE-19)."""
        return {"slow": self.slow, "fast": self.fast, "jump": self.jump}[PACE_OF_MODE[mode]]

    def on_legs(self, mode: Mode) -> int:
        """The same after what destroyed legs take (TAC-HOUSE-31)."""
        return points_on_legs(self.speed(mode), self.armour_left)

    def points(self, mode: Mode) -> int:
        """Movement points of a type in this turn, after legs and heat (TAC-HOUSE-24, TAC-HOUSE-31)."""
        return points_available(self.kind, self.on_legs(mode), self.heat)

    def works(self, weapon: Id) -> bool:
        """Whether a weapon can fire: its location is whole and there is a shot left (TAC-HOUSE-31, TAC-HOUSE-32)."""
        fitted = self.weapons[weapon]
        return not self.lost(weapon) and fitted.left != 0

    def lost(self, weapon: Id) -> bool:
        """Whether a weapon went with its location (TAC-HOUSE-31)."""
        mount = "center_torso" if self.weapons[weapon].mount == "rear" else self.weapons[weapon].mount
        place = mount if self.kind == "mech" else "hull"
        return has_lost_weapons(place, self.armour_left)  # type: ignore[arg-type]

    @property
    def carries_ammunition(self) -> bool:
        """Whether there is a shot left that could explode; what went with its location is gone (TAC-HOUSE-26)."""
        return any(fitted.left and not self.lost(key) for key, fitted in self.weapons.items())

    @property
    def may_fly(self) -> bool:
        """Whether its kind flies (TAC-SHOT-09)."""
        return self.kind in KINDS_IN_FLIGHT


@dataclass(frozen=True, slots=True)
class Shot:
    """A weapon that is to be fired, and at whom (TAC-VEH-06)."""

    weapon: Id
    target: Id


@dataclass(frozen=True, slots=True)
class Strike:
    """A physical attack with a limb, and on whom (TAC-PHYS-01)."""

    limb: Limb
    target: Id


@dataclass(frozen=True, slots=True)
class MachineTurn:
    """What a machine declared and did in the turn at hand.

    way: the hexes entered. straight: those entered last in one line (TAC-PHYS-06). ram: a charge or death from above on
    `rammed`. twist: of the torso. piloting, gunnery: the faces of the rolls of the declaration, by gunner. declared:
    nothing is waited for. resolved: its place in the resolution has passed. fired: the weapons that were.
    """

    movement: Movement = "none"
    way: tuple[str, ...] = ()
    obstacles: int = 0
    straight: int = 0
    stood_up: bool = False
    moved: bool = False
    ram: Ram = ""
    rammed: Id | None = None
    twist: int = 0
    shots: tuple[Shot, ...] = ()
    strikes: tuple[Strike, ...] = ()
    piloting: tuple[int, ...] = ()
    gunnery: Mapping[Id, tuple[int, ...]] = field(default_factory=dict)
    declared: bool = False
    resolved: bool = False
    fired: tuple[str, ...] = ()

    @property
    def hexes(self) -> int:
        """Hexes moved in this turn (TAC-SHOT-04)."""
        return len(self.way)


@dataclass(frozen=True, slots=True)
class VehicleRound:
    """Where the turn of vehicles stands: number (0 before the first), stage, scores, what each does, the board.

    listed: the machines as the game master's list has them, which decides between equal scores (TAC-HOUSE-08).
    """

    number: int = 0
    stage: Stage = "none"
    scores: Mapping[Id, int] = field(default_factory=dict)
    turns: Mapping[Id, MachineTurn] = field(default_factory=dict)
    board: Board = field(default_factory=Board)
    listed: tuple[Id, ...] = ()
