"""The turn of a hidden creature on the pages of the other systems: not there, whatever the creature declared."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

import pytest
from django.db import connection

from characters.services import create_character
from combat import services, sheets, store
from combat.deeds import Deed
from rules.core import unseen
from rules.core.types import Json
from tests.combat.play import creatures

from .party import seat
from .test_worlds import enlist
from .worlds import MEMBERS, World, differences

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the second world must get the same row numbers"),
]

SHEETS = {"d20": ("MEDIC", "THUG"), "tumbas": ("WIZARD", "BANDIT"), "tactico": ("MEDIC", "SNIPER")}
"""By system the sheets of a person and of a creature, as the scenarios name them."""

DECLARED: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "tumbas": ({"what": "nothing"}, {"what": "move"}),
    "tactico": (
        {"first": "test", "second": "give_up", "third": "give_up"},
        {"first": "give_up", "second": "test", "third": "give_up"},
    ),
}
"""What all declare, and what the hidden one does: for a phase or a segment in which nobody else acts."""


def prepare(world: World, slug: str) -> None:
    """Ana and a foe at a table of this system; nobody has acted."""
    seat(world)
    game, runs = world.game, world.game.users["game_master"]
    person, creature = sheets_of(slug)
    game.table.system = slug
    game.table.save()

    def people() -> None:
        users = [game.users["player"]]
        ana = create_character(table=game.table, kind="person", name="Ana", values=dict(person), by=runs, players=users)
        game.encounter = store.create(table=game.table, name="La bodega", user=runs)
        enlist(world, sheets.character_row(ana), *creatures("Matón", creature))

    world.step("prepared", people)


def sheets_of(slug: str) -> tuple[Mapping[str, Json], Mapping[str, Json]]:
    """A person and a creature of this system."""
    person, creature = (getattr(import_module(f"tests.rules.scenarios.{slug}"), name) for name in SHEETS[slug])
    return person, creature


def begin(world: World, slug: str) -> None:
    """Ana, a foe, and a hidden one; the first turn has begun."""
    game = world.game
    prepare(world, slug)
    world.secretly("shadow", lambda: enlist(world, *creatures("Sombra", sheets_of(slug)[1], hidden=True)))
    if slug == "d20":
        for name, number in (("Ana", 15), ("Matón", 5)):
            world.step(f"{name} acts", lambda name=name, number=number: initiative(world, name, number))
        world.secretly("shadow acts", lambda: initiative(world, "Sombra", 10))
    world.step("begun", lambda: game.command("game_master", "initiative" if slug == "d20" else "next_step"))


def initiative(world: World, name: str, number: int) -> None:
    world.game.command("game_master", "set_initiative", who=world.game.id(name), initiative=number)


def goes_on(world: World, *, hidden: bool) -> None:
    """The game master lets the one whose turn it is declare, or end it; else the round goes on."""
    game, read = world.game, world.game.read
    (actor, *_later) = (*read.system.whose_turn(read.head.fight), None)
    moment = read.system.moment(read.head.fight)
    verb, inputs = ("end_turn", {}) if actor else ("next_step", {})
    if ":declaration" in moment and actor:
        verb, inputs = "declare", DECLARED[read.system.slug][hidden]
        if inputs.get("what") == "nothing":
            verb, inputs = "end_turn", {}
    deed = Deed("command", verb, actor, inputs, moment)
    services.act(encounter=game.encounter.pk, user=game.users["game_master"], deed=deed, key=game.key())


def passes(world: World) -> None:
    """The hidden one goes on until others are to act."""
    while unseen.acts(world.game.read.system, world.game.fight):
        goes_on(world, hidden=True)


@pytest.mark.parametrize("slug", SHEETS)
def test_the_turn_of_a_hidden_one_is_not_there(monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    turns = 0

    def script(world: World) -> None:
        nonlocal turns
        begin(world, slug)
        for number in range(4):
            turns += unseen.acts(world.game.read.system, world.game.fight)
            world.look(f"{number}", MEMBERS[:1])
            world.secretly(f"{number} passes", lambda: passes(world))
            world.step(f"{number} goes on", lambda: goes_on(world, hidden=False))

    assert differences(monkeypatch, script) == []
    assert turns


def test_a_tie_with_a_hidden_one_asks_nobody_for_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """D20C-HOUSE-02: a player who is to part a tie with nobody would know that there is another."""

    def rolls(world: World, name: str, face: int) -> None:
        world.game.answer("game_master", f"initiative:{world.game.id(name)}", faces=[face])

    def script(world: World) -> None:
        prepare(world, "d20")
        like_ana = creatures("Sombra", sheets_of("d20")[0], hidden=True, kind="person")
        world.secretly("shadow", lambda: enlist(world, *like_ana))
        world.step("initiative", lambda: world.game.command("game_master", "initiative"))
        world.secretly("shadow rolls", lambda: rolls(world, "Sombra", 10))
        for name, face in (("Ana", 10), ("Matón", 1)):
            world.step(f"{name} rolls", lambda name=name, face=face: rolls(world, name, face))
        world.look("all have rolled", MEMBERS)

    assert differences(monkeypatch, script) == []
