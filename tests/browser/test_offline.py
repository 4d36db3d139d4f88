"""Reading without a connection: the last own sheet as it was then, nothing else, and nothing after the log-out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from characters.models import Character
from characters.services import create_character
from tapiz_site import offline
from tapiz_site.accounts.models import User
from tests.combat.play import people

from .fight import PHONE, Windows

KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys())
    found[name] = (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname);
  return found;
}"""
CONTROLLED = "() => navigator.serviceWorker.ready.then(() => true)"


def log_in(context: BrowserContext, user: User, live_url: str) -> None:
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_url}])


def kept(page: Page) -> dict[str, list[str]]:
    """What this device keeps, by the name of the cache."""
    found: dict[str, list[str]] = page.evaluate(KEPT)
    return found


def copies(page: Page) -> list[str]:
    """The pages of which this device keeps a copy."""
    return [one for name, pages in kept(page).items() if name.startswith("copies-") for one in pages]


def until(page: Page, done: Callable[[], bool]) -> None:
    """Look again until the worker has done its work, of which no page tells."""
    for _attempt in range(100):
        if done():
            return
        page.wait_for_timeout(100)
    raise AssertionError(kept(page))


@pytest.fixture
def phone(new_context: Windows, live_url: str) -> tuple[BrowserContext, Page, Character, dict[str, User]]:
    """The phone of a player with an own sheet open, which the worker has kept."""
    table, users = people()
    ana = create_character(
        table=table, kind="person", name="Ana", values={}, by=users["player"], players=[users["player"]]
    )
    context = new_context(**PHONE, service_workers="allow")
    log_in(context, users["player"], live_url)
    page = context.new_page()
    page.goto(ana.get_absolute_url())
    page.evaluate(CONTROLLED)
    until(page, lambda: copies(page) == [ana.get_absolute_url()])
    return context, page, ana, users


def test_the_last_sheet_is_read_without_a_connection_and_says_so(
    phone: tuple[BrowserContext, Page, Character, dict[str, User]], assert_accessible: Callable[[Page], None]
) -> None:
    context, page, ana, _users = phone
    # nothing of other pages is kept
    page.goto(ana.table.get_absolute_url())
    assert copies(page) == [ana.get_absolute_url()]
    context.set_offline(True)
    page.goto(ana.get_absolute_url())
    expect(page.get_by_role("status")).to_contain_text("Sin conexión: así estaba a las")
    expect(page.get_by_role("heading", name="Ana", exact=True)).to_be_visible()
    assert page.locator("button, form, input").count() == 0
    assert_accessible(page)

    # any other page says that there is no connection, and leads to what is kept
    page.goto(ana.table.get_absolute_url())
    expect(page.get_by_role("heading", name="Sin conexión")).to_be_visible()
    assert_accessible(page)
    page.get_by_role("link", name="Ana").click()
    expect(page.get_by_role("status")).to_contain_text("Sin conexión: así estaba a las")

    # with the connection the sheet is the live one again
    context.set_offline(False)
    page.get_by_role("link", name="Reintentar").click()
    expect(page.get_by_text("así estaba a las")).to_have_count(0)


def test_nothing_is_left_after_the_log_out_or_for_another_person(
    phone: tuple[BrowserContext, Page, Character, dict[str, User]], live_url: str
) -> None:
    context, page, ana, users = phone
    log_in(context, users["other_player"], live_url)
    page.goto("/mesas/")
    until(page, lambda: copies(page) == [])
    log_in(context, users["player"], live_url)
    page.goto(ana.get_absolute_url())
    until(page, lambda: copies(page) == [ana.get_absolute_url()])
    page.goto("/cuenta/")
    page.get_by_role("button", name="Salir").click()
    page.wait_for_url("**/entrar/**")
    until(page, lambda: copies(page) == [])


def test_a_new_version_replaces_the_worker_and_what_it_kept(
    phone: tuple[BrowserContext, Page, Character, dict[str, User]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _context, page, ana, _users = phone
    before = set(kept(page))
    monkeypatch.setattr(offline, "BUILD", "another")
    offline._worker.cache_clear()
    page.goto("/mesas/")
    until(page, lambda: not before & set(kept(page)))
    # the copy was made anew by the new version
    until(page, lambda: copies(page) == [ana.get_absolute_url()])
    monkeypatch.undo()
    offline._worker.cache_clear()


def test_the_browser_finds_nothing_that_keeps_it_from_installing(
    phone: tuple[BrowserContext, Page, Character, dict[str, User]],
) -> None:
    context, page, _ana, _users = phone
    session = context.new_cdp_session(page)
    manifest: dict[str, Any] = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/aplicacion.es.webmanifest")
    found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in found if one["errorId"] != "in-incognito"] == []
