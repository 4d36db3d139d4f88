from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import override

from tapiz_site.campaigns import panels, services
from tapiz_site.campaigns.errors import LastGameMaster
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Membership, Role, Table
from tapiz_site.live import versions
from tapiz_site.speech import installed_systems, system_about

from .people import Ladder


def test_the_maker_of_a_table_runs_it_with_the_default_settings(ladder: Ladder) -> None:
    client = ladder.client("player")
    response = client.post(reverse("campaigns:new"), {"name": "Los viernes", "system": "fake"})
    made = Table.objects.get(name="Los viernes")
    assert response.headers["Location"] == made.get_absolute_url()
    assert made.memberships.get().user == ladder.users["player"]
    assert made.memberships.get().role == Role.GAME_MASTER
    assert made.house == {"luck": 3}


@pytest.mark.parametrize("data", [{"name": "", "system": "fake"}, {"name": "A", "system": "unheard"}, {"name": "A"}])
def test_a_table_needs_a_name_and_a_known_system(ladder: Ladder, data: dict[str, str]) -> None:
    before = Table.objects.count()
    assert ladder.client("player").post(reverse("campaigns:new"), data).status_code == 422
    assert Table.objects.count() == before


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_choice_of_a_system_shows_its_description(db: None, client: Client, language: str) -> None:
    from tapiz_site.accounts.models import User

    client.force_login(User.objects.create(username="new"))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = client.get(reverse("campaigns:new")).content.decode()
    with override(language):
        about = {slug: system_about(slug) for slug, _name in installed_systems() if slug != "fake"}
    assert [slug for slug, one in about.items() if not one or str(escape(one)) not in page] == []


def test_a_form_that_lacks_something_is_sent_and_says_so_in_the_language_of_the_page(ladder: Ladder) -> None:
    client = ladder.client("player")
    assert "novalidate" in client.get(reverse("campaigns:new")).content.decode()
    assert "Este campo es obligatorio" in client.post(reverse("campaigns:new"), {"name": "A"}).content.decode()


def test_the_list_holds_the_own_tables_alone(ladder: Ladder) -> None:
    page = ladder.client("stranger").get(reverse("campaigns:tables")).content.decode()
    assert "Otra" in page
    assert "Los jueves" not in page


def test_without_a_table_the_list_says_what_to_do(db: None, client: Client) -> None:
    from tapiz_site.accounts.models import User

    client.force_login(User.objects.create(username="new"))
    assert reverse("campaigns:new") in client.get(reverse("campaigns:tables")).content.decode()


def test_the_last_game_master_stays(ladder: Ladder) -> None:
    own = ladder.membership("game_master")
    with pytest.raises(LastGameMaster):
        services.change_role(membership=own, role=Role.PLAYER)
    with pytest.raises(LastGameMaster):
        services.remove(membership=own)
    client = ladder.client("game_master")
    for name, data in (("change_role", {"role": "player"}), ("remove", {})):
        url = reverse(f"campaigns:{name}", args=[ladder.table.pk, own.pk])
        page = client.post(url, data, follow=True).content.decode()
        assert LastGameMaster().message() in page
    assert ladder.membership("game_master").role == Role.GAME_MASTER


def test_with_a_second_game_master_the_first_may_go(ladder: Ladder) -> None:
    services.change_role(membership=ladder.membership("player"), role=Role.GAME_MASTER)
    services.remove(membership=ladder.membership("game_master"))
    assert ladder.membership("player").role == Role.GAME_MASTER
    with pytest.raises(LastGameMaster):
        services.remove(membership=ladder.membership("player"))


def test_a_role_that_does_not_exist_changes_nothing(ladder: Ladder) -> None:
    url = reverse("campaigns:change_role", args=[ladder.table.pk, ladder.membership("player").pk])
    ladder.client("game_master").post(url, {"role": "emperor"})
    assert ladder.membership("player").role == Role.PLAYER


def test_changes_of_people_and_house_are_told(ladder: Ladder) -> None:
    topic = ladder.table.topic
    told = [versions.version(topic)]
    services.change_role(membership=ladder.membership("player"), role=Role.SPECTATOR)
    told.append(versions.version(topic))
    services.remove(membership=ladder.membership("player"))
    told.append(versions.version(topic))
    services.change_house(table=ladder.table, house={"luck": 1})
    told.append(versions.version(topic))
    assert told == [told[0], told[0] + 1, told[0] + 2, told[0] + 3]


def test_house_settings_are_kept_and_faults_shown(ladder: Ladder) -> None:
    url = reverse("campaigns:house", args=[ladder.table.pk])
    client = ladder.client("game_master")
    page = client.post(url, {"luck": "12"})
    assert page.status_code == 422
    assert 'value="12"' in page.content.decode()
    assert client.post(url, {"luck": "5"}).status_code == 302
    ladder.table.refresh_from_db()
    assert house_of(ladder.table) == {"luck": 5}


def test_a_setting_newer_than_the_table_has_its_default(ladder: Ladder) -> None:
    ladder.table.house = {"forgotten": 1}
    assert house_of(ladder.table) == {"luck": 3}


def test_a_name_that_fails_keeps_the_old_one_in_the_title(ladder: Ladder) -> None:
    url = reverse("campaigns:rename", args=[ladder.table.pk])
    client = ladder.client("game_master")
    assert "Los jueves" in client.post(url, {"name": "x" * 81}).content.decode()
    client.post(url, {"name": "Los lunes"})
    ladder.table.refresh_from_db()
    assert ladder.table.name == "Los lunes"


def test_panels_of_other_apps_stand_on_the_page(ladder: Ladder) -> None:
    def panel(request: HttpRequest, table: Table) -> SafeString:
        return format_html("<p>{} {}</p>", "panel", table.role)

    panels.register(panel)
    try:
        page = ladder.client("spectator").get(ladder.table.get_absolute_url()).content.decode()
    finally:
        panels.unregister(panel)
    assert "<p>panel spectator</p>" in page


def test_the_live_fragment_is_the_inside_of_the_page(ladder: Ladder) -> None:
    client = ladder.client("player")
    masked = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
    at = ladder.table.get_absolute_url()
    fragment, page = (client.get(at, headers=more).content.decode() for more in ({"HX-Request": "true"}, {}))
    assert "<html" not in fragment
    assert masked.sub("", fragment).strip() in masked.sub("", page)


def test_queries_do_not_grow_with_people(ladder: Ladder) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tapiz_site.accounts.models import User

    client = ladder.client("game_master")
    counts = []
    # What waits for the reader is found once for each state of the table.
    client.get(ladder.table.get_absolute_url())
    for more in (0, 20):
        for number in range(more):
            user = User.objects.create(username=f"u{number}")
            Membership.objects.create(table=ladder.table, user=user, role=Role.PLAYER)
        for name in ("table", "people"):
            with CaptureQueriesContext(connection) as queries:
                client.get(reverse(f"campaigns:{name}", args=[ladder.table.pk]))
            counts.append(len(queries))
    assert counts[:2] == counts[2:]
