"""Lo último: what a person reads of the newest resolution above the panel."""

from __future__ import annotations

from django.conf import settings

from combat.deeds import Deed
from tests.combat.play import Game


def result(fight: Game, who: str) -> str:
    """The fragment with the newest result."""
    return fight.get(who, "fragment", "result").content.decode()


def orc_hits_ana(fight: Game) -> None:
    """The blow of a creature, whose dice the game master alone sees."""
    fight.end_turn()
    fight.command("game_master", "attack", "Orco 1", target=fight.id("Ana"), attribute="strength", mode="rolled")
    fight.act("game_master", Deed("roll", request=fight.asked[0].key), faces=(6, 6, 6))
    while fight.asked:
        request = fight.asked[0]
        default = getattr(request, "default", None) or {}
        fight.answer("player" if request.to == fight.id("Ana") else "game_master", request.key, **default)


def test_players_read_what_came_of_a_blow_whose_dice_they_do_not_see(fight: Game) -> None:
    orc_hits_ana(fight)
    for who in ("player", "other_player", "spectator"):
        shown = result(fight, who)
        assert "ataca a" in shown
        assert "pierde" in shown
        assert "6 6 6" not in shown
        assert "result--earlier" not in shown


def test_who_is_struck_by_the_unseen_reads_against_what(fight: Game) -> None:
    """Of a hidden attacker's blow the target knows its own defence alone."""
    fight.end_turn()
    fight.command("game_master", "hide", who=fight.id("Orco 1"))
    fight.command("game_master", "attack", "Orco 1", target=fight.id("Ana"), attribute="strength", mode="rolled")
    fight.act("game_master", Deed("roll", request=fight.asked[0].key), faces=(1, 1, 1))
    shown = result(fight, "player")
    assert "Contra CA" in shown
    assert "ataca a" not in shown


def test_players_keep_it_while_turns_pass(fight: Game) -> None:
    orc_hits_ana(fight)
    fight.end_turn()
    for who in ("player", "other_player", "spectator"):
        assert "pierde" in result(fight, who)
        assert "result--earlier" in result(fight, who)
    # the log stands beside it
    assert "pierde" not in result(fight, "game_master")


def test_a_step_that_befell_nobody_stands_in_the_log_alone(fight: Game) -> None:
    fight.end_turn()
    assert "Le toca" not in result(fight, "player")


def test_players_read_what_befalls_somebody_without_dice(fight: Game) -> None:
    """It is not the blow of a while ago that has cost them their hit points."""
    orc_hits_ana(fight)
    fight.damage("game_master", "Ana", 3)
    for who in ("player", "other_player", "spectator"):
        assert "ataca a" not in result(fight, who)
        assert "pierde" in result(fight, who)
    # the log stands beside it
    assert "pierde" not in result(fight, "game_master")
    fight.end_turn()
    assert "pierde" in result(fight, "player")


def test_the_rows_of_real_dice_are_numbered_in_the_readers_language(fight: Game) -> None:
    fight.command("player", "attack", "Ana", target=fight.id("Orco 1"), attribute="strength", mode="rolled")
    client = fight.client("player")
    for language, first in (("es", "1.º"), ("en", "#1")):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        assert f"<legend>{first}</legend>" in fight.get("player").content.decode()


def test_a_success_of_a_foe_is_none_for_the_players(fight: Game) -> None:
    orc_hits_ana(fight)
    assert "verdict verdict--foe" in result(fight, "player")
    while fight.turn != "Ana":
        fight.end_turn()
    fight.command("player", "attack", "Ana", target=fight.id("Orco 1"), attribute="strength", mode="rolled")
    fight.act("player", Deed("roll", request=fight.asked[0].key), faces=(1, 1, 1))
    shown = result(fight, "player")
    assert "verdict verdict--fail" in shown
    assert "verdict--foe" not in shown


def test_players_read_a_blow_of_the_hidden_as_what_happened_last(fight: Game) -> None:
    """It has neither dice nor terms for them, and yet it is what they look for: their own points have changed."""
    orc_hits_ana(fight)
    while fight.turn != "Sombra":
        fight.end_turn()
    fight.command("game_master", "attack", "Sombra", target=fight.id("Ana"), attribute="strength", mode="rolled")
    fight.act("game_master", Deed("roll", request=fight.asked[0].key), faces=(6, 6, 6))
    while fight.asked:
        request = fight.asked[0]
        default = getattr(request, "default", None) or {}
        fight.answer("player" if request.to == fight.id("Ana") else "game_master", request.key, **default)
    for who in ("player", "other_player", "spectator"):
        shown = result(fight, who)
        assert "alguien que no ve" in shown
        assert "Sombra" not in shown
        assert "result--earlier" not in shown
