"""Saving throws, and blows against the helpless."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import Missing, NotAllowed, OutOfRange, UnknownValue
from rules.systems.d20.abilities import SAVE_ABILITIES, SAVES
from rules.systems.d20.cover import COVER_BONUSES
from rules.systems.d20.helpless import (
    check_coup_de_grace,
    coup_de_grace_dc,
    knockout_blow,
    survival,
    treat_as_helpless,
)
from rules.systems.d20.sizes import SIZES, size_modifier
from tests.rules.d20.table import with_dice
from tests.vectors.d20_sums import saving_throw

kinds = st.sampled_from(SAVES)
faces = st.integers(1, 20)
covers = st.sampled_from(list(COVER_BONUSES))


def test_each_save_has_its_ability():
    """D20C-HOUSE-03."""
    assert dict(SAVE_ABILITIES) == {"fortitude": "constitution", "reflex": "dexterity", "will": "wisdom"}


@given(kinds, faces, st.integers(-3, 12), st.integers(5, 30), covers, st.booleans(), st.booleans())
def test_cover_helps_reflexes_against_what_bursts_beyond_it(
    kind: str, face: int, base: int, dc: int, cover: str, area: bool, beyond: bool
):
    """D20C-SAV-01, D20C-SAV-02, D20C-COV-04, D20C-COV-07."""
    save = with_dice(
        saving_throw(kind, dc, base=base, ability_modifier=1, cover=cover, area=area, beyond_cover=beyond), face
    )
    helps = kind == "reflex" and area and beyond
    assert save.total == face + base + 1 + (COVER_BONUSES[cover].reflex if helps else 0)
    assert save.success == (face == 20 or (face != 1 and save.total >= dc))
    assert save.damage_taken is None


@given(kinds, faces, st.integers(0, 50), covers, st.sampled_from(["half", "none"]), st.booleans())
def test_a_success_never_hurts_more(kind: str, face: int, damage: int, cover: str, left: str, beyond: bool):
    """D20C-COV-06, D20C-HOUSE-01: halves are rounded down."""
    numbers = {"base": 0, "ability_modifier": 0, "cover": cover, "area": True, "beyond_cover": beyond, "damage": damage}
    save = with_dice(saving_throw(kind, 11, success_damage=left, **numbers), face)
    sheltered = kind == "reflex" and beyond and cover == "nine_tenths"
    failed, succeeded = (damage // 2, 0) if sheltered else (damage, damage // 2 if left == "half" else 0)
    assert save.damage_taken == (succeeded if save.success else failed)


def test_cover_counts_only_when_said_to():
    """D20C-COV-07."""
    for situation in ({"area": True}, {"beyond_cover": True}):
        assert (
            with_dice(saving_throw("reflex", 10, base=0, ability_modifier=0, cover="half", **situation), 10).total == 10
        )


def test_other_modifiers_add():
    assert with_dice(saving_throw("will", 10, base=1, ability_modifier=2, other_modifier=3), 10).total == 16


def test_errors_of_a_save_come_in_order():
    numbers = {"base": 0, "ability_modifier": 0}
    with pytest.raises(UnknownValue):
        with_dice(saving_throw("luck", 10, damage=-1, **numbers), 21)
    with pytest.raises(UnknownValue):
        with_dice(saving_throw("reflex", 10, cover="total", **numbers))
    with pytest.raises(OutOfRange, match="damage"):
        with_dice(saving_throw("reflex", 10, damage=-1, **numbers))
    with pytest.raises(Missing):
        with_dice(saving_throw("reflex", 10, **numbers))


@given(st.sampled_from(["none", "bound", "asleep", "unconscious", "at_mercy"]), *[st.booleans()] * 5)
def test_only_the_unsuspecting_are_taken_by_surprise(
    state: str, aware: bool, adjacent: bool, tense: bool, dexterity: bool, careful: bool
):
    """D20C-HLP-01, D20C-HLP-02."""
    helpless = treat_as_helpless(
        state,
        aware_of_attacker=aware,
        attacker_adjacent=adjacent,
        tense_situation=tense,
        can_use_dex_bonus=dexterity,
        took_precaution=careful,
    )
    assert helpless == (state != "none" or (adjacent and not any((aware, tense, dexterity, careful))))


@given(st.integers(-9, 40), st.integers(1, 60), faces, st.integers(-3, 40))
def test_nobody_saves_against_a_death_by_damage(hp: int, damage: int, face: int, bonus: int):
    """D20C-CDG-02 to -04, D20C-HPS-02."""
    dc = coup_de_grace_dc(hp, damage)
    assert dc == (10 + damage if hp - damage > -10 else None)
    blow = with_dice(survival(hp, damage, bonus), *(() if dc is None else (face,)))
    assert blow.save_dc == dc
    assert blow.dead == (dc is None or (face != 20 and (face == 1 or face + bonus < dc)))


def test_a_coup_de_grace_from_afar_takes_a_blade():
    """D20C-CDG-01, D20C-HLP-05."""
    check_coup_de_grace("melee", adjacent=False, target_helpless=True)
    with pytest.raises(NotAllowed, match="not_adjacent"):
        check_coup_de_grace("ranged", adjacent=False, target_helpless=True)


def test_errors_of_a_coup_de_grace_come_in_order():
    with pytest.raises(UnknownValue):
        check_coup_de_grace("spoon", adjacent=True, target_helpless=False)
    with pytest.raises(NotAllowed, match="not_helpless"):
        check_coup_de_grace("melee", adjacent=True, target_helpless=False, immune_to_criticals=True)
    with pytest.raises(NotAllowed, match="immune"):
        check_coup_de_grace("melee", adjacent=True, target_helpless=True, immune_to_criticals=True)
    with pytest.raises(Missing):
        with_dice(survival(8, 12, 4))


@given(
    st.sampled_from(["unarmed", "nonlethal_melee", "lethal_melee"]), st.sampled_from(SIZES), st.integers(-5, 9), faces
)
def test_a_knockout_blow_that_hits_is_critical(weapon: str, size: str, bonus: int, face: int):
    """D20C-KOB-01 to -05."""
    blow = with_dice(knockout_blow(weapon, bonus, size, target_helpless=True), face)
    assert blow.effective_defense == 5 + size_modifier(size)
    assert blow.total == face + bonus - (4 if weapon == "lethal_melee" else 0)
    assert blow.hit == (face == 20 or (face != 1 and blow.total >= blow.effective_defense))
    assert blow.critical == blow.hit
    assert (blow.action, blow.provokes) == ("full_round", True)


def test_a_knockout_blow_has_its_limits():
    """D20C-KOB-01, D20C-KOB-06."""
    for weapon, situation in (
        ("ranged", {"target_helpless": True}),
        ("unarmed", {"target_helpless": False}),
        ("unarmed", {"target_helpless": True, "immune_to_criticals": True}),
    ):
        with pytest.raises(NotAllowed):
            with_dice(knockout_blow(weapon, 2, "medium", **situation))
    with pytest.raises(UnknownValue):
        with_dice(knockout_blow("ranged", 2, "titanic", target_helpless=True))
