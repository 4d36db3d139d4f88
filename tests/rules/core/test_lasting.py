"""What of a fight outlives it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.lasting import as_it_stays
from rules.core.registry import SYSTEMS
from tests.rules.test_stage import played


@pytest.mark.parametrize("slug", SYSTEMS)
def test_turns_and_relations_end_with_a_fight(slug: str) -> None:
    one = played(slug)
    fight = replace(one.fight, ordered=True)
    after = as_it_stays(one.system, fight)
    assert (after.ordered, after.relations) == (False, {})
    assert after.round == one.system.begin(fight.house)
    assert after.combatants.keys() == fight.combatants.keys()
