"""What a shot has to reach: its number, the modifiers that raise or lower it, why it cannot be fired.

(TAC-SHOT-01 to -10, TAC-HOUSE-21, TAC-HOUSE-29, TAC-VEH-08)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Literal, cast

from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.facts import Explanation, Fact, fact
from rules.core.relations import related
from rules.core.types import Id
from rules.systems.tactico.rolls import SUCCESSES, Difficulty, RollTotal, number_to_reach, outcome_of
from rules.systems.tactico.settings import setting
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.crew import gunner_of, gunnery_of
from rules.systems.tactico.vehicles.heat_scale import check_heat, fire_modifier
from rules.systems.tactico.vehicles.hexes import in_arc, relative_face
from rules.systems.tactico.vehicles.machines import (
    KINDS_IN_FLIGHT,
    KINDS_WITH_HEAT,
    Mount,
    Movement,
    VehicleKind,
    check_movement,
    known_kind,
    known_movement,
)
from rules.systems.tactico.vehicles.situation import COVERED, bearing, machine, place_of, turn_of
from rules.systems.tactico.vehicles.weapons import Range, WeaponName, range_of

AirAspect = Literal["none", "front", "side", "rear"]

RANGE_MODIFIERS: Mapping[Range, int] = {"short": 0, "medium": 3, "long": 6}
"""By the distance to the target (TAC-SHOT-01)."""

GROUND_MODIFIERS: Mapping[Movement, int] = {"none": 0, "walk": 2, "cruise": 2, "run": 4, "max": 4, "jump": 6}
"""By the movement of a shooter on the ground or in a helicopter (TAC-SHOT-02)."""

AIR_MODIFIERS: Mapping[Movement, int] = {"none": 0, "cruise": 0, "max": 2}
"""By the movement of a shooter in a fighter or dropship (TAC-SHOT-03, TAC-HOUSE-29)."""

KINDS_FIRING_FROM_THE_AIR: tuple[VehicleKind, ...] = ("fighter", "dropship")

IMMOBILISED = -8
"""For a target that cannot move at all (TAC-SHOT-04)."""

TARGET_MODIFIERS: Mapping[int, int] = {0: 0, 3: 2, 5: 4, 7: 6, 10: 8}
"""By the hexes that the target has moved, from each number upwards (TAC-SHOT-04)."""

ELUSIVE_TARGET = 2
"""For a mech that has jumped, and for any helicopter (TAC-SHOT-05)."""

PER_WOODS_HEX = 2
"""For each woods hex between shooter and target (TAC-SHOT-06)."""

PARTIAL_COVER = 2
"""For a target that is partly covered (TAC-SHOT-07)."""

FURTHER_TARGET = 2
"""For each target after the first, the same for all of them (TAC-SHOT-08)."""

ASPECT_MODIFIERS: Mapping[AirAspect, int] = {"none": 0, "front": 2, "side": 4, "rear": 0}
"""By the side of an air target that faces the shooter (TAC-SHOT-09, TAC-HOUSE-29)."""

ASPECT_OF_FACE: tuple[AirAspect, ...] = ("front", "front", "side", "rear", "side", "front")
"""The side of an air target by the face in which the shooter lies (TAC-SHOT-09, TAC-ARC-01)."""

BASE = 10
"""The base of a shot or physical attack, unless the table sets another (TAC-HOUSE-21)."""

BASE_DIFFICULTY: Difficulty = "routine"
"""The difficulty of a shot and of a physical attack before any modifier (TAC-HOUSE-21)."""


@dataclass(frozen=True)
class Shooter:
    """The machine that shoots."""

    kind: VehicleKind
    movement: Movement = "none"
    """Its movement of this turn."""
    heat: int = 0
    """Its heat at the end of the last turn."""
    target_number: int = 1
    """Counts the targets of its turn, from 1."""


@dataclass(frozen=True)
class Target:
    """The machine that is shot at or struck."""

    kind: VehicleKind
    hexes: int = 0
    """Hexes moved in this turn."""
    jumped: bool = False
    immobilised: bool = False
    """Whether it cannot move at all."""
    air_aspect: AirAspect = "none"
    """The side that it shows while it flies."""


@dataclass(frozen=True)
class ShotModifiers:
    """The parts of the modifier of a shot."""

    range_modifier: int
    shooter_modifier: int
    target_modifier: int
    target_kind_modifier: int
    obstacle_modifier: int
    extra_target_modifier: int
    air_modifier: int
    heat_modifier: int

    @property
    def modifier(self) -> int:
        """All parts together (TAC-SHOT-01 to -10)."""
        return sum(getattr(self, part.name) for part in fields(self))


def attack_number(skill: int, modifier: int, base: int = BASE) -> int:
    """Return the number of a shot or physical attack: the base, 5 more for skill 0, and modifiers.

    (TAC-HOUSE-21, TAC-DIFF-03)
    """
    return number_to_reach(BASE_DIFFICULTY, skill, modifier + base - BASE)


def hits(roll: RollTotal, number: int) -> bool:
    """Say whether a roll made for the whole turn hits; its double decides for all (TAC-VEH-08, TAC-ROLL-05 to -07)."""
    return outcome_of(roll, number) in SUCCESSES


def shooter_modifier(kind: VehicleKind, movement: Movement) -> int:
    """Return what the movement of the shooter adds (TAC-SHOT-02, TAC-SHOT-03, TAC-HOUSE-29)."""
    return (AIR_MODIFIERS if kind in KINDS_FIRING_FROM_THE_AIR else GROUND_MODIFIERS)[movement]


def target_modifier(target: Target) -> int:
    """Return what the movement of the target adds; less for a target that cannot move at all (TAC-SHOT-04)."""
    if target.immobilised:
        return IMMOBILISED
    return max(modifier for hexes, modifier in TARGET_MODIFIERS.items() if hexes <= target.hexes)


def target_kind_modifier(target: Target) -> int:
    """Return the addition for a mech that has jumped or a helicopter (TAC-SHOT-05)."""
    return ELUSIVE_TARGET if target.kind == "helicopter" or (target.kind == "mech" and target.jumped) else 0


def check_target(target: Target) -> Target:
    """Return the target, or refuse one that contradicts itself (TAC-SHOT-04, TAC-SHOT-05, TAC-SHOT-09).

    Only a mech jumps, nothing moves that cannot move, and only what flies shows a side.
    """
    known_kind(target.kind, field="target_kind")
    one_of(target.air_aspect, ASPECT_MODIFIERS, "tactico.shot.aspect_unknown", field="air_aspect")
    at_least(target.hexes, 0, "tactico.shot.hexes", field="target_hexes")
    if target.jumped and target.kind != "mech":
        raise NotAllowed("tactico.shot.jumped", field="target_jumped")
    if target.immobilised and (target.hexes or target.jumped):
        raise NotAllowed("tactico.shot.immobilised", field="target_immobilised")
    if target.air_aspect != "none" and target.kind not in KINDS_IN_FLIGHT:
        raise NotAllowed("tactico.shot.aspect", field="air_aspect")
    return target


def shot_modifiers(
    shooter: Shooter, target: Target, distance: Range, *, woods_hexes: int = 0, partial_cover: bool = False
) -> ShotModifiers:
    """Work out the modifier of one shot (TAC-SHOT-01 to -10, TAC-HOUSE-29).

    Raises NotAllowed for a movement that the shooter's kind does not have, for heat of a kind that gathers none and for
    a target that contradicts itself (see `check_target`).
    """
    known_kind(shooter.kind, field="shooter_kind")
    known_kind(target.kind, field="target_kind")
    known_movement(shooter.movement, field="shooter_movement")
    one_of(distance, RANGE_MODIFIERS, "tactico.shot.range_unknown", field="range")
    one_of(target.air_aspect, ASPECT_MODIFIERS, "tactico.shot.aspect_unknown", field="air_aspect")
    at_least(target.hexes, 0, "tactico.shot.hexes", field="target_hexes")
    at_least(woods_hexes, 0, "tactico.shot.woods", field="woods_hexes")
    at_least(shooter.target_number, 1, "tactico.shot.target_number", field="target_number")
    check_heat(shooter.heat, field="shooter_heat")
    check_movement(shooter.kind, shooter.movement, field="shooter_movement")
    check_target(target)
    if shooter.heat and shooter.kind not in KINDS_WITH_HEAT:
        raise NotAllowed("tactico.heat.kind", field="shooter_heat", params={"kind": shooter.kind})
    return ShotModifiers(
        range_modifier=RANGE_MODIFIERS[distance],
        shooter_modifier=shooter_modifier(shooter.kind, shooter.movement),
        target_modifier=target_modifier(target),
        target_kind_modifier=target_kind_modifier(target),
        obstacle_modifier=PER_WOODS_HEX * woods_hexes + (PARTIAL_COVER if partial_cover else 0),
        extra_target_modifier=FURTHER_TARGET if shooter.target_number > 1 else 0,
        air_modifier=ASPECT_MODIFIERS[target.air_aspect],
        heat_modifier=fire_modifier(shooter.heat),
    )


# A shot in a fight


def weapon_range(fight: TacticoFight, shooter: Id, weapon: Id, target: Id) -> Range | None:
    """The range at which a weapon has a target; None beyond it or on the same hex (TAC-HOUSE-32)."""
    found = bearing(fight, shooter, target)
    if found is None or not found.distance_hexes:
        return None
    return range_of(cast(WeaponName, machine(fight, shooter).weapons[weapon].weapon), found.distance_hexes)


def reaches(fight: TacticoFight, attacker: Id, mount: str, target: Id, twist: int) -> bool:
    """Whether a target lies in the arc of a mount or limb (TAC-ARC-01 to -09)."""
    found = bearing(fight, attacker, target)
    if found is None or found.relative_face is None:
        return False
    kind = machine(fight, attacker).kind
    torso = twist if kind == "mech" else 0
    return in_arc(kind, cast(Mount, mount), found.relative_face, found.distance_hexes, torso)


def shot_fault(fight: TacticoFight, shooter: Id, weapon: Id, target: Id, twist: int) -> str | None:
    """Why a weapon cannot be fired at a target as they stand; None where it can.

    One of them is not on the board, or the target is out of range or out of arc.
    """
    if bearing(fight, shooter, target) is None:
        return "tactico.shot.nowhere"
    if weapon_range(fight, shooter, weapon, target) is None:
        return "tactico.shot.too_far"
    if not reaches(fight, shooter, machine(fight, shooter).weapons[weapon].mount, target, twist):
        return "tactico.shot.arc"
    return None


def as_target(fight: TacticoFight, target: Id, attacker: Id) -> Target:
    """A machine as an attacker finds it after its move of this turn (TAC-SHOT-04, TAC-SHOT-05, TAC-SHOT-09)."""
    one, turn = machine(fight, target), turn_of(fight, target)
    aspect: AirAspect = "none"
    mine, theirs = place_of(fight, attacker), place_of(fight, target)
    if one.flying and mine is not None and theirs is not None:
        face = relative_face(theirs, one.facing, mine)
        aspect = ASPECT_OF_FACE[face] if face is not None else "none"
    jumped = turn.movement == "jump" and one.kind == "mech"
    # a jump at a neighbour enters no hex, and is a jump all the same
    still = one.stopped and not turn.hexes and not jumped
    return Target(one.kind, turn.hexes, jumped, still, aspect)


def modifiers(fight: TacticoFight, shooter: Id, weapon: Id, target: Id, number: int) -> ShotModifiers:
    """The modifiers of a shot as the two stand (TAC-SHOT-01 to -10).

    number: counts the targets of the shooter's turn, from 1.
    """
    one = machine(fight, shooter)
    found, band = bearing(fight, shooter, target), weapon_range(fight, shooter, weapon, target)
    return shot_modifiers(
        Shooter(one.kind, turn_of(fight, shooter).movement, one.heat if one.keeps_heat else 0, number),
        as_target(fight, target, shooter),
        band or "long",
        woods_hexes=found.woods_hexes if found else 0,
        partial_cover=related(fight, COVERED, target, shooter) == "partial",
    )


def base_terms(skill: int, from_base: int) -> Explanation:
    """The number of a shot or blow before modifiers, as terms (TAC-HOUSE-21, TAC-DIFF-03)."""
    base = fact("term.base_difficulty", from_base, rules=("TAC-HOUSE-21", "TAC-DIFF-01"))
    harder = attack_number(skill, 0) - attack_number(1, 0)
    return (base, fact("term.untrained", harder, rules=("TAC-DIFF-03",))) if harder else (base,)


def modifier_terms(parts: ShotModifiers) -> Explanation:
    """The parts of the modifier of a shot that are not 0."""
    elusive, rules_of_cover = parts.target_kind_modifier, ("TAC-SHOT-06", "TAC-SHOT-07", "TAC-HOUSE-33")
    terms = (
        fact("term.range_modifier", parts.range_modifier, rules=("TAC-SHOT-01", "TAC-HOUSE-32")),
        fact("term.shooter_modifier", parts.shooter_modifier, rules=("TAC-SHOT-02", "TAC-SHOT-03", "TAC-HOUSE-29")),
        fact("term.target_modifier", parts.target_modifier, rules=("TAC-SHOT-04",)),
        fact("term.target_kind_modifier", elusive, rules=("TAC-SHOT-05",)),
        fact("term.obstacle_modifier", parts.obstacle_modifier, rules=rules_of_cover),
        fact("term.extra_target_modifier", parts.extra_target_modifier, rules=("TAC-SHOT-08",)),
        fact("term.air_modifier", parts.air_modifier, rules=("TAC-SHOT-09", "TAC-HOUSE-29")),
        fact("term.heat_modifier", parts.heat_modifier, rules=("TAC-SHOT-10", "TAC-HEAT-05")),
    )
    return tuple(term for term in terms if term.value)


def shot_number(fight: TacticoFight, shooter: Id, weapon: Id, target: Id, number: int) -> Fact:
    """The number that a shot has to reach, with its terms (TAC-HOUSE-21, TAC-SHOT-01 to -10)."""
    one = machine(fight, shooter)
    skill = gunnery_of(one, gunner_of(one, weapon)).skill
    parts = modifiers(fight, shooter, weapon, target, number)
    base = cast(int, setting(fight.house, "shot_base"))
    terms = (*base_terms(skill, base), *modifier_terms(parts))
    return fact("shot.number", attack_number(skill, parts.modifier, base), who=shooter, target=target, terms=terms)
