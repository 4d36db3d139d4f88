"""What people own, at the demo table in real browsers: equipping, shooting, giving, sharing, buying, looting.

The same without scripts is in `tests/combat/test_things_without_scripts.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from characters import gear
from characters.models import Character
from combat import deeds
from equipment.ledger import services, sharing, trading
from equipment.ledger.models import Possession
from equipment.ledger.writing import Holder
from rules.core.gear import Thing
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Table

from .fight import NARROW, PHONE, TABLET, Demo, Person, Threes, Windows, entered, load_demo, turn_page
from .test_fight_pages import Inspector

Enter = Callable[..., Person]
SIZES = {"dj": TABLET, "sharra": PHONE, "elythlian": NARROW}
CORD = {"weight": 2200, "price": 30, "properties": ""}


@pytest.fixture
def demo(live_url: str, monkeypatch: pytest.MonkeyPatch) -> Demo:
    """The demo table of Tapiz with its pack: Sharra holds a bow and has fourteen arrows in her quiver."""
    monkeypatch.setattr(deeds, "_random", Threes())
    return load_demo(packs=True)


@pytest.fixture
def table(demo: Demo) -> Table:
    return demo.encounter.table


@pytest.fixture
def enter(new_context: Windows, live_url: str, demo: Demo) -> Enter:
    """Open an address as a person."""

    return lambda name, url: entered(new_context, live_url, name, url, **SIZES[name])


def address(name: str, *args: object) -> str:
    return reverse(f"characters:{name}", args=args)


def of(name: str) -> Character:
    return Character.objects.select_related("table").get(name=name)


def thing_of(name: str, thing: str) -> Possession:
    return Possession.objects.get(owner=of(name), name=thing)


def quantity_of(name: str, thing: str) -> int:
    return sum(one.quantity for one in Possession.objects.filter(owner=of(name), name=thing))


def into_stash(table: Table, name: str = "Cabo", quantity: int = 1, kind: str = "gear") -> None:
    """Something for everybody; coins by the code of theirs."""
    values = {"coin": name} if kind == "coin" else CORD
    dj = User.objects.get(username="dj")
    services.add(Holder(table), dj, kind=kind, name=name, values=values, quantity=quantity)


def row(place: Page | Locator, name: str) -> Locator:
    """The line of a thing, anywhere on the page or in one part of it."""
    page = place.page if isinstance(place, Locator) else place
    whose = page.locator(".thing__name b").filter(has_text=re.compile(rf"^{re.escape(name)}$"))
    return place.locator(".thing").filter(has=whose)


def button(one: Person, name: str) -> Locator:
    """A button by its name; the name of its thing, which only those who listen need, stands a space apart."""
    return one.page.get_by_role("button", name=re.compile(f"^{re.escape(name).replace(':', ' ?:')}$"))


def group(one: Person, title: str) -> Locator:
    return one.page.get_by_role("region", name=title)


def said(one: Person) -> Locator:
    return one.page.locator("#content .messages, #content [role=status], #content [role=alert]")


def test_what_is_worn_counts_at_once_on_sheet_and_fight(enter: Enter, demo: Demo) -> None:
    one = enter("sharra", address("inventory", of("Sharra").pk))
    sheet = enter("sharra", of("Sharra").get_absolute_url())
    fight = enter("sharra", demo.encounter.get_absolute_url())
    before = defence(sheet).inner_text()
    button(one, "Guardar: Coleto de cuero graso").click()
    expect(row(group(one, "Guardado"), "Coleto de cuero graso")).to_be_visible()
    for shown in (sheet, fight):
        expect(defence(shown)).to_have_text(str(int(before) - 2))
    button(one, "Ponerse: Coleto de cuero graso").click()
    expect(row(group(one, "Puesto"), "Coleto de cuero graso")).to_be_visible()
    for shown in (sheet, fight):
        expect(defence(shown)).to_have_text(before)
        shown.assert_never_reloaded()


def defence(one: Person) -> Locator:
    """The number of the armour class: a box of the sheet, or in the strip of one's own character in a fight."""
    label = one.page.get_by_text(re.compile(r"^CA\b"))
    box = one.page.locator("summary.attr").filter(has=label)
    strip = one.page.locator("#f-seat .facts > span").filter(has_text=re.compile("^CA "))
    return box.or_(strip).locator(".num").first


def test_arrows_run_out_and_undo_gives_one_back(enter: Enter, demo: Demo) -> None:
    services.count(
        gear.holder_of(of("Sharra")), User.objects.get(username="dj"), thing_of("Sharra", "Flecha gris").pk, -11
    )
    services.discard(
        gear.holder_of(of("Sharra")), User.objects.get(username="dj"), thing_of("Sharra", "Flecha de bronce").pk
    )
    one = enter("sharra", demo.encounter.get_absolute_url())
    dj = enter("dj", demo.encounter.get_absolute_url())
    own = enter("sharra", address("inventory", of("Sharra").pk))
    expect(row(own.page, "Flecha gris")).to_contain_text("1")
    one.pick("A quién", "Orco 2")
    one.press("Tirar")
    expect(row(own.page, "Flecha gris")).to_have_count(0)
    assert quantity_of("Sharra", "Flecha gris") == 0
    dj.undo()
    expect(row(own.page, "Flecha gris")).to_be_visible()
    assert quantity_of("Sharra", "Flecha gris") == 1
    own.assert_never_reloaded()


def test_taps_that_come_before_the_answer_count_each(enter: Enter, table: Table) -> None:
    table.house = {**table.house, "proposals": "trust"}
    table.save()
    one = enter("sharra", address("inventory", of("Sharra").pk))
    before = quantity_of("Sharra", "Flecha gris")
    shown = row(one.page, "Flecha gris").locator(".thing__acts > .num")
    for name, change in (("Uno menos: Flecha gris", -4), ("Uno más: Flecha gris", 3)):
        button(one, name).evaluate("(tapped, times) => { for (; times > 0; times--) tapped.click(); }", abs(change))
        before += change
        expect(shown).to_have_text(str(before))
    assert quantity_of("Sharra", "Flecha gris") == before
    one.assert_never_reloaded()


def test_a_number_that_cannot_be_stays_in_its_field_with_the_reason(enter: Enter, demo: Demo) -> None:
    cord = thing_of("Sharra", "Cabo de diez brazas")
    one = enter("sharra", address("thing", of("Sharra").pk, cord.pk))
    field = one.page.get_by_label("Cuántos")
    one.page.get_by_label("Dejar en").fill("La posada")
    field.fill("dos")
    button(one, "Dejar").click()
    expect(one.page.locator("#quantity-error")).to_contain_text("Ahí hace falta un número entero")
    expect(field).to_have_value("dos")
    expect(one.page.get_by_label("Dejar en")).to_have_value("La posada")
    field.fill("1")
    button(one, "Dejar").click()
    expect(one.page.locator("#quantity-error")).to_have_count(0)
    assert thing_of("Sharra", "Cabo de diez brazas").where == "La posada"


def test_what_is_offered_is_the_others_once_accepted(enter: Enter, demo: Demo) -> None:
    cord = thing_of("Sharra", "Cabo de diez brazas")
    other = enter("elythlian", address("inventory", of("Elythlian").pk))
    one = enter("sharra", address("thing", of("Sharra").pk, cord.pk))
    one.page.get_by_label("Dar a").select_option("Elythlian")
    button(one, "Dar").click()
    expect(group(other, "Regalo")).to_contain_text("Sharra ofrece: 1 × Cabo de diez brazas")
    assert quantity_of("Elythlian", "Cabo de diez brazas") == 0
    button(other, "Aceptar").click()
    expect(row(other.page, "Cabo de diez brazas")).to_be_visible()
    expect(group(other, "Regalo")).to_have_count(0)
    one.page.goto(address("inventory", of("Sharra").pk))
    expect(row(one.page, "Cabo de diez brazas")).to_have_count(0)
    assert (quantity_of("Sharra", "Cabo de diez brazas"), quantity_of("Elythlian", "Cabo de diez brazas")) == (0, 1)


def test_of_two_who_take_the_last_one_the_second_is_told(enter: Enter, table: Table) -> None:
    into_stash(table)
    one, other = (enter(name, address("stash", table.pk)) for name in ("sharra", "elythlian"))
    # this one hears nothing of what others do: the last one still lies there
    late = other.page.context.new_page()
    late.route("**/live/**", lambda route: route.abort())
    late.goto(address("stash", table.pk))
    button(one, "Tomar: Cabo").click()
    expect(said(one)).to_contain_text("Cabo: ahora lo tiene Sharra.")
    expect(row(other.page, "Cabo")).to_have_count(0)
    button(Person(late), "Tomar: Cabo").click()
    expect(late.locator("#content")).to_contain_text("Sharra")
    expect(row(late, "Cabo")).to_have_count(0)
    assert (quantity_of("Sharra", "Cabo"), quantity_of("Elythlian", "Cabo")) == (1, 0)


def test_the_stash_is_shared_out_in_equal_parts_and_the_rest_stays(enter: Enter, table: Table) -> None:
    into_stash(table, "copper", 31, "coin")
    before = {name: quantity_of(name, "copper") for name in ("Sharra", "Elythlian")}
    one = enter("sharra", address("stash", table.pk))
    one.page.get_by_role("link", name="Repartir").click()
    shares = one.page.get_by_role("region", name="A cada cual")
    expect(shares.locator("tbody tr")).to_have_text(re.compile(r"Moneda de cobre\s*15\s*1"))
    turn_page(one.page, one.page.get_by_role("button", name="Repartir entre 2").click)
    expect(row(one.page, "Moneda de cobre").locator("> .num")).to_have_text("1")
    assert {name: quantity_of(name, "copper") - many for name, many in before.items()} == {
        "Sharra": 15,
        "Elythlian": 15,
    }


def test_what_is_bought_is_paid_and_shows_what_is_left(enter: Enter, table: Table) -> None:
    one = enter("sharra", address("shop", table.pk))
    expect(one.page.get_by_text("Ahora no se compra ni se vende.")).to_be_visible()
    trading.set_shop(table, name="El bazar", is_open=True, sells_at=100, buys_at=50)
    one.page.goto(f"{address('shop', table.pk)}?q=yesca")
    purse = one.page.get_by_role("region", name="Con qué pagar")
    expect(purse).to_contain_text("1 moneda de oro, 6 monedas de plata y 5 monedas de cobre")
    button(one, "Comprar: Yesca y eslabón").click()
    expect(said(one)).to_contain_text("Sharra compra: Yesca y eslabón.")
    expect(purse).to_contain_text("1 moneda de oro, 5 monedas de plata y 7 monedas de cobre")
    assert quantity_of("Sharra", "Yesca y eslabón") == 1


def test_of_a_fallen_foe_each_takes_something_and_the_rest_is_everybodys(enter: Enter, table: Table) -> None:
    axe = Thing("1", "gear", "Hacha rota", CORD)
    balls = Thing("2", "gear", "Bola", CORD, quantity=4)
    dj = User.objects.get(username="dj")
    one = enter("sharra", address("stash", table.pk))
    sharing.open_loot(table, dj, encounter="", combatant="", name="Orco", things=[axe, balls], owner=None)
    loot = group(one, "Botín: Orco")
    expect(loot).to_be_visible()
    button(one, "Tomar: Hacha rota").click()
    expect(row(loot, "Hacha rota")).to_have_count(0)
    button(one, "El resto, al fondo común").click()
    expect(loot).to_contain_text("No queda nada.")
    expect(row(group(one, "Guardado"), "Bola")).to_be_visible()
    assert quantity_of("Sharra", "Hacha rota") == 1


def test_every_page_fits_is_accessible_and_has_room_for_fingers(enter: Enter, table: Table) -> None:
    for name, quantity, kind in (("Cabo", 3, "gear"), ("silver", 31, "coin")):
        into_stash(table, name, quantity, kind)
    dj = User.objects.get(username="dj")
    sharra, giver = gear.holder_of(of("Sharra")), gear.holder_of(of("Elythlian"))
    sharing.offer(giver, dj, thing_of("Elythlian", "Yesca y eslabón").pk, 1, sharra)
    foe = Thing("1", "gear", "N" * 80, CORD, quantity=2)
    sharing.open_loot(table, dj, encounter="", combatant="", name="Orco", things=[foe], owner=None)
    trading.set_shop(table, name="El bazar", is_open=True, sells_at=100, buys_at=50)
    own = of("Sharra").pk
    pages = {
        "inventory": address("inventory", own),
        "ledger": address("ledger", own),
        "adding": address("add_thing", own),
        "a weapon": address("add_thing_of", own, "weapon"),
        "arrows": address("thing", own, thing_of("Sharra", "Flecha gris").pk),
        "armour": address("thing", own, thing_of("Sharra", "Coleto de cuero graso").pk),
        "stash": address("stash", table.pk),
        "sharing": address("share_out", table.pk),
        "shop": address("shop", table.pk),
    }
    inspector = Inspector()
    for who in ("sharra", "dj"):
        one = enter(who, pages["inventory"])
        for state, url in pages.items():
            one.page.goto(url)
            inspector.look(one.page, f"{state} of {who}")
    assert not inspector.problems, "\n".join(inspector.problems)
