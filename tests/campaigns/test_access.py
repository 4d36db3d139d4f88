"""What the right to act for a table brings; who gets which answer at which address, `tests/access` tells."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from tapiz_site.campaigns.models import Invitation, Membership, Role, Table
from tapiz_site.campaigns.policy import role_at, roles, tables_of
from tapiz_site.live.access import allowed

from .people import Ladder


def with_table(ladder: Ladder, name: str) -> str:
    return reverse(f"campaigns:{name}", args=[ladder.table.pk])


@pytest.mark.parametrize("name", ["rename", "house"])
def test_an_empty_form_changes_nothing_of_the_table(ladder: Ladder, name: str) -> None:
    assert ladder.client("game_master").post(with_table(ladder, name)).status_code == 422


def test_the_game_master_invites(ladder: Ladder) -> None:
    data = {"role": "player", "uses": "2"}
    assert ladder.client("game_master").post(with_table(ladder, "people"), data).status_code == 302
    assert Invitation.objects.count() == 1


def test_invitation_links_are_for_the_game_master(ladder: Ladder) -> None:
    one = Invitation.objects.create(table=ladder.table, created_by=ladder.users["game_master"])
    for who, seen in {"game_master": True, "player": False, "spectator": False}.items():
        assert (one.token in ladder.client(who).get(with_table(ladder, "people")).content.decode()) is seen, who


def test_the_game_master_takes_invitations_back(ladder: Ladder) -> None:
    one = Invitation.objects.create(table=ladder.table, created_by=ladder.users["game_master"])
    url = reverse("campaigns:revoke", args=[ladder.table.pk, one.pk])
    assert ladder.client("game_master").post(url).status_code == 302
    assert not Invitation.objects.exists()


def test_an_invitation_of_another_table_is_not_there(ladder: Ladder) -> None:
    other = ladder.users["stranger"].memberships.get().table
    one = Invitation.objects.create(table=other, created_by=ladder.users["stranger"])
    url = reverse("campaigns:revoke", args=[ladder.table.pk, one.pk])
    assert ladder.client("game_master").post(url).status_code == 404
    assert Invitation.objects.exists()


def test_the_game_master_gives_roles(ladder: Ladder) -> None:
    url = reverse("campaigns:change_role", args=[ladder.table.pk, ladder.membership("spectator").pk])
    assert ladder.client("game_master").post(url, {"role": "player"}).status_code == 302
    assert ladder.membership("spectator").role == "player"


def test_a_place_is_ended_by_its_owner_or_the_game_master(ladder: Ladder) -> None:
    url = reverse("campaigns:remove", args=[ladder.table.pk, ladder.membership("player").pk])
    assert {who: ladder.client(who).post(url).status_code for who in ("other_player", "spectator", "stranger")} == {
        "other_player": 403,
        "spectator": 403,
        "stranger": 404,
    }
    assert ladder.client("player").post(url).status_code == 302
    assert ladder.client("player").get(ladder.table.get_absolute_url()).status_code == 404
    url = reverse("campaigns:remove", args=[ladder.table.pk, ladder.membership("other_player").pk])
    assert ladder.client("game_master").post(url).status_code == 302
    assert ladder.table.memberships.count() == 2


@pytest.mark.parametrize("name", ["change_role", "remove"])
def test_a_place_at_another_table_is_not_there(ladder: Ladder, name: str) -> None:
    other = ladder.users["stranger"].memberships.get()
    url = reverse(f"campaigns:{name}", args=[ladder.table.pk, other.pk])
    assert ladder.client("game_master").post(url, {"role": "player"}).status_code == 404


def test_members_alone_may_listen_to_their_table(ladder: Ladder) -> None:
    heard = {who: allowed(user, ladder.table.topic) for who, user in ladder.users.items()}
    assert heard.pop("stranger") is False
    assert set(heard.values()) == {True}
    assert not allowed(ladder.users["player"], "table:not-a-uuid")


def test_a_person_with_a_closed_account_is_a_stranger(ladder: Ladder) -> None:
    user = ladder.users["player"]
    user.is_active = False
    assert not allowed(user, ladder.table.topic)


def test_a_closed_account_and_a_visitor_have_no_tables(ladder: Ladder) -> None:
    player = ladder.users["player"]
    assert set(tables_of(player)) == {ladder.table}
    player.is_active = False
    assert not tables_of(player).exists()
    assert not tables_of(AnonymousUser()).exists()


def test_a_role_is_told_of_the_people_and_tables_asked_for_and_of_no_practice(ladder: Ladder) -> None:
    player, master, stranger = (ladder.users[who] for who in ("player", "game_master", "stranger"))
    other = stranger.memberships.get().table
    practice = Table.objects.create(name="Práctica", system="fake", practice=True)
    Membership.objects.create(table=practice, user=player, role=Role.GAME_MASTER)
    assert roles([player.pk], [ladder.table.pk, practice.pk]) == {(player.pk, ladder.table.pk): Role.PLAYER}
    assert roles([master.pk, stranger.pk], [other.pk]) == {(stranger.pk, other.pk): Role.GAME_MASTER}
    assert set(tables_of(player)) == {ladder.table}


def test_each_person_has_a_role_of_their_own_at_a_table(ladder: Ladder) -> None:
    found = {name: role_at(ladder.table, user) for name, user in ladder.users.items()}
    assert found == {
        "game_master": Role.GAME_MASTER,
        "player": Role.PLAYER,
        "other_player": Role.PLAYER,
        "spectator": Role.SPECTATOR,
        "stranger": None,
    }


def test_a_role_at_one_table_is_none_at_another(ladder: Ladder) -> None:
    other = Table.objects.create(name="Otra", system="tapiz")
    assert role_at(ladder.table, ladder.users["game_master"]) == Role.GAME_MASTER
    assert role_at(other, ladder.users["game_master"]) is None
