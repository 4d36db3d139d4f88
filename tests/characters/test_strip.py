"""The strip of a sheet while its character is in a fight."""

from __future__ import annotations

import pytest

from tests.combat.play import Game, begun_game, make_game


@pytest.fixture
def game(db: None) -> Game:
    return begun_game()


def sheet(game: Game, who: str, name: str = "Ana") -> str:
    return game.client(who).get(game.characters[name].get_absolute_url()).content.decode()


def test_a_sheet_leads_to_the_fight_and_says_when_it_is_its_turn(game: Game) -> None:
    page = sheet(game, "player")
    assert f'href="{game.encounter.get_absolute_url()}"' in page
    assert "Te toca: ir al conflicto" in page
    assert "Ronda 1" in page
    assert f"fight:{game.encounter.pk}:seat:{game.users['player'].pk}" in page
    master = sheet(game, "game_master")
    assert "Ir al conflicto" in master
    assert "La bodega, Actúa Ana" in master
    game.end_turn()
    assert "La bodega, Actúa" in sheet(game, "player")
    assert "Te toca" not in sheet(game, "player")
    assert f"fight:{game.encounter.pk}:dj" in master
    assert f"fight:{game.encounter.pk}:dj" not in page


def test_a_sheet_hears_of_a_fight_that_begins(db: None) -> None:
    game = make_game()
    game.command("game_master", "archive")
    assert f'data-live-topic="{game.table.topic}' in sheet(game, "player")


def test_pools_are_those_of_the_fight(game: Game) -> None:
    game.damage("game_master", "Ana", 3)
    assert "17<small>/20</small>" in sheet(game, "player")


def test_an_attack_of_the_sheet_opens_in_the_fight_with_its_weapon_chosen(game: Game) -> None:
    page = sheet(game, "player")
    wanted = f"?panel=act&amp;actor={game.id('Ana')}&amp;action=attack"
    assert wanted in page
    address = page[page.index(wanted) :].partition('"')[0].replace("&amp;", "&")
    panel = game.client("player").get(game.encounter.get_absolute_url() + address).content.decode()
    attribute = address.rpartition("attribute=")[2]
    chosen = panel[panel.index(f'name="attribute" value="{attribute}"') :][:120]
    assert "checked" in chosen


def test_a_number_set_by_hand_counts_in_the_fight(game: Game) -> None:
    from characters.services import update_character

    ana = game.characters["Ana"]
    rows = [{"value": "value.armour_class", "number": 19, "reason": "escudo"}]
    update_character(character=ana, name="Ana", values={**ana.sheet, "overrides": rows}, by=game.users["player"])
    assert game.body("Ana").overrides["value.armour_class"].number == 19
