"""Links of a game master: a guest's seat on another phone, a forgotten password."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tapiz_site.accounts.models import OneTimeLink, User
from tapiz_site.campaigns import services
from tapiz_site.campaigns.errors import LastGameMaster
from tapiz_site.campaigns.models import Invitation, Membership, Role

from .people import Ladder

PASSWORD = "hidromiel-de-reyes"


@pytest.fixture
def guest(ladder: Ladder) -> Membership:
    user = User(username="sitio-1", display_name="Ana", is_guest=True)
    user.set_unusable_password()
    user.save()
    return Membership.objects.create(table=ladder.table, user=user, role=Role.PLAYER)


def at(ladder: Ladder, name: str, membership: Membership) -> str:
    return reverse(f"campaigns:{name}", args=[ladder.table.pk, membership.pk])


def link(client: Client, url: str) -> str:
    page = client.post(url).content.decode()
    found = re.search(r'value="http://testserver(/[^"]+)"', page)
    assert found is not None
    return found.group(1)


def test_an_account_is_never_opened_by_a_seat_link_nor_a_guest_by_a_password(ladder: Ladder, guest: Membership) -> None:
    client = ladder.client("game_master")
    assert client.post(at(ladder, "seat_link", ladder.membership("player"))).status_code == 404
    assert client.post(at(ladder, "password_link", guest)).status_code == 403
    assert not OneTimeLink.objects.exists()


def test_no_table_hangs_on_a_phone(ladder: Ladder, guest: Membership) -> None:
    """A guest cannot become game master in any way."""
    client, page = ladder.client("game_master"), reverse("campaigns:people", args=[ladder.table.pk])
    shown = client.get(page).content.decode()
    assert "primero hay que convertir su sitio en cuenta" in shown
    assert at(ladder, "hand_over", guest) not in shown
    for name, data in (("change_role", {"role": "game_master"}), ("hand_over", {})):
        assert "hace falta una cuenta" in client.post(at(ladder, name, guest), data, follow=True).content.decode()
    guest.refresh_from_db()
    assert guest.role == Role.PLAYER
    assert ladder.membership("game_master").role == Role.GAME_MASTER
    User.objects.filter(pk=guest.user_id).update(is_guest=False)
    client.post(at(ladder, "hand_over", guest))
    guest.refresh_from_db()
    assert guest.role == Role.GAME_MASTER


def test_a_guest_is_led_to_an_account_by_an_invitation_to_run_the_table(ladder: Ladder, guest: Membership) -> None:
    guest.delete()
    one = Invitation.objects.create(
        table=ladder.table, created_by=ladder.users["game_master"], role=Role.GAME_MASTER, uses=1
    )
    phone = Client()
    phone.force_login(guest.user)
    assert phone.post(one.get_absolute_url()).headers["Location"] == reverse("accounts:keep")
    assert not ladder.table.memberships.filter(user=guest.user).exists()
    User.objects.filter(pk=guest.user_id).update(is_guest=False)
    assert phone.post(one.get_absolute_url()).headers["Location"] == ladder.table.get_absolute_url()


def test_a_guest_who_already_runs_a_table_does_not_count_as_its_last(ladder: Ladder, guest: Membership) -> None:
    Membership.objects.filter(pk=guest.pk).update(role=Role.GAME_MASTER)
    with pytest.raises(LastGameMaster):
        services.remove(membership=ladder.membership("game_master"))


def test_an_administrator_moves_a_seat_that_no_one_else_can_move(ladder: Ladder, guest: Membership) -> None:
    boss = Client()
    boss.force_login(User.objects.create_user("boss", is_staff=True))
    url = reverse("accounts:make_seat_link", args=[guest.user_id])
    page = boss.get(reverse("accounts:people")).content.decode()
    assert url in page
    assert "Los jueves" in page
    assert Client().post(link(boss, url)).status_code == 302
    assert boss.post(reverse("accounts:make_seat_link", args=[ladder.users["player"].pk])).status_code == 404
    assert ladder.client("game_master").post(url).status_code == 404
    assert boss.get(url).status_code == 405


def test_a_seat_moves_to_the_new_phone_once(ladder: Ladder, guest: Membership) -> None:
    old = Client()
    old.force_login(guest.user)
    url = link(ladder.client("game_master"), at(ladder, "seat_link", guest))
    new, late = Client(), Client()
    # A preview, which some apps make before a tap, does not use it up.
    assert "Ana" in new.get(url).content.decode()
    assert new.post(url).status_code == 302
    assert new.get(ladder.table.get_absolute_url()).status_code == 200
    assert old.get(ladder.table.get_absolute_url()).status_code == 302
    for method in (late.get, late.post):
        assert method(url).status_code == 404
    assert "_auth_user_id" not in late.session


def test_a_link_lasts_its_time_and_a_new_one_takes_its_place(ladder: Ladder, guest: Membership) -> None:
    client = ladder.client("game_master")
    first, second = (link(client, at(ladder, "seat_link", guest)) for _time in range(2))
    assert Client().get(first).status_code == 404
    assert OneTimeLink.objects.get().expires - timezone.now() <= timedelta(minutes=15)
    OneTimeLink.objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert Client().post(second).status_code == 404


def test_a_seat_that_has_become_an_account_needs_its_password(ladder: Ladder, guest: Membership) -> None:
    url = link(ladder.client("game_master"), at(ladder, "seat_link", guest))
    User.objects.filter(pk=guest.user_id).update(is_guest=False)
    client = Client()
    assert client.post(url).status_code == 404
    assert "_auth_user_id" not in client.session


def test_a_password_link_sets_a_password_and_ends_other_sessions(ladder: Ladder) -> None:
    old = ladder.client("player")
    url = link(ladder.client("game_master"), at(ladder, "password_link", ladder.membership("player")))
    new = Client()
    weak = new.post(url, {"password": "1234"})
    assert weak.status_code == 422
    assert 'aria-invalid="true"' in weak.content.decode()
    assert new.post(url, {"password": PASSWORD}).status_code == 302
    assert new.get(ladder.table.get_absolute_url()).status_code == 200
    assert old.get(ladder.table.get_absolute_url()).status_code == 302
    assert User.objects.get(username="player").check_password(PASSWORD)
    assert Client().post(url, {"password": "otra-del-todo"}).status_code == 404


def test_a_game_master_resets_neither_administrators_nor_people_with_mail(ladder: Ladder, settings) -> None:
    client = ladder.client("game_master")
    url = at(ladder, "password_link", ladder.membership("player"))
    User.objects.filter(username="player").update(is_staff=True)
    assert client.post(url).status_code == 403
    User.objects.filter(username="player").update(is_staff=False, email="player@example.org")
    settings.MAIL = True
    assert client.post(url).status_code == 403
    settings.MAIL = False
    assert client.post(url).status_code == 200


def test_the_token_is_kept_nowhere(ladder: Ladder, guest: Membership) -> None:
    url = link(ladder.client("game_master"), at(ladder, "seat_link", guest))
    token = url.strip("/").rsplit("/", 1)[1]
    assert OneTimeLink.objects.filter(digest=token).count() == 0
    page = ladder.client("game_master").get(reverse("campaigns:people", args=[ladder.table.pk])).content.decode()
    assert token not in page


def test_no_person_is_lured_out_of_a_password(ladder: Ladder) -> None:
    """A password opens all of a person's tables: the game master of one may not reset it where there are others."""
    url = at(ladder, "password_link", ladder.membership("player"))
    player = User.objects.get(username="player")
    elsewhere = services.create_table(user=player, name="La otra", system="tapiz")
    assert ladder.client("game_master").post(url).status_code == 403
    elsewhere.delete()
    assert ladder.client("game_master").post(url).status_code == 200
