"""Entries are read once and kept: later changes to them must not be lost."""

from __future__ import annotations

import pytest

from combat import history, tail
from combat.models import LogEntry
from combat.policy import seat_or_404

from .play import Game

pytestmark = pytest.mark.django_db


def lines(game: Game) -> list[history.LogLine]:
    seat = seat_or_404(game.users["game_master"], game.encounter.pk)
    return history.recent(seat, seat.viewer)


def test_an_entry_that_is_undone_while_it_is_read_comes_back_with_a_redo(
    fight: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight.damage("game_master", "Ana", 3)
    harmed = fight.newest.pk
    history.forget()
    find = tail._WHOLE.all

    def undone_first(wanted: list[str]) -> list[LogEntry]:
        monkeypatch.undo()
        fight.undo("game_master")
        return find(wanted)

    monkeypatch.setattr(tail._WHOLE, "all", undone_first)
    lines(fight)
    fight.redo("game_master")
    (line,) = (one for one in lines(fight) if one.id == harmed)
    assert line.undone_by == ""


def test_the_newest_stands_first_however_much_of_it_is_known(fight: Game) -> None:
    fight.damage("game_master", "Ana", 3)
    lines(fight)
    fight.damage("game_master", "Ana", 2)
    order = [one.id for one in lines(fight)]
    history.forget()
    assert order == [one.id for one in lines(fight)]
