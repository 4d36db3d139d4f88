"""What wounds and care do to a body, and what each reader is told of it (TAC-DMG-*, TAC-HEAL-*, TAC-HOUSE-15, -16)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import TABLE, Audience, controllers_of
from rules.core.driver import Done, run
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.requests import Steps
from rules.systems.tactico.harm import apply_damage, drain, less_wounded, mend, restored, wound, wounds_of
from rules.systems.tactico.locations import LOCATIONS
from rules.systems.tactico.state import UNARMED, TacticoFight, Treating, Wound
from tests.rules.tactico.scene import scene, wounded

OWN = controllers_of("ana")
LOST = ("TAC-DMG-02", "TAC-DMG-04")
WHOLE = dict(zip(LOCATIONS, (5, 5, 5, 10, 7, 7), strict=True))


def standing(shows: str = "word", *, ordered: bool = True, **ana: Any) -> TacticoFight:
    """The fight in which Ana has such a body and the table sees her points in this way."""
    fight: TacticoFight = scene(ordered=ordered, ana=ana).fight
    one = replace(fight.combatants["ana"], shows=shows)
    return replace(fight, combatants={**fight.combatants, "ana": one})


def came_of(steps: Steps[TacticoFight], **faces: list[int]) -> TacticoFight:
    """The fight after a rule, with the dice that it asks for."""
    found = run(steps, {key: {"faces": given} for key, given in faces.items()})
    assert isinstance(found, Done), found
    return found.result


def codes(notes: Notes) -> list[str]:
    return [one.code for one in notes.so_far]


# The rule of damage


@pytest.mark.parametrize(
    ("location", "damage", "events"),
    [
        ("right_arm", 4, ()),
        ("right_arm", 5, ("drops_held_items",)),
        ("left_arm", 6, ("drops_held_items",)),
        ("right_leg", 7, ("falls_down",)),
        ("left_leg", 6, ()),
        ("torso", 10, ("falls_down", "incapacitated")),
        ("torso", 9, ()),
        ("head", 5, ("falls_down", "unconscious")),
        ("torso", 20, ("falls_down", "incapacitated", "dies")),
        ("right_arm", 20, ("drops_held_items", "dies")),
    ],
)
def test_a_location_is_lost_with_its_last_point(location: Any, damage: int, events: tuple[str, ...]) -> None:
    """TAC-DMG-03, TAC-DMG-06 to -10."""
    found = apply_damage(20, WHOLE, "wound", damage, location)
    left = WHOLE[location] - damage
    assert (found.life_points, found.resistance) == (20 - damage, {**WHOLE, location: left})
    assert (found.dead, found.newly_disabled, found.events) == (damage == 20, left <= 0, events)
    assert found.disabled == ((location,) if left <= 0 else ())


def test_what_is_lost_is_not_lost_again() -> None:
    gone = {**WHOLE, "torso": 0}
    found = apply_damage(5, gone, "wound", 1, "torso")
    assert (found.newly_disabled, found.events, found.disabled) == (False, (), ("torso",))


@pytest.mark.parametrize(("points", "gained", "after"), [(5, 3, 8), (5, 5, 10), (5, 6, 10), (12, 1, 12), (-3, 2, -1)])
def test_points_come_back_up_to_the_maximum(points: int, gained: int, after: int) -> None:
    """TAC-HEAL-04, TAC-HOUSE-15."""
    assert restored(points, 10, gained) == after


# What is told


@pytest.mark.parametrize(
    ("shows", "audience", "plain"),
    [
        ("number", TABLE, fact("harm.plain_at", who="ana", location=Word("location.torso"))),
        (
            "word",
            OWN,
            fact("harm.word_at", who="ana", word=Word("health.hurt"), location=Word("location.torso")),
        ),
        ("nothing", OWN, fact("harm.plain_at", who="ana", location=Word("location.torso"))),
    ],
)
@pytest.mark.parametrize("by", [None, "ana", "raider1"])
def test_a_wound_is_told_as_far_as_each_may_know_it(
    shows: str, audience: Audience, plain: Fact, by: str | None
) -> None:
    """TAC-DMG-02, TAC-DMG-04: who rolled the damage knows how much it is, but not what it leaves."""
    fight, notes, where = standing(shows), Notes(), Word("location.torso")
    terms, before = (fact("term.die", 4),), fight.body("ana")
    after = wound(fight, "ana", "torso", 4, notes, id_="cut", by=by, terms=terms)
    seen = controllers_of("raider1")
    otherwise = plain
    if by == "raider1":
        otherwise = fact(
            "harm.amount_at",
            4,
            rules=LOST,
            audience=seen,
            otherwise=plain,
            terms=terms,
            who="ana",
            amount=4,
            location=where,
        )
    left = before.resistance["torso"] - 4
    (told,) = notes.so_far
    assert told == fact(
        "harm.points_at",
        4,
        rules=LOST,
        audience=audience,
        otherwise=otherwise,
        terms=terms,
        who="ana",
        amount=4,
        after=18,
        location=where,
        points=left,
    )
    assert after.body("ana") == replace(
        before, life=18, resistance={**before.resistance, "torso": left}, wounds={"cut": Wound("torso", 4)}
    )


@pytest.mark.parametrize(
    ("shows", "audience", "plain"),
    [
        ("number", TABLE, fact("harm.plain", who="ana")),
        ("word", OWN, fact("harm.word", who="ana", word=Word("health.badly_hurt"))),
        ("nothing", OWN, fact("harm.plain", who="ana")),
    ],
)
def test_harm_without_a_place_is_told_the_same_way(shows: str, audience: Audience, plain: Fact) -> None:
    """TAC-DMG-05."""
    notes = Notes()
    after = drain(standing(shows), "ana", 11, notes)
    rules = ("TAC-DMG-02", "TAC-DMG-05")
    (told,) = notes.so_far
    assert told == fact(
        "harm.points", 11, rules=rules, audience=audience, otherwise=plain, who="ana", amount=11, after=11
    )
    assert (after.body("ana").life, dict(after.body("ana").wounds)) == (11, {})


def test_no_damage_changes_nothing_and_the_dead_suffer_nothing() -> None:
    """TAC-DMG-03 to -05."""
    fight, terms = standing(), (fact("term.die", 3), fact("term.protection", -3))
    notes = Notes()
    assert wound(fight, "ana", "torso", 0, notes, id_="cut", terms=terms) is fight
    assert drain(fight, "ana", 0, notes) is fight
    dead = standing(life=0)
    assert wound(dead, "ana", "torso", 5, notes, id_="cut") is drain(dead, "ana", 5, notes) is dead
    rules = ("TAC-DMG-04", "TAC-HOUSE-14")
    gone = fact("harm.dead_already", rules=("TAC-DMG-03",), who="ana")
    assert notes.so_far == (
        fact("harm.none_at", rules=rules, terms=terms, who="ana", location=Word("location.torso")),
        fact("harm.none", rules=("TAC-DMG-05",), who="ana"),
        gone,
        gone,
    )


@pytest.mark.parametrize(("shows", "words"), [("number", TABLE), ("word", TABLE), ("nothing", OWN)])
@pytest.mark.parametrize(
    ("location", "amount", "events"),
    [
        ("left_leg", 6, [("harm.falls_down", "TAC-DMG-08")]),
        ("torso", 11, [("harm.falls_down", "TAC-DMG-08"), ("harm.incapacitated", "TAC-DMG-09")]),
        ("head", 6, [("harm.falls_down", "TAC-DMG-08"), ("harm.unconscious", "TAC-DMG-10")]),
    ],
)
def test_what_the_loss_of_a_location_brings(
    shows: str, words: Audience, location: Any, amount: int, events: list[tuple[str, str]]
) -> None:
    """TAC-DMG-06, TAC-DMG-08 to -10."""
    fight = standing(shows)
    fight = fight.with_body("ana", replace(fight.body("ana"), resistance={**WHOLE, location: amount}))
    notes, lost = Notes(), Word(f"location.{location}")
    wound(fight, "ana", location, amount, notes, id_="cut")
    assert notes.so_far[1:] == (
        fact("harm.disabled", rules=("TAC-DMG-06",), audience=words, who="ana", location=lost),
        *(fact(code, rules=(row,), audience=words, who="ana") for code, row in events),
    )


@pytest.mark.parametrize(("shows", "words"), [("word", TABLE), ("nothing", OWN)])
def test_death_is_told_in_words(shows: str, words: Audience) -> None:
    """TAC-DMG-03."""
    notes = Notes()
    assert drain(standing(shows, life=3), "ana", 3, notes).body("ana").health == "dead"
    assert notes.so_far[-1] == fact("harm.dies", rules=("TAC-DMG-03",), audience=words, who="ana")


@pytest.mark.parametrize(
    ("location", "hand", "drops"),
    [
        ("right_arm", "right", True),
        ("left_arm", "right", False),
        ("left_arm", "left", True),
        ("left_arm", "both", True),
        ("right_arm", "both", True),
        ("left_leg", "both", False),
    ],
)
def test_what_a_lost_arm_held_falls(location: Any, hand: str, drops: bool) -> None:
    """TAC-DMG-07."""
    fight = standing()
    body = fight.body("ana")
    held = next(key for key in body.arms)
    fight = fight.with_body("ana", replace(body, in_hand=held, hand=hand))
    notes = Notes()
    after = wound(fight, "ana", location, body.resistance[location], notes, id_="cut").body("ana")
    assert (after.in_hand, after.arms[held].dropped) == ((UNARMED, True) if drops else (held, False))
    assert [(one.rules, one.audience) for one in notes.so_far if one.code == "harm.drops"] == (
        [(("TAC-DMG-07",), TABLE)] if drops else []
    )
    empty = fight.with_body("ana", replace(body, in_hand=UNARMED, hand=hand))
    notes = Notes()
    wound(empty, "ana", location, body.resistance[location], notes, id_="cut")
    assert "harm.drops" not in codes(notes)


@pytest.mark.parametrize(("location", "amount", "goes_on"), [("head", 99, False), ("left_leg", 99, True)])
def test_who_can_no_longer_act_treats_nobody(location: Any, amount: int, goes_on: bool) -> None:
    """TAC-DMG-10."""
    fight = standing(life=200, treating=Treating("bruno", "old", 3))
    assert (wound(fight, "ana", location, amount, Notes(), id_="cut").body("ana").treating is not None) == goes_on


# Points given back


@pytest.mark.parametrize(("shows", "audience"), [("number", TABLE), ("word", OWN), ("nothing", OWN)])
def test_what_comes_back_is_told_as_far_as_it_does(shows: str, audience: Audience) -> None:
    """TAC-HEAL-04, TAC-HOUSE-15, TAC-HOUSE-16."""
    plain = fact("heal.plain", who="ana")
    fight, notes = standing(shows, **wounded("torso", 4)), Notes()
    whole = fight.body("ana").resistance["torso"] + 4
    after = mend(fight, "ana", 6, notes).body("ana")
    assert (after.life, after.resistance["torso"], dict(after.wounds)) == (22, whole - 4, {"old": Wound("torso", 4)})
    (told,) = notes.so_far
    assert told == fact(
        "heal.points",
        4,
        rules=("TAC-HOUSE-16",),
        audience=audience,
        otherwise=plain,
        who="ana",
        amount=4,
        after=22,
    )
    notes = Notes()
    after = mend(fight, "ana", 3, notes, location="torso", rules=("TAC-HOUSE-15",)).body("ana")
    assert (after.life, after.resistance["torso"], dict(after.wounds)) == (21, whole - 1, {"old": Wound("torso", 1)})
    (told,) = notes.so_far
    assert told == fact(
        "heal.location",
        3,
        rules=("TAC-HOUSE-15",),
        audience=audience,
        otherwise=plain,
        who="ana",
        amount=3,
        after=21,
        location=Word("location.torso"),
        points=whole - 1,
    )


@pytest.mark.parametrize(("shows", "words"), [("word", TABLE), ("nothing", OWN)])
@pytest.mark.parametrize(("amount", "works"), [(1, False), (2, True)])
def test_a_location_works_again_above_zero(shows: str, words: Audience, amount: int, works: bool) -> None:
    """TAC-HOUSE-16."""
    fight, notes = standing(shows, **wounded("left_arm", 7)), Notes()
    mend(fight, "ana", amount, notes, location="left_arm")
    again = fact(
        "heal.works_again", rules=("TAC-HOUSE-16",), audience=words, who="ana", location=Word("location.left_arm")
    )
    assert notes.so_far[1:] == ((again,) if works else ())


def test_where_nothing_comes_back_nothing_is_told() -> None:
    notes = Notes()
    fight = standing()
    assert mend(fight, "ana", 5, notes) is mend(fight, "ana", 5, notes, location="head") is fight
    assert notes.so_far == ()


def test_the_wound_that_is_treated_heals_first() -> None:
    """TAC-HEAL-04, TAC-HOUSE-15."""
    body = replace(
        standing().body("ana"),
        wounds={"a": Wound("torso", 2), "b": Wound("torso", 3), "c": Wound("head", 1)},
    )
    head = {"c": Wound("head", 1)}
    assert less_wounded(body, "torso", 0) == body.wounds
    assert less_wounded(body, "torso", 1) == {"a": Wound("torso", 1), "b": Wound("torso", 3), **head}
    assert less_wounded(body, "torso", 2) == {"b": Wound("torso", 3), **head}
    assert less_wounded(body, "torso", 3) == {"b": Wound("torso", 2), **head}
    assert less_wounded(body, "torso", 9) == head
    assert less_wounded(body, "torso", 3, "b") == {"a": Wound("torso", 2), **head}
    assert less_wounded(body, "torso", 4, "b") == {"a": Wound("torso", 1), **head}


def test_wounds_are_listed_the_worst_first_then_by_place_and_key() -> None:
    """TAC-HEAL-02."""
    wounds = {"d": Wound("torso", 1), "b": Wound("head", 1), "a": Wound("torso", 1), "e": Wound("left_leg", 4)}
    order = [key for key, _ in wounds_of(replace(standing().body("ana"), wounds=wounds))]
    assert order[0] == "e"
    assert order.index("a") == order.index("d") - 1
    assert (order.index("b") < order.index("a")) == (LOCATIONS.index("head") < LOCATIONS.index("torso"))
