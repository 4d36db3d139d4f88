"""What counts towards Defense, cover, concealment and the two tables of circumstances."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, NotAllowed, OutOfRange, UnknownValue
from rules.systems.d20.abilities import ability_modifier
from rules.systems.d20.attack_bonus import (
    ATTACKER,
    DEFENDER,
    PINNED_DEXTERITY,
    STANCE_DEFENSE,
    STANCES,
    circumstance,
    stance_defense,
    struck_grappler,
)
from rules.systems.d20.conditions import condition_effects
from rules.systems.d20.cover import (
    COVER_BONUSES,
    MISS_CHANCES,
    PARTIAL_COVERS,
    Coverer,
    damage_after_save,
    hits_concealed,
    miss_chance,
    needs_roll,
    struck_cover,
)
from rules.systems.d20.defence import Armor, Defender, present_dexterity
from rules.systems.d20.sizes import SIZES, size_modifier
from rules.systems.d20.terms import total
from tests.rules.d20.table import with_dice
from tests.vectors.d20_sums import defense

small = st.integers(0, 6)
armors = st.none() | st.builds(
    lambda least, more, trained: Armor(least, least + more, trained), small, small, st.booleans()
)
defenders = st.builds(
    Defender,
    dexterity_modifier=st.integers(-5, 6),
    class_bonus=small,
    armor=armors,
    enhancement=small,
    natural_armor=small,
    deflection=small,
    feat_bonus=small,
    dodge=st.lists(small, max_size=3).map(tuple),
    size=st.sampled_from(SIZES),
)
modes = st.sampled_from(["melee", "ranged"])
awake = st.lists(st.sampled_from([name for name, row in DEFENDER.items() if row.see is None and name != "helpless"]))
covers = st.sampled_from(list(COVER_BONUSES))

FULL = Defender(
    dexterity_modifier=3,
    class_bonus=2,
    armor=Armor(1, 4, True),
    enhancement=1,
    natural_armor=5,
    deflection=2,
    feat_bonus=1,
    dodge=(1, 2),
    size="small",
)
"""10, Dexterity 3, class 2, equipment 4, enhancement 1, natural 5, deflection 2, feat 1, dodge 1 and 2, size 1."""


@pytest.mark.parametrize(
    ("situation", "expected"),
    [
        ({}, 32),
        ({"can_react": False}, 32 - 3 - 3),
        ({"attacker_invisible": True}, 32 - 3 - 3),
        ({"touch": True}, 32 - 4 - 1 - 5),
        ({"touch": True, "circumstances": ["flat_footed"]}, 32 - 10 - 3 - 3),
        ({"circumstances": ["helpless"]}, 5 + 1),
        ({"circumstances": ["helpless"], "touch": True, "stances": ["total_defense", "charged"]}, 5 + 1),
        ({"circumstances": ["pinned"]}, 32 - 3 - 5 - 3 - 4),
    ],
)
def test_what_counts_when(situation: dict[str, object], expected: int):
    """D20C-DEF-12, column by column."""
    assert defense(FULL, "melee", **situation).defense == expected


@given(defenders, modes, awake, st.lists(st.sampled_from(STANCES)), covers, st.booleans())
def test_the_terms_add_up_to_defense(
    defender: Defender, attack: str, states: list[str], stances: list[str], cover: str, touch: bool
):
    whole = defense(defender, attack, circumstances=states, stances=stances, cover=cover, touch=touch)
    assert whole.defense == total(whole.terms)
    assert all(term.rules for term in whole.terms)
    bare = defense(defender, attack, circumstances=states, stances=stances, touch=touch)
    assert whole.defense - bare.defense == COVER_BONUSES[cover].defense
    named_twice = defense(defender, attack, circumstances=states * 2, stances=stances * 2, cover=cover, touch=touch)
    assert named_twice == whole


@given(defenders, modes, awake)
def test_denied_dexterity_never_helps_and_a_penalty_stays(defender: Defender, attack: str, states: list[str]):
    """D20C-DEF-02, D20C-DEF-03, D20C-DEF-09."""
    free = defense(defender, attack, circumstances=states)
    denied = defense(defender, attack, circumstances=states, can_react=False)
    assert denied.dexterity_denied
    assert denied.defense <= free.defense
    clumsy = replace(defender, dexterity_modifier=-2, dodge=())
    assert defense(clumsy, attack).defense == defense(clumsy, attack, can_react=False).defense


@given(defenders, modes)
def test_a_touch_ignores_armour_and_hide_only(defender: Defender, attack: str):
    """D20C-DEF-05, D20C-DEF-11."""
    bare = replace(defender, armor=None, enhancement=0, natural_armor=0)
    assert defense(defender, attack, touch=True).defense == defense(bare, attack).defense


@given(defenders, modes, awake, covers)
def test_the_helpless_have_size_and_cover(defender: Defender, attack: str, states: list[str], cover: str):
    """D20C-HLP-03, D20C-HOUSE-11."""
    lying = defense(defender, attack, circumstances=[*states, "helpless"], stances=["total_defense"], cover=cover)
    assert lying.defense == 5 + size_modifier(defender.size) + COVER_BONUSES[cover].defense


def test_a_posture_may_improve_cover_instead():
    """D20C-CIR-04: only when the GM says so, against ranged attacks, and with cover to improve."""
    added = defense(Defender(), "ranged", circumstances=["prone"], cover="quarter")
    assert added.defense == 10 + 4 + 2
    instead = defense(Defender(), "ranged", circumstances=["prone"], cover="quarter", low_cover=5)
    assert instead.defense == 10 + 2 + 5
    hand_to_hand = defense(Defender(), "melee", circumstances=["prone"], cover="quarter", low_cover=5)
    assert hand_to_hand.defense == 10 + 2 - 4


def test_nobody_behind_total_cover_is_attacked():
    """D20C-HOUSE-09: an unknown word is told first."""
    with pytest.raises(NotAllowed, match=r"cover\.total"):
        defense(Defender(), "melee", circumstances=["helpless"], cover="total")
    with pytest.raises(UnknownValue):
        defense(Defender(), "melee", circumstances=["in_cover"], cover="total")
    assert "total" not in PARTIAL_COVERS
    with pytest.raises(UnknownValue):
        damage_after_save(6, "total", saved=False)


def test_only_the_charge_goes_with_the_own_turn():
    """D20C-CHG-07, D20C-HOUSE-25; dodging is lost with the Dexterity bonus, the charge's penalty is not."""
    assert [stance for stance in STANCES if STANCE_DEFENSE[stance].own_turn] == ["charged"]
    with pytest.raises(UnknownValue) as refused:
        stance_defense("on_one_leg")
    assert refused.value.field == "stances"
    denied = defense(Defender(), "melee", stances=STANCES, can_react=False)
    assert denied.defense == 10 - 2


@given(st.sampled_from([("defender", name) for name in DEFENDER] + [("attacker", name) for name in ATTACKER]))
def test_a_cell_has_a_number_or_says_where_to_look(place: tuple[str, str]):
    """D20C-CIR-01, D20C-CIR-03, D20C-CIR-08: flanking at range has neither."""
    side, name = place
    for attack in ("melee", "ranged"):
        cell = circumstance(side, name, attack)
        assert cell.applies_to == ("defense" if side == "defender" else "attack")
        if name != "flanking":
            assert (cell.modifier is None) == (cell.see is not None)
        assert not (attack == "melee" and (cell.may_improve_cover or cell.some_weapons_unusable))
        if side == "defender" and cell.see is None:
            assert (
                defense(Defender(dexterity_modifier=4), attack, circumstances=[name]).dexterity_denied == cell.loses_dex
            )
    assert circumstance("attacker", "flanking", "ranged").modifier is None
    with pytest.raises(UnknownValue):
        circumstance("attacker", "flanking", "glare")
    with pytest.raises(UnknownValue) as refused:
        circumstance("attacker", "drunk", "melee")
    assert refused.value.field == "circumstance"


def test_the_numbers_of_both_tables():
    """D20C-CIR-03, D20C-CIR-08: melee, then ranged."""
    assert {name: (row.melee, row.ranged) for name, row in DEFENDER.items() if row.see is None} == {
        "stunned_or_cowering": (-2, -2),
        "running": (0, 2),
        "flat_footed": (0, 0),
        "grappled": (0, 0),
        "helpless": (0, 0),
        "sitting_or_kneeling": (-2, 2),
        "pinned": (-4, 0),
        "climbing": (-2, -2),
        "prone": (-4, 4),
    }
    assert {name: (row.melee, row.ranged) for name, row in ATTACKER.items()} == {
        "higher_ground": (1, 0),
        "flanking": (2, None),
        "invisible": (2, 2),
        "prone": (-4, -2),
    }


def test_pinned_is_dexterity_nought():
    """D20C-CIR-07."""
    assert ability_modifier(0) == PINNED_DEXTERITY == -5
    with pytest.raises(OutOfRange):
        ability_modifier(-1)


@pytest.mark.parametrize("grapplers", [["ane", "bruno"], ["ane", "bruno", "cora"]])
def test_every_grappler_may_be_struck(grapplers: list[str]):
    """D20C-CIR-06, D20C-HOUSE-18."""
    assert [with_dice(struck_grappler(grapplers), face) for face in range(1, len(grapplers) + 1)] == grapplers
    with pytest.raises(OutOfRange):
        with_dice(struck_grappler(grapplers), len(grapplers) + 1)


def test_nobody_is_struck_in_an_empty_grapple():
    with pytest.raises(Missing):
        with_dice(struck_grappler([]), 1)


@given(st.integers(0, 40), st.integers(5, 30), st.integers(0, 10), st.integers(0, 5), st.integers(0, 5))
def test_cover_is_struck_where_it_alone_saved(roll: int, bare: int, cover: int, dex: int, dodge: int):
    """D20C-COV-08 to -11."""
    with_object = struck_cover(roll, bare, cover, None)
    assert with_object == ("target_hit" if roll >= bare + cover else "cover_hit" if roll >= bare else "miss")
    person = Coverer(12, dex, dodge, False, False)
    result = struck_cover(roll, bare, cover, person)
    if with_object != "cover_hit":
        assert result == with_object
    else:
        nimble = "target_hit_after_dodge" if roll >= 12 else "nobody_hit"
        assert result == ("coverer_hit" if roll >= 12 + dex + dodge else nimble)
        standing = struck_cover(roll, bare, cover, replace(person, waives_dexterity=True, waives_dodge=True))
        assert standing == ("coverer_hit" if roll >= 12 else "nobody_hit")


def test_waiving_one_bonus_leaves_the_other():
    """D20C-COV-11."""
    person = Coverer(12, 2, 3, True, False)
    assert struck_cover(14, 10, 10, person) == "target_hit_after_dodge"
    assert struck_cover(15, 10, 10, person) == "coverer_hit"
    assert struck_cover(12, 10, 10, person) == "target_hit_after_dodge"
    assert struck_cover(11, 10, 10, person) == "nobody_hit"
    proud = replace(person, waives_dexterity=False, waives_dodge=True)
    assert struck_cover(14, 10, 10, proud) == "coverer_hit"
    for wrong in (Coverer(12, -1, 0, False, False), Coverer(12, 0, -1, False, False)):
        with pytest.raises(OutOfRange):
            struck_cover(14, 10, 4, wrong)
    with pytest.raises(OutOfRange):
        struck_cover(14, 10, -4, None)


@given(st.lists(st.sampled_from(list(MISS_CHANCES))), st.integers(1, 100))
def test_only_the_highest_miss_chance_counts(conditions: list[str], face: int):
    """D20C-CON-03 to -06, D20C-HOUSE-08."""
    chance = miss_chance(conditions)
    assert chance.miss_chance == max([MISS_CHANCES[one] for one in conditions], default=0)
    assert chance.must_guess_location == ("total" in conditions)
    assert not needs_roll(chance, attack_hit=False)
    assert not with_dice(hits_concealed(chance, attack_hit=False))
    if needs_roll(chance, attack_hit=True):
        assert with_dice(hits_concealed(chance, attack_hit=True), face) == (face > chance.miss_chance)
        with pytest.raises(Missing):
            with_dice(hits_concealed(chance, attack_hit=True))
    else:
        assert with_dice(hits_concealed(chance, attack_hit=True))


@pytest.mark.parametrize(("lost", "left"), [(5, 1), (6, 0), (7, 0)])
def test_conditions_leave_a_dexterity_of_nothing_at_least(lost: int, left: int) -> None:
    """D20H-COND-08"""
    assert present_dexterity(6, replace(condition_effects(()), dexterity_change=-lost)) == left
