"""Taking back reads as much of a long log as of a short one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from combat import excerpts, store
from combat.models import LogEntry
from rules.core import log
from tests.kept import as_made, made_once

from .long import LONG, SHORT, lengthen
from .play import Game, begun_game

pytestmark = pytest.mark.django_db

Cost = tuple[int, int]


def begun() -> Game:
    """A fight under way, in which Orco 2 was hit early on."""
    game = begun_game()
    game.damage("game_master", "Orco 2", 3)
    return game


@pytest.fixture(scope="module")
def _games(django_db_setup: None, django_db_blocker: DjangoDbBlocker):
    with made_once(begun, django_db_blocker) as game:
        yield game


@pytest.fixture
def game(_games: Game, db: None) -> Game:
    return as_made(_games)


def cost(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> Cost:
    """How many queries an act makes, and how many entries it reads; nothing of it is kept."""
    rows = []
    made = LogEntry.from_db.__func__

    def counting(cls: type[LogEntry], *args: object) -> LogEntry:
        rows.append(args)
        return made(cls, *args)

    with monkeypatch.context() as patched, transaction.atomic(), CaptureQueriesContext(connection) as found:
        patched.setattr(LogEntry, "from_db", classmethod(counting))
        act()
        transaction.set_rollback(True)
    return len(found), len(rows)


def test_undo_and_redo_cost_the_same_in_a_long_log(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    early = game.newest.id
    found: dict[int, list[Cost]] = {}
    for length in (SHORT, LONG):
        lengthen(game, length)
        game.damage("game_master", "Bruno", 2)
        game.damage("player", "Ana", 1)
        found[length] = [
            cost(monkeypatch, lambda: game.undo("game_master")),
            cost(monkeypatch, lambda: game.undo("player")),
        ]
        game.undo("game_master")
        found[length].append(cost(monkeypatch, lambda: game.redo("game_master")))
        before = game.encounter.entries.filter(kind="command", undone_by=None).order_by("-sequence")
        old = before[12].pk
        found[length].append(cost(monkeypatch, lambda: game.undo("game_master", old)))  # noqa: B023
        found[length].append(cost(monkeypatch, lambda: game.undo("game_master", early)))
    *newest, old, oldest = zip(found[SHORT], found[LONG], strict=True)
    for short, long in newest:
        assert short == long
    for (queries, rows), (more_queries, more_rows) in (old, oldest):
        assert more_queries <= queries + 2
        assert more_rows <= 3 * rows


def test_what_is_read_of_a_long_log_is_enough(game: Game) -> None:
    early = game.newest.id
    lengthen(game, 500)
    whole, read = store.entries(game.encounter), game.read
    plan = log.plan_undo(read.system, whole, early)
    found, entries = excerpts.planned(read, early, with_depending=False)
    assert found == plan
    assert len(entries) < 60
    assert log.undo(read.system, read.head, entries, plan.going) == log.undo(read.system, read.head, whole, plan.going)
