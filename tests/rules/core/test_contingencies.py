"""What a player has said beforehand comes about, whatever else has happened since."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import Viewer
from rules.core.contingencies import CONDITIONS, has_come_about, written_at
from rules.core.facts import Explanation, fact
from rules.systems.tumbas.situation import engage
from rules.systems.tumbas.state import TumbasFight
from rules.systems.tumbas.system import SYSTEM
from tests.rules.recorder import GM
from tests.rules.tumbas.scene import ANA, scene


def now(near: tuple[str, ...] = (), hidden: str = "", **bodies: Any) -> TumbasFight:
    """The fight in which these stand next to Ana; one may be hidden, and bodies differ."""
    fight: TumbasFight = scene(**bodies).fight
    for who in near:
        fight = engage(fight, "ana", who)
    if hidden:
        fight = fight.with_combatant(replace(fight.combatants[hidden], hidden=True))
    return fight


def attack(target: str | None, code: str = "attack.tries") -> Explanation:
    return (fact("turn.begins", who="bruno"), fact(code, who="wolf1", **({"target": target} if target else {})))


def holds(condition: str, fight: TumbasFight, *told: Explanation, before: Any = None, viewer: Viewer = ANA) -> bool:
    known = written_at(SYSTEM, now(), "ana", viewer) if before is None else before
    return has_come_about(condition, known, SYSTEM, fight, "ana", viewer, told)


ATTACKS = SYSTEM.told_codes.attacks


def test_what_is_known_at_the_moment_of_writing() -> None:
    assert written_at(SYSTEM, now(("wolf2", "wolf1", "bruno"), wolf1={"hp": 0}), "ana", ANA) == {
        "near": ["wolf2"],
        "out": ["wolf1"],
    }
    assert written_at(SYSTEM, now(), "ana", ANA) == {"near": [], "out": []}


def test_the_turn_always_comes_about() -> None:
    assert holds("turn", now())


@pytest.mark.parametrize(
    ("near", "hidden", "before", "holds_now"),
    [
        ((), "", [], False),
        (("wolf1",), "", [], True),
        (("wolf1",), "wolf1", [], False),
        (("bruno",), "", [], False),
        (("wolf1",), "", ["wolf1"], False),
        (("wolf1", "wolf2"), "", ["wolf1"], True),
        ((), "", ["wolf1"], False),
    ],
)
def test_an_opponent_comes_near(near: tuple[str, ...], hidden: str, before: list[str], holds_now: bool) -> None:
    assert holds("near", now(near, hidden), before={"near": before, "out": []}) == holds_now


@pytest.mark.parametrize(
    ("bodies", "before", "holds_now"),
    [
        ({}, [], False),
        ({"bruno": {"hp": 0}}, [], True),
        ({"bruno": {"hp": 0}}, ["bruno"], False),
        ({"shade": {"hp": 0}}, [], False),
        ({}, ["bruno"], False),
    ],
)
def test_a_combatant_falls(bodies: dict[str, Any], before: list[str], holds_now: bool) -> None:
    assert holds("falls", now(**bodies), before={"near": [], "out": before}) == holds_now


def test_of_whom_nothing_is_shown_no_fall_is_known() -> None:
    fight = now(wolf1={"hp": 0})
    fight = fight.with_combatant(replace(fight.combatants["wolf1"], shows="nothing"))
    assert not holds("falls", fight)
    assert holds("falls", fight, viewer=GM, before={"near": [], "out": []})


@pytest.mark.parametrize(
    ("condition", "told", "holds_now"),
    [
        ("attacked", (), False),
        ("attacked", ("ana",), True),
        ("attacked", ("bruno", "ana"), True),
        ("attacked", ("bruno", "wolf1"), False),
        ("friend_attacked", ("ana",), False),
        ("friend_attacked", ("wolf1",), False),
        ("friend_attacked", ("wolf1", "bruno"), True),
        ("friend_attacked", (), False),
    ],
)
def test_who_is_attacked(condition: str, told: tuple[str, ...], holds_now: bool) -> None:
    code = ATTACKS[0]
    assert holds(condition, now(), *(attack(target, code) for target in told)) == holds_now


def test_what_is_no_attack_or_has_no_target_counts_for_nothing() -> None:
    code = ATTACKS[0]
    for told in (attack("ana", "care.tries"), attack(None, code), (fact(code, target=3),)):
        assert not holds("attacked", now(), told)
    assert len(CONDITIONS) == 5
