"""The screen in the room, a player's page as the game master sees it, and fights in preparation."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.urls import reverse

from combat import services, sheets, store
from combat.deeds import Deed
from combat.models import Encounter
from combat.policy import Glance, glance_or_404, seat_or_404, viewer_of
from rules.core.audience import PUBLIC, Viewer
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import doors
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Membership, Role

from .play import Game

pytestmark = pytest.mark.django_db

CHANGING = re.compile(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"|data-live-topics="[^"]*"|data-reader="[^"]*"')


def text(response: object) -> str:
    return response.content.decode()  # type: ignore[attr-defined, no-any-return]


def test_the_screen_shows_whose_turn_it_is_and_no_secret(fight: Game) -> None:
    page = text(fight.client("spectator").get(reverse("combat:screen", args=[fight.table.pk])))
    assert "<h1>Ana</h1>" in page
    assert "Orco 1" in page
    assert "Sombra" not in page
    assert "formaction" not in page


def test_the_screen_goes_over_to_another_fight_by_itself(fight: Game) -> None:
    address = reverse("combat:screen", args=[fight.table.pk])
    asked = {"HX-Request": "true"}
    same = fight.client("spectator").get(address, {"shows": str(fight.encounter.pk)}, headers=asked)
    assert "HX-Refresh" not in same.headers
    fight.command("game_master", "archive")
    gone = fight.client("spectator").get(address, {"shows": str(fight.encounter.pk)}, headers=asked)
    assert gone.headers["HX-Refresh"] == "true"


def test_the_screen_shows_the_way_in_while_the_door_is_open_and_not_who_knocks(fight: Game) -> None:
    address = reverse("combat:screen", args=[fight.table.pk])
    door = doors.open_door(table=fight.table)
    doors.knock(door=door, name="Gervasia", seat="", user=None, before=None)
    assert door.shown_code in text(fight.client("spectator").get(address))
    fight.command("game_master", "archive")
    idle = text(fight.client("spectator").get(address))
    assert 'class="qr"' in idle
    assert door.shown_code in idle
    assert "cloth--calm" in idle
    assert "Gervasia" not in idle
    doors.close_door(table=fight.table)
    assert 'class="qr"' not in text(fight.client("spectator").get(address))


def test_strangers_see_no_screen(fight: Game) -> None:
    assert fight.client("stranger").get(reverse("combat:screen", args=[fight.table.pk])).status_code == 404


def as_player(game: Game, who: str, seen: str, address: str) -> object:
    person = game.users[seen].pk
    return game.client(who).get(reverse("combat:as_player", args=[person, address.lstrip("/")]))


def test_the_game_master_sees_exactly_what_a_player_sees(fight: Game) -> None:
    """The same bytes, but for the prefix of addresses and the parts that differ in each answer."""
    prefix = f"/como/{fight.users['player'].pk}/"
    for address in (fight.url(), fight.url("fragment", "seat"), fight.url("fragment", "order"), fight.url("panel")):
        theirs = CHANGING.sub("", text(fight.client("player").get(address)))
        seen = CHANGING.sub("", text(as_player(fight, "game_master", "player", address)))
        assert seen.replace(prefix, "/") == theirs


def test_looking_as_a_player_leaves_nothing_behind_for_them(fight: Game) -> None:
    as_player(fight, "game_master", "player", fight.url("fragment", "order"))
    assert "/como/" not in text(fight.client("player").get(fight.url("fragment", "order")))


@pytest.mark.parametrize("who", ["player", "other_player", "spectator", "stranger"])
def test_no_one_else_looks_as_another_person(fight: Game, who: str) -> None:
    assert as_player(fight, who, "player", fight.url()).status_code == 404  # type: ignore[attr-defined]


@pytest.mark.parametrize("address", ["cuenta/", "mesas/", "reglas/tapiz/?q=escudo", "personajes/{ana}/equipo/"])
def test_every_other_address_leads_to_the_own_page(fight: Game, address: str) -> None:
    """A player's page is full of links: none of them is a dead end, and none is followed as the player."""
    rest = address.format(ana=fight.characters["Ana"].pk)
    path, _mark, query = rest.partition("?")
    elsewhere = reverse("combat:as_player", args=[fight.users["player"].pk, path])
    answer = fight.client("game_master").get(f"{elsewhere}?{query}" if query else elsewhere)
    assert (answer.status_code, answer["Location"]) == (302, f"/{rest}")


def test_what_is_nowhere_leads_nowhere(fight: Game) -> None:
    nowhere = reverse("combat:as_player", args=[fight.users["player"].pk, "nada/"])
    assert fight.client("game_master").get(nowhere).status_code == 404


def test_nothing_can_be_done_that_way_and_it_is_said(fight: Game) -> None:
    person, before = fight.users["player"].pk, fight.read.encounter.sequence
    act = reverse("combat:as_player", args=[person, fight.url("act").lstrip("/")])
    by_script = fight.client("game_master").post(act, {"key": "as-a-player"}, headers={"HX-Request": "true"})
    assert (by_script.status_code, by_script["HX-Retarget"]) == (409, "#why")
    assert "Aquí solo se mira" in text(by_script)
    whole = fight.client("game_master").post(act, {"key": "as-a-player"})
    assert whole.status_code == 409
    assert f'href="/como/{person}{fight.url()}"' in text(whole)
    assert fight.read.encounter.sequence == before


@pytest.mark.parametrize("who", ["player", "other_player", "spectator", "stranger"])
def test_people_who_may_not_look_do_not_learn_that_others_may(fight: Game, who: str) -> None:
    act = reverse("combat:as_player", args=[fight.users["player"].pk, fight.url("act").lstrip("/")])
    assert fight.client(who).post(act, {"key": "as-a-player"}).status_code == 404


def test_a_fight_in_preparation_is_the_game_masters_until_initiative(fight: Game) -> None:
    dark = store.create(table=fight.table, name="La traición", user=fight.users["game_master"])
    page = fight.client("player").get(fight.table.get_absolute_url())
    assert "La traición" not in text(page)
    assert fight.client("player").get(dark.get_absolute_url()).status_code == 404
    fight.command("game_master", "archive")
    row = sheets.character_row(fight.characters["Ana"])
    services.enlist(encounter=dark, user=fight.users["game_master"], rows=[row], key=fight.key())
    assert fight.client("player").get(dark.get_absolute_url()).status_code == 404
    services.act(
        encounter=dark.pk, user=fight.users["game_master"], deed=Deed("command", "initiative"), key=fight.key()
    )
    # The dice of initiative are asked for: players see it although nothing has been rolled.
    assert store.read(dark.pk).head.fight.status == "ready"
    assert Encounter.objects.get(pk=dark.pk).status == "running"
    for who in ("player", "other_player", "spectator"):
        assert fight.client(who).get(dark.get_absolute_url()).status_code == 200


def test_parts_of_a_fight_in_preparation_are_the_game_masters_alone(game: Game) -> None:
    answers = {who: game.get(who, "fragment", "order").status_code for who in ("game_master", "player", "spectator")}
    assert answers == {"game_master": 200, "player": 404, "spectator": 404}


def test_who_has_no_open_account_or_asks_for_no_fight_has_no_seat(fight: Game) -> None:
    player, pk = fight.users["player"], fight.encounter.pk
    closed = User.objects.get(pk=player.pk)
    closed.is_active = False
    for asked in (seat_or_404, glance_or_404):
        assert asked(player, pk)
        for nobody in ((closed, pk), (AnonymousUser(), pk), (player, uuid4()), (fight.users["stranger"], pk)):
            with pytest.raises(Http404):
                asked(*nobody)


def test_a_role_counts_at_its_own_table_alone(fight: Game) -> None:
    """The person who runs another table is a spectator here, once they are let in."""
    other = fight.users["stranger"]
    campaigns.create_table(user=other, name="Otra", system="tapiz")
    assert viewer_of(fight.read, other) == PUBLIC
    Membership.objects.create(table=fight.table, user=other, role=Role.SPECTATOR)
    pk, sequence = fight.encounter.pk, fight.read.encounter.sequence
    assert glance_or_404(other, pk) == Glance(runs=False, sequence=sequence, title=fight.table.dj_title, looks=None)
    assert glance_or_404(fight.users["game_master"], pk).runs
    assert viewer_of(fight.read, other) == Viewer(str(other.pk))


def test_a_fight_in_preparation_is_the_game_masters_alone(game: Game) -> None:
    pk = game.encounter.pk
    for asked in (seat_or_404, glance_or_404):
        assert asked(game.users["game_master"], pk).runs
        with pytest.raises(Http404):
            asked(game.users["player"], pk)


def test_a_seat_knows_the_fight_as_its_person_may(fight: Game) -> None:
    """The hidden Sombra has the turn: players read the fight without it, and share what the public sees."""
    while fight.turn != "Sombra":
        fight.end_turn()
    hidden = fight.id("Sombra")
    runs, plays = (seat_or_404(fight.users[who], fight.encounter.pk) for who in ("game_master", "player"))
    assert (runs.shared, plays.shared) == (Viewer(game_master=True), PUBLIC)
    assert runs.read.head.fight.round.turn == hidden
    assert plays.whole.head.fight.round.turn == hidden
    assert plays.read.head.fight.round.turn != hidden
