from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services
from tapiz_site.campaigns.errors import InvitationGone
from tapiz_site.campaigns.models import Invitation, Membership, Role

from .people import Ladder

SIGN_UP = {"username": "nueva", "password1": "tres-tristes-tigres", "display_name": "Nueva", "email": ""}


@pytest.fixture
def invitation(ladder: Ladder) -> Invitation:
    return Invitation.objects.create(
        table=ladder.table, created_by=ladder.users["game_master"], role=Role.SPECTATOR, uses=1
    )


def test_a_logged_in_person_joins_in_the_role(ladder: Ladder, invitation: Invitation) -> None:
    client = ladder.client("stranger")
    assert "Los jueves" in client.get(invitation.get_absolute_url()).content.decode()
    assert not Membership.objects.filter(table=ladder.table, user=ladder.users["stranger"]).exists()
    response = client.post(invitation.get_absolute_url())
    assert response.headers["Location"] == ladder.table.get_absolute_url()
    assert ladder.membership("stranger").role == Role.SPECTATOR


def test_a_new_account_is_made_and_seated_by_the_link(client: Client, ladder: Ladder, invitation: Invitation) -> None:
    sign_up = reverse("account_signup")
    client.post(sign_up, SIGN_UP)
    assert not User.objects.filter(username="nueva").exists()

    page = client.get(invitation.get_absolute_url()).content.decode()
    assert f"{sign_up}?next={invitation.get_absolute_url().replace('/', '%2F')}" in page
    response = client.post(sign_up, {**SIGN_UP, "next": invitation.get_absolute_url()}, follow=True)
    assert response.redirect_chain[-1][0] == ladder.table.get_absolute_url()
    user = User.objects.get(username="nueva")
    assert Membership.objects.get(user=user).role == Role.SPECTATOR
    invitation.refresh_from_db()
    assert invitation.uses == 0


def test_one_link_makes_as_many_accounts_as_it_has_uses(client: Client, ladder: Ladder, invitation: Invitation) -> None:
    other = Client()
    for one in (client, other):
        one.get(invitation.get_absolute_url())
    client.post(reverse("account_signup"), SIGN_UP)
    other.post(reverse("account_signup"), {**SIGN_UP, "username": "otra"})
    assert not User.objects.filter(username="otra").exists()


def test_a_log_in_leads_back_to_the_invitation(client: Client, ladder: Ladder, invitation: Invitation) -> None:
    user = ladder.users["stranger"]
    user.set_password("tres-tristes-tigres")
    user.save()
    client.get(invitation.get_absolute_url())
    data = {"login": "stranger", "password": "tres-tristes-tigres", "next": invitation.get_absolute_url()}
    response = client.post(reverse("account_login"), data)
    assert response.headers["Location"] == invitation.get_absolute_url()
    assert client.post(invitation.get_absolute_url()).status_code == 302
    assert ladder.membership("stranger")


def test_a_post_without_account_gives_no_place(client: Client, ladder: Ladder, invitation: Invitation) -> None:
    before = Membership.objects.count()
    assert client.post(invitation.get_absolute_url()).status_code == 200
    assert Membership.objects.count() == before


def test_a_person_with_a_place_keeps_it_and_uses_nothing_up(ladder: Ladder, invitation: Invitation) -> None:
    response = ladder.client("player").post(invitation.get_absolute_url())
    assert response.headers["Location"] == ladder.table.get_absolute_url()
    services.accept(user=ladder.users["player"], token=invitation.token)
    assert ladder.membership("player").role == Role.PLAYER
    invitation.refresh_from_db()
    assert invitation.uses == 1


@pytest.mark.parametrize("gone", ["expired", "used", "revoked", "unknown"])
def test_an_invitation_that_is_gone_opens_nothing(ladder: Ladder, invitation: Invitation, gone: str) -> None:
    url = invitation.get_absolute_url()
    if gone == "expired":
        Invitation.objects.update(expires=timezone.now() - timedelta(seconds=1))
    elif gone == "used":
        Invitation.objects.update(uses=0)
    elif gone == "revoked":
        invitation.delete()
    else:
        invitation.token = "nothing"
        url = invitation.get_absolute_url()
    for client in (Client(), ladder.client("stranger")):
        response = client.get(url)
        assert response.status_code == 404
        assert "Los jueves" not in response.content.decode()
        assert client.post(url).status_code == 404
    assert not services.is_good(invitation.token)
    with pytest.raises(InvitationGone):
        services.accept(user=ladder.users["stranger"], token=invitation.token)


@pytest.mark.parametrize("data", [{"role": "player", "uses": "0"}, {"role": "player", "uses": "31"}, {"role": "x"}])
def test_faults_of_a_new_invitation_are_shown(ladder: Ladder, data: dict[str, str]) -> None:
    url = reverse("campaigns:people", args=[ladder.table.pk])
    response = ladder.client("game_master").post(url, data)
    assert response.status_code == 422
    assert 'aria-invalid="true"' in response.content.decode()
    assert not Invitation.objects.exists()


def test_a_link_made_at_the_server_itself_leads_phones_to_it(ladder: Ladder, settings) -> None:
    settings.PUBLIC_URL = "https://mesa.example"
    url = reverse("campaigns:people", args=[ladder.table.pk])
    page = ladder.client("game_master").post(url, {"role": "player", "uses": "1"}, follow=True).content.decode()
    assert f"https://mesa.example/invitacion/{Invitation.objects.get().token}/" in page


def test_a_new_invitation_shows_its_link_whole(ladder: Ladder) -> None:
    url = reverse("campaigns:people", args=[ladder.table.pk])
    page = ladder.client("game_master").post(url, {"role": "game_master", "uses": "1"}, follow=True).content.decode()
    one = Invitation.objects.get()
    assert f"http://testserver/invitacion/{one.token}/" in page
