"""No request, however hostile, brings a failure or changes what its sender may not change.

`make fuzz N=20000 SEED=7` sends more of them than `make test`.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, connection, models, transaction
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from characters.models import Character
from characters.printing import pdf
from combat.models import Encounter
from tapiz_site.campaigns.models import Adventure, Invitation, Membership, Session, Table
from tapiz_site.wsgi import Pages
from tests.access.world import World, make_world, patterns
from tests.combat.play import ROLES
from tests.kept import as_made, made_once
from tests.sizes import one_in

from .requests import IDS, Generator, Hostile

NUMBER = int(os.environ.get("FUZZ_REQUESTS", 2000 // one_in(2)))
SEED = int(os.environ.get("FUZZ_SEED", "1"))
PARTS = 8

POWERLESS = ("spectator", "stranger", "anonymous")
WAYS_IN = ("campaigns:door", "campaigns:invitation", "campaigns:remove")
"""Addresses by which people of other roles come and go."""
OF_GAME_MASTERS: tuple[type[models.Model], ...] = (Table, Invitation, Adventure, Session)
OF_PLAYERS: tuple[type[models.Model], ...] = (Encounter, Character)
OF_ALL = ("looks",)
"""Fields of these models that players change too: by choosing how their own character is drawn."""


@pytest.fixture(scope="module")
def _world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    with made_once(make_world, django_db_blocker) as world:
        yield world


@pytest.fixture
def world(_world: World, db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setattr(pdf.press, "make", lambda _documents, _reader: b"%PDF")
    # Limits of tries would answer before the views do.
    monkeypatch.setattr(settings, "ACCOUNT_RATE_LIMITS", dict.fromkeys(settings.ACCOUNT_RATE_LIMITS))
    # The connection holds what was made for this test.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield as_made(_world)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def addresses(world: World) -> dict[str, Callable[[Random], str]]:
    """By name each address, mostly of something that is there."""

    def path(name: str, wanted: list[str]) -> Callable[[Random], str]:
        arguments = world.arguments(name, wanted)
        plain = reverse(name, kwargs=arguments)

        def made(chance: Random) -> str:
            if chance.random() < 0.75:
                return plain
            if arguments and chance.random() < 0.7:
                return plain.replace(str(chance.choice(list(arguments.values()))), chance.choice(IDS), 1)
            return plain + chance.choice(("/", "%00", "..", "x", "%ff", ";a=b", "//"))

        return made

    return {name: path(name, wanted) for name, wanted in patterns().items()}


def acts(world: World) -> list[dict[str, str]]:
    """The queries of acts and panels of the fight."""
    game = world.game
    names = [*game.read.system.actions]
    who = [game.id("Ana"), game.id("Orco 1"), "nobody"]
    moment = game.read.system.moment(game.fight)
    found: list[dict[str, str]] = [
        {"do": "command", "action": name, "actor": actor, "moment": moment, "rolls": "1"}
        for name in names
        for actor in who
    ]
    found += [
        {"do": does, "entry": world.told, "request": "spend"} for does in ("undo", "redo", "answer", "roll", "stand")
    ]
    found += [{"panel": panel, "action": name} for panel in ("act", "verb", "ask", "one") for name in names[::4]]
    return found


class Site:
    """The site as its server calls it, and a session for each role."""

    def __init__(self, world: World) -> None:
        self.handler = Pages()
        self.cookies: dict[str, str] = {}
        request = RequestFactory().get("/")
        self.token = get_token(request)
        self.secret = request.META["CSRF_COOKIE"]
        for who in ROLES:
            client = Client()
            if who != "anonymous":
                client.force_login(world.game.users[who])
            self.cookies[who] = client.cookies.output(header="", sep=";").strip()

    def status(self, one: Hostile) -> int:
        """What it answers: the status of the whole answer, read to its end."""
        cookie = "; ".join(filter(None, (self.cookies[one.who].partition(";")[0], f"csrftoken={self.secret}")))
        environ: dict[str, Any] = {
            "REQUEST_METHOD": one.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(one.path).decode("latin-1"),
            "QUERY_STRING": one.query,
            "CONTENT_TYPE": one.kind,
            "CONTENT_LENGTH": str(len(one.body)),
            "REMOTE_ADDR": "127.0.0.1",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": "localhost",
            "HTTP_COOKIE": cookie,
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(one.body),
            "wsgi.errors": io.StringIO(),
            # Whatever the body is, the request comes as far as the view.
            "HTTP_X_CSRFTOKEN": self.token,
            **one.headers,
        }
        told: list[int] = []
        response = self.handler(environ, lambda status, headers: told.append(int(status[:3])))  # type: ignore[arg-type]
        try:
            for _part in response:
                pass
        finally:
            response.close()
        return told[0]


def rows(kinds: tuple[type[models.Model], ...]) -> dict[tuple[str, object], Mapping[str, object]]:
    """All rows of these models, by model and key."""
    return {
        (kind.__name__, row["pk"]): row for kind in kinds for row in kind._base_manager.values("pk", *_fields(kind))
    }


def _fields(kind: type[models.Model]) -> list[str]:
    return [one.attname for one in kind._meta.concrete_fields if one.attname not in OF_ALL]


def kept_from(who: str) -> tuple[type[models.Model], ...]:
    """The models whose rows at this table the role may not change."""
    if who in POWERLESS:
        return (*OF_GAME_MASTERS, *OF_PLAYERS, Membership)
    return OF_GAME_MASTERS if who != "game_master" else ()


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_breaks_and_nothing_changes_that_may_not(world: World, part: int) -> None:
    site = Site(world)
    forms = {name: world.data(name) for name in patterns()}
    generator = Generator(1000 * SEED + part, addresses(world), ROLES, forms, acts(world))
    before = {who: rows(kept_from(who)) for who in ROLES}
    broken, changed = [], []
    for _number in range(NUMBER // PARTS):
        one = generator.request(site.token)
        here = transaction.savepoint()
        written = connection.connection.total_changes if connection.vendor == "sqlite" else -1
        status = site.status(one)
        if status >= 500:
            broken.append(f"{status}: {one}")
        if one.name not in WAYS_IN and written != getattr(connection.connection, "total_changes", 0):
            after = rows(kept_from(one.who))
            if any(after.get(key) != row for key, row in before[one.who].items()):
                changed.append(str(one))
        transaction.savepoint_rollback(here)
    assert broken == []
    assert changed == []
