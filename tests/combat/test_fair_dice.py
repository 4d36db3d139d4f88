"""The app's dice follow from a seed that the log committed to, and anybody can check them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from combat import deeds, services, store
from combat.deeds import Deed
from combat.models import LogEntry
from exchange import incoming, outgoing
from rules.core import fair
from rules.dice import fair as dice
from rules.dice.fair import commitment
from tapiz_site.campaigns import sessions

from .play import Game

pytestmark = pytest.mark.django_db

DOCS = Path(__file__).parents[2] / "docs" / "fair-dice.md"


def roll(game: Game, who: str = "player", actor: str | None = "Ana", **inputs: Any) -> LogEntry:
    """A free roll that the app makes, and its entry."""
    deed = Deed("command", "roll", game.id(actor) if actor else None, inputs or {"notation": "10d20"}, rolls=True)
    services.act(encounter=game.encounter.pk, user=game.users[who], deed=deed, key=game.key())
    return game.newest


def faces(entry: LogEntry) -> list[int]:
    return entry.data["answer"]["faces"]


def told(game: Game) -> list[dict[str, Any]]:
    """The params of all that the log tells of seeds, by code."""
    rows = [row for row in game.entries if row.kind == "dice"]
    return [{fact["code"]: fact["params"] for fact in row.data["facts"]} for row in rows]


def verdicts(game: Game) -> list[str]:
    game.encounter.refresh_from_db()
    return [one.verdict for one in fair.checked(store.entries(game.encounter), game.encounter.dice_ids)]


def test_the_hash_is_told_before_and_the_seed_after(fight: Game) -> None:
    assert list(told(fight)[0]) == [fair.COMMITTED]
    assert fight.entries[0].kind == "dice"
    roll(fight)
    assert verdicts(fight) == ["sealed"]
    fight.command("game_master", "archive")
    (before, after) = told(fight)
    assert commitment(after[fair.REVEALED]["seed"]) == before[fair.COMMITTED]["hash"]
    assert verdicts(fight) == ["right"]
    fight.encounter.refresh_from_db()
    assert fight.encounter.seed == ""
    fight.command("game_master", "resume")
    assert told(fight)[2][fair.COMMITTED]["hash"] != before[fair.COMMITTED]["hash"]
    roll(fight)
    assert verdicts(fight) == ["right", "sealed"]


def test_the_same_done_again_falls_the_same(fight: Game) -> None:
    first = faces(roll(fight))
    fight.undo("game_master")
    fight.undo("game_master")
    other = faces(roll(fight, notation="10d20", reason="otra cosa"))
    again = faces(roll(fight))
    once_more = faces(roll(fight))
    assert again == first
    assert len({tuple(one) for one in (first, other, once_more)}) == 3
    assert faces(roll(fight, "other_player", "Bruno")) not in (first, other, once_more)
    fight.command("game_master", "archive")
    assert verdicts(fight) == ["right"] * 5


def test_the_older_of_two_alike_falls_as_it_fell(fight: Game) -> None:
    """Else its faces would be known: those of the newer."""
    first, command = faces(roll(fight)), fight.entries[-2].id
    second = faces(roll(fight))
    fight.undo("game_master", command)
    assert faces(roll(fight)) == first != second
    fight.command("game_master", "archive")
    assert verdicts(fight) == ["right"] * 3


def test_an_attack_with_its_answers_is_right(fight: Game) -> None:
    inputs = {"target": fight.id("Orco 1"), "attribute": "dexterity", "mode": "rolled", "kind": "physical"}
    moment = fight.read.system.moment(fight.fight)
    attack = Deed("command", "attack", fight.id("Ana"), {**inputs, "resistance_mode": "rolled"}, moment, rolls=True)
    for who, deed in (("player", attack), ("game_master", Deed("roll_all"))):
        services.act(encounter=fight.encounter.pk, user=fight.users[who], deed=deed, key=fight.key())
    assert verdicts(fight) == ["sealed", "sealed"]
    fight.command("game_master", "archive")
    assert verdicts(fight) == ["right", "right"]


def test_a_face_that_was_changed_is_found(fight: Game) -> None:
    row = roll(fight)
    fight.command("game_master", "archive")
    row.data["answer"]["faces"][0] = faces(row)[0] % 20 + 1
    row.save()
    assert verdicts(fight) == ["wrong"]
    with pytest.raises(CommandError):
        call_command("verify_dice", str(fight.encounter.pk), stdout=StringIO())


def test_a_number_that_was_chosen_is_found(fight: Game) -> None:
    """Who skips numbers until the dice please does not follow the rule of numbers."""
    roll(fight)
    fight.command("game_master", "archive")
    row = next(one for one in fight.entries if "again" in one.data)
    row.data["again"] = 7
    row.save()
    assert verdicts(fight) == ["wrong"]


def falls_as(game: Game, row: LogEntry, name: Callable[[fair.Seed], str]) -> None:
    """Write the faces that the revealed seed has for this name into the log."""
    after = told(game)[1]
    seed = fair.Seed(after[fair.REVEALED]["seed"], after[fair.SALT]["salt"])
    row.data["answer"]["faces"] = dice.faces(seed.seed, name(seed), row.data["sides"])
    row.save()


def test_a_number_that_was_chosen_for_its_faces_is_found(fight: Game) -> None:
    """They follow from the seed, but not for the time that it was."""
    row = roll(fight)
    fight.command("game_master", "archive")
    begun = next(one for one in fight.entries if "again" in one.data)
    begun.data["again"] = 7
    begun.save()
    (command,) = (one.command for one in store.entries(fight.encounter) if one.again == 7)
    assert command is not None
    falls_as(fight, row, lambda seed: seed.name(fair.identity(command, 7, {}, row.data["key"])))
    assert verdicts(fight) == ["wrong"]


def test_faces_that_follow_from_the_seed_alone_are_found(fight: Game) -> None:
    """A roll of which the log does not say what it was for could have been any."""
    row = roll(fight)
    fight.command("game_master", "archive")
    begun = next(one for one in fight.entries if "again" in one.data)
    begun.data["again"] = 7
    begun.save()
    falls_as(fight, row, lambda seed: "")
    assert verdicts(fight) == ["wrong"]


def test_a_session_that_ends_reveals_what_fell_in_it(fight: Game) -> None:
    session = sessions.begin_session(table=fight.table, user=fight.users["game_master"])
    roll(fight)
    sessions.end_session(session=session, user=fight.users["game_master"])
    assert verdicts(fight) == ["right"]
    assert set(told(fight)[-1]) == {fair.REVEALED, fair.SALT, fair.COMMITTED}
    roll(fight)
    assert verdicts(fight) == ["right", "sealed"]


def test_an_older_scene_commits_with_its_next_step(fight: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    fight.entries[0].delete()
    type(fight.encounter).objects.filter(pk=fight.encounter.pk).update(seed="")
    roll(fight)
    roll(fight)
    assert verdicts(fight) == ["uncommitted", "sealed"]


def test_dice_that_a_test_sets_fall_by_no_seed(fight: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    class Ones:
        def randint(self, low: int, _high: int) -> int:
            return low

    monkeypatch.setattr(deeds, "_random", Ones())
    assert faces(roll(fight)) == [1] * 10
    assert verdicts(fight) == ["uncommitted"]


def exported(game: Game) -> bytes:
    game.table.refresh_from_db()
    return outgoing.written(outgoing.table_document(game.table))[0]


def test_a_file_is_checked_and_so_is_what_was_imported_from_it(fight: Game, tmp_path: Path) -> None:
    first = roll(fight)
    open_file = exported(fight)
    fight.encounter.refresh_from_db()
    assert fight.encounter.seed[:64].encode() not in open_file
    assert fight.encounter.seed[64:].encode() not in open_file
    roll(fight, "other_player", "Bruno")
    fight.command("game_master", "archive")
    file = tmp_path / "mesa.json"
    file.write_bytes(exported(fight))
    out = StringIO()
    call_command("verify_dice", str(file), stdout=out)
    assert "2 coinciden, 0 no, 0 selladas" in out.getvalue()
    by = fight.users["game_master"]
    table = incoming.import_table(data=file.read_bytes(), by=by)
    there = Game(table, fight.users, table.encounters.get(name=fight.encounter.name), {}, keys=900)
    assert verdicts(there) == ["right", "right"]
    there.command("game_master", "resume")
    roll(there, "game_master", "Ana")
    there.command("game_master", "archive")
    assert verdicts(there) == ["right"] * 3
    file.write_bytes(exported(there))
    call_command("verify_dice", str(file), stdout=out)
    assert "3 coinciden, 0 no" in out.getvalue()
    document = json.loads(file.read_bytes())
    entry = next(one for scene in document["encounters"] for one in scene["entries"] if one["answer"])
    entry["answer"]["faces"][0] = faces(first)[0] % 20 + 1
    file.write_text(json.dumps(document))
    with pytest.raises(CommandError):
        call_command("verify_dice", str(file), stdout=out)


def test_the_program_of_the_docs_says_the_same(fight: Game) -> None:
    row = roll(fight)
    begun = fight.entries[-2].data
    fight.command("game_master", "archive")
    seed, salt = told(fight)[-1][fair.REVEALED]["seed"], told(fight)[-1][fair.SALT]["salt"]
    program: dict[str, Any] = {}
    exec(re.search(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.S)[1], program)
    command = begun["command"]
    ana = fair.Seed(seed, salt).called(command["actor"])
    done = [ana, command["action"], command["inputs"], begun["again"], {}, row.data["key"]]
    assert program["faces"](bytes.fromhex(seed), bytes.fromhex(salt), done, row.data["sides"]) == faces(row)


def test_the_page_tells_each_what_they_may_know(fight: Game) -> None:
    roll(fight)
    roll(fight, "game_master", None, notation="3d6", reason="trampa", secret=True)
    fight.act("player", Deed("command", "roll", fight.id("Ana"), {"notation": "d20"}))
    fight.act("player", Deed("roll", request="dice"), faces=[17])
    url = reverse("combat:dice", args=[fight.encounter.pk])
    fight.encounter.refresh_from_db()
    seed = fight.encounter.seed
    for who in ("game_master", "player"):
        page = fight.client(who).get(url).content.decode()
        assert "su semilla se revela al terminar" in page
        assert seed[:64] not in page
    fight.command("game_master", "archive")
    as_player, as_gm = (fight.client(who).get(url).content.decode() for who in ("player", "game_master"))
    assert seed[:64] in as_player
    assert seed[64:] not in as_player
    assert seed[64:] in as_gm
    assert "trampa" in as_gm
    assert "trampa" not in as_player


def test_struck_rolls_are_counted_for_the_game_master(fight: Game) -> None:
    roll(fight)
    fight.undo("game_master")
    url = reverse("combat:rolls", args=[fight.table.pk])
    assert "Tiradas deshechas" in fight.client("game_master").get(url).content.decode()
    assert "Tiradas deshechas" not in fight.client("player").get(url).content.decode()
