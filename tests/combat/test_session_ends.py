"""A session ends in one place, in every system: the table's button and the scene's are one, and it counts once."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from characters.services import create_character
from combat import services, store
from combat.models import LogEntry
from rules.core.registry import SYSTEMS, get_system
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns import sessions
from tapiz_site.campaigns.models import Table

pytestmark = pytest.mark.django_db

every_system = pytest.mark.parametrize("slug", sorted(SYSTEMS))
ENDS_IN_THE_SCENE = [slug for slug in sorted(SYSTEMS) if "end_session" in get_system(slug).wraps_up]


def people(slug: str) -> tuple[User, Table]:
    runs = User.objects.create(username="runs")
    table = campaigns.create_table(user=runs, name="Los jueves", system=slug)
    kind = next(iter(get_system(slug).sheet_kinds))
    create_character(table=table, kind=kind, name="Ana", values={}, by=runs, players=[runs])
    return runs, table


def counted(table: Table) -> int:
    """How often the rules have counted the end of a session, and it was not taken back."""
    entries = LogEntry.objects.filter(encounter__table=table, undone_by=None)
    return sum((entry.data.get("command") or {}).get("action") == "end_session" for entry in entries)


@every_system
def test_the_table_has_one_button_which_ends_and_counts_it(slug: str) -> None:
    runs, table = people(slug)
    client = Client()
    client.force_login(runs)
    session = sessions.begin_session(table=table, user=runs)
    address = reverse("campaigns:end_session", args=[table.pk, session.pk])
    assert client.get(table.get_absolute_url()).content.decode().count(address) == 1
    client.post(address)
    client.post(address)
    session.refresh_from_db()
    assert session.ended is not None
    assert address not in client.get(table.get_absolute_url()).content.decode()
    assert counted(table) == ("end_session" in get_system(slug).actions)


@every_system
def test_the_scene_offers_it_where_the_rules_count_sessions_and_only_once(slug: str) -> None:
    runs, table = people(slug)
    client = Client()
    client.force_login(runs)
    place = services.scene_of(table, runs)
    session = sessions.begin_session(table=table, user=runs)
    more = f"{place.get_absolute_url()}?panel=more"
    offered = "action=end_session" in client.get(more).content.decode()
    assert offered == (slug in ENDS_IN_THE_SCENE)
    moment = get_system(slug).moment(store.read(place.pk).head.fight)
    query = f"?do=command&action=end_session&moment={moment}"
    answers = [
        client.post(reverse("combat:act", args=[place.pk]) + query, {"key": f"key-of-test-{number}", "who": "*"})
        for number in range(2)
    ]
    session.refresh_from_db()
    assert (session.ended is not None) == offered
    assert counted(table) == offered, [answer.status_code for answer in answers]
    assert "action=end_session" not in client.get(more).content.decode()
