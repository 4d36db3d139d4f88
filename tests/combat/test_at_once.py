"""Two people at once: all acts that still make sense count, and no turn is skipped."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Barrier, Event
from typing import TypeVar

import pytest
from django.db import connection
from django.utils import timezone

from combat import contingencies, overdue, services
from combat.appending import LOST
from combat.deeds import Deed, Taking
from combat.models import Act, Wait
from combat.policy import seat_or_404
from combat.store import NewEntry, Read
from rules.core.audience import Viewer
from rules.core.engine import Late
from tests.sizes import one_in

from .play import begun_game, creatures, make_game
from .posting import NOON, Clock, by_posts

TIMES = 20 // one_in(2)
T = TypeVar("T")

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def at_once(*acts: Callable[[], T]) -> list[T]:
    """Do all of these at the same moment, each in its own thread."""
    together = Barrier(len(acts))

    def run(act: Callable[[], T]) -> T:
        try:
            together.wait(5)
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [*pool.map(run, acts)]


def test_two_threads_damage_one_combatant_many_times_each() -> None:
    game = make_game(creatures("Gigante", {"physical_max": 900, "mental_max": 9}, shows="number"))
    deed = game.deed("game_master", "damage", amount=3, pool="physical", targets={game.id("Gigante"): "full"})

    def hammer(who: str) -> None:
        for blow in range(TIMES):
            services.act(encounter=game.encounter.pk, user=game.users["game_master"], deed=deed, key=f"{who}-{blow:05}")

    before = len(game.entries)
    at_once(lambda: hammer("one"), lambda: hammer("two"))
    assert game.body("Gigante").physical.current == 900 - 3 * 2 * TIMES
    assert len(game.entries) == before + 2 * TIMES
    assert [row.sequence for row in game.entries] == [*range(1, before + 2 * TIMES + 1)]


def test_two_players_damage_their_own_at_once() -> None:
    game = begun_game()

    def suffer(who: str, name: str) -> None:
        for _blow in range(5):
            game.damage(who, name, 1, key=f"{who}-{_blow:05}")

    at_once(lambda: suffer("player", "Ana"), lambda: suffer("other_player", "Bruno"))
    assert (game.body("Ana").physical.current, game.body("Bruno").physical.current) == (15, 15)


def test_two_threads_end_the_same_turn_and_no_turn_is_skipped() -> None:
    game = begun_game()
    order = ["Ana", "Orco 1", "Orco 2", "Sombra", "Bruno"]
    for number in range(TIMES):
        assert game.turn == order[number % 5]
        deed = game.deed("game_master", "end_turn")

        def end(name: str, deed: Deed = deed, number: int = number) -> bool:
            try:
                services.act(
                    encounter=game.encounter.pk, user=game.users["game_master"], deed=deed, key=f"{name}-{number:05}"
                )
            except Late:
                return False
            return True

        assert sorted(at_once(lambda: end("one"), lambda: end("two"))) == [False, True]
    ended = [row for row in game.entries if (row.data["command"] or {}).get("action") == "end_turn"]
    assert len(ended) == TIMES
    assert game.turn == order[TIMES % 5]


def test_the_same_key_at_once_counts_once() -> None:
    game = begun_game()
    deed = game.deed("game_master", "damage", amount=2, pool="physical", targets={game.id("Ana"): "full"})
    user, pk = game.users["game_master"], game.encounter.pk
    again = at_once(*[lambda: services.act(encounter=pk, user=user, deed=deed, key="one-key-four").again] * 4)
    assert sorted(again) == [False, True, True, True]
    assert game.body("Ana").physical.current == 18
    assert Act.objects.filter(key="one-key-four").count() == 1


def test_of_two_processes_that_find_a_time_over_one_does_what_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun_game()
    by_posts(game, posts_time="12h", posts_over="default")
    for _turn in range(3):
        clock = Clock()
        Wait.objects.update(due=NOON)
        clock.forward(1)
        monkeypatch.setattr(timezone, "now", clock)
        before = [row for row in game.entries if row.by_id is None]
        assert sorted(at_once(overdue.apply, overdue.apply, overdue.apply)) == [0, 0, 1]
        assert len([row for row in game.entries if row.by_id is None]) == len(before) + 1
        while game.turn not in ("Ana", "Bruno"):
            game.end_turn()


def test_of_two_who_mark_a_time_as_over_one_is_first(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun_game()
    by_posts(game, posts_time="12h", posts_over="game_master")
    Wait.objects.update(due=NOON)
    monkeypatch.setattr(timezone, "now", Clock())
    assert sorted(at_once(overdue.apply, overdue.apply)) == [0, 1]


def test_of_two_processes_that_find_what_a_player_foresaw_one_does_it() -> None:
    game = begun_game()
    by_posts(game)
    seat = seat_or_404(game.users["player"], game.encounter.pk)
    deed = game.deed("player", "attack", "Ana", target=game.id("Orco 1"), attribute="strength", mode="rolled")
    values = {"condition": "turn", "action": "attack", "inputs": deed.inputs, "at_once": True}
    contingencies.write(seat, game.id("Ana"), values)
    assert sorted(at_once(contingencies.apply, contingencies.apply, contingencies.apply)) == [0, 0, 1]
    assert len([row for row in game.entries if (row.data["command"] or {}).get("action") == "attack"]) == 1


def test_who_loses_a_few_races_wins_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun_game()
    game.damage("game_master", "Bruno", 1)
    blow, user = game.newest.id, game.users["game_master"]
    on, tries, rivals = Taking.on, [], list[Future[None]]()

    def rival() -> None:
        try:
            game.damage("player", "Ana", 1, key=f"rival-{len(tries):05}")
        finally:
            connection.close()

    def on_with_a_rival(self: Taking, read: Read, viewer: Viewer) -> list[NewEntry]:
        steps = on(self, read, viewer)
        if self.deed.does == "undo":
            tries.append(read.encounter.sequence)
            rivals.append(pool.submit(rival))
            # While the encounter is locked the rival waits for this very act.
            wait(rivals[-1:], timeout=30 if len(tries) <= LOST else 0.3)
        return steps

    monkeypatch.setattr(Taking, "on", on_with_a_rival)
    with ThreadPoolExecutor(1) as pool:
        services.act(encounter=game.encounter.pk, user=user, deed=Deed("undo", entry=blow), key="the-undo")
        for one in rivals:
            one.result()
    assert len(tries) == LOST + 1
    assert (game.body("Ana").physical.current, game.body("Bruno").physical.current) == (20 - len(tries), 20)
    assert [row.kind for row in game.entries[-2:]] == ["undo", "command"]


def test_undo_wins_against_people_who_write_all_the_time() -> None:
    game = make_game(creatures("Gigante", {"physical_max": 900, "mental_max": 9}, shows="number"))
    undone = 6 // one_in(2)
    for _blow in range(undone):
        game.damage("game_master", "Gigante", 7)
    blows = [row.id for row in game.entries[-undone:]]
    user, pk, enough, written = game.users["game_master"], game.encounter.pk, Event(), [0, 0]
    deed = game.deed("game_master", "damage", amount=1, pool="physical", targets={game.id("Gigante"): "full"})

    def rival(number: int) -> None:
        while not enough.is_set():
            services.act(encounter=pk, user=user, deed=deed, key=f"{number}-{written[number]:05}")
            written[number] += 1

    def undo() -> None:
        try:
            for number, blow in enumerate(blows):
                services.act(encounter=pk, user=user, deed=Deed("undo", entry=blow), key=f"undo-{number}")
        finally:
            enough.set()

    at_once(lambda: rival(0), lambda: rival(1), undo)
    assert game.body("Gigante").physical.current == 900 - sum(written)
