"""No two people of a table are read by the same name, however they come to it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tapiz_site.accounts import names
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import doors
from tapiz_site.campaigns.models import Door, Invitation, Knock, Membership, Role

from .people import Ladder

TAKEN = "ya hay alguien con ese nombre"
UNSEEN = "no se vería nada"


@pytest.fixture
def door(ladder: Ladder) -> Door:
    ladder.users["game_master"].display_name = "Dirección"
    ladder.users["game_master"].save()
    return doors.open_door(table=ladder.table)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Dirección", "dirección", True),
        ("Dirección", " DIRECCIÓN ", True),
        ("Dirección", "Dirección", True),
        ("Ana María", "Ana  María", True),
        ("Ana", "Ａｎａ", True),
        ("Dirección", "Direc\u200bción\u2060", True),
        ("Dirección", "\u202eDirección\ufe0f", True),
        ("Ana", "An\u0430", True),
        ("BEA", "\u0392\u0415\u0410", True),
        ("Ana María", "Ana\u2800María", True),
        ("Ana", "Anna", False),
        ("Dirección", "Direccion", False),
    ],
)
def test_what_reads_alike_is_the_same(one: str, other: str, same: bool) -> None:
    assert names.same(one, other) is same


def rename(ladder: Ladder, who: str, name: str) -> str:
    return ladder.client(who).post(reverse("accounts:more"), {"display_name": name}, follow=True).content.decode()


def test_no_one_takes_the_name_of_another_at_the_table(ladder: Ladder, door: Door) -> None:
    page = rename(ladder, "player", " dirección")
    assert TAKEN in page
    assert "dirección" in page, "what was typed is shown again"
    assert User.objects.get(username="player").shown_name == "player"
    assert TAKEN not in rename(ladder, "game_master", "Dirección")
    assert TAKEN not in rename(ladder, "stranger", "Dirección")


def test_no_one_takes_it_by_having_no_name(ladder: Ladder, door: Door) -> None:
    """Without a name the log-in name is read, which may be the name of another."""
    User.objects.filter(username="game_master").update(display_name="player")
    assert TAKEN in rename(ladder, "player", "")


@pytest.mark.parametrize("name", ["\u200b", " \u2800 \u3164", "\u202e\u00ad"])
def test_a_name_of_which_nothing_is_seen_is_refused(ladder: Ladder, door: Door, name: str) -> None:
    assert UNSEEN in rename(ladder, "player", name)
    assert User.objects.get(username="player").display_name == ""
    answer = Client().post(door.get_absolute_url(), {"name": name, "seat": ""})
    assert (answer.status_code, UNSEEN in answer.content.decode()) == (422, True)


def test_no_visitor_knocks_with_the_name_of_a_person_inside(ladder: Ladder, door: Door) -> None:
    answer = Client().post(door.get_absolute_url(), {"name": "Dirección", "seat": ""})
    assert answer.status_code == 422
    assert TAKEN in answer.content.decode()
    assert not Knock.objects.exists()


def test_two_visitors_of_one_name_are_told_apart(ladder: Ladder, door: Door) -> None:
    one, other = (doors.knock(door=door, name=name, seat="", user=None, before=None) for name in ("Bea", "bea"))
    for knock in (one, other):
        doors.let_in(table=ladder.table, pk=knock.pk)
    guests = Membership.objects.filter(table=ladder.table, user__is_guest=True)
    assert {guest.user.shown_name for guest in guests} == {"Bea", "bea 2"}


def invite(ladder: Ladder) -> Invitation:
    by = ladder.users["game_master"]
    return Invitation.objects.create(table=ladder.table, created_by=by, role=Role.PLAYER, uses=1)


def test_an_invited_person_changes_the_name_first(ladder: Ladder, door: Door) -> None:
    made = invite(ladder)
    User.objects.filter(username="stranger").update(display_name="Dirección")
    answer = ladder.client("stranger").post(made.get_absolute_url(), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("accounts:more")
    assert TAKEN in answer.content.decode()
    made.refresh_from_db()
    assert made.uses == 1


def test_a_new_account_of_that_name_says_who_it_is(client: Client, ladder: Ladder, door: Door) -> None:
    made = invite(ladder)
    client.get(made.get_absolute_url())
    words = {"username": "nueva", "password1": "tres-tristes-tigres", "display_name": "Dirección", "email": ""}
    client.post(reverse("account_signup"), {**words, "next": made.get_absolute_url()})
    user = User.objects.get(username="nueva")
    assert user.shown_name == "Dirección (nueva)"
    assert Membership.objects.filter(table=ladder.table, user=user).exists()
