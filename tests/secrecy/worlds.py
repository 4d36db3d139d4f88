"""Two worlds that differ in a secret alone, and all that a person can get of them, as bytes.

Ids are drawn from the name of the step that needs them, and time stands still, so that a step of only one world shifts
nothing in the others: any remaining difference comes from the secret.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlencode
from uuid import UUID
from zlib import crc32

import pytest
import time_machine
from django.conf import settings
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from characters.printing import pdf
from combat import services, topics
from combat.deeds import Deed
from combat.views import news, shared
from combat.views.page import FRAGMENTS
from equipment.models import Loot, Possession
from equipment.packs.models import Entry, Pack
from equipment.topics import of_character, of_owner, of_stash
from tapiz_site.campaigns import calls
from tapiz_site.live import stream
from tapiz_site.live.hub import Listener, hub
from tapiz_site.pictures.models import Picture
from tests.access.table import TABLE
from tests.access.world import patterns
from tests.combat.play import Game
from tests.kept import played_once
from tests.simulation.wire import Loop, Stream, streaming, watch
from tests.sizes import one_in

from .ids import Ids

MEMBERS = ("player", "other_player", "spectator")
OUTSIDE = ("stranger", "anonymous")
OFTEN = ("combat:fight", "campaigns:table", "combat:panel", "combat:screen", "combat:rolls", "combat:calls")
BESIDE = OFTEN[1:]
"""What is read beside the page of the fight: where several look, each of it by every other one of them."""
PARTS = ("all", "log")
"""The parts of the fight's page that are asked for at each look; alone the others say what the page says
(tests/combat/test_parts.py)."""
FRAGMENT = "combat:fragment"
SHARE, SHARE_OF_PARTS, SHARE_OF_ENTRIES, SHARE_OUTSIDE = 5, 12, 10, 15
"""Of this many other addresses, other parts, pages of entries, or other addresses for people of no place at the table,
one is asked for at a look; all of them in the long run. To a stranger all says the same as if it had never been
(tests/access)."""
SAMPLE = 16
"""How many entries of a long log are asked for from its beginning."""
SCRIPT = {"HX-Request": "true"}
NOW = "2026-03-01T20:00:00Z"

T = TypeVar("T")

Bytes = dict[str, str]
"""What was got, by who asked for what."""


@dataclass
class World:
    """One of the two: `secret` says which."""

    game: Game
    secret: bool
    ids: Ids
    watch: Watch
    loop: Loop
    clients: dict[str, Client] = field(default_factory=dict)
    streams: dict[str, Stream] = field(default_factory=dict)
    """The open streams of members who have looked at the fight."""

    def begins(self, make: Callable[..., Game], *given: Hashable) -> None:
        """Begin with a game that is made once, in a world in which nothing was played yet."""
        self.ids.at("the beginning")
        vars(self.game).update(vars(played_once(make, *given)))

    def step(self, name: str, does: Callable[[], object]) -> None:
        """A step that both worlds have."""
        self.ids.at(name)
        self.game.keys = 0
        does_key(self.game, name)
        does()
        self.brings(name)

    def secretly(self, name: str, does: Callable[[], object]) -> None:
        """A step that only the world with the secret has, and that brings nothing to the pages of others."""
        if self.secret:
            self.step(name, does)
        else:
            self.brings(name)

    def commits(self) -> None:
        """Do what waits for a commit that a test never reaches: the streams hear what was done."""
        waiting, connection.run_on_commit = connection.run_on_commit, []
        with self.ids.apart():
            for _savepoints, does, _robust in waiting:
                does()
                self.loop.rest()

    def brings(self, step: str) -> None:
        """Keep what has come by the streams since the step before; a second goes by for them."""
        self.commits()
        watch()
        self.loop.pass_time(1)
        self.heard(step)

    def heard(self, step: str) -> None:
        """Keep what has come by the streams."""
        for who, one in self.streams.items():
            self.watch.got[f"{step} brings {who}"] = f"{one.status} {one.heard()[0]} {'ended' if one.over else ''}"

    def listens(self, who: str) -> None:
        """A member opens the stream of all pages on which what this test plays is seen."""
        game, user = self.game, self.game.users[who].pk
        own = [one.pk for one in game.characters.values() if one.players.filter(pk=user).exists()]
        heard = [topics.table(game.encounter.pk), topics.seat(game.encounter.pk, user), game.table.topic]
        heard += [of_stash(game.table.pk), *(topic(pk) for pk in own for topic in (of_character, of_owner))]
        self.streams[who] = Stream(self.loop, self.clients[who].cookies[settings.SESSION_COOKIE_NAME].value, heard)

    def ends(self) -> None:
        """The streams are recorded to their end: each ends by itself after half an hour."""
        self.loop.pass_time(stream.LONGEST)
        self.heard("the end")

    def look(self, moment: str, who: Iterable[str], posts: Iterable[Post] = (), *, everywhere: bool = False) -> None:
        """Get the pages of the fight as these people can; `everywhere`: all panels, reasons and pages of the site."""
        self.watch.moment(self, moment, list(who), posts, everywhere=everywhere)

    def glance(self, moment: str, person: str, number: int) -> None:
        """Get the page of the fight, what the stream would say first, and some of all other addresses."""
        watch, which = self.watch, f"{moment} {person}"
        watch.learn(self)
        if which not in watch.asked:
            elsewhere = watch.pages(self.game, watch.seldom())
            every = watch.addresses(self.game, which, person, BESIDE, elsewhere, share=1)
            watch.asked[which] = random.Random(which).sample(every, number)
        for url in [self.game.url(), *watch.asked[which]]:
            headers = SCRIPT if "/por-que/" in url else {}
            watch.keep(self, f"{which} {url}", person, partial(Client.get, path=url, headers=headers))
        watch.frames(self, moment, person)


def does_key(game: Game, step: str) -> None:
    """Keys of acts that are told from those of other steps."""
    game.key = lambda: _next(game, step)  # type: ignore[method-assign]


def _next(game: Game, step: str) -> str:
    game.keys += 1
    return f"key-{step}-{game.keys}"[:64]


@dataclass(frozen=True)
class Post:
    """An act that a person tries: its button and its body."""

    who: str
    query: Mapping[str, str]
    data: Mapping[str, str] = field(default_factory=dict)
    script: bool = True


@dataclass
class Watch:
    """Gathers what can be got; `entries`, `combatants`, `things` and so on: every id that there has been.

    The world with the secret comes first: of what it knows the other is asked the same, and has nothing more.
    """

    entries: set[str] = field(default_factory=set)
    combatants: set[str] = field(default_factory=set)
    things: set[str] = field(default_factory=set)
    loot: set[int] = field(default_factory=set)
    packs: set[UUID] = field(default_factory=set)
    codes: set[str] = field(default_factory=set)
    got: Bytes = field(default_factory=dict)
    known: set[object] = field(default_factory=set)
    """All ids that the first world has had; of entries it has asked for a sample."""
    asked: dict[str, list[str]] = field(default_factory=dict)
    """By moment and person: the addresses that were asked in the first world."""
    deeds: dict[str, Deed | None] = field(default_factory=dict)
    """By step: what the game master has chosen to do in the first world, for all to see."""
    tried: dict[str, list[Post]] = field(default_factory=dict)
    """By moment: the acts that were tried in it."""
    only: str = ""
    """Of all addresses only those are asked for that hold this."""

    def moment(self, world: World, moment: str, who: list[str], posts: Iterable[Post], *, everywhere: bool) -> None:
        game = world.game
        self.learn(world)
        assert not ids_of(game) - self.known, "The world without the secret has ids that the other has not."
        # everybody is asked for some of the same
        elsewhere = self.pages(game, self.seldom()) if everywhere and f"{moment} {who[0]}" not in self.asked else []
        for place, person in enumerate(who, crc32(moment.encode())):
            which, half = f"{moment} {person}", one_in(min(2, len(who)))
            if which not in self.asked:
                beside = BESIDE[place % half :: half]
                self.asked[which] = self.addresses(game, which, person, beside, elsewhere)
            for url in self.asked[which]:
                headers = SCRIPT if "/por-que/" in url else {}
                asks = partial(Client.get, path=url, headers=headers)
                self.keep(world, f"{which} {url}", person, asks)
            self.frames(world, moment, person)
        for place, post in some([*enumerate(self.tried.setdefault(moment, [*posts]))], moment):
            if post.who not in who:
                continue
            url = f"{game.url('act')}?{urlencode(post.query)}"
            data = {"key": f"key-of-post-{place}", **post.data}
            headers = SCRIPT if post.script else {}
            then = game.url() if post.query["do"] in ("undo", "redo") else ""

            def send(client: Client, url: str = url, data: Mapping[str, str] = data, then: str = then) -> HttpResponse:
                answer = client.post(url, data, headers=headers)  # noqa: B023 - called at once
                return client.get(then) if then else answer

            self.keep(world, f"{moment} {post.who} POST {place} {url} {post.data}", post.who, send)

    def learn(self, world: World) -> None:
        """Remember the ids that there are now in the first world."""
        if not world.secret:
            return
        game = world.game
        rows = ids_of_entries(game)
        self.entries |= {*rows[:SAMPLE], *rows[-SAMPLE // 4 :]}
        self.combatants |= set(game.fight.combatants)
        self.things |= set(Possession.objects.values_list("pk", flat=True))
        self.loot |= set(Loot.objects.values_list("pk", flat=True))
        self.packs |= set(Pack.objects.values_list("pk", flat=True))
        self.codes |= set(Entry.objects.values_list("code", flat=True))
        self.known |= ids_of(game)

    def addresses(
        self, game: Game, which: str, person: str, beside: Iterable[str], elsewhere: Sequence[str], share: int = 0
    ) -> list[str]:
        """The addresses that this person asks for now; of those asked rarely, one in `share` or in the usual number."""
        urls = [
            game.url(),
            *self.pages(game, beside),
            *(game.url("fragment", part) for part in PARTS),
            *some(self.pages(game, [FRAGMENT]), which, share or SHARE_OF_PARTS),
        ]
        if elsewhere:
            usual = SHARE_OUTSIDE if person in OUTSIDE else SHARE
            urls += some(elsewhere, which, share or usual)
            urls += some(self.panels(game), which, share or SHARE) if person == "player" else ()
            entries = [] if person in OUTSIDE else sorted(self.entries)
            of_entries = [game.url(page, one) for one in entries for page in ("why", "moment")]
            urls += some(of_entries, which, share or SHARE_OF_ENTRIES)
        return list(dict.fromkeys(urls))

    def keep(self, world: World, name: str, who: str, asks: Callable[[Client], HttpResponse]) -> None:
        """Ask and keep the answer; nothing of it stays in the database."""
        world.ids.at(f"asking {name}")
        client = self.client(world, who)
        if self.only not in name:
            return
        here = transaction.savepoint()
        response = asks(client)
        transaction.savepoint_rollback(here)
        if response.wsgi_request.method != "GET":
            # what was rendered of it was never there
            shared.forget()
            calls.forget()
        self.got[name] = plain(response)

    def asks(self, world: World, name: str, who: str, method: str, url: str, data: Mapping[str, object] | None) -> str:
        """Ask or send, keep the answer and return its body; what it does stays done."""
        world.ids.at(name)
        client = self.client(world, who)
        send = client.get if method == "get" else client.post
        response = send(url, dict(data or {}), headers=SCRIPT if method == "post" else {})
        world.commits()
        self.got[name] = plain(response)
        return response.content.decode(errors="backslashreplace")

    def client(self, world: World, who: str) -> Client:
        """The browser of a person; a member who opens it at the fight listens from then on."""
        if who not in world.clients:
            world.clients[who] = world.game.client(who)
            if who in MEMBERS and world.game.encounter:
                world.listens(who)
        return world.clients[who]

    def frames(self, world: World, moment: str, who: str) -> None:
        """What the stream would say first: versions, of the topics that may be heard."""
        game, client = world.game, world.clients[who]
        if who == "anonymous":
            return
        pk = game.encounter.pk
        seats = [topics.seat(pk, user.pk) for user in game.users.values()]
        things = [topic(one.pk) for one in game.characters.values() for topic in (of_character, of_owner)]
        of_table = (game.table.topic, game.table.door_topic, of_stash(game.table.pk))
        heard = (topics.game_master(pk), topics.table(pk), *seats, *of_table, *things)
        # A stream for each topic: one that may not be heard would silence the others.
        key = str(client.session.session_key)
        looks = stream._looks_now([(key, [topic]) for topic in heard])
        for topic, look in zip(heard, looks, strict=True):
            self.got[f"{moment} {who} hears {topic}"] = f"{look.user_id} {dict(look.versions)}"

    def seldom(self) -> list[str]:
        """The names of the other addresses, without those that would change the answers after them.

        One that takes no GET says so before it looks at anything (tests/access).
        """
        # one ends the session, the other counts wrong codes
        known = {*OFTEN, FRAGMENT, "account_logout", "campaigns:door"}
        return [name for name in patterns() if name not in known and "405" not in TABLE[name].cells("get")]

    def pages(self, game: Game, names: Iterable[str]) -> list[str]:
        """These addresses with everything that their paths can be."""
        found = []
        every = patterns()
        pictures = [*Picture.objects.values_list("pk", flat=True), UUID(int=9)]
        for name in names:
            wanted = every[name]
            app = name.partition(":")[0]
            values: dict[str, list[object]] = {
                "pk": [game.encounter.pk if app == "combat" else game.table.pk],
                "table": [game.table.pk],
                "table_pk": [game.table.pk],
                "name": ["all", *FRAGMENTS],
                "entry": sorted(self.entries)[:2],
                "kind": ["person", "creature", "gear", "coin"],
                "thing": [*sorted(self.things), "nothing"],
                "loot": [*sorted(self.loot), 99],
                "gift": ["nothing"],
                "pack_pk": [*sorted(self.packs), UUID(int=9)],
                "family": ["item", "creature", "rule"],
                "slug": ["la-sal"],
                "number": ["1", "1.0"],
                "system": ["tapiz"],
                "token": ["nothing"],
                "membership_pk": [1],
                "invitation_pk": [1],
                "knock_pk": ["00000000-0000-4000-8000-000000000000"],
                "session_pk": [1],
                "adventure_pk": [1],
                "code": sorted(self.codes) if name.startswith("packs:") else ["BCDFHJ"],
                "person": [game.users["player"].pk],
                "rest": [game.url().lstrip("/"), game.url("log").lstrip("/")],
                "picture_pk": pictures,
                "side": [96],
                "schema": ["character"],
                "version": [1],
            }
            if name.startswith("accounts:") and "pk" in wanted:
                values["pk"] = [game.users["player"].pk]
            if name.startswith(("characters:", "exchange:")) and "pk" in wanted:
                values["pk"] = [one.pk for one in game.characters.values()]
            if not values.keys() >= set(wanted):
                # an address whose row stands in the access table alone
                continue
            for arguments in _every(wanted, values):
                found.append(reverse(name, kwargs=arguments))
        return found

    def panels(self, game: Game) -> list[str]:
        """The panel with everything that it can be asked for; for those who may act."""
        found = []
        panel = game.url("panel")
        for panels in ("act", "verb", "ask", "one", "order", "more", "relate", "house", "next", ""):
            found.append(f"{panel}?panel={panels}")
        for who in sorted(self.combatants):
            found += [f"{panel}?panel={kind}&who={who}&actor={who}" for kind in ("act", "one", "relate")]
            for action in ("attack", "heal", "hide", "move", "stance"):
                found.append(f"{panel}?panel=verb&action={action}&actor={who}")
            found.append(f"{panel}?panel=ask&request=initiative:{who}")
        found += [f"{panel}?action={action}" for action in ("attack", "stabilise", "heal", "remove_effect", "other")]
        found += [
            f"{panel}?panel=ask&request={key}" for key in ("spend", "resistance", "attack", "difficulty", "ending")
        ]
        found.append(f"{panel}?panel=verb&action=damage")
        found.append(f"{game.url()}?panel=verb&action=damage")
        return found


def ids_of_entries(game: Game) -> list[str]:
    """The ids of the entries of the fight, oldest first."""
    return list(game.encounter.entries.order_by("sequence").values_list("pk", flat=True))


def ids_of(game: Game) -> set[object]:
    """The ids of all that can be asked for."""
    rows = (Possession.objects, Loot.objects, Pack.objects)
    stored = {pk for one in rows for pk in one.values_list("pk", flat=True)}
    return {*ids_of_entries(game), *game.fight.combatants, *stored}


def some(questions: Sequence[T], which: str, one_of: int = SHARE) -> Sequence[T]:
    """A share of the questions, another for each moment and person, the same in both worlds; all in the long run."""
    share = one_in(one_of) if one_of > 1 else 1
    return questions[crc32(which.encode()) % share :: share]


def _every(wanted: list[str], values: Mapping[str, list[object]]) -> Iterator[dict[str, object]]:
    if not wanted:
        yield {}
        return
    for rest in _every(wanted[1:], values):
        for value in values[wanted[0]]:
            yield {wanted[0]: value, **rest}


TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=")\w+')


def plain(response: HttpResponse) -> str:
    """Status, headers and decoded body; the token against forgery and the session are random and say nothing."""
    headers = sorted((name, value) for name, value in response.items() if name not in ("Date", "Set-Cookie"))
    body = TOKEN.sub(r"\1…", response.content.decode(errors="backslashreplace"))
    return "\n".join([str(response.status_code), *(f"{name}: {value}" for name, value in headers), "", body])


Script = Callable[[World], None]


@contextmanager
def _world(monkeypatch: pytest.MonkeyPatch, watch: Watch, secret: bool) -> Iterator[World]:
    ids = Ids()
    here = transaction.savepoint()
    with monkeypatch.context() as patch, time_machine.travel(NOW, tick=False), streaming() as loop:
        patch.setattr(os, "urandom", ids.urandom)
        # what SystemRandom draws from, and dice by it
        patch.setattr(random, "_urandom", ids.urandom)
        # Compared is what a PDF is drawn from: a difference shows there, and drawing takes a second.
        patch.setattr(pdf.press, "make", lambda documents, _reader: "".join(documents).encode())
        shared.forget()
        calls.forget()
        world = World(Game(None, {}, None, {}), secret, ids, watch, loop)  # type: ignore[arg-type]
        _listen(world, patch)
        yield world
        world.ends()
    transaction.savepoint_rollback(here)


def _listen(world: World, patch: pytest.MonkeyPatch) -> None:
    """Let acts bring to the streams what they bring from a page, as soon as they are done."""
    act, readers = services.act, hub.readers

    def acted(**given: Any) -> services.Result:
        result = act(**{"contents": partial(news.of_act, given["user"]), **given})
        world.commits()
        return result

    def in_order(topic: str) -> list[Listener]:
        return sorted(readers(topic), key=lambda one: one.user_id)

    patch.setattr(services, "act", acted)
    patch.setattr(hub, "readers", in_order)


def differences(monkeypatch: pytest.MonkeyPatch, script: Script, only: str = "") -> list[str]:
    """Play the script in both worlds and return where a person gets something different.

    only: ask for addresses that hold this alone, to see that a leak is found there.
    """
    watch = Watch(only=only)
    found: list[Bytes] = []
    for secret in (True, False):
        watch.got = {}
        with _world(monkeypatch, watch, secret) as world:
            script(world)
        found.append(watch.got)
    with_it, without = found
    assert without
    both, one = [name for name in without if name in with_it], without.keys() ^ with_it.keys()
    parted = [f"{name}\n{_first(without[name], with_it[name])}" for name in both if without[name] != with_it[name]]
    return [*parted, *(f"{name} is in one world alone" for name in sorted(one))]


def _first(some: str, others: str) -> str:
    """Where two texts part."""
    place = next(
        (index for index, (a, b) in enumerate(zip(some, others, strict=False)) if a != b), min(len(some), len(others))
    )
    start = max(0, place - 200)
    return f"    without: …{some[start : place + 200]!r}\n    with:    …{others[start : place + 200]!r}"
