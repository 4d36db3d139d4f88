"""A new table leads its game master to the first scene, one main button at a time."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from characters.models import Character
from characters.services import create_character
from combat import store
from equipment.packs import choosing
from equipment.packs.installing import install_shipped
from equipment.packs.models import Pack
from tapiz_site.campaigns.models import Table
from tests.combat.mechs import GM, Field
from tests.combat.play import people

pytestmark = pytest.mark.django_db


def main_buttons(table: Table, user: object) -> list[str]:
    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    page = client.get(table.get_absolute_url()).content.decode()
    found = re.findall(r"<(?:a|button)[^>]*btn--next[^>]*>(.*?)</(?:a|button)>", page, re.DOTALL)
    return [re.sub(r"<[^>]+>", "", one).strip() for one in found]


def test_there_is_one_main_button_for_what_comes_next() -> None:
    table, users = people()
    runs = users["game_master"]
    assert main_buttons(table, users["player"]) == []
    assert main_buttons(table, runs) == ["Elegir el Lienzo"]
    install_shipped()
    version = Pack.objects.filter(system="tapiz", versions__entries__kind="creature").first().versions.latest("pk")
    choosing.take(table, version, runs)
    table.memberships.exclude(user=runs).delete()
    assert main_buttons(table, runs) == ["Abrir la puerta"]
    master = Client()
    master.force_login(runs)
    master.post(reverse("campaigns:own_door", args=[table.pk]), {"again": "1"})
    assert main_buttons(table, runs) == ["Hacer un personaje"]
    create_character(table=table, kind="person", name="Ana", values={}, by=runs, players=[])
    assert main_buttons(table, runs) == ["Preparar la primera escena"]
    store.create(table=table, name="La bodega", user=runs)
    assert main_buttons(table, runs) == []


def test_a_machine_has_no_empty_load_and_no_purse() -> None:
    field = Field()
    machine = Character.objects.filter(table=field.table, kind="mech").first()
    assert machine is not None
    page = field.client(GM).get(reverse("characters:inventory", args=[machine.pk])).content.decode()
    assert "load-title" not in page
    assert "coins-title" not in page
