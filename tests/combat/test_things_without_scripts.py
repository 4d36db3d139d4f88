"""What people own, at the demo table without scripts: each act is a form as the page has it, answered by a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from characters.models import Character
from combat import demo
from combat.models import Encounter
from equipment.ledger import services, sharing, trading
from equipment.ledger.models import Possession
from equipment.ledger.writing import Holder
from rules.core.gear import Thing
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table
from tests.kept import as_made, made_once, shipped_packs
from tests.simulation.reading import inside, plain
from tests.walking import Walker

CORD = {"weight": 2200, "price": 30, "properties": ""}


@pytest.fixture(scope="module")
def _demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    def make() -> None:
        shipped_packs()
        demo.load(next(path for path in demo.demos() if Path(path).parent.name == "tapiz"))

    with made_once(make, django_db_blocker):
        yield


@pytest.fixture
def table(_demo: None, db: None) -> Table:
    """The demo table of Tapiz with its pack."""
    as_made(None)
    return Encounter.objects.get(name="Emboscada en la bodega").table


def enter(name: str, url: str) -> Walker:
    walker = Walker()
    walker.client.force_login(User.objects.get(username=name))
    return walker.open(url)


def address(name: str, *args: object) -> str:
    return reverse(f"characters:{name}", args=args)


def of(name: str) -> Character:
    return Character.objects.get(name=name)


def thing_of(name: str, thing: str) -> Possession:
    return Possession.objects.get(owner=of(name), name=thing)


def quantity_of(name: str, thing: str) -> int:
    return sum(one.quantity for one in Possession.objects.filter(owner=of(name), name=thing))


def group(walker: Walker, title: str) -> str:
    """The words of the group of things with this title; empty where there is none."""
    sections = re.findall(r"<section\b.*?</section>", walker.html, re.DOTALL)
    titled = re.compile(rf'aria-label="{title}|>\s*{title}\b')
    return " ".join(plain(f"<main {one}") for one in sections if titled.search(one))


def test_what_is_worn_counts_at_once_on_sheet_and_fight(table: Table) -> None:
    one = enter("sharra", address("inventory", of("Sharra").pk))
    sheet = enter("sharra", of("Sharra").get_absolute_url())
    fight = enter("sharra", Encounter.objects.get(name="Emboscada en la bodega").get_absolute_url())
    before = [defence(sheet), defence(fight)]
    one.press("Guardar: Coleto de cuero graso")
    assert "Coleto de cuero graso" in group(one, "Guardado")
    assert [defence(sheet), defence(fight)] == [number - 2 for number in before]
    one.press("Ponerse: Coleto de cuero graso")
    assert "Coleto de cuero graso" in group(one, "Puesto")
    assert [defence(sheet), defence(fight)] == before


def defence(walker: Walker) -> int:
    """The armour class on a sheet, or in the strip of one's own character in a fight."""
    walker.look()
    shown = inside(walker.html, ["f-seat"]).get("f-seat", walker.html)
    found = re.search(r"\bCA\b\D*(\d+)", plain(f"<main>{shown}" if "<main" not in shown else shown))
    assert found is not None
    return int(found[1])


def test_a_number_that_cannot_be_stays_in_its_field_with_the_reason(table: Table) -> None:
    cord = thing_of("Sharra", "Cabo de diez brazas")
    one = enter("sharra", address("thing", of("Sharra").pk, cord.pk))
    one.type("Dejar en", "La posada")
    one.type("Cuántos", "dos")
    one.press("Dejar")
    assert re.search(r'id="quantity-error"[^>]*>[^<]*(<[^<]*)*?Ahí hace falta un número entero', one.html)
    form = {name: field.value for each in one.at.read.forms.values() for name, field in each.fields.items()}
    assert (form["quantity"], form["where"]) == ("dos", "La posada")
    one.type("Cuántos", "1")
    one.press("Dejar")
    assert "quantity-error" not in one.html
    assert thing_of("Sharra", "Cabo de diez brazas").where == "La posada"


def test_what_is_offered_is_the_others_once_accepted(table: Table) -> None:
    cord = thing_of("Sharra", "Cabo de diez brazas")
    other = enter("elythlian", address("inventory", of("Elythlian").pk))
    one = enter("sharra", address("thing", of("Sharra").pk, cord.pk))
    one.choose("to", str(of("Elythlian").pk))
    one.press("Dar")
    other.look()
    assert "Sharra ofrece: 1 × Cabo de diez brazas" in group(other, "Regalo")
    assert quantity_of("Elythlian", "Cabo de diez brazas") == 0
    other.press("Aceptar")
    assert "Cabo de diez brazas" in plain(other.html)
    assert group(other, "Regalo") == ""
    one.open(address("inventory", of("Sharra").pk))
    assert "Cabo de diez brazas" not in plain(one.html)
    assert (quantity_of("Sharra", "Cabo de diez brazas"), quantity_of("Elythlian", "Cabo de diez brazas")) == (0, 1)


def test_the_stash_is_shared_out_in_equal_parts_and_the_rest_stays(table: Table) -> None:
    dj = User.objects.get(username="dj")
    services.add(Holder(table), dj, kind="coin", name="copper", values={"coin": "copper"}, quantity=31)
    before = {name: quantity_of(name, "copper") for name in ("Sharra", "Elythlian")}
    one = enter("sharra", address("stash", table.pk))
    one.press("Repartir")
    assert re.search(r"Moneda de cobre\s*15\s*1\b", group(one, "A cada cual"))
    one.press("Repartir entre 2")
    assert {name: quantity_of(name, "copper") - many for name, many in before.items()} == {
        "Sharra": 15,
        "Elythlian": 15,
    }
    assert sum(heap.quantity for heap in Possession.objects.filter(owner=None, name="copper")) == 1


def test_what_is_bought_is_paid_and_shows_what_is_left(table: Table) -> None:
    one = enter("sharra", address("shop", table.pk))
    assert "Ahora no se compra ni se vende." in one.html
    trading.set_shop(table, name="El bazar", is_open=True, sells_at=100, buys_at=50)
    one.open(f"{address('shop', table.pk)}?q=yesca")
    assert "1 moneda de oro, 6 monedas de plata y 5 monedas de cobre" in group(one, "Con qué pagar")
    one.press("Comprar: Yesca y eslabón")
    assert "Sharra compra: Yesca y eslabón." in one.html
    assert "1 moneda de oro, 5 monedas de plata y 7 monedas de cobre" in group(one, "Con qué pagar")
    assert quantity_of("Sharra", "Yesca y eslabón") == 1


def test_of_a_fallen_foe_each_takes_something_and_the_rest_is_everybodys(table: Table) -> None:
    things = [Thing("1", "gear", "Hacha rota", CORD), Thing("2", "gear", "Bola", CORD, quantity=4)]
    dj = User.objects.get(username="dj")
    sharing.open_loot(table, dj, encounter="", combatant="", name="Orco", things=things, owner=None)
    one = enter("sharra", address("stash", table.pk))
    assert "Hacha rota" in group(one, "Botín: Orco")
    one.press("Tomar: Hacha rota")
    assert "Hacha rota" not in group(one, "Botín: Orco")
    one.press("El resto, al fondo común")
    assert "No queda nada." in group(one, "Botín: Orco")
    assert "Bola" in group(one, "Guardado")
    assert quantity_of("Sharra", "Hacha rota") == 1
