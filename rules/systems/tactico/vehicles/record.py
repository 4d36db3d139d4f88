"""The record sheet of a machine: armour, heat, weapons, movement, blows, what hinders a shot, as plain values.

(TAC-HOUSE-30 to -32, TAC-HEAT-01 to -07, TAC-ARC-01, TAC-VMOV-01, TAC-PHYS-01 to -08, TAC-SHOT-01 to -10)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from rules.core.boxes import Boxes, boxes
from rules.core.errors import NotAllowed
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.fight import Combatant
from rules.core.paper import Cell, Values, after_dice
from rules.systems.tactico.settings import setting
from rules.systems.tactico.state import Body
from rules.systems.tactico.vehicles.bodies import machine_body
from rules.systems.tactico.vehicles.figure import Figure, empty, figure
from rules.systems.tactico.vehicles.heat import MOVEMENT_HEAT
from rules.systems.tactico.vehicles.heat_scale import HIGHEST_ROW, SCALE, HeatEffect
from rules.systems.tactico.vehicles.hexes import arc_name
from rules.systems.tactico.vehicles.machines import (
    MODES_OF_KIND,
    Mount,
    Movement,
    explosion_of,
    fall_damage,
    loss_that_shakes,
)
from rules.systems.tactico.vehicles.physical import PHYSICAL_ATTACKS, PhysicalName, physical_damage
from rules.systems.tactico.vehicles.sheet import MACHINE_SHEETS
from rules.systems.tactico.vehicles.shots import (
    AIR_MODIFIERS,
    ASPECT_MODIFIERS,
    ELUSIVE_TARGET,
    FURTHER_TARGET,
    GROUND_MODIFIERS,
    IMMOBILISED,
    KINDS_FIRING_FROM_THE_AIR,
    PARTIAL_COVER,
    PER_WOODS_HEX,
    RANGE_MODIFIERS,
    TARGET_MODIFIERS,
)
from rules.systems.tactico.vehicles.state import Fitted, Machine
from rules.systems.tactico.vehicles.weapons import RANGES, WeaponName, known_weapon

SHOTS_WIDE = 34.0
"""The millimetres that the boxes of ammunition have."""
SHOTS_BOX = 1.75


@dataclass(frozen=True, slots=True)
class HeatRow:
    """A row of the heat track."""

    heat: int
    reached: bool
    """The machine has this heat or more."""
    effects: tuple[tuple[Fact | None, bool], ...]
    """For each column: what begins here, and whether something is in force already."""

    @property
    def begins(self) -> bool:
        """Whether an effect begins here."""
        return any(told is not None for told, _ in self.effects)


@dataclass(frozen=True, slots=True)
class WeaponRow:
    """A weapon in its mount."""

    name: Word
    mount: Word
    arc: Word
    gunner: str
    damage: int
    heat: int
    ranges: tuple[int, ...]
    shots: Boxes | None
    """None without limit."""
    left: int | None
    lost: bool


@dataclass(frozen=True, slots=True)
class Move:
    """A type of movement: points, heat, what it adds to the number of its own shots."""

    name: Word
    points: int
    heat: Fact
    fire: Fact


@dataclass(frozen=True, slots=True)
class Blow:
    """A physical attack."""

    name: Word
    damage: Fact
    area: Word


@dataclass(frozen=True, slots=True)
class Hindrance:
    """What makes a shot harder, and by how much."""

    name: Fact
    number: Fact


@dataclass(frozen=True, slots=True)
class Record:
    """All that stands on the record sheet of a machine."""

    kind: Word
    tonnage: int
    model: str
    pilot: str
    crew: tuple[Cell, ...]
    """What the pilot adds to two dice."""
    figure: Figure
    keeps_heat: bool
    sinks: int
    heat_columns: tuple[str, ...]
    """The codes of the columns of the heat track."""
    heat: tuple[HeatRow, ...]
    """From the highest to 0; none for a kind without heat."""
    heat_notes: Explanation
    weapons: tuple[WeaponRow, ...]
    weapon_heat: int
    """The heat of all weapons fired together."""
    shot_base: int
    range_modifiers: tuple[int, ...]
    """Of the medium and the long range."""
    moves: tuple[Move, ...]
    move_notes: Explanation
    blows: tuple[Blow, ...]
    blow_base: int
    hindrances: tuple[Hindrance, ...]
    crewed: bool
    """Whether another than the pilot fires."""
    blank: bool = False
    """Whether it has no numbers, which a pencil will fill in."""


def record(one: Combatant[Body], house: Values, crossed: bool = True) -> Record | None:
    """The record sheet of a machine; None for people. crossed: what is lost and fired is crossed out."""
    machine, body = one.body.machine, one.body
    if machine is None:
        return None
    rows = tuple(_weapon(machine, key, crossed=crossed) for key in machine.weapons)
    return Record(
        kind=Word(f"vehicle.{machine.kind}"),
        tonnage=machine.tonnage,
        model=machine.model,
        pilot=machine.pilot,
        crew=_crew(body, machine),
        figure=figure(machine, crossed=crossed),
        keeps_heat=machine.keeps_heat,
        sinks=machine.heat_sinks,
        heat_columns=tuple(f"record.column.{effect}" for effect in _effects(machine)),
        heat=_heat(machine, crossed=crossed) if machine.keeps_heat else (),
        heat_notes=_heat_notes(machine, house),
        weapons=rows,
        weapon_heat=sum(row.heat for row in rows),
        shot_base=cast(int, setting(house, "shot_base")),
        range_modifiers=(RANGE_MODIFIERS["medium"], RANGE_MODIFIERS["long"]),
        moves=tuple(_moves(machine)),
        move_notes=_move_notes(machine),
        blows=tuple(_blows(machine)),
        blow_base=cast(int, setting(house, "physical_base")),
        hindrances=tuple(_hindrances()),
        crewed=any(row.gunner for row in rows),
    )


def sheet_kind(kind: str) -> str:
    """The kind of sheet that a kind of machine has."""
    return "mech" if kind == "mech" else "vehicle"


def blank(kind: str, house: Values) -> Record:
    """The record sheet of a kind of machine without the numbers of any."""
    values = {"jump_jets": True, "melee_arm": "right_arm"} if kind == "mech" else {"vehicle_kind": kind}
    of = sheet_kind(kind)
    body = machine_body(of, MACHINE_SHEETS[of].load(values), house)
    full = record(Combatant("", "", body, kind=of), house, crossed=False)
    if full is None or body.machine is None:
        raise NotAllowed("tactico.vehicle.kind_unknown", field="kind")
    to_write = fact("record.to_write")
    return replace(
        full,
        tonnage=0,
        crew=tuple(Cell(cell.name, fact("record.adds_to_write")) for cell in full.crew),
        figure=empty(body.machine),
        sinks=0,
        heat_notes=full.heat_notes[:1],
        weapons=(),
        weapon_heat=0,
        moves=tuple(replace(move, points=0) for move in full.moves),
        move_notes=full.move_notes[:2],
        blows=tuple(replace(blow, damage=to_write) for blow in full.blows),
        blank=True,
    )


def _crew(body: Body, one: Machine) -> tuple[Cell, ...]:
    sums = {
        "piloting": one.dexterity + one.piloting,
        "gunnery": body.characteristics["perception"] + body.skills["gunnery"],
        "tactics": one.intelligence + one.tactics_skill,
    }
    skills = tuple(Cell(f"skill.{name}", fact("record.adds", bonus=after_dice(total))) for name, total in sums.items())
    return (*skills, Cell("value.initiative", fact("record.adds", bonus=after_dice(one.initiative))))


def _effects(one: Machine) -> tuple[HeatEffect, ...]:
    """The effects of heat that concern a kind (TAC-HEAT-06)."""
    foreign = "control" if one.kind == "mech" else "move"
    return tuple(effect for effect in SCALE if effect != foreign)


def _heat(one: Machine, *, crossed: bool) -> tuple[HeatRow, ...]:
    def shown(effect: HeatEffect, heat: int) -> tuple[Fact | None, bool]:
        row = SCALE[effect]
        if effect == "shutdown" and heat == HIGHEST_ROW:
            return fact("record.always"), True
        told = fact(f"record.from.{effect}", row[heat]) if heat in row else None
        return told, heat >= min(row)

    return tuple(
        HeatRow(heat, crossed and 0 < heat <= one.heat, tuple(shown(effect, heat) for effect in _effects(one)))
        for heat in range(HIGHEST_ROW, -1, -1)
    )


def _heat_notes(one: Machine, house: Values) -> Explanation:
    if not one.keeps_heat:
        return ()
    blast = explosion_of(one.kind, one.tonnage)
    carried = fact("record.heat_carries") if setting(house, "heat_carries") else fact("record.heat_fresh")
    where = Word(f"vehicle_location.{blast.location}")
    return (fact("record.heat_rolls"), fact("record.blast", blast.damage, location=where), carried)


def _weapon(one: Machine, key: str, *, crossed: bool) -> WeaponRow:
    fitted: Fitted = one.weapons[key]
    weapon = known_weapon(cast(WeaponName, fitted.weapon))
    shots = None
    if fitted.shots is not None:
        shots = boxes(fitted.shots, fitted.fired if crossed else 0, wide=SHOTS_WIDE, box=SHOTS_BOX)
    gunner = one.gunners.get(fitted.gunner)
    return WeaponRow(
        Word(f"vehicle_weapon.{fitted.weapon}"),
        Word(f"mount.{fitted.mount}"),
        Word(f"arc.{arc_name(one.kind, cast(Mount, fitted.mount))}"),
        gunner.name if gunner is not None and fitted.gunner != "pilot" else "",
        weapon.damage,
        weapon.heat,
        tuple(times * weapon.reach for times in RANGES.values()),
        shots,
        fitted.left if crossed else fitted.shots,
        crossed and one.lost(key),
    )


def _moves(one: Machine) -> Iterator[Move]:
    fires = AIR_MODIFIERS if one.kind in KINDS_FIRING_FROM_THE_AIR else GROUND_MODIFIERS
    still: Movement = "none"
    yield Move(Word("record.still"), 0, fact("record.heat_of", MOVEMENT_HEAT[still]), _more(fires[still]))
    for mode in MODES_OF_KIND[one.kind]:
        if points := one.speed(mode):
            heat = "record.heat_of_jump" if mode == "jump" else "record.heat_of"
            yield Move(Word(f"mode.{mode}"), points, fact(heat, MOVEMENT_HEAT[mode]), _more(fires[mode]))


def _move_notes(one: Machine) -> Explanation:
    if one.kind != "mech":
        return (fact("record.turning"),)
    shaken, hurt = loss_that_shakes(one.tonnage), fall_damage(one.tonnage)
    return (fact("record.turning"), fact("record.legs"), fact("record.falls", shaken, damage=hurt))


def _blows(one: Machine) -> Iterator[Blow]:
    """The physical attacks that a mech can make, undamaged (TAC-PHYS-01)."""
    if one.kind != "mech":
        return
    lacks = {"melee_weapon": not one.melee_arm, "death_from_above": not one.jump}
    for name, row in PHYSICAL_ATTACKS.items():
        if lacks.get(name):
            continue
        area = Word(f"record.area.{row.area}")
        yield Blow(Word(f"physical.{name}"), _blow_damage(name, one), area)


def _blow_damage(name: PhysicalName, one: Machine) -> Fact:
    dealt = physical_damage(name, one.tonnage, target_tonnage=one.tonnage, straight_hexes=1)
    if dealt.displaces:
        return fact("record.pushes")
    if name == "charge":
        return fact("record.per_hex", dealt.damage)
    if name == "death_from_above":
        return fact("record.costs", dealt.damage, own=dealt.self_damage)
    return fact("paper.number", dealt.damage)


def _hindrances() -> Iterator[Hindrance]:
    steps, adds = [*TARGET_MODIFIERS], [*TARGET_MODIFIERS.values()]
    near = fact(
        "record.moved", first=steps[1] - 1, second=steps[1], third=steps[2] - 1, fourth=steps[2], last=steps[3] - 1
    )
    yield Hindrance(near, fact("record.moved_more", first=adds[0], second=adds[1], third=adds[2]))
    far = fact("record.moved_far", first=steps[3], second=steps[4] - 1, third=steps[4])
    yield Hindrance(far, fact("record.moved_far_more", first=adds[3], second=adds[4]))
    yield Hindrance(fact("record.elusive"), _more(ELUSIVE_TARGET))
    yield Hindrance(fact("record.immobile"), _more(IMMOBILISED))
    yield Hindrance(fact("record.woods"), _more(PER_WOODS_HEX))
    yield Hindrance(fact("record.cover"), _more(PARTIAL_COVER))
    yield Hindrance(fact("record.further"), _more(FURTHER_TARGET))
    front, side, rear = ASPECT_MODIFIERS["front"], ASPECT_MODIFIERS["side"], ASPECT_MODIFIERS["rear"]
    yield Hindrance(fact("record.air"), fact("record.air_sides", front=front, side=side, rear=rear))


def _more(number: int) -> Fact:
    return fact("paper.signed", number)
