"""Fights by posts: who is awaited and until when, and what happens once when a time is over."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from combat import overdue, posts, store
from combat.deeds import Deed, Taking, roll
from combat.models import Act, Encounter, LogEntry, Wait, WaitState
from combat.waits import until
from rules.core.audience import Viewer
from tapiz_site.campaigns import stopping

from .play import Game
from .posting import NOON, Clock, by_posts

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    return clock


def waits(game: Game) -> list[Wait]:
    return list(Wait.objects.filter(encounter=game.encounter))


def told(game: Game, since: int) -> list[str]:
    rows = LogEntry.objects.filter(encounter=game.encounter, sequence__gt=since).order_by("sequence")
    return [fact["code"] for row in rows for fact in row.data["facts"]]


def test_whoever_has_the_turn_has_a_time_for_it_and_the_next_one_another(fight: Game, clock: Clock) -> None:
    by_posts(fight, posts_time="24h")
    (wait,) = waits(fight)
    assert (wait.who, wait.due) == (fight.id("Ana"), NOON + timedelta(hours=24))
    clock.forward(3)
    fight.damage("game_master", "Orco 1", 2)
    # it is still Ana's asalto: its time goes on
    assert [(one.pk, one.due) for one in waits(fight)] == [(wait.pk, wait.due)]
    fight.end_turn("player")
    assert waits(fight) == []  # the orcs are the game master's
    while fight.turn != "Bruno":
        fight.end_turn()
    (wait,) = waits(fight)
    assert (wait.who, wait.due) == (fight.id("Bruno"), NOON + timedelta(hours=27))


def test_nothing_is_awaited_live_nor_while_the_fight_is_paused(fight: Game, clock: Clock) -> None:
    assert waits(fight) == []
    by_posts(fight)
    assert len(waits(fight)) == 1
    fight.command("game_master", "pause")
    assert waits(fight) == []
    fight.command("game_master", "resume")
    assert len(waits(fight)) == 1
    read = fight.read
    posts.switch(read.encounter, read.system, read.head, by_posts=False)
    assert waits(fight) == []
    fight.end_turn("player")
    assert waits(fight) == []


def test_an_act_that_began_before_the_switch_is_followed_all_the_same(fight: Game) -> None:
    before = fight.read
    by_posts(fight)
    with pytest.raises(store.Moved):
        store.append(before, _steps(before), user=fight.users["player"], act=_act(fight))


def _steps(read: store.Read) -> list[store.NewEntry]:
    user = read.encounter.created_by
    assert user is not None
    return Taking(Deed("command", "pause"), user, roll).on(read, Viewer(str(user.pk), game_master=True))


def _act(game: Game) -> Act:
    return Act(user=game.users["player"], key="an-act-of-before", encounter=game.encounter, digest="")


def test_what_stands_in_is_taken_once_and_told_as_time_that_is_over(fight: Game, clock: Clock) -> None:
    by_posts(fight, posts_time="12h", posts_over="default")
    clock.forward(11.9)
    assert overdue.apply() == 0
    assert fight.turn == "Ana"
    since = fight.read.encounter.sequence
    clock.forward(0.2)
    assert overdue.apply() == 1
    assert overdue.apply() == 0
    assert fight.turn == "Orco 1"
    assert told(fight, since)[0] == "core.posts.over"
    row = fight.newest
    assert row.by_id is None
    assert row.kind == "command"
    # the game master takes it back, and Ana has her turn with its time again
    fight.undo("game_master")
    assert fight.turn == "Ana"
    (wait,) = waits(fight)
    assert wait.due == clock.now + timedelta(hours=12)


def test_the_same_wait_is_never_taken_twice_even_by_two_who_read_it_before(fight: Game, clock: Clock) -> None:
    by_posts(fight, posts_time="12h", posts_over="default")
    (wait,) = waits(fight)
    before = fight.read
    clock.forward(13)
    assert overdue.stand_in(wait, before)
    sequence = fight.read.encounter.sequence
    assert not overdue.stand_in(wait, before)
    assert fight.read.encounter.sequence == sequence


def test_dice_that_are_asked_for_fall_and_a_proposal_is_taken(fight: Game, clock: Clock) -> None:
    by_posts(fight, posts_time="12h", posts_over="default")
    fight.command("player", "attack", "Ana", target=fight.id("Orco 1"), attribute="strength", mode="rolled")
    (wait,) = waits(fight)
    assert wait.key.startswith("answer:")
    clock.forward(13)
    since = fight.read.encounter.sequence
    assert overdue.apply() == 1
    codes = told(fight, since)
    assert codes[0] == "core.posts.over"
    assert "core.rolled_by" in codes
    assert not any(one.key == wait.key for one in waits(fight))


@pytest.mark.parametrize(("says", "state"), [("remind", WaitState.REMINDED), ("game_master", WaitState.TOLD)])
def test_otherwise_the_fight_waits(fight: Game, clock: Clock, says: str, state: str) -> None:
    by_posts(fight, posts_time="12h", posts_over=says)
    sequence = fight.read.encounter.sequence
    clock.forward(13)
    assert overdue.apply() == 1
    assert overdue.apply() == 0
    assert fight.read.encounter.sequence == sequence
    (wait,) = waits(fight)
    assert wait.state == state
    overdue.more_time(wait, fight.read)
    (wait,) = waits(fight)
    assert (wait.state, wait.due) == (WaitState.OPEN, clock.now + timedelta(hours=12))


def test_a_table_in_the_bin_and_a_fight_that_is_live_again_are_left_alone(fight: Game, clock: Clock) -> None:
    by_posts(fight, posts_time="12h", posts_over="default")
    clock.forward(13)
    fight.table.deleted_at = clock.now
    fight.table.save()
    assert overdue.apply() == 0
    fight.table.deleted_at = None
    fight.table.save()
    Encounter.objects.filter(pk=fight.encounter.pk).update(by_posts=False)
    assert overdue.apply() == 0
    assert fight.turn == "Ana"


MADRID = ZoneInfo("Europe/Madrid")


@pytest.mark.parametrize(
    ("quiet", "now", "due"),
    [
        ("none", (2, 15, 0), (3, 3, 0)),
        ("midnight", (2, 15, 0), (3, 8, 0)),
        ("midnight", (2, 11, 59), (2, 23, 59)),
        ("early", (2, 11, 0), (3, 8, 0)),
        ("early", (2, 9, 59), (2, 21, 59)),
        ("late", (2, 20, 30), (3, 9, 0)),
        ("late", (2, 21, 30), (3, 9, 30)),
    ],
)
def test_no_time_runs_out_in_the_quiet_hours(quiet: str, now: tuple[int, int, int], due: tuple[int, int, int]) -> None:
    house = {"posts_time": "12h", "posts_quiet": quiet}
    begun = datetime(2026, 12, *now, tzinfo=MADRID)
    assert until(house, begun) == datetime(2026, 12, *due, tzinfo=MADRID)


def test_without_limit_nothing_is_ever_over(fight: Game, clock: Clock) -> None:
    by_posts(fight, posts_time="none", posts_over="default")
    (wait,) = waits(fight)
    assert wait.due is None
    clock.forward(10_000)
    assert overdue.apply() == 0


def test_no_time_is_over_while_play_is_stopped(fight: Game, clock: Clock) -> None:
    by_posts(fight, posts_time="24h")
    stopping.stop(fight.table, fight.users["player"])
    clock.forward(30)
    assert overdue.apply() == 0
    stopping.resume(fight.table)
    assert overdue.apply() == 1
