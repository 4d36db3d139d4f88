"""Where an open act leads over a board: until its points are spent everybody sees who is on the way, and where to."""

from __future__ import annotations

import re

import pytest

from combat.deeds import Deed
from rules.core.audience import PUBLIC
from rules.core.board.going import going

from .play import Game
from .test_boards import REGIONS, lay, place, text

pytestmark = pytest.mark.django_db

READERS = ("game_master", "player", "other_player", "spectator")


def drawn(game: Game, reader: str) -> str:
    return text(game.get(reader, "fragment", "picture"))


def where(picture: str, name: str) -> str:
    """What the list of a board says of where a combatant is."""
    found = re.search(rf"<b>{name}</b>\s*<span class=\"muted\">(.*?)</span>", picture, re.DOTALL)
    return " ".join(found[1].split()) if found is not None else ""


def strike(game: Game, actor: str, target: str, to: str) -> None:
    by = "player" if actor == "Ana" else "game_master"
    inputs = {"target": game.id(target), "to": to, "traits": []}
    game.command(by, "attack", actor, **inputs)


def test_a_combatant_that_goes_before_an_attack_is_seen_on_the_way_until_it_is_over(fight: Game) -> None:
    lay(fight)
    place(fight, "Ana", "A1")
    place(fight, "Orco 2", "F1")
    assert "map__ghost" not in drawn(fight, "player")
    strike(fight, "Ana", "Orco 2", "E1")
    assert fight.asked, "the dice are still to fall"
    for reader in READERS:
        picture = drawn(fight, reader)
        assert "map__ghost" in picture, reader
        assert "map__way" in picture, reader
        assert where(picture, "Ana").startswith("en A1, del grupo, de camino a E1"), reader
    room = text(fight.client("spectator").get(f"/mesas/{fight.table.pk}/pantalla/"))
    assert "map__ghost" in room
    fight.act("player", Deed("cancel"))
    assert "map__ghost" not in drawn(fight, "player")


def test_of_a_foe_players_see_the_end_alone_and_only_where_they_would_see_it_stand(fight: Game) -> None:
    lay(fight, regions=REGIONS)
    place(fight, "Orco 1", "E5")
    fight.end_turn()
    while fight.turn != "Orco 1":
        fight.end_turn()
    strike(fight, "Orco 1", "Ana", "C3")
    assert "map__way" in drawn(fight, "game_master")
    seen = drawn(fight, "player")
    assert "map__ghost" in seen
    assert "map__way" not in seen
    fight.act("game_master", Deed("cancel"))
    strike(fight, "Orco 1", "Ana", "G7")
    assert "map__ghost" in drawn(fight, "game_master")
    assert "map__ghost" not in drawn(fight, "player"), "nobody sees what goes under the cloth"


def test_a_combatant_that_was_stopped_on_the_way_is_seen_where_it_stopped(fight: Game) -> None:
    lay(fight, edges={f"C{row}:e": "wall" for row in range(2, 9)})
    place(fight, "Ana", "A1")
    place(fight, "Sombra", "D1")
    place(fight, "Orco 2", "G1")
    strike(fight, "Ana", "Orco 2", "F1")
    for reader in READERS:
        assert where(drawn(fight, reader), "Ana").startswith("en A1, del grupo, de camino a C1"), reader


def test_nobody_goes_anywhere_by_an_act_that_has_no_way(fight: Game) -> None:
    lay(fight)
    place(fight, "Ana", "A1")
    place(fight, "Orco 2", "B1")
    strike(fight, "Ana", "Orco 2", "")
    assert fight.asked
    read = fight.read
    assert going(read.system.board_rules, read.head, PUBLIC) is None
