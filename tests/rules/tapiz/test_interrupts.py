"""What happens on top of a resolution that waits: interrupts, cancelling, letting it stand, undoing."""

from __future__ import annotations

import pytest

from rules.core.engine import Late
from rules.core.errors import NotAllowed
from tests.rules.tapiz.scene import ANA, BRUNO, Scene, carrying, pool, scene


def waiting(**bodies: dict[str, object]) -> Scene:
    """Ana's attack waits for its dice."""
    fight = scene(**bodies)
    fight.attack("ana", "orc1", viewer=ANA)
    return fight


def test_nothing_else_begins_meanwhile() -> None:
    fight = waiting()
    with pytest.raises(NotAllowed) as caught:
        fight.begin("end_turn", "ana")
    assert caught.value.reason == "core.something_open"


def test_the_keypad_goes_on_top_and_the_attack_goes_on() -> None:
    fight = waiting()
    fight.hurt("orc1", 3)
    assert fight.keys == ["attack"]
    fight.answer("attack", faces=[4, 4, 4])
    fight.answer("spend", {"rest": True})
    assert fight.body("orc1").physical.current == 14 - 3 - 4


def test_a_recovery_finishes_first() -> None:
    """TAP-HERO-07: at any moment."""
    fight = waiting(bruno={"physical": pool(5, healing_available=True)})
    fight.begin("recover", "bruno", viewer=BRUNO, pool="physical")
    assert fight.keys == ["recover"]
    with pytest.raises(Late):
        fight.answer("attack", faces=[4, 4, 4])
    fight.answer("recover", faces=[3])
    assert fight.keys == ["attack"]


def test_a_fallen_attacker_cannot_go_on() -> None:
    fight = waiting()
    fight.hurt("ana", 20)
    assert fight.waiting is not None
    assert fight.waiting.problem is not None
    assert fight.waiting.problem.reason == "tapiz.cannot_act.none"
    assert fight.requests == ()
    with pytest.raises(Late):
        fight.answer("attack", faces=[4, 4, 4])


def test_the_game_master_may_let_it_stand() -> None:
    fight = waiting()
    fight.hurt("ana", 20)
    with pytest.raises(NotAllowed):
        fight.let_stand(viewer=ANA)
    fight.let_stand()
    fight.answer("attack", faces=[4, 4, 4])
    fight.answer("spend", {"rest": True})
    assert fight.body("orc1").physical.current == 10


def test_or_cancel_it() -> None:
    fight = waiting()
    fight.hurt("ana", 20)
    fight.cancel()
    assert not fight.head.open
    assert fight.body("orc1").physical.current == 14


def test_a_player_cancels_only_the_own() -> None:
    fight = waiting()
    with pytest.raises(NotAllowed):
        fight.cancel(viewer=BRUNO)
    fight.cancel(viewer=ANA)
    assert not fight.head.open
    assert "Se cancela: Atacar" in fight.read()


def test_an_effect_that_ends_meanwhile_is_not_counted() -> None:
    fight = scene(ana={"effects": carrying("advantageous_position")})
    fight.attack("ana", "orc1", in_force=["e1"])
    fight.begin("end_effects", effects=["e1"])
    fight.answer("attack", faces=[4, 4, 4])
    assert "Ana: 14 en total" in fight.read()


def test_undoing_an_answer_opens_its_request_again() -> None:
    fight = waiting()
    fight.answer("attack", faces=[4, 4, 4])
    before = fight.state
    fight.answer("spend", {"rest": True})
    fight.undo()
    assert fight.state == before
    fight.undo()
    assert fight.keys == ["attack"]
    fight.answer("attack", faces=[1, 1, 1])
    assert fight.requests[0].to == "orc1"


def test_undoing_an_old_hit_keeps_the_later_one() -> None:
    fight = scene()
    fight.attack("ana", "orc1", points=4)
    fight.answer("spend", {"rest": True})
    first = fight.entries[0]
    fight.attack("bruno", "orc1", points=3)
    fight.answer("spend", {"rest": True})
    assert fight.undo(first.id).depending == ()
    assert fight.body("orc1").physical.current == 11


def test_an_asalto_is_undone_only_with_all_that_followed() -> None:
    fight = scene()
    ended = fight.begin("end_turn", "ana")
    fight.hurt("orc1", 2)
    assert [entry.kind for entry in fight.undo(ended.id).depending] == ["command"]
    fight.undo(ended.id, with_depending=True)
    assert (fight.turn, fight.body("orc1").physical.current) == ("ana", 14)
