"""A thrown dagger leaves the ledger, an undo gives it back, and it can be picked up, also after the fight."""

from __future__ import annotations

from dataclasses import replace

import pytest

from characters.gear import holder_of
from combat.services import scene_of
from equipment.ledger import services
from equipment.ledger.models import Cause, Possession

from .play import Game, make_game

DAGGER = {
    "weight": 300, "price": 20, "properties": "", "size": "small", "use": "thrown", "reach": "cerca", "hands": "1",
    "attribute": "strength", "ammunition": None,
}  # fmt: skip


@pytest.fixture
def game(db: None) -> Game:
    game = make_game()
    ana, by = holder_of(game.characters["Ana"]), game.users["player"]
    daggers = services.add(ana, by, kind="weapon", name="Daga", values=DAGGER, quantity=2)
    services.put(ana, by, daggers.pk, "hand", quantity=2)
    game.begin()
    return game


def throw(game: Game) -> None:
    game.command(
        "game_master", "attack", "Ana", target=game.id("Orco 1"), weapon=daggers().pk, attack="ranged", mode="static",
        attribute="strength", others=[{"value": -2, "reason": "de lejos"}],
    )  # fmt: skip


def daggers() -> Possession:
    return Possession.objects.get(name="Daga")


def test_undo_gives_back_what_was_thrown(game: Game) -> None:
    throw(game)
    assert game.asked == ()
    assert daggers().quantity == 1
    row = daggers().rows.latest("pk")
    assert (row.quantity, row.cause) == (-1, Cause.FIGHT)
    throw(game)
    game.undo("game_master")
    game.undo("game_master")
    assert (daggers().quantity, daggers().place) == (2, "hand")


def test_it_is_gathered_after_the_fight(game: Game) -> None:
    throw(game)
    throw(game)
    assert daggers().quantity == 0
    game.command("game_master", "archive")
    scene = replace(game, encounter=scene_of(game.table, game.users["game_master"]))
    offered = [one.action for one in scene.read.system.offers(scene.fight, scene.id("Ana"), scene.viewer("player"))]
    assert "gather" in offered
    scene.command("player", "gather", "Ana")
    assert (daggers().quantity, daggers().place) == (2, "worn")
    game.characters["Ana"].refresh_from_db()
    assert "thrown" not in game.characters["Ana"].condition
