"""A rule told once: carried out with known faces, or asked of the people of a fight, it comes to the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.audience import GAME_MASTER, TABLE
from rules.core.driver import Done, Pending, run
from rules.core.errors import Missing, NotAllowed, OutOfRange
from rules.core.facts import Fact, Notes
from rules.core.inputs import Flag
from rules.core.requests import Answer, Choose, Dice, Steps, choose
from rules.core.throws import (
    ACTOR,
    TARGET,
    Asking,
    Decision,
    Known,
    Throw,
    Throws,
    asked,
    decide,
    known,
    resolved,
    side_by_side,
    throw,
    throw_one,
)

FIGHTERS = {ACTOR: "ane", TARGET: "ogre"}


def strike(bonus: int = 4) -> Throws[tuple[int, int]]:
    """A die to hit; unless it shows 20, two dice of damage."""
    hit = yield from throw_one("attack", 20, bonus=bonus)
    if hit == 20:
        return hit, 0
    low, high = yield from throw(Throw("damage", 12), Throw("damage", 12))
    return hit, low + high


def struggle(first: str = ACTOR, second: str = TARGET) -> Throws[int]:
    """Both throw together, until their faces differ; the result is the difference."""
    one = other = 0
    while one == other:
        one, other = yield from throw(Throw("strength", 6, first), Throw("strength", 6, second))
    return one - other


def exploding(roller: str) -> Throws[int]:
    """A six is thrown again and added."""
    total = face = yield from throw_one("test", 6, roller)
    while face == 6:
        face = yield from throw_one("explosion", 6, roller)
        total += face
    return total


def duel() -> Throws[int]:
    """Each side throws at its own pace; what both came to is known before the loser may double the stake."""
    totals = yield from side_by_side({"mine": exploding(ACTOR), "yours": exploding(TARGET)})
    margin = totals["mine"] - totals["yours"]
    yield from known("margin", margin)
    doubled = yield from decide("double", TARGET if margin > 0 else ACTOR, default=False)
    return margin * (2 if doubled else 1)


def refusing() -> Throws[int]:
    if strike:
        raise NotAllowed("no")
    return (yield from throw_one("attack", 20))


def answer(*faces: int) -> Answer:
    return {"faces": list(faces)}


def waiting(rule: Throws[Any], asking: Asking, answers: dict[str, Answer] | None = None) -> tuple[Any, ...]:
    state = run(asked(rule, asking), answers or {})
    assert isinstance(state, Pending)
    return state.open


def result(rule: Throws[Any], asking: Asking, answers: dict[str, Answer]) -> Any:
    state = run(asked(rule, asking), answers)
    assert isinstance(state, Done)
    return state.result


# With known faces


def test_faces_are_taken_in_the_order_in_which_the_rule_asks():
    assert resolved(strike(), [19, 3, 12]) == (19, 15)


def test_a_rule_asks_only_for_the_dice_that_it_needs():
    assert resolved(strike(), [20]) == (20, 0)
    assert resolved(throw()) == ()


@pytest.mark.parametrize("faces", [[], [19], [19, 12]])
def test_too_few_faces_are_missing(faces: list[int]):
    with pytest.raises(Missing, match=r"dice\.too_few") as refused:
        resolved(strike(), faces)
    given = len(faces)
    assert (refused.value.field, refused.value.params) == ("faces", {"given": given, "needed": given + 1})


@pytest.mark.parametrize(("faces", "sides"), [([0], 20), ([21], 20), ([19, 13], 12), ([19, 12, 0], 12)])
def test_a_face_that_the_die_lacks_is_out_of_range_before_a_later_die_is_missing(faces: list[int], sides: int):
    with pytest.raises(OutOfRange, match=r"dice\.face") as refused:
        resolved(strike(), faces)
    assert (refused.value.field, refused.value.params) == ("faces", {"value": faces[-1], "sides": sides})


def test_a_missing_die_may_be_told_before_a_wrong_face_of_the_same_throw():
    with pytest.raises(Missing) as refused:
        resolved(strike(), [19, 13], missing_first=True)
    assert refused.value.params == {"given": 2, "needed": 3}
    with pytest.raises(OutOfRange):
        resolved(strike(), [19, 13, 1], missing_first=True)


@given(st.lists(st.integers(1, 12), min_size=1))
def test_faces_that_are_left_over_are_refused(more: list[int]):
    with pytest.raises(OutOfRange, match=r"dice\.too_many") as refused:
        resolved(strike(), [20, *more])
    assert (refused.value.field, refused.value.params) == ("faces", {"given": 1 + len(more), "needed": 1})


def test_rules_side_by_side_are_carried_out_one_after_the_other():
    assert resolved(duel(), [6, 6, 1, 5]) == 8


def test_a_decision_takes_its_default_unless_one_is_given():
    assert resolved(duel(), [4, 3]) == 1
    assert resolved(duel(), [4, 3], {"double": True}) == 2


def test_a_refusal_comes_before_any_die():
    with pytest.raises(NotAllowed):
        resolved(refusing())
    with pytest.raises(NotAllowed):
        run(asked(refusing(), Asking()), {})


# Asked of people


def test_the_roller_is_asked_for_the_die_and_told_what_is_added():
    (die,) = waiting(strike(), Asking(FIGHTERS))
    assert isinstance(die, Dice)
    assert (die.key, die.to, die.sides, die.bonus, die.label) == ("attack:ane", "ane", (20,), 4, "dice.attack")
    assert (die.summed, die.so_far, die.against) == (True, (), None)


def test_without_dice_nothing_is_asked():
    assert result(throw(), Asking(), {}) == ()


def test_a_request_says_what_is_known_and_whose_act_it_answers():
    told = (Fact("toy.known"),)
    asking = Asking(FIGHTERS, so_far=lambda: told, against={"ogre": "ane"})
    ane, ogre = waiting(struggle(), asking)
    assert (ane.so_far, ogre.so_far) == (told, told)
    assert (ane.against, ogre.against) == (None, "ane")
    for rule in (struggle(), duel()):
        state = run(asked(rule, asking), {})
        assert isinstance(state, Pending)
        assert state.request.so_far == told


def test_dice_for_several_purposes_are_asked_together_under_the_first_of_them():
    rule = throw(Throw("attack", 20), Throw("defence", 12, TARGET))
    state = run(asked(rule, Asking(FIGHTERS, keys={"attack": "first", "defence": "second"})), {})
    assert isinstance(state, Pending)
    assert (state.request.key, [die.key for die in state.open]) == (
        "first:attack",
        ["first:attack:ane", "second:defence:ogre"],
    )


def test_a_bonus_that_is_a_secret_is_not_said():
    (die,) = waiting(strike(), Asking(FIGHTERS, bonus=lambda dice: None))
    assert isinstance(die, Dice)
    assert die.bonus is None


def test_dice_of_one_roller_and_purpose_are_one_request():
    (dice,) = waiting(strike(), Asking(FIGHTERS), {"attack:ane": answer(3)})
    assert (dice.key, dice.sides) == ("damage:ane", (12, 12))
    assert result(strike(), Asking(FIGHTERS), {"attack:ane": answer(3), "damage:ane": answer(5, 2)}) == (3, 7)


def test_dice_of_two_rollers_are_asked_together_and_answered_in_any_order():
    assert [(die.key, die.to) for die in waiting(struggle(), Asking(FIGHTERS))] == [
        ("strength:ane", "ane"),
        ("strength:ogre", "ogre"),
    ]
    ogre = {"strength:ogre": answer(3)}
    assert [die.key for die in waiting(struggle(), Asking(FIGHTERS), ogre)] == ["strength:ane"]
    assert result(struggle(), Asking(FIGHTERS), {**ogre, "strength:ane": answer(5)}) == 2


def test_a_second_throw_for_the_same_purpose_has_a_key_of_its_own():
    tied = {f"strength:{who}": answer(3) for who in ("ane", "ogre")}
    assert [die.key for die in waiting(struggle(), Asking(FIGHTERS), tied)] == ["strength:ane:2", "strength:ogre:2"]


def test_an_id_stands_for_itself_and_no_one_for_the_game_master():
    assert [die.to for die in waiting(struggle("iris", "juno"), Asking())] == ["iris", "juno"]
    (die,) = waiting(strike(), Asking({ACTOR: None}))
    assert (die.key, die.to) == ("attack:actor", None)


def test_a_role_that_nobody_plays_is_the_game_masters() -> None:
    asking = Asking({ACTOR: "ana"})
    assert [asking.who(role) for role in (ACTOR, TARGET, "orc")] == ["ana", None, "orc"]


def test_keys_may_have_a_prefix_and_names_of_their_own():
    named = Asking(FIGHTERS, key="duel", name=lambda die, roller, time: f"{die.purpose}-{time}")
    assert [die.key for die in waiting(strike(), named)] == ["duel:attack-1"]


def test_each_side_by_side_goes_on_as_soon_as_its_own_answer_is_there():
    asking = Asking(FIGHTERS)
    assert [die.key for die in waiting(duel(), asking)] == ["test:ane", "test:ogre"]
    open_ = waiting(duel(), asking, {"test:ane": answer(6)})
    assert [die.key for die in open_] == ["explosion:ane", "test:ogre"]


def doubling(decision: Decision) -> Steps[bool]:
    given = yield from choose("double", FIGHTERS[decision.chooser], Flag("double"), default={"double": False})
    return bool(given["double"])


def test_what_is_known_is_told_before_the_next_request():
    notes = Notes()

    def tell(found: Known) -> None:
        notes.tell("margin", found.value)

    asking = Asking(FIGHTERS, so_far=lambda: notes.so_far, choices={"double": doubling}, tell=tell)
    answers = {"test:ane": answer(2), "test:ogre": answer(5)}
    (asked_for,) = waiting(duel(), asking, answers)
    assert isinstance(asked_for, Choose)
    assert asked_for.to == "ane"
    assert notes.so_far == (Fact("margin", -3),)
    notes = Notes()
    assert result(duel(), asking, {**answers, "double": {"double": True}}) == -6


def test_a_request_says_who_may_know_of_it_and_the_odds():
    asking = Asking(
        FIGHTERS,
        audience=lambda die, to: GAME_MASTER if to == "ogre" else TABLE,
        odds=lambda dice: Fact("odds", dice[0].sides),
        summed=lambda dice: dice[0].roller == ACTOR,
    )
    ane, ogre = waiting(struggle(), asking)
    assert (ane.audience, ogre.audience) == (TABLE, GAME_MASTER)
    assert (ane.odds, ane.summed, ogre.summed) == (Fact("odds", 6), True, False)


@given(st.lists(st.integers(1, 6), min_size=20, max_size=20))
def test_answers_come_to_the_same_as_the_faces_in_order(faces: list[int]):
    left, answers = list(faces), dict[str, Answer]()
    by_roller: dict[str, list[int]] = {"ane": [], "ogre": []}
    asking = Asking(FIGHTERS, choices={"double": doubling})
    while isinstance(state := run(asked(duel(), asking), answers), Pending):
        for request in state.open:
            if isinstance(request, Dice):
                if not left:
                    return
                by_roller[str(request.to)].append(left.pop(0))
                answers[request.key] = answer(by_roller[str(request.to)][-1])
            else:
                answers[request.key] = {"double": True}
    assert state.result == resolved(duel(), [*by_roller["ane"], *by_roller["ogre"]], {"double": True})
