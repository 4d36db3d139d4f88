"""Each reading of each setting of la carta decides how some written fight comes out.

A fight that names a setting in its `house` is about it: played again by another reading it does not come out as told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations

import pytest

from rules.core.board.seen import UNCOVERED_BY
from rules.core.hand import COMMON, DICE_UNDONE
from rules.core.inputs import Choice, Flag, Input
from rules.core.posts import POSTS
from rules.core.registry import SYSTEMS, get_system
from rules.core.story import BadStoryError
from rules.core.types import Json
from tests.fights.runner import WentOtherwise, play
from tests.fights.story import Story, load, stories

SCALE = "difficulty."
"""The label of options that are names of numbers: not each of them is a reading of its own."""

BESIDE_THE_FIGHT = {DICE_UNDONE.name, UNCOVERED_BY.name, *(one.name for one in POSTS)}
"""What a player may take back, how long a player may take, and what is seen of a board, is no step of a fight:
tests/combat/test_undo.py, tests/combat/test_overdue.py and tests/combat/test_board_sight.py prove it."""

ABOUT_READERS = frozenset({"weapon_values_hidden", *(one.name for one in COMMON)} - BESIDE_THE_FIGHT)
"""Settings of who is asked and who reads what: the fight comes out the same and shows something else."""


@cache
def fights(slug: str) -> tuple[Story, ...]:
    return tuple(map(load, stories(slug)))


def naming(slug: str, item: Input) -> Iterator[Story]:
    return (story for story in fights(slug) if item.name in story.house)


def readings(slug: str, item: Input) -> list[Json]:
    """The values of a setting: each option of a choice; of a number the usual one and those that fights name."""
    if isinstance(item, Flag):
        return [True, False]
    if isinstance(item, Choice) and not item.options[0].label.code.startswith(SCALE):
        return [option.value for option in item.options]
    found = [item.default]
    for story in naming(slug, item):
        found += [story.house[item.name]] if story.house[item.name] not in found else []
    return found


def by_reading(story: Story, name: str, value: Json) -> Story:
    return replace(story, house={**story.house, name: value})


def comes_out_otherwise(story: Story, name: str, value: Json) -> bool:
    """Whether a fight that is played by this reading is not what it tells."""
    try:
        play(by_reading(story, name, value), showing=False)
    except (WentOtherwise, BadStoryError):
        return True
    return False


def shown_by(story: Story, name: str, value: Json) -> str:
    """All that a fight shows to anybody when it is played by this reading, or why it cannot be."""
    try:
        return repr(play(by_reading(story, name, value)).shown)
    except WentOtherwise as otherwise:
        return str(otherwise)


@pytest.mark.parametrize("slug", SYSTEMS)
def test_the_fight_of_one_reading_fails_by_any_other(slug: str) -> None:
    """No fight names a setting that decides nothing in it."""
    unproved, idle = [], []
    for item in get_system(slug).settings:
        if item.name in ABOUT_READERS | BESIDE_THE_FIGHT:
            continue
        values = readings(slug, item)
        left = list(permutations(values, 2))
        for story in naming(slug, item):
            own = story.house[item.name]
            unproved_by = [other for other in values if (own, other) in left]
            apart = [other for other in unproved_by if comes_out_otherwise(story, item.name, other)]
            left = [pair for pair in left if pair not in [(own, other) for other in apart]]
            # what another fight has proved is played only until this one has proved anything
            others = (other for other in values if other not in (own, *unproved_by))
            if not apart and not any(comes_out_otherwise(story, item.name, other) for other in others):
                idle.append(f"{story.path.stem} names {item.name}, which decides nothing in it")
        unproved += [f"{item.name}: no fight of {own} fails by {other}" for own, other in left]
        unproved += [] if len(values) > 1 else [f"{item.name}: no fight names another number than the usual one"]
    assert unproved + idle == []


@pytest.mark.parametrize("slug", SYSTEMS)
def test_what_is_asked_and_read_differs_by_each_reading_of_who_decides_and_who_knows(slug: str) -> None:
    unproved = []
    for item in get_system(slug).settings:
        if item.name not in ABOUT_READERS:
            continue
        values = readings(slug, item)
        left = list(combinations(values, 2))
        for story in naming(slug, item):
            shown = {str(value): shown_by(story, item.name, value) for value in values}
            left = [(one, other) for one, other in left if shown[str(one)] == shown[str(other)]]
        unproved += [f"{item.name}: no fight shows {one} and {other} apart" for one, other in left]
    assert unproved == []
