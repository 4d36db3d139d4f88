"""Another character's possessions, the content of a closed loot, and a hidden pack change no byte."""

from __future__ import annotations

import pytest
from django.db import connection

from characters.gear import holder_of
from characters.services import create_character
from equipment.ledger import proposing, services, sharing, trading
from equipment.ledger.models import Cause, Loot, Possession
from equipment.ledger.writing import Holder
from equipment.packs import choosing
from equipment.packs.files.reading import load
from equipment.packs.installing import bring
from equipment.packs.models import PackVersion
from rules.core.types import Json
from tests.combat.play import ANA, ORC, creatures
from tests.packs import sample

from .party import prepare_party
from .test_worlds import begin, enlist, initiative
from .worlds import OUTSIDE, World, differences

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the second world must get the same row numbers"),
]

OTHERS = ["player", "spectator", *OUTSIDE]


def has(world: World, who: str, kind: str, name: str, quantity: int = 1, **values: Json) -> Possession:
    game = world.game
    full = {"weight": 100, "price": 20, **values} if kind != "coin" else {"coin": name}
    holder = holder_of(game.characters[who]) if who else Holder(game.table)
    return services.add(holder, game.users["game_master"], kind=kind, name=name, values=full, quantity=quantity)


def things(world: World, who: str, name: str) -> Possession:
    return holder_of(world.game.characters[who]).things().get(name=name)


def fight_with_everybody(world: World) -> None:
    """Ana and Bruno fight; Carla and Dora are played by the game master, and all may read Dora's sheet."""
    game = world.game
    prepare_party(world)
    runs = game.users["game_master"]

    def made(name: str) -> None:
        game.characters[name] = create_character(
            table=game.table, kind="person", name=name, values=dict(ANA), by=runs, players=[runs]
        )

    def shared() -> None:
        made("Dora")
        game.characters["Dora"].shared = True
        game.characters["Dora"].save()

    world.step("carla", lambda: made("Carla"))
    world.step("dora", shared)
    world.step("orc", lambda: enlist(world, *creatures("Orco", ORC)))
    for name, number in (("Ana", 15), ("Orco", 10), ("Bruno", 5)):
        world.step(f"{name} acts", lambda n=name, i=number: initiative(world, n, i))
    for name, quantity in (("Bruno", 4), ("Ana", 1), ("Dora", 1)):
        world.step(f"{name} has a rope", lambda n=name, q=quantity: has(world, n, "gear", "Cuerda", q))
    begin(world)


def deal_in_secret(world: World) -> None:
    """What happens to Bruno's things, of which the others know nothing."""
    game = world.game
    bruno, ana, carla = (holder_of(game.characters[name]) for name in ("Bruno", "Ana", "Carla"))
    by = game.users["other_player"]
    world.secretly("a pearl", lambda: has(world, "Bruno", "gear", "Perla negra", 3, weight=90_000))
    world.secretly("coins", lambda: has(world, "Bruno", "coin", "gold", 900))
    world.secretly(
        "left", lambda: services.put(bruno, by, things(world, "Bruno", "Perla negra").pk, "left", where="El pozo")
    )
    world.secretly("an offer", lambda: sharing.offer(bruno, by, things(world, "Bruno", "Perla negra").pk, 1, carla))
    world.secretly(
        "a gift", lambda: sharing.give(bruno, by, things(world, "Bruno", "Perla negra").pk, 1, carla, Cause.GIVEN)
    )
    world.step("a rope", lambda: sharing.offer(bruno, by, things(world, "Bruno", "Cuerda").pk, 3, ana))
    # fewer than are offered
    world.secretly("used up", lambda: services.count(bruno, by, things(world, "Bruno", "Cuerda").pk, -2))


def propose_in_secret(world: World) -> None:
    """What Bruno's player proposes to have received, and that it was refused."""
    game = world.game

    def ask() -> None:
        game.table.house = {**game.table.house, "proposals": "ask"}
        game.table.save()

    def propose(holder: Holder) -> None:
        by = game.users["other_player"]
        found = proposing.proposal(holder, by, kind="coin", name="gold", values={"coin": "gold"}, quantity=400)
        assert proposing.note(holder, by, found) is None

    world.step("asked", ask)
    world.secretly("for bruno", lambda: propose(holder_of(game.characters["Bruno"])))
    world.secretly("for the stash", lambda: propose(Holder(game.table)))
    world.secretly("refused", lambda: proposing.refuse(proposing.at(game.table).filter(owner=None).get().pk))


def note_in_secret(world: World) -> None:
    """A note on a thing of a sheet that is shared, and an offer of it."""
    game = world.game
    dora, carla, by = (*(holder_of(game.characters[name]) for name in ("Dora", "Carla")), game.users["game_master"])

    def note() -> None:
        rope = things(world, "Dora", "Cuerda")
        services.edit(dora, by, rope.pk, name=rope.name, values=rope.values, note="Con ella se ahorcó")

    world.secretly("a note", note)
    world.secretly("her offer", lambda: sharing.offer(dora, by, things(world, "Dora", "Cuerda").pk, 1, carla))


def hide(world: World) -> None:
    """What lies in a loot that is closed, and what a pack holds that is not shown."""
    game = world.game
    runs = game.users["game_master"]
    world.step("shop", lambda: trading.set_shop(game.table, name="El bazar", is_open=True, sells_at=100, buys_at=50))

    def closed() -> None:
        loot = sharing.open_loot(game.table, runs, encounter="", combatant="", name="Orco", things=[], owner=None)
        sharing.close_loot(loot)

    world.step("closed", closed)

    def hidden() -> None:
        loot = Loot.objects.get()
        services.add(Holder(game.table, loot=loot), runs, kind="gear", name="Mapa", values={"weight": 1, "price": 1})

    world.secretly("a map", hidden)

    def pack() -> None:
        weapons = sample.WEAPON.replace("Arpón", "Lanza del rey") if world.secret else sample.WEAPON
        version = bring(load(sample.files(weapon_toml=weapons)), game.table)
        choosing.take(game.table, version)
        choosing.show(game.table, version.pack, shown=False)

    world.step("a pack", pack)
    world.secretly("taken anew", lambda: choosing.take(game.table, PackVersion.objects.get()))


def test_what_is_not_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it together: who may know none of it gets the same of a table with all of it and without."""

    def script(world: World) -> None:
        fight_with_everybody(world)
        hide(world)
        deal_in_secret(world)
        note_in_secret(world)
        propose_in_secret(world)
        world.look("kept", OTHERS, everywhere=True)

    assert differences(monkeypatch, script) == []
