"""What takes the place of a blow out of turn, weapons that are struck, falls that are asked: what no fight tells."""

from dataclasses import replace

from rules.core.fight import Command
from rules.core.requests import Choose
from rules.core.ways import ways
from rules.systems.d20.opportunity import possible_instead
from rules.systems.d20.system import SYSTEM, tabs
from tests.rules.d20.actions.scene import ANA, scene

BESIDE = (("ana", "thug"),)


def test_the_question_stays_one_of_two_taps():
    """D20C-AOT-09: what is done instead is chosen beside the buttons."""
    table = scene(near=BESIDE)
    table.begin("move", "ana", viewer=ANA, feet=30)
    (asked,) = table.requests
    assert isinstance(asked, Choose)
    assert [way.values for way in ways(asked)] == [{"strikes": True}, {"strikes": False}]
    assert "instead_of_blow" in {item.name for item in asked.inputs}


def test_only_what_is_possible_is_offered_instead():
    """D20S-DIS-01, D20S-TRIP-01: there is nothing to take from claws, and who lies cannot be tripped."""
    table = scene(near=BESIDE)
    assert possible_instead(table.fight, "thug", "ana") == ("trip", "disarm", "grapple")
    assert "disarm" not in possible_instead(table.fight, "ana", "dog")
    table.begin("posture", "ana", viewer=ANA, posture="prone")
    assert "trip" not in possible_instead(table.fight, "thug", "ana")


def test_a_command_of_older_rules_charges_as_ever():
    """Stored commands do not name what may take the place of the blow."""
    table = scene(near=())
    fight = table.fight
    inputs = {"target": "thug", "weapon": "espada", "feet": 20, "past": [], "others": [], "review": False}
    steps = SYSTEM.actions["charge"].resolve(fight, Command("c1", "charge", "ana", inputs))
    assert next(steps).label == "dice.attack"


def test_a_hidden_armed_foe_gives_no_tab_away():
    """D20S-OBJ-04."""
    table = scene(near=BESIDE)
    fight = table.fight
    for who, one in fight.combatants.items():
        fight = fight.with_combatant(replace(one, hidden=who != "ana"))
    assert "attack_weapon" in tabs(table.fight, "ana")
    assert "attack_weapon" not in tabs(fight, "ana")
