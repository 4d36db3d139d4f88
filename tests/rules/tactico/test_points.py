"""What wounds and care do to a body, and what each reader is told of it (TAC-DMG-*, TAC-HEAL-*, TAC-HOUSE-15, -16)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import TABLE, Audience, Viewer, controllers_of
from rules.core.driver import Done, Pending, run
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command
from rules.core.requests import Steps
from rules.systems.tactico.harm import apply_damage, drain, less_wounded, mend, restored, wound, wounds_of
from rules.systems.tactico.healing import (
    TREAT,
    begun,
    natural_recovery,
    one_turn,
    recovered,
    treatable,
    treatment_step,
    treatments_go_on,
    wound_input,
)
from rules.systems.tactico.healing import Points as Health
from rules.systems.tactico.locations import LOCATIONS
from rules.systems.tactico.state import UNARMED, Body, Planned, TacticoFight, Treating, Turn, Wound
from tests.rules.recorder import GM
from tests.rules.tactico.scene import ANA, BRUNO, scene, wounded

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


# Treating


@pytest.mark.parametrize(
    ("points", "done", "event", "after", "finished"),
    [
        (1, 0, "full_turn", 1, False),
        (1, 8, "full_turn", 9, False),
        (1, 9, "full_turn", 10, True),
        (2, 9, "full_turn", 10, False),
        (2, 19, "full_turn", 20, True),
        (2, 19, "other_action", 0, False),
    ],
)
def test_ten_whole_turns_for_each_point(points: int, done: int, event: Any, after: int, finished: bool) -> None:
    """TAC-HEAL-02, TAC-HEAL-03."""
    found = treatment_step(points, done, event, has_equipment=True, patient_dead=False)
    assert (found.turns_needed, found.seconds_needed) == (10 * points, 30 * points)
    assert (found.turns_done, found.finished) == (after, finished)


def at_it(turns: int, **ana: Any) -> TacticoFight:
    """Bruno has treated the wound of Ana for so many turns."""
    fight: TacticoFight = scene(ana={**wounded("left_arm", 1), **ana}).fight
    return fight.with_body("bruno", replace(fight.body("bruno"), treating=Treating("ana", "old", turns)))


def test_a_turn_of_treatment_is_told_to_healer_and_patient() -> None:
    """TAC-HEAL-02."""
    notes = Notes()
    after = came_of(one_turn(at_it(3), "bruno", "full_turn", notes, key="care"))
    assert after.body("bruno").treating == Treating("ana", "old", 4)
    (told,) = notes.so_far
    assert told == fact(
        "care.goes_on",
        4,
        rules=("TAC-HEAL-02",),
        audience=controllers_of("bruno", "ana"),
        otherwise=fact("care.goes_on_plain", who="bruno", target="ana"),
        who="bruno",
        target="ana",
        done=4,
        needed=10,
    )


@pytest.mark.parametrize(
    ("turns", "event", "change", "told"),
    [
        (3, "other_action", {}, ["care.broken_off"]),
        (0, "other_action", {}, []),
        (3, "full_turn", {"equipment": False}, ["care.broken_off"]),
        (3, "full_turn", {"resistance": {**WHOLE, "torso": 0}}, ["care.broken_off"]),
    ],
)
def test_what_breaks_a_treatment_off(turns: int, event: Any, change: dict[str, Any], told: list[str]) -> None:
    """TAC-HEAL-01, TAC-HEAL-03, TAC-DMG-09."""
    fight = at_it(turns)
    fight = fight.with_body("bruno", replace(fight.body("bruno"), **change))
    notes = Notes()
    after = came_of(one_turn(fight, "bruno", event, notes, key="care"))
    assert (after.body("bruno").treating, codes(notes)) == (None, told)
    assert all(one.rules == ("TAC-HEAL-03", "TAC-HOUSE-15") for one in notes.so_far)


def test_who_lies_goes_on_treating_their_own_wound() -> None:
    """TAC-DMG-09."""
    fight = at_it(0)
    own = replace(
        fight.body("bruno"),
        resistance={**WHOLE, "torso": 0},
        wounds={"own": Wound("torso", 2)},
        treating=Treating("bruno", "own", 3),
    )
    after = came_of(one_turn(fight.with_body("bruno", own), "bruno", "full_turn", Notes(), key="care"))
    assert after.body("bruno").treating == Treating("bruno", "own", 4)


def test_a_wound_that_has_become_smaller_takes_one_more_turn_at_most() -> None:
    """TAC-HEAL-02: who treated it longer than it now needs rolls at the end of this turn."""
    found = run(one_turn(at_it(17), "bruno", "full_turn", Notes(), key="care"), {})
    assert isinstance(found, Pending)


def test_who_treats_nobody_has_nothing_to_go_on_with() -> None:
    fight = scene().fight
    notes = Notes()
    assert came_of(one_turn(fight, "bruno", "full_turn", notes, key="care")) is fight
    assert came_of(treatments_go_on(fight, notes)) is fight
    assert notes.so_far == ()


@pytest.mark.parametrize(
    ("segments", "lost", "head", "turns"),
    [
        (("treat", "treat", "treat"), False, 5, 4),
        (("treat", "treat", "treat"), True, 5, None),
        (("test", "give_up", "give_up"), False, 5, None),
        (("treat", "treat", "treat"), False, 0, None),
        (None, False, 5, None),
    ],
)
def test_a_treatment_goes_on_where_it_took_the_whole_turn(
    segments: tuple[str, ...] | None, lost: bool, head: int, turns: int | None
) -> None:
    """TAC-HEAL-03, TAC-DMG-10."""
    fight = at_it(3)
    fight = fight.with_body("bruno", replace(fight.body("bruno"), resistance={**WHOLE, "head": head}))
    own = {} if segments is None else {"bruno": Turn(tuple(map(Planned, segments)), lost=lost)}
    fight = replace(fight, round=replace(fight.round, turns=own))
    treating = came_of(treatments_go_on(fight, Notes())).body("bruno").treating
    assert (treating.turns if treating is not None else None) == turns


@pytest.mark.parametrize("success", [True, False])
def test_the_last_turn_ends_with_a_roll(success: bool) -> None:
    """TAC-HEAL-02, TAC-HOUSE-15."""
    notes = Notes()
    steps = one_turn(at_it(9), "bruno", "full_turn", notes, key="care")
    pending = run(steps, {})
    assert isinstance(pending, Pending)
    fight = at_it(9)
    if not success:
        body = fight.body("bruno")
        fight = fight.with_body(
            "bruno", replace(body, skills={}, characteristics=dict.fromkeys(body.characteristics, 1))
        )
    notes = Notes()
    found = run(one_turn(fight, "bruno", "full_turn", notes, key="care"), {pending.open[0].key: {"faces": [1, 2]}})
    assert isinstance(found, Done)
    after = found.result
    assert after.body("bruno").treating is None
    rules = ("TAC-HEAL-02", "TAC-HOUSE-15")
    assert notes.so_far[0] == fact("care.ends", rules=rules, who="bruno", target="ana")
    if success:
        assert (after.body("ana").life, dict(after.body("ana").wounds)) == (22, {})
        assert (notes.so_far[-1].code, notes.so_far[-1].rules) == ("heal.location", ("TAC-HOUSE-15",))
    else:
        assert after.body("ana") == fight.body("ana")
        assert notes.so_far[-1] == fact("care.fails", rules=("TAC-HOUSE-15",), who="bruno", target="ana")


# The form


def test_who_may_treat_a_patient() -> None:
    """TAC-HEAL-01, TAC-DMG-09."""
    fight = scene(ana=wounded("torso", 2), bruno=wounded("head", 1)).fight
    assert treatable(fight, "bruno", BRUNO) == [("bruno", "old"), ("ana", "old")]
    assert treatable(fight, "ana", ANA) == []
    foe = fight.with_body("raider1", replace(fight.body("raider1"), wounds={"x": Wound("torso", 1)}))
    assert treatable(foe, "bruno", BRUNO) == [("bruno", "old"), ("ana", "old")]
    assert ("raider1", "x") in treatable(foe, "bruno", GM)
    lying = fight.with_body("bruno", replace(fight.body("bruno"), resistance={**WHOLE, "torso": 0}))
    assert treatable(lying, "bruno", GM) == [("bruno", "old")]


def test_the_wound_at_hand_is_proposed_with_the_turns_that_each_takes() -> None:
    """TAC-HEAL-02."""
    fight = scene(ana=wounded("torso", 2), bruno=wounded("head", 1)).fight
    for treating, default in (
        (None, "bruno old"),
        (Treating("ana", "old"), "ana old"),
        (Treating("ana", "gone"), "bruno old"),
    ):
        body = replace(fight.body("bruno"), treating=treating)
        (asked,) = wound_input(fight.with_body("bruno", body), "bruno", BRUNO, required=False)
        assert (asked.name, asked.default, asked.required) == ("wound", default, False)
        own, other = asked.options  # type: ignore[attr-defined]
        assert (own.value, other.value) == ("bruno old", "ana old")
        assert other.label == fact("wound.of", who="ana", location=Word("location.torso"))
        assert other.notes == (
            fact(
                "note.treatment",
                20,
                rules=("TAC-HEAL-02",),
                audience=controllers_of("ana", "bruno"),
                points=2,
                turns=20,
            ),
        )
    assert wound_input(fight, "bruno", BRUNO, required=True)[0].required
    assert wound_input(scene().fight, "bruno", BRUNO, required=True) == ()


def test_treating_is_refused_in_a_turn_and_to_those_who_cannot() -> None:
    """TAC-HEAL-01, TAC-HEAL-03."""
    free = standing(ordered=False, **wounded("torso", 2))

    def refused(fight: TacticoFight, who: str, viewer: Viewer = GM) -> str | None:
        try:
            TREAT.check(fight, Command("c", "treat", who), viewer)
        except NotAllowed as found:
            return found.reason
        return None

    assert refused(free, "bruno") is None
    assert refused(free, "ana") == "tactico.treatment.equipment"
    assert refused(standing(**wounded("torso", 2)), "bruno") == "tactico.treatment.declared"
    assert refused(standing(ordered=False), "bruno") == "tactico.treatment.no_wound"
    before = scene(number=0, ana=wounded("torso", 2)).fight
    assert refused(before, "bruno") is None
    down = free.with_body("bruno", replace(free.body("bruno"), resistance={**WHOLE, "head": 0}))
    assert refused(down, "bruno") is not None
    for nobody in (None, "nobody"):
        assert TREAT.inputs(free, nobody, GM) == ()
    assert [one.name for one in TREAT.inputs(free, "bruno", GM)] == ["wound", "modifiers"]


def test_a_healer_may_turn_to_another_wound_of_the_same_patient() -> None:
    """TAC-HEAL-02."""
    both = {"old": Wound("torso", 2), "new": Wound("torso", 1)}
    fight = scene(ana={**wounded("torso", 3), "wounds": both}).fight
    first = begun(fight, "bruno", "ana old")
    kept = replace(first.body("bruno"), treating=Treating("ana", "old", 7))
    first = first.with_body("bruno", kept)
    assert begun(first, "bruno", "ana old").body("bruno").treating == Treating("ana", "old", 7)
    assert begun(first, "bruno", "ana new").body("bruno").treating == Treating("ana", "new", 0)


# Recovering


@pytest.mark.parametrize(
    ("weeks", "cared_for", "life", "torso"), [(2, True, 12, 7), (9, True, 15, 10), (2, False, 10, 5)]
)
def test_a_point_a_week_of_each(weeks: int, cared_for: bool, life: int, torso: int) -> None:
    """TAC-HEAL-04, TAC-HOUSE-16."""
    found = natural_recovery(Health(10, {"torso": 5}), Health(15, {"torso": 10}), weeks, cared_for=cared_for)
    assert found == Health(life, {"torso": torso})


def after_weeks(fight: TacticoFight, notes: Notes, *, cared_for: bool = True) -> Body:
    body: Body = recovered(fight, "ana", 2, notes, cared_for=cared_for).body("ana")
    return body


@pytest.mark.parametrize(("shows", "audience"), [("number", TABLE), ("word", OWN), ("nothing", OWN)])
def test_weeks_end_tiredness_and_treatment_and_heal(shows: str, audience: Audience) -> None:
    """TAC-HEAL-04, TAC-HOUSE-16."""
    ana = {**wounded("left_arm", 3), "fatigue": 4, "treating": Treating("bruno", "x", 2)}
    notes = Notes()
    body = after_weeks(standing(shows, ordered=False, **ana), notes)
    assert (body.life, body.fatigue, body.treating, dict(body.wounds)) == (21, 0, None, {"old": Wound("left_arm", 1)})
    (told,) = notes.so_far
    assert told == fact(
        "heal.points",
        2,
        rules=("TAC-HEAL-04",),
        audience=audience,
        otherwise=fact("heal.plain", who="ana"),
        who="ana",
        amount=2,
        after=21,
    )


def test_weeks_are_told_where_points_or_a_location_come_back() -> None:
    whole, notes = standing(ordered=False), Notes()
    after_weeks(whole, notes)
    after_weeks(standing(ordered=False, **wounded("torso", 3)), notes, cared_for=False)
    assert notes.so_far == ()
    resistance = {**whole.body("ana").resistance, "torso": 1}
    after_weeks(whole.with_body("ana", replace(whole.body("ana"), resistance=resistance)), notes)
    assert [(one.code, one.value) for one in notes.so_far] == [("heal.points", 0)]
    after_weeks(whole.with_body("ana", replace(whole.body("ana"), life=20)), notes)
    assert [one.value for one in notes.so_far] == [0, 2]
