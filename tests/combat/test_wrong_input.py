"""Wrong input gets the rule's reason in words beside its field, and changes nothing."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from django.http import HttpResponse

from characters.services import update_character

from .play import ANA, Game

pytestmark = pytest.mark.django_db


def text(response: HttpResponse) -> str:
    return response.content.decode()


def refused(game: Game, who: str, query: Mapping[str, str], data: Mapping[str, str], words: str, field: str) -> None:
    """It is refused with these words beside this field, which still shows what was typed."""
    before = game.read.encounter.head
    for script in (True, False):
        response = game.post(who, query, data, htmx=script)
        assert response.status_code == 422
        page = text(response)
        assert words in page
        if field:
            assert f'id="command-{field}-error"' in page
    assert game.read.encounter.head == before


def attack_form(game: Game, **more: str) -> dict[str, str]:
    plain = {"attribute": "strength", "mode": "static", "kind": "physical", "resistance_mode": "static"}
    return {**plain, "target": game.id("Orco 1"), "filled": f"act:{game.id('Ana')}:attack", **more}


def test_a_face_that_the_die_does_not_have(game: Game) -> None:
    game.command("game_master", "initiative")
    request = f"initiative:{game.id('Ana')}"
    faces = {"request": request, "filled": "x", "face0": "7", "face1": "1", "face2": "1"}
    refused(game, "player", {"do": "answer"}, faces, "7", "")


def test_more_points_than_there_are(fight: Game) -> None:
    fight.attack("player", "Ana", "Orco 1", bonus=5)
    form = {"request": "spend", "filled": "ask:spend", "effects": "knock_down_enemy"}
    before = fight.read.encounter.head
    response = fight.post("player", {"do": "answer"}, form, htmx=True)
    assert response.status_code == 422
    too_many = {"request": "spend", "filled": "ask:spend", "effects": "painful_wound", "hit_points": "5"}
    response = fight.post("player", {"do": "answer"}, too_many, htmx=True)
    assert response.status_code == 422
    assert "Cuesta 10 puntos y hay" in text(response)
    assert fight.read.encounter.head == before


def test_a_stance_that_was_not_bought(fight: Game) -> None:
    ana = fight.characters["Ana"]
    sheet = {**ANA, "stances": ["aim"]}
    update_character(character=ana, name="Ana", values=sheet, by=fight.users["game_master"])
    form = {"panel": "verb", "action": "stance", "actor": fight.id("Ana"), "filled": "verb:stance", "stance": "aim"}
    wrong = {**form, "stance": "iron_defence"}
    refused(
        fight,
        "player",
        fight.does("stance", "Ana"),
        wrong,
        "Esa postura no está entre las aprendidas.",
        "stance",
    )
    assert fight.post("player", fight.does("stance", "Ana"), form, htmx=True).status_code == 204
    refused(fight, "player", fight.does("stance", "Ana"), form, "Ya está en esa postura.", "stance")


def test_healing_twice(fight: Game) -> None:
    fight.damage("game_master", "Bruno", 5)
    heal = {"attribute": "intelligence", "mode": "static", "pool": "physical", "target": fight.id("Bruno")}
    form = {**heal, "filled": f"act:{fight.id('Ana')}:heal"}
    assert fight.post("game_master", fight.does("heal", "Ana"), form, htmx=True).status_code == 204
    if fight.asked:
        fight.answer("game_master", "spend", effects=[])
    words = "Ya hubo un intento de curación desde el último daño."
    fight.damage("game_master", "Ana", 1)
    refused(fight, "game_master", fight.does("heal", "Ana"), form, words, "target")


def test_an_attack_out_of_total_cover(fight: Game) -> None:
    fight.command("game_master", "relate", of=fight.id("Ana"), to=None, what="cover:heavy_total")
    words = "Tras una cobertura total no se puede atacar."
    refused(fight, "player", fight.does("attack", "Ana"), attack_form(fight), words, "")


def test_a_modifier_beyond_its_bounds(fight: Game) -> None:
    form = attack_form(fight, others__0__value="99", others__0__reason="la lluvia")
    refused(fight, "player", fight.does("attack", "Ana"), form, "Debe estar entre −40 y 40.", "others__0__value")
