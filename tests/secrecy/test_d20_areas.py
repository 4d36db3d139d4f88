"""An area of d20 while its saves wait: the board shows each reader what the reader may know of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from combat.board import board
from combat.picture import resolving
from rules.core import engine, stage
from rules.core.audience import PUBLIC, Viewer
from rules.core.board.picture import BoardPicture, picture
from rules.core.facts import Fact, Ref
from rules.systems.d20.arms import Weapon
from rules.systems.d20.system import SYSTEM
from tests.rules.d20.test_board import GM, fight_on
from tests.rules.recorder import Recorder

VERA = Viewer("lola", controls=frozenset({"vera", "leo"}))
GRENADE = Weapon("g", "Grenade", use="thrown", kind="thrown", dice="1d4", increment=50, radius=20, explosive=True)
RIFLE = Weapon("r", "Rifle", use="projectile", kind="firearm", increment=20, capacity=30, automatic=True)


def world(imp: str = "G6", weapon: Weapon = GRENADE) -> Recorder:
    """Vera is about to act; the orc and Leo stand together, and the imp is hidden."""
    fight = fight_on(vera="B4", leo="E6", orc="F6", ogre="A9", wolf="J1", imp=imp)
    vera = replace(fight.body("vera"), weapons=(weapon,), main=weapon.key)
    return Recorder(SYSTEM, fight.with_body("vera", vera).with_combatant(replace(fight.combatants["imp"], hidden=True)))


def thrown(imp: str = "G6") -> Recorder:
    """The grenade has come down on the corner between Leo and the orc; saves wait."""
    play = world(imp)
    play.begin("throw_explosive", "vera", at="F6")
    play.answer("throw:scatter:vera", faces=[4])
    play.answer("burst:damage:vera", faces=[2])
    return play


def shown(play: Recorder, viewer: Viewer) -> BoardPicture:
    """The board as a viewer sees it now."""
    head = stage.known(SYSTEM, play.head, viewer)
    found = resolving(engine.waits_for(SYSTEM, head), head, viewer)
    drawn = picture(SYSTEM.board_rules, head.fight, viewer, {}, SYSTEM.whose_turn, found)
    assert drawn is not None
    return drawn


def said(facts: tuple[Fact, ...]) -> list[tuple[str, str]]:
    """Each fact with the combatant that it names."""
    return [(one.code, who.combatant) for one in facts if isinstance(who := one.params.get("who"), Ref)]


def test_a_burst_is_drawn_until_its_saves_are_in() -> None:
    play = thrown()
    drawn = shown(play, GM)
    assert [(one.x, one.y) for one in drawn.points] == [(300, 300)], "the corner on which it came down"
    assert [one.kind for one in drawn.areas] == ["burst", "edge_of_burst"]
    waiting = {one.who for one in drawn.tokens if one.awaited}
    assert waiting == {"leo", "orc", "imp"}
    play.answer("burst:reflex:orc", faces=[5])
    assert {one.who for one in shown(play, GM).tokens if one.awaited} == waiting - {"orc"}
    assert ("area.catches", "orc") in said(tuple(shown(play, GM).facts)), "it is still within"
    for who in sorted(waiting - {"orc"}):
        play.answer(f"burst:reflex:{who}", faces=[5])
    after = shown(play, GM)
    assert not after.points
    assert not after.areas
    assert not after.facts


def test_each_reader_is_shown_who_is_within_and_who_saves_as_they_may_know() -> None:
    drawn = shown(thrown(), VERA)
    assert [one.kind for one in drawn.areas] == ["burst", "edge_of_burst"]
    assert said(tuple(drawn.facts)) == [("area.awaits", "leo"), ("area.catches", "orc")]
    assert {one.who for one in drawn.tokens if one.awaited} == {"leo"}, "the game master rolls for the orc"
    assert shown(thrown(), PUBLIC).points == drawn.points


@pytest.mark.parametrize("viewer", [VERA, PUBLIC])
def test_nothing_of_a_burst_tells_of_the_hidden(viewer: Viewer) -> None:
    inside, outside = thrown("G6"), thrown("J9")
    assert shown(inside, viewer) == shown(outside, viewer)
    assert board(SYSTEM, inside.head, viewer) == board(SYSTEM, outside.head, viewer)
    assert shown(inside, GM) != shown(outside, GM)


def test_what_is_sprayed_is_drawn_while_its_dice_wait() -> None:
    play = world(weapon=RIFLE)
    play.begin("autofire", "vera", at="F6")
    for viewer in (GM, VERA, PUBLIC):
        drawn = shown(play, viewer)
        assert [one.kind for one in drawn.areas] == ["burst", "edge_of_burst"]
        assert [(one.x, one.y) for one in drawn.points] == [(300, 300)]
    play.answer("spray:attack:vera", faces=[19])
    assert said(tuple(shown(play, GM).facts)) == [("area.awaits", "leo"), ("area.awaits", "orc")]


def test_before_a_throw_it_is_told_who_is_caught_from_some_corners_only() -> None:
    play = world()
    looking = {"actor": "vera", "action": "throw_explosive", "at": "B6", "weapon": "g"}
    drawn = picture(SYSTEM.board_rules, play.head.fight, GM, looking, SYSTEM.whose_turn)
    assert drawn is not None
    certain = [("area.catches", "vera"), ("area.catches", "leo"), ("area.catches", "ogre")]
    assert sorted(said(tuple(drawn.facts))) == sorted([*certain, ("area.may_catch", "orc")])


def test_a_spray_that_reaches_nobody_says_so() -> None:
    play = world(weapon=RIFLE)

    def told(at: str) -> list[str]:
        looking = {"actor": "vera", "action": "autofire", "at": at, "weapon": "r"}
        drawn = picture(SYSTEM.board_rules, play.head.fight, VERA, looking, SYSTEM.whose_turn)
        assert drawn is not None
        return [one.code for one in drawn.facts]

    assert told("F9") == ["note.away", "area.catches_nobody"]
    assert told("F6") == ["note.away", "area.catches", "area.catches"]
    assert told("G6") == told("F6")[:2], "the imp is hidden"
