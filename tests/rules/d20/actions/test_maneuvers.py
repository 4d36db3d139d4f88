"""Trips, overruns, disarming, pushing, aiding: two roll against each other, and one of them may answer in kind."""

import pytest

from rules.core.errors import NotAllowed, OutOfRange
from rules.core.facts import Notes
from rules.systems.d20.effects import Effect
from rules.systems.d20.opportunity import moves_on
from rules.systems.d20.situation import adjacent
from rules.systems.d20.state import with_effect
from tests.rules.d20.actions.scene import ANA, scene

BESIDE = (("ana", "thug"), ("bruno", "thug"))


def beat(table, won=True):
    """The opposed check at hand, to the actor's favour or not."""
    table.dice(*((20, 1) if won else (1, 20)))


def test_a_trip_touches_then_two_roll_and_one_falls():
    """D20S-TRIP-02, D20S-TRIP-04 to -06."""
    table = scene(near=BESIDE)
    table.begin("trip", "ana", viewer=ANA, target="thug", method="unarmed")
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(19)
    beat(table)
    assert table.has("thug", "prone")
    assert table.told("contest.won").params["who"].combatant == "ana"
    # the rest of a full attack is left
    assert table.why_not("attack", "ana") is None


def test_what_takes_the_place_of_an_attack_is_not_offered_once_none_is_left():
    """D20C-FUL-04: Ana has two attacks in her turn."""
    table = scene(near=BESIDE)
    for _attack in range(2):
        table.begin("attack", "ana", viewer=ANA, target="thug", weapon="unarmed")
        for asked in iter(lambda: next(iter(table.requests), None), None):
            table.answer(asked.key, {"strikes": False} if "opportunity" in asked.key else {"faces": [2]})
    reasons = {name: table.why_not(name, "ana") for name in ("attack", "trip", "disarm", "grapple", "aid")}
    assert set(reasons.values()) == {"d20.full_attack.no_more"}


def test_a_target_that_withstands_may_trip_in_return():
    """D20S-TRIP-03, D20S-TRIP-07: bare hands draw a blow from the target."""
    table = scene(near=BESIDE)
    table.begin("trip", "ana", target="thug")
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(19)
    beat(table, won=False)
    table.answer("return:thug", {"trips": True})
    table.dice(20, 1)
    assert table.has("ana", "prone")


def test_nobody_trips_what_is_much_larger():
    """D20S-TRIP-01."""
    table = scene(near=BESIDE, dog={"level": 4, "hp_max": 30, "size": "huge", "legs": "quadruped"})
    with pytest.raises(NotAllowed):
        table.begin("trip", "ana", target="dog")


def test_an_overrun_is_let_by_or_blocked():
    """D20S-OVR-05 to -08: blocked, it is a trip attack."""
    table = scene()
    table.begin("overrun", "ana", target="thug", run=15)
    table.answer("enter:opportunity:thug", {"strikes": False})
    table.answer("overrun:thug", {"choice": "avoid"})
    assert "overrun.lets_by" in table.codes()
    table = scene()
    with pytest.raises(NotAllowed):
        table.begin("overrun", "ana", target="other", run=5)
    table.begin("overrun", "ana", target="other", run=10)
    table.answer("enter:opportunity:other", {"strikes": False})
    table.answer("overrun:other", {"choice": "block"})
    table.answer("trip:opportunity:other", {"strikes": False})
    table.dice(19)
    beat(table)
    assert table.has("other", "prone")
    assert "overrun.continues" in table.codes()


def test_a_weapon_is_struck_from_the_hand_and_lies_there():
    """D20S-DIS-01 to -05."""
    table = scene(near=BESIDE)
    held = table.body("thug").main
    table.begin("disarm", "ana", target="thug", aim="main")
    table.answer("opportunity:thug", {"strikes": False})
    beat(table)
    assert table.body("thug").main == "unarmed"
    assert table.body("thug").arm(held).place == "ground"
    with pytest.raises(NotAllowed):
        table.begin("disarm", "ana", target="thug", aim="main")


def test_bare_hands_take_the_weapon():
    """D20S-DIS-05."""
    table = scene(near=BESIDE)
    held = table.body("thug").main
    table.pass_turn("bruno")
    table.begin("gear", "bruno", weapon=table.body("bruno").main, verb="drop")
    table.begin("disarm", "bruno", target="thug")
    table.answer("opportunity:thug", {"strikes": False})
    beat(table)
    assert table.body("thug").arm(held).place == "taken"
    assert table.body("bruno").main == f"{held}:thug"


def test_a_target_that_keeps_its_weapon_may_disarm_in_return():
    """D20S-DIS-06."""
    table = scene(near=BESIDE)
    mine = table.body("ana").main
    table.begin("disarm", "ana", target="thug")
    table.answer("opportunity:thug", {"strikes": False})
    beat(table, won=False)
    table.answer("return:thug", {"disarms": True})
    table.dice(20, 1)
    assert table.body("ana").arm(mine).place == "ground"


def test_a_bull_rush_pushes_back_or_fails():
    """D20S-BULL-05 to -08, D20S-BULL-10: five feet for each five ahead where one moves along."""
    table = scene(near=BESIDE)
    table.begin("bull_rush", "ana", target="thug", feet=5, left=25, follows=True)
    table.answer("opportunity:thug", {"strikes": False})
    beat(table)
    lead = 20 + 2 - 1 - 1
    assert table.told("push.back").value == 5 + 5 * (lead // 5)
    table = scene()
    table.begin("bull_rush", "ana", target="other", feet=20, occupied=True)
    table.answer("enter:opportunity:other", {"strikes": False})
    beat(table, won=False)
    assert table.has("ana", "prone")
    assert adjacent(table.fight, "ana", "other")


def test_a_rush_takes_the_attack_action_and_the_move_around_it():
    """D20S-BULL-01, D20S-OVR-01, D20S-GEN-06: after it there is neither an attack nor a second rush."""
    for action, inputs in (("bull_rush", {"feet": 5}), ("overrun", {"run": 10})):
        table = scene()
        table.begin(action, "ana", target="thug", **inputs)
        table.answer("enter:opportunity:thug", {"strikes": False})
        if action == "overrun":
            table.answer("overrun:thug", {"choice": "avoid"})
        else:
            beat(table)
        assert [one.part for one in table.round.turn.spent] == ["attack", "move"]
        for name in ("attack", "bull_rush", "overrun", "move"):
            assert table.why_not(name, "ana") is not None
        table = scene()
        table.strike("ana", "thug", 1, weapon="espada")
        assert table.why_not(action, "ana") == "d20.turn.second_attack_action"


@pytest.mark.parametrize("action", ["bull_rush", "overrun"])
def test_who_cannot_charge_may_rush_inside_a_move(action):
    """D20H-COND-12, -17, -18: no charging; D20H-COND-22, D20H-COND-10: the nauseated and the panicked do not attack."""
    for condition in ("fatigued", "exhausted", "entangled"):
        table = scene()
        borne(table, "ana", condition)
        with pytest.raises(NotAllowed) as refused:
            table.begin(action, "ana", target="thug", within="charge", **{"run" if action == "overrun" else "feet": 10})
        assert refused.value.reason == "d20.charge.not_now"
        assert table.why_not(action, "ana") is None
    for condition in ("nauseated", "panicked"):
        table = scene()
        borne(table, "ana", condition)
        assert table.why_not(action, "ana") == "d20.attack.not_now"


def borne(table, who, condition):
    """A combatant bears a condition."""
    table.state["fight"]["combatants"][who]["body"]["effects"] = {
        condition: {"id": condition, "kind": "condition", "what": condition}
    }


@pytest.mark.parametrize(
    ("within", "feet", "left"),
    [("move_action", 200, 0), ("move_action", 20, 15), ("charge", 5, 0), ("charge", 65, 0), ("charge", 50, 15)],
)
def test_a_rush_leads_no_farther_than_its_action(within, feet, left):
    """D20C-CHG-02, D20S-BULL-07, D20C-GRD-05: a charge ten feet at least, twice the speed at most, what follows too."""
    with pytest.raises(OutOfRange):
        scene().begin("bull_rush", "ana", target="thug", within=within, feet=feet, left=left, follows=True)


def test_a_rush_has_to_come_as_far_as_the_target():
    """D20S-BULL-04, D20S-OVR-05."""
    table = scene()
    table.relate("distance:40", "ana", "thug")
    with pytest.raises(NotAllowed):
        table.begin("bull_rush", "ana", target="thug", feet=20)
    table.begin("bull_rush", "ana", target="thug", within="charge", feet=40)
    assert table.keys == ["enter:opportunity:thug"]


def test_a_target_rushed_at_from_afar_strikes_too():
    """D20S-BULL-04, D20S-OVR-05, D20S-AOO-01: the target whose square is entered, and those who are passed."""
    table = scene()
    table.begin("bull_rush", "ana", target="thug", within="charge", feet=30, past=["dog"])
    assert table.keys == ["opportunity:dog"]
    table.answer("opportunity:dog", {"strikes": False})
    assert table.keys == ["enter:opportunity:thug"]
    table.answer("enter:opportunity:thug", {"strikes": True})
    table.dice(1)
    beat(table)
    assert adjacent(table.fight, "ana", "thug")
    assert table.round.turn.spent[0].action == "bull_rush_charge"


def test_the_trip_inside_an_overrun_draws_a_blow_of_its_own():
    """D20S-OVR-08, D20S-TRIP-03: besides the movement, where one attack of opportunity is left."""
    table = scene()
    table.begin("overrun", "ana", target="thug", run=10, method="unarmed")
    table.answer("enter:opportunity:thug", {"strikes": False})
    table.answer("overrun:thug", {"choice": "block"})
    assert table.keys == ["trip:opportunity:thug"]
    table.answer("trip:opportunity:thug", {"strikes": True})
    table.dice(1, 1)
    assert table.round.opportunities["thug"] == 1
    table = scene()
    table.begin("overrun", "ana", target="thug", run=10, method="unarmed")
    table.answer("enter:opportunity:thug", {"strikes": True})
    table.dice(1)
    table.answer("overrun:thug", {"choice": "block"})
    assert "trip:opportunity:thug" not in table.keys


def test_an_actor_who_runs_on_stands_where_declared():
    """D20S-OVR-07, D20S-OVR-08."""
    table = scene()
    table.begin("overrun", "ana", target="thug", run=20, beside=["other"])
    table.answer("enter:opportunity:thug", {"strikes": False})
    table.answer("overrun:thug", {"choice": "avoid"})
    assert (adjacent(table.fight, "ana", "thug"), adjacent(table.fight, "ana", "other")) == (False, True)


def test_aid_helps_a_friend_until_the_same_count_comes_again():
    """D20S-AID-01 to -05."""
    table = scene(near=BESIDE)
    table.begin("aid", "ana", target="thug", friend="bruno", choice="attack")
    table.dice(10)
    assert table.has("bruno", "aid_attack")
    assert table.body("thug").hp == table.body("thug").hp_max
    table.pass_turn("bruno")
    assert table.has("bruno", "aid_attack")
    table.pass_turn("ana")
    assert not table.has("bruno", "aid_attack")


def test_a_combatant_tripped_on_its_way_goes_no_further_and_everybody_is_told():
    """D20S-TRIP-06."""
    fight, notes = scene().fight, Notes()
    assert moves_on(fight, "ana", notes)
    down = with_effect(fight, "ana", Effect("prone", "condition", "prone"))
    assert moves_on(down, "ana", notes, crawling=True)
    assert notes.so_far == ()
    assert not moves_on(down, "ana", notes)
    assert [(fact.code, fact.rules) for fact in notes.so_far] == [("act.interrupted", ("D20C-AOO-08", "D20S-TRIP-06"))]
