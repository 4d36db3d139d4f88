"""The games with which both worlds begin: this process plays each once, and writes the same rows for each later one."""

from __future__ import annotations

from collections.abc import Sequence

from characters.services import create_character
from combat import services, sheets, store
from rules.core.types import Json
from tests.combat.play import ANA, BRUNO, Game, people

from .worlds import World

House = Sequence[tuple[str, Json]]
"""What la carta of the table says otherwise than usual."""


def seat(world: World) -> None:
    """People at a table, logged in; nobody plays yet."""
    world.begins(_seated)


def prepare(world: World, **house: Json) -> None:
    """Ana and Bruno, and an encounter in which nobody takes part."""
    world.begins(_prepared, tuple(house.items()))


def prepare_party(world: World, **house: Json) -> None:
    """Ana and Bruno in an encounter."""
    world.begins(_enlisted, tuple(house.items()))


def _seated(house: House = ()) -> Game:
    table, users = people()
    table.house = {**table.house, **dict(house)}
    table.save(update_fields=["house"])
    game = Game(table, users, None, {})  # type: ignore[arg-type]
    game.log_in()
    return game


def _prepared(house: House) -> Game:
    game = _seated(house)
    runs = game.users["game_master"]
    for name, sheet, player in (("Ana", ANA, "player"), ("Bruno", BRUNO, "other_player")):
        game.characters[name] = create_character(
            table=game.table, kind="person", name=name, values=dict(sheet), by=runs, players=[game.users[player]]
        )
    game.encounter = store.create(table=game.table, name="La bodega", user=runs)
    return game


def _enlisted(house: House) -> Game:
    game = _prepared(house)
    for one in game.characters.values():
        rows = [sheets.character_row(one)]
        services.enlist(encounter=game.encounter, user=game.users["game_master"], rows=rows, key=game.key())
    return game
