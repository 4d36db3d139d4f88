"""Every address × role × method, with real objects behind every address."""

from __future__ import annotations

from copy import deepcopy
from urllib.parse import urlencode

import pytest
from asgiref.sync import async_to_sync
from django.db import transaction
from django.urls import reverse

from combat import topics
from tapiz_site.live.access import allowed
from tests.combat.play import ROLES
from tests.live.streams import Browser

from .table import LOG_IN, TABLE
from .world import World, make_world, patterns

OF_NO_TABLE = (
    *("account_", "accounts:", "rulebook:", "exchange:import_table"),
    *("campaigns:bin", "campaigns:by_code", "campaigns:new", "campaigns:tables", "characters:print"),
)
"""The names of pages of no table, and of paper."""

METHODS = ("get", "head", "post", "put", "patch", "delete", "options", "trace")


@pytest.fixture
def world(db: None) -> World:
    return make_world()


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert set(patterns()) == set(TABLE)


@pytest.mark.parametrize("method", METHODS)
def test_access(world: World, method: str) -> None:
    game = world.game
    wrong = []
    for name, wanted in patterns().items():
        if name not in TABLE:
            # said by the test above
            continue
        url = reverse(name, kwargs=world.arguments(name, wanted))
        if name == "combat:act":
            url += "?" + urlencode(game.does("damage", "Ana"))
        for who, expected in zip(ROLES, TABLE[name].cells(method), strict=True):
            client = game.client(who)
            send, cookies = getattr(client, method), deepcopy(client.cookies)
            here = transaction.savepoint()
            response = send(url, world.data(name)) if method == "post" else send(url)
            found = str(response.status_code)
            if found == "302" and response["Location"].startswith("/entrar/?next="):
                found = LOG_IN
            if found != expected:
                wrong.append(f"{who} {method.upper()} {name}: {found}, not {expected}")
            # what one did must not be there for the next: roles, invitations, the session itself
            transaction.savepoint_rollback(here)
            client.cookies = cookies
    assert not wrong


def test_a_missing_page_answers_like_a_foreign_one(world: World) -> None:
    """A stranger gets the same bytes for a fight of others as for one that never was."""
    client = world.game.client("stranger")
    nowhere = "00000000-0000-4000-8000-000000000000"
    for name, wanted in patterns().items():
        if name not in TABLE:
            continue
        values = world.arguments(name, wanted)
        main = next((one for one in ("pk", "table", "table_pk") if one in values), None)
        if main is None or name.startswith("accounts:"):
            continue
        for method in ("get", "post"):
            theirs = getattr(client, method)(reverse(name, kwargs=values))
            gone = getattr(client, method)(reverse(name, kwargs={**values, main: nowhere}))
            assert theirs.status_code == gone.status_code, name
            if theirs.status_code == 404:
                path = str(values[main])
                assert theirs.content.decode().replace(path, nowhere) == gone.content.decode(), name


@pytest.mark.django_db
def test_who_may_listen() -> None:
    game = make_world().game
    pk, player = game.encounter.pk, game.users["player"].pk
    heard = {
        topic: [who for who, user in game.users.items() if allowed(user, topic)]
        for topic in (
            topics.game_master(pk),
            topics.table(pk),
            topics.seat(pk, player),
            f"fight:{pk}",
            f"fight:{pk}:dj:{player}",
            f"fight:{pk}:table:x",
            f"fight:{pk}:",
            "fight:nothing:table",
            "",
            "everything",
        )
    }
    assert {topic: who for topic, who in heard.items() if who} == {
        topics.game_master(pk): ["game_master"],
        topics.table(pk): ["game_master", "player", "other_player", "spectator"],
        # The game master may look at the fight as any of its players.
        topics.seat(pk, player): ["game_master", "player"],
    }


@pytest.mark.django_db(transaction=True)
def test_the_stream_itself() -> None:
    game = make_world().game
    pk = game.encounter.pk

    async def answer(key: str, topic: str, method: str) -> int:
        browser = Browser(key, topic, method=method)
        await browser.until(lambda: bool(browser.messages))
        await browser.hang_up()
        return browser.status

    def statuses(topic: str, method: str = "GET") -> list[int]:
        found = []
        for who in ROLES:
            key = game.client(who).session.session_key if who != "anonymous" else ""
            found.append(async_to_sync(answer)(key, topic, method))
        return found

    assert statuses(topics.game_master(pk)) == [200, 404, 404, 404, 404, 404]
    assert statuses(topics.table(pk)) == [200, 200, 200, 200, 404, 404]
    assert statuses(topics.seat(pk, game.users["player"].pk)) == [200, 200, 404, 404, 404, 404]
    assert statuses(game.table.topic) == [200, 200, 200, 200, 404, 404]
    assert statuses(topics.table(pk), "POST") == [405] * 6


def test_every_open_page_of_a_table_counts_as_being_there(world: World) -> None:
    """Whoever has a page of a table open listens to its topic, from which presence is read."""
    game = world.game
    silent, heard = set(), set()
    for name, wanted in patterns().items():
        values = world.arguments(name, wanted)
        for who in ("game_master", "player"):
            client = game.client(who)
            cookies, here = deepcopy(client.cookies), transaction.savepoint()
            page = client.get(reverse(name, kwargs=values))
            transaction.savepoint_rollback(here)
            client.cookies = cookies
            if page.streaming or page.status_code != 200 or b"<body" not in page.content:
                continue
            body = page.content.partition(b"<body")[2].partition(b">")[0].decode()
            (heard if game.table.topic in body else silent).add(name)
    assert len(heard) > 50
    assert {name for name in silent if not name.startswith(OF_NO_TABLE)} == set()
