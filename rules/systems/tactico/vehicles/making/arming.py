"""Arming a machine that is built: a number of each weapon within the grades, then where each is mounted.

(TAC-HEAT-03, TAC-VEH-06, TAC-HOUSE-32, TAC-HOUSE-35)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from rules.core.creation import Left, Pick, Said
from rules.core.errors import RuleError
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.inputs import Choice, Input, Number, Option, options_of
from rules.core.types import Json
from rules.systems.tactico.vehicles.machines import READY_MADE, Mount, MountedWeapon, VehicleKind, grades_left
from rules.systems.tactico.vehicles.making.chassis import frame_of, has_heat, is_own
from rules.systems.tactico.vehicles.making.crewing import gunners_of
from rules.systems.tactico.vehicles.sheet import mounts_of, too_many_grades
from rules.systems.tactico.vehicles.weapons import RANGES, WEAPONS, WeaponName, grades_allowed

MOST_OF_ONE = 8
"""The most weapons of one sort that may be chosen."""

TURNS: Mapping[bool, tuple[Mount, ...]] = {
    True: ("right_arm", "left_arm", "right_torso", "left_torso", "center_torso"),
    False: ("turret", "front", "turret", "right_side", "left_side"),
}
"""Where weapons are mounted unless the player says otherwise, one after the other: of a mech, of another machine."""


def _count(said: Said, name: WeaponName) -> int:
    value = said.get(f"count_{name}")
    return min(MOST_OF_ONE, max(0, value)) if isinstance(value, int) else 0


def chosen_weapons(said: Said) -> tuple[WeaponName, ...]:
    """The weapons chosen for a frame of one's own, the heaviest first."""
    return tuple(name for name in _in_order() for _one in range(_count(said, name)))


def _in_order() -> tuple[WeaponName, ...]:
    return tuple(sorted(WEAPONS, key=lambda name: -WEAPONS[name].grade))


def weapons_of(said: Said, of: VehicleKind | None) -> tuple[MountedWeapon, ...]:
    """The weapons of the machine with their mounts: of the chassis, or as they were chosen."""
    one = frame_of(said, of)
    if not is_own(said):
        return one.weapons
    return tuple(
        MountedWeapon(name, _mount(said, one.kind, number)) for number, name in enumerate(chosen_weapons(said), 1)
    )


def _mount(said: Said, kind: VehicleKind, number: int) -> Mount:
    chosen = said.get(f"mount_{number}")
    turns = TURNS[kind == "mech"]
    return cast(Mount, chosen) if chosen in mounts_of(kind) else turns[(number - 1) % len(turns)]


def _gunner(said: Said, number: int) -> int:
    chosen = said.get(f"gunner_{number}")
    known = range(1, len(gunners_of(said)) + 1)
    return int(chosen) if isinstance(chosen, str) and chosen.isdigit() and int(chosen) in known else 0


# How many of each


def weapon_inputs(said: Said, of: VehicleKind | None) -> tuple[Input, ...]:
    """How many of each weapon, for a machine that is built."""
    if not is_own(said):
        return ()

    def weapon(name: WeaponName) -> Input:
        return Number(
            f"count_{name}",
            f"vehicle_weapon.{name}",
            default=0,
            minimum=0,
            maximum=MOST_OF_ONE,
            required=False,
            layout="points",
            note=_line(name),
        )

    return tuple(weapon(name) for name in sorted(WEAPONS, key=lambda name: WEAPONS[name].grade))


def _line(name: WeaponName) -> Fact:
    """Grade, damage, heat, ranges and shots of a weapon."""
    row = WEAPONS[name]
    ranges = {band: row.reach * times for band, times in RANGES.items()}
    code = "arming.energy" if row.shots is None else "arming.loaded"
    return fact(
        code,
        grade=row.grade,
        damage=row.damage,
        heat=row.heat,
        shots=row.shots or 0,
        short=ranges["short"],
        medium=ranges["medium"],
        long=ranges["long"],
    )


def _left(said: Said, of: VehicleKind | None) -> int | None:
    one = frame_of(said, of)
    return grades_left(one.kind, one.tonnage, chosen_weapons(said))


def weapon_left(said: Said, of: VehicleKind | None) -> Sequence[Left]:
    """Grades that may still be borne, of which some must be; a dropship bears any (TAC-HOUSE-32)."""
    if not is_own(said) or (left := _left(said, of)) is None:
        return ()
    unarmed = not chosen_weapons(said)
    return (Left("grades", left, grades_allowed(frame_of(said, of).tonnage), spent=True, must=unarmed),)


def weapon_faults(said: Said, of: VehicleKind | None) -> Sequence[RuleError]:
    """More weapons than the tonnage bears (TAC-HOUSE-32)."""
    left = _left(said, of)
    if not is_own(said) or left is None or left >= 0:
        return []
    allowed = grades_allowed(frame_of(said, of).tonnage)
    fault = too_many_grades(allowed - left, allowed)
    return [type(fault)(fault.reason, params=fault.params)]


def heat_of(said: Said, of: VehicleKind | None) -> int:
    """The heat of all weapons fired at once (TAC-HEAT-03)."""
    return sum(WEAPONS[one.weapon].heat for one in weapons_of(said, of))


def weapon_notes(said: Said, of: VehicleKind | None) -> Explanation:
    """What all of it heats, against the radiators (TAC-HEAT-01, TAC-HEAT-03)."""
    one = frame_of(said, of)
    sinks = one.values.heat_sinks
    if not has_heat(one) or sinks is None:
        return ()
    return (fact("creation.heat_of_all", heat_of(said, of), sinks=sinks, rules=("TAC-HEAT-01", "TAC-HEAT-03")),)


def fill_weapons(said: Said, of: VehicleKind | None, pick: Pick) -> Said:
    """The ready-made weapons of its kind as far as they fit, then what uses up the grades and heats least."""
    if not is_own(said):
        return {}
    one, sinks = frame_of(said, of), frame_of(said, of).values.heat_sinks
    found = {name: _count(said, name) for name in WEAPONS}

    def left() -> int:
        names = [name for name, count in found.items() for _one in range(count)]
        grades = grades_left(one.kind, one.tonnage, names)
        # a dropship bears any; it is given the weapons of its kind
        return grades if grades is not None else (0 if names else 99)

    def cool(name: WeaponName) -> bool:
        heat = sum(WEAPONS[each].heat * count for each, count in found.items()) + WEAPONS[name].heat
        return sinks is None or heat <= sinks

    usual = [weapon.weapon for weapon in READY_MADE[one.kind].weapons]
    if one.kind == "dropship":
        if not any(found.values()):
            found |= {name: usual.count(name) for name in usual}
        return _counts(found)
    if not any(found.values()):
        for name in usual:
            if WEAPONS[name].grade <= left():
                found[name] += 1
    while left() > 0:
        fitting = [name for name in WEAPONS if WEAPONS[name].grade <= left() and found[name] < MOST_OF_ONE]
        if not fitting:
            break
        best = max(fitting, key=lambda name: (cool(name), WEAPONS[name].grade, -WEAPONS[name].heat))
        found[best] += 1
    return _counts(found)


def _counts(found: Mapping[WeaponName, int]) -> dict[str, Json]:
    return {f"count_{name}": count for name, count in found.items()}


def why_weapons(said: Said, of: VehicleKind | None) -> Explanation:
    """What the heaviest weapon does, and that the machine can fire them all."""
    weapons, one = weapons_of(said, of), frame_of(said, of)
    if not weapons:
        return ()
    best = max((each.weapon for each in weapons), key=lambda name: WEAPONS[name].damage)
    row = WEAPONS[best]
    reach = row.reach * RANGES["long"]
    found = [fact("why.heaviest", row.damage, weapon=Word(f"vehicle_weapon.{best}"), reach=reach)]
    if (sinks := one.values.heat_sinks) is not None:
        code = "why.cool" if heat_of(said, of) <= sinks else "why.hot"
        found.append(fact(code, heat_of(said, of), sinks=sinks))
    return tuple(found)


# Where each is


def mount_inputs(said: Said, of: VehicleKind | None) -> tuple[Input, ...]:
    """Where each weapon of a machine that is built is mounted, and who fires it where there are gunners."""
    kind, gunners = frame_of(said, of).kind, gunners_of(said)
    found: list[Input] = []
    for number, one in enumerate(weapons_of(said, of), 1):
        label = f"vehicle_weapon.{one.weapon}"
        if is_own(said):
            found.append(
                Choice(
                    f"mount_{number}",
                    label,
                    default=_mount({}, kind, number),
                    required=False,
                    layout="select",
                    options=options_of("mount", mounts_of(kind)),
                )
            )
        if gunners:
            names = ((str(place), str(row.get("name") or "")) for place, row in enumerate(gunners, 1))
            options = (
                Option("0", Fact("gunner.pilot")),
                *(Option(place, fact("core.verbatim", text=name)) for place, name in names),
            )
            who = "creation.gunner" if is_own(said) else label
            found.append(Choice(f"gunner_{number}", who, default="0", required=False, layout="select", options=options))
    return tuple(found)


def weapon_rows(said: Said, of: VehicleKind | None) -> list[Json]:
    """The weapons as the sheet lists them."""
    return [
        {"weapon": one.weapon, "mount": one.mount, "gunner": _gunner(said, number)}
        for number, one in enumerate(weapons_of(said, of), 1)
    ]


def lifted_weapons(rows: Sequence[Mapping[str, Json]]) -> dict[str, Json]:
    """What rows of weapons of an earlier release are in today's answers."""
    known = [row for row in rows if row.get("weapon") in WEAPONS]
    order = _in_order()
    known.sort(key=lambda row: order.index(row["weapon"]))
    names = [row["weapon"] for row in known]
    found: dict[str, Json] = {f"count_{name}": names.count(name) for name in dict.fromkeys(names)}
    for number, row in enumerate(known, 1):
        found[f"mount_{number}"] = row.get("mount")
        found[f"gunner_{number}"] = str(row.get("gunner") or 0)
    return found
