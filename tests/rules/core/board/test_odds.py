"""On a board the chances beside an attack are those of the attack, and those of the same relations declared.

Tapiz is in `tests/rules/tapiz/test_board_odds.py`, where every roll is played out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rules.core import engine
from rules.core.audience import Viewer
from rules.core.board.rules import rules_of
from rules.core.boards import Board, Land, Standing
from rules.core.fight import Command, Head
from rules.core.odds import chance_of
from rules.core.registry import get_system
from rules.core.relations import relate
from rules.core.requests import Dice
from rules.core.types import Id, Json
from rules.core.verbs import AnyFight
from tests.rules.d20.test_board import fight_on
from tests.rules.tactico.scene import MEDIC
from tests.rules.tactico.scene import scene as of_people
from tests.rules.tumbas.scene import scene as of_heroes

GM = Viewer("gm", game_master=True)


def chance(slug: str, fight: AnyFight, action: str, actor: Id, **inputs: Json) -> Fraction:
    """The chance that is told before the dice fall, which is that of the dice that are asked for then."""
    system = get_system(slug)
    declared = engine.action(system, action).inputs(fight, actor, GM)
    values = {item.name: item.default for item in declared if item.default is not None} | inputs
    command = Command("x", action, actor, values, system.moment(fight))
    ahead = engine.odds(system, fight, command, GM)
    waiting = engine.waits_for(system, engine.begin(system, Head(fight), command, GM).head)
    dice = [one for one in (waiting.requests if waiting else ()) if isinstance(one, Dice) and one.odds is not None]
    assert ahead is not None
    found = chance_of(ahead.terms[0])
    for one in dice:
        assert one.odds is not None
        assert chance_of(one.odds.terms[0]) == found
    return found


Declared = tuple[str, Id, Id, str]


def laid(fight: AnyFight, places: Mapping[Id, str], **board: Any) -> AnyFight:
    return replace(fight, board=Board(40, 10, **board), places={who: Standing(at) for who, at in places.items()})


def said(slug: str, fight: AnyFight, declared: tuple[Declared, ...]) -> AnyFight:
    """The fight without a board, in which the game master has said how they stand."""
    fight = replace(fight, board=None, places={})
    kinds = {kind.name: kind for kind in rules_of(get_system(slug)).derives}
    for name, of, to, value in declared:
        fight = relate(fight, kinds[name], of, to, value)
    return fight


def d20() -> tuple[AnyFight, str, Id, dict[str, Json]]:
    """Vera strikes at the orc."""
    people = fight_on(vera="D4", orc="E4", leo="A9", ogre="H9", imp="J9", wolf="L9")
    return people, "attack", "vera", {"target": "orc"}


def tumbas() -> tuple[AnyFight, str, Id, dict[str, Json]]:
    """Bruno shoots at the wolf."""
    play = of_heroes()
    play.declare("bruno", "shoot", target="wolf1")
    for who in ("ana", "wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    return play.fight, "shoot", "bruno", {"target": "wolf1", "weapon": "crossbow"}


def tactico() -> tuple[AnyFight, str, Id, dict[str, Json]]:
    """Bruno shoots at the raider."""
    play = of_people(sheets={"bruno": MEDIC})
    play.declare_all(bruno=("shoot", "raider1"))
    return play.fight, "shoot", "bruno", {"target": "raider1"}


BESIDE: Declared = ("adjacent", "vera", "orc", "adjacent")
FAR_OFF = {"vera": "D4", "orc": "E4", "leo": "A9"}
SHOT = {"bruno": "A4", "wolf1": "H4", "ana": "A9"}
AIMED = {"bruno": "A4", "raider1": "F4"}

CASES: Mapping[str, tuple[Callable[[], Any], dict[Id, str], dict[str, Any], tuple[Declared, ...]]] = {
    "d20, behind a low wall": (
        d20,
        FAR_OFF,
        {"edges": {"D4:e": "low_wall"}},
        (BESIDE, ("cover", "orc", "vera", "quarter")),
    ),
    "d20, flanked": (d20, {**FAR_OFF, "leo": "F4"}, {}, (BESIDE, ("flanked", "orc", "vera", "flanked"))),
    "d20, from higher ground": (
        d20,
        FAR_OFF,
        {"cells": {"D4": Land(level=1)}},
        (BESIDE, ("ground", "vera", "orc", "higher")),
    ),
    "tumbas, behind a low wall": (
        tumbas,
        SHOT,
        {"edges": {"G4:e": "low_wall"}},
        (("cover", "wolf1", "bruno", "behind"),),
    ),
    "tumbas, in a melee": (tumbas, {**SHOT, "ana": "H5"}, {}, (("engaged", "ana", "wolf1", "adjacent"),)),
    "tactico, thirty metres off": (
        tactico,
        {**AIMED, "raider1": "AE4"},
        {},
        (("distance", "bruno", "raider1", "to_50"),),
    ),
}
OPEN = {"d20": FAR_OFF, "tumbas": SHOT, "tactico": AIMED}


@pytest.mark.parametrize("name", CASES)
def test_the_odds_are_those_of_where_both_stand(name: str) -> None:
    made, places, board, declared = CASES[name]
    slug = name.partition(",")[0]
    fight, action, actor, inputs = made()
    found = chance(slug, laid(fight, places, **board), action, actor, **inputs)
    assert found == chance(slug, said(slug, fight, declared), action, actor, **inputs)
    assert found != chance(slug, laid(fight, OPEN[slug]), action, actor, **inputs)
