"""Preparing a fight on its pages: a new one, where its characters come from, and what the table sees of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from characters.models import Character
from characters.services import create_character
from combat import demo, services, sheets, store, topics
from combat.deeds import Deed
from combat.models import Act, Encounter, Enlistment
from rules.core.fight import Combatant
from tapiz_site.accounts.models import User
from tests.kept import demo_table, without

from .play import ANA, ORC, Game, make_game
from .pressing import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(game: Game) -> Encounter:
    """A second, empty fight of the table."""
    return store.create(table=game.table, name="La torre", user=game.users["game_master"])


def innkeeper(game: Game, kind: str = "person") -> Character:
    """A character without a player."""
    sheet = ANA if kind == "person" else ORC
    return create_character(
        table=game.table, kind=kind, name="Ventero", values=sheet, by=game.users["game_master"], players=[]
    )


def address(encounter: Encounter) -> str:
    return reverse("combat:add", args=[encounter.pk])


def add(game: Game, encounter: Encounter, *characters: Character, **said: str) -> HttpResponse:
    data = {"key": game.key(), "who": "characters", "character": [str(one.pk) for one in characters], **said}
    return game.client("game_master").post(address(encounter), data)


def one(encounter: Encounter, name: str) -> Combatant[Any]:
    return next(one for one in store.read(encounter.pk).head.fight.combatants.values() if one.name == name)


def text(response: HttpResponse) -> str:
    return response.content.decode()


# Characters it takes


def test_characters_of_the_free_scene_can_be_added(game: Game, other: Encounter) -> None:
    game.command("game_master", "archive")
    place = services.scene_of(game.table, game.users["game_master"])
    assert Enlistment.objects.filter(encounter=place).count() == 2
    page = text(game.client("game_master").get(address(other)))
    box = f'name="character" value="{game.characters["Ana"].pk}"'
    assert f"{box}>" in page
    assert add(game, other, game.characters["Ana"]).status_code == 302
    assert one(other, "Ana").character == str(game.characters["Ana"].pk)
    assert add(game, other, game.characters["Ana"]).status_code == 422
    assert Enlistment.objects.get(character=game.characters["Ana"]).encounter == place
    assert Enlistment.objects.get(character=game.characters["Bruno"]).encounter == place


def test_characters_of_another_fight_cannot(game: Game, other: Encounter) -> None:
    game.begin()
    page = text(game.client("game_master").get(address(other)))
    assert f'value="{game.characters["Ana"].pk}" disabled' in page
    assert "está en La bodega" in page
    # a button that could only be refused is not there
    assert "Añadir los elegidos" not in page
    assert "Nadie está libre" in page
    assert add(game, other, game.characters["Ana"]).status_code == 422
    assert not Enlistment.objects.filter(encounter=other).exists()


def test_no_character_is_added_to_the_free_scene_twice(game: Game) -> None:
    game.command("game_master", "archive")
    place = services.scene_of(game.table, game.users["game_master"])
    assert add(game, place, game.characters["Ana"]).status_code == 422


# What the table sees of them


def test_numbers_are_shown_of_characters_with_a_player(game: Game, other: Encounter) -> None:
    game.command("game_master", "archive")
    add(game, other, game.characters["Ana"], innkeeper(game), innkeeper(game, "creature"))
    rows = store.read(other.pk).head.fight.combatants.values()
    assert sorted((row.name, row.side, row.shows) for row in rows) == [
        ("Ana", "party", "number"),
        ("Ventero", "foes", "word"),
        ("Ventero", "party", "word"),
    ]


def test_the_form_says_otherwise(game: Game, other: Encounter) -> None:
    said = {"side": "foes", "shows": "nothing", "public_name": "Encapuchado", "hidden": "on"}
    add(game, other, innkeeper(game), **said)
    row = one(other, "Ventero")
    assert (row.side, row.shows, row.public_name, row.hidden) == ("foes", "nothing", "Encapuchado", True)


def test_one_public_name_is_not_for_several_and_what_was_said_stays(game: Game, other: Encounter) -> None:
    game.command("game_master", "archive")
    ana = game.characters["Ana"]
    refused = add(game, other, ana, innkeeper(game), public_name="Encapuchado", shows="nothing")
    assert refused.status_code == 422
    page = text(refused)
    assert "ha de quedar en blanco" in page
    assert 'value="Encapuchado"' in page
    assert f'value="{ana.pk}" checked' in page
    assert '<option value="nothing" selected>' in page
    assert not store.read(other.pk).head.fight.combatants


# A new one


def test_the_same_form_twice_makes_one_scene(game: Game) -> None:
    new = reverse("combat:new", args=[game.table.pk])
    client = game.client("game_master")
    assert 'name="key"' in text(client.get(new))
    sent = [client.post(new, {"key": "a-key-of-the-form", "name": "El puente"}) for _tap in range(2)]
    made = Encounter.objects.get(name="El puente")
    assert [one["Location"] for one in sent] == [address(made)] * 2
    assert Act.objects.filter(encounter=made).count() == 1


def test_its_key_with_another_name_is_refused(game: Game) -> None:
    new = reverse("combat:new", args=[game.table.pk])
    client = game.client("game_master")
    client.post(new, {"key": "a-key-of-the-form", "name": "El puente"})
    refused = client.post(new, {"key": "a-key-of-the-form", "name": "El vado"})
    assert refused.status_code == 422
    assert "ya se usó" in text(refused)
    assert not Encounter.objects.filter(name="El vado").exists()


# People who may know of it


def test_a_scene_in_preparation_is_the_game_masters(game: Game, other: Encounter) -> None:
    """No link, no name, no strip, although a player's character stands in it; the free scene keeps the character."""
    game.command("game_master", "archive")
    place = services.scene_of(game.table, game.users["game_master"])
    add(game, other, game.characters["Ana"])
    pages = (game.table.get_absolute_url(), game.characters["Ana"].get_absolute_url(), place.get_absolute_url())
    for who in ("player", "other_player", "spectator"):
        for page in pages:
            assert "La torre" not in text(game.client(who).get(page))
        assert game.client(who).get(other.get_absolute_url()).status_code == 404
        assert game.client(who).get(f"{other.get_absolute_url()}parte/order/").status_code == 404
        user = game.users[who]
        heard = [(user, topic) for topic in (topics.table(other.pk), topics.seat(other.pk, user.pk))]
        assert topics.which_may_watch(heard) == set()
    assert "La torre" in text(game.client("game_master").get(game.table.get_absolute_url()))
    assert one(place, "Ana")
    services.act(encounter=other.pk, user=game.users["game_master"], deed=Deed("command", "initiative"), key=game.key())
    for page in pages[:2]:
        assert "La torre" in text(game.client("player").get(page))


def test_a_sheet_does_not_tell_its_player_that_it_is_hidden_in_a_fight() -> None:
    without()
    game = make_game(rows=[])
    game.command("game_master", "archive")
    row = sheets.character_row(game.characters["Ana"], hidden=True)
    fight = store.create(table=game.table, name="El espejo", user=game.users["game_master"])
    services.enlist(encounter=fight, user=game.users["game_master"], rows=[row], key=game.key())
    services.act(encounter=fight.pk, user=game.users["game_master"], deed=Deed("command", "initiative"), key=game.key())
    sheet = game.characters["Ana"].get_absolute_url()
    assert "El espejo" in text(game.client("game_master").get(sheet))
    assert "El espejo" not in text(game.client("player").get(sheet))


# Orders


def dated(encounter: Encounter, *, created: str, changed: str, status: str) -> None:
    days = {"created": f"{created}T20:00Z", "changed": f"{changed}T20:00Z"}
    Encounter.objects.filter(pk=encounter.pk).update(status=status, **days)


@pytest.mark.usefixtures("templates_tell")
def test_the_screen_shows_what_runs_before_what_is_in_a_pause(fight: Game) -> None:
    paused = store.create(table=fight.table, name="El molino", user=fight.users["game_master"])
    dated(fight.encounter, created="2026-01-01", changed="2026-01-01", status="running")
    dated(paused, created="2026-01-02", changed="2026-01-02", status="paused")
    page = fight.client("spectator").get(reverse("combat:screen", args=[fight.table.pk]))
    assert page.context["encounter"] == fight.encounter


@pytest.mark.usefixtures("templates_tell")
def test_the_order_of_fights_tells_players_of_no_hidden_act(fight: Game) -> None:
    later = store.create(table=fight.table, name="El molino", user=fight.users["game_master"])

    def order(who: str) -> bool:
        # the header says what waits for the reader; the list comes after it
        page = text(fight.client(who).get(fight.table.get_absolute_url())).rpartition("Conflictos")[2]
        return page.index("La bodega") < page.index("El molino")

    dated(later, created="2026-01-02", changed="2026-01-02", status="running")
    dated(fight.encounter, created="2026-01-01", changed="2026-01-03", status="running")
    assert (order("game_master"), order("player")) == (True, False)
    screen = fight.client("spectator").get(reverse("combat:screen", args=[fight.table.pk]))
    assert screen.context["encounter"] == later


def test_who_may_be_surprised_sees_the_scene_that_asks_and_it_stays() -> None:
    """Surprise comes before the first step in Tumbas; its player could neither see the scene nor roll."""
    demo_table(next(path for path in demo.demos() if path.parent.name == "tumbas"))
    running = Encounter.objects.get(free=False, table__system="tumbas")
    gm = User.objects.get(username="narradora")
    services.act(encounter=running.pk, user=gm, deed=Deed("command", "archive"), key="the-first-key-of-it")
    scene = store.create(table=running.table, name="El molino", user=gm)
    orlo = Character.objects.get(name="Orlo")
    services.enlist(encounter=scene, user=gm, rows=[sheets.character_row(orlo)], key="the-second-key-of-it")
    (who,) = store.read(scene.pk).head.fight.combatants
    player = Person(_client("orlo"), scene.get_absolute_url())

    def seen() -> bool:
        status = player.client.get(player.url).status_code
        shown = "El molino" in text(player.client.get(running.table.get_absolute_url()))
        assert (status == 200) is shown
        return shown

    assert not seen()
    deed = Deed("command", "surprise", inputs={"people": [who]})
    services.act(encounter=scene.pk, user=gm, deed=deed, key="the-third-key-of-it")
    assert seen()
    assert player.press()[1] is not None
    assert not store.read(scene.pk).head.open
    assert seen()
    master = Person(_client("narradora"), scene.get_absolute_url())
    assert master.press()[0] == "Empezar el primer asalto"
    assert seen()


def _client(username: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(username=username))
    return client
