"""A player for whose act the fight waits sees it on every page of the table, and gets there by one tap."""

from __future__ import annotations

from django.urls import reverse
from playwright.sync_api import expect

from combat.deeds import Deed
from combat.services import act_for_app, scene_of
from tapiz_site.accounts.models import User

from .fight import PHONE, TABLET, Windows, elsewhere, entered, load_demo


def test_the_game_master_is_called_from_another_page_to_a_question(new_context: Windows, live_url: str) -> None:
    demo = load_demo()
    table = demo.encounter.table
    runs = User.objects.get(username="dj")
    act_for_app(demo.encounter.pk, runs, Deed("command", "archive"))
    scene = scene_of(table, runs)
    dj = entered(new_context, live_url, "dj", reverse("combat:new", args=[table.pk]), **TABLET)
    name = dj.page.get_by_label("Nombre")
    name.fill("El vado de noche")
    title = dj.page.title()
    before = name.bounding_box()
    sharra = entered(new_context, live_url, "sharra", scene.get_absolute_url(), **PHONE)
    sharra.action("Otra acción")
    sharra.panel.get_by_label("Qué se intenta").fill("trepar el muro")
    sharra.act(sharra.dock.locator(".btn--next"))
    call = dj.page.locator(".call")
    expect(call).to_contain_text("Sharra: trepar el muro", timeout=2000)
    expect(dj.page).to_have_title(f"(1) {title}")
    expect(name).to_have_value("El vado de noche")
    assert name.bounding_box() == before, "the page has moved under the finger"
    # on a tablet there is room for the page's own title beside it
    heading = dj.page.get_by_role("heading", level=1).bounding_box()
    assert heading is not None
    assert heading["width"] > 40
    dj.assert_never_reloaded()
    call.click()
    expect(dj.panel).to_contain_text("trepar el muro")
    expect(dj.page.locator("#f-stage")).to_contain_text("Una propuesta")


def test_a_page_that_was_open_before_the_fight_hears_of_it(new_context: Windows, live_url: str) -> None:
    demo = load_demo()
    elsewhere(demo, "pause")
    sharra = entered(
        new_context, live_url, "sharra", reverse("combat:rolls", args=[demo.encounter.table.pk]), **PHONE
    ).hears()
    call = sharra.page.locator(".call")
    expect(call).to_have_count(0)
    content = sharra.page.locator("#content")
    before = content.bounding_box()
    elsewhere(demo, "resume")
    expect(call).to_contain_text("Te toca")
    assert content.bounding_box() == before, "the page of a phone has moved under the finger"
    elsewhere(demo, "end_turn")
    expect(call).to_have_count(0)
    sharra.assert_never_reloaded()


def test_a_lost_connection_moves_nothing_on_a_phone(new_context: Windows, live_url: str) -> None:
    demo = load_demo()
    rolls = reverse("combat:rolls", args=[demo.encounter.table.pk])
    sharra = entered(new_context, live_url, "sharra", rolls, **PHONE)
    status = sharra.page.locator("[data-live-status]").first
    expect(status).to_have_text("al día")
    before = sharra.page.locator("#content").bounding_box()
    sharra.page.evaluate("dispatchEvent(new Event('offline'))")
    expect(status).to_have_text("reconectando")
    assert sharra.page.locator("#content").bounding_box() == before
