"""The page of a table, open for a while."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from characters.services import create_character
from combat import store
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Membership, Role

from .test_door import fits, logged_in
from .visitors import first_page


def test_who_is_there_comes_by_itself_and_the_rest_stays(
    new_context: Callable[..., BrowserContext], live_url: str
) -> None:
    master = User.objects.create(username="marta", display_name="Marta")
    table = campaigns.create_table(user=master, name="Los jueves", system="tapiz")
    player = User.objects.create(username="irena")
    Membership.objects.create(table=table, user=player, role=Role.PLAYER)
    fight = store.create(table=table, name="El puente", user=master)
    own = logged_in(new_context(), master, live_url)
    page, of_fight = own.new_page(), own.new_page()
    page.goto(table.get_absolute_url())
    of_fight.goto(fight.get_absolute_url())
    people = page.get_by_role("region", name="Gente")
    expect(people.get_by_role("listitem")).to_have_count(2)
    irena = people.get_by_role("listitem").filter(has_text="irena")
    expect(irena.get_by_text("sin conexión")).to_be_visible()
    asked: list[str] = []
    for one in (page, of_fight):
        expect(one.locator("[data-live-status]").first).to_have_text("al día")
        one.on("request", lambda request: asked.append(request.url))
    other = logged_in(new_context(), player, live_url).new_page()
    other.goto(table.get_absolute_url())
    expect(irena.get_by_text("en la mesa")).to_be_visible()
    online = of_fight.locator(".fight__online")
    expect(online).to_contain_text("2 en línea")
    other.close()
    expect(irena.get_by_text("sin conexión")).to_be_visible()
    expect(online).to_contain_text("1 en línea")
    # all of it came with the streams
    assert asked == []
    expect(page.get_by_role("heading", name="Conflictos")).to_be_visible()
    expect(page.get_by_role("heading", name="La carta de la mesa")).to_be_visible()


def test_the_cue_for_a_level_fits_a_phone(new_context: Callable[..., BrowserContext], live_url: str) -> None:
    master = User.objects.create(username="marta")
    table = campaigns.create_table(user=master, name="Los jueves", system="tapiz")
    values = {"level": 4, "experience": 90_000}
    create_character(table=table, kind="person", name="Elythlian", values=values, by=master)
    page = first_page(logged_in(new_context(viewport={"width": 360, "height": 740}), master, live_url))
    page.goto(f"{table.get_absolute_url()}?entera=1")
    expect(page.get_by_text("puede subir de nivel")).to_be_visible()
    assert fits(page)
