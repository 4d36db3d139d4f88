"""La carta: a fight keeps the settings it began with until the game master applies those of the table."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.urls import reverse

from combat import services, store
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import HouseChange, Table

from .play import Game
from .pressing import PANEL, Person

pytestmark = pytest.mark.django_db


def text(response: HttpResponse) -> str:
    return response.content.decode()


def choose(game: Game, **values: str) -> HttpResponse:
    """Send the form of la carta with these choices."""
    return game.client("game_master").post(reverse("campaigns:house", args=[game.table.pk]), values)


def here(game: Game) -> dict[str, object]:
    return dict(game.fight.house)


def test_the_page_offers_every_setting_with_a_line_of_what_it_changes(game: Game) -> None:
    page = text(game.client("game_master").get(reverse("campaigns:house", args=[game.table.pk])))
    for line in (
        "TZR0001",
        "TZR0002",
        "el peso se muestra y no cuesta nada",
        "Signo de la CA al revés",
        "Cómo vienen de entrada",
    ):
        assert line in page


def test_a_number_out_of_range_is_refused_beside_its_field(game: Game) -> None:
    before = house_of(game.table)
    response = choose(game, flat_cap="500", size_sign="reversed")
    assert response.status_code == 422
    assert 'value="500"' in text(response)
    assert house_of(Table.objects.get(pk=game.table.pk)) == before
    assert not HouseChange.objects.exists()


def test_a_fight_under_way_keeps_what_it_began_with(fight: Game) -> None:
    began = here(fight)
    assert choose(fight, size_sign="reversed").status_code == 302
    assert here(fight) == began
    assert began["size_sign"] == "source"
    later = store.create(table=Table.objects.get(pk=fight.table.pk), name="Otra", user=fight.users["game_master"])
    assert store.read(later.pk).head.fight.house["size_sign"] == "reversed"


def test_the_main_button_of_its_panel_applies_it_and_what_would_change_comes_first(fight: Game) -> None:
    """Another step, such as the end of a turn that is spent, is not what a game master who reads it means to press."""
    dj = Person(fight.client("game_master"), fight.url())
    fight.attack("player", "Ana", "Orco 1")
    while fight.asked:
        fight.answer("game_master", fight.asked[0].key)
    assert "Pasar turno" in dj.look("?panel=house", part=PANEL).words
    choose(fight, momentary_leftovers="1")
    shown = dj.look("?panel=house", part=PANEL)
    assert "do=house" in shown.act
    page = text(fight.get("game_master", "panel", panel="house"))
    rows = page[page.index('<ul class="why">') :].split("</ul>")[0].split("</li>")[:-1]
    changed = [row for row in rows if " → " in row]
    assert "no → sí" in "".join(changed)
    assert rows[: len(changed)] == changed


def test_apply_here_is_a_step_of_the_log_and_can_be_undone(fight: Game) -> None:
    choose(fight, size_sign="reversed", primary_doubled="1")
    panel = text(fight.get("game_master", "panel", panel="house"))
    assert "Como la tabla → Signo de la CA al revés" in panel
    assert fight.post("game_master", {"do": "house"}, htmx=True).status_code == 204
    assert here(fight)["size_sign"] == "reversed"
    assert fight.newest.data["command"]["action"] == "apply_house"
    page = text(fight.get("player", "log"))
    assert "La carta cambia aquí. Tamaño en los ataques físicos: Signo de la CA al revés" in page
    assert "Aplicar la carta aquí" not in text(fight.get("game_master", "panel", panel="house"))
    fight.undo("game_master")
    assert here(fight)["size_sign"] == "source"


def test_applied_twice_with_one_key_counts_once(fight: Game) -> None:
    choose(fight, tzr0002="1")
    for _try in range(2):
        fight.post("game_master", {"do": "house"}, key="the-same-key")
    assert [row.data["command"]["action"] for row in fight.entries if row.data.get("command")].count("apply_house") == 1


def test_only_the_game_master_applies_it(fight: Game) -> None:
    choose(fight, tzr0002="1")
    for who in ("player", "other_player", "spectator"):
        assert fight.post(who, {"do": "house"}).status_code == 403, who
        assert here(fight)["tzr0002"] is False, who
        assert "Aplicar la carta aquí" not in text(fight.get(who, "panel", panel="house")), who


def test_an_archived_fight_keeps_its_own(fight: Game) -> None:
    fight.command("game_master", "archive")
    choose(fight, tzr0002="1")
    assert fight.post("game_master", {"do": "house"}).status_code == 422
    assert here(fight)["tzr0002"] is False


def test_the_free_scene_takes_a_change_at_once(game: Game) -> None:
    scene = services.scene_of(game.table, game.users["game_master"])
    choose(game, tzr0001="1")
    assert store.read(scene.pk).head.fight.house["tzr0001"] is True
    count = scene.entries.count()
    choose(game, tzr0001="1")
    assert scene.entries.count() == count
