"""A turn of machines under way, played step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.core.audience import Viewer
from rules.core.board.picture import BoardPicture, picture
from rules.core.board.rules import boarded
from rules.core.facts import Fact
from rules.systems.tactico.vehicles.situation import vehicle_round, with_machine, with_round
from rules.systems.tactico.vehicles.state import MachineTurn
from tests.rules.recorder import GM, Recorder
from tests.rules.tactico.vehicles.field import SYSTEM, field

SEVEN = [3, 4]


def under_way(
    places: dict[str, tuple[str, int]], turns: dict[str, MachineTurn] | None = None, **house: Any
) -> Recorder:
    """A first turn, without the hidden machine.

    places: hex and facing of machines. turns: what some have done already.
    """
    fight = field(**house)
    seen = {who: one for who, one in fight.combatants.items() if who != "dd"}
    fight = replace(fight, combatants=seen, order=tuple(seen))
    for who, (at, facing) in places.items():
        one = fight.combatants[who].body.machine
        fight = with_machine(fight, who, replace(one, at=at, facing=facing))
    play = Recorder(SYSTEM, fight)
    play.begin("next_step")
    thrown(play)
    if turns:
        head = play.head
        state = vehicle_round(head.fight)
        changed = with_round(head.fight, replace(state, turns={**state.turns, **turns}))
        return Recorder(SYSTEM, changed)
    return play


def drawn(fight: Any, looking: Mapping[str, str], viewer: Viewer = GM) -> BoardPicture:
    """The board as a viewer sees it."""
    whole, rules = boarded(SYSTEM, fight, viewer)
    found = picture(rules, whole, viewer, looking, SYSTEM.whose_turn)
    assert found is not None
    return found


def thrown(play: Recorder, *faces: list[int], otherwise: list[int] = SEVEN) -> None:
    """Answer all dice that are asked for: the given faces one after the other, then `otherwise`."""
    given = list(faces)
    while play.requests:
        sides = play.requests[0].sides  # type: ignore[attr-defined]
        shown = given.pop(0) if given else otherwise[: len(sides)]
        play.answer(play.requests[0].key, {"faces": shown})


def waits(play: Recorder) -> str:
    """The machine that is to declare."""
    return str(SYSTEM.whose_turn(play.fight)[0])


def until(play: Recorder, who: str) -> None:
    while waits(play) != who:
        play.begin("end_turn")


def ended(play: Recorder, *faces: list[int]) -> None:
    """Let all that are left declare nothing, and go on until the next turn begins."""
    while SYSTEM.whose_turn(play.fight):
        play.begin("end_turn")
    number = vehicle_round(play.fight).number
    given = list(faces)
    while vehicle_round(play.fight).number == number:
        play.begin("next_step")
        thrown(play, *given)
        given = []


def told(play: Recorder, code: str) -> list[Fact]:
    return [fact for fact in play.facts if fact.code == code]


def machine(play: Recorder, who: str) -> Any:
    return play.body(who).machine


def done(play: Recorder, who: str) -> MachineTurn:
    return vehicle_round(play.fight).turns[who]


def broken(play: Recorder, who: str, *places: str) -> Recorder:
    """The same fight with locations of a machine destroyed."""
    one = machine(play, who)
    return Recorder(
        SYSTEM, with_machine(play.fight, who, replace(one, armour={**one.armour, **dict.fromkeys(places, 0)}))
    )


def heated(heat: int, **house: Any) -> Recorder:
    """A turn at whose end the raider has this heat, since the heat of before is carried over."""
    play = under_way({}, heat_carries=True, **house)
    one = machine(play, "ca")
    fight = with_machine(play.fight, "ca", replace(one, heat=heat + one.heat_sinks))
    return Recorder(SYSTEM, fight)
