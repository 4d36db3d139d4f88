"""The log-in expires, or a right is lost, while a page is open: it is said, and nothing typed is lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from combat.models import LogEntry
from tapiz_site.campaigns.models import Membership

from .fight import PHONE, TABLET, Demo, Person, Windows, entered, load_demo

Enter = Callable[[str], Person]
ACTS = re.compile("/hacer/")


@pytest.fixture
def demo(live_url: str) -> Demo:
    return load_demo()


@pytest.fixture
def enter(new_context: Windows, live_url: str, demo: Demo) -> Enter:
    """Open the demo fight as a person; it is Sharra's asalto."""
    url = demo.encounter.get_absolute_url()
    return lambda name: entered(new_context, live_url, name, url, **(TABLET if name == "dj" else PHONE))


def test_after_logging_in_again_elsewhere_what_was_typed_is_sent(enter: Enter, demo: Demo) -> None:
    sharra = enter("sharra")
    count = LogEntry.objects.filter(encounter=demo.encounter).count()
    sharra.action("Otra acción")
    what = sharra.panel.get_by_label("Qué se intenta")
    what.fill("saltar por la ventana")
    Session.objects.all().delete()
    sharra.press("Mis dados")
    told = sharra.page.locator("[data-denied=login]")
    expect(told).to_contain_text("Hay que volver a entrar")
    expect(sharra.page.locator("[data-live-status]")).to_have_text("sin acceso")
    expect(what).to_have_value("saltar por la ventana")
    with sharra.page.context.expect_page() as opened:
        told.get_by_role("link", name="Entrar").click()
    Person(opened.value).log_in("sharra", demo.passwords["sharra"])
    with sharra.page.expect_response(ACTS):
        sharra.button("Reintentar").click()
    # What is attempted by an attribute waits for the game master, as it was typed.
    expect(sharra.cue("saltar por la ventana")).to_be_visible()
    expect(told).to_be_hidden()
    expect(sharra.page.locator("[data-live-status]")).to_have_text("al día")
    assert LogEntry.objects.filter(encounter=demo.encounter).count() == count + 1
    sharra.assert_never_reloaded()


@pytest.mark.parametrize(
    ("status", "says"),
    [
        (403, "La página había caducado"),
        (429, "esperar un momento"),
    ],
)
def test_a_refused_act_has_words_and_keeps_what_was_typed(enter: Enter, demo: Demo, status: int, says: str) -> None:
    sharra = enter("sharra")
    count = LogEntry.objects.filter(encounter=demo.encounter).count()
    sharra.action("Otra acción")
    what = sharra.panel.get_by_label("Qué se intenta")
    what.fill("saltar por la ventana")
    if status == HTTPStatus.FORBIDDEN:
        sharra.page.context.clear_cookies(name="csrftoken")
    else:
        sharra.page.route(ACTS, lambda route: route.fulfill(status=status, body="<p>no</p>"), times=1)
    sharra.press("Mis dados")
    banner = sharra.page.locator("[data-retry]")
    expect(banner).to_contain_text(says)
    expect(what).to_have_value("saltar por la ventana")
    with sharra.page.expect_response(ACTS):
        sharra.button("Reintentar").click()
    # What is attempted by an attribute waits for the game master, as it was typed.
    expect(sharra.cue("saltar por la ventana")).to_be_visible()
    expect(banner).to_be_hidden()
    assert LogEntry.objects.filter(encounter=demo.encounter).count() == count + 1
    sharra.assert_never_reloaded()


def test_who_may_not_look_any_more_is_told_so(enter: Enter, demo: Demo) -> None:
    sharra, dj = enter("sharra"), enter("dj")
    expect(sharra.page.locator("[data-live-status]")).to_have_text("al día")
    Membership.objects.filter(table=demo.encounter.table, user__username="sharra").delete()
    dj.harm(5, {"Sharra": "Todo"})
    expect(sharra.page.locator("[data-denied=right]")).to_be_visible()
    expect(sharra.page.locator("[data-live-status]")).to_have_text("sin acceso")
    expect(sharra.page.locator("[data-live-banner]")).to_be_hidden()
