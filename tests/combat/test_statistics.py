"""The statistics of a table: what each reader may know of dice, damage and falls, counted once and by evening."""

from __future__ import annotations

import csv
import io

import pytest
from django.http import HttpResponse
from django.urls import reverse

from combat import services, veils
from combat.deeds import Deed
from combat.models import FightSums
from combat.statistics import counting
from tapiz_site.campaigns import sessions
from tapiz_site.campaigns.models import Table

from .play import Game, creatures

pytestmark = pytest.mark.django_db

PEOPLE = "personas"


def page(game: Game, who: str, **query: str) -> str:
    response = game.client(who).get(reverse("combat:statistics", args=[game.table.pk]), query)
    assert response.status_code == 200
    return response.content.decode()


def file(game: Game, who: str, name: str = PEOPLE, **query: str) -> list[list[str]]:
    response: HttpResponse = game.client(who).get(reverse("combat:statistics_file", args=[game.table.pk, name]), query)
    assert response.status_code == 200
    assert response["Content-Type"] == "text/csv; charset=utf-8; header=present"
    text = response.content.decode()
    assert text.count("\n") == text.count("\r\n")
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def of(game: Game, who: str, name: str, **query: str) -> dict[str, str]:
    """The row of this fighter in the table of people; empty without one."""
    heads, *rows = file(game, who, **query)
    return next((dict(zip(heads, row, strict=True)) for row in rows if row[0] == name), {})


def struck(game: Game, amount: int = 30) -> None:
    """Ana hits an orc; then one blow of the game master's fells Bruno."""
    game.attack("player", "Ana", "Orco 1", bonus=3)
    game.answer("player", "spend", rest=True, effects=[], own=[])
    game.damage("game_master", "Bruno", amount)


def test_a_fight_in_which_nothing_was_done_says_so(fight: Game) -> None:
    assert "Todavía no hay nada que contar aquí." in page(fight, "player")
    struck(fight)
    assert "Todavía no hay nada que contar aquí." not in page(fight, "player")


def test_damage_hits_and_falls_count_by_person(fight: Game) -> None:
    struck(fight)
    ana, foes = of(fight, "game_master", "Ana"), of(fight, "game_master", "Rivales")
    assert ana["Aciertos"] == "1"
    assert ana["Daño hecho"] == foes["Daño recibido"] != "0"
    assert of(fight, "game_master", "Bruno")["Cayó"] == "1"
    assert of(fight, "game_master", "Bruno")["Daño recibido"] == "30"


def test_a_number_that_the_reader_was_not_told_is_not_in_it(fight: Game) -> None:
    struck(fight)
    assert of(fight, "player", "Ana")["Daño hecho"] == of(fight, "game_master", "Ana")["Daño hecho"]
    other = of(fight, "other_player", "Ana")
    assert (other["Daño hecho"], other["Golpes hechos sin cifra"]) == ("0", "1")
    assert of(fight, "spectator", "Ana") == other


def test_the_game_masters_hidden_rolls_and_hidden_foes_are_theirs(fight: Game) -> None:
    fight.damage("game_master", "Sombra", 9)
    fight.command("game_master", "roll", notation="2d6", reason="el tesoro", secret=True)
    fight.act("game_master", Deed("roll", request="dice"))
    assert of(fight, "game_master", "Rivales")["Daño recibido"] == "9"
    assert len(file(fight, "game_master", "dados")) == 7
    for who in ("player", "other_player", "spectator"):
        assert file(fight, who) == file(fight, who)[:1]
        assert file(fight, who, "dados") == file(fight, who, "dados")[:1]


def test_dice_count_face_by_face_for_who_threw_them(fight: Game) -> None:
    for _time in range(3):
        fight.command("player", "roll", "Ana", notation="2d6", reason="suerte")
        fight.act("player", Deed("roll", request="dice"))
    heads, *rows = file(fight, "spectator", "dados")
    assert heads == ["Quién", "Dado", "Cara", "Veces", "Se esperan"]
    assert [row[:3] for row in rows] == [["Ana", "d6", str(face)] for face in range(1, 7)]
    assert sum(int(row[3]) for row in rows) == 6
    assert {row[4] for row in rows} == {"1,0"}
    assert "3 tiradas<" in page(fight, "spectator")
    assert "Los dados, contra lo que se espera" in page(fight, "spectator")


def test_what_was_taken_back_does_not_count(fight: Game) -> None:
    fight.damage("game_master", "Bruno", 30)
    assert of(fight, "player", "Bruno")["Cayó"] == "1"
    fight.undo("game_master")
    assert of(fight, "player", "Bruno") == {}


def test_what_lies_under_a_veil_does_not_count_and_nothing_of_it_is_kept(fight: Game) -> None:
    fight.damage("game_master", "Bruno", 2)
    first = fight.newest.sequence
    fight.damage("game_master", "Bruno", 30)
    assert of(fight, "player", "Bruno")["Daño recibido"] == "32"
    veils.cover(fight.encounter, first + 1, fight.newest.sequence)
    assert not FightSums.objects.exists()
    assert of(fight, "player", "Bruno")["Daño recibido"] == "2"
    assert of(fight, "game_master", "Bruno")["Daño recibido"] == "2"


def test_who_raised_whom_is_told(fight: Game) -> None:
    fight.damage("game_master", "Bruno", 22)
    assert "Quién salvó a quién" not in page(fight, "player")
    fight.command(
        "player",
        "stabilise",
        "Ana",
        target=fight.id("Bruno"),
        pool="physical",
        mode="static",
        others=[{"value": 40, "reason": "hierbas"}],
    )
    saved = file(fight, "player", "salvados")[1:]
    assert [row[:4] for row in saved] == [["Ana", "Bruno", "le estabilizó", "1"]]


def test_an_evening_counts_what_was_done_in_it(fight: Game) -> None:
    fight.damage("game_master", "Bruno", 2)
    first = sessions.begin_session(table=fight.table, user=fight.users["game_master"])
    fight.damage("game_master", "Bruno", 3)
    sessions.end_session(session=first, user=fight.users["game_master"])
    second = sessions.begin_session(table=fight.table, user=fight.users["game_master"])
    fight.damage("game_master", "Bruno", 4)
    taken = "Daño recibido"
    assert of(fight, "player", "Bruno", de=f"sesion:{first.pk}")[taken] == "3"
    assert of(fight, "player", "Bruno", de=f"sesion:{second.pk}")[taken] == "4"
    assert of(fight, "player", "Bruno", de=f"escena:{fight.encounter.pk}")[taken] == "9"
    assert of(fight, "player", "Bruno")[taken] == "9"
    struck(fight)
    assert "Daño por sesión" in page(fight, "game_master")


def test_a_persons_page_tells_of_their_characters(fight: Game) -> None:
    struck(fight)
    mine = {"persona": str(fight.users["player"].pk)}
    assert [row[0] for row in file(fight, "spectator", **mine)[1:]] == ["Ana"]
    assert "Daño por escena" in page(fight, "player", **mine)
    for wrong in ({"persona": str(fight.users["stranger"].pk)}, {"de": "sesion:99999"}, {"de": "escena:no"}):
        assert fight.client("player").get(reverse("combat:statistics", args=[fight.table.pk]), wrong).status_code == 404


def test_a_name_is_no_formula(fight: Game) -> None:
    rows = creatures("=cmd|' /C calc'!A0", {}, side="party")
    services.enlist(encounter=fight.encounter, user=fight.users["game_master"], rows=rows, key=fight.key())
    fight.damage("game_master", "=cmd|' /C calc'!A0", 2)
    assert [row[0] for row in file(fight, "game_master")[1:]] == ["'=cmd|' /C calc'!A0"]


def test_a_fight_is_counted_once_for_each_audience(fight: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    struck(fight)
    before = [file(fight, who) for who in ("game_master", "player", "spectator")]
    assert FightSums.objects.count() == 3
    monkeypatch.setattr(counting, "Past", None)
    assert [file(fight, who) for who in ("game_master", "player", "spectator")] == before
    monkeypatch.undo()
    fight.damage("game_master", "Ana", 1)
    assert file(fight, "player") != before[1]
    assert FightSums.objects.count() == 3


def test_what_is_not_counted_yet_is_said(fight: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    struck(fight)
    monkeypatch.setattr(counting, "PATIENCE", -1)
    assert "Falta 1 escena por contar." in page(fight, "player")
    monkeypatch.undo()
    assert "por contar" not in page(fight, "player")


def test_another_table_is_nobodys_business(fight: Game) -> None:
    other = Table.objects.create(name="Otra", system=fight.table.system)
    for name, more in (("statistics", ()), ("statistics_file", (PEOPLE,))):
        assert fight.client("player").get(reverse(f"combat:{name}", args=[other.pk, *more])).status_code == 404
    assert (
        fight.client("player").get(reverse("combat:statistics_file", args=[fight.table.pk, "nada"])).status_code == 404
    )
