"""The site as an application: manifest, icons, service worker, and the copy of a sheet that a device keeps."""

from __future__ import annotations

import gzip
import re
import struct
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from characters.models import Character
from characters.services import create_character
from tapiz_site import offline
from tapiz_site.accounts.models import User
from tests.combat.play import people

pytestmark = pytest.mark.django_db
ASKED = {offline.ASKED_HEADER: "1"}


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def ana() -> Iterator[tuple[Character, dict[str, User]]]:
    table, users = people()
    values = {"notes": "Debe una cena."}
    made = create_character(
        table=table, kind="person", name="Ana «la Zurda»", values=values, by=users["player"], players=[users["player"]]
    )
    return made, users


# Installing


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_manifest_says_all_that_installing_asks(client: Client, language: str) -> None:
    answer = client.get(reverse("manifest", args=[language]))
    assert answer["Content-Type"] == "application/manifest+json"
    assert "max-age" in answer["Cache-Control"]
    found = answer.json()
    assert (found["lang"], found["start_url"], found["scope"], found["display"]) == (
        language,
        "/mesas/",
        "/",
        "standalone",
    )
    assert found["description"] != ""
    assert found["name"]
    assert found["theme_color"]
    assert found["background_color"]
    sizes = {(one["sizes"], one["purpose"]) for one in found["icons"]}
    assert sizes == {(f"{size}x{size}", use) for size in (192, 512) for use in ("any", "maskable")}


def test_the_manifest_speaks_two_languages_and_no_third(client: Client) -> None:
    spanish, english = (client.get(reverse("manifest", args=[one])).json()["description"] for one in ("es", "en"))
    assert spanish != english
    assert client.get(reverse("manifest", args=["xx"])).status_code == 404


def test_the_icons_have_their_sizes() -> None:
    folder = Path(settings.BASE_DIR, "static")
    names = {offline.icon_name(size, use): size for size, use in offline.ICONS} | {"icons/apple-touch-icon.png": 180}
    for name, size in names.items():
        data = (folder / name).read_bytes()
        assert data.startswith(b"\x89PNG")
        assert struct.unpack(">II", data[16:24]) == (size, size)
        assert len(data) < 12_000


def test_every_page_names_manifest_and_icon(client: Client) -> None:
    page = client.get("/entrar/").content.decode()
    assert 'rel="manifest" href="/aplicacion.es.webmanifest"' in page
    assert 'rel="apple-touch-icon"' in page
    assert 'data-reader=""' in page


# The worker


def test_the_worker_comes_from_the_root_and_is_never_taken_from_a_cache(client: Client) -> None:
    answer = client.get(reverse("worker"))
    assert answer.request["PATH_INFO"].count("/") == 1
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    assert "connect-src 'self'" in answer["Content-Security-Policy"]


def test_another_version_has_another_worker(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def build() -> str:
        offline._worker.cache_clear()
        found = re.search(r'BUILD = "(\w+)"', client.get(reverse("worker")).content.decode())
        assert found is not None
        return found[1]

    before = build()
    assert build() == before
    monkeypatch.setattr(offline, "BUILD", "another")
    assert build() != before
    monkeypatch.undo()
    offline._worker.cache_clear()


def test_the_pages_for_reading_need_nothing_that_is_not_kept(
    client: Client, ana: tuple[Character, dict[str, User]]
) -> None:
    character, users = ana
    shell = offline._worker()
    copy = client_of(users["player"]).get(reverse("characters:copy", args=[character.pk]), headers=ASKED)
    for page in (client.get(reverse("offline")), copy):
        text = page.content.decode()
        needed = set(re.findall(r'<link rel="stylesheet" href="([^"]+)"', text)) | set(
            re.findall(r'<use href="([^"#]+)', text)
        )
        assert needed
        assert {one for one in needed if f'"{one}"' not in shell} == set()


def test_what_every_device_keeps_for_reading_weighs_little() -> None:
    files = {name: Path(str(finders.find(name))).read_bytes() for name in offline.SHELL}
    # text goes over the wire packed, fonts as they are
    assert sum(len(data if name.endswith(".woff2") else gzip.compress(data)) for name, data in files.items()) < 60_000


def test_in_development_nothing_is_kept(client: Client, settings: object) -> None:
    settings.DEBUG = True  # type: ignore[attr-defined]
    assert "data-reader" not in client.get("/entrar/").content.decode()


# What is kept


class Parts(HTMLParser):
    """The elements of a page, and the attributes that make them act."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.acting: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.acting |= {name for name, _value in attrs if name.startswith(("hx-", "data-live", "on"))}


def test_the_copy_of_a_sheet_says_when_and_has_nothing_that_acts(ana: tuple[Character, dict[str, User]]) -> None:
    character, users = ana
    answer = client_of(users["player"]).get(reverse("characters:copy", args=[character.pk]), headers=ASKED)
    text = answer.content.decode()
    assert re.search(r"Sin conexión: así estaba a las \d+:\d\d", text)
    assert "Ana «la Zurda»" in text
    assert "Debe una cena." in text
    parts = Parts()
    parts.feed(text)
    assert not parts.tags & {"form", "button", "input", "script", "select", "textarea"}
    assert parts.acting == set()
    assert answer[offline.NAME_HEADER].isascii()
    assert answer[offline.READER_HEADER]


def test_only_the_own_sheet_is_kept(ana: tuple[Character, dict[str, User]]) -> None:
    character, users = ana
    copy = reverse("characters:copy", args=[character.pk])
    mine = client_of(users["player"])
    assert f'data-page="{character.get_absolute_url()}"' in mine.get(character.get_absolute_url()).content.decode()
    assert mine.get(copy)["Location"] == character.get_absolute_url()
    runs = client_of(users["game_master"])
    assert "data-page" not in runs.get(character.get_absolute_url()).content.decode()
    for who in ("game_master", "other_player", "stranger"):
        assert client_of(users[who]).get(copy, headers=ASKED).status_code == 404


def test_each_person_has_a_mark_of_their_own(ana: tuple[Character, dict[str, User]]) -> None:
    _character, users = ana

    def mark(client: Client) -> str:
        found = re.search(r'data-reader="(\w*)"', client.get("/cuenta/").content.decode())
        assert found is not None
        return found[1]

    first, second = mark(client_of(users["player"])), mark(client_of(users["other_player"]))
    assert first
    assert second
    assert first != second
    assert mark(client_of(users["player"])) == first
    assert str(users["player"].pk) != first


def test_logging_out_tells_the_browser_to_forget(ana: tuple[Character, dict[str, User]]) -> None:
    _character, users = ana
    client = client_of(users["player"])
    assert "Clear-Site-Data" not in client.get("/cuenta/").headers
    assert client.post(reverse("account_logout"))["Clear-Site-Data"] == '"storage"'
