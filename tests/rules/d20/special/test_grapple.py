"""Grapple: starting, options, contests, statuses, and how many fit."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, NotAllowed, OutOfRange, UnknownValue
from rules.core.throws import resolved
from rules.systems.d20.attack_roll import ATTACK_MODES
from rules.systems.d20.grapple import (
    ESCAPE_METHODS,
    ESCAPES,
    GRAPPLE_FOES,
    GRAPPLE_MODIFIERS,
    GRAPPLE_OPTIONS,
    GRAPPLE_STATUSES,
    NOT_LISTED,
    StrikeDamage,
    TurnLeft,
    Wrestler,
    grapple_bonus,
    grapple_load,
    grapple_option,
    lethal_modifier,
)
from rules.systems.d20.grappling import GrappleStart, grapple_start
from rules.systems.d20.sizes import SIZES, too_large
from rules.systems.d20.wrestling import CONTEST_OPTIONS, GrappleContest, GrappleOpponent, grapple_contest
from tests.rules.d20.special.pieces import GRAPPLE_ATTACKERS, grapple_effects

NORA = Wrestler(3, 2, "medium")
THUG = Wrestler(2, 1, "medium")
BEAR = Wrestler(4, 8, "large")
FIST = StrikeDamage(3, 2)

faces = st.integers(1, 20)
statuses = st.sampled_from(GRAPPLE_STATUSES)


def start(target: Wrestler, thrown: list[int], **changes: object) -> GrappleStart:
    usual = {
        "touch_attack_bonus": 5,
        "touch_defense": 13,
        "opportunity_damage": 0,
        "joining": False,
        "grab_only": False,
        "can_enter_square": True,
    }
    return resolved(grapple_start(NORA, target, FIST, **usual | changes), thrown)


def contest(option: str, thrown: list[int], status: str = "grappling", **changes: object) -> GrappleContest:
    foes = changes.pop("foes", None) or [GrappleOpponent("thug", THUG, "grappling")]
    strike = FIST if option == "damage" else None
    return resolved(grapple_contest(option, NORA, status, foes, strike=strike, **changes), thrown)


def test_size_counts_through_the_grapple_modifier_alone():
    """D20S-GRAP-05, -06: four points a category around medium."""
    assert list(GRAPPLE_MODIFIERS) == list(SIZES)
    assert list(GRAPPLE_MODIFIERS.values()) == list(range(-16, 17, 4))
    assert grapple_bonus(BEAR) == 4 + 8 + 4


def test_meaning_to_kill_with_bare_hands_is_harder():
    """D20S-HOUSE-16."""
    assert lethal_modifier(lethal=True, unarmed_counts_as_armed=False) == -4
    assert lethal_modifier(lethal=True, unarmed_counts_as_armed=True) == 0
    assert lethal_modifier(lethal=False, unarmed_counts_as_armed=False) == 0
    assert grapple_bonus(Wrestler(3, 2, "medium", other_modifier=-4)) == 1


@pytest.mark.parametrize(
    ("thrown", "changes", "result", "damage"),
    [
        ([], {"opportunity_damage": 1}, "failed_aoo", 0),
        ([7], {}, "failed_grab", 0),
        ([8], {"grab_only": True}, "grabbed", 0),
        ([8, 9, 12], {}, "failed_hold", 0),
        ([8, 9, 10, 3], {}, "grappling", 5),
        ([8, 9, 10, 3], {"can_enter_square": False}, "released", 5),
        ([9, 10, 3], {"joining": True}, "grappling", 5),
        ([], {"joining": True, "grab_only": True}, "grabbed", 0),
    ],
)
def test_each_step_of_starting_may_be_the_last(thrown: list[int], changes: dict[str, object], result: str, damage: int):
    """D20S-GRAP-09 to -15, -36."""
    attempt = start(THUG, thrown, **changes)
    assert (attempt.result, attempt.damage) == (result, damage)


@given(st.sampled_from(SIZES), st.booleans())
def test_no_hold_on_what_is_two_categories_larger(size: str, joining: bool):
    """D20S-GRAP-04, -13: the grab may succeed, the hold falls without dice."""
    grab = [] if joining else [8]
    target = Wrestler(-50, 0, size)
    if too_large("medium", size):
        assert start(target, grab, joining=joining) == GrappleStart("failed_hold")
    else:
        assert start(target, [*grab, 10, 10, 1], joining=joining).result == "grappling"


def test_joining_a_grapple_draws_no_blow():
    with pytest.raises(NotAllowed):
        start(THUG, [], joining=True, opportunity_damage=2)
    with pytest.raises(OutOfRange):
        start(THUG, [], joining=True, opportunity_damage=-2)


turns = st.builds(TurnLeft, st.integers(0, 2), st.booleans(), st.booleans(), st.booleans())


@given(
    statuses,
    st.sampled_from(GRAPPLE_OPTIONS),
    st.sampled_from(ESCAPE_METHODS),
    st.sampled_from(GRAPPLE_FOES),
    turns,
)
def test_what_is_never_possible_in_a_grapple(status: str, option: str, method: str, foe: str, left: TurnLeft):
    """D20S-GRAP-18, -19, -24, -25, -34."""
    verdict = grapple_option(status, option, method=method, foe=foe, left=left)
    assert verdict.allowed == (verdict.cost is not None) == (verdict.reason is None)
    if status == "pinned" and option != "escape_pin":
        assert verdict.reason == "pinned"
    elif option in NOT_LISTED:
        assert verdict.reason == "not_listed"
    elif status == "pinning" and option == "attack_light_weapon":
        assert verdict.reason == "pinning"
    elif verdict.allowed:
        needs = {"attack": left.attacks > 0, "attack_action": left.attack_action, "move_action": left.move_action}
        assert needs[verdict.cost]


def test_escape_artist_takes_the_whole_attack_action_once_a_round():
    """D20S-GRAP-28, -31: the first reason is told."""
    used = TurnLeft(attacks=0, attack_action=False, escape_artist_used=True)
    assert grapple_option("pinned", "escape_pin", method="escape_artist", left=used).reason == "already_tried"
    begun = TurnLeft(attacks=1, attack_action=False)
    assert grapple_option("pinned", "escape_pin", method="escape_artist", left=begun).reason == "no_attack_left"
    assert grapple_option("pinned", "escape_pin", left=begun).cost == "attack"


def test_another_persons_pin_may_be_broken_while_pinning():
    assert grapple_option("pinning", "break_other_pin", foe="other_foe").allowed
    assert grapple_option("pinning", "draw_light_weapon").cost == "move_action"


@given(faces, faces)
def test_escaping_takes_beating_everybody_who_resists(mine: int, thug: int):
    """D20S-GRAP-26, -27: who lets go throws nothing."""
    foes = [
        GrappleOpponent("bear", BEAR, "pinning", resists=False),
        GrappleOpponent("thug", THUG, "grappling"),
        GrappleOpponent("nurse", Wrestler(0, 0, "small"), "grappling"),
    ]
    result = contest("escape_grapple", [mine, thug, 1], foes=foes)
    assert result.opponent_totals == {"bear": None, "thug": thug + 3, "nurse": -3}
    assert result.success == ((mine + 5, 5) > (thug + 3, 3))
    assert result.actor_status == ("free" if result.success else "grappling")


def test_when_nobody_resists_no_die_falls():
    foes = [GrappleOpponent("thug", THUG, "pinning", resists=False)]
    result = contest("escape_pin", [], status="pinned", foes=foes)
    assert (result.success, result.actor_total, result.opponent_totals) == (True, None, {"thug": None})
    assert (result.actor_status, result.opponent_status) == ("grappling", "grappling")


def test_only_an_escape_can_be_let_happen():
    """D20S-GRAP-27: nobody is pinned without a check."""
    foes = [GrappleOpponent("thug", THUG, "grappling", resists=False)]
    assert contest("pin", [10, 15], foes=foes).opponent_totals == {"thug": 18}


@pytest.mark.parametrize(
    ("option", "status", "foe", "after"),
    [
        ("damage", "pinning", "pinned", ("pinning", "pinned", None)),
        ("pin", "grappling", "pinning", ("pinning", "pinned", None)),
        ("escape_pin", "pinned", "pinning", ("grappling", "grappling", None)),
        ("break_other_pin", "grappling", "pinning", ("grappling", "grappling", "grappling")),
    ],
)
def test_statuses_change_only_on_success(option: str, status: str, foe: str, after: tuple[str, str, str | None]):
    """D20S-GRAP-21, -22, -30, -32."""
    foes = [GrappleOpponent("thug", THUG, foe)]
    won = contest(option, [15, 5, 2] if option == "damage" else [15, 5], status=status, foes=foes)
    assert (won.actor_status, won.opponent_status, won.ally_status) == after
    lost = contest(option, [5, 15], status=status, foes=foes)
    ally = "pinned" if option == "break_other_pin" else None
    assert (lost.actor_status, lost.opponent_status, lost.ally_status, lost.damage) == (status, foe, ally, 0)


def test_a_slippery_character_uses_the_skill_against_a_grapple_check():
    """D20S-GRAP-28; ties go by the skill's bonus."""
    result = contest("escape_grapple", [7, 13], method="escape_artist", escape_artist_bonus=9)
    assert (result.actor_total, result.opponent_totals, result.success) == (16, {"thug": 16}, True)


def test_contests_are_refused_in_order():
    two = [GrappleOpponent("a", THUG, "grappling"), GrappleOpponent("b", THUG, "grappling")]
    with pytest.raises(Missing):
        contest("hug", [], method="escape_artist")
    with pytest.raises(Missing):
        resolved(grapple_contest("damage", NORA, "asleep", two))
    with pytest.raises(UnknownValue):
        contest("hug", [], foes=two)
    with pytest.raises(OutOfRange):
        contest("pin", [], status="pinned", foes=two)
    with pytest.raises(OutOfRange):
        resolved(grapple_contest("escape_grapple", NORA, "pinned", []))


@pytest.mark.parametrize("option", CONTEST_OPTIONS)
def test_a_pinned_character_can_only_get_out_of_the_pin(option: str):
    """D20S-GRAP-25."""
    foes = [GrappleOpponent("thug", THUG, "pinning")]
    if option == "escape_pin":
        assert contest(option, [15, 5], status="pinned", foes=foes).success
    else:
        with pytest.raises(NotAllowed, match="pinned"):
            contest(option, [], status="pinned", foes=foes)


@pytest.mark.parametrize("option", [option for option in CONTEST_OPTIONS if option not in ESCAPES])
def test_escape_artist_is_for_escapes(option: str):
    foes = [GrappleOpponent("thug", THUG, "pinning")]
    with pytest.raises(NotAllowed, match="no_escape"):
        contest(option, [], method="escape_artist", escape_artist_bonus=3, foes=foes)


@given(statuses, st.sampled_from(sorted(GRAPPLE_ATTACKERS)), st.sampled_from(ATTACK_MODES))
def test_nobody_in_a_grapple_threatens_moves_or_is_helpless(status: str, attacker: str, attack: str):
    """D20S-GRAP-16 to -18, -23, reading C-04."""
    if attacker == "pinner" and status != "pinned":
        with pytest.raises(NotAllowed):
            grapple_effects(status, attacker, attack)
        return
    effects = grapple_effects(status, attacker, attack)
    assert (effects.threatens, effects.can_move, effects.helpless) == (False, False, False)
    assert effects.loses_dex_bonus == (status == "pinned" or attacker == "outsider")
    assert effects.defense_modifier == (-4 if (status, attack) == ("pinned", "melee") and attacker != "pinner" else 0)


@given(st.sampled_from(SIZES), st.lists(st.sampled_from(SIZES), max_size=9))
def test_one_more_grappler_is_never_lighter(opponent: str, grapplers: list[str]):
    """D20S-GRAP-38, D20S-HOUSE-11."""
    load = grapple_load(opponent, grapplers)
    assert load.allowed == (load.load <= 4)
    for size in SIZES:
        weight = grapple_load(opponent, [*grapplers, size]).load - load.load
        assert weight in (Fraction(1, 2), 1, 2, 4)


def test_every_grappler_is_heavy_for_a_tiny_opponent():
    """D20S-GRAP-38: two or more categories larger count four, however much larger."""
    assert [grapple_load("tiny", [size]).load for size in SIZES] == [Fraction(1, 2)] * 2 + [1, 2] + [4] * 5
