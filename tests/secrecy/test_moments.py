"""The pages of moments that are past tell no more of a secret than the fight told then."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import connection
from django.test import Client

from combat import past
from tests.combat.play import SHADOW, creatures

from .test_worlds import ORC, begin, enlist, enlist_party, initiative, prepare
from .worlds import MEMBERS, World, differences

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the second world must get the same row numbers"),
]


def story(world: World) -> None:
    """A hidden foe acts and suffers between the others; then the game master shows a moment, at a hidden entry."""
    game = world.game
    prepare(world)
    enlist_party(world)
    world.step("orcs", lambda: enlist(world, *creatures("Orco", ORC, 2)))
    world.secretly("shadow", lambda: enlist(world, *creatures("Sombra", SHADOW, hidden=True)))
    for name, number in (("Ana", 15), ("Orco 1", 12), ("Bruno", 6)):
        world.step(f"{name} acts", lambda name=name, number=number: initiative(world, name, number))
    world.secretly("shadow acts", lambda: initiative(world, "Sombra", 9))
    begin(world)
    world.step("ana is hurt", lambda: game.damage("player", "Ana", 2))
    world.secretly("shadow is hurt", lambda: game.damage("game_master", "Sombra", 9))
    world.step("orc is hurt", lambda: game.damage("game_master", "Orco 1", 3))
    world.secretly("shadow is hurt again", lambda: game.damage("game_master", "Sombra", 1))
    world.watch.learn(world)
    everywhere(world, "before")
    newest = [row.pk for row in game.entries][-1]
    world.step("shown", lambda: game.client("game_master").post(game.url("show_moment"), {"entry": newest}))
    everywhere(world, "shown")


def everywhere(world: World, when: str) -> None:
    game = world.game
    addresses = [game.url("newest_moment"), game.url()]
    for one in sorted(world.watch.entries):
        addresses += [game.url("moment", one), f"{game.url('newest_moment')}?desde={one}&paso=1"]
    for who in MEMBERS:
        for url in addresses:
            world.watch.keep(world, f"{when} {who} {url}", who, partial(Client.get, path=url))


def test_no_byte_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert differences(monkeypatch, story) == []


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: here players see the past as the game master does."""
    monkeypatch.setattr(past.PastSeat, "viewer", past.Viewer(game_master=True))
    assert any("/entonces/" in one for one in differences(monkeypatch, story))
