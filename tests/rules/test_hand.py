"""The game master's hand in every system, at random: no dice before the word, and no question where one trusts."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from importlib import import_module

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.core import engine
from rules.core.audience import PUBLIC, Viewer
from rules.core.errors import RuleError
from rules.core.facts import fact, visible
from rules.core.hand import KEY
from rules.core.help import index_of
from rules.core.inputs import Combatants
from rules.core.registry import SYSTEMS, get_system
from rules.core.requests import Choose
from tests.rules.contract import values
from tests.rules.d20.actions.scene import ANA
from tests.rules.d20.actions.scene import scene as d20_scene
from tests.rules.demands import Emitted, demands_on_replay, demands_on_undoing_all, demands_on_words
from tests.rules.recorder import Recorder
from tests.sizes import examples

MODES = ("ask", "tell", "trust")
briefly = settings(
    max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def scene(slug: str, mode: str) -> Recorder:
    system = get_system(slug)
    fight = import_module(f"tests.rules.scenarios.{slug}").scenario(system)
    play = Recorder(system, replace(fight, house={**fight.house, "proposals": mode}, ordered=False))
    play.agrees = False
    return play


@pytest.mark.parametrize("slug", SYSTEMS)
@briefly
@given(data=st.data())
def test_a_player_plays_at_random(slug: str, data: st.DataObject) -> None:
    """Nothing of a proposal happens before the word; tables that are told or trust are not asked; nobody else reads it.

    What is proposed can be taken back to the beginning, and the log resolved anew gives the same.
    """
    mode = data.draw(st.sampled_from(MODES), label="mode")
    play = scene(slug, mode)
    actor = data.draw(st.sampled_from(sorted(who for who, one in play.fight.combatants.items() if not one.hidden)))
    viewer = Viewer("p", controls=frozenset({actor}))
    before = play.fight
    for _ in range(6):
        action = data.draw(st.sampled_from(sorted(play.system.actions)), label="action")
        verb = engine.action(play.system, action)
        if verb.internal or verb.for_game_master:
            continue
        declared = verb.inputs(play.fight, actor, viewer)
        if not any(item.game_master_decides for item in declared):
            continue
        drawn = data.draw(values(declared), label=action)
        try:
            play.begin(action, actor, viewer=viewer, **drawn)
        except RuleError:
            continue
        if _looked_at(play, actor, mode) and mode == "ask":
            assert play.fight == before, "nothing happens before the word"
            if data.draw(st.booleans(), label="the word is yes"):
                with suppress(RuleError):
                    play.answer(KEY, getattr(play.requests[0], "default", None))
        if play.head.open:
            play.cancel()
        before = play.fight
    emitted = Emitted()
    for one in play.facts:
        emitted.fact(one)
    demands_on_words(slug, emitted)
    demands_on_replay(play)
    demands_on_undoing_all(play)


def _looked_at(play: Recorder, actor: str, mode: str) -> bool:
    """Look at what was begun: whether the game master's hand has told of it."""
    entry = play.entries[-1]
    hand = [one for one in entry.facts if one.code.startswith("core.hand.")]
    others = Viewer("q", controls=frozenset({"nobody"}))
    heard = [*visible(hand, others), *visible(hand, PUBLIC)]
    assert heard == [fact("core.hand.asked", who=actor)] * len(heard), "what is proposed is not for others"
    assert all(one.code.split(".")[2].removesuffix("_out") == mode for one in hand)
    proposed = entry.command.proposed if entry.command else ()
    if mode != "ask":
        assert not proposed
        return bool(hand)
    assert bool(proposed) == bool(hand)
    if proposed:
        (request,) = play.requests
        assert isinstance(request, Choose)
        assert (request.key, request.to, request.about) == (KEY, None, actor)
        assert request.check(request.default or {}) == request.default, "yes is one tap"
        assert set(proposed) <= {item.name for item in request.inputs}
        assert not any(item.seldom or item.fresh for item in request.inputs)
        assert not any(isinstance(item, Combatants) and item.likely for item in request.inputs)
    return bool(hand)


@pytest.mark.parametrize("slug", [one for one in SYSTEMS if index_of(one)])
def test_every_system_of_a_book_has_decisions_of_the_game_masters_and_the_setting(slug: str) -> None:
    system, play = get_system(slug), scene(slug, "ask")
    assert "proposals" in {item.name for item in system.settings}
    viewer = Viewer("p", controls=frozenset(play.fight.order))
    marked = {
        name
        for name, verb in system.actions.items()
        for who in play.fight.order
        if not (verb.internal or verb.for_game_master)
        and any(item.game_master_decides for item in verb.inputs(play.fight, who, viewer))
    }
    assert {"attack", "relate"} <= marked or {"test", "relate"} <= marked


def test_an_answer_that_the_game_master_decides_is_put_to_them_with_what_was_proposed() -> None:
    play = d20_scene(house={"proposals": "ask"}, near=(("ana", "thug"),))
    play.agrees = False
    play.begin("attack", "ana", viewer=ANA, target="thug", weapon="espada", review=True)
    (asked,) = play.requests
    others = [{"value": 1, "side": "attack", "reason": "la lluvia"}]
    play.answer(asked.key, {"others": others}, viewer=ANA)
    (put,) = play.requests
    assert isinstance(put, Choose)
    assert (put.key, put.to, put.about) == (asked.key, None, "ana")
    assert put.default is not None
    assert put.default["others"] == others
