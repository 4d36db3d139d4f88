"""What a long log costs: undo at 30 and 5,000 entries and against a rival, a moment of it, its chronicle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event, Thread
from time import perf_counter, thread_time
from uuid import uuid4

from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from combat import history, store
from combat.errors import Busy
from combat.models import Encounter, FightSums, LogEntry
from tests.combat.long import LONG, SHORT, lengthen
from tests.combat.play import Game, make_game

from .figures import Figure, median, quick

TIMES = 20
FEW = 5
SAME = 1.3
OLDER = 3
MOMENT = 300
CHRONICLE = 300
RIGHT = 3000
UNCOUNTED = 600
STATISTICS = 300
EVENINGS = 40
BACK = 12
"""How many steps of the game master's an older one lies back."""


def figures() -> Iterator[Figure]:
    """Ratios of processor time, and how many undos were refused as busy."""
    game = make_game()
    game.begin()
    game.damage("game_master", "Orco 1", 4)
    first = game.newest
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
    yield Figure("put_right_before_5000", _put_right(game, first), "ms", RIGHT)
    yield Figure("statistics_of_5000_uncounted", _statistics(game, counted=False), "ms", UNCOUNTED)
    _evenings(game)
    yield Figure("statistics_of_40_fights_of_5000", _statistics(game, counted=True), "ms", STATISTICS)
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


def _put_right(game: Game, row: LogEntry) -> float:
    """The processor time that it takes to read what would differ had the first blow of the log been a harder one."""
    taken = []
    orc = game.id("Orco 1")
    for _time in range(FEW):
        begun = thread_time()
        sent = {"prueba": "1", "amount": "7", "pool": "physical", f"targets__{orc}": "full"}
        response = game.get("game_master", "put_right", row.pk, **sent)
        taken.append((thread_time() - begun) * 1000)
        assert "Corregirlo todo" in response.content.decode()
    return median(taken)


def _statistics(game: Game, *, counted: bool) -> float:
    """How long a player waits for the statistics of all fights, whether they were counted before or not."""
    taken = []
    for _time in range(FEW):
        if not counted:
            FightSums.objects.all().delete()
        begun = perf_counter()
        response = game.client("player").get(reverse("combat:statistics", args=[game.table.pk]))
        taken.append((perf_counter() - begun) * 1000)
        assert "por contar" not in response.content.decode()
    return median(taken)


def _evenings(game: Game) -> None:
    """Other evenings with a fight each, which came to the same."""
    encounter = Encounter.objects.get(pk=game.encounter.pk)
    kept = FightSums.objects.get(encounter=encounter)
    for _evening in range(EVENINGS - 1):
        encounter.pk = uuid4()
        encounter.save(force_insert=True)
        kept.pk, kept.encounter_id = None, encounter.pk
        kept.save(force_insert=True)


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
