"""Every address × role × method, with real objects behind every address."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from copy import copy
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.handlers.exception import convert_exception_to_response
from django.db import transaction
from django.http import HttpResponse
from django.template.backends.django import Template
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from characters.printing import pdf
from combat import topics
from tapiz_site.live.access import allowed
from tests.combat.play import ROLES
from tests.kept import as_made, made_once
from tests.rulebook.prose import ids_in
from tests.sizes import one_in

from .table import LOG_IN, TABLE
from .world import World, make_world, patterns

OF_NO_TABLE = (
    *("account_", "accounts:", "mfa_", "rulebook:", "exchange:import_table", "exchange:leave"),
    *("campaigns:bin", "campaigns:by_code", "campaigns:new", "campaigns:tables", "characters:print"),
    "combat:digest",
    "offline",
)
"""The names of pages of no table, and of paper."""

Answers = dict[tuple[str, str], HttpResponse]
"""By the name of the address and the role."""

OTHERS = ("head", "put", "patch", "delete", "options", "trace")
"""The methods other than GET and POST."""
TAKES_POST = {name for name, row in TABLE.items() if row.post}
REFUSALS = ("403.html", "404.html")


@pytest.fixture(scope="module")
def _world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with made_once(make_world, django_db_blocker) as world:
        yield world


@pytest.fixture
def world(_world: World, db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    """Something behind every address. Who gets a PDF is asked here, not how it is drawn, which takes a second."""
    if pdf.available():
        monkeypatch.setattr(pdf.press, "make", lambda _documents, _reader: b"%PDF")
    return as_made(_world)


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert set(patterns()) == set(TABLE)


@pytest.fixture(scope="module")
def _got() -> Answers:
    return {}


@pytest.fixture
def got(world: World, _got: Answers) -> Answers:
    """What each role gets at each address, asked once for all tests."""
    if not _got:
        _got.update(answers(world, "get"))
    return _got


def answers(world: World, method: str, share: int = 1, names: Collection[str] = TABLE) -> Answers:
    """What the roles are answered at these addresses, as if none had asked before; one role in `share` is asked."""
    found = {}
    for place, (name, wanted) in enumerate(patterns().items(), len(method)):
        if name not in TABLE or name not in names:
            # said by the test above
            continue
        url = reverse(name, kwargs=world.arguments(name, wanted))
        if name == "combat:act":
            url += "?" + urlencode(world.game.does("damage", "Ana"))
        for who in ROLES[place % share :: share]:
            client = world.game.client(who)
            send, cookies = getattr(client, method), dict(client.cookies)
            with taken_back():
                found[name, who] = send(url, world.data(name)) if method == "post" else send(url)
            if found[name, who].cookies:
                client.cookies.clear()
                client.cookies.update(cookies)
    return found


@contextmanager
def taken_back() -> Iterator[None]:
    """What one did must not be there for the next: roles, invitations, the session itself."""
    here = transaction.savepoint()
    yield
    transaction.savepoint_rollback(here)


def answers_of_views(world: World, got: Answers, method: str) -> Answers:
    """What the views answer to the requests of `got`, made anew with another method; what came before them stays."""
    found = {}
    for (name, who), response in got.items():
        request = copy(response.wsgi_request)
        request.method, request.user = method.upper(), world.game.users.get(who, AnonymousUser())
        view, args, kwargs = request.resolver_match
        with taken_back():
            answer = convert_exception_to_response(lambda asked: view(asked, *args, **kwargs))  # noqa: B023 - called at once
            found[name, who] = answer(request)
    return found


def unlike_the_table(method: str, found: Answers) -> list[str]:
    """Where an address answers a role otherwise than the table says."""
    wrong = []
    for (name, who), response in found.items():
        expected = TABLE[name].cells(method)[ROLES.index(who)]
        status = str(response.status_code)
        if status == "302" and response["Location"].startswith("/entrar/?next="):
            status = LOG_IN
        if status != expected:
            wrong.append(f"{who} {method.upper()} {name}: {status}, not {expected}")
    return wrong


def test_who_may_get_what(got: Answers) -> None:
    assert unlike_the_table("get", got) == []


def test_no_page_shows_the_id_of_a_rule_where_people_read(got: Answers) -> None:
    """But for the pages of the rules themselves (`tests/rulebook/test_ids.py`)."""
    pages = {
        name: ids_in(answer.content.decode())
        for (name, who), answer in got.items()
        if who == "game_master" and not name.startswith("rulebook:")
        if answer.status_code == 200 and answer.get("Content-Type", "").startswith("text/html")
    }
    assert len(pages) > 40
    assert {name: ids for name, ids in pages.items() if ids} == {}


def test_who_may_post_what(world: World, got: Answers, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address that takes no POST is asked as for the other methods; the pages of refusals are drawn for GET."""
    draw = Template.render

    def drawn(template: Template, *about: Any, **more: Any) -> str:
        return "" if template.template.name in REFUSALS else str(draw(template, *about, **more))

    monkeypatch.setattr(Template, "render", drawn)
    assert unlike_the_table("post", answers(world, "post", names=TAKES_POST)) == []
    refused = {asked: answer for asked, answer in got.items() if asked[0] not in TAKES_POST}
    assert unlike_the_table("post", answers_of_views(world, refused, "post")) == []
    assert unlike_the_table("post", answers(world, "post", one_in(len(ROLES)), TABLE.keys() - TAKES_POST)) == []


@pytest.mark.parametrize("method", OTHERS)
def test_other_methods(world: World, got: Answers, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    """Each view is asked by each role, and each address through all that comes before views by one role in six."""
    # Who may look is asked here: what a page shows is drawn for GET.
    monkeypatch.setattr(Template, "render", lambda *_about, **_more: "")
    assert unlike_the_table(method, answers_of_views(world, got, method)) == []
    assert unlike_the_table(method, answers(world, method, one_in(len(ROLES)))) == []


def test_a_missing_page_answers_like_a_foreign_one(world: World, got: Answers) -> None:
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
            theirs = got[name, "stranger"] if method == "get" else client.post(reverse(name, kwargs=values))
            gone = getattr(client, method)(reverse(name, kwargs={**values, main: nowhere}))
            assert theirs.status_code == gone.status_code, name
            if theirs.status_code == 404:
                path = str(values[main])
                assert theirs.content.decode().replace(path, nowhere) == gone.content.decode(), name


def test_who_may_listen(world: World) -> None:
    game = world.game
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


def test_every_open_page_of_a_table_counts_as_being_there(world: World, got: Answers) -> None:
    """Each open page of a table listens to its topic, from which presence is read."""
    silent, heard = set(), set()
    for (name, who), page in got.items():
        if who not in ("game_master", "player"):
            continue
        if page.streaming or page.status_code != 200 or b"<body" not in page.content:
            continue
        body = page.content.partition(b"<body")[2].partition(b">")[0].decode()
        (heard if world.game.table.topic in body else silent).add(name)
    assert len(heard) > 50
    assert world.game.table.topic in got[("combat:fight", "spectator")].content.decode()
    assert {name for name in silent if not name.startswith(OF_NO_TABLE)} == set()
