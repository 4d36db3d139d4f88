"""Random secret steps between random common ones: whatever the game master does unseen, others get the same bytes.

In all systems; with the streams of members to their end, topics and versions, pages of the whole site, the answers to
what players send, door, shop, loot, things, and the turns of the hidden.
"""

from __future__ import annotations

import random

import pytest
from django.db import connection

from characters.services import create_character
from combat import sheets, store
from equipment.ledger import services as ledger
from equipment.ledger.writing import Holder
from tapiz_site.campaigns import doors
from tests.combat.play import creatures
from tests.sizes import one_in

from .hidden_steps import SECRET, more_of_them, passes, unidentified
from .party import seat
from .plans import COMMON, PLAYERS, Does, Play, cast_of, enlist, fills, goes_on, presses, takes_back
from .worlds import MEMBERS, OUTSIDE, World, differences

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the second world must get the same row numbers"),
]

CASTS = ("tapiz", "tumbas", "d20", "tactico", "tactico mech")
LONG = one_in(2) == 1
SEEDS = 500 if LONG else 4
"""How many plans are played: a short one of each system now, and with `make test-long` 500 long ones."""

BEGINS, STEPS, PAGES = (10, 7, 6) if LONG else (3, 2, 1)
"""Steps of the table with which a fight begins, random steps after them, and addresses asked for at each look."""

MOST_TOLD = 5
BY_PLAYERS = (presses, fills, takes_back)
"""What players may do while a hidden one has the turn."""
RIFLE = {"category": "rifles", "size": 3, "price": 400, "rounds": 12, "reload": "magazine", "hand": "both"}
FOUND_OUT = {"accuracy": 1, "dice": 2, "bonus": 3}
"""What la carta of Táctico lets be found out in play."""


def begin(play: Play, slug: str) -> None:
    """Ana, Bruno, two foes, and a hidden one."""
    world, game = play.world, play.world.game
    seat(world)
    runs = game.users["game_master"]

    def people() -> None:
        game.table.system = slug
        if slug == "tactico":
            game.table.house = {**game.table.house, "weapon_values_hidden": True}
            ledger.add(Holder(game.table), runs, kind="weapon", name="Sorda", values={**RIFLE, **FOUND_OUT})
        game.table.save()
        for name, who, (kind, sheet) in zip(("Ana", "Bruno"), PLAYERS, play.cast.people, strict=True):
            game.characters[name] = create_character(
                table=game.table, kind=kind, name=name, values=dict(sheet), by=runs, players=[game.users[who]]
            )
        game.encounter = store.create(table=game.table, name="La bodega", user=runs)

    kind, sheet = play.cast.foe
    world.step("people", people)
    for name, one in game.characters.items():
        world.step(f"enlist {name}", lambda one=one: enlist(play, sheets.character_row(one)))
    world.secretly("lurkers", lambda: more_of_them(play, random.Random(0)))
    world.step("foes", lambda: enlist(play, *creatures("Matón", sheet, 2, kind=kind)))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_is_done_unseen(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr(doors, "_free_code", lambda: "BCDFHJ")
    slug = CASTS[seed % len(CASTS)]
    cast, chance = cast_of(slug), random.Random(seed)
    names, weights = [*COMMON], [often for often, _does in COMMON.values()]
    plan = [(chance.sample(sorted(SECRET), 2), chance.choices(names, weights)[0]) for _step in range(STEPS)]

    def script(world: World) -> None:
        play = Play(world, cast)

        def common(name: str, does: Does) -> None:
            here = random.Random(f"{seed} {name}")

            def done() -> None:
                play.name = name
                does(play, here)

            unseen, overtaken = random.Random(f"{seed} {name}, unseen"), does in BY_PLAYERS
            world.secretly(f"{name}, unseen", lambda: passes(play, unseen, overtaken=overtaken))
            world.step(name, done)

        begin(play, slug.partition(" ")[0])
        world.glance("prepared", MEMBERS[seed % 3], PAGES)
        for number in range(BEGINS):
            common(f"begins {number}", goes_on)
        for number, (secrets, name) in enumerate(plan):
            for secret in secrets:
                here = random.Random(f"{seed} {number} {secret}")
                world.secretly(f"{number} {secret}", lambda secret=secret, here=here: SECRET[secret](play, here))
            world.secretly(f"{number} found out", lambda: unidentified(play, accuracy=7, dice=5, bonus=29))
            world.glance(f"{number} unseen", MEMBERS[(seed + number) % 3], PAGES)
            world.secretly(f"{number} as before", lambda: unidentified(play, **FOUND_OUT))
            common(f"{number} {name}", COMMON[name][1])
        for who in (*MEMBERS, *OUTSIDE) if LONG else MEMBERS[seed % 2 : seed % 2 + 1]:
            world.glance("at the end", who, PAGES)

    found = differences(monkeypatch, script)
    assert not found, "\n".join(found[:MOST_TOLD])
