"""What is counted from count to count while turns are delayed: effects, fuses, the attack of opportunity."""

from rules.core.audience import PUBLIC
from rules.core.stage import stage
from tests.rules.d20.actions.scene import ANA, Scene, scene
from tests.rules.d20.actions.test_explosives import BOMBER, GRENADE
from tests.rules.scenarios.d20 import THUG

NEAR = (("ana", "thug"),)


def rounds_of(table: Scene, who: str, what: str) -> int | None:
    """How many rounds an effect lasts still; None where it is gone."""
    effect = table.body(who).effects.get(what)
    return None if effect is None else effect.rounds


def one_more_round(table: Scene, who: str = "ana") -> None:
    """Go on until the next turn of a combatant, or until something is asked."""
    number = table.round.number
    while not table.requests and (table.round.number == number or table.round.acting != who):
        table.begin("end_turn", None)


def test_a_count_loses_one_round_however_often_the_first_in_order_delays():
    """D20C-SEQ-09, D20C-HOUSE-25: an effect on the count of twelve that Bruno has left."""
    table = scene()
    table.pass_turn("bruno")
    table.begin("condition", None, targets=["dog"], condition="shaken", span="rounds", count=5)
    table.begin("delay", "bruno", count=8)
    assert table.body("dog").effects["shaken"].anchor is None
    one_more_round(table)
    assert rounds_of(table, "dog", "shaken") == 5
    table.begin("delay", "ana", count=None)
    table.pass_turn("dog")
    assert rounds_of(table, "dog", "shaken") == 4
    one_more_round(table, "shade")
    assert rounds_of(table, "dog", "shaken") == 3


def test_counts_between_the_turns_before_and_after_a_delay_are_not_left_out():
    """D20C-SEQ-09: Ana comes back on ten, and the eleven that nobody holds any more has its due."""
    table = scene()
    table.begin("condition", None, targets=["dog"], condition="shaken", span="rounds", count=5)
    effect = table.state["fight"]["combatants"]["dog"]["body"]["effects"]["shaken"]
    effect["anchor"], effect["count"] = None, 11
    table.begin("delay", "ana", count=10)
    table.pass_turn("ana")
    table.pass_turn("dog")
    assert rounds_of(table, "dog", "shaken") == 4
    one_more_round(table, "dog")
    assert rounds_of(table, "dog", "shaken") == 3


def test_a_delayed_turn_brings_its_opportunity_back_once():
    """D20C-AOO-08, D20C-HOUSE-24: at the beginning of the turn, not again when it goes on."""
    table = scene(near=NEAR)
    table.begin("delay", "ana", viewer=ANA, count=None)
    table.begin("move", "thug", way="move", feet=10, past=[], through=[], beside=[])
    assert stage(table.system, table.head, PUBLIC).who == ("ana",), "the table reads who is asked"
    table.answer("opportunity:ana", {"strikes": True})
    while table.requests:
        table.dice(1)
    assert table.round.opportunities == {"ana": 1}
    table.begin("end_turn", None)
    table.begin("act_now", "ana", viewer=ANA)
    assert table.round.opportunities == {"ana": 1}


def test_a_fuse_of_one_round_burns_until_the_count_on_which_it_was_lit():
    """D20S-EXP-11, D20C-SEQ-09: set by the last in order it does not go off with the new round."""
    table = scene(shade={**THUG, "weapons": [GRENADE]})
    table.pass_turn("shade")
    table.begin("plant", "shade", weapon="granada", count=1)
    table.begin("end_turn", None)
    assert table.round.acting == "ana"
    assert table.round.planted["planted1"].left == 6
    table.pass_turn("dog")
    table.begin("end_turn", None)
    assert table.keys == ["planted1:caught"]


def test_a_fuse_stays_on_the_count_when_its_owner_delays():
    """D20C-HOUSE-25: lit on twenty-one, it goes off before fifteen although Ana waits."""
    table = scene(ana=BOMBER)
    table.begin("plant", "ana", weapon="granada", count=2)
    one_more_round(table)
    assert table.round.planted["planted1"].left == 6
    table.begin("delay", "ana", count=8)
    one_more_round(table, "thug")
    assert table.keys == ["planted1:caught"]


def test_acting_between_two_turns_costs_no_effect_a_second_round():
    """D20C-SEQ-09, D20C-HOUSE-25: the thug's turn has begun, Ana acts, and then it begins again."""
    table = scene()
    table.begin("condition", None, targets=["dog"], condition="shaken", span="rounds", count=5)
    effect = table.state["fight"]["combatants"]["dog"]["body"]["effects"]["shaken"]
    effect["anchor"], effect["count"] = None, 15
    table.begin("delay", "ana", viewer=ANA, count=None)
    assert rounds_of(table, "dog", "shaken") == 4
    table.begin("act_now", "ana", viewer=ANA)
    table.pass_turn("dog")
    assert rounds_of(table, "dog", "shaken") == 4
