"""A rule that throws dice, run by the driver: who is asked for what, and that the answers come to the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.audience import GAME_MASTER, TABLE
from rules.core.driver import Done, Pending, run
from rules.core.errors import NotAllowed
from rules.core.facts import Fact
from rules.core.requests import Answer, Dice, Steps
from rules.core.throws import ACTOR, TARGET, Asking, Decision, Throw, Throws, asked, resolved
from rules.systems.d20.attack_roll import DamageDice, damage
from rules.systems.d20.dice import opposed_check, roll_against, save_together
from rules.systems.d20.disease import DISEASES, disease_day
from rules.systems.d20.helpless import knockout_blow, survival
from rules.systems.d20.initiative import roll_initiative, roll_ties
from rules.systems.d20.maneuvers import Footing
from rules.systems.d20.trip import trip

FIGHTERS = {ACTOR: "ane", TARGET: "ogre"}


def answer(*faces: int) -> Answer:
    return {"faces": list(faces)}


def pending(rule: Throws[object], answers: dict[str, Answer] | None = None, **how: object) -> list[Dice]:
    """What is asked for next."""
    state = run(asked(rule, Asking(FIGHTERS, **how)), answers or {})
    assert isinstance(state, Pending)
    return [leaf for leaf in state.open if isinstance(leaf, Dice)]


def done(rule: Throws[object], answers: dict[str, Answer], **how: object) -> object:
    state = run(asked(rule, Asking(FIGHTERS, **how)), answers)
    assert isinstance(state, Done)
    return state.result


def test_the_roller_is_asked_for_the_die_and_told_the_bonus():
    (attack,) = pending(roll_against("attack", 4, 15))
    assert (attack.key, attack.to, attack.sides, attack.bonus) == ("attack:ane", "ane", (20,), 4)
    assert attack.label == "dice.attack"
    assert done(roll_against("attack", 4, 15), {"attack:ane": answer(11)}).success


def test_two_people_are_asked_together_and_answer_in_any_order():
    def struggle() -> Throws[object]:
        return opposed_check("strength", 2, 5)

    assert [(die.key, die.to) for die in pending(struggle())] == [("strength:ane", "ane"), ("strength:ogre", "ogre")]
    assert [die.key for die in pending(struggle(), {"strength:ogre": answer(3)})] == ["strength:ane"]
    result = done(struggle(), {"strength:ogre": answer(3), "strength:ane": answer(9)})
    assert (result.acting_total, result.other_total) == (11, 8)


def test_an_id_stands_for_itself_and_the_game_master_for_nobody():
    assert [die.to for die in pending(save_together([("iris", 1), ("juno", 2)], 15))] == ["iris", "juno"]
    state = run(asked(roll_against("attack", 4, 15), Asking({ACTOR: None})), {})
    assert isinstance(state, Pending)
    assert [(die.key, die.to) for die in state.open] == [("attack:actor", None)]


def test_dice_of_one_purpose_are_one_request():
    def hit() -> Throws[object]:
        return damage(DamageDice(2, 6, 1, 4), weapon="projectile", modifier=3)

    assert [(die.key, die.sides) for die in pending(hit())] == [("damage:ane", (6, 6)), ("extra_damage:ane", (4,))]
    assert done(hit(), {"extra_damage:ane": answer(4), "damage:ane": answer(5, 2)}).total == 5 + 2 + 3 + 4


def test_what_is_asked_again_has_a_key_of_its_own():
    contenders = [("ane", 2), ("ogre", 2)]

    def order() -> Throws[object]:
        return (yield from roll_ties((yield from roll_initiative(contenders))))

    answers = {f"initiative:{who}": answer(10) for who in ("ane", "ogre")}
    assert [die.key for die in pending(order(), answers)] == ["tie:ane", "tie:ogre"]
    answers |= {f"tie:{who}": answer(7) for who in ("ane", "ogre")}
    assert [die.key for die in pending(order(), answers)] == ["tie:ane:2", "tie:ogre:2"]


def test_one_resolution_may_ask_for_several_rules():
    assert [die.key for die in pending(roll_against("reflex", 4, 15), key="blast")] == ["blast:reflex:ane"]


def test_each_request_says_who_may_know_of_it_and_what_is_known():
    def seen(die: Throw, roller: str | None) -> object:
        return GAME_MASTER if roller == "ogre" else TABLE

    ane, ogre = pending(
        opposed_check("strength", 2, 5),
        audience=seen,
        so_far=lambda: (Fact("bonus", 7),),
    )
    assert (ane.audience, ogre.audience) == (TABLE, GAME_MASTER)
    assert [fact.value for fact in (*ane.so_far, *ogre.so_far)] == [7, 7]


def test_a_rule_that_refuses_asks_for_nothing():
    blow = knockout_blow("ranged", 4, "medium", target_helpless=True)
    with pytest.raises(NotAllowed):
        run(asked(blow, Asking(FIGHTERS)), {})


def test_the_victim_of_a_coup_de_grace_saves():
    """D20C-CDG-03."""
    assert [(die.key, die.to) for die in pending(survival(8, 12, 4))] == [("fortitude:ogre", "ogre")]


@given(st.lists(st.integers(1, 20), min_size=5, max_size=5))
def test_answers_come_to_the_same_as_the_faces_in_order(faces: list[int]):
    """A whole trip: touch, check, and the trip in return, asked one after the other."""

    def attempt() -> Throws[object]:
        return trip(
            Footing("medium", 2, 1, stable=False),
            Footing("medium", 1, 3, stable=False),
            touch_attack_bonus=4,
            touch_defense=13,
            method="unarmed",
        )

    def agrees(decision: Decision) -> Steps[bool]:
        yield from ()
        return True

    asking = Asking(FIGHTERS, "trip", keys={"counter_trip": "return"}, choices={"counter": agrees})
    left, thrown, answers = list(faces), [], {}
    while isinstance(state := run(asked(attempt(), asking), answers), Pending):
        for die in state.open:
            thrown.append(left.pop(0))
            answers[die.key] = answer(thrown[-1])
    assert state.result == resolved(attempt(), thrown, {"counter": True})
    touch, check, counter = (
        ["trip:touch:ane"],
        ["trip:trip:ane", "trip:trip:ogre"],
        ["return:counter_trip:ogre", "return:counter_trip:ane"],
    )
    assert list(answers) == [*touch, *check, *counter][: len(thrown)]


@given(st.sampled_from(sorted(DISEASES)))
def test_a_disease_asks_for_each_ability(disease: str):
    """D20H-DISE-03, D20H-DISE-06: damage of every ability, then a save for each that is starred, each a request."""
    answers: dict[str, Answer] = {}
    while isinstance(state := run(asked(disease_day(disease, 0), Asking(FIGHTERS)), answers), Pending):
        answers |= {die.key: answer(*[1] * len(die.sides)) for die in state.open}
    assert not state.result.save_success
    starred = sum(harm.starred for harm in DISEASES[disease].secondary)
    assert sum(key.startswith("fortitude") for key in answers) == 1 + starred
