"""What is possible while dice or an answer are waited for, and what waits for them too, in all systems."""

from __future__ import annotations

import random

import pytest

from rules.core import engine
from rules.core.errors import NotAllowed
from rules.core.inputs import Choice
from rules.core.orders import order_of
from rules.core.stage import stage

from .recorder import GM, Recorder
from .test_stage import PRESSES, SYSTEMS, played, press, viewers


def while_asked(slug: str) -> Recorder:
    """A fight in which something is asked."""
    recorder, chance = played(slug), random.Random(11)
    for _ in range(PRESSES):
        if recorder.head.open:
            return recorder
        found = ((viewer, stage(recorder.system, recorder.head, viewer)) for viewer in viewers(recorder))
        viewer, one = next((viewer, one) for viewer, one in found if one.proposed or one.ending)
        press(recorder, one, viewer, chance)
    raise AssertionError("nothing was asked")


@pytest.mark.parametrize("slug", SYSTEMS)
def test_the_game_master_says_where_people_stand_while_something_is_asked_and_players_wait(slug: str) -> None:
    recorder = while_asked(slug)
    asked = recorder.head.open
    who = next(one for one in recorder.fight.combatants.values() if one.controllers and not one.hidden)
    player = recorder.fight.viewer(next(iter(sorted(who.controllers))), game_master=False)
    inputs = {item.name: item for item in engine.action(recorder.system, "relate").inputs(recorder.fight, who.id, GM)}
    other = next(one for one in recorder.fight.order if one != who.id)
    said = {"of": who.id, "to": other, "what": inputs["what"].options[0].value}
    with pytest.raises(NotAllowed) as refused:
        recorder.begin("relate", who.id, viewer=player, **said)
    assert refused.value.reason == "core.something_open"
    recorder.begin("relate", viewer=GM, **said)
    assert recorder.head.open == asked


@pytest.mark.parametrize("slug", SYSTEMS)
def test_standing_orders_are_given_while_something_is_asked(slug: str) -> None:
    recorder = while_asked(slug)
    asked, action = recorder.head.open, engine.action(recorder.system, "standing_orders")
    who = next(one for one in recorder.fight.combatants.values() if one.controllers and not one.hidden)
    player = recorder.fight.viewer(next(iter(sorted(who.controllers))), game_master=False)
    order = next(one.name for one in action.inputs(recorder.fight, who.id, player) if isinstance(one, Choice))
    recorder.begin("standing_orders", who.id, viewer=player, **{order: "never"})
    assert order_of(recorder.fight.combatants[who.id], order) == "never"
    assert recorder.head.open == asked
