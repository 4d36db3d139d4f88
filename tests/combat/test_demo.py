"""The demo tables as an empty installation gets them, with their packs and possessions."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from characters import gear
from characters.models import Character
from combat import demo
from equipment.ledger import trading
from equipment.packs import installing
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table

pytestmark = pytest.mark.django_db


def things(name: str) -> dict[str, str]:
    """The possessions of a character: the place or container of each."""
    character = Character.objects.select_related("table").get(name=name)
    found = gear.things_of(character)
    names = {one.pk: one.name for one in found}
    return {one.name: names.get(one.within_id or "", one.place) for one in found}


def test_all_demo_tables_stand_beside_each_other() -> None:
    installing.install_shipped()
    log_ins = [log_in for path in demo.demos() for log_in in demo.load(path)]
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


@pytest.mark.parametrize("system", ["tapiz", "tumbas"])
def test_without_its_pack_a_demo_table_plays_with_what_its_sheets_say(system: str) -> None:
    path = next(path for path in demo.demos() if path.parent.name == system)
    demo.load(path)
    worn = [place for one in Character.objects.all() for place in things(one.name).values()]
    assert "worn" in worn


def test_what_a_thing_changes_is_said_once_and_the_shop_says_that_there_is_more() -> None:
    installing.install_shipped()
    demo.load(next(path for path in demo.demos() if path.parent.name == "tapiz"))
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
