"""No byte that a player can get tells of a secret."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.db import connection

from characters.services import create_character
from combat import services, sheets, store
from combat.deeds import Deed
from rules.core import engine
from tapiz_site.campaigns import doors
from tapiz_site.campaigns.models import Knock
from tests.combat.play import SHADOW, creatures

from .party import prepare, prepare_party
from .worlds import MEMBERS, OUTSIDE, Post, World, differences

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="the second world must get the same row numbers"),
]

ORC = {"level": 1, "strength": 12, "dexterity": 14, "wisdom": 10, "physical_max": 14, "mental_max": 8}


def lurkers() -> list[dict]:
    """An orc who is hidden, slower than the others, and will get a number when it is seen."""
    return [{**row, "numbered": True} for row in creatures("Orco", {**ORC, "dexterity": 13}, hidden=True)]


def enlist(world: World, *rows: dict) -> None:
    game = world.game
    services.enlist(encounter=game.encounter, user=game.users["game_master"], rows=rows, key=game.key())


def initiative(world: World, name: str, number: int) -> None:
    game = world.game
    game.command("game_master", "set_initiative", who=game.id(name), initiative=number)


def begin(world: World) -> None:
    """With all initiatives written down nothing is rolled: the first asalto begins."""
    world.step("the fight begins", lambda: world.game.command("game_master", "initiative"))


def tries(world: World) -> list[Post]:
    """Acts that a player may try: with ids of hidden and unknown combatants, late, in the wrong place."""
    game = world.game
    world.watch.learn(world)
    ana, bruno, orc = game.id("Ana"), game.id("Bruno"), game.id("Orco 1")
    moment = game.read.system.moment(game.fight)
    attack = {"attribute": "strength", "mode": "static", "kind": "physical", "resistance_mode": "static"}
    found = []
    for who in sorted({*world.watch.combatants, "nobody"} - {ana, bruno, orc}):
        act = {"do": "command", "action": "attack", "actor": ana, "moment": moment, "rolls": "1"}
        found += [
            Post("player", act, {**attack, "target": who}),
            Post("player", act, {**attack, "target": who}, script=False),
            Post("player", {**act, "action": "other"}, {"attribute": "strength", "what": "x", "opponent": who}),
            Post("player", {**act, "action": "heal"}, {**attack, "target": who}),
            Post("player", {**act, "action": "remove_effect"}, {**attack, "target": who}),
            Post("player", {**act, "actor": who}, {**attack, "target": ana, "traits": "t1"}),
            Post("player", {**act, "actor": who, "action": "damage"}, {"amount": "1", f"targets__{who}": "full"}),
            Post("player", {**act, "action": "damage"}, {"amount": "1", f"targets__{who}": "full"}),
            Post("player", {"do": "command", "action": "hide", "who": who, "actor": ana}),
            Post("player", {"do": "command", "action": "reveal", "who": who}),
            Post("player", {"do": "command", "action": "end_turn", "actor": who, "moment": moment}),
            Post("player", {"do": "command", "action": "end_turn", "actor": ana, "moment": f"1:{who}"}),
            Post("player", {"do": "command", "action": "relate", "actor": ana, "of": who, "what": "cover:none"}),
            Post(
                "player",
                {"do": "command", "action": "relate", "actor": ana, "of": ana, "to": who, "what": "cover:none"},
            ),
            Post("player", {"do": "roll", "request": f"initiative:{who}"}),
            Post("player", {"do": "answer"}, {"request": f"initiative:{who}", "face0": "1"}),
        ]
    for entry in sorted(world.watch.entries):
        found.append(Post("player", {"do": "undo", "entry": entry}))
    for who in ("player", "other_player"):
        found += [
            Post(who, {"do": "undo"}),
            Post(who, {"do": "redo"}),
            Post(who, {"do": "cancel"}),
            Post(who, {"do": "stand"}),
            Post(who, {"do": "roll_all"}),
            Post(who, {"do": "answer"}, {"request": "resistance", "face0": "1", "face1": "1", "face2": "1"}),
            Post(who, {"do": "answer"}, {"request": "spend", "hit_points": "99"}),
            Post(who, {"do": "answer"}, {"request": "ending"}),
            Post(who, {"do": "command", "action": "end_turn", "actor": ana, "moment": "0:"}),
            Post(who, {"do": "command", "action": "end_turn", "actor": bruno, "moment": moment}),
            Post(who, {"do": "command", "action": "damage", "actor": ana}, {"amount": "2", f"targets__{ana}": "full"}),
        ]
    return found


def test_a_hidden_combatant_and_what_befalls_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def script(world: World) -> None:
        game = world.game
        prepare(world)
        world.step("enlist Ana", lambda: enlist(world, sheets.character_row(game.characters["Ana"])))
        # before the others of the same name, so that numbers and initiative would show a gap
        world.secretly("lurker", lambda: enlist(world, *lurkers()))
        world.step("orcs", lambda: enlist(world, *creatures("Orco", ORC, 2)))
        world.secretly("shadow", lambda: enlist(world, *creatures("Sombra", SHADOW, hidden=True)))
        world.step("enlist Bruno", lambda: enlist(world, sheets.character_row(game.characters["Bruno"])))
        world.look("prepared", ["spectator"])
        # equal but for Ana: the hidden ones stand between the others by their dexterity
        world.step("orcs act", lambda: initiative(world, "Orco 1", 12))
        world.secretly("shadow acts", lambda: initiative(world, "Sombra", 12))
        world.secretly("lurker acts", lambda: initiative(world, "Orco", 12))
        world.step("ana acts", lambda: initiative(world, "Ana", 15))
        world.step("bruno acts", lambda: initiative(world, "Bruno", 12))
        begin(world)
        world.step("ana is hurt", lambda: game.damage("player", "Ana", 2))
        world.secretly("shadow is hurt", lambda: game.damage("game_master", "Sombra", 9))
        world.step("attack", lambda: game.attack("player", "Ana", "Orco 1", bonus=4))
        give = {"name": "Cegada", "tier": "major"}
        world.secretly(
            "shadow is blinded", lambda: game.command("game_master", "give_effect", who=game.id("Sombra"), **give)
        )
        for of, to, what in (
            ("Sombra", None, "cover:heavy_total"),
            ("Ana", "Sombra", "visibility:none"),
            ("Sombra", "Ana", "band:cerca"),
        ):
            where = {"of": game.id(of), "to": game.id(to) if to else None} if world.secret else {}
            world.secretly(
                f"where {of} stands, {what}",
                lambda where=where, what=what: game.command("game_master", "relate", **where, what=what),
            )
        world.look("asked to spend", ["player", "other_player"], tries(world)[-24:])
        world.step("spend", lambda: game.answer("player", "spend", rest=True, effects=[], own=[]))
        for number in range(45):
            world.secretly(f"blow {number}", lambda: game.damage("game_master", "Sombra", 1))
        world.secretly("a secret undone", lambda: game.undo("game_master"))
        world.secretly("a secret redone", lambda: game.redo("game_master"))
        world.secretly("renamed", lambda: game.command("game_master", "rename", who=game.id("Sombra"), name="Espectro"))
        world.secretly(
            "shown", lambda: game.command("game_master", "show_as", who=game.id("Espectro"), shows="nothing")
        )
        world.secretly("moved", lambda: game.command("game_master", "reorder", who=game.id("Espectro"), direction="up"))
        world.look("after hidden blows", [*MEMBERS, *OUTSIDE], tries(world), everywhere=True)

    assert differences(monkeypatch, script) == []


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: here a fact about a hidden combatant is told to all."""
    monkeypatch.setattr(engine, "conceal", lambda facts, hidden: tuple(facts))

    def script(world: World) -> None:
        prepare_party(world)
        world.step("ana acts", lambda: initiative(world, "Ana", 15))
        world.step("bruno acts", lambda: initiative(world, "Bruno", 12))
        begin(world)
        world.secretly("shadow", lambda: enlist(world, *creatures("Sombra", SHADOW, hidden=True)))
        world.look("begun", ["spectator"])

    found = differences(monkeypatch, script, only="parte/log")
    assert any("parte/log" in one for one in found)
    assert any("hears fight:" in one for one in found)


def test_a_scene_in_preparation_with_the_party_in_it_and_who_knocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until initiative nothing that a player can get tells of it: not the free scene, a sheet, or the table.

    Nor does anything tell who waits at the door, was refused there, or has left it.
    """
    monkeypatch.setattr(doors, "_free_code", lambda: "BCDFHJ")

    def script(world: World) -> None:
        prepare(world)
        game, table, there = world.game, world.game.table, world.game.encounter
        world.step("free", lambda: services.scene_of(table, game.users["game_master"]))

        def foreseen() -> None:
            game.encounter = store.create(table=table, name="La emboscada", user=game.users["game_master"])

        def knock(name: str) -> Knock:
            door = doors.door_of(table)
            assert door is not None
            return doors.knock(door=door, name=name, seat="", user=None, before=None)

        world.secretly("another", foreseen)
        for name, one in game.characters.items():
            world.secretly(f"there is {name}", lambda one=one: enlist(world, sheets.character_row(one)))
        world.secretly("orcs", lambda: enlist(world, *creatures("Orco", ORC, 2)))
        world.secretly("struck", lambda: game.damage("game_master", "Orco 1", 3))
        game.encounter = there
        world.step("the door opens", lambda: doors.open_door(table=table, offered=[]))
        world.secretly("one knocks", lambda: knock("Bea"))
        world.secretly("another is refused", lambda: doors.refuse(table=table, pk=knock("Cora").pk))
        world.secretly("a third leaves", lambda: doors.withdraw(knock("Dora")))
        world.look("before initiative", [*MEMBERS, *OUTSIDE], everywhere=True)

    assert differences(monkeypatch, script) == []


def test_a_secret_roll_whose_dice_are_still_to_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game master throws real dice for a secret roll: nothing that players get, or may try, tells of it."""

    def script(world: World) -> None:
        game = world.game
        prepare_party(world)
        world.step("ana acts", lambda: initiative(world, "Ana", 15))
        world.step("bruno acts", lambda: initiative(world, "Bruno", 12))
        begin(world)
        world.step("ana is hurt", lambda: game.damage("game_master", "Ana", 2))
        secret = {"notation": "1d6", "reason": "", "secret": True}
        world.secretly("a secret roll", lambda: game.command("game_master", "roll", **secret))
        closing = [Post(who, {"do": does}) for who in ("player", "other_player") for does in ("cancel", "stand")]
        world.look("the dice are in the hand", [*MEMBERS, *OUTSIDE], closing)
        world.step("ana attacks", lambda: game.attack("player", "Ana", "Bruno", bonus=9))
        world.look("her attack is open", [*MEMBERS, *OUTSIDE])
        world.step("ana spends", lambda: spend(world, "player", hit_points=1))
        world.secretly("the dice fall", lambda: game.answer("game_master", "dice", faces=[4]))
        world.look("all is over", [*MEMBERS, *OUTSIDE])
        world.secretly("another, for bruno", lambda: game.command("game_master", "roll", "Bruno", **secret))
        world.look("these dice are in the hand", [*MEMBERS, *OUTSIDE], closing)
        world.secretly("they fall", lambda: game.answer("game_master", "dice", faces=[2]))

    assert differences(monkeypatch, script) == []


def foe(world: World, one: dict, other: dict) -> dict:
    """The sheet that only the game master reads: one in this world, another in the other."""
    return other if world.secret else one


def test_the_numbers_of_a_foe(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = {**ORC, "dexterity": 13, "physical_max": 14, "mental_max": 9, "traits": [{"text": "Berrea"}]}
    strong = {
        **plain,
        "level": 4,
        "strength": 18,
        # another number of the die that leads to the same initiative: 5 5 2 against 5 5 1
        "wisdom": 12,
        "intelligence": 16,
        "physical_max": 17,
        "mental_max": 19,
        "mental_defence_traits": 1,
        "traits": [{"text": "Mata dragones"}, {"text": "Sabe esgrima"}],
    }

    def script(world: World) -> None:
        game = world.game
        prepare_party(world)
        world.step("orcs", lambda: enlist(world, *creatures("Orco", foe(world, plain, strong), 2)))
        world.step("mute", lambda: enlist(world, *creatures("Mudo", foe(world, plain, strong), shows="nothing")))
        world.step("initiative", lambda: game.command("game_master", "initiative"))
        faces = {"Ana": [6, 6, 6], "Bruno": [5, 3, 4], "Orco 1": [5, 5, 1 if world.secret else 2], "Mudo": [1, 1, 2]}
        faces["Mudo"][2] -= world.secret
        for name, shown in faces.items():
            world.step(f"dice of {name}", lambda n=name, f=shown: roll(world, n, f))
        assert [game.body(name).initiative for name in ("Orco 1", "Mudo")] == [13, 5]
        world.look("initiative rolled", ["player", "spectator"])
        # failed, so that its margin tells the attacker nothing
        world.step("ana misses", lambda: game.attack("player", "Ana", "Orco 1", bonus=-9))
        world.look("the foe is asked", ["player"], tries(world)[-23:])
        world.step("foe spends", lambda: spend(world, "game_master", hit_points=2))
        world.step("turn 1", game.end_turn)
        # both are hurt, each by so much that they look the same
        world.step("blow", lambda: game.damage("game_master", "Orco 1", 6 + world.secret))
        world.step("mind", lambda: game.damage("game_master", "Orco 1", 3 + world.secret, pool="mental"))
        world.step("mute blow", lambda: game.damage("game_master", "Mudo", 16 if world.secret else 1))
        world.step("foe strikes", lambda: game.attack("game_master", "Orco 1", "Ana", bonus=9))
        world.step("foe spends on ana", lambda: spend(world, "game_master", hit_points=3))
        world.step("turn 2", game.end_turn)
        world.look("foes have acted", ["player", "spectator"], everywhere=True)

    assert differences(monkeypatch, script) == []


def roll(world: World, name: str, faces: list[int]) -> None:
    game = world.game
    game.answer("game_master", f"initiative:{game.id(name)}", faces=faces)


def spend(world: World, who: str, **inputs: object) -> None:
    world.game.answer(who, "spend", **{"rest": False, "effects": [], "own": [], **inputs})


def test_the_odds_tell_nothing_of_the_foe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is chosen in the form, the chances beside the button are reckoned over what the player may know."""

    def script(world: World) -> None:
        game = world.game
        prepare_party(world)
        sheet = foe(world, {**ORC, "armour": "none"}, {**ORC, "armour": "heavy", "intelligence": 18, "wisdom": 16})
        world.step("orcs", lambda: enlist(world, *creatures("Orco", sheet)))
        for name, number in (("Ana", 15), ("Orco", 10), ("Bruno", 5)):
            world.step(f"{name} acts", lambda n=name, i=number: initiative(world, n, i))
        begin(world)
        world.step("a word", lambda: game.command("game_master", "show_as", who=game.id("Bruno"), shows="word"))
        world.step("bruno falls", lambda: game.damage("game_master", "Bruno", 22 + 3 * world.secret))
        ana, orc, bruno = game.id("Ana"), game.id("Orco"), game.id("Bruno")
        for action, chosen in (
            ("attack", {"target": orc, "kind": "physical", "resistance_mode": "static"}),
            ("attack", {"target": orc, "kind": "physical", "resistance_mode": "rolled"}),
            ("attack", {"target": orc, "kind": "mental", "resistance_mode": "static", "others__count": "0"}),
            ("other", {"what": "x", "opponent": orc, "opponent_attribute": "wisdom"}),
            ("other", {"what": "x"}),
            ("stabilise", {"target": bruno, "pool": "physical"}),
        ):
            form = {"filled": f"act:{ana}:{action}", "action": action, "attribute": "strength", "mode": "rolled"}
            for address in (game.url("panel"), game.url("fragment", "dock")):
                url = f"{address}?{urlencode(form | chosen)}"
                world.watch.keep(world, f"odds {url}", "player", lambda client, url=url: client.get(url))
                shown = world.watch.got[f"odds {url}"]
                assert 'class="odds"' in shown, url
        world.step("bruno is steadied", lambda: stabilise(world))
        world.look("dice to be rolled", ["player", "spectator"])

    def stabilise(world: World) -> None:
        game = world.game
        game.command("player", "stabilise", "Ana", target=game.id("Bruno"), attribute="intelligence")

    assert differences(monkeypatch, script) == []


def test_names_difficulties_notes_and_sheets_of_the_game_master(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the resistance of a foe, which the player who hits it and spends the points learns alone."""

    def script(world: World) -> None:
        game = world.game
        prepare_party(world)
        true = foe(world, {"name": "Mercader"}, {"name": "Rey de los ladrones"})["name"]
        sheet_of_it = foe(world, {**ORC, "armour": "none"}, {**ORC, "armour": "light", "shield": True})
        world.step("stranger", lambda: enlist(world, *creatures(true, sheet_of_it, public_name="Alguien")))
        for name, number in (("Ana", 15), (true, 10), ("Bruno", 5)):
            world.step(f"{number} acts", lambda n=name, i=number: initiative(world, n, i))
        begin(world)

        def sheet() -> None:
            runs = game.users["game_master"]
            create_character(table=game.table, kind="creature", name="Dragón", values=ORC, by=runs)

        world.secretly("a sheet of the game master", sheet)
        world.secretly(
            "a note", lambda: game.command("game_master", "rename", who=game.id(true), name=true, public_name="Alguien")
        )
        world.step("ana tries", lambda: game.command("player", "other", "Ana", what="Trepar", attribute="dexterity"))
        world.look("a difficulty is asked for", ["player"])
        number = 38 if world.secret else 33
        world.step("difficulty", lambda: game.answer("game_master", "difficulty", resistance=number))
        world.step("ana rolls", lambda: game.answer("player", "action", faces=[4, 4, 4]))
        world.look("failed", ["player", "spectator"])
        world.step("consequence", lambda: spend(world, "game_master"))
        for ends in ("Ana", "the stranger"):
            world.step(f"{ends} ends", game.end_turn)
        world.step("bruno hits", lambda: game.attack("other_player", "Bruno", true, bonus=12))
        world.look("he is asked to spend", ["player", "spectator"])
        world.step("he spends", lambda: spend(world, "other_player", hit_points=2))
        world.step("dismissed", lambda: game.command("game_master", "dismiss", who=game.id(true)))
        world.step("archived", lambda: game.command("game_master", "archive"))
        world.look("over", ["player", "spectator"], everywhere=True)

    assert differences(monkeypatch, script) == []


def test_what_the_game_master_chose_for_a_player_is_not_shown_to_that_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """A blow at a hidden combatant looks like a roll without a target; the form remembers nothing of it."""

    def script(world: World) -> None:
        game = world.game
        prepare_party(world)
        world.step("shadow", lambda: enlist(world, *creatures("Sombra", SHADOW, hidden=True)))
        world.step("orc", lambda: enlist(world, *creatures("Orco", ORC)))
        for name, number in (("Ana", 15), ("Sombra", 10), ("Orco", 5), ("Bruno", 2)):
            world.step(f"{name} acts", lambda n=name, i=number: initiative(world, n, i))
        begin(world)
        kind = "mental" if world.secret else "physical"
        world.step("a blow", lambda: game.attack("game_master", "Ana", "Sombra", bonus=-9, kind=kind))
        world.look("a blow at nobody", ["player"], everywhere=True)

    assert differences(monkeypatch, script) == []


def test_a_hidden_member_of_a_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """A group rolls in the name of a visible member, whichever came first."""

    def script(world: World) -> None:
        game = world.game
        prepare_party(world)
        group = {"group": "g" * 32, "numbered": True}
        world.secretly("lurker", lambda: enlist(world, *[{**row, **group} for row in lurkers()]))
        world.step("orcs", lambda: enlist(world, *[{**row, **group} for row in creatures("Orco", ORC, 2)]))
        world.step("initiative", lambda: game.command("game_master", "initiative"))
        world.look("asked for dice", ["player"])
        for name, faces in {"Orco 1": [3, 3, 3], "Ana": [5, 5, 5], "Bruno": [1, 1, 2]}.items():
            world.step(f"dice of {name}", lambda n=name, f=faces: roll(world, n, f))
        world.look("rolled", ["player"], everywhere=True)
        world.secretly("gone", lambda: game.command("game_master", "dismiss", who=game.id("Orco")))
        world.step("one more", lambda: enlist(world, *[{**row, **group} for row in creatures("Orco", ORC)]))
        world.look("one more", ["player", "spectator"])

    assert differences(monkeypatch, script) == []


def test_the_turn_of_a_hidden_one_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it is the first or the last of a round, and while it has something open."""

    def ends(world: World, name: str, who: str) -> None:
        game = world.game
        moment = game.read.system.moment(game.fight)
        deed = Deed("command", "end_turn", game.id(name), moment=moment)
        services.act(encounter=game.encounter.pk, user=game.users[who], deed=deed, key=game.key())

    def script(world: World) -> None:
        game = world.game
        prepare_party(world)
        world.secretly("shadow", lambda: enlist(world, *creatures("Sombra", SHADOW, hidden=True)))
        world.secretly("lurker", lambda: enlist(world, *lurkers()))
        for name, number in (("Ana", 15), ("Bruno", 10)):
            world.step(f"{name} acts", lambda name=name, number=number: initiative(world, name, number))
        world.secretly("shadow acts", lambda: initiative(world, "Sombra", 12))
        world.secretly("lurker acts", lambda: initiative(world, "Orco", 4))
        begin(world)
        world.step("Ana ends", lambda: ends(world, "Ana", "player"))
        world.look("Bruno's turn, they see", MEMBERS)
        attack = {"target": game.id("Bruno"), "attribute": "strength", "mode": "rolled", "kind": "mental"}
        inputs = {**attack, "resistance_mode": "static"}
        world.secretly(
            "shadow asks for dice",
            lambda inputs=inputs: game.command("game_master", "attack", "Sombra", **inputs),
        )
        world.look("the hidden one attacks", MEMBERS)
        world.secretly("shadow thinks better", lambda: game.act("game_master", Deed("cancel")))
        world.secretly("shadow ends", lambda: ends(world, "Sombra", "game_master"))
        world.look("Bruno's turn", MEMBERS)
        world.step("Bruno ends", lambda: ends(world, "Bruno", "other_player"))
        world.look("a round begins, they see", MEMBERS)
        world.secretly("lurker ends", lambda: ends(world, "Orco", "game_master"))
        world.look("a round begins", MEMBERS)

    assert differences(monkeypatch, script) == []
