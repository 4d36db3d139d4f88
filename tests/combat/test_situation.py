"""Declared relations: set with a tap by the game master or the acting player, and seen by all."""

from __future__ import annotations

import re

import pytest
from django.http import HttpResponse

from characters.services import update_character

from .play import ANA, Game

pytestmark = pytest.mark.django_db


def text(response: HttpResponse) -> str:
    return response.content.decode()


def declares(game: Game, of: str, what: str, actor: str = "", to: str = "") -> dict[str, str]:
    """The address of a button of the panel."""
    found = {"do": "command", "action": "relate", "of": game.id(of), "to": game.id(to) if to else "", "what": what}
    return {**found, **({"actor": game.id(actor)} if actor else {})}


def panel_of(game: Game, reader: str, **query: str) -> str:
    """A panel as a person reads it."""
    return text(game.client(reader).get(game.url("panel"), query))


def kept(game: Game) -> list[tuple[str, str]]:
    return [(one.kind, one.value) for one in game.fight.relations.values()]


def test_one_tap_of_the_game_master_stays_until_changed(fight: Game) -> None:
    query = declares(fight, "Orco 1", "cover:medium_partial")
    assert (
        fight.post("game_master", query, {"panel": "relate", "who": fight.id("Orco 1")}, htmx=True).status_code == 204
    )
    fight.end_turn()
    assert kept(fight) == [("cover", "medium_partial")]
    assert "Cobertura media parcial" in text(fight.get("spectator"))
    fight.post("game_master", declares(fight, "Orco 1", "cover:none"), htmx=True)
    assert kept(fight) == []


def test_without_scripts_one_stays_on_the_panel(fight: Game) -> None:
    query = declares(fight, "Orco 1", "visibility:partial", to="Ana")
    sent = {"panel": "relate", "who": fight.id("Orco 1"), "to": fight.id("Ana")}
    response = fight.post("game_master", query, sent)
    assert response.status_code == 302
    page = text(fight.client("game_master").get(response["Location"]))
    assert 'aria-pressed="true">En penumbra' in page.replace("\n", "")


def test_only_the_acting_player_may_declare(fight: Game) -> None:
    assert fight.turn == "Ana"
    assert fight.post("player", declares(fight, "Ana", "cover:light_partial", "Ana"), htmx=True).status_code == 204
    for who, actor in (("other_player", "Bruno"), ("other_player", "Ana"), ("spectator", "Ana")):
        response = fight.post(who, declares(fight, "Ana", "cover:none", actor), htmx=True)
        assert response.status_code in (403, 422)
    assert kept(fight) == [("cover", "light_partial")]


def test_the_panel_says_why_nothing_can_be_declared(fight: Game) -> None:
    panel = panel_of(fight, "other_player", panel="relate", actor=fight.id("Bruno"))
    assert "Todavía no le toca." in panel


def test_the_two_who_are_spoken_of_are_named_with_blanks_between(fight: Game) -> None:
    panel = panel_of(fight, "game_master", panel="relate", who=fight.id("Ana"), to=fight.id("Orco 1"))
    assert re.search(r"Ana\s+frente a\s+Orco 1", panel)


def test_players_declare_how_others_stand_to_their_own(fight: Game) -> None:
    """Players may declare only relations of their own combatant; the panel says so, and begins with it."""
    orc, ana = fight.id("Orco 1"), fight.id("Ana")
    assert "Solo se declara" not in panel_of(fight, "player", panel="relate", actor=ana, who=orc)
    assert "Solo se declara" in panel_of(fight, "player", panel="relate", actor=ana, who=orc, to=fight.id("Bruno"))
    refused = fight.post("player", declares(fight, "Orco 1", "cover:none", "Ana"), htmx=True)
    assert refused.status_code == 422
    mine = declares(fight, "Orco 1", "cover:light_partial", "Ana", to="Ana")
    assert fight.post("player", mine, htmx=True).status_code == 204


def test_a_player_is_shown_no_hidden_combatant(fight: Game) -> None:
    fight.command("game_master", "relate", of=fight.id("Ana"), to=fight.id("Sombra"), what="visibility:none")
    panel = panel_of(fight, "player", panel="relate", actor=fight.id("Ana"), who=fight.id("Ana"))
    assert "Sombra" not in panel
    assert fight.id("Sombra") not in panel
    assert "Imposible de ver" not in text(fight.get("player", "fragment", "order"))
    refused = fight.post("player", declares(fight, "Sombra", "cover:none", "Ana"), htmx=True)
    assert refused.status_code == 422


@pytest.mark.parametrize("what", ["cover:glass", "colour:red", "cover", "", "cover:light_partial:x"])
def test_what_cannot_be_declared_changes_nothing(fight: Game, what: str) -> None:
    before = fight.read.encounter.head
    assert fight.post("game_master", declares(fight, "Ana", what), htmx=True).status_code == 422
    assert fight.read.encounter.head == before


def test_the_game_masters_page_of_a_combatant_leads_there(fight: Game) -> None:
    page = panel_of(fight, "game_master", panel="one", who=fight.id("Orco 1"))
    assert f"panel=relate&amp;who={fight.id('Orco 1')}" in page
    attack = panel_of(fight, "game_master", panel="act", actor=fight.id("Ana"))
    assert "panel=relate" in attack


def test_a_distance_is_between_two(fight: Game) -> None:
    panel = panel_of(fight, "game_master", panel="relate", who=fight.id("Ana"))
    assert "Elegir frente a quién." in panel
    fight.post("game_master", declares(fight, "Ana", "band:cerca", to="Orco 1"), htmx=True)
    assert kept(fight) == [("band", "cerca")]
    other = panel_of(fight, "game_master", panel="relate", who=fight.id("Orco 1"), to=fight.id("Ana"))
    assert 'aria-pressed="true">Cerca' in other.replace("\n", "")


def test_a_stance_is_declared_before_the_conflict(game: Game) -> None:
    """TAP-STANCE-01: it costs nothing before the conflict, which the game master alone prepares."""
    ana = game.characters["Ana"]
    update_character(character=ana, name="Ana", values={**ANA, "stances": ["aim"]}, by=game.users["game_master"])
    assert game.get("player").status_code == 404
    form = {"panel": "verb", "action": "stance", "actor": game.id("Ana"), "filled": "verb:stance", "stance": "aim"}
    assert game.post("game_master", game.does("stance", "Ana"), form, htmx=True).status_code == 204
    assert game.body("Ana").stance == "aim"
    assert game.body("Ana").effects == {}
    game.begin()
    assert "Apuntar" in text(game.get("spectator"))


def test_on_a_board_what_it_says_is_pressed_until_the_game_master_says_otherwise(fight: Game) -> None:
    fight.command("game_master", "board_new", columns=12, rows=8)
    for name, square in (("Ana", "A1"), ("Orco 1", "H1")):
        fight.command("game_master", "board_place", who=[fight.id(name)], to=square)
    about = {"panel": "relate", "who": fight.id("Orco 1"), "to": fight.id("Ana")}
    page = panel_of(fight, "game_master", **about).replace("\n", "")
    assert 'aria-pressed="true">Medio' in page
    assert "Según el tablero: Medio (Entre sus casillas: 14 metros)" in page
    fight.post("game_master", declares(fight, "Orco 1", "band:cerca", to="Ana"), about, htmx=True)
    page = panel_of(fight, "game_master", **about).replace("\n", "")
    assert 'aria-pressed="true">Cerca' in page
    assert "Según el tablero: Medio" in page


def test_beside_an_attack_one_says_first_how_its_target_stands_to_the_attacker(fight: Game) -> None:
    page = text(fight.get("game_master", action="attack"))
    assert f"panel=relate&amp;actor={fight.id('Ana')}&amp;who={fight.id('Orco 1')}&amp;to={fight.id('Ana')}" in page


def test_of_a_named_pair_what_may_be_said_comes_before_the_choice_of_another(fight: Game) -> None:
    ana, orc = fight.id("Ana"), fight.id("Orco 1")
    named = panel_of(fight, "game_master", panel="relate", who=orc, to=ana)
    one = panel_of(fight, "game_master", panel="relate", who=orc)
    assert '<details class="stack">' in named
    assert '<details class="stack" open>' in one
