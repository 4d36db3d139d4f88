"""What losing points and getting them back does to a body, and what each reader is told of it (TUM-HOUSE-20 to -22)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import TABLE, Audience, controllers_of
from rules.core.driver import run
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command
from rules.systems.tumbas.harm import hurt, inflict, stabilised, state_at, steady
from rules.systems.tumbas.healing import STABILISE, mend, patients, restore
from rules.systems.tumbas.state import Round, TumbasFight
from tests.rules.recorder import GM
from tests.rules.tumbas.scene import ANA, BRUNO, Scene, scene

HIT = ("TUM-HOUSE-16", "TUM-HOUSE-20")
STATE = ("TUM-HOUSE-20", "TUM-HOUSE-21")
OWN = controllers_of("ana")


def showing(shows: str, **ana: Any) -> TumbasFight:
    """The fight in which the table sees Ana's points in this way."""
    fight = scene(ana=ana).fight
    one = replace(fight.combatants["ana"], shows=shows)
    return replace(fight, combatants={**fight.combatants, "ana": one})


@pytest.mark.parametrize(
    ("hp", "creature", "state"),
    [
        (1, False, "ok"),
        (0, False, "dying"),
        (-9, False, "dying"),
        (-10, False, "dead"),
        (-11, False, "dead"),
        (1, True, "ok"),
        (0, True, "dead"),
    ],
)
def test_states_begin_at_their_points(hp: int, creature: bool, state: str) -> None:
    """TUM-HOUSE-20, TUM-HOUSE-27."""
    assert state_at(hp, creature=creature) == state


@pytest.mark.parametrize(
    ("hp", "amount", "after"),
    [(5, 3, 8), (5, 6, 11), (5, 7, 11), (11, 1, 11), (13, 2, 13), (-9, 1, -8), (-1, 1, 0)],
)
def test_points_come_back_up_to_the_maximum(hp: int, amount: int, after: int) -> None:
    """TUM-HOUSE-22, TUM-HOUSE-33."""
    assert restore(hp, 11, amount) == after


@pytest.mark.parametrize(
    ("shows", "plain", "audience"),
    [
        ("number", fact("harm.plain", who="ana"), TABLE),
        ("word", fact("harm.word", who="ana", word=Word("health.hurt")), OWN),
        ("nothing", fact("harm.plain", who="ana"), OWN),
    ],
)
def test_a_loss_is_told_in_numbers_to_those_who_may_read_them(shows: str, plain: Fact, audience: Audience) -> None:
    notes = Notes()
    after = hurt(showing(shows, hp=11), "ana", 4, notes)
    told = fact(
        "harm.points", 4, rules=HIT, audience=audience, otherwise=plain, who="ana", amount=4, before=11, after=7
    )
    assert notes.so_far == (told,)
    assert after.body("ana").hp == 7


def test_the_attacker_knows_the_amount_and_not_where_it_leaves_the_target() -> None:
    notes, terms = Notes(), (fact("term.die", 3), fact("term.strength", 1))
    hurt(showing("nothing", hp=11), "ana", 4, notes, by="wolf1", terms=terms)
    plain = fact("harm.plain", who="ana")
    seen = controllers_of("wolf1")
    amount = fact("harm.amount", 4, rules=HIT, audience=seen, otherwise=plain, terms=terms, who="ana", amount=4)
    assert notes.so_far[0].otherwise == amount
    assert notes.so_far[0].terms == terms


def test_who_hurts_themselves_is_told_once() -> None:
    notes = Notes()
    hurt(showing("nothing", hp=11), "ana", 4, notes, by="ana")
    assert notes.so_far[0].otherwise == fact("harm.plain", who="ana")


@pytest.mark.parametrize(("shows", "audience"), [("number", TABLE), ("word", TABLE), ("nothing", OWN)])
def test_a_change_of_state_is_told_in_words(shows: str, audience: Audience) -> None:
    notes = Notes()
    hurt(showing(shows, hp=3), "ana", 3, notes)
    state = Word("status.dying")
    assert notes.so_far[1:] == (fact("status.now", rules=STATE, audience=audience, who="ana", status=state),)


def test_a_body_that_stays_as_it_is_has_no_new_state() -> None:
    notes = Notes()
    hurt(showing("number", hp=-1), "ana", 1, notes)
    assert [one.code for one in notes.so_far] == ["harm.points"]


@pytest.mark.parametrize(
    ("steadied", "amount", "reopened", "health"),
    [(True, 0, 0, "stable"), (True, 1, 1, "dying"), (False, 1, 0, "dying"), (False, 0, 0, "dying")],
)
def test_only_real_harm_lets_the_stable_die_again(steadied: bool, amount: int, reopened: int, health: str) -> None:
    """TUM-HOUSE-20."""
    body = hurt(showing("word", hp=-2, steadied=steadied), "ana", amount, Notes()).body("ana")
    assert (body.reopened, body.health) == (reopened, health)


def test_each_wound_of_the_stable_counts() -> None:
    fight = showing("word", hp=-2, steadied=True)
    for count in (1, 2):
        fight = hurt(fight, "ana", 1, Notes())
        assert fight.body("ana").reopened == count
    again = steady(fight.body("ana"))
    assert (again.steadied, again.reopened, again.health) == (True, 0, "stable")


@pytest.mark.parametrize(("shows", "audience"), [("number", TABLE), ("word", TABLE), ("nothing", OWN)])
def test_who_may_know_that_the_dying_is_stopped(shows: str, audience: Audience) -> None:
    """TUM-HOUSE-21."""
    notes = Notes()
    after = stabilised(showing(shows, hp=-2, reopened=1), "ana", notes)
    assert notes.so_far == (fact("care.stable", rules=("TUM-HOUSE-21",), audience=audience, who="ana"),)
    assert after.body("ana").health == "stable"


@pytest.mark.parametrize(
    ("shows", "plain", "audience"),
    [
        ("number", fact("heal.plain", who="ana"), TABLE),
        ("word", fact("heal.word", who="ana", word=Word("health.unhurt")), OWN),
        ("nothing", fact("heal.plain", who="ana"), OWN),
    ],
)
def test_what_comes_back_is_told_as_far_as_it_does(shows: str, plain: Fact, audience: Audience) -> None:
    """TUM-HOUSE-22."""
    notes = Notes()
    mend(showing(shows, hp=9), "ana", 5, notes)
    rules = ("TUM-HOUSE-22",)
    told = fact(
        "heal.points", 2, rules=rules, audience=audience, otherwise=plain, who="ana", amount=2, before=9, after=11
    )
    assert notes.so_far == (told,)


@pytest.mark.parametrize(
    ("amount", "hp", "steadied", "reopened"), [(1, -1, True, 2), (2, 0, True, 2), (3, 1, False, 0)]
)
def test_nobody_on_their_feet_has_to_be_stable(amount: int, hp: int, steadied: bool, reopened: int) -> None:
    """TUM-HOUSE-21, TUM-HOUSE-22."""
    body = mend(showing("word", hp=-2, steadied=True, reopened=2), "ana", amount, Notes()).body("ana")
    assert (body.hp, body.steadied, body.reopened) == (hp, steadied, reopened)


def in_the_turn_of_ana() -> Scene:
    play = scene(near=[("ana", "wolf1")])
    for who in ("ana", "bruno", "wolf1", "wolf2", "shade"):
        play.declare(who, "attack" if who == "ana" else "nothing", target="wolf1" if who == "ana" else None)
    play.begin("next_step")
    return play


def test_hits_of_a_group_wait_in_their_order() -> None:
    """TUM-HOUSE-31."""
    fight, notes = in_the_turn_of_ana().fight, Notes()
    for id_, amount in (("hit1", 3), ("hit2", 9)):
        fight = inflict(fight, "wolf1", amount, notes, by="ana", id_=id_)
    assert fight.body("wolf1").hp == 7
    assert [(one.id, one.who, one.other, one.amount, one.order) for one in fight.round.deferred.values()] == [
        ("hit1", "wolf1", "ana", 3, 1),
        ("hit2", "wolf1", "ana", 9, 2),
    ]
    told = fact(
        "harm.waits",
        3,
        rules=("TUM-HOUSE-31",),
        audience=controllers_of("ana", "wolf1"),
        otherwise=fact("harm.waits_plain", who="wolf1"),
        who="wolf1",
        amount=3,
    )
    assert notes.so_far[0] == told
    assert inflict(fight, "wolf1", 2, notes, by="ana", id_="hit3", at_once=True).body("wolf1").hp == 5


# Care


def wanted(target: str = "ana") -> Command:
    return Command("c1", "stabilise", "bruno", {"target": target})


def test_care_is_for_those_who_are_known_to_be_dying() -> None:
    """TUM-HOUSE-21: whose state is nobody's business is no patient for a player."""
    fight = outside(showing("nothing", hp=-4))
    assert patients(fight, "bruno", BRUNO) == []
    assert patients(fight, "bruno", ANA) == patients(fight, "bruno", GM) == ["ana"]
    with pytest.raises(NotAllowed, match=r"tumbas.stabilise.nobody"):
        STABILISE.check(fight, wanted(), BRUNO)
    STABILISE.check(fight, wanted(), GM)


def test_care_waits_for_its_moment() -> None:
    with pytest.raises(NotAllowed, match=r"tumbas.declare.first"):
        STABILISE.check(showing("word", hp=-4), wanted(), BRUNO)


def test_who_is_not_there_has_no_form() -> None:
    for nobody in (None, "nobody"):
        assert STABILISE.inputs(showing("word", hp=-4), nobody, GM) == ()


@pytest.mark.parametrize(("target", "hp"), [("ana", 1), ("ana", -10), ("nobody", -4)])
def test_care_comes_too_late_for_one_who_is_not_dying(target: str, hp: int) -> None:
    """TUM-HOUSE-21: it is refused at the target before any die falls."""
    with pytest.raises(NotAllowed) as refused:
        run(STABILISE.resolve(outside(showing("word", hp=hp)), wanted(target)), {})
    assert (refused.value.reason, refused.value.field) == ("tumbas.stabilise.nobody", "target")


def outside(fight: TumbasFight) -> TumbasFight:
    """The same people in the free scene."""
    return replace(fight, ordered=False, round=Round())
