"""What the game master decides, on the pages: a player proposes, the game master says yes in one tap or changes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.translation import override
from pytest_django import DjangoDbBlocker

from combat import deeds, topics
from combat.deeds import Deed
from rules.core import fair
from tapiz_site.live import versions
from tests.combat.play import Game, begun_game
from tests.kept import as_made, made_once

OTHERS = {"others__0__value": "2", "others__0__reason": "soy lista"}


def _begun() -> Game:
    return begun_game(proposals="ask")


@pytest.fixture(scope="module")
def _table(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(_begun, django_db_blocker) as game:
        yield game


@pytest.fixture
def table(_table: Game, db: None) -> Game:
    return as_made(_table)


def form(game: Game, **more: str) -> dict[str, str]:
    return {
        "what": "levantar el rastrillo",
        "attribute": "intelligence",
        "mode": "rolled",
        "opponent_attribute": "wisdom",
        **more,
    }


def proposes(game: Game) -> None:
    answer = game.post("player", {**game.does("other", "Ana"), "rolls": "1"}, form(game, **OTHERS), htmx=True)
    assert answer.status_code == 204, answer.content.decode()


def panel(game: Game, who: str, **query: str) -> str:
    return game.get(who, "panel", htmx=True, **query).content.decode()


def open_command(game: Game) -> Any:
    return game.read.head.open[-1].command


def test_others_hear_that_they_have_to_wait(table: Game) -> None:
    """What is asked of the game master is not told to them; that their own acts would be refused meanwhile is."""
    for changes in (lambda: proposes(table), lambda: table.act("game_master", Deed("cancel"))):
        before = versions.version(topics.table(table.encounter.pk))
        changes()
        assert versions.version(topics.table(table.encounter.pk)) == before + 1


def test_a_players_form_says_what_the_game_master_decides(table: Game) -> None:
    query = {"panel": "act", "actor": table.id("Ana"), "action": "other"}
    decides = f"lo decide {table.table.the_dj}"
    assert decides in panel(table, "player", **query)
    assert decides not in panel(table, "game_master", **query)


def test_the_button_of_a_proposal_says_so(table: Game) -> None:
    query = {"panel": "act", "actor": table.id("Ana"), "action": "attack", "filled": f"act:{table.id('Ana')}:attack"}
    usual = {"target": table.id("Orco 1"), "kind": "physical", "attribute": "strength", "mode": "rolled"}
    assert "Proponer a" in panel(table, "player", **query, **usual, **OTHERS)
    assert "Proponer a" not in panel(table, "player", **query, **usual)
    assert "Proponer a" not in panel(table, "game_master", **query, **usual, **OTHERS)
    # the attribute of a free action is the game master's in any case
    free = {**query, "action": "other", "filled": f"act:{table.id('Ana')}:other"}
    assert "Proponer a" in panel(table, "player", **free, **form(table))


def test_nothing_rolls_until_the_game_master_says_yes(table: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    # the app rolls on after the yes: a margin would tell the difficulty
    monkeypatch.setattr(fair.Seed, "faces", lambda _seed, _identity, sides: [1 for _die in sides])
    proposes(table)
    assert open_command(table).proposed == ("attribute", "others")
    assert [request.key for request in table.asked] == ["game_master"]
    of = open_command(table).id
    sent = {"do": "answer", "of": of}
    shown = panel(table, "game_master")
    for part in ("levantar el rastrillo", "soy lista", 'name="difficulty"', "Sí", "No, lo de siempre"):
        assert part in shown
    assert table.post("player", sent, {"request": "game_master"}, htmx=True).status_code == 422
    word = {"request": "game_master", "attribute": "intelligence", "difficulty": "hard", **OTHERS}
    assert table.post("game_master", sent, word, htmx=True).status_code == 204
    assert [request.key for request in table.asked] != ["game_master"]
    assert open_command(table).proposed == ("attribute", "others"), "the log keeps that it was a proposal"
    # the difficulty that the game master sets with it stays there until the margin tells it
    seen = {who: table.get(who).content.decode() for who in ("game_master", "player")}
    assert "Difícil" not in seen["player"]
    assert "dificultad" not in seen["player"].lower()


def test_the_cue_of_every_page_tells_the_act_with_its_values(table: Game) -> None:
    proposes(table)
    sentence = "Ana: levantar el rastrillo, INT, +2 soy lista"
    told = {who: table.get(who, "fragment", "stage").content.decode() for who in ("game_master", "player")}
    assert sentence in told["game_master"]
    assert sentence in told["player"]
    assert f"Decide {table.table.the_dj}" in told["player"]
    others = table.get("other_player", "fragment", "stage").content.decode()
    assert "soy lista" not in others
    calls = reverse("combat:calls", args=[table.table.pk])
    assert sentence in table.client("game_master").get(calls).content.decode()


def test_a_sentence_that_begins_with_the_game_masters_title_has_its_capital(table: Game) -> None:
    proposes(table)
    table.client("player").cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    told = table.get("player", "fragment", "stage").content.decode()
    with override("en"):
        title = str(table.table.the_dj)
    assert f"{title[:1].upper()}{title[1:]} decides" in told


class Sixes:
    """Dice that leave points to spend, so that the act stays open."""

    def randint(self, least: int, most: int) -> int:
        return most


def test_no_sets_what_was_proposed_back(table: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deeds, "_random", Sixes())
    proposes(table)
    sent = {"do": "answer", "of": open_command(table).id, "declined": "1"}
    assert table.post("game_master", sent, {"request": "game_master"}, htmx=True).status_code == 204
    told = [fact["code"] for entry in table.entries for fact in entry.data["facts"]]
    assert "core.hand.set_out" in told
    assert table.read.head.open[-1].answers["game_master"]["others"] == []


def test_a_player_takes_a_proposal_back(table: Game) -> None:
    proposes(table)
    table.undo("player")
    assert table.read.head.open == ()


def test_a_form_never_begins_with_what_was_granted_once(table: Game) -> None:
    proposes(table)
    query = {"panel": "act", "actor": table.id("Ana"), "action": "other"}
    assert 'value="soy lista"' not in panel(table, "player", **query)


def test_a_table_that_trusts_its_players_is_not_asked(table: Game) -> None:
    table.table.house = {**table.table.house, "proposals": "trust"}
    table.table.save()
    assert table.post("game_master", {"do": "house"}, {}, htmx=True).status_code == 204
    proposes(table)
    assert open_command(table).proposed == ()
    told = [fact["code"] for entry in table.entries for fact in entry.data["facts"]]
    assert "core.hand.trust" in told


def test_cover_that_a_player_declares_is_a_proposal(table: Game) -> None:
    query = table.does("relate", "Ana") | {"of": table.id("Ana"), "to": "", "what": "cover:heavy_partial"}
    assert table.post("player", query, {}, htmx=True).status_code == 204
    assert table.fight.relations == {}
    table.answer("game_master", "game_master", what="cover:light_partial")
    assert [one.value for one in table.fight.relations.values()] == ["light_partial"]


def test_the_short_log_of_a_phone_tells_that_something_was_proposed(table: Game) -> None:
    """What it is stays between its player and the game master."""
    proposes(table)
    for who in ("player", "other_player", "spectator"):
        told = table.get(who, "fragment", "log").content.decode()
        assert "Ana</b> propone algo a la dirección de juego" in told
        assert "levantar el rastrillo" not in told
    assert "propone algo" not in table.get("game_master", "fragment", "side").content.decode()


def test_who_proposes_cover_reads_no_refusal(table: Game) -> None:
    """TAP-VIS-03: the game master decides; the strip of the page says so, and nothing has gone wrong."""
    ana = table.id("Ana")
    relate = {"do": "command", "action": "relate", "of": ana, "to": "", "what": "cover:medium_partial", "actor": ana}
    assert table.post("player", relate, htmx=True).status_code == 204
    assert [one.to for one in table.asked] == [None]
    page = panel(table, "player", panel="relate", actor=ana)
    assert "Cobertura media parcial" in page
    assert "Antes hay que terminar" not in page
