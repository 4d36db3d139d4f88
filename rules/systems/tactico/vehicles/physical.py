"""Physical attacks of mechs: damage, limbs and their reach, blows and pushes (TAC-PHYS-01 to -08).

(TAC-ARC-07 to -09, TAC-HOUSE-21, TAC-HOUSE-22, TAC-HOUSE-23). Charges and deaths from above: `rams`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Literal, cast

from rules.core.audience import controllers_of
from rules.core.board.grids import distance, neighbour
from rules.core.boards import Cell
from rules.core.errors import Missing, NotAllowed, at_least, one_of
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.requests import Steps
from rules.core.types import Id
from rules.systems.tactico.rolls import RollTotal
from rules.systems.tactico.settings import setting
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.board import name_of
from rules.systems.tactico.vehicles.crew import pilot_of, piloting_of
from rules.systems.tactico.vehicles.harm import HitArea, ask_location, take_hit
from rules.systems.tactico.vehicles.hexes import relative_face
from rules.systems.tactico.vehicles.machines import LEGS, Mount, destroyed_locations
from rules.systems.tactico.vehicles.on_board import instead, seen_by
from rules.systems.tactico.vehicles.shots import (
    BASE,
    Target,
    as_target,
    attack_number,
    base_terms,
    check_target,
    hits,
    reaches,
    target_kind_modifier,
    target_modifier,
)
from rules.systems.tactico.vehicles.situation import (
    blocked_for,
    has_machine,
    machine,
    place_of,
    turn_of,
    vehicle_round,
    with_machine,
)
from rules.systems.tactico.vehicles.state import Limb, Machine, Strike

PhysicalName = Literal["push", "punch", "kick", "melee_weapon", "charge", "death_from_above"]
StruckArea = Literal["none"] | HitArea
Whose = Literal["own", "target"]


@dataclass(frozen=True)
class PhysicalAttack:
    """A row of the table of physical attacks."""

    share: Fraction
    """The damage as a part of the attacker's tonnage."""
    area: StruckArea
    self_share: Fraction = Fraction(0)
    """The damage that the attacker takes, as a part of a tonnage."""
    self_area: StruckArea = "none"
    self_from: Whose = "own"
    """Whose tonnage hurts the attacker."""
    per_hex: bool = False
    """Whether the damage is multiplied by the hexes run in a straight line."""
    displaces: bool = False


PHYSICAL_ATTACKS: Mapping[PhysicalName, PhysicalAttack] = {
    "push": PhysicalAttack(Fraction(0), "none", displaces=True),
    "punch": PhysicalAttack(Fraction(1, 10), "upper"),
    "kick": PhysicalAttack(Fraction(1, 5), "lower"),
    "melee_weapon": PhysicalAttack(Fraction(1, 5), "any"),
    "charge": PhysicalAttack(Fraction(1, 10), "any", Fraction(1, 10), "any", "target", per_hex=True),
    "death_from_above": PhysicalAttack(Fraction(3, 5), "upper", Fraction(1, 5), "lower"),
}
"""The table of physical attacks (TAC-PHYS-01 to -07)."""

LIMBS: tuple[Limb, ...] = ("push", "kick", "right_punch", "left_punch", "melee_weapon")
"""The limbs in the order in which their blows are worked out."""

ARM_OF: Mapping[str, str] = {"right_punch": "right_arm", "left_punch": "left_arm"}

LIMB_MOUNT: Mapping[Limb, Mount] = {
    "push": "push",
    "kick": "kick",
    "right_punch": "right_punch",
    "left_punch": "left_punch",
    "melee_weapon": "right_punch",
}
"""The arc of each limb (TAC-ARC-07 to -09, TAC-HOUSE-23)."""

ATTACK_OF_LIMB: Mapping[Limb, PhysicalName] = {
    "push": "push",
    "kick": "kick",
    "right_punch": "punch",
    "left_punch": "punch",
    "melee_weapon": "melee_weapon",
}


@dataclass(frozen=True)
class PhysicalDamage:
    """The damage of a physical attack that hits, exact and rounded up."""

    damage_exact: Fraction
    damage: int
    area: StruckArea
    self_damage_exact: Fraction
    self_damage: int
    self_area: StruckArea
    displaces: bool


def known_attack(attack: PhysicalName) -> PhysicalAttack:
    """Return the row of a physical attack, or refuse it as unknown (TAC-PHYS-01)."""
    return PHYSICAL_ATTACKS[one_of(attack, PHYSICAL_ATTACKS, "tactico.physical.unknown", field="attack")]


def physical_damage(
    attack: PhysicalName, own_tonnage: int, *, target_tonnage: int | None = None, straight_hexes: int | None = None
) -> PhysicalDamage:
    """Work out the damage of a hit; only the end is rounded, upwards (TAC-PHYS-01 to -08, TAC-HOUSE-22).

    Tonnages in tonnes, from 1. Raises Missing for a charge without the target's tonnage or without the hexes run in a
    straight line before it.
    """
    if attack == "charge":
        for field, value in (("target_tonnage", target_tonnage), ("straight_hexes", straight_hexes)):
            if value is None:
                raise Missing("tactico.physical.charge", field=field)
    row = known_attack(attack)
    at_least(own_tonnage, 1, "tactico.tonnage", field="own_tonnage")
    if target_tonnage is not None:
        at_least(target_tonnage, 1, "tactico.tonnage", field="target_tonnage")
    if straight_hexes is not None:
        at_least(straight_hexes, 0, "tactico.physical.straight_hexes", field="straight_hexes")
    times = (straight_hexes or 0) if row.per_hex else 1
    hurting = own_tonnage if row.self_from == "own" else target_tonnage or 0
    damage, self_damage = times * own_tonnage * row.share, hurting * row.self_share
    return PhysicalDamage(damage, ceil(damage), row.area, self_damage, ceil(self_damage), row.self_area, row.displaces)


def physical_number(skill: int, target: Target, base: int = BASE) -> int:
    """Return the number of a physical attack: only the movement of the target modifies it (TAC-HOUSE-21, TAC-PHYS-08).

    (TAC-SHOT-04, TAC-SHOT-05)
    """
    check_target(target)
    return attack_number(skill, target_modifier(target) + target_kind_modifier(target), base)


def pushed_to(attacker: Cell, target: Cell, blocked: Collection[Cell] = ()) -> Cell:
    """Return where a push moves its target: a hex straight away, or nowhere when that is blocked (TAC-HOUSE-23)."""
    face = relative_face(attacker, 0, target)
    if face is None or distance(attacker, target, "hex") != 1:
        raise NotAllowed("tactico.push.not_adjacent", field="target")
    away = neighbour(target, face, "hex")
    return target if away in blocked else away


def limbs_of(one: Machine) -> tuple[Limb, ...]:
    """The limbs with which a mech can strike: destroyed ones are gone (TAC-PHYS-01, TAC-HOUSE-31).

    A push takes one arm, a kick both legs, a melee weapon the arm that holds it.
    """
    if one.kind != "mech":
        return ()
    gone: set[str] = {*destroyed_locations(one.armour_left)}
    lost: dict[Limb, bool] = {
        "push": {"right_arm", "left_arm"} <= gone,
        "kick": not gone.isdisjoint(LEGS),
        "right_punch": "right_arm" in gone,
        "left_punch": "left_arm" in gone,
        "melee_weapon": not one.melee_arm or one.melee_arm in gone,
    }
    return tuple(limb for limb in LIMBS if not lost[limb])


def limb_mount(one: Machine, limb: Limb) -> Mount:
    """The arc of a limb; a melee weapon has that of the arm that holds it (TAC-ARC-09)."""
    if limb == "melee_weapon" and one.melee_arm == "left_arm":
        return "left_punch"
    return LIMB_MOUNT[limb]


# Physical attacks in a fight


def adjacent(fight: TacticoFight, one: Id, other: Id) -> bool:
    """Whether two machines stand on neighbouring hexes (TAC-ARC-07)."""
    here, there = place_of(fight, one), place_of(fight, other)
    return here is not None and there is not None and distance(here, there, "hex") == 1


def strike_number(fight: TacticoFight, attacker: Id, target: Id) -> Fact:
    """The number that a physical attack has to reach, with its terms (TAC-HOUSE-21, TAC-PHYS-08)."""
    skill = pilot_of(machine(fight, attacker)).skill
    base = cast(int, setting(fight.house, "physical_base"))
    number = physical_number(skill, replace(as_target(fight, target, attacker), air_aspect="none"), base)
    terms = base_terms(skill, base)
    if rest := number - attack_number(skill, 0, base):
        terms = (*terms, fact("term.target_modifier", rest, rules=("TAC-SHOT-04", "TAC-SHOT-05")))
    return fact("strike.number", number, who=attacker, target=target, rules=("TAC-PHYS-08",), terms=terms)


def lands(
    fight: TacticoFight, attacker: Id, target: Id, attack: PhysicalName, notes: Notes, rules: tuple[str, ...]
) -> Steps[tuple[TacticoFight, bool]]:
    """Compare the turn's roll of Pilotar with the number of a physical attack, and tell how it came out."""
    fight, rolled = yield from piloting_of(fight, attacker, notes)
    number = strike_number(fight, attacker, target).told_to(controllers_of(attacker))
    landed, named = hits(rolled, number.value or 0), Word(f"physical.{attack}")
    terms = (turn_total(rolled, attacker), number)
    if landed:
        notes.tell("strike.hit", who=attacker, target=target, attack=named, rules=rules, terms=terms)
    else:
        notes.tell("strike.miss", who=attacker, target=target, attack=named, rules=rules, terms=terms)
    return fight, landed


def turn_total(rolled: RollTotal, who: Id) -> Fact:
    """The total of the one roll of a turn, which meets the number of each shot or blow (TAC-VEH-08)."""
    return fact("term.turn_total", total=rolled.total, rules=("TAC-VEH-08",), audience=controllers_of(who))


def tell_held(attacker: Id, target: Id, attack: PhysicalName, notes: Notes) -> None:
    """Tell that the target of a physical attack is out of its reach by now (TAC-ARC-07)."""
    notes.tell("strike.held", who=attacker, target=target, attack=Word(f"physical.{attack}"), rules=("TAC-ARC-07",))


def strike(fight: TacticoFight, attacker: Id, blow: Strike, notes: Notes) -> Steps[TacticoFight]:
    """Work out a push, punch, kick or blow with a melee weapon (TAC-PHYS-02 to -05, TAC-ARC-07 to -09).

    It comes to nothing where the limb has been destroyed since, or the target is out of reach by now (TAC-HOUSE-31).
    """
    one, target, attack = machine(fight, attacker), blow.target, ATTACK_OF_LIMB[blow.limb]
    if one.out or not has_machine(fight, target):
        return fight
    if blow.limb not in limbs_of(one):
        limb = Word(f"limb.{blow.limb}")
        notes.tell("strike.lost", who=attacker, target=target, limb=limb, rules=("TAC-HOUSE-31",))
        return fight
    if not reaches(fight, attacker, limb_mount(one, blow.limb), target, turn_of(fight, attacker).twist):
        tell_held(attacker, target, attack, notes)
        return fight
    fight, landed = yield from lands(fight, attacker, target, attack, notes, ("TAC-PHYS-08", "TAC-HOUSE-21"))
    if not landed:
        return fight
    dealt = physical_damage(attack, one.tonnage)
    if dealt.displaces:
        return _push(fight, attacker, target, notes)
    key = f"strike:{attacker}:{blow.limb}"
    location = yield from ask_location(fight, target, cast(HitArea, dealt.area), key, attacker, notes)
    return (yield from take_hit(fight, target, location, dealt.damage, key, notes))


def _push(fight: TacticoFight, attacker: Id, target: Id, notes: Notes) -> TacticoFight:
    """Move the target a hex straight away, unless a machine or the edge is in the way (TAC-PHYS-02, TAC-HOUSE-23)."""
    mine, theirs = cast(Cell, place_of(fight, attacker)), cast(Cell, place_of(fight, target))
    after = pushed_to(mine, theirs, blocked_for(fight, target))
    rules = ("TAC-PHYS-02", "TAC-HOUSE-23")
    if after == theirs or not vehicle_round(fight).board.holds(after):
        notes.tell("push.blocked", who=attacker, target=target, hex=name_of(theirs), rules=rules)
        return fight
    to, board = name_of(after), vehicle_round(fight).board
    seen, unseen = seen_by(board, to), instead(board, to, "push.out_of_sight", target)
    notes.tell("push.moves", who=attacker, target=target, hex=to, rules=rules, audience=seen, otherwise=unseen)
    return with_machine(fight, target, replace(machine(fight, target), at=name_of(after)))
