"""What care and rest do to wounds, who may treat them, and what each reader is told of it (TAC-HEAL-*)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.audience import TABLE, Audience, Viewer, controllers_of
from rules.core.driver import Done, Pending, run
from rules.core.errors import NotAllowed
from rules.core.facts import Notes, Word, fact
from rules.core.fight import Command
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
from rules.systems.tactico.state import Body, Planned, TacticoFight, Treating, Turn, Wound
from tests.rules.recorder import GM
from tests.rules.tactico.scene import ANA, BRUNO, scene, wounded

from .test_points import OWN, WHOLE, came_of, codes, standing

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
    """Bruno has treated the wound of Ana for this number of turns."""
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
