"""Machines in a fight: who they are, where they stand, what a shot or a blow from one at another has to reach.

(TAC-SHOT-01 to -10, TAC-HOUSE-21, TAC-HOUSE-33, TAC-PHYS-08)
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, Ref
from rules.core.relations import RelationKind, related
from rules.core.types import Id, put
from rules.systems.tactico.odds import HIGHEST, LOWEST, THROWS, WAYS
from rules.systems.tactico.rolls import Competence, number_to_reach
from rules.systems.tactico.vehicles.arcs import Mount, in_arc
from rules.systems.tactico.vehicles.board import hex_of
from rules.systems.tactico.vehicles.fire import BASE_DIFFICULTY
from rules.systems.tactico.vehicles.hexes import Hex, Relation, distance, hex_relation, relative_face
from rules.systems.tactico.vehicles.physical import physical_number
from rules.systems.tactico.vehicles.shots import AirAspect, Range, Shooter, ShotModifiers, Target, shot_modifiers
from rules.systems.tactico.vehicles.state import PILOT, Limb, Machine, MachineTurn, VehicleRound
from rules.systems.tactico.vehicles.weapons import WeaponName, range_of

if TYPE_CHECKING:
    from rules.systems.tactico.state import TacticoFight

COVERED = RelationKind("vehicle_cover", ("open", "partial"), "towards", ("TAC-SHOT-07",))
"""Whether an obstacle covers part of a machine, as whoever shoots at it finds it (TAC-SHOT-07)."""

VEHICLE_RELATIONS = (COVERED,)

ASPECT_OF_FACE: tuple[AirAspect, ...] = ("front", "front", "side", "rear", "side", "front")
"""The side of an air target by the face in which the shooter lies (TAC-SHOT-09, TAC-ARC-01)."""

NO_TURN = MachineTurn()


def has_machine(fight: TacticoFight, who: Id | None) -> bool:
    """Whether somebody in the fight is a machine."""
    return who is not None and who in fight.combatants and fight.combatants[who].body.machine is not None


def machine(fight: TacticoFight, who: Id | None) -> Machine:
    """The machine of a combatant; refuses whoever is none."""
    if not has_machine(fight, who):
        raise NotAllowed("tactico.vehicle.none", field="actor")
    found = fight.combatants[cast(Id, who)].body.machine
    assert found is not None  # noqa: S101 - asked before
    return found


def machines(fight: TacticoFight) -> tuple[Id, ...]:
    """All machines, in the order of the list."""
    return tuple(who for who in fight.order if has_machine(fight, who))


def seen_machines(fight: TacticoFight, viewer: Viewer) -> tuple[Id, ...]:
    """The machines that a viewer may know of."""
    return tuple(who for who in machines(fight) if viewer.game_master or not fight.combatants[who].hidden)


def with_machine(fight: TacticoFight, who: Id, after: Machine) -> TacticoFight:
    """The fight with another machine for this combatant."""
    return fight.with_body(who, replace(fight.combatants[who].body, machine=after))


def vehicle_round(fight: TacticoFight) -> VehicleRound:
    """Where the turn of vehicles stands; that before the first where none was written."""
    return fight.round.vehicles or VehicleRound()


def with_round(fight: TacticoFight, after: VehicleRound) -> TacticoFight:
    """The fight with another turn of vehicles."""
    return replace(fight, round=replace(fight.round, vehicles=after))


def turn_of(fight: TacticoFight, who: Id) -> MachineTurn:
    """What a machine did in the turn at hand."""
    return vehicle_round(fight).turns.get(who, NO_TURN)


def with_turn(fight: TacticoFight, who: Id, turn: MachineTurn) -> TacticoFight:
    """The fight in which a machine did this."""
    state = vehicle_round(fight)
    return with_round(fight, replace(state, turns=put(state.turns, who, turn)))


def place_of(fight: TacticoFight, who: Id) -> Hex | None:
    """The hex where a machine stands, None while it is nowhere on the board."""
    at = machine(fight, who).at
    return hex_of(at) if at else None


def blocked_for(fight: TacticoFight, who: Id) -> frozenset[Hex]:
    """The hexes that a machine may not enter: those of all others (TAC-HOUSE-34).

    Whom the table does not know of is in nobody's way but that of others like it: a way round would tell of them.
    """
    secret = fight.combatants[who].hidden
    others = (one for one in machines(fight) if one != who and (secret or not fight.combatants[one].hidden))
    places = (place_of(fight, one) for one in others)
    return frozenset(place for place in places if place is not None)


def sharing(fight: TacticoFight, who: Id) -> tuple[Id, ...]:
    """The machines that stand on the same hex, which only the hidden can."""
    here = machine(fight, who).at
    return tuple(one for one in machines(fight) if one != who and here and machine(fight, one).at == here)


def relation(fight: TacticoFight, who: Id, target: Id) -> Relation | None:
    """Where a target lies for a machine; None while one of them is nowhere on the board (TAC-HOUSE-33)."""
    here, there = place_of(fight, who), place_of(fight, target)
    if here is None or there is None:
        return None
    return hex_relation(here, machine(fight, who).facing, there, vehicle_round(fight).board.woods)


def pilot_of(one: Machine) -> Competence:
    """What is added to rolls of Pilotar (TAC-VEH-08, TAC-PHYS-08)."""
    return Competence(one.dexterity, one.piloting)


def gunner_of(one: Machine, weapon: Id) -> Id:
    """Who fires a weapon: the gunner written beside it who is there, else the pilot (TAC-VEH-06)."""
    gunner = one.weapons[weapon].gunner
    return gunner if gunner in one.gunners else PILOT


def gunnery_of(one: Machine, gunner: Id) -> Competence:
    """What a gunner adds to rolls of Artillería (TAC-VEH-08)."""
    found = one.gunners[gunner]
    return Competence(found.perception, found.gunnery)


def weapon_range(fight: TacticoFight, who: Id, weapon: Id, target: Id) -> Range | None:
    """The range at which a weapon has a target, None beyond it or on the same hex (TAC-HOUSE-32)."""
    found = relation(fight, who, target)
    if found is None or not found.distance_hexes:
        return None
    return range_of(cast(WeaponName, machine(fight, who).weapons[weapon].weapon), found.distance_hexes)


def bears(fight: TacticoFight, who: Id, mount: str, target: Id, twist: int) -> bool:
    """Whether a target lies in the arc of a mount or limb (TAC-ARC-01 to -09)."""
    found = relation(fight, who, target)
    if found is None or found.relative_face is None:
        return False
    one = machine(fight, who)
    return in_arc(
        one.kind, cast(Mount, mount), found.relative_face, found.distance_hexes, twist if one.kind == "mech" else 0
    )


def shot_fault(fight: TacticoFight, who: Id, weapon: Id, target: Id, twist: int) -> str | None:
    """Why a weapon cannot be fired at a target as they stand: nowhere, out of range, out of arc; None where it can."""
    if relation(fight, who, target) is None:
        return "tactico.shot.nowhere"
    if weapon_range(fight, who, weapon, target) is None:
        return "tactico.shot.too_far"
    if not bears(fight, who, machine(fight, who).weapons[weapon].mount, target, twist):
        return "tactico.shot.arc"
    return None


def as_target(fight: TacticoFight, target: Id, by: Id) -> Target:
    """A machine as a shot or blow finds it: what it did in this turn, and from where (TAC-SHOT-04, -05, -09)."""
    one, turn = machine(fight, target), turn_of(fight, target)
    aspect: AirAspect = "none"
    mine, theirs = place_of(fight, by), place_of(fight, target)
    if one.flying and mine is not None and theirs is not None:
        face = relative_face(theirs, one.facing, mine)
        aspect = ASPECT_OF_FACE[face] if face is not None else "none"
    jumped = turn.movement == "jump" and one.kind == "mech"
    # a jump at whoever stands beside it enters no hex, and is none the less a jump
    still = one.stopped and not turn.hexes and not jumped
    return Target(one.kind, turn.hexes, jumped, still, aspect)


def modifiers(fight: TacticoFight, who: Id, weapon: Id, target: Id, number: int) -> ShotModifiers:
    """The modifiers of a shot as the two stand; `number`: 1 for the first target of the turn (TAC-SHOT-01 to -10)."""
    one = machine(fight, who)
    shooter = Shooter(one.kind, turn_of(fight, who).movement, one.heat if one.keeps_heat else 0, number)
    found, band = relation(fight, who, target), weapon_range(fight, who, weapon, target)
    return shot_modifiers(
        shooter,
        as_target(fight, target, who),
        band or "long",
        woods_hexes=found.woods_hexes if found else 0,
        partial_cover=related(fight, COVERED, target, who) == "partial",
    )


_TERMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("range_modifier", ("TAC-SHOT-01", "TAC-HOUSE-32")),
    ("shooter_modifier", ("TAC-SHOT-02", "TAC-SHOT-03", "TAC-HOUSE-29")),
    ("target_modifier", ("TAC-SHOT-04",)),
    ("target_kind_modifier", ("TAC-SHOT-05",)),
    ("obstacle_modifier", ("TAC-SHOT-06", "TAC-SHOT-07", "TAC-HOUSE-33")),
    ("extra_target_modifier", ("TAC-SHOT-08",)),
    ("air_modifier", ("TAC-SHOT-09", "TAC-HOUSE-29")),
    ("heat_modifier", ("TAC-SHOT-10", "TAC-HEAT-05")),
)


def base_terms(skill: int) -> Explanation:
    """The number of a shot or blow before modifiers, as terms (TAC-HOUSE-21, TAC-DIFF-03)."""
    trained = number_to_reach(BASE_DIFFICULTY, 1)
    base = Fact("term.base_difficulty", value=trained, rules=("TAC-HOUSE-21", "TAC-DIFF-01"))
    harder = number_to_reach(BASE_DIFFICULTY, skill) - trained
    return (base, Fact("term.untrained", value=harder, rules=("TAC-DIFF-03",))) if harder else (base,)


def shot_number(fight: TacticoFight, who: Id, weapon: Id, target: Id, number: int) -> Fact:
    """The number that a shot has to reach, with what makes it up (TAC-HOUSE-21, TAC-SHOT-01 to -10)."""
    one = machine(fight, who)
    parts = modifiers(fight, who, weapon, target, number)
    terms = [*base_terms(gunnery_of(one, gunner_of(one, weapon)).skill)]
    for name, rules in _TERMS:
        value: int = getattr(parts, name)
        if value:
            terms.append(Fact(f"term.{name}", value=value, rules=rules))
    params = {"who": Ref(who), "target": Ref(target)}
    return Fact("shot.number", value=sum(term.value or 0 for term in terms), params=params, terms=tuple(terms))


LIMB_MOUNT: dict[Limb, Mount] = {
    "push": "push",
    "kick": "kick",
    "right_punch": "right_punch",
    "left_punch": "left_punch",
    "melee_weapon": "right_punch",
}
"""How far and where a limb reaches (TAC-ARC-07 to -09, TAC-HOUSE-23)."""


def limb_mount(one: Machine, limb: Limb) -> Mount:
    """The arc of a limb; a melee weapon has that of the arm that holds it (TAC-ARC-09)."""
    if limb == "melee_weapon" and one.melee_arm == "left_arm":
        return "left_punch"
    return LIMB_MOUNT[limb]


def strike_number(fight: TacticoFight, who: Id, target: Id) -> Fact:
    """The number of a physical attack: of modifiers the target's movement alone counts (TAC-HOUSE-21, TAC-PHYS-08)."""
    pilot = pilot_of(machine(fight, who))
    struck = replace(as_target(fight, target, who), air_aspect="none")
    number = physical_number(pilot.skill, struck)
    terms = list(base_terms(pilot.skill))
    rest = number - sum(term.value or 0 for term in terms)
    if rest:
        terms.append(Fact("term.target_modifier", value=rest, rules=("TAC-SHOT-04", "TAC-SHOT-05")))
    params = {"who": Ref(who), "target": Ref(target)}
    return Fact("strike.number", value=number, params=params, rules=("TAC-PHYS-08",), terms=tuple(terms))


def chance(competence: Competence, number: int) -> Fraction:
    """The exact chance of a roll against a number: never the double 1, always the double 6 (TAC-PROB-03)."""
    least = number - competence.sum
    ways = sum(count for total, count in WAYS.items() if LOWEST < total < HIGHEST and total >= least)
    return Fraction(ways + WAYS[HIGHEST], THROWS)


def adjacent(fight: TacticoFight, one: Id, other: Id) -> bool:
    """Whether two machines stand on neighbouring hexes (TAC-ARC-07)."""
    here, there = place_of(fight, one), place_of(fight, other)
    return here is not None and there is not None and distance(here, there) == 1
