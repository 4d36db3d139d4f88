"""A deleted table stays in the bin for thirty days, out of sight, and can be recovered as it was."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from characters.models import Character
from combat import topics
from combat.models import Encounter
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import binning, doors, services
from tapiz_site.campaigns.errors import DoorClosed, InvitationGone
from tapiz_site.campaigns.models import Membership, Role, Table
from tapiz_site.live import versions
from tapiz_site.live.access import allowed
from tests.access.world import World, make_world
from tests.combat.play import ROLES
from tests.kept import as_made, made_once
from tests.sizes import shared_out

MEMBERS = [who for who in ROLES if who not in ("stranger", "anonymous")]


@pytest.fixture(scope="module")
def _world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with made_once(make_world, django_db_blocker) as world:
        yield world


@pytest.fixture
def world(_world: World, db: None) -> World:
    return as_made(_world)


@pytest.fixture
def binned(world: World) -> World:
    binning.delete_table(table=world.game.table, by=world.game.users["game_master"])
    return world


def addresses(world: World) -> list[str]:
    game = world.game
    ana = game.characters["Ana"]
    return [
        game.table.get_absolute_url(),
        reverse("campaigns:people", args=[game.table.pk]),
        reverse("combat:screen", args=[game.table.pk]),
        reverse("characters:stash", args=[game.table.pk]),
        reverse("packs:compendium", args=[game.table.pk]),
        game.url(),
        game.url("fragment", "order"),
        game.url("log"),
        ana.get_absolute_url(),
        reverse("characters:inventory", args=[ana.pk]),
    ]


def test_the_game_master_is_asked_and_then_it_is_gone_for_all(world: World) -> None:
    game = world.game
    client, address = game.client("game_master"), reverse("campaigns:delete", args=[world.game.table.pk])
    assert "30 días" in client.get(address).content.decode()
    assert client.post(address)["Location"] == reverse("campaigns:tables")
    for who in MEMBERS:
        found = {one: game.client(who).get(one).status_code for one in addresses(world)}
        assert set(found.values()) == {404}, (who, found)
        assert game.table.name not in game.client(who).get(reverse("campaigns:tables")).content.decode() or (
            who == "game_master"
        )


def test_no_listener_hears_of_it_any_more(binned: World) -> None:
    game = binned.game
    heard = [
        (who, topic)
        for who in MEMBERS
        for topic in (
            game.table.topic,
            topics.table(game.encounter.pk),
            topics.game_master(game.encounter.pk),
            f"things:{game.characters['Ana'].pk}",
            f"stash:{game.table.pk}",
        )
        if allowed(game.users[who], topic)
    ]
    assert heard == []


def test_pages_that_are_open_are_told_to_look(world: World) -> None:
    watched = [world.game.table.topic, topics.table(world.game.encounter.pk)]
    before = versions.versions(watched)
    binning.delete_table(table=world.game.table, by=world.game.users["game_master"])
    after = versions.versions(watched)
    assert all(after[topic] > before[topic] for topic in watched)


def test_no_way_leads_in(binned: World) -> None:
    with pytest.raises(DoorClosed):
        doors.open_by_code(binned.door.code)
    assert not services.is_good(binned.invitation.token)
    with pytest.raises(InvitationGone):
        services.accept(user=binned.game.users["stranger"], token=binned.invitation.token)
    invitation = reverse("campaigns:invitation", args=[binned.invitation.token])
    assert Client().get(invitation).status_code == 404


@pytest.mark.parametrize("who", ["player", "spectator", "stranger"])
def test_only_its_game_master_finds_it_in_the_bin(binned: World, who: str) -> None:
    game = binned.game
    page = game.client(who).get(reverse("campaigns:bin")).content.decode()
    assert game.table.name not in page
    assert game.client(who).post(reverse("campaigns:recover", args=[game.table.pk])).status_code == 404


def test_it_comes_back_as_it_was(world: World) -> None:
    game = world.game
    client = game.client("game_master")

    def shown() -> list[int]:
        return [game.client(who).get(page).status_code for page, who in shared_out(addresses(world), MEMBERS)]

    before = shown()
    client.post(reverse("campaigns:delete", args=[game.table.pk]))
    assert reverse("campaigns:bin") in client.get(reverse("campaigns:tables")).content.decode()
    assert game.table.name in client.get(reverse("campaigns:bin")).content.decode()
    again = client.post(reverse("campaigns:recover", args=[game.table.pk]))
    assert again["Location"] == game.table.get_absolute_url()
    assert shown() == before


def test_what_has_lain_there_long_enough_goes_with_everything(binned: World) -> None:
    table = binned.game.table
    assert binning.empty_bin() == 0
    Table.everywhere.filter(pk=table.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    call_command("empty_bin")
    assert not Table.everywhere.filter(pk=table.pk).exists()
    assert not Character.everywhere.filter(table=table.pk).exists()
    assert not Encounter.objects.filter(table=table.pk).exists()
    assert not Membership.everywhere.filter(table=table.pk).exists()
    assert User.objects.filter(username="game_master").exists()


def test_a_look_into_the_bin_empties_it_too(binned: World) -> None:
    Table.everywhere.filter(pk=binned.game.table.pk).update(deleted_at=timezone.now() - timedelta(days=31))
    page = binned.game.client("game_master").get(reverse("campaigns:bin")).content.decode()
    assert "La papelera está vacía" in page
    assert not Table.everywhere.filter(pk=binned.game.table.pk).exists()


def test_a_password_does_not_open_what_may_come_back(binned: World) -> None:
    """The game master of one table gets no link for the account of a person whose other table is in the bin."""
    game = binned.game
    own = Table.objects.get(memberships__user=game.users["stranger"])
    place = Membership.objects.create(table=own, user=game.users["player"], role=Role.PLAYER)
    link = reverse("campaigns:password_link", args=[own.pk, place.pk])
    assert game.client("stranger").post(link).status_code == 403


def test_its_only_game_master_is_told_how_to_leave(world: World) -> None:
    game = world.game
    client, place = game.client("game_master"), Membership.objects.get(table=game.table, role=Role.GAME_MASTER)
    answer = client.post(reverse("campaigns:remove", args=[game.table.pk, place.pk]), follow=True)
    page = answer.content.decode()
    assert "dar ese papel a otra persona o borrar la mesa" in page
    assert reverse("campaigns:delete", args=[game.table.pk]) in page
