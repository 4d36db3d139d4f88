"""Undo and redo: the newest step, an old one with those that rest on it, turn steps, and players' rights."""

from __future__ import annotations

from dataclasses import replace

import pytest

from characters.models import Character
from combat import services, sheets, store, tail, undoing
from combat.deeds import Deed
from combat.errors import Depends, NothingToUndo, NotYours
from combat.models import LogEntry
from rules.core.audience import PUBLIC
from rules.core.errors import NotAllowed
from rules.core.log import STEPS

from .play import Game
from .pressing import Person

pytestmark = pytest.mark.django_db


def state(game: Game) -> object:
    return game.read.encounter.head


def test_undo_and_redo_of_the_newest(fight: Game) -> None:
    before = state(fight)
    fight.damage("game_master", "Ana", 7)
    after = state(fight)
    fight.undo("game_master")
    assert state(fight) == before
    fight.redo("game_master")
    assert state(fight) == after
    struck = [row for row in fight.entries if row.undone_by_id]
    assert not struck


def test_a_step_taken_back_hides_no_earlier_one_from_its_undoer(fight: Game) -> None:
    """Whose page offers an undo may have changed for all up to the newest public step that counts."""
    fight.damage("other_player", "Bruno", 3)
    fight.damage("player", "Ana", 2)
    people = {who: fight.users[who].pk for who in ("game_master", "player", "other_player")}

    def undoers() -> frozenset[int | None]:
        encounter = fight.read.encounter
        return undoing.undoers(encounter, encounter.sequence)

    assert undoers() == {people["player"]}
    fight.damage("game_master", "Sombra", 1)
    assert undoers() == {people["player"], people["game_master"]}, "what the public does not see does not end it"
    fight.undo("game_master")
    fight.undo("player")
    assert undoers() == set(people.values())


def test_an_undone_step_is_struck_by_the_undo(fight: Game) -> None:
    fight.damage("game_master", "Ana", 7)
    blow = fight.newest
    fight.undo("game_master")
    blow.refresh_from_db()
    assert blow.undone_by_id == fight.newest.id
    assert fight.newest.kind == "undo"
    assert fight.newest.kind not in STEPS


def test_undo_of_something_old_keeps_what_came_later(fight: Game) -> None:
    fight.damage("game_master", "Ana", 7)
    old = fight.newest.id
    fight.damage("game_master", "Ana", 2)
    fight.damage("game_master", "Orco 1", 3)
    fight.undo("game_master", old)
    assert fight.body("Ana").physical.current == 18
    assert fight.body("Orco 1").physical.current == 11


def test_undo_of_what_others_rest_on_asks_first(fight: Game) -> None:
    fight.command("game_master", "give_effect", who=fight.id("Ana"), name="Cegada", tier="major")
    given = fight.newest.id
    effect = next(iter(fight.body("Ana").effects))
    fight.command("game_master", "end_effects", effects=[effect])
    ended = fight.newest.id
    head, count = state(fight), len(fight.entries)
    with pytest.raises(Depends) as refused:
        fight.undo("game_master", given)
    assert refused.value.entries == [ended]
    assert (state(fight), len(fight.entries)) == (head, count)
    fight.undo("game_master", given, with_depending=True)
    assert not fight.body("Ana").effects
    assert set(fight.newest.data["targets"]) == {given, ended}
    fight.redo("game_master")
    assert state(fight) == head


def test_a_turn_goes_with_everything_after_it(fight: Game) -> None:
    before = state(fight)
    fight.end_turn()
    step = fight.newest.id
    fight.damage("game_master", "Bruno", 4)
    fight.end_turn()
    with pytest.raises(Depends) as refused:
        fight.undo("game_master", step)
    assert len(refused.value.entries) == 2
    fight.undo("game_master", step, with_depending=True)
    assert state(fight) == before
    assert fight.turn == "Ana"


def test_an_undone_answer_opens_its_request_again(fight: Game) -> None:
    fight.attack("player", "Ana", "Orco 1", bonus=4)
    assert [request.key for request in fight.asked] == ["spend"]
    fight.answer("player", "spend", rest=True, effects=[], own=[])
    assert not fight.asked
    fight.undo("player")
    assert [request.key for request in fight.asked] == ["spend"]
    assert fight.body("Orco 1").physical.current == 14
    fight.undo("player")
    assert not fight.asked
    assert fight.turn == "Ana"


def test_redo_ends_with_the_next_command(fight: Game) -> None:
    fight.damage("game_master", "Ana", 7)
    fight.undo("game_master")
    fight.damage("game_master", "Bruno", 1)
    with pytest.raises(NothingToUndo):
        fight.redo("game_master")


def test_several_undos_are_restored_one_by_one(fight: Game) -> None:
    for amount in (1, 2, 3):
        fight.damage("game_master", "Ana", amount)
    for _ in range(3):
        fight.undo("game_master")
    assert fight.body("Ana").physical.current == 20
    found = []
    for _ in range(3):
        fight.redo("game_master")
        found.append(fight.body("Ana").physical.current)
    assert found == [19, 17, 14]
    with pytest.raises(NothingToUndo):
        fight.redo("game_master")


# Players


def test_a_player_takes_back_the_own_newest_step(fight: Game) -> None:
    fight.damage("player", "Ana", 3)
    fight.undo("player")
    assert fight.body("Ana").physical.current == 20
    fight.redo("player")
    assert fight.body("Ana").physical.current == 17


def rolled_by_the_app(game: Game) -> None:
    game.act("player", replace(game.deed("player", "roll", "Ana", notation="d20", reason=""), rolls=True))


def test_a_player_takes_back_nothing_of_a_log_that_was_closed(fight: Game) -> None:
    fight.damage("player", "Ana", 3)
    newest = LogEntry.objects.filter(encounter=fight.encounter).latest("sequence")
    reader = undoing.Reader(fight.users["player"], fight.viewer("player"))
    assert undoing.undoable(fight.read.encounter, reader, {}) == newest
    LogEntry.objects.filter(pk=newest.pk).update(data={**newest.data, "closed": True})
    tail.forget()
    assert undoing.undoable(fight.read.encounter, reader, {}) is None


def test_dice_of_the_app_are_not_fished_for(fight: Game) -> None:
    """Else a player rolls, takes back and rolls again until the dice please."""
    rolled_by_the_app(fight)
    assert fight.newest.data["rolled"]
    with pytest.raises(NotYours):
        fight.undo("player")
    assert "do=undo" not in fight.get("player").content.decode()
    fight.undo("game_master")
    assert fight.newest.kind == "undo"


def test_typed_faces_are_the_players_to_correct(fight: Game) -> None:
    fight.command("player", "roll", "Ana", notation="d20", reason="")
    fight.answer("player", "dice", faces=[3])
    fight.undo("player")
    assert [request.key for request in fight.asked] == ["dice"]


def test_a_table_may_let_players_take_dice_back(fight: Game) -> None:
    fight.table.house = {**fight.table.house, "dice_undone": "player"}
    fight.table.save()
    assert fight.post("game_master", {"do": "house"}, htmx=True).status_code == 204
    rolled_by_the_app(fight)
    assert "do=undo" in fight.get("player").content.decode()
    fight.undo("player")
    assert fight.newest.kind == "undo"


def test_a_player_takes_back_nothing_of_others(fight: Game) -> None:
    fight.damage("player", "Ana", 3)
    with pytest.raises(NotYours):
        fight.undo("other_player")
    fight.damage("other_player", "Bruno", 1)
    for entry in ("", fight.entries[-2].id):
        with pytest.raises(NotYours):
            fight.undo("player", entry)
    fight.undo("other_player")
    with pytest.raises(NothingToUndo):
        fight.redo("player")


def test_only_what_was_undone_can_be_redone(fight: Game) -> None:
    def offered() -> bool:
        user, read = fight.users["player"], fight.read
        viewer = read.head.fight.viewer(str(user.pk), game_master=False)
        return undoing.redoable(read, undoing.Reader(user, viewer)) is not None

    fight.damage("player", "Ana", 3)
    assert not offered()
    fight.undo("player")
    assert offered()
    fight.redo("player")
    assert not offered()
    fight.undo("player")
    fight.damage("player", "Ana", 1)
    assert not offered()


def test_a_player_presses_an_end_of_turn_again_that_was_taken_back(fight: Game) -> None:
    """To redo it would bring back what the hidden did meanwhile, and be refused where that fits no more."""
    fight.command("player", "end_turn", "Ana")
    fight.undo("player")
    assert "do=redo" not in fight.get("player").content.decode()
    with pytest.raises(NothingToUndo):
        fight.redo("player")
    fight.command("player", "end_turn", "Ana")


def test_what_a_player_cannot_see_neither_stops_the_undo_nor_is_lost(fight: Game) -> None:
    fight.damage("player", "Ana", 3)
    fight.damage("game_master", "Sombra", 5)
    fight.undo("player")
    assert fight.body("Ana").physical.current == 20
    assert fight.body("Sombra").physical.current == 25
    fight.damage("game_master", "Sombra", 1)
    fight.redo("player")
    assert (fight.body("Ana").physical.current, fight.body("Sombra").physical.current) == (17, 24)
    fight.undo("player")
    fight.damage("game_master", "Sombra", 2)
    fight.undo("game_master")
    fight.redo("player")
    assert fight.body("Ana").physical.current == 17, "an undo that the player cannot see hides nothing"


def test_an_answer_taken_back_under_a_hidden_act_opens_its_request_again(fight: Game) -> None:
    fight.attack("player", "Ana", "Orco 1", bonus=4)
    fight.answer("player", "spend", rest=True, effects=[], own=[])
    fight.damage("game_master", "Sombra", 5)
    fight.undo("player")
    assert [request.key for request in fight.asked] == ["spend"]
    assert fight.body("Orco 1").physical.current == 14
    assert fight.body("Sombra").physical.current == 25


def test_a_turn_that_a_player_takes_back_takes_the_hidden_acts_of_the_next_with_it(fight: Game) -> None:
    for _ in range(3):
        fight.end_turn()
    assert fight.turn == "Sombra"
    fight.end_turn()
    assert fight.turn == "Bruno"
    fight.damage("other_player", "Bruno", 1)
    fight.end_turn("other_player")
    before = state(fight)
    fight.damage("game_master", "Sombra", 5)
    after = state(fight)
    fight.undo("other_player")
    assert fight.turn == "Bruno"
    assert fight.body("Sombra").physical.current == 30
    fight.redo("game_master")
    assert state(fight) == after != before


def test_hidden_steps_that_touch_the_same_go_with_what_is_taken_back(fight: Game) -> None:
    # After an old step is undone beneath them, the log must still lead to the state.
    fight.attack("player", "Ana", "Orco 1", bonus=4)
    fight.command("game_master", "rename", who=fight.id("Sombra"), name="Espectro", public_name="")
    fight.answer("player", "spend", rest=True, effects=[], own=[])
    fight.command("game_master", "rename", who=fight.id("Espectro"), name="Sombra", public_name="")
    fight.undo("player")
    fight.undo("player")
    assert not fight.asked
    assert fight.one("Sombra").hidden


# Archived


def test_what_lies_under_an_archived_fight_stays(fight: Game) -> None:
    fight.damage("player", "Ana", 10)
    blow = fight.newest.id
    fight.command("game_master", "archive")
    archived = fight.newest.id
    ana = Character.objects.get(pk=fight.characters["Ana"].pk)
    runs = fight.users["game_master"]
    other = Game(fight.table, fight.users, store.create(table=fight.table, name="Otra", user=runs), {}, keys=500)
    services.enlist(encounter=other.encounter, user=runs, rows=[sheets.character_row(ana)], key=fight.key())
    other.command("game_master", "initiative")
    other.damage("game_master", "Ana", 8)
    before = state(fight)
    for who, entry in (("game_master", blow), ("player", blow), ("player", "")):
        with pytest.raises((NotAllowed, NotYours)):
            fight.undo(who, entry)
    with pytest.raises(NotAllowed):
        fight.undo("game_master", blow, with_depending=True)
    ana.refresh_from_db()
    assert (ana.condition["physical"]["current"], other.body("Ana").physical.current) == (2, 2)
    assert state(fight) == before
    other.command("game_master", "archive")
    fight.undo("game_master", archived)
    assert fight.fight.status == "running"


def test_a_resumption_taken_back_can_be_restored(fight: Game) -> None:
    fight.command("game_master", "archive")
    fight.command("game_master", "resume")
    fight.undo("game_master")
    assert fight.fight.status == "archived"
    fight.redo("game_master")
    assert fight.fight.status == "running"


def test_what_can_neither_go_on_nor_stand_is_cancelled(game: Game) -> None:
    """The combatants are taken back while their initiative is being rolled: the page proposes to cancel it."""
    enlisted = [row.id for row in game.entries if (row.data.get("command") or {}).get("action") == "enlist"]
    game.command("game_master", "initiative")
    game.act("game_master", Deed("roll", request=game.asked[0].key))
    for one in enlisted:
        game.undo("game_master", one)
    assert game.read.head.open
    person = Person(game.client("game_master"), game.url())
    words, response = person.press()
    assert words == "Cancelar la acción"
    assert response is not None
    assert response.status_code == 302
    assert not game.read.head.open


def test_a_person_knows_the_own_steps_even_where_they_tell_nothing(fight: Game) -> None:
    player, other = fight.users["player"], fight.users["other_player"]
    silent = LogEntry(by=player, data={"facts": []})
    assert undoing.Reader(player, PUBLIC).knows(silent)
    assert not undoing.Reader(other, PUBLIC).knows(silent)


def reader(game: Game, who: str) -> undoing.Reader:
    user = game.users[who]
    return undoing.Reader(user, game.fight.viewer(str(user.pk), game_master=who == "game_master"))


def test_an_undo_is_no_step_that_could_be_taken_back(fight: Game) -> None:
    fight.damage("player", "Ana", 3)
    first = fight.newest
    fight.damage("player", "Ana", 1)
    fight.undo("player")
    found = undoing.undoable(fight.read.encounter, reader(fight, "player"), fight.fight.house)
    assert found is not None
    assert found.pk == first.pk


def test_an_undo_of_what_a_player_knows_in_part_ends_the_own_redo(fight: Game) -> None:
    """The game master takes back Ana's wound, and with it what the hidden Sombra suffered of it."""
    fight.damage("player", "Ana", 3)
    fight.undo("player")
    fight.damage("game_master", "Sombra", 1)
    unseen = fight.newest
    offered = undoing.redoable(fight.read, reader(fight, "player"))
    assert offered is not None
    fight.damage("game_master", "Ana", 2)
    seen = fight.newest
    fight.undo("game_master")
    row = fight.newest
    row.data = {**row.data, "targets": [unseen.pk, seen.pk]}
    row.save()
    assert undoing.redoable(fight.read, reader(fight, "player")) is None


def test_an_undo_of_older_steps_that_a_player_knows_in_part_ends_the_own_redo(fight: Game) -> None:
    """The steps that the game master takes back were taken before the player's own."""
    fight.damage("game_master", "Ana", 2)
    seen = fight.newest
    fight.damage("game_master", "Sombra", 1)
    unseen = fight.newest
    fight.damage("player", "Ana", 3)
    fight.undo("player")
    assert undoing.redoable(fight.read, reader(fight, "player")) is not None
    fight.undo("game_master", seen.pk)
    row = fight.newest
    row.data = {**row.data, "targets": [unseen.pk, seen.pk]}
    row.save()
    assert undoing.redoable(fight.read, reader(fight, "player")) is None


def test_a_player_redoes_one_undo_after_another(fight: Game) -> None:
    for points in (3, 1):
        fight.damage("player", "Ana", points)
    for _ in range(2):
        fight.undo("player")
    for current in (17, 16):
        fight.redo("player")
        assert fight.body("Ana").physical.current == current
