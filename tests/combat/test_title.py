"""The pages of a fight use the group's title for its game master."""

from __future__ import annotations

import pytest
from django.urls import reverse

from characters.services import create_character
from combat.asking import QuestionPanel
from combat.desk import Desk
from combat.policy import seat_or_404
from rules.core.requests import Dice
from tapiz_site.campaigns.models import Table

from .play import Game

pytestmark = pytest.mark.django_db


def call(game: Game, title: str) -> None:
    address = reverse("campaigns:rename", args=[game.table.pk])
    game.client("game_master").post(address, {"name": game.table.name, "dj_title": title})


def order(game: Game) -> str:
    return game.get("game_master", "fragment", "order").content.decode()


def test_a_hidden_combatant_is_the_game_masters_under_the_groups_title(fight: Game) -> None:
    assert "solo DJ" in order(fight)
    tag = fight.get("game_master", "fragment", "order")["ETag"]
    call(fight, "narradora")
    assert "solo narradora" in order(fight)
    assert fight.get("game_master", "fragment", "order")["ETag"] != tag


def test_the_prompt_that_waits_uses_the_title_too(fight: Game) -> None:
    Table.objects.filter(pk=fight.table.pk).update(dj_title="narradora")
    fight.attack("player", "Ana", "Orco 1")
    asking = QuestionPanel(Desk(seat_or_404(fight.users["player"], fight.encounter.pk)))
    assert asking.whose(Dice("judgement", sides=(6,))) == "narradora"


def test_sheets_say_who_may_read_them(fight: Game) -> None:
    call(fight, "narradora")
    page = fight.client("player").get(fight.characters["Ana"].get_absolute_url()).content.decode()
    assert "solo narradora y quien juega" in page
    create_character(table=fight.table, kind="person", name="Nadie", values={}, by=fight.users["game_master"])
    table = fight.client("game_master").get(fight.table.get_absolute_url()).content.decode()
    assert "solo narradora" in table


def test_a_pause_is_said_without_a_title(fight: Game) -> None:
    fight.command("game_master", "pause")
    page = fight.get("player").content.decode()
    assert "Sigue en cuanto lo diga quien dirige." in page
