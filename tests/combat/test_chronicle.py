"""The chronicle of a fight and of an evening: what each reader may read of what happened."""

from __future__ import annotations

import html
import re

import pytest
from django.http import HttpResponse
from django.urls import reverse

from characters.gear import holder_of
from combat import services, spoils, store
from equipment.ledger import sharing
from equipment.ledger.models import Cause
from equipment.ledger.writing import Holder
from rules.core.gear import Thing
from tapiz_site.campaigns import sessions
from tapiz_site.campaigns.models import Session

from .long import SHORT, lengthen
from .play import Game, creatures

pytestmark = pytest.mark.django_db


def words(response: HttpResponse) -> str:
    """The page as text in one line."""
    assert response.status_code == 200
    page = re.sub(r"<svg.*?</svg>|<script.*?</script>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def text(game: Game, who: str) -> str:
    response = game.client(who).get(reverse("combat:chronicle_text", args=[game.encounter.pk]))
    assert response["Content-Type"] == "text/markdown; charset=utf-8"
    return response.content.decode()


def test_it_tells_who_met_who_fell_and_what_came_of_it(fight: Game) -> None:
    fight.attack("player", "Ana", "Orco 1", bonus=30)
    fight.damage("game_master", "Orco 1", 60)
    page = words(fight.get("game_master", "chronicle"))
    assert "Ana y Bruno se midieron con Orco 1, Orco 2 y Sombra. Duró 1 ronda." in page
    assert "En la ronda 1, cayó Orco 1." in page
    assert "Bruno en pie" in page
    assert "La escena sigue." in page


def test_what_is_hidden_stands_in_nothing_that_is_sent_on(fight: Game) -> None:
    """The game master reads of everybody; the text to send on tells what the whole table knows."""
    assert "Sombra" in words(fight.get("game_master", "chronicle"))
    for who in ("player", "other_player", "spectator"):
        assert "Sombra" not in words(fight.get(who, "chronicle"))
        assert "Sombra" not in text(fight, who)
    assert "Sombra" not in text(fight, "game_master")
    assert "Orco 1 y Orco 2" in text(fight, "game_master")


def test_the_fall_of_a_hidden_combatant_is_told_from_where_it_is_seen(fight: Game) -> None:
    fight.damage("game_master", "Sombra", 90)
    assert "Sombra" not in words(fight.get("player", "chronicle"))
    fight.command("game_master", "reveal", who=fight.id("Sombra"))
    assert "apareció Sombra y cayó Sombra" in words(fight.get("player", "chronicle"))


def test_who_was_hidden_only_while_the_scene_was_prepared_does_not_appear_in_it(game: Game) -> None:
    game.command("game_master", "reveal", who=game.id("Sombra"))
    game.begin()
    for who in ("game_master", "player"):
        page = words(game.get(who, "chronicle"))
        assert "Sombra" in page
        assert "pareció" not in page


def test_a_step_that_was_taken_back_is_not_told(fight: Game) -> None:
    fight.damage("game_master", "Bruno", 60)
    assert "cayó Bruno" in words(fight.get("player", "chronicle"))
    fight.undo("game_master")
    assert "cayó Bruno" not in words(fight.get("player", "chronicle"))


def test_numbers_that_the_reader_was_not_told_are_not_in_it(fight: Game) -> None:
    fight.attack("player", "Ana", "Orco 1", bonus=3)
    fight.answer("player", "spend", rest=True, effects=[], own=[])
    amount = re.search(r"Ana (\d+) de daño", words(fight.get("player", "chronicle")))
    assert amount is not None
    other = words(fight.get("other_player", "chronicle"))
    assert "de daño" not in other
    assert "Ana 1 golpe" in other
    assert "Quien más daño hizo" not in other


def test_a_scene_in_preparation_and_the_free_scene_have_none(fight: Game) -> None:
    made = store.create(table=fight.table, name="La emboscada", user=fight.users["game_master"])
    url = reverse("combat:chronicle", args=[made.pk])
    assert fight.client("game_master").get(url).status_code == 404
    free = fight.client("game_master").post(reverse("combat:free", args=[fight.table.pk]))["Location"]
    assert fight.client("game_master").get(f"{free}cronica/").status_code == 404


def test_an_evening_tells_of_its_own_fights_alone(fight: Game) -> None:
    master = fight.users["game_master"]
    fight.damage("game_master", "Orco 1", 60)
    session = sessions.begin_session(table=fight.table, user=master)
    url = reverse("combat:session_chronicle", args=[fight.table.pk, session.pk])
    assert "no hubo ninguna escena" in words(fight.client("player").get(url))
    fight.damage("game_master", "Orco 2", 60)
    page = words(fight.client("player").get(url))
    assert "Cayó Orco 2" in page
    assert "ayó Orco 1" not in page
    Session.objects.filter(pk=session.pk).update(notes="Volvieron de noche.")
    sessions.end_session(session=session, user=master)
    services.enlist(encounter=fight.encounter, user=master, rows=creatures("Bandido", {}), key=fight.key())
    fight.damage("game_master", "Bandido", 60)
    for address in (url, reverse("combat:session_chronicle_text", args=[fight.table.pk, session.pk])):
        told = words(fight.client("player").get(address))
        assert "Cayó Orco 2" in told
        assert "Bandido" not in told
        assert "El grupo se impuso." in told
        assert "Volvieron de noche." in told


def test_the_pages_of_what_is_over_lead_to_it(fight: Game) -> None:
    session = sessions.begin_session(table=fight.table, user=fight.users["game_master"])
    fight.client("game_master").post(fight.url("close"), {"key": fight.key()})
    url = fight.url("chronicle")
    for page in (fight.table.get_absolute_url(), reverse("combat:ended", args=[fight.table.pk]), fight.url("log"), ""):
        shown = fight.client("player").get(page or fight.encounter.get_absolute_url()).content.decode()
        assert f'href="{url}"' in shown, page
    evening = reverse("combat:session_chronicle", args=[fight.table.pk, session.pk])
    assert evening in fight.client("player").get(reverse("campaigns:sessions", args=[fight.table.pk])).content.decode()


def test_what_was_taken_from_the_fallen_stands_in_it(fight: Game) -> None:
    master, bruno = fight.users["game_master"], fight.characters["Bruno"]
    fight.damage("game_master", "Orco 1", 60)
    had = {"Cuerda": 3, "Candil": 1, "Pala": 1}
    things = [Thing(name, "gear", name, quantity=quantity) for name, quantity in had.items()]
    loot = spoils.open_to_all(fight.read, fight.id("Orco 1"), master, things)
    left = Holder(fight.table, loot=loot, name=loot.name)
    for name, quantity in (("Cuerda", 2), ("Candil", 1)):
        sharing.give(left, master, left.things().get(name=name).pk, quantity, holder_of(bruno), Cause.LOOT)
    for who in ("game_master", "player", "spectator"):
        assert "Botín Cuerda × 2, Candil" in words(fight.get(who, "chronicle"))
    told = text(fight, "player")
    assert "Botín: Cuerda × 2, Candil" in told
    assert "Pala" not in told


def test_what_each_earned_stands_in_it_and_in_the_log(fight: Game) -> None:
    ana = str(fight.characters["Ana"].pk)
    fight.client("game_master").post(fight.url("close"), {"key": fight.key(), "points": "140", "earns": [ana]})
    page = words(fight.get("player", "chronicle"))
    assert "Para cada uno 140 de experiencia" in page
    assert "Momentos" not in page
    assert "Los jueves · " in page
    assert "140 de experiencia" in text(fight, "player")
    assert "Experiencia de la escena, para cada personaje que la gana: 140" in words(fight.get("spectator", "log"))


def test_a_longer_log_of_what_was_taken_back_costs_no_more_looks_at_the_fighters(
    fight: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []
    system = type(fight.read.system)
    card = system.card
    monkeypatch.setattr(system, "card", lambda self, fight, who: looked.append(who) or card(self, fight, who))
    counts = []
    for entries in (SHORT, 4 * SHORT):
        lengthen(fight, entries)
        looked.clear()
        assert fight.get("player", "chronicle").status_code == 200
        counts.append(len(looked))
    assert counts[0] == counts[1]
