"""The page to print, in Chromium: on screen, and in the pages that the browser itself makes of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from tests.printing.people import ORDINARY, Printing, make_printing, overloaded

MEASURE = """(air) => {
  const wrong = [];
  const area = (one) => one.getBoundingClientRect();
  const out = (one, room) => one.left < room.left + air || one.right > room.right - air
    || one.top < room.top - 1 || one.bottom > room.bottom + 1;
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]);
  const over = (a, b) => shared(a, b, "left", "right") > 1 && shared(a, b, "top", "bottom") > 1;
  const cut = (one) => getComputedStyle(one).display !== "inline" && one.scrollWidth > one.clientWidth + 1;
  for (const paper of document.querySelectorAll(".paper")) {
    const room = area(paper);
    for (const one of paper.querySelectorAll("td, th, .pbox, .pencil, .pline, h1, h2, p, small"))
      if (out(area(one), room) || cut(one)) wrong.push(one.outerHTML.slice(0, 120));
    const letters = ({ width, height }) => height > 4 * width;
    for (const one of paper.querySelectorAll("td:first-child"))
      if (letters(area(one))) wrong.push(`letter under letter: ${one.textContent.trim().slice(0, 40)}`);
    const boxes = [...paper.querySelectorAll(".pbox")].map(area);
    boxes.forEach((one, place) => boxes.slice(place + 1).forEach((other) => {
      if (over(one, other)) wrong.push("boxes overlap");
    }));
  }
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) wrong.push("the page scrolls sideways");
  return wrong;
}"""
EDGE_PX = 0.5
"""The browser clips what stands nearer to the edge of the page's room than this."""


@pytest.fixture
def printing(live_url: str) -> Printing:
    return make_printing()


def opened(printing: Printing, page: Page, live_url: str, path: str) -> Page:
    client = Client()
    client.force_login(printing.users["player"])
    key = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": live_url}])
    page.goto(live_url + path)
    return page


@pytest.mark.parametrize("width", [360, 1024])
def test_on_screen_and_on_paper_nothing_is_cut(
    live_url: str,
    printing: Printing,
    new_page: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    width: int,
) -> None:
    path = reverse("characters:print", args=[overloaded(printing).pk])
    page = opened(
        printing, new_page(viewport={"width": width, "height": 900}), live_url, f"{path}?paper=a4&notes=on&changes=on"
    )
    assert page.evaluate(MEASURE, 0) == []
    assert_accessible(page)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 703, "height": 1000})
    assert page.evaluate(MEASURE, EDGE_PX) == []
    assert page.locator(".no-print:visible").count() == 0


def test_choices_apply_at_once_and_the_dialogue_opens(
    live_url: str, printing: Printing, new_page: Callable[..., Page]
) -> None:
    path = reverse("characters:print", args=[printing.make("Ana", ORDINARY).pk])
    page = opened(printing, new_page(), live_url, path)
    page.get_by_text("Carta", exact=True).click()
    page.wait_for_url("**paper=letter**")
    assert page.locator(".paper--letter").count() == 1
    page.evaluate("window.print = () => { document.title = 'printed' }")
    page.get_by_role("button", name="Imprimir").click()
    assert page.title() == "printed"


def test_without_scripts_the_choices_have_a_button(
    live_url: str, printing: Printing, new_page: Callable[..., Page]
) -> None:
    path = reverse("characters:print", args=[printing.make("Ana", ORDINARY).pk])
    page = opened(printing, new_page(java_script_enabled=False), live_url, path)
    assert page.get_by_role("button", name="Imprimir").count() == 0
    page.get_by_text("Carta", exact=True).click()
    page.get_by_role("button", name="Aplicar").click()
    page.wait_for_url("**paper=letter**")
    assert page.locator(".paper--letter").count() == 1
