"""The odds of a test are exact: counted by hand where that is short, and by every roll where it is not."""

from fractions import Fraction
from itertools import product

import pytest

from rules.core.errors import Missing
from rules.core.throws import resolved
from rules.systems.tumbas.dice import Trial, cause, net_dice, roll_test
from rules.systems.tumbas.odds import chances, exploding_at_least


def test_two_dice_and_nothing_else():
    """TUM-TEST-04, TUM-EXPL-01: 5 5, and every six whose explosions reach far enough."""
    found = chances(net_dice(0, 0), 0)
    # 5 5, 4 6 and 5 6 either way, 6 6; with 3 6, 2 6 and 1 6 the explosion has to bring 1, 2 or 3
    assert found.success == Fraction(1 + 2 + 2 + 1, 36) + Fraction(2, 36) * (1 + Fraction(5, 6) + Fraction(4, 6))
    assert found.fumble == Fraction(4, 36)


def test_a_chain_may_go_on():
    """TUM-EXPL-01: 8 points need a six and two more at least."""
    assert exploding_at_least(1, 6) == Fraction(1, 6)
    assert exploding_at_least(1, 8) == Fraction(1, 6) * Fraction(5, 6)
    assert exploding_at_least(2, 2) == 1


@pytest.mark.parametrize(("reward", "punishment"), [(0, 0), (1, 0), (0, 1), (2, 0)])
@pytest.mark.parametrize("attribute", [-2, 0, 3])
def test_they_agree_with_every_possible_roll(reward: int, punishment: int, attribute: int):
    """TUM-DICE-02, TUM-DICE-03, TUM-FUMB-01: explosions are followed to the end or until ten is reached."""
    trial = Trial("ana", "will", attribute, (cause("reward", reward), cause("punishment", -punishment)))
    pool = trial.pool

    def wins(faces: tuple[int, ...]) -> tuple[Fraction, Fraction]:
        try:
            test = resolved(roll_test(trial), faces)
        except Missing:  # an explosion is still to be rolled
            if len(faces) == pool.size + 4:  # beyond four of them nothing fails any more
                return Fraction(1), Fraction(0)
            more = [wins((*faces, face)) for face in range(1, 7)]
            return sum(one for one, _ in more) / Fraction(6), sum(two for _, two in more) / Fraction(6)
        return Fraction(test.success), Fraction(test.fumble)

    rolled = [wins(faces) for faces in product(range(1, 7), repeat=pool.size)]
    found = chances(pool, attribute)
    assert found.success == sum(one for one, _ in rolled) / Fraction(6**pool.size)
    assert found.fumble == sum(two for _, two in rolled) / Fraction(6**pool.size)
