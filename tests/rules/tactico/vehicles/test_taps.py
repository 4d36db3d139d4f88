"""What the sheet of a machine rolls at one tap: the skills of its crew, which count in no turn (TAC-VEH-08)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.errors import NotAllowed
from rules.core.sheet_rolls import NAME
from tests.rules.tactico.vehicles.field import SYSTEM, field, recorder


def test_each_of_the_crew_rolls_with_their_own_skill() -> None:
    """TAC-VEH-06, TAC-ROLL-04: characteristic and skill; the gunner of a turret by name."""
    found = {tap.key: tap.dice.added for tap in SYSTEM.taps(field(), "cb")}
    one = field().body("cb").machine
    turret = one.gunners["g1"]
    assert found == {
        "crew:piloting": one.dexterity + one.piloting,
        "crew:gunnery": one.gunners["pilot"].perception + one.gunners["pilot"].gunnery,
        "crew:gunnery:g1": turret.perception + turret.gunnery,
        "crew:tactics": one.intelligence + one.tactics_skill,
    }
    (named,) = (tap for tap in SYSTEM.taps(field(), "cb") if tap.notes)
    assert named.notes[0].params["name"] == "Torreta"


def test_a_tap_rolls_and_the_turn_still_has_its_own_rolls() -> None:
    """TAC-VEH-08: the rolls of a turn are those of its declaration."""
    table = recorder()
    table.begin(NAME, "aa", what="crew:piloting", internal=True)
    (key,) = table.keys
    table.answer(key, faces=[3, 4])
    rolled = table.fight.combatants["aa"].thrown
    assert rolled is not None
    assert (rolled.what, rolled.total) == ("crew:piloting", 3 + 4 + 7 + table.fight.body("aa").machine.piloting)
    assert not table.fight.round.turns.get("aa")


def test_the_crew_of_a_machine_out_of_action_rolls_nothing() -> None:
    fight = field()
    one = fight.body("aa").machine
    out = replace(one, armour=dict.fromkeys(one.armour, 0))
    fight = fight.with_body("aa", replace(fight.body("aa"), machine=out))
    assert out.out
    assert {str(tap.reason) for tap in SYSTEM.taps(fight, "aa")} == {str(NotAllowed("tactico.vehicle.out"))}


@pytest.mark.parametrize("double", [(1, 1), (6, 6)])
def test_a_double_decides_by_itself(double: tuple[int, int]) -> None:
    """TAC-ROLL-06, TAC-ROLL-07: nobody is asked whether it is enough."""
    table = recorder()
    table.begin(NAME, "aa", what="crew:gunnery", internal=True, asks=True)
    (key,) = table.keys
    table.answer(key, faces=[*double])
    rolled = table.fight.combatants["aa"].thrown
    assert rolled is not None
    assert rolled.word == ""
