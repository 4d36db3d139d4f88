"""Standing orders: questions answered beforehand, told to those who gave the order, taken back by themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.core import engine, orders
from rules.core.audience import controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Ref, Word
from rules.core.registry import SYSTEMS
from tests.rules.d20.actions.scene import Scene as D20Scene
from tests.rules.d20.actions.scene import scene as d20_scene
from tests.rules.d20.actions.test_grapple import hold
from tests.rules.recorder import GM, Recorder
from tests.rules.tactico.scene import scene as tactico_scene
from tests.rules.tapiz.scene import scene as tapiz_scene
from tests.rules.tumbas.scene import ANA, BRUNO, Scene, scene

from .test_stage import played


def codes(play: Recorder) -> list[str]:
    """All that was told, whether everybody may know it or not."""
    return [fact.code for fact in play.facts]


def _bruno_may_shoot() -> Scene:
    """Bruno is about to shoot at the second wolf while the first stands beside him (TUM-HOUSE-18)."""
    play = scene(near=[("bruno", "wolf1")])
    play.declare("bruno", "shoot", target="wolf2", viewer=BRUNO)
    for who in ("ana", "wolf1", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    return play


def _shoots(play: Scene) -> None:
    play.begin("shoot", "bruno", viewer=BRUNO, target="wolf2", weapon="crossbow")


def test_always_strikes_without_a_question() -> None:
    play = _bruno_may_shoot()
    play.begin("standing_orders", "wolf1", **{"order.opportunity": "always"})
    _shoots(play)
    assert play.keys == ["wolf1:attack", "wolf1:defence"]
    assert play.told("core.orders.used_always").audience == controllers_of("wolf1")


def test_never_lets_the_action_go_on() -> None:
    play = _bruno_may_shoot()
    play.begin("standing_orders", "wolf1", **{"order.opportunity": "never"})
    _shoots(play)
    assert play.keys == ["shot"]
    assert [entry.key for entry in play.entries if entry.by_order] == ["opportunity:wolf1"]
    assert "attack.opportunity" not in play.seen()
    assert "core.orders.used_never" in codes(play)
    assert "core.orders.used_never" not in play.seen(BRUNO)


def test_taking_back_its_use_asks_the_player() -> None:
    play = _bruno_may_shoot()
    play.begin("standing_orders", "wolf1", **{"order.opportunity": "never"})
    _shoots(play)
    play.undo()
    assert play.keys == ["opportunity:wolf1"]
    play.answer("opportunity:wolf1", {"attack": True})
    assert play.keys == ["wolf1:attack", "wolf1:defence"]


def test_an_order_given_while_the_question_is_open_is_for_the_next_one() -> None:
    play = _bruno_may_shoot()
    _shoots(play)
    play.begin("standing_orders", "wolf1", **{"order.opportunity": "never"})
    assert play.keys == ["opportunity:wolf1"]


def test_an_order_holds_until_it_is_changed() -> None:
    play = _bruno_may_shoot()
    play.begin("standing_orders", "wolf1", **{"order.opportunity": "never"})
    play.begin("standing_orders", "wolf1", **{"order.opportunity": "ask"})
    assert play.fight.combatants["wolf1"].orders == {}
    _shoots(play)
    assert play.keys == ["opportunity:wolf1"]


def test_the_game_master_orders_for_all_of_one_name() -> None:
    play = _bruno_may_shoot()
    play.begin("standing_orders", "wolf2", alike=True, **{"order.opportunity": "never"})
    given = {one.id: dict(one.orders) for one in play.fight.combatants.values() if one.orders}
    assert given == {"wolf1": {"order.opportunity": "never"}, "wolf2": {"order.opportunity": "never"}}
    says, what = Word("core.orders.says.never"), Word("order.opportunity")
    assert play.entries[-1].facts == tuple(
        Fact("core.orders.set", params={"says": says, "who": Ref(who), "what": what}, audience=controllers_of(who))
        for who in ("wolf1", "wolf2")
    )
    play.begin("standing_orders", "wolf2", alike=False, **{"order.opportunity": "always"})
    assert play.fight.combatants["wolf1"].orders == {"order.opportunity": "never"}
    play.begin("standing_orders", "wolf2", alike=False, **{"order.opportunity": "always"})
    assert play.entries[-1].facts == (), "what stays as it was is not told"


def test_players_order_for_their_own_alone() -> None:
    """A warrior's aptitude belongs to her (TUM-HOUSE-03), and no other class is asked for it."""
    play = scene(near=[("ana", "wolf1")])
    assert [list(play.system.orders(play.fight, who)) for who in ("ana", "bruno")] == [
        ["order.opportunity", "order.defence_aptitude"],
        ["order.opportunity"],
    ]
    play.begin("standing_orders", "ana", viewer=ANA, **{"order.defence_aptitude": "never"})
    with pytest.raises(NotAllowed):
        play.begin("standing_orders", "ana", viewer=BRUNO, **{"order.opportunity": "never"})
    with pytest.raises(NotAllowed):
        play.begin("standing_orders", "wolf1", viewer=ANA, **{"order.opportunity": "never"})
    play.declare("ana", "attack", target="wolf1")
    play.declare("wolf1", "attack", target="ana")
    for who in ("bruno", "wolf2", "shade"):
        play.begin("end_turn", who)
    play.begin("next_step")
    play.begin("attack", "wolf1", target="ana")
    assert play.keys == ["attack", "defence"]


def test_in_d20_an_attack_of_opportunity_comes_or_not_by_itself() -> None:
    """D20C-AOO-08; whether to strike at the dying is always asked."""
    table = d20_scene(near=(("ana", "thug"),))
    table.begin("standing_orders", "thug", **{"order.opportunity": "never"})
    table.begin("move", "ana", way="move", feet=30, past=[], through=[], beside=[])
    assert table.told("move.done").value == 30
    table = d20_scene(near=(("ana", "thug"),))
    table.begin("standing_orders", "thug", **{"order.opportunity": "always"})
    table.begin("move", "ana", way="move", feet=30, past=[], through=[], beside=[])
    assert table.keys == ["thug:attack:thug"]


def counters(table: D20Scene) -> None:
    """Ana trips a thug beside her, who withstands it."""
    table.begin("trip", "ana", target="thug")
    table.answer("opportunity:thug", {"strikes": False})
    table.dice(19)
    table.dice(1, 20)


def overruns(table: D20Scene) -> None:
    """Ana runs at a thug, who does not strike first."""
    table.begin("overrun", "ana", target="thug", run=10)
    table.answer("enter:opportunity:thug", {"strikes": False})


def escapes(table: D20Scene) -> None:
    """A thug whom Ana holds gets away."""
    hold(table, "ana", "thug")
    table.pass_turn("thug")
    table.begin("wrestle", "thug", option="escape_grapple", target="ana")


@pytest.mark.parametrize(
    ("order", "who", "does", "question"),
    [
        ("order.counter", "thug", counters, "return:thug"),
        ("order.overrun", "thug", overruns, "overrun:thug"),
        ("order.resists", "ana", escapes, "resists:ana"),
    ],
)
def test_in_d20_what_answers_a_special_attack_is_done_or_let_be_by_itself(
    order: str, who: str, does: Callable[[D20Scene], None], question: str
) -> None:
    """D20S-TRIP-07, D20S-OVR-06, D20S-GRAP-27."""
    near = () if does is overruns else (("ana", "thug"),)
    asked = d20_scene(near=near)
    does(asked)
    assert asked.keys == [question]
    came = set()
    for says in ("always", "never"):
        table = d20_scene(near=near)
        table.begin("standing_orders", who, **{order: says})
        does(table)
        assert question not in table.keys
        assert [entry.key for entry in table.entries if entry.by_order] == [question]
        came.add(tuple(table.keys))
    assert len(came) == 2, "both come to the same"


def test_in_tapiz_a_hero_point_keeps_the_surprised_from_rolling_by_itself() -> None:
    """TAP-HERO-08."""
    for says, rolls in (("never", True), ("always", False)):
        play = tapiz_scene(status="ready")
        play.begin("surprise", surprised=["ana"])
        play.begin("initiative")
        play.begin("standing_orders", "ana", **{"order.static": says})
        play.attack("orc1", "ana", mode="static")
        assert [entry.key for entry in play.entries if entry.by_order] == ["static"]
        assert ("resistance" in play.keys) is rolls


def test_in_tactico_a_defence_is_kept_back_or_spent_by_itself() -> None:
    """TAC-ACT-06, TAC-MEL-06."""
    for says, told in (("never", "roll.number"), ("always", "attack.defends")):
        play = tactico_scene(near=[("ana", "raider1")])
        play.declare_all(ana=("attack", "raider1"), raider1=("attack", "ana"))
        play.begin("end_turn", "raider1")
        play.begin("standing_orders", "raider1", **{"order.defence": says})
        play.strike("ana", "raider1")
        assert "answer" not in play.keys
        assert told in codes(play)


def test_in_tapiz_the_reserve_cancels_by_itself_where_the_table_plays_with_it() -> None:
    """TAP-OPT-02."""
    play = tapiz_scene(house={"defence_reserve": True})
    assert "order.reserve" in play.system.orders(play.fight, "orc1")
    play.begin("standing_orders", "orc1", **{"order.reserve": "never"})
    play.attack("ana", "orc1", points=17)
    assert play.keys == ["spend"]
    assert "reserve.may_kill" in codes(play)
    assert "order.reserve" not in play.system.orders(tapiz_scene().fight, "orc1")


@pytest.mark.parametrize("slug", SYSTEMS)
def test_who_is_not_in_the_fight_has_no_standing_orders(slug: str) -> None:
    one = played(slug)
    inputs = engine.action(one.system, orders.NAME).inputs
    assert inputs(one.fight, None, GM) == inputs(one.fight, "nobody", GM) == ()
