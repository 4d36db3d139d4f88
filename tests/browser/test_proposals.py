"""What a player has received: proposed on a phone, agreed to on a tablet; both pages follow."""

from __future__ import annotations

from django.urls import reverse
from playwright.sync_api import expect

from characters import gear
from characters.models import Character
from equipment.ledger import proposing
from equipment.ledger.models import Possession
from tapiz_site.accounts.models import User

from .fight import PHONE, TABLET, Windows, entered, load_demo


def test_four_hundred_coins_are_the_game_masters_to_agree_to(new_context: Windows, live_url: str) -> None:
    demo = load_demo()
    table = demo.encounter.table
    table.house = {**table.house, "proposals": "ask"}
    table.save()
    sharra_pk = Character.objects.get(name="Sharra").pk
    dj = entered(new_context, live_url, "dj", table.get_absolute_url(), **TABLET)
    yes = dj.page.locator("#proposals").get_by_role("button", name="Sí")
    expect(yes).to_have_count(0)
    form = reverse("characters:add_thing_of", args=[sharra_pk, "coin"])
    sharra = entered(new_context, live_url, "sharra", form, **PHONE)
    sharra.page.locator("[name=thing_quantity]").fill("400")
    sharra.page.locator("[name=thing_why]").fill("El rescate del conde")
    sharra.page.get_by_role("button", name="Proponer").click()
    sharra.page.wait_for_url(f"**{reverse('characters:inventory', args=[sharra_pk])}")
    pending = sharra.page.locator("#proposals")
    expect(pending).to_contain_text("400")
    expect(pending).to_contain_text("Pendiente de")
    sharra.page.evaluate("window.notReloaded = true")
    had = sum(one.quantity for one in Possession.objects.filter(owner=sharra_pk, kind="coin"))
    expect(dj.page.locator(".call")).to_contain_text("propone", timeout=2000)
    expect(dj.page.locator("#proposals")).to_contain_text("El rescate del conde", timeout=2000)
    dj.assert_never_reloaded()
    yes.click()
    expect(dj.page.locator("#proposals")).to_have_count(0)
    expect(pending).to_have_count(0, timeout=2000)
    expect(sharra.page.locator("#content")).to_contain_text(str(had + 400))
    assert sharra.page.evaluate("window.notReloaded"), "the player's page follows by itself"


def test_a_yes_in_the_header_leaves_the_page_as_it_is(new_context: Windows, live_url: str) -> None:
    demo = load_demo()
    table = demo.encounter.table
    table.house = {**table.house, "proposals": "ask"}
    table.save()
    sharra, player = Character.objects.get(name="Sharra"), User.objects.get(username="sharra")
    dj = entered(new_context, live_url, "dj", demo.encounter.get_absolute_url(), **TABLET)
    holder = gear.holder_of(sharra)
    gold = {"kind": "coin", "name": "gold", "values": {"coin": "gold"}}
    proposing.note(holder, player, proposing.proposal(holder, player, quantity=400, **gold))
    yes = dj.page.locator(".calls").get_by_role("button", name="Sí")
    yes.click(timeout=2000)
    expect(yes).to_have_count(0)
    assert Possession.objects.get(owner=sharra, kind="coin").quantity == 400
    dj.assert_never_reloaded()
