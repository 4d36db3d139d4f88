"""The pages of moments that are past, and what was put right, tell no more of a secret than the fight did."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from combat import past
from combat.policy import seat_or_404
from combat.righting import Righting
from tests.combat.play import SHADOW, Game, creatures

from .party import prepare_party
from .test_worlds import ORC, begin, enlist, initiative
from .worlds import MEMBERS, World, differences, some

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the second world must get the same row numbers"),
]

SHARE_OF_MOMENTS = 6
"""Of this many moments a member is shown one, when few are tried; all in the long run."""


def story(world: World) -> None:
    """A hidden foe acts and suffers between the others; then the game master shows a moment, at a hidden entry."""
    game = world.game
    prepare_party(world)
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
    world.secretly("shadow is put right", lambda: put_right(game, "Sombra", 5))
    world.step("orc is put right", lambda: put_right(game, "Orco 1", 11))
    world.watch.learn(world)
    everywhere(world, "before")
    newest = [row.pk for row in game.entries][-1]
    world.step("shown", lambda: game.client("game_master").post(game.url("show_moment"), {"entry": newest}))
    everywhere(world, "shown")


def put_right(game: Game, name: str, amount: int) -> None:
    """The first blow on a combatant was of another amount; all that differs is taken."""
    seat = seat_or_404(game.users["game_master"], game.encounter.pk)
    commands = [(row, row.data["command"] or {}) for row in game.entries]
    row = next(row for row, one in commands if game.id(name) in (one.get("inputs") or {}).get("targets", {}))
    sent = QueryDict(mutable=True)
    sent.update({"prueba": "1", "amount": str(amount), "pool": "physical", f"targets__{game.id(name)}": "full"})
    righting = Righting(seat, row, sent)
    sent.setlist("take", list(righting.changes))
    sent["seen"] = righting.seen
    game.act("game_master", righting.deed())


def everywhere(world: World, when: str) -> None:
    game = world.game
    sums = reverse("combat:statistics", args=[game.table.pk])
    files = [reverse("combat:statistics_file", args=[game.table.pk, one]) for one in ("personas", "dados", "salvados")]
    addresses = [game.url("newest_moment"), game.url(), game.url("chronicle"), sums, *files]
    moments = []
    for one in sorted(world.watch.entries):
        moments += [game.url("moment", one), f"{game.url('newest_moment')}?desde={one}&paso=1"]
    for who in MEMBERS:
        for url in [*addresses, *some(moments, f"{when} {who}", SHARE_OF_MOMENTS)]:
            world.watch.keep(world, f"{when} {who} {url}", who, partial(Client.get, path=url))


def test_no_byte_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    assert differences(monkeypatch, story) == []


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: here players see the past as the game master does."""
    monkeypatch.setattr(past.PastSeat, "viewer", past.Viewer(game_master=True))
    assert any("/entonces/" in one for one in differences(monkeypatch, story, only="/entonces/"))
