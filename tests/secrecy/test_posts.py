"""A fight by posts tells nobody of hidden turns by its times, nor others of a talk with the game master."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import connection
from django.test import Client

from combat import awaiting, contingencies, posts, whispers
from combat.policy import seat_or_404
from tests.combat.play import SHADOW, creatures

from .party import prepare_party
from .test_worlds import ORC, begin, enlist, initiative
from .worlds import MEMBERS, World, differences

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the second world must get the same row numbers"),
]


def by_posts(world: World) -> None:
    read = world.game.read
    posts.switch(read.encounter, read.system, read.head, by_posts=True)


def story(world: World) -> None:
    """A hidden foe acts between two players, who have each a time for the turn."""
    game = world.game
    prepare_party(world)
    world.step("orcs", lambda: enlist(world, *creatures("Orco", ORC, 2)))
    world.secretly("shadow", lambda: enlist(world, *creatures("Sombra", SHADOW, hidden=True)))
    for name, number in (("Orco 1", 18), ("Ana", 15), ("Bruno", 6)):
        world.step(f"{name} acts", lambda name=name, number=number: initiative(world, name, number))
    world.secretly("shadow acts", lambda: initiative(world, "Sombra", 9))
    begin(world)
    world.step("by posts", lambda: by_posts(world))
    while game.turn != "Ana":
        world.step(f"{game.turn} ends", game.end_turn)
    everywhere(world, "ana", MEMBERS)
    world.step("ana ends", lambda: game.end_turn("player"))
    everywhere(world, "hidden turn", MEMBERS)
    world.secretly("shadow ends", lambda: game.end_turn() if game.turn == "Sombra" else None)
    everywhere(world, "bruno", MEMBERS)


def talk(world: World) -> None:
    """Bruno's player and the game master write to each other, and the player foresees something; the others look on."""
    game = world.game
    prepare_party(world)
    world.step("orcs", lambda: enlist(world, *creatures("Orco", ORC, 2)))
    for name, number in (("Orco 1", 18), ("Ana", 15), ("Bruno", 6)):
        world.step(f"{name} acts", lambda name=name, number=number: initiative(world, name, number))
    begin(world)
    world.step("by posts", lambda: by_posts(world))
    bruno = game.users["other_player"]
    for by in ("other_player", "game_master"):
        seat = seat_or_404(game.users[by], game.encounter.pk)
        world.secretly(f"{by} writes", lambda seat=seat: whispers.write(seat, bruno, "Envenené el vino"))
    seat = seat_or_404(bruno, game.encounter.pk)
    foreseen = {"condition": "attacked", "words": "Traiciono a Ana"}
    world.secretly("bruno foresees", lambda: contingencies.write(seat, game.id("Bruno"), foreseen))
    everywhere(world, "after", ("player", "spectator"))
    for name in ("Orco 1", "Orco 2", "Ana"):
        world.step(f"{name} ends", game.end_turn)
    everywhere(world, "its turn", ("player", "spectator"))


def everywhere(world: World, when: str, people: tuple[str, ...]) -> None:
    game = world.game
    addresses = [game.url("posts"), game.url(), game.url("fragment", "all"), game.url("log"), "/mesas/"]
    for who in people:
        for url in (*addresses, game.table.get_absolute_url()):
            world.watch.keep(world, f"{when} {who} {url}", who, partial(Client.get, path=url))


@pytest.mark.parametrize("script", [story, talk])
def test_no_byte_differs(monkeypatch: pytest.MonkeyPatch, script: object) -> None:
    assert differences(monkeypatch, script) == []  # type: ignore[arg-type]


def test_leaks_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: here everybody reads all talks, and all that is awaited."""
    with monkeypatch.context() as patch:
        patch.setattr(whispers, "_players", lambda _seat: [])
        patch.setattr(
            whispers, "talks", lambda seat: [whispers.Talk(seat.user, list(whispers.Whisper.objects.all()), 0)]
        )
        assert any("/a-ratos/" in one for one in differences(patch, talk, only="/a-ratos/"))
    with monkeypatch.context() as patch:
        patch.setattr(awaiting, "deadline", lambda desk: str(desk.seat.whole.head.fight.round.turn))
        assert any("/mesas/" in one for one in differences(patch, story, only="/mesas/"))
