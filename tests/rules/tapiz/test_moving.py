"""Moving in a conflict and on the way, with and without a load (TAP-MOVE-02 to -08, TAP-LOAD-03 to -09)."""

from __future__ import annotations

import pytest

from rules.core.errors import NotAllowed
from rules.core.inputs import Choice
from rules.core.types import Json
from rules.systems.tapiz.load import load_of
from rules.systems.tapiz.system import SYSTEM
from tests.rules.tapiz.scene import ANA, Scene, scene
from tests.rules.tapiz.test_situation import result, rules_told

LOADED = {"weight": 27}  # capacity 14 + 12, Constitution 10: loaded up to 36
OVERLOADED = {"weight": 50}
EXHAUSTED = {"weight": 90}


def told(play: Scene, code: str) -> dict[str, object]:
    return dict(next(fact.params for fact in reversed(play.facts) if fact.code == code))


@pytest.mark.parametrize(("mode", "modifier"), [("normal", -2), ("run", -4), ("sprint", -6), ("none", 0)])
def test_moving_costs_the_other_roll_of_the_asalto(mode: str, modifier: int) -> None:
    """TAP-MOVE-04."""
    play = scene()
    play.attack("ana", "orc1", mode="static", moving=mode)
    assert result(play, "roll.total") == 12 + modifier


def test_a_roll_that_is_about_moving_suffers_nothing() -> None:
    """TAP-MOVE-06."""
    play = scene()
    play.begin("other", "ana", what="Saltar el foso", attribute="dexterity", mode="static", moving="movement")
    assert result(play, "roll.total") == 11


@pytest.mark.parametrize(("mode", "metres"), [("normal", "30"), ("run", "60"), ("sprint", "90")])
def test_only_moving_needs_no_roll(mode: str, metres: str) -> None:
    """TAP-MOVE-03, TAP-MOVE-05: MOV 30; the load does not shorten it (TAP-LOAD-06)."""
    play = scene(sheets={"ana": LOADED})
    play.begin("move", "ana", mode=mode, viewer=ANA)
    assert told(play, "move.asalto")["metres"] == metres
    assert play.fight.round.used
    assert play.keys == []


def test_the_panel_says_how_far_moving_gets_and_what_it_costs() -> None:
    play = scene()
    inputs = {item.name: item for item in SYSTEM.actions["attack"].inputs(play.fight, "ana", ANA)}
    notes = {
        one.value: [(note.value, note.params.get("metres")) for note in one.notes] for one in inputs["moving"].options
    }  # type: ignore[attr-defined]
    assert notes["sprint"] == [(-6, None), (None, "90")]
    free = scene(ordered=False)
    assert "moving" not in [item.name for item in SYSTEM.actions["attack"].inputs(free.fight, "ana", ANA)]


def test_how_far_a_foe_got_is_not_told_in_metres() -> None:
    play = scene(turn="orc1")
    play.begin("move", "orc1", mode="run")
    assert "move.asalto" not in play.seen()
    assert "move.plain" in play.seen()


# Load


@pytest.mark.parametrize(
    ("sheet", "category", "modifier"),
    [({"weight": 26}, None, 0), (LOADED, "loaded", -2), (OVERLOADED, "overloaded", -4), (EXHAUSTED, "exhausted", -6)],
)
def test_the_load_bears_on_every_roll_of_a_combat(sheet: dict[str, Json], category: str | None, modifier: int) -> None:
    """TAP-LOAD-02, TAP-LOAD-03, TAP-ODD-31: action rolls, and static resistances too."""
    play = scene(sheets={"ana": sheet})
    (field,) = (item for item in SYSTEM.actions["attack"].inputs(play.fight, "ana", ANA) if item.name == "in_force")
    assert field.default == (["load"] if category else [])
    play.attack("ana", "orc1", mode="static", in_force=field.default)
    assert result(play, "roll.total") == 12 + modifier
    facts = {fact.code: fact for fact in SYSTEM.card(play.fight, "ana").facts}
    assert facts["value.armour_class"].value == 13 + modifier
    assert ("burden.now" in facts) == bool(category)


def test_load_and_movement_add_up() -> None:
    """TAP-LOAD-06, the worked example: −6 and −2."""
    play = scene(sheets={"ana": LOADED})
    play.attack("ana", "orc1", mode="static", moving="sprint", in_force=["load"])
    assert result(play, "roll.total") == 12 - 8


def test_on_a_mental_roll_the_load_may_be_left_off() -> None:
    """TAP-ODD-31, TAP-EFF-02."""
    play = scene(sheets={"ana": LOADED})
    play.attack("ana", "orc1", kind="mental", mode="static", in_force=[])
    assert result(play, "roll.total") == 12


def test_a_table_may_ignore_the_load() -> None:
    """TAP-LOAD-09, TZR0002: shown, without any effect."""
    play = scene(sheets={"ana": EXHAUSTED}, house={"tzr0002": True})
    facts = {fact.code: fact for fact in SYSTEM.card(play.fight, "ana").facts}
    assert facts["value.armour_class"].value == 13
    assert "burden.ignored" in facts
    free = scene(sheets={"ana": EXHAUSTED}, house={"tzr0002": True}, ordered=False)
    free.begin("move", "ana", unit="turno", count=1)
    assert told(free, "move.travel")["metres"] == "1800"


@pytest.mark.parametrize(("sheet", "metres"), [({}, "1800"), (LOADED, "900"), (OVERLOADED, "600"), (EXHAUSTED, "180")])
def test_outside_a_combat_the_load_divides_the_distance(sheet: dict[str, Json], metres: str) -> None:
    """TAP-LOAD-04, TAP-MOVE-08."""
    play = scene(sheets={"ana": sheet}, ordered=False)
    play.begin("move", "ana", unit="turno", count=1)
    assert told(play, "move.travel")["metres"] == metres


def test_the_panel_says_how_far_each_pace_gets_with_the_load() -> None:
    """TAP-MOVE-08, TAP-LOAD-04."""
    play = scene(sheets={"ana": LOADED}, ordered=False)
    (mode, *_rest) = SYSTEM.actions["move"].inputs(play.fight, "ana", ANA)
    assert isinstance(mode, Choice)
    far = {one.value: one.notes[1].params for one in mode.options}
    assert far["hike"]["kilometres"] == "15"
    assert {name: params["metres"] for name, params in far.items() if name != "hike"} == {
        "normal": "900",
        "reconnaissance": "75",
        "cautious": "150",
    }


def test_a_journey_takes_longer_and_holds_its_rests() -> None:
    """TAP-LOAD-07: one hour becomes two."""
    play = scene(sheets={"ana": LOADED}, ordered=False)
    play.begin("move", "ana", unit="journey", count=1)
    assert told(play, "move.journey")["hours"] == "2"
    assert play.body("ana").marched == 0


def test_a_pace_has_its_units() -> None:
    """TAP-MOVE-08: a hike is no matter of rondas; the reason stands beside the field."""
    play = scene(ordered=False)
    before = play.state
    with pytest.raises(NotAllowed) as refused:
        play.begin("move", "ana", mode="hike", unit="ronda")
    assert (refused.value.reason, refused.value.field) == ("tapiz.movement.unit_of_mode", "unit")
    assert play.state == before
    play.begin("move", "ana", mode="reconnaissance", unit="ronda", count=1)
    assert told(play, "move.travel")["metres"] == "15"


def test_rests_fall_due_after_rondas_of_walking() -> None:
    """TAP-LOAD-05: Constitution 10, loaded: one ronda for every ten; a pause as long as that starts afresh."""
    play = scene(sheets={"ana": LOADED}, ordered=False)
    play.begin("move", "ana", unit="ronda", count=9)
    assert "move.rest_due" not in play.seen()
    play.begin("move", "ana", unit="turno", count=2)
    assert told(play, "move.rest_due")["rounds"] == 2
    play.begin("advance", unit="ronda", count=1)
    assert play.body("ana").marched == 29
    play.begin("advance", unit="ronda", count=2)
    assert play.body("ana").marched == 0
    assert "TAP-LOAD-05" in rules_told(play)


def test_class_or_species_may_carry_more() -> None:
    """TAP-LOAD-08."""
    play = scene(sheets={"ana": {"weight": 36, "load_bonus": 10}})
    assert load_of(play.body("ana")).category == "normal"
    values = {fact.code: fact for fact in SYSTEM.values("person", play.fight.combatants["ana"].sheet, {})}
    assert values["value.load_capacity"].value == 36
    assert [term.value for term in values["value.load_capacity"].terms] == [14, 12, 10]


def test_less_than_a_ronda_is_no_rest() -> None:
    """TAP-LOAD-05."""
    fight = scene(ordered=False, ana={"marched": 9})
    fight.begin("advance", unit="asalto")
    assert fight.body("ana").marched == 9
    fight.begin("advance", unit="ronda")
    assert fight.body("ana").marched == 0
