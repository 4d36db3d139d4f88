"""What the board shows of machines: where they can go and look, lines and arcs, and how each of them is drawn.

The fight that is handed over here is the fight as its viewer knows it (`vehicles.on_board`); hidden machines, and
those under the cloth, appear in nothing of it. `looking` is what else the page shows: the values of the panel (`mode`,
`to`, `via`, `facing`, `twist`), and by `look` the weapon whose arc is shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.board.drawing import centre, to_hundredths
from rules.core.board.grids import cut, distance, neighbour
from rules.core.board.rules import (
    NO_OVERLAY,
    Answer,
    Area,
    AreaKind,
    BoardRules,
    Choosable,
    Figure,
    Hand,
    Line,
    Look,
    Overlay,
    Turn,
)
from rules.core.boards import Cell, cell_of
from rules.core.facts import Fact, Word, fact
from rules.core.relations import related
from rules.core.types import Id
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.board import MACHINES, hex_of, name_of
from rules.systems.tactico.vehicles.fire import aims
from rules.systems.tactico.vehicles.harm import RISKY_MOVEMENTS
from rules.systems.tactico.vehicles.heat import movement_heat
from rules.systems.tactico.vehicles.hexes import FACES, faces_reached, relative_face
from rules.systems.tactico.vehicles.machines import Mode, Mount
from rules.systems.tactico.vehicles.moving import board_of, followed, jumps_over, modes_of, reachable
from rules.systems.tactico.vehicles.on_board import boarded, unboarded
from rules.systems.tactico.vehicles.paths import Path, Pose, Reached, best_facings, directions_of, way_to
from rules.systems.tactico.vehicles.physical import PhysicalName
from rules.systems.tactico.vehicles.rams import RAM_MODES, ram_run
from rules.systems.tactico.vehicles.situation import (
    COVERED,
    bearing,
    has_machine,
    machine,
    place_of,
    seen_machines,
    turn_of,
    vehicle_round,
)
from rules.systems.tactico.vehicles.state import Machine
from rules.systems.tactico.vehicles.weapons import RANGES, WeaponName, range_of


def shown_on(fight: TacticoFight, viewer: Viewer) -> tuple[TacticoFight, BoardRules] | None:
    """The fight with the board of machines, as `boarded`; None while the viewer knows of no machine."""
    return (boarded(fight), SHOWN) if fight.ordered and seen_machines(fight, viewer) else None


# Where a machine can go


def _overlay(board_fight: TacticoFight, who: Id, viewer: Viewer, looking: Mapping[str, str]) -> Overlay:
    """For a movement the hexes that it reaches, and the facings at the chosen one; for fire the targets of taps.

    For a charge and a death from above the run at the target that is chosen.
    """
    fight = unboarded(board_fight)
    if looking.get("action") == "fire" and has_machine(fight, who):
        return Overlay(aims=tuple(aims(fight, who, viewer).items()))
    if looking.get("action") in RAM_MODES and has_machine(fight, who):
        return _run(fight, who, cast(PhysicalName, looking["action"]), looking)
    if looking.get("action") != "drive" or not has_machine(fight, who):
        return NO_OVERLAY
    one, board = machine(fight, who), board_of(fight)
    modes = tuple(mode for mode in modes_of(one) if one.points(mode))
    if turn_of(fight, who).moved or one.stopped or not one.at or not modes:
        return NO_OVERLAY
    asked = looking.get("mode", "")
    mode = asked if asked in modes else modes[0]
    via = tuple(name for name in looking.get("via", "").split() if board.has(name))
    reach = {each: reachable(fight, who, each, via) for each in (mode, *(other for other in modes if other != mode))}
    poses, here = reach[mode], cell_of(looking.get("to", "") or (via[-1] if via else ""))
    found = Overlay("to", "via", choosable=tuple(_choosable(reach, mode)), facts=(fact("seen.tap"),))
    if here is None or here not in best_facings(poses):
        return found
    facing, at = looking.get("facing", ""), name_of(here)
    end = (here, int(facing)) if facing in map(str, FACES) else best_facings(poses)[here]
    end = end if end in poses else best_facings(poses)[here]
    turns = tuple(
        Turn(
            here,
            face,
            poses[here, face].cost,
            fact("seen.turn", facing=Word(f"facing.{face}")),
            {"to": at, "facing": str(face)},
            chosen=end == (here, face),
        )
        for face in FACES
        if (here, face) in poses
    )
    stays, path = not way_to(poses, end), followed(fight, who, way_to(poses, end))
    return replace(
        found,
        chosen=(here,),
        way=() if stays else _walked(one, poses, end),
        facing=end[1],
        facts=(fact("seen.tap"),) if stays else tuple(_price(fight, who, mode, path)),
        turns=turns,
        answers=() if stays else tuple(_answers(fight, who, reach, mode, end)),
    )


def _run(fight: TacticoFight, who: Id, ram: PhysicalName, looking: Mapping[str, str]) -> Overlay:
    """The way to the target of a ram, its price, and where it hits (TAC-PHYS-06, TAC-PHYS-07, TAC-HOUSE-34)."""
    one, target, modes = machine(fight, who), looking.get("target", ""), RAM_MODES[ram]
    mode = next((each for each in modes if each == looking.get("mode")), modes[0])
    here, there = place_of(fight, who), place_of(fight, target) if has_machine(fight, target) else None
    run = ram_run(fight, who, target, mode) if there is not None and not turn_of(fight, who).moved else None
    if run is None or here is None or there is None:
        return NO_OVERLAY
    path = followed(fight, who, run.steps, target)
    return Overlay(
        chosen=(there,),
        way=(here, *path.entered),
        facing=path.facing,
        lines=(Line("range", to_hundredths(centre(path.place, "hex")), to_hundredths(centre(there, "hex"))),),
        facts=(_points(one, mode, run.cost, path), *_price(fight, who, mode, path)),
    )


def _points(one: Machine, mode: Mode, cost: int, path: Path) -> Fact:
    """What a way takes of the points of a type of movement, and the heat that it makes (TAC-VMOV-05, TAC-HEAT-02)."""
    points, left = one.points(mode), one.points(mode) - cost
    if not one.keeps_heat:
        return fact("seen.price", cost, points=points, left=left)
    heat = movement_heat(mode, max(1, path.journey.hexes), stood_up=one.fallen)
    return fact("seen.price_and_heat", cost, points=points, left=left, heat=heat)


def _choosable(reach: Mapping[Mode, Mapping[Pose, Reached]], mode: Mode) -> Iterable[Choosable]:
    """Each hex with its least cost; of several types of movement the one that is chosen goes first."""
    taken: set[Cell] = set()
    for each, poses in reach.items():
        for place, pose in sorted(best_facings(poses).items()):
            if place in taken:
                continue
            taken.add(place)
            fills = {"mode": each, "facing": str(pose[1])}
            labels = () if each == mode else (fact(f"mode.{each}"),)
            yield Choosable(place, poses[pose].cost, far=each != mode, labels=labels, fills=fills)


def _walked(one: Machine, poses: Mapping[Pose, Reached], end: Pose) -> tuple[Cell, ...]:
    """The hexes of the way to a pose, from where the machine stands."""
    walked = [hex_of(one.at)]
    for direction in directions_of(one.facing, way_to(poses, end)):
        walked.append(neighbour(walked[-1], direction, "hex"))
    return tuple(walked)


def _price(fight: TacticoFight, who: Id, mode: Mode, path: Path) -> Iterable[Fact]:
    """What a way is made of, and what it brings along (TAC-VMOV-02 to -04, TAC-HOUSE-28)."""
    journey, free = path.journey, jumps_over(fight, mode)
    yield fact("seen.hexes", journey.hexes, rules=("TAC-VMOV-02",))
    if journey.faces_turned and not free:
        yield fact("seen.turns", journey.faces_turned, rules=("TAC-VMOV-03",))
    if journey.obstacles and not free:
        yield fact("seen.obstacles", journey.obstacles, rules=("TAC-VMOV-04", "TAC-HOUSE-34"))
    if machine(fight, who).kind == "mech" and mode in RISKY_MOVEMENTS and journey.obstacles:
        yield fact("seen.may_fall", rules=("TAC-HOUSE-28",))


def _answers(
    fight: TacticoFight, who: Id, reach: Mapping[Mode, Mapping[Pose, Reached]], mode: Mode, end: Pose
) -> Iterable[Answer]:
    """The types of movement that lead to the same hex and facing, each with its price (TAC-VMOV-05, TAC-HEAT-02)."""
    one = machine(fight, who)
    for each in modes_of(one):
        poses, label = reach.get(each, {}), fact(f"mode.{each}")
        if end not in poses:
            yield Answer(label, fact("seen.too_far"))
            continue
        says = _points(one, each, poses[end].cost, followed(fight, who, way_to(poses, end)))
        yield Answer(label, says, {"mode": each}, chosen=each == mode)


# What a machine sees of another


def _sight(board_fight: TacticoFight, who: Id, target: Id) -> Overlay:
    """The line from a machine to another: distance, side, the woods that it crosses, cover (TAC-SHOT-06, -07)."""
    fight = unboarded(board_fight)
    lies, here, there = bearing(fight, who, target), place_of(fight, who), place_of(fight, target)
    if lies is None or here is None or there is None:
        return NO_OVERLAY
    side = Word(f"side.{'here' if lies.relative_face is None else lies.relative_face}")
    told = [fact("seen.line", lies.distance_hexes, metres=lies.metres, side=side, rules=("TAC-HOUSE-33",))]
    facing = Word(f"facing.{machine(fight, who).facing}")
    why = [fact("seen.why_side", who=who, facing=facing, side=side, rules=("TAC-HOUSE-33", "TAC-ARC-01"))]
    crossed = _crossed(vehicle_round(fight).board.woods, here, there)
    if lies.woods_hexes:
        told.append(fact("seen.woods", lies.woods_hexes, rules=("TAC-SHOT-06",)))
        names = " ".join(map(name_of, crossed))
        why.append(fact("seen.why_woods", 2 * lies.woods_hexes, hexes=names, rules=("TAC-SHOT-06", "TAC-HOUSE-33")))
    cover = related(fight, COVERED, target, who)
    told.append(fact(COVERED.code(cover), rules=COVERED.rules))
    why.append(fact("seen.why_cover", rules=COVERED.rules))
    line = Line("range", to_hundredths(centre(here, "hex")), to_hundredths(centre(there, "hex")))
    areas = (Area("crossed", frozenset(crossed)),)
    return Overlay(facts=tuple(told), why=tuple(why), areas=areas, lines=(line,), between=(who, target))


def _crossed(woods: Collection[Cell], here: Cell, there: Cell) -> tuple[Cell, ...]:
    """The woods hexes on a line, without its ends (TAC-HOUSE-33)."""
    cuts = (cut(here, there, step) for step in range(1, distance(here, there, "hex")))
    return tuple(place for places in cuts if all(one in woods for one in places) for place in places)


def _arcs(board_fight: TacticoFight, who: Id, looking: Mapping[str, str]) -> Overlay:
    """The arc of each weapon as something to be shown, and the one that is, by range (TAC-ARC-01 to -06)."""
    fight = unboarded(board_fight)
    one, wanted = machine(fight, who), looking.get("look", "")
    looks = tuple(
        Look(
            key,
            fact("seen.arc", weapon=Word(f"vehicle_weapon.{fitted.weapon}"), mount=Word(f"mount.{fitted.mount}")),
            shown=key == wanted,
        )
        for key, fitted in one.weapons.items()
    )
    if wanted not in one.weapons or not one.at:
        return Overlay(looks=looks)
    twist = looking.get("twist") or str(turn_of(fight, who).twist)
    turned = int(twist) if twist in ("-1", "0", "1") and one.kind == "mech" else 0
    return Overlay(looks=looks, areas=tuple(_arc(fight, who, wanted, turned)))


def _arc(fight: TacticoFight, who: Id, weapon: Id, twist: int) -> Iterable[Area]:
    one, board = machine(fight, who), board_of(fight)
    fitted = one.weapons[weapon]
    here = hex_of(one.at)
    faces = faces_reached(one.kind, cast(Mount, fitted.mount), twist)
    weapon_name = cast(WeaponName, fitted.weapon)
    bands: dict[str, set[Cell]] = {band: set() for band in RANGES}
    for place in board.all_cells():
        if place == here or relative_face(here, one.facing, place) not in faces:
            continue
        band = range_of(weapon_name, distance(here, place, "hex"))
        if band is not None:
            bands[band].add(place)
    return (Area(cast(AreaKind, band), frozenset(places)) for band, places in bands.items())


# How machines are drawn and called


def _figure(fight: TacticoFight, who: Id) -> Figure | None:
    if not has_machine(fight, who):
        return None
    one = machine(fight, who)
    states = tuple(name for name in ("fallen", "flying") if getattr(one, name))
    return Figure(one.kind, turn_of(fight, who).twist, states)


def _called(fight: TacticoFight, who: Id) -> Fact:
    one, standing = machine(fight, who), fight.places[who]
    kind, facing = Word(f"vehicle.{one.kind}"), Word(f"facing.{standing.facing}")
    return fact("seen.unit", who=who, kind=kind, hex=standing.at, facing=facing)


SHOWN = replace(
    MACHINES,
    goes="drive",
    overlay=_overlay,
    sight=_sight,
    shows=_arcs,
    figure=_figure,
    called=_called,
    hand=Hand(("place", "paint", "clear_board"), "place", "paint", "hexes", "uncover"),
)
"""What the rules of machines say about their boards, with what is shown on them."""
