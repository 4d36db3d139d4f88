"""The rolls of a table, open and secret."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from combat import store
from combat.deeds import Deed
from combat.models import Encounter
from combat.policy import Seat
from tapiz_site.campaigns.models import Role

from .play import Game
from .test_seeing import CHANGING

pytestmark = pytest.mark.django_db


def page(game: Game, who: str) -> str:
    return game.client(who).get(reverse("combat:rolls", args=[game.table.pk])).content.decode()


def secret_roll(game: Game) -> None:
    game.command("game_master", "roll", notation="2d6", reason="el tesoro", secret=True)
    game.act("game_master", Deed("roll", request="dice"), faces=[6, 5])


def test_all_people_read_players_rolls(fight: Game) -> None:
    fight.command("player", "roll", "Ana", notation="d20", reason="suerte")
    fight.act("player", Deed("roll", request="dice"), faces=[17])
    assert "tira d20, suerte: 17" in page(fight, "spectator")


def test_a_secret_roll_is_the_game_masters(fight: Game) -> None:
    secret_roll(fight)
    assert "el tesoro" in page(fight, "game_master")
    assert "el tesoro" not in page(fight, "player")


def test_a_secret_roll_takes_no_question_away(fight: Game) -> None:
    """While a player is asked, the game master's secret dice fall in the app or wait: in the hand they would show."""
    fight.attack("player", "Ana", "Orco 1", bonus=9)
    roll = fight.does("roll") | {"notation": "1d6", "secret": "1"}
    refused = fight.post("game_master", roll, htmx=True)
    assert refused.status_code == 422
    assert "Una tirada secreta a mano espera" in refused.content.decode()
    assert [one.command.action for one in fight.read.head.open] == ["attack"]
    assert fight.post("game_master", roll | {"rolls": "1"}, htmx=True).status_code == 204
    assert [one.command.action for one in fight.read.head.open] == ["attack"]


def test_a_secret_roll_that_waits_for_its_dice_is_on_no_players_page(fight: Game) -> None:
    def pages() -> list[str]:
        found = [fight.get(who).content.decode() for who in ("player", "other_player", "spectator")]
        return [CHANGING.sub("", one) for one in found]

    before = pages()
    fight.command("game_master", "roll", "Ana", notation="2d6", secret=True)
    assert [one.secret for one in fight.read.head.open] == [True]
    assert pages() == before
    assert Seat(fight.read, fight.users["player"], Role.PLAYER).read.head.open == ()
    assert Seat(fight.read, fight.users["game_master"], Role.GAME_MASTER).read.head.open


def test_an_undone_roll_stays_struck_through(fight: Game) -> None:
    secret_roll(fight)
    fight.undo("game_master")
    assert "<del>" in page(fight, "game_master")


def test_strangers_find_nothing(fight: Game) -> None:
    assert fight.client("stranger").get(reverse("combat:rolls", args=[fight.table.pk])).status_code == 404


def test_only_fights_with_rolls_are_read_whole(fight: Game) -> None:
    def queries() -> tuple[int, int]:
        with CaptureQueriesContext(connection) as found:
            page(fight, "player")
        heads = sum('"combat_encounter"."head"' in one["sql"] for one in found.captured_queries)
        return len(found), heads

    fight.command("player", "roll", "Ana", notation="d20", reason="suerte")
    fight.act("player", Deed("roll", request="dice"), faces=[17])
    page(fight, "player")
    before = queries()
    assert before[1] == 1, "the fight with rolls; what runs for the header was found by the page before"
    for number in range(5):
        place = store.create(table=fight.table, name=f"Otra {number}", user=fight.users["game_master"])
        Encounter.objects.filter(pk=place.pk).update(status="archived")
    assert queries() == before
