"""The game master of a fight learns there of a knock at the door of the table; no one else does."""

from __future__ import annotations

import json

import pytest

from tapiz_site.campaigns import doors
from tapiz_site.campaigns.models import Knock

from .play import ROLES, Game

pytestmark = pytest.mark.django_db

CHIP = "en la puerta"


def knock(game: Game, name: str = "Bea") -> Knock:
    door = doors.door_of(game.table) or doors.open_door(table=game.table, offered=[])
    return doors.knock(door=door, name=name, seat="", user=None, before=None)


def text(game: Game, who: str, *path: str) -> str:
    return game.get(who, *path).content.decode()


def test_the_page_itself_counts_the_waiting_and_links_to_the_door(fight: Game) -> None:
    assert CHIP not in text(fight, "game_master")
    knock(fight)
    knock(fight, "Cora")
    page = text(fight, "game_master")
    assert f"2 {CHIP}" in page
    assert f'href="{fight.table.get_absolute_url()}#door-title"' in page


def test_the_page_hears_of_it(fight: Game) -> None:
    page = text(fight, "game_master")
    assert f"{fight.table.topic}@" in page
    assert f'data-live-topic="{fight.table.topic} {fight.table.door_topic}"' in page
    assert f"{fight.table.door_topic}@" in page
    assert fight.table.door_topic not in text(fight, "player")


def test_an_arrival_is_announced_once(fight: Game) -> None:
    first = knock(fight)
    answer = fight.get("game_master", "fragment", "door")
    assert f"1 {CHIP}" in answer.content.decode()
    assert json.loads(answer["HX-Trigger"]) == {"say": "En la puerta: Bea."}
    knock(fight, "Cora")
    known = fight.client("game_master").get(fight.url("fragment", "door"), {"knock": [str(first.pk)]})
    assert json.loads(known["HX-Trigger"]) == {"say": "En la puerta: Cora."}


def test_what_the_page_has_said_is_not_said_again(fight: Game) -> None:
    one = knock(fight)
    again = fight.client("game_master").get(fight.url("fragment", "door"), {"knock": [str(one.pk)]})
    assert "HX-Trigger" not in again
    doors.let_in(table=fight.table, pk=one.pk)
    assert CHIP not in text(fight, "game_master", "fragment", "door")


def test_players_are_not_told(fight: Game) -> None:
    knock(fight)
    for who in ROLES:
        if who not in ("game_master", "anonymous"):
            assert fight.get(who, "fragment", "door").status_code == 404, who
            page = text(fight, who)
            assert CHIP not in page, who
            assert "f-door" not in page, who


def test_players_pages_are_the_same_bytes_with_and_without_a_knock(fight: Game) -> None:
    without = [text(fight, "player", "fragment", name) for name in ("bar", "order", "seat", "dock", "all")]
    knock(fight)
    assert [text(fight, "player", "fragment", name) for name in ("bar", "order", "seat", "dock", "all")] == without
