"""A fight of two machines through the contract alone, to the end: both stand and fire all that they bear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from rules.core.audience import Viewer
from rules.core.fight import Combatant, Fight
from rules.core.registry import get_system
from rules.core.requests import Choose, Dice
from rules.core.types import Json
from rules.systems.tactico.vehicles.situation import has_machine, machine, with_machine
from tests.content.duel import FOE, HERO, is_out
from tests.rules.recorder import Recorder

GM = Viewer("gm", game_master=True)
MOST_TURNS = 120
NORTH, SOUTH = 0, 3


def field(kind: str, foe: Mapping[str, Json]) -> Recorder:
    """A ready-made mech and this machine, two hexes from one another and face to face."""
    system = get_system("tactico")

    def one(who: str, kind: str, sheet: Mapping[str, Json], side: str) -> Combatant[object]:
        return Combatant(who, who, system.body(kind, sheet, {}), side=side, kind=kind, sheet=sheet)

    people = (one(HERO, "mech", system.sheet_kinds["mech"].load({}), "party"), one(FOE, kind, foe, "foes"))
    fight = Fight(
        round=system.begin({}),
        combatants={someone.id: someone for someone in people},
        order=tuple(someone.id for someone in people),
        status="running",
    )
    for who, at, facing in ((HERO, "0503", SOUTH), (FOE, "0505", NORTH)):
        fight = with_machine(fight, who, replace(machine(fight, who), at=at, facing=facing))
    return Recorder(system, fight)


def shot_out(play: Recorder, seed: str) -> set[str]:
    """Fire until one machine is out, with dice of this seed; returns the one that is."""
    dice = Random(seed)
    for _ in range(MOST_TURNS):
        if down := {who for who in (HERO, FOE) if has_machine(play.fight, who) and is_out(play, who)}:
            return down
        waiting = play.system.whose_turn(play.fight)
        if waiting:
            other = FOE if waiting[0] == HERO else HERO
            one = machine(play.fight, waiting[0])
            shots = {} if one.wild else {weapon: other for weapon in one.weapons if one.works(weapon)}
            play.begin("fire", waiting[0], shots=shots)
        else:
            play.begin(str(play.system.next_step(play.fight)))
        _answered(play, dice)
    raise AssertionError(f"nobody is out after {MOST_TURNS} steps")


def _answered(play: Recorder, dice: Random) -> None:
    while asked := play.requests:
        request = asked[0]
        if isinstance(request, Dice):
            play.answer(request.key, faces=[dice.randint(1, sides) for sides in request.sides])
        elif isinstance(request, Choose):
            play.answer(request.key, request.default)
