"""Small parts that all systems share: shares of points, terms of rolls, what the game master lets pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import GAME_MASTER, TABLE, Viewer
from rules.core.departures import told
from rules.core.errors import NotAllowed
from rules.core.facts import fact
from rules.core.fight import Command
from rules.core.inputs import Allocation
from rules.core.shares import amount_input, shared, shares_input, verb_input
from rules.core.system import Action
from rules.core.terms import beat, fell, reach, thrown
from tests.rules.recorder import GM
from tests.rules.tumbas.scene import ANA, scene


@pytest.mark.parametrize(("share", "seven"), [("half", 3), ("full", 7), ("double", 14)])
def test_halves_are_rounded_down(share: str, seven: int) -> None:
    inputs = {"amount": 7, "targets": {"wolf1": share, "ana": "full", "gone": "full"}}
    assert list(shared(scene().fight, Command("c", "damage", None, inputs))) == [("ana", 7), ("wolf1", seven)]


def test_who_may_be_given_points() -> None:
    fight = scene().fight
    for viewer, people in ((GM, list(fight.order)), (ANA, ["ana"]), (Viewer(), [])):
        asked = shares_input(fight, viewer)
        assert isinstance(asked, Allocation)
        assert [one.value for one in asked.options] == people
        assert [one.value for one in asked.shares] == ["half", "full", "double"]
    assert (amount_input().minimum, amount_input().maximum) == (1, 999)
    verb = verb_input()
    assert (verb.default, verb.required, [one.value for one in verb.options]) == ("harm", False, ["harm", "heal"])
    assert verb_input(("heal", "temporary")).default == "heal"


def test_terms_say_what_fell_and_what_it_has_to_reach() -> None:
    rows = ("ROW-01", "ROW-02")
    assert thrown((3, 4), *rows) == fact("term.thrown", 7, rules=rows, audience=TABLE, faces="3 4")
    assert thrown((3, 4), *rows, value=4, audience=GAME_MASTER) == fact(
        "term.thrown", 4, rules=rows, audience=GAME_MASTER, faces="3 4"
    )
    assert thrown((3,), value=0).value == 0
    terms = (fact("term.armour", 2),)
    assert reach(12, *rows, audience=GAME_MASTER, terms=terms) == fact(
        "reach.number", rules=rows, audience=GAME_MASTER, terms=terms, number=12
    )
    assert fell((6, 1), *rows, audience=GAME_MASTER) == fact(
        "term.thrown", rules=rows, audience=GAME_MASTER, faces="6 1"
    )
    for ties, code in ((False, "reach.other"), (True, "reach.equal_other")):
        assert beat(9, "orc", *rows, audience=GAME_MASTER, ties=ties) == fact(
            code, rules=rows, audience=GAME_MASTER, other="orc", number=9
        )


OUT = (fact("core.out_of_turn", who="ana"),)
OTHER = (fact("core.not_declared", who="ana"),)


@pytest.mark.parametrize(
    ("reason", "more", "said"),
    [
        ("core.not_your_turn", {}, OUT),
        ("tumbas.declare.first", {}, OUT),
        ("tumbas.acted", {}, OUT),
        ("tumbas.other_declared", {}, OTHER),
        ("tactico.plan.other_target", {}, OTHER),
        ("tumbas.cannot_act", {}, ()),
        (None, {}, ()),
        ("core.not_your_turn", {"viewer": ANA}, ()),
        ("core.not_your_turn", {"actor": None}, ()),
        ("core.not_your_turn", {"of_the_turn": False}, ()),
        ("core.not_your_turn", {"needs_actor": False}, ()),
    ],
)
def test_what_the_game_master_lets_pass_is_told(reason: str | None, more: dict[str, Any], said: object) -> None:
    asked: list[Viewer] = []

    def check(fight: Any, command: Command, viewer: Viewer) -> None:
        asked.append(viewer)
        if reason is not None:
            raise NotAllowed(reason)

    verb: Action[Any, Any] = Action(
        "act",
        lambda fight, command: None,  # type: ignore[arg-type, return-value]
        check=check,
        icon="hand",
        of_the_turn=more.get("of_the_turn", True),
        needs_actor=more.get("needs_actor", True),
    )
    command = replace(Command("c", "act", "ana"), actor=more.get("actor", "ana"))
    assert told(verb, scene().fight, command, more.get("viewer", GM)) == said
    assert asked in ([], [Viewer(controls=frozenset({"ana"}))])
