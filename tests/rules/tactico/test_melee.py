"""Being locked in melee: coming near, leaving, fleeing and being pursued (TAC-MEL-01 to TAC-MEL-05)."""

import pytest

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from tests.rules.recorder import GM
from tests.rules.tactico.scene import ANA, BRUNO, Scene, scene


def move(play: Scene, who: str, closing: str | None = None, way: str = "move") -> None:
    """Move, perhaps close to another."""
    play.begin("move", who, way=way, closing=closing, difficulty="no_roll")


def test_closing_locks_both():
    """TAC-MEL-01, TAC-MEL-02."""
    play = scene()
    play.declare_all(ana=("move", "attack", "raider1"), raider1=("give_up", "move"))
    move(play, "ana", "raider1")
    assert (play.near("ana"), play.near("raider1")) == (("raider1",), ("ana",))
    play.begin("next_step")
    # a move that was declared before can no longer be made: those who are locked do not move
    with pytest.raises(NotAllowed, match="locked_in_melee"):
        move(play, "raider1")


def test_leaving_takes_a_turn_without_attacking():
    """TAC-MEL-03."""
    play = scene(near=[("ana", "raider1")])
    with pytest.raises(NotAllowed, match="locked_in_melee"):
        play.declare("ana", "move", viewer=ANA)
    with pytest.raises(NotAllowed, match="leaving_takes_the_turn"):
        play.declare("ana", "attack", at="raider1", leaving=True, viewer=ANA)
    play.declare("ana", leaving=True, viewer=ANA)
    assert play.defences("ana") == 3
    assert "declared.leaving" in play.card("ana")


def escaped(**more: object) -> Scene:
    """Ana has spent the turn leaving; in the next one she moves away."""
    play = scene(near=[("ana", "raider1")], **more)
    play.declare("ana", leaving=True, viewer=ANA)
    play.begin("next_step")
    assert play.round.left == {"ana"}
    return play


def test_the_turn_after_leaving_allows_a_move():
    """TAC-MEL-04."""
    play = escaped()
    assert "state.left_melee" in play.card("ana")
    play.declare_all(ana=("move",))
    move(play, "ana")
    assert (play.near("ana"), play.near("raider1")) == ((), ())
    play.begin("next_step")
    assert play.round.left == frozenset()


def test_the_quicker_opponent_strikes_before_the_escape():
    """TAC-MEL-05, TAC-TURN-04: with more initiative the raider comes first."""
    play = escaped()
    play.declare_all(ana=("move",), raider1=("attack", "ana"))
    play.strike("raider1", "ana")
    assert "answer" in play.keys


def test_a_pursuer_who_covers_as_much_catches_up():
    """TAC-MEL-05."""
    play = escaped()
    play.declare_all(ana=("move",), raider1=("give_up", "move", "ana"))
    move(play, "ana")
    play.begin("next_step")
    move(play, "raider1", "ana")
    assert play.near("ana") == ("raider1",)
    assert play.told("move.catches_up")


def test_a_slower_pursuer_falls_behind():
    """TAC-MEL-05."""
    play = escaped(raider1={"movement": 4})
    play.declare_all(ana=("move",), raider1=("give_up", "move", "ana"))
    move(play, "ana")
    play.begin("next_step")
    move(play, "raider1", "ana")
    assert play.near("ana") == ()
    assert play.told("move.falls_behind")


def test_a_change_of_intention_to_strike_gives_up_leaving():
    """TAC-INT-01, TAC-MEL-03."""
    play = scene(near=[("ana", "raider1")])
    play.declare("ana", leaving=True, viewer=ANA)
    play.begin("change_intention", "ana", first="attack", first_target="raider1", second="give_up",
               second_target=None, third="give_up", third_target=None, viewer=ANA)  # fmt: skip
    assert not play.turn("ana").leaving
    assert (play.turn("ana").lost, play.defences("ana")) == (1, 1)


def test_a_helpless_opponent_locks_no_one():
    """TAC-MEL-01, TAC-DMG-10: a fallen opponent holds no one back."""
    play = scene(near=[("ana", "raider1")])
    play.begin("damage", amount=6, verb="harm", location="head", protected=False, targets={"raider1": "full"})
    play.declare("ana", "move", viewer=ANA)
    assert play.turn("ana").segments[0].what == "move"


def declared(play: Scene, of: str, to: str | None, what: str, viewer: Viewer = ANA) -> None:
    play.begin("relate", "ana", viewer=viewer, of=of, to=to, what=what)


@pytest.mark.parametrize("what", ["engaged:apart", "distance:beyond"])
def test_a_declared_relation_ends_no_melee(what: str):
    """TAC-MEL-02, TAC-MEL-03: the game master may set it right."""
    play = scene(near=[("ana", "raider1")])
    with pytest.raises(NotAllowed, match=r"melee\.untie"):
        declared(play, "ana", "raider1", what)
    play.begin("relate", of="ana", to="raider1", what=what)


def test_players_declare_where_their_own_stand():
    """TAC-MEL-01: a player declares where one stands to their own character, not where two others stand."""
    play = scene(near=[("bruno", "raider1")])
    with pytest.raises(NotAllowed, match=r"relation\.not_yours"):
        declared(play, "bruno", "raider2", "distance:to_200")
    declared(play, "raider2", "ana", "distance:to_50")
    assert "relation.now_with" in play.card("ana")


def test_nothing_is_declared_while_dice_are_waited_for():
    """TAC-HOUSE-11: the target of a shot does not step back while its dice are in the air; the game master may."""
    play = scene()
    play.declare_all(bruno=("shoot", "raider1"))
    play.strike("bruno", "raider1", action="shoot")
    with pytest.raises(NotAllowed, match="something_open"):
        declared(play, "ana", "raider1", "distance:beyond")
    play.begin("relate", of="ana", to="raider1", what="distance:to_50")


def test_moving_away_from_a_hidden_opponent_tells_no_player_of_a_melee():
    """TAC-MEL-04: the game master alone knows that they were locked."""
    play = scene(near=[("ana", "shade")])
    play.declare_all(ana=("move",))
    play.begin("move", "ana", viewer=ANA, way="move", closing=None, difficulty="no_roll")
    assert "move.leaves_melee" in play.seen(GM)
    assert "move.leaves_melee" not in play.seen(ANA)


def test_everybody_sees_who_leaves_a_melee_that_they_know_of():
    play = scene(near=[("ana", "raider1")])
    play.declare("ana", leaving=True)
    play.declare_all()
    play.declare_all(ana=("move",))
    play.begin("move", "ana", viewer=ANA, way="move", closing=None, difficulty="no_roll")
    assert "move.leaves_melee" in play.seen(BRUNO)
