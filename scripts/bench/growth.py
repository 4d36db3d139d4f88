"""What a long log costs: undo at 30 and 5,000 entries and against a rival, a moment of it, its chronicle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event, Thread
from time import perf_counter, thread_time

from django.db import connection, transaction
from django.test import Client

from combat import history, store
from combat.errors import Busy
from tests.combat.long import LONG, SHORT, lengthen
from tests.combat.play import Game, make_game

from .figures import Figure, median, quick

TIMES = 20
SAME = 1.3
OLDER = 3
MOMENT = 300
CHRONICLE = 300
BACK = 12
"""How many steps of the game master's an older one lies back."""


def figures() -> Iterator[Figure]:
    """Ratios of processor time, and how many undos were refused as busy."""
    game = make_game()
    game.begin()
    newest, older = [], []
    for length in (SHORT, LONG):
        lengthen(game, length)
        game.damage("game_master", "Bruno", 1)
        steps = game.encounter.entries.filter(kind="command", undone_by=None).order_by("-sequence")
        old = steps[BACK].pk
        newest.append(_cost(lambda: game.undo("game_master")))
        older.append(_cost(lambda old=old: game.undo("game_master", old)))
    for who in ("game_master", "player"):
        game.clients[who] = Client(SERVER_NAME="localhost")
        game.clients[who].force_login(game.users[who])
    yield Figure("moment_in_the_middle_of_5000", _moment(game), "ms", MOMENT)
    yield Figure("chronicle_of_5000", _chronicle(game), "ms", CHRONICLE)
    yield Figure("undo_at_5000_to_undo_at_30", newest[1] / newest[0], "ratio", SAME)
    yield Figure("older_undo_at_5000_to_older_at_30", older[1] / older[0], "ratio", OLDER)
    yield Figure("undo_refused_with_a_rival_at_5000", _refused(game), "count", 0)


def _cost(act: Callable[[], object]) -> float:
    taken = []
    for _time in range(TIMES):
        with transaction.atomic():
            begun = thread_time()
            act()
            taken.append(thread_time() - begun)
            transaction.set_rollback(True)
    return quick(taken)


def _moment(game: Game) -> float:
    """How long the page of the moment takes that lies farthest from both ends of the log, each time read anew."""
    row = game.encounter.entries.filter(kind="answer", sequence__gte=LONG // 2).first()
    assert row is not None
    taken = []
    for _time in range(TIMES):
        history.forget()
        begun = perf_counter()
        response = game.get("game_master", "moment", row.pk)
        taken.append((perf_counter() - begun) * 1000)
        assert response.status_code == 200
    return median(taken)


def _chronicle(game: Game) -> float:
    """How long the page takes that tells the whole log to a player."""
    taken = []
    for _time in range(TIMES):
        begun = perf_counter()
        response = game.get("player", "chronicle")
        taken.append((perf_counter() - begun) * 1000)
        assert response.status_code == 200
    return median(taken)


def _refused(game: Game) -> int:
    """How many of the undos that one person tries are refused while another acts without a pause."""
    enough, refused = Event(), 0

    def rival() -> None:
        while not enough.is_set():
            game.damage("player", "Ana", 1, key=store.new_id())
        connection.close()

    writing = Thread(target=rival)
    writing.start()
    try:
        for _time in range(TIMES):
            game.damage("game_master", "Bruno", 1, key=store.new_id())
            try:
                game.undo("game_master")
            except Busy:
                refused += 1
    finally:
        enough.set()
        writing.join()
    return refused
