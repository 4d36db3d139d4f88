"""The demo tables as an empty installation gets them, with their packs and possessions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from characters import gear
from characters.models import Character
from combat import demo
from equipment.ledger import trading
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tests.kept import as_made, made_once, shipped_packs

pytestmark = pytest.mark.django_db


def things(name: str) -> dict[str, str]:
    """The possessions of a character: the place or container of each."""
    character = Character.objects.select_related("table").get(name=name)
    found = gear.things_of(character)
    names = {one.pk: one.name for one in found}
    return {one.name: names.get(one.within_id or "", one.place) for one in found}


LogIns: TypeAlias = list[tuple[str, str, str]]


@pytest.fixture(scope="module")
def _all(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[LogIns]:
    def make() -> LogIns:
        shipped_packs()
        return [log_in for path in demo.demos() for log_in in demo.load(path)]

    with made_once(make, django_db_blocker) as made:
        yield made


@pytest.fixture
def log_ins(_all: LogIns, db: None) -> LogIns:
    """The log-ins of all demo tables, which stand in the database."""
    return as_made(_all)


def test_all_demo_tables_stand_beside_each_other(log_ins: LogIns) -> None:
    tables = list(Table.objects.all())
    assert len({table.name for table in tables}) == len(tables) == len(demo.demos())
    for name, password, _role in log_ins:
        assert User.objects.get(username=name).check_password(password)
    sharra = things("Sharra")
    assert (sharra["Arco de cable"], sharra["Flecha gris"]) == ("hand", "Carcaj de corteza")
    assert (sharra["Coleto de cuero graso"], sharra["silver"]) == ("worn", "packed")
    assert things("Orlo")["Cerbatana de junco"] == "hand"
    assert things("Irena")["Vendas con miel"] == "Alforjas"
    # Their sheets no longer list what they have as possessions.
    assert Character.objects.get(name="Sharra").sheet["armour"] == "none"


def test_what_a_thing_changes_is_said_once_and_the_shop_says_that_there_is_more(log_ins: LogIns) -> None:
    client = Client()
    client.force_login(User.objects.get(username="sharra"))
    sharra = Character.objects.select_related("table").get(name="Sharra")
    coat = next(one for one in gear.things_of(sharra) if one.name == "Coleto de cuero graso")
    page = client.get(reverse("characters:thing", args=[sharra.pk, coat.pk])).content.decode()
    assert page.count("<span>CA</span>") == 1
    trading.set_shop(sharra.table, name="", is_open=True, sells_at=100, buys_at=50)
    address = reverse("characters:shop", args=[sharra.table.pk])
    more = "las demás se encuentran por su nombre"
    assert more in client.get(address).content.decode()
    assert more not in client.get(address, {"q": "yesca"}).content.decode()
