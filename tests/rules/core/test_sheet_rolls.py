"""Dice that a sheet offers."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core import engine
from rules.core.driver import Pending, run
from rules.core.errors import RuleError
from rules.core.facts import fact
from rules.core.fight import Command
from rules.core.people import rolls_seen
from rules.core.registry import SYSTEMS
from rules.core.requests import Dice
from rules.core.sheet_rolls import NAME
from tests.rules.test_stage import played


@pytest.mark.parametrize("slug", SYSTEMS)
def test_the_dice_of_a_sheet_are_seen_like_all_dice_of_its_combatant(slug: str) -> None:
    one = played(slug)
    for who in one.fight.order:
        tap = next((tap for tap in one.system.taps(one.fight, who) if tap.reason is None), None)
        if tap is not None:
            rolls = Command("roll", NAME, who, {"what": tap.key})
            waiting = run(engine.action(one.system, NAME).resolve(one.fight, rolls), {})
            assert isinstance(waiting, Pending)
            assert {asked.audience for asked in waiting.open} == {rolls_seen(one.fight, who)}


@pytest.mark.parametrize("slug", SYSTEMS)
def test_a_roll_that_replaces_the_last_one_says_so_with_its_rows(slug: str) -> None:
    one = played(slug)
    who, tap = next(
        (who, tap) for who in one.fight.order for tap in one.system.taps(one.fight, who) if tap.reason is None
    )
    found = run_with_faces(one.system, one.fight, Command("first", NAME, who, {"what": tap.key}))
    assert "core.sheet_roll.rolled" in [told.code for told in found.explanation]
    again = Command("second", NAME, who, {"what": tap.key, "instead": "first"})
    after = run_with_faces(one.system, found.fight, again)
    said, total = after.explanation[:2]
    seen = rolls_seen(one.fight, who)
    assert said == fact("core.sheet_roll.instead", who=who, what=tap.name, rules=tap.dice.rules, audience=seen)
    assert (total.code, total.rules, total.audience) == ("core.sheet_roll.rolled", tap.dice.rules, seen)
    last = after.fight.combatants[who].thrown
    assert last is not None
    assert (last.id, last.what, last.harm, last.word) == ("second", tap.key, False, "")
    for wrong in ({"instead": "other"}, {"instead": "second", "what": "gone"}, {"instead": "second", "harm": True}):
        with pytest.raises(RuleError):
            run_with_faces(one.system, after.fight, Command("third", NAME, who, {"what": tap.key, **wrong}))


def run_with_faces(system: Any, fight: Any, command: Command) -> Any:
    """What a roll comes to whose dice all show 2."""
    answers: dict[str, Any] = {}
    while isinstance(found := run(engine.action(system, NAME).resolve(fight, command), answers), Pending):
        for asked in found.open:
            assert isinstance(asked, Dice)
            answers[asked.key] = {"faces": [2] * len(asked.sides)}
    return found.result
