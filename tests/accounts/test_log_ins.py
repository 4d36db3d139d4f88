"""The list of one's log-ins, and ending them."""

from __future__ import annotations

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client

from tapiz_site.accounts import log_ins
from tapiz_site.accounts.models import User

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1"

pytestmark = pytest.mark.django_db


@pytest.fixture
def sharra() -> User:
    return User.objects.create_user("sharra", password="barriles y bruma")


def enter(agent: str) -> Client:
    client = Client(headers={"user-agent": agent})
    data = {"login": "sharra", "password": "barriles y bruma"}
    assert client.post("/entrar/", data).status_code == 302
    return client


def is_in(client: Client) -> bool:
    return bool(client.get("/mesas/").status_code == 200)


def test_each_log_in_is_listed_and_one_can_be_ended(sharra: User) -> None:
    here, phone = enter(FIREFOX), enter(IPHONE)
    page = here.get("/cuenta/entradas/").content.decode()
    assert "Firefox · Linux" in page
    assert "Safari · iPhone" in page
    theirs = UserSession.objects.get(session_key=phone.session.session_key)
    assert here.post(f"/cuenta/entradas/{theirs.pk}/cerrar/").status_code == 302
    assert (is_in(here), is_in(phone)) == (True, False)
    assert "iPhone" not in here.get("/cuenta/entradas/").content.decode()


def test_all_others_end_at_once_even_those_that_nobody_noted(sharra: User) -> None:
    here, phone, old = enter(FIREFOX), enter(IPHONE), enter(IPHONE)
    UserSession.objects.filter(session_key=old.session.session_key).delete()
    other = Client()
    other.force_login(User.objects.create_user("eva"))
    assert here.post("/cuenta/entradas/cerrar/").status_code == 302
    assert [is_in(one) for one in (here, phone, old, other)] == [True, False, False, True]


def test_a_log_in_of_another_person_cannot_be_ended(sharra: User) -> None:
    here = enter(FIREFOX)
    stranger = Client()
    stranger.force_login(User.objects.create_user("eva"))
    mine = UserSession.objects.get(session_key=here.session.session_key)
    assert stranger.post(f"/cuenta/entradas/{mine.pk}/cerrar/").status_code == 404
    assert is_in(here)


def test_pages_write_nothing_about_log_ins(sharra: User) -> None:
    here = enter(FIREFOX)
    seen = UserSession.objects.get().last_seen_at
    here.get("/mesas/")
    assert UserSession.objects.get().last_seen_at == seen


@pytest.mark.parametrize(
    ("agent", "words"), [(FIREFOX, "Firefox · Linux"), ("curl/8", "Un dispositivo"), ("", "Un dispositivo")]
)
def test_devices_are_named_in_words(agent: str, words: str) -> None:
    assert log_ins.device(agent) == words
