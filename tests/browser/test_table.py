"""The page of a table, open for a while."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Membership, Role

from .test_door import logged_in


def test_who_is_there_comes_by_itself_and_the_rest_stays(
    new_context: Callable[..., BrowserContext], live_url: str
) -> None:
    master = User.objects.create(username="marta", display_name="Marta")
    table = campaigns.create_table(user=master, name="Los jueves", system="tapiz")
    page = logged_in(new_context(), master, live_url).new_page()
    page.clock.install()
    page.goto(table.get_absolute_url())
    people = page.get_by_role("region", name="Gente")
    expect(people.get_by_role("listitem")).to_have_count(1)
    expect(people.get_by_role("listitem")).to_contain_text("en la mesa")
    Membership.objects.create(table=table, user=User.objects.create(username="irena"), role=Role.PLAYER)
    page.clock.fast_forward(21_000)
    expect(people.get_by_role("listitem")).to_have_count(2)
    # and once more: what has come asks again by itself
    with page.expect_response("**/presencia/"):
        page.clock.fast_forward(21_000)
    expect(people.get_by_role("listitem")).to_have_count(2)
    expect(page.get_by_role("heading", name="Conflictos")).to_be_visible()
    expect(page.get_by_role("heading", name="La carta de la mesa")).to_be_visible()
