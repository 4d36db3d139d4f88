"""Asaltos, rondas and turnos, and what falls due in them (TAP-TIME-01 to -04, TAP-HP-05, TAP-LOAD-05)."""

from __future__ import annotations

import pytest

from rules.systems.tapiz.system import SYSTEM
from tests.rules.recorder import GM
from tests.rules.tapiz.scene import Scene, pool, scene


def due(play: Scene) -> dict[str, list[str]]:
    (unit, _count) = SYSTEM.actions["advance"].inputs(play.fight, None, GM)
    return {option.value: [note.code for note in option.notes] for option in unit.options}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("unit", "count", "seconds", "lost"),
    [("asalto", 5, 50, 0), ("asalto", 6, 60, 1), ("ronda", 3, 180, 3), ("turno", 1, 600, 8)],
)
def test_minutes_tick_negative_pools(unit: str, count: int, seconds: int, lost: int) -> None:
    """TAP-TIME-01 to -03, TAP-HOUSE-25; the loss stops at −10."""
    play = scene(ordered=False, bruno={"physical": pool(-2)})
    play.begin("advance", unit=unit, count=count)
    assert play.fight.clock == seconds
    assert play.body("bruno").physical.current == -2 - lost


def test_asaltos_add_up_to_minutes() -> None:
    play = scene(ordered=False, bruno={"physical": pool(-2)})
    for _half in range(2):
        play.begin("advance", unit="asalto", count=3)
    assert play.body("bruno").physical.current == -3


def test_the_panel_says_what_falls_due() -> None:
    play = scene(ordered=False, bruno={"physical": pool(-2)}, sheets={"ana": {"weight": 27}})
    play.begin("move", "ana", unit="turno", count=1)
    assert due(play) == {
        "asalto": [],
        "ronda": ["due.rest", "due.loses"],
        "turno": ["due.rest", "due.loses"],
        "night": ["due.rest", "due.loses"],
    }


def test_in_a_conflict_a_ronda_is_a_cycle_of_asaltos() -> None:
    """TAP-TIME-04: ten seconds, however many take part."""
    play = scene()
    for _turn in range(10):
        play.begin("end_turn", play.turn)
    (headline, *_reserve) = SYSTEM.headline(play.fight)
    assert (headline.value, headline.params["seconds"]) == (3, 20)
    assert play.fight.clock == 20
