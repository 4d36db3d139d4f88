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

from .test_worlds import begin, enlist, enlist_party, initiative, prepare
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
    game = world.game
    prepare(world)
    runs = game.users["game_master"]

    def carla() -> None:
        game.characters["Carla"] = create_character(
            table=game.table, kind="person", name="Carla", values=dict(ANA), by=runs, players=[runs]
        )

    enlist_party(world)
    world.step("carla", carla)
    world.step("orc", lambda: enlist(world, *creatures("Orco", ORC)))
    for name, number in (("Ana", 15), ("Orco", 10), ("Bruno", 5)):
        world.step(f"{name} acts", lambda n=name, i=number: initiative(world, n, i))
    world.step("bruno has a rope", lambda: has(world, "Bruno", "gear", "Cuerda", 4))
    world.step("ana has a rope", lambda: has(world, "Ana", "gear", "Cuerda"))
    begin(world)


def deal_in_secret(world: World) -> None:
    """What happens to Bruno's things, of which the others know nothing."""
    game = world.game
    bruno, carla = (holder_of(game.characters[name]) for name in ("Bruno", "Carla"))
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


def test_another_characters_possessions(monkeypatch: pytest.MonkeyPatch) -> None:
    def script(world: World) -> None:
        game = world.game
        fight_with_everybody(world)
        deal_in_secret(world)
        bruno, ana = (holder_of(game.characters[name]) for name in ("Bruno", "Ana"))
        by = game.users["other_player"]
        world.step("a rope", lambda: sharing.offer(bruno, by, things(world, "Bruno", "Cuerda").pk, 3, ana))
        # fewer than are offered
        world.secretly("used up", lambda: services.count(bruno, by, things(world, "Bruno", "Cuerda").pk, -2))
        world.look("offered", OTHERS, everywhere=True)

    assert differences(monkeypatch, script) == []


def test_what_others_propose_to_have_received(monkeypatch: pytest.MonkeyPatch) -> None:
    def script(world: World) -> None:
        game = world.game
        fight_with_everybody(world)

        def ask() -> None:
            game.table.house = {**game.table.house, "proposals": "ask"}
            game.table.save()

        world.step("asked", ask)
        bruno, stash = holder_of(game.characters["Bruno"]), Holder(game.table)
        by = game.users["other_player"]

        def propose(holder: Holder) -> None:
            found = proposing.proposal(holder, by, kind="coin", name="gold", values={"coin": "gold"}, quantity=400)
            assert proposing.note(holder, by, found) is None

        world.secretly("for bruno", lambda: propose(bruno))
        world.secretly("for the stash", lambda: propose(stash))
        world.secretly("refused", lambda: proposing.refuse(proposing.at(game.table).filter(owner=None).get().pk))
        world.look("proposed", OTHERS, everywhere=True)

    assert differences(monkeypatch, script) == []


def test_the_notes_on_things_of_a_sheet_that_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    def script(world: World) -> None:
        game = world.game
        fight_with_everybody(world)

        def share() -> None:
            game.characters["Bruno"].shared = True
            game.characters["Bruno"].save()

        world.step("shared", share)
        bruno, by = holder_of(game.characters["Bruno"]), game.users["other_player"]

        def note() -> None:
            rope = things(world, "Bruno", "Cuerda")
            services.edit(bruno, by, rope.pk, name=rope.name, values=rope.values, note="Con ella se ahorcó")

        world.secretly("a note", note)
        world.secretly(
            "an offer",
            lambda: sharing.offer(
                bruno, by, things(world, "Bruno", "Cuerda").pk, 1, holder_of(game.characters["Carla"])
            ),
        )
        world.look("noted", ["player"], everywhere=True)

    assert differences(monkeypatch, script) == []


def test_a_loot_that_is_closed_and_a_pack_that_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def script(world: World) -> None:
        game = world.game
        runs = game.users["game_master"]
        fight_with_everybody(world)
        world.step(
            "shop", lambda: trading.set_shop(game.table, name="El bazar", is_open=True, sells_at=100, buys_at=50)
        )

        def closed() -> None:
            loot = sharing.open_loot(game.table, runs, encounter="", combatant="", name="Orco", things=[], owner=None)
            sharing.close_loot(loot)

        world.step("closed", closed)

        def hidden() -> None:
            loot = Loot.objects.get()
            services.add(
                Holder(game.table, loot=loot), runs, kind="gear", name="Mapa", values={"weight": 1, "price": 1}
            )

        world.secretly("a map", hidden)

        def pack() -> None:
            weapons = sample.WEAPON.replace("Arpón", "Lanza del rey") if world.secret else sample.WEAPON
            version = bring(load(sample.files(weapon_toml=weapons)), game.table)
            choosing.take(game.table, version)
            choosing.show(game.table, version.pack, shown=False)

        world.step("a pack", pack)
        world.secretly("taken anew", lambda: choosing.take(game.table, PackVersion.objects.get()))
        world.look("hidden", ["player"], everywhere=True)

    assert differences(monkeypatch, script) == []
