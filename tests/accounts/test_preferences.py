"""Language, theme and hand of a device, and the menu Más."""

from __future__ import annotations

import pytest
from django.test import Client

from tapiz_site.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def someone(db) -> User:
    return User.objects.create_user("sharra", display_name="Sharra")


@pytest.mark.parametrize(("theme", "attribute"), [("dark", 'data-theme="dark"'), ("light", 'data-theme="light"')])
def test_the_theme_is_kept_in_the_device(client: Client, theme: str, attribute: str) -> None:
    response = client.post("/cuenta/tema/", {"theme": theme, "next": "/entrar/"})
    assert response["Location"] == "/entrar/"
    assert attribute in client.get("/entrar/").content.decode()


def test_auto_follows_the_device(client: Client) -> None:
    client.post("/cuenta/tema/", {"theme": "dark"})
    client.post("/cuenta/tema/", {"theme": "auto"})
    assert "data-theme" not in client.get("/entrar/").content.decode()


def test_the_hand_is_kept_in_the_device(client: Client) -> None:
    client.post("/cuenta/mano/", {"hand": "left"})
    assert 'data-hand="left"' in client.get("/entrar/").content.decode()


def test_the_language_is_kept_in_the_device(client: Client) -> None:
    assert '<html lang="es"' in client.get("/entrar/", headers={"accept-language": "es"}).content.decode()
    client.post("/cuenta/idioma/", {"language": "en"})
    assert '<html lang="en"' in client.get("/entrar/", headers={"accept-language": "es"}).content.decode()


@pytest.mark.parametrize(
    ("path", "data"),
    [("tema", {"theme": '"><script>'}), ("tema", {}), ("mano", {"hand": "third"}), ("idioma", {"language": "xx"})],
)
def test_an_unknown_value_is_refused(client: Client, path: str, data: dict[str, str]) -> None:
    response = client.post(f"/cuenta/{path}/", data)
    assert response.status_code == 400
    assert not response.cookies


@pytest.mark.parametrize("path", ["tema", "mano", "idioma"])
def test_a_preference_needs_a_post(client: Client, path: str) -> None:
    assert client.get(f"/cuenta/{path}/").status_code == 405


def test_a_forged_cookie_is_never_rendered(client: Client) -> None:
    client.cookies["tapiz_theme"] = "forged"
    assert "forged" not in client.get("/entrar/").content.decode()


def test_the_way_back_never_leads_to_another_site(client: Client) -> None:
    response = client.post("/cuenta/tema/", {"theme": "dark", "next": "//evil.example/"})
    assert response["Location"] == "/cuenta/"


def test_the_menu_is_for_people_with_an_account(client: Client) -> None:
    assert client.get("/cuenta/")["Location"] == "/entrar/?next=/cuenta/"


def test_the_display_name_can_be_changed(client: Client, someone: User) -> None:
    client.force_login(someone)
    assert 'value="Sharra"' in client.get("/cuenta/").content.decode()
    assert client.post("/cuenta/", {"display_name": "Sharra la Roja"})["Location"] == "/cuenta/"
    someone.refresh_from_db()
    assert someone.shown_name == "Sharra la Roja"


def test_a_name_too_long_is_refused_and_shown_again(client: Client, someone: User) -> None:
    client.force_login(someone)
    html = client.post("/cuenta/", {"display_name": "x" * 61}).content.decode()
    assert 'id="id_display_name_error"' in html
    assert "x" * 61 in html
    someone.refresh_from_db()
    assert someone.display_name == "Sharra"
