"""Dice that a sheet offers."""

from __future__ import annotations

import pytest

from rules.core import engine
from rules.core.driver import Pending, run
from rules.core.fight import Command
from rules.core.people import rolls_seen
from rules.core.registry import SYSTEMS
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
