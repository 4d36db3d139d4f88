"""A raised `state_version`: logs from before are lifted whole, at the next start or when their file comes in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from combat import lifting, store
from combat.errors import NothingToUndo
from combat.models import Encounter
from exchange import incoming, outgoing
from exchange.doctoring import findings
from rules.core.changes import fold
from rules.core.types import Json
from rules.systems.tapiz.system import Tapiz
from tapiz_site import backups
from tests.kept import Onward

from .play import Game

OLD = Tapiz.state_version
"""The shape that is old in these tests: it kept the clock as an object, and called the round the phase."""
PIECE = 8
"""How many entries a piece of the index covers in these tests: a few turns are more than one."""


def aged(state: dict[str, Any]) -> Json:
    """A state as the old shape kept it."""
    fight = {name: value for name, value in state["fight"].items() if name not in ("clock", "round")}
    time = {"s": state["fight"].get("clock", 0)}
    return {**state, "fight": {**fight, "phase": state["fight"]["round"], "time": time}}


def aged_change(change: list[Any]) -> list[Any]:
    operation, path, before, after = change
    if path[:2] == ["fight", "round"]:
        path = ["fight", "phase", *path[2:]]
    if path == ["fight", "clock"]:
        # a field that stands aside while it has its default was not sparse then
        count = "count" if operation == "count" else "put"
        return [count, ["fight", "time", "s"], before or 0, after or 0]
    return [operation, path, before, after]


def renewed(_system: object, head: dict[str, Any], version: int) -> Json:
    """The migration of the raised version."""
    assert version == OLD
    fight = {name: value for name, value in head["fight"].items() if name not in ("time", "phase")}
    return {**head, "fight": {**fight, "round": head["fight"]["phase"], "clock": head["fight"]["time"]["s"]}}


def grow_old(fight: Game) -> None:
    """Play some rounds, and keep them in the old shape."""
    fight.damage("game_master", "Ana", 2)
    for _turn in range(PIECE):
        fight.end_turn()
    fight.damage("game_master", "Bruno", 3)
    fight.undo("game_master")
    for encounter in Encounter.objects.filter(table=fight.table):
        for row in encounter.entries.all():
            row.data = {**row.data, "changes": [aged_change(one) for one in row.data["changes"]]}
            row.save()
        Encounter.objects.filter(pk=encounter.pk).update(first=aged(encounter.first), head=aged(encounter.head))


@pytest.fixture(scope="module")
def _grows_old() -> Onward[Game]:
    return Onward(grow_old)


@pytest.fixture
def old(fight: Game, _grows_old: Onward[Game], monkeypatch: pytest.MonkeyPatch) -> Game:
    """A fight of some rounds that was kept in the old shape, under code with a newer one."""
    monkeypatch.setattr(store, "PIECE", PIECE)
    grown = _grows_old.of(fight)
    store.forget()
    monkeypatch.setattr(Tapiz, "state_version", OLD + 1)
    monkeypatch.setattr(Tapiz, "migrate", renewed)
    return grown


@pytest.fixture
def backed_up(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The marks of the backups that are made."""
    made: list[str] = []
    monkeypatch.setattr(backups, "backup", lambda mark="": made.append(mark))
    return made


def state_of(game: Game) -> Json:
    """The head, as it is kept, once it is made by its log."""
    row = Encounter.objects.get(pk=game.encounter.pk)
    codec = game.read.system.codec
    changes = [change for entry in store.entries(row) for change in entry.changes]
    assert codec.dump(codec.load(fold(row.first, changes))) == row.head
    return row.head


def test_a_start_lifts_the_whole_log(old: Game, backed_up: list[str]) -> None:
    before = old.fight.round.number
    assert before > 1
    call_command("lift_logs", verbosity=0)
    assert backed_up == (["before-update"] if connection.vendor == "sqlite" else [])
    assert not lifting.older().exists()
    assert old.fight.round.number == before
    assert "phase" not in json.dumps(state_of(old))
    assert [one.text for one in findings()] == []
    # and nothing is done twice
    call_command("lift_logs", verbosity=0)
    assert len(backed_up) <= 1


def test_what_was_done_before_is_taken_back_and_done_again(old: Game, backed_up: list[str]) -> None:
    call_command("lift_logs", verbosity=0)
    old.redo("game_master")
    assert old.body("Bruno").physical.current < old.body("Bruno").physical.maximum
    state_of(old)
    while (newest := store.newest_step(old.read.encounter)) is not None:
        old.undo("game_master", newest.id, with_depending=True)
    assert old.fight.round.number == 0
    assert not old.fight.combatants
    state_of(old)


def test_a_file_from_before_comes_in_lifted(old: Game) -> None:
    file = json.loads(json.dumps(outgoing.table_document(old.table)))
    assert {one["state_version"] for one in file["encounters"]} == {OLD}
    made = incoming.import_table(data=json.dumps(file).encode(), by=old.users["game_master"])
    assert not made.encounters.exclude(state_version=OLD + 1).exists()
    again = json.loads(json.dumps(outgoing.table_document(made)))
    assert "phase" not in json.dumps([one["head"] for one in again["encounters"]])
    assert not [one for one in findings() if made.name in one.where and "inde" in one.text.lower()]


def test_a_log_that_does_not_fit_is_closed_and_says_so(
    old: Game, backed_up: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    row = old.entries[3]
    row.data = {**row.data, "changes": [["put", ["fight", "nowhere"], 1, 2]]}
    row.save()
    call_command("lift_logs", verbosity=0)
    assert old.encounter.name in capsys.readouterr().err
    assert state_of(old) == Encounter.objects.get(pk=old.encounter.pk).first
    assert [one.text for one in findings()] == []
    assert old.newest.data["facts"][-1] == {"code": "core.log_closed", "for": []}
    page = old.get("game_master").content.decode()
    assert "core.log_closed" not in page
    assert "do=undo" not in page
    assert "do=redo" not in page
    for entry in ("", row.id):
        with pytest.raises(NothingToUndo):
            old.undo("game_master", entry)
    made = incoming.import_table(
        data=json.dumps(outgoing.table_document(old.table)).encode(), by=old.users["game_master"]
    )
    assert store.newest_step(made.encounters.get(name=old.encounter.name)) is None
    old.damage("game_master", "Ana", 1)
    old.undo("game_master")
    state_of(old)


def test_a_log_that_comes_to_another_state_is_closed_too(
    old: Game, backed_up: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    row = Encounter.objects.get(pk=old.encounter.pk)
    later = {**row.head, "fight": {**row.head["fight"], "time": {"s": 99}}}
    Encounter.objects.filter(pk=row.pk).update(head=later)
    call_command("lift_logs", verbosity=0)
    assert old.encounter.name in capsys.readouterr().err
    assert state_of(old)["fight"]["clock"] == 99
    assert [one.text for one in findings()] == []
