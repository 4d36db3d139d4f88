"""The newest entries of a log: what an act has just written is not looked up again."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from combat import store, tail
from combat.models import Encounter, LogEntry

from .play import Game, begun_game

pytestmark = pytest.mark.django_db(transaction=True)


def _now(game: Game) -> Encounter:
    return Encounter.objects.get(pk=game.encounter.pk)


def test_the_log_after_an_act_is_known_and_is_what_the_database_holds() -> None:
    game = begun_game()
    assert list(tail.marks(_now(game)))
    for who, name in (("game_master", "Bruno"), ("player", "Ana"), ("game_master", "Ana")):
        game.damage(who, name, 1)
    game.attack("player", "Ana", "Bruno")
    encounter = _now(game)
    with CaptureQueriesContext(connection) as asked:
        marks = list(tail.marks(encounter))
        rows = tail.whole(marks[:3])
        authors = [row.by and row.by.username for row in rows]
    assert not asked.captured_queries
    tail.forget()
    assert marks == list(tail.marks(encounter))
    stored = [LogEntry.objects.get(pk=one.id) for one in marks[:3]]
    assert [row.data for row in rows] == [row.data for row in stored]
    assert [row.created for row in rows] == [row.created for row in stored]
    assert authors == [row.by and row.by.username for row in stored]


def test_what_an_undo_took_back_counts_no_longer() -> None:
    game = begun_game()
    game.damage("game_master", "Bruno", 1)
    taken_back = game.newest.id
    assert store.newest_step(_now(game)) is not None
    game.undo("game_master")
    marks = list(tail.marks(_now(game)))
    assert [one.undone_by is not None for one in marks if one.id == taken_back] == [True]


def test_what_came_to_nothing_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun_game()
    before = list(tail.marks(_now(game)))
    with monkeypatch.context() as here:
        here.setattr(store, "_mirror", lambda *_heads: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            game.damage("game_master", "Bruno", 1)
    assert list(tail.marks(_now(game))) == before
