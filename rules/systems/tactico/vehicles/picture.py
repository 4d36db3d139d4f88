"""The board as one viewer sees it: machines, hexes that may be chosen with their cost, lines and arcs.

Hidden machines appear in nothing of it. `looking` is what else the page shows: the action of the panel with the values
chosen there (`mode`, `to`, `facing`, `twist`), the `unit` that was tapped, and the weapon whose `arc` is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.board.drawing import DrawnLand, Painted, beside, centre, land, line, outline
from rules.core.board.grids import cut, distance, neighbour
from rules.core.boards import Cell
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.types import Id
from rules.systems.tactico.state import TacticoFight
from rules.systems.tactico.vehicles.board import HexBoard, hex_of, name_of
from rules.systems.tactico.vehicles.hexes import (
    FACES,
    faces_reached,
    relative_face,
)
from rules.systems.tactico.vehicles.machines import Mode, Mount
from rules.systems.tactico.vehicles.moving import LONGEST_VIA, board_of, modes_of, reachable
from rules.systems.tactico.vehicles.paths import Pose, Reached, best_facings, directions_of, way_to
from rules.systems.tactico.vehicles.situation import bearing, machine, place_of, seen_machines, turn_of, vehicle_round
from rules.systems.tactico.vehicles.state import Machine
from rules.systems.tactico.vehicles.turns import to_act
from rules.systems.tactico.vehicles.weapons import RANGES, WeaponName, range_of


@dataclass(frozen=True)
class DrawnMachine:
    """A machine on the board."""

    who: Id
    x: int
    y: int
    turn: int
    """Degrees by which legs or hull are turned, clockwise."""
    torso: int
    kind: str
    side: str
    label: Fact
    link: str
    now: bool = False
    """Whether the turn waits for it."""
    out: bool = False
    fallen: bool = False
    flying: bool = False
    hidden: bool = False
    chosen: bool = False
    moves: bool = False


@dataclass(frozen=True)
class Spot:
    """A hex that may be chosen, or a facing in it."""

    name: str
    x: int
    y: int
    cost: int
    labels: Explanation
    link: str
    """The address that chooses it."""
    turn: int = 0
    chosen: bool = False


@dataclass(frozen=True)
class Sight:
    """The line between two machines."""

    points: str
    woods: str
    """The outlines of the woods hexes that it crosses."""
    facts: Explanation


@dataclass(frozen=True)
class Tool:
    """A button under the board."""

    label: Fact
    link: str
    chosen: bool = False


@dataclass(frozen=True)
class Picture:
    """A board as it is drawn for one viewer."""

    land: DrawnLand
    units: tuple[DrawnMachine, ...] = ()
    targets: tuple[Spot, ...] = ()
    turns: tuple[Spot, ...] = ()
    way: str = ""
    sight: Sight | None = None
    arcs: tuple[Painted, ...] = ()
    tools: tuple[Tool, ...] = ()
    ways: tuple[Tool, ...] = ()
    unit: str = ""
    arc: str = ""
    name: str = ""
    here: Id | None = None
    """The machine that the view begins with: whose turn it is, else one of the viewer's, else any."""


def picture(fight: TacticoFight, viewer: Viewer, looking: Mapping[str, str]) -> Picture | None:
    """The board as a viewer sees it; None while they know of no machine."""
    if not fight.ordered or not seen_machines(fight, viewer):
        return None
    seen, board = seen_machines(fight, viewer), board_of(fight)
    waiting = to_act(fight)[:1]
    now = waiting[0] if waiting and waiting[0] in seen else None
    actor = looking.get("actor", "")
    mine = actor if actor in seen and (viewer.game_master or actor in viewer.controls) else None
    unit = looking.get("unit", "") if looking.get("unit", "") in seen else ""
    found = Picture(
        land(board),
        units=tuple(
            _unit(fight, who, looking, now=who == now, chosen=who == unit) for who in seen if place_of(fight, who)
        ),
        name=board.name,
        unit=unit,
        here=mine or now or next((who for who in seen if who in viewer.controls), seen[0]),
    )
    if mine is not None and looking.get("action") == "drive":
        found = _with_reach(found, fight, mine, looking)
    found = _with_sight(found, fight, mine or now, unit)
    owner = mine or (unit if unit and (viewer.game_master or unit in viewer.controls) else None)
    return _with_arcs(found, fight, owner, looking) if owner else found


def place_fact(board: HexBoard, name: str) -> Fact:
    """A hex as it is read out: name, ground, elevation."""
    cell = board.land(hex_of(name))
    ground = Word(f"ground.{cell.ground}")
    if cell.level:
        return fact("seen.hex_level", hex=name, ground=ground, level=cell.level)
    return fact("seen.hex", hex=name, ground=ground)


def _address(looking: Mapping[str, str], **more: str) -> str:
    """The address of the same page with another choice; the panel stays open."""
    kept = {name: looking[name] for name in ("unit", "arc") if looking.get(name, "").isalnum()}
    if looking.get("panel") == "act":
        kept |= {"panel": "act", "actor": looking.get("actor", "")}
    # ids, names of hexes and words of the rules need no quoting
    return "?" + "&".join(f"{name}={value}" for name, value in {**kept, **more}.items())


def _unit(fight: TacticoFight, who: Id, looking: Mapping[str, str], *, now: bool, chosen: bool) -> DrawnMachine:
    one, combatant = machine(fight, who), fight.combatants[who]
    point = centre(hex_of(one.at), "hex")
    twist = turn_of(fight, who).twist
    kind, facing = Word(f"vehicle.{one.kind}"), Word(f"facing.{one.facing}")
    action = {"action": looking["action"]} if looking.get("action", "").isidentifier() else {}
    link = _address({**looking, "unit": ""}, **action, **({} if chosen else {"unit": who}))
    mode = looking.get("mode", "")
    turns = looking.get("action") == "drive" and looking.get("actor") == who and mode in modes_of(one)
    if turns and not turn_of(fight, who).moved:
        link = _address(looking, action="drive", filled=f"act:{who}:drive", mode=mode, to=one.at)
    return DrawnMachine(
        who=who,
        x=point.x,
        y=point.y,
        turn=60 * one.facing,
        torso=60 * (one.facing + twist),
        kind=one.kind,
        side=combatant.side,
        label=fact("seen.unit", who=who, kind=kind, hex=one.at, facing=facing),
        link=link,
        moves=turns,
        now=now,
        out=one.out,
        fallen=one.fallen,
        flying=one.flying,
        hidden=combatant.hidden,
        chosen=chosen,
    )


# Where a machine can go


def _with_reach(found: Picture, fight: TacticoFight, who: Id, looking: Mapping[str, str]) -> Picture:
    """Add the hexes that the chosen type of movement reaches, and the facings at the chosen hex."""
    one = machine(fight, who)
    if turn_of(fight, who).moved or one.stopped or not one.at or looking.get("mode") not in modes_of(one):
        return found
    mode, board = cast(Mode, looking["mode"]), board_of(fight)
    via = tuple(name for name in looking.get("via", "").split() if board.has(name))
    poses = reachable(fight, who, mode, via)
    chosen = looking.get("to", "") or (via[-1] if via else "")
    given = {"action": "drive", "filled": f"act:{who}:drive", "mode": mode, "via": "+".join(via)}
    targets = tuple(
        _target(board, poses, place, pose, _address(looking, **given, to=name_of(place), facing=str(pose[1])), chosen)
        for place, pose in sorted(best_facings(poses).items())
        if via or name_of(place) != one.at
    )
    found = replace(found, targets=targets, ways=_ways(looking, given, via, chosen if board.has(chosen) else ""))
    if not board.has(chosen):
        return found
    here = hex_of(chosen)
    facing = looking.get("facing", "")
    end = (here, int(facing)) if facing in {str(face) for face in FACES} else best_facings(poses).get(here)
    turns = tuple(
        _facing(poses, here, face, _address(looking, **given, to=chosen, facing=str(face)), chosen=end == (here, face))
        for face in FACES
        if (here, face) in poses
    )
    leads = end is not None and end in poses and (via or chosen != one.at)
    way = line(_walked(one, poses, cast(Pose, end)), "hex") if leads else ""
    return replace(found, turns=turns, way=way)


def _ways(looking: Mapping[str, str], given: Mapping[str, str], via: tuple[str, ...], chosen: str) -> tuple[Tool, ...]:
    """Links that add the chosen hex to those on the way, or take the last of them off (TAC-VEH-05)."""
    found: list[Tool] = []
    longer = "+".join((*via, chosen))
    if chosen and chosen not in via[-1:] and len(longer) <= LONGEST_VIA:
        label = fact("seen.go_by", hex=chosen)
        found.append(Tool(label, _address(looking, **{**given, "via": longer, "to": ""})))
    if via:
        label, kept = fact("seen.not_by", hex=via[-1]), {**given, "via": "+".join(via[:-1])}
        found.append(Tool(label, _address(looking, **kept, to=chosen)))
    return tuple(found)


def _target(board: HexBoard, poses: Mapping[Pose, Reached], place: Cell, pose: Pose, link: str, chosen: str) -> Spot:
    point, name, cost = centre(place, "hex"), name_of(place), poses[pose].cost
    labels = (place_fact(board, name), fact("seen.cost", cost))
    return Spot(name, point.x, point.y, cost, labels, link, chosen=name == chosen)


def _facing(poses: Mapping[Pose, Reached], place: Cell, face: int, link: str, *, chosen: bool) -> Spot:
    point, cost = beside(place, face), poses[(place, face)].cost
    labels = (fact("seen.turn", facing=Word(f"facing.{face}")), fact("seen.cost", cost))
    return Spot(name_of(place), point.x, point.y, cost, labels, link, turn=60 * face, chosen=chosen)


def _walked(one: Machine, poses: Mapping[Pose, Reached], end: Pose) -> tuple[Cell, ...]:
    """The hexes of the way to a pose, from where the machine stands."""
    walked = [hex_of(one.at)]
    for direction in directions_of(one.facing, way_to(poses, end)):
        walked.append(neighbour(walked[-1], direction, "hex"))
    return tuple(walked)


# What a machine sees of another


def _with_sight(found: Picture, fight: TacticoFight, who: Id | None, target: str) -> Picture:
    """Add the line from a machine to the one that was tapped, with the woods that it crosses (TAC-SHOT-06)."""
    if who is None or not target or who == target:
        return found
    lies = bearing(fight, who, target)
    here, there = place_of(fight, who), place_of(fight, target)
    if lies is None or here is None or there is None:
        return found
    woods = vehicle_round(fight).board.woods
    crossed = [
        place
        for step in range(1, lies.distance_hexes)
        if all(one in woods for one in cut(here, there, step))
        for place in cut(here, there, step)
    ]
    side = "here" if lies.relative_face is None else str(lies.relative_face)
    facts = [
        fact(
            "seen.line",
            lies.distance_hexes,
            who=who,
            target=target,
            metres=lies.metres,
            side=Word(f"side.{side}"),
            rules=("TAC-HOUSE-33",),
        )
    ]
    if lies.woods_hexes:
        facts.append(fact("seen.woods", lies.woods_hexes, rules=("TAC-SHOT-06",)))
    return replace(found, sight=Sight(line((here, there), "hex"), outline(crossed, "hex"), tuple(facts)))


def _with_arcs(found: Picture, fight: TacticoFight, who: Id, looking: Mapping[str, str]) -> Picture:
    """Add a button for the arc of each weapon, and the arc that is shown, by range (TAC-ARC-01 to -06)."""
    one = machine(fight, who)
    wanted = looking.get("arc", "")
    action = {"action": looking["action"]} if looking.get("action", "").isidentifier() else {}
    tools = []
    for key, fitted in one.weapons.items():
        weapon, mount = Word(f"vehicle_weapon.{fitted.weapon}"), Word(f"mount.{fitted.mount}")
        label, on = fact("seen.arc", weapon=weapon, mount=mount), key == wanted
        link = _address({**looking, "arc": ""}, **action, **({} if on else {"arc": key}))
        tools.append(Tool(label, link, on))
    arcs: tuple[Painted, ...] = ()
    if wanted in one.weapons and one.at:
        twist = looking.get("twist") or str(turn_of(fight, who).twist)
        arcs = _arc(fight, who, wanted, int(twist) if twist in ("-1", "0", "1") and one.kind == "mech" else 0)
    return replace(found, tools=tuple(tools), arcs=arcs, arc=wanted if wanted in one.weapons else "")


def _arc(fight: TacticoFight, who: Id, weapon: Id, twist: int) -> tuple[Painted, ...]:
    one, board = machine(fight, who), board_of(fight)
    fitted = one.weapons[weapon]
    here = hex_of(one.at)
    faces = faces_reached(one.kind, cast(Mount, fitted.mount), twist)
    weapon_name = cast(WeaponName, fitted.weapon)
    bands: dict[str, list[Cell]] = {band: [] for band in RANGES}
    for place in board.all_cells():
        if place == here or relative_face(here, one.facing, place) not in faces:
            continue
        band = range_of(weapon_name, distance(here, place, "hex"))
        if band is not None:
            bands[band].append(place)
    return tuple(Painted(band, outline(places, "hex")) for band, places in bands.items() if places)
