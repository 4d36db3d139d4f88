"""Random secret steps between random common ones: whatever the game master does unseen, players get the same bytes."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from django.db import connection

from combat import services
from combat.deeds import Deed
from rules.core import unseen
from tests.combat.play import SHADOW, Game, creatures
from tests.sizes import one_in

from .test_worlds import ORC, begin, enlist, enlist_party, initiative, prepare
from .worlds import MEMBERS, World, differences

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the second world must get the same row numbers"),
]

SEEDS = 500 if one_in(2) == 1 else 1
"""How many plans are played: one now, and 500 with `make test-long`."""

STEPS = 5

Step = Callable[[Game, random.Random], object]


def _ends(game: Game) -> None:
    read = game.read
    (actor, *_later) = read.system.whose_turn(read.head.fight)
    deed = Deed("command", "end_turn", actor, moment=read.system.moment(read.head.fight))
    services.act(encounter=game.encounter.pk, user=game.users["game_master"], deed=deed, key=game.key())


def _rolls(game: Game, chance: random.Random, who: str, actor: str | None, **more: object) -> None:
    game.command(who, "roll", actor, notation="d20", reason=f"tirada {chance.randrange(9)}", **more)
    game.act(who, Deed("roll", request="dice"), faces=[chance.randint(1, 20)])


COMMON: dict[str, Step] = {
    "Ana is hurt": lambda game, chance: game.damage("player", "Ana", chance.randint(1, 3)),
    "an orc is hurt": lambda game, chance: game.damage("game_master", "Orco 1", chance.randint(1, 3)),
    "Bruno rolls": lambda game, chance: _rolls(game, chance, "other_player", "Bruno"),
    "an effect": lambda game, chance: game.command(
        "game_master", "give_effect", who=game.id("Bruno"), name=chance.choice(["Ciego", "Lento"]), tier="minor"
    ),
    "the turn goes on": lambda game, chance: _ends(game),
}

SECRET: dict[str, Step] = {
    "it is hurt": lambda game, chance: game.damage("game_master", "Sombra", chance.randint(1, 3)),
    "a secret roll": lambda game, chance: _rolls(game, chance, "game_master", None, secret=True),
    "it suffers": lambda game, chance: game.command(
        "game_master", "give_effect", who=game.id("Sombra"), name="Cegada", tier="major"
    ),
    "it shows nothing": lambda game, chance: game.command(
        "game_master", "show_as", who=game.id("Sombra"), shows=chance.choice(["nothing", "word", "number"])
    ),
    "it is hurt, and that is taken back": lambda game, chance: (
        game.damage("game_master", "Sombra", 2),
        game.undo("game_master"),
    ),
    "more of them": lambda game, chance: enlist_hidden(game),
}


def enlist_hidden(game: Game) -> None:
    rows = creatures("Acechador", SHADOW, hidden=True)
    services.enlist(encounter=game.encounter, user=game.users["game_master"], rows=rows, key=game.key())


def passes(game: Game) -> None:
    """The hidden let their turns go, until one that is seen has the turn."""
    for _turn in range(6):
        read = game.read
        if not unseen.acts(read.system, read.head.fight):
            return
        _ends(game)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_is_done_unseen(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    chance = random.Random(seed)
    plan = [(chance.sample(sorted(SECRET), 2), chance.choice(sorted(COMMON)), chance.random()) for _ in range(STEPS)]

    def script(world: World) -> None:
        game = world.game
        prepare(world)
        enlist_party(world)
        world.step("orcs", lambda: enlist(world, *creatures("Orco", ORC, 2)))
        world.secretly("shadow", lambda: enlist(world, *creatures("Sombra", SHADOW, hidden=True)))
        for name, number in (("Ana", 15), ("Bruno", 10), ("Orco 1", 7)):
            world.step(f"{name} acts", lambda name=name, number=number: initiative(world, name, number))
        world.secretly("shadow acts", lambda: initiative(world, "Sombra", seed % 20 + 1))
        begin(world)
        for number, (secrets, common, share) in enumerate(plan):
            for name in secrets:
                here = random.Random(f"{seed} {number} {name}")
                world.secretly(f"{number} {name}", lambda name=name, here=here: SECRET[name](game, here))
            if share < 0.2:
                world.look(f"{number} unseen", MEMBERS[:1])
            world.secretly(f"{number} passes", lambda: passes(game))
            here = random.Random(f"{seed} {number}")
            world.step(f"{number} {common}", lambda common=common, here=here: COMMON[common](game, here))
        world.look("at the end", MEMBERS)

    assert differences(monkeypatch, script) == []
