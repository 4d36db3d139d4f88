"""The odds of a test are exact: counted by hand where that is short, and by every roll where it is not."""

from collections import Counter
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
    """TUM-DICE-02, TUM-DICE-03, TUM-FUMB-01: explosions are followed to the end or until ten is reached.

    Of more than three dice one roll is made for all that differ only by which die shows which face.
    """
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

    every = product(range(1, 7), repeat=pool.size)
    times = Counter(every if pool.size < 4 else map(tuple, map(sorted, every)))
    rolled = {faces: wins(faces) for faces in times}
    found = chances(pool, attribute)
    assert found.success == sum(times[faces] * one for faces, (one, _) in rolled.items()) / Fraction(6**pool.size)
    assert found.fumble == sum(times[faces] * two for faces, (_, two) in rolled.items()) / Fraction(6**pool.size)
