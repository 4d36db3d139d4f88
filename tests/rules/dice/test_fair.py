"""Faces that follow from a seed: every face comes, no face comes more often than the others."""

from collections import Counter

from rules.core.fair import Seed
from rules.dice import fair

SEED, SALT = "01" * 32, "02" * 32


def test_the_same_always_falls_the_same() -> None:
    name = fair.name(SALT, '["ana","roll"]')
    assert fair.faces(SEED, name, (20, 6, 6, 100)) == fair.faces(SEED, name, (20, 6, 6, 100))
    assert fair.faces(SEED, name, (20,) * 8) != fair.faces("03" * 32, name, (20,) * 8)
    assert fair.faces(SEED, name, (20,) * 8) != fair.faces(SEED, fair.name(SALT, '["eva","roll"]'), (20,) * 8)


def test_each_face_falls_as_often() -> None:
    fallen = Counter(fair.faces(SEED, fair.name(SALT, "x"), (6,) * 12_000))
    assert set(fallen) == set(range(1, 7))
    assert all(1850 < count < 2150 for count in fallen.values())


def test_numbers_that_would_favour_a_face_are_left_out() -> None:
    """Of a die with as many sides as two thirds of all numbers, a third of the numbers falls away."""
    sides = fair.WORD // 3 * 2
    numbers = fair.faces(SEED, fair.name(SALT, "y"), (sides,) * 300)
    low = sum(number <= sides // 2 for number in numbers)
    assert 110 < low < 190


def test_a_roll_keeps_its_name_where_ids_have_been_replaced() -> None:
    """An imported table has new ids; its file says what the old ones were called in the names of rolls."""
    old, new, seed = "a" * 32, "b" * 32, Seed(SEED, SALT)
    then = seed.name({old: ["attack", f"key:{old}"]})
    assert seed.name({new: ["attack", f"key:{new}"]}) != then
    assert seed.name({new: ["attack", f"key:{new}"]}, {new: seed.called(old)}) == then
