"""Hits on machines: where they land, what they destroy, and falls (TAC-HOUSE-28, TAC-HOUSE-30, TAC-HOUSE-31)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.core.audience import controllers_of
from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.facts import Notes, Word, fact
from rules.core.people import numbers_for, rolls_seen
from rules.core.requests import Steps
from rules.core.terms import fell
from rules.core.throws import ACTOR, Asking, Known, Throws, asked, known, throw_one
from rules.core.types import Id, put
from rules.systems.tactico.dice import LOCATION_DICE
from rules.systems.tactico.rolls import Difficulty, RollTotal, SkillRoll, against, number_to_reach
from rules.systems.tactico.settings import setting
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.crew import piloting_of
from rules.systems.tactico.vehicles.machines import (
    LEGS,
    Armour,
    Movement,
    VehicleKind,
    VehicleLocation,
    fall_damage,
    is_destroyed,
    is_out_of_action,
    known_kind,
    loss_that_shakes,
)
from rules.systems.tactico.vehicles.situation import machine, turn_of, with_machine

HitArea = Literal["any", "upper", "lower"]

LOCATION_OF_FACE: Mapping[HitArea, tuple[VehicleLocation, ...]] = {
    "any": (
        *("head", "right_arm", "left_arm"),
        *("right_torso", "center_torso", "left_torso"),
        *("right_leg", "right_leg", "left_leg", "left_leg"),
    ),
    "upper": (
        *("head", "right_arm", "right_arm", "left_arm", "left_arm"),
        *("right_torso", "right_torso", "center_torso", "left_torso", "left_torso"),
    ),
    "lower": (*("right_leg",) * 5, *("left_leg",) * 5),
}
"""The location on a mech for each face of the die, 1 to 10, by the area that is struck (TAC-HOUSE-30)."""

FALL_DIFFICULTY: Difficulty = "routine"
"""The difficulty of a fall check (TAC-HOUSE-28)."""

RISKY_MOVEMENTS: tuple[Movement, ...] = ("run", "jump")
"""The movements that call for a fall check when they cross an obstacle (TAC-HOUSE-28)."""


@dataclass(frozen=True)
class VehicleHit:
    """What one hit did to a machine."""

    location: VehicleLocation
    armour: Armour
    """The points of all locations after the hit."""
    location_destroyed: bool
    out_of_action: bool
    falls: bool
    """Whether the hit has destroyed a leg, which makes the mech fall."""


def check_area(kind: VehicleKind, area: HitArea) -> None:
    """Refuse an unknown area, and any part of a machine that has only a hull (TAC-HOUSE-30)."""
    known_kind(kind)
    one_of(area, LOCATION_OF_FACE, "tactico.hit.area_unknown", field="area")
    if kind != "mech" and area != "any":
        raise NotAllowed("tactico.hit.area_of_hull", field="area", params={"kind": kind})


def hit_location(kind: VehicleKind, area: HitArea) -> Throws[VehicleLocation]:
    """Throw a d10 for the location of a hit on a mech; all other kinds have only a hull (TAC-HOUSE-30)."""
    check_area(kind, area)
    if kind != "mech":
        return "hull"
    face = yield from throw_one("location", LOCATION_DICE[0])
    location = LOCATION_OF_FACE[area][face - 1]
    yield from known("landed", (face, location))
    return location


def damage_location(armour: Armour, location: VehicleLocation, damage: int) -> VehicleHit:
    """Subtract damage from a location, at most its points; the rest is not passed on (TAC-HOUSE-31)."""
    at_least(damage, 0, "tactico.damage.negative", field="damage")
    before, left = armour[location], max(0, armour[location] - damage)
    after = {**armour, location: left}
    falls = location in LEGS and is_destroyed(left) and not is_destroyed(before)
    return VehicleHit(location, after, is_destroyed(left), is_out_of_action(after), falls)


def fall_check_due(tonnage: int, movement: Movement, obstacles: int, armour_lost: int) -> bool:
    """Say whether the turn of a mech calls for a fall check; one is enough for both reasons (TAC-HOUSE-28).

    obstacles: those crossed in the turn. armour_lost: points lost in the turn, all locations together.
    """
    at_least(armour_lost, 0, "tactico.fall.loss", field="armour_lost")
    return (movement in RISKY_MOVEMENTS and obstacles > 0) or armour_lost >= loss_that_shakes(tonnage)


def fall_check(piloting: RollTotal, skill: int) -> SkillRoll:
    """Compare the turn's roll of Pilotar with the fall check; a failure is a fall (TAC-HOUSE-28, TAC-VEH-08)."""
    return against(piloting, number_to_reach(FALL_DIFFICULTY, skill))


# Hits in a fight


def ask_location(
    fight: TacticoFight, target: Id, area: HitArea, key: str, attacker: Id | None, notes: Notes
) -> Steps[VehicleLocation]:
    """Ask the attacker, or else the target, for the location of a hit; `key` is that of the request (TAC-HOUSE-30)."""
    kind = machine(fight, target).kind

    def tell(found: Known) -> None:
        face, location = found.value
        column = fact("term.area", rules=("TAC-HOUSE-30",), area=Word(f"area.{area}"))
        terms = (fell((face,), "TAC-HOUSE-30"), column)
        where = Word(f"vehicle_location.{location}")
        notes.tell("machine.lands", rules=("TAC-HOUSE-30",), terms=terms, who=target, where=where)

    asking = Asking(
        rollers={ACTOR: attacker if attacker in fight.combatants else target},
        audience=lambda die, who: rolls_seen(fight, who),
        so_far=lambda: notes.so_far,
        name=lambda die, roller, time: key,
        tell=tell,
    )
    # what has only a hull has no parts that could be struck
    return (yield from asked(hit_location(kind, area if kind == "mech" else "any"), asking))


def take_hit(
    fight: TacticoFight, target: Id, location: VehicleLocation, damage: int, key: str, notes: Notes
) -> Steps[TacticoFight]:
    """Take a hit off the armour of a location, with what its loss brings (TAC-HOUSE-31).

    key: the request for the location of a fall is called after it.
    """
    one = machine(fight, target)
    before = one.armour_left[location]
    hit = damage_location(one.armour_left, location, damage)
    after, where = hit.armour[location], Word(f"vehicle_location.{location}")
    seen = numbers_for(fight.combatants[target])
    # no part of the sum: what is left stands in the words alone
    left = fact("machine.armour_left", left=after, rules=("TAC-HOUSE-31",), audience=seen)
    rules = ("TAC-HOUSE-30", "TAC-HOUSE-31")
    notes.tell("machine.hurt", damage, who=target, where=where, points=damage, rules=rules, terms=(left,))
    # the points that are lost are counted, so that an older hit can be undone alone
    lost = before - after
    armour = put(one.armour, location, one.armour[location] - lost)
    fight = with_machine(fight, target, replace(one, armour=armour, shaken=one.shaken + lost))
    if hit.location_destroyed and not is_destroyed(before):
        notes.tell("machine.destroyed", who=target, where=where, points=damage, rules=("TAC-HOUSE-31",))
        if hit.out_of_action and not one.out:
            notes.tell("machine.out", who=target, rules=("TAC-HOUSE-31",))
    if hit.falls and not hit.out_of_action:
        fight = yield from fall(fight, target, key, notes)
    return fight


def fall(fight: TacticoFight, who: Id, key: str, notes: Notes) -> Steps[TacticoFight]:
    """Let a standing mech fall, which costs it a hit in the lower area (TAC-HOUSE-28, TAC-HOUSE-31)."""
    one = machine(fight, who)
    if one.fallen or one.kind != "mech":
        return fight
    notes.tell("machine.falls", who=who, rules=("TAC-HOUSE-28",))
    fight = with_machine(fight, who, replace(one, fallen=True))
    location = yield from ask_location(fight, who, "lower", f"{key}:fall", who, notes)
    return (yield from take_hit(fight, who, location, fall_damage(one.tonnage), f"{key}:fall", notes))


def may_fall(fight: TacticoFight, who: Id, notes: Notes) -> Steps[TacticoFight]:
    """Make the one fall check of a mech's turn, where it is due (TAC-HOUSE-28)."""
    one, turn = machine(fight, who), turn_of(fight, who)
    if one.kind != "mech" or one.fallen or one.out or not setting(fight.house, "fall_checks"):
        return fight
    if not fall_check_due(one.tonnage, turn.movement, turn.obstacles, max(0, one.shaken)):
        return fight
    notes.tell("fall.due", who=who, rules=("TAC-HOUSE-28",))
    fight, rolled = yield from piloting_of(fight, who, notes)
    checked = fall_check(rolled, one.piloting)
    rules = ("TAC-HOUSE-28", "TAC-VEH-08")
    number = fact("check.number", checked.number_to_reach, rules=rules, audience=controllers_of(who))
    if checked.success:
        notes.tell("fall.check.success", who=who, rules=rules, terms=(number,))
        return fight
    notes.tell("fall.check.failure", who=who, rules=rules, terms=(number,))
    return (yield from fall(fight, who, f"check:{who}", notes))
