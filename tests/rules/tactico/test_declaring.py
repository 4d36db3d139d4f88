"""A turn of people: order, declarations, defences, changes of intention, fatigue, melee."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed
from rules.systems.tactico.attributes import fatigue
from rules.systems.tactico.budget import Budget, change_intention, collapse, defend
from rules.systems.tactico.clock import SECONDS_OF_SEGMENT, elapsed_seconds
from rules.systems.tactico.declaring import ACTION_KINDS, Declarer, check_plan, plan_faults
from rules.systems.tactico.fatigue import fatigue_gain, fatigue_rest, is_strenuous
from rules.systems.tactico.initiative import Scored, declaration_order, resolution_order
from rules.systems.tactico.locations import LOCATIONS
from rules.systems.tactico.melee import MELEE_STAGES, catches_up, is_engaged, stage_after
from tests.vectors.adapters.tactico import consequences, turn_order
from tests.vectors.registry import Dice, Inputs

FRESH = Declarer(fatigue_level=0, fatigue_attribute=8, movement=5, distance_m=None, melee_stage="none", disabled=())

WHOLE_TURN = Budget(
    allowance=3, segments_resolved=0, actions_done=0, actions_planned=0, defences_used=0, actions_lost=0
)
declarers = st.builds(
    Declarer,
    fatigue_level=st.integers(0, 20),
    fatigue_attribute=st.integers(1, 10),
    movement=st.integers(0, 9),
    distance_m=st.none() | st.fractions(0, 3, max_denominator=4),
    melee_stage=st.sampled_from(MELEE_STAGES),
    disabled=st.lists(st.sampled_from(LOCATIONS), max_size=3).map(tuple),
)
plans = st.tuples(*[st.sampled_from(ACTION_KINDS)] * 3)


@given(st.lists(st.integers(-2, 20), max_size=8))
def test_declaring_is_resolving_backwards(scores: list[int]):
    """TAC-TURN-03, TAC-TURN-04."""
    scored = [Scored(str(index), score) for index, score in enumerate(scores)]
    assert declaration_order(scored) == resolution_order(scored)[::-1]


def test_equal_initiative_keeps_the_order_of_the_list():
    """TAC-HOUSE-08."""
    assert resolution_order([Scored("ana", 8), Scored("bruno", 9), Scored("carla", 8)]) == ("bruno", "ana", "carla")


@given(st.lists(st.tuples(st.integers(0, 20), st.tuples(*[st.booleans()] * 3)), min_size=1, max_size=6))
def test_everybody_acts_in_each_segment_declared(people: list[tuple[int, tuple[bool, ...]]]):
    participants = [
        {"id": str(index), "initiative": score, "acts": list(acts)} for index, (score, acts) in enumerate(people)
    ]
    resolution = turn_order(Inputs({"participants": participants}), Dice(()))["resolution"]
    assert len(resolution) == sum(sum(acts) for _, acts in people)
    segments = [segment for segment, _ in resolution]
    assert segments == sorted(segments)


def test_three_segments_are_a_turn():
    assert elapsed_seconds(4) + 3 * SECONDS_OF_SEGMENT == elapsed_seconds(5)


@given(declarers, plans)
def test_a_declaration_has_faults_or_consequences(who: Declarer, segments: tuple[str, ...]):
    faults = plan_faults(who, segments, "self")
    if faults:
        with pytest.raises(NotAllowed, match=faults[0]):
            check_plan(who, segments, "self")
        return
    found = consequences(who, segments, "self")
    assert 0 <= found["defences"] <= found["actions_allowed"] - found["actions_used"]
    assert found["is_rest_turn"] == (found["actions_used"] == 0)
    assert found["distance_covered_m"] <= 3 * max(1, who.movement)
    assert not (found["leaves_melee"] and found["segments_moved"])


@given(declarers)
def test_giving_up_the_turn_is_always_possible(who: Declarer):
    """Except when there is nothing to leave (TAC-MEL-03)."""
    leaving = who.melee_stage == "leaving" and not is_engaged(who.distance_m)
    faults = ("tactico.plan.nothing_to_leave",) if leaving else ()
    assert plan_faults(who, ("give_up",) * 3, "self") == faults


@pytest.mark.parametrize(
    ("who", "segments", "fault"),
    [
        (FRESH, ("move", "move", "give_up"), "second_move"),
        (replace(FRESH, fatigue_level=8), ("attack", "attack", "give_up"), "too_many_actions"),
        (replace(FRESH, distance_m=0), ("crawl", "give_up", "give_up"), "locked_in_melee"),
        (replace(FRESH, disabled=("left_leg",)), ("athletics_move", "give_up", "give_up"), "leg_disabled"),
        (replace(FRESH, disabled=("torso",)), ("reload", "give_up", "give_up"), "torso_disabled"),
        (replace(FRESH, disabled=("left_arm",)), ("crawl", "give_up", "give_up"), "no_need_to_crawl"),
        (FRESH, ("treat", "treat", "give_up"), "treating_takes_the_turn"),
        (replace(FRESH, disabled=("head",)), ("treat", "give_up", "give_up"), "too_many_actions"),
    ],
)
def test_why_a_declaration_is_refused(who: Declarer, segments: tuple[str, ...], fault: str):
    assert f"tactico.plan.{fault}" in plan_faults(who, segments, "self")


def test_the_tired_may_still_treat_with_their_one_action():
    """TAC-HEAL-03 read with TAC-FAT-02: all actions there are, and no defence."""
    found = consequences(replace(FRESH, fatigue_level=9), ("treat", "give_up", "give_up"), "self")
    assert (found["actions_allowed"], found["actions_used"], found["defences"]) == (1, 1, 0)


def test_a_disabled_leg_and_torso_leave_crawling_and_own_wounds():
    who = replace(FRESH, disabled=("torso", "right_leg"))
    assert consequences(who, ("crawl", "give_up", "crawl"), "self")["distance_covered_m"] == 2
    assert plan_faults(who, ("treat",) * 3, "other") == ("tactico.plan.only_own_wounds",)


@given(declarers, plans)
def test_the_budget_of_a_turn_begins_with_the_defences_of_the_plan(who: Declarer, segments: tuple[str, ...]):
    if plan_faults(who, segments, "self") or "treat" in segments or {"head", "torso"} & set(who.disabled):
        return
    found = consequences(who, segments, "self")
    begun = replace(WHOLE_TURN, allowance=found["actions_allowed"], actions_planned=found["actions_used"])
    assert begun.defences_left == found["defences"]


@given(st.integers(0, 3), st.integers(0, 3))
def test_a_change_never_gains_a_defence(planned: int, instead: int):
    """TAC-INT-02: one action is lost, whether one or several segments are altered."""
    before = replace(WHOLE_TURN, actions_planned=planned)
    try:
        after = change_intention(before, instead)
    except NotAllowed:
        assert instead == 3
        return
    assert after.defences_left == 3 - instead - 1


def test_each_reserved_action_answers_one_attack():
    """TAC-MEL-06: one attack and two defences."""
    budget = defend(defend(replace(WHOLE_TURN, actions_planned=1)))
    assert budget.defences_left == 0
    with pytest.raises(NotAllowed, match="none_left"):
        defend(budget)


@given(st.sampled_from((0, 1, 3)), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3))
def test_a_collapse_leaves_nothing(allowance: int, done: int, planned: int, used: int):
    """TAC-HOUSE-09."""
    after = collapse(Budget(allowance, 0, done, planned, used, 0))
    assert after.defences_left <= 0
    assert after.actions_planned == 0
    with pytest.raises(NotAllowed):
        defend(after)
    with pytest.raises(NotAllowed):
        change_intention(after, 0)


@given(st.integers(0, 30), st.integers(1, 12), st.integers(0, 3))
def test_tiredness_only_takes_actions_away(level: int, attribute: int, actions: int):
    before, after = fatigue(level, attribute), fatigue_gain(level, attribute, actions)
    assert after.actions_per_turn <= before.actions_per_turn
    assert after.fatigue_level == level + actions
    assert fatigue_rest(level, attribute, 0, 3).fatigue_level == max(0, level - 1)


def test_what_tires():
    """TAC-HOUSE-09: a move with Atletismo does, a shot does not."""
    assert [is_strenuous(skill) for skill in ("athletics", "brawl", "melee_weapons", "ranged_weapons")] == [
        True,
        True,
        True,
        False,
    ]


def test_leaving_a_melee_takes_a_turn_and_frees_the_next():
    """TAC-MEL-03, TAC-MEL-04."""
    locked = replace(FRESH, distance_m=0)
    assert check_plan(replace(locked, melee_stage="leaving"), ("give_up",) * 3, "self").leaves_melee
    free = replace(locked, melee_stage=stage_after("leaving"))
    assert consequences(free, ("move", "attack", "give_up"), "self")["distance_covered_m"] == 5
    assert stage_after("left_last_turn") == "none"


@pytest.mark.parametrize(("pursued", "caught"), [(4, False), (5, True), (6, True)])
def test_only_a_faster_pursuer_is_in_melee_again(pursued: int, caught: bool):
    """TAC-MEL-05: half a metre between them, five fled."""
    assert catches_up(0.5, 5, pursued) is caught
