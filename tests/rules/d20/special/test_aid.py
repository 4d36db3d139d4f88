"""Aid another, and effects that last to the same count of the next round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.errors import NotAllowed, OutOfRange, UnknownValue
from rules.core.throws import resolved
from rules.systems.d20.aid import AID_CHOICES, Aid, aid_another
from tests.rules.d20.special.pieces import ROUND_EFFECTS, combined_aid, effect_active

rounds = st.integers(1, 9)
counts = st.integers(-3, 30)


@given(st.sampled_from(AID_CHOICES), st.integers(1, 20), st.integers(-15, 15))
def test_a_helper_gives_two_to_one_of_both(choice: str, face: int, bonus: int):
    """D20S-AID-02 to -04: never any damage."""
    aid = resolved(aid_another(attack_bonus=bonus, in_position=True, choice=choice), [face])
    given_ = {"attack": aid.ally_attack_bonus, "defense": aid.ally_defense_bonus}
    assert aid.success == (face == 20 or (face != 1 and face + bonus >= 10))
    assert given_ == {"attack": 0, "defense": 0} | ({choice: 2} if aid.success else {})
    assert aid.bonus_type == ("circumstance" if aid.success else None)
    assert aid.damage_to_opponent == 0


def test_who_cannot_reach_the_foe_cannot_help():
    """D20S-AID-01."""
    with pytest.raises(UnknownValue):
        resolved(aid_another(attack_bonus=3, in_position=False, choice="cheer"))
    with pytest.raises(NotAllowed):
        resolved(aid_another(attack_bonus=3, in_position=False, choice="attack"))


def test_helpers_add_up():
    """D20S-HOUSE-12."""
    assert Aid(10, True, ally_attack_bonus=2).ally_attack_bonus * 3 == combined_aid(3) == 6
    with pytest.raises(OutOfRange):
        combined_aid(-1)


@given(st.sampled_from(sorted(ROUND_EFFECTS)), rounds, counts, counts)
def test_an_effect_lasts_exactly_once_around(effect: str, began: int, count: int, moment: int):
    """D20S-GRAP-35, D20S-AID-05: each count falls into it once, in its round or in the next."""
    when = [
        round_number
        for round_number in range(1, began + 4)
        if effect_active(
            effect,
            applied_round=began,
            applied_initiative=count,
            round_number=round_number,
            initiative=moment,
        )
    ]
    assert when == [began + 1 if moment > count else began]


@pytest.mark.parametrize(("began", "now"), [(0, 1), (1, 0)])
def test_rounds_count_from_one(began: int, now: int):
    moment = {"applied_round": began, "applied_initiative": 5, "round_number": now, "initiative": 5}
    with pytest.raises(OutOfRange):
        effect_active("pin", **moment)
    with pytest.raises(UnknownValue):
        effect_active("blessing", **moment)
