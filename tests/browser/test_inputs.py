"""Declared inputs in a browser: what the script adds, and that pages made of them are accessible."""

from collections.abc import Callable

from django.conf import settings
from django.http import QueryDict
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.test import Client
from playwright.sync_api import BrowserContext, Page

from characters import services as characters
from rules.core.facts import Fact
from rules.core.inputs import Number, Option, Rows, Several, Text
from tapiz_site import inputs
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Invitation
from tapiz_site.speech import speaker

from .fight import turn_page
from .visitors import first_page

NAMES = ("strength", "dexterity", "wisdom")
INPUTS = (
    Several("traits", words=True, options=tuple(Option(name, Fact(f"attribute.{name}")) for name in NAMES)),
    Number("points", minimum=-3, maximum=2),
    Rows("modifiers", of=(Number("value"), Text("why", required=False)), maximum=3),
)
VALUES = {"traits": [["wisdom", "ojo"]], "points": 0, "modifiers": [{"value": 1, "why": "alto"}]}


def with_form(page: Page) -> Page:
    bound = inputs.fields(INPUTS, VALUES, {}, speaker("tapiz"))
    page.goto("/entrar/")
    page.set_content(f'<form id="command"></form>{render_to_string("inputs/fields.html", {"bound": bound})}')
    page.add_script_tag(url=static("js/picks.js"))
    return page


def sent(page: Page) -> dict[str, object]:
    query = page.evaluate("new URLSearchParams(new FormData(document.getElementById('command'))).toString()")
    return inputs.read(INPUTS, QueryDict(query))


def test_picks_are_numbered_as_they_are_tapped(new_page: Callable[..., Page]) -> None:
    page = with_form(new_page())
    places = page.locator("[data-place]")
    assert places.all_inner_texts() == ["", "", "1.º"]
    page.get_by_text("Fuerza", exact=True).click()
    assert places.all_inner_texts() == ["2.º", "", "1.º"]
    page.get_by_text("Sabiduría", exact=True).click()
    page.get_by_text("Sabiduría", exact=True).click()
    assert places.all_inner_texts() == ["1.º", "", "2.º"]
    assert sent(page)["traits"] == [["strength", ""], ["wisdom", "ojo"]]


def test_steppers_keep_to_the_bounds_and_write_a_true_minus(new_page: Callable[..., Page]) -> None:
    page = with_form(new_page())
    for _tap in range(5):
        page.locator("[data-by='-1']").click()
    assert page.locator("[name=points]").input_value() == "−3"
    assert sent(page)["points"] == -3
    for _tap in range(7):
        page.locator("[data-by='1']").click()
    assert sent(page)["points"] == 2


def test_rows_are_added_up_to_the_maximum_and_taken_away(new_page: Callable[..., Page]) -> None:
    page = with_form(new_page())
    rows, add = page.locator("[data-row]"), page.locator("[data-add]")
    assert rows.count() == 1
    add.click()
    add.click()
    assert rows.count() == 3
    assert add.is_hidden()
    rows.nth(2).locator("input").first.fill("5")
    rows.nth(0).locator("[data-clear]").click()
    assert add.is_visible()
    assert sent(page)["modifiers"] == [{"value": 5, "why": ""}]
    ids = page.locator("[data-rows] [id]").evaluate_all("all => all.map((one) => one.id)")
    assert len(ids) == len(set(ids))


def test_pages_of_tables_and_characters_are_accessible(
    new_context: Callable[..., BrowserContext], assert_accessible: Callable[[Page], None], live_url: str
) -> None:
    master = User.objects.create(username="marta")
    table = campaigns.create_table(user=master, name="Los jueves", system="tapiz")
    sheet = {"traits": [{"text": "Pies ligeros", "sort": "natural"}]}
    one = characters.create_character(table=table, kind="person", name="Sharra", values=sheet, by=master)
    invitation = Invitation.objects.create(table=table, created_by=master)
    client = Client()
    client.force_login(master)
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
    visitor = first_page(new_context(**phone))
    visitor.goto(invitation.get_absolute_url())
    assert_accessible(visitor)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context = new_context(**phone)
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_url}])
    page = first_page(context)
    at_table, at_character = table.get_absolute_url(), one.get_absolute_url()
    for path in (
        "/mesas/",
        "/mesas/nueva/",
        at_table,
        f"{at_table}gente/",
        f"{at_table}nombre/",
        f"{at_table}personajes/nuevo/",
        at_character,
        f"{at_character}editar/",
        f"{at_character}borrar/",
        "/reglas/",
        "/reglas/tapiz/?q=carga",
        "/reglas/tapiz/TAP-EFF-05/",
        "/reglas/tapiz/accion/attack/",
    ):
        answer = page.goto(path)
        assert answer is not None
        assert (answer.status, page.url) == (200, live_url + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        assert_accessible(page)
    page.goto(f"{at_character}editar/")
    page.fill("[name=strength]", "99")
    turn_page(page, page.get_by_role("button", name="Guardar la ficha").click)
    assert "99" in page.locator("[aria-invalid=true]").input_value()
    assert_accessible(page)
