"""The shapes of resolution that the four systems need, each carried through step by step on a toy."""

from __future__ import annotations

import pytest

from rules.core.audience import PUBLIC, Viewer
from rules.core.driver import CEILING, ContractError, Unasked, run
from rules.core.engine import Late
from rules.core.errors import NotAllowed, OutOfRange
from rules.core.facts import visible
from rules.core.inputs import Number
from rules.core.requests import Choose, Dice, Steps, roll
from tests.rules.recorder import Recorder
from tests.rules.toys import declared, opposed, spend, threat

ANA = Viewer("p1", controls=frozenset({"ana"}))
BEA = Viewer("p2", controls=frozenset({"bea"}))


def record(toy: object) -> Recorder:
    return Recorder(toy.SYSTEM, toy.scenario(toy.SYSTEM))  # type: ignore[attr-defined]


# Spending points


def test_points_of_a_success_are_spent_by_whoever_controls_the_roller() -> None:
    fight = record(spend)
    fight.begin("strike", "ana", target="orc", viewer=ANA)
    fight.answer("attack", faces=[4, 3, 5], viewer=ANA)
    (asked,) = fight.requests
    assert (asked.key, asked.to) == ("spend", "ana")
    assert isinstance(asked, Choose)
    assert asked.inputs[0] == Number("hurt", maximum=5, minimum=0)
    with pytest.raises(NotAllowed, match=r"core\.not_for_you"):
        fight.answer("spend", {"hurt": 5, "shake": 0}, viewer=BEA)
    fight.answer("spend", {"hurt": 3, "shake": 1}, viewer=ANA)
    assert fight.waiting is None
    assert fight.body("orc") == spend.Body(resistance=9, hurt=3, shaken=True)


def test_points_of_a_failure_are_spent_by_the_other_side() -> None:
    fight = record(spend)
    fight.begin("strike", "ana", target="bea", viewer=ANA)
    fight.answer("attack", faces=[1, 1, 2], viewer=ANA)
    assert [(asked.key, asked.to) for asked in fight.requests] == [("spend", "bea")]
    fight.answer("spend", {"hurt": 5, "shake": 0}, viewer=BEA)
    assert fight.body("ana").hurt == 5


def test_points_of_a_creature_are_spent_by_the_game_master() -> None:
    fight = record(spend)
    fight.begin("strike", "ana", target="orc")
    fight.answer("attack", faces=[1, 1, 1])
    assert [asked.to for asked in fight.requests] == [None]
    with pytest.raises(NotAllowed):
        fight.answer("spend", {"hurt": 1, "shake": 0}, viewer=ANA)


def test_spending_too_much_is_refused_and_the_question_stays() -> None:
    fight = record(spend)
    fight.begin("strike", "ana", target="orc")
    fight.answer("attack", faces=[4, 3, 5])
    before = fight.state
    with pytest.raises(NotAllowed) as refused:
        fight.answer("spend", {"hurt": 5, "shake": 1})
    assert refused.value.field == "hurt"
    with pytest.raises(OutOfRange):
        fight.answer("spend", {"hurt": 6, "shake": 0})
    assert fight.state == before
    assert fight.keys == ["spend"]


def test_a_second_end_of_the_same_turn_comes_late() -> None:
    fight = record(spend)
    moment = spend.SYSTEM.moment(fight.fight)
    fight.begin("pass_turn", "ana", moment=moment)
    with pytest.raises(Late):
        fight.begin("pass_turn", "bea", moment=moment)


# Opposed rolls


def test_sixes_explode_one_by_one_while_others_roll() -> None:
    fight = record(opposed)
    fight.begin("contest", who=["ana", "bea", "orc"])
    assert fight.keys == ["ana", "bea", "orc"]
    fight.answer("bea", faces=[6, 6], viewer=BEA)
    assert fight.keys == ["ana", "bea:explosion:1:1", "orc"]
    fight.answer("bea:explosion:1:1", faces=[6], viewer=BEA)
    assert fight.keys == ["ana", "bea:explosion:1:2", "orc"]
    fight.answer("orc", faces=[1, 1])
    fight.answer("bea:explosion:1:2", faces=[2])
    fight.answer("bea:explosion:2:1", faces=[1])
    assert fight.keys == ["ana"]
    fight.answer("ana", faces=[5, 5], viewer=ANA)
    assert fight.waiting is None
    totals = [fact.value for fact in fight.facts if fact.code == "toy.total"]
    assert totals == [11, 22, 5]
    assert fight.body("bea").won == 1


def test_the_game_master_parts_a_tie() -> None:
    fight = record(opposed)
    fight.begin("contest", who=["ana", "bea", "orc"])
    fight.answer("orc", faces=[1, 1])
    fight.answer("ana", faces=[5, 4])
    fight.answer("bea", faces=[4, 5])
    (asked,) = fight.requests
    assert (asked.key, asked.to) == ("tie", None)
    assert [fact.value for fact in asked.so_far] == [10, 10, 5]
    fight.answer("tie", {"winner": "bea"})
    assert (fight.body("ana").won, fight.body("bea").won) == (0, 1)


# Threat, confirmation, damage, save


def test_a_threat_is_confirmed_then_damage_then_the_save_of_the_one_hit() -> None:
    fight = record(threat)
    fight.begin("attack", "orc", target="ana")
    fight.answer("attack", faces=[19])
    fight.answer("confirm", faces=[12])
    (damage,) = fight.requests
    assert isinstance(damage, Dice)
    assert damage.sides == (8, 8)
    fight.answer("damage", faces=[7, 6])
    assert [(asked.key, asked.to) for asked in fight.requests] == [("save", "ana")]
    fight.answer("save", faces=[4], viewer=ANA)
    ana = fight.body("ana")
    assert ana.damage == 13
    assert [condition.name for condition in ana.conditions.values()] == ["stunned"]


@pytest.mark.parametrize(("shown", "dice"), [(12, (8,)), (19, (8,))])
def test_no_second_die_without_confirmation(shown: int, dice: tuple[int, ...]) -> None:
    fight = record(threat)
    fight.begin("attack", "orc", target="ana")
    fight.answer("attack", faces=[shown])
    if shown == 19:
        fight.answer("confirm", faces=[2])
    (asked,) = fight.requests
    assert isinstance(asked, Dice)
    assert asked.sides == dice


@pytest.mark.parametrize("order", [("ana", "orc"), ("orc", "ana")])
def test_everybody_near_an_explosion_saves_in_any_order(order: tuple[str, str]) -> None:
    fight = record(threat)
    fight.begin("blast", None, targets=["orc", "ana"])
    fight.answer("damage", faces=[5, 4, 4])
    assert fight.keys == ["save:orc", "save:ana"]
    shown = {"ana": 13, "orc": 14}
    for who in order:
        fight.answer(f"save:{who}", faces=[shown[who]])
    assert (fight.body("ana").damage, fight.body("orc").damage) == (6, 13)
    assert [fact.value for fact in fight.facts if fact.code == "toy.hurt"] == [13, 6]


# Declared turns


def declare_all(fight: Recorder) -> None:
    fight.begin("declare", "bea", viewer=BEA, way="push", segment=1)
    fight.begin("declare", "orc", way="push", segment=3)
    fight.begin("declare", "ana", viewer=ANA, way="rest", segment=3)


def test_declarations_ascend_by_initiative_and_are_secret() -> None:
    fight = record(declared)
    with pytest.raises(NotAllowed):
        fight.begin("declare", "ana", viewer=ANA, way="push", segment=2)
    entry = fight.begin("declare", "bea", viewer=BEA, way="push", segment=1)
    assert [fact.code for fact in visible(entry.facts, BEA)] == ["toy.declared"]
    assert [fact.code for fact in visible(entry.facts, ANA)] == ["toy.has_declared"]
    card = declared.SYSTEM.card(fight.fight, "bea").facts
    assert visible(card, BEA) == card
    assert visible(card, PUBLIC) == ()


def test_segments_descend_and_reveal() -> None:
    fight = record(declared)
    declare_all(fight)
    entry = fight.begin("next_segment")
    assert [fact.code for fact in visible(entry.facts, PUBLIC)] == ["toy.declared", "toy.declared"]
    assert fight.keys == ["effort:orc"]
    fight.answer("effort:orc", faces=[3, 4])
    assert fight.fight.round.segment == 2
    assert visible(declared.SYSTEM.card(fight.fight, "ana").facts, PUBLIC)
    assert not visible(declared.SYSTEM.card(fight.fight, "bea").facts, PUBLIC)
    fight.begin("next_segment")
    fight.begin("next_segment")
    fight.answer("effort:bea", faces=[1, 1], viewer=BEA)
    assert (fight.body("orc").effort, fight.body("bea").effort, fight.body("ana").effort) == (7, 2, 0)
    assert fight.fight.round == declared.Round(2)


def test_taking_a_segment_back_takes_what_followed() -> None:
    fight = record(declared)
    declare_all(fight)
    before = fight.state
    segment = fight.begin("next_segment")
    fight.answer("effort:orc", faces=[3, 4])
    fight.begin("next_segment")
    plan = fight.undo(segment.id)
    assert [entry.command.action for entry in plan.depending if entry.command] == ["next_segment"]
    fight.undo(segment.id, with_depending=True)
    assert fight.state == before


# What the driver will not have


def asks_twice() -> Steps[int]:
    yield from roll("same", None, 6)
    yield from roll("same", None, 6)
    return 0


def loops() -> Steps[int]:
    count = 0
    while True:
        count += 1
        yield from roll(f"again:{count}", None, 6)


def returns_a_rule() -> Steps[object]:
    yield from ()
    return roll("forgotten", None, 6)


def yields_a_rule() -> Steps[int]:
    yield roll("forgotten", None, 6)  # type: ignore[misc]
    return 0


def plain() -> int:
    return 0


ONE = {"faces": [1]}


@pytest.mark.parametrize(
    ("rule", "answers", "why"),
    [
        (asks_twice, {"same": ONE}, "asked twice"),
        (loops, {f"again:{count}": ONE for count in range(1, CEILING + 2)}, "more than"),
        (returns_a_rule, {}, "yield from"),
        (yields_a_rule, {}, "yield from"),
        (plain, {}, "generator"),
    ],
)
def test_a_broken_rule_is_told_so(rule: object, answers: dict[str, dict[str, list[int]]], why: str) -> None:
    with pytest.raises(ContractError, match=why):
        run(rule(), answers)  # type: ignore[operator]


def test_answers_that_nobody_asked_for_are_told() -> None:
    with pytest.raises(Unasked):
        run(roll("one", None, 6), {"other": ONE})


def test_an_answer_is_checked_before_the_rule_sees_it() -> None:
    with pytest.raises(OutOfRange):
        run(roll("one", None, 6), {"one": {"faces": [7]}})
