"""Two taps on the button of a form that makes something act once; all such forms carry a key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import models
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from characters.models import Character
from characters.sheets import sheet_of
from exchange.outgoing import character_document, table_document, written
from tapiz_site.campaigns.models import Adventure, Invitation, Table
from tapiz_site.models import Posted
from tests.combat.play import ANA, Game, prepared_game
from tests.kept import as_made, made_once

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drawn_once")]

KEY = "one-and-the-same-key"


@dataclass(frozen=True)
class Form:
    """A form: its page, its address, its fields, and what it makes."""

    page: str
    address: str
    makes: type[models.Model]
    data: dict[str, Any] = field(default_factory=dict)
    document: Callable[[], dict[str, Any]] | None = None

    def send(self, client: Client, key: str = KEY) -> HttpResponse:
        data = {**self.data, **({"key": key} if key else {})}
        if self.document:
            data["file"] = SimpleUploadedFile("fichero.json", written(self.document())[0])
        return client.post(self.address, data)


def forms(game: Game) -> dict[str, Form]:
    table = game.table
    at = {name: reverse(f"characters:{name}", args=[table.pk]) for name in ("start", "quick", "new", "experience")} | {
        name: reverse(f"campaigns:{name}", args=[table.pk]) for name in ("people", "new_adventure")
    }
    one, whole = reverse("exchange:import_character", args=[table.pk]), reverse("exchange:import_table")
    sheet = {"character_name": "Cora", **{key: value for key, value in ANA.items() if key != "traits"}}
    return {
        "quick": Form(at["start"], at["quick"], Character, {"character_name": "Cora"}),
        "whole sheet": Form(at["new"], at["new"], Character, sheet),
        "invitation": Form(at["people"], at["people"], Invitation, {"role": "player", "uses": "3"}),
        "adventure": Form(at["new_adventure"], at["new_adventure"], Adventure, {"name": "La marea"}),
        "table": Form(*[reverse("campaigns:new")] * 2, Table, {"name": "Los viernes", "system": "tapiz"}),
        "character of a file": Form(one, one, Character, document=lambda: character_document(game.characters["Ana"])),
        "table of a file": Form(whole, whole, Table, document=lambda: table_document(table)),
    }


NAMES = ("quick", "whole sheet", "invitation", "adventure", "table", "character of a file", "table of a file")


@pytest.fixture(scope="module")
def _game(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Game]:
    with made_once(prepared_game, django_db_blocker) as game:
        yield game


@pytest.fixture
def game(_game: Game, db: None) -> Game:
    return as_made(_game)


@pytest.fixture(params=NAMES)
def form(request: pytest.FixtureRequest, game: Game) -> Form:
    return forms(game)[request.param]


def test_two_taps_make_one(game: Game, form: Form) -> None:
    client, before = game.client("game_master"), form.makes.objects.count()
    first, second = form.send(client), form.send(client)
    assert (first.status_code, second.status_code) == (302, 302)
    assert second["Location"] == first["Location"]
    assert form.makes.objects.count() == before + 1


def test_another_key_makes_another(game: Game, form: Form) -> None:
    client, before = game.client("game_master"), form.makes.objects.count()
    form.send(client)
    form.send(client, "quite-another-key")
    assert form.makes.objects.count() == before + 2


def test_what_came_without_a_key_is_not_lost(game: Game, form: Form) -> None:
    before = form.makes.objects.count()
    assert form.send(game.client("game_master"), "").status_code == 302
    assert form.makes.objects.count() == before + 1


def test_the_page_carries_a_key_of_its_own(game: Game, form: Form) -> None:
    keys = [
        re.findall(r'name="key" value="([0-9a-f]{32})"', game.client("game_master").get(form.page).content.decode())
        for _look in range(2)
    ]
    assert keys[0]
    assert keys[0] != keys[1]


def test_another_file_under_the_same_key_is_refused(game: Game) -> None:
    client, form = game.client("game_master"), forms(game)["table of a file"]
    form.send(client)
    Table.objects.filter(pk=game.table.pk).update(name="Otra")
    game.table.refresh_from_db()
    page = client.get(form.send(client)["Location"]).content.decode()
    assert "Este envío ya se usó para otra cosa" in page
    assert Table.objects.filter(name="Otra").count() == 1


def test_a_form_with_faults_keeps_its_key(game: Game) -> None:
    address = reverse("campaigns:new")
    client = game.client("game_master")
    assert client.post(address, {"name": "", "system": "tapiz", "key": KEY}).status_code == 422
    assert not Posted.objects.exists()
    assert client.post(address, {"name": "Los viernes", "system": "tapiz", "key": KEY}).status_code == 302


def test_experience_is_given_once(game: Game) -> None:
    client, ana = game.client("game_master"), game.characters["Ana"]
    address = reverse("characters:experience", args=[game.table.pk])
    before = sheet_of(Character.objects.get(pk=ana.pk)).get("experience") or 0
    assert 'name="key"' in client.get(address).content.decode()
    for _tap in range(2):
        client.post(address, {"points": "500", "characters": [str(ana.pk)], "key": KEY})
    assert sheet_of(Character.objects.get(pk=ana.pk))["experience"] == before + 500


def test_what_was_taken_long_ago_is_forgotten_at_a_start(game: Game) -> None:
    client, form = game.client("game_master"), forms(game)["adventure"]
    for key, age in ((KEY, 1), ("another-key-of-long-ago", 31)):
        form.send(client, key)
        Posted.objects.filter(key=key).update(at=timezone.now() - timedelta(days=age))
    call_command("forget_acts")
    assert Posted.objects.get().key == KEY
